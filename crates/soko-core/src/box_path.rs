//! The shortest way to push one box from here to there while all others stay put.
//!
//! Dijkstra over (box square, side on which the player stands after the push), ordered by pushes, then
//! moves. Walks between two pushes are floods with the box at its current square that end as soon as all sides
//! of the box are reached. Meant for gestures of a person, not for search.

use std::{cmp::Reverse, collections::BinaryHeap};

use crate::{Direction, Level, Position, Square, walk::Walks};

/// Where the box of a state came from, and which walk and push led here.
#[derive(Clone)]
struct Arrival {
    cost: (u32, u32),
    from: Option<usize>,
    path: Vec<Direction>,
}

/// All ways of one box from a position. Built once per grab; answers for any target.
pub struct BoxPaths {
    start: Square,
    arrivals: Vec<Option<Arrival>>,
}

impl BoxPaths {
    /// Explores every push sequence of the box on `from`.
    pub fn explore(level: &Level, position: &Position, from: Square) -> Self {
        let mut paths = Self { start: from, arrivals: vec![None; level.squares() * 4] };
        if !position.boxes().contains(from) {
            return paths;
        }
        let mut open = BinaryHeap::new();
        paths.extend(level, position, from, None, &mut open);
        let mut closed = vec![false; paths.arrivals.len()];
        while let Some(Reverse((_, state))) = open.pop() {
            if std::mem::replace(&mut closed[state], true) {
                continue;
            }
            let (square, direction) = (Square((state / 4) as u16), Direction::ALL[state % 4]);
            let mut boxes = position.boxes().clone();
            boxes.remove(from);
            boxes.insert(square);
            let here = Position::new(level.next(square, direction.opposite()), boxes);
            paths.extend(level, &here, square, Some(state), &mut open);
        }
        paths
    }

    fn extend(
        &mut self,
        level: &Level,
        position: &Position,
        square: Square,
        from: Option<usize>,
        open: &mut BinaryHeap<Reverse<((u32, u32), usize)>>,
    ) {
        // Most sides are near: stop the flood once it has been at all sides from which the box can be pushed.
        let can_push = |d: Direction| {
            let to = level.next(square, d);
            level.floor().contains(to) && !position.boxes().contains(to)
        };
        let behind = |d: Direction| level.next(square, d.opposite());
        let mut wanted: Vec<_> = Direction::ALL.into_iter().filter(|&d| can_push(d)).map(behind).collect();
        wanted.retain(|&s| level.floor().contains(s) && !position.boxes().contains(s));
        let mut missing = wanted.len();
        let walks = Walks::until(level, position, |reached| {
            missing -= usize::from(wanted.contains(&reached));
            missing == 0
        });
        let (pushes, moves) = from.and_then(|s| self.arrivals[s].as_ref()).map_or((0, 0), |a| a.cost);
        for direction in Direction::ALL {
            let Some(walk) = walks.distance(behind(direction)).filter(|_| can_push(direction)) else {
                continue;
            };
            let to = level.next(square, direction);
            let state = to.index() * 4 + direction as usize;
            let cost = (pushes + 1, moves + walk + 1);
            if self.arrivals[state].as_ref().is_none_or(|a| cost < a.cost) {
                let mut path =
                    walks.path_to(level, behind(direction)).expect("the square behind was reached");
                path.push(direction);
                self.arrivals[state] = Some(Arrival { cost, from, path });
                open.push(Reverse((cost, state)));
            }
        }
    }

    /// The squares the box can be pushed to.
    pub fn targets(&self) -> impl Iterator<Item = Square> + '_ {
        (0..self.arrivals.len() / 4)
            .filter(|s| self.arrivals[s * 4..s * 4 + 4].iter().any(Option::is_some))
            .map(|s| Square(s as u16))
    }

    /// The cheapest way to `to`: fewest pushes, then fewest moves. Empty if the box is there already.
    pub fn path_to(&self, to: Square) -> Option<Vec<Direction>> {
        if to == self.start {
            return Some(Vec::new());
        }
        let states = to.index() * 4..to.index() * 4 + 4;
        let reached = states.filter_map(|s| Some((self.arrivals.get(s)?.as_ref()?.cost, s)));
        let mut state = Some(reached.min()?.1);
        let mut parts = Vec::new();
        while let Some(arrival) = state.and_then(|s| self.arrivals[s].as_ref()) {
            parts.push(arrival.path.as_slice());
            state = arrival.from;
        }
        parts.reverse();
        Some(parts.concat())
    }
}

/// The cheapest way to push the box on `from` to `to`.
pub fn find(level: &Level, position: &Position, from: Square, to: Square) -> Option<Vec<Direction>> {
    BoxPaths::explore(level, position, from).path_to(to).filter(|p| !p.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lurd;

    #[test]
    fn round_a_corner() {
        let level = Level::parse("########\n#      #\n# @$   #\n#      #\n#     .#\n########").unwrap();
        let from = level.start().boxes().iter().next().unwrap();
        let goal = level.goals().iter().next().unwrap();
        let path = find(&level, level.start(), from, goal).unwrap();
        let solution = crate::replay(&level, &path).unwrap();
        assert_eq!(solution.metrics().pushes, 5);
        assert_eq!(solution.metrics().moves, 7, "{}", lurd::format(solution.steps()));
    }

    #[test]
    fn no_way_and_no_box() {
        let level = Level::parse("#####\n#@$.#\n#  ##\n#####").unwrap();
        let from = level.start().boxes().iter().next().unwrap();
        assert!(find(&level, level.start(), from, level.start().player()).is_none());
        assert!(find(&level, level.start(), level.start().player(), from).is_none());
        assert_eq!(BoxPaths::explore(&level, level.start(), from).targets().count(), 1);
    }
}
