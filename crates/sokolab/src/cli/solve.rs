//! The arguments of `sokolab solve`.

use std::{path::PathBuf, time::Duration};

use clap::{Args, ValueHint};
use soko_solver::metric::Metric;

use super::{
    LevelArgs, ReadingArgs,
    notes::Notes,
    player::{JobArgs, LimitArgs, ParameterArgs, ThreadArgs},
    values::{self, Limit},
};

/// What stands below its options in help and manual.
pub(crate) const NOTES: Notes = Notes::on_levels(&[
    ("sokolab solve levels.xsb", "solve every level, with a table"),
    ("sokolab solve levels.xsb#12 --lurd", "level 12, with the moves"),
    ("sokolab solve levels/ --player dfs --json > results.jsonl", "a directory, for a script"),
    ("sokolab solve levels.xsb#12 --time-limit 1m --explain", "see why it fails"),
    ("sokolab solve levels.xsb --jobs 4 --threads 1", "four levels at a time"),
    ("sokolab generate --count 3 | sokolab solve", "levels from another command"),
    ("sokolab solve levels.slc --output solved.sok", "keep the solutions in a file"),
    ("sokolab solve levels.xsb --optimize=30s", "soon found, then made shorter"),
    ("sokolab solve levels.xsb --preset prove --time-limit 5m", "take the time for a proof"),
])
.with_sections(&[
    (
        "JSON",
        "\
One object per level and line, in level order, as soon as the level is done:
file, index, title, player, status, pushes, moves, solution, optimal, time_s,
generated, expanded, open, closed, peak_memory_bytes, seed, box_lines,
box_changes, pushing_sessions, player_lines, iterations, error,
found_pushes, found_moves, optimize_time_s.
Every key is always there; null stands for what does not apply. With --explain
there is also explanation: stages (name, turns, time_s, best), notes and
position, the one looked at last. best has the features of the best position
(name, value, of), the position itself, and backward: whether the search
goes from the end. It is null where a player tells none.
With --optimize, pushes, moves and solution are those of the shorter
solution, found_pushes and found_moves those of the player's; time_s is
the player's time, optimize_time_s the optimiser's.
status is one of solved, unsolvable, time-limit, memory-limit, node-limit,
stopped, invalid; unsolvable is a proof. optimal names what the solution is
proven best in, or null.",
    ),
    (
        "Ctrl-C",
        "\
The first stops the level at hand, prints what was found and ends;
the second ends at once.",
    ),
]);

/// `sokolab solve`
#[derive(Args, Debug)]
pub(crate) struct SolveArgs {
    #[command(flatten)]
    pub(crate) levels: LevelArgs,

    /// Who plays; see 'sokolab players'
    #[arg(short, long, value_name = "NAME", default_value = soko_players::DEFAULT, value_parser = values::player())]
    pub(crate) player: String,

    #[command(flatten)]
    pub(crate) parameters: ParameterArgs,

    #[command(flatten)]
    pub(crate) limits: LimitArgs,

    #[command(flatten)]
    pub(crate) threads: ThreadArgs,

    #[command(flatten)]
    pub(crate) jobs: JobArgs,

    /// Seed of everything random: on one thread the same seed gives the same run
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(crate) seed: u64,

    /// Make every solution shorter before it is shown, for so long; put the levels before it, or write --optimize=TIME
    #[arg(long, value_name = "TIME", num_args = 0..=1, default_missing_value = "10s", value_parser = values::time_limit, help_heading = "Optimising")]
    pub(crate) optimize: Option<Limit<Duration>>,

    /// What --optimize makes less
    #[arg(long, value_name = "METRIC", default_value = "pushes-then-moves", value_parser = values::metric(), help_heading = "Optimising")]
    pub(crate) optimize_for: Metric,

    /// Print one JSON object per level
    #[arg(long)]
    pub(crate) json: bool,

    /// Print the moves below each solved level
    #[arg(long, visible_alias = "lurd", conflicts_with = "json")]
    pub(crate) show_solution: bool,

    /// Tell below each level that is not solved how the player spent its time and how far it got
    #[arg(long)]
    pub(crate) explain: bool,

    /// Save the levels together with the solutions found (.sok or .json)
    #[arg(short, long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) output: Option<PathBuf>,

    #[command(flatten)]
    pub(crate) reading: ReadingArgs,
}
