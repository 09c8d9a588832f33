//! Two names for a level that survive formats, files and machines.
//!
//! * **exact**: the board as played. Keys results, solutions and links.
//! * **family**: the same for all eight symmetries and for every start square in the player's region. Finds
//!   duplicates; never use it for results, because symmetry changes the search order and the start square
//!   changes the number of moves.
//!
//! Both are the first 16 bytes of SHA-256 over a text anyone can make: the canonical board in classic XSB
//! (floor within reach, walls that touch it, cropped, no blanks at line ends, `\n` after every row).
//! Where no box or no goal is within reach, a last row `*` makes the text a level again.

use std::fmt;

use sha2::{Digest, Sha256};

use crate::{Board, Cell, Level, Symmetry, level};

/// 128 bits of SHA-256, printed as 32 hexadecimal digits.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct LevelHash([u8; 16]);

impl LevelHash {
    fn of(text: &str) -> Self {
        let digest = Sha256::digest(text.as_bytes());
        let mut bytes = [0; 16];
        bytes.copy_from_slice(&digest[..16]);
        Self(bytes)
    }

    /// From the bytes that [`as_bytes`](Self::as_bytes) gave.
    pub const fn from_bytes(bytes: [u8; 16]) -> Self {
        Self(bytes)
    }

    /// The raw bytes.
    pub const fn as_bytes(&self) -> &[u8; 16] {
        &self.0
    }
}

impl fmt::Display for LevelHash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

impl fmt::Debug for LevelHash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "LevelHash({self})")
    }
}

/// The hash of the board as played.
pub fn exact(level: &Level) -> LevelHash {
    LevelHash::of(&level.canonical_board().to_string())
}

/// The hash shared by all symmetric forms and start squares of one region.
pub fn family(level: &Level) -> LevelHash {
    let canonical = level.canonical_board();
    let smallest = Symmetry::all().map(|s| normal_text(&s.board(&canonical))).min();
    LevelHash::of(&smallest.expect("there are eight symmetries"))
}

/// The board's text with the player on the first square of its region, in reading order.
fn normal_text(board: &Board) -> String {
    let level = level::check(board).level.expect("a canonical board under a symmetry is a level");
    // What stands outside has been turned along, and belongs where it always is.
    let board = level.canonical_board();
    let level = level::check(&board).level.expect("a canonical board is a level");
    let walks = crate::Walks::from(&level, level.start());
    let first = level.floor().iter().find(|&s| walks.distance(s).is_some()).expect("the player's own square");
    let mut board = board;
    let (x, y) = level.coordinates(level.start().player());
    board.set(x, y, board.get(x, y).cleared());
    let (x, y) = level.coordinates(first);
    let cell: Cell = board.get(x, y).with_player();
    board.set(x, y, cell);
    board.to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_exact_hash_is_what_the_text_says() {
        // printf '#####\n#@$.#\n#####\n' | sha256sum | cut -c1-32
        let level = Level::parse("#####\n#@$.#\n#####").unwrap();
        assert_eq!(exact(&level).to_string(), "db6ca59655f0d7d1f1ce48e36e0b0c90");
    }

    /// The same level in all its turns and reflections is one family.
    fn assert_one_family(level: &Level) {
        for symmetry in Symmetry::all() {
            let turned = crate::check(&symmetry.board(level.board())).level.unwrap();
            assert_eq!(family(&turned), family(level));
        }
    }

    #[test]
    fn levels_with_nothing_in_play_have_names_too() {
        let level = Level::parse("#######\n#@  #*#\n# #####\n###").unwrap();
        let decorated = Level::parse("#########\n#@  ##*##\n# ###*#$#\n###  ####").unwrap();
        let other = Level::parse("########\n#@   #*#\n# ######\n###").unwrap();
        assert_eq!(exact(&level), exact(&decorated));
        assert_ne!(exact(&level), exact(&other));
        assert_one_family(&level);
    }

    #[test]
    fn family_ignores_symmetry_and_start_square_exact_does_not() {
        let level = Level::parse("######\n#@ $.#\n#    #\n######").unwrap();
        let moved = Level::parse("######\n#  $.#\n#@   #\n######").unwrap();
        assert_ne!(exact(&level), exact(&moved));
        assert_eq!(family(&level), family(&moved));
        assert_one_family(&level);
    }
}
