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
use soko_core::{Bits, Direction, Maze, Meter, Square, State, Unlimited};
use soko_solver::Halt;

use crate::{ground::Ground, immobile::immobile, knowledge::Knowledge, pairing::Pairing, team::Pattern};

/// Bytes of tables of frozen sets that are kept.
const MOST_TABLE_BYTES: usize = 1 << 25;

/// Asks whether to go on, between two positions of a proof.
pub type Poll<'a> = dyn FnMut() -> Result<(), Halt> + 'a;

/// Are all boxes of the level given, or a part of them, the others left out?
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Boxes {
    /// All.
    All,
    /// Some.
    Some,
}

/// A position with what most rules ask first.
pub(crate) struct Look<'s, const W: usize> {
    pub(crate) state: &'s State<W>,
    /// The player's region.
    pub(crate) region: Bits<W>,
    /// Boxes that move in no solution.
    pub(crate) fixed: Bits<W>,
}

/// The goals that each square reaches, with some boxes as walls.
pub type GoalTable<const W: usize> = Box<[Bits<W>]>;

/// All rules, compiled for a level.
pub struct Judge<const W: usize> {
    freeze: Freeze<W>,
    pairs: Option<DeadPairs<W>>,
    corrals: CorralSearch<W>,
    pi_corrals: PiCorrals<W>,
    /// The same when some boxes are left out.
    some_pi_corrals: PiCorrals<W>,
    retrograde: Retrograde<W>,
    tables: FxHashMap<Bits<W>, GoalTable<W>>,
    pairing: Pairing<W>,
    spare: Spare,
    dead: Bits<W>,
    /// What was learned since it was last asked for.
    news: Vec<Pattern<W>>,
    /// Positions that proofs have looked at.
    pub(crate) examined: u64,
    knowledge: Knowledge,
}

impl<const W: usize> Judge<W> {
    /// Compiles the rules, within limits.
    ///
    /// # Errors
    /// The reason to end early.
    pub fn new<M: Meter + ?Sized>(
        ground: &Ground<'_, W>,
        knowledge: Knowledge,
        meter: &mut M,
    ) -> Result<Self, M::Halt> {
        let (level, maze) = (ground.level, &ground.maze);
        Ok(Self {
            freeze: Freeze::new(level),
            pairs: DeadPairs::new(level, maze, meter)?,
            corrals: CorralSearch::new(level, knowledge.corral),
            pi_corrals: PiCorrals::new(level),
            some_pi_corrals: PiCorrals::new(level).for_some_boxes(),
            retrograde: Retrograde::new(level, maze),
            tables: FxHashMap::default(),
            pairing: Pairing::default(),
            spare: Spare::of(level),
            dead: ground.dead,
            news: Vec::new(),
            examined: 0,
            knowledge,
        })
    }

    /// Is a position lost by the push that brought a box to `to`?
    #[inline]
    pub fn lost_by_push(&self, maze: &Maze<W>, child: &State<W>, to: Square) -> bool {
        self.freeze.lost_by_push(maze, &child.boxes, to)
            || self.pairs.as_ref().is_some_and(|pairs| pairs.lost_by_push(child, to))
            || self.corrals.matches(&child.boxes, to, child.player)
    }

    /// Has the level more boxes than goals?
    pub(crate) const fn spares_boxes(&self) -> bool {
        self.spare.boxes > 0
    }

    /// Looks at a position whose player is in `region`.
    pub(crate) fn look<'s>(&self, maze: &Maze<W>, state: &'s State<W>, region: Bits<W>) -> Look<'s, W> {
        let fixed = if self.spare.boxes > 0 || !self.knowledge.immobile {
            self.freeze.frozen(maze, &state.boxes)
        } else {
            immobile(maze, &self.freeze, &self.dead, &state.boxes, &region)
        };
        Look { state, region, fixed }
    }

    /// Is a position lost?
    pub fn lost(&mut self, maze: &Maze<W>, state: &State<W>) -> bool {
        let look = self.look(maze, state, maze.region(&state.boxes, state.player));
        self.lost_among(maze, &look, Boxes::All)
    }

    /// Is a position lost of which all boxes are given, or some?
    pub(crate) fn lost_among(&mut self, maze: &Maze<W>, look: &Look<'_, W>, boxes: Boxes) -> bool {
        let Look { state, region, fixed } = look;
        if self.spare.boxes == 0 && !fixed.is_subset(maze.goals()) {
            return true;
        }
        if self.unmatched(maze, &state.boxes, fixed) {
            return true;
        }
        if boxes == Boxes::All && self.retrograde.judge(maze, state, region).is_some() {
            return true;
        }
        if self.knowledge.corral == 0 || maze.floor().without(&state.boxes) == *region {
            return false;
        }
        let Ok(dead) = self.corrals.dead_boxes(maze, state, region, fixed, &mut Unlimited);
        dead.is_some()
    }

    /// Remembers that boxes are lost, wherever else boxes stand, while the player is in `region`.
    pub(crate) fn remember(&mut self, boxes: Bits<W>, region: Bits<W>) {
        self.corrals.remember(boxes, region);
        self.news.push((boxes, region));
    }

    /// How many sets of boxes are known to be lost.
    pub const fn lessons(&self) -> usize {
        self.corrals.patterns().len()
    }

    /// Is a position lost by a set of boxes that was learned after the first so many?
    pub fn is_lost_by_lessons(&self, state: &State<W>, after: usize) -> bool {
        self.corrals.patterns().any_since(after, &state.boxes, state.player)
    }

    /// What was learned since it was last asked for.
    pub fn take_news(&mut self) -> Vec<Pattern<W>> {
        std::mem::take(&mut self.news)
    }

    /// Learns what others have proven.
    pub fn hear(&mut self, patterns: Vec<Pattern<W>>) {
        for (boxes, region) in patterns {
            self.corrals.remember(boxes, region);
        }
    }

    /// The pushes worth trying first, if a PI-corral narrows them down.
    pub fn pi_corral(&self, maze: &Maze<W>, state: &State<W>) -> Option<Pushes<W>> {
        let region = maze.region(&state.boxes, state.player);
        if !self.knowledge.pi_corral || maze.floor().without(&state.boxes) == region {
            return None;
        }
        self.pi_corral_among(maze, &self.look(maze, state, region), Boxes::All)
    }

    pub(crate) fn pi_corral_among(
        &self,
        maze: &Maze<W>,
        Look { state, region, fixed }: &Look<'_, W>,
        given: Boxes,
    ) -> Option<Pushes<W>> {
        if !self.knowledge.pi_corral || maze.floor().without(&state.boxes) == *region {
            return None;
        }
        let rule = if given == Boxes::All { &self.pi_corrals } else { &self.some_pi_corrals };
        rule.find(maze, &state.boxes, region, fixed)
    }

    /// Can the boxes that are not frozen no longer have a goal each?
    fn unmatched(&mut self, maze: &Maze<W>, boxes: &Bits<W>, frozen: &Bits<W>) -> bool {
        if self.spare.boxes > 0 {
            return false;
        }
        if self.tables.len() * 64 * W * size_of::<Bits<W>>() >= MOST_TABLE_BYTES {
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
