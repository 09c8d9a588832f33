//! Help in a game: where a box can go, whether the position is lost and since when.
//!
//! *Lost* is a proof: by the deadlock rules of `soko-analysis`, or by a search of all that can follow. Silence proves nothing.

use std::sync::Arc;

use schemars::JsonSchema;
use serde::Serialize;
use soko_analysis::{
    dead_squares,
    deadlock::{Explainer, Explanation, RuleId},
};
use soko_core::{Direction, Level, Position, Push, SquareSet, Step, box_path::BoxPaths, lurd, walk::Walks};
use soko_render::cells_of;

use super::{Game, line::Lines};
use crate::problem::Problem;

/// The rules compiled for a level.
pub(crate) struct Advisor {
    explainer: Explainer,
    dead: SquareSet,
}

impl Advisor {
    fn new(level: &Level) -> Self {
        Self { explainer: Explainer::new(RuleId::ALL, level), dead: dead_squares(level) }
    }
}

/// Whether a position is lost.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Advice {
    /// After how many steps this holds.
    ply: usize,
    /// On which line.
    line: usize,
    /// Why it is lost; nothing if no rule proves it.
    lost: Option<Lost>,
}

/// A proof that a position is lost.
#[derive(Clone, Serialize, JsonSchema)]
pub(crate) struct Lost {
    /// The rule that speaks, or `search`.
    rule: String,
    /// The proof in words.
    sentence: String,
    /// The boxes of the proof.
    boxes: Vec<(usize, usize)>,
    /// The floor cells of the proof.
    cells: Vec<(usize, usize)>,
    /// The step after which the game could not be won any more, as far as is known: 0 if it never could.
    pub(super) fatal_ply: usize,
    /// That step, as LURD writes it.
    fatal_move: String,
    /// Was it lost even before, perhaps?
    at_latest: bool,
    /// Where to go back to; nothing if it was lost from the start.
    pub(super) back_ply: Option<usize>,
}

impl Lost {
    /// Since when, in words.
    pub(super) fn since(&self) -> String {
        match (self.fatal_ply, self.at_latest) {
            (0, _) => "Lost from the start.".to_owned(),
            (ply, false) => format!("Lost since move {ply} ({}).", self.fatal_move),
            (ply, true) => format!("Lost since move {ply} ({}) at the latest.", self.fatal_move),
        }
    }
}

/// Where a box can be pushed.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Targets {
    /// Cells it can be pushed to.
    cells: Vec<(usize, usize)>,
    /// Those of them from which it can never reach a goal.
    dead: Vec<(usize, usize)>,
}

impl Game {
    /// The rules, compiled when they are first asked for.
    pub(crate) fn advisor(&mut self) -> Arc<Advisor> {
        let level = self.session.level();
        Arc::clone(self.advisor.get_or_insert_with(|| Arc::new(Advisor::new(level))))
    }

    /// Where the box on a cell can be pushed.
    pub(crate) fn targets(&self, (x, y): (usize, usize)) -> Result<Targets, Problem> {
        let (level, position) = (self.session.level(), self.session.position());
        let square = level.square_at(x, y).filter(|&square| position.boxes().contains(square));
        let square = square.ok_or_else(|| Problem::bad(format!("there is no box in column {x}, row {y}")))?;
        let dead = self.advisor.as_ref().map_or_else(|| dead_squares(level), |advisor| advisor.dead.clone());
        let targets: Vec<_> = BoxPaths::explore(level, position, square).targets().collect();
        Ok(Targets {
            cells: targets.iter().map(|&target| level.coordinates(target)).collect(),
            dead: targets.iter().filter(|&&t| dead.contains(t)).map(|&t| level.coordinates(t)).collect(),
        })
    }

