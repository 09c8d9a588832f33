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
