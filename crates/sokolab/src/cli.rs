//! The command line as data: help, completions and manual are all made from it.

pub(crate) mod lab;
pub(crate) mod learn;
pub(crate) mod notes;
pub(crate) mod optimize;
pub(crate) mod serve;
pub(crate) mod values;

use std::{ffi::OsString, path::PathBuf};

use clap::{Args, ColorChoice, Parser, Subcommand, ValueEnum, ValueHint};
use clap_complete::Shell;
use soko_analysis::deadlock::RuleId;
use soko_formats::{Format, Legend};
use soko_solver::metric::Metric;
use soko_solver::{
    RunSpec,
    limits::{NODES, TIME},
};

use crate::{level_source::Reading, runner::Runner};
use lab::{BenchArgs, MergeArgs, ProtocolArgs, ReportArgs};
use learn::{LearnArgs, TableArgs};
use optimize::OptimizeArgs;
use serve::ServeArgs;
use values::{Frame, MemoryLimit, TimeLimit};

/// Solve, play, check, draw, convert and study Sokoban levels
///
/// A workbench for Sokoban: it reads every common level format, solves levels with players that prove what
/// they claim, and plays, draws and converts them.
#[derive(Parser, Debug)]
#[command(
    name = "sokolab",
    version = soko_lab::PROGRAM,
    arg_required_else_help = true,
    max_term_width = 100,
    after_help = notes::short(),
    after_long_help = notes::long(notes::OVERVIEW),
)]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(crate) command: Command,

    /// Print results and errors only: no progress, no summaries, no notes
    #[arg(short, long, global = true, help_heading = "Everywhere")]
    pub(crate) quiet: bool,

    /// When to use colours; auto means on terminals, unless NO_COLOR is set
    #[arg(long, global = true, value_name = "WHEN", default_value = "auto", help_heading = "Everywhere")]
    pub(crate) color: ColorChoice,
}

