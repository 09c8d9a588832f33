//! Reverse play: the level is shown solved, and the player pulls the boxes back to where they start.
//!
//! A pull is a push undone: the player steps away from a box and draws it onto the square that is left. The game is won when every
//! box stands on a start square and the player can walk to where the level begins; the pulls, last one first, are then the pushes of
//! a solution. It is replayed like any other before it is kept. Where the player stands at the end of a solution is free, so until
//! the first pull the player may be put anywhere.

use std::collections::{BTreeMap, VecDeque};

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use soko_core::{Direction, Level, Push, Square, replay::Solution};
use soko_records::{Change, HelpLevel, KeptSolution};

use super::{GameLevel, Grain, Letter};
use crate::{limits, problem::Problem};

/// A game played backwards.
pub(crate) struct ReverseGame {
    id: u64,
    of: GameLevel,
    level: Level,
    boxes: Vec<Square>,
    player: Square,
    facing: Direction,
    made: Vec<Made>,
    refused: Option<&'static str>,
    /// Is its solution kept?
    pub(super) kept: bool,
}

/// What was done, so that it can be taken back.
#[derive(Clone, Copy)]
struct Made {
    /// Where the player stood.
    from: Square,
    /// Which way the player went; nothing if the player was put somewhere.
    direction: Option<Direction>,
    /// The box that followed.
    pulled: Option<usize>,
}

/// How a square is entered on a shortest way.
#[derive(Clone, Copy)]
enum Way {
    /// By no step: the player is there.
    Here,
    By(Direction),
}

/// What a player of a reverse game wants.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(tag = "do", rename_all = "kebab-case", deny_unknown_fields)]
pub(crate) enum ReverseAct {
    /// One step without a box.
    Step {
        /// `u`, `r`, `d` or `l`.
        direction: Letter,
    },
    /// One step that draws the box behind the player along.
    Pull {
        /// Which way the player goes: `u`, `r`, `d` or `l`.
        direction: Letter,
    },
    /// Walks to a cell by a shortest way; before the first pull the player is put there.
    Walk {
        /// Column and row, from 0.
        to: (usize, usize),
    },
    /// Takes back.
    Undo {
        /// How much; a session counts as a pull.
        grain: Grain,
    },
}

/// A reverse game as a page sees it.
#[derive(Serialize, JsonSchema)]
pub(crate) struct ReverseState {
    /// The game's number.
    id: u64,
    /// Column and row of the player, from 0.
    player: (usize, usize),
    /// Where the player looks: `u`, `r`, `d` or `l`.
    facing: char,
    /// Column and row of every box, in an order that stays.
    boxes: Vec<(usize, usize)>,
    /// Where the boxes are to go: their squares at the start of the level.
    targets: Vec<(usize, usize)>,
    /// Where the player is to get.
    start: (usize, usize),
    /// Boxes on such squares.
    home: usize,
    /// Steps made, with those that pulled.
    moves: usize,
    /// Pulls made.
    pulls: usize,
    /// The solution that the pulls are, in LURD, once the level is back at its start.
    #[serde(skip_serializing_if = "Option::is_none")]
    solution: Option<String>,
    /// Why the last act changed nothing, if it did not.
    #[serde(skip_serializing_if = "Option::is_none")]
    refused: Option<&'static str>,
}

/// The reverse games that are played, with the time of their last use by a count of requests.
#[derive(Default)]
pub(super) struct ReverseTable {
    pub(super) all: BTreeMap<u64, (u64, ReverseGame)>,
    pub(super) clock: u64,
}

impl ReverseGame {
    pub(super) fn new(id: u64, of: GameLevel, level: &Level) -> Result<Self, Problem> {
        let boxes: Vec<_> = level.goals().iter().collect();
        if boxes.len() != level.boxes() {
            let problem = format!(
                "boxes and goals of this level are not equal in number: {} and {}",
                level.boxes(),
                boxes.len()
            );
            return Err(Problem::conflict(problem)
                .help("only a level with as many boxes as goals can be played backwards"));
        }
        let free = |square: &Square| !boxes.contains(square);
        let start = level.start().player();
        let player = Some(start).filter(free).or_else(|| level.floor().iter().find(free));
        let player =
            player.ok_or_else(|| Problem::conflict("there is no room for the player between the goals"))?;
        let facing = Direction::Down;
        Ok(Self {
            id,
            of,
            level: level.clone(),
            boxes,
            player,
            facing,
            made: Vec::new(),
            refused: None,
            kept: false,
        })
    }

    fn box_at(&self, square: Square) -> Option<usize> {
        self.boxes.iter().position(|&at| at == square)
    }

    fn is_free(&self, square: Square) -> bool {
        self.level.floor().contains(square) && self.box_at(square).is_none()
    }

