//! The command line as data: help, completions and manual are all made from it.

pub(crate) mod bench;
pub(crate) mod check;
pub(crate) mod completions;
pub(crate) mod convert;
pub(crate) mod explain;
pub(crate) mod generate;
#[cfg(test)]
mod guides;
pub(crate) mod learn;
pub(crate) mod man;
pub(crate) mod merge;
pub(crate) mod notes;
pub(crate) mod optimize;
pub(crate) mod play;
pub(crate) mod player;
pub(crate) mod players;
pub(crate) mod protocol;
pub(crate) mod report;
pub(crate) mod serve;
pub(crate) mod show;
pub(crate) mod solve;
pub(crate) mod table;
pub(crate) mod values;

use std::ffi::OsString;

use clap::{Args, ColorChoice, Parser, Subcommand, ValueHint};
use soko_formats::{Format, Legend};

use crate::level_source::Reading;
use bench::BenchArgs;
use check::CheckArgs;
use completions::CompletionsArgs;
use convert::ConvertArgs;
use explain::ExplainArgs;
use generate::GenerateArgs;
use learn::LearnArgs;
use man::ManArgs;
use merge::MergeArgs;
use notes::Notes;
use optimize::OptimizeArgs;
use play::PlayArgs;
use players::PlayersArgs;
use protocol::ProtocolArgs;
use report::ReportArgs;
use serve::ServeArgs;
use show::ShowArgs;
use solve::SolveArgs;
use table::TableArgs;

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
    #[command(after_long_help = notes::long(solve::NOTES))]
    Solve(SolveArgs),
    /// Make solutions shorter
    ///
    /// Takes the solutions saved with levels, or given with --solution, and looks for shorter ones: never worse, replayed by
    /// the rules, the best so far at any time.
    #[command(after_long_help = notes::long(optimize::NOTES))]
    Optimize(OptimizeArgs),
    /// List every problem of level files, with line, column and remedy
    ///
    /// Problems are listed in the order of the file, with the line they are about. An error means that a level cannot
    /// be played or that part of the file is lost; warnings and notes leave the levels as drawn. Levels that are the
    /// same up to symmetry and the player's start are pointed out.
    #[command(after_long_help = notes::long(check::NOTES))]
    Check(CheckArgs),
    /// Show levels in the terminal, or draw them as SVG, PNG or animated GIF
    ///
    /// Without --format and --output the board is printed with facts about it: in blocks and colours on a terminal,
    /// as plain XSB that can be read again elsewhere.
    #[command(after_long_help = notes::long(show::NOTES))]
    Show(ShowArgs),
    /// Say why a position is lost, and which move lost it
    ///
    /// Every deadlock rule that proves the position lost gives its reason; the drawing marks the boxes of the first
    /// one with '!'. Silence proves nothing: a position may be lost for reasons that no rule sees. With --after the
    /// game is followed from the start, and the first position that is proven lost is explained.
    #[command(after_long_help = notes::long(explain::NOTES))]
    Explain(ExplainArgs),
    /// Write levels in another format
    ///
    /// Titles, authors, notes and solutions are kept as far as the format has room for them. Boards are written as
    /// drawn, playable or not.
    #[command(after_long_help = notes::long(convert::NOTES))]
    Convert(ConvertArgs),
    /// Make levels, with their shortest solutions
    ///
    /// Every level is new, solvable, and comes with a solution that is proven to have the fewest pushes; the same seed
    /// gives the same levels. Levels are written one by one, as soon as they are made.
    #[command(after_long_help = notes::long(generate::NOTES))]
    Generate(GenerateArgs),
    /// Play levels in the terminal, with keys or mouse
    ///
    /// Press ? in the game for its keys. Best solutions and unfinished games are kept between runs.
    #[command(after_long_help = notes::long(play::NOTES))]
    Play(PlayArgs),
    /// Open the workbench in the browser
    ///
    /// Library, play, solve, replay, learn, lab and editor on one page, served by this program alone: it needs no network
    /// and answers this machine only, unless --host says otherwise. Every run goes into a results file.
    #[command(after_long_help = notes::long(serve::NOTES))]
    Serve(ServeArgs),
    /// Let a player learn one level, and keep its table
    ///
    /// Learners play a level again and again and remember what was worth what. With --table the table is kept in a file,
    /// and learning goes on from it the next time.
    #[command(after_long_help = notes::long(learn::NOTES))]
    Learn(LearnArgs),
    /// Show what is in a learnt table
    ///
    /// What the table is about and how much of it was tried; for a position every action with its value, and the greedy
    /// policy on the board.
    #[command(after_long_help = notes::long(table::NOTES))]
    Table(TableArgs),
    /// List the players, or all parameters of one
    #[command(after_long_help = notes::long(players::NOTES))]
    Players(PlayersArgs),
    /// Run an experiment, and record every run
    ///
    /// Players × levels × seeds, each in a process of its own. Every run goes into a results file as soon as it is done:
    /// stop it, kill it, switch the machine off, and the same command does what is left.
    #[command(after_long_help = notes::long(bench::NOTES))]
    Bench(BenchArgs),
    /// Make tables and plots of recorded runs
    ///
    /// Solved counts with intervals, times, ratios, scores and printed results of others where there are any; as text,
    /// Markdown, CSV, JSON or a page with plots on which every number leads to its runs.
    #[command(after_long_help = notes::long(report::NOTES))]
    Report(ReportArgs),
    /// Put results files together
    ///
    /// Takes every run, experiment and best solution of some files into another. The order does not matter, and what is
    /// there already is not taken twice.
    #[command(after_long_help = notes::long(merge::NOTES))]
    Merge(MergeArgs),
    /// Print the protocol of a recorded run
    ///
    /// Player, parameters, board, events, solution and counts, as text or JSON, with the command that repeats the run.
    #[command(after_long_help = notes::long(protocol::NOTES))]
    Protocol(ProtocolArgs),
    /// Serve a bench: read orders from standard input, write answers to standard output
    #[command(hide = true)]
    Worker,
    /// Print a script that completes sokolab commands in your shell
    #[command(after_long_help = notes::long(completions::NOTES))]
    Completions(CompletionsArgs),
    /// Print the manual page of a command, or write all of them to files
    #[command(after_long_help = notes::long(man::NOTES))]
    Man(ManArgs),
}

