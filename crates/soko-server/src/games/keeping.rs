//! What outlives a game: solutions and unfinished games, in the user's records file.
//!
//! A game is kept when it is solved and when its page asks for it, which it does when it is left.

use soko_records::{Change, KeptSolution, Ranking, Snapshot, SnapshotChange};

use super::Game;
use crate::{problem::Problem, records::Records};

impl Game {
    /// Keeps the game: its solution if it is solved, else how far it is. Says which records it won.
    pub(super) fn keep(&mut self, records: &Records) -> Result<Vec<&'static str>, Problem> {
        let solution = self.session.solution();
        let after = if solution.is_some() { None } else { snapshot(self) };
        let before = self.kept.clone();
        if solution.is_none() && before == after {
            return Ok(Vec::new());
        }
        let level = self.session.level().clone();
        let known = records.of(&level, self.level.hash);
        let won = solution.as_ref().map(|solution| {
            let won = |ranking: &Ranking| known.improves(*ranking, solution.metrics());
            Ranking::ALL.into_iter().filter(won).map(name).collect::<Vec<_>>()
        });
        let change = Change {
            level,
            hash: self.level.hash,
            title: self.level.title.clone(),
            solutions: solution
                .into_iter()
                .map(|solution| KeptSolution { solution, help: self.help })
                .collect(),
            snapshot: Some(SnapshotChange { before, after: after.clone() }),
        };
        records.keep(&change)?;
        self.kept = after;
        Ok(won.unwrap_or_default())
    }

    /// Takes up the unfinished game of a level, if there is one.
    pub(super) fn resume(&mut self, records: &Records) {
        let level = self.session.level().clone();
        let Some(found) = records.of(&level, self.level.hash).snapshot else { return };
        if let Some(session) = soko_core::Session::restore(level, &found.moves, found.done) {
            self.session = session;
            self.help = found.help;
            self.kept = Some(found);
            self.follow(usize::MAX);
        }
    }
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
