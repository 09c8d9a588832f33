//! Hints: the next push of a solution.
//!
//! Of the solutions known the shortest that comes through the position serves: of the lab, of the user, of the file, of hints
//! before, of what can be redone. Only where the game has left all of them the default player searches from here, and what it
//! finds serves the hints that follow. A position that is lost gets the way back instead.

use std::time::Duration;

use schemars::JsonSchema;
use serde::Serialize;
use soko_core::{Position, Push, lurd, walk::Walks};
use soko_lab::cores;
use soko_players::DEFAULT;
use soko_solver::{Control, Silent};

use super::{
    advice::{Judgement, Lost, Situation},
    line::{Line, Rest, best},
    search::{Found, Search},
};

/// Time for the search of a hint. Of XSokoban's 90 starts 85 take less than two seconds on one core.
const TIME: Duration = Duration::from_secs(20);
/// Time for each search that looks for the fatal move of a lost game.
const LOOK_BACK: Duration = Duration::from_millis(500);
/// Memory for a hint's search.
const MEMORY: u64 = 512 << 20;

/// The next push.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Hint {
    /// After how many steps it holds.
    ply: usize,
    /// On which line.
    line: usize,
    /// What is known: `push`, `lost` (proven), `solved`, `unknown` (the search found nothing in its time) or `stopped`.
    kind: &'static str,
    /// What to tell the player.
    text: String,
    /// Why a lost position is lost, and the way back.
    #[serde(skip_serializing_if = "Option::is_none")]
    lost: Option<Lost>,
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

impl Situation {
    /// What is known without a search: by a table of all that can follow, which knows the best push and the pushes to go with it,
    /// or by solutions from the start.
    pub(crate) fn hint_at_hand(&self, exact: Option<(Push, u32)>, known: &[String]) -> Option<Hint> {
        if self.level.is_solved(&self.position) {
            return Some(self.hint("solved", "It is solved."));
        }
        if let Some((push, pushes)) = exact {
            let behind = self.level.next(push.square, push.direction.opposite());
            let mut moves = Walks::from(&self.level, &self.position).path_to(&self.level, behind)?;
            moves.push(push.direction);
            return Some(self.push(&Rest { moves, pushes, proven: true }));
        }
        if let Some(rest) = self.rest(known) {
            return Some(self.push(&rest));
        }
        self.lost_by_rule().map(|lost| self.hint_of_lost(lost))
    }

    /// What the default player finds from here.
    pub(crate) fn hint_searched(&self, control: &Control) -> Hint {
        match self.search(&self.position, TIME, control) {
            Found::NoSolution => {
                let judge = |position: &Position| self.judge(position, control);
                self.hint_of_lost(self.lost_by_search(judge))
            }
            Found::Way(line) => {
                let rest = line.rest(&self.level, &self.position);
                self.lines.add(line);
                rest.map_or_else(
                    || self.hint("unknown", "There is nothing left to push."),
                    |rest| self.push(&rest),
                )
            }
            Found::Nothing if control.is_stopped() => self.hint("stopped", "The search was stopped."),
            Found::Nothing => {
                let text = format!(
                    "{} seconds were not enough to find a way on. Solve takes as long as you let it.",
                    TIME.as_secs()
                );
                self.hint("unknown", &text)
            }
        }
    }

    /// The shortest way on that is known.
    pub(super) fn rest(&self, known: &[String]) -> Option<Rest> {
        let start = self.level.start();
        let whole = known.iter().filter_map(|solution| lurd::parse(solution).ok());
        let whole = whole.map(|moves| Line::new(start.clone(), moves, false));
        let ahead = self.ahead.iter().map(|step| step.direction).collect();
        let ahead = Line::new(self.position.clone(), ahead, false);
        let all = whole.chain([ahead]).filter_map(|line| line.rest(&self.level, &self.position));
        best(all.chain(self.lines.rest(&self.level, &self.position)))
    }

    fn search(&self, position: &Position, time: Duration, control: &Control) -> Found {
        // The first solution will do: what it costs to prove it best is not paid while somebody waits.
        let preset = Some("quick");
        let search = Search { player: DEFAULT, preset, time, memory: MEMORY, threads: cores() };
        search.from(&self.level, position, control.clone(), &mut Silent)
    }

    /// Is a position of the game before lost?
    fn judge(&self, position: &Position, control: &Control) -> Option<Judgement> {
        if self.lines.rest(&self.level, position).is_some() {
            return Some(Judgement::Solvable);
        }
        match self.search(position, LOOK_BACK, control) {
            Found::Way(line) => {
                self.lines.add(line);
                Some(Judgement::Solvable)
            }
            Found::NoSolution => Some(Judgement::Lost),
            Found::Nothing => None,
        }
    }