/// What to do.
#[derive(Subcommand, Debug)]
pub(crate) enum Command {
    /// Let a player solve levels
    ///
    /// Levels are solved one after another, and each result is printed as soon as it is known. Every solution has
    /// been replayed by the rules before it is shown; 'unsolvable' and the star behind a figure are proofs.
    #[command(after_long_help = notes::long(notes::SOLVE))]
    Solve(SolveArgs),
    /// Make solutions shorter
    ///
    /// Takes the solutions saved with levels, or given with --solution, and looks for shorter ones: never worse, replayed by
    /// the rules, the best so far at any time.
    #[command(after_long_help = notes::long(notes::OPTIMIZE))]
    Optimize(OptimizeArgs),
    /// List every problem of level files, with line, column and remedy
    ///
    /// Problems are listed in the order of the file, with the line they are about. An error means that a level cannot
    /// be played or that part of the file is lost; warnings and notes leave the levels as drawn. Levels that are the
    /// same up to symmetry and the player's start are pointed out.
    #[command(after_long_help = notes::long(notes::CHECK))]
    Check(CheckArgs),
    /// Show levels in the terminal, or draw them as SVG, PNG or animated GIF
    ///
    /// Without --format and --output the board is printed with facts about it: in blocks and colours on a terminal,
    /// as plain XSB that can be read again elsewhere.
    #[command(after_long_help = notes::long(notes::SHOW))]
    Show(ShowArgs),
    /// Say why a position is lost, and which move lost it
    ///
    /// Every deadlock rule that proves the position lost gives its reason; the drawing marks the boxes of the first
    /// one with '!'. Silence proves nothing: a position may be lost for reasons that no rule sees. With --after the
    /// game is followed from the start, and the first position that is proven lost is explained.
    #[command(after_long_help = notes::long(notes::EXPLAIN))]
    Explain(ExplainArgs),
    /// Write levels in another format
    ///
    /// Titles, authors, notes and solutions are kept as far as the format has room for them. Boards are written as
    /// drawn, playable or not.
    #[command(after_long_help = notes::long(notes::CONVERT))]
    Convert(ConvertArgs),
    /// Play levels in the terminal, with keys or mouse
    ///
    /// Press ? in the game for its keys. Best solutions and unfinished games are kept between runs.
    #[command(after_long_help = notes::long(notes::PLAY))]
    Play(PlayArgs),
    /// Open the workbench in the browser
    ///
    /// Library, play, solve, replay, learn, lab and editor on one page, served by this program alone: it needs no network
    /// and answers this machine only, unless --host says otherwise. Every run goes into a results file.
    #[command(after_long_help = notes::long(notes::SERVE))]
    Serve(ServeArgs),
    /// Let a player learn one level, and keep its table
    ///
    /// Learners play a level again and again and remember what was worth what. With --table the table is kept in a file,
    /// and learning goes on from it the next time.
    #[command(after_long_help = notes::long(notes::LEARN))]
    Learn(LearnArgs),
    /// Show what is in a learnt table
    ///
    /// What the table is about and how much of it was tried; for a position every action with its value, and the greedy
    /// policy on the board.
    #[command(after_long_help = notes::long(notes::TABLE))]
    Table(TableArgs),
    /// List the players, or all parameters of one
    #[command(after_long_help = notes::long(notes::PLAYERS))]
    Players(PlayersArgs),
    /// Run an experiment, and record every run
    ///
    /// Players × levels × seeds, each in a process of its own. Every run goes into a results file as soon as it is done:
    /// stop it, kill it, switch the machine off, and the same command does what is left.
    #[command(after_long_help = notes::long(notes::BENCH))]
    Bench(BenchArgs),
    /// Make tables and plots of recorded runs
    ///
    /// Solved counts with intervals, times, ratios, scores and printed results of others where there are any; as text,
    /// Markdown, CSV, JSON or a page with plots on which every number leads to its runs.
    #[command(after_long_help = notes::long(notes::REPORT))]
    Report(ReportArgs),
    /// Put results files together
    ///
    /// Takes every run, experiment and best solution of some files into another. The order does not matter, and what is
    /// there already is not taken twice.
    #[command(after_long_help = notes::long(notes::MERGE))]
    Merge(MergeArgs),
    /// Print the protocol of a recorded run
    ///
    /// Player, parameters, board, events, solution and counts, as text or JSON, with the command that repeats the run.
    #[command(after_long_help = notes::long(notes::PROTOCOL))]
    Protocol(ProtocolArgs),
    /// Serve a bench: read orders from standard input, write answers to standard output
    #[command(hide = true)]
    Worker,
    /// Print a script that completes sokolab commands in your shell
    #[command(after_long_help = notes::long(notes::COMPLETIONS))]
    Completions(CompletionsArgs),
    /// Print the manual page of a command, or write all of them to files
    #[command(after_long_help = notes::long(notes::MAN))]
    Man(ManArgs),
}

/// Which levels.
#[derive(Args, Debug)]
pub(crate) struct LevelArgs {
    /// Levels: FILE, FILE#N, FILE#N-M, FILE#TITLE, a directory, - for standard input, or builtin:NAME
    #[arg(required = true, value_name = "LEVELS", value_hint = ValueHint::AnyPath)]
    pub(crate) levels: Vec<OsString>,
}

/// How to read level files.
#[derive(Args, Debug)]
pub(crate) struct ReadingArgs {
    /// Read the files in this format instead of the one detected
    #[arg(long, value_name = "FORMAT", value_parser = values::format(), help_heading = "Reading")]
    pub(crate) from: Option<Format>,

    /// Read drawings with the characters of another program
    #[arg(long, value_name = "LEGEND", value_parser = values::legend(), help_heading = "Reading")]
    pub(crate) legend: Option<Legend>,
}

impl ReadingArgs {
    pub(crate) const fn reading(&self) -> Reading {
        Reading { format: self.from, legend: self.legend }
    }
}

/// How long a player may go on.
#[derive(Args, Debug)]
pub(crate) struct LimitArgs {
    #[arg(short, long, value_name = "TIME", help = TIME.help("for each level"), default_value = values::default_time(), help_heading = "Limits")]
    pub(crate) time_limit: TimeLimit,

    #[arg(short, long, value_name = "SIZE", help = values::memory_help("for the player's tables"), help_heading = "Limits")]
    pub(crate) memory_limit: Option<MemoryLimit>,

