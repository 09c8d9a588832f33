//! Help in a game: where a box can go, whether the position is lost and since when, and what to do next.
//!
//! *Lost* is a proof by the deadlock rules of `soko-analysis`; silence proves nothing. A *hint* is the next push of a
//! solution: of the best one known if the game is still on it, otherwise of one that a quick search finds from here. If
//! that search proves that there is none, the hint says so.

use std::{sync::Arc, time::Duration};

use schemars::JsonSchema;
use serde::Serialize;
use soko_analysis::{
    dead_squares,
    deadlock::{Explainer, Explanation, RuleId},
};
use soko_core::{Direction, Level, Position, SquareSet, Step, box_path::BoxPaths, check, lurd};
use soko_lab::cores;
use soko_players::{DEFAULT, PLAYERS};
use soko_render::cells_of;
use soko_solver::{Budget, Silent, Status, run};

use super::Game;
use crate::problem::Problem;

/// Time for a hint's search.
const HINT_TIME: Duration = Duration::from_secs(4);
/// Memory for a hint's search.
const HINT_MEMORY: u64 = 512 << 20;

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
#[derive(Serialize, JsonSchema)]
struct Lost {
    /// The rule that speaks.
    rule: String,
    /// The proof in words.
    sentence: String,
    /// The boxes of the proof.
    boxes: Vec<(usize, usize)>,
    /// The floor cells of the proof.
    cells: Vec<(usize, usize)>,
    /// The step after which the game could not be won any more: 0 if it never could.
    fatal_ply: usize,
    /// That step, as LURD writes it.
    fatal_move: String,
}

/// Where a box can be pushed.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Targets {
    /// Cells it can be pushed to.
    cells: Vec<(usize, usize)>,
    /// Those of them from which it can never reach a goal.
    dead: Vec<(usize, usize)>,
}

/// The next push.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Hint {
    /// After how many steps it holds.
    ply: usize,
    /// On which line.
    line: usize,
    /// What is known: `push`, `lost` (proven), `solved` or `unknown` (the search found nothing in its time).
    kind: &'static str,
    /// What to tell the player.
    text: String,
    /// Column and row of the box to push.
    #[serde(skip_serializing_if = "Option::is_none")]
    at: Option<(usize, usize)>,
    /// Which way: `u`, `r`, `d` or `l`.
    #[serde(skip_serializing_if = "Option::is_none")]
    direction: Option<char>,
    /// The steps up to and including the push.
    #[serde(skip_serializing_if = "Option::is_none")]
    moves: Option<String>,
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
            line: self.session.current_line(),
        }
    }
}

/// A position with the steps that led there.
pub(crate) struct Situation {
    advisor: Arc<Advisor>,
    level: Level,
    position: Position,
    steps: Vec<Step>,
    line: usize,
}

impl Situation {
    /// Is the position lost, why, and since when?
    pub(crate) fn advice(&self) -> Advice {
        let lost = (!self.level.is_solved(&self.position)).then(|| self.lost()).flatten();
        Advice { ply: self.steps.len(), line: self.line, lost }
    }

    fn lost(&self) -> Option<Lost> {
        let explanation = self.advisor.explainer.first(&self.position)?;
        let Explanation { rule, boxes, cells, sentence } = &explanation;
        let fatal = self.fatal_ply();
        Some(Lost {
            rule: rule.id().to_owned(),
            sentence: sentence.clone(),
            boxes: cells_of(&self.level, boxes),
            cells: cells_of(&self.level, cells),
            fatal_ply: fatal,
            fatal_move: fatal
                .checked_sub(1)
                .map(|last| lurd::format(&self.steps[last..=last]))
                .unwrap_or_default(),
        })
    }

    /// After how many steps a rule first proves the game lost.
    fn fatal_ply(&self) -> usize {
        let mut position = self.level.start().clone();
        if self.advisor.explainer.first(&position).is_some() {
            return 0;
        }
        for (index, step) in self.steps.iter().enumerate() {
            position.step(&self.level, step.direction);
            // Walking changes neither the boxes nor the region.
            if step.push && self.advisor.explainer.first(&position).is_some() {
                return index + 1;
            }
        }
        self.steps.len()
    }

