//! From rows of text to a board.
//!
//! The one place where characters become cells. Rows may come straight from a line of the file, out of
//! run-length encoding, or with tabs and unknown characters in them; each knows where its cells came from.
//! The board is cropped to what is drawn, so that margins, mail quotes and `_` outside the walls leave no
//! trace and every format yields the same board for the same drawing.

use std::borrow::Cow;

use soko_core::{Board, Cell};

use crate::{
    Legend, Place,
    draft::Draft,
    finding::Finding,
    legend,
    place::{Row, narrow},
    rle::Expanded,
};

/// One row of a drawing, in characters of the legend.
pub(crate) struct RowText<'a> {
    line: u32,
    /// Column of the first cell.
    column: u32,
    cells: Cow<'a, [u8]>,
    /// The column of each cell, where they do not follow one another.
    columns: Option<Box<[u32]>>,
    /// Characters that the legend does not know, as (cell, column, character).
    strange: Vec<(u32, u32, char)>,
    /// Column of the first tab after the first thing drawn.
    tab: Option<u32>,
}

impl<'a> RowText<'a> {
    /// A row whose bytes all belong to the legend, the first at `line` and `column` (from 1).
    pub(crate) fn plain(line: usize, column: usize, cells: &'a [u8]) -> Self {
        Self {
            line: narrow(line),
            column: narrow(column),
            cells: Cow::Borrowed(cells),
            columns: None,
            strange: Vec::new(),
            tab: None,
        }
    }

    /// A row with anything in it: tabs become blanks, unknown characters floor. No more than `cap` cells are
    /// kept, which is more than a board may have.
    pub(crate) fn tolerant(line: usize, column: usize, text: &'a str, legend: Legend, cap: usize) -> Self {
        if text.bytes().all(|b| legend.cell(b).is_some()) {
            return Self::plain(line, column, text.as_bytes());
        }
        let (mut cells, mut columns) = (Vec::new(), Vec::new());
        let (mut strange, mut tab) = (Vec::new(), None);
        for (i, c) in text.chars().enumerate() {
            if cells.len() >= cap {
                break;
            }
            let at = narrow(column + i);
            let mut put = |byte| {
                cells.push(byte);
                columns.push(at);
            };
            match u8::try_from(c) {
                Ok(b'\t') => {
                    put(b' ');
                    while cells.len() % TAB_WIDTH != 0 {
                        cells.push(b' ');
                        columns.push(at);
                    }
                    if cells.iter().any(|&b| b != b' ') {
                        tab = tab.or(Some(at));
                    }
                }
                Ok(byte) if legend.cell(byte).is_some() => put(byte),
                _ => {
                    strange.push((narrow(cells.len()), at, c));
                    cells.push(b' ');
                    columns.push(at);
                }
            }
        }
        // Tabs and blanks at the end of a row do no harm.
        let drawn = cells.iter().rposition(|&b| b != b' ').map_or(0, |x| columns[x]);
        Self {
            line: narrow(line),
            column: narrow(column),
            cells: Cow::Owned(cells),
            columns: Some(columns.into_boxed_slice()),
            strange,
            tab: tab.filter(|&at| at < drawn),
        }
    }

    /// The same row, independent of the text it was read from.
    pub(crate) fn into_owned(self) -> RowText<'static> {
        RowText { cells: Cow::Owned(self.cells.into_owned()), ..self }
    }

    /// The rows of an expanded run-length encoding, separated by `|`. A bar at the end starts no new row. No
    /// more than `cap` cells are kept of each row.
    pub(crate) fn split(
        line: usize,
        column: usize,
        expanded: &Expanded,
        cap: usize,
    ) -> Vec<RowText<'static>> {
        let mut rows = Vec::new();
        let mut start = 0;
        for row in expanded.bytes.split(|&b| b == b'|') {
            let kept = row.len().min(cap);
            let origins = &expanded.origins[start..start + kept];
            let here = expanded.origins.get(start).map_or(column, |&o| column + o as usize);
            rows.push(RowText {
                line: narrow(line),
                column: narrow(here),
                cells: Cow::Owned(row[..kept].to_vec()),
                columns: Some(origins.iter().map(|&o| narrow(column) + o).collect()),
                strange: Vec::new(),
                tab: None,
            });
            start += row.len() + 1;
        }
        if expanded.bytes.last().is_none_or(|&b| b == b'|') {
            rows.pop();
        }
        rows
    }

    /// Where a cell stands.
    fn column_of(&self, x: usize) -> u32 {
        match &self.columns {
            None => self.column + narrow(x),
            Some(columns) => columns.get(x).or(columns.last()).copied().unwrap_or(self.column),
        }
    }

    fn place(&self, left: usize, width: usize) -> Row {
        if self.columns.is_none() {
            return Row::Straight { line: self.line, column: self.column + narrow(left) };
        }
        let columns = (left..left + width).map(|x| self.column_of(x)).collect();
        Row::Table { line: self.line, columns }
    }
}

/// Tabs reach to the next multiple of this.
const TAB_WIDTH: usize = 8;

