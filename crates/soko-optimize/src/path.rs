//! A solution as its pushes, with every position on the way.
//!
//! Walks are not kept: between two pushes the shortest one is taken, always. What counts moves asks how long it is. Boxes have numbers here (in
//! the order of their squares at the start), because "leave the others as they were" needs to know who the others are.

use soko_core::{Bits, Level, Maze, Push, Solution, Square, State};

use crate::{cost::Weights, walking::steps};

/// Pushes that can be made one after another.
#[derive(Clone, Debug)]
pub(crate) struct Path<const W: usize> {
    pushes: Vec<Push>,
    /// The positions before, between and after the pushes; the player stands where the last push has left it.
    states: Vec<State<W>>,
    /// Steps before each push.
    walks: Vec<u32>,
    /// Number of the box that each push moves.
    movers: Vec<u16>,
}

/// The pushes of a solution.
pub(crate) fn pushes_of(level: &Level, solution: &Solution) -> Vec<Push> {
    let mut position = level.start().clone();
    let mut pushes = Vec::new();
    for step in solution.steps() {
        position.step(level, step.direction);
        if step.push {
            pushes.push(Push { square: position.player(), direction: step.direction });
        }
    }
    pushes
}

/// A part of a path: pushes from `from` up to and without `to`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Slice {
    /// The first push of the part.
    pub from: usize,
    /// The first push behind the part.
    pub to: usize,
}

impl<const W: usize> Path<W> {
    /// The path of these pushes, `None` if one of them is impossible.
    pub(crate) fn new(maze: &Maze<W>, start: &State<W>, pushes: Vec<Push>) -> Option<Self> {
        let mut number: Vec<u16> = vec![0; 64 * W];
        for (i, square) in start.boxes.iter().enumerate() {
            number[square.index()] = i as u16;
        }
        let mut states = vec![*start];
        let mut walks = Vec::with_capacity(pushes.len());
        let mut movers = Vec::with_capacity(pushes.len());
        let mut at = *start;
        for push in &pushes {
            let behind = maze.next(push.square, push.direction.opposite());
            let to = maze.next(push.square, push.direction);
            if !at.boxes.contains(push.square) || !maze.floor().contains(to) || at.boxes.contains(to) {
                return None;
            }
            walks.push(steps(maze, &at.boxes, at.player, behind)?);
            at = maze.push(&at.boxes, push.square, push.direction);
            states.push(at);
            movers.push(number[push.square.index()]);
            number[to.index()] = number[push.square.index()];
        }
        Some(Self { pushes, states, walks, movers })
    }

    /// The pushes.
    pub(crate) fn pushes(&self) -> &[Push] {
        &self.pushes
    }

    /// The positions, one more than there are pushes.
    pub(crate) fn states(&self) -> &[State<W>] {
        &self.states
    }

    /// The number of the box that each push moves.
    pub(crate) fn movers(&self) -> &[u16] {
        &self.movers
    }

    /// All of it.
    pub(crate) const fn whole(&self) -> Slice {
        Slice { from: 0, to: self.pushes.len() }
    }

    /// How many moves.
    pub(crate) fn moves(&self) -> u32 {
        self.pushes.len() as u32 + self.walks.iter().sum::<u32>()
    }

    /// What the path costs.
    pub(crate) fn cost(&self, weights: Weights) -> u64 {
        weights.cost(self.pushes.len() as u32, self.moves())
    }

    /// What a part costs, with the walk from its end to the push behind it.
    pub(crate) fn cost_of(&self, slice: Slice, weights: Weights) -> u64 {
        let walks: u32 = self.walks[slice.from..(slice.to + 1).min(self.walks.len())].iter().sum();
        let pushes = (slice.to - slice.from) as u32;
        weights.cost(pushes, pushes + walks)
    }

    /// The square from which the push behind a part is made; `None` if the part goes to the end.
    pub(crate) fn exit(&self, maze: &Maze<W>, slice: Slice) -> Option<Square> {
        let push = self.pushes.get(slice.to)?;
        Some(maze.next(push.square, push.direction.opposite()))
    }

    /// The path with a part replaced, `None` if the pushes do not fit together.
    pub(crate) fn spliced(&self, maze: &Maze<W>, slice: Slice, pushes: &[Push]) -> Option<Self> {
        let all = [&self.pushes[..slice.from], pushes, &self.pushes[slice.to..]].concat();
        Self::new(maze, &self.states[0], all)
    }

    /// Where the boxes of these numbers stand after so many pushes.
    pub(crate) fn boxes_at(&self, maze: &Maze<W>, numbers: &[u16], time: usize) -> Bits<W> {
        let mut squares: Vec<Square> = self.states[0].boxes.iter().collect();
        for (push, &mover) in self.pushes[..time].iter().zip(&self.movers) {
            squares[usize::from(mover)] = maze.next(push.square, push.direction);
        }
        let mut boxes = Bits::EMPTY;
        for &number in numbers {
            boxes.insert(squares[usize::from(number)]);
        }
        boxes
    }
}
