//! What a contender did on a level, in one number.
//!
//! The number is the median over the runs, where a run without a solution counts as longer than any: if most runs fail, so
//! does the median. Of an even number it is the lower one of the middle two, as in [`Sample`](crate::Sample).

use super::scale::grouped;
use crate::{
    Dataset,
    dataset::{RunInfo, Trial},
};

/// What is plotted of a run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Measure {
    /// Wall-clock seconds.
    Seconds,
    /// Positions expanded.
    Nodes,
}

impl Measure {
    /// Both.
    pub const ALL: [Self; 2] = [Self::Seconds, Self::Nodes];

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

    /// The value of a run within what a logarithmic axis can show: from a microsecond or a node to 10¹⁵.
    pub(super) fn of(self, run: &RunInfo) -> f64 {
        match self {
            Self::Seconds if run.wall.is_nan() => 1e-6,
            Self::Seconds => run.wall.clamp(1e-6, 1e15),
            Self::Nodes => (run.statistics.expanded as f64).clamp(1.0, 1e15),
        }
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

/// A contender on a level.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Median {
    /// Runs made.
    pub(super) runs: usize,
    /// Runs with a solution.
    pub(super) solved: usize,
    /// The median, unless most runs failed.
    pub(super) value: Option<f64>,
}

/// All contenders on all levels.
pub(super) struct Medians {
    contenders: usize,
    cells: Vec<Option<Median>>,
}

impl Medians {
    /// Of what a dataset holds. What was not run has none.
    pub(super) fn of(dataset: &Dataset, measure: Measure) -> Self {
        let contenders = dataset.contenders.len();
        let mut cells = vec![None; contenders * dataset.levels.len()];
        let mut values = Vec::new();
        for (&(level, contender), runs) in grouped_runs(dataset).chunk_by(|a, b| a.0 == b.0).filter_map(split)
        {
            values.clear();
            values.extend(
                runs.iter().map(|(_, run)| if run.solved() { measure.of(run) } else { f64::INFINITY }),
            );
            values.sort_unstable_by(f64::total_cmp);
            if let Some(cell) = cells.get_mut(level * contenders + contender) {
                *cell = Some(Median {
                    runs: values.len(),
                    solved: values.iter().filter(|value| value.is_finite()).count(),
                    value: values.get((values.len() - 1) / 2).copied().filter(|value| value.is_finite()),
                });
            }
        }
        Self { contenders, cells }
    }

    /// A contender on a level.
    pub(super) fn get(&self, level: usize, contender: usize) -> Option<Median> {
        self.cells.get(level * self.contenders + contender).copied().flatten()
    }
}

type Keyed<'a> = ((usize, usize), &'a RunInfo);

/// A chunk of runs with the key they share.
fn split<'a, 'b>(chunk: &'a [Keyed<'b>]) -> Option<(&'a (usize, usize), &'a [Keyed<'b>])> {
    Some((&chunk.first()?.0, chunk))
}

/// The runs by level and contender.
fn grouped_runs(dataset: &Dataset) -> Vec<Keyed<'_>> {
    let key = |trial: &Trial| (trial.level, trial.contender);
    let mut runs: Vec<_> =
        dataset.trials.iter().filter_map(|trial| Some((key(trial), trial.run.as_ref()?))).collect();
    runs.sort_by_key(|&(key, _)| key);
    runs
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dataset::tests::sample;

    #[test]
    fn a_level_is_solved_if_most_runs_are() {
        let mut dataset = sample();
        let medians = Medians::of(&dataset, Measure::Seconds);
        assert_eq!(medians.get(0, 0), Some(Median { runs: 2, solved: 2, value: Some(0.11) }));
        assert_eq!(medians.get(2, 1), Some(Median { runs: 2, solved: 0, value: None }));
        assert_eq!(medians.get(3, 0), None);
        dataset.trials.iter_mut().filter(|trial| trial.level == 0).for_each(|trial| trial.run = None);
        assert_eq!(Medians::of(&dataset, Measure::Nodes).get(0, 0), None);
    }

    #[test]
    fn words_are_exact() {
        assert_eq!(Measure::Seconds.words(0.25), "0.25 s");
        assert_eq!(Measure::Seconds.words(10.0), "10 s");
        assert_eq!(Measure::Nodes.words(1_234_567.0), "1,234,567 nodes");
    }
}
