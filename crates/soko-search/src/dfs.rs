//! Depth-first search: always go on from the newest position.
//!
//! A graph search: no position is entered twice, so it ends on every level and proves an unsolvable one. Its
//! solutions are long; it is here to be compared with.
//!
//! Source: the player `dfs` of the Brno system.

use soko_core::Level;
use soko_solver::{Configured, Context, Descriptor, Halt, Player, Preset, Properties, Threads, Verdict};

use crate::blind::{Params, Stack, search};

/// The registry entry.
pub const DESCRIPTOR: Descriptor = Descriptor::of::<Dfs>(
    "dfs",
    "depth-first search in push space: any solution",
    "Expands the newest position first and never enters one twice. Finds some solution, usually a long one, \
     or proves that there is none.",
    Properties { complete: true, optimal: None, threads: Threads::One },
    &[Preset { id: "plain", summary: "no pruning at all", settings: &["dead_squares=false"] }],
);

/// The depth-first player.
pub struct Dfs(Params);

impl Configured for Dfs {
    type Params = Params;

    fn new(params: Params) -> Self {
        Self(params)
    }
}

impl Player for Dfs {
    fn solve(&mut self, level: &Level, context: &mut Context<'_>) -> Result<Verdict, Halt> {
        let solution = search::<Stack>(level, &self.0, context)?;
        Ok(solution.map_or(Verdict::Unsolvable, |solution| Verdict::Solved { solution, optimal: None }))
    }
}
