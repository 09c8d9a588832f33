//! A game as a page sees it.

use schemars::JsonSchema;
use serde::Serialize;
use soko_core::{Step, lurd};

use super::{Game, Help, Refusal};

/// The whole state of a game.
#[derive(Serialize, JsonSchema)]
pub(crate) struct GameState {
    /// The game's number.
    pub(crate) id: u64,
    /// The level's collection.
    collection: String,
    /// The level's number there.
    number: usize,
    /// Column and row of the player, from 0.
    player: (usize, usize),
    /// Where the player looks: `u`, `r`, `d` or `l`.
    facing: char,
    /// Column and row of every box, in an order that stays.
    boxes: Vec<(usize, usize)>,
    /// Is it solved?
    solved: bool,
    /// Steps made.
    ply: usize,
    /// Steps of the line at hand, with those that can be redone.
    length: usize,
    /// Moves, pushes, box lines, box changes, pushing sessions, player lines.
    metrics: [u32; 6],
    /// The line at hand: all of it, or what follows the steps that the page knows already.
    moves: LineMoves,
    /// The most help that was on: `off`, `dead-squares` or `lost-positions`.
    help: Help,
    /// All lines of the game.
    lines: Vec<LineInfo>,
    /// The line at hand.
    line: usize,
    /// What the last act did, step by step, if it is worth showing.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    trail: Vec<FrameInfo>,
    /// Why the last act changed nothing, if it did not.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) refused: Option<Refusal>,
    /// Which records the solution won: `moves`, `pushes`, both or none.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) records: Vec<&'static str>,
    /// Why games cannot be kept at the moment, if they cannot.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) trouble: Option<String>,
}

/// Steps of a line.
#[derive(Serialize, JsonSchema)]
struct LineMoves {
    /// After how many steps of the line they begin.
    from: usize,
    /// In LURD.
    lurd: String,
}

impl LineMoves {
    fn of(line: &[Step], from: usize) -> Self {
        Self { from, lurd: lurd::format(&line[from..]) }
    }
}

/// One step.
#[derive(Serialize, JsonSchema)]
struct FrameInfo {
    /// Where the player is after it.
    player: (usize, usize),
    /// Where the player looks.
    facing: char,
    /// The box that was pushed, by its place in the list, and where it is.
    #[serde(skip_serializing_if = "Option::is_none")]
    pushed: Option<(usize, (usize, usize))>,
}

/// A line of the game.
#[derive(Serialize, JsonSchema)]
struct LineInfo {
    /// Its number.
    id: usize,
    /// The line it left, if it left one.
    parent: Option<usize>,
    /// After how many steps it left it.
    from: usize,
    /// Steps from the start of the game to its end.
    steps: usize,
    /// Pushes among them.
    pushes: usize,
    /// Does it end solved?
    solved: bool,
}

impl GameState {
    pub(crate) fn of(game: &Game) -> Self {
        let (session, level) = (&game.session, game.session.level());
        let lines = session.lines().into_iter().map(|line| LineInfo {
            id: line.id,
            parent: line.parent,
            from: line.from,
            steps: line.steps,
            pushes: line.pushes,
            solved: line.solved,
        });
        Self {
            id: game.id,
            collection: game.level.collection.clone(),
            number: game.level.number,
            player: level.coordinates(session.position().player()),
            facing: game.facing.letter(),
            boxes: game.boxes.iter().map(|&square| level.coordinates(square)).collect(),
            solved: session.is_solved(),
            ply: session.steps().len(),
            length: session.history().len(),
            metrics: session.metrics().as_array(),
            moves: LineMoves::of(session.history(), 0),
            help: game.help.into(),
            lines: lines.collect(),
            line: session.current_line(),
            trail: game
                .trail
                .iter()
                .map(|frame| FrameInfo {
                    player: level.coordinates(frame.player),
                    facing: frame.facing.letter(),
                    pushed: frame.pushed.map(|(index, to)| (index, level.coordinates(to))),
                })
                .collect(),
            refused: None,
            records: Vec::new(),
            trouble: None,
        }
    }

    /// Tells of the line only what follows the steps that it shares with an earlier one.
    pub(super) fn line_since(&mut self, before: &[Step], game: &Game) {
        let line = game.session.history();
        let shared = before.iter().zip(line).take_while(|(before, now)| before == now).count();
        self.moves = LineMoves::of(line, shared);
    }
}
