//! A search for a way on from a position of a game.

use std::time::Duration;

use soko_core::{Level, Position, check};
use soko_players::PLAYERS;
use soko_solver::{Budget, Control, Observer, Status, run};

use super::line::Line;

/// Which player searches, how it is set, and how long.
pub(super) struct Search {
    pub(super) player: &'static str,
    pub(super) preset: Option<&'static str>,
    pub(super) time: Duration,
    pub(super) memory: u64,
    pub(super) threads: usize,
}

/// What a search says.
pub(super) enum Found {
    /// A way to a solution.
    Way(Line),
    /// There is no solution, proven.
    NoSolution,
    /// Nothing in its time.
    Nothing,
}

impl Search {
    /// Searches until it is done, out of time or stopped.
    pub(super) fn from(
        &self,
        level: &Level,
        position: &Position,
        control: Control,
        observer: &mut dyn Observer,
    ) -> Found {
        // The board as it stands is a level of its own. If it is none, something that is needed can never be reached.
        let Some(board) = check(&level.draw(position)).level else { return Found::NoSolution };
        let player = PLAYERS.find(self.player).ok().and_then(|found| found.build(self.preset, &[]).ok());
        let Some(mut player) = player else { return Found::Nothing };
        let budget =
            Budget { time: Some(self.time), memory: Some(self.memory), control, ..Budget::default() };
        let report = run(&mut *player, &board, budget, 1, self.threads, observer);
        if report.status == Status::Unsolvable {
            return Found::NoSolution;
        }
        let Some(solution) = report.solution else { return Found::Nothing };
        let moves = solution.steps().iter().map(|step| step.direction).collect();
        Found::Way(Line::new(position.clone(), moves, report.optimal.is_some()))
    }
}
