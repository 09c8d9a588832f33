//! The games that are being played, by their numbers.

use std::{
    collections::BTreeMap,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::{SystemTime, UNIX_EPOCH},
};

use soko_core::Direction;
use soko_records::HelpLevel;
use soko_solver::Control;

use super::{
    Act, Advice, Analysis, Game, GameLevel, GameState, Hint, MAX_ACTS, analysis::Analyses, keeper::Keeper,
    reverse::ReverseTable,
};
use crate::{
    events::Events, library::Library, limits, problem::Problem, records::Records, results::Results,
    solutions::Solutions,
};

/// All games.
pub(crate) struct Games {
    table: Mutex<Table>,
    pub(super) reverse: Mutex<ReverseTable>,
    pub(super) library: Arc<Library>,
    pub(super) records: Arc<Records>,
    pub(super) results: Arc<Results>,
    solutions: Arc<Solutions>,
    keeper: Keeper,
    analyses: Analyses,
}

/// What a page brings along when it asks for a game.
#[derive(Default)]
pub(crate) struct Brought {
    /// The game it had before.
    pub(crate) game: Option<u64>,
    /// The line of that game and how many of its steps were made, in case the server has lost it.
    pub(crate) line: Option<(Vec<Direction>, usize)>,
    /// The most help that was on in it.
    pub(crate) help: HelpLevel,
    /// Begin anew, even if there is an unfinished game.
    pub(crate) fresh: bool,
}

struct Table {
    all: BTreeMap<u64, Arc<Mutex<Game>>>,
    /// When each was last asked for, by a count of requests.
    used: BTreeMap<u64, u64>,
    next: u64,
    clock: u64,
}

impl Default for Table {
    /// Numbers go on from the time of the start: a page that outlives the server must not take another's game for its own.
    fn default() -> Self {
        let now = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |now| now.as_millis() as u64);
        Self { all: BTreeMap::new(), used: BTreeMap::new(), next: now * 1_000, clock: 0 }
    }
}

impl Table {
    /// Adds a game. If there are too many, the one idle for longest is forgotten.
    fn add(&mut self, make: impl FnOnce(u64) -> Game) -> Arc<Mutex<Game>> {
        self.next += 1;
        self.clock += 1;
        while self.all.len() >= limits::GAMES {
            let Some(idle) = self.used.iter().min_by_key(|(_, used)| **used).map(|(id, _)| *id) else {
                break;
            };
            self.all.remove(&idle);
            self.used.remove(&idle);
        }
        let game = Arc::new(Mutex::new(make(self.next)));
        self.all.insert(self.next, Arc::clone(&game));
        self.used.insert(self.next, self.clock);
        game
    }

    fn find(&mut self, id: u64) -> Result<Arc<Mutex<Game>>, Problem> {
        self.clock += 1;
        let game = self.all.get(&id).cloned().ok_or_else(|| {
            Problem::missing(format!("there is no game {id}")).help("start one with POST /api/games")
        })?;
        self.used.insert(id, self.clock);
        Ok(game)
    }
}

impl Games {
    pub(crate) fn new(
        library: Arc<Library>,
        records: Arc<Records>,
        results: Arc<Results>,
        solutions: Arc<Solutions>,
        events: Arc<Events>,
    ) -> Self {
        let keeper = Keeper::start(Arc::clone(&records));
        let analyses = Analyses::new(events, Arc::clone(&library), Arc::clone(&solutions));
        Self {
            table: Mutex::default(),
            reverse: Mutex::default(),
            library,
            records,
            results,
            solutions,
            keeper,
            analyses,
        }
    }

    /// Goes on with a game of a level if it is still there, else starts one: with the line that the page brings, or with the
    /// unfinished game in the records, unless it is to be fresh.
    ///
    /// # Errors
    /// There is no such level, or it cannot be played.
    pub(crate) fn start(
        &self,
        (collection, number): (&str, usize),
        brought: &Brought,
    ) -> Result<GameState, Problem> {
        if let Some(game) = brought.game.and_then(|id| self.find(id).ok()) {
            let game = lock(&game);
            if (game.level.collection.as_str(), game.level.number) == (collection, number) {
                return Ok(GameState::of(&game));
            }
        }
        let (_, item) = self.library.item(collection, number)?;
        let (board, hash) = item.playable().map_err(|why| {
            Problem::conflict(format!("this level cannot be played: {why}")).help("repair it in the editor")
        })?;
        let (collection, title) = (collection.to_owned(), item.title.clone());
        let level = GameLevel { collection, number, title, hash: *hash };
        let game = lock(&self.table).add(|id| Game::new(id, level, board));
        let mut state = lock(&game);
        if !brought.fresh {
            // What is kept is looked at even if the page knows more: it is what the page's line replaces.
            state.resume(&self.records);
            if let Some((moves, done)) = &brought.line
                && state.restore(moves, *done)
            {
                state.help = state.help.max(brought.help);
                self.note(state.id, &game);
            }
        }
        Ok(GameState::of(&state))
    }

    /// A game is to be kept.
    fn note(&self, id: u64, game: &Arc<Mutex<Game>>) {
        self.keeper.note(id, Arc::clone(game));
    }

    /// Writes what was played and is not kept yet.
    pub(crate) fn close(&self) {
        self.analyses.close();
        self.keeper.close();
    }

