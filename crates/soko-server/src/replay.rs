//! A game as frames that a page can show without knowing a rule.
//!
//! Every step says where the player goes and which box goes where; forwards it is applied, backwards it is applied the other way
//! round. Boxes have numbers, so that one and the same box glides over the board. All of it comes from the rules.

use schemars::JsonSchema;
use serde::Serialize;
use soko_core::{Direction, Level, Metrics, Step};

use crate::{limits, placed::Placed, problem::Problem};

type Cell = (usize, usize);

/// Frames of a game.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct Frames {
    /// The board, a text per row.
    pub(crate) board: Vec<String>,
    /// The goals.
    goals: Vec<Cell>,
    /// Where player and boxes are at the start. A box's place in the list is its number.
    pub(crate) start: Placed,
    /// What happens, step by step.
    pub(crate) steps: Vec<Frame>,
    /// The steps in LURD.
    lurd: String,
    /// Moves, pushes, box lines, box changes, pushing sessions, player lines.
    measures: [u32; 6],
    /// Is the level solved at the end?
    solved: bool,
}

/// One step.
#[derive(Clone, Copy, Debug, Serialize, JsonSchema)]
pub(crate) struct Frame {
    /// `u`, `r`, `d` or `l`.
    direction: char,
    /// Does it push a box?
    push: bool,
    /// Where the player comes from.
    from: Cell,
    /// Where the player goes to.
    pub(crate) to: Cell,
    /// What is pushed.
    #[serde(rename = "box", skip_serializing_if = "Option::is_none")]
    pub(crate) pushed: Option<Pushed>,
}

/// A box that is pushed.
#[derive(Clone, Copy, Debug, Serialize, JsonSchema)]
pub(crate) struct Pushed {
    /// Its number.
    pub(crate) index: usize,
    /// Where it was.
    from: Cell,
    /// Where it goes.
    pub(crate) to: Cell,
}

impl Frames {
    /// Plays moves from the start of a level.
    ///
    /// # Errors
    /// A move that the rules do not allow, or too many of them.
    pub(crate) fn play(level: &Level, moves: &[Direction]) -> Result<Self, Problem> {
        if moves.len() > limits::REPLAY {
            let message =
                format!("{} moves are too many to show; {} are possible", moves.len(), limits::REPLAY);
            return Err(Problem::bad(message));
        }
        let mut position = level.start().clone();
        let start = Placed::of(level, &position);
        let mut boxes: Vec<_> = position.boxes().iter().collect();
        let (mut frames, mut steps): (Vec<Frame>, Vec<Step>) = (Vec::new(), Vec::new());
        for (number, &direction) in (1..).zip(moves) {
            let before = position.player();
            let Some(step) = position.step(level, direction) else {
                return Err(Problem::bad(format!(
                    "move {number} ('{}') is not possible",
                    direction.letter()
                )));
            };
            let here = position.player();
            let pushed = boxes.iter().position(|&square| step.push && square == here).map(|index| {
                boxes[index] = level.next(here, direction);
                Pushed { index, from: level.coordinates(here), to: level.coordinates(boxes[index]) }
            });
            let (from, to) = (level.coordinates(before), level.coordinates(here));
            frames.push(Frame { direction: direction.letter(), push: step.push, from, to, pushed });
            steps.push(step);
        }
        Ok(Self {
            board: level.board().to_string().lines().map(str::to_owned).collect(),
            goals: level.goals().iter().map(|square| level.coordinates(square)).collect(),
            start,
            steps: frames,
            lurd: soko_core::lurd::format(&steps),
            measures: Metrics::of(&steps).as_array(),
            solved: level.is_solved(&position),
        })
    }
}

#[cfg(test)]
mod tests {
    use soko_core::lurd;

    use super::*;

    #[test]
    fn frames_lead_through_the_positions_of_the_rules() {
        let level = Level::parse("########\n#  .   #\n# $@$. #\n#      #\n########").unwrap();
        for (text, pushes) in [("rlldr", 2), ("llurdrrruldddlu", 3)] {
            // As far as the rules go.
            let moves = lurd::parse(text).unwrap();
            let mut position = level.start().clone();
            let legal: Vec<_> = moves.into_iter().filter(|&d| position.step(&level, d).is_some()).collect();
            let frames = Frames::play(&level, &legal).unwrap();
            let mut position = level.start().clone();
            let mut shown = frames.start.clone();
            for (frame, &direction) in frames.steps.iter().zip(&legal) {
                position.step(&level, direction);
                assert_eq!(frame.from, shown.player);
                shown.player = frame.to;
                if let Some(pushed) = frame.pushed {
                    assert_eq!(shown.boxes[pushed.index], pushed.from);
                    shown.boxes[pushed.index] = pushed.to;
                }
                let mut sorted = shown.clone();
                let mut expected = Placed::of(&level, &position);
                sorted.boxes.sort_unstable();
                expected.boxes.sort_unstable();
                assert_eq!(sorted, expected);
            }
            assert_eq!(frames.steps.len(), legal.len());
            assert!(frames.measures[1] >= pushes, "{}", frames.lurd);
        }
    }

    #[test]
    fn what_the_rules_forbid_is_refused() {
        let level = Level::parse("#####\n#@$.#\n#####").unwrap();
        let play = |text: &str| Frames::play(&level, &lurd::parse(text).unwrap());
        let solved = play("R").unwrap();
        assert!(solved.solved && solved.steps[0].push && solved.measures[1] == 1);
        assert!(!play("").unwrap().solved);
        assert_eq!(play("rr").unwrap_err().message(), "move 2 ('r') is not possible");
        assert!(Frames::play(&level, &vec![Direction::Left; limits::REPLAY + 1]).is_err());
    }
}
