//! Boxoban: `; 17` and a drawing of 10 × 10, a thousand times per file.
//!
//! DeepMind's generated levels (Guez et al. 2018) come in files of a fixed shape, by the hundred thousand.
//! This reader takes that shape and nothing else: a header line, rows of equal width between walls, a blank
//! line. At the first byte that does not fit it gives up and leaves the whole file to the general reader,
//! which yields the same entries for regular files (a test compares the two). Cost: one table look-up per
//! byte, two allocations per level (cells and title).

use soko_core::{Board, Cell};

use crate::{Entry, Legend, Place, draft::Draft};

/// Does the file begin with a Boxoban level?
pub(super) fn starts_like_boxoban(text: &str) -> bool {
    let mut reader = Reader { bytes: text.as_bytes(), position: 0, line: 1 };
    reader.next().is_some_and(|entry| (entry.board.width(), entry.board.height()) == (10, 10))
}

/// Reads a regular file; false, with the draft as it was, if it is not regular.
pub(super) fn read(text: &str, draft: &mut Draft) -> bool {
    let mut reader = Reader { bytes: text.as_bytes(), position: 0, line: 1 };
    draft.collection.entries.reserve((text.len() / 110).min(draft.limits.max_levels));
    for entry in reader.by_ref() {
        if !draft.add(entry) {
            return true;
        }
    }
    let regular = reader.position == reader.bytes.len();
    if !regular {
        draft.restart();
    }
    regular
}

struct Reader<'a> {
    bytes: &'a [u8],
    position: usize,
    line: usize,
}

impl Reader<'_> {
    /// The number in `; 17`, after the line is passed.
    fn header(&mut self) -> Option<&str> {
        let rest = self.bytes.get(self.position..)?.strip_prefix(b"; ")?;
        let digits = rest.iter().take_while(|b| b.is_ascii_digit()).count();
        if digits == 0 || digits > 9 || rest.get(digits) != Some(&b'\n') {
            return None;
        }
        self.position += 2 + digits + 1;
        self.line += 1;
        std::str::from_utf8(&rest[..digits]).ok()
    }
}

impl Iterator for Reader<'_> {
    type Item = Entry;

    fn next(&mut self) -> Option<Entry> {
        let (start, line) = (self.position, self.line);
        let title = self.header()?.to_owned();
        let entry = self.board().map(|board| {
            let place = Place::block(line + 1, 1);
            Entry { title: Some(title), place, ..Entry::new(board) }
        });
        if entry.is_none() {
            (self.position, self.line) = (start, line);
        }
        entry
    }
}

impl Reader<'_> {
    /// Rows of one width that begin and end with a wall, closed above and below, then a blank line or the
    /// end of the file.
    fn board(&mut self) -> Option<Board> {
        let rest = &self.bytes[self.position..];
        let width = rest.iter().take(MAX_SIDE + 1).position(|&b| b == b'\n')?;
        if width < 3 {
            return None;
        }
        let table = Legend::Xsb.table();
        let mut cells = Vec::with_capacity(width * width);
        let (mut height, mut known, mut things) = (0, true, false);
        for row in rest.chunks(width + 1) {
            if row[0] == b'\n' {
                break;
            }
            let (row, end) = row.split_at(width.min(row.len()));
            let walled = row.len() == width && row[0] == b'#' && row[width - 1] == b'#';
            if !walled || !matches!(end, b"\n" | b"") || height == MAX_SIDE {
                return None;
            }
            // No early exit: regular files have nothing unknown, and the loop is the whole cost.
            cells.extend(row.iter().map(|&byte| {
                let cell = table[byte as usize];
                known &= cell.is_some();
                things |= !matches!(cell, Some(Cell::Floor | Cell::Wall));
                cell.unwrap_or_default()
            }));
            height += 1;
        }
        if !known {
            return None;
        }
        let edge = |y: usize| cells[y * width..(y + 1) * width].iter().all(|cell| cell.is_wall());
        if height < 3 || !things || !edge(0) || !edge(height - 1) {
            return None;
        }
        self.position = (self.position + height * (width + 1)).min(self.bytes.len());
        self.line += height;
        while self.bytes.get(self.position) == Some(&b'\n') {
            self.position += 1;
            self.line += 1;
        }
        Board::from_cells(width, height, cells)
    }
}

/// Larger boards are no Boxoban.
const MAX_SIDE: usize = 64;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Limits, read::drawn};

    const TWO: &str = "; 0\n####\n#@ #\n#$.#\n####\n\n; 1\n####\n#$ #\n#@.#\n####\n\n";

    fn fast(text: &str) -> Option<crate::Collection> {
        let mut draft = Draft::new(Limits::default());
        read(text, &mut draft).then_some(draft.collection)
    }

    #[test]
    fn agrees_with_the_general_reader() {
        for text in [TWO, TWO.trim_end(), &TWO[..TWO.len() - 1], &TWO.replace("; ", "; 9")] {
            let mut draft = Draft::new(Limits::default());
            drawn::drawings(text, Legend::Xsb, &mut draft);
            assert_eq!(fast(text).as_ref(), Some(&draft.collection), "{text}");
        }
    }

    #[test]
    fn anything_irregular_is_left_alone() {
        for text in [
            TWO.replace("; 1", ";1"),
            TWO.replace("#$ #", "#$x#"),
            TWO.replace("#$ #", "#$  #"),
            TWO.replace("#$ #", "#$ "),
            TWO.replace('\n', "\r\n"),
            format!("{TWO}notes"),
            format!("{TWO}; 2\n"),
        ] {
            assert_eq!(fast(&text), None, "{text}");
        }
    }
}
