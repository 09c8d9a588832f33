//! What was published, as data with its source, and how an experiment of ours is laid beside it.
//!
//! One file per experiment has the printed numbers, one in [`compare`] the tables: a function of a recorded [`Dataset`].
//! An experiment file names the printed tables that belong beside it; [`compare`](compare()) finds them. What is
//! deterministic (lengths, counted nodes) and what depends on the machine (seconds, and scores made of them) are in different
//! tables, and the latter can be left out.
//!
//! Printed numbers are about printed levels. Where a stand-in was played there is nothing to lay beside them, and the comparison says so.

mod brno_1;
pub mod brno_2;
mod brno_3;
mod compare;
pub mod irvine;
pub mod irvine_a;
mod irvine_b;
mod irvine_c;
pub mod queensland;

use soko_lab::{Dataset, Share};

use crate::{Findings, Section};

/// A published experiment.
struct Published {
    id: &'static str,
    title: &'static str,
    compare: fn(&Dataset, bool, &mut Findings),
}

const ALL: [Published; 7] = [
    Published {
        id: "brno-1",
        title: "Brno, experiment 1: completeness and optimality",
        compare: compare::brno_1::compare,
    },
    Published {
        id: "brno-2",
        title: "Brno, experiment 2: players by size of the state space",
        compare: compare::brno_2::compare,
    },
    Published {
        id: "brno-3",
        title: "Brno, experiment 3: A* beside the solvers of others",
        compare: compare::brno_3::compare,
    },
    Published {
        id: "queensland",
        title: "Queensland: nodes of three searches, step by step",
        compare: compare::queensland::compare,
    },
    Published {
        id: "irvine-a",
        title: "Irvine A: Q-learning by the agent's cell",
        compare: compare::irvine_a::compare,
    },
    Published {
        id: "irvine-b",
        title: "Irvine B: Q-learning over moves and over pushes",
        compare: compare::irvine_b::compare,
    },
    Published {
        id: "irvine-c",
        title: "Irvine C: Q-learning over pushes with walks between",
        compare: compare::irvine_c::compare,
    },
];

/// Lays recorded runs beside the printed numbers of that name; without `times` whatever depends on the clock is left out.
/// Nothing if no such experiment was published.
pub fn compare(id: &str, dataset: &Dataset, times: bool) -> Option<Findings> {
    let published = ALL.iter().find(|published| published.id == id)?;
    let mut findings = Findings::new(id, published.title);
    findings.heading("Beside the printed numbers");
    if dataset.supply.is_stand_in() {
        let wanted: Vec<_> = dataset.supply.collections.iter().map(Share::credit).collect();
        findings.text(format!(
            "The printed numbers are left out: they are about {}, and a stand-in was played.",
            wanted.join(", ")
        ));
        return Some(findings);
    }
    (published.compare)(dataset, times, &mut findings);
    // They may follow the tables of another report, which have plain names.
    for section in &mut findings.sections {
        if let Section::Table(table) = section {
            table.id = format!("printed-{}", table.id);
        }
    }
    Some(findings)
}

#[cfg(test)]
mod tests {
    use soko_lab::{Builtin, Definition, EXPERIMENTS, dataset::Limits};

    use super::*;
    use crate::sample::{sample, stand_in};

    fn ids() -> impl Iterator<Item = &'static str> {
        ALL.iter().map(|published| published.id)
    }

    #[test]
    fn every_comparison_bears_any_experiment() {
        let timeless = ["brno-1", "irvine-a"];
        for id in ids() {
            for dataset in [Dataset::default(), sample()] {
                let findings = compare(id, &dataset, true).unwrap();
                assert!(findings.tables().all(|table| table.id.starts_with("printed-")), "{id}");
                let quiet = compare(id, &dataset, false).unwrap();
                assert!(quiet.sections.len() < findings.sections.len() || timeless.contains(&id), "{id}");
                let names: Vec<_> = findings.tables().map(|table| &table.id).collect();
                assert!(names.iter().enumerate().all(|(i, name)| !names[..i].contains(name)), "{names:?}");
            }
        }
        assert!(compare("brno-9", &sample(), true).is_none());
    }

    #[test]
    fn nothing_is_laid_beside_a_stand_in() {
        let mut dataset = sample();
        dataset.supply = stand_in();
        for id in ids() {
            let findings = compare(id, &dataset, true).unwrap();
            assert_eq!(findings.tables().count(), 0, "{id}");
            let text = findings.markdown("x");
            assert!(text.contains("left out: they are about One (A. Author), and a stand-in"), "{text}");
        }
    }

    #[test]
    fn every_published_experiment_has_a_file_and_the_other_way_round() {
        let parse = |experiment: &Builtin| Definition::parse(experiment.text, experiment.id).unwrap();
        let printed: Vec<_> =
            EXPERIMENTS.iter().map(parse).filter(|definition| definition.published.is_some()).collect();
        let named = printed.iter().filter_map(|definition| definition.published.as_deref());
        assert!(ids().eq(named));
        for definition in printed {
            assert!(definition.about.contains("\nAfter "), "{} names no source", definition.name);
            // Learners that fail use all their time with every seed.
            let time_ms = match definition.name.as_str() {
                "irvine-b" => 2_000,
                "irvine-c" => 10_000,
                _ => 60_000,
            };
            let limits = Limits { time_ms: Some(time_ms), nodes: None, memory: Some(4 << 30) };
            assert_eq!(definition.limits().unwrap(), limits, "{}", definition.name);
        }
    }
}
