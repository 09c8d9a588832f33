//! Boards of our own for the tests of this crate, and pictures of them that use everything there is.

use soko_core::{Board, Direction, Level, Solution, Verified, lurd, replay};
use soko_render::{Arrow, Heat, Overlay, Picture, SKINS};

pub(crate) use crate::level::{LEVEL, SOLUTION};

/// Every kind of cell, a missing corner, pillars that touch diagonally, decoration outside the walls.
pub(crate) const EVERYTHING: &str = "  ######
### .  ##  *
#  $ *  #
#.@ # # #
###  # +#
 # $    #
#  ######
#####";

pub(crate) fn board(text: &str) -> Board {
    Board::parse(text).expect("our own board")
}

pub(crate) fn solved_level() -> (Level, Verified<Solution>) {
    let level = Level::parse(LEVEL).expect("our own level");
    let solution = replay(&level, &lurd::parse(SOLUTION).expect("our own moves")).expect("our own solution");
    (level, solution)
}

/// One of each overlay, with cells off the board and values that are no numbers among them.
pub(crate) fn overlays() -> Vec<Overlay> {
    let far = (1_000, 1_000);
    let arrow = |at, direction, strength| Arrow { at, direction, strength };
    vec![
        Overlay::Heat(
            Heat::new([((3, 1), -1.5), ((4, 1), 2.0), ((5, 1), 0.25), (far, 1.0)]).figures().legend(),
        ),
        Overlay::DeadSquares(vec![(1, 6), (2, 6), (2, 6), far]),
        Overlay::Reachable(vec![(1, 2), (2, 2), far]),
        Overlay::Highlight(vec![(3, 2), (3, 3), (4, 4), far]),
        Overlay::Route(vec![(2, 3), (3, 3), (3, 4), (4, 4), far]),
        Overlay::Pushes(vec![arrow((3, 5), Direction::Left, 1.0), arrow(far, Direction::Up, 1.0)]),
        Overlay::Arrows(vec![
            arrow((4, 5), Direction::Up, 0.0),
            arrow((4, 5), Direction::Right, 0.5),
            arrow((4, 5), Direction::Down, 7.0),
            arrow((4, 5), Direction::Left, f32::NAN),
            arrow(far, Direction::Left, 1.0),
        ]),
    ]
}

/// Each skin bare and with all overlays, under the name of its golden file.
pub(crate) fn pictures(board: &Board) -> Vec<(String, Picture<'_>)> {
    let mut pictures = Vec::new();
    for skin in SKINS {
        let bare = Picture::new(board).skin(skin).title("Everything & <more>");
        pictures.push((skin.name().to_owned(), bare.clone()));
        let marked = overlays().into_iter().fold(bare, Picture::overlay);
        pictures.push((format!("{}-overlays", skin.name()), marked));
    }
    pictures
}
