//! Best solutions and unfinished games, kept between runs in one JSON file of the user.
//!
//! **What is kept.** Per level, keyed by its [`exact`](soko_core::identity::exact) hash: two lexicographic
//! winners ([`Ranking`]) and the snapshot of a game in progress. A winner is only ever replaced by a better
//! one.
//!
//! **What is trusted.** Nothing: the file may have been edited, cut off or merged by hand. A solution counts
//! only after [`replay`](soko_core::replay()) on the very level it is asked for ([`Book::record`]). What does
//! not replay is reported and ignored; it stays in the file, and if a real solution takes its place it moves
//! to the entry's list `damaged`. Fields that this version does not know are carried along untouched.
//!
//! **How it is written** ([`RecordsFile::keep`]). Under a lock file the records are read afresh, the changes
//! of this run are merged into what is there *now*, the result goes to a temporary file that is synced and
//! renamed. So two games at once both keep their solutions, and a crash leaves the old file or the new one.
//! A file that is no records file at all is copied aside before it is replaced.
//!
//! **Where it is used.** In the game in the terminal, and any other game that plays for the same user beside it: nothing
//! here knows of a screen.
//!
//! ```text
//! { "format": "sokolab-records", "version": 1,
//!   "recent": ["db6c…"],
//!   "levels": { "db6c…": {
//!     "title": "First push",
//!     "fewest_moves":  { "solution": "RR", "metrics": "2/2/1/1/1/1", "help": "off" },
//!     "fewest_pushes": { "solution": "RR", "metrics": "2/2/1/1/1/1", "help": "off" },
//!     "snapshot":      { "moves": "R*R", "help": "dead squares" } } } }
//! ```
//!
//! In a snapshot `*` stands before the moves that were taken back, as in `.sok` files.

mod book;
mod entry;
mod file;
mod help;

use std::path::PathBuf;

use soko_core::{Direction, Level, LevelHash, Metrics, Solution, Verified};

pub use book::Book;
pub use file::{Loaded, RecordsFile};
pub use help::HelpLevel;

/// Name of the records file in the data directory.
pub const FILE_NAME: &str = "records.json";

/// Where the records of this user live: `$XDG_DATA_HOME/sokolab` (usually `~/.local/share/sokolab`) on
/// Linux, `~/Library/Application Support/sokolab` on macOS, `%APPDATA%\sokolab` on Windows. `None` if there
/// is no home directory.
pub fn default_path() -> Option<PathBuf> {
    use etcetera::BaseStrategy as _;
    let base = etcetera::base_strategy::choose_native_strategy().ok()?;
    Some(base.data_dir().join("sokolab").join(FILE_NAME))
}

/// The two orders in which solutions compete. All six measures take part, so equals are truly equal.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ranking {
    /// Moves, then pushes, then box lines, box changes, pushing sessions, player lines.
    FewestMoves,
    /// Pushes, then moves, then the rest in the same order.
    FewestPushes,
}

impl Ranking {
    /// Both rankings.
    pub const ALL: [Self; 2] = [Self::FewestMoves, Self::FewestPushes];

    /// What to compare, most important first: less is better.
    pub const fn key(self, metrics: &Metrics) -> [u32; 6] {
        let [moves, pushes, lines, changes, sessions, player_lines] = metrics.as_array();
        match self {
            Self::FewestMoves => [moves, pushes, lines, changes, sessions, player_lines],
            Self::FewestPushes => [pushes, moves, lines, changes, sessions, player_lines],
        }
    }

    /// For people: "fewest moves".
    pub const fn name(self) -> &'static str {
        match self {
            Self::FewestMoves => "fewest moves",
            Self::FewestPushes => "fewest pushes",
        }
    }

    const fn field(self) -> &'static str {
        match self {
            Self::FewestMoves => "fewest_moves",
            Self::FewestPushes => "fewest_pushes",
        }
    }
}

/// A solution with the most help its player had on the way.
#[derive(Clone, PartialEq, Debug)]
pub struct KeptSolution {
    /// The solution; it has been replayed on its level.
    pub solution: Verified<Solution>,
    /// The highest help level that was on while it was played.
    pub help: HelpLevel,
}

/// A game in progress: the moves played and those taken back.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Snapshot {
    /// All moves, the taken back ones at the end.
    pub moves: Vec<Direction>,
    /// How many of them are played.
    pub done: usize,
    /// The highest help level that was on.
    pub help: HelpLevel,
}

