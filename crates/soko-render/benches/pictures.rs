//! How long pictures take: a 20 × 16 board of 14 boxes as SVG and PNG, and 500 moves on it as GIF.

use std::hint::black_box;

use criterion::{Criterion, criterion_group, criterion_main};
use soko_core::{Level, Solution, Verified, lurd, replay};
use soko_render::{Animation, Picture};

/// A hall with a box in every row, to be pushed across; the player takes a few steps on the spot first.
fn hall() -> (Level, Verified<Solution>) {
    let border = "#".repeat(20);
    let row = |player: char| format!("# {player}${}.#", " ".repeat(14));
    let rows: Vec<_> = (0..14).map(|y| row(if y == 0 { '@' } else { ' ' })).collect();
    let level = Level::parse(&format!("{border}\n{}\n{border}", rows.join("\n"))).expect("our own level");
    let across = format!("{}{}d", "r".repeat(15), "l".repeat(15));
    let moves = "lr".repeat(41) + &across.repeat(13) + &"r".repeat(15);
    let solution = replay(&level, &lurd::parse(&moves).expect("our own moves")).expect("our own solution");
    assert_eq!(solution.steps().len(), 500);
    (level, solution)
}

fn pictures(criterion: &mut Criterion) {
    let (level, solution) = hall();
    let picture = Picture::new(level.board());
    criterion.bench_function("svg 20x16", |b| b.iter(|| black_box(&picture).svg().expect("a picture")));
    criterion.bench_function("png 20x16 at 32", |b| b.iter(|| black_box(&picture).png().expect("a picture")));
    let animation = Animation::new(&level, &solution);
    criterion.bench_function("gif 20x16 at 32, 500 moves", |b| {
        b.iter(|| black_box(&animation).gif().expect("an animation"));
    });
}

criterion_group!(benches, pictures);
criterion_main!(benches);
