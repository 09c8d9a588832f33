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
    BipartiteMatching,
    deadlock::{Detector, PiCorrals, Pushes, Rule, Rules, Spare, immobile, retrograde::Retrograde},
    lone_box::goals_reached,
};
use soko_core::{Bits, Direction, Maze, Meter, Motion, Pushing, Square, State, Unlimited};

use super::{
    Pattern,
    pattern_search::{Boxes, PatternDomain},
};
use crate::{level_tables::LevelTables, params::Switches};

/// Bytes of tables of frozen sets that are kept.
const MOST_TABLE_BYTES: usize = 1 << 25;

/// A position with what most rules ask first.
pub(crate) struct Look<'s, const W: usize> {
    pub(crate) state: &'s State<W>,
    /// The player's region.
    pub(crate) region: Bits<W>,
    /// Boxes that move in no solution.
    pub(crate) fixed: Bits<W>,
}

/// All rules, compiled for a level.
pub struct ForwardDeadlocks<const W: usize> {
    detector: Detector<W>,
    /// PI-corrals when some boxes are left out.
    some_pi_corrals: PiCorrals<W>,
    retrograde: Retrograde<W>,
    /// The goals that each square reaches, by set of boxes that are walls.
    goals: FxHashMap<Bits<W>, Box<[Bits<W>]>>,
    matching: BipartiteMatching<W>,
    spare: Spare,
    dead: Bits<W>,
    /// What was learned since it was last asked for.
    news: Vec<Pattern<W>>,
    /// Positions that proofs have looked at.
    pub(crate) examined: u64,
    switches: Switches,
}

impl<const W: usize> ForwardDeadlocks<W> {
    /// Compiles the rules, within limits.
    ///
    /// # Errors
    /// The reason to end early.
    pub fn new<M: Meter + ?Sized>(
        tables: &LevelTables<'_, W>,
        switches: Switches,
        meter: &mut M,
    ) -> Result<Self, M::Halt> {
        let (level, maze) = (tables.level, &tables.maze);
        // Moves to dead squares are not generated.
        let Switches { pi_corral, corral, .. } = switches;
        let rules = Rules { dead_squares: false, freeze: true, pi_corral, corral };
        Ok(Self {
            detector: Detector::new(level, &rules).with_pairs(level, maze, meter)?,
            some_pi_corrals: PiCorrals::new(level).for_some_boxes(),
            retrograde: Retrograde::new(level, maze),
            goals: FxHashMap::default(),
            matching: BipartiteMatching::default(),
            spare: Spare::of(level),
            dead: tables.dead,
            news: Vec::new(),
            examined: 0,
            switches,
        })
    }

    /// Is a position lost by the push that brought a box to `to`?
    #[inline]
    pub fn lost_by_push(&self, maze: &Maze<W>, child: &State<W>, to: Square) -> bool {
        self.detector.lost_by_push(maze, child, to)
    }

    /// Has the level more boxes than goals?
    pub(crate) const fn spares_boxes(&self) -> bool {
        self.spare.boxes > 0
    }

