//! How late players are: a measurement of minutes.
//!
//! Every player plays large levels, is told to stop after several delays, and is given several time limits; the longest time
//! until its run was over is printed. Short delays meet a player in its preparations, long ones with large tables. Learners
//! are asked to keep their table, for that comes after the stop. `SOKO_BOARD` and `SOKO_PLAYER` choose some by a part of
//! their names; `SOKO_SET`, as `direction=both`, is set for those who can, and leaves the others out.

use std::{
    env, thread,
    time::{Duration, Instant},
};

use soko_core::Level;
use soko_players::PLAYERS;
use soko_solver::{Budget, Control, Player, Silent, run};

use crate::boards::{corridor, hall, hall_of_boxes, largest};

/// Files of which the largest level is played.
const FILES: [&str; 5] = [
    "large_test_suite/XSokoban_90.xsb",
    "uci_cs271/glennga_benchmark/input10.txt",
    "large_test_suite/Sasquatch_VII_50.xsb",
    "jsoko/testlevel/Parsing of files/too big.sok",
    "jsoko/collections/David Buchweitz/Chrysalis Collection 07.sok",
];
/// Milliseconds before the stop, and time limits.
const DELAYS: [u64; 6] = [1, 20, 50, 200, 1000, 2000];

#[test]
#[ignore = "measures for minutes"]
#[expect(clippy::print_stdout, reason = "a measurement is for reading")]
fn every_player_is_on_time() {
    let files = FILES.iter().filter_map(|&file| Some((file, largest(file)?)));
    let own = [
        ("a corridor of 110 x 95", corridor(110, 95)),
        ("a hall of 110 x 95", hall(110, 95)),
        ("4000 boxes", hall_of_boxes(60, 61)),
    ];
    let left_out = |variable: &str, name: &str| env::var(variable).is_ok_and(|part| !name.contains(&part));
    let settings: Vec<String> = env::var("SOKO_SET").into_iter().collect();
    for (name, level) in own.into_iter().chain(files).filter(|(name, _)| !left_out("SOKO_BOARD", name)) {
        println!("{name}: {} squares of floor, {} boxes", level.floor().len(), level.boxes());
        for player in PLAYERS.all().filter(|player| !left_out("SOKO_PLAYER", player.id)) {
            for preset in std::iter::once(None).chain(player.presets.iter().map(|preset| Some(preset.id))) {
                let Ok(values) = player.values(preset, &settings) else { continue };
                let built = || player.build_with(values.clone()).expect("these values were read");
                let late = |answer: fn(&mut dyn Player, &Level, Duration) -> Option<Duration>| {
                    let tries = DELAYS.iter().map_while(|&delay| {
                        Some(answer(&mut *built(), &level, Duration::from_millis(delay))?.as_millis())
                    });
                    tries.max().map_or_else(|| "-".to_owned(), |worst| worst.to_string())
                };
                let name = preset.map_or_else(|| player.id.to_owned(), |id| format!("{}:{id}", player.id));
                println!("  {name:24} stop {:>6} ms, time limit {:>6} ms", late(stopped), late(limited));
            }
        }
    }
}

/// Time from the stop to the end of the run; nothing if it was over before.
fn stopped(player: &mut dyn Player, level: &Level, delay: Duration) -> Option<Duration> {
    if let Some(keeper) = soko_learn::Keeper::of(player) {
        keeper.keep();
    }
    let control = Control::default();
    let budget = Budget { control: control.clone(), memory: Some(1 << 30), ..Budget::default() };
    thread::scope(|scope| {
        let runner = scope.spawn(|| {
            run(player, level, budget, 1, 1, &mut Silent);
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

/// Time from a limit to the end of the run; nothing if it was over before.
fn limited(player: &mut dyn Player, level: &Level, limit: Duration) -> Option<Duration> {
    let budget = Budget { time: Some(limit), memory: Some(1 << 30), ..Budget::default() };
    let begun = Instant::now();
    run(player, level, budget, 1, 1, &mut Silent).halted?;
    Some(begun.elapsed().saturating_sub(limit))
}
