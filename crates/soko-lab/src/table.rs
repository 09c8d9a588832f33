//! A table of findings, and its two written forms.
//!
//! Markdown is for people: numbers are right-aligned and the columns line up in the raw text as well. CSV is for
//! programs: a first line that begins with `#` names the command, then a header, then fields quoted where they must be
//! (RFC 4180, with line feeds alone).

use std::fmt::Write as _;

/// Rows of text under named columns.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Table {
    /// Short name, part of the CSV file's name.
    pub id: &'static str,
    /// What it shows.
    pub caption: String,
    columns: Vec<String>,
    rows: Vec<Vec<String>>,
}

impl Table {
    /// A table without rows.
    pub fn new(
        id: &'static str,
        caption: impl Into<String>,
        columns: impl IntoIterator<Item = impl Into<String>>,
    ) -> Self {
        let columns = columns.into_iter().map(Into::into).collect();
        Self { id, caption: caption.into(), columns, rows: Vec::new() }
    }

    /// Adds a row. It is cut or filled up to the number of columns.
    pub fn row(&mut self, cells: impl IntoIterator<Item = impl Into<String>>) {
        let mut row: Vec<String> = cells.into_iter().map(Into::into).collect();
        row.resize(self.columns.len(), String::new());
        self.rows.push(row);
    }

    /// The names of the columns.
    pub fn columns(&self) -> &[String] {
        &self.columns
    }

    /// The rows.
    pub fn rows(&self) -> &[Vec<String>] {
        &self.rows
    }

    /// The table in Markdown, caption above.
    pub fn markdown(&self) -> String {
        let escaped = |cell: &String| cell.replace('|', "\\|").replace('\n', " ");
        let header: Vec<_> = self.columns.iter().map(escaped).collect();
        let rows: Vec<Vec<_>> = self.rows.iter().map(|row| row.iter().map(escaped).collect()).collect();
        let lines = || std::iter::once(&header).chain(&rows);
        let widths: Vec<usize> = (0..header.len())
            .map(|i| lines().map(|line| line[i].chars().count()).max().unwrap_or(0).max(3))
            .collect();
        let numeric: Vec<bool> = (0..header.len()).map(|i| self.is_numeric(i)).collect();
        let mut text = format!("**{}**\n\n", self.caption);
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
        for line in std::iter::once(&self.columns).chain(&self.rows) {
            let fields: Vec<_> = line.iter().map(|cell| field(cell)).collect();
            text += &fields.join(",");
            text.push('\n');
        }
        text
    }

    /// Does the column hold figures?
    fn is_numeric(&self, column: usize) -> bool {
        let figure = |cell: &str| cell.starts_with(|c: char| c.is_ascii_digit() || c == '-' || c == '–');
        let mut cells =
            self.rows.iter().map(|row| row[column].as_str()).filter(|cell| !cell.is_empty()).peekable();
        cells.peek().is_some() && cells.all(figure)
    }
}

fn field(cell: &str) -> String {
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
            sample().csv("sokolab experiment x"),
            "# sokolab experiment x\nlevel,bfs,a|b\n\"one, two\",7,x\n\"say \"\"no\"\"\",128,\n"
        );
    }
}
