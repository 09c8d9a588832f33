//! `sokolab worker`: the process in which a bench lets players play. Not for people.

use std::io::{BufReader, stdin, stdout};

use soko_lab::worker;
use soko_players::PLAYERS;

use crate::exit::{Exit, Failure};

/// Serves until the bench is gone.
pub(super) fn run() -> Result<Exit, Failure> {
    worker::serve(&PLAYERS, BufReader::new(stdin()), stdout().lock())?;
    Ok(Exit::Done)
}
