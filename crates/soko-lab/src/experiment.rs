//! The experiments by name. Reading the list is reading what can be reproduced.

mod brno_1;
mod brno_2;
mod brno_3;
mod queensland;

use crate::{Bench, Contender, Findings, LabError, Sample};

/// A published experiment that can be made again.
#[derive(Clone, Copy, Debug)]
pub struct Experiment {
    /// Name on the command line and of the files.
    pub id: &'static str,
    /// One line.
    pub summary: &'static str,
    /// Whose experiment it is.
    pub source: &'static str,
    /// Which level files of others it reads, below the level folder.
    pub reads: Option<&'static str>,
    run: fn(&mut Bench<'_>) -> Result<Findings, LabError>,
}

impl Experiment {
    /// Makes it.
    ///
    /// # Errors
    /// Levels are missing, or it was stopped.
    pub fn run(&self, bench: &mut Bench<'_>) -> Result<Findings, LabError> {
        (self.run)(bench)
    }
}

/// All experiments.
pub const EXPERIMENTS: &[Experiment] =
    &[brno_1::EXPERIMENT, brno_2::EXPERIMENT, brno_3::EXPERIMENT, queensland::EXPERIMENT];

/// The experiment of that name.
pub fn find(id: &str) -> Option<&'static Experiment> {
    EXPERIMENTS.iter().find(|experiment| experiment.id == id)
}

/// The thesis.
const BRNO: &str = "Petr Žlebek, master's thesis, Brno University of Technology 2021";

/// The six players of the thesis, and its hybrid tree search once more with its own parameters.
///
/// What its uniform-cost search adds up is not said. In experiment 1 its lengths are the fewest pushes, on levels 30, 37 and
/// 39 fewer than any solution with the fewest moves has; in experiment 2 they exceed the fewest pushes on six levels. So it is
/// asked for moves here, and for pushes in experiment 1.
const BRNO_PLAYERS: [Contender; 7] = [
    Contender::of("bfs"),
    Contender::of("dfs"),
    Contender::of("ucs").with(&["metric=moves"]),
    Contender::of("greedy"),
    Contender::of("astar").with(&["metric=pushes"]),
    Contender::of("mcts").random(),
    Contender::of("mcts").preset("mcts (brno)", "brno").random(),
];

/// Which settings stand behind the columns, as a paragraph.
fn legend(contenders: &[Contender]) -> String {
    let items: Vec<_> = contenders.iter().map(|c| format!("{} is `{}`", c.name, c.arguments())).collect();
    format!("Columns: {}.", items.join("; "))
}

/// Remarks about contenders that did not play.
fn remark_absent(findings: &mut Findings, contenders: &[Contender]) {
    for remark in Bench::absent(contenders) {
        findings.text(remark);
    }
}

/// Median pushes for a table: empty if nobody played, a dash if most runs found nothing.
fn pushes_cell(sample: &Sample) -> String {
    if sample.runs.is_empty() { String::new() } else { number_cell(sample.pushes()) }
}

/// A number, or a dash.
fn number_cell(number: Option<u32>) -> String {
    number.map_or_else(|| "–".to_owned(), |number| number.to_string())
}

/// Seconds as milliseconds with three places; empty if nobody played.
fn milliseconds_cell(seconds: Option<f64>) -> String {
    seconds.map_or_else(String::new, |seconds| format!("{:.3}", seconds * 1e3))
}

/// Mean of the values there are.
fn mean(values: impl Iterator<Item = f64>) -> Option<f64> {
    let (count, sum) = values.fold((0_u32, 0.0), |(count, sum), value| (count + 1, sum + value));
    (count > 0).then(|| sum / f64::from(count))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_found_and_unique() {
        for (i, experiment) in EXPERIMENTS.iter().enumerate() {
            assert!(EXPERIMENTS[..i].iter().all(|other| other.id != experiment.id));
            assert_eq!(find(experiment.id).map(|e| e.summary), Some(experiment.summary));
        }
        assert!(find("brno-9").is_none());
    }

    #[test]
    fn cells_tell_absence_from_failure() {
        assert_eq!(pushes_cell(&Sample::default()), "");
        assert_eq!((number_cell(None), number_cell(Some(7))), ("–".to_owned(), "7".to_owned()));
        assert_eq!(
            (milliseconds_cell(Some(0.012_345_6)), milliseconds_cell(None)),
            ("12.346".to_owned(), String::new())
        );
        assert_eq!((mean([].into_iter()), mean([1.0, 2.0].into_iter())), (None, Some(1.5)));
    }
}
