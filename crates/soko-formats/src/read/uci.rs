//! The numeric form of the UC Irvine courses CS271 and CS175.
//!
//! Five lines of whole numbers, coordinates as (row, column) from 1:
//!
//! ```text
//! 5 3                 sizes, in either order
//! 12 1 1 1 2 …        number of walls, then pairs
//! 1 2 3               boxes
//! 1 2 4               goals
//! 2 2                 player
//! ```
//!
//! The files about have every fault such a form invites, and this reader assumes nothing: the size comes from
//! the coordinates, because the order on the first line differs between years and is sometimes wrong; the
//! pairs of a line are taken as listed, because counts are wrong; a line ends at its end, so that a wrong
//! count cannot swallow the next. A box on a goal must be in both lists; some converted collections lost
//! those, which no reader can see. A player written as (column, row) shows when it stands outside the walls.

use soko_core::{Board, Cell};

use crate::{
    Entry, Legend, Place,
    draft::{At, Draft, shortened},
    finding::Finding,
    line::{KindTable, Lines},
    place::{CellPlace, narrow},
};

/// Reads the one level of a numeric file into the draft.
pub(super) fn read(text: &str, draft: &mut Draft) {
    let mut lines = Lines::new(text.as_bytes(), KindTable::of(Legend::Xsb))
        .map(|line| (line.number, &text[line.span.range()]))
        .filter(|(_, line)| !line.trim().is_empty());
    let mut reader = Reader { draft, cells: Vec::new(), places: Vec::new(), side: (0, 0) };
    let Some((first, sizes)) = lines.next() else { return };
    let said = reader.numbers(first, sizes, 1 << 10);
    if said.len() != 2 {
        reader.report(&Finding::MissingLine { what: "two sizes" }, (first, 1));
    }
    let mut last = first;
    for thing in [Thing::Wall, Thing::Box, Thing::Goal, Thing::Player] {
        if let Some((number, line)) = lines.next() {
            last = number;
            reader.list(number, line, thing);
        } else {
            reader.report(&Finding::MissingLine { what: thing.plural() }, (last + 1, 1));
        }
    }
    if let Some((number, _)) = lines.next() {
        reader.report(&Finding::ExtraLine, (number, 1));
    }
    reader.finish(first, &said);
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Thing {
    Wall,
    Box,
    Goal,
    Player,
}

impl Thing {
    const fn name(self) -> &'static str {
        match self {
            Self::Wall => "wall",
            Self::Box => "box",
            Self::Goal => "goal",
            Self::Player => "player",
        }
    }

    const fn plural(self) -> &'static str {
        match self {
            Self::Wall => "walls",
            Self::Box => "boxes",
            Self::Goal => "goals",
            Self::Player => "player",
        }
    }
}

/// A whole number and the column it stands in.
struct Number {
    value: i64,
    column: usize,
}

struct Reader<'d> {
    draft: &'d mut Draft,
    /// Things in the order of the file, as (thing, column, row, place), from 0.
    cells: Vec<(Thing, u32, u32, (u32, u32))>,
    places: Vec<CellPlace>,
    /// Columns and rows of the walls, or of everything where there are none.
    side: (usize, usize),
}

