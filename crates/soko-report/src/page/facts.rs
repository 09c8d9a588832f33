//! What the head of the page says: when, with what, where and within which limits.

use soko_lab::{Dataset, utc};

use crate::markup::escaped;

/// The facts as pairs of name and HTML.
pub(super) fn facts(dataset: &Dataset) -> Vec<(&'static str, String)> {
    let mut facts = vec![("Experiment", format!("<code>{}</code>", escaped(&dataset.name)))];
    facts.push(("Size", size(dataset)));
    if let Some(sentence) = dataset.supply.sentence() {
        facts.push(("Levels", format!("<strong>{}</strong>", escaped(&sentence))));
    }
    facts.push(("Limits per run", dataset.limits.text().unwrap_or_else(|| "none".to_owned())));
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

/// From the first to the last run.
fn when(dataset: &Dataset) -> Option<String> {
    let starts = || dataset.trials.iter().filter_map(|trial| trial.run.as_ref()).map(|run| run.started_ms);
    let (first, last) = (day_and_minute(starts().min()?), day_and_minute(starts().max()?));
    let end = match (first == last, first.0 == last.0) {
        (true, _) => String::new(),
        (false, true) => format!(" to {}", last.1),
        (false, false) => format!(" to {} {}", last.0, last.1),
    };
    Some(format!("{} {}{end} UTC", first.0, first.1))
}

/// Day and minute in universal time, `2023-11-14` and `22:13`.
fn day_and_minute(milliseconds: i64) -> (String, String) {
    let moment = utc(milliseconds);
    let (day, time) = moment.split_once('T').unwrap_or_default();
    (day.to_owned(), time.chars().take(5).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sample::sample;

    #[test]
    fn an_unfinished_experiment_says_so() {
        let mut dataset = sample();
        assert_eq!(size(&dataset), "2 contenders, 3 levels, 12 runs");
        dataset.trials[4].run = None;
        assert!(size(&dataset).contains("11 of 12 runs made so far"));
        assert_eq!(when(&dataset).as_deref(), Some("2023-11-14 22:13 UTC"));
        let mut begin = |minutes: i64| {
            dataset.trials[0].run.as_mut().unwrap().started_ms -= minutes * 60_000;
            when(&dataset).unwrap()
        };
        assert_eq!(begin(3), "2023-11-14 22:10 to 22:13 UTC");
        assert_eq!(begin(24 * 60), "2023-11-13 22:10 to 2023-11-14 22:13 UTC");
        dataset.trials.clear();
        assert_eq!(when(&dataset), None);
    }
}
