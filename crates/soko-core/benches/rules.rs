//! Speed of the rules. Run with `cargo bench -p soko-core`.
//!
//! * `perft/…`: push sequences per second; the last push of a sequence is counted, not made, as usual.
//! * `made/…`: the strict reading: every push is made and the player's new region is flooded.
//! * `step/…`: single steps of a player, as a learner makes them.
//!
//! The first two boards are ours; XSokoban's first board is measured too where `../shared` lies beside the
//! checkout.

use std::hint::black_box;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use soko_core::{Bits, Direction, Level, Maze, Square, perft::push_perft, with_maze};

/// As small as most levels for beginners: 8 × 8 with walls, four boxes.
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

const XSOKOBAN_1: &str =
    concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared/levels/xsokoban/screens/screen.1");

/// Makes every push and floods after each; returns how many pushes were made.
fn make<const W: usize>(maze: &Maze<W>, boxes: &Bits<W>, player: Square, depth: u32) -> u64 {
    let region = maze.region(boxes, player);
    if depth == 0 {
        black_box(region);
        return 0;
    }
    let mut count = 0;
    maze.for_each_push(boxes, &region, |square, direction| {
        let next = maze.push(boxes, square, direction);
        count += 1 + make(maze, &next.boxes, next.player, depth - 1);
    });
    count
}

fn make_all(level: &Level, depth: u32) -> u64 {
    with_maze!(level, |maze| {
        let start = maze.start(level);
        make(&maze, &start.boxes, start.player, depth)
    })
}

fn perft(c: &mut Criterion) {
    let mut boards = vec![("small", SMALL.to_owned(), 5), ("warehouse", WAREHOUSE.to_owned(), 4)];
    boards.extend(std::fs::read_to_string(XSOKOBAN_1).ok().map(|text| ("xsokoban-1", text, 5)));
    for (name, text, depth) in boards {
        let level = Level::parse(&text).expect("a playable board");
        let mut group = c.benchmark_group("perft");
        group.throughput(Throughput::Elements(push_perft(&level, depth)));
        group.bench_function(name, |b| b.iter(|| push_perft(black_box(&level), depth)));
        group.finish();
        let mut group = c.benchmark_group("made");
        group.throughput(Throughput::Elements(make_all(&level, depth - 1)));
        group.bench_function(name, |b| b.iter(|| make_all(black_box(&level), depth - 1)));
        group.finish();
    }
}

fn step(c: &mut Criterion) {
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
                if let Some(step) = position.step(&level, direction).filter(|step| step.push) {
                    position.undo(&level, step);
                }
            }
            position.player()
        });
    });
    group.finish();
}

criterion_group!(benches, perft, step);
criterion_main!(benches);
