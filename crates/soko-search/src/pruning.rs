//! Which positions a search leaves out: the deadlock rules at work.
//!
//! Rules are asked where they cost least. A *child* is tested for what its own push can have broken: a dead square, a
//! frozen group. A position about to be *expanded* is tested for what needs the player's region: corrals. All rules
//! are sound, so a search that is exhausted has proven that there is no solution.
//!
//! **What was left out.** An exact table of pairs of boxes that never come home, built after 500 or 1,000 expansions: with the
//! other rules on A* solved the same levels of six collections with 1.5 to 7 % fewer expansions, in the same time.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use soko_analysis::deadlock::{CorralSearch, Freeze, PiCorrals, Pushes, corral};
use soko_core::{Bits, Direction, Level, Maze, Meter, Square, State};
use soko_solver::Halt;

use crate::lost_box::LostBoxes;

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
pub struct Pruning<const W: usize> {
    lost: LostBoxes<W>,
    freeze: Option<Freeze<W>>,
    pi_corrals: Option<PiCorrals<W>>,
    corrals: Option<CorralSearch<W>>,
}

impl<const W: usize> Pruning<W> {
    /// Compiles the rules that are switched on.
    pub fn new(level: &Level, rules: &Rules) -> Self {
        Self {
            lost: if rules.dead_squares { LostBoxes::new(level) } else { LostBoxes::none() },
            freeze: rules.freeze.then(|| Freeze::new(level)),
            pi_corrals: rules.pi_corral.then(|| PiCorrals::new(level)),
            corrals: (rules.corral > 0).then(|| CorralSearch::new(level, rules.corral)),
        }
    }

    /// Squares to which no box is ever pushed.
    pub fn forbidden(&self) -> Bits<W> {
        self.lost.forbidden()
    }

    /// Is a position lost before anything is pushed?
    pub fn lost(&self, maze: &Maze<W>, boxes: &Bits<W>) -> bool {
        self.lost.lost(boxes) || self.freeze.as_ref().is_some_and(|freeze| freeze.lost(maze, boxes))
    }

    /// Is a position lost by a push to `to`?
    #[inline]
    pub fn lost_by_push(&self, maze: &Maze<W>, child: &State<W>, to: Square) -> bool {
        self.lost.lost_by_push(&child.boxes, to)
            || self.freeze.as_ref().is_some_and(|freeze| freeze.lost_by_push(maze, &child.boxes, to))
            || self.corrals.as_ref().is_some_and(|corrals| corrals.matches(&child.boxes, to, child.player))
    }

    /// Bytes held by what the rules remember.
    pub fn bytes(&self) -> u64 {
        self.corrals.as_ref().map_or(0, CorralSearch::bytes)
    }

    /// The pushes worth trying; none if the position is lost.
    ///
    /// # Errors
    /// The reason to end early.
    #[inline]
    pub fn pushes(
        &mut self,
        maze: &Maze<W>,
        state: &State<W>,
        region: &Bits<W>,
        meter: &mut dyn Meter<Halt = Halt>,
    ) -> Result<Pushes<W>, Halt> {
        let boxes = &state.boxes;
        let closed_in = maze.floor().without(boxes) != *region;
        if closed_in && (self.pi_corrals.is_some() || self.corrals.is_some()) {
            let frozen = self.freeze.as_ref().map_or(Bits::EMPTY, |freeze| freeze.frozen(maze, boxes));
            if let Some(corrals) = &mut self.corrals
                && corrals.dead_boxes(maze, state, region, &frozen, meter)?.is_some()
            {
                return Ok([Bits::EMPTY; 4]);
            }
            if let Some(corrals) = &self.pi_corrals
                && let Some(pushes) = corrals.find(maze, boxes, region, &frozen)
            {
                return Ok(pushes);
            }
        }
        Ok(Direction::ALL.map(|direction| maze.pushable(boxes, region, direction)))
    }
}

#[cfg(test)]
mod tests {
    use soko_core::Unlimited;

    use super::*;

    const OFF: Rules = Rules { dead_squares: false, freeze: false, pi_corral: false, corral: 0 };

    struct Endless;

    impl Meter for Endless {
        type Halt = Halt;

        fn go_on(&mut self) -> Result<(), Halt> {
            Ok(())
        }

        fn acquire(&mut self, bytes: u64) -> Result<(), Halt> {
            let Ok(()) = Unlimited.acquire(bytes);
            Ok(())
        }

        fn release(&mut self, _: u64) {}
    }

    /// Is the start lost, and is it lost by a push to a square, with these rules?
    fn lost(text: &str, rules: Rules, to: (usize, usize)) -> (bool, bool) {
        let level = Level::parse(text).unwrap();
        let maze = Maze::<1>::new(&level);
        let start = maze.start(&level);
        let pruning = Pruning::new(&level, &rules);
        let to = level.square_at(to.0, to.1).unwrap();
        (pruning.lost(&maze, &start.boxes), pruning.lost_by_push(&maze, &start, to))
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
            Pruning::<1>::new(&level, &rules).forbidden().len()
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
        let mut pruning = Pruning::new(&level, &rules);
        let pushes = pruning.pushes(&maze, &start, &region, &mut Endless).unwrap();
        (pushes.iter().map(Bits::len).sum(), pruning.bytes())
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
