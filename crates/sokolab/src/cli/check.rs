//! The arguments of `sokolab check`.

use clap::Args;

use super::{LevelArgs, ReadingArgs, notes::Notes};

/// What stands below its options in help and manual.
pub(crate) const NOTES: Notes = Notes::on_levels(&[
    ("sokolab check levels.xsb", "all problems of a file"),
    ("sokolab check my-levels/ --quiet", "errors and warnings only"),
    ("sokolab check levels.sok --json | jq 'select(.index and (.valid | not))'", "the bad levels"),
])
.with_sections(&[(
    "JSON",
    "\
One object per level: file, index, title, author, width, height, boxes,
goals, valid, already_solved, exact, family, problems. Problems have
severity, code, line, column, message and remedy. A file with problems that
belong to no level adds an object without index: file, format, encoding,
levels, problems.",
)]);

/// `sokolab check`
#[derive(Args, Debug)]
pub(crate) struct CheckArgs {
    #[command(flatten)]
    pub(crate) levels: LevelArgs,

    /// Print one JSON object per level, and one per file that has problems of its own
    #[arg(long)]
    pub(crate) json: bool,

    #[command(flatten)]
    pub(crate) reading: ReadingArgs,
}
