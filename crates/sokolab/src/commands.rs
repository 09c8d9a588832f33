//! One module per sub-command. Each takes its arguments and the terminal, and says how it went.

mod bench;
mod check;
mod completions;
mod convert;
mod explain;
mod generate;
mod learn;
mod level_pass;
mod man;
mod merge;
mod optimize;
mod play;
mod players;
mod protocol;
mod report;
mod serve;
mod show;
mod solve;
mod table;
mod worker;

use crate::{
    cli::Command,
    exit::{Exit, Failure},
    terminal::Terminal,
};

/// Runs a command.
pub(crate) fn run(command: &Command, terminal: &mut Terminal) -> Result<Exit, Failure> {
    match command {
        Command::Solve(args) => solve::run(args, terminal),
        Command::Optimize(args) => optimize::run(args, terminal),
        Command::Check(args) => check::run(args, terminal),
        Command::Show(args) => show::run(args, terminal),
        Command::Explain(args) => explain::run(args, terminal),
        Command::Convert(args) => convert::run(args, terminal),
        Command::Generate(args) => generate::run(args, terminal),
        Command::Play(args) => play::run(args, terminal),
        Command::Serve(args) => serve::run(args, terminal),
        Command::Learn(args) => learn::run(args, terminal),
        Command::Table(args) => table::run(args, terminal),
        Command::Players(args) => players::run(args, terminal),
        Command::Bench(args) => bench::run(args, terminal),
        Command::Report(args) => report::run(args, terminal),
        Command::Merge(args) => merge::run(args, terminal),
        Command::Protocol(args) => protocol::run(args, terminal),
        Command::Worker => worker::run(),
        Command::Completions(args) => completions::run(args, terminal),
        Command::Man(args) => man::run(args, terminal),
    }
}
