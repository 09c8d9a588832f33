//! The limits of a run, described once: the command line, the workbench's requests and its page take names, ranges and
//! defaults from here.

use std::{fmt, time::Duration};

use serde::{Deserialize, Serialize};

use crate::{Budget, Control, Parameter};

/// The limits of a run; `None` is no limit.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Limits {
    /// Wall-clock milliseconds.
    pub time_ms: Option<u64>,
    /// Positions expanded (for learners: steps played).
    pub nodes: Option<u64>,
    /// Bytes of the player's tables.
    pub memory: Option<u64>,
}

impl Limits {
    /// The wall-clock time.
    pub fn time(&self) -> Option<Duration> {
        self.time_ms.map(Duration::from_millis)
    }

    /// What a player gets: the limits, and the handle that stops it.
    pub fn budget(&self, control: Control) -> Budget {
        Budget { time: self.time(), nodes: self.nodes, memory: self.memory, control }
    }

    /// The time in words, if it is limited.
    pub fn time_text(&self) -> Option<String> {
        self.time_ms.map(|ms| format!("{} s", ms as f64 / 1e3))
    }

    /// The nodes in words.
    pub fn nodes_text(&self) -> Option<String> {
        self.nodes.map(|nodes| format!("{nodes} nodes"))
    }

    /// The memory in words: whole mebibytes, or bytes if it is not that round.
    pub fn memory_text(&self) -> Option<String> {
        let bytes = self.memory?;
        let mebibytes = bytes.is_multiple_of(1 << 20).then(|| format!("{} MiB", bytes >> 20));
        Some(mebibytes.unwrap_or_else(|| format!("{bytes} bytes")))
    }

    /// All that is limited, in words; `None` if nothing is.
    pub fn text(&self) -> Option<String> {
        let all: Vec<String> =
            [self.time_text(), self.nodes_text(), self.memory_text()].into_iter().flatten().collect();
        (!all.is_empty()).then(|| all.join(", "))
    }
}

/// A duration in whole milliseconds; one that is not zero is at least one of them.
pub fn milliseconds(time: Duration) -> u64 {
    let rounded = (time.as_secs_f64() * 1e3).round() as u64;
    if time.is_zero() { 0 } else { rounded.max(1) }
}

/// What can be limited, and within which bounds.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Bound<T> {
    /// Its key in requests.
    pub name: &'static str,
    /// What it counts.
    pub about: &'static str,
    /// How it is written on the command line.
    pub examples: &'static str,
    /// Its unit; nothing for a plain count.
    pub unit: &'static str,
    /// Least value.
    pub minimum: T,
    /// Greatest value.
    pub maximum: T,
    /// The value when none is told; nothing if there is no limit then.
    pub default: Option<T>,
}

/// The largest whole number that every JSON reader understands.
pub const EXACT: u64 = (1 << 53) - 1;

/// Wall-clock time in seconds.
pub const TIME: Bound<f64> = Bound {
    name: "time_s",
    about: "Wall-clock time",
    examples: "60s, 500ms, 2m, 1h, or none",
    unit: "s",
    minimum: 0.001,
    maximum: 86_400.0,
    default: Some(60.0),
};

/// Memory in MiB.
pub const MEMORY: Bound<u64> = Bound {
    name: "memory_mib",
    about: "Memory",
    examples: "8GiB, 512MB, or none",
    unit: "MiB",
    minimum: 1,
    maximum: 1 << 20,
    default: Some(4 << 10),
};

/// Positions expanded.
pub const NODES: Bound<u64> = Bound {
    name: "nodes",
    about: "Positions expanded",
    examples: "1000000 or 1e6",
    unit: "",
    minimum: 1,
    maximum: EXACT,
    default: None,
};

/// Seed of everything random.
pub const SEED: Bound<u64> = Bound {
    name: "seed",
    about: "Seed of everything random",
    examples: "1",
    unit: "",
    minimum: 0,
    maximum: EXACT,
    default: Some(1),
};

