//! Speed of the rules: push-perft, stepping and replaying. Run with `cargo bench -p soko-core`.
//!
//! Throughput is given in pushes (perft) and steps per second. The boards are made here; set
//! `SOKO_XSOKOBAN_1` to the path of a file with one XSB board to measure another one as `perft/file`.

use std::hint::black_box;

use criterion::{BenchmarkGroup, Criterion, Throughput, criterion_group, criterion_main, measurement::WallTime};
use soko_core::{Direction, Level, perft::push_perft};

/// Small, as most levels for beginners: 8 × 8 with walls, four boxes.
const SMALL: &str = "\
########
#  .   #
# $ #$ #
# .@ . #
#  $#  #
#.  $  #
#      #
########";

/// A warehouse of three rooms, 19 × 11 with walls, six boxes.
const WAREHOUSE: &str = "\
###################
#     #     #  .  #
# $ $       #  .  #
#     #  $  #  .  #
### ### # ###  .  #
#          $   .  #
# $  #  #   #  .  #
#  $ #  #   #     #
#    # @#   #     #
#    #  #   #     #
###################";

fn perft(group: &mut BenchmarkGroup<'_, WallTime>, name: &str, text: &str, depth: u32) {
    let level = Level::parse(text).expect("a board of ours");
    group.throughput(Throughput::Elements(push_perft(&level, depth)));
    group.bench_function(name, |b| b.iter(|| push_perft(black_box(&level), depth)));
}

fn rules(c: &mut Criterion) {
    let mut group = c.benchmark_group("perft");
    perft(&mut group, "small", SMALL, 5);
    perft(&mut group, "warehouse", WAREHOUSE, 4);
    if let Some(text) = std::env::var("SOKO_XSOKOBAN_1").ok().and_then(|path| std::fs::read_to_string(path).ok()) {
        perft(&mut group, "file", &text, 5);
    }
    group.finish();

    let level = Level::parse(SMALL).expect("a board of ours");
    let mut group = c.benchmark_group("step");
    group.throughput(Throughput::Elements(1000));
    group.bench_function("random", |b| {
        let mut position = level.start().clone();
        let mut dice = 1u32;
        b.iter(|| {
            for _ in 0..1000 {
                dice = dice.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                let direction = Direction::ALL[(dice >> 30) as usize];
                if let Some(step) = position.step(&level, direction) {
                    if step.push {
                        position.undo(&level, step);
                    }
                }
            }
            position.player()
        });
    });
    group.finish();
}

criterion_group!(benches, rules);
criterion_main!(benches);
