//! Results files that say what is not so. Nothing of it may be believed, and nothing else of the file may be lost.

use std::{fs, path::Path};

use libtest_mimic::Failed;
use rusqlite::Connection;

use super::{ensure, expect, query, run, sokolab, steady, troubles::small};

/// All best solutions, as text.
fn best(file: &Path) -> Result<Vec<String>, Failed> {
    let connection = Connection::open(file)?;
    let mut query = connection.prepare(
        "SELECT lower(hex(hash)) || ' ' || metric || ' ' || first || ' ' || second || ' ' || sixth || ' ' || solution
         FROM best JOIN level ON level.id = best.level ORDER BY 1",
    )?;
    let rows = query.query_map([], |row| row.get(0))?;
    Ok(rows.collect::<Result<_, _>>()?)
}

/// A copy of `r.db` in which something was changed by hand.
fn forge(folder: &Path, name: &str, change: &str) -> Result<(), Failed> {
    fs::copy(folder.join("r.db"), folder.join(name))?;
    alter(&folder.join(name), change)
}

fn alter(file: &Path, change: &str) -> Result<(), Failed> {
    let connection = Connection::open(file)?;
    connection.execute_batch(
        "PRAGMA foreign_keys = OFF; DROP TRIGGER run_is_immutable; DROP TRIGGER run_is_kept;",
    )?;
    connection.execute_batch(change)?;
    Ok(())
}

/// The short solution that the level does not have.
const BEST: &str =
    "UPDATE best SET first = 1, second = 1, third = 1, fourth = 1, fifth = 1, sixth = 1, solution = 'R'
                    WHERE level = 4";

pub(super) fn best_solutions(folder: &Path) -> Result<(), Failed> {
    small(folder)?;
    let honest = best(&folder.join("r.db"))?;
    forge(folder, "f.db", BEST)?;
    let words =
        ["f.db", "the best solution by moves of level builtin:tutorial#4", "does not replay", "left out"];
    expect(&run(folder, &["merge", "new.db", "f.db"])?, 2, &words)?;
    ensure(best(&folder.join("new.db"))? == honest, || "the forged solution came in".to_owned())?;
    ensure(query(&folder.join("new.db"), "SELECT count(*) FROM run")? == 16, || "runs were lost".to_owned())?;
    expect(&run(folder, &["merge", "r.db", "f.db"])?, 2, &words)?;
    ensure(best(&folder.join("r.db"))? == honest, || "the forged solution replaced ours".to_owned())?;
    // The moves of a run with better measures than they have.
    forge(folder, "f.db", "UPDATE best SET first = 1 WHERE level = 4 AND metric = 'pushes'")?;
    let words = ["the best solution by pushes of level builtin:tutorial#4", "it says [1,"];
    expect(&run(folder, &["merge", "r.db", "f.db"])?, 2, &words)?;
    ensure(best(&folder.join("r.db"))? == honest, || "the forged measures replaced ours".to_owned())?;
    // A level that is not there.
    forge(folder, "f.db", "UPDATE best SET level = 99 WHERE level = 4")?;
    expect(&run(folder, &["merge", "new.db", "f.db"])?, 2, &["number 99", "its level is not in the file"])
}

pub(super) fn runs(folder: &Path) -> Result<(), Failed> {
    small(folder)?;
    let honest = best(&folder.join("r.db"))?;
    for (number, (change, word)) in [
        ("solution = 'R', pushes = 1, moves = 1", "its solution does not replay"),
        ("solution = 'Rx'", "its solution cannot be read"),
        ("pushes = 1", "it says 1 pushes"),
        ("solution = NULL", "has no solution"),
        (
            "solution = NULL, pushes = NULL, moves = NULL, outcome = 'time-limit', optimal = 'pushes'",
            "optimal",
        ),
        ("job = (SELECT job FROM run WHERE level = 1 LIMIT 1)", "its job is not the one"),
        ("level = 99", "its level is not in the file"),
        ("setup = 99", "its setup or its host is not in the file"),
    ]
    .into_iter()
    .enumerate()
    {
        let sql = format!(
            "UPDATE run SET {change} WHERE id = (SELECT id FROM run WHERE level = 4 AND outcome = 'solved' LIMIT 1)"
        );
        forge(folder, "f.db", &sql)?;
        let into = format!("new{number}.db");
        let output = run(folder, &["merge", &into, "f.db"])?;
        expect(&output, 2, &["f.db: run ", word, "left out"])
            .map_err(|error| Failed::from(format!("{change}: {error:?}")))?;
        ensure(query(&folder.join(&into), "SELECT count(*) FROM run")? == 15, || {
            format!("{change}: it came in, or others were lost")
        })?;
        // The true ones are known from the other file.
        expect(&run(folder, &["merge", &into, "r.db"])?, 0, &[])?;
        ensure(best(&folder.join(&into))? == honest, || format!("{change}: other best solutions"))?;
    }
    // An optimum that a shorter solution refutes cannot be seen by replay of the run alone; it is told.
    let claim = "UPDATE run SET optimal = 'moves' WHERE id = (SELECT id FROM run JOIN best USING (level)
                     WHERE metric = 'moves' AND run.moves > best.first LIMIT 1)";
    forge(folder, "f.db", claim)?;
    ensure(query(&folder.join("f.db"), "SELECT count(*) FROM run WHERE optimal = 'moves'")? == 1, || {
        "no run is longer than the best".to_owned()
    })?;
    let words = ["is the fewest moves", "is known"];
    expect(&run(folder, &["merge", "claim.db", "f.db"])?, 0, &words)
}

