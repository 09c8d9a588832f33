//! The Brno score by the size of the state space (Petr Žlebek 2021; formula in [`score`]).
//!
//! `50 · l_opt/l + 50 · t_min/t` with the median pushes `l`, the mean seconds `t` of all repetitions and the fastest single
//! solved run `t_min` of any contender on the level. The optimum `l_opt` is the one of the level's file, else one that
//! a run proved, else the best found; a solution that undercuts a claim takes its place. An unsolved level scores 0, a
//! level that a contender did not meet does not count.
//!
//! Because `t_min` belongs to the fastest contender, scores move when a contender is added: they rank within one
//! experiment and cannot be compared between two. As a mean is at the mercy of one interrupted run, there is a second table
//! with the median in place of it.

use crate::{Cell, Dataset, Findings, Table, score, stats::mean};

use super::{
    View,
    figures::optional,
    grid::{Grid, Spot, proven_pushes},
};

/// Classes by the decimal logarithm of the number of states: name, from, below.
const CLASSES: [(&str, f64, f64); 4] = [
    ("all", f64::NEG_INFINITY, f64::INFINITY),
    ("below 1e5", f64::NEG_INFINITY, 5.0),
    ("1e5 to 1e6", 5.0, 6.0),
    ("from 1e6", 6.0, f64::INFINITY),
];

/// Scores by contender and level; `None` where nothing was run.
pub(super) struct Scores {
    /// With the mean of the seconds, as published.
    pub(super) by_mean: Vec<Vec<Option<f64>>>,
    /// With their median.
    by_median: Vec<Vec<Option<f64>>>,
}

impl Scores {
    pub(super) fn new(dataset: &Dataset, grid: &Grid<'_>) -> Self {
        let marks: Vec<Option<Mark>> =
            (0..dataset.levels.len()).map(|level| mark(dataset, grid, level)).collect();
        let all = |seconds: fn(&Spot) -> f64| {
            let one = |(spot, mark): (&Spot, &Option<Mark>)| score_of(spot, mark.as_ref(), seconds);
            let contender = |c: usize| grid.spots(c).iter().zip(&marks).map(one).collect();
            (0..dataset.contenders.len()).map(contender).collect()
        };
        Self { by_mean: all(|spot| spot.mean_seconds), by_median: all(|spot| spot.median_seconds) }
    }
}

/// What the contenders of a level are measured by.
struct Mark {
    optimum: u32,
    fastest: f64,
}

/// Nothing if nobody solved the level.
fn mark(dataset: &Dataset, grid: &Grid<'_>, level: usize) -> Option<Mark> {
    let solved = || {
        (0..dataset.contenders.len())
            .flat_map(|contender| grid.runs(contender, level))
            .filter_map(|run| Some((run.lengths?.0, *run)))
    };
    let best = solved().map(|(pushes, _)| pushes).min()?;
    let proven = solved().filter(|(_, run)| proven_pushes(run)).map(|(pushes, _)| pushes).min();
    Some(Mark {
        optimum: dataset.levels[level].optimum.or(proven).map_or(best, |claim| claim.min(best)),
        fastest: solved().map(|(_, run)| run.wall).min_by(f64::total_cmp)?,
    })
}

fn score_of(spot: &Spot, mark: Option<&Mark>, seconds: fn(&Spot) -> f64) -> Option<f64> {
    let points = |mark: &Mark| Some(score(mark.optimum, spot.pushes?, mark.fastest, seconds(spot)));
    (spot.made > 0).then(|| mark.and_then(points).unwrap_or(0.0))
}

pub(super) fn write(findings: &mut Findings, view: &View<'_>) {
    let Some(scores) = &view.scores else { return };
    findings.heading("Score by size of the state space");
    findings.text(
        "The Brno score of a level is 50 · l_opt / l + 50 · t_min / t, with the median pushes l, the mean seconds t of all \
         repetitions and the fastest single run t_min of any contender; unsolved is 0. Shown are means over the levels of a \
         class; sizes are the numbers of states as the thesis counts them. Scores depend on who takes part.",
    );
    findings.table(by_size(view, "scores", "Mean score", &scores.by_mean));
    let caption = "The same with the median of the seconds in place of their mean";
    findings.table(by_size(view, "scores-median", caption, &scores.by_median));
}

fn by_size(view: &View<'_>, id: &str, caption: &str, scores: &[Vec<Option<f64>>]) -> Table {
    let levels = &view.dataset.levels;
    let within = |(_, from, below): (&str, f64, f64), level: usize| {
        (from..below).contains(&levels[level].log10_states)
    };
    let columns = std::iter::once("contender".to_owned()).chain(CLASSES.map(|class| {
        let count = (0..levels.len()).filter(|level| within(class, *level)).count();
        format!("{} (n = {count})", class.0)
    }));
    let mut table = Table::new(id, caption, columns);
    for (contender, scores) in scores.iter().enumerate() {
        let of_class = |class| {
            let those = scores.iter().enumerate().filter(|(level, _)| within(class, *level));
            Cell::from(optional(mean(those.filter_map(|(_, score)| *score)))).of(Some(contender), None)
        };
        let name = Cell::from(&view.dataset.contenders[contender].name).of(Some(contender), None);
        table.row(std::iter::once(name).chain(CLASSES.map(of_class)));
    }
    table
}

#[cfg(test)]
mod tests {
    use crate::{
        Dataset,
        dataset::tests::sample,
        report::tests::{report, shown},
    };

    #[test]
    fn scores_are_means_over_the_levels_of_a_class() {
        let findings = report(&sample(), true);
        // Below 1e5 lies level 1 alone: 10 of 12 pushes, 0.11 of 0.415 seconds; of the median, 0.41.
        let column = "below 1e5 (n = 1)";
        assert_eq!(shown(&findings, "scores", "slow", column), "54.92");
        assert_eq!(shown(&findings, "scores-median", "slow", column), "55.08");
        assert_eq!(shown(&findings, "scores", "slow", "from 1e6 (n = 1)"), "0.000");
        assert_eq!(shown(&findings, "scores-median", "quick", "all (n = 3)"), "100.0");
        assert_eq!(
            shown(&findings, "overview", "quick", "score"),
            shown(&findings, "scores", "quick", "all (n = 3)")
        );
    }

    #[test]
    fn an_optimum_is_taken_from_the_file_else_a_proof_else_the_best_found() {
        let score =
            |dataset: &Dataset| shown(&report(dataset, true), "scores-median", "slow", "below 1e5 (n = 1)");
        let mut dataset = sample();
        dataset.levels[0].optimum = Some(6);
        // 50 · 6/12 + 50 · 0.11/0.41
        assert_eq!(score(&dataset), "38.41");
        dataset.levels[0].optimum = None;
        assert_eq!(score(&dataset), "55.08");
        for trial in dataset.trials.iter_mut().filter(|trial| trial.contender == 0) {
            let run = trial.run.as_mut().unwrap();
            (run.optimal, run.lengths) = (None, Some((14, 40)));
        }
        assert_eq!(score(&dataset), "63.41");
    }
}
