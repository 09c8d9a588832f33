//! Repeated runs: what chance does to a contender.
//!
//! For contenders with several runs of a level: the share of solved runs, the interquartile means of what solved runs
//! took ([`InterquartileMean`]), both with intervals by a bootstrap that draws runs within their level, and the five
//! numbers of the seconds ([`FiveNumbers`]). Levels stay as they are: the intervals speak of other seeds, not of other
//! levels. Solved runs alone are looked at, since a run that was stopped has no length and no honest time; the share of
//! solved runs stands beside it.

use soko_lab::dataset::RunInfo;

use super::{
    View,
    record::{Record, table},
};
use crate::{
    Cell, Findings,
    numbers::{optional, or_dash, percent, range},
    stats::{Estimate, FiveNumbers, InterquartileMean, Interval, bootstrap, sorted},
};

pub(super) fn write(findings: &mut Findings, view: &View<'_>) {
    let repeated = || (0..view.dataset.contenders.len()).filter(|contender| view.grid.repeated(*contender));
    let rows = repeated().map(|contender| row(view, contender)).collect();
    let Some(means) = table("repeated", "Repeated runs", rows) else { return };
    findings.heading("Repeated runs");
    findings.text(
        "Contenders with several runs of a level. IQM is the interquartile mean, the mean of the middle half, over solved \
         runs of all levels. Intervals are 95 %, by a bootstrap that draws runs within their level: they tell what other \
         seeds or repetitions on the same levels might have given.",
    );
    findings.table(means);
    if view.times {
        let rows = repeated().map(|contender| five_numbers(view, contender)).collect();
        if let Some(table) = table("repeated-seconds", "Seconds of solved runs in five numbers", rows) {
            findings.table(table);
        }
    }
}

fn row(view: &View<'_>, contender: usize) -> Record {
    let runs = view.grid.of_contender(contender);
    let solved: Vec<&RunInfo> = runs.iter().copied().filter(|run| run.solved()).collect();
    let spots = view.grid.spots(contender);
    let (made_by_level, solved_by_level): (Vec<usize>, Vec<usize>) =
        spots.iter().map(|spot| (spot.made, spot.solved)).unzip();
    let share = solved.len() as f64 / runs.len() as f64;
    let seconds = solved.iter().map(|run| run.wall).collect();
    let nodes = solved.iter().map(|run| run.statistics.expanded as f64).collect();
    let pushes = solved.iter().filter_map(|run| Some(f64::from(run.lengths?.0))).collect();
    let [seconds, nodes, pushes] = interquartile_means([seconds, nodes, pushes], &solved_by_level, view.seed);

    let mut record = Record::default();
    record.put("contender", Cell::from(&view.dataset.contenders[contender].name));
    record.put("runs", runs.len().to_string());
    record.put("solved %", percent(share));
    record.put("solved % 95 %", range(solved_share(runs, &made_by_level, view.seed), percent));
    if view.times {
        record.put_estimate("IQM s", seconds);
    }
    record.put_estimate("IQM nodes", nodes);
    record.put_estimate("IQM pushes", pushes);
    record.of_contender(contender, 0)
}

fn solved_share(runs: &[&RunInfo], strata: &[usize], seed: u64) -> Option<Interval> {
    let solved: Vec<bool> = runs.iter().map(|run| run.solved()).collect();
    let [interval] = bootstrap(strata, seed, |counts| {
        let drawn: u32 = counts.iter().zip(&solved).map(|(count, solved)| count * u32::from(*solved)).sum();
        [f64::from(drawn) / solved.len() as f64]
    });
    interval
}

/// The interquartile means of three quantities of the same runs.
fn interquartile_means(quantities: [Vec<f64>; 3], strata: &[usize], seed: u64) -> [Option<Estimate>; 3] {
    let means = quantities.map(|values| InterquartileMean::new(&values));
    let of = |counts: &[u32]| means.each_ref().map(|mean| mean.of(counts).unwrap_or(f64::NAN));
    let values = of(&vec![1; strata.iter().sum()]);
    let intervals = bootstrap(strata, seed, of);
    std::array::from_fn(|i| Some(Estimate { value: values[i], interval: intervals[i]? }))
}

fn five_numbers(view: &View<'_>, contender: usize) -> Record {
    let solved = view.grid.of_contender(contender).iter().filter(|run| run.solved());
    let five = FiveNumbers::of(&sorted(solved.map(|run| run.wall)));
    let value = |pick: fn(&FiveNumbers) -> f64| optional(five.as_ref().map(pick));
    let mut record = Record::default();
    record.put("contender", Cell::from(&view.dataset.contenders[contender].name));
    record.put("least", value(|five| five.least));
    record.put("lower quartile", value(|five| five.lower));
    record.put("median", value(|five| five.median));
    record.put("upper quartile", value(|five| five.upper));
    record.put("greatest", value(|five| five.greatest));
    record.put("outliers", or_dash(five.as_ref().map(|five| five.outliers.len())));
    record.of_contender(contender, 0)
}

#[cfg(test)]
mod tests {
    use crate::{
        sample::sample,
        standard::tests::{report, shown},
    };

    #[test]
    fn repeated_runs_have_their_section_only_if_there_are_any() {
        let mut dataset = sample();
        let findings = report(&dataset, true);
        // The middle two to four of 0.11, 0.12, 0.21, 0.22, 0.31 and 0.32.
        assert_eq!(shown(&findings, "repeated", "quick", "IQM s"), "0.2150");
        assert_eq!(shown(&findings, "repeated", "slow", "solved % 95 %"), "66.7 to 66.7");
        assert_eq!(shown(&findings, "repeated-seconds", "quick", "greatest"), "0.3200");
        dataset.trials.retain(|trial| trial.seed == 1);
        assert!(report(&dataset, true).tables().all(|table| table.id != "repeated"));
    }
}
