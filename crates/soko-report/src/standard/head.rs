//! The head: what was planned, what was made of it, and under which conditions.
//!
//! Before any number there has to be said whether the numbers may be compared: an unfinished experiment, several machines,
//! or a machine with more to do than it has cores. The load is the system's average over the last minute when a run
//! began; our own runs are part of it, so it is *high* only above the number of cores.

use soko_lab::{
    Outcome,
    dataset::{HostInfo, RunInfo},
};

use super::{View, claims::contradictions};
use crate::{Cell, Findings, Table, numbers::percent};

/// So many contradictions are written out.
const SHOWN: usize = 5;

pub(super) fn write(findings: &mut Findings, view: &View<'_>) {
    if !view.dataset.about.trim().is_empty() {
        findings.text(view.dataset.about.trim());
    }
    if let Some(sentence) = view.dataset.supply.sentence() {
        findings.text(format!("**{sentence}** {}", view.dataset.supply.advice()));
    }
    for warning in warnings(view) {
        findings.text(format!("**Warning:** {warning}"));
    }
    findings.heading("Plan and conditions");
    findings.table(plan(view));
    findings.table(contenders(view));
}

fn plan(view: &View<'_>) -> Table {
    let dataset = view.dataset;
    let count = |counts: fn(&RunInfo) -> bool| view.grid.all().iter().filter(|run| counts(run)).count();
    let made = view.grid.all().len();
    let (levels, contenders, trials) = (dataset.levels.len(), dataset.contenders.len(), dataset.trials.len());
    let mut table = Table::new("plan", "What was planned and what was made of it", ["what", "value"]);
    let mut row = |what: &str, value: String, of_runs: bool| {
        let value = Cell::from(value);
        table.row([Cell::from(what), if of_runs { value.of(None, None) } else { value }]);
    };
    row("planned", format!("{trials} trials: {levels} levels, {contenders} contenders"), false);
    if let Some(sentence) = dataset.supply.sentence() {
        row("levels", sentence, false);
    }
    row("made", made.to_string(), true);
    row("missing", (trials - made).to_string(), false);
    row("crashed", count(|run| run.outcome == Outcome::Crashed).to_string(), true);
    if view.times {
        row("ended by the watchdog", count(|run| run.watchdog).to_string(), true);
    }
    if !dataset.started_by.is_empty() {
        row("command", dataset.started_by.clone(), false);
    }
    row("program", dataset.program.clone(), false);
    let limits = dataset.limits;
    row("time limit", or_none(limits.time_text()), false);
    row("node limit", or_none(limits.nodes_text()), false);
    row("memory limit", or_none(limits.memory_text()), false);
    if view.times {
        for host in &dataset.hosts {
            // A name is shown only where it tells machines apart.
            let several = dataset.hosts.len() > 1;
            let name = if several { format!("{}: ", host.name) } else { String::new() };
            row("host", format!("{name}{}", host.description), false);
        }
        row("load of the machine", load_range(view).unwrap_or_else(|| "unknown".to_owned()), true);
    }
    table
}

fn or_none(value: Option<String>) -> String {
    value.unwrap_or_else(|| "none".to_owned())
}

fn load_range(view: &View<'_>) -> Option<String> {
    let loads = || view.grid.all().iter().filter_map(|run| run.load);
    let (least, most) = (loads().min_by(f64::total_cmp)?, loads().max_by(f64::total_cmp)?);
    Some(format!("{least:.2} to {most:.2}"))
}

fn contenders(view: &View<'_>) -> Table {
    let columns = ["contender", "player", "preset", "settings", "threads"];
    let mut table = Table::new("contenders", "The contenders", columns);
    for (place, contender) in view.dataset.contenders.iter().enumerate() {
        table.row([
            Cell::from(&contender.name).of(Some(place), None),
            Cell::from(&contender.player),
            Cell::from(contender.preset.clone().unwrap_or_default()),
            Cell::from(contender.settings.join(" ")),
            Cell::from(contender.threads.to_string()),
        ]);
    }
    table
}

/// What a reader must know before comparing numbers.
fn warnings(view: &View<'_>) -> Vec<String> {
    let mut warnings = Vec::new();
    let (made, planned) = (view.grid.all().len(), view.dataset.trials.len());
    if made < planned {
        warnings.push(format!(
            "the experiment is not finished: {} of {planned} trials are missing. Contenders may have met different levels.",
            planned - made
        ));
    }
    let contradictions = contradictions(view);
    if !contradictions.is_empty() {
        let more = contradictions.len().saturating_sub(SHOWN);
        let more = if more > 0 { format!(" And {more} more.") } else { String::new() };
        let shown = &contradictions[..contradictions.len().min(SHOWN)];
        warnings.push(format!("these claims cannot all be true. {}{more}", shown.join(" ")));
    }
    if view.times {
        warnings.extend(several_hosts(view));
        warnings.extend(high_load(view));
    }
    warnings
}

