//! Corral deadlocks: a part of the board that can never be opened again, proven by a small search.
//!
//! A corral is a component of floor that the player cannot enter. Take the boxes that bar it, and the frozen ones;
//! leave all others out. If these boxes, alone on the board, can neither come home nor leave the place, the
//! position is lost whatever the others do.
//!
//! **Proof.** Leave some boxes out of a solution: what remains is a legal game of the others (the player walks where
//! it pushed the missing boxes), and at its end at most `spare` of them are off goal. So if exhaustive search
//! over a subset finds no position with at most `spare` boxes off goal, the full position is lost. The search gives
//! up, and claims nothing, as soon as a box leaves the corral and its rim, or its budget is spent.
//!
//! **Cache.** Verdicts are kept by (boxes, player's region, corral). A proof is first made *small*: each box is left out
//! in turn and stays out if the rest is still lost. What is left goes into a [`PatternTable`], where later
//! positions find it by subset, without any search.
//!
//! Corral deadlocks are described by Meger and Damgaard in the Sokoban wiki; leaving out boxes to learn patterns
//! goes back to Junghanns and Schaeffer (2001).

use rustc_hash::{FxHashMap, FxHashSet};
use soko_core::{Bits, Direction, Level, Maze, Meter, Square, State, Stopped, meter::erased};

use super::{Freeze, Look, pattern::PatternTable};

/// Positions one proof may visit.
///
/// Measured with A* on Microban II 60–135 at 60,000 expansions each: 59 levels solved without the rule, 61 with a
/// budget of 20, 60 or 300, which cost 28, 32 and 50 % more time per expansion.
pub(crate) const DEFAULT_BUDGET: usize = 20;
/// Larger sets are not worth remembering as patterns.
const LARGEST_PATTERN: u32 = 12;
/// Verdicts kept before the cache is emptied.
const CACHED: usize = 1 << 18;

/// Words of a board on which a whole proof takes less than a look at the clock is worth.
const NARROW: usize = 8;

/// Searches corrals and remembers.
pub(crate) struct CorralSearch<const W: usize> {
    freeze: Freeze<W>,
    dead: Bits<W>,
    spare: u32,
    budget: usize,
    verdicts: FxHashMap<(State<W>, Square), bool>,
    patterns: PatternTable<W>,
    seen: FxHashSet<State<W>>,
    stack: Vec<State<W>>,
}

impl<const W: usize> CorralSearch<W> {
    /// Analyses a level; proofs visit at most `budget` positions.
    pub(crate) fn new(level: &Level, budget: usize) -> Self {
        let spare = level.boxes() - level.needed();
        Self {
            freeze: Freeze::new(level),
            dead: if spare == 0 { Bits::from_set(&crate::dead_squares(level)) } else { Bits::EMPTY },
            spare: spare as u32,
            budget,
            verdicts: FxHashMap::default(),
            patterns: PatternTable::new(64 * W),
            seen: FxHashSet::default(),
            stack: Vec::new(),
        }
    }

    /// Does it search at all? With a budget of 0 it only remembers what it is told.
    pub(crate) const fn searches(&self) -> bool {
        self.budget > 0
    }

    /// What has been learned.
    pub(crate) const fn patterns(&self) -> &PatternTable<W> {
        &self.patterns
    }

    /// Remembers boxes that are lost, alone on the board, while the player is on one of some squares.
    pub(crate) fn remember(&mut self, boxes: Bits<W>, players: Bits<W>) {
        self.patterns.insert(boxes, players);
    }

    /// The boxes that prove a position lost, if some corral does.
    ///
    /// # Errors
    /// The reason to end early; what was not decided is not remembered.
    pub(crate) fn dead_boxes<M: Meter + ?Sized>(
        &mut self,
        maze: &Maze<W>,
        look: &Look<'_, W>,
        meter: &mut M,
    ) -> Result<Option<Bits<W>>, M::Halt> {
        erased(meter, |meter| self.search(maze, look, meter))
    }

