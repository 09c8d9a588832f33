//! The levels that are used, and how they are looked at.

use std::{collections::BTreeSet, fs, path::Path};

use libtest_mimic::Failed;
use soko_core::{Level, Maze, Square, State, check, identity};
use soko_expert::internals::{
    Finding, ForwardDeadlocks, ForwardPatterns, LevelTables, PatternDomain, Switches, lost_around, try_all,
};
use soko_formats::{ReadOptions, read};
use soko_levels::find;

use crate::thorough;

/// A level and how to call it.
pub(crate) type Named = (String, Level);

/// Some of our own collections.
pub(crate) struct Own(&'static [&'static str]);

/// Those with as many boxes as goals.
pub(crate) const OWN: Own = Own(&["tutorial", "first-steps", "workshop", "classes", "summit"]);

impl Own {
    pub(crate) fn levels(&self) -> Vec<Named> {
        self.0.iter().flat_map(|id| builtin(id)).filter(|(_, level)| is_balanced(level)).collect()
    }
}

/// Levels with boxes or goals to spare.
pub(crate) fn variants() -> Vec<Named> {
    builtin("variants")
}

fn builtin(id: &str) -> Vec<Named> {
    find(id).map_or_else(Vec::new, |builtin| parse(id, builtin.text.as_bytes()))
}

fn is_balanced(level: &Level) -> bool {
    level.boxes() == level.goals().len()
}

fn parse(name: &str, bytes: &[u8]) -> Vec<Named> {
    let document = read(bytes, &ReadOptions { name: Some(name.to_owned()), ..ReadOptions::default() });
    let entries = document.collection.entries.iter().enumerate();
    entries.filter_map(|(i, entry)| Some((format!("{name}#{}", i + 1), check(&entry.board).level?))).collect()
}

/// All levels of a file.
pub(crate) fn shared(file: &Path) -> Result<Vec<Named>, Failed> {
    let name = file.file_name().unwrap_or_default().to_string_lossy();
    let bytes = fs::read(file).map_err(|error| format!("{name}: {error}"))?;
    Ok(parse(&name, &bytes))
}

/// Small levels of the shared collection, each once up to symmetry.
pub(crate) fn small(root: &Path) -> Vec<Named> {
    const FILES: [&str; 4] = [
        "large_test_suite/Microban_155.xsb",
        "large_test_suite/Microban II_135.xsb",
        "large_test_suite/SokEvo_107.xsb",
        "slc_hoste/MiniCosmos.slc",
    ];
    let mut seen = BTreeSet::new();
    let levels = FILES.iter().filter_map(|file| shared(&root.join(file)).ok()).flatten();
    let most = if thorough() { 60 } else { 40 };
    levels.filter(|(_, level)| level.floor().len() <= most && seen.insert(identity::family(level))).collect()
}

/// Deadlock tests that have learned nothing yet.
pub(crate) fn deadlocks<const W: usize>(tables: &LevelTables<'_, W>) -> ForwardDeadlocks<W> {
    let Ok(deadlocks) = ForwardDeadlocks::new(tables, Switches::default(), &mut soko_core::Unlimited);
    deadlocks
}

/// A complaint about a position, with the board.
pub(crate) fn complaint<const W: usize>(what: &str, (name, level): &Named, state: &State<W>) -> Failed {
    let board = level.draw(&Maze::<W>::new(level).position(state));
    format!("{what} in {name}:\n{board}").into()
}

/// Positions a proof with all boxes may visit.
const PROOF: usize = 50;

/// Does trying everything show that a position is lost?
pub(crate) fn shown_lost<const W: usize>(
    deadlocks: &mut ForwardDeadlocks<W>,
    tables: &LevelTables<'_, W>,
    state: &State<W>,
) -> bool {
    proven(&mut ForwardPatterns { deadlocks, tables }, state)
}

/// The same in either direction.
pub(crate) fn proven<const W: usize>(domain: &mut impl PatternDomain<W>, state: &State<W>) -> bool {
    let finding = try_all(domain, state, PROOF, &mut || Ok(())).expect("no halt");
    matches!(finding, Finding::Lost)
}

/// Do the boxes around one of them show that a position is lost, each proof within `budget` positions?
pub(crate) fn proven_around<const W: usize>(
    domain: &mut impl PatternDomain<W>,
    state: &State<W>,
    square: Square,
    budget: usize,
) -> bool {
    lost_around(domain, state, square, budget, &mut || Ok(())).expect("no halt")
}
