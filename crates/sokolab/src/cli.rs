//! The command line as data: help, completions and manual are all made from it.

mod values;

use std::{ffi::OsString, path::PathBuf};

use clap::{Args, ColorChoice, Parser, Subcommand, ValueEnum, ValueHint};
use soko_formats::{Format, Legend};

pub(crate) use values::{MemoryLimit, PositionNumber, TimeLimit};

use crate::level_source::Reading;

/// Shown under the short help.
const SHORT_EXAMPLES: &str = "\
Examples:
  sokolab play                                 play the built-in levels in this terminal
  sokolab solve levels.xsb --time-limit 10s    solve every level of a file
  sokolab show levels.xsb#12 --output 12.svg   draw level 12

More: sokolab COMMAND --help";

/// Solve, play, check, draw and convert Sokoban levels.
#[derive(Parser, Debug)]
#[command(
    name = "sokolab",
    version,
    arg_required_else_help = true,
    subcommand_required = true,
    disable_help_subcommand = true,
    max_term_width = 100,
    after_help = SHORT_EXAMPLES,
    after_long_help = values::long_notes(),
)]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(crate) command: Command,

    /// Print results and errors only: no progress, no summaries, no notes
    #[arg(short, long, global = true)]
    pub(crate) quiet: bool,

    /// When to use colours; auto means on terminals, unless `NO_COLOR` is set
    #[arg(long, global = true, value_name = "WHEN", default_value = "auto")]
    pub(crate) color: ColorChoice,
}

/// What to do.
#[derive(Subcommand, Debug)]
pub(crate) enum Command {
    /// Let a player solve levels
    #[command(visible_alias = "s", after_long_help = SOLVE_EXAMPLES)]
    Solve(SolveArgs),
    /// List every problem of level files, with line, column and remedy
    #[command(after_long_help = CHECK_EXAMPLES)]
    Check(CheckArgs),
    /// Show levels in the terminal, or draw them as SVG, PNG or animated GIF
    #[command(after_long_help = SHOW_EXAMPLES)]
    Show(ShowArgs),
    /// Write levels in another format
    #[command(after_long_help = CONVERT_EXAMPLES)]
    Convert(ConvertArgs),
    /// Play levels in the terminal, with keys or mouse
    #[command(after_long_help = PLAY_EXAMPLES)]
    Play(PlayArgs),
    /// List the players and their parameters
    Players(PlayersArgs),
    /// Print a script that completes commands in your shell
    #[command(after_long_help = COMPLETIONS_EXAMPLES)]
    Completions(CompletionsArgs),
    /// Print the manual, or write it as man pages
    #[command(after_long_help = MAN_EXAMPLES)]
    Man(ManArgs),
}
