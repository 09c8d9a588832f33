//! The pointer on the board: walk by a click, push by click and click or by dragging.
//!
//! Pressing a box takes it in hand and lights the squares it can be pushed to. The next press, or letting go
//! elsewhere, names the target. All ways come from [`BoxPaths`], which is asked once per grab.

use soko_core::{Square, SquareSet, Walks, box_path::BoxPaths};

use super::Game;
use crate::{command::Cell, help::HelpLevel};

/// A box in hand.
#[derive(Clone)]
pub struct Grab {
    square: Square,
    targets: SquareSet,
    paths: std::rc::Rc<BoxPaths>,
}

impl std::fmt::Debug for Grab {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Grab").field("square", &self.square).finish_non_exhaustive()
    }
}

impl Grab {
    /// The square of the box.
    pub(crate) const fn square(&self) -> Square {
        self.square
    }

    /// Where it can be pushed.
    pub const fn targets(&self) -> &SquareSet {
        &self.targets
    }
}

impl Game {
    pub(super) fn press(&mut self, cell: Cell) {
        self.hover = Some(cell);
        self.pressed = Some(cell);
        let held = self.grab.take();
        let Some(square) = self.level().square_at(cell.0, cell.1) else { return };
        if let Some(held) = held {
            if held.square == square {
                // Pressing the box again lets go of it.
                self.pressed = None;
                return;
            }
            if held.targets.contains(square) {
                return self.push_to(&held, square);
            }
        }
        if self.session.position().boxes().contains(square) {
            self.take_in_hand(square);
            return;
        }
        let walks = Walks::from(self.level(), self.session.position());
        match walks.path_to(self.level(), square) {
            Some(path) => self.go(&path),
            None => self.say("There is no way to that square."),
        }
    }

    pub(super) fn release(&mut self, cell: Option<Cell>) {
        let pressed = self.pressed.take();
        // Letting go where it went down was a click: the box stays in hand.
        if cell.is_none() || cell == pressed || pressed.is_none() {
            return;
        }
        let Some(held) = self.grab.take() else { return };
        let square = cell.and_then(|(x, y)| self.level().square_at(x, y));
        match square {
            Some(square) if held.targets.contains(square) => self.push_to(&held, square),
            _ => self.say("The box cannot be pushed there."),
        }
    }

    fn take_in_hand(&mut self, square: Square) {
        let paths = BoxPaths::explore(self.level(), self.session.position(), square);
        let mut targets = SquareSet::new(self.level().squares());
        paths.targets().filter(|&t| t != square).for_each(|t| targets.insert(t));
        if targets.is_empty() {
            self.say("This box cannot be pushed now.");
            return;
        }
        if targets.common(&self.dead) > 0 {
            // Hatched targets tell about dead squares, whatever the help level.
            self.help_used = self.help_used.max(HelpLevel::DeadSquares);
        }
        self.grab = Some(Grab { square, targets, paths: std::rc::Rc::new(paths) });
    }

    fn push_to(&mut self, held: &Grab, square: Square) {
        let path = held.paths.path_to(square).unwrap_or_default();
        self.go(&path);
    }
}
