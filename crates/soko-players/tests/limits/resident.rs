//! Memory as the system counts it.
//!
//! A run may take its limit and [`ALLOWANCE`] more: small tables and the program's own buffers are not worth counting. What it
//! reports may be as much too low. The most that was resident is asked for before and after a run, so these tests run one
//! after another.

use std::{
    fs,
    sync::{Mutex, PoisonError},
};

use soko_core::Level;
use soko_players::PLAYERS;
use soko_solver::{Budget, Control, Descriptor, Report, Silent, run};

use crate::boards::{corridor, hall_of_boxes};

const MIB: u64 = 1 << 20;
/// Bytes that need not be counted.
const ALLOWANCE: u64 = 16 * MIB;

/// Nodes of a run: enough for all tables, and for what one expansion takes.
const NODES: u64 = 3;

/// One run at a time in this process.
static TURN: Mutex<()> = Mutex::new(());

/// A number of bytes that the system tells about this process.
fn status(name: &str) -> u64 {
    let status = fs::read_to_string("/proc/self/status").expect("Linux has it");
    let line = status.lines().find_map(|line| line.strip_prefix(name)).expect("a known name");
    let kilobytes = line.trim_start_matches(':').trim().trim_end_matches("kB").trim();
    kilobytes.parse::<u64>().expect("a number") * 1024
}

/// A run, and the bytes by which the process was larger at its largest than before.
fn grown(player: &Descriptor, level: &Level, budget: Budget) -> (Report, u64) {
    let mut player = player.build(None, &[]).expect("the defaults fit");
    // Forget the largest size so far.
    fs::write("/proc/self/clear_refs", "5").expect("a process may do that to itself");
    let before = status("VmRSS");
    let report = run(&mut *player, level, budget, 1, 1, &mut Silent);
    (report, status("VmHWM").saturating_sub(before))
}

/// Lets every player play and says who took or reported what it should not.
fn complaints(level: &Level, limit: u64) -> Vec<String> {
    let _turn = TURN.lock().unwrap_or_else(PoisonError::into_inner);
    let complain = |player: &Descriptor| {
        let budget = Budget { memory: Some(limit), nodes: Some(NODES), ..Budget::default() };
        let (report, grown) = grown(player, level, budget);
        let reported = report.statistics.peak_memory_bytes;
        let wrong = grown > limit + ALLOWANCE || reported > limit || grown > reported + ALLOWANCE;
        wrong.then(|| {
            let (grown, reported) = (grown / MIB, reported / MIB);
            format!("{}: {grown} MiB resident, {reported} MiB reported ({})", player.id, report.status)
        })
    };
    PLAYERS.all().filter_map(complain).collect()
}

#[test]
fn the_tables_of_1600_boxes_count() {
    let level = hall_of_boxes(40, 40);
    for limit in [16 * MIB, 64 * MIB] {
        assert_eq!(complaints(&level, limit), Vec::<String>::new(), "limit {} MiB", limit / MIB);
    }
}

#[test]
fn the_tables_of_a_long_corridor_count() {
    let level = corridor(110, 95);
    for limit in [16 * MIB, 256 * MIB] {
        assert_eq!(complaints(&level, limit), Vec::<String>::new(), "limit {} MiB", limit / MIB);
    }
}

#[test]
fn whoever_is_stopped_at_once_prepares_nothing() {
    let _turn = TURN.lock().unwrap_or_else(PoisonError::into_inner);
    let level = hall_of_boxes(40, 40);
    for player in PLAYERS.all() {
        let control = Control::default();
        control.stop();
        let (report, grown) = grown(player, &level, Budget { control, ..Budget::default() });
        assert!(report.statistics.expanded <= 1, "{}", player.id);
        assert!(grown < 8 * MIB, "{}: {} MiB", player.id, grown / MIB);
    }
}
