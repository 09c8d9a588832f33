//! The player `expert`: give it any level, it finds a solution.
//!
//! ```text
//! expert ─► portfolio ─┬► strategy/plan ──────► packing (a plan from the end) ─► domain/forward ──┐
//!                      ├► strategy/backward ──► domain/backward ◄── strategy/perimeter ───────────┘
//!                      └► best-first searches of soko-search, from both ends
//! ```
//!
//! | folder | holds |
//! |---|---|
//! | `portfolio` | which strategy has its turn, meetings of two of them, several threads |
//! | `strategy` | what takes turns: follow a packing plan, search backward; what is kept of an ended search |
//! | `fess` | FESS, the search in feature space that every strategy runs: cells, weights, lessons |
//! | `domain` | what FESS searches: pushes along a plan, pulls to the start |
//! | `packing` | packing plans, and the search that finds them |
//! | `features`, `advisors` | what makes a position good, and moves chosen by a rule of thumb; they guide and may be wrong |
//! | `macro_move` | one box carried anywhere: the only moves |
//! | `deadlock` | what is lost, for pushes and for pulls: tests and proofs, which are never wrong |
//! | `prepared`: `level_tables`, `shared_knowledge` | what never changes about a level; what its searches learn together |
//! | `params`, `variation` | parameters and switches; how one restart differs from the next |
//!
//! What is claimed lost is proven lost: `tests/soundness` holds every detector against all solvable positions of hundreds of
//! small levels and against the solutions of large ones.

mod advisors;
mod deadlock;
mod domain;
mod expert;
mod features;
mod fess;
mod level_tables;
mod macro_move;
mod packing;
mod params;
mod portfolio;
mod prepared;
mod progress;
mod shared_knowledge;
mod solution;
mod strategy;
#[cfg(test)]
mod testing;
mod variation;

pub use expert::DESCRIPTOR;
pub use params::Params;

/// What the soundness tests look into; no interface for others.
#[doc(hidden)]
pub mod internals {
    pub use crate::{
        deadlock::{
            backward::{BackwardDeadlocks, BackwardPatterns},
            forward::{ForwardDeadlocks, ForwardPatterns},
            pattern_search::{Finding, PatternDomain, lost_around, try_all},
        },
        features::connectivity::{Connectivity, components},
        level_tables::LevelTables,
        macro_move::{Explorer, MacroMove},
        params::Switches,
    };
    use crate::{
        fess::{Domain, FessPosition},
        packing::search::PackingSearch,
        variation::Variation,
    };
    use soko_core::State;

    /// Does the search for plans call a position one that cannot be emptied towards the start?
    pub fn is_lost_to_plans<const W: usize>(tables: &LevelTables<'_, W>, state: &State<W>) -> bool {
        let variation = Variation::new(0, 0, Switches::default());
        let position = FessPosition { state: *state, bases: tables.start.boxes };
        PackingSearch::new(tables, tables.start.boxes, variation).is_lost(&position, state.player)
    }
}
