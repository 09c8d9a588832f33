//! Shortest walks of the player between boxes, by one breadth-first flood.

use std::collections::VecDeque;

use crate::{Direction, Level, Position, Square};

/// Distances from the player's square to every square that can be reached without a push.
#[derive(Clone, Debug)]
pub struct Walks {
    from: Square,
    distance: Vec<u32>,
}

const UNREACHED: u32 = u32::MAX;

impl Walks {
    /// Floods from the player's square.
    pub fn from(level: &Level, position: &Position) -> Self {
        let from = position.player();
        let mut distance = vec![UNREACHED; level.squares()];
        distance[from.index()] = 0;
        let mut queue = VecDeque::from([from]);
        while let Some(square) = queue.pop_front() {
            for direction in Direction::ALL {
                let next = level.next(square, direction);
                if level.floor().contains(next)
                    && !position.boxes().contains(next)
                    && distance[next.index()] == UNREACHED
                {
                    distance[next.index()] = distance[square.index()] + 1;
                    queue.push_back(next);
                }
            }
        }
        Self { from, distance }
    }

    /// Steps to a square; `None` if it cannot be reached.
    pub fn distance(&self, to: Square) -> Option<u32> {
        self.distance.get(to.index()).copied().filter(|&d| d != UNREACHED)
    }

    /// A shortest walk to a square. Of several equal ones always the same: at each square on the way back
    /// the first direction in the order of [`Direction::ALL`] that comes nearer.
    pub fn path_to(&self, level: &Level, to: Square) -> Option<Vec<Direction>> {
        let mut left = self.distance(to)?;
        let mut path = Vec::with_capacity(left as usize);
        let mut square = to;
        while left > 0 {
            let (direction, before) = Direction::ALL
                .into_iter()
                .map(|d| (d, level.next(square, d.opposite())))
                .find(|&(_, before)| self.distance(before) == Some(left - 1))
                .expect("every reached square has a neighbour one step nearer");
            path.push(direction);
            square = before;
            left -= 1;
        }
        debug_assert_eq!(square, self.from);
        path.reverse();
        Some(path)
    }
}
