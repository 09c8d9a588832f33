//! An experiment as it stands in the database: what was planned, and what was run of it.
//!
//! Every report is a function of a [`Dataset`]. It is read once, holds no solutions and no event logs (those stay in the
//! database and are fetched run by run), and so 100,000 runs take a few dozen megabytes.
//!
//! A *contender* is a player with its settings, a *trial* one planned run of a contender on a level. A trial that was not
//! made yet has no record; that is how a report knows that an experiment is unfinished.

use std::collections::BTreeMap;

use soko_core::LevelHash;
pub use soko_solver::Limits;
use soko_solver::Objective;

pub use crate::command::quoted;
use crate::{JobId, Outcome, RunId, command::SolveCommand};

/// What was planned and what was found.
#[derive(Clone, Debug, Default)]
pub struct Dataset {
    /// Name of the experiment, as in its file.
    pub name: String,
    /// Its headline.
    pub title: String,
    /// What it is about, in Markdown.
    pub about: String,
    /// The published experiment whose printed tables belong beside it.
    pub published: Option<String>,
    /// How its runs were started.
    pub started_by: String,
    /// The program that made it: version and fingerprint of its sources.
    pub program: String,
    /// Limits of every run.
    pub limits: Limits,
    /// The levels, in the order of the plan.
    pub levels: Vec<LevelInfo>,
    /// The contenders, in the order of the plan.
    pub contenders: Vec<ContenderInfo>,
    /// The machines that took part.
    pub hosts: Vec<HostInfo>,
    /// All planned runs, in the order of the plan.
    pub trials: Vec<Trial>,
    /// Named values over time that the runs reported, such as learning curves.
    pub curves: Vec<Curve>,
}

/// A level of the plan.
#[derive(Clone, PartialEq, Debug)]
pub struct LevelInfo {
    /// The file as the plan names it: a path (perhaps below `$LEVELS`) or `builtin:NAME`.
    pub file: String,
    /// Position in the file, from 1.
    pub number: usize,
    /// Its title, if it has one.
    pub title: Option<String>,
    /// The board as played.
    pub hash: LevelHash,
    /// Boxes on it.
    pub boxes: usize,
    /// Decimal logarithm of the size of its state space, as the Brno thesis counts it.
    pub log10_states: f64,
    /// The fewest pushes it can be solved with, if its file says so.
    pub optimum: Option<u32>,
}

/// A contender of the plan.
#[derive(Clone, PartialEq, Debug)]
pub struct ContenderInfo {
    /// Its column.
    pub name: String,
    /// Its name in the registry.
    pub player: String,
    /// Named set of parameters it starts from.
    pub preset: Option<String>,
    /// Settings on top, as for `--set`.
    pub settings: Vec<String>,
    /// All parameter values, as JSON with sorted keys.
    pub parameters: String,
    /// Threads the player may use.
    pub threads: usize,
}

/// A machine.
#[derive(Clone, PartialEq, Debug)]
pub struct HostInfo {
    /// Its name.
    pub name: String,
    /// What kind: processor, cores, system.
    pub description: String,
}

/// One planned run.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Trial {
    /// Index into [`Dataset::levels`].
    pub level: usize,
    /// Index into [`Dataset::contenders`].
    pub contender: usize,
    /// Seed of everything random.
    pub seed: u64,
    /// Which repetition of the same run, from 1.
    pub repetition: u32,
    /// The job's name.
    pub job: JobId,
    /// What came of it, if it was made.
    pub run: Option<RunInfo>,
}

/// What came of a run, without solution and events.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct RunInfo {
    /// Its name in the database.
    pub id: RunId,
    /// How it ended.
    pub outcome: Outcome,
    /// Pushes and moves of the verified solution.
    pub lengths: Option<(u32, u32)>,
    /// In what the solution is proven best.
    pub optimal: Option<Objective>,
    /// Wall-clock seconds.
    pub wall: f64,
    /// Processor seconds of all its threads, where the system tells.
    pub cpu: Option<f64>,
    /// Nodes counted.
    pub statistics: soko_solver::Statistics,
    /// Did the watchdog have to end it?
    pub watchdog: bool,
    /// Load of the machine over the last minute when it began, where the system tells.
    pub load: Option<f64>,
    /// When it began, in milliseconds since 1970.
    pub started_ms: i64,
    /// Index into [`Dataset::hosts`].
    pub host: usize,
}

/// A named value over time in one run.
#[derive(Clone, PartialEq, Debug)]
pub struct Curve {
    /// Index into [`Dataset::trials`].
    pub trial: usize,
    /// Name of the value.
    pub name: String,
    /// Step and value, by rising step.
    pub points: Vec<(u64, f64)>,
}

impl Dataset {
    /// How the solver is called to make a trial again.
    pub fn command(&self, trial: &Trial) -> String {
        let (level, contender) = (&self.levels[trial.level], &self.contenders[trial.contender]);
        let command = SolveCommand {
            level: level.place(),
            player: &contender.player,
            preset: contender.preset.as_deref(),
            settings: &contender.settings,
            limits: self.limits,
            threads: contender.threads,
            seed: trial.seed,
        };
        command.to_string()
    }

    /// How many trials have been made.
    pub fn made(&self) -> usize {
        self.trials.iter().filter(|trial| trial.run.is_some()).count()
    }

    /// What to call each level: its title, with file and number behind it where another level has the same title.
    pub(crate) fn labels(&self) -> Vec<String> {
        let labels: Vec<String> = self.levels.iter().map(LevelInfo::label).collect();
        let mut uses: BTreeMap<&str, usize> = BTreeMap::new();
        for label in &labels {
            *uses.entry(label).or_default() += 1;
        }
        let distinct = |(label, level): (&String, &LevelInfo)| {
            if uses[label.as_str()] > 1 && level.title.is_some() {
                format!("{label} ({})", level.place())
            } else {
                label.clone()
            }
        };
        labels.iter().zip(&self.levels).map(distinct).collect()
    }
}

