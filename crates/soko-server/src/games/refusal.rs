//! Why an act changed nothing, in words for the player.

use schemars::JsonSchema;
use serde::Serialize;
use soko_core::{Direction, Level, Position, Session, Square};

use super::Act;

/// Why an act changed nothing.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub(crate) struct Refusal {
    /// In words.
    pub(super) why: &'static str,
    /// Column and row of what is in the way or cannot go on.
    at: (usize, usize),
}

impl Refusal {
    /// Why an act that changed nothing did so; nothing if there is nothing to explain.
    pub(super) fn of(act: &Act, session: &Session) -> Option<Self> {
        let (level, position) = (session.level(), session.position());
        let player = level.coordinates(position.player());
        let floor = |(x, y): (usize, usize)| level.square_at(x, y);
        let is_box = |square: Square| position.boxes().contains(square);
        let (why, at) = match act {
            Act::Step { direction } | Act::PushToEnd { direction } => {
                return Some(Self::of_step(level, position, (*direction).into()));
            }
            Act::Run { direction } => {
                let ahead = level.next(position.player(), (*direction).into());
                if is_box(ahead) {
                    ("A box is in the way.", level.coordinates(ahead))
                } else {
                    (WALL, player)
                }
            }
            Act::Walk { to } if *to == player => return None,
            Act::Walk { to } => match floor(*to) {
                None => ("The player cannot stand there.", player),
                Some(to) if is_box(to) => ("A box stands there.", level.coordinates(to)),
                Some(_) => ("The player cannot get there.", *to),
            },
            Act::Push { from, to } if from == to => return None,
            Act::Push { from, to } => match (floor(*from).filter(|&from| is_box(from)), floor(*to)) {
                (None, _) => ("There is no box any more.", player),
                (Some(_), None) => ("A box cannot stand there.", *from),
                (Some(_), Some(to)) if is_box(to) => ("Another box stands there.", *from),
                _ => ("The box cannot get there.", *from),
            },
            Act::Play { .. } => ("These moves are not possible here.", player),
            _ => return None,
        };
        Some(Self { why, at })
    }

    /// Why a step is blocked.
    pub(super) fn of_step(level: &Level, position: &Position, direction: Direction) -> Self {
        let ahead = level.next(position.player(), direction);
        let beyond = level.next(ahead, direction);
        let (why, at) = if !position.boxes().contains(ahead) {
            (WALL, position.player())
        } else if position.boxes().contains(beyond) {
            ("Two boxes in a row cannot be pushed.", ahead)
        } else {
            ("The box cannot be pushed: there is a wall behind it.", ahead)
        };
        Self { why, at: level.coordinates(at) }
    }
}

const WALL: &str = "There is a wall.";

#[cfg(test)]
mod tests {
    use soko_core::Level;

    use super::*;
    use crate::games::Game;

    fn why(board: &str, act: &str) -> Option<(&'static str, (usize, usize))> {
        let mut game = Game::of_board(1, &Level::parse(board).unwrap());
        assert!(!game.act(&serde_json::from_str(act).unwrap()).unwrap(), "{act} changes something");
        game.refused.map(|Refusal { why, at }| (why, at))
    }

    const BOARD: &str = "#########\n#@$$ .  #\n#    #  #\n#   $#. #\n#########";

    #[test]
    fn every_impossible_wish_has_its_reason() {
        let step = r#"{"do":"step","direction":"r"}"#;
        assert_eq!(why(BOARD, step), Some(("Two boxes in a row cannot be pushed.", (2, 1))));
        let run = r#"{"do":"run","direction":"r"}"#;
        assert_eq!(why(BOARD, run), Some(("A box is in the way.", (2, 1))));
        let up = r#"{"do":"push-to-end","direction":"u"}"#;
        assert_eq!(why(BOARD, up), Some(("There is a wall.", (1, 1))));
        let push = |from: &str, to: &str| why(BOARD, &format!(r#"{{"do":"push","from":{from},"to":{to}}}"#));
        assert_eq!(push("[2,1]", "[7,3]"), Some(("The box cannot get there.", (2, 1))));
        assert_eq!(push("[2,1]", "[3,1]"), Some(("Another box stands there.", (2, 1))));
        assert_eq!(push("[2,1]", "[0,1]"), Some(("A box cannot stand there.", (2, 1))));
        assert_eq!(push("[1,2]", "[1,3]"), Some(("There is no box any more.", (1, 1))));
        assert_eq!(push("[2,1]", "[2,1]"), None);
        let walk = |to: &str| why(BOARD, &format!(r#"{{"do":"walk","to":{to}}}"#));
        assert_eq!(walk("[2,1]"), Some(("A box stands there.", (2, 1))));
        assert_eq!(walk("[0,0]"), Some(("The player cannot stand there.", (1, 1))));
        assert_eq!(walk("[1,1]"), None);
        let behind = why("######\n#@$ .#\n######", r#"{"do":"walk","to":[3,1]}"#);
        assert_eq!(behind, Some(("The player cannot get there.", (3, 1))));
        assert_eq!(why(BOARD, r#"{"do":"undo","grain":"push"}"#), None);
    }

    #[test]
    fn what_changes_something_is_no_refusal() {
        let mut game = Game::of_board(1, &Level::parse(BOARD).unwrap());
        let mut act = |json: &str| {
            game.act(&serde_json::from_str(json).unwrap()).unwrap();
            game.refused.is_some()
        };
        assert!(act(r#"{"do":"step","direction":"r"}"#));
        assert!(!act(r#"{"do":"step","direction":"d"}"#));
    }
}
