//! `sokolab merge`: results files put together.

use std::io::Write;

use soko_lab::{
    Store,
    store::{BenchLock, Source},
};
use soko_solver::quantity::show_number;

use crate::{
    cli::merge::MergeArgs,
    exit::{Exit, Failure},
    output::doubts,
    terminal::Terminal,
};

/// Merges.
pub(super) fn run(args: &MergeArgs, terminal: &mut Terminal) -> Result<Exit, Failure> {
    // All of them before the first: a file that is not there must not leave half a union, nor an empty one.
    let sources =
        args.from.iter().map(|from| Source::open(from, &args.into)).collect::<Result<Vec<_>, _>>()?;
    let _lock = BenchLock::take(&args.into)?;
    let mut store = Store::open(&args.into)?;
    store.check()?;
    doubts::mended(&args.into, &store.repair_best()?, terminal);
    let mut exit = Exit::Done;
    let mut refuted = Vec::new();
    for source in &sources {
        let merged = store.merge(source)?;
        let (new, known) = (show_number(merged.new_runs, "new run"), show_number(merged.known_runs, "run"));
        writeln!(terminal, "{}: {new}, {known} known before", source.path().display())?;
        terminal.flush()?;
        if !merged.left_out.is_empty() {
            doubts::left_out(source.path(), &merged.left_out, terminal);
            exit = Exit::BadInput;
        }
        refuted = merged.refuted;
    }
    doubts::refuted(&args.into, &refuted, terminal);
    let (file, runs) = (args.into.display(), show_number(store.runs()?, "run"));
    writeln!(terminal, "{file}: {runs} in all")?;
    Ok(exit)
}
