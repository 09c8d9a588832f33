//! The edges of the three spaces that best-first search works in.
//!
//! - **Regions**: a node is a set of boxes and the player's region, an edge a push of cost one. For counting pushes.
//! - **Pushes**: a node is a set of boxes and the player's exact square, an edge a walk with a push at its end. For
//!   counting moves; walks are found in waves over bitboards, so pushes come in the order of their walks.
//! - **Steps**: an edge is one step of the player, with or without a push. The space of the Queensland system.

use soko_core::{Bits, Direction, Maze, Push, Square, State};

/// An edge to a successor.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Edge {
    /// In the step space the player's square before the step, else the pushed box's square before the push.
    pub(crate) action: Push,
    /// Where the box stands now; `None` for a step without push.
    pub(crate) to: Option<Square>,
    /// Steps, the push included.
    pub(crate) moves: u32,
}

/// Calls `visit` for every push of `allowed` with the shortest walk to it.
pub(crate) fn walk_to_pushes<const W: usize>(
    maze: &Maze<W>,
    state: &State<W>,
    allowed: &[Bits<W>; 4],
    mut visit: impl FnMut(Edge),
) {
    let free = maze.floor().without(&state.boxes);
    let mut unseen = free;
    let mut wave = Bits::single(state.player);
    let mut walked = 0;
    while !wave.is_empty() {
        unseen = unseen.without(&wave);
        let mut next = Bits::EMPTY;
        for direction in Direction::ALL {
            let beside = maze.shift(&wave, direction);
            for square in (beside & allowed[direction as usize]).iter() {
                visit(Edge {
                    action: Push { square, direction },
                    to: Some(maze.next(square, direction)),
                    moves: walked + 1,
                });
            }
            next |= beside;
        }
        wave = next & unseen;
        walked += 1;
    }
}

/// Calls `visit` for every step of the player that the rules allow; pushes only those of `allowed`.
pub(crate) fn steps<const W: usize>(
    maze: &Maze<W>,
    state: &State<W>,
    allowed: &[Bits<W>; 4],
    mut visit: impl FnMut(Edge),
) {
    for direction in Direction::ALL {
        let ahead = maze.next(state.player, direction);
        let action = Push { square: state.player, direction };
        if allowed[direction as usize].contains(ahead) {
            visit(Edge { action, to: Some(maze.next(ahead, direction)), moves: 1 });
        } else if maze.floor().contains(ahead) && !state.boxes.contains(ahead) {
            visit(Edge { action, to: None, moves: 1 });
        }
    }
}

/// Calls `visit` for every push of `allowed`, walks ignored.
#[inline]
pub(crate) fn pushes<const W: usize>(maze: &Maze<W>, allowed: &[Bits<W>; 4], mut visit: impl FnMut(Edge)) {
    for direction in Direction::ALL {
        for square in allowed[direction as usize].iter() {
            visit(Edge {
                action: Push { square, direction },
                to: Some(maze.next(square, direction)),
                moves: 1,
            });
        }
    }
}

#[cfg(test)]
mod tests {
    use soko_core::Level;

    use super::*;

    /// Column and row of the action, its direction, where the box stands now, and the steps.
    type Seen = (usize, usize, Direction, Option<(usize, usize)>, u32);

    /// Calls a test with the board, its start and all pushes.
    fn edges(
        text: &str,
        list: impl FnOnce(&Maze<1>, &State<1>, &[Bits<1>; 4], &mut dyn FnMut(Edge)),
    ) -> Vec<Seen> {
        let level = Level::parse(text).unwrap();
        let maze = Maze::new(&level);
        let start = maze.start(&level);
        let region = maze.region(&start.boxes, start.player);
        let allowed = Direction::ALL.map(|direction| maze.pushable(&start.boxes, &region, direction));
        let mut found = Vec::new();
        list(&maze, &start, &allowed, &mut |edge: Edge| {
            let (x, y) = level.coordinates(edge.action.square);
            found.push((x, y, edge.action.direction, edge.to.map(|to| level.coordinates(to)), edge.moves));
        });
        found
    }

    const BOARD: &str = "#######\n#     #\n# $@$ #\n#  .  #\n#  .  #\n#######";

    #[test]
    fn walks_are_as_short_as_can_be_and_near_pushes_come_first() {
        use Direction::{Down, Left, Right, Up};
        let mut found =
            edges(BOARD, |maze, start, allowed, visit| walk_to_pushes(maze, start, allowed, visit));
        assert!(found.is_sorted_by_key(|edge| edge.4), "{found:?}");
        found.sort_by_key(|edge| (edge.0, edge.2 as u8));
        let expected = [
            (2, 2, Up, Some((2, 1)), 3),
            (2, 2, Right, Some((3, 2)), 5),
            (2, 2, Down, Some((2, 3)), 3),
            (2, 2, Left, Some((1, 2)), 1),
            (4, 2, Up, Some((4, 1)), 3),
            (4, 2, Right, Some((5, 2)), 1),
            (4, 2, Down, Some((4, 3)), 3),
            (4, 2, Left, Some((3, 2)), 5),
        ];
        assert_eq!(found, expected);
    }

    #[test]
    fn a_step_walks_or_pushes() {
        use Direction::{Down, Left, Right, Up};
        let found = edges(BOARD, |maze, start, allowed, visit| steps(maze, start, allowed, visit));
        let expected = [
            (3, 2, Up, None, 1),
            (3, 2, Right, Some((5, 2)), 1),
            (3, 2, Down, None, 1),
            (3, 2, Left, Some((1, 2)), 1),
        ];
        assert_eq!(found, expected);
        let stuck = edges("#####\n#$@.#\n#####", |maze, start, allowed, visit| {
            steps(maze, start, allowed, visit);
        });
        assert_eq!(stuck, [(2, 1, Right, None, 1)], "neither through walls nor a box into one");
    }

    #[test]
    fn pushes_alone_cost_one_each() {
        let found = edges(BOARD, |maze, _, allowed, visit| pushes(maze, allowed, visit));
        assert_eq!(found.len(), 8);
        assert!(found.iter().all(|edge| edge.4 == 1 && edge.3.is_some()));
    }
}
