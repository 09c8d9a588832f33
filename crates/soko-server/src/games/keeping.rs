//! What outlives a game: solutions and unfinished games, in the user's records file.
//!
//! The file is shared with the terminal game; `soko-records` merges under a lock and replays everything it is told. A game is
//! kept when it is solved and when its page asks for it, which it does when it is left.

use std::path::Path;

use soko_core::{Level, LevelHash};
use soko_lab::store::Shortest;
use soko_records::{
    Book, Change, FILE_NAME, KeptSolution, LevelRecord, Loaded, Ranking, RecordsFile, Snapshot,
    SnapshotChange,
};

use super::Game;
use crate::answer::Problem;

/// The records file.
pub(crate) struct Records(RecordsFile);

impl Records {
    /// The records in a folder.
    pub(crate) fn in_folder(folder: &Path) -> Self {
        Self(RecordsFile::at(folder.join(FILE_NAME)))
    }

    /// The book as it is now; empty if it cannot be read.
    pub(crate) fn book(&self) -> Book {
        self.0.load().map(|Loaded { book, .. }| book).unwrap_or_default()
    }

    /// What is known of a level.
    pub(crate) fn of(&self, level: &Level, hash: LevelHash) -> LevelRecord {
        self.book().record(level, hash).0
    }

    /// Keeps the game: its solution if it is solved, else how far it is. Says which records it won.
    pub(crate) fn keep(&self, game: &mut Game) -> Result<Vec<&'static str>, Problem> {
        let solution = game.session.solution();
        let after = if solution.is_some() { None } else { snapshot(game) };
        let before = game.kept.clone();
        if solution.is_none() && before == after {
            return Ok(Vec::new());
        }
        let level = game.session.level().clone();
        let known = self.of(&level, game.hash);
        let won = solution.as_ref().map(|solution| {
            let won = |ranking: &Ranking| known.improves(*ranking, solution.metrics());
            Ranking::ALL.into_iter().filter(won).map(name).collect::<Vec<_>>()
        });
        let change = Change {
            level,
            hash: game.hash,
            title: game.title.clone(),
            solutions: solution
                .into_iter()
                .map(|solution| KeptSolution { solution, help: game.help })
                .collect(),
            snapshot: Some(SnapshotChange { before, after: after.clone() }),
        };
        self.0.keep([&change]).map_err(Problem::conflict)?;
        game.kept = after;
        Ok(won.unwrap_or_default())
    }

    /// Takes up the unfinished game of a level, if there is one.
    pub(crate) fn resume(&self, game: &mut Game) {
        let level = game.session.level().clone();
        let Some(found) = self.of(&level, game.hash).snapshot else { return };
        if let Some(session) = soko_core::Session::restore(level, &found.moves, found.done) {
            game.session = session;
            game.help = found.help;
            game.kept = Some(found);
            game.follow(usize::MAX);
        }
    }
}

/// The lengths of the best solutions in a record.
pub(crate) fn shortest(record: &LevelRecord) -> Option<Shortest> {
    let moves = record.fewest_moves.as_ref()?.solution.metrics().moves;
    let pushes = record.fewest_pushes.as_ref()?.solution.metrics().pushes;
    Some(Shortest { moves, pushes })
}

fn snapshot(game: &Game) -> Option<Snapshot> {
    let moves: Vec<_> = game.session.history().iter().map(|step| step.direction).collect();
    let done = game.session.steps().len();
    (!moves.is_empty()).then_some(Snapshot { moves, done, help: game.help })
}

const fn name(ranking: Ranking) -> &'static str {
    match ranking {
        Ranking::FewestMoves => "moves",
        Ranking::FewestPushes => "pushes",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::Act;

    fn game(board: &str) -> Game {
        let level = Level::parse(board).unwrap();
        let hash = soko_core::identity::exact(&level);
        Game::new(1, ("x".to_owned(), 1, None), &level, hash)
    }

    fn act(game: &mut Game, json: &str) {
        let act: Act = serde_json::from_str(json).unwrap();
        game.act(&act).unwrap();
    }

    const BOARD: &str = "########\n#@ $  .#\n#      #\n########";

    #[test]
    fn an_unfinished_game_is_taken_up_and_a_solution_is_a_record() {
        let folder = tempfile::tempdir().unwrap();
        let records = Records::in_folder(folder.path());
        let mut first = game(BOARD);
        act(&mut first, r#"{"do":"play","moves":"rrR"}"#);
        act(&mut first, r#"{"do":"undo","grain":"move"}"#);
        assert!(records.keep(&mut first).unwrap().is_empty());
        let mut second = game(BOARD);
        records.resume(&mut second);
        assert_eq!((second.session.steps().len(), second.session.history().len()), (2, 3));
        act(&mut second, r#"{"do":"push","from":[4,1],"to":[6,1]}"#);
        assert_eq!(records.keep(&mut second).unwrap(), ["moves", "pushes"]);
        assert!(records.keep(&mut second).unwrap().is_empty(), "the same again wins nothing");
        let mut third = game(BOARD);
        records.resume(&mut third);
        assert!(third.session.history().is_empty(), "a finished game is not resumed");
        let record = records.of(third.session.level(), third.hash);
        assert_eq!(shortest(&record), Some(Shortest { moves: 4, pushes: 3 }));
    }
}
