//! Boxes and player on a floor with goals.

use hashbrown::HashSet;
use rustc_hash::FxBuildHasher;
use soko_solver::Dice;

use super::{between, draw};
use crate::oracle::{Board, Cells, cell, each};

/// Most pulls from the goals.
const MOST_PULLS: usize = 150;

/// Boxes and player anywhere.
pub(super) fn throw_in(board: &mut Board, inside: Cells, boxes: usize, dice: &mut Dice) -> Option<()> {
    for _ in 0..boxes {
        // Few boxes in dead ends: a cell with three free neighbours is drawn if the first one has fewer.
        let mut at = draw(inside & !board.boxes, dice)?;
        if (board.around(at) & board.open).count_ones() < 3 {
            at = draw(inside & !board.boxes, dice)?;
        }
        board.boxes |= at;
    }
    board.player = draw(inside & !board.boxes, dice)?.trailing_zeros() as usize;
    Some(())
}

/// The positions one pull away: boxes and player.
fn pulls(board: &Board, boxes: Cells, player: usize, mut found: impl FnMut(Cells, usize)) {
    let reached = board.reach(boxes, player);
    for direction in 0..4 {
        // The player stands beyond the box and steps back.
        for stand in each(board.step(boxes, direction) & reached) {
            let back = board.step(cell(stand), direction) & board.open & !boxes;
            let from = board.step(cell(stand), (direction + 2) % 4);
            if back != 0 {
                found(boxes & !from | cell(stand), back.trailing_zeros() as usize);
            }
        }
    }
}

/// Pulls boxes from the goals at random.
pub(super) fn pull_some(board: &mut Board, inside: Cells, dice: &mut Dice) -> Option<()> {
    let mut boxes = board.goals;
    let mut player = draw(inside & !boxes, dice)?.trailing_zeros() as usize;
    for _ in 0..between(3, 60, dice) {
        let mut all = Vec::new();
        pulls(board, boxes, player, |boxes, player| all.push((boxes, player)));
        if all.is_empty() {
            break;
        }
        (boxes, player) = all[dice.below(all.len())];
    }
    (board.boxes, board.player) = (boxes, player);
    Some(())
}

/// Pulls boxes from the goals as far as it goes: pull by pull, with a few positions of each distance, none of them twice,
/// until there is none left. One of the last is taken.
pub(super) fn pull_far(board: &mut Board, inside: Cells, breadth: usize, dice: &mut Dice) -> Option<()> {
    let mut seen: HashSet<(Cells, u8), FxBuildHasher> = HashSet::default();
    let mut is_new = |boxes: Cells, player: usize| {
        // The player may stand anywhere in its part of the board.
        seen.insert((boxes, board.reach(boxes, player).trailing_zeros() as u8))
    };
    let mut layer = vec![(board.goals, draw(inside & !board.goals, dice)?.trailing_zeros() as usize)];
    for _ in 0..between(10, MOST_PULLS, dice) {
        let mut next = Vec::new();
        for &(boxes, player) in &layer {
            pulls(board, boxes, player, |boxes, player| {
                if is_new(boxes, player) {
                    next.push((boxes, player));
                }
            });
        }
        while next.len() > breadth {
            next.swap_remove(dice.below(next.len()));
        }
        if next.is_empty() {
            break;
        }
        layer = next;
    }
    (board.boxes, board.player) = layer[dice.below(layer.len())];
    Some(())
}

/// What is not as it should be.
pub(super) fn add_exceptions(board: &mut Board, inside: Cells, dice: &mut Dice) {
    let free = |board: &Board| inside & !board.boxes & !cell(board.player);
    let take = |set: &mut Cells, which: Option<Cells>| *set &= !which.unwrap_or(0);
    match dice.below(20) {
        // A goal less or a box more.
        0..2 if board.goals.count_ones() > 1 => {
            let goal = draw(board.goals, dice);
            take(&mut board.goals, goal);
        }
        0..4 => board.boxes |= draw(free(board), dice).unwrap_or(0),
        // A box less or a goal more.
        4..6 if board.boxes.count_ones() > 1 => {
            let lost = draw(board.boxes, dice);
            take(&mut board.boxes, lost);
        }
        4..8 => board.goals |= draw(inside & !board.goals, dice).unwrap_or(0),
        // A box where it does not belong.
        8..10 => {
            let lost = draw(board.boxes, dice);
            take(&mut board.boxes, lost);
            board.boxes |= draw(free(board), dice).unwrap_or(0);
        }
        _ => {}
    }
    // Things behind walls.
    let outside = board.open & !inside;
    if outside != 0 && dice.chance(0.5) {
        let at = draw(outside, dice).unwrap_or(0);
        if dice.chance(0.7) {
            board.boxes |= at;
        }
        if dice.chance(0.7) {
            board.goals |= at;
        }
    }
}