/// Makes a board of rows, or says why not. Findings name the level that the draft will add next.
pub(crate) fn board(rows: &[RowText<'_>], legend: Legend, draft: &mut Draft) -> Option<(Board, Place)> {
    let table = legend.table();
    let drawn = |&byte: &u8| !matches!(table[byte as usize], None | Some(Cell::Floor));
    let (mut left, mut right) = (usize::MAX, 0);
    let (mut top, mut bottom) = (rows.len(), 0);
    for (y, row) in rows.iter().enumerate() {
        if let Some(first) = row.cells.iter().position(drawn) {
            let last = row.cells.iter().rposition(drawn).unwrap_or(first);
            left = left.min(first);
            right = right.max(last + 1);
            top = top.min(y);
            bottom = y + 1;
        }
    }
    if top >= bottom {
        return None;
    }
    let (width, height) = (right - left, bottom - top);
    let drawn_rows = &rows[top..bottom];
    let first = &drawn_rows[0];
    let limit = draft.limits.max_board_side;
    if width > limit || height > limit {
        let at = (first.line as usize, first.column_of(left) as usize);
        draft.report(&Finding::BoardTooLarge { width, height, limit }, at);
        return None;
    }
    let mut cells = Vec::with_capacity(width * height);
    for row in drawn_rows {
        let row = row.cells.get(left..).unwrap_or_default();
        let row = &row[..row.len().min(width)];
        let filled = cells.len() + width;
        cells.extend(row.iter().map(|&byte| table[byte as usize].unwrap_or_default()));
        cells.resize(filled, Cell::Floor);
    }
    let mut board = Board::from_cells(width, height, cells).expect("width times height cells were made");

    report_oddities(rows, (left, top), legend, &mut board, draft);
    let straight = drawn_rows
        .iter()
        .zip(first.line..)
        .all(|(row, line)| row.columns.is_none() && row.line == line && row.column == first.column);
    let place = if straight {
        Place::block(first.line as usize, first.column as usize + left)
    } else {
        Place::rows(drawn_rows.iter().map(|row| row.place(left, width)).collect())
    };
    Some((board, place))
}

/// Reports unknown characters and tabs. A single `u l r d` on a board without a player is the player. The board
/// begins at cell `left` of row `top`.
fn report_oddities(
    rows: &[RowText<'_>],
    (left, top): (usize, usize),
    legend: Legend,
    board: &mut Board,
    draft: &mut Draft,
) {
    let level = draft.next_level();
    let mut strange =
        rows.iter().enumerate().flat_map(|(y, row)| row.strange.iter().map(move |s| (y, row.line, s)));
    if let (Some((y, line, &(x, column, c))), None) = (strange.next(), strange.next()) {
        let facing = u8::try_from(c).ok().filter(|_| legend == Legend::Xsb).and_then(legend::facing);
        let (x, y) = ((x as usize).wrapping_sub(left), y.wrapping_sub(top));
        if let Some((_, cell)) = facing
            && x < board.width()
            && y < board.height()
            && board.count(Cell::has_player) == 0
        {
            board.set(x, y, cell);
            let finding = Finding::FacingPlayer { character: c };
            draft.report_level(&finding, (line as usize, column as usize), level);
            return;
        }
    }
    for row in rows {
        for &(_, column, character) in &row.strange {
            let finding = Finding::UnknownCharacter { character, legend };
            draft.report_level(&finding, (row.line as usize, column as usize), level);
        }
        if let Some(column) = row.tab {
            draft.report_level(&Finding::TabInBoard, (row.line as usize, column as usize), level);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Limits, rle};

    fn draw(lines: &[&str]) -> (String, Place, Vec<&'static str>) {
        let mut draft = Draft::new(Limits::default());
        let rows: Vec<_> =
            (1..).zip(lines).map(|(n, l)| RowText::tolerant(n, 1, l, Legend::Xsb, 99)).collect();
        let (board, place) = board(&rows, Legend::Xsb, &mut draft).unwrap();
        let encoding = crate::Encoding { name: "UTF-8", byte_order_mark: false };
        let found = draft.finish(crate::Format::Xsb, encoding).diagnostics;
        (board.to_string(), place, found.iter().map(|d| d.code).collect())
    }

    #[test]
    fn margins_are_cropped_and_places_kept() {
        let (board, place, found) = draw(&["   ", "  ###", "__#@#", "  ###  "]);
        assert_eq!(board, "###\n#@#\n###\n");
        assert_eq!((place.of(0, 0), place.of(1, 1)), ((2, 3), (3, 4)));
        assert_eq!(found, [""; 0]);
    }

    #[test]
    fn tabs_reach_to_multiples_of_eight() {
        let (board, place, found) = draw(&["\t###", "\t#@#", "        #\t#"]);
        assert_eq!(board, "###\n#@#\n#       #\n");
        assert_eq!((place.of(1, 1), place.of(2, 2)), ((2, 3), (3, 10)));
        assert_eq!(found, ["tab-in-board"]);
    }

    #[test]
    fn unknown_characters_are_floor_and_reported() {
        assert_eq!(draw(&["####", "#@é#", "#x*#"]).0, "####\n#@ #\n# *#\n");
        assert_eq!(draw(&["####", "#@é#", "#x*#"]).2, ["unknown-character", "unknown-character"]);
    }

    #[test]
    fn a_letter_for_the_way_the_player_faces() {
        let (board, _, found) = draw(&["#####", "#r$.#", "#####"]);
        assert_eq!((board.as_str(), found), ("#####\n#@$.#\n#####\n", vec!["facing-player"]));
        assert_eq!(draw(&["#####", "#R$.#", "#####"]).0, "#####\n#+$.#\n#####\n");
        assert_eq!(draw(&["#####", "#r@$.#"]).2, ["unknown-character"]);
    }

    #[test]
    fn bars_separate_rows() {
        let expanded = rle::expand(b"3#|#@#|-|3#|", 100, 9);
        let rows = RowText::split(7, 5, &expanded, 99);
        assert_eq!(rows.len(), 4);
        let mut draft = Draft::new(Limits::default());
        let (board, place) = board(&rows, Legend::Xsb, &mut draft).unwrap();
        assert_eq!(board.to_string(), "###\n#@#\n\n###\n");
        assert_eq!((place.of(2, 0), place.of(1, 1), place.of(0, 3)), ((7, 6), (7, 9), (7, 15)));
    }
}
