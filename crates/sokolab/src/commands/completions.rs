//! `sokolab completions`: a script for the shell, made from the command line's own description.

use std::io::Write;

use clap::CommandFactory;

use crate::{
    cli::{Cli, completions::CompletionsArgs},
    exit::{Exit, Failure},
    terminal::Terminal,
};

/// Prints the script.
pub(super) fn run(args: &CompletionsArgs, terminal: &mut Terminal) -> Result<Exit, Failure> {
    // The generator cannot fail half-way: it writes to memory first.
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut Cli::command(), "sokolab", &mut script);
    terminal.write_all(&script)?;
    Ok(Exit::Done)
}
