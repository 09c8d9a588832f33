//! One way of playing with all it has learned: the table of positions and the archive over it.
//!
//! The table knows every position met, the fewest pushes known between it and the root of this half (an upper bound that
//! falls when a shorter way is met), the estimate of the rest, and the push that leads there. Forwards the
//! first number is a cost that has been paid, backwards it is the *return* of the position: as many pushes are
//! known to solve it.

use std::{cmp::Reverse, collections::BinaryHeap};

use soko_core::{Bits, Maze, Motion, Push, State};
use soko_search::{box_index::BoxIndex, node_store::NodeStore};
use soko_solver::{Context, Dice, Halt, Way};

use super::{
    archive::{Archive, Features},
    game::{Game, Successor},
    params::Params,
};

const EXPANDED: u32 = 1 << 31;

/// What a visit found.
pub(super) enum Visit<const W: usize> {
    /// Nothing waits any more.
    Exhausted,
    /// The least estimate that was met, if any position was new.
    Played(Option<u32>),
    /// A position that is solved, or known to the other half.
    Met(State<W>),
}

/// What every visit needs.
pub(super) struct Play<'p, 'c, const W: usize> {
    /// Says of a new position whether it ends the play.
    pub(super) ends: &'p dyn Fn(&State<W>) -> bool,
    /// Positions that a visit expands.
    pub(super) lookahead: u32,
    pub(super) dice: &'p mut Dice,
    pub(super) context: &'p mut Context<'c>,
}

/// What one visit looks at.
struct Lookahead {
    /// Positions to expand, by estimate.
    waiting: BinaryHeap<Reverse<(u32, u32, u32)>>,
    /// The least estimate met.
    least: Option<u32>,
}

/// One way of playing.
pub(super) struct Half<'a, M, const W: usize> {
    maze: &'a Maze<W>,
    params: &'a Params,
    game: Game<'a, W, M>,
    store: NodeStore<W>,
    archive: Archive,
    /// Bytes of the game and of the lists below, as the budget knows them.
    held_bytes: u64,
    /// Successors of the position in hand, and how many pushes of one box led to each.
    line: Vec<(Successor<W>, u32)>,
    ways: Vec<Successor<W>>,
}

impl<'a, M: Motion, const W: usize> Half<'a, M, W> {
    pub(super) fn new(
        maze: &'a Maze<W>,
        params: &'a Params,
        game: Game<'a, W, M>,
        box_index: BoxIndex,
    ) -> Self {
        let held_bytes = game.bytes();
        Self {
            maze,
            params,
            game,
            store: NodeStore::new(box_index, 2),
            archive: Archive::new(),
            held_bytes,
            line: Vec::new(),
            ways: Vec::new(),
        }
    }

    /// Files the positions to begin from.
    pub(super) fn begin(&mut self, play: &mut Play<'_, '_, W>) -> Result<(), Halt> {
        for root in self.game.roots() {
            // Hundreds of boxes leave hundreds of zones, each with a matching of its own.
            play.context.poll()?;
            let Some(estimate) = self.game.load(&root, play.context)? else { continue };
            let number = self.store.insert_root(&root, play.context)?;
            play.context.statistics.generated += 1;
            self.note(number, 0, estimate);
            self.file(number, &root, estimate, play)?;
        }
        Ok(())
    }

    /// Positions that wait.
    pub(super) const fn waiting(&self) -> u64 {
        self.archive.waiting()
    }

    /// Positions known.
    pub(super) const fn states(&self) -> u64 {
        self.store.len() as u64
    }

    /// Cells met.
    pub(super) const fn cells(&self) -> usize {
        self.archive.cells()
    }

    /// Is this position in the table?
    pub(super) fn knows(&self, state: &State<W>) -> bool {
        self.store.find(state).number.is_some()
    }

    /// The pushes between the root and a position, from the root on; empty if it is unknown.
    pub(super) fn way(&self, state: &State<W>) -> Vec<Push> {
        self.store.find(state).number.map_or_else(Vec::new, |number| self.store.actions_to(number))
    }

    /// Gives all memory back.
    pub(super) fn release(self, context: &mut Context<'_>) {
        context.release(self.held_bytes);
        self.archive.release(context);
        self.store.release(context);
    }

    /// Returns to a cell, plays on from its most promising position and learns what that brought.
    pub(super) fn visit(&mut self, play: &mut Play<'_, '_, W>) -> Result<Visit<W>, Halt> {
        let Some(cell) = self.archive.choose(self.params, play.dice) else { return Ok(Visit::Exhausted) };
        let Some(first) = self.archive.take(cell) else { return Ok(Visit::Exhausted) };
        if self.is_expanded(first) {
            return Ok(Visit::Played(None));
        }
        let began = self.estimate(first);
        let mut ahead = Lookahead { waiting: BinaryHeap::from([Reverse((began, 0, first))]), least: None };
        for _ in 0..play.lookahead {
            let Some(Reverse((_, _, number))) = ahead.waiting.pop() else { break };
            if let Some(met) = self.expand(number, &mut ahead, play)? {
                return Ok(Visit::Met(met));
            }
        }
        let nearer = ahead.least.is_some_and(|least| least < began);
        self.archive.learn(cell, f64::from(u8::from(nearer)), self.params);
        Ok(Visit::Played(ahead.least))
    }

