//! What is known of a position, and how it is told.

use std::sync::Arc;

use schemars::JsonSchema;
use serde::Serialize;
use soko_core::{Level, Position, Push, walk::Walks};

use super::{
    super::{
        advice::{Lost, Situation},
        line::Rest,
    },
    table::Worth,
};

/// Pushes of one kind that are told at most.
const ARROWS: usize = 256;

/// What an analysis says of a position.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Analysis {
    /// After how many steps of the game it holds.
    pub(super) ply: usize,
    /// On which line.
    pub(super) line: usize,
    /// `solved`, `solvable`, `lost` or `unknown`.
    pub(super) verdict: &'static str,
    /// The pushes of the best way known.
    pub(super) pushes: Option<u32>,
    /// Are fewer impossible, and is all known of every push?
    pub(super) exact: bool,
    /// Is it being thought about?
    pub(super) thinking: bool,
    /// All this in words.
    pub(super) text: String,
    /// Why it is lost, since when, and the way back.
    pub(super) lost: Option<Lost>,
    /// The best pushes, the best first.
    pub(super) next: Vec<Arrow>,
    /// Pushes after which there is no solution.
    pub(super) losing: Vec<Arrow>,
}

/// A push.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Arrow {
    /// Column and row of the box.
    at: (usize, usize),
    /// Which way: `u`, `r`, `d` or `l`.
    direction: char,
    /// Is it the first of the best?
    best: bool,
}

/// What is known by now.
#[derive(Clone, Default)]
pub(super) struct Insight {
    /// It is solved.
    pub(super) solved: bool,
    /// It is lost.
    pub(super) lost: Option<Arc<Lost>>,
    /// Pushes that lose, proven by rules.
    pub(super) losing: Vec<Push>,
    /// The best way on that is known.
    pub(super) rest: Option<Arc<Rest>>,
    /// What each push leads to, if all is known.
    pub(super) worth: Option<Arc<Vec<(Push, Worth)>>>,
    /// How long it was thought about in vain.
    pub(super) gave_up: Option<u64>,
}

impl Insight {
    /// Is there nothing more to find out?
    pub(super) fn is_final(&self) -> bool {
        self.solved || self.lost.is_some() || self.worth.is_some()
    }

    /// What is known of one position of a game and holds for another, too: once lost it stays lost.
    pub(super) fn remember(&mut self, known: &Self, of: &Situation, now: &Situation) {
        if let Some(lost) = &known.lost
            && now.steps.len() >= lost.fatal_ply
            && of.steps.len() >= lost.fatal_ply
            && now.steps[..lost.fatal_ply] == of.steps[..lost.fatal_ply]
            && !now.level.is_solved(&now.position)
        {
            self.lost = Some(Arc::clone(lost));
        }
    }

    /// The pushes to go, and whether fewer are impossible.
    pub(super) fn pushes(&self) -> (Option<u32>, bool) {
        let of_table = self.worth.iter().flat_map(|all| all.iter()).filter_map(|(_, worth)| match worth {
            Worth::Pushes(after) => Some(after + 1),
            Worth::Lost => None,
        });
        if let Some(pushes) = of_table.min() {
            return (Some(pushes), true);
        }
        (self.rest.as_ref().map(|rest| rest.pushes), self.rest.as_ref().is_some_and(|rest| rest.proven))
    }

    /// As a page is told.
    pub(super) fn told(&self, situation: &Situation, thinking: bool) -> Analysis {
        let (pushes, exact) = self.pushes();
        let verdict = match (self.solved, &self.lost, pushes) {
            (true, ..) => "solved",
            (_, Some(_), _) => "lost",
            (_, _, Some(_)) => "solvable",
            _ => "unknown",
        };
        let (level, position) = (&situation.level, &situation.position);
        let arrow = |push: &Push, best| Arrow {
            at: level.coordinates(push.square),
            direction: push.direction.letter(),
            best,
        };
        let (mut next, mut losing) = (Vec::new(), Vec::new());
        if verdict == "solvable" || verdict == "unknown" {
            next =
                self.best(level, position).iter().enumerate().map(|(i, push)| arrow(push, i == 0)).collect();
            losing = self.losing().map(|push| arrow(push, false)).take(ARROWS).collect();
        }
        let plain = |pushes: u32| if pushes == 1 { "1 push".to_owned() } else { format!("{pushes} pushes") };
        let text = match (verdict, pushes) {
            ("solved", _) => "Solved.".to_owned(),
            ("lost", _) => self.lost.as_ref().map_or_else(String::new, |lost| lost.since()),
            (_, Some(pushes)) if exact => format!("Solvable in {}; fewer are impossible.", plain(pushes)),
            (_, Some(1)) => "Solvable in 1 push.".to_owned(),
            (_, Some(pushes)) => format!("Solvable in {} or fewer.", plain(pushes)),
            _ => match self.gave_up {
                Some(seconds) => {
                    format!("Not known: {seconds} seconds of thinking found no way and no proof.")
                }
                None if thinking => "Thinking…".to_owned(),
                None => "Not known yet.".to_owned(),
            },
        };
        Analysis {
            ply: situation.steps.len(),
            line: situation.line,
            verdict,
            pushes: pushes.filter(|_| verdict == "solvable"),
            exact: exact && verdict == "solvable",
            thinking: thinking && !self.is_final(),
            text,
            lost: self.lost.as_deref().filter(|_| verdict == "lost").cloned(),
            next,
            losing,
        }
    }

    /// The pushes that lose.
    fn losing(&self) -> Box<dyn Iterator<Item = &Push> + '_> {
        match &self.worth {
            Some(all) => {
                Box::new(all.iter().filter(|(_, worth)| *worth == Worth::Lost).map(|(push, _)| push))
            }
            None => Box::new(self.losing.iter()),
        }
    }

    /// The best pushes: all that are equally good if that is known, the one with the shortest walk first.
    pub(super) fn best(&self, level: &Level, position: &Position) -> Vec<Push> {
        let Some(all) = &self.worth else {
            return self
                .rest
                .as_ref()
                .and_then(|rest| first_push(level, position, rest))
                .into_iter()
                .collect();
        };
        let best = all.iter().filter_map(|(_, worth)| match worth {
            Worth::Pushes(after) => Some(*after),
            Worth::Lost => None,
        });
        let Some(best) = best.min() else { return Vec::new() };
        let walks = Walks::from(level, position);
        let mut equal: Vec<Push> =
            all.iter().filter(|(_, worth)| *worth == Worth::Pushes(best)).map(|(push, _)| *push).collect();
        equal.sort_by_key(|push| walks.distance(level.next(push.square, push.direction.opposite())));
        equal.truncate(ARROWS);
        equal
    }
}

/// The first push of a way.
fn first_push(level: &Level, position: &Position, rest: &Rest) -> Option<Push> {
    let mut position = position.clone();
    rest.moves.iter().find_map(|&direction| {
        let step = position.step(level, direction)?;
        step.push.then(|| Push { square: position.player(), direction })
    })
}