/// Which levels.
#[derive(Args, Debug)]
pub(crate) struct LevelArgs {
    /// Levels: FILE, FILE#N, FILE#N-M, FILE#TITLE, a directory, - for standard input, or builtin:NAME; none: what is piped in
    #[arg(value_name = "LEVELS", value_hint = ValueHint::AnyPath)]
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

/// The notes of a command by name; sokolab's own for any other.
pub(crate) fn notes_of(command: &str) -> Notes {
    match command {
        "solve" => solve::NOTES,
        "optimize" => optimize::NOTES,
        "check" => check::NOTES,
        "show" => show::NOTES,
        "explain" => explain::NOTES,
        "convert" => convert::NOTES,
        "generate" => generate::NOTES,
        "play" => play::NOTES,
        "serve" => serve::NOTES,
        "learn" => learn::NOTES,
        "table" => table::NOTES,
        "players" => players::NOTES,
        "bench" => bench::NOTES,
        "report" => report::NOTES,
        "merge" => merge::NOTES,
        "protocol" => protocol::NOTES,
        "completions" => completions::NOTES,
        "man" => man::NOTES,
        _ => notes::OVERVIEW,
    }
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::*;

    #[test]
    fn the_definition_is_consistent() {
        Cli::command().debug_assert();
    }

    #[test]
    fn every_command_has_notes_of_its_own() {
        for command in Cli::command().get_subcommands().filter(|command| !command.is_hide_set()) {
            let name = command.get_name();
            assert_ne!(notes_of(name).examples, notes::OVERVIEW.examples, "{name}");
        }
    }

    #[test]
    fn all_notes_fit_into_eighty_columns() {
        let program = Cli::command();
        let commands = program.get_subcommands().filter(|command| !command.is_hide_set());
        let texts: Vec<_> = commands.map(|command| notes::long(notes_of(command.get_name()))).collect();
        assert!(texts.len() > 10, "{} commands", texts.len());
        for text in texts.into_iter().chain([notes::long(notes::OVERVIEW), notes::short()]) {
            for line in text.lines() {
                assert!(line.chars().count() <= 80, "{line}");
            }
        }
    }
}
