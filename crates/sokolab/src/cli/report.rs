//! The arguments of `sokolab report`.

use std::path::PathBuf;

use clap::{Args, ValueEnum, ValueHint};

use super::{notes::Notes, values::DATABASE};

/// What stands below its options in help and manual.
pub(crate) const NOTES: Notes = Notes::new(&[
    ("sokolab report", "the experiment that was run last"),
    ("sokolab report --output report.html", "a page with plots"),
    ("sokolab report results.db -e brno-2 -f markdown", "tables for a document"),
    ("sokolab report --format csv > runs.csv", "one row per run"),
    ("sokolab report --list", "what there is"),
]);

/// `sokolab report`
#[derive(Args, Debug)]
pub(crate) struct ReportArgs {
    /// Results file
    #[arg(value_name = "FILE", default_value = DATABASE, value_hint = ValueHint::FilePath)]
    pub(crate) database: PathBuf,

    /// Which experiment, by its name or by the digits that --list shows [default: the one that was run last]
    #[arg(short, long, value_name = "NAME")]
    pub(crate) experiment: Option<String>,

    /// List the experiments of the file
    #[arg(long, conflicts_with_all = ["experiment", "format", "output", "table"])]
    pub(crate) list: bool,

    /// What to make [default: by the name of --output, else text]
    #[arg(short, long, value_name = "FORMAT")]
    pub(crate) format: Option<ReportFormat>,

    /// File to write instead of standard output
    #[arg(short, long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) output: Option<PathBuf>,

    /// Only this table, by its name; 'runs' is one row per run, 'best' the best solutions known [default: all, in CSV: runs]
    #[arg(long, value_name = "NAME")]
    pub(crate) table: Option<String>,

    /// The contender that the others are compared with [default: the first]
    #[arg(long, value_name = "NAME")]
    pub(crate) baseline: Option<String>,

    /// Put all programs side by side that made this experiment: is today's build better than yesterday's?
    #[arg(long)]
    pub(crate) all_programs: bool,

    /// Leave out what depends on clock and machine: what is left is the same wherever it was run
    #[arg(long)]
    pub(crate) no_times: bool,
}

/// What `report` makes.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum ReportFormat {
    /// Tables for the terminal
    Text,
    /// Tables for documents
    Markdown,
    /// One table for programs
    Csv,
    /// Everything for programs, every run included
    Json,
    /// A page with plots, every number linked to its runs
    Html,
}

impl ReportFormat {
    /// Name on the command line.
    pub(crate) const fn id(self) -> &'static str {
        match self {
            Self::Text => "text",
            Self::Markdown => "markdown",
            Self::Csv => "csv",
            Self::Json => "json",
            Self::Html => "html",
        }
    }
}
