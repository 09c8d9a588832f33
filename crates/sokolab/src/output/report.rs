//! Findings for the terminal: headings, paragraphs and tables that fit its width.
//!
//! A table that is too wide is continued below, each part with the first column in front; one that is too long ends with
//! how to see the rest.

use std::io::{self, Write};

use soko_lab::Dataset;
use soko_report::{self as report, Findings, Section, Table};
use unicode_width::UnicodeWidthStr;

use super::table::fitted;
use crate::{
    exit::Failure,
    terminal::{FAINT, HEADING, Terminal, printable},
};

/// Rows of a table before it is cut.
const ROWS: usize = 40;
/// Widest first column.
const FIRST: usize = 32;
/// Blanks between columns.
const GAP: usize = 2;

/// The table that says who solved how much.
pub(crate) fn print_overview(dataset: &Dataset, terminal: &mut Terminal) -> Result<(), Failure> {
    let findings = report::standard(dataset, &report::Options::default()).map_err(Failure::input)?;
    if let Some(overview) = findings.tables().find(|table| table.id == "overview") {
        print_table(overview, usize::MAX, terminal)?;
    }
    Ok(terminal.flush()?)
}

/// All findings.
pub(crate) fn print(findings: &Findings, terminal: &mut Terminal) -> io::Result<()> {
    let paint = terminal.paint();
    writeln!(terminal, "{}", paint.with(HEADING, printable(&findings.title)))?;
    for section in &findings.sections {
        match section {
            Section::Heading(heading) => {
                writeln!(terminal, "\n{}", paint.with(HEADING, printable(heading)))?;
            }
            Section::Text(text) => {
                let columns = terminal.columns();
                writeln!(terminal)?;
                for line in wrapped(&text.replace('`', "").replace("**", ""), columns) {
                    writeln!(terminal, "{}", printable(&line))?;
                }
            }
            Section::Table(table) => {
                writeln!(terminal)?;
                print_table(table, ROWS, terminal)?;
            }
            // Drawings are on the page.
            Section::Figure(_) => {}
        }
    }
    Ok(())
}

/// One table, cut after so many rows.
pub(crate) fn print_table(table: &Table, most: usize, terminal: &mut Terminal) -> io::Result<()> {
    let paint = terminal.paint();
    writeln!(terminal, "{}", paint.with(FAINT, printable(&table.caption)))?;
    let rows = &table.rows()[..table.rows().len().min(most)];
    let widths: Vec<usize> = (0..table.columns().len())
        .map(|i| {
            let cells = rows.iter().map(|row| row[i].text.width()).max().unwrap_or(0);
            let width = cells.max(table.columns()[i].width());
            if i == 0 { width.min(FIRST) } else { width }
        })
        .collect();
    for (number, part) in parts(&widths, terminal.columns()).into_iter().enumerate() {
        if number > 0 {
            writeln!(terminal)?;
        }
        let line = |cell: &dyn Fn(usize) -> String| {
            let cells = part.iter().map(|&i| {
                let text = cell(i);
                if i > 0 && table.is_numeric(i) {
                    format!("{}{text}", " ".repeat(widths[i].saturating_sub(text.width())))
                } else {
                    fitted(&text, widths[i]).into_owned()
                }
            });
            cells.collect::<Vec<_>>().join(&" ".repeat(GAP)).trim_end().to_owned()
        };
        let head = line(&|i| table.columns()[i].clone());
        writeln!(terminal, "{}", paint.with(HEADING, head))?;
        for row in rows {
            writeln!(terminal, "{}", line(&|i| printable(&row[i].text).into_owned()))?;
        }
    }
    if rows.len() < table.rows().len() {
        let more = table.rows().len() - rows.len();
        writeln!(terminal, "{}", paint.with(FAINT, format!("and {more} more rows: --table {}", table.id)))?;
    }
    Ok(())
}

/// Columns in groups that fit, the first column in each.
fn parts(widths: &[usize], columns: usize) -> Vec<Vec<usize>> {
    let first = widths.first().copied().unwrap_or(0);
    let (mut all, mut part, mut used) = (Vec::new(), vec![0], first);
    for (i, width) in widths.iter().enumerate().skip(1) {
        if used + GAP + width > columns && part.len() > 1 {
            all.push(std::mem::replace(&mut part, vec![0]));
            used = first;
        }
        part.push(i);
        used += GAP + width;
    }
    all.push(part);
    all
}

/// A paragraph in lines of at most so many columns.
pub(crate) fn wrapped(text: &str, columns: usize) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in text.split_whitespace() {
        let line = lines.last_mut().expect("there is always a line");
        if line.is_empty() {
            line.push_str(word);
        } else if line.width() + 1 + word.width() <= columns {
            line.push(' ');
            line.push_str(word);
        } else {
            lines.push(word.to_owned());
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wide_tables_are_continued_below() {
        assert_eq!(parts(&[10, 5, 5, 5], 80), [[0, 1, 2, 3]]);
        assert_eq!(parts(&[10, 5, 5, 5], 24), [vec![0, 1, 2], vec![0, 3]]);
        assert_eq!(parts(&[10, 50, 50], 24), [[0, 1], [0, 2]]);
        assert_eq!(parts(&[10], 24), [[0]]);
    }

    #[test]
    fn paragraphs_are_wrapped_between_words() {
        assert_eq!(wrapped("one two  three\nfour", 9), ["one two", "three", "four"]);
        assert_eq!(wrapped("extraordinary", 5), ["extraordinary"]);
    }
}