    fn pulls(&self) -> usize {
        self.made.iter().filter(|made| made.pulled.is_some()).count()
    }

    /// Does what the player wants, or notes why it cannot be done.
    pub(super) fn act(&mut self, act: &ReverseAct) {
        self.refused = match act {
            ReverseAct::Step { direction } => self.step((*direction).into(), false).err(),
            ReverseAct::Pull { direction } => self.step((*direction).into(), true).err(),
            ReverseAct::Walk { to: (x, y) } => self.walk(self.level.square_at(*x, *y)).err(),
            ReverseAct::Undo { grain } => {
                while let Some(undone) = self.undo() {
                    let enough = match grain {
                        Grain::Move => true,
                        Grain::Push | Grain::Session => undone.pulled.is_some(),
                        Grain::All => false,
                    };
                    if enough {
                        break;
                    }
                }
                None
            }
        };
    }

    fn step(&mut self, direction: Direction, pull: bool) -> Result<(), &'static str> {
        self.facing = direction;
        let (from, to) = (self.player, self.level.next(self.player, direction));
        if self.made.len() >= limits::REVERSE_STEPS {
            return Err("The game is too long: take something back.");
        }
        if !self.is_free(to) {
            return Err(if self.box_at(to).is_some() {
                "A box is in the way: it can only be pulled."
            } else {
                "There is a wall."
            });
        }
        let pulled = if pull {
            let behind = self.level.next(from, direction.opposite());
            Some(self.box_at(behind).ok_or("There is no box behind the player.")?)
        } else {
            None
        };
        if let Some(pulled) = pulled {
            self.boxes[pulled] = from;
        }
        self.player = to;
        self.made.push(Made { from, direction: Some(direction), pulled });
        Ok(())
    }

    fn walk(&mut self, to: Option<Square>) -> Result<(), &'static str> {
        let to = to.filter(|&to| self.is_free(to)).ok_or("The player cannot stand there.")?;
        if self.pulls() == 0 {
            // Nothing has happened yet that tells where the player comes from.
            self.made.clear();
            self.player = to;
            return Ok(());
        }
        let ways = self.ways();
        if ways[to.index()].is_none() {
            return Err("The player cannot get there.");
        }
        let (mut square, mut steps) = (to, Vec::new());
        while square != self.player {
            let Some(Way::By(direction)) = ways[square.index()] else { break };
            steps.push(direction);
            square = self.level.next(square, direction.opposite());
        }
        steps.into_iter().rev().try_for_each(|direction| self.step(direction, false))
    }

    /// For every square within reach how it is entered on a shortest way from the player.
    fn ways(&self) -> Vec<Option<Way>> {
        let mut ways = vec![None; self.level.squares()];
        ways[self.player.index()] = Some(Way::Here);
        let mut open = VecDeque::from([self.player]);
        while let Some(square) = open.pop_front() {
            for direction in Direction::ALL {
                let next = self.level.next(square, direction);
                if self.is_free(next) && ways[next.index()].is_none() {
                    ways[next.index()] = Some(Way::By(direction));
                    open.push_back(next);
                }
            }
        }
        ways
    }

    fn undo(&mut self) -> Option<Made> {
        let made = self.made.pop()?;
        if let (Some(pulled), Some(direction)) = (made.pulled, made.direction) {
            self.boxes[pulled] = self.level.next(made.from, direction.opposite());
        }
        self.player = made.from;
        Some(made)
    }

    /// The solution that the pulls are, if they lead to the start of the level.
    fn solution(&self) -> Option<soko_core::replay::Verified<Solution>> {
        let start = self.level.start();
        let home = self.boxes.iter().all(|&at| start.boxes().contains(at));
        if !home || self.ways()[start.player().index()].is_none() {
            return None;
        }
        let pushes: Vec<_> = self
            .made
            .iter()
            .rev()
            .filter(|made| made.pulled.is_some())
            .filter_map(|made| Some(Push { square: made.from, direction: made.direction?.opposite() }))
            .collect();
        Solution::from_pushes(&self.level, &pushes)
    }

    /// What is new for the records: the solution, if it was not kept yet.
    pub(super) fn change(&mut self) -> Option<Change> {
        let solution = self.solution();
        self.kept &= solution.is_some();
        let solution = solution.filter(|_| !self.kept)?;
        Some(Change {
            level: self.level.clone(),
            hash: self.of.hash,
            title: self.of.title.clone(),
            solutions: vec![KeptSolution { solution, help: HelpLevel::Off }],
            snapshot: None,
        })
    }

    pub(super) fn state(&mut self) -> ReverseState {
        let at = |square: Square| self.level.coordinates(square);
        let start = self.level.start();
        ReverseState {
            id: self.id,
            player: at(self.player),
            facing: self.facing.letter(),
            boxes: self.boxes.iter().map(|&square| at(square)).collect(),
            targets: start.boxes().iter().map(at).collect(),
            start: at(start.player()),
            home: self.boxes.iter().filter(|&&square| start.boxes().contains(square)).count(),
            moves: self.made.len(),
            pulls: self.pulls(),
            solution: self.solution().map(|solution| solution.lurd()),
            refused: self.refused.take(),
        }
    }
}

