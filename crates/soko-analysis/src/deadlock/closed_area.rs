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

use std::sync::{Mutex, MutexGuard, PoisonError};

use soko_core::{Bits, Direction, Level, Maze, State, Unlimited};

use super::{
    Evidence, Freeze, Look, PiCorrals, Rule, RuleId,
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
        let look = Look { state, region: *region, fixed: self.freeze.frozen(maze, &state.boxes) };
        let (pushes, corral) = self.corrals.find_corral(maze, &look)?;
        pushes.iter().all(Bits::is_empty).then(|| Evidence {
            rule: RuleId::PiCorral,
            boxes: around(maze, &corral) & state.boxes,
            cells: corral,
        })
    }
}

/// A search of corrals that several threads may ask.
struct SharedSearch<const W: usize> {
    freeze: Freeze<W>,
    search: Mutex<CorralSearch<W>>,
}

impl<const W: usize> SharedSearch<W> {
    fn new(level: &Level) -> Self {
        Self { freeze: Freeze::new(level), search: Mutex::new(CorralSearch::new(level, DEFAULT_BUDGET)) }
    }

    /// The search. A panic elsewhere leaves nothing half done that a later proof relies on.
    fn lock(&self) -> MutexGuard<'_, CorralSearch<W>> {
        self.search.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The boxes that prove a position lost, and where the player cannot go.
    fn dead_boxes(&self, maze: &Maze<W>, state: &State<W>, region: &Bits<W>) -> Option<(Bits<W>, Bits<W>)> {
        let look = Look { state, region: *region, fixed: self.freeze.frozen(maze, &state.boxes) };
        let Ok(boxes) = self.lock().dead_boxes(maze, &look, &mut Unlimited);
        Some((boxes?, look.hidden(maze)))
    }
}

/// A corral whose boxes never come home.
pub(crate) struct CorralRule<const W: usize>(SharedSearch<W>);

impl<const W: usize> CorralRule<W> {
    /// Analyses a level.
    pub(crate) fn new(level: &Level) -> Self {
        Self(SharedSearch::new(level))
    }
}

impl<const W: usize> Rule<W> for CorralRule<W> {
    fn id(&self) -> RuleId {
        RuleId::Corral
    }

    fn judge(&self, maze: &Maze<W>, state: &State<W>, region: &Bits<W>) -> Option<Evidence<W>> {
        let (boxes, hidden) = self.0.dead_boxes(maze, state, region)?;
        let cells = maze.flood(&hidden, hidden & around(maze, &boxes));
        Some(Evidence { rule: RuleId::Corral, boxes, cells })
    }
}

/// Boxes that a search has proven lost, here or in a position judged before.
pub(crate) struct PatternRule<const W: usize>(SharedSearch<W>);

impl<const W: usize> PatternRule<W> {
    /// Analyses a level; nothing is learned yet.
    pub(crate) fn new(level: &Level) -> Self {
        Self(SharedSearch::new(level))
    }

    fn known(&self, state: &State<W>) -> Option<Bits<W>> {
        self.0.lock().patterns().find_anywhere(&state.boxes, state.player).map(|pattern| pattern.boxes)
    }
}

impl<const W: usize> Rule<W> for PatternRule<W> {
    fn id(&self) -> RuleId {
        RuleId::Pattern
    }

    fn judge(&self, maze: &Maze<W>, state: &State<W>, region: &Bits<W>) -> Option<Evidence<W>> {
        let boxes = self.known(state).or_else(|| {
            self.0.dead_boxes(maze, state, region)?;
            self.known(state)
        })?;
        Some(Evidence { rule: RuleId::Pattern, boxes, cells: Bits::EMPTY })
    }
}
