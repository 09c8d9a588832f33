//! A training's table as a memory: at the end of a run, and while it lasts for those who watch.
//!
//! At the end the values are moved, and put into rows when someone takes them: a run that is told to stop does not wait for
//! that. In its midst they are copied, between two episodes, when all of it fits together. Copying a position costs some
//! hundred nanoseconds, so a table of more than [`MOST_ROWS`] rows is not shown: the run would stand still for longer than a
//! watcher's glance is worth. The copy is not counted as memory of the run, for what is counted must not depend on who
//! watches.

use std::sync::Arc;

use soko_core::{Solution, Verified, identity};
use soko_solver::Context;

use crate::{
    agent::Agent,
    environment::{Environment, Space},
    keeper::{Learnt, known},
    memory::{About, Actions, Chart, Memory, Rows},
    table::kept::Kept,
    training::Training,
};

/// Rows of the largest table that is shown while it grows.
pub(crate) const MOST_ROWS: usize = 200_000;

impl<const W: usize, T: Kept<W> + Send + 'static> Training<'_, W, T> {
    /// Shows the table to a watcher who waits for it. One that is too large is refused, with a note the first time.
    pub(crate) fn answer(&mut self, context: &mut Context<'_>) {
        if !context.wants_table() {
            return;
        }
        if self.agent.table.rows_to_keep() <= MOST_ROWS {
            let about = self.about();
            let Environment { maze, views, .. } = &self.agent.environment;
            let rows = self.agent.table.transcript(maze, views.space, &Chart::of(self.level));
            context.show_table(Arc::new(memory(about, self.level.boxes(), rows)));
            return;
        }
        context.refuse_table();
        if !self.refused {
            self.refused = true;
            context.note(format!("the table has more than {MOST_ROWS} rows and is not shown any more"));
        }
    }

    /// What there is to say about the table now.
    fn about(&self) -> About {
        let (level, views) = (self.level, self.agent.environment.views);
        let cost = |solution: &Verified<Solution>| {
            let metrics = solution.metrics();
            if views.count_moves { (metrics.moves, metrics.pushes) } else { (metrics.pushes, metrics.moves) }
        };
        let known = self.before.and_then(|about| known(level, about));
        let best = self.best.iter().cloned().chain(known).min_by_key(cost);
        About {
            player: self.keeper.player.to_owned(),
            parameters: self.keeper.parameters.clone(),
            level: identity::exact(level).to_string(),
            board: level.canonical_board().to_string().lines().map(str::to_owned).collect(),
            kind: self.keeper.kind,
            actions: if views.space == Space::Moves { Actions::Moves } else { Actions::Pushes },
            exact_player: views.space == Space::Moves || views.count_moves,
            episodes: self.episodes,
            updates: self.updates,
            solution: best.map(|solution| solution.lurd()),
        }
    }

    /// What was learnt, if it is to be kept.
    pub(crate) fn into_learnt(self) -> Option<Learnt> {
        if !self.keeper.keeps() {
            return None;
        }
        let (about, chart) = (self.about(), Chart::of(self.level));
        let boxes = self.level.boxes();
        let Agent { environment: Environment { maze, views, .. }, table, .. } = self.agent;
        Some(Box::new(move || memory(about, boxes, table.export(&maze, views.space, &chart))))
    }
}

/// The rows of a table with what there is to say about it. A table without rows does not know its keys.
fn memory(about: About, boxes: usize, rows: Rows) -> Memory {
    let key_width = about.kind.key_width(boxes);
    Memory { about, rows: Rows { key_width, ..rows } }
}
