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
