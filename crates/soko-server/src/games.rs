//! Games that people play: on the server, by the rules of `soko-core`, so that page, terminal and records agree.
//!
//! A page sends what its user wants ([`Act`]) and gets the whole new state back. Games live in memory, the one idle for longest
//! makes room for a new one; what is worth keeping (solutions, an unfinished game) goes to the records file while one plays, the
//! same that the terminal game uses. A page knows the moves of its game, too: when the server comes back it brings them along.

mod advice;
mod analysis;
mod backwards;
mod help;
mod hint;
mod keeper;
mod keeping;
mod line;
mod refusal;
mod reverse;
mod search;
mod table;
mod view;

use std::sync::Arc;

use schemars::JsonSchema;
use serde::Deserialize;
use soko_core::{Direction, Level, LevelHash, Session, Square, lurd};
use soko_records::HelpLevel;
use soko_solver::Control;

pub(crate) use advice::{Advice, Targets};
pub(crate) use analysis::Analysis;
pub(crate) use help::Help;
pub(crate) use hint::Hint;
use refusal::Refusal;
pub(crate) use reverse::{ReverseAct, ReverseState};
pub(crate) use table::{Brought, Games};
pub(crate) use view::GameState;

use crate::problem::Problem;

/// Most acts in one request.
const MAX_ACTS: usize = 256;

/// One game.
pub(crate) struct Game {
    /// Its number.
    pub(crate) id: u64,
    /// Its level.
    pub(crate) level: GameLevel,
    /// The game itself.
    pub(crate) session: Session,
    /// Where each box is, in the order of the start: a page lets every box glide to its new place.
    boxes: Vec<Square>,
    facing: Direction,
    /// What the last act did, step by step, if it went forward.
    trail: Vec<Frame>,
    /// Why the last act changed nothing, if it did not.
    refused: Option<Refusal>,
    /// The most help that was on.
    pub(crate) help: HelpLevel,
    /// The rules that explain, once they are asked for.
    advisor: Option<Arc<advice::Advisor>>,
    /// The ways to a solution that were found for it.
    lines: line::Lines,
    /// Stops the search of a hint; the position has changed, or another hint is asked for.
    thinking: Control,
    /// The unfinished game as the records file has it.
    kept: Option<soko_records::Snapshot>,
}

/// Which level is played.
pub(crate) struct GameLevel {
    /// Its collection.
    pub(crate) collection: String,
    /// Its number there.
    pub(crate) number: usize,
    /// Its title.
    pub(crate) title: Option<String>,
    /// The hash of its board.
    pub(crate) hash: LevelHash,
}

/// One step as a page shows it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Frame {
    player: Square,
    facing: Direction,
    /// The box that was pushed and where it is now.
    pushed: Option<(usize, Square)>,
}

/// Longest way that is shown step by step.
const TRAIL: usize = 400;

/// What a player wants.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(tag = "do", rename_all = "kebab-case", deny_unknown_fields)]
pub(crate) enum Act {
    /// One step, pushing what is in the way.
    Step {
        /// `u`, `r`, `d` or `l`.
        direction: Letter,
    },
    /// Steps on while the way is free of boxes.
    Run {
        /// `u`, `r`, `d` or `l`.
        direction: Letter,
    },
    /// Steps on until blocked, pushing what can be pushed.
    PushToEnd {
        /// `u`, `r`, `d` or `l`.
        direction: Letter,
    },
    /// Walks to a cell by a shortest way.
    Walk {
        /// Column and row, from 0.
        to: (usize, usize),
    },
    /// Pushes a box to a cell with the fewest pushes.
    Push {
        /// Where the box is.
        from: (usize, usize),
        /// Where it shall be.
        to: (usize, usize),
    },
    /// Plays several steps.
    Play {
        /// In LURD.
        #[schemars(length(max = 100_000))]
        moves: String,
    },
    /// Plays a whole line, which stays one line of the game; nothing if one of its moves is impossible.
    Enter {
        /// In LURD.
        #[schemars(length(max = 200_000))]
        moves: String,
        /// From the position at hand? Else from the start.
        #[serde(default)]
        here: bool,
    },
    /// Takes back.
    Undo {
        /// How much.
        grain: Grain,
    },
    /// Takes back the taking back.
    Redo {
        /// How much.
        grain: Grain,
    },
    /// Goes to a number of steps on the line at hand.
    Jump {
        /// The number of steps.
        ply: usize,
    },
    /// Goes to another line of the game.
    Switch {
        /// Its number.
        line: usize,
        /// The number of steps on it.
        ply: usize,
    },
}

