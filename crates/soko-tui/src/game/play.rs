//! Playing: what the commands and the pointer do to the game on the board.

use std::{collections::VecDeque, time::Duration};

use soko_core::Direction;

use super::{Effects, Game, Mode};
use crate::{
    command::{Command, Input},
    help::HelpLevel,
};

/// A way longer than this is shown several steps at a time.
const LONG_WAY: usize = 40;
const STEP_PACE: Duration = Duration::from_millis(16);

/// Steps that wait to be shown.
#[derive(Clone, Debug, Default)]
pub(super) struct Way {
    left: VecDeque<Direction>,
    per_advance: usize,
}

impl Way {
    pub(super) fn pace(&self) -> Option<Duration> {
        (!self.left.is_empty()).then_some(STEP_PACE)
    }
}

impl Game {
    pub(super) fn update_play(&mut self, input: Input, effects: &mut Effects) {
        match input {
            Input::Command(command) => self.obey(command, effects),
            Input::Press(cell) => self.press(cell),
            Input::Release(cell) => self.release(cell),
            Input::Seek(moves) => self.session.jump(moves),
            Input::Type(_) | Input::Pick(_) | Input::Hover(_) | Input::Advance => {}
        }
    }

    fn obey(&mut self, command: Command, effects: &mut Effects) {
        let holding = self.grab.take();
        match command {
            Command::Step(direction) => self.go(&[direction]),
            Command::Run(direction) => {
                let mut ahead = self.session.clone();
                self.go(&vec![direction; ahead.run(direction)]);
            }
            Command::PushToEnd(direction) => {
                let mut ahead = self.session.clone();
                self.go(&vec![direction; ahead.push_to_end(direction)]);
            }
            Command::UndoPush => {
                if holding.is_none() && !self.session.undo_push() {
                    self.say("Nothing to undo.");
                }
            }
            Command::UndoMove => {
                if self.session.undo_move().is_none() {
                    self.say("Nothing to undo.");
                }
            }
            Command::RedoPush => {
                if !self.session.redo_push() {
                    self.say("Nothing to redo.");
                }
            }
            Command::RedoMove => {
                if self.session.redo_move().is_none() {
                    self.say("Nothing to redo.");
                }
            }
            Command::Restart if holding.is_some() => {}
            Command::Restart => {
                if !self.session.steps().is_empty() {
                    self.session.restart();
                    self.say("Back at the start. Redo brings the moves back.");
                }
            }
            Command::First => self.session.restart(),
            Command::Last => self.session.redo_all(),
            Command::PreviousLevel => self.move_by(-1),
            Command::NextLevel => self.move_by(1),
            Command::PreviousUnsolved => self.open_unsolved(false),
            Command::NextUnsolved => self.open_unsolved(true),
            Command::Levels => self.open_list(),
            Command::Help => {
                self.help = self.help.next();
                self.help_used = self.help_used.max(self.help);
                self.say(match self.help {
                    HelpLevel::Off => "Help is off.",
                    HelpLevel::DeadSquares => "Help: a box on a hatched square can never reach a goal.",
                    HelpLevel::LostPositions => "Help: also says when the position is lost, and why.",
                });
            }
            Command::Replay => self.open_replay(),
            Command::Zoom => {
                self.zoom = self.zoom.next();
                self.say(format!("Cell size: {}.", self.zoom.name()));
            }
            Command::Keys => self.mode = Mode::Keys(0),
            Command::Quit => self.quit(effects),
            Command::Redraw => effects.redraw = true,
            // Keys of windows that are not open.
            Command::Pause
            | Command::Faster
            | Command::Slower
            | Command::OtherBest
            | Command::Up
            | Command::Down
            | Command::PageUp
            | Command::PageDown
            | Command::OnlyUnsolved
            | Command::Erase
            | Command::Accept
            | Command::Close => {}
        }
        self.enter_record();
    }

    /// Plays a way, or puts it up to be shown step by step.
    pub(super) fn go(&mut self, way: &[Direction]) {
        self.grab = None;
        self.way = Way { left: way.iter().copied().collect(), per_advance: way.len().div_ceil(LONG_WAY) };
        if !self.animate || way.len() < 2 {
            self.play_rest_of_way();
        }
    }

    pub(super) fn play_rest_of_way(&mut self) {
        self.play_way(usize::MAX);
    }

    pub(super) fn advance(&mut self) {
        match &mut self.mode {
            Mode::Replay(replay) => replay.advance(),
            _ => self.play_way(self.way.per_advance),
        }
    }

    fn play_way(&mut self, steps: usize) {
        if self.way.left.is_empty() {
            return;
        }
        for _ in 0..steps {
            let Some(direction) = self.way.left.pop_front() else { break };
            if self.session.step(direction).is_none() || self.session.is_solved() {
                self.way.left.clear();
            }
        }
        if self.session.is_solved() {
            self.celebrate();
        }
    }
}
