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
    deadlock::{Detector, Look, PiCorrals, Pushes, Rule, Rules, Spare, immobile, retrograde::Retrograde},
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
        if look.is_open(maze) {
            return false;
        }
        let Ok(lost) = self.detector.lost_by_corral(maze, look, &mut Unlimited);
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
        look: &Look<'_, W>,
        given: Boxes,
    ) -> Option<Pushes<W>> {
        if !self.switches.pi_corral || look.is_open(maze) {
            return None;
        }
        match given {
            Boxes::All => self.detector.pi_corral(maze, look),
            Boxes::Some => self.some_pi_corrals.find(maze, look),
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

#[cfg(test)]
mod tests {
    use soko_core::Level;

    use super::*;

    type Place<'l> = &'l dyn Fn(usize, usize) -> Square;

    /// Lends a test the rules of a level with these switches.
    fn with_rules(
        board: &str,
        switches: Switches,
        test: impl FnOnce(&mut ForwardDeadlocks<2>, &LevelTables<'_, 2>, Place<'_>),
    ) {
        let level = Level::parse(board).unwrap();
        let tables = LevelTables::new(&level);
        let Ok(mut rules) = ForwardDeadlocks::new(&tables, switches, &mut Unlimited);
        test(&mut rules, &tables, &|x, y| level.square_at(x, y).unwrap());
    }

    fn state(boxes: &[Square], player: Square) -> State<2> {
        State { boxes: boxes.iter().copied().collect(), player }
    }

    const HALL: &str = "##########\n#        #\n#  $  $  #\n#@   ..  #\n#        #\n##########";

    #[test]
    fn a_push_that_freezes_or_makes_a_dead_pair_loses() {
        with_rules(HALL, Switches::default(), |rules, tables, at| {
            let (maze, start) = (&tables.maze, tables.start);
            assert!(!rules.lost_by_push(maze, &start, at(3, 2)));
            let block = state(&[at(3, 2), at(4, 2), at(3, 3), at(4, 3)], at(1, 1));
            assert!(rules.lost_by_push(maze, &block, at(4, 3)), "four in a square");
        });
        // Neither box of the corridor is frozen, but the first never gets the second out of its way.
        with_rules("##########\n#@ $ $ ..#\n##########", Switches::default(), |rules, tables, at| {
            assert!(rules.lost_by_push(&tables.maze, &tables.start, at(5, 1)));
            rules.detector = Detector::new(tables.level, &Rules { dead_squares: false, ..Rules::default() });
            assert!(!rules.lost_by_push(&tables.maze, &tables.start, at(5, 1)));
        });
    }

    #[test]
    fn what_is_learned_loses_other_positions_and_is_news_once() {
        with_rules(HALL, Switches::default(), |rules, tables, at| {
            let here: Bits<2> = [at(1, 1), at(2, 1)].into_iter().collect();
            let boxes: Bits<2> = [at(3, 2), at(6, 3)].into_iter().collect();
            let lost = state(&[at(3, 2), at(6, 3), at(7, 2)], at(1, 1));
            assert!(!rules.lost_by_push(&tables.maze, &lost, at(6, 3)));
            assert_eq!((rules.lessons(), rules.is_lost_by_lessons(&lost, 0)), (0, false));
            rules.remember(boxes, here);
            assert!(rules.lost_by_push(&tables.maze, &lost, at(6, 3)));
            assert!(
                !rules.lost_by_push(&tables.maze, &lost, at(7, 2)),
                "not by the box that is no part of it"
            );
            let elsewhere = State { player: at(8, 4), ..lost };
            assert!(!rules.lost_by_push(&tables.maze, &elsewhere, at(6, 3)), "the player is elsewhere");
            assert_eq!((rules.lessons(), rules.is_lost_by_lessons(&lost, 0)), (1, true));
            assert!(!rules.is_lost_by_lessons(&lost, 1), "it was learned before");
            assert_eq!(rules.take_news(), [(boxes, here)]);
            assert!(rules.take_news().is_empty(), "told once");
            rules.hear(vec![(Bits::single(at(7, 2)), here)]);
            assert_eq!(rules.lessons(), 2);
            assert!(rules.is_lost_by_lessons(&lost, 1));
            assert!(rules.take_news().is_empty(), "what others told is no news to them");
        });
    }

    #[test]
    fn tables_of_frozen_sets_are_forgotten_when_there_are_too_many() {
        with_rules(HALL, Switches::default(), |rules, tables, _| {
            let most = MOST_TABLE_BYTES / (128 * size_of::<Bits<2>>());
            let sets = (0..128).flat_map(|a| (0..a).flat_map(move |b| (0..b).map(move |c| [a, b, c])));
            let sets: Vec<Bits<2>> =
                sets.take(most).map(|set| set.into_iter().map(Square).collect()).collect();
            rules.goals.extend(sets[1..].iter().map(|set| (*set, Box::default())));
            rules.unmatched(&tables.maze, &tables.start.boxes, &Bits::EMPTY);
            assert_eq!(rules.goals.len(), most, "room for one more");
            let walls = Bits::single(tables.start.boxes.first().unwrap());
            rules.unmatched(&tables.maze, &tables.start.boxes, &walls);
            assert_eq!(rules.goals.len(), 1);
        });
    }

    #[test]
    fn boxes_that_cannot_all_have_a_goal_are_lost() {
        // Two boxes along the upper wall, where there is one goal.
        let board = "##########\n#@ $  $ .#\n#        #\n#     .  #\n#        #\n##########";
        with_rules(board, Switches { corral: 0, ..Switches::default() }, |rules, tables, at| {
            assert!(rules.unmatched(&tables.maze, &tables.start.boxes, &Bits::EMPTY));
            assert!(rules.lost(&tables.maze, &tables.start));
            let apart = state(&[at(3, 1), at(6, 2)], at(1, 1));
            assert!(!rules.unmatched(&tables.maze, &apart.boxes, &Bits::EMPTY));
            assert!(!rules.lost(&tables.maze, &apart));
            let walls = Bits::single(at(6, 3));
            assert!(rules.unmatched(&tables.maze, &apart.boxes, &walls), "a box that stays takes its goal");
            assert_eq!(rules.goals.len(), 2, "a table for each set of boxes that stay");
        });
    }

    #[test]
    fn an_immobile_box_off_goal_loses_if_it_is_looked_for() {
        let closet = "########\n#@     #\n#  $   #\n#  . . #\n###$####\n### ####\n########";
        let off = Switches { corral: 0, immobile: false, ..Switches::default() };
        for (immobile, expected) in [(true, 1), (false, 0)] {
            with_rules(closet, Switches { immobile, ..off }, |rules, tables, _| {
                let region = tables.maze.region(&tables.start.boxes, tables.start.player);
                let look = rules.look(&tables.maze, &tables.start, region);
                assert_eq!(look.fixed.len(), expected);
                assert_eq!(rules.lost_among(&tables.maze, &look, Boxes::Some), immobile);
            });
        }
    }

    #[test]
    fn a_corral_that_never_opens_loses_if_it_is_searched() {
        let closet = "########\n#@     #\n#  $   #\n#  . . #\n###$####\n### ####\n########";
        for (corral, expected) in [(0, false), (200, true)] {
            let switches = Switches { corral, immobile: false, ..Switches::default() };
            with_rules(closet, switches, |rules, tables, _| {
                let region = tables.maze.region(&tables.start.boxes, tables.start.player);
                let look = Look { state: &tables.start, region, fixed: Bits::EMPTY };
                assert_eq!(rules.lost_among(&tables.maze, &look, Boxes::Some), expected);
            });
        }
    }

    #[test]
    fn boxes_to_spare_are_not_lost_by_one_of_them() {
        let board = "##########\n#$       #\n#  $  $  #\n#@   ..  #\n#        #\n##########";
        with_rules(board, Switches::default(), |rules, tables, _| {
            assert!(rules.spares_boxes());
            assert!(!rules.lost(&tables.maze, &tables.start));
            let patterns = ForwardPatterns { deadlocks: rules, tables };
            assert!(patterns.spares_boxes());
        });
        with_rules(HALL, Switches::default(), |rules, _, _| assert!(!rules.spares_boxes()));
    }

    /// The box in the door bars a room with the goals; it can be pushed into it alone.
    const DOOR: &str = "###########\n#     #   #\n# $ @ $   #\n#     #  .#\n#     # . #\n###########";

    #[test]
    fn only_the_pushes_of_a_pi_corral_are_tried_if_asked_for() {
        for pi_corral in [true, false] {
            with_rules(DOOR, Switches { pi_corral, ..Switches::default() }, |rules, tables, at| {
                let only = rules.pi_corral(&tables.maze, &tables.start);
                assert_eq!(only.is_some(), pi_corral);
                if let Some(only) = only {
                    let all = only.iter().fold(Bits::EMPTY, |all, boxes| all | *boxes);
                    assert_eq!(all, Bits::single(at(6, 2)));
                }
                let patterns = &mut ForwardPatterns { deadlocks: rules, tables };
                let region = tables.maze.region(&tables.start.boxes, tables.start.player);
                let movable = patterns.movable(&tables.start, &region, Boxes::All).expect("not lost");
                let count: u32 = movable.iter().map(Bits::len).sum();
                assert_eq!(count, if pi_corral { 1 } else { 3 }, "along the walls a box is lost");
                let open = state(&[at(2, 2), at(4, 2)], at(1, 1));
                assert!(rules.pi_corral(&tables.maze, &open).is_none(), "no corral");
            });
        }
    }

    #[test]
    fn the_domain_of_patterns_goes_to_the_goals() {
        with_rules(HALL, Switches::default(), |rules, tables, at| {
            let mut patterns = ForwardPatterns { deadlocks: rules, tables };
            assert_eq!((patterns.targets(), patterns.end()), (tables.maze.goals(), None));
            assert_eq!([at(3, 2), at(6, 3)].map(|square| patterns.distance(square)), [3, 0]);
            *patterns.examined() += 5;
            patterns.remember(Bits::single(at(3, 2)), Bits::single(at(1, 1)));
            assert!(patterns.lost_by_move(&state(&[at(3, 2)], at(1, 1)), at(3, 2)));
            let lost = state(&[at(3, 2), at(4, 2), at(3, 3), at(4, 3)], at(1, 1));
            let region = tables.maze.region(&lost.boxes, lost.player);
            assert!(patterns.movable(&lost, &region, Boxes::Some).is_none(), "frozen");
            assert_eq!(rules.examined, 5);
        });
    }
}
