//! Help levels: how much the game tells about positions that cannot be won.
//!
//! A box on a *dead square* can never be pushed to a goal, whatever else happens. That loses the level only
//! if the box is needed: the aim is `min(boxes, goals)` boxes home, so the position is lost as soon as fewer
//! boxes than that are off the dead squares. With surplus boxes the first ones may be wasted.

use soko_core::{Level, Square, SquareSet, Step};

/// How much the game tells.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub enum HelpLevel {
    /// Nothing.
    #[default]
    Off,
    /// Dead squares are hatched.
    DeadSquares,
    /// Also says when and why the position is lost.
    LostPositions,
}

impl HelpLevel {
    /// All levels, least help first.
    pub const ALL: [Self; 3] = [Self::Off, Self::DeadSquares, Self::LostPositions];

    /// The name in records and on screen.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Off => "off",
            Self::DeadSquares => "dead squares",
            Self::LostPositions => "lost positions",
        }
    }

    /// The next level, round and round.
    #[must_use]
    pub const fn next(self) -> Self {
        match self {
            Self::Off => Self::DeadSquares,
            Self::DeadSquares => Self::LostPositions,
            Self::LostPositions => Self::Off,
        }
    }
}

/// Why a position is lost.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Loss {
    /// The boxes that can never reach a goal.
    pub boxes: Vec<Square>,
    /// After how many moves the position was lost for the first time.
    pub since_move: usize,
    /// How many pushes to take back to get before that.
    pub pushes_back: usize,
}

/// The squares from which a box can never be pushed to a goal.
pub fn dead_squares(level: &Level) -> SquareSet {
    soko_analysis::dead_square::dead_squares(level)
}

/// Is the position after these steps lost, and since when?
pub fn loss(level: &Level, dead: &SquareSet, steps: &[Step]) -> Option<Loss> {
    let mut position = level.start().clone();
    // A box once on a dead square is followed from then on: it may be pushed off again to a square that is
    // alive for other boxes (with the player on its other side), but not for this one.
    let mut lost: Vec<_> = position.boxes().iter().filter(|&b| dead.contains(b)).collect();
    let needed = level.needed();
    let is_lost = |lost: &Vec<Square>| level.boxes() - lost.len() < needed;
    let mut since = is_lost(&lost).then_some((0, 0));
    for (index, step) in steps.iter().enumerate() {
        position.step(level, step.direction);
        if !step.push {
            continue;
        }
        let (from, to) = (position.player(), level.next(position.player(), step.direction));
        if let Some(known) = lost.iter_mut().find(|b| **b == from) {
            *known = to;
        } else if dead.contains(to) {
            lost.push(to);
        }
        match &mut since {
            Some((_, pushes_back)) => *pushes_back += 1,
            None if is_lost(&lost) => since = Some((index + 1, 1)),
            None => {}
        }
    }
    let (since_move, pushes_back) = since?;
    lost.sort_unstable();
    Some(Loss { boxes: lost, since_move, pushes_back })
}

#[cfg(test)]
mod tests {
    use super::*;
    use soko_core::{Session, lurd};

    fn loss_after(text: &str, moves: &str) -> Option<Loss> {
        let mut session = Session::new(Level::parse(text).unwrap());
        assert_eq!(session.play(&lurd::parse(moves).unwrap()), moves.len());
        let dead = dead_squares(session.level());
        loss(session.level(), &dead, session.steps())
    }

    const ONE_BOX: &str = "########\n#      #\n# @$ . #\n#      #\n########";

    #[test]
    fn a_needed_box_on_a_dead_square_loses() {
        assert_eq!(loss_after(ONE_BOX, "rr"), None);
        let loss = loss_after(ONE_BOX, "rrrlll").unwrap();
        assert_eq!((loss.since_move, loss.pushes_back, loss.boxes.len()), (3, 1, 1));
    }

    #[test]
    fn a_surplus_box_may_be_wasted_but_only_one() {
        let two_boxes = "########\n#  @ . #\n# $  $ #\n#      #\n#      #\n########";
        // Push the left box down to the bottom wall: one box is left for the one goal.
        let moves = "ldd";
        let mut session = Session::new(Level::parse(two_boxes).unwrap());
        session.play(&lurd::parse(moves).unwrap());
        let dead = dead_squares(session.level());
        assert_eq!(session.position().boxes().iter().filter(|&b| dead.contains(b)).count(), 1);
        assert_eq!(loss(session.level(), &dead, session.steps()), None);
    }

    #[test]
    fn a_lost_box_stays_lost_on_squares_that_are_alive_for_others() {
        // From above the box can only be pushed into the corridor, where it then blocks the way to its side.
        let text = "#####\n##@##\n##$##\n#.  #\n#####";
        let level = Level::parse(text).unwrap();
        let corridor = level.square_at(2, 3).unwrap();
        assert!(!dead_squares(&level).contains(corridor));
        let loss = loss_after(text, "d").unwrap();
        assert_eq!((loss.boxes, loss.since_move, loss.pushes_back), (vec![corridor], 0, 1));
    }

    #[test]
    fn a_level_that_starts_lost_says_so() {
        let loss = loss_after("#######\n#@  $ #\n#  .  #\n#     #\n#######", "").unwrap();
        assert_eq!((loss.since_move, loss.pushes_back), (0, 0));
    }
}
