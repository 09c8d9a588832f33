//! Measures the deadlock rules: what each finds, whether it ever errs, and what a call costs.
//!
//! ```text
//! cargo run --release -p soko-analysis --example rule_table [-- [--to FILE] [DIRECTORY]]
//! ```
//!
//! Every rule judges every position of many small levels: our own, random ones, and with a directory the small
//! ones of the level files there. An oracle knows which positions can be won. The table is written to
//! `docs/experiments/deadlock-rules.md`, or to the file named. Everything but the times is the same in every run.

#[path = "../../tests/deadlock/boards.rs"]
mod boards;
#[path = "../../tests/deadlock/oracle.rs"]
mod oracle;
#[path = "../../../soko-core/tests/rules/random_board.rs"]
mod random_board;
#[path = "../../tests/deadlock/shared.rs"]
mod shared;
mod survey;
mod table;

use std::{error::Error, fs, path::PathBuf};

use survey::Survey;

/// Where the table of our own levels is kept.
const PAGE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/experiments/deadlock-rules.md");
/// Bits of an oracle that a level may need.
const BITS: usize = 60_000_000;
/// Random levels.
const RANDOM: usize = 600;

#[expect(clippy::print_stdout, reason = "a program for people at a terminal")]
fn main() -> Result<(), Box<dyn Error>> {
    let (mut page, mut directory) = (PathBuf::from(PAGE), None);
    let mut arguments = std::env::args_os().skip(1);
    while let Some(argument) = arguments.next() {
        if argument == "--to" {
            page = arguments.next().ok_or("--to needs a file")?.into();
        } else {
            directory = Some(PathBuf::from(argument));
        }
    }
    if let Some(missing) = directory.as_ref().filter(|directory| !directory.is_dir()) {
        return Err(format!("{} is no directory", missing.display()).into());
    }
    let small = |(_, level): &boards::Named| oracle::size(level) <= BITS;
    let own = boards::drawn().chain(boards::built_in()).filter(small);
    let others = directory.as_deref().map_or_else(Vec::new, |root| shared::small(root, BITS / 60));
    let mut survey = Survey::default();
    for (name, level) in own.chain(boards::random(RANDOM, BITS / 10)).chain(others) {
        survey.add(&name, &level);
    }
    let text = table::page(&survey, directory.is_some());
    if let Some(folder) = page.parent() {
        fs::create_dir_all(folder)?;
    }
    fs::write(&page, &text)?;
    println!("{text}");
    println!("written to {}", page.display());
    if survey.alarms.is_empty() { Ok(()) } else { Err(survey.alarms.join("\n").into()) }
}
