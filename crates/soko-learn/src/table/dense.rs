//! Tables that have a slot for everything: (stage or box) × cell × direction, one block after the other.
//!
//! Most of it is never touched. Only rows in which something was tried are written down, with the directions that
//! walls allow.

use soko_core::{Direction, Maze, Push, Square};
use soko_solver::{
    Halt,
    memory::{Chart, Rows},
};

use super::Values;
use crate::{
    environment::{Environment, Space},
    meter::StepMeter,
};

/// Numbers in a key: the block, and the cell in it.
const KEY: usize = 2;
const DIRECTIONS: usize = Direction::ALL.len();

/// The number of every square among the floor's, and how many there are.
pub(super) fn numbers<const W: usize>(environment: &Environment<W>) -> (Vec<u16>, usize) {
    let mut number = vec![0; 64 * W];
    let mut cells = 0;
    for square in environment.maze.floor().iter() {
        number[square.index()] = cells as u16;
        cells += 1;
    }
    (number, cells)
}

/// The numbers of the rows in which something was tried.
pub(super) fn tried(values: &Values) -> impl Iterator<Item = usize> + '_ {
    let rows = values.visits.chunks_exact(DIRECTIONS).enumerate();
    rows.filter(|(_, visits)| visits.iter().any(|&visits| visits > 0)).map(|(row, _)| row)
}

/// The rows in which something was tried.
pub(super) fn export<const W: usize>(values: &Values, maze: &Maze<W>, space: Space, chart: &Chart) -> Rows {
    let floor: Vec<Square> = maze.floor().iter().collect();
    let mut rows = Rows::new(KEY);
    for row in tried(values) {
        let slots = row * DIRECTIONS..(row + 1) * DIRECTIONS;
        let square = floor[row % floor.len()];
        rows.first.push(rows.actions.len() as u32);
        rows.keys.extend([(row / floor.len()) as u32, chart.cell(square)]);
        for (slot, direction) in slots.zip(Direction::ALL) {
            if is_open(maze, space, square, direction) {
                rows.actions.push(chart.pack(Push { square, direction }));
                rows.q.push(values.q[slot]);
                rows.visits.push(values.visits[slot]);
                rows.other.extend(values.other.get(slot));
            }
        }
    }
    rows
}

/// Takes up rows of fewer than so many blocks.
pub(super) fn import<const W: usize>(
    values: &mut Values,
    rows: &Rows,
    blocks: usize,
    environment: &Environment<W>,
    chart: &Chart,
    meter: &mut impl StepMeter,
) -> Result<(), Halt> {
    let floor: Vec<Square> = environment.maze.floor().iter().collect();
    let block = |row: usize| rows.key(row)[0] as usize;
    let used = (0..rows.len()).map(block).filter(|&block| block < blocks).max();
    values.extend_to(used.map_or(0, |last| last + 1) * floor.len() * DIRECTIONS, meter)?;
    for row in (0..rows.len()).filter(|&row| block(row) < blocks) {
        meter.poll()?;
        let Some(cell) = chart.square(rows.key(row)[1]).and_then(|square| floor.binary_search(&square).ok())
        else {
            continue;
        };
        for from in rows.slots(row) {
            let direction = rows.actions[from] as usize % DIRECTIONS;
            values.set((block(row) * floor.len() + cell) * DIRECTIONS + direction, rows, from);
        }
    }
    Ok(())
}

/// Do the walls allow an action?
fn is_open<const W: usize>(maze: &Maze<W>, space: Space, square: Square, direction: Direction) -> bool {
    let is_floor = |direction| maze.floor().contains(maze.next(square, direction));
    match space {
        Space::Moves => is_floor(direction),
        Space::Pushes => is_floor(direction) && is_floor(direction.opposite()),
    }
}
