//! Help: how much the game tells about positions that cannot be won.
//!
//! The rules of [`soko_analysis::deadlock`] judge the game. A [`Watch`] follows it: every position is judged
//! once, when a push first leads there, so that a move costs one judgement however long the game is. Walking
//! changes neither boxes nor region and costs nothing.
//!
//! **Once lost, always lost.** The first position that a rule proves lost is remembered until it is taken back, even if
//! the rules fall silent about later ones: a box pushed on from a dead square may stand where others would be safe.
//! The boxes of that proof are then followed to where they stand now.
//!
//! **Cost.** On boards of 50 × 50 squares and up to 12 boxes a judgement took 0.01 to 0.15 ms; where a corral search
//! spends its whole budget in vain, 4.6 ms. The rule `pattern` would search the same corrals a second time, 9.5 ms in
//! all, to name fewer boxes of the same proofs; so it is left out.

use std::rc::Rc;

use soko_analysis::deadlock::{Explainer, Explanation, RuleId};
use soko_core::{Level, Session, Square, Step};

pub use soko_records::HelpLevel;

/// The rules that warn, the plainest first: what one of them can say, those behind it need not.
pub(crate) const RULES: &[RuleId] = &[
    RuleId::Corner,
    RuleId::WallLine,
    RuleId::DeadSquare,
    RuleId::Block,
    RuleId::Freeze,
    RuleId::Diagonal,
    RuleId::Bipartite,
    RuleId::NoSuccessor,
    RuleId::Retrograde,
    RuleId::PiCorral,
    RuleId::Corral,
];

/// Why a position is lost, and since when.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Loss {
    /// The rule that proves it.
    pub rule: RuleId,
    /// The boxes of the proof, where they stand now.
    pub boxes: Vec<Square>,
    /// The proof in words; `None` if it was about an earlier position only.
    pub sentence: Option<String>,
    /// After how many moves the game was lost for the first time.
    pub since_move: usize,
    /// How many pushes to take back to get before that.
    pub pushes_back: usize,
}

/// The first position of a game that is proven lost.
#[derive(Clone, Debug)]
struct Fatal {
    /// Moves made when it was reached.
    moves: usize,
    explanation: Explanation,
}

/// Follows a game and notices when it is lost.
#[derive(Clone, Debug)]
pub(crate) struct Watch {
    explainer: Rc<Explainer>,
    /// The steps judged so far.
    steps: Vec<Step>,
    fatal: Option<Fatal>,
    loss: Option<Loss>,
}

impl Watch {
    /// Compiles the rules for a level and judges its start.
    pub(crate) fn new(level: &Level) -> Self {
        let explainer = Explainer::new(RULES, level);
        let fatal = explainer.first(level.start()).map(|explanation| Fatal { moves: 0, explanation });
        let mut watch = Self { explainer: Rc::new(explainer), steps: Vec::new(), fatal, loss: None };
        watch.loss = watch.judge(&Session::new(level.clone()));
        watch
    }

    /// Why the position followed last is lost, if a rule knows.
    pub(crate) const fn loss(&self) -> Option<&Loss> {
        self.loss.as_ref()
    }

    /// Judges what is new in a game on the same level.
    pub(crate) fn follow(&mut self, session: &Session) {
        let steps = session.steps();
        let common = steps.iter().zip(&self.steps).take_while(|(new, old)| new == old).count();
        let pushed = |steps: &[Step]| steps[common..].iter().any(|step| step.push);
        let same_boxes = !pushed(steps) && !pushed(&self.steps);
        self.steps.truncate(common);
        self.steps.extend_from_slice(&steps[common..]);
        if same_boxes {
            return;
        }
        self.fatal.take_if(|fatal| fatal.moves > common);
        if self.fatal.is_none() {
            self.fatal = self.first_fatal(session.level(), common);
        }
        self.loss = self.judge(session);
    }

    /// The first lost position after more than `known` moves; up to there none is.
    fn first_fatal(&self, level: &Level, known: usize) -> Option<Fatal> {
        let mut position = level.start().clone();
        for (moves, step) in (1..).zip(&self.steps) {
            position.step(level, step.direction);
            if moves > known && step.push {
                let explanation = self.explainer.first(&position);
                if let Some(explanation) = explanation {
                    return Some(Fatal { moves, explanation });
                }
            }
        }
        None
    }

