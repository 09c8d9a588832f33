//! The overview: one row per contender.
//!
//! The share of solved trials comes with its interval ([`wilson`]), and the failures are counted by what ended them, since a
//! player that runs out of memory and one that runs out of time want different cures. Seconds of solved runs alone flatter
//! a contender that solves only easy levels; PAR-2 ([`penalized_average`]) and the score are there to compare all.

use soko_lab::{Outcome, dataset::RunInfo};

use super::{
    View,
    record::{Record, table},
};
use crate::{
    Cell, Findings,
    grid::cut_off,
    numbers::{optional, or_dash, percent, range},
    stats::{mean, median, penalized_average, sorted, wilson},
};

pub(super) fn write(findings: &mut Findings, view: &View<'_>) {
    findings.heading("Overview");
    let timed = "Trials made, and how they ended. The interval is Wilson's, 95 %. PAR-2 is the mean of the seconds, where a \
                 trial without an answer counts twice the time limit and a proof that there is no solution is an answer. \
                 Median and mean seconds are of solved trials alone. The score is explained below.";
    let untimed = "Trials made, and how they ended. The interval is Wilson's, 95 %. Nodes are those of runs that ended by \
                   themselves, not by the clock.";
    findings.text(if view.times { timed } else { untimed });
    if (0..view.dataset.contenders.len()).any(|contender| view.grid.repeated(contender)) {
        findings.text(
            "Each repeated run of a level counts as a trial of its own here, which makes the interval narrower than a \
             statement about other levels deserves.",
        );
    }
    let rows = (0..view.dataset.contenders.len()).map(|contender| row(view, contender)).collect();
    if let Some(table) = table("overview", "Overview", rows) {
        findings.table(table);
    }
}

/// The outcomes beside solved that occurred at all.
fn others(view: &View<'_>) -> impl Iterator<Item = Outcome> {
    let occurred = |outcome: Outcome| view.grid.all().iter().any(|run| run.outcome == outcome);
    Outcome::ALL.into_iter().filter(move |&outcome| outcome != Outcome::Solved && occurred(outcome))
}

fn row(view: &View<'_>, contender: usize) -> Record {
    let runs = view.grid.of_contender(contender);
    let solved = runs.iter().filter(|run| run.solved()).count();
    let proven = runs.iter().filter(|run| run.solved() && run.optimal.is_some()).count();
    let share = (!runs.is_empty()).then(|| solved as f64 / runs.len() as f64);
    let mut record = Record::default();
    record.put("contender", Cell::from(&view.dataset.contenders[contender].name));
    record.put("trials", runs.len().to_string());
    record.put("solved", solved.to_string());
    record.put("solved %", or_dash(share.map(percent)));
    record.put("solved % 95 %", range(wilson(solved, runs.len()), percent));
    record.put("proven optimal", proven.to_string());
    for outcome in others(view) {
        let count = runs.iter().filter(|run| run.outcome == outcome).count();
        record.put(outcome.id().replace('-', " "), count.to_string());
    }
    if view.times {
        put_times(&mut record, view, runs);
    }
    let counted = runs.iter().filter(|run| view.times || !cut_off(run));
    record.put("nodes expanded", counted.map(|run| run.statistics.expanded).sum::<u64>().to_string());
    if let Some(scores) = &view.scores {
        record.put("score", optional(scores.by_mean.mean(contender)));
    }
    record.of_contender(contender, 0)
}

fn put_times(record: &mut Record, view: &View<'_>, runs: &[&RunInfo]) {
    if let Some(limit) = view.dataset.limits.time_ms {
        let answered = |run: &RunInfo| run.solved() || run.outcome == Outcome::Unsolvable;
        let seconds = runs.iter().map(|run| answered(run).then_some(run.wall));
        record.put("PAR-2 s", optional(penalized_average(2.0, limit as f64 / 1e3, seconds)));
    }
    let solved = sorted(runs.iter().filter(|run| run.solved()).map(|run| run.wall));
    record.put("median s", optional(median(&solved)));
    record.put("mean s", optional(mean(solved.iter().copied())));
    let cpu = runs.iter().filter_map(|run| run.cpu).reduce(|sum, seconds| sum + seconds);
    record.put("CPU s in all", optional(cpu));
}

#[cfg(test)]
mod tests {
    use super::super::tests::{expect, report};
    use crate::sample::sample;

    #[test]
    fn the_overview_counts_every_contender() {
        let findings = report(&sample(), true);
        let quick = [("trials", "6"), ("solved", "6"), ("proven optimal", "6")];
        expect(&findings, "overview", "quick", &quick);
        expect(&findings, "overview", "quick", &[("CPU s in all", "1.200"), ("nodes expanded", "12000")]);
        let slow =
            [("solved", "4"), ("solved %", "66.7"), ("time limit", "2"), ("solved % 95 %", "30.0 to 90.3")];
        expect(&findings, "overview", "slow", &slow);
        // Four solved runs of 0.41, 0.42, 0.81 and 0.82 seconds, and two that count 20.
        let times = [("PAR-2 s", "7.077"), ("median s", "0.6150"), ("mean s", "0.6150")];
        expect(&findings, "overview", "slow", &times);
    }
}
