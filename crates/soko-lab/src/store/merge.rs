//! Putting the results of several machines into one file.
//!
//! Runs, levels, setups, hosts and experiments are sets of things with names made of what they are; merging is the union
//! of the sets. Of the best solutions the better one stays. So the order of merging does not matter, and merging
//! twice changes nothing. All of one file comes in, or nothing of it.

use std::path::Path;

use rusqlite::{Connection, Transaction};

use super::{Store, StoreError, best::KEEP_BETTER};

/// What a merge brought.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Merged {
    /// Runs that were not there before.
    pub new_runs: u64,
    /// Runs that were.
    pub known_runs: u64,
}

const UNION: &str = "
INSERT OR IGNORE INTO level (hash, board, boxes, log10_states)
    SELECT hash, board, boxes, log10_states FROM other.level ORDER BY id;

INSERT OR IGNORE INTO setup (name, player, parameters, threads, time_ms, nodes, memory, program)
    SELECT name, player, parameters, threads, time_ms, nodes, memory, program FROM other.setup ORDER BY id;

INSERT OR IGNORE INTO host (name, description)
    SELECT name, description FROM other.host ORDER BY id;

INSERT OR IGNORE INTO run (name, job, level, setup, host, seed, repetition, load, started_ms, outcome, optimal, pushes,
        moves, wall, cpu, iterations, generated, expanded, open, closed, peak_memory, watchdog, curves, note, solution,
        events)
    SELECT r.name, r.job, level.id, setup.id, host.id, seed, repetition, load, started_ms, outcome, optimal, pushes,
        moves, wall, cpu, iterations, generated, expanded, open, closed, peak_memory, watchdog, curves, note, solution,
        events
    FROM other.run AS r
    JOIN other.level AS l ON l.id = r.level JOIN main.level ON main.level.hash = l.hash
    JOIN other.setup AS s ON s.id = r.setup JOIN main.setup ON main.setup.name = s.name
    JOIN other.host AS h ON h.id = r.host
        JOIN main.host ON main.host.name = h.name AND main.host.description = h.description
    ORDER BY r.id;

-- The experiments that are new here, before they are written.
CREATE TEMP TABLE arriving AS
    SELECT id, digest FROM other.experiment WHERE digest NOT IN (SELECT digest FROM main.experiment);

INSERT INTO experiment (digest, name, title, about, published, program, time_ms, nodes, memory, planned_ms, command)
    SELECT digest, name, title, about, published, program, time_ms, nodes, memory, planned_ms, command
    FROM other.experiment WHERE true ORDER BY id
    ON CONFLICT DO UPDATE SET planned_ms = max(planned_ms, excluded.planned_ms),
        command = max(command, excluded.command);

INSERT INTO contender (experiment, position, name, player, preset, settings, parameters, threads)
    SELECT main.experiment.id, c.position, c.name, c.player, c.preset, c.settings, c.parameters, c.threads
    FROM temp.arriving JOIN other.contender AS c ON c.experiment = arriving.id
    JOIN main.experiment ON main.experiment.digest = arriving.digest;

INSERT INTO entry (experiment, position, level, file, number, title, optimum)
    SELECT main.experiment.id, e.position, main.level.id, e.file, e.number, e.title, e.optimum
    FROM temp.arriving JOIN other.entry AS e ON e.experiment = arriving.id
    JOIN main.experiment ON main.experiment.digest = arriving.digest
    JOIN other.level AS l ON l.id = e.level JOIN main.level ON main.level.hash = l.hash;

INSERT INTO trial (experiment, position, entry, contender, seed, repetition, job)
    SELECT main.experiment.id, t.position, t.entry, t.contender, t.seed, t.repetition, t.job
    FROM temp.arriving JOIN other.trial AS t ON t.experiment = arriving.id
    JOIN main.experiment ON main.experiment.digest = arriving.digest;

DROP TABLE temp.arriving;
";

const UNION_BEST: &str = "
INSERT INTO best (level, metric, first, second, third, fourth, fifth, sixth, solution, run)
    SELECT main.level.id, b.metric, b.first, b.second, b.third, b.fourth, b.fifth, b.sixth, b.solution, b.run
    FROM other.best AS b
    JOIN other.level AS l ON l.id = b.level JOIN main.level ON main.level.hash = l.hash
    WHERE true";

impl Store {
    /// Takes in everything of another results file.
    ///
    /// # Errors
    /// One of the files cannot be used; then nothing was taken in.
    pub fn merge(&mut self, other: &Path) -> Result<Merged, StoreError> {
        // Whatever is wrong with the other file is said about the other file.
        let theirs = Self::read(other)?;
        theirs.check()?;
        let offered = theirs.runs()?;
        drop(theirs);
        let before = self.runs()?;
        union(&mut self.connection, other).map_err(|error| StoreError::of(&self.path, error))?;
        let new_runs = self.runs()? - before;
        Ok(Merged { new_runs, known_runs: offered - new_runs })
    }
}

fn union(connection: &mut Connection, other: &Path) -> rusqlite::Result<()> {
    connection.execute("ATTACH ? AS other", [other.as_os_str().to_string_lossy()])?;
    let merge = |connection: &mut Connection| {
        let transaction = Transaction::new(connection, rusqlite::TransactionBehavior::Immediate)?;
        transaction.execute_batch(UNION)?;
        transaction.execute(&format!("{UNION_BEST}{KEEP_BETTER}"), [])?;
        transaction.commit()
    };
    let merged = merge(connection);
    connection.execute("DETACH other", [])?;
    merged
}
