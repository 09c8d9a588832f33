//! The arguments of `sokolab explain`.

use clap::Args;
use soko_analysis::deadlock::RuleId;

use super::{LevelArgs, ReadingArgs, notes::Notes, values};

/// What stands below its options in help and manual.
pub(crate) const NOTES: Notes = Notes::on_levels(&[
    ("sokolab explain levels.xsb#12", "is it lost from the start?"),
    ("sokolab explain levels.xsb#12 --after rRuLL", "which move lost the game?"),
    ("sokolab explain levels.xsb --rule freeze --json", "one rule, for a script"),
])
.with_sections(&[(
    "JSON",
    "\
One object per level: file, index, title, status, moves, pushes, position,
reasons, error. status is lost, open (no rule proves it lost), solved or
invalid. moves and pushes count from the start to the position that is
explained, which is drawn in position, a row per item. Each reason has rule,
sentence, boxes and cells; those are [column, row], counted from 1.",
)]);

/// `sokolab explain`
#[derive(Args, Debug)]
pub(crate) struct ExplainArgs {
    #[command(flatten)]
    pub(crate) levels: LevelArgs,

    /// Moves from the start, such as rRuLL: explain the first lost position of this game
    #[arg(short, long, value_name = "LURD")]
    pub(crate) after: Option<String>,

    /// Ask this rule only; may be given several times
    #[arg(long = "rule", value_name = "NAME", value_parser = values::rule(), value_delimiter = ',')]
    pub(crate) rules: Vec<RuleId>,

    /// Print one JSON object per level
    #[arg(long)]
    pub(crate) json: bool,

    #[command(flatten)]
    pub(crate) reading: ReadingArgs,
}
