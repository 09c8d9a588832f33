//! One experiment under several programs, side by side: is today's build better than yesterday's?
//!
//! The same experiment planned by two programs is two experiments in the database, since a job belongs to a program. Here
//! they become one whose contenders say which program they were. Levels are the same if they are the same board, whatever it
//! was called; a level that only one program met counts for that one alone.

use std::{collections::HashMap, hash::Hash};

use soko_lab::{Dataset, dataset::Curve};

/// Puts together what several programs made of an experiment; the first one gives title and limits.
pub fn side_by_side(programs: Vec<Dataset>) -> Dataset {
    let mut all = Dataset::default();
    for (number, dataset) in programs.into_iter().enumerate() {
        if number == 0 {
            all = head(&dataset);
        } else {
            all.program += ", ";
        }
        all.program += &dataset.program;
        absorb(&mut all, dataset);
    }
    all
}

fn absorb(all: &mut Dataset, other: Dataset) {
    // The version says little; what tells two builds apart is behind it.
    let print = other.program.rsplit('+').next().unwrap_or_default().to_owned();
    let first_contender = all.contenders.len();
    all.contenders.extend(other.contenders.into_iter().map(|mut contender| {
        contender.name = format!("{} @{print}", contender.name);
        contender
    }));
    let levels = places(&mut all.levels, other.levels, |level| level.hash);
    // If one of them played a stand-in, the whole is about other levels, too.
    if other.supply.is_stand_in() {
        all.supply = other.supply;
    }
    let hosts = places(&mut all.hosts, other.hosts, |host| (host.name.clone(), host.description.clone()));
    let first_trial = all.trials.len();
    all.trials.extend(other.trials.into_iter().map(|mut trial| {
        trial.level = levels[trial.level];
        trial.contender += first_contender;
        if let Some(run) = &mut trial.run {
            run.host = hosts[run.host];
        }
        trial
    }));
    let moved = |curve: Curve| Curve { trial: curve.trial + first_trial, ..curve };
    all.curves.extend(other.curves.into_iter().map(moved));
}

/// What is said about an experiment as a whole.
fn head(dataset: &Dataset) -> Dataset {
    Dataset {
        name: dataset.name.clone(),
        title: dataset.title.clone(),
        about: dataset.about.clone(),
        started_by: dataset.started_by.clone(),
        supply: dataset.supply.clone(),
        limits: dataset.limits,
        ..Dataset::default()
    }
}

/// Adds what is not there yet, and says where each thing is now.
fn places<T, K: Hash + Eq>(known: &mut Vec<T>, new: Vec<T>, key: impl Fn(&T) -> K) -> Vec<usize> {
    let mut index: HashMap<K, usize> = known.iter().enumerate().map(|(i, thing)| (key(thing), i)).collect();
    let place = |thing: T| {
        *index.entry(key(&thing)).or_insert_with(|| {
            known.push(thing);
            known.len() - 1
        })
    };
    new.into_iter().map(place).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sample::sample;

    #[test]
    fn two_builds_stand_side_by_side() {
        let (old, mut new) = (sample(), sample());
        new.program = "0.2.0+ffffffffffff".to_owned();
        new.levels[1].name.file = "collection:x".to_owned();
        new.levels[2].hash = soko_core::LevelHash::from_bytes([9; 16]);
        new.supply.stand_in = vec!["builtin:demo".to_owned()];
        new.hosts[0].name = "there".to_owned();
        let both = side_by_side(vec![old.clone(), new]);
        let names: Vec<_> = both.contenders.iter().map(|contender| contender.name.as_str()).collect();
        assert_eq!(
            names,
            ["quick @0123456789ab", "slow @0123456789ab", "quick @ffffffffffff", "slow @ffffffffffff"]
        );
        assert_eq!((both.levels.len(), both.hosts.len(), both.trials.len()), (4, 2, 24));
        assert_eq!(both.program, "0.1.0+0123456789ab, 0.2.0+ffffffffffff");
        let last = both.trials[23];
        assert_eq!((last.level, last.contender, last.run.map(|run| run.host)), (3, 3, Some(1)));
        assert_eq!(both.trials[0].level, both.trials[12].level);
        assert!(both.supply.is_stand_in());
        assert_eq!(side_by_side(vec![old]).trials.len(), 12);
    }
}
