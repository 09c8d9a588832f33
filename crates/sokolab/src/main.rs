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
mod gathering;
mod interrupt;
mod keep;
mod level_source;
mod machine;
mod output;
mod picture;
mod polish;
mod runner;
mod table_file;
mod terminal;
mod text_board;

use std::{ffi::OsString, io::Write, process::ExitCode};

use clap::Parser;

use crate::{cli::Cli, exit::Exit, terminal::Terminal};

fn main() -> ExitCode {
    bug::guard(|| run(std::env::args_os())).into()
}

fn run(arguments: impl Iterator<Item = OsString>) -> Exit {
    let cli = match Cli::try_parse_from(arguments) {
        Ok(cli) => cli,
        Err(error) => {
            // Help goes to standard output, complaints to standard error; a closed one is nobody's loss.
            let _ = error.print();
            return if error.use_stderr() { Exit::BadInput } else { Exit::Done };
        }
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