    fn judge(&self, session: &Session) -> Option<Loss> {
        let Fatal { moves: since_move, explanation } = self.fatal.as_ref()?;
        let pushes = |steps: &[Step]| steps.iter().filter(|step| step.push).count();
        let later = &self.steps[*since_move..];
        let now = match pushes(later) {
            0 => Some(explanation.clone()),
            _ => self.explainer.first(session.position()),
        };
        let pushes_back = pushes(&self.steps[since_move.saturating_sub(1)..]);
        let loss =
            |rule, boxes, sentence| Loss { rule, boxes, sentence, since_move: *since_move, pushes_back };
        if let Some(now) = now {
            return Some(loss(now.rule, now.boxes.iter().collect(), Some(now.sentence)));
        }
        let boxes = self.where_now(session.level(), *since_move, explanation.boxes.iter().collect());
        Some(loss(explanation.rule, boxes, None))
    }

    /// Where boxes stand now that stood on these squares after so many moves.
    fn where_now(&self, level: &Level, moves: usize, mut boxes: Vec<Square>) -> Vec<Square> {
        let mut position = level.start().clone();
        for (index, step) in self.steps.iter().enumerate() {
            position.step(level, step.direction);
            let from = position.player();
            if index >= moves
                && step.push
                && let Some(moved) = boxes.iter_mut().find(|square| **square == from)
            {
                *moved = level.next(from, step.direction);
            }
        }
        boxes.sort_unstable();
        boxes
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use soko_core::lurd;

    fn session(text: &str) -> Session {
        Session::new(Level::parse(text).unwrap())
    }

    fn play(session: &mut Session, moves: &str) {
        assert_eq!(session.play(&lurd::parse(moves).unwrap()), moves.len());
    }

    fn loss_after(text: &str, moves: &str) -> Option<Loss> {
        let mut session = session(text);
        let mut watch = Watch::new(session.level());
        play(&mut session, moves);
        watch.follow(&session);
        watch.loss().cloned()
    }

    const ONE_BOX: &str = "########\n#      #\n# @$ . #\n#      #\n########";

    #[test]
    fn a_needed_box_on_a_dead_square_loses() {
        assert_eq!(loss_after(ONE_BOX, "rr"), None);
        let loss = loss_after(ONE_BOX, "rrrlll").unwrap();
        assert_eq!((loss.since_move, loss.pushes_back, loss.boxes.len()), (3, 1, 1));
        assert!(loss.sentence.is_some());
    }

    #[test]
    fn a_surplus_box_may_be_wasted_but_only_one() {
        let two_boxes = "########\n#  @ . #\n# $  $ #\n#      #\n#      #\n########";
        // The left box at the bottom wall: one box is left for the one goal.
        assert_eq!(loss_after(two_boxes, "ldd"), None);
        let loss = loss_after(two_boxes, "ldduurrrdd").expect("both boxes are at the bottom wall");
        assert_eq!((loss.since_move, loss.pushes_back, loss.boxes.len()), (10, 1, 2));
    }

    #[test]
    fn a_game_stays_lost_where_the_rules_fall_silent() {
        // From above the box can only be pushed into the corridor, where it then blocks the way to its side.
        let text = "#####\n##@##\n##$##\n#.  #\n#####";
        let level = Level::parse(text).unwrap();
        let corridor = level.square_at(2, 3).unwrap();
        let loss = loss_after(text, "d").unwrap();
        assert_eq!((loss.boxes, loss.since_move, loss.pushes_back), (vec![corridor], 0, 1));
    }

    #[test]
    fn a_level_that_starts_lost_says_so() {
        let loss = loss_after("#######\n#@  $ #\n#  .  #\n#     #\n#######", "").unwrap();
        assert_eq!((loss.since_move, loss.pushes_back), (0, 0));
    }

    /// Step by step, with undo and detours, a watch says what a new one says about the whole game.
    #[test]
    fn following_is_judging_from_the_start() {
        let mut game = session("##########\n#  .     #\n# $  $ . #\n#  @     #\n#   $  . #\n##########");
        let mut watch = Watch::new(game.level());
        let (mut seed, mut lost) = (1_u64, 0);
        for _ in 0..3_000 {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            match seed >> 60 {
                0..=11 => drop(game.step(soko_core::Direction::ALL[(seed >> 58) as usize % 4])),
                12 | 13 => drop(game.undo_push()),
                14 => drop(game.redo_push()),
                _ if (seed >> 50) % 64 == 0 => game.restart(),
                _ => drop(game.undo_move()),
            }
            watch.follow(&game);
            let mut fresh = Watch::new(game.level());
            fresh.follow(&game);
            assert_eq!(watch.loss(), fresh.loss(), "{}", lurd::format(game.steps()));
            lost += usize::from(watch.loss().is_some());
        }
        assert!((300..2_900).contains(&lost), "{lost}");
    }
}
