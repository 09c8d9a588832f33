//! The floor of a level: where its walls are.

use soko_solver::Dice;

use super::{Shape, between};
use crate::oracle::{Board, Cells, cell, each};

/// The cells of a rectangle inside the board.
pub(super) fn rectangle(board: &Board, left: usize, top: usize, width: usize, height: usize) -> Cells {
    let columns = move |y: usize| (left..left + width).map(move |x| (x, y));
    (top..top + height).flat_map(columns).fold(0, |set, (x, y)| set | cell(y * board.width() + x))
}

pub(super) fn floor(shape: Shape, dice: &mut Dice) -> Board {
    let (low, high) = match shape {
        Shape::Dense => (3, 5),
        Shape::Hard => (5, 7),
        _ => (4, 9),
    };
    // The middle of three numbers: few boards are tiny, and large ones are slow to decide.
    let side = |dice: &mut Dice| {
        let mut sides = [between(low, high, dice), between(low, high, dice), between(low, high, dice)];
        sides.sort_unstable();
        sides[1]
    };
    let (width, height) = (side(dice), side(dice));
    let mut board = Board::walls(width + 2, height + 2);
    match shape {
        Shape::Room | Shape::Dense | Shape::Sealed | Shape::Hard | Shape::Kin => {
            board.open = rectangle(&board, 1, 1, width, height);
            let walls = match shape {
                Shape::Hard => [0.15, 0.2, 0.25][dice.below(3)],
                _ => [0.0, 0.1, 0.15, 0.2, 0.3][dice.below(5)],
            };
            for at in each(board.open) {
                if dice.chance(walls) {
                    board.open &= !cell(at);
                }
            }
        }
        Shape::Maze => {
            carve(&mut board, width, height, dice);
            let knocked_out = [0.15, 0.3, 0.5][dice.below(3)];
            for at in each(rectangle(&board, 1, 1, width, height) & !board.open) {
                if dice.chance(knocked_out) {
                    board.open |= cell(at);
                }
            }
        }
        Shape::Corridors => {
            let mut last = None;
            for _ in 0..between(2, 3, dice) {
                let (w, h) = (between(2, 4, dice).min(width), between(2, 4, dice).min(height));
                let (x, y) = (between(1, width - w + 1, dice), between(1, height - h + 1, dice));
                board.open |= rectangle(&board, x, y, w, h);
                let middle = (x + w / 2, y + h / 2);
                if let Some((a, b)) = last.replace(middle) {
                    board.open |= rectangle(&board, middle.0.min(a), b, middle.0.abs_diff(a) + 1, 1);
                    board.open |= rectangle(&board, middle.0, middle.1.min(b), 1, middle.1.abs_diff(b) + 1);
                }
            }
        }
    }
    if shape == Shape::Sealed {
        let wall = if dice.chance(0.5) {
            rectangle(&board, between(2, width - 1, dice), 1, 1, height)
        } else {
            rectangle(&board, 1, between(2, height - 1, dice), width, 1)
        };
        board.open &= !wall;
    }
    board
}

/// A maze over every other cell, by a walk that turns back where it cannot go on.
fn carve(board: &mut Board, width: usize, height: usize, dice: &mut Dice) {
    let inner = rectangle(board, 1, 1, width, height);
    let mut way = vec![cell(board.width() + 1)];
    while let Some(&at) = way.last() {
        board.open |= at;
        let two = |direction: usize| {
            // Each of the two steps must stay inside: the border is a wall.
            let one = board.step(at, direction) & inner;
            (one, board.step(one, direction) & inner & !board.open)
        };
        let ways: Vec<_> = (0..4).map(two).filter(|step| step.1 != 0).collect();
        if ways.is_empty() {
            way.pop();
        } else {
            let (one, next) = ways[dice.below(ways.len())];
            board.open |= one;
            way.push(next);
        }
    }
}

/// The largest part of the floor that hangs together.
pub(super) fn largest_part(board: &Board) -> Cells {
    let mut left = board.open;
    let mut largest: Cells = 0;
    while left != 0 {
        let part = board.reach(0, left.trailing_zeros() as usize);
        left &= !part;
        if part.count_ones() > largest.count_ones() {
            largest = part;
        }
    }
    largest
}
