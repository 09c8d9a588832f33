//! scratch
use soko_players::PLAYERS;
use soko_solver::*;
use std::time::Duration;
fn main() {
    let a: Vec<String> = std::env::args().collect();
    let player = PLAYERS.find(&a[1]).unwrap();
    let preset = (a[2] != "-").then_some(a[2].as_str());
    let seeds: u64 = a[3].parse().unwrap();
    let secs: f64 = a[4].parse().unwrap();
    let (files, sets): (Vec<_>, Vec<_>) = a[5..].iter().cloned().partition(|x| !x.contains('='));
    for f in files {
        let text = std::fs::read(&f).unwrap();
        let doc = soko_formats::read(
            &text,
            &soko_formats::ReadOptions { name: Some(f.clone()), ..Default::default() },
        );
        let level = soko_core::check(&doc.collection.entries[0].board).level.unwrap();
        let mut t: Vec<f64> = vec![];
        let mut solved = 0;
        let mut p = vec![];
        let mut last = None;
        for seed in 0..seeds {
            let mut pl = player.build(preset, &sets).unwrap();
            let r = run(
                &mut *pl,
                &level,
                Budget {
                    time: Some(Duration::from_secs_f64(secs)),
                    memory: Some(4 << 30),
                    ..Budget::default()
                },
                seed,
                1,
                &mut Silent,
            );
            t.push(r.elapsed.as_secs_f64());
            if let Some(s) = &r.solution {
                solved += 1;
                p.push((s.metrics().pushes, s.metrics().moves));
            }
            last = Some((r.status, r.optimal, r.statistics));
        }
        t.sort_by(f64::total_cmp);
        p.sort();
        let l = last.unwrap();
        println!(
            "{} {} {solved}/{seeds} median {:.5} worst {:.5} pushes/moves {:?}..{:?} {} {:?} ep {} steps {} upd {} rows {} MiB {:.1}",
            f.rsplit('/').next().unwrap(),
            a[1],
            t[t.len() / 2],
            t[t.len() - 1],
            p.first(),
            p.last(),
            l.0,
            l.1,
            l.2.iterations,
            l.2.expanded,
            l.2.generated,
            l.2.closed,
            l.2.peak_memory_bytes as f64 / 1048576.0
        );
    }
}
