//! The deadlock rules at work: one face for every search that leaves lost positions out.
//!
//! Rules are asked where they cost least. A *child* is tested for what its own push can have broken
//! ([`lost_by_push`](Detector::lost_by_push)): a dead square, a frozen group, a dead pair, a learned pattern. A position about to be
//! *expanded* is tested for what needs the player's region: corrals. All rules are sound, so a search that is
//! exhausted has proven that there is no solution.
//!
//! Search players and learners take the pushes that are left ([`pushes`](Detector::pushes)); the expert asks the rules one by one and
//! has deeper ones beside them.
//!
//! **What was left out.** The exact table of pairs of boxes that never come home ([`with_pairs`](Detector::with_pairs)), built after 500 or
//! 1,000 expansions of A*: with the other rules on it solved the same levels of six collections with 1.5 to 7 % fewer
//! expansions, in the same time. The expert has it.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use soko_core::{Bits, Direction, Level, Maze, Meter, Square, State};

use super::{
    corral::{self, CorralSearch},
    dead_box::DeadBox,
    freeze::Freeze,
    look::Look,
    pair::DeadPairs,
    pattern::PatternTable,
    pi_corral::{PiCorrals, Pushes},
};

/// The switches of the rules.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct Rules {
    /// Prune positions that have lost more boxes on dead squares than the level can spare.
    pub dead_squares: bool,
    /// Prune positions with frozen boxes off goal.
    pub freeze: bool,
    /// Where a PI-corral must be dealt with, try only its pushes (only if pushes alone are counted).
    pub pi_corral: bool,
    /// Positions visited at most to prove that a corral can never be opened; 0 switches the rule and its learned
    /// patterns off.
    #[schemars(range(min = 0, max = 100_000))]
    pub corral: usize,
}

impl Default for Rules {
    fn default() -> Self {
        Self { dead_squares: true, freeze: true, pi_corral: true, corral: corral::DEFAULT_BUDGET }
    }
}

/// The rules compiled for a level.
pub struct Detector<const W: usize> {
    dead_box: DeadBox<W>,
    freeze: Option<Freeze<W>>,
    pairs: Option<DeadPairs<W>>,
    pi_corrals: Option<PiCorrals<W>>,
    corrals: CorralSearch<W>,
}

impl<const W: usize> Detector<W> {
    /// Compiles the rules that are switched on.
    pub fn new(level: &Level, rules: &Rules) -> Self {
        Self {
            dead_box: if rules.dead_squares { DeadBox::new(level) } else { DeadBox::none() },
            freeze: rules.freeze.then(|| Freeze::new(level)),
            pairs: None,
            pi_corrals: rules.pi_corral.then(|| PiCorrals::new(level)),
            corrals: CorralSearch::new(level, rules.corral),
        }
    }

    /// The same with the table of dead pairs, where the level is small enough for one.
    ///
    /// # Errors
    /// The reason to end early.
    pub fn with_pairs<M: Meter + ?Sized>(
        self,
        level: &Level,
        maze: &Maze<W>,
        meter: &mut M,
    ) -> Result<Self, M::Halt> {
        Ok(Self { pairs: DeadPairs::new(level, maze, meter)?, ..self })
    }

    /// Squares to which no box is ever pushed.
    pub fn forbidden(&self) -> Bits<W> {
        self.dead_box.forbidden()
    }

    /// Is a position lost before anything is pushed?
    pub fn lost(&self, maze: &Maze<W>, boxes: &Bits<W>) -> bool {
        self.dead_box.lost(boxes) || self.freeze.as_ref().is_some_and(|freeze| freeze.lost(maze, boxes))
    }

    /// Is a position lost by a push to `to`?
    #[inline]
    pub fn lost_by_push(&self, maze: &Maze<W>, child: &State<W>, to: Square) -> bool {
        self.dead_box.lost_by_push(&child.boxes, to)
            || self.frozen_by_push(maze, &child.boxes, to)
            || self.pairs.as_ref().is_some_and(|pairs| pairs.lost_by_push(child, to))
            || self.corrals.matches(&child.boxes, to, child.player)
    }

    /// Is a position lost by a group that a push to `to` has frozen?
    #[inline]
    pub(crate) fn frozen_by_push(&self, maze: &Maze<W>, boxes: &Bits<W>, to: Square) -> bool {
        self.freeze.as_ref().is_some_and(|freeze| freeze.lost_by_push(maze, boxes, to))
    }

    /// The boxes that hold each other in place for good.
    pub fn frozen(&self, maze: &Maze<W>, boxes: &Bits<W>) -> Bits<W> {
        self.freeze.as_ref().map_or(Bits::EMPTY, |freeze| freeze.frozen(maze, boxes))
    }

    /// Is a position lost by a corral that can never be opened?
    ///
    /// # Errors
    /// The reason to end early.
    #[inline]
    pub fn lost_by_corral<M: Meter + ?Sized>(
        &mut self,
        maze: &Maze<W>,
        look: &Look<'_, W>,
        meter: &mut M,
    ) -> Result<bool, M::Halt> {
        Ok(self.corrals.searches() && self.corrals.dead_boxes(maze, look, meter)?.is_some())
    }

    /// The pushes of a PI-corral, if there is one.
    #[inline]
    pub fn pi_corral(&self, maze: &Maze<W>, look: &Look<'_, W>) -> Option<Pushes<W>> {
        self.pi_corrals.as_ref()?.find(maze, look)
    }