/// What the records know of one level. Everything in it has been replayed.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct LevelRecord {
    /// Winner of [`Ranking::FewestMoves`].
    pub fewest_moves: Option<KeptSolution>,
    /// Winner of [`Ranking::FewestPushes`].
    pub fewest_pushes: Option<KeptSolution>,
    /// The game in progress.
    pub snapshot: Option<Snapshot>,
}

impl LevelRecord {
    /// The winner of a ranking.
    pub const fn best(&self, ranking: Ranking) -> Option<&KeptSolution> {
        match ranking {
            Ranking::FewestMoves => self.fewest_moves.as_ref(),
            Ranking::FewestPushes => self.fewest_pushes.as_ref(),
        }
    }

    const fn best_mut(&mut self, ranking: Ranking) -> &mut Option<KeptSolution> {
        match ranking {
            Ranking::FewestMoves => &mut self.fewest_moves,
            Ranking::FewestPushes => &mut self.fewest_pushes,
        }
    }

    /// Has the level ever been solved?
    pub const fn is_solved(&self) -> bool {
        self.fewest_moves.is_some()
    }

    /// Would this solution win a ranking?
    pub fn improves(&self, ranking: Ranking, metrics: &Metrics) -> bool {
        let best = self.best(ranking);
        best.is_none_or(|best| ranking.key(metrics) < ranking.key(best.solution.metrics()))
    }

    /// Takes the solution into every ranking it wins. True if there was one.
    pub fn enter(&mut self, kept: &KeptSolution) -> bool {
        let mut won = false;
        for ranking in Ranking::ALL {
            if self.improves(ranking, kept.solution.metrics()) {
                *self.best_mut(ranking) = Some(kept.clone());
                won = true;
            }
        }
        won
    }
}

/// What a run wants to keep about one level.
#[derive(Clone, Debug)]
pub struct Change {
    /// The level, for replaying what the file has.
    pub level: Level,
    /// Its exact hash.
    pub hash: LevelHash,
    /// Its title, to make the file readable.
    pub title: Option<String>,
    /// New solutions.
    pub solutions: Vec<KeptSolution>,
    /// The new snapshot, if that changed.
    pub snapshot: Option<SnapshotChange>,
}

/// A change of a level's snapshot.
#[derive(Clone, PartialEq, Debug)]
pub struct SnapshotChange {
    /// What the file had when this run last looked. If it has something else by now, another process played
    /// the level meanwhile, and that snapshot is not ours to throw away.
    pub before: Option<Snapshot>,
    /// What it shall have: `None` if there is nothing to resume.
    pub after: Option<Snapshot>,
}

/// Why the records could not be read or written.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum RecordsError {
    /// The operating system said no.
    #[error("cannot {doing} {}: {source}", path.display())]
    Io {
        /// What was tried: "read", "write"…
        doing: &'static str,
        /// Which file.
        path: PathBuf,
        /// What it said.
        source: std::io::Error,
    },
    /// Another process keeps the lock.
    #[error("{} is held by another process", path.display())]
    Locked {
        /// The lock file.
        path: PathBuf,
    },
    /// The file is far beyond anything we write.
    #[error("{} is larger than {} MiB, which no records file is", path.display(), limit >> 20)]
    TooLarge {
        /// Which file.
        path: PathBuf,
        /// The limit in bytes.
        limit: u64,
    },
    /// A later version of Sokolab wrote the file; writing it would lose what we do not understand.
    #[error("{} has version {version}; this Sokolab knows version {}", path.display(), book::VERSION)]
    Newer {
        /// Which file.
        path: PathBuf,
        /// Its version.
        version: u64,
    },
}

/// Something in the records that is wrong but does not stop a game.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum RecordsWarning {
    /// The file is no records file.
    #[error("{} is damaged ({reason}); it will be copied aside before anything is written", path.display())]
    Damaged {
        /// Which file.
        path: PathBuf,
        /// What is wrong.
        reason: String,
    },
    /// The damaged file was copied before it was replaced.
    #[error("the damaged records were copied to {}", copy.display())]
    CopiedAside {
        /// The copy.
        copy: PathBuf,
    },
    /// One entry does not replay.
    #[error("the records of level {hash} have a bad {field}, ignored: {reason}")]
    BadEntry {
        /// The level.
        hash: LevelHash,
        /// Which part of the entry.
        field: &'static str,
        /// What is wrong.
        reason: String,
    },
}
