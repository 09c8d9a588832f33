//! What a learner has learnt: the values of its table on the board, and the episode that follows them greedily.
//!
//! Cells of a table are numbered on the canonical board; here they are told by column and row of the board as it is drawn.

use std::collections::BTreeSet;

use schemars::JsonSchema;
use serde::Serialize;
use soko_core::{Level, Square, lurd};
use soko_learn::{
    Memory,
    memory::{Actions, Book, Chart, Choice, Ending, Kind, Moment, Policy},
};

use crate::{placed::Placed, problem::Problem};

/// A table, seen from one position of its greedy episode.
#[derive(Serialize, JsonSchema)]
pub(crate) struct PolicyInfo {
    /// Episodes played when the table was made.
    episodes: u64,
    /// Values updated by then.
    updates: u64,
    /// What a row is: `cells`, `states` or `boxes`.
    kind: &'static str,
    /// What an action is: `moves` or `pushes`.
    actions: &'static str,
    /// Rows of the table.
    rows: usize,
    /// Actions played before this position.
    at: usize,
    /// Actions of the whole greedy episode.
    of: usize,
    /// How the greedy episode ends: `solved`, `unseen`, `circle` or `stuck`.
    ending: &'static str,
    /// Its moves in LURD.
    moves: String,
    /// What the greedy action is held to be worth, at each action of the episode; at most 1000 of them.
    worths: Vec<f32>,
    /// The position.
    position: Placed,
    /// Has the table a row for it?
    seen: bool,
    /// What can be done here.
    choices: Vec<ChoiceInfo>,
    /// Values by cell: of the player's cell, or of the cell of one box.
    cells: Vec<CellInfo>,
    /// Boxes that have values of their own.
    boxes: usize,
    /// The box whose values `cells` has.
    #[serde(rename = "box")]
    number: Option<u32>,
}

/// One action.
#[derive(Serialize, JsonSchema)]
struct ChoiceInfo {
    /// Column and row of the player, or of the box that is pushed.
    at: (usize, usize),
    /// `u`, `r`, `d` or `l`.
    direction: char,
    /// What it is held to be worth.
    value: f32,
    /// How often it was tried.
    visits: u32,
    /// Is it what the policy does?
    greedy: bool,
    /// Does the best solution found do it here?
    in_solution: bool,
}

/// What is known of a cell.
#[derive(Serialize, JsonSchema)]
struct CellInfo {
    /// Column and row.
    at: (usize, usize),
    /// The value of the greedy action.
    value: f32,
    /// How often anything was tried here.
    visits: u64,
    /// The greedy action's direction.
    direction: char,
    /// What each action from here is held to be worth.
    q: Vec<ValueInfo>,
}

/// The value of an action from a cell.
#[derive(Serialize, JsonSchema)]
struct ValueInfo {
    /// `u`, `r`, `d` or `l`.
    direction: char,
    /// What it is held to be worth.
    value: f32,
    /// How often it was tried.
    visits: u32,
}

/// A table together with the board that pages draw.
struct Reader<'a> {
    book: Book<'a>,
    level: &'a Level,
    chart: Chart,
}

/// Most values of an episode that are told.
const WORTHS: usize = 1_000;

impl PolicyInfo {
    /// The table after `at` actions of its greedy episode; in tables over boxes the values are those of box `number`, or of
    /// the one pushed next.
    ///
    /// # Errors
    /// The table cannot be read.
    pub(crate) fn of(
        memory: &Memory,
        level: &Level,
        (at, number): (Option<usize>, Option<u32>),
    ) -> Result<Self, Problem> {
        let book = Book::open(memory).map_err(Problem::conflict)?;
        let reader = Reader { book, level, chart: Chart::of(level) };
        let episode = reader.book.policy(&reader.book.start());
        // An action that cannot be done ends an episode, and nothing comes after it.
        let of = episode.actions.len()
            - usize::from(episode.ending == Ending::Stuck && !episode.actions.is_empty());
        let at = at.unwrap_or(0).min(of);
        let (moment, worths) = reader.walk(&episode, at, of.min(WORTHS));
        let choices = reader.book.choices(&moment);
        let listed = choices.as_deref().unwrap_or_default();
        let best = reader.book.greedy(listed);
        let number = (memory.about.kind == Kind::Boxes)
            .then(|| number.or_else(|| best.map(|best| moment.number(listed[best].action.square))))
            .flatten();
        Ok(Self {
            episodes: memory.about.episodes,
            updates: memory.about.updates,
            kind: memory.about.kind.id(),
            actions: if memory.about.actions == Actions::Moves { "moves" } else { "pushes" },
            rows: memory.rows.len(),
            at,
            of,
            ending: match episode.ending {
                Ending::Solved => "solved",
                Ending::Unseen => "unseen",
                Ending::Circle => "circle",
                Ending::Stuck => "stuck",
            },
            moves: lurd::format(&episode.steps),
            worths,
            position: reader.placed(&moment),
            seen: choices.is_some(),
            choices: listed
                .iter()
                .enumerate()
                .map(|(i, choice)| reader.choice(choice, Some(i) == best))
                .collect(),
            cells: reader.cells(&moment, number, listed),
            boxes: if memory.about.kind == Kind::Boxes { level.boxes() } else { 0 },
            number,
        })
    }
}

