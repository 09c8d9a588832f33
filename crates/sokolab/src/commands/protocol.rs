//! `sokolab protocol`: everything about one recorded run.

use std::io::Write;

use soko_lab::{Store, protocol};

use crate::{
    cli::protocol::ProtocolArgs,
    exit::{Exit, Failure},
    terminal::Terminal,
};

/// Prints the protocol.
pub(super) fn run(args: &ProtocolArgs, terminal: &mut Terminal) -> Result<Exit, Failure> {
    let run = Store::read(&args.database)?.run(&args.run)?;
    if let Some(why) = &run.doubt {
        terminal.warning(
            format!("{}: run {}: {why}", args.database.display(), run.info.id.short()),
            Some("do not believe it; 'sokolab merge' into a new file leaves it behind"),
        );
    }
    if args.json {
        writeln!(terminal, "{}", protocol::json(&run))?;
    } else {
        write!(terminal, "{}", protocol::text(&run))?;
    }
    Ok(Exit::Done)
}
