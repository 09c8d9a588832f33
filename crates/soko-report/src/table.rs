//! A table of findings, and its two written forms.
//!
//! Markdown is for people: numbers are right-aligned and the columns line up in the raw text as well. CSV is for
//! programs: a first line that begins with `#` names the command, then a header, then fields quoted where they must be
//! (RFC 4180, with line feeds alone).

use std::fmt::Write as _;

use crate::markdown;

/// What a table shows in one place, and the runs behind it.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Cell {
    /// What is shown.
    pub text: String,
    /// Which runs it was made of, if it was made of runs.
    pub runs: Option<Selection>,
}

/// Some of the runs of an experiment. `None` is any.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Selection {
    /// Those of this contender, by its place in the plan.
    pub contender: Option<usize>,
    /// Those on this level, by its place in the plan.
    pub level: Option<usize>,
}

impl Selection {
    /// All runs of a contender.
    pub(crate) const fn of_contender(contender: usize) -> Self {
        Self { contender: Some(contender), level: None }
    }

    /// All runs on a level.
    pub(crate) const fn of_level(level: usize) -> Self {
        Self { contender: None, level: Some(level) }
    }

    /// Their address in the page.
    pub(crate) fn address(self) -> String {
        let contender = self.contender.map(|contender| format!("contender={contender}"));
        let level = self.level.map(|level| format!("level={level}"));
        let all: Vec<String> = [contender, level].into_iter().flatten().collect();
        format!("#runs?{}", all.join("&"))
    }
}

impl Cell {
    /// The same with the runs it was made of.
    #[must_use]
    pub const fn of(mut self, contender: Option<usize>, level: Option<usize>) -> Self {
        self.runs = Some(Selection { contender, level });
        self
    }
}

impl<T: Into<String>> From<T> for Cell {
    fn from(text: T) -> Self {
        Self { text: text.into(), runs: None }
    }
}

/// Rows of cells under named columns.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Table {
    /// Short name, part of the CSV file's name.
    pub id: String,
    /// What it shows.
    pub caption: String,
    columns: Vec<String>,
    rows: Vec<Vec<Cell>>,
}

impl Table {
    /// A table without rows.
    pub fn new(
        id: impl Into<String>,
        caption: impl Into<String>,
        columns: impl IntoIterator<Item = impl Into<String>>,
    ) -> Self {
        let columns = columns.into_iter().map(Into::into).collect();
        Self { id: id.into(), caption: caption.into(), columns, rows: Vec::new() }
    }

    /// Adds a row. It is cut or filled up to the number of columns.
    pub fn row(&mut self, cells: impl IntoIterator<Item = impl Into<Cell>>) {
        let mut row: Vec<Cell> = cells.into_iter().map(Into::into).collect();
        row.resize(self.columns.len(), Cell::default());
        self.rows.push(row);
    }

    /// The names of the columns.
    pub fn columns(&self) -> &[String] {
        &self.columns
    }

    /// The rows.
    pub fn rows(&self) -> &[Vec<Cell>] {
        &self.rows
    }

    /// The table in Markdown, caption above.
    pub fn markdown(&self) -> String {
        let header: Vec<_> = self.columns.iter().map(|name| markdown::words(name)).collect();
        let rows: Vec<Vec<_>> = self
            .rows
            .iter()
            .map(|row| row.iter().map(|cell| markdown::words(&cell.text)).collect())
            .collect();
        let lines = || std::iter::once(&header).chain(&rows);
        let widths: Vec<usize> = (0..header.len())
            .map(|i| lines().map(|line| line[i].chars().count()).max().unwrap_or(0).max(3))
            .collect();
        let numeric: Vec<bool> = (0..header.len()).map(|i| self.is_numeric(i)).collect();
        let mut text = format!("**{}**\n\n", markdown::prose(&self.caption));
        for (number, line) in lines().enumerate() {
            for (i, cell) in line.iter().enumerate() {
                let gap = " ".repeat(widths[i] - cell.chars().count());
                let _ =
                    if numeric[i] { write!(text, "| {gap}{cell} ") } else { write!(text, "| {cell}{gap} ") };
            }
            text += "|\n";
            if number == 0 {
                for (width, numeric) in widths.iter().zip(&numeric) {
                    let _ = write!(text, "|{}{}", "-".repeat(width + 1), if *numeric { ":" } else { "-" });
                }
                text += "|\n";
            }
        }
        text
    }

    /// The table as CSV below a comment.
    pub fn csv(&self, comment: &str) -> String {
        let mut text = format!("# {}\n", comment.replace('\n', " "));
        let header: Vec<_> = self.columns.iter().map(|name| field(name)).collect();
        let rows = self.rows.iter().map(|row| row.iter().map(|cell| field(&cell.text)).collect());
        for line in std::iter::once(header).chain(rows) {
            text += &line.join(",");
            text.push('\n');
        }
        text
    }

    /// Does the column hold figures?
    pub fn is_numeric(&self, column: usize) -> bool {
        let figure = |cell: &str| cell.starts_with(|c: char| c.is_ascii_digit() || c == '-' || c == '–');
        let mut cells =
            self.rows.iter().map(|row| row[column].text.as_str()).filter(|cell| !cell.is_empty()).peekable();
        cells.peek().is_some() && cells.all(figure)
    }
}

pub(crate) fn field(cell: &str) -> String {
    if cell.contains([',', '"', '\n', '\r']) {
        format!("\"{}\"", cell.replace('"', "\"\""))
    } else {
        cell.to_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sample() -> Table {
        let mut table = Table::new("lengths", "Pushes", ["level", "bfs", "a|b"]);
        table.row(["one, two", "7", "x"]);
        table.row(["say \"no\"", "128"]);
        table
    }

    #[test]
    fn markdown_lines_up_and_escapes() {
        assert_eq!(
            sample().markdown(),
            "**Pushes**\n\n\
             | level    | bfs | a\\|b |\n\
             |----------|----:|------|\n\
             | one, two |   7 | x    |\n\
             | say \"no\" | 128 |      |\n"
        );
    }

    #[test]
    fn csv_quotes_what_it_must_and_names_its_command() {
        assert_eq!(
            sample().csv("sokolab report x.db"),
            "# sokolab report x.db\nlevel,bfs,a|b\n\"one, two\",7,x\n\"say \"\"no\"\"\",128,\n"
        );
    }

    #[test]
    fn an_address_names_what_is_selected() {
        let both = Selection { contender: Some(1), ..Selection::of_level(4) };
        assert_eq!(both.address(), "#runs?contender=1&level=4");
        assert_eq!(Selection::of_contender(0).address(), "#runs?contender=0");
        assert_eq!(Selection::default().address(), "#runs?");
    }
}
