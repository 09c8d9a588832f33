//! An experiment for the tests of the reports.

use soko_core::LevelHash;
use soko_lab::{
    Dataset, JobId, Outcome, RunId, Share, Supply,
    dataset::{ContenderInfo, HostInfo, LevelInfo, LevelName, Limits, RunInfo, Trial},
};
use soko_solver::{Objective, Statistics};

/// One collection that was not found, and what was played in its place.
pub(crate) fn stand_in() -> Supply {
    let (title, author) = ("One".to_owned(), "A. Author".to_owned());
    let share = Share { id: "one".to_owned(), title, author, wanted: 3, found: 0, missing: "1-3".to_owned() };
    Supply { collections: vec![share], stand_in: vec!["builtin:demo".to_owned()] }
}

/// Two contenders, three levels, two seeds each: `quick` solves everything, `slow` all but the last level.
pub(crate) fn sample() -> Dataset {
    let level = |number: usize| LevelInfo {
        name: LevelName {
            file: "builtin:classes".to_owned(),
            number,
            title: Some(format!("Level {number}")),
        },
        hash: LevelHash::from_bytes([number as u8; 16]),
        boxes: 2 + number,
        log10_states: 3.5 + number as f64,
        optimum: Some(10 * number as u32),
    };
    let contender = |name: &str| ContenderInfo {
        name: name.to_owned(),
        player: "astar".to_owned(),
        preset: None,
        settings: vec!["metric=pushes".to_owned()],
        parameters: "{}".to_owned(),
        threads: 1,
    };
    let mut dataset = Dataset {
        name: "sample".to_owned(),
        title: "A sample".to_owned(),
        program: "0.1.0+0123456789ab".to_owned(),
        limits: Limits { time_ms: Some(10_000), nodes: None, memory: Some(1 << 30) },
        levels: (1..=3).map(level).collect(),
        contenders: ["quick", "slow"].map(contender).into(),
        hosts: vec![HostInfo { name: "here".to_owned(), description: "2 cores".to_owned() }],
        ..Dataset::default()
    };
    for level in 0..3 {
        for contender in 0..2 {
            for seed in 1..=2_u64 {
                let solved = contender == 0 || level < 2;
                let length = 10 * (level as u32 + 1) + 2 * contender as u32;
                let wall = if solved { 0.1 * (level + 1) as f64 * (1 + 3 * contender) as f64 } else { 10.0 };
                let number = dataset.trials.len() as u8;
                dataset.trials.push(Trial {
                    level,
                    contender,
                    seed,
                    repetition: 1,
                    job: JobId::from_bytes([number; 16]),
                    run: Some(RunInfo {
                        id: RunId::from_bytes([0x80 + number; 16]),
                        outcome: if solved { Outcome::Solved } else { Outcome::TimeLimit },
                        lengths: solved.then_some((length, 3 * length)),
                        optimal: (contender == 0).then_some(Objective::Pushes),
                        wall: wall + 0.01 * seed as f64,
                        cpu: Some(wall),
                        statistics: Statistics {
                            expanded: 1000 * (level as u64 + 1) * (1 + contender as u64),
                            generated: 3000 * (level as u64 + 1) * (1 + contender as u64),
                            ..Statistics::default()
                        },
                        watchdog: false,
                        load: Some(0.5),
                        started_ms: 1_700_000_000_000 + i64::from(number),
                        host: 0,
                    }),
                });
            }
        }
    }
    dataset
}