    /// What is needed to advise, apart from the game: advising may take long.
    pub(crate) fn situation(&mut self) -> Situation {
        Situation {
            advisor: self.advisor(),
            level: self.session.level().clone(),
            position: self.session.position().clone(),
            steps: self.session.steps().to_vec(),
            ahead: self.session.redo_steps().to_vec(),
            line: self.session.current_line(),
            name: (self.level.collection.clone(), self.level.number),
            lines: self.lines.clone(),
        }
    }
}

/// A position with the steps that led there.
pub(crate) struct Situation {
    pub(super) advisor: Arc<Advisor>,
    pub(super) level: Level,
    pub(super) position: Position,
    pub(super) steps: Vec<Step>,
    /// The steps that can be redone.
    pub(super) ahead: Vec<Step>,
    pub(super) line: usize,
    /// Collection and number of the level.
    pub(super) name: (String, usize),
    /// The ways to a solution that were found in this game.
    pub(super) lines: Lines,
}

impl Situation {
    /// Is the position lost, why, and since when?
    pub(crate) fn advice(&self) -> Advice {
        let lost = (!self.level.is_solved(&self.position)).then(|| self.lost_by_rule()).flatten();
        Advice { ply: self.steps.len(), line: self.line, lost }
    }

    /// What a rule proves of the position.
    pub(super) fn lost_by_rule(&self) -> Option<Lost> {
        let explanation = self.advisor.explainer.first(&self.position)?;
        let fatal = self.first_lost_by_rule().unwrap_or(self.steps.len());
        Some(self.lost(&explanation, fatal, false))
    }

    /// What a search has proven of the position. `judge` says what it knows of the positions before.
    pub(super) fn lost_by_search(&self, judge: impl FnMut(&Position) -> Option<Judgement>) -> Lost {
        let (fatal, at_latest) = self.since(judge);
        let nothing = SquareSet::new(self.level.squares());
        let explanation = Explanation {
            rule: RuleId::NoSuccessor,
            boxes: nothing.clone(),
            cells: nothing,
            sentence: "A search of everything that can follow finds no solution.".to_owned(),
        };
        Lost { rule: "search".to_owned(), ..self.lost(&explanation, fatal, at_latest) }
    }

    fn lost(&self, explanation: &Explanation, fatal: usize, at_latest: bool) -> Lost {
        let Explanation { rule, boxes, cells, sentence } = explanation;
        let step = fatal.checked_sub(1).and_then(|last| self.steps.get(last..=last));
        Lost {
            rule: rule.id().to_owned(),
            sentence: sentence.clone(),
            boxes: cells_of(&self.level, boxes),
            cells: cells_of(&self.level, cells),
            fatal_ply: fatal,
            fatal_move: step.map(lurd::format).unwrap_or_default(),
            at_latest,
            back_ply: fatal.checked_sub(1),
        }
    }

    /// After how many steps a rule first proves the game lost.
    fn first_lost_by_rule(&self) -> Option<usize> {
        let mut positions = self.positions();
        positions.find(|(_, position)| self.advisor.explainer.first(position).is_some()).map(|(ply, _)| ply)
    }

    /// Does a rule prove a position lost?
    pub(super) fn is_lost_by_rule(&self, position: &Position) -> bool {
        self.advisor.explainer.first(position).is_some()
    }

    /// The pushes that are possible, with the positions after them.
    pub(super) fn pushes(&self) -> Vec<(Push, Position)> {
        let (level, position) = (&self.level, &self.position);
        let walks = Walks::from(level, position);
        let mut pushes = Vec::new();
        for square in position.boxes().iter() {
            for direction in Direction::ALL {
                let behind = level.next(square, direction.opposite());
                let Some(path) = walks.path_to(level, behind) else { continue };
                let mut after = position.clone();
                let walked = path.into_iter().all(|step| after.step(level, step).is_some());
                if walked && after.step(level, direction).is_some() {
                    pushes.push((Push { square, direction }, after));
                }
            }
        }
        pushes
    }

