//! What a table says about the cells of a board: arrows of its policy, or numbers as a heat map.

use std::collections::BTreeMap;

use serde::{Serialize, Serializer};
use soko_core::{Direction, Square};
use soko_learn::memory::{Book, Choice, Kind, Moment, Policy};

use crate::{cli::table::Layer, text_board::Sign};

/// Exact learners hold a lost game to be worth minus a million: off the scale of all other values.
const HOPELESS: f64 = -1e5;

/// What is said about a cell.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) enum Mark {
    Way(Direction),
    Number(f64),
}

impl Serialize for Mark {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Way(direction) => serializer.serialize_char(direction.letter()),
            Self::Number(number) => serializer.serialize_f64(*number),
        }
    }
}

/// Marks on one board, by column and row.
pub(super) struct Sheet {
    /// What it is about.
    pub(super) title: String,
    pub(super) marks: BTreeMap<(usize, usize), Mark>,
}

impl Sheet {
    /// The marks as signs: numbers become digits from the lowest to the highest.
    pub(super) fn signs(&self) -> BTreeMap<(usize, usize), Sign> {
        let range = self.range();
        let digit = |number: f64| match range {
            Some((low, _)) if number < low => 0,
            Some((low, high)) if high > low => ((number - low) / (high - low) * 9.0).round() as u8,
            _ => 9,
        };
        let sign = |mark: &Mark| match *mark {
            Mark::Way(direction) => Sign::Arrow(direction),
            Mark::Number(number) => Sign::Digit(digit(number)),
        };
        self.marks.iter().map(|(&at, mark)| (at, sign(mark))).collect()
    }

    /// The lowest and the highest number that is not hopeless.
    pub(super) fn range(&self) -> Option<(f64, f64)> {
        let numbers = self.marks.values().filter_map(|mark| match mark {
            Mark::Number(number) if *number > HOPELESS => Some((*number, *number)),
            _ => None,
        });
        numbers.reduce(|(low, high), (number, _)| (low.min(number), high.max(number)))
    }
}

/// The sheets of a layer for a moment of a game; `policy` is the play from there.
pub(super) fn sheets(book: &Book<'_>, moment: &Moment, layer: Layer, policy: &Policy) -> Vec<Sheet> {
    let about = &book.memory().about;
    match about.kind {
        Kind::Cells => {
            let stage = book.stage(moment.pushes);
            vec![block(book, stage, format!("after {}", pushes(stage)), layer)]
        }
        Kind::Boxes => {
            let boxes = moment.position.boxes().iter().map(|square| (moment.number(square), square));
            let mut boxes: Vec<_> = boxes.collect();
            boxes.sort_unstable();
            let title = |number: u32, square| {
                let (x, y) = book.level().coordinates(square);
                format!("box {}, now at column {}, row {}", number + 1, x + 1, y + 1)
            };
            boxes.into_iter().map(|(number, at)| block(book, number, title(number, at), layer)).collect()
        }
        Kind::States if layer == Layer::Policy => vec![play(book, policy)],
        Kind::States if about.exact_player => vec![around(book, moment, layer)],
        Kind::States => vec![boxes(book, moment, layer)],
    }
}

fn pushes(count: u32) -> String {
    soko_solver::quantity::show_number(u64::from(count), "push")
}

/// What a row says; nothing if nothing was tried in it.
fn mark(book: &Book<'_>, choices: &[Choice], layer: Layer) -> Option<Mark> {
    let tried: Vec<_> = choices.iter().copied().filter(|choice| choice.visits > 0).collect();
    let best = tried[book.greedy(&tried)?];
    Some(match layer {
        Layer::Policy => Mark::Way(best.action.direction),
        Layer::Value => Mark::Number(f64::from(best.value)),
        Layer::Visits => Mark::Number(tried.iter().map(|choice| f64::from(choice.visits)).sum()),
    })
}

/// All cells of one stage or box.
fn block(book: &Book<'_>, number: u32, title: String, layer: Layer) -> Sheet {
    let rows = &book.memory().rows;
    let rows = (0..rows.len()).filter(|&row| rows.key(row)[0] == number);
    let marks = rows.filter_map(|row| {
        let square = book.chart().square(book.memory().rows.key(row)[1])?;
        Some((place(book, square), mark(book, &book.choices_of(row), layer)?))
    });
    Sheet { title, marks: marks.collect() }
}

/// The play from a position: the first action on each cell.
fn play(book: &Book<'_>, policy: &Policy) -> Sheet {
    let mut marks = BTreeMap::new();
    for action in &policy.actions {
        marks.entry(place(book, action.square)).or_insert(Mark::Way(action.direction));
    }
    Sheet { title: "greedy play from here".to_owned(), marks }
}

/// Every cell on which the player was seen with the boxes as they stand.
fn around(book: &Book<'_>, moment: &Moment, layer: Layer) -> Sheet {
    let rows = &book.memory().rows;
    let boxes: Vec<_> = moment.position.boxes().iter().map(|square| book.chart().cell(square)).collect();
    let same = (0..rows.len()).filter(|&row| rows.key(row)[1..] == boxes[..]);
    let marks = same.filter_map(|row| {
        let square = book.chart().square(rows.key(row)[0])?;
        Some((place(book, square), mark(book, &book.choices_of(row), layer)?))
    });
    Sheet { title: "player's cells, boxes as they stand".to_owned(), marks: marks.collect() }
}

/// Every box that can be pushed from here.
fn boxes(book: &Book<'_>, moment: &Moment, layer: Layer) -> Sheet {
    let choices = book.choices(moment).unwrap_or_default();
    let of_box = |square| choices.iter().copied().filter(|choice| choice.action.square == square).collect();
    let marks = moment.position.boxes().iter().filter_map(|square| {
        let choices: Vec<_> = of_box(square);
        Some((place(book, square), mark(book, &choices, layer)?))
    });
    Sheet { title: "pushes of each box".to_owned(), marks: marks.collect() }
}

/// Column and row on the canonical board.
fn place(book: &Book<'_>, square: Square) -> (usize, usize) {
    book.level().coordinates(square)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_spread_over_the_digits() {
        let sheet = |numbers: &[f64]| Sheet {
            title: String::new(),
            marks: numbers.iter().enumerate().map(|(x, &number)| ((x, 0), Mark::Number(number))).collect(),
        };
        let digits = |numbers: &[f64]| sheet(numbers).signs().into_values().collect::<Vec<_>>();
        assert_eq!(digits(&[-9.0, 0.0, -4.0]), [Sign::Digit(0), Sign::Digit(9), Sign::Digit(5)]);
        assert_eq!(digits(&[2.0]), [Sign::Digit(9)]);
        assert_eq!(digits(&[-1e6, -2.0, -1.0]), [Sign::Digit(0), Sign::Digit(0), Sign::Digit(9)]);
        assert_eq!(sheet(&[]).range(), None);
    }
}