    /// Makes the successors of a position, and those that follow by moving on the same box.
    fn expand(
        &mut self,
        number: u32,
        ahead: &mut Lookahead,
        play: &mut Play<'_, '_, W>,
    ) -> Result<Option<State<W>>, Halt> {
        play.context.expand_within_round()?;
        self.store.notes_mut(number)[1] |= EXPANDED;
        let state = self.store.state(number);
        if play.context.wants_position() {
            let way = (!M::BACKWARD).then(|| Way::Pushes(self.store.actions_to(number)));
            play.context.show_position(self.maze.position(&state), way);
        }
        if self.game.load(&state, play.context)?.is_none() {
            return Ok(None);
        }
        self.ways.clear();
        self.game.successors(&state, &mut self.ways, play.context)?;
        self.account(play.context)?;
        self.line.clear();
        for i in 0..self.ways.len() {
            if let Some(met) = self.enter(number, self.ways[i], 1, ahead, play)? {
                return Ok(Some(met));
            }
        }
        let mut next = 0;
        while let Some(&(at, pushes)) = self.line.get(next) {
            next += 1;
            let Some(parent) = self.store.find(&at.state).number else { continue };
            self.ways.clear();
            self.game.follow(&at, &mut self.ways);
            for i in 0..self.ways.len() {
                if let Some(met) = self.enter(parent, self.ways[i], pushes + 1, ahead, play)? {
                    return Ok(Some(met));
                }
            }
        }
        Ok(None)
    }

    /// Notes a successor: a new position is filed, a shorter way to a known one is kept.
    fn enter(
        &mut self,
        parent: u32,
        successor: Successor<W>,
        pushes: u32,
        ahead: &mut Lookahead,
        play: &mut Play<'_, '_, W>,
    ) -> Result<Option<State<W>>, Halt> {
        play.context.statistics.generated += 1;
        play.context.poll()?;
        let depth = self.depth(parent) + 1;
        let found = self.store.find(&successor.state);
        if let Some(known) = found.number {
            if depth < self.depth(known) {
                self.store.set_arrival(known, parent, successor.push);
                self.store.notes_mut(known)[0] = depth;
            }
            return Ok(None);
        }
        let number = self.store.insert(&found, Some(parent), successor.push, play.context)?;
        self.note(number, depth, successor.estimate);
        if (play.ends)(&successor.state) {
            return Ok(Some(successor.state));
        }
        self.file(number, &successor.state, successor.estimate, play)?;
        ahead.least = Some(ahead.least.map_or(successor.estimate, |least| least.min(successor.estimate)));
        if play.lookahead > 1 {
            ahead.waiting.push(Reverse((successor.estimate, play.dice.below(1 << 32) as u32, number)));
        }
        if pushes < self.params.follow {
            self.line.push((successor, pushes));
        }
        Ok(None)
    }

    fn file(
        &mut self,
        number: u32,
        state: &State<W>,
        estimate: u32,
        play: &mut Play<'_, '_, W>,
    ) -> Result<(), Halt> {
        let features = if self.params.archive { self.features(state) } else { [0; 2] };
        self.archive.file(features, estimate, number, play.dice, play.context)
    }

    fn features(&self, state: &State<W>) -> Features {
        let home = state.boxes & *self.game.targets();
        [home.len() as u16, parts(self.maze, &state.boxes)]
    }

    fn note(&mut self, number: u32, depth: u32, estimate: u32) {
        self.store.notes_mut(number).copy_from_slice(&[depth, estimate]);
    }

    fn depth(&self, number: u32) -> u32 {
        self.store.notes(number)[0]
    }

    fn estimate(&self, number: u32) -> u32 {
        self.store.notes(number)[1] & !EXPANDED
    }

    fn is_expanded(&self, number: u32) -> bool {
        self.store.notes(number)[1] & EXPANDED != 0
    }

    /// Tells the context of what the game and the lists of successors hold by now.
    fn account(&mut self, context: &mut Context<'_>) -> Result<(), Halt> {
        let ways = self.ways.capacity() * size_of::<Successor<W>>();
        let line = self.line.capacity() * size_of::<(Successor<W>, u32)>();
        let bytes = self.game.bytes() + (ways + line) as u64;
        if bytes > self.held_bytes {
            context.acquire(bytes - self.held_bytes)?;
            self.held_bytes = bytes;
        }
        Ok(())
    }
}

/// Into how many parts the boxes cut the floor.
fn parts<const W: usize>(maze: &Maze<W>, boxes: &Bits<W>) -> u16 {
    let mut left = maze.floor().without(boxes);
    let mut parts = 0;
    while let Some(square) = left.first() {
        left = left.without(&maze.flood(&left, Bits::single(square)));
        parts += 1;
    }
    parts
}
