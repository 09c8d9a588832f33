//! Shortest walks of the player between boxes, by one breadth-first flood.

use std::collections::VecDeque;

use crate::{Direction, Level, Position, Push, Square};

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
        Self::until(level, position, |_| false)
    }

    /// Floods from the player's square until `enough` says so of a square that was just reached: distances
    /// and walks to the squares reached by then are right, the others are missing.
    pub fn until(level: &Level, position: &Position, mut enough: impl FnMut(Square) -> bool) -> Self {
        let from = position.player();
        let mut walks = Self { from, distance: vec![UNREACHED; level.squares()] };
        walks.distance[from.index()] = 0;
        if enough(from) {
            return walks;
        }
        let mut queue = VecDeque::from([from]);
        while let Some(square) = queue.pop_front() {
            for direction in Direction::ALL {
                let next = level.next(square, direction);
                if level.floor().contains(next)
                    && !position.boxes().contains(next)
                    && walks.distance[next.index()] == UNREACHED
                {
                    walks.distance[next.index()] = walks.distance[square.index()] + 1;
                    if enough(next) {
                        return walks;
                    }
                    queue.push_back(next);
                }
            }
        }
        walks
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

/// Joins pushes to a complete walk from the level's start: a shortest walk to each box, then the push.
/// `None` if the player cannot get behind a box or the box cannot give way.
pub fn connect(level: &Level, pushes: &[Push]) -> Option<Vec<Direction>> {
    let mut position = level.start().clone();
    let mut path = Vec::new();
    for push in pushes {
        let behind = level.next(push.square, push.direction.opposite());
        let walks = Walks::until(level, &position, |square| square == behind);
        for direction in walks.path_to(level, behind)? {
            position.step(level, direction)?;
            path.push(direction);
        }
        position.step(level, push.direction).filter(|step| step.push)?;
        path.push(push.direction);
    }
    Some(path)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pushes_are_joined_by_shortest_walks() {
        let level = Level::parse("#######\n#     #\n# @$ .#\n#     #\n#######").unwrap();
        let push = |x, direction| Push { square: level.square_at(x, 2).unwrap(), direction };
        let back_and_forth = [
            push(3, Direction::Right),
            push(4, Direction::Left),
            push(3, Direction::Right),
            push(4, Direction::Right),
        ];
        let path = connect(&level, &back_and_forth).unwrap();
        let solution = crate::replay(&level, &path).unwrap();
        assert_eq!(solution.metrics().pushes, 4);
        assert_eq!(solution.metrics().moves, 12, "{}", solution.lurd());
        assert_eq!(connect(&level, &[push(2, Direction::Right)]), None);
    }
}
