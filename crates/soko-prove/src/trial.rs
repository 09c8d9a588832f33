//! One trial: a player with settings plays a level, and what it says is held against the oracle.
//!
//! A claim is true or false; nothing else is judged here. A solution must win by the oracle's rules and have the numbers
//! that are reported. `optimal` must be the oracle's optimum, `unsolvable` must be so. A player that promises
//! to decide every level must not give up while it has nodes left, and one that promises best solutions must say so. A
//! panic is a fault, and so is a run that neither ends nor counts nodes. Running out of nodes is not.
//!
//! There are several ways to come to a claim, and each is a [`Route`].

use std::{
    panic::{AssertUnwindSafe, catch_unwind},
    time::Duration,
};

use soko_core::Level;
use soko_learn::{Keeper, Memory};
use soko_solver::{Budget, Descriptor, Dice, Halt, Objective, Player, Report, Silent, Status, run};

use crate::{
    oracle::{Board, replay},
    setting::Settings,
    shape::{Case, Shape},
};

/// The way to a claim.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Route {
    /// One run.
    Straight,
    /// A run that is cut short, then another one of the same player.
    Again {
        /// Nodes of the first run.
        first: u64,
    },
    /// A run that is cut short; what was learnt goes through a file to a new player, which goes on.
    GoOn {
        /// Nodes of the first run.
        first: u64,
        /// Settings that the second player has besides those of the first, unless it refuses the table then.
        then: Vec<String>,
        /// The values in the file are changed at random: a file may say anything.
        forged: bool,
    },
}

/// Everything that a trial needs besides the level.
#[derive(Clone)]
pub struct Setup {
    /// The player.
    pub player: &'static Descriptor,
    /// Its settings.
    pub settings: Settings,
    /// The seed of its runs.
    pub seed: u64,
    /// Its threads.
    pub threads: usize,
    /// Its nodes.
    pub nodes: u64,
    /// Its memory in bytes.
    pub memory: Option<u64>,
    /// The way to the claim.
    pub route: Route,
}

/// How a trial ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// A solution, nothing said about how good it is.
    Solved,
    /// A solution said to be best.
    Optimal,
    /// Said to have no solution.
    Unsolvable,
    /// No claim within the nodes or the memory.
    Undecided,
    /// No claim within the time, which is far more than the nodes should need.
    Late,
}

/// What is wrong, in words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// What kind of fault: the first word of a counterexample's file name.
    pub kind: &'static str,
    /// What the player said.
    pub claimed: String,
    /// What is true.
    pub truth: String,
}

/// What came out of a trial.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// How its last run ended.
    pub ending: Ending,
    /// The first fault, if any.
    pub fault: Option<Fault>,
}

/// A run that takes longer than this is late.
pub const TIME: Duration = Duration::from_secs(10);

impl Case {
    /// A case from the text of a board.
    ///
    /// # Errors
    /// The board is no level, or takes the oracle more nodes than that.
    pub fn of(text: &str, nodes: usize) -> Result<Self, String> {
        let level = Level::parse(text).map_err(|error| error.to_string())?;
        let truth = Board::read(text)?.truth(nodes).ok_or("too large for the oracle")?;
        Ok(Self { text: text.to_owned(), level, truth, shape: Shape::Room })
    }
}

/// Plays a trial.
pub fn play(case: &Case, setup: &Setup) -> Outcome {
    catch_unwind(AssertUnwindSafe(|| follow(case, setup))).unwrap_or_else(|panic| {
        let text = panic.downcast_ref::<&str>().map(|&text| text.to_owned());
        let text = text.or_else(|| panic.downcast_ref::<String>().cloned()).unwrap_or_default();
        let fault = Fault { kind: "panic", claimed: format!("panicked: {text}"), truth: describe(case) };
        Outcome { ending: Ending::Undecided, fault: Some(fault) }
    })
}

fn follow(case: &Case, setup: &Setup) -> Outcome {
    let mut player = build(setup, &[]);
    match &setup.route {
        Route::Straight => judged(case, setup, &one_run(case, setup, &mut *player, setup.nodes)),
        Route::Again { first } => {
            let begun = judged(case, setup, &one_run(case, setup, &mut *player, *first));
            let ended = judged(case, setup, &one_run(case, setup, &mut *player, setup.nodes));
            Outcome { fault: begun.fault.or(ended.fault), ..ended }
        }
        Route::GoOn { first, then, forged } => {
            if let Some(keeper) = Keeper::of(&mut *player) {
                keeper.keep();
            }
            let begun = judged(case, setup, &one_run(case, setup, &mut *player, *first));
            let memory = Keeper::of(&mut *player).and_then(Keeper::take);
            let Some(memory) = memory else { return begun };
            let memory = if *forged { forge(memory, setup.seed) } else { memory };
            let mut player = take_up(case, setup, then, &memory);
            let ended = judged(case, setup, &one_run(case, setup, &mut *player, setup.nodes));
            Outcome { fault: begun.fault.or(ended.fault), ..ended }
        }
    }
}

fn build(setup: &Setup, more: &[String]) -> Box<dyn Player> {
    let changes = [&setup.settings.changes, more].concat();
    setup.player.build(setup.settings.preset, &changes).expect("settings that the player describes")
}

