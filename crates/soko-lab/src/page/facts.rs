//! What the head of the page says: when, with what, where and within which limits.

use crate::{Dataset, dataset::Limits, markup::escaped};

/// The facts as pairs of name and HTML.
pub(super) fn facts(dataset: &Dataset) -> Vec<(&'static str, String)> {
    let mut facts = vec![("Experiment", format!("<code>{}</code>", escaped(&dataset.name)))];
    facts.push(("Size", size(dataset)));
    facts.push(("Limits per run", limits(&dataset.limits)));
    if let Some(when) = when(dataset) {
        facts.push(("Run", when));
    }
    facts.push(("Program", format!("<code>{}</code>", escaped(&dataset.program))));
    let hosts: Vec<String> = dataset
        .hosts
        .iter()
        .map(|host| {
            format!("{} <span class=\"aside\">{}</span>", escaped(&host.name), escaped(&host.description))
        })
        .collect();
    if !hosts.is_empty() {
        facts.push((if hosts.len() == 1 { "Host" } else { "Hosts" }, hosts.join("<br>")));
    }
    facts
}

fn size(dataset: &Dataset) -> String {
    let (made, planned) = (dataset.made(), dataset.trials.len());
    let runs = if made == planned {
        format!("{planned} runs")
    } else {
        format!("<strong>{made} of {planned} runs made so far</strong>")
    };
    format!("{} contenders, {} levels, {runs}", dataset.contenders.len(), dataset.levels.len())
}

fn limits(limits: &Limits) -> String {
    let time = limits.time_ms.map(|ms| match ms {
        ms if ms % 60_000 == 0 => format!("{} min", ms / 60_000),
        ms if ms % 1000 == 0 => format!("{} s", ms / 1000),
        ms => format!("{ms} ms"),
    });
    let nodes = limits.nodes.map(|nodes| format!("{nodes} nodes"));
    let memory = limits.memory.map(bytes);
    let all: Vec<String> = [time, nodes, memory].into_iter().flatten().collect();
    if all.is_empty() { "none".to_owned() } else { all.join(", ") }
}

/// Bytes in the largest unit that leaves a whole number, or in mebibytes.
fn bytes(bytes: u64) -> String {
    for (shift, unit) in [(30, "GiB"), (20, "MiB"), (10, "KiB")] {
        if bytes >= 1 << shift && bytes.is_multiple_of(1 << shift) {
            return format!("{} {unit}", bytes >> shift);
        }
    }
    format!("{:.1} MiB", bytes as f64 / f64::from(1 << 20))
}

/// From the first to the last run.
fn when(dataset: &Dataset) -> Option<String> {
    let starts = || dataset.trials.iter().filter_map(|trial| trial.run.as_ref()).map(|run| run.started_ms);
    let (first, last) = (minute(starts().min()?), minute(starts().max()?));
    Some(match (first == last, first.split_once(' ')?.0 == last.split_once(' ')?.0) {
        (true, _) => format!("{first} UTC"),
        (false, true) => format!("{first} to {} UTC", last.split_once(' ')?.1),
        (false, false) => format!("{first} to {last} UTC"),
    })
}

/// Milliseconds since 1970 as `2026-02-13 09:30`, by the calendar arithmetic of Howard Hinnant (2013).
fn minute(ms: i64) -> String {
    let minutes = ms.div_euclid(60_000);
    let (days, minutes) = (minutes.div_euclid(1440), minutes.rem_euclid(1440));
    let shifted = days.saturating_add(719_468);
    let (era, day_of_era) = (shifted.div_euclid(146_097), shifted.rem_euclid(146_097));
    let year_of_era = (day_of_era - day_of_era / 1460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let shifted_month = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * shifted_month + 2) / 5 + 1;
    let month = if shifted_month < 10 { shifted_month + 3 } else { shifted_month - 9 };
    let year = year_of_era + era * 400 + i64::from(month <= 2);
    format!("{year:04}-{month:02}-{day:02} {:02}:{:02}", minutes / 60, minutes % 60)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dataset::tests::sample;

    #[test]
    fn moments_are_dates() {
        assert_eq!(minute(0), "1970-01-01 00:00");
        assert_eq!(minute(1_700_000_000_000), "2023-11-14 22:13");
        assert_eq!(minute(1_709_164_800_000), "2024-02-29 00:00");
        assert_eq!(minute(-1), "1969-12-31 23:59");
    }

    #[test]
    fn limits_are_told_in_units() {
        let all = Limits { time_ms: Some(90_000), nodes: Some(5), memory: Some(3 << 20) };
        assert_eq!(limits(&all), "90 s, 5 nodes, 3 MiB");
        assert_eq!(limits(&Limits::default()), "none");
        assert_eq!(bytes(1_500_000), "1.4 MiB");
    }

    #[test]
    fn an_unfinished_experiment_says_so() {
        let mut dataset = sample();
        assert_eq!(size(&dataset), "2 contenders, 3 levels, 12 runs");
        dataset.trials[4].run = None;
        assert!(size(&dataset).contains("11 of 12 runs made so far"));
        assert_eq!(when(&dataset).as_deref(), Some("2023-11-14 22:13 UTC"));
        dataset.trials.clear();
        assert_eq!(when(&dataset), None);
    }
}