impl Reader<'_> {
    /// Where a square of the book's board is on ours.
    fn at(&self, square: Square) -> (usize, usize) {
        let ours = self.chart.square(self.book.chart().cell(square)).unwrap_or(square);
        self.level.coordinates(ours)
    }

    fn placed(&self, moment: &Moment) -> Placed {
        Placed {
            player: self.at(moment.position.player()),
            boxes: moment.position.boxes().iter().map(|square| self.at(square)).collect(),
        }
    }

    fn choice(&self, choice: &Choice, greedy: bool) -> ChoiceInfo {
        ChoiceInfo {
            at: self.at(choice.action.square),
            direction: choice.action.direction.letter(),
            value: choice.value,
            visits: choice.visits,
            greedy,
            in_solution: choice.in_solution,
        }
    }

    /// The position after so many actions, and the worth of the first actions.
    fn walk(&self, episode: &Policy, at: usize, worths: usize) -> (Moment, Vec<f32>) {
        let (mut moment, mut steps) = (self.book.start(), episode.steps.iter());
        let (mut found, mut values) = (moment.clone(), Vec::with_capacity(worths));
        for index in 0..at.max(worths) {
            if index < worths {
                let choices = self.book.choices(&moment).unwrap_or_default();
                values.push(self.book.greedy(&choices).map_or(0.0, |best| choices[best].value));
            }
            for step in steps.by_ref() {
                moment.step(self.book.level(), step.direction);
                if step.push || self.book.memory().about.actions == Actions::Moves {
                    break;
                }
            }
            if index + 1 == at {
                found = moment.clone();
            }
        }
        (found, values)
    }

    /// What the rows say that differ from this situation in one cell alone.
    fn cells(&self, moment: &Moment, number: Option<u32>, listed: &[Choice]) -> Vec<CellInfo> {
        let (book, about, rows) = (&self.book, &self.book.memory().about, &self.book.memory().rows);
        if about.kind == Kind::States && !about.exact_player {
            return self.pushed(listed);
        }
        let stage = book.stage(moment.pushes);
        let mut boxes: Vec<u32> =
            moment.position.boxes().iter().map(|square| book.chart().cell(square)).collect();
        boxes.sort_unstable();
        let place = |key: &[u32]| match about.kind {
            Kind::Cells => (key[0] == stage).then_some(key[1]),
            Kind::Boxes => (Some(key[0]) == number).then_some(key[1]),
            Kind::States => (about.exact_player && key[1..] == boxes[..]).then_some(key[0]),
        };
        let cell = |row: usize| {
            let square = self.chart.square(place(rows.key(row))?)?;
            self.cell(self.level.coordinates(square), &book.choices_of(row))
        };
        (0..rows.len()).filter_map(cell).collect()
    }

    /// What can be done with each box: where the player may stand anywhere in its region, cells of boxes are all there is.
    fn pushed(&self, listed: &[Choice]) -> Vec<CellInfo> {
        let squares: BTreeSet<_> = listed.iter().map(|choice| choice.action.square).collect();
        let cell = |square: Square| {
            let choices: Vec<_> =
                listed.iter().filter(|choice| choice.action.square == square).copied().collect();
            self.cell(self.at(square), &choices)
        };
        squares.into_iter().filter_map(cell).collect()
    }

    fn cell(&self, at: (usize, usize), choices: &[Choice]) -> Option<CellInfo> {
        let best = choices.get(self.book.greedy(choices)?)?;
        Some(CellInfo {
            at,
            value: best.value,
            visits: choices.iter().map(|choice| u64::from(choice.visits)).sum(),
            direction: best.action.direction.letter(),
            q: choices
                .iter()
                .map(|choice| ValueInfo {
                    direction: choice.action.direction.letter(),
                    value: choice.value,
                    visits: choice.visits,
                })
                .collect(),
        })
    }
}