impl Reader<'_> {
    fn report(&mut self, finding: &Finding, at: At) {
        self.draft.report_level(finding, at, 1);
    }

    /// The numbers of a line, up to the first token that is none. No more than `limit` are kept.
    fn numbers(&mut self, number: usize, line: &str, limit: usize) -> Vec<Number> {
        let mut numbers = Vec::new();
        let mut column = 1;
        for piece in line.split_inclusive(|c: char| c.is_whitespace()) {
            let token = piece.trim_end();
            if !token.is_empty() {
                let Ok(value) = token.parse() else {
                    let token = shortened(token);
                    self.report(&Finding::NotANumber { token }, (number, column));
                    break;
                };
                numbers.push(Number { value, column });
                if numbers.len() > limit {
                    let limit = self.draft.limits.max_cells_total;
                    self.report(&Finding::TooManyCells { limit }, (number, column));
                    numbers.pop();
                    break;
                }
            }
            column += piece.chars().count();
        }
        numbers
    }

    /// Reads a count and pairs; the player's line has no count.
    fn list(&mut self, number: usize, line: &str, thing: Thing) {
        let limit = 2 * self.draft.limits.max_rle_expansion + 1;
        let numbers = self.numbers(number, line, limit);
        let pairs = match (thing, numbers.split_first()) {
            (Thing::Player, _) => &numbers[..],
            (_, Some((count, pairs))) => {
                let listed = pairs.len() / 2;
                if usize::try_from(count.value) != Ok(listed) {
                    let what = thing.plural();
                    let finding = Finding::CountDiffers { what, said: count.value, listed };
                    self.report(&finding, (number, count.column));
                }
                pairs
            }
            (_, None) => &[],
        };
        if let [.., odd] = pairs
            && pairs.len() % 2 == 1
        {
            let finding = Finding::OddCoordinates { what: thing.plural() };
            self.report(&finding, (number, odd.column));
        }
        for pair in pairs.chunks_exact(2) {
            self.put(thing, pair, number);
        }
    }

    /// Notes a thing at a pair of coordinates.
    fn put(&mut self, thing: Thing, pair: &[Number], line: usize) {
        let limit = self.draft.limits.max_board_side;
        let at = (narrow(line), narrow(pair[0].column));
        let index = |n: &Number| usize::try_from(n.value).ok().filter(|v| (1..=limit).contains(v));
        let (Some(row), Some(column)) = (index(&pair[0]), index(&pair[1])) else {
            let finding = Finding::OutOfRange { row: pair[0].value, column: pair[1].value, limit };
            self.report(&finding, (line, pair[0].column));
            return;
        };
        if thing == Thing::Wall {
            self.side = (self.side.0.max(column), self.side.1.max(row));
        }
        self.cells.push((thing, narrow(column - 1), narrow(row - 1), at));
    }

    fn finish(mut self, first: usize, said: &[Number]) {
        let walls = self.side;
        let size = self.cells.iter().fold(walls, |(width, height), &(_, x, y, _)| {
            (width.max(x as usize + 1), height.max(y as usize + 1))
        });
        if let [a, b] = said {
            let fits = |rows: i64, columns: i64| {
                usize::try_from(rows) == Ok(walls.1) && usize::try_from(columns) == Ok(walls.0)
            };
            if !fits(a.value, b.value) && !fits(b.value, a.value) {
                let finding =
                    Finding::SizeLineDiffers { said: (a.value, b.value), walls: (walls.1, walls.0) };
                self.report(&finding, (first, a.column));
            }
        }
        if self.cells.is_empty() || size.0 * size.1 > self.draft.limits.max_cells_total {
            return;
        }
        let mut board = Board::new(size.0, size.1);
        for (thing, x, y, at) in std::mem::take(&mut self.cells) {
            let (column, row) = (x as usize + 1, y as usize + 1);
            if walls.0 > 0 && (column > walls.0 || row > walls.1) {
                let finding = Finding::OutsideWalls { what: thing.name(), row, column };
                self.report(&finding, (at.0 as usize, at.1 as usize));
            }
            self.draw(&mut board, thing, (x, y), at);
        }
        let left = (0..size.0).find(|&x| (0..size.1).any(|y| board.get(x, y) != Cell::Floor)).unwrap_or(0);
        let top = (0..size.1).find(|&y| (0..size.0).any(|x| board.get(x, y) != Cell::Floor)).unwrap_or(0);
        let shifted = self.places.iter().filter_map(|&((x, y), at)| {
            Some(((x.checked_sub(narrow(left))?, y.checked_sub(narrow(top))?), at))
        });
        let place = Place::cells((first, 1), shifted.collect());
        let board = board.cropped();
        if board.width() > 0 {
            self.draft.add(Entry { place, ..Entry::new(board) });
        }
    }

    /// Draws a thing, unless something stands in its way.
    fn draw(&mut self, board: &mut Board, thing: Thing, (x, y): (u32, u32), at: (u32, u32)) {
        let (column, row) = (x as usize, y as usize);
        let here = board.get(column, row);
        let what = thing.name();
        let twice = match thing {
            Thing::Wall => here.is_wall(),
            Thing::Box => here.has_box(),
            Thing::Goal => here.has_goal(),
            Thing::Player => here.has_player(),
        };
        let finding = if twice {
            Some(Finding::ListedTwice { what })
        } else if here.is_wall() {
            Some(Finding::Occupied { what, by: "wall" })
        } else if thing == Thing::Player && here.has_box() {
            Some(Finding::Occupied { what, by: "box" })
        } else {
            None
        };
        let cell = match thing {
            Thing::Wall => Cell::Wall,
            Thing::Box => here.with_box(),
            Thing::Player => here.with_player(),
            Thing::Goal if here.has_box() => Cell::BoxOnGoal,
            Thing::Goal => Cell::Goal,
        };
        if let Some(finding) = finding {
            self.report(&finding, (at.0 as usize, at.1 as usize));
        } else {
            board.set(column, row, cell);
            self.places.push(((x, y), at));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Document, Encoding, Format, Limits};

    const WALLS: &str = "12 1 1 1 2 1 3 1 4 1 5 2 1 2 5 3 1 3 2 3 3 3 4 3 5";

    fn document(text: &str) -> Document {
        let mut draft = Draft::new(Limits::default());
        read(text, &mut draft);
        draft.finish(Format::Uci, Encoding { name: "UTF-8", byte_order_mark: false })
    }

    fn found(text: &str) -> Vec<(&'static str, usize, usize)> {
        document(text).diagnostics.iter().map(|d| (d.code, d.line, d.column)).collect()
    }

    fn board(text: &str) -> String {
        document(text).collection.entries[0].board.to_string()
    }

    #[test]
    fn either_order_of_the_sizes() {
        for sizes in ["3 5", "5 3"] {
            let text = format!("{sizes}\r\n{WALLS} \r\n1 2 3\r\n1 2 4\r\n2 2");
            assert_eq!((board(&text).as_str(), found(&text)), ("#####\n#@$.#\n#####\n", vec![]));
        }
    }

    #[test]
    fn cells_know_their_numbers() {
        let document = document(&format!("3 5\n{WALLS}\n1 2 3\n1 2 4\n2 2\n"));
        let place = &document.collection.entries[0].place;
        assert_eq!((place.of(1, 1), place.of(2, 1), place.of(3, 1)), ((5, 1), (3, 3), (4, 3)));
        assert_eq!(place.start(), (1, 1));
    }

    #[test]
    fn a_wrong_count_does_not_swallow_the_next_line() {
        let text = format!("3 5\n{WALLS}\n4 2 3\n4 2 4\n2 2");
        assert_eq!(board(&text), "#####\n#@$.#\n#####\n");
        assert_eq!(found(&text), [("count-differs", 3, 1), ("count-differs", 4, 1)]);
    }

    #[test]
    fn things_in_each_others_way() {
        let text = format!("9 9\n{WALLS}\n2 2 3 2 3\n2 2 3 1 1\n1 1");
        assert_eq!(board(&text), "#####\n# * #\n#####\n");
        let expected =
            [("size-line-differs", 1, 1), ("listed-twice", 3, 7), ("occupied", 4, 7), ("occupied", 5, 1)];
        assert_eq!(found(&text), expected);
    }

    #[test]
    fn a_player_with_row_and_column_swapped() {
        let text = format!("3 5\n{WALLS}\n1 2 3\n1 2 4\n4 2");
        assert_eq!(found(&text), [("outside-walls", 5, 1)]);
    }

    #[test]
    fn missing_and_strange_things() {
        assert_eq!(
            found("3 5\n3 1 1 1 x 1\n0 1"),
            [
                ("size-line-differs", 1, 1),
                ("count-differs", 2, 1),
                ("odd-coordinates", 2, 7),
                ("not-a-number", 2, 9),
                ("odd-coordinates", 3, 3),
                ("missing-line", 4, 1),
                ("missing-line", 4, 1),
            ]
        );
        assert_eq!(
            found("1 1\n1 0 99999\n0\n0\n1 1\n7"),
            [("size-line-differs", 1, 1), ("out-of-range", 2, 3), ("extra-line", 6, 1),]
        );
    }
}