    /// The pushes worth trying; none if the position is lost.
    ///
    /// # Errors
    /// The reason to end early.
    #[inline]
    pub fn pushes<M: Meter + ?Sized>(
        &mut self,
        maze: &Maze<W>,
        state: &State<W>,
        region: &Bits<W>,
        meter: &mut M,
    ) -> Result<Pushes<W>, M::Halt> {
        let boxes = &state.boxes;
        let closed_in = maze.floor().without(boxes) != *region;
        if closed_in && (self.pi_corrals.is_some() || self.corrals.searches()) {
            let look = Look { state, region: *region, fixed: self.frozen(maze, boxes) };
            if self.lost_by_corral(maze, &look, meter)? {
                return Ok([Bits::EMPTY; 4]);
            }
            if let Some(pushes) = self.pi_corral(maze, &look) {
                return Ok(pushes);
            }
        }
        Ok(Direction::ALL.map(|direction| maze.pushable(boxes, region, direction)))
    }

    /// Remembers boxes that are lost, alone on the board, while the player is on one of some squares.
    pub fn remember(&mut self, boxes: Bits<W>, players: Bits<W>) {
        self.corrals.remember(boxes, players);
    }

    /// The sets of boxes that were learned to be lost.
    pub const fn patterns(&self) -> &PatternTable<W> {
        self.corrals.patterns()
    }

    /// Bytes held by what the rules remember.
    pub fn bytes(&self) -> u64 {
        self.corrals.bytes()
    }
}

#[cfg(test)]
mod tests {
    use soko_core::Unlimited;

    use super::*;

    const OFF: Rules = Rules { dead_squares: false, freeze: false, pi_corral: false, corral: 0 };

    /// Is the start lost, and is it lost by a push to a square, with these rules?
    fn lost(text: &str, rules: Rules, to: (usize, usize)) -> (bool, bool) {
        let level = Level::parse(text).unwrap();
        let maze = Maze::<1>::new(&level);
        let start = maze.start(&level);
        let detector = Detector::new(&level, &rules);
        let to = level.square_at(to.0, to.1).unwrap();
        (detector.lost(&maze, &start.boxes), detector.lost_by_push(&maze, &start, to))
    }

    #[test]
    fn dead_squares_and_frozen_boxes_lose_if_their_rules_are_on() {
        let dead_squares = Rules { dead_squares: true, ..OFF };
        let freeze = Rules { freeze: true, ..OFF };
        let corner = "#####\n#$ .#\n#@  #\n#####";
        assert_eq!(lost(corner, dead_squares, (1, 1)), (true, true));
        assert_eq!(lost(corner, dead_squares, (3, 1)), (true, false), "not by a push elsewhere");
        assert_eq!(lost(corner, OFF, (1, 1)), (false, false));
        let block = "######\n#    #\n# $$ #\n# $$ #\n#.. @#\n#..  #\n######";
        assert_eq!(lost(block, freeze, (2, 2)), (true, true));
        assert_eq!(lost(block, dead_squares, (2, 2)), (false, false));
        assert_eq!(lost(block, OFF, (2, 2)), (false, false));
    }

    #[test]
    fn no_box_is_pushed_to_a_dead_square_unless_there_are_boxes_to_spare() {
        let forbidden = |text: &str, rules| {
            let level = Level::parse(text).unwrap();
            Detector::<1>::new(&level, &rules).forbidden().len()
        };
        assert_eq!(forbidden("#####\n#$ .#\n#@  #\n#####", Rules { dead_squares: true, ..OFF }), 4);
        assert_eq!(forbidden("#####\n#$ .#\n#@  #\n#####", OFF), 0);
        assert_eq!(forbidden("#####\n#$$.#\n#@  #\n#####", Rules { dead_squares: true, ..OFF }), 0);
    }

    /// How many pushes are worth trying at the start with these rules, and what they remember afterwards.
    fn tried(text: &str, rules: Rules) -> (u32, u64) {
        let level = Level::parse(text).unwrap();
        let maze = Maze::<2>::new(&level);
        let start = maze.start(&level);
        let region = maze.region(&start.boxes, start.player);
        let mut detector = Detector::new(&level, &rules);
        let Ok(pushes) = detector.pushes(&maze, &start, &region, &mut Unlimited);
        (pushes.iter().map(Bits::len).sum(), detector.bytes())
    }

    #[test]
    fn a_corral_that_must_be_dealt_with_comes_first() {
        // The box in the door can be pushed into the room alone; the one in the hall in all directions.
        let text = "##########\n#     #  #\n# $ @ $  #\n#     # .#\n#     #. #\n##########";
        let all = tried(text, OFF).0;
        let corral = tried(text, Rules { pi_corral: true, ..OFF }).0;
        assert_eq!((all, corral), (5, 1));
        let open = "##########\n#        #\n# $ @ $  #\n#     # .#\n#     #. #\n##########";
        assert_eq!(tried(open, Rules { pi_corral: true, ..OFF }).0, tried(open, OFF).0, "no corral");
    }

    #[test]
    fn a_corral_that_can_never_be_opened_loses_and_is_remembered() {
        // The box in the door can only be pushed on into the closet.
        let text = "#######\n#  @  #\n#   . #\n###$###\n###  ##\n#######";
        let (all, none) = tried(text, OFF);
        assert!(all > 0 && none == 0);
        let (pushes, bytes) = tried(text, Rules { corral: 1_000, ..OFF });
        assert!(pushes == 0 && bytes > 0, "{pushes} {bytes}");
    }
}