    /// Looks at a position whose player is in `region`.
    pub(crate) fn look<'s>(&self, maze: &Maze<W>, state: &'s State<W>, region: Bits<W>) -> Look<'s, W> {
        let fixed = if self.spare.boxes > 0 || !self.switches.immobile {
            self.detector.frozen(maze, &state.boxes)
        } else {
            immobile(maze, &self.detector, &self.dead, &state.boxes, &region)
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
        if maze.floor().without(&state.boxes) == *region {
            return false;
        }
        let Ok(lost) = self.detector.lost_by_corral(maze, state, region, fixed, &mut Unlimited);
        lost
    }

    /// Remembers that boxes are lost, wherever else boxes stand, while the player is in `region`.
    pub(crate) fn remember(&mut self, boxes: Bits<W>, region: Bits<W>) {
        self.detector.remember(boxes, region);
        self.news.push((boxes, region));
    }

    /// How many sets of boxes are known to be lost.
    pub const fn lessons(&self) -> usize {
        self.detector.patterns().len()
    }

    /// Is a position lost by a set of boxes that was learned after the first so many?
    pub fn is_lost_by_lessons(&self, state: &State<W>, after: usize) -> bool {
        self.detector.patterns().any_since(after, &state.boxes, state.player)
    }

    /// What was learned since it was last asked for.
    pub fn take_news(&mut self) -> Vec<Pattern<W>> {
        std::mem::take(&mut self.news)
    }

    /// Learns what others have proven.
    pub fn hear(&mut self, patterns: Vec<Pattern<W>>) {
        for (boxes, region) in patterns {
            self.detector.remember(boxes, region);
        }
    }

    /// The pushes worth trying first, if a PI-corral narrows them down.
    pub fn pi_corral(&self, maze: &Maze<W>, state: &State<W>) -> Option<Pushes<W>> {
        let region = maze.region(&state.boxes, state.player);
        if !self.switches.pi_corral || maze.floor().without(&state.boxes) == region {
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
        if !self.switches.pi_corral || maze.floor().without(&state.boxes) == *region {
            return None;
        }
        match given {
            Boxes::All => self.detector.pi_corral(maze, &state.boxes, region, fixed),
            Boxes::Some => self.some_pi_corrals.find(maze, &state.boxes, region, fixed),
        }
    }

    /// Can the boxes that are not frozen no longer have a goal each?
    fn unmatched(&mut self, maze: &Maze<W>, boxes: &Bits<W>, frozen: &Bits<W>) -> bool {
        if self.spare.boxes > 0 {
            return false;
        }
        if self.goals.len() * 64 * W * size_of::<Bits<W>>() >= MOST_TABLE_BYTES {
            self.goals.clear();
        }
        let table = self.goals.entry(*frozen).or_insert_with(|| goals_reached(&maze.walled(frozen)));
        let moving = boxes.without(frozen);
        let suits: Vec<Bits<W>> = moving.iter().map(|square| table[square.index()]).collect();
        !self.matching.is_possible(&suits)
    }
}

/// Pattern search by pushes.
pub struct ForwardPatterns<'a, const W: usize> {
    /// What is known of it.
    pub deadlocks: &'a mut ForwardDeadlocks<W>,
    /// The level.
    pub tables: &'a LevelTables<'a, W>,
}

impl<const W: usize> PatternDomain<W> for ForwardPatterns<'_, W> {
    type Motion = Pushing;

    fn maze(&self) -> &Maze<W> {
        &self.tables.maze
    }

    fn spares_boxes(&self) -> bool {
        self.deadlocks.spares_boxes()
    }

    fn targets(&self) -> &Bits<W> {
        self.tables.maze.goals()
    }

    fn end(&self) -> Option<Square> {
        None
    }

    fn movable(&mut self, state: &State<W>, region: &Bits<W>, given: Boxes) -> Option<Pushes<W>> {
        let maze = &self.tables.maze;
        let look = self.deadlocks.look(maze, state, *region);
        if self.deadlocks.lost_among(maze, &look, given) {
            return None;
        }
        let only = self.deadlocks.pi_corral_among(maze, &look, given);
        let open = maze.floor().without(&self.tables.dead);
        Some(Direction::ALL.map(|direction| {
            let alive = maze.shift(&open, direction.opposite());
            let pushable = Pushing::movable(maze, &state.boxes, region, direction) & alive;
            only.as_ref().map_or(pushable, |only| pushable & only[direction as usize])
        }))
    }

    fn lost_by_move(&self, child: &State<W>, to: Square) -> bool {
        self.deadlocks.lost_by_push(&self.tables.maze, child, to)
    }

    fn distance(&self, square: Square) -> u16 {
        self.tables.to_goal(square)
    }

    fn remember(&mut self, boxes: Bits<W>, region: Bits<W>) {
        self.deadlocks.remember(boxes, region);
    }

    fn examined(&mut self) -> &mut u64 {
        &mut self.deadlocks.examined
    }
}