/// How much is taken back at once.
#[derive(Clone, Copy, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Grain {
    /// One step.
    Move,
    /// Up to and including one push.
    Push,
    /// A whole series of pushes.
    Session,
    /// Everything.
    All,
}

/// A direction as LURD writes it.
#[derive(Clone, Copy, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Letter {
    /// Up.
    U,
    /// Right.
    R,
    /// Down.
    D,
    /// Left.
    L,
}

impl From<Letter> for Direction {
    fn from(letter: Letter) -> Self {
        match letter {
            Letter::U => Self::Up,
            Letter::R => Self::Right,
            Letter::D => Self::Down,
            Letter::L => Self::Left,
        }
    }
}

impl Game {
    pub(crate) fn new(id: u64, level: GameLevel, board: &Level) -> Self {
        let boxes = board.start().boxes().iter().collect();
        Self {
            id,
            level,
            session: Session::new(board.clone()),
            boxes,
            facing: Direction::Down,
            trail: Vec::new(),
            refused: None,
            help: HelpLevel::Off,
            advisor: None,
            lines: line::Lines::default(),
            thinking: Control::default(),
            kept: None,
        }
    }

    /// A game of a level that is in no collection.
    #[cfg(test)]
    pub(crate) fn of_board(id: u64, board: &Level) -> Self {
        let hash = soko_core::identity::exact(board);
        Self::new(id, GameLevel { collection: "x".to_owned(), number: 1, title: None, hash }, board)
    }

    /// Does what the player wants; false if that changes nothing.
    pub(crate) fn act(&mut self, act: &Act) -> Result<bool, Problem> {
        self.trail.clear();
        self.refused = None;
        let session = &mut self.session;
        let before = (session.steps().len(), session.current_line());
        let square = |session: &Session, (x, y): (usize, usize)| session.level().square_at(x, y);
        match act {
            Act::Step { direction } => {
                self.facing = (*direction).into();
                session.step(self.facing);
            }
            Act::Run { direction } => {
                self.facing = (*direction).into();
                session.run(self.facing);
            }
            Act::PushToEnd { direction } => {
                self.facing = (*direction).into();
                session.push_to_end(self.facing);
            }
            Act::Walk { to } => {
                if let Some(to) = square(session, *to) {
                    session.walk_to(to);
                }
            }
            Act::Push { from, to } => {
                if let (Some(from), Some(to)) = (square(session, *from), square(session, *to))
                    && session.position().boxes().contains(from)
                {
                    session.push_box_to(from, to);
                }
            }
            Act::Play { moves } => {
                let moves = lurd::parse(moves).map_err(Problem::bad)?;
                session.play(&moves);
            }
            Act::Enter { moves, here } => enter(session, moves, *here)?,
            Act::Undo { grain } => match grain {
                Grain::Move => _ = session.undo_move(),
                Grain::Push => _ = session.undo_push(),
                Grain::Session => _ = session.undo_session(),
                Grain::All => session.restart(),
            },
            Act::Redo { grain } => match grain {
                Grain::Move => _ = session.redo_move(),
                Grain::Push => _ = session.redo_push(),
                Grain::Session => _ = session.redo_session(),
                Grain::All => session.redo_all(),
            },
            Act::Jump { ply } => session.jump(*ply),
            Act::Switch { line, ply } => {
                if !session.switch(*line, *ply) {
                    return Err(Problem::bad(format!("the game has no line {line} with {ply} steps")));
                }
            }
        }
        let changed = before != (self.session.steps().len(), self.session.current_line());
        if changed {
            let elsewhere =
                matches!(act, Act::Enter { .. } | Act::Undo { .. } | Act::Jump { .. } | Act::Switch { .. });
            self.follow(if elsewhere { usize::MAX } else { before.0 });
        } else {
            self.refused = Refusal::of(act, &self.session);
        }
        Ok(changed)
    }

    /// Finds where each box is now, and notes the steps from `since` on.
    fn follow(&mut self, since: usize) {
        let level = self.session.level();
        let mut position = level.start().clone();
        let mut boxes: Vec<Square> = position.boxes().iter().collect();
        let steps = self.session.steps();
        let shown = steps.len().saturating_sub(since) <= TRAIL;
        for (index, step) in steps.iter().enumerate() {
            position.step(level, step.direction);
            let player = position.player();
            let pushed = boxes.iter().position(|&square| step.push && square == player);
            let pushed = pushed.map(|pushed| (pushed, level.next(player, step.direction)));
            if let Some((pushed, to)) = pushed {
                boxes[pushed] = to;
            }
            if index >= since && shown {
                self.trail.push(Frame { player, facing: step.direction, pushed });
            }
        }
        self.boxes = boxes;
        if let Some(last) = self.session.steps().last() {
            self.facing = last.direction;
        }
    }
}

