//! Random closed boards with any number of boxes and goals, for property tests.

use proptest::prelude::*;
use soko_core::{Board, Cell, Level, check};

/// Boards of up to 12 × 10 with walls strewn in, one to six boxes and one to six goals.
pub(crate) fn levels() -> impl Strategy<Value = Level> {
    let size = (3..11usize, 2..9usize);
    size.prop_flat_map(|(w, h)| {
        let cells = prop::collection::vec(0..100u8, w * h);
        let picks = prop::collection::vec(0..w * h, 13);
        (Just(w), Just(h), cells, picks, 1..7usize, 1..7usize)
    })
    .prop_filter_map("not every random board is a level", |(w, h, cells, picks, boxes, goals)| {
        let mut board = Board::new(w + 2, h + 2);
        for (x, y, _) in board.clone().cells() {
            let inside = (1..=w).contains(&x) && (1..=h).contains(&y);
            if !inside || cells[(y - 1) * w + x - 1] < 18 {
                board.set(x, y, Cell::Wall);
            }
        }
        let at = |pick: usize| (pick % w + 1, pick / w + 1);
        for &pick in &picks[..goals] {
            let (x, y) = at(pick);
            board.set(x, y, Cell::Goal);
        }
        for &pick in &picks[6..6 + boxes] {
            let (x, y) = at(pick);
            board.set(x, y, if board.get(x, y).is_wall() { Cell::Box } else { board.get(x, y).with_box() });
        }
        let (x, y) = at(picks[12]);
        let ground = board.get(x, y);
        board.set(x, y, if ground.is_wall() { Cell::Player } else { ground.with_player() });
        check(&board).level
    })
}