/// A new player with what another one has learnt.
fn take_up(case: &Case, setup: &Setup, then: &[String], memory: &Memory) -> Box<dyn Player> {
    let written = memory.to_bytes().expect("a table can be written");
    for more in [then, &[]] {
        let mut player = build(setup, more);
        let read = Memory::from_bytes(&written).expect("what was written can be read");
        if let Some(keeper) = Keeper::of(&mut *player)
            && keeper.recall(&case.level, read).is_ok()
        {
            return player;
        }
    }
    panic!("a player refuses its own table");
}

/// A table with other values: some a little, some entirely.
fn forge(mut memory: Memory, seed: u64) -> Memory {
    let mut dice = Dice::new(seed);
    for value in memory.rows.q.iter_mut().chain(&mut memory.rows.other) {
        match dice.below(8) {
            0 => *value -= 1.0 + dice.below(3) as f32,
            1 => *value += 1.0 + dice.below(3) as f32,
            2 => *value = -(dice.below(1000) as f32),
            3 => *value = dice.below(100) as f32,
            _ => {}
        }
    }
    for visits in &mut memory.rows.visits {
        if dice.chance(0.2) {
            *visits = dice.below(5) as u32;
        }
    }
    memory
}

fn one_run(case: &Case, setup: &Setup, player: &mut dyn Player, nodes: u64) -> Report {
    let budget = Budget { time: Some(TIME), nodes: Some(nodes), memory: setup.memory, ..Budget::default() };
    run(player, &case.level, budget, setup.seed, setup.threads, &mut Silent)
}

/// What is true about a level, in words.
pub fn describe(case: &Case) -> String {
    case.truth.best.map_or_else(
        || "unsolvable".to_owned(),
        |best| {
            let ((pushes, their_moves), (moves, their_pushes)) =
                (best.pushes_then_moves, best.moves_then_pushes);
            format!(
                "best is {pushes} pushes with {their_moves} moves, or {moves} moves with {their_pushes} pushes"
            )
        },
    )
}

fn judged(case: &Case, setup: &Setup, report: &Report) -> Outcome {
    let ending = match (report.status, report.optimal, report.halted) {
        (Status::Solved, Some(_), _) => Ending::Optimal,
        (Status::Solved, None, _) => Ending::Solved,
        (Status::Unsolvable, ..) => Ending::Unsolvable,
        (.., Some(Halt::Time)) => Ending::Late,
        _ => Ending::Undecided,
    };
    let fault =
        judge(case, setup, report).map(|(kind, claimed)| Fault { kind, claimed, truth: describe(case) });
    Outcome { ending, fault }
}

/// The kind of fault and what was claimed, if a report is not true.
fn judge(case: &Case, setup: &Setup, report: &Report) -> Option<(&'static str, String)> {
    if report.status == Status::Unsolvable && case.truth.best.is_some() {
        return Some(("unsolvable", "unsolvable".to_owned()));
    }
    if let Some(solution) = &report.solution {
        let (lurd, metrics) = (solution.lurd(), solution.metrics());
        let (moves, pushes) = (metrics.moves, metrics.pushes);
        match replay(&case.text, &lurd) {
            Err(error) => return Some(("solution", format!("the solution {lurd}: {error}"))),
            Ok(counted) if counted != (moves, pushes) => {
                let claimed = format!("{moves} moves and {pushes} pushes for {lurd}, which has {counted:?}");
                return Some(("metrics", claimed));
            }
            Ok(_) => {}
        }
        let Some(best) = case.truth.best else {
            return Some(("oracle", format!("the solution {lurd}, which wins by the oracle's own rules")));
        };
        if (pushes, moves) < best.pushes_then_moves || (moves, pushes) < best.moves_then_pushes {
            return Some(("oracle", format!("the solution {lurd}, which is better than the oracle's")));
        }
        if let Some(objective) = report.optimal
            && best.is_reached(objective, pushes, moves) != Some(true)
        {
            let claimed = format!("optimal in {}: {pushes} pushes, {moves} moves", objective.id());
            return Some(("optimal", claimed));
        }
    }
    if report.halted == Some(Halt::Time) && report.statistics.expanded < setup.nodes / 10 {
        let claimed = format!("{} of {} nodes in {TIME:?}", report.statistics.expanded, setup.nodes);
        return Some(("idle", claimed));
    }
    broken_promise(setup, report).map(|claimed| ("promise", claimed))
}

/// What the player promises at its defaults and does not keep.
fn broken_promise(setup: &Setup, report: &Report) -> Option<String> {
    let promises = setup.player.properties;
    let goes_on = matches!(setup.route, Route::GoOn { .. });
    if !setup.settings.is_default() || setup.memory.is_some() || goes_on {
        return None;
    }
    let missing = |objective: Objective| format!("a best solution in {} without saying so", objective.id());
    match report.halted {
        // A proof that was not promised is none the worse.
        None if report.status == Status::Solved && report.optimal != promises.optimal => {
            promises.optimal.map(missing)
        }
        Some(Halt::Memory | Halt::Stopped) => Some("halted without a reason".to_owned()),
        // A thread may use up its part of the nodes before the others.
        Some(Halt::Nodes)
            if promises.complete
                && report.statistics.expanded < setup.nodes / 2
                && setup.route == Route::Straight =>
        {
            Some(format!("gave up after {} of {} nodes", report.statistics.expanded, setup.nodes))
        }
        _ => None,
    }
}
