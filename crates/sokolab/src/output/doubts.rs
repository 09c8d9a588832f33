//! What results files say and is not believed, on standard error.

use std::path::Path;

use soko_lab::store::Doubt;

use crate::terminal::{Terminal, printable};

/// So many are told one by one.
const TOLD: usize = 20;

/// What a merge did not take over.
pub(crate) fn left_out(file: &Path, doubts: &[Doubt], terminal: &mut Terminal) {
    let help = "everything else came in; ask for a correct file where this one was made";
    told(file, doubts, "left out", |message, last| terminal.error(message, last.then_some(help)));
}

/// Best solutions of our own file that were wrong.
pub(crate) fn mended(file: &Path, doubts: &[Doubt], terminal: &mut Terminal) {
    let help = "nothing to do: they were wrong, and those that replay are in their place";
    told(file, doubts, "made anew from the runs", |message, last| {
        terminal.warning(message, last.then_some(help));
    });
}

/// Best solutions that a report cannot show.
pub(crate) fn not_shown(file: &Path, doubts: &[Doubt], terminal: &mut Terminal) {
    let help = "the next 'sokolab bench' or 'sokolab merge' on this file makes them anew from its runs";
    told(file, doubts, "not shown", |message, last| terminal.warning(message, last.then_some(help)));
}

/// Runs whose word a known solution refutes.
pub(crate) fn refuted(file: &Path, doubts: &[Doubt], terminal: &mut Terminal) {
    let help = "a proof that was wrong is a bug of the player or a changed file: see 'sokolab protocol'";
    told(file, doubts, "refuted", |message, last| terminal.warning(message, last.then_some(help)));
}

fn told(file: &Path, doubts: &[Doubt], what: &str, mut say: impl FnMut(String, bool)) {
    let file = file.display();
    for (i, doubt) in doubts.iter().take(TOLD).enumerate() {
        let message = format!("{file}: {doubt}: {what}");
        say(printable(&message).into_owned(), i + 1 == doubts.len());
    }
    if let Some(more) = doubts.len().checked_sub(TOLD).filter(|&more| more > 0) {
        say(format!("{file}: {more} more: {what}"), true);
    }
}
