//! A player with its settings and limits, ready for any number of levels.

use std::{ops::ControlFlow, time::Duration};

use soko_core::{Level, Solution, Verified};
use soko_players::{DEFAULT, PLAYERS, default_threads};
use soko_solver::{
    Control, Event, Metric, Observer, Player, Report, RunSpec, Silent, SpecError, limits::milliseconds, run,
};

/// Why a solver cannot be made: no such player, preset or setting. The message lists those that there are.
pub type SolverError = SpecError;

/// Lets a player solve levels. Every level gets a fresh player, so results do not depend on what was solved before.
///
/// Unless told otherwise the player is `auto`, which proves small levels and solves hard ones on all cores, and it has as long as
/// it takes: set a [time limit](Self::time_limit) for levels you do not know.
///
/// ```
/// use std::{ops::ControlFlow, time::Duration};
/// use soko_kit::{EventKind, Solver, Status, builtin};
///
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let solver = Solver::player("astar")?.set("metric", "moves")?.time_limit(Duration::from_secs(10));
/// let report = solver.solve_watched(&builtin("workshop")?[0].level, |event| {
///     if let EventKind::Progress(counters) = &event.kind {
///         println!("{} positions after {:.1} s", counters.expanded, event.seconds);
///     }
///     ControlFlow::Continue(())
/// });
/// assert_eq!(report.status, Status::Solved);
/// assert!(report.optimal.is_some(), "proven: there is no solution with fewer moves");
/// # Ok(())
/// # }
/// ```
#[derive(Clone, Debug)]
pub struct Solver {
    spec: RunSpec,
    preset: Option<String>,
    settings: Vec<String>,
    threads: Option<usize>,
    control: Control,
}

impl Default for Solver {
    fn default() -> Self {
        Self::new()
    }
}

impl Solver {
    /// The default player, without limits.
    pub fn new() -> Self {
        Self::player(DEFAULT).expect("the default player is there")
    }

    /// A player by name, without limits; [`players`] lists them.
    ///
    /// # Errors
    /// There is none of that name.
    pub fn player(name: &str) -> Result<Self, SolverError> {
        let spec = RunSpec::new(&PLAYERS, name, None, &[])?;
        Ok(Self { spec, preset: None, settings: Vec::new(), threads: None, control: Control::default() })
    }

    /// With a named set of parameter values.
    ///
    /// # Errors
    /// The player has none of that name.
    pub fn preset(mut self, name: &str) -> Result<Self, SolverError> {
        self.preset = Some(name.to_owned());
        self.with_values()
    }

    /// With a parameter set to a value, over those of a preset; `sokolab players NAME` lists them.
    ///
    /// # Errors
    /// The player has no such parameter, or it does not take this value.
    pub fn set(mut self, parameter: &str, value: &str) -> Result<Self, SolverError> {
        self.settings.push(format!("{parameter}={value}"));
        self.with_values()
    }

    fn with_values(mut self) -> Result<Self, SolverError> {
        let spec = RunSpec::new(&PLAYERS, &self.spec.player, self.preset.as_deref(), &self.settings)?;
        self.spec.values = spec.values;
        Ok(self)
    }

    /// With a limit of wall-clock time for each level.
    #[must_use]
    pub fn time_limit(mut self, time: Duration) -> Self {
        self.spec.limits.time_ms = Some(milliseconds(time));
        self
    }

    /// With a limit of positions that are expanded for each level. On one thread a run within it can be repeated exactly.
    #[must_use]
    pub const fn node_limit(mut self, nodes: u64) -> Self {
        self.spec.limits.nodes = Some(nodes);
        self
    }

    /// With a limit of bytes that the player's tables hold.
    #[must_use]
    pub const fn memory_limit(mut self, bytes: u64) -> Self {
        self.spec.limits.memory = Some(bytes);
        self
    }

    /// With so many threads; otherwise all cores for `auto` and one for any other player.
    #[must_use]
    pub const fn threads(mut self, threads: usize) -> Self {
        self.threads = Some(threads);
        self
    }

    /// With another seed of everything random.
    #[must_use]
    pub const fn seed(mut self, seed: u64) -> Self {
        self.spec.seed = seed;
        self
    }

    /// A handle that stops or pauses the run from another thread. Once stopped, a solver solves no more.
    pub fn control(&self) -> Control {
        self.control.clone()
    }

    /// Solves a level.
    pub fn solve(&self, level: &Level) -> Report {
        self.run(level, &mut Silent)
    }

    /// Solves a level and tells what happens, on this thread. Breaking ends the run; what was found until then is kept.
    pub fn solve_watched(&self, level: &Level, mut watch: impl FnMut(&Event) -> ControlFlow<()>) -> Report {
        self.run(level, &mut watch)
    }