fn several_hosts(view: &View<'_>) -> Option<String> {
    let names = &view.dataset.hosts;
    let used = |host: &usize| view.grid.all().iter().any(|run| run.host == *host);
    let hosts: Vec<&str> = (0..names.len()).filter(used).map(|host| names[host].name.as_str()).collect();
    let sentence =
        || format!("the runs were made on several hosts ({}); their seconds differ.", hosts.join(", "));
    (hosts.len() > 1).then(sentence)
}

fn high_load(view: &View<'_>) -> Option<String> {
    let cores: Vec<Option<f64>> = view.dataset.hosts.iter().map(cores).collect();
    let high = |run: &&&RunInfo| match (run.load, cores.get(run.host).copied().flatten()) {
        (Some(load), Some(cores)) => load > cores,
        _ => false,
    };
    let (crowded, made) = (view.grid.all().iter().filter(high).count(), view.grid.all().len());
    let share = percent(crowded as f64 / made.max(1) as f64);
    let sentence = || {
        format!(
            "when {crowded} of {made} runs began ({share} %), the load was above the number of cores; their seconds are too long."
        )
    };
    (crowded > 0).then(sentence)
}

/// The number before the word "core" or "cores" of a host's description.
fn cores(host: &HostInfo) -> Option<f64> {
    let words: Vec<&str> = host
        .description
        .split(|c: char| !c.is_alphanumeric() && c != '.')
        .filter(|word| !word.is_empty())
        .collect();
    words.windows(2).find(|pair| pair[1].starts_with("core"))?[0].parse().ok()
}

#[cfg(test)]
mod tests {
    use super::{
        super::tests::{markdown, report, table},
        *,
    };
    use crate::sample::sample;

    #[test]
    fn the_head_counts_what_is_missing_and_what_went_wrong() {
        let mut dataset = sample();
        dataset.about = "About **this**.".to_owned();
        assert!(!markdown(&dataset).contains("Warning"));
        dataset.trials[0].run = None;
        dataset.trials[1].run.as_mut().unwrap().outcome = Outcome::Crashed;
        dataset.trials[2].run.as_mut().unwrap().watchdog = true;
        let text = markdown(&dataset);
        assert!(
            text.contains("\n\nAbout **this**.\n\n**Warning:** the experiment is not finished: 1 of 12"),
            "{text}"
        );
        let findings = report(&dataset, true);
        let rows = table(&findings, "plan").rows();
        let value = |what: &str| rows.iter().find(|row| row[0].text == what).map(|row| row[1].text.as_str());
        assert_eq!(value("planned"), Some("12 trials: 3 levels, 2 contenders"));
        assert_eq!((value("made"), value("missing"), value("crashed")), (Some("11"), Some("1"), Some("1")));
        assert_eq!((value("ended by the watchdog"), value("time limit")), (Some("1"), Some("10 s")));
        assert_eq!((value("node limit"), value("memory limit")), (Some("none"), Some("1024 MiB")));
        assert_eq!((value("host"), value("load of the machine")), (Some("2 cores"), Some("0.50 to 0.50")));
    }

    #[test]
    fn a_busy_machine_and_a_second_one_are_told() {
        let mut dataset = sample();
        dataset.trials[3].run.as_mut().unwrap().load = Some(2.5);
        assert!(
            markdown(&dataset)
                .contains("when 1 of 12 runs began (8.3 %), the load was above the number of cores")
        );
        dataset.hosts.push(HostInfo { name: "there".to_owned(), description: "unknown".to_owned() });
        assert!(!markdown(&dataset).contains("several hosts"));
        dataset.trials[3].run.as_mut().unwrap().host = 1;
        let text = markdown(&dataset);
        assert!(text.contains("several hosts (here, there)") && !text.contains("above the number"), "{text}");
    }

    #[test]
    fn cores_are_read_from_the_description() {
        let cores = |text: &str| cores(&HostInfo { name: String::new(), description: text.to_owned() });
        assert_eq!(cores("Some Processor 9, 16 cores, Linux 6.1"), Some(16.0));
        assert_eq!((cores("1 core"), cores("cores"), cores("many cores")), (Some(1.0), None, None));
    }
}
