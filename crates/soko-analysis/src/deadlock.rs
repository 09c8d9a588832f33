//! Deadlocks: positions that can never be won, and why.
//!
//! A [`Rule`] is compiled once per level and judges positions. If it speaks, the position has no solution, and
//! its [`Evidence`] names the boxes and cells that prove it; if it is silent, nothing is known. One rule is one
//! file, and its essay holds the proof. [`explain()`] turns evidence into sentences for a player, [`Explainer`]
//! does so for many positions of a level, [`fatal_move`] finds the move that lost a game. Players ask a [`Detector`], which has the
//! rules without evidence, as fast as they go.
//!
//! **What every proof must respect.** A level with *b* boxes and *g* goals needs `min(b, g)` boxes home. It can
//! spare `b − min(b, g)` boxes and `g − min(b, g)` goals ([`Spare`]); one of the two is always 0. A box that ends
//! on no goal in every play, *lost* for short, matters only if more boxes are lost than can be spared.
//! A rule therefore counts lost boxes (or goals that stay empty), and two arguments about the same box count
//! once.
//!
//! The rules are held against the exact set of solvable positions of hundreds of small levels
//! (`tests/deadlock`); `examples/rule_table` measures what each of them finds and costs.

mod bipartite;
mod block;
mod closed_area;
mod corner;
pub mod corral;
mod dead_box;
mod detector;
mod diagonal;
mod explain;
mod freeze;
mod immobile;
mod look;
mod no_successor;
mod pair;
pub mod pattern;
mod pi_corral;
pub mod retrograde;
mod rule;
mod wall_line;

pub use dead_box::DeadBox;
pub use detector::{Detector, Rules};
pub use explain::{Explainer, Explanation, FatalMove, explain, explain_by, fatal_move};
pub use freeze::{Freeze, frozen};
pub use immobile::immobile;
pub use look::Look;
pub use pair::DeadPairs;
pub use pi_corral::{PiCorrals, Pushes};
pub use rule::{Evidence, Rule, RuleId, Spare};

use soko_core::{Level, Maze};

/// Compiles a rule for a level.
#[inline(never)]
pub fn compile<const W: usize>(id: RuleId, level: &Level, maze: &Maze<W>) -> Box<dyn Rule<W>> {
    match id {
        RuleId::Corner => Box::new(corner::Corner::new(level, maze)),
        RuleId::DeadSquare => Box::new(dead_box::DeadBox::new(level)),
        RuleId::WallLine => Box::new(wall_line::WallLine::new(level, maze)),
        RuleId::Block => Box::new(block::Block::new(level)),
        RuleId::Freeze => Box::new(freeze::Freeze::new(level)),
        RuleId::Diagonal => Box::new(diagonal::Diagonal::new(level)),
        RuleId::Bipartite => Box::new(bipartite::Bipartite::new(level, maze)),
        RuleId::NoSuccessor => Box::new(no_successor::NoSuccessor::new(level)),
        RuleId::Retrograde => Box::new(retrograde::Retrograde::new(level, maze)),
        RuleId::Pair => Box::new(pair::PairRule::new(level, maze)),
        RuleId::PiCorral => Box::new(closed_area::PiCorralRule::new(level)),
        RuleId::Corral => Box::new(closed_area::CorralRule::new(level)),
        RuleId::Pattern => Box::new(closed_area::PatternRule::new(level)),
    }
}