    /// Lets a player of your own play, within the limits of this solver.
    ///
    /// ```
    /// use soko_kit::{Context, Halt, Level, Player, Solver, Status, Verdict, check_solution};
    ///
    /// /// Knows one solution by heart.
    /// struct Parrot;
    ///
    /// impl Player for Parrot {
    ///     fn solve(&mut self, level: &Level, context: &mut Context<'_>) -> Result<Verdict, Halt> {
    ///         context.expand()?;
    ///         match check_solution(level, "rRR") {
    ///             Ok(solution) => Ok(Verdict::Solved { solution, optimal: None }),
    ///             Err(_) => Err(Halt::Stopped),
    ///         }
    ///     }
    /// }
    ///
    /// let level = Level::parse("#######\n#@ $ .#\n#######")?;
    /// assert_eq!(Solver::new().with_player(&mut Parrot, &level).status, Status::Solved);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn with_player(&self, player: &mut dyn Player, level: &Level) -> Report {
        let budget = self.spec.budget(self.control.clone());
        run(player, level, budget, self.spec.seed, self.threads.unwrap_or(1), &mut Silent)
    }

    /// Makes a solution shorter, within the limits of this solver. The result is never worse.
    ///
    /// ```
    /// use soko_kit::{Level, Metric, Solver, check_solution};
    ///
    /// let level = Level::parse("########\n#      #\n# $   .#\n#@     #\n########")?;
    /// let found = check_solution(&level, "uRlrRRR")?;
    /// let shorter = Solver::new().node_limit(10_000).shorten(&level, found, Metric::Moves);
    /// assert_eq!(shorter.solution.lurd(), "uRRRR");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn shorten(&self, level: &Level, solution: Verified<Solution>, metric: Metric) -> Shortened {
        let budget = self.spec.budget(self.control.clone());
        soko_optimize::optimize(level, solution, metric, budget, self.spec.seed, &mut Silent)
    }

    fn run(&self, level: &Level, observer: &mut dyn Observer) -> Report {
        let mut player = self.spec.build(&PLAYERS).expect("the settings were accepted");
        let threads = self.threads.unwrap_or_else(|| default_threads(&self.spec.player, cores()));
        RunSpec { threads, ..self.spec.clone() }.play(&mut *player, level, self.control.clone(), observer)
    }
}

/// A solution that was made shorter, and what that took.
pub type Shortened = soko_optimize::Optimized;

/// The names of all players, each with a line about it.
///
/// ```
/// assert!(soko_kit::players().any(|(name, _)| name == "expert"));
/// ```
pub fn players() -> impl Iterator<Item = (&'static str, &'static str)> {
    PLAYERS.all().map(|player| (player.id, player.summary))
}

fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

#[cfg(test)]
mod tests {
    use soko_solver::{EventKind, Status};

    use super::*;
    use crate::builtin;

    #[test]
    fn what_is_asked_for_is_checked_at_once() {
        let unknown = Solver::player("nobody").unwrap_err().to_string();
        assert!(unknown.contains("auto") && unknown.contains("expert"), "{unknown}");
        assert!(Solver::new().preset("odd").unwrap_err().to_string().contains("quick"));
        assert!(Solver::new().set("speed", "9").unwrap_err().to_string().contains("prove"));
        assert!(Solver::new().set("prove", "often").is_err());
    }

    #[test]
    fn settings_go_over_the_preset_in_either_order() {
        let before = Solver::new().set("prove", "always").unwrap().preset("quick").unwrap();
        let after = Solver::new().preset("quick").unwrap().set("prove", "always").unwrap();
        assert_eq!(before.spec.values, after.spec.values);
        assert_eq!(before.spec.values["prove"], "always");
    }

    #[test]
    fn limits_end_a_run_and_so_do_the_watcher_and_the_handle() {
        let level = &builtin("summit").unwrap()[28].level;
        let solver = Solver::player("bfs").unwrap().node_limit(500);
        assert_eq!(solver.solve(level).status, Status::NodeLimit);
        let tiny = Solver::player("bfs").unwrap().memory_limit(1);
        assert_eq!(tiny.solve(level).status, Status::MemoryLimit);
        let timed = Solver::player("bfs").unwrap().time_limit(Duration::from_millis(1));
        assert_eq!(timed.solve(level).status, Status::TimeLimit);
        let watched = Solver::player("bfs").unwrap();
        let report = watched.solve_watched(level, |event| match event.kind {
            EventKind::Progress(_) => ControlFlow::Break(()),
            _ => ControlFlow::Continue(()),
        });
        assert_eq!(report.status, Status::Stopped);
        watched.control().stop();
        assert_eq!(watched.solve(level).status, Status::Stopped);
    }

    #[test]
    fn the_same_seed_gives_the_same_run_on_one_thread() {
        let level = &builtin("workshop").unwrap()[28].level;
        let solver = Solver::new().threads(1).seed(7);
        let [one, two] = [solver.solve(level), solver.solve(level)];
        assert_eq!((one.statistics, one.seed), (two.statistics, 7));
    }
}