#[cfg(test)]
mod tests {
    use soko_core::replay;

    use super::*;

    const BOARD: &str = "########\n#@ $  .#\n#      #\n########";

    fn game(board: &str) -> Result<ReverseGame, Problem> {
        let level = Level::parse(board).unwrap();
        let hash = soko_core::identity::exact(&level);
        let of = GameLevel { collection: "x".to_owned(), number: 1, title: None, hash };
        ReverseGame::new(1, of, &level)
    }

    fn act(game: &mut ReverseGame, json: &str) -> Option<&'static str> {
        game.act(&serde_json::from_str(json).unwrap());
        game.refused
    }

    #[test]
    fn boxes_are_pulled_to_their_start_and_the_pulls_are_a_solution() {
        let mut game = game(BOARD).unwrap();
        assert_eq!(game.state().boxes, [(6, 1)]);
        assert_eq!(act(&mut game, r#"{"do":"walk","to":[5,1]}"#), None, "put there");
        assert_eq!(game.state().moves, 0);
        for _ in 0..3 {
            assert!(game.solution().is_none());
            assert_eq!(act(&mut game, r#"{"do":"pull","direction":"l"}"#), None);
        }
        let state = game.state();
        assert_eq!((state.home, state.pulls), (1, 3));
        let solution = state.solution.unwrap();
        assert_eq!(solution, "rRRR");
        let moves = soko_core::lurd::parse(&solution).unwrap();
        assert!(replay::replay(&game.level, &moves).is_ok());
    }

    #[test]
    fn pulls_undone_lead_back() {
        let mut game = game(BOARD).unwrap();
        act(&mut game, r#"{"do":"walk","to":[5,1]}"#);
        act(&mut game, r#"{"do":"pull","direction":"l"}"#);
        act(&mut game, r#"{"do":"step","direction":"d"}"#);
        act(&mut game, r#"{"do":"walk","to":[1,1]}"#);
        assert_eq!(game.state().moves, 6);
        act(&mut game, r#"{"do":"undo","grain":"push"}"#);
        let state = game.state();
        assert_eq!((state.moves, state.boxes, state.player), (0, vec![(6, 1)], (5, 1)));
    }

    #[test]
    fn what_is_impossible_has_a_reason_and_changes_nothing() {
        let mut game = game(BOARD).unwrap();
        assert_eq!(act(&mut game, r#"{"do":"step","direction":"u"}"#), Some("There is a wall."));
        let nothing = act(&mut game, r#"{"do":"pull","direction":"r"}"#);
        assert_eq!(nothing, Some("There is no box behind the player."));
        act(&mut game, r#"{"do":"walk","to":[5,1]}"#);
        let box_ahead = act(&mut game, r#"{"do":"step","direction":"r"}"#);
        assert_eq!(box_ahead, Some("A box is in the way: it can only be pulled."));
        assert_eq!(act(&mut game, r#"{"do":"walk","to":[6,1]}"#), Some("The player cannot stand there."));
        assert_eq!(game.state().player, (5, 1));
        assert!(serde_json::from_str::<ReverseAct>(r#"{"do":"push"}"#).is_err());
    }

    #[test]
    fn a_box_can_block_the_way_to_the_start() {
        // The last pull leaves the player on the wrong side of the box.
        let mut game = game("#######\n#@$ . #\n#######").unwrap();
        act(&mut game, r#"{"do":"walk","to":[5,1]}"#);
        assert_eq!(act(&mut game, r#"{"do":"pull","direction":"r"}"#), Some("There is a wall."));
        act(&mut game, r#"{"do":"walk","to":[3,1]}"#);
        act(&mut game, r#"{"do":"pull","direction":"l"}"#);
        assert!(game.solution().is_none());
        act(&mut game, r#"{"do":"pull","direction":"l"}"#);
        assert_eq!(game.solution().unwrap().lurd(), "RR");
    }

    #[test]
    fn a_level_with_surplus_goals_is_refused() {
        let problem = game("########\n#@$. . #\n########").err().unwrap();
        assert_eq!(problem.message(), "boxes and goals of this level are not equal in number: 1 and 2");
    }
}
