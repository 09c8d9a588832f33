//! Runs the plan and the forward search on every level of a file and prints what happened.
#![expect(clippy::print_stdout, reason = "a measuring tool")]

use std::time::Instant;

use soko_analysis::PushDistances;
use soko_core::Level;
use soko_expert::{forward::Forward, ground::Ground, hotspots::Hotspots, judge::Judge, packing::Packing, plan::Plan, tree::{Tree, Turn}};

fn run<const W: usize>(number: usize, level: &Level, limit: f64) -> bool {
    let t = Instant::now();
    let ground = Ground::<W>::new(level);
    let distances = PushDistances::new(&ground.maze);
    let mut judge = Judge::new(&ground);
    let mut hotspots = Hotspots::new(&ground);
    let setup = t.elapsed().as_secs_f64();
    let mut packing = Packing::new(&ground, &distances);
    let mut tree = Tree::default();
    for (spot, key, score) in packing.roots() {
        tree.plant(spot, key, score, &mut packing);
    }
    let mut done = false;
    while t.elapsed().as_secs_f64() < setup + limit / 3.0 && tree.len() < 3000 {
        match tree.turn(&mut packing) {
            Turn::Expanded(_) => {}
            Turn::Done(_) => { done = true; break }
            Turn::Exhausted => break,
        }
    }
    let best = tree.best();
    let left = tree.node(best).spot.state.boxes.len();
    let plan = Plan::of(&tree, best);
    let planned = t.elapsed().as_secs_f64();
    let (plan_nodes, steps, parks) = (tree.len(), plan.steps.len(), plan.parks());
    if std::env::var("SHOW").is_ok() {
        for step in &plan.steps { println!("{step:?}"); }
    }
    let mut forward = Forward::new(&ground, &mut judge, &mut hotspots, &distances, plan);
    let mut tree = Tree::default();
    let (spot, key, score) = forward.root();
    tree.plant(spot, key, score, &mut forward);
    let mut solved = false;
    let mut why = "time";
    while t.elapsed().as_secs_f64() < limit {
        match tree.turn(&mut forward) {
            Turn::Expanded(_) => {}
            Turn::Done(_) => { solved = true; break }
            Turn::Exhausted => { why = "EXHAUSTED"; break }
        }
    }
    let total = t.elapsed().as_secs_f64();
    let b = tree.node(tree.best());
    println!("{number:4} W{W} {} boxes {:3} setup {setup:.3} plan {}{plan_nodes} nodes left {left} steps {steps} parks {parks} {:.3}s | forward {} nodes {:.3}s best packed {} {}",
        if solved { "SOLVED" } else { "  -   " }, level.boxes(), if done { "ok " } else { "PARTIAL " }, planned - setup, tree.len(), total - planned,
        u16::MAX - (b.score.cell >> 24) as u16, if solved { "" } else { why });
    if std::env::var("SHOW").is_ok() {
        println!("{}", show(level, &b.spot.state.boxes.iter().collect::<Vec<_>>(), b.spot.state.player));
    }
    solved
}

fn show(level: &Level, boxes: &[soko_core::Square], player: soko_core::Square) -> String {
    let mut out = String::new();
    for y in 0..64 { let mut line = String::new(); for x in 0..64 {
        line.push(match level.square_at(x, y) { None => '#', Some(s) if !level.floor().contains(s) => '#',
            Some(s) => { let g = level.goals().contains(s);
                if boxes.contains(&s) { if g {'*'} else {'$'} } else if s == player { if g {'+'} else {'@'} } else if g {'.'} else {' '} } });
    }
    let line = line.trim_end_matches('#'); if line.is_empty() { continue; } out.push_str(line); out.push_str("#####\n"); }
    out
}

fn main() {
    let args: Vec<String> = std::env::args().collect();
    let bytes = std::fs::read(&args[1]).unwrap();
    let limit: f64 = args[2].parse().unwrap();
    let (lo, hi) = match args.get(3) { Some(r) => { let (a, b) = r.split_once('-').unwrap_or((r, r)); (a.parse().unwrap(), b.parse().unwrap()) } None => (1, usize::MAX) };
    let step: usize = args.get(4).map_or(1, |s| s.parse().unwrap());
    let document = soko_formats::read(&bytes, &soko_formats::ReadOptions::default());
    let (mut solved, mut all) = (0, 0);
    for (i, entry) in document.collection.entries.iter().enumerate() {
        if i + 1 < lo || i + 1 > hi || (i + 1 - lo) % step != 0 { continue; }
        let Some(level) = soko_formats::check_entry(i + 1, entry).level else { continue };
        all += 1;
        let ok = match level.squares() { n if n <= 128 => run::<2>(i + 1, &level, limit), n if n <= 192 => run::<3>(i + 1, &level, limit), n if n <= 256 => run::<4>(i + 1, &level, limit), n if n <= 384 => run::<6>(i + 1, &level, limit), n if n <= 512 => run::<8>(i + 1, &level, limit), _ => run::<64>(i + 1, &level, limit) };
        solved += usize::from(ok);
    }
    println!("solved {solved} of {all}");
}
