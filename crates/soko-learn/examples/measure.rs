//! measure: FILE#N SEEDS SECONDS NODES [key=value ...]
#![allow(warnings, clippy::all, clippy::pedantic)]
use soko_solver::*;
struct Watch(f64, u32, u64);
impl Observer for Watch {
    fn event(&mut self, e: &Event) -> std::ops::ControlFlow<()> {
        if let EventKind::Incumbent(m) = &e.kind {
            if self.1 == 0 {
                self.0 = e.seconds;
                self.1 = m.pushes;
            }
        }
        if let EventKind::Phase(p) = &e.kind {
            if p == "improve" {}
        }
        std::ops::ControlFlow::Continue(())
    }
}
fn cpu() -> f64 {
    let s = std::fs::read_to_string("/proc/self/stat").unwrap();
    let f: Vec<&str> = s.rsplit(')').next().unwrap().split_whitespace().collect();
    (f[11].parse::<f64>().unwrap() + f[12].parse::<f64>().unwrap()) / 100.0
}
fn main() {
    let args: Vec<String> = std::env::args().collect();
    let (path, n) =
        args[1].split_once('#').map_or((args[1].as_str(), 1), |(p, n)| (p, n.parse::<usize>().unwrap()));
    let bytes = std::fs::read(path).unwrap();
    let doc = soko_formats::read(
        &bytes,
        &soko_formats::ReadOptions { name: Some(path.to_owned()), ..Default::default() },
    );
    let level = soko_core::check(&doc.collection.entries[n - 1].board).level.unwrap();
    let (a, b) = args[2].split_once('-').map_or((1, args[2].parse().unwrap()), |(a, b)| {
        (a.parse::<u64>().unwrap(), b.parse::<u64>().unwrap())
    });
    for seed in a..=b {
        let mut p = soko_learn::search::DESCRIPTOR.build(None, &args[5..]).unwrap();
        let nodes: u64 = args[4].parse().unwrap();
        let budget = Budget {
            time: Some(std::time::Duration::from_secs_f64(args[3].parse().unwrap())),
            nodes: (nodes > 0).then_some(nodes),
            memory: Some(4 << 30),
            ..Budget::default()
        };
        let mut w = Watch(0.0, 0, 0);
        let c0 = cpu();
        let r = run(&mut *p, &level, budget, seed, 1, &mut w);
        println!(
            "{} seed {seed} {:?} pushes {:?} first {} at {:.2}s exps {} gen {} mem {}M cpu {:.2} wall {:.2}",
            args[1].rsplit('/').next().unwrap(),
            r.status,
            r.solution.as_ref().map(|s| s.metrics().pushes),
            w.1,
            w.0,
            r.statistics.expanded,
            r.statistics.generated,
            r.statistics.peak_memory_bytes >> 20,
            cpu() - c0,
            r.elapsed.as_secs_f64()
        );
    }
}