impl LevelInfo {
    /// What a table calls it: its title, or file and number.
    pub fn label(&self) -> String {
        self.title.clone().unwrap_or_else(|| self.place())
    }

    /// File and number, as on the command line.
    pub(crate) fn place(&self) -> String {
        format!("{}#{}", self.file, self.number)
    }

    /// The size of its state space, a whole number: exact below some 10¹⁴.
    pub(crate) fn states(&self) -> f64 {
        10f64.powf(self.log10_states).round()
    }
}

impl RunInfo {
    /// Is there a verified solution?
    pub const fn solved(&self) -> bool {
        self.lengths.is_some()
    }

    /// Is there a solution whose pushes are proven the fewest?
    pub(crate) const fn proves_pushes(&self) -> bool {
        self.solved() && matches!(self.optimal, Some(Objective::Pushes | Objective::PushesThenMoves))
    }

    /// Is there a solution whose moves are proven the fewest?
    pub(crate) const fn proves_moves(&self) -> bool {
        self.solved() && matches!(self.optimal, Some(Objective::Moves | Objective::MovesThenPushes))
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use soko_solver::Statistics;

    use super::*;

    /// Two contenders, three levels, two seeds each: `quick` solves everything, `slow` all but the last level.
    pub(crate) fn sample() -> Dataset {
        let level = |number: usize| LevelInfo {
            file: "builtin:classes".to_owned(),
            number,
            title: Some(format!("Level {number}")),
            hash: LevelHash::from_bytes([number as u8; 16]),
            boxes: 2 + number,
            log10_states: 3.5 + number as f64,
            optimum: Some(10 * number as u32),
        };
        let contender = |name: &str| ContenderInfo {
            name: name.to_owned(),
            player: "astar".to_owned(),
            preset: None,
            settings: vec!["metric=pushes".to_owned()],
            parameters: "{}".to_owned(),
            threads: 1,
        };
        let mut dataset = Dataset {
            name: "sample".to_owned(),
            title: "A sample".to_owned(),
            program: "0.1.0+0123456789ab".to_owned(),
            limits: Limits { time_ms: Some(10_000), nodes: None, memory: Some(1 << 30) },
            levels: (1..=3).map(level).collect(),
            contenders: ["quick", "slow"].map(contender).into(),
            hosts: vec![HostInfo { name: "here".to_owned(), description: "2 cores".to_owned() }],
            ..Dataset::default()
        };
        for level in 0..3 {
            for contender in 0..2 {
                for seed in 1..=2_u64 {
                    let solved = contender == 0 || level < 2;
                    let length = 10 * (level as u32 + 1) + 2 * contender as u32;
                    let wall =
                        if solved { 0.1 * (level + 1) as f64 * (1 + 3 * contender) as f64 } else { 10.0 };
                    let number = dataset.trials.len() as u8;
                    dataset.trials.push(Trial {
                        level,
                        contender,
                        seed,
                        repetition: 1,
                        job: JobId::from_bytes([number; 16]),
                        run: Some(RunInfo {
                            id: RunId::from_bytes([0x80 + number; 16]),
                            outcome: if solved { Outcome::Solved } else { Outcome::TimeLimit },
                            lengths: solved.then_some((length, 3 * length)),
                            optimal: (contender == 0).then_some(Objective::Pushes),
                            wall: wall + 0.01 * seed as f64,
                            cpu: Some(wall),
                            statistics: Statistics {
                                expanded: 1000 * (level as u64 + 1) * (1 + contender as u64),
                                generated: 3000 * (level as u64 + 1) * (1 + contender as u64),
                                ..Statistics::default()
                            },
                            watchdog: false,
                            load: Some(0.5),
                            started_ms: 1_700_000_000_000 + i64::from(number),
                            host: 0,
                        }),
                    });
                }
            }
        }
        dataset
    }

    #[test]
    fn every_trial_can_be_made_again_by_its_command() {
        let mut dataset = sample();
        assert_eq!(
            dataset.command(&dataset.trials[1]),
            "sokolab solve 'builtin:classes#1' --player astar --set metric=pushes --time-limit 10s \
             --memory-limit 1073741824 --seed 2"
        );
        dataset.levels[0].file = "$LEVELS/a b.slc".to_owned();
        assert!(dataset.command(&dataset.trials[0]).starts_with("sokolab solve \"$LEVELS/a b.slc#1\" "));
        assert_eq!(quoted("it's"), "'it'\\''s'");
        assert_eq!(dataset.made(), 12);
    }

    #[test]
    fn levels_of_one_title_are_told_apart() {
        let mut dataset = sample();
        dataset.levels[2].title = Some("Level 1".to_owned());
        assert_eq!(
            dataset.labels(),
            ["Level 1 (builtin:classes#1)", "Level 2", "Level 1 (builtin:classes#3)"]
        );
    }

    #[test]
    fn only_a_proof_of_the_right_thing_counts() {
        let run = sample().trials[0].run.unwrap();
        let proves = |optimal| {
            let run = RunInfo { optimal, ..run };
            (run.proves_pushes(), run.proves_moves())
        };
        assert_eq!((proves(Some(Objective::Pushes)), proves(None)), ((true, false), (false, false)));
        assert_eq!(proves(Some(Objective::PushesThenMoves)), (true, false));
        assert_eq!(proves(Some(Objective::MovesThenPushes)), (false, true));
        assert!(!RunInfo { lengths: None, ..run }.proves_pushes());
    }
}
