//! Breadth-first search: all positions one push away, then two, then three.
//!
//! The first solution met has the fewest pushes there can be, and an exhausted search proves that there is
//! none. The price is memory: everything ever seen is kept.
//!
//! Source: the player `bfs` of the Brno system, which searched the same space.

use soko_solver::{Descriptor, Objective, Preset, Properties, Threads};

use crate::blind::{Blind, Queue};

/// The registry entry.
pub static DESCRIPTOR: Descriptor = Descriptor::of::<Blind<Queue>>(
    "bfs",
    "Breadth-first",
    "breadth-first search in push space: fewest pushes, proven",
    "Expands positions in the order of their number of pushes. Finds a solution with the fewest pushes or \
     proves that there is none; needs memory for every position seen.",
    Properties { complete: true, optimal: Some(Objective::Pushes), threads: Threads::One },
    &[Preset {
        id: "plain",
        title: "Without pruning",
        summary: "no pruning at all",
        settings: &["dead_squares=false"],
    }],
);
