//! Areas that the player cannot enter, as rules: PI-corrals, corral searches and what these have learned.
//!
//! The proofs are in [`pi_corral`](super::pi_corral), [`corral`](super::corral) and [`pattern`](super::pattern). Here they
//! become rules with evidence:
//! - a [PI-corral](PiCorralRule) without any push: the corral must be opened, and nothing opens it;
//! - a [corral](CorralRule) whose boxes were tried in every way, on a board of their own;
//! - a [pattern](PatternRule): the few boxes that remain of such a proof when each box that is not needed is taken
//!   away. The rule learns from the positions it judges, so it finds at least what its own search finds, and names
//!   fewer boxes.
//!
//! The searches remember, hence the locks, which are free as long as a rule is used by one thread.

use std::sync::{Mutex, PoisonError};

use soko_core::{Bits, Direction, Level, Maze, State, Unlimited};

use super::{
    Evidence, Freeze, PiCorrals, Rule, RuleId,
    corral::{CorralSearch, DEFAULT_BUDGET},
};

/// The squares beside a set.
fn around<const W: usize>(maze: &Maze<W>, set: &Bits<W>) -> Bits<W> {
    Direction::ALL.into_iter().fold(Bits::EMPTY, |all, direction| all | maze.shift(set, direction))
}

/// A PI-corral without a push.
#[derive(Clone, Debug)]
pub(super) struct PiCorralRule<const W: usize> {
    freeze: Freeze<W>,
    corrals: PiCorrals<W>,
}

impl<const W: usize> PiCorralRule<W> {
    /// Analyses a level.
    pub(super) fn new(level: &Level) -> Self {
        Self { freeze: Freeze::new(level), corrals: PiCorrals::new(level) }
    }
}

impl<const W: usize> Rule<W> for PiCorralRule<W> {
    fn id(&self) -> RuleId {
        RuleId::PiCorral
    }

    fn judge(&self, maze: &Maze<W>, state: &State<W>, region: &Bits<W>) -> Option<Evidence<W>> {
        if maze.floor().without(&state.boxes) == *region {
            return None;
        }
        let frozen = self.freeze.frozen(maze, &state.boxes);
        let (pushes, corral) = self.corrals.find_corral(maze, &state.boxes, region, &frozen)?;
        pushes.iter().all(Bits::is_empty).then(|| Evidence {
            rule: RuleId::PiCorral,
            boxes: around(maze, &corral) & state.boxes,
            cells: corral,
        })
    }
}

/// A corral whose boxes never come home.
pub(super) struct CorralRule<const W: usize> {
    freeze: Freeze<W>,
    search: Mutex<CorralSearch<W>>,
}

impl<const W: usize> CorralRule<W> {
    /// Analyses a level.
    pub(super) fn new(level: &Level) -> Self {
        Self { freeze: Freeze::new(level), search: Mutex::new(CorralSearch::new(level, DEFAULT_BUDGET)) }
    }
}

impl<const W: usize> Rule<W> for CorralRule<W> {
    fn id(&self) -> RuleId {
        RuleId::Corral
    }

    fn judge(&self, maze: &Maze<W>, state: &State<W>, region: &Bits<W>) -> Option<Evidence<W>> {
        let hidden = maze.floor().without(&state.boxes).without(region);
        if hidden.is_empty() {
            return None;
        }
        let frozen = self.freeze.frozen(maze, &state.boxes);
        // A panic elsewhere leaves nothing half done that a later proof relies on.
        let mut search = self.search.lock().unwrap_or_else(PoisonError::into_inner);
        let Ok(boxes) = search.dead_boxes(maze, state, region, &frozen, &mut Unlimited);
        let boxes = boxes?;
        let cells = maze.flood(&hidden, hidden & around(maze, &boxes));
        Some(Evidence { rule: RuleId::Corral, boxes, cells })
    }
}

/// Boxes that a search has proven lost, here or in a position judged before.
pub(super) struct PatternRule<const W: usize> {
    freeze: Freeze<W>,
    search: Mutex<CorralSearch<W>>,
}

impl<const W: usize> PatternRule<W> {
    /// Analyses a level; nothing is learned yet.
    pub(super) fn new(level: &Level) -> Self {
        Self { freeze: Freeze::new(level), search: Mutex::new(CorralSearch::new(level, DEFAULT_BUDGET)) }
    }
}

impl<const W: usize> Rule<W> for PatternRule<W> {
    fn id(&self) -> RuleId {
        RuleId::Pattern
    }

    fn judge(&self, maze: &Maze<W>, state: &State<W>, region: &Bits<W>) -> Option<Evidence<W>> {
        let mut search = self.search.lock().unwrap_or_else(PoisonError::into_inner);
        let known = search.patterns().find_anywhere(&state.boxes, state.player).is_some();
        if !known && maze.floor().without(&state.boxes) != *region {
            let frozen = self.freeze.frozen(maze, &state.boxes);
            let Ok(boxes) = search.dead_boxes(maze, state, region, &frozen, &mut Unlimited);
            boxes?;
        }
        let pattern = search.patterns().find_anywhere(&state.boxes, state.player)?;
        Some(Evidence { rule: RuleId::Pattern, boxes: pattern.boxes, cells: Bits::EMPTY })
    }
}
