//! Why attempts gave no level, and what to ask for instead.

use std::fmt;

/// Why one attempt gave no level.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum Refusal {
    /// The floor came out too small, or there was no place for the goals.
    Floor,
    /// No start was found with every box off the goals.
    Start,
    /// The fewest pushes are not in the range: so many.
    Pushes(u32),
    /// The number of pushes could not be proven within the positions of one proof.
    Unproven,
    /// Floor that no solution needs was closed, and the board became smaller than asked for.
    Size,
    /// Not in the range: so many box lines.
    Lines(u32),
    /// Not in the range: so many box changes.
    Changes(u32),
    /// Not in the range: so many idle boxes.
    Idle(u32),
    /// The same level, or a symmetric one, was made before.
    Known,
    /// Told to stop.
    Stopped,
}

impl Refusal {
    /// Names for people, in the order of the steps of an attempt.
    const REASONS: [&'static str; 9] = [
        "no usable floor",
        "no start with every box off the goals",
        "pushes out of range",
        "no proof",
        "board too small",
        "idle boxes out of range",
        "lines out of range",
        "changes out of range",
        "known already",
    ];

    const fn kind(self) -> usize {
        match self {
            Self::Floor => 0,
            Self::Start => 1,
            Self::Pushes(_) => 2,
            Self::Unproven => 3,
            Self::Size => 4,
            Self::Idle(_) => 5,
            Self::Lines(_) => 6,
            Self::Changes(_) => 7,
            // A stop ends the stream and is never counted.
            Self::Known | Self::Stopped => 8,
        }
    }
}

/// How attempts went.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Tally {
    /// Attempts made.
    attempts: u64,
    /// Attempts refused, by kind of reason.
    refused: [u64; Refusal::REASONS.len()],
    /// The smallest and the largest count of pushes, lines and changes that were refused.
    refused_counts: [Option<(u32, u32)>; 3],
}

impl Tally {
    pub(crate) fn made(&mut self) {
        self.attempts += 1;
    }

    pub(crate) fn refuse(&mut self, refusal: Refusal) {
        self.attempts += 1;
        self.refused[refusal.kind()] += 1;
        let (what, count) = match refusal {
            Refusal::Pushes(count) => (0, count),
            Refusal::Lines(count) => (1, count),
            Refusal::Changes(count) => (2, count),
            _ => return,
        };
        let (least, most) = self.refused_counts[what].unwrap_or((count, count));
        self.refused_counts[what] = Some((least.min(count), most.max(count)));
    }

    /// Attempts made, levels and refusals together.
    pub const fn attempts(&self) -> u64 {
        self.attempts
    }

    /// What to ask for instead.
    ///
    /// It is about the last step at which a tenth of the attempts failed: many fail at their floor with any wish, and the wish is
    /// what can be changed.
    pub fn remedy(&self) -> String {
        let often = |&kind: &usize| self.refused[kind] * 10 >= self.attempts.max(1);
        let step = (0..self.refused.len()).rev().find(often).unwrap_or(0);
        let relax = |what: usize, name: &str| {
            let (least, most) = self.refused_counts[what].unwrap_or_default();
            format!("relax the {name}: levels that were refused had {least} to {most}")
        };
        match step {
            0 | 4 => "ask for fewer boxes or another size".to_owned(),
            1 => "ask for fewer boxes or more room".to_owned(),
            2 => relax(0, "pushes"),
            3 => "ask for fewer pushes, fewer boxes or a smaller board".to_owned(),
            5 => "allow idle boxes".to_owned(),
            6 => relax(1, "lines"),
            7 => relax(2, "changes"),
            _ => "ask for a larger board: all levels of this kind may have been made".to_owned(),
        }
    }
}

/// `no proof 12, known already 3`: every reason that occurred, the most frequent first.
impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut reasons: Vec<_> = Refusal::REASONS.iter().zip(self.refused).filter(|r| r.1 > 0).collect();
        reasons.sort_by_key(|reason| std::cmp::Reverse(reason.1));
        let words: Vec<_> = reasons.iter().map(|(reason, count)| format!("{reason} {count}")).collect();
        f.write_str(&words.join(", "))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_remedy_is_about_the_last_step_that_fails_often() {
        let mut tally = Tally::default();
        tally.made();
        for refusal in [Refusal::Pushes(12), Refusal::Unproven, Refusal::Pushes(17), Refusal::Changes(3)] {
            tally.refuse(refusal);
        }
        assert_eq!(tally.attempts(), 5);
        assert_eq!(tally.to_string(), "pushes out of range 2, no proof 1, changes out of range 1");
        assert_eq!(tally.remedy(), "relax the changes: levels that were refused had 3 to 3");
        (0..20).for_each(|_| tally.refuse(Refusal::Pushes(9)));
        assert_eq!(tally.remedy(), "relax the pushes: levels that were refused had 9 to 17");
        for refusal in [Refusal::Unproven, Refusal::Size, Refusal::Idle(1), Refusal::Lines(1), Refusal::Known]
        {
            let before = tally.remedy();
            (0..20).for_each(|_| tally.refuse(refusal));
            assert_ne!(tally.remedy(), before);
        }
    }
}
