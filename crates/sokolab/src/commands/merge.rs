//! `sokolab merge`: results files put together.

use std::io::Write;

use soko_lab::{Store, store::BenchLock};
use soko_solver::quantity::show_number;

use crate::{
    cli::lab::MergeArgs,
    exit::{Exit, Failure},
    terminal::Terminal,
};

/// Merges.
pub(super) fn run(args: &MergeArgs, terminal: &mut Terminal) -> Result<Exit, Failure> {
    let _lock = BenchLock::take(&args.into)?;
    let mut store = Store::open(&args.into)?;
    for from in &args.from {
        let merged = store.merge(from)?;
        let (new, known) = (show_number(merged.new_runs, "new run"), show_number(merged.known_runs, "run"));
        writeln!(terminal, "{}: {new}, {known} known before", from.display())?;
        terminal.flush()?;
    }
    let (file, runs) = (args.into.display(), show_number(store.runs()?, "run"));
    writeln!(terminal, "{file}: {runs} in all")?;
    Ok(Exit::Done)
}
