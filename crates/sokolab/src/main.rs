//! `sokolab`: solve, play, check, draw and convert Sokoban levels.
//!
//! The program is flags and glue. [`cli`] describes the command line, [`level_source`] turns its arguments
//! into levels, [`commands`] calls the libraries, [`output`] renders what they report. Results go to standard
//! output through [`terminal`], everything else to standard error, and [`exit`] says how it went.

mod bug;
mod builtin;
mod cli;
mod commands;
mod destination;
mod exit;
mod interrupt;
mod level_record;
mod level_source;
mod memory;
mod merged_collection;
mod optimization;
mod output;
mod picture;
mod runner;
mod solution_file;
mod table_file;
mod terminal;
mod text_board;

use std::{
    ffi::OsString,
    io::{Write, stdout},
    process::ExitCode,
};

use clap::{ColorChoice, Parser};

use crate::{
    cli::Cli,
    exit::{Exit, Failure},
    terminal::Terminal,
};

/// The allocator of musl takes far more of the players' time (`xtask/src/dist/target.rs`).
#[cfg(target_env = "musl")]
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    bug::guard(|| run(std::env::args_os())).into()
}

fn run(arguments: impl Iterator<Item = OsString>) -> Exit {
    let cli = match Cli::try_parse_from(arguments) {
        Ok(cli) => cli,
        Err(error) => return tell(&error),
    };
    let mut terminal = Terminal::new(cli.color, cli.quiet);
    let result = commands::run(&cli.command, &mut terminal).and_then(|exit| {
        terminal.flush()?;
        Ok(exit)
    });
    result.unwrap_or_else(|failure| {
        terminal.failure(&failure);
        failure.exit()
    })
}

/// Prints help and version to standard output, complaints to standard error.
fn tell(told: &clap::Error) -> Exit {
    let printed = told.print().and_then(|()| stdout().flush());
    match printed {
        // A complaint that cannot be written cannot be reported either.
        _ if told.use_stderr() => Exit::BadInput,
        Ok(()) => Exit::Done,
        Err(error) => {
            let failure = Failure::from(error);
            Terminal::new(ColorChoice::Auto, false).failure(&failure);
            failure.exit()
        }
    }
}
