//! Small levels of our own for the tests.

use soko_core::Level;
use soko_tui::PlayLevel;

/// Two pushes to the right; a third one loses.
pub(crate) const CORRIDOR: &str = "########\n#      #\n# @$ . #\n#      #\n########";
/// Two boxes.
pub(crate) const CORNER: &str = "  #####\n###   #\n#   $ #\n# #.# #\n# .$  #\n###@ ##\n  ####";
/// One goal, two boxes: one may be wasted.
pub(crate) const SURPLUS: &str = "########\n#  @ . #\n# $  $ #\n#      #\n#      #\n########";

pub(crate) fn level(title: &str, board: &str) -> PlayLevel {
    PlayLevel {
        name: format!("test#{title}"),
        title: Some(title.to_owned()),
        author: Some("Sokolab".to_owned()),
        level: Level::parse(board).unwrap(),
    }
}

pub(crate) fn levels() -> Vec<PlayLevel> {
    vec![level("Corridor", CORRIDOR), level("Corner", CORNER), level("Surplus", SURPLUS)]
}
