//! Breadth-first search: all positions one push away, then two, then three.
//!
//! The first solution met has the fewest pushes there can be, and an exhausted search proves that there is
//! none. The price is memory: everything ever seen is kept.
//!
//! Source: the player `bfs` of the Brno system, which searched the same space.

use soko_core::Level;
use soko_solver::{
    Configured, Context, Descriptor, Halt, Objective, Player, Preset, Properties, Threads, Verdict,
};

use crate::blind::{Params, Queue, search};

/// The registry entry.
pub const DESCRIPTOR: Descriptor = Descriptor::of::<Bfs>(
    "bfs",
    "breadth-first search in push space: fewest pushes, proven",
    "Expands positions in the order of their number of pushes. Finds a solution with the fewest pushes or \
     proves that there is none; needs memory for every position seen.",
    Properties { complete: true, optimal: Some(Objective::Pushes), threads: Threads::One },
    &[Preset { id: "plain", summary: "no pruning at all", settings: &["dead_squares=false"] }],
);

/// The breadth-first player.
pub struct Bfs(Params);

impl Configured for Bfs {
    type Params = Params;

    fn new(params: Params) -> Self {
        Self(params)
    }
}

impl Player for Bfs {
    fn solve(&mut self, level: &Level, context: &mut Context<'_>) -> Result<Verdict, Halt> {
        let solution = search::<Queue>(level, &self.0, context)?;
        Ok(solution.map_or(Verdict::Unsolvable, |solution| Verdict::Solved {
            solution,
            optimal: Some(Objective::Pushes),
        }))
    }
}