    /// The start and the positions after each push of the game, with the steps before them.
    fn positions(&self) -> impl Iterator<Item = (usize, Position)> {
        let start = std::iter::once((0, self.level.start().clone()));
        let mut position = self.level.start().clone();
        // Walking changes neither the boxes nor the region.
        start.chain(self.steps.iter().enumerate().filter_map(move |(index, step)| {
            position.step(&self.level, step.direction);
            step.push.then(|| (index + 1, position.clone()))
        }))
    }

    /// Since when a game is lost that is lost now, and whether it may have been so before.
    ///
    /// Once lost a game stays lost, so the moment is found by halving. Where `judge` knows nothing it is looked for later.
    fn since(&self, mut judge: impl FnMut(&Position) -> Option<Judgement>) -> (usize, bool) {
        let latest = self.first_lost_by_rule().unwrap_or(self.steps.len());
        let plies: Vec<usize> = self.positions().map(|(ply, _)| ply).filter(|&ply| ply <= latest).collect();
        let (mut low, mut high) = (0, plies.len() - 1);
        let mut at_latest = false;
        while low < high {
            let middle = usize::midpoint(low, high);
            let position = self.positions().find(|(ply, _)| *ply == plies[middle]);
            match position.and_then(|(_, position)| judge(&position)) {
                Some(Judgement::Lost) => (high, at_latest) = (middle, false),
                Some(Judgement::Solvable) => (low, at_latest) = (middle + 1, false),
                None => (low, at_latest) = (middle + 1, true),
            }
        }
        (plies[high], at_latest)
    }
}

/// What is known of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Judgement {
    /// There is a solution.
    Solvable,
    /// There is none.
    Lost,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::Act;

    fn game(board: &str, moves: &str) -> Game {
        let mut game = Game::of_board(1, &Level::parse(board).unwrap());
        game.act(&Act::Play { moves: moves.to_owned() }).unwrap();
        game
    }

    #[test]
    fn a_lost_game_is_told_with_its_proof_and_the_fatal_move() {
        let board = "#######\n#     #\n#@ $ .#\n#     #\n#######";
        let mut lost = game(board, "drrUlur");
        let advice = lost.situation().advice();
        let why = advice.lost.unwrap();
        assert_eq!((why.fatal_ply, why.fatal_move.as_str(), why.boxes.as_slice()), (4, "U", &[(4, 1)][..]));
        let mut fine = game(board, "r");
        assert!(fine.situation().advice().lost.is_none());
        assert_eq!(why.back_ply, Some(3));
    }

    #[test]
    fn the_fatal_move_is_found_by_halving() {
        // Where the box is does not matter to this judge: it counts pushes.
        let board = "############\n#@$       .#\n#          #\n############";
        let mut game = game(board, "rrrrrr");
        let situation = game.situation();
        let pushes =
            |position: &Position| position.player().index() - situation.level.start().player().index();
        for fatal in 1..=6 {
            let judge = |position: &Position| {
                Some(if pushes(position) < fatal { Judgement::Solvable } else { Judgement::Lost })
            };
            let lost = situation.lost_by_search(judge);
            assert_eq!((lost.fatal_ply, lost.back_ply, lost.at_latest), (fatal, Some(fatal - 1), false));
        }
        let lost = situation.lost_by_search(|_| Some(Judgement::Lost));
        assert_eq!((lost.fatal_ply, lost.back_ply), (0, None));
        let lost = situation.lost_by_search(|_| None);
        assert_eq!((lost.fatal_ply, lost.at_latest), (6, true));
    }

    #[test]
    fn targets_tell_the_dead_ones() {
        let game = game("#######\n#     #\n#@ $ .#\n#     #\n#######", "");
        let targets = game.targets((3, 2)).unwrap();
        assert!(targets.cells.contains(&(5, 2)) && targets.cells.contains(&(3, 1)));
        assert!(targets.dead.contains(&(3, 1)) && !targets.dead.contains(&(5, 2)));
        assert!(game.targets((1, 1)).is_err());
    }
}