    /// A number that no game has.
    pub(super) fn fresh_number(&self) -> u64 {
        let mut table = lock(&self.table);
        table.next += 1;
        table.next
    }

    fn find(&self, id: u64) -> Result<Arc<Mutex<Game>>, Problem> {
        lock(&self.table).find(id)
    }

    /// Looks at a game.
    ///
    /// # Errors
    /// There is none of that number.
    pub(crate) fn look<R>(&self, id: u64, look: impl FnOnce(&Game) -> R) -> Result<R, Problem> {
        let game = self.find(id)?;
        let game = lock(&game);
        Ok(look(&game))
    }

    /// Does what the player wants, one act after another. A solution goes to the records.
    ///
    /// # Errors
    /// There is no such game, an act makes no sense, or the records cannot be written.
    pub(crate) fn act(&self, id: u64, acts: &[Act], help: HelpLevel) -> Result<GameState, Problem> {
        if acts.len() > MAX_ACTS {
            return Err(Problem::bad(format!("{} acts in one request; at most {MAX_ACTS}", acts.len())));
        }
        let found = self.find(id)?;
        let mut game = lock(&found);
        game.help = game.help.max(help);
        let before: Vec<_> = game.session.history().to_vec();
        let mut changed = false;
        for act in acts {
            changed |= game.act(act)?;
        }
        if changed {
            game.thinking.stop();
        }
        let mut state = GameState::of(&game);
        state.line_since(&before, &game);
        state.refused = game.refused.take();
        state.trouble = self.keeper.trouble();
        if changed {
            self.note(id, &found);
            self.analyse(id, &mut game);
        }
        if changed && game.session.is_solved() {
            state.records = game.keep(&self.records)?;
            if let Some(best) = self.records.shortest(game.session.level(), game.level.hash) {
                self.results.learn_mine(game.level.hash, best);
            }
        }
        Ok(state)
    }

    /// Is the position lost?
    ///
    /// # Errors
    /// There is no such game.
    pub(crate) fn advice(&self, id: u64) -> Result<Advice, Problem> {
        let game = self.find(id)?;
        let situation = lock(&game).situation();
        Ok(situation.advice())
    }

    /// What the analysis of a game says by now; it is taken up if it rested. A page that watches it has all the help there is.
    ///
    /// # Errors
    /// There is no such game.
    pub(crate) fn analysis(&self, id: u64) -> Result<Analysis, Problem> {
        let game = self.find(id)?;
        let mut game = lock(&game);
        game.help = HelpLevel::LostPositions;
        Ok(self.analyses.ask(id, game.situation()))
    }

    #[cfg(test)]
    pub(super) const fn analyses(&self) -> &Analyses {
        &self.analyses
    }

    /// Analyses the new position of a game if a page watches.
    fn analyse(&self, id: u64, game: &mut Game) {
        if self.analyses.is_watched(id) {
            game.help = HelpLevel::LostPositions;
            self.analyses.ask(id, game.situation());
        }
    }

    /// What to do next, if that is known without a search.
    ///
    /// # Errors
    /// There is no such game, or its level is gone.
    pub(crate) fn hint_at_hand(&self, id: u64) -> Result<Option<Hint>, Problem> {
        let game = self.find(id)?;
        let situation = {
            let mut game = lock(&game);
            // A hint is all the help there is.
            game.help = HelpLevel::LostPositions;
            game.situation()
        };
        Ok(situation.hint_at_hand(self.analyses.best_push(&situation), &self.known(&situation.name)?))
    }

    /// What to do next, by a search that `control` stops. So does a change of the position, and the next hint of the game.
    ///
    /// # Errors
    /// There is no such game.
    pub(crate) fn hint_searched(&self, id: u64, control: &Control) -> Result<Hint, Problem> {
        let game = self.find(id)?;
        let situation = {
            let mut game = lock(&game);
            std::mem::replace(&mut game.thinking, control.clone()).stop();
            game.situation()
        };
        Ok(situation.hint_searched(control))
    }

    /// The best solutions of a level.
    fn known(&self, (collection, number): &(String, usize)) -> Result<Vec<String>, Problem> {
        let (_, item) = self.library.item(collection, *number)?;
        Ok(self.solutions.best(&item)?.into_iter().map(|best| best.solution).collect())
    }

    /// Keeps a game in the records.
    ///
    /// # Errors
    /// There is no such game, or the records cannot be written.
    pub(crate) fn keep(&self, id: u64) -> Result<(), Problem> {
        let game = self.find(id)?;
        lock(&game).keep(&self.records).map(drop)
    }
}

pub(super) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use soko_core::Level;

    use super::*;

    #[test]
    fn the_game_idle_for_longest_makes_room() {
        let mut table = Table::default();
        let level = Level::parse("#####\n#@$.#\n#####").unwrap();
        let start = |table: &mut Table| lock(&table.add(|id| Game::of_board(id, &level))).id;
        let ids: Vec<_> = (0..limits::GAMES).map(|_| start(&mut table)).collect();
        assert!(table.find(ids[0]).is_ok(), "asked for just now");
        start(&mut table);
        assert!(table.find(ids[0]).is_ok() && table.find(ids[1]).is_err());
    }
}