    #[arg(short, long, value_name = "COUNT", help = NODES.help("for each level"), value_parser = soko_solver::quantity::parse_count, help_heading = "Limits")]
    pub(crate) node_limit: Option<u64>,

    /// Threads that the player may use; levels are solved one after another. With more than one, players whose threads race
    /// ('sokolab players NAME' says so) are no longer reproducible
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = values::threads(), help_heading = "Limits")]
    pub(crate) threads: u16,
}

impl LimitArgs {
    /// Sets the limits of a run.
    pub(crate) fn apply(&self, runner: &mut Runner) {
        let RunSpec { limits, threads, .. } = &mut runner.spec;
        limits.time_ms = self.time_limit.milliseconds();
        limits.memory = self.memory_limit.map_or(limits.memory, |limit| limit.0);
        limits.nodes = self.node_limit;
        *threads = usize::from(self.threads);
    }
}

/// `sokolab solve`
#[derive(Args, Debug)]
pub(crate) struct SolveArgs {
    #[command(flatten)]
    pub(crate) levels: LevelArgs,

    /// Who plays; see 'sokolab players'
    #[arg(short, long, value_name = "NAME", default_value = values::DEFAULT_PLAYER, value_parser = values::player())]
    pub(crate) player: String,

    /// Named set of parameter values; see 'sokolab players NAME'
    #[arg(long, value_name = "PRESET")]
    pub(crate) preset: Option<String>,

    /// Set a parameter of the player; may be given several times
    #[arg(long = "set", value_name = "KEY=VALUE")]
    pub(crate) settings: Vec<String>,

    #[command(flatten)]
    pub(crate) limits: LimitArgs,

    /// Seed of everything random: on one thread the same seed gives the same run
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(crate) seed: u64,

    /// Make every solution shorter before it is shown, for so long; put the levels before it, or write --optimize=TIME
    #[arg(long, value_name = "TIME", num_args = 0..=1, default_missing_value = "10s", help_heading = "Optimising")]
    pub(crate) optimize: Option<TimeLimit>,

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

/// `sokolab show`
#[derive(Args, Debug)]
pub(crate) struct ShowArgs {
    #[command(flatten)]
    pub(crate) levels: LevelArgs,

    /// What to make [default: by the name of --output, else text]
    #[arg(short, long, value_name = "FORMAT")]
    pub(crate) format: Option<Picture>,

    /// File to write; a directory takes one file per level
    #[arg(short, long, value_name = "PATH", value_hint = ValueHint::AnyPath)]
    pub(crate) output: Option<PathBuf>,

    /// How boards look in the terminal; auto means blocks on terminals, XSB elsewhere
    #[arg(long, value_name = "STYLE", default_value = "auto")]
    pub(crate) style: TextStyle,

    /// How pictures look
    #[arg(long, value_name = "NAME", value_parser = values::skin(), default_value = values::default_skin(), help_heading = "Pictures")]
    pub(crate) skin: String,

    /// Width of a cell in pixels
    #[arg(long, value_name = "PX", default_value_t = 32, value_parser = values::cell(), help_heading = "Pictures")]
    pub(crate) cell: u32,

    /// What lies behind the board [default: page for GIF, none otherwise]
    #[arg(long, value_name = "WHAT", help_heading = "Pictures")]
    pub(crate) background: Option<Background>,

    /// Which positions of a solution become frames of a GIF
    #[arg(long, value_name = "WHAT", default_value = "moves", help_heading = "Pictures")]
    pub(crate) pace: Pace,

    /// What to mark on the board; may be given several times
    #[arg(long = "overlay", value_name = "WHAT", value_delimiter = ',')]
    pub(crate) overlays: Vec<Overlay>,

    /// Moves to show: LURD letters, or a file with them or with a solved level [default: those saved with the level]
    #[arg(long, value_name = "LURD|FILE", conflicts_with = "solve", help_heading = "Solution")]
    pub(crate) solution: Option<OsString>,

    /// Let this player solve the level first
    #[arg(long, value_name = "PLAYER", value_parser = values::player(), help_heading = "Solution")]
    pub(crate) solve: Option<String>,

