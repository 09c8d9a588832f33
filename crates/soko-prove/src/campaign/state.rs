//! How far a campaign has come: the totals of the trials below one number, as they are kept in a file.

use std::{collections::BTreeMap, fs, io, path::Path};

use serde::{Deserialize, Serialize};

use crate::trial::{Ending, Outcome};

/// How the trials of a player ended.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Tally {
    /// Trials.
    pub trials: u64,
    /// Solutions about which no more was said.
    pub solved: u64,
    /// Solutions said to be best.
    pub optimal: u64,
    /// Levels said to have no solution.
    pub unsolvable: u64,
    /// No claim within nodes and memory.
    pub undecided: u64,
    /// No claim within the time.
    pub late: u64,
    /// False claims, broken promises, panics and trials that never ended.
    pub faults: u64,
}

impl Tally {
    /// Trials that made a claim.
    pub const fn claims(&self) -> u64 {
        self.solved + self.optimal + self.unsolvable
    }

    /// Counts a trial.
    pub const fn count(&mut self, outcome: &Outcome) {
        self.trials += 1;
        match outcome.ending {
            Ending::Solved => self.solved += 1,
            Ending::Optimal => self.optimal += 1,
            Ending::Unsolvable => self.unsolvable += 1,
            Ending::Undecided => self.undecided += 1,
            Ending::Late => self.late += 1,
        }
        if outcome.fault.is_some() {
            self.faults += 1;
        }
    }

    /// Adds another tally.
    pub const fn add(&mut self, other: &Self) {
        self.trials += other.trials;
        self.solved += other.solved;
        self.optimal += other.optimal;
        self.unsolvable += other.unsolvable;
        self.undecided += other.undecided;
        self.late += other.late;
        self.faults += other.faults;
    }
}

/// Tallies by player.
pub type Tallies = BTreeMap<String, Tally>;

/// The sum of all players.
pub fn sum(tallies: &Tallies) -> Tally {
    let mut all = Tally::default();
    for tally in tallies.values() {
        all.add(tally);
    }
    all
}

/// The state of a campaign: everything about the trials of the levels below `next`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct State {
    /// The campaign's seed.
    pub seed: u64,
    /// Its only player, if it has one.
    pub player: Option<String>,
    /// The program that made these trials.
    pub program: String,
    /// The level that comes next.
    pub next: u64,
    /// Seconds at work.
    pub seconds: f64,
    /// How trials ended.
    pub tallies: Tallies,
    /// Trials that made no claim within the time, as far as they fit here.
    pub late: Vec<u64>,
    /// Counterexamples written, by what they have in common.
    pub written: BTreeMap<String, u64>,
}

impl State {
    /// Reads a state.
    ///
    /// # Errors
    /// The file cannot be read or is no state.
    pub fn read(path: &Path) -> io::Result<Self> {
        serde_json::from_slice(&fs::read(path)?).map_err(io::Error::other)
    }

    /// Writes the state: all of it or nothing.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn write(&self, path: &Path) -> io::Result<()> {
        let beside = path.with_extension("new");
        if let Some(folder) = path.parent() {
            fs::create_dir_all(folder)?;
        }
        fs::write(&beside, serde_json::to_vec_pretty(self).map_err(io::Error::other)?)?;
        fs::rename(beside, path)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_state_is_read_as_it_was_written() {
        let folder = std::env::temp_dir().join(format!("soko-prove-{}", std::process::id()));
        let path = folder.join("state.json");
        let tally = Tally { trials: 3, optimal: 2, ..Tally::default() };
        let state =
            State { seed: 7, next: 5, tallies: [("bfs".to_owned(), tally)].into(), ..State::default() };
        state.write(&path).expect("a file");
        assert_eq!(State::read(&path).expect("a state"), state);
        fs::remove_dir_all(folder).expect("the folder is ours");
    }
}
