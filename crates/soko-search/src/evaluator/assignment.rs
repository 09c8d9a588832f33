//! The cheapest matching of boxes and goals, the classical lower bound, made incremental and aware of frozen boxes.
//!
//! **Rows.** A box's row holds its push distances to all goals, for the side on which the player is; see
//! [`PushDistances`]. A position is solved exactly by [`Matching::solve`], which starts from the last
//! position's dual numbers. A child changes one row, and its estimate is the dual bound in O(n): exact when
//! the child's turn comes, never above the exact value before, and many times cheaper.
//!
//! **Frozen boxes are walls.** Boxes that move in no solution are turned into walls and the distances are measured
//! again in the maze that is left. This finds goals filled in the wrong order and ways that have closed. Tables
//! are kept by set of frozen boxes; few sets occur.
//!
//! **Conflicts.** Boxes in each other's way cost two pushes more per group; see [`conflict_pushes`]. A child inherits what
//! its parent is known to need, less the push made: no child of a position that needs h pushes needs fewer
//! than h − 1.
//!
//! **What was left out.** What two boxes cost each other whatever goals they take, from an exact table of pairs (Pereira, Ritt and
//! Buriol 2015): with A* it saved 0 to 22 % of the expansions on five collections and solved 4 levels of 588 more at equal
//! numbers of expansions, but took 1 to 31 % more time in all.
//!
//! **Moves.** If moves count, the player's way to the nearest box is added: before the next push it must walk there.
//!
//! Without conflicts the bound is consistent: a push lowers one row by at most one, and new walls only make distances
//! longer. With them it is admissible; the engine opens positions again where that matters.

use std::rc::Rc;

use rustc_hash::FxHashMap;
use soko_analysis::{Matching, PushDistances, conflict::conflict_pushes, deadlock::Freeze};
use soko_core::{Bits, Direction, Level, Maze, Meter, Square, State};
use soko_solver::Halt;

use super::{Change, Evaluator, nearest_box::NearestBox};

/// Bytes of distance tables kept for sets of frozen boxes; then they are forgotten and built anew.
const TABLE_BYTES: u64 = 64 << 20;

/// The assignment bound of a level.
pub struct Assignment<const W: usize> {
    freeze: Freeze<W>,
    /// Distances by set of frozen boxes.
    tables: FxHashMap<Bits<W>, Rc<PushDistances>>,
    table_bytes: u64,
    /// No box frozen.
    open: Rc<PushDistances>,
    current: Rc<PushDistances>,
    matching: Matching,
    /// The row of the box on a square of the last position.
    row: Vec<u16>,
    /// The row of a box frozen on each square: home on its own goal, lost elsewhere.
    frozen_row: Vec<u16>,
    nearest: NearestBox,
    count_walk: bool,
    count_conflicts: bool,
    /// Pushes that the last position needs at least.
    needed: u32,
}

impl<const W: usize> Assignment<W> {
    /// Measures the empty board, within limits.
    ///
    /// # Errors
    /// The reason to end early.
    pub fn new(
        level: &Level,
        maze: &Maze<W>,
        count_walk: bool,
        count_conflicts: bool,
        meter: &mut dyn Meter<Halt = Halt>,
    ) -> Result<Self, Halt> {
        let open = Rc::new(PushDistances::metered(maze, meter)?);
        Ok(Self {
            freeze: Freeze::new(level),
            tables: FxHashMap::default(),
            table_bytes: 0,
            current: Rc::clone(&open),
            open,
            matching: Matching::metered(level.boxes(), level.goals().len(), meter)?,
            row: vec![0; 64 * W],
            frozen_row: Vec::new(),
            nearest: NearestBox::new(level),
            count_walk,
            count_conflicts: count_conflicts && level.boxes() <= level.goals().len(),
            needed: 0,
        })
    }

    /// The goal each box of the last position is matched with.
    #[cfg(test)]
    fn goal_of(&self, square: Square) -> Option<Square> {
        let goal = self.matching.goal_of(usize::from(self.row[square.index()]))?;
        Some(self.open.goals()[goal])
    }