    /// Wall-clock time for --solve
    #[arg(long, value_name = "TIME", default_value = values::default_time(), requires = "solve", help_heading = "Solution")]
    pub(crate) time_limit: TimeLimit,

    /// Show the board after so many moves of the solution, or at its end
    #[arg(long, value_name = "N|end", help_heading = "Solution")]
    pub(crate) position: Option<Frame>,

    #[command(flatten)]
    pub(crate) reading: ReadingArgs,
}

/// What `show` makes.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum Picture {
    /// The board as characters, with facts
    Text,
    /// One line per level: number, size, boxes, goals, title
    List,
    /// Scalable drawing
    Svg,
    /// Bitmap
    Png,
    /// Animation of a solution
    Gif,
}

/// How `show` draws with characters.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum TextStyle {
    /// Blocks on terminals, XSB elsewhere
    Auto,
    /// Blocks and colours, two columns per cell
    Blocks,
    /// Classic XSB characters: what is printed can be read again
    Xsb,
}

/// What `show` puts behind a picture.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum Background {
    /// Nothing: the page shows through outside the walls
    None,
    /// The paper of the skin
    Page,
}

/// How `show` animates.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum Pace {
    /// One frame for every move
    Moves,
    /// One frame for every push
    Pushes,
}

/// What `show` marks.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum Overlay {
    /// Squares from which a box can never reach a goal
    Dead,
    /// Squares the player can walk to
    Reachable,
    /// The next push of the solution
    Push,
}

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

/// `sokolab convert`
#[derive(Args, Debug)]
pub(crate) struct ConvertArgs {
    #[command(flatten)]
    pub(crate) levels: LevelArgs,

    /// Format to write [default: by the name of --output]
    #[arg(short, long, value_name = "FORMAT", value_parser = values::writable_format(), required_unless_present = "output")]
    pub(crate) to: Option<Format>,

    /// File to write instead of standard output
    #[arg(short, long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) output: Option<PathBuf>,

    /// Character for floor: '-' survives mail and chat, ' ' is classic
    #[arg(long, value_name = "CHAR", default_value = " ", value_parser = [" ", "-"], allow_hyphen_values = true)]
    pub(crate) floor: String,

    /// Write boards in run-length encoding, one line each
    #[arg(long)]
    pub(crate) run_length: bool,

    #[command(flatten)]
    pub(crate) reading: ReadingArgs,
}

/// `sokolab play`
#[derive(Args, Debug)]
pub(crate) struct PlayArgs {
    /// Levels: FILE, FILE#N, FILE#N-M, FILE#TITLE, a directory, or builtin:NAME [default: all built-in levels]
    #[arg(value_name = "LEVELS", value_hint = ValueHint::AnyPath)]
    pub(crate) levels: Vec<OsString>,

    /// Leave the mouse to the terminal
    #[arg(long)]
    pub(crate) no_mouse: bool,

    /// File that keeps your best solutions [default: in your data directory]
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) records: Option<PathBuf>,

    #[command(flatten)]
    pub(crate) reading: ReadingArgs,
}

/// `sokolab players`
#[derive(Args, Debug)]
pub(crate) struct PlayersArgs {
    /// Show all about this player
    #[arg(value_name = "NAME", value_parser = values::player())]
    pub(crate) name: Option<String>,

    /// Print one JSON object per player
    #[arg(long)]
    pub(crate) json: bool,
}

/// `sokolab completions`
#[derive(Args, Debug)]
pub(crate) struct CompletionsArgs {
    /// Your shell
    pub(crate) shell: Shell,
}

/// `sokolab man`
#[derive(Args, Debug)]
pub(crate) struct ManArgs {
    /// The command whose page to print [default: the page of sokolab itself]
    #[arg(value_name = "COMMAND", conflicts_with = "dir")]
    pub(crate) command: Option<String>,

    /// Write all pages to this directory, as sokolab.1, sokolab-solve.1, …
    #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath)]
    pub(crate) dir: Option<PathBuf>,
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::*;

    #[test]
    fn the_definition_is_consistent() {
        Cli::command().debug_assert();
    }
}
