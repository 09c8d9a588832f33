//! What is plotted: seconds or nodes, of a run or of all runs of a contender on a level.
//!
//! Of several runs it is the median in the tables ([`Spot`]): a level that most runs did not solve has none.

use soko_lab::{Dataset, dataset::RunInfo};

use crate::{grid::Spot, numbers::grouped};

/// What is plotted of a run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Measure {
    /// Wall-clock seconds.
    Seconds,
    /// Positions expanded.
    Nodes,
}

impl Measure {
    /// Both.
    pub(super) const ALL: [Self; 2] = [Self::Seconds, Self::Nodes];

    /// Its name in the name of a figure.
    pub(super) const fn id(self) -> &'static str {
        match self {
            Self::Seconds => "seconds",
            Self::Nodes => "nodes",
        }
    }

    /// What an axis calls it.
    pub(super) const fn label(self) -> &'static str {
        match self {
            Self::Seconds => "seconds",
            Self::Nodes => "positions expanded",
        }
    }

    /// The same at the beginning of a sentence.
    pub(super) const fn title(self) -> &'static str {
        match self {
            Self::Seconds => "Seconds",
            Self::Nodes => "Positions expanded",
        }
    }

    /// The value of a run.
    pub(super) fn of_run(self, run: &RunInfo) -> f64 {
        self.shown(match self {
            Self::Seconds => run.wall,
            Self::Nodes => run.statistics.expanded as f64,
        })
    }

    /// The value of a contender on a level, if it is solved.
    pub(super) fn of_spot(self, spot: &Spot) -> Option<f64> {
        let value = match self {
            Self::Seconds => spot.median_seconds,
            Self::Nodes => spot.nodes? as f64,
        };
        spot.pushes.is_some().then(|| self.shown(value))
    }

    /// A value within what a logarithmic axis can show: from a microsecond or a node to 10¹⁵.
    const fn shown(self, value: f64) -> f64 {
        let least = match self {
            Self::Seconds => 1e-6,
            Self::Nodes => 1.0,
        };
        if value.is_nan() { least } else { value.clamp(least, 1e15) }
    }

    /// Where runs are cut off.
    pub(super) fn limit(self, dataset: &Dataset) -> Option<f64> {
        match self {
            Self::Seconds => dataset.limits.time_ms.map(|ms| ms as f64 / 1000.0),
            Self::Nodes => dataset.limits.nodes.map(|nodes| nodes as f64),
        }
    }

    /// The value in words: seconds to the microsecond, nodes to the last.
    pub(super) fn words(self, value: f64) -> String {
        match self {
            Self::Seconds => {
                let text = format!("{value:.6}");
                format!("{} s", text.trim_end_matches('0').trim_end_matches('.'))
            }
            Self::Nodes => format!("{} nodes", grouped(value as u64)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{grid::Grid, sample::sample};

    #[test]
    fn a_level_has_a_value_if_most_runs_solved_it() {
        let dataset = sample();
        let grid = Grid::new(&dataset, true);
        let values = |measure: Measure| {
            [(0, 0), (1, 2)].map(|(contender, level)| measure.of_spot(&grid.spots(contender)[level]))
        };
        assert_eq!(values(Measure::Seconds), [Some(0.11), None]);
        assert_eq!(values(Measure::Nodes), [Some(1000.0), None]);
    }

    #[test]
    fn a_drawing_has_the_seconds_of_the_table_where_a_run_failed() {
        let mut dataset = sample();
        let run = dataset.trials[0].run.as_mut().unwrap();
        (run.outcome, run.lengths, run.wall) = (soko_lab::Outcome::MemoryLimit, None, 0.05);
        let spot = Grid::new(&dataset, true).spots(0)[0];
        assert_eq!((spot.solved, spot.made), (1, 2));
        assert_eq!(Measure::Seconds.of_spot(&spot), Some(spot.median_seconds));
    }

    #[test]
    fn values_stay_on_the_axis() {
        let model = sample().trials[0].run.unwrap();
        let seconds = |wall| Some(Measure::Seconds.of_run(&RunInfo { wall, ..model }));
        assert_eq!((seconds(f64::NAN), seconds(-1.0)), (Some(1e-6), Some(1e-6)));
        assert_eq!((seconds(0.25), seconds(f64::INFINITY)), (Some(0.25), Some(1e15)));
    }

    #[test]
    fn words_are_exact() {
        assert_eq!(Measure::Seconds.words(0.25), "0.25 s");
        assert_eq!(Measure::Seconds.words(10.0), "10 s");
        assert_eq!(Measure::Nodes.words(1_234_567.0), "1,234,567 nodes");
    }
}
