//! The truth about a small level: all positions that can be won, reached by play or not.
//!
//! Backwards from every solved position by single pulls; what is not found cannot be won.

use std::collections::HashSet;

use soko_core::{Bits, Direction, Maze, Square, State};

/// All solvable positions, the player on the first square of its region.
pub(crate) struct Truth<const W: usize> {
    /// In the order in which they were found.
    pub(crate) all: Vec<State<W>>,
    known: HashSet<State<W>>,
}

impl<const W: usize> Truth<W> {
    /// Finds them; `None` if there are more than `most`.
    pub(crate) fn of(maze: &Maze<W>, boxes: u32, most: usize) -> Option<Self> {
        let mut truth = Self { all: Vec::new(), known: HashSet::new() };
        let goals: Vec<Square> = maze.goals().iter().collect();
        if boxes <= maze.goals().len() {
            truth.choose(maze, Bits::EMPTY, &goals, boxes, most);
        } else {
            let others: Vec<Square> = maze.floor().without(maze.goals()).iter().collect();
            truth.choose(maze, *maze.goals(), &others, boxes - maze.goals().len(), most);
        }
        let mut next = 0;
        while let Some(&state) = truth.all.get(next) {
            if truth.all.len() > most {
                return None;
            }
            truth.pull(maze, &state);
            next += 1;
        }
        (next <= most).then_some(truth)
    }

    /// Can this position be won?
    pub(crate) fn contains(&self, state: &State<W>) -> bool {
        self.known.contains(state)
    }

    fn add(&mut self, state: State<W>) {
        if self.known.insert(state) {
            self.all.push(state);
        }
    }

    /// Adds solved positions: `boxes` and `more` others on `squares`.
    fn choose(&mut self, maze: &Maze<W>, boxes: Bits<W>, squares: &[Square], more: u32, most: usize) {
        if self.all.len() > most {
            return;
        }
        if more == 0 {
            let mut left = maze.floor().without(&boxes);
            while let Some(player) = left.first() {
                left = left.without(&maze.region(&boxes, player));
                self.add(State { boxes, player });
            }
            return;
        }
        for (i, &square) in squares.iter().enumerate() {
            self.choose(maze, boxes | Bits::single(square), &squares[i + 1..], more - 1, most);
        }
    }

    /// Adds what one pull leads to.
    fn pull(&mut self, maze: &Maze<W>, state: &State<W>) {
        let region = maze.region(&state.boxes, state.player);
        for square in state.boxes.iter() {
            for back in Direction::ALL {
                // The player stands beside the box, steps back, and the box follows.
                let beside = maze.next(square, back);
                let behind = maze.next(beside, back);
                if region.contains(beside) && region.contains(behind) {
                    let mut boxes = state.boxes;
                    boxes.remove(square);
                    boxes.insert(beside);
                    self.add(maze.normal(&State { boxes, player: behind }));
                }
            }
        }
    }
}