/// Merges the forged file into another, and expects that what is wrong is told.
fn refused(folder: &Path, into: &str, words: [&str; 2]) -> Result<(), Failed> {
    expect(&run(folder, &["merge", into, "f.db"])?, 2, &words)
}

pub(super) fn levels(folder: &Path) -> Result<(), Failed> {
    small(folder)?;
    forge(
        folder,
        "f.db",
        "UPDATE level SET board = '#####' || char(10) || '#@$.#' || char(10) || '#####' WHERE id = 4",
    )?;
    refused(folder, "new.db", ["level builtin:tutorial#4", "its board is another one than its hash names"])?;
    let new = folder.join("new.db");
    ensure(query(&new, "SELECT count(*) FROM level")? == 3, || "the level came in".to_owned())?;
    ensure(query(&new, "SELECT count(*) FROM run")? == 12, || "not the runs of the others".to_owned())?;
    // A trial that takes the runs of an easy level for those of another.
    forge(
        folder,
        "f.db",
        "UPDATE trial SET job = (SELECT job FROM trial WHERE entry = 0 LIMIT 1) WHERE entry = 3",
    )?;
    refused(folder, "other.db", ["experiment 'bench'", "names the job of another"])?;
    ensure(query(&folder.join("other.db"), "SELECT count(*) FROM experiment")? == 0, || {
        "it came in".to_owned()
    })?;
    // What follows from a board is not copied.
    forge(folder, "f.db", "UPDATE level SET boxes = 77, log10_states = 0.0")?;
    expect(&run(folder, &["merge", "facts.db", "f.db"])?, 0, &[])?;
    ensure(query(&folder.join("facts.db"), "SELECT count(*) FROM level WHERE boxes = 77")? == 0, || {
        "the number of boxes was copied".to_owned()
    })
}

pub(super) fn our_own(folder: &Path) -> Result<(), Failed> {
    let arguments = steady("builtin:tutorial#1-4", "3000");
    expect(&sokolab(folder).args(&arguments).output()?, 0, &[])?;
    let file = folder.join("r.db");
    let honest = best(&file)?;
    fs::copy(&file, folder.join("o.db"))?;
    let words =
        ["the best solution by moves of level builtin:tutorial#4", "does not replay", "from the runs"];
    alter(&file, BEST)?;
    // Readers do not show it, and say so.
    let report = run(folder, &["report", "r.db", "--table", "best", "--format", "csv"])?;
    expect(&report, 0, &["the best solution by moves of level builtin:tutorial#4", "does not replay"])?;
    ensure(!String::from_utf8_lossy(&report.stdout).contains(",R\n"), || "the report shows it".to_owned())?;
    // Writers make it anew.
    expect(&run(folder, &["merge", "r.db", "o.db"])?, 0, &words)?;
    ensure(best(&file)? == honest, || "merge left it".to_owned())?;
    Connection::open(&file)?.execute_batch(BEST)?;
    expect(&sokolab(folder).args(&arguments).output()?, 0, &words)?;
    ensure(best(&file)? == honest, || "bench left it".to_owned())?;
    // A run that does not replay is told when its protocol is read.
    Connection::open(&file)?.execute_batch(
        "UPDATE run SET solution = 'R' WHERE id = (SELECT id FROM run WHERE level = 4 LIMIT 1)",
    )?;
    let name: String = Connection::open(&file)?.query_row(
        "SELECT lower(hex(name)) FROM run WHERE level = 4 LIMIT 1",
        [],
        |row| row.get(0),
    )?;
    expect(&run(folder, &["protocol", &name, "--database", "r.db"])?, 0, &["its solution does not replay"])
}
