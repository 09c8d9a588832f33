//! One module per sub-command. Each takes its arguments and the terminal, and says how it went.

mod check;
mod completions;
mod convert;
mod experiment;
mod explain;
mod man;
mod play;
mod players;
mod show;
mod solve;

use crate::{
    cli::Command,
    exit::{Exit, Failure},
    terminal::Terminal,
};

/// Runs a command.
pub(crate) fn run(command: &Command, terminal: &mut Terminal) -> Result<Exit, Failure> {
    match command {
        Command::Solve(args) => solve::run(args, terminal),
        Command::Check(args) => check::run(args, terminal),
        Command::Show(args) => show::run(args, terminal),
        Command::Explain(args) => explain::run(args, terminal),
        Command::Convert(args) => convert::run(args, terminal),
        Command::Play(args) => play::run(args, terminal),
        Command::Players(args) => players::run(args, terminal),
        Command::Experiment(args) => experiment::run(args, terminal),
        Command::Completions(args) => completions::run(args, terminal),
        Command::Man(args) => man::run(args, terminal),
    }
}