    /// The next push. `known` are solutions from the start.
    pub(crate) fn hint(&self, known: &[String]) -> Hint {
        let hint = |kind, text: &str| Hint {
            ply: self.steps.len(),
            line: self.line,
            kind,
            text: text.to_owned(),
            at: None,
            direction: None,
            moves: None,
        };
        if self.level.is_solved(&self.position) {
            return hint("solved", "It is solved.");
        }
        if let Some(rest) = known.iter().find_map(|solution| self.rest_of(solution)) {
            return self.next_push(&rest, "The best known solution goes on like this.", hint);
        }
        if let Some(explanation) = self.advisor.explainer.first(&self.position) {
            return hint("lost", &format!("This position is lost: {}", explanation.sentence));
        }
        // The board as it stands is a level of its own.
        let Some(level) = check(&self.level.draw(&self.position)).level else {
            return hint("lost", "This position cannot be played on.");
        };
        let player = PLAYERS.find(DEFAULT).ok().and_then(|found| found.build(None, &[]).ok());
        let mut player = player.expect("the default player is there");
        let budget = Budget { time: Some(HINT_TIME), memory: Some(HINT_MEMORY), ..Budget::default() };
        let report = run(&mut *player, &level, budget, 1, cores(), &mut Silent);
        if report.status == Status::Unsolvable {
            return hint("lost", "A search of everything that can follow proves this position lost.");
        }
        let Some(solution) = report.solution else {
            return hint("unknown", "A quick search found no way on. Try Solve for a longer one.");
        };
        let pushes = solution.metrics().pushes;
        let rest: Vec<_> = solution.steps().iter().map(|step| step.direction).collect();
        let text = if report.optimal.is_some() {
            format!("{pushes} pushes to go; fewer are impossible.")
        } else {
            format!("{pushes} pushes to go this way.")
        };
        self.next_push(&rest, &text, hint)
    }

    /// What a solution does after the steps so far, if they are how it begins.
    fn rest_of(&self, solution: &str) -> Option<Vec<Direction>> {
        let directions = lurd::parse(solution).ok()?;
        let mut position = self.level.start().clone();
        if position == self.position {
            return Some(directions);
        }
        for (index, &direction) in directions.iter().enumerate() {
            position.step(&self.level, direction)?;
            if position == self.position {
                return Some(directions[index + 1..].to_vec());
            }
        }
        None
    }

    fn next_push(&self, rest: &[Direction], text: &str, hint: impl Fn(&'static str, &str) -> Hint) -> Hint {
        let mut position = self.position.clone();
        let mut steps = Vec::new();
        for &direction in rest {
            let Some(step) = position.step(&self.level, direction) else { break };
            steps.push(step);
            if step.push {
                let at = self.level.coordinates(position.player());
                let moves = Some(lurd::format(&steps));
                return Hint {
                    at: Some(at),
                    direction: Some(direction.letter()),
                    moves,
                    ..hint("push", text)
                };
            }
        }
        hint("unknown", "There is nothing left to push.")
    }
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
        assert_eq!(lost.situation().hint(&[]).kind, "lost");
    }

    #[test]
    fn a_hint_is_the_next_push_of_a_solution() {
        let board = "#######\n#     #\n#@ $ .#\n#     #\n#######";
        let mut begun = game(board, "r");
        let known = begun.situation().hint(&["rRR".to_owned()]);
        assert_eq!(
            (known.kind, known.at, known.direction, known.moves.as_deref()),
            ("push", Some((3, 2)), Some('r'), Some("R"))
        );
        let mut astray = game(board, "d");
        let found = astray.situation().hint(&["rRR".to_owned()]);
        assert_eq!((found.kind, found.at, found.direction), ("push", Some((3, 2)), Some('r')));
        assert!(found.text.contains("2 pushes to go; fewer are impossible"), "{}", found.text);
        let mut done = game(board, "rRR");
        assert_eq!(done.situation().hint(&[]).kind, "solved");
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
