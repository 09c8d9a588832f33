//! What the game wants to have kept, until the outside says that it is.
//!
//! Changes pile up per level and are handed out again and again until [`Game::kept`] confirms them; so a disk
//! that was full for a while loses nothing.

use std::collections::BTreeMap;

use super::{Game, Mode};
use crate::records::{Book, Change, KeptSolution, Snapshot, SnapshotChange};

/// What the outside has to do after an update.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Effects {
    /// Write [`Game::changes`] now.
    pub save: bool,
    /// End the game?
    pub quit: Quit,
    /// Forget what the screen shows and draw everything.
    pub redraw: bool,
}

/// Does the player want to leave?
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub enum Quit {
    /// No.
    #[default]
    No,
    /// Once everything is saved.
    AfterSaving,
    /// Even if that fails: the player was asked.
    Regardless,
}

/// Changes by index of the level.
#[derive(Clone, Debug, Default)]
pub(super) struct Unsaved {
    changes: BTreeMap<usize, Change>,
    urgent: bool,
    pub(super) warnings: Vec<String>,
}

impl Unsaved {
    pub(super) fn take_urgent(&mut self) -> bool {
        std::mem::take(&mut self.urgent)
    }
}

impl Game {
    fn change(&mut self) -> &mut Change {
        let card = &self.cards[self.current];
        self.unsaved.changes.entry(self.current).or_insert_with(|| Change {
            level: card.level.level.clone(),
            hash: card.hash,
            title: card.level.title.clone(),
            solutions: Vec::new(),
            snapshot: None,
        })
    }

    pub(super) fn keep_solution(&mut self, kept: KeptSolution) {
        self.change().solutions.push(kept);
        self.unsaved.urgent = true;
    }

    /// Puts the game in progress up for saving, if it is not saved as it is.
    pub fn keep_snapshot(&mut self) {
        let now = self.snapshot();
        let card = &mut self.cards[self.current];
        if card.record.snapshot == now {
            return;
        }
        card.record.snapshot.clone_from(&now);
        let before = card.stored.clone();
        self.change().snapshot = Some(SnapshotChange { before, after: now });
        self.unsaved.urgent = true;
    }

    /// The game in progress; none if nothing was played or all of it is kept as a solution.
    fn snapshot(&self) -> Option<Snapshot> {
        let done = self.session.steps().len();
        let steps = [self.session.steps(), self.session.redo_steps()].concat();
        let mut end = self.session.clone();
        end.redo_all();
        let finished = self.session.is_solved() || (done == 0 && end.is_solved());
        (!steps.is_empty() && !finished).then(|| Snapshot {
            moves: steps.iter().map(|s| s.direction).collect(),
            done,
            help: self.help_used,
        })
    }

    pub(super) fn quit(&mut self, effects: &mut Effects) {
        self.mode = Mode::Play;
        self.keep_snapshot();
        effects.quit = Quit::AfterSaving;
    }

    /// What is to be written.
    pub fn changes(&self) -> impl Iterator<Item = &Change> {
        self.unsaved.changes.values()
    }

    /// Is there anything to be written?
    pub fn has_changes(&self) -> bool {
        !self.unsaved.changes.is_empty()
    }

    /// All changes are written; this is what the records are now, with what other games left there.
    pub fn kept(&mut self, book: &Book) {
        for (index, _) in std::mem::take(&mut self.unsaved.changes) {
            let card = &mut self.cards[index];
            let (found, _) = book.record(&card.level.level, card.hash);
            card.stored = found.snapshot;
            for kept in found.fewest_moves.iter().chain(&found.fewest_pushes) {
                card.record.enter(kept);
            }
        }
    }

    /// Saving failed and the player wants to leave: ask.
    pub fn ask_before_quitting(&mut self, why: impl Into<String>) {
        self.mode = Mode::Confirm(why.into());
    }

    /// Entries of the records that were refused.
    pub fn record_warnings(&self) -> &[String] {
        &self.unsaved.warnings
    }
}
