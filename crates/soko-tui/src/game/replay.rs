//! Replaying a best solution on the board, at the viewer's speed, back and forth.

use std::time::Duration;

use soko_core::{Level, Session};

use super::{Game, Mode};
use crate::{
    command::{Command, Input},
    records::{KeptSolution, Ranking},
};

/// Moves per second, slowest first.
const SPEEDS: [u32; 7] = [1, 2, 4, 8, 16, 32, 64];
const USUAL_SPEED: usize = 3;

/// A running replay.
#[derive(Clone, Debug)]
pub struct Replay {
    session: Session,
    ranking: Ranking,
    playing: bool,
    speed: usize,
}

impl Replay {
    fn new(level: &Level, kept: &KeptSolution, ranking: Ranking) -> Self {
        let mut session = Session::new(level.clone());
        let directions: Vec<_> = kept.solution.steps().iter().map(|s| s.direction).collect();
        session.play(&directions);
        session.restart();
        Self { session, ranking, playing: true, speed: USUAL_SPEED }
    }

    /// The replayed game at its present move.
    pub const fn session(&self) -> &Session {
        &self.session
    }

    /// Which of the two best it is.
    pub const fn ranking(&self) -> Ranking {
        self.ranking
    }

    /// Does it run by itself now?
    pub const fn playing(&self) -> bool {
        self.playing
    }

    /// Moves per second.
    pub(crate) const fn speed(&self) -> u32 {
        SPEEDS[self.speed]
    }

    pub(super) fn pace(&self) -> Option<Duration> {
        self.playing.then(|| Duration::from_secs(1) / self.speed())
    }

    pub(super) fn advance(&mut self) {
        if self.playing {
            self.session.redo_move();
            self.playing = !self.session.redo_steps().is_empty();
        }
    }
}

impl Game {
    pub(super) fn open_replay(&mut self) {
        let best = |r: Ranking| self.card().record.best(r).map(|kept| (kept.clone(), r));
        // The ranking does not matter as long as one solution wins both.
        match best(Ranking::FewestMoves).or_else(|| best(Ranking::FewestPushes)) {
            Some((kept, ranking)) => {
                self.mode = Mode::Replay(Box::new(Replay::new(self.level(), &kept, ranking)));
            }
            None => self.say("No solution of this level is known yet."),
        }
    }

    pub(super) fn update_replay(&mut self, input: Input) -> Option<Input> {
        let Mode::Replay(replay) = &mut self.mode else { return Some(input) };
        let session = &mut replay.session;
        let command = match input {
            Input::Command(command) => command,
            Input::Seek(moves) => {
                replay.playing = false;
                session.jump(moves);
                return None;
            }
            other => return Some(other),
        };
        match command {
            Command::Pause => {
                // At the end, playing means once more.
                if session.redo_steps().is_empty() {
                    session.restart();
                }
                replay.playing = !replay.playing;
                return None;
            }
            Command::Faster => {
                replay.speed = (replay.speed + 1).min(SPEEDS.len() - 1);
                return None;
            }
            Command::Slower => {
                replay.speed = replay.speed.saturating_sub(1);
                return None;
            }
            Command::Zoom => {
                self.zoom = self.zoom.next();
                return None;
            }
            Command::OtherBest => {
                let other = match replay.ranking {
                    Ranking::FewestMoves => Ranking::FewestPushes,
                    Ranking::FewestPushes => Ranking::FewestMoves,
                };
                let speed = replay.speed;
                if let Some(kept) = self.card().record.best(other).cloned() {
                    let replay = Replay { speed, ..Replay::new(self.level(), &kept, other) };
                    self.mode = Mode::Replay(Box::new(replay));
                }
                return None;
            }
            Command::Close => {
                self.mode = Mode::Play;
                return None;
            }
            Command::UndoMove => _ = session.undo_move(),
            Command::RedoMove => _ = session.redo_move(),
            Command::UndoPush => _ = session.undo_push(),
            Command::RedoPush => _ = session.redo_push(),
            Command::First => session.restart(),
            Command::Last => session.redo_all(),
            other => return Some(other.into()),
        }
        // Who steps by hand wants to stay there.
        replay.playing = false;
        None
    }
}