    /// The distances with these boxes as walls. Without memory for them, those of the empty board: they are never longer.
    fn table(
        &mut self,
        maze: &Maze<W>,
        frozen: &Bits<W>,
        meter: &mut dyn Meter<Halt = Halt>,
    ) -> Result<Rc<PushDistances>, Halt> {
        if frozen.is_empty() {
            return Ok(Rc::clone(&self.open));
        }
        if let Some(table) = self.tables.get(frozen) {
            return Ok(Rc::clone(table));
        }
        if self.table_bytes > TABLE_BYTES {
            self.tables.clear();
            self.table_bytes = 0;
        }
        let table = match PushDistances::to(&maze.walled(frozen), self.open.goals().to_vec(), meter) {
            Ok(table) => Rc::new(table),
            Err(Halt::Memory) => return Ok(Rc::clone(&self.open)),
            Err(halt) => return Err(halt),
        };
        // The caller accounts for it from now on.
        meter.release(table.bytes());
        self.table_bytes += table.bytes();
        self.tables.insert(*frozen, Rc::clone(&table));
        Ok(table)
    }

    /// Steps before the next push, at least.
    fn walk(&self, boxes: &Bits<W>, player: Square, pushes: u32) -> u32 {
        if !self.count_walk || pushes == 0 {
            return 0;
        }
        self.nearest.steps(boxes, player)
    }
}

impl<const W: usize> Evaluator<W> for Assignment<W> {
    fn position(
        &mut self,
        maze: &Maze<W>,
        state: &State<W>,
        meter: &mut dyn Meter<Halt = Halt>,
    ) -> Result<Option<u32>, Halt> {
        let frozen = self.freeze.frozen(maze, &state.boxes);
        self.current = self.table(maze, &frozen, meter)?;
        let mut ways = [Bits::EMPTY; 4];
        for (row, square) in state.boxes.iter().enumerate() {
            self.row[square.index()] = row as u16;
            if frozen.contains(square) {
                self.frozen_row.clear();
                let home = |&goal: &Square| if goal == square { 0 } else { u16::MAX };
                self.frozen_row.extend(self.open.goals().iter().map(home));
                self.matching.set_row(row, &self.frozen_row);
            } else {
                self.matching.set_row(row, self.current.row(square, state.player));
                let good = self.current.ways(square, state.player);
                for direction in Direction::ALL.into_iter().filter(|&d| good >> d as u8 & 1 == 1) {
                    ways[direction as usize].insert(square);
                }
            }
        }
        let Some(mut pushes) = self.matching.solve_metered(meter)? else { return Ok(None) };
        if self.count_conflicts {
            pushes += conflict_pushes(maze, &state.boxes, &ways);
        }
        self.needed = pushes;
        Ok(Some(pushes + self.walk(&state.boxes, state.player, pushes)))
    }

    #[inline]
    fn child(&self, _: &Maze<W>, child: &State<W>, change: Change) -> Option<u32> {
        let pushes = match change.pushed {
            Some((from, to)) => {
                let row = usize::from(self.row[from.index()]);
                let bound = self.matching.bound_with(row, self.current.row(to, change.player))?;
                bound.max(self.needed.saturating_sub(1))
            }
            None => self.needed,
        };
        Some(pushes + self.walk(&child.boxes, change.player, pushes))
    }

