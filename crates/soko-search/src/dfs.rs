//! Depth-first search: always go on from the newest position.
//!
//! A graph search: no position is entered twice, so it ends on every level and proves an unsolvable one. Its
//! solutions are long; it is here to be compared with.
//!
//! Source: the player `dfs` of the Brno system.

use soko_solver::{Descriptor, Preset, Properties, Threads};

use crate::blind::{Blind, Stack};

/// The registry entry.
pub static DESCRIPTOR: Descriptor = Descriptor::of::<Blind<Stack>>(
    "dfs",
    "Depth-first",
    "depth-first search in push space: any solution",
    "Expands the newest position first and never enters one twice. Finds some solution, usually a long one, \
     or proves that there is none.",
    Properties { complete: true, optimal: None, threads: Threads::One },
    &[Preset {
        id: "plain",
        title: "Without pruning",
        summary: "no pruning at all",
        settings: &["dead_squares=false"],
    }],
);
