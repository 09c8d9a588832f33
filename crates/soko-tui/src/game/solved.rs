//! The moment of success: what was achieved, compared with what was known, and where to go next.

use soko_core::Metrics;

use super::{Game, Mode};
use crate::{
    command::{Command, Input},
    records::{KeptSolution, LevelRecord, Ranking},
};

/// A solution just played.
#[derive(Clone, Debug)]
pub struct Solved {
    metrics: Metrics,
    before: LevelRecord,
}

impl Solved {
    /// Its measures.
    pub const fn metrics(&self) -> &Metrics {
        &self.metrics
    }

    /// The best of a ranking before it.
    pub fn best_before(&self, ranking: Ranking) -> Option<&Metrics> {
        self.before.best(ranking).map(|kept| kept.solution.metrics())
    }

    /// Is it the new best of a ranking?
    pub fn is_new_best(&self, ranking: Ranking) -> bool {
        self.before.improves(ranking, &self.metrics)
    }
}

impl Game {
    /// The level has just been solved by play: keep it and say so.
    pub(super) fn celebrate(&mut self) {
        let before = self.card().record.clone();
        self.enter_record();
        self.solved_now += 1;
        self.grab = None;
        self.mode = Mode::Solved(Box::new(Solved { metrics: self.session.metrics(), before }));
    }

    /// Keeps the game as a solution, if it is one and a new best.
    pub(super) fn enter_record(&mut self) {
        if !self.session.is_solved() {
            return;
        }
        let Some(solution) = self.session.solution() else { return };
        let kept = KeptSolution { solution, help: self.help_used };
        let hash = self.card().hash;
        if self.cards[self.current].record.enter(&kept) {
            // The same level may be in the list twice.
            for card in self.cards.iter_mut().filter(|c| c.hash == hash) {
                card.record.enter(&kept);
            }
            self.keep_solution(kept);
        }
    }

    pub(super) fn update_solved(&mut self, input: Input) -> Option<Input> {
        let Input::Command(command) = input else { return Some(input) };
        match command {
            Command::Accept => {
                self.mode = Mode::Play;
                self.open_unsolved(true);
            }
            Command::Close => self.mode = Mode::Play,
            Command::Restart => {
                self.mode = Mode::Play;
                self.session.restart();
            }
            Command::UndoPush => {
                self.mode = Mode::Play;
                self.session.undo_push();
            }
            Command::Replay => self.open_replay(),
            Command::Levels => self.open_list(),
            other => return Some(other.into()),
        }
        None
    }
}
