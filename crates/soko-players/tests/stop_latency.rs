//! How long players go on after they are told to stop: a measurement, not a test, so it runs only when asked for.
//!
//! `cargo test --release -p soko-players --test stop_latency -- --ignored --nocapture` lets every player play large levels, stops it
//! after several delays, and prints the longest time until its run was over. Short delays meet a player in its
//! preparations, long ones with large tables. Learners are asked to keep their table, for that comes after the stop.
//!
//! What was learnt: preparations and single expansions are short up to a few hundred boxes. Beyond a thousand, one matching of boxes
//! and goals takes longer than a person likes to wait, and nobody asks in its midst.

use std::{
    fs, thread,
    time::{Duration, Instant},
};

use soko_core::{Level, check};
use soko_formats::{ReadOptions, read};
use soko_players::PLAYERS;
use soko_solver::{Budget, Control, Descriptor, Silent, run};

const LEVELS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared/levels");
/// Files of which the largest level is played.
const FILES: [&str; 4] = [
    "large_test_suite/XSokoban_90.xsb",
    "uci_cs271/glennga_benchmark/input10.txt",
    "large_test_suite/Sasquatch_VII_50.xsb",
    "jsoko/testlevel/Parsing of files/too big.sok",
];
/// Milliseconds before the stop.
const DELAYS: [u64; 5] = [1, 20, 100, 400, 1500];

#[test]
#[ignore = "measures for minutes"]
#[expect(clippy::print_stdout, reason = "a measurement is for reading")]
fn every_player_stops_soon() {
    for file in FILES {
        let Some(level) = largest(file) else { continue };
        println!("{file}: {} squares of floor, {} boxes", level.floor().len(), level.boxes());
        for player in PLAYERS.all() {
            let tries = DELAYS.iter().map_while(|&delay| {
                let took = latency(player, &level, Duration::from_millis(delay))?;
                Some((took.as_millis(), delay))
            });
            if let Some((took, delay)) = tries.max() {
                println!("  {:10} {took:6} ms, told after {delay} ms", player.id);
            }
        }
    }
}

/// Time from the stop to the end of the run; nothing if it was over before.
fn latency(player: &Descriptor, level: &Level, delay: Duration) -> Option<Duration> {
    let mut player = player.build(None, &[]).expect("the defaults fit");
    if let Some(learner) = player.learner() {
        learner.keep();
    }
    let control = Control::default();
    let budget = Budget { control: control.clone(), memory: Some(1 << 30), ..Budget::default() };
    thread::scope(|scope| {
        let runner = scope.spawn(|| {
            run(&mut *player, level, budget, 1, 1, &mut Silent);
            Instant::now()
        });
        thread::sleep(delay);
        if runner.is_finished() {
            return None;
        }
        let told = Instant::now();
        control.stop();
        runner.join().ok().map(|ended| ended.saturating_duration_since(told))
    })
}

/// The level of a file with most boxes.
fn largest(file: &str) -> Option<Level> {
    let bytes = fs::read(format!("{LEVELS}/{file}")).ok()?;
    let document = read(&bytes, &ReadOptions { name: Some(file.to_owned()), ..ReadOptions::default() });
    let levels = document.collection.entries.iter().filter_map(|entry| check(&entry.board).level);
    levels.max_by_key(Level::boxes)
}
