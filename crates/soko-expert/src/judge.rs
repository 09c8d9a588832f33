//! Is a position of the forward search lost? Every proof the expert knows, cheapest first.
//!
//! Two moments. When a move is *generated*, it is tested for what one push can have broken, in a few word operations: frozen
//! groups, dead pairs, learned patterns. When the search is about to *expand* a position, deeper questions are worth
//! their price: with frozen boxes as walls, can every box still have a goal of its own; can goals still be filled in some
//! order seen from the end; can every closed area be opened again.
//!
//! All tests are proofs; each rule's own file in `soko-analysis` holds its argument. Levels with boxes or goals to spare
//! use those that count what can be spared.

use rustc_hash::FxHashMap;
use soko_analysis::{
    Sides,
    deadlock::{CorralSearch, DeadPairs, Freeze, PiCorrals, Pushes, Rule, Spare, retrograde::Retrograde},
};
use soko_core::{Bits, Direction, Maze, Square, State};

use crate::{ground::Ground, immobile::immobile, pairing::Pairing};

/// Frozen sets whose tables are kept.
const MOST_TABLES: usize = 1 << 12;
/// Positions a corral proof may visit.
const CORRAL_BUDGET: usize = 200;

/// The goals that each square reaches, with some boxes as walls.
pub type GoalTable<const W: usize> = Box<[Bits<W>]>;

/// All rules, compiled for a level.
pub struct Judge<const W: usize> {
    freeze: Freeze<W>,
    pairs: Option<DeadPairs<W>>,
    corrals: CorralSearch<W>,
    pi_corrals: PiCorrals<W>,
    retrograde: Retrograde<W>,
    tables: FxHashMap<Bits<W>, GoalTable<W>>,
    pairing: Pairing<W>,
    spare: Spare,
    dead: Bits<W>,
}

impl<const W: usize> Judge<W> {
    /// Compiles the rules.
    pub fn new(ground: &Ground<'_, W>) -> Self {
        let (level, maze) = (ground.level, &ground.maze);
        Self {
            freeze: Freeze::new(level),
            pairs: DeadPairs::new(level, maze),
            corrals: CorralSearch::new(level, CORRAL_BUDGET),
            pi_corrals: PiCorrals::new(level),
            retrograde: Retrograde::new(level, maze),
            tables: FxHashMap::default(),
            pairing: Pairing::default(),
            spare: Spare::of(level),
            dead: ground.dead,
        }
    }

    /// Is a position lost by the push that brought a box to `to`?
    #[inline]
    pub fn lost_by_push(&self, maze: &Maze<W>, child: &State<W>, to: Square) -> bool {
        self.freeze.lost_by_push(maze, &child.boxes, to)
            || self.pairs.as_ref().is_some_and(|pairs| pairs.lost_by_push(child, to))
            || self.corrals.matches(&child.boxes, to, child.player)
    }

    /// Is a position lost?
    pub fn lost(&mut self, maze: &Maze<W>, state: &State<W>) -> bool {
        let region = maze.region(&state.boxes, state.player);
        let frozen = self.fixed(maze, &state.boxes, &region);
        if self.spare.boxes == 0 && !frozen.is_subset(maze.goals()) {
            return true;
        }
        if self.unmatched(maze, &state.boxes, &frozen) {
            return true;
        }
        if self.retrograde.judge(maze, state, &region).is_some() {
            return true;
        }
        if maze.floor().without(&state.boxes) == region {
            return false;
        }
        self.corrals.dead_boxes(maze, state, &region, &frozen).is_some()
    }

    /// Boxes that move in no solution.
    fn fixed(&self, maze: &Maze<W>, boxes: &Bits<W>, region: &Bits<W>) -> Bits<W> {
        if self.spare.boxes > 0 {
            return self.freeze.frozen(maze, boxes);
        }
        immobile(maze, &self.freeze, &self.dead, boxes, region)
    }

    /// The pushes worth trying first, if a PI-corral narrows them down.
    pub fn pi_corral(&self, maze: &Maze<W>, boxes: &Bits<W>, region: &Bits<W>) -> Option<Pushes<W>> {
        if maze.floor().without(boxes) == *region {
            return None;
        }
        let frozen = self.fixed(maze, boxes, region);
        self.pi_corrals.find(maze, boxes, region, &frozen)
    }

    /// Can the boxes that are not frozen no longer have a goal each?
    fn unmatched(&mut self, maze: &Maze<W>, boxes: &Bits<W>, frozen: &Bits<W>) -> bool {
        if self.spare.boxes > 0 {
            return false;
        }
        if self.tables.len() >= MOST_TABLES {
            self.tables.clear();
        }
        let table = self.tables.entry(*frozen).or_insert_with(|| goals_reached(&maze.walled(frozen)));
        let moving = boxes.without(frozen);
        let suits: Vec<Bits<W>> = moving.iter().map(|square| table[square.index()]).collect();
        !self.pairing.is_possible(&suits)
    }
}

/// For every square the goals a lone box there can be pushed to, on the player's best side.
pub fn goals_reached<const W: usize>(maze: &Maze<W>) -> GoalTable<W> {
    let sides = Sides::of(maze);
    let mut table = vec![Bits::EMPTY; 64 * W];
    let mut seen = vec![0_u8; 64 * W];
    let mut waiting = Vec::new();
    for goal in maze.goals().iter() {
        seen.fill(0);
        let mut add = |square: Square, group: u8, waiting: &mut Vec<(Square, u8)>| {
            if seen[square.index()] & 1 << group == 0 {
                seen[square.index()] |= 1 << group;
                waiting.push((square, group));
            }
        };
        for group in 0..sides.count(goal).max(1) {
            add(goal, group, &mut waiting);
        }
        while let Some((square, group)) = waiting.pop() {
            table[square.index()].insert(goal);
            for side in Direction::ALL {
                if sides.group(square, side) == Some(group) {
                    let from = maze.next(square, side);
                    if let Some(group) = sides.group(from, side) {
                        add(from, group, &mut waiting);
                    }
                }
            }
        }
    }
    table.into()
}