    fn hint(&self, kind: &'static str, text: &str) -> Hint {
        Hint {
            ply: self.steps.len(),
            line: self.line,
            kind,
            text: text.to_owned(),
            lost: None,
            at: None,
            direction: None,
            moves: None,
        }
    }

    fn hint_of_lost(&self, lost: Lost) -> Hint {
        Hint { lost: Some(lost), ..self.hint("lost", "This position is lost.") }
    }

    fn push(&self, rest: &Rest) -> Hint {
        let pushes = if rest.pushes == 1 { "1 push".to_owned() } else { format!("{} pushes", rest.pushes) };
        let text = if rest.proven {
            format!("{pushes} to go; fewer are impossible.")
        } else {
            format!("{pushes} to go this way.")
        };
        let mut position = self.position.clone();
        let mut steps = Vec::new();
        for &direction in &rest.moves {
            let Some(step) = position.step(&self.level, direction) else { break };
            steps.push(step);
            if step.push {
                return Hint {
                    at: Some(self.level.coordinates(position.player())),
                    direction: Some(direction.letter()),
                    moves: Some(lurd::format(&steps)),
                    ..self.hint("push", &text)
                };
            }
        }
        self.hint("unknown", "There is nothing left to push.")
    }
}

#[cfg(test)]
mod tests {
    use soko_core::Level;

    use super::*;
    use crate::games::{Act, Game};

    const BOARD: &str = "#######\n#     #\n#@ $ .#\n#     #\n#######";

    fn game(board: &str, moves: &str) -> Game {
        let mut game = Game::of_board(1, &Level::parse(board).unwrap());
        game.act(&Act::Play { moves: moves.to_owned() }).unwrap();
        game
    }

    fn known(moves: &str, solutions: &[&str]) -> Option<Hint> {
        let solutions: Vec<_> = solutions.iter().map(|&solution| solution.to_owned()).collect();
        game(BOARD, moves).situation().hint_at_hand(None, &solutions)
    }

    #[test]
    fn a_hint_is_the_next_push_of_a_known_solution_wherever_the_player_stands() {
        let hint = known("r", &["rRR"]).unwrap();
        assert_eq!(
            (hint.kind, hint.at, hint.direction, hint.moves.as_deref()),
            ("push", Some((3, 2)), Some('r'), Some("R"))
        );
        assert_eq!(
            known("urrrdL", &["rRR"]).map(|hint| hint.kind),
            None,
            "a push that the solution does not make"
        );
        let aside = known("u", &["rRR"]).unwrap();
        assert_eq!((aside.at, aside.text.as_str()), (Some((3, 2)), "2 pushes to go this way."));
        assert_eq!(known("rRR", &[]).unwrap().kind, "solved");
    }

    #[test]
    fn what_was_found_serves_the_next_hints_and_what_can_be_redone_does_too() {
        let mut game = game(BOARD, "d");
        assert!(game.situation().hint_at_hand(None, &[]).is_none());
        let found = game.situation().hint_searched(&Control::default());
        assert_eq!((found.kind, found.at, found.direction), ("push", Some((3, 2)), Some('r')));
        assert_eq!(found.text, "2 pushes to go; fewer are impossible.");
        game.act(&Act::Play { moves: found.moves.unwrap() }).unwrap();
        assert_eq!(
            game.situation().hint_at_hand(None, &[]).unwrap().text,
            "1 push to go; fewer are impossible."
        );
        let mut other = Game::of_board(2, &Level::parse(BOARD).unwrap());
        other.act(&Act::Play { moves: "rrr".to_owned() }).unwrap();
        other.act(&Act::Jump { ply: 1 }).unwrap();
        assert_eq!(other.situation().hint_at_hand(None, &[]).unwrap().moves.as_deref(), Some("R"));
    }

    #[test]
    fn the_hint_on_a_lost_position_offers_the_way_back() {
        let hint = known("drrUlur", &[]).unwrap();
        assert_eq!((hint.kind, hint.lost.unwrap().back_ply), ("lost", Some(3)));
    }

    #[test]
    fn a_search_that_is_stopped_says_so() {
        let text = soko_levels::find("summit").unwrap().text;
        let document = soko_formats::read(text.as_bytes(), &soko_formats::ReadOptions::default());
        let level = soko_core::check(&document.collection.entries[17].board).level.unwrap();
        let control = Control::default();
        control.stop();
        let hint = Game::of_board(1, &level).situation().hint_searched(&control);
        assert_eq!(hint.kind, "stopped");
    }
}
