//! The boards of a course on artificial intelligence at the University of California, Irvine (CS 271), by which its three
//! reports are compared.
//!
//! The boards are not part of the repository, and their names cannot be trusted: `sokoban-01.txt` of 2021 is `sokoban01.txt` of
//! 2020, but in the collection of 2021 `sokoban01.txt` without the hyphen is the first board of XSokoban, and a file of
//! 2016 called `sokoban1.txt` is a third board. So a board is known here by its exact hash, which `sokolab show` prints: a copy in
//! any folder is found, and a namesake is not. `file` is one copy, below the level folder.
//!
//! The fewest moves are proven by our A* (`--set metric=moves`). They say how far a learnt solution is from the best.

use soko_lab::Dataset;

/// A board of the course.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Board {
    /// The part of its name that all years share.
    pub name: &'static str,
    /// One file that has it.
    pub file: &'static str,
    /// Its exact hash.
    pub exact: &'static str,
    /// The fewest moves it can be solved with, where we know them.
    pub moves: Option<u32>,
}

const fn board(name: &'static str, file: &'static str, exact: &'static str, moves: u32) -> Board {
    Board { name, file, exact, moves: Some(moves) }
}

/// The boards that the reports name. 07a is the numeric file; the drawing beside it has two more wall squares, which make its
/// fewest moves 61 instead of 45.
#[rustfmt::skip]
pub const BOARDS: [Board; 12] = [
    board("00", "uci_cs271/glennga_benchmark/sokoban00.txt", "46e6effce82a1ad6a546d44074ec9c30", 1),
    board("01", "uci_cs271/joshho/sokoban-01.txt", "88f25641c71f9c5fdbcac3352096a3ec", 22),
    board("02", "uci_cs271/joshho/sokoban-02.txt", "8325443f11085821ffe2eee601d7e996", 37),
    board("03", "uci_cs271/joshho/sokoban-03.txt", "bee68e068216e9c895e113e04bc43cf3", 26),
    board("04", "uci_cs271/joshho/sokoban-04.txt", "0273e42cfbcbbd591fd09c0d0c2b4d44", 67),
    board("05a", "uci_cs271/joshho/sokoban-05a.txt", "d3bc405a2e8f820329e8e0d6e76632a4", 39),
    board("05b", "uci_cs271/joshho/sokoban-05b.txt", "7f2cac141e6fbff552dbaf49afc1d8d6", 62),
    board("06a", "uci_cs271/glennga_benchmark/sokoban06a.txt", "aa442c0eb4477825c990466f7e30089f", 38),
    board("06b", "uci_cs271/glennga_benchmark/sokoban06b.txt", "24f1496a7ef08d071fe517136b7f65b0", 101),
    board("06c", "uci_cs271/glennga_benchmark/sokoban06c.txt", "0cea8882521e191bb78edf54d26b4fff", 194),
    board("07a", "uci_cs271/glennga_benchmark/sokoban07a.txt", "e06e0402d7c61c9bc3803803980445e3", 45),
    Board {
        name: "XSokoban 1",
        file: "uci_cs271/chenqihong_benchmarks/sokoban01.txt",
        exact: "b9c503711b83921ed721e1e8edab7ef1",
        moves: None,
    },
];

/// The board of that name.
pub(crate) fn find(name: &str) -> Option<&'static Board> {
    BOARDS.iter().find(|board| board.name == name)
}

impl Board {
    /// Its place in an experiment that plays it, from whatever file.
    pub(super) fn level_of(&self, dataset: &Dataset) -> Option<usize> {
        dataset.levels.iter().position(|level| level.hash.to_string() == self.exact)
    }
}

#[cfg(test)]
mod tests {
    use soko_lab::Catalogue;

    use super::*;

    #[test]
    fn the_catalogue_has_the_same_boards_under_the_same_names() {
        let irvine = Catalogue::builtin().find("irvine").unwrap();
        for board in &BOARDS[..11] {
            let key = irvine.number(board.name).and_then(|number| irvine.board(number));
            assert_eq!(key.map(|key| key.to_string()).as_deref(), Some(&board.exact[..16]), "{}", board.name);
        }
    }

    #[test]
    fn names_and_hashes_tell_the_boards_apart() {
        for (i, board) in BOARDS.iter().enumerate() {
            assert_eq!(find(board.name), Some(board));
            assert!(board.exact.len() == 32 && board.exact.chars().all(|c| c.is_ascii_hexdigit()));
            assert!(BOARDS[..i].iter().all(|other| other.exact != board.exact), "{}", board.name);
        }
        assert_eq!(find("5a"), None);
    }
}
