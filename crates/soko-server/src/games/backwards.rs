//! The reverse games that are being played: started, played and, once they are won, kept.

use super::{
    GameLevel, MAX_ACTS, ReverseAct, ReverseState,
    reverse::ReverseGame,
    table::{Games, lock},
};
use crate::{limits, problem::Problem};

impl Games {
    /// Starts a reverse game of a level.
    ///
    /// # Errors
    /// There is no such level, or it cannot be played backwards.
    pub(crate) fn start_reverse(&self, collection: &str, number: usize) -> Result<ReverseState, Problem> {
        let (_, item) = self.library.item(collection, number)?;
        let (board, hash) = item.playable().map_err(|why| {
            Problem::conflict(format!("this level cannot be played: {why}")).help("repair it in the editor")
        })?;
        let of =
            GameLevel { collection: collection.to_owned(), number, title: item.title.clone(), hash: *hash };
        let mut table = lock(&self.reverse);
        table.clock += 1;
        let clock = table.clock;
        let id = self.fresh_number();
        let mut game = ReverseGame::new(id, of, board)?;
        let state = game.state();
        if table.all.len() >= limits::GAMES
            && let Some(idle) = table.all.iter().min_by_key(|(_, (used, _))| *used).map(|(id, _)| *id)
        {
            table.all.remove(&idle);
        }
        table.all.insert(id, (clock, game));
        Ok(state)
    }

    /// Does what the player of a reverse game wants; a solution goes to the records.
    ///
    /// # Errors
    /// There is no such game, there are too many acts, or the records cannot be written.
    pub(crate) fn act_reverse(&self, id: u64, acts: &[ReverseAct]) -> Result<ReverseState, Problem> {
        if acts.len() > MAX_ACTS {
            return Err(Problem::bad(format!("{} acts in one request; at most {MAX_ACTS}", acts.len())));
        }
        let mut table = lock(&self.reverse);
        table.clock += 1;
        let clock = table.clock;
        let (used, game) = table.all.get_mut(&id).ok_or_else(|| {
            Problem::missing(format!("there is no reverse game {id}"))
                .help("start one with POST /api/reverse-games")
        })?;
        *used = clock;
        for act in acts {
            game.act(act);
        }
        let (state, change) = (game.state(), game.change());
        drop(table);
        if let Some(change) = change {
            let (level, hash) = (change.level.clone(), change.hash);
            self.records.keep(vec![change])?;
            if let Some((_, game)) = lock(&self.reverse).all.get_mut(&id) {
                game.kept = true;
            }
            if let Some(best) = self.records.shortest(&level, hash) {
                self.results.learn_mine(hash, best);
            }
        }
        Ok(state)
    }
}
