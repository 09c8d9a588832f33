//! The bench: limits and folders of an experiment, and the one place where its players run.
//!
//! Runs go one after another on one thread, each with a fresh player, so that a time is a time. Seeds are 1, 2, 3 …
//! A player without chance runs once for its length; if its time is asked for, as often as the others.

use std::{path::PathBuf, time::Duration};

use soko_core::Level;
use soko_solver::{Budget, Control, Silent, run};

use crate::{Contender, LabError, Run, Sample};

/// Under which conditions an experiment is made.
pub struct Bench<'a> {
    /// The folder with the collections of others.
    pub levels: Option<PathBuf>,
    /// Time for each run.
    pub time: Option<Duration>,
    /// Bytes for each run.
    pub memory: Option<u64>,
    /// How many runs make a sample.
    pub runs: u64,
    /// Stops the experiment from outside.
    pub control: Control,
    /// Hears what is going on.
    pub progress: &'a mut dyn FnMut(&str),
}

/// How often a player plays a level.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Repeat {
    /// As often as chance makes it worthwhile: a player without chance once.
    ForLength,
    /// Always the full sample, for a mean time.
    ForTime,
}

impl Bench<'_> {
    /// The folder with the collections of others.
    ///
    /// # Errors
    /// It was not named; `experiment` says who needs it.
    pub fn shared(&self, experiment: &'static str) -> Result<PathBuf, LabError> {
        self.levels.clone().ok_or(LabError::NoLevels(experiment))
    }

    /// One player on one level. A player that this build does not have gives an empty sample.
    ///
    /// # Errors
    /// Stopped by hand.
    pub(crate) fn sample(
        &mut self,
        contender: &Contender,
        level: &Level,
        repeat: Repeat,
    ) -> Result<Sample, LabError> {
        let runs = if contender.random || repeat == Repeat::ForTime { self.runs.max(1) } else { 1 };
        let mut sample = Sample::default();
        for seed in 1..=runs {
            let Ok(mut player) = contender.build() else { break };
            let budget =
                Budget { time: self.time, nodes: None, memory: self.memory, control: self.control.clone() };
            let report = run(&mut *player, level, budget, seed, 1, &mut Silent);
            if self.control.is_stopped() {
                return Err(LabError::Stopped);
            }
            let failed = report.solution.is_none();
            sample.runs.push(Run::from(&report));
            // Without chance the next run fails in the same way and takes as long.
            if failed && !contender.random {
                break;
            }
        }
        Ok(sample)
    }

    /// Why some of these contenders stay away, as remarks.
    pub(crate) fn absent(contenders: &[Contender]) -> Vec<String> {
        let reason = |contender: &Contender| {
            contender.build().err().map(|why| format!("`{}` did not play: {why}.", contender.name))
        };
        contenders.iter().filter_map(reason).collect()
    }

    /// The limits in words, for the head of a document.
    pub(crate) fn conditions(&self) -> String {
        let time = self.time.map_or_else(
            || "no time limit".to_owned(),
            |time| format!("at most {} s a run", time.as_secs_f64()),
        );
        format!(
            "One run after another on one core; {time}; samples of {} runs where chance or time matters.",
            self.runs
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn level() -> Level {
        Level::parse("########\n#  .   #\n# $@$. #\n#      #\n########").unwrap()
    }

    fn bench(progress: &mut dyn FnMut(&str)) -> Bench<'_> {
        Bench { levels: None, time: None, memory: None, runs: 3, control: Control::default(), progress }
    }

    #[test]
    fn players_without_chance_run_once_unless_time_matters() {
        let mut silent = |_: &str| {};
        let mut bench = bench(&mut silent);
        let bfs = Contender::of("bfs");
        let once = bench.sample(&bfs, &level(), Repeat::ForLength).unwrap();
        let timed = bench.sample(&bfs, &level(), Repeat::ForTime).unwrap();
        assert_eq!((once.runs.len(), timed.runs.len()), (1, 3));
        assert_eq!(once.pushes(), timed.pushes());
        assert!(once.pushes().is_some());
        let chance = bench.sample(&bfs.random(), &level(), Repeat::ForLength).unwrap();
        assert_eq!(chance.runs.len(), 3);
    }

    #[test]
    fn strangers_leave_an_empty_sample_and_a_remark() {
        let mut silent = |_: &str| {};
        let nobody = Contender::of("nobody");
        assert!(bench(&mut silent).sample(&nobody, &level(), Repeat::ForTime).unwrap().runs.is_empty());
        assert!(Bench::absent(&[Contender::of("bfs"), nobody])[0].contains("`nobody` did not play"));
    }

    #[test]
    fn a_stopped_bench_stops() {
        let mut silent = |_: &str| {};
        let mut bench = bench(&mut silent);
        bench.control.stop();
        assert!(matches!(
            bench.sample(&Contender::of("bfs"), &level(), Repeat::ForLength),
            Err(LabError::Stopped)
        ));
        assert!(matches!(bench.shared("brno-1"), Err(LabError::NoLevels("brno-1"))));
    }
}
