//! The parts of a report as pages see them.

use schemars::JsonSchema;
use serde::Serialize;
use soko_report::{Cell, Section, Table, plot};

use crate::limits;

/// A part of a report.
#[derive(Serialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub(crate) enum SectionInfo {
    /// A headline.
    Heading {
        /// The words.
        text: String,
    },
    /// Paragraphs in Markdown.
    Text {
        /// The words.
        text: String,
    },
    /// A table.
    Table(TableInfo),
    /// A drawing.
    Figure {
        /// Short name.
        id: String,
        /// What it shows.
        caption: String,
        /// The drawing; its classes are styled by `/api/plots.css`.
        svg: String,
    },
}

/// Places of contender and level in the plan.
type Behind = (Option<usize>, Option<usize>);

/// A table.
#[derive(Serialize, JsonSchema)]
pub(crate) struct TableInfo {
    /// Short name.
    id: String,
    /// What it shows.
    caption: String,
    /// Names of the columns.
    columns: Vec<String>,
    /// Which columns hold figures.
    numeric: Vec<bool>,
    /// The cells as shown.
    rows: Vec<Vec<String>>,
    /// For each cell the places of contender and level in the plan whose runs it was made of; null there is any.
    runs: Vec<Vec<Option<Behind>>>,
    /// How many rows there are in all; a file has those that are not here.
    total: usize,
}

/// A section as pages see it.
pub(super) fn section(section: &Section) -> SectionInfo {
    match section {
        Section::Heading(text) => SectionInfo::Heading { text: text.clone() },
        Section::Text(text) => SectionInfo::Text { text: text.clone() },
        Section::Table(table) => SectionInfo::Table(table_info(table)),
        Section::Figure(figure) => SectionInfo::Figure {
            id: figure.id.clone(),
            caption: figure.caption.clone(),
            svg: figure.svg.replacen(&plot::style_sheet(), "", 1),
        },
    }
}

fn table_info(table: &Table) -> TableInfo {
    let rows = || table.rows().iter().take(limits::ROWS);
    let runs = |cell: &Cell| cell.runs.map(|runs| (runs.contender, runs.level));
    TableInfo {
        id: table.id.clone(),
        caption: table.caption.clone(),
        columns: table.columns().to_vec(),
        numeric: (0..table.columns().len()).map(|column| table.is_numeric(column)).collect(),
        rows: rows().map(|row| row.iter().map(|cell| cell.text.clone()).collect()).collect(),
        runs: rows().map(|row| row.iter().map(runs).collect()).collect(),
        total: table.rows().len(),
    }
}
