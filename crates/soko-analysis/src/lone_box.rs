//! Where a box alone on the board can go, by pushes or by pulls.
//!
//! A state is the square of the box and the group of its neighbours in which the player is ([`Sides`]). Knowing the group makes the
//! answer exact for one box: a careless search, which lets the player jump around the box, would pass one-way doors.

use soko_core::{Bits, Direction, Maze, Motion, Square};

use crate::Sides;

/// Explores the ways of lone boxes in a maze; keeps its memory between questions.
pub struct LoneBox<'m, const W: usize> {
    maze: &'m Maze<W>,
    sides: Sides,
    /// Groups visited, as bits, by square.
    seen: Vec<u8>,
    waiting: Vec<(Square, u8)>,
}

impl<'m, const W: usize> LoneBox<'m, W> {
    /// Works out the sides of all squares.
    pub fn new(maze: &'m Maze<W>) -> Self {
        Self { maze, sides: Sides::of(maze), seen: vec![0; 64 * W], waiting: Vec::new() }
    }

    /// Squares to which a box can be moved from one of `origins`, the player on any side of it to begin with.
    pub fn reach<M: Motion>(&mut self, origins: &Bits<W>) -> Bits<W> {
        self.seen.fill(0);
        for origin in (*origins & *self.maze.floor()).iter() {
            for group in 0..self.sides.count(origin).max(1) {
                self.add(origin, group);
            }
        }
        let mut reached = Bits::EMPTY;
        while let Some((square, group)) = self.waiting.pop() {
            reached.insert(square);
            for direction in Direction::ALL {
                // The player pushes from behind and pulls from ahead, and is on the same side of the box afterwards.
                let side = if M::BACKWARD { direction } else { direction.opposite() };
                let to = self.maze.next(square, direction);
                if self.sides.group(square, side) == Some(group)
                    && self.maze.floor().contains(to)
                    && let Some(group) = self.sides.group(to, side)
                {
                    self.add(to, group);
                }
            }
        }
        reached
    }

    fn add(&mut self, square: Square, group: u8) {
        let seen = &mut self.seen[square.index()];
        if *seen & 1 << group == 0 {
            *seen |= 1 << group;
            self.waiting.push((square, group));
        }
    }
}

/// For every square the goals that a lone box there can be pushed to, the player on its best side.
pub fn goals_reached<const W: usize>(maze: &Maze<W>) -> Box<[Bits<W>]> {
    let mut table = vec![Bits::EMPTY; 64 * W];
    let mut lone_box = LoneBox::new(maze);
    for goal in maze.goals().iter() {
        for square in lone_box.reach::<soko_core::Pulling>(&Bits::single(goal)).iter() {
            table[square.index()].insert(goal);
        }
    }
    table.into()
}

#[cfg(test)]
mod tests {
    use soko_core::{Level, Pulling, Pushing};

    use super::*;

    const BOARDS: [&str; 4] = [
        "########\n#  .   #\n# $ #$ #\n# .@ . #\n#  $#  #\n#.  $  #\n########",
        "##########\n#   #  . #\n# $    . #\n# @ #  $ #\n##########",
        "  #####\n  #   #\n###$  ###\n# @ #   #\n#   . # #\n### #   #\n  #   ###\n  #####",
        "#########\n#@$  #  #\n####   .#\n#    ####\n# ##   #\n#    # #\n########",
    ];

    /// Every push of one box from every place of the player, over whole positions.
    fn naive(maze: &Maze<2>, from: Square) -> Bits<2> {
        let mut states: Vec<_> = Vec::new();
        let mut left = maze.floor().without(&Bits::single(from));
        while let Some(player) = left.first() {
            let region = maze.region(&Bits::single(from), player);
            left = left.without(&region);
            states.push((from, region));
        }
        let mut next = 0;
        while let Some(&(square, region)) = states.get(next) {
            next += 1;
            Pushing::for_each(maze, &Bits::single(square), &region, |push| {
                let after = (push.to, maze.region(&Bits::single(push.to), push.after));
                if !states.contains(&after) {
                    states.push(after);
                }
            });
        }
        states.iter().fold(Bits::single(from), |all, (square, _)| all | Bits::single(*square))
    }

    /// Calls `test` with the maze of every board.
    fn each(test: impl Fn(&Maze<2>, &mut LoneBox<'_, 2>, &str)) {
        for text in BOARDS {
            let maze = Maze::new(&Level::parse(text).unwrap());
            test(&maze, &mut LoneBox::new(&maze), text);
        }
    }

    #[test]
    fn pushes_reach_what_positions_of_one_box_reach() {
        each(|maze, lone_box, text| {
            for from in maze.floor().iter() {
                assert_eq!(lone_box.reach::<Pushing>(&Bits::single(from)), naive(maze, from), "{text}");
            }
        });
    }

    #[test]
    fn pulls_reach_the_squares_from_which_pushes_lead_back() {
        each(|maze, lone_box, text| {
            for to in maze.floor().iter() {
                let sources = lone_box.reach::<Pulling>(&Bits::single(to));
                for from in maze.floor().iter() {
                    let there = lone_box.reach::<Pushing>(&Bits::single(from)).contains(to);
                    assert_eq!(sources.contains(from), there, "{from:?} {to:?}\n{text}");
                }
            }
            let table = goals_reached(maze);
            for from in maze.floor().iter() {
                let goals = lone_box.reach::<Pushing>(&Bits::single(from)) & *maze.goals();
                assert_eq!(table[from.index()], goals);
            }
        });
    }
}
