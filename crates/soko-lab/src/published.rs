//! What was published, as data with its source, and how an experiment of ours is laid beside it.
//!
//! One file per experiment has the printed numbers, one in [`compare`] the tables: a function of a recorded [`Dataset`].
//! An experiment file names the printed tables that belong beside it; [`compare`](compare()) finds them. What is
//! deterministic (lengths, counted nodes) and what depends on the machine (seconds, and scores made of them) are in different
//! tables, and the latter can be left out.

pub mod brno_1;
pub mod brno_2;
pub mod brno_3;
mod compare;
pub mod queensland;

use crate::{Dataset, Findings};

/// A published experiment.
struct Published {
    id: &'static str,
    title: &'static str,
    compare: fn(&Dataset, bool, &mut Findings),
}

const ALL: [Published; 4] = [
    Published {
        id: "brno-1",
        title: "Beside the print: Brno, experiment 1",
        compare: compare::brno_1::compare,
    },
    Published {
        id: "brno-2",
        title: "Beside the print: Brno, experiment 2",
        compare: compare::brno_2::compare,
    },
    Published {
        id: "brno-3",
        title: "Beside the print: Brno, experiment 3",
        compare: compare::brno_3::compare,
    },
    Published {
        id: "queensland",
        title: "Beside the print: Queensland",
        compare: compare::queensland::compare,
    },
];

/// The names of all published experiments.
pub fn ids() -> impl Iterator<Item = &'static str> {
    ALL.iter().map(|published| published.id)
}

/// Is there a published experiment of that name?
pub fn exists(id: &str) -> bool {
    ids().any(|known| known == id)
}

/// Lays recorded runs beside the printed numbers of that name; without `times` whatever depends on the clock is left out.
/// Nothing if no such experiment was published.
pub fn compare(id: &str, dataset: &Dataset, times: bool) -> Option<Findings> {
    let published = ALL.iter().find(|published| published.id == id)?;
    let mut findings = Findings::new(id, published.title);
    (published.compare)(dataset, times, &mut findings);
    Some(findings)
}
