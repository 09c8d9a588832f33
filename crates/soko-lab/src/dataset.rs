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
use crate::{JobId, Outcome, RunId, Supply, command::SolveCommand};

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
    /// What was at hand of the collections that it names.
    pub supply: Supply,
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

/// What an experiment calls a level.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LevelName {
    /// The file as the plan names it: a path (perhaps below `$LEVELS`), `builtin:NAME` or `collection:NAME`.
    pub file: String,
    /// Position in the file, from 1.
    pub number: usize,
    /// Its title, if it has one.
    pub title: Option<String>,
}

/// A level of the plan.
#[derive(Clone, PartialEq, Debug)]
pub struct LevelInfo {
    /// Where it stands and what it is called there.
    pub name: LevelName,
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
            level: level.name.place(),
            player: &contender.player,
            preset: contender.preset.as_deref(),
            settings: &contender.settings,
            limits: self.limits,
            threads: contender.threads,
            seed: trial.seed,
            table: None,
        };
        command.to_string()
    }

    /// How many trials have been made.
    pub fn made(&self) -> usize {
        self.trials.iter().filter(|trial| trial.run.is_some()).count()
    }

    /// What to call each level: its title, with file and number behind it where another level has the same title.
    pub fn labels(&self) -> Vec<String> {
        let labels: Vec<String> = self.levels.iter().map(|level| level.name.label()).collect();
        let mut uses: BTreeMap<&str, usize> = BTreeMap::new();
        for label in &labels {
            *uses.entry(label).or_default() += 1;
        }
        let distinct = |(label, level): (&String, &LevelInfo)| {
            if uses[label.as_str()] > 1 && level.name.title.is_some() {
                format!("{label} ({})", level.name.place())
            } else {
                label.clone()
            }
        };
        labels.iter().zip(&self.levels).map(distinct).collect()
    }
}

impl LevelName {
    /// What a table calls it: its title, or file and number.
    pub fn label(&self) -> String {
        self.title.clone().unwrap_or_else(|| self.place())
    }

    /// File and number, as on the command line.
    pub fn place(&self) -> String {
        format!("{}#{}", self.file, self.number)
    }
}

impl LevelInfo {
    /// The size of its state space, a whole number: exact below some 10¹⁴.
    pub fn states(&self) -> f64 {
        10f64.powf(self.log10_states).round()
    }
}

impl RunInfo {
    /// Is there a verified solution?
    pub const fn solved(&self) -> bool {
        self.lengths.is_some()
    }

    /// Is there a solution whose pushes are proven the fewest?
    pub const fn proves_pushes(&self) -> bool {
        self.solved() && matches!(self.optimal, Some(Objective::Pushes | Objective::PushesThenMoves))
    }

    /// Is there a solution whose moves are proven the fewest?
    pub const fn proves_moves(&self) -> bool {
        self.solved() && matches!(self.optimal, Some(Objective::Moves | Objective::MovesThenPushes))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{plan::tests::plan, protocol::tests::solved};

    #[test]
    fn every_trial_can_be_made_again_by_its_command() {
        let players = "[[players]]\nplayer = \"astar\"\nseeds = [7]\nset = { metric = \"moves\" }\n";
        let mut dataset = plan(&format!("[limits]\ntime = \"10s\"\nmemory = \"1GiB\"\n{players}")).dataset;
        assert_eq!(
            dataset.command(&dataset.trials[0]),
            "sokolab solve 'two.xsb#1' --player astar --set metric=moves --time-limit 10s --memory-limit 1073741824 \
             --seed 7"
        );
        dataset.levels[0].name.file = "$LEVELS/a b.slc".to_owned();
        assert!(dataset.command(&dataset.trials[0]).starts_with("sokolab solve \"$LEVELS/a b.slc#1\" "));
        assert_eq!(quoted("it's"), "'it'\\''s'");
        assert_eq!(dataset.made(), 0);
    }

    #[test]
    fn levels_of_one_title_are_told_apart() {
        let mut dataset = plan("[[players]]\nplayer = \"bfs\"\n").dataset;
        assert_eq!(dataset.labels(), ["First", "two.xsb#2"]);
        dataset.levels[1].name.title = Some("First".to_owned());
        assert_eq!(dataset.labels(), ["First (two.xsb#1)", "First (two.xsb#2)"]);
    }

    #[test]
    fn only_a_proof_of_the_right_thing_counts() {
        let run = solved().info;
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
