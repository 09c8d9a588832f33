//! What outlives a game: solutions and unfinished games, in the user's records file.
//!
//! A game is kept while it is played (`keeper.rs`), when it is solved, and when its page is left.

use soko_core::{Direction, Session};
use soko_records::{Change, KeptSolution, Ranking, Snapshot, SnapshotChange};

use super::Game;
use crate::{problem::Problem, records::Records};

impl Game {
    /// Keeps the game: its solution if it is solved, else how far it is. Says which records it won.
    pub(super) fn keep(&mut self, records: &Records) -> Result<Vec<&'static str>, Problem> {
        let Some(change) = self.change() else { return Ok(Vec::new()) };
        let known = records.of(&change.level, change.hash);
        let improves =
            |kept: &KeptSolution, ranking: Ranking| known.improves(ranking, kept.solution.metrics());
        let won = change
            .solutions
            .iter()
            .flat_map(|kept| Ranking::ALL.into_iter().filter(|ranking| improves(kept, *ranking)).map(name));
        let won = won.collect();
        records.keep(vec![change])?;
        self.kept = self.progress();
        Ok(won)
    }

    /// What is new for the records, if anything is.
    pub(super) fn change(&self) -> Option<Change> {
        let solution = self.session.solution();
        let (before, after) = (self.kept.clone(), self.progress());
        if solution.is_none() && before == after {
            return None;
        }
        Some(Change {
            level: self.session.level().clone(),
            hash: self.level.hash,
            title: self.level.title.clone(),
            solutions: solution
                .into_iter()
                .map(|solution| KeptSolution { solution, help: self.help })
                .collect(),
            snapshot: Some(SnapshotChange { before, after }),
        })
    }

    /// How far an unfinished game is; nothing if it is solved, or nothing was played.
    pub(super) fn progress(&self) -> Option<Snapshot> {
        let moves: Vec<_> = self.session.history().iter().map(|step| step.direction).collect();
        let done = self.session.steps().len();
        let unfinished = !moves.is_empty() && !self.session.is_solved();
        unfinished.then_some(Snapshot { moves, done, help: self.help })
    }

    /// Takes up the unfinished game of a level, if there is one.
    pub(super) fn resume(&mut self, records: &Records) {
        let level = self.session.level();
        let Some(found) = records.of(level, self.level.hash).snapshot else { return };
        if self.restore(&found.moves, found.done) {
            self.help = found.help;
            self.kept = Some(found);
        }
    }

    /// Goes on from a line of steps, so many of them made. False if they cannot be played here.
    pub(super) fn restore(&mut self, moves: &[Direction], done: usize) -> bool {
        let Some(session) = Session::restore(self.session.level().clone(), moves, done) else { return false };
        self.session = session;
        self.follow(usize::MAX);
        true
    }
}

const fn name(ranking: Ranking) -> &'static str {
    match ranking {
        Ranking::FewestMoves => "moves",
        Ranking::FewestPushes => "pushes",
    }
}

#[cfg(test)]
mod tests {
    use soko_core::Level;
    use soko_lab::store::Shortest;

    use super::*;
    use crate::games::Act;

    fn game(board: &str) -> Game {
        Game::of_board(1, &Level::parse(board).unwrap())
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
        assert!(first.keep(&records).unwrap().is_empty());
        let mut second = game(BOARD);
        second.resume(&records);
        assert_eq!((second.session.steps().len(), second.session.history().len()), (2, 3));
        act(&mut second, r#"{"do":"push","from":[4,1],"to":[6,1]}"#);
        assert_eq!(second.keep(&records).unwrap(), ["moves", "pushes"]);
        assert!(second.keep(&records).unwrap().is_empty(), "the same again wins nothing");
        let mut third = game(BOARD);
        third.resume(&records);
        assert!(third.session.history().is_empty(), "a finished game is not resumed");
        let shortest = records.shortest(third.session.level(), third.level.hash);
        assert_eq!(shortest, Some(Shortest { moves: 4, pushes: 3 }));
    }
}