    fn bytes(&self) -> u64 {
        self.table_bytes
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use soko_testing::within::within;

    /// Lends a test the estimate of a level that counts walks and conflicts as asked, with the board and a look-up of squares.
    fn with_estimate(
        board: &str,
        (walk, conflicts): (bool, bool),
        mut test: impl FnMut(
            &mut Assignment<1>,
            &Maze<1>,
            &State<1>,
            &dyn Fn(usize, usize) -> Square,
            &mut dyn Meter<Halt = Halt>,
        ) -> Result<(), Halt>
        + Send,
    ) {
        let level = Level::parse(board).unwrap();
        let maze = Maze::new(&level);
        within(|context| {
            let mut estimate = Assignment::new(&level, &maze, walk, conflicts, context)?;
            let at = |x, y| level.square_at(x, y).expect("on the board");
            test(&mut estimate, &maze, &maze.start(&level), &at, context)
        });
    }

    const HALL: &str = "########\n#@     #\n# $ $  #\n#     .#\n#    . #\n########";

    #[test]
    fn boxes_are_matched_with_goals_as_cheaply_as_can_be() {
        with_estimate(HALL, (false, false), |estimate, maze, start, at, meter| {
            // 2, 2 to 5, 4 and 4, 2 to 6, 3, or crosswise.
            assert_eq!(estimate.position(maze, start, meter)?, Some(8));
            let goals = [at(2, 2), at(4, 2)].map(|square| estimate.goal_of(square).expect("matched"));
            assert!(goals == [at(5, 4), at(6, 3)] || goals == [at(6, 3), at(5, 4)], "{goals:?}");
            let child = |from: Square, direction| {
                let to = maze.next(from, direction);
                let child = maze.push(&start.boxes, from, direction);
                estimate.child(maze, &child, Change { pushed: Some((from, to)), player: from })
            };
            assert_eq!(child(at(2, 2), Direction::Right), Some(7));
            assert_eq!(child(at(2, 2), Direction::Left), None, "along the wall is no goal");
            assert_eq!(child(at(4, 2), Direction::Down), Some(7));
            assert_eq!(estimate.bytes(), 0, "nothing is frozen");
            Ok(())
        });
    }

    #[test]
    fn the_walk_to_the_nearest_box_counts_where_moves_do() {
        with_estimate(HALL, (true, false), |estimate, maze, start, at, meter| {
            assert_eq!(estimate.position(maze, start, meter)?, Some(8 + 1));
            let step = Change { pushed: None, player: at(1, 2) };
            assert_eq!(estimate.child(maze, &State { player: at(1, 2), ..*start }, step), Some(8));
            let far = Change { pushed: None, player: at(1, 4) };
            assert_eq!(estimate.child(maze, &State { player: at(1, 4), ..*start }, far), Some(8 + 2));
            let solved = State { boxes: *maze.goals(), player: at(1, 1) };
            assert_eq!(estimate.position(maze, &solved, meter)?, Some(0), "no push, no walk");
            Ok(())
        });
    }

    #[test]
    fn boxes_in_each_others_way_cost_two_pushes_more() {
        let text = "#########\n#   #   #\n#. $@$ .#\n#   #   #\n#########";
        for conflicts in [false, true] {
            with_estimate(text, (false, conflicts), |estimate, maze, start, at, meter| {
                assert_eq!(estimate.position(maze, start, meter)?, Some(4), "out of each other's way");
                let child = maze.push(&start.boxes, at(3, 2), Direction::Left);
                let change = Change { pushed: Some((at(3, 2), at(2, 2))), player: at(3, 2) };
                assert_eq!(estimate.child(maze, &child, change), Some(3));
                Ok(())
            });
        }
        // One bars the way of the other, which stands where the player would have to.
        let text = "#########\n#       #\n#       #\n#  $$ ..#\n#      @#\n#       #\n#########";
        for (conflicts, needed) in [(false, 6), (true, 8)] {
            with_estimate(text, (false, conflicts), |estimate, maze, start, at, meter| {
                assert_eq!(estimate.position(maze, start, meter)?, Some(needed));
                let child = maze.push(&start.boxes, at(3, 3), Direction::Down);
                let change = Change { pushed: Some((at(3, 3), at(3, 4))), player: at(3, 3) };
                assert_eq!(estimate.child(maze, &child, change), Some(7));
                assert_eq!(estimate.needed, needed);
                Ok(())
            });
        }
    }

    #[test]
    fn frozen_boxes_are_walls_and_their_tables_are_kept() {
        // The box in the corner is home for good, and so is the one beside it.
        let text = "########\n#*.    #\n#*     #\n#@ $   #\n#   $ .#\n########";
        with_estimate(text, (false, false), |estimate, maze, start, at, meter| {
            let before = estimate.position(maze, start, meter)?;
            assert!(before.is_some());
            assert_eq!(estimate.tables.len(), 1);
            let bytes = estimate.bytes();
            assert!(bytes > 0);
            assert_eq!(estimate.goal_of(at(1, 1)), Some(at(1, 1)));
            estimate.position(maze, start, meter)?;
            assert_eq!((estimate.tables.len(), estimate.bytes()), (1, bytes), "used again");
            estimate.table_bytes = TABLE_BYTES + 1;
            estimate.position(maze, start, meter)?;
            assert_eq!(
                (estimate.tables.len(), estimate.bytes()),
                (1, TABLE_BYTES + 1),
                "found, so not forgotten"
            );
            let other =
                State { boxes: [at(1, 1), at(1, 2), at(2, 1), at(4, 4)].into_iter().collect(), ..*start };
            estimate.position(maze, &other, meter)?;
            assert_eq!(estimate.tables.len(), 1, "forgotten and built anew");
            assert!(estimate.bytes() < TABLE_BYTES);
            Ok(())
        });
    }
}