/// Threads that a player may use.
pub const THREADS: Bound<u64> = Bound {
    name: "threads",
    about: "Threads that the player may use",
    examples: "1",
    unit: "",
    minimum: 1,
    maximum: 1024,
    default: Some(1),
};

/// A value beyond its bounds.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{name} must be from {range}")]
pub struct OutOfBounds {
    name: &'static str,
    range: String,
}

impl<T: Copy + PartialOrd + fmt::Display> Bound<T> {
    /// The same with another greatest value and default, for a place that allows less.
    #[must_use]
    pub const fn within(self, maximum: T, default: Option<T>) -> Self {
        Self { maximum, default, ..self }
    }

    /// The value, if it is within the bounds.
    ///
    /// # Errors
    /// It is not.
    pub fn check(&self, value: T) -> Result<T, OutOfBounds> {
        if (self.minimum..=self.maximum).contains(&value) {
            return Ok(value);
        }
        let maximum = self.maximum.to_string();
        let maximum = if maximum == EXACT.to_string() { "2^53".to_owned() } else { maximum };
        Err(OutOfBounds { name: self.name, range: format!("{} to {maximum}", self.minimum) })
    }

    /// The value or the default, if it is within the bounds.
    ///
    /// # Errors
    /// It is not.
    pub fn check_or_default(&self, value: Option<T>) -> Result<Option<T>, OutOfBounds> {
        value.or(self.default).map(|value| self.check(value)).transpose()
    }

    /// As it is described to programs.
    pub fn describe(&self) -> Parameter
    where
        T: Serialize,
    {
        let value = |value: T| serde_json::to_value(value).unwrap_or_default();
        let unit = if self.unit.is_empty() { String::new() } else { format!(" in {}", self.unit) };
        Parameter {
            name: self.name.to_owned(),
            title: self.about.to_owned(),
            kind: if value(self.minimum).is_f64() { "number" } else { "integer" }.to_owned(),
            default: self.default.map(value).unwrap_or_default(),
            minimum: Some(value(self.minimum)),
            maximum: Some(value(self.maximum)),
            choices: Vec::new(),
            description: format!("{}{unit}.", self.about),
        }
    }

    /// A line of help; `of` says what is limited.
    pub fn help(&self, of: &str) -> String {
        format!("{} {of}, such as {}", self.about, self.examples)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_beyond_their_bounds_are_told_with_the_range() {
        assert_eq!(TIME.check(0.0).unwrap_err().to_string(), "time_s must be from 0.001 to 86400");
        assert_eq!(NODES.check(0).unwrap_err().to_string(), "nodes must be from 1 to 2^53");
        let less = MEMORY.within(8 << 10, Some(2 << 10));
        assert_eq!(less.check(9_000).unwrap_err().to_string(), "memory_mib must be from 1 to 8192");
        assert_eq!(
            (less.check_or_default(None), NODES.check_or_default(None)),
            (Ok(Some(2 << 10)), Ok(None))
        );
        assert!(TIME.check(f64::NAN).is_err());
        assert_eq!((TIME.describe().kind.as_str(), less.describe().maximum), ("number", Some(8_192.into())));
    }

    #[test]
    fn limits_are_told_in_words() {
        let all = Limits { time_ms: Some(90_500), nodes: Some(5), memory: Some(3 << 20) };
        assert_eq!(all.text().as_deref(), Some("90.5 s, 5 nodes, 3 MiB"));
        let odd = Limits { memory: Some(1_500_000), ..Limits::default() };
        assert_eq!((odd.text().as_deref(), Limits::default().text()), (Some("1500000 bytes"), None));
    }

    #[test]
    fn a_time_is_never_rounded_to_nothing() {
        let of = |micros| milliseconds(Duration::from_micros(micros));
        assert_eq!([of(0), of(1), of(1_400), of(1_500), of(60_000_000)], [0, 1, 1, 2, 60_000]);
    }
}