    #[inline(never)]
    fn search(
        &mut self,
        maze: &Maze<W>,
        look: &Look<'_, W>,
        meter: &mut dyn Meter<Halt = Stopped>,
    ) -> Result<Option<Bits<W>>, Stopped> {
        let (state, fixed, hidden) = (look.state, &look.fixed, look.hidden(maze));
        let mut seeds = hidden;
        while let Some(seed) = seeds.first() {
            let corral = maze.flood(&hidden, Bits::single(seed));
            seeds = seeds.without(&corral);
            let mut rim = Bits::EMPTY;
            for direction in Direction::ALL {
                rim |= maze.shift(&corral, direction);
            }
            rim &= state.boxes;
            let movable = rim.without(fixed);
            if movable.is_subset(maze.goals()) {
                continue;
            }
            let boxes = rim | *fixed;
            let subset = maze.normal(&State { boxes, player: state.player });
            let key = (subset, seed);
            let dead = match self.verdicts.get(&key) {
                Some(&known) => known,
                None => self.decide(maze, key, &(corral | rim), meter)?,
            };
            if dead {
                return Ok(Some(boxes));
            }
        }
        Ok(None)
    }

    /// Searches a corral and remembers what that has shown.
    fn decide(
        &mut self,
        maze: &Maze<W>,
        key: (State<W>, Square),
        zone: &Bits<W>,
        meter: &mut dyn Meter<Halt = Stopped>,
    ) -> Result<bool, Stopped> {
        if self.verdicts.len() >= CACHED {
            self.verdicts.clear();
        }
        let dead = self.proves_dead(maze, &key.0, zone, meter)?;
        self.verdicts.insert(key, dead);
        if dead {
            self.learn(maze, &key.0, zone, meter)?;
        }
        Ok(dead)
    }

    /// Does a learned pattern prove a position lost in which a box was just pushed to `to`?
    #[inline]
    pub(crate) fn matches(&self, boxes: &Bits<W>, to: Square, player: Square) -> bool {
        self.patterns.find(boxes, to, player).is_some()
    }

    /// Bytes held by caches.
    pub(crate) fn bytes(&self) -> u64 {
        let verdict = size_of::<(State<W>, Square)>() + 2;
        (self.verdicts.capacity() * verdict * 8 / 7) as u64 + self.patterns.bytes()
    }

    /// Makes a proof small and remembers it.
    fn learn(
        &mut self,
        maze: &Maze<W>,
        subset: &State<W>,
        zone: &Bits<W>,
        meter: &mut dyn Meter<Halt = Stopped>,
    ) -> Result<(), Stopped> {
        if subset.boxes.len() > LARGEST_PATTERN {
            return Ok(());
        }
        let mut boxes = subset.boxes;
        for square in subset.boxes.iter() {
            let mut fewer = boxes;
            fewer.remove(square);
            if !fewer.is_empty() && self.proves_dead(maze, &State { boxes: fewer, ..*subset }, zone, meter)? {
                boxes = fewer;
            }
        }
        self.patterns.insert(boxes, maze.region(&boxes, subset.player));
        Ok(())
    }

    /// Does exhaustive search prove that these boxes cannot come home, nor any of them leave the zone?
    fn proves_dead(
        &mut self,
        maze: &Maze<W>,
        start: &State<W>,
        zone: &Bits<W>,
        meter: &mut dyn Meter<Halt = Stopped>,
    ) -> Result<bool, Stopped> {
        self.seen.clear();
        self.stack.clear();
        let start = maze.normal(start);
        self.seen.insert(start);
        self.stack.push(start);
        while let Some(state) = self.stack.pop() {
            if state.boxes.without(maze.goals()).len() <= self.spare {
                return Ok(false);
            }
            if W > NARROW {
                meter.go_on()?;
            }
            let region = maze.region(&state.boxes, state.player);
            for direction in Direction::ALL {
                let pushable = maze.pushable(&state.boxes, &region, direction)
                    & maze.shift(&maze.floor().without(&self.dead), direction.opposite());
                for square in pushable.iter() {
                    let to = maze.next(square, direction);
                    let child = maze.push(&state.boxes, square, direction);
                    if self.freeze.lost_by_push(maze, &child.boxes, to) {
                        continue;
                    }
                    if !zone.contains(to) {
                        return Ok(false);
                    }
                    let child = maze.normal(&child);
                    if self.seen.insert(child) {
                        if self.seen.len() > self.budget {
                            return Ok(false);
                        }
                        self.stack.push(child);
                    }
                }
            }
        }
        Ok(true)
    }
}
