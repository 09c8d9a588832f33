//! Speed of the learners in updates of Q per second, and what a row of their tables takes. Run with
//! `cargo bench -p soko-learn`.
//!
//! Learning does not stop in these runs (`stop=never`): a fixed number of steps is taken, episode after episode.
//! Bytes per row are printed once per player.

use std::ops::ControlFlow;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use soko_core::Level;
use soko_learn::{q_box, q_cell, q_path, q_state};
use soko_solver::{Budget, Descriptor, Event, EventKind, run};
use soko_testing::boards::MILL;

/// Steps of a run.
const STEPS: u64 = 200_000;

/// Learns for a fixed number of steps; the updates made, and what the player says about its table.
fn learn(descriptor: &Descriptor, preset: Option<&str>, level: &Level) -> (u64, Option<String>) {
    let settings = ["stop=never".to_owned(), "episodes=0".to_owned()];
    let mut player = descriptor.build(preset, &settings).expect("settings of the player");
    let mut said = None;
    let mut observer = |event: &Event| {
        if let EventKind::Note(text) = &event.kind {
            said = Some(text.clone());
        }
        ControlFlow::Continue(())
    };
    let budget = Budget { nodes: Some(STEPS), ..Budget::default() };
    let report = run(&mut *player, level, budget, 0, 1, &mut observer);
    (report.statistics.generated, said)
}

#[expect(clippy::print_stdout, reason = "a benchmark's output")]
fn updates(c: &mut Criterion) {
    let level = Level::parse(MILL).expect("a board of ours");
    let mut group = c.benchmark_group("updates");
    group.sample_size(20);
    for (descriptor, preset) in [
        (&q_cell::DESCRIPTOR, None),
        (&q_cell::DESCRIPTOR, Some("irvine-a")),
        (&q_state::DESCRIPTOR, None),
        (&q_state::DESCRIPTOR, Some("irvine-b")),
        (&q_box::DESCRIPTOR, None),
        (&q_box::DESCRIPTOR, Some("irvine-b")),
        (&q_path::DESCRIPTOR, None),
        (&q_path::DESCRIPTOR, Some("irvine-c")),
    ] {
        let (updates, said) = learn(descriptor, preset, &level);
        let name =
            preset.map_or_else(|| descriptor.id.to_owned(), |preset| format!("{} {preset}", descriptor.id));
        println!("{name}: {updates} updates, {}", said.unwrap_or_default());
        group.throughput(Throughput::Elements(updates));
        group.bench_function(name, |b| b.iter(|| learn(descriptor, preset, &level)));
    }
    group.finish();
}

criterion_group!(benches, updates);
criterion_main!(benches);
