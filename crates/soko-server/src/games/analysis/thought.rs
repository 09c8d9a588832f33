//! What is found out about a position: what comes at once, and what takes longer.

use std::{
    ops::ControlFlow,
    sync::Arc,
    time::{Duration, Instant},
};

use soko_core::{Position, Push};
use soko_players::DEFAULT;
use soko_solver::Event;

use super::{Insight, Room, Stage, Task, shelf::Shelf, table::Bound, table::Worth};
use crate::games::{
    advice::{Judgement, Situation},
    search::{Found, Search},
};

/// How long a position is thought about.
const THINK: Duration = Duration::from_secs(10);
/// How long of that a proof is looked for when a way is known.
const PROOF: Duration = Duration::from_secs(3);
/// Time for each search that looks for the fatal move of a lost game.
const LOOK_BACK: Duration = Duration::from_millis(300);
/// How long the rules may look at the pushes of a position.
const RULES: Duration = Duration::from_millis(100);
/// Memory for a search.
const MEMORY: u64 = 256 << 20;

/// A table that takes some hundredths of a second.
const SMALL: Bound = Bound { positions: 30_000, bytes: 8 << 20 };
/// One that takes about a second.
const LARGE: Bound = Bound { positions: 300_000, bytes: 48 << 20 };

impl Room {
    /// What rules, tables at hand and known solutions say.
    pub(super) fn look(&self, task: &Task, mut insight: Insight) -> Insight {
        let situation = &*task.situation;
        if situation.level.is_solved(&situation.position) {
            insight.solved = true;
            return insight;
        }
        if insight.lost.is_some() {
            return insight;
        }
        if let Some(lost) = situation.lost_by_rule() {
            insight.lost = Some(Arc::new(lost));
            return insight;
        }
        let known = self.known(situation);
        insight.rest = situation.rest(&known).map(Arc::new);
        if self.consult(situation, &mut insight) {
            return insight;
        }
        insight.losing = situation.losing_pushes(RULES);
        insight
    }

    /// Thinks until all is known, time is up, the game goes on or no page watches.
    pub(super) fn think(&self, task: &Task, mut insight: Insight) -> (Insight, Stage) {
        let begun = Instant::now();
        let left = || THINK.saturating_sub(begun.elapsed());
        let situation = &*task.situation;
        let (level, start, here) = (&situation.level, situation.level.start(), &situation.position);
        let mut pause = || if left().is_zero() { ControlFlow::Break(()) } else { self.goes_on(task) };
        let tables = |bound: Bound, pause: &mut dyn FnMut() -> ControlFlow<()>, insight: &mut Insight| {
            for root in [start, here] {
                self.shelf.make(level, root, bound, pause);
                if self.consult(situation, insight) {
                    return true;
                }
            }
            false
        };
        if tables(SMALL, &mut pause, &mut insight) {
            return (insight, Stage::Done);
        }
        if insight.rest.is_none() {
            match self.search(task, (DEFAULT, Some("quick")), left()) {
                Found::Way(line) => {
                    situation.lines.add(line);
                    insight.rest = situation.rest(&[]).map(Arc::new);
                    self.tell(task, insight.clone(), Stage::Thinking);
                }
                Found::NoSolution => {
                    let judge = |position: &Position| self.judge(task, position, left());
                    insight.lost = Some(Arc::new(situation.lost_by_search(judge)));
                    return (insight, Stage::Done);
                }
                Found::Nothing => {}
            }
        }
        if tables(LARGE, &mut pause, &mut insight) {
            return (insight, Stage::Done);
        }
        let proven = insight.rest.as_ref().is_some_and(|rest| rest.proven);
        if insight.rest.is_some() && !proven && !left().is_zero() {
            match self.search(task, ("astar", None), left().min(PROOF)) {
                Found::Way(line) => {
                    situation.lines.add(line);
                    let before = insight.rest.take();
                    let found = situation.rest(&[]).map(Arc::new);
                    insight.rest = found.filter(|found| found.proven).or(before);
                }
                Found::NoSolution | Found::Nothing => {}
            }
        }
        if self.goes_on(task).is_break() {
            return (insight, Stage::Resting);
        }
        if insight.rest.is_none() {
            insight.gave_up = Some(THINK.as_secs());
        }
        (insight, Stage::Done)
    }

    /// The best solutions of the level.
    fn known(&self, situation: &Situation) -> Vec<String> {
        let (collection, number) = &situation.name;
        let Ok((_, item)) = self.library.item(collection, *number) else { return Vec::new() };
        // Without the results file an analysis has only what it finds itself.
        let best = self.solutions.best(&item).unwrap_or_default();
        best.into_iter().map(|best| best.solution).collect()
    }

    /// Asks the tables at hand; true if they know all.
    fn consult(&self, situation: &Situation, insight: &mut Insight) -> bool {
        let Some((table, worth)) = self.shelf.find(&situation.level, &situation.position) else {
            return false;
        };
        match worth {
            Worth::Lost => {
                let lost = situation.lost_by_search(|position| by_table(&self.shelf, situation, position));
                insight.lost = Some(Arc::new(lost));
            }
            Worth::Pushes(_) => insight.worth = table.pushes(&situation.position).map(Arc::new),
        }
        insight.is_final()
    }

    /// Is a position of the game before lost?
    fn judge(&self, task: &Task, position: &Position, left: Duration) -> Option<Judgement> {
        let situation = &*task.situation;
        if let Some(judgement) = by_table(&self.shelf, situation, position) {
            return Some(judgement);
        }
        if situation.lines.rest(&situation.level, position).is_some() {
            return Some(Judgement::Solvable);
        }
        let found = self.search_from(task, position, (DEFAULT, Some("quick")), left.min(LOOK_BACK));
        match found {
            Found::Way(line) => {
                situation.lines.add(line);
                Some(Judgement::Solvable)
            }
            Found::NoSolution => Some(Judgement::Lost),
            Found::Nothing => None,
        }
    }

    fn search(&self, task: &Task, player: (&'static str, Option<&'static str>), time: Duration) -> Found {
        self.search_from(task, &task.situation.position, player, time)
    }

    fn search_from(
        &self,
        task: &Task,
        position: &Position,
        (player, preset): (&'static str, Option<&'static str>),
        time: Duration,
    ) -> Found {
        let search = Search { player, preset, time, memory: MEMORY, threads: 1 };
        let mut observer = |_: &Event| self.goes_on(task);
        search.from(&task.situation.level, position, task.control.clone(), &mut observer)
    }
}

fn by_table(shelf: &Shelf, situation: &Situation, position: &Position) -> Option<Judgement> {
    let (_, worth) = shelf.find(&situation.level, position)?;
    Some(if worth == Worth::Lost { Judgement::Lost } else { Judgement::Solvable })
}

impl Situation {
    /// Is it the same position of the same game, give or take a walk?
    pub(super) fn is_same_position(&self, other: &Self) -> bool {
        self.position.boxes() == other.position.boxes()
            && soko_core::walk::Walks::from(&self.level, &self.position)
                .distance(other.position.player())
                .is_some()
    }

    /// The pushes after which a rule proves the game lost.
    fn losing_pushes(&self, time: Duration) -> Vec<Push> {
        let begun = Instant::now();
        let mut pushes = self.pushes();
        pushes.retain(|(_, after)| {
            begun.elapsed() < time && !self.level.is_solved(after) && self.is_lost_by_rule(after)
        });
        pushes.into_iter().map(|(push, _)| push).collect()
    }
}
