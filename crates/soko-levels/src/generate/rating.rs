//! How good a level is, judged by its optimal solution.
//!
//! Many pushes alone make a long way, not a good level. What makes people think is changing between boxes,
//! turning them, and pushing a box *away* from the goals for a while; what bores is floor without use, boxes
//! that start at home and boxes that never move. Taylor and Parberry (2011) rate by box lines, Murase,
//! Matsubara and Hiraga (1996) by length, changes of direction and detours; the weights here were chosen by
//! looking at what came out.

use std::collections::VecDeque;

use soko_core::{Bits, Direction, Maze, Push, Square};

/// The fewest pushes from every square to the nearest goal, for a box that has the board to itself and a
/// player who can fly.
pub(crate) struct GoalDistance(Vec<u32>);

impl GoalDistance {
    pub(crate) fn new<const W: usize>(maze: &Maze<W>) -> Self {
        let mut distance = vec![u32::MAX; 64 * W];
        let mut queue = VecDeque::new();
        for goal in maze.goals().iter() {
            distance[goal.index()] = 0;
            queue.push_back(goal);
        }
        while let Some(square) = queue.pop_front() {
            for direction in Direction::ALL {
                let from = maze.next(square, direction);
                let behind = maze.next(from, direction);
                if maze.floor().contains(from)
                    && maze.floor().contains(behind)
                    && distance[from.index()] == u32::MAX
                {
                    distance[from.index()] = distance[square.index()] + 1;
                    queue.push_back(from);
                }
            }
        }
        Self(distance)
    }

    fn of(&self, square: Square) -> u32 {
        self.0[square.index()]
    }

    /// The distance, or zero where there is no way: a box that is lost there is not far, it is out of play.
    pub(crate) fn or_zero(&self, square: Square) -> u32 {
        if self.of(square) == u32::MAX { 0 } else { self.of(square) }
    }
}

/// What counts about one solution.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Rating {
    /// Runs of pushes of one box.
    changes: i64,
    /// Runs of pushes of one box in one direction.
    lines: i64,
    /// Pushes that take a box farther from the nearest goal.
    detours: i64,
    /// Boxes that start on a goal.
    home: i64,
    /// Boxes that are never pushed.
    idle: i64,
    /// Squares of floor.
    area: i64,
}

impl Rating {
    /// Rates a start position by one of its optimal solutions.
    pub(crate) fn of<const W: usize>(
        maze: &Maze<W>,
        distance: &GoalDistance,
        start: &Bits<W>,
        solution: &[Push],
    ) -> Self {
        let mut rating = Self {
            home: i64::from((*start & *maze.goals()).len()),
            area: i64::from(maze.floor().len()),
            ..Self::default()
        };
        // Squares on which boxes stand that were never pushed.
        let mut untouched = *start;
        let mut last: Option<(Square, Direction)> = None;
        for push in solution {
            let to = maze.next(push.square, push.direction);
            let same_box = last.is_some_and(|(square, _)| square == push.square);
            let same_line = same_box && last.is_some_and(|(_, direction)| direction == push.direction);
            rating.changes += i64::from(!same_box);
            rating.lines += i64::from(!same_line);
            rating.detours += i64::from(distance.of(to) > distance.of(push.square));
            untouched.remove(push.square);
            last = Some((to, push.direction));
        }
        rating.idle = i64::from(untouched.len());
        rating
    }

    /// One number to compare levels by; the larger, the better.
    pub(crate) const fn score(&self) -> i64 {
        6 * self.changes + 4 * self.detours + 3 * self.lines - 8 * self.home - 12 * self.idle - 2 * self.area
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use soko_core::Level;

    #[test]
    fn turns_changes_and_detours_count() {
        let level = Level::parse("########\n#      #\n#@$ $ .#\n#   .  #\n########").unwrap();
        let square = |x, y| level.square_at(x, y).unwrap();
        let push = |x, y, direction| Push { square: square(x, y), direction };
        let maze = Maze::<1>::new(&level);
        let distance = GoalDistance::new(&maze);
        assert_eq!(distance.of(square(2, 2)), 3);
        let solution = [
            push(2, 2, Direction::Right),
            push(4, 2, Direction::Up),
            push(4, 1, Direction::Down),
            push(4, 2, Direction::Down),
        ];
        let rating = Rating::of(&maze, &distance, &maze.start(&level).boxes, &solution);
        let expected = Rating { changes: 2, lines: 3, detours: 1, home: 0, idle: 0, area: 18 };
        assert_eq!(rating, expected);
    }
}
