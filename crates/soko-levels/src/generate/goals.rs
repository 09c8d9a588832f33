//! Where the goals lie on a floor.

use soko_core::{Board, Cell};

use super::{
    dice::Dice,
    recipe::{Layout, Pattern},
    shape::image,
};

type Place = (usize, usize);

/// Puts goals on the floor of a board; `None` if this attempt came to nothing.
pub(crate) fn place(
    board: &Board,
    layout: Layout,
    pattern: Pattern,
    count: usize,
    dice: &mut Dice,
) -> Option<Board> {
    let mut with_goals = board.clone();
    for (x, y) in choose(board, layout, pattern, count, dice)? {
        with_goals.set(x, y, Cell::Goal);
    }
    Some(with_goals)
}

/// Chooses columns and rows of goals on the floor of a board; `None` if this attempt came to nothing.
pub(crate) fn choose(
    board: &Board,
    layout: Layout,
    pattern: Pattern,
    count: usize,
    dice: &mut Dice,
) -> Option<Vec<Place>> {
    let floor: Vec<Place> =
        board.cells().filter(|&(_, _, c)| c == Cell::Floor).map(|(x, y, _)| (x, y)).collect();
    match layout {
        Layout::Together => together(&floor, count, dice),
        Layout::Apart => apart(&floor, count, dice),
        Layout::Paired => paired(&floor, count, pattern, (board.width(), board.height()), dice),
    }
}

/// Grows a patch from a random cell, always by a cell with the most neighbours in it: compact patches look
/// like a place to store boxes, snakes do not.
fn together(floor: &[Place], count: usize, dice: &mut Dice) -> Option<Vec<Place>> {
    let mut patch = vec![*dice.pick(floor)?];
    while patch.len() < count {
        let contact =
            |&(x, y): &Place| patch.iter().filter(|&&(px, py)| x.abs_diff(px) + y.abs_diff(py) == 1).count();
        let free = || floor.iter().filter(|cell| !patch.contains(cell));
        let most = free().map(contact).max().filter(|&most| most > 0)?;
        let least = if dice.chance(70) { most } else { 1 };
        let next: Vec<Place> = free().filter(|cell| contact(cell) >= least).copied().collect();
        patch.push(*dice.pick(&next)?);
    }
    Some(patch)
}

fn apart(floor: &[Place], count: usize, dice: &mut Dice) -> Option<Vec<Place>> {
    let mut cells = floor.to_vec();
    dice.shuffle(&mut cells);
    (cells.len() > count).then(|| cells[..count].to_vec())
}

fn paired(
    floor: &[Place],
    count: usize,
    pattern: Pattern,
    (width, height): (usize, usize),
    dice: &mut Dice,
) -> Option<Vec<Place>> {
    let mut cells = floor.to_vec();
    dice.shuffle(&mut cells);
    let mut chosen: Vec<Place> = Vec::new();
    for cell in cells {
        let twin = image(pattern, cell.0, cell.1, width, height);
        let pair = if twin == cell { 1 } else { 2 };
        if chosen.len() + pair <= count && !chosen.contains(&cell) {
            chosen.push(cell);
            if pair == 2 {
                chosen.push(twin);
            }
        }
    }
    (chosen.len() == count).then_some(chosen)
}