/// Plays a whole line from the start or from here, if all of it is possible.
fn enter(session: &mut Session, moves: &str, here: bool) -> Result<(), Problem> {
    let moves = lurd::parse(moves).map_err(Problem::bad)?;
    let mut position = if here { session.position().clone() } else { session.level().start().clone() };
    let begun = if here { session.steps().len() } else { 0 };
    if begun + moves.len() > Session::MAX_STEPS {
        return Err(Problem::bad(format!("a game has at most {} moves", Session::MAX_STEPS)));
    }
    for (index, &direction) in moves.iter().enumerate() {
        if position.step(session.level(), direction).is_none() {
            let Refusal { why, .. } = Refusal::of_step(session.level(), &position, direction);
            let (number, letter) = (index + 1, direction.letter());
            let whence = if here { "from here" } else { "from the start of the level" };
            let problem = format!("move {number} of {} ({letter}) is not possible: {why}", moves.len());
            return Err(
                Problem::bad(problem).help(format!("the moves were tried {whence}; nothing was played"))
            );
        }
    }
    if !here {
        session.restart();
    }
    session.play(&moves);
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game() -> Game {
        let level = Level::parse("#######\n#@$ $.#\n#  .  #\n#######").unwrap();
        Game::of_board(1, &level)
    }

    fn act(json: &str) -> Act {
        serde_json::from_str(json).unwrap()
    }

    #[test]
    fn boxes_keep_their_place_in_the_list_wherever_they_go() {
        let mut game = game();
        let at =
            |game: &Game| game.boxes.iter().map(|&s| game.session.level().coordinates(s)).collect::<Vec<_>>();
        assert_eq!(at(&game), [(2, 1), (4, 1)]);
        assert!(game.act(&act(r#"{"do":"push","from":[4,1],"to":[5,1]}"#)).unwrap());
        assert_eq!(at(&game), [(2, 1), (5, 1)]);
        assert!(game.act(&act(r#"{"do":"undo","grain":"all"}"#)).unwrap());
        assert_eq!(at(&game), [(2, 1), (4, 1)]);
        assert!(game.act(&act(r#"{"do":"step","direction":"r"}"#)).unwrap());
        assert_eq!(at(&game), [(3, 1), (4, 1)]);
        assert!(!game.act(&act(r#"{"do":"step","direction":"r"}"#)).unwrap(), "two boxes in a row");
    }

    #[test]
    fn what_makes_no_sense_is_refused_and_changes_nothing() {
        let mut game = game();
        assert!(!game.act(&act(r#"{"do":"walk","to":[0,0]}"#)).unwrap());
        assert!(game.act(&act(r#"{"do":"switch","line":9,"ply":0}"#)).is_err());
        assert!(game.act(&act(r#"{"do":"play","moves":"xyz"}"#)).is_err());
        assert!(!game.act(&act(r#"{"do":"push","from":[1,1],"to":[3,1]}"#)).unwrap(), "there is no box");
        assert!(serde_json::from_str::<Act>(r#"{"do":"fly"}"#).is_err());
    }

    #[test]
    fn a_line_is_entered_as_a_whole_or_not_at_all() {
        let mut game = game();
        game.act(&act(r#"{"do":"step","direction":"d"}"#)).unwrap();
        let problem = game.act(&act(r#"{"do":"enter","moves":"RRR"}"#)).unwrap_err();
        assert_eq!(
            problem.message(),
            "move 2 of 3 (r) is not possible: Two boxes in a row cannot be pushed."
        );
        assert_eq!(game.session.history().len(), 1);
        assert!(game.act(&act(r#"{"do":"enter","moves":"R dl"}"#)).unwrap());
        assert_eq!((game.session.steps().len(), game.session.lines().len()), (3, 2), "another line");
        let problem = game.act(&act(r#"{"do":"enter","moves":"ul","here":true}"#)).unwrap_err();
        assert_eq!(problem.message(), "move 2 of 2 (l) is not possible: There is a wall.");
        assert!(game.act(&act(r#"{"do":"enter","moves":"u","here":true}"#)).unwrap());
        assert_eq!(lurd::format(game.session.steps()), "Rdlu");
        assert!(game.act(&act(r#"{"do":"enter","moves":"xyz"}"#)).is_err());
    }
}
