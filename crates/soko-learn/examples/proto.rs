#![allow(warnings, clippy::all, clippy::pedantic)]
use soko_core::*;
use soko_analysis::{*, deadlock::Freeze};
use soko_search::{pruning::*, };
use std::collections::{BinaryHeap, HashMap};
use std::cmp::Reverse;
use std::time::Instant;
use rustc_hash::FxHashMap;

fn env(name: &str, d: f64) -> f64 { std::env::var(name).ok().and_then(|v| v.parse().ok()).unwrap_or(d) }

struct Rng(u64);
impl Rng { fn next(&mut self) -> u64 { self.0 ^= self.0 << 13; self.0 ^= self.0 >> 7; self.0 ^= self.0 << 17; self.0.wrapping_mul(0x2545F4914F6CDD1D) }
 fn below(&mut self, n: usize) -> usize { ((self.next() as u128 * n as u128) >> 64) as usize } }

struct Rec<const W: usize> { s: State<W>, parent: u32, push: Push, g: u32, h: u32, cell: u32, expanded: bool }
struct Cell { f: Vec<u16>, heap: BinaryHeap<Reverse<(u64, u64, u32)>>, visits: u64, tries: u64, q: f64 }

fn components<const W: usize>(maze: &Maze<W>, boxes: &Bits<W>) -> u16 {
    let mut left = maze.floor().without(boxes); let mut n = 0;
    while let Some(p) = left.first() { let r = maze.flood(&left, Bits::single(p)); left = left.without(&r); n += 1; }
    n
}

fn run<const W: usize>(level: &Level, seed: u64) {
    let maze = Maze::<W>::new(level);
    let feats = std::env::var("F").unwrap_or("hc".into());
    let policy = env("POLICY", 0.0) as u32;
    let look = env("LOOK", 1.0) as usize;
    let limit = env("T", 30.0);
    let gw = env("GW", 0.0);
    let mut rules = Rules::default();
    rules.corral = env("CORRAL", rules.corral as f64) as usize;
    rules.pi_corral = env("PI", 1.0) > 0.0;
    rules.pairs = env("PAIRS", 0.0) as u32;
    let mut pr = Pruning::<W>::new(level, &rules);
    let forbidden = pr.forbidden();
    let dist = PushDistances::new(&maze);
    let mut m = Matching::new(level.boxes(), dist.goals().len());
    let mut rng = Rng(seed.wrapping_mul(0x9e3779b97f4a7c15) | 1);
    let start = maze.normal(&maze.start(level));
    let mut h = |s: &State<W>| { for (r, q) in s.boxes.iter().enumerate() { m.set_row(r, dist.row(q, s.player)); } m.solve() };
    let t0 = Instant::now();
    let mut recs: Vec<Rec<W>> = vec![]; let mut table: FxHashMap<State<W>, u32> = Default::default();
    let mut cells: Vec<Cell> = vec![]; let mut cellof: HashMap<Vec<u16>, u32> = HashMap::new();
    let rooms = Rooms::new(level);
    let room_sets: Vec<Bits<W>> = rooms.rooms().iter().map(|r| Bits::from_set(r)).collect();
    let mut weightf = |s: &State<W>, hv: u32, g: u32| -> Vec<u16> {
        let mut f = vec![];
        for c in feats.chars() { f.push(match c {
            'h' => (s.boxes & *maze.goals()).len() as u16,
            'c' => components(&maze, &s.boxes),
            'v' => hv as u16,
            'V' => (hv / 4) as u16,
            'r' => maze.region(&s.boxes, s.player).len() as u16,
            'R' => (maze.region(&s.boxes, s.player).len() / 4) as u16,
            'p' => { let reg = maze.region(&s.boxes, s.player); Direction::ALL.iter().map(|&d| maze.pushable(&s.boxes, &reg, d).without(&Bits::EMPTY).len() as u16).sum() }
            'b' => { let reg = maze.region(&s.boxes, s.player); let mut t = Bits::EMPTY; for d in Direction::ALL { t = t | maze.pushable(&s.boxes, &reg, d); } t.len() as u16 }
            't' => { let reg = maze.region(&s.boxes, s.player); let mut t = Bits::EMPTY; for d in Direction::ALL { t = t | (maze.shift(&reg, d) & s.boxes); } t.len() as u16 }
            'o' => room_sets.iter().enumerate().map(|(i, r)| ((s.boxes & *r).len() as u16) << (i % 4 * 4)).fold(0, |a, b| a ^ b),
            'g' => g as u16,
            _ => 0,
        }); }
        f
    };
    let file = |recs: &mut Vec<Rec<W>>, id: u32, cells: &mut Vec<Cell>, cellof: &mut HashMap<Vec<u16>, u32>, f: Vec<u16>, rng: &mut Rng| {
        let c = *cellof.entry(f.clone()).or_insert_with(|| { cells.push(Cell { f, heap: BinaryHeap::new(), visits: 0, tries: 0, q: 1.0 }); cells.len() as u32 - 1 });
        let r = &mut recs[id as usize]; r.cell = c;
        let p = ((r.h as f64 + gw * r.g as f64) * 1000.0) as u64;
        cells[c as usize].heap.push(Reverse((p, rng.next(), id)));
    };
    let h0 = h(&start).unwrap();
    recs.push(Rec { s: start, parent: u32::MAX, push: Push { square: start.player, direction: Direction::Up }, g: 0, h: h0, cell: 0, expanded: false });
    table.insert(start, 0);
    let f = weightf(&start, h0, 0); 
    if env("SHOW", 0.0) > 0.0 { println!("h0 {h0} feats {f:?} rooms {}", room_sets.len()); }
    file(&mut recs, 0, &mut cells, &mut cellof, f, &mut rng);
    let (mut exps, mut best, mut ptr, mut lost) = (0u64, (0u32, u32::MAX), 0usize, 0u64);
    let mut episodes = 0u64;
    let mut nonempty: Vec<usize> = vec![];
    loop {
        if t0.elapsed().as_secs_f64() > limit { println!("seed {seed} FAIL exps {exps} eps {episodes} states {} cells {} best home {} h {} lost {lost}", recs.len(), cells.len(), best.0, best.1); if env("SHOW", 0.0) > 1.0 { let mut v: Vec<usize> = (0..recs.len()).collect(); v.sort_by_key(|&i| recs[i].h); for i in (0..200).step_by(40) { let r = &recs[v[i]]; println!("h {} g {}", r.h, r.g); draw(level, &maze, &r.s); } } return; }
        episodes += 1;
        // choose a cell
        let ci = match policy {
            0 => { ptr += 1; ptr % cells.len() }
            1 => rng.below(cells.len()),
            2 => { // tournament: least visits among k random
                let mut b = rng.below(cells.len());
                for _ in 0..3 { let c = rng.below(cells.len()); if !cells[c].heap.is_empty() && (cells[b].heap.is_empty() || cells[c].visits < cells[b].visits) { b = c; } }
                b }
            _ => { // tournament by min h on top with prob
                let mut b = rng.below(cells.len());
                let k = env("K", 3.0) as usize;
                for _ in 0..k { let c = rng.below(cells.len()); if !cells[c].heap.is_empty() && (cells[b].heap.is_empty() || cells[c].heap.peek().unwrap().0.0 < cells[b].heap.peek().unwrap().0.0) { b = c; } }
                b }
        };
        let id = loop { match cells[ci].heap.pop() { None => break None, Some(Reverse((_, _, id))) => if !recs[id as usize].expanded { break Some(id) } } };
        let Some(id) = id else {
            if cells.iter().all(|c| c.heap.is_empty()) { println!("seed {seed} EXHAUSTED exps {exps}"); return; }
            continue };
        cells[ci].visits += 1;
        let mut local: BinaryHeap<Reverse<(u32, u64, u32)>> = BinaryHeap::new();
        local.push(Reverse((0, 0, id)));
        for _ in 0..look {
            let Some(Reverse((_, _, id))) = local.pop() else { break };
            if recs[id as usize].expanded { continue; }
            recs[id as usize].expanded = true;
            exps += 1;
            let s = recs[id as usize].s; let g = recs[id as usize].g;
            let region = maze.region(&s.boxes, s.player);
            let pushes = pr.pushes(&maze, &s, &region);
            let mut any = false;
            for d in Direction::ALL { for q in pushes[d as usize].iter() {
                let to = maze.next(q, d);
                if forbidden.contains(to) { continue; }
                let child = maze.push(&s.boxes, q, d);
                if pr.lost_by_push(&maze, &child, to) { lost += 1; continue; }
                let c = maze.normal(&child);
                if table.contains_key(&c) { any = true; continue; }
                let Some(hv) = h(&c) else { lost += 1; continue };
                any = true;
                let nid = recs.len() as u32;
                table.insert(c, nid);
                recs.push(Rec { s: c, parent: id, push: Push { square: q, direction: d }, g: g + 1, h: hv, cell: 0, expanded: false });
                let home = (c.boxes & *maze.goals()).len();
                if (hv) < best.1 { best = (home, hv); }
                if maze.is_solved(&c.boxes) {
                    println!("seed {seed} SOLVED pushes {} exps {exps} eps {episodes} states {} cells {} {:.2}s", g + 1, recs.len(), cells.len(), t0.elapsed().as_secs_f64());
                    if env("SHOW", 0.0) > 0.0 {
                        let mut p = vec![]; let mut i = nid; while recs[i as usize].parent != u32::MAX { p.push(i); i = recs[i as usize].parent; } p.reverse();
                        for i in p { let r = &recs[i as usize]; print!("{:?}/{} ", cells.get(r.cell as usize).map(|c| &c.f), r.h); } println!();
                    }
                    return;
                }
                let f = weightf(&c, hv, g + 1);
                file(&mut recs, nid, &mut cells, &mut cellof, f, &mut rng);
                local.push(Reverse((hv, rng.next(), nid)));
            } }
        }
    }
}

fn runback<const W: usize>(level: &Level, seed: u64) {
    let maze = Maze::<W>::new(level);
    let feats = std::env::var("F").unwrap_or("hc".into());
    let policy = env("POLICY", 0.0) as u32;
    let look = env("LOOK", 1.0) as usize;
    let macro_ = env("MACRO", 0.0) > 0.0; let limit = env("T", 30.0);
    let gw = env("GW", 0.0);
    let mut rules = Rules::default();
    rules.corral = env("CORRAL", rules.corral as f64) as usize;
    rules.pi_corral = env("PI", 1.0) > 0.0;
    rules.pairs = env("PAIRS", 0.0) as u32;
    let mut pr = Pruning::<W>::new(level, &rules);
    let forbidden = pr.forbidden();
    let st0 = maze.start(level); let dist = PushDistances::from(&maze, &st0.boxes, st0.player);
    let dead: Bits<W> = Bits::from_set(&dead_squares(level)); let targets = st0.boxes; let target = maze.normal(&st0);
    let mut m = Matching::new(level.boxes(), level.boxes());
    let mut rng = Rng(seed.wrapping_mul(0x9e3779b97f4a7c15) | 1);
    let start = maze.normal(&maze.start(level));
    let mut h = |s: &State<W>| { for (r, q) in s.boxes.iter().enumerate() { m.set_row(r, dist.row(q, s.player)); } m.solve() };
    let t0 = Instant::now();
    let mut recs: Vec<Rec<W>> = vec![]; let mut table: FxHashMap<State<W>, u32> = Default::default();
    let mut cells: Vec<Cell> = vec![]; let mut cellof: HashMap<Vec<u16>, u32> = HashMap::new();
    let rooms = Rooms::new(level);
    let room_sets: Vec<Bits<W>> = rooms.rooms().iter().map(|r| Bits::from_set(r)).collect();
    let mut weightf = |s: &State<W>, hv: u32, g: u32| -> Vec<u16> {
        let mut f = vec![];
        for c in feats.chars() { f.push(match c {
            'h' => (s.boxes & targets).len() as u16,
            'c' => components(&maze, &s.boxes),
            'v' => hv as u16,
            'V' => (hv / 4) as u16,
            'r' => maze.region(&s.boxes, s.player).len() as u16,
            'R' => (maze.region(&s.boxes, s.player).len() / 4) as u16,
            'p' => { let reg = maze.region(&s.boxes, s.player); Direction::ALL.iter().map(|&d| maze.pushable(&s.boxes, &reg, d).without(&Bits::EMPTY).len() as u16).sum() }
            'b' => { let reg = maze.region(&s.boxes, s.player); let mut t = Bits::EMPTY; for d in Direction::ALL { t = t | maze.pushable(&s.boxes, &reg, d); } t.len() as u16 }
            't' => { let reg = maze.region(&s.boxes, s.player); let mut t = Bits::EMPTY; for d in Direction::ALL { t = t | (maze.shift(&reg, d) & s.boxes); } t.len() as u16 }
            'o' => room_sets.iter().enumerate().map(|(i, r)| ((s.boxes & *r).len() as u16) << (i % 4 * 4)).fold(0, |a, b| a ^ b),
            'g' => g as u16,
            _ => 0,
        }); }
        f
    };
    let file = |recs: &mut Vec<Rec<W>>, id: u32, cells: &mut Vec<Cell>, cellof: &mut HashMap<Vec<u16>, u32>, f: Vec<u16>, rng: &mut Rng| {
        let c = *cellof.entry(f.clone()).or_insert_with(|| { cells.push(Cell { f, heap: BinaryHeap::new(), visits: 0, tries: 0, q: 1.0 }); cells.len() as u32 - 1 });
        let r = &mut recs[id as usize]; r.cell = c;
        let p = ((r.h as f64 + gw * r.g as f64) * 1000.0) as u64;
        cells[c as usize].heap.push(Reverse((p, rng.next(), id)));
    };

    let mut left = maze.floor().without(maze.goals());
    while let Some(p) = left.first() { left = left.without(&maze.region(maze.goals(), p));
      let s0 = State { boxes: *maze.goals(), player: p };
      let Some(h0) = h(&s0) else { continue };
      let id = recs.len() as u32;
      recs.push(Rec { s: s0, parent: u32::MAX, push: Push { square: p, direction: Direction::Up }, g: 0, h: h0, cell: 0, expanded: false });
      table.insert(s0, id);
      let f = weightf(&s0, h0, 0);
      if env("SHOW", 0.0) > 0.0 { println!("back h0 {h0} feats {f:?}"); }
      file(&mut recs, id, &mut cells, &mut cellof, f, &mut rng); }
    let (mut exps, mut best, mut ptr, mut lost) = (0u64, (0u32, u32::MAX), 0usize, 0u64);
    let mut episodes = 0u64;

    let mut ball: FxHashMap<State<W>, u32> = Default::default();
    { let n = env("BALL", 1.0) as usize; let mut q = vec![target]; ball.insert(target, 0); let mut i = 0;
      while i < q.len() && ball.len() < n { let s = q[i]; i += 1; let g = ball[&s]; let region = maze.region(&s.boxes, s.player);
        let pushes = pr.pushes(&maze, &s, &region);
        for d in Direction::ALL { for b in pushes[d as usize].iter() { let to = maze.next(b, d); if forbidden.contains(to) { continue; }
          let child = maze.push(&s.boxes, b, d); if pr.lost_by_push(&maze, &child, to) { continue; }
          let c = maze.normal(&child); if !ball.contains_key(&c) { ball.insert(c, g + 1); q.push(c); } } } }
      println!("ball {} depth {} {:.1}s", ball.len(), ball[q.last().unwrap()], t0.elapsed().as_secs_f64()); }
    let mut nonempty: Vec<usize> = vec![];
    let rw = env("RW", 1.0) as u32; let env_k = env("K", 3.0) as usize; let ucb = env("UCB", 1.0); let alpha = env("ALPHA", 0.1);
    loop {
        if t0.elapsed().as_secs_f64() > limit { println!("seed {seed} FAIL exps {exps} eps {episodes} states {} cells {} best home {} h {} lost {lost}", recs.len(), cells.len(), best.0, best.1); if env("SHOW", 0.0) > 1.0 { let mut v: Vec<usize> = (0..recs.len()).collect(); v.sort_by_key(|&i| recs[i].h); for i in (0..200).step_by(40) { let r = &recs[v[i]]; println!("h {} g {}", r.h, r.g); draw(level, &maze, &r.s); } } return; }
        episodes += 1;
        // choose a cell
        let ci = match policy {
            0 => { ptr += 1; ptr % cells.len() }
            1 => rng.below(cells.len()),
            2 => { // tournament: least visits among k random
                let mut b = rng.below(cells.len());
                for _ in 0..3 { let c = rng.below(cells.len()); if !cells[c].heap.is_empty() && (cells[b].heap.is_empty() || cells[c].visits < cells[b].visits) { b = c; } }
                b }
            4 => { let k = env_k; let mut b = rng.below(cells.len()); let sc = |c: &Cell| if c.heap.is_empty() { -1.0 } else { c.q + ucb / ((c.visits + 1) as f64).sqrt() };
                for _ in 0..k { let c = rng.below(cells.len()); if sc(&cells[c]) > sc(&cells[b]) { b = c; } } b }
            _ => { // tournament by min h on top with prob
                let mut b = rng.below(cells.len());
                let k = env("K", 3.0) as usize;
                for _ in 0..k { let c = rng.below(cells.len()); if !cells[c].heap.is_empty() && (cells[b].heap.is_empty() || cells[c].heap.peek().unwrap().0.0 < cells[b].heap.peek().unwrap().0.0) { b = c; } }
                b }
        };
        let id = loop { match cells[ci].heap.pop() { None => break None, Some(Reverse((_, _, id))) => if !recs[id as usize].expanded { break Some(id) } } };
        let Some(id) = id else {
            if cells.iter().all(|c| c.heap.is_empty()) { println!("seed {seed} EXHAUSTED exps {exps}"); return; }
            continue };
        cells[ci].visits += 1;
        let ncells = cells.len(); let hstart = recs[id as usize].h; let nrecs = recs.len();
        let mut local: BinaryHeap<Reverse<(u32, u64, u32)>> = BinaryHeap::new();
        local.push(Reverse((0, 0, id)));
        for _ in 0..look {
            let Some(Reverse((_, _, id))) = local.pop() else { break };
            if recs[id as usize].expanded { continue; }
            recs[id as usize].expanded = true;
            exps += 1;
            let s = recs[id as usize].s; let g = recs[id as usize].g;
            let region = maze.region(&s.boxes, s.player);


            // work list: (state id, only this box)
            let mut work: Vec<(u32, State<W>, Bits<W>, Option<Square>)> = vec![(id, s, region, None)];
            let mut wi = 0;
            while wi < work.len() {
            let (id, s, region, only) = work[wi]; wi += 1; let g = recs[id as usize].g;
            for d in Direction::ALL { let back = d.opposite(); let room = region & maze.shift(&region, back);
              for q in (s.boxes & maze.shift(&room, back)).iter() {
                if only.is_some_and(|o| o != q) { continue; }
                let to = maze.next(q, d);
                if dead.contains(to) && !targets.contains(to) { continue; }
                let mut bx = s.boxes; bx.remove(q); bx.insert(to);
                let reg2 = maze.region(&bx, maze.next(to, d));
                let c = State { boxes: bx, player: reg2.first().unwrap() };
                if table.contains_key(&c) { continue; }
                let Some(hv) = h(&c) else { lost += 1; continue };
                let nid = recs.len() as u32;
                table.insert(c, nid);
                recs.push(Rec { s: c, parent: id, push: Push { square: q, direction: d }, g: g + 1, h: hv, cell: 0, expanded: false });
                let home = (c.boxes & targets).len();
                if (hv) < best.1 { best = (home, hv); }
                if let Some(&ballg) = ball.get(&c) { println!("ball depth {ballg}");
                    println!("seed {seed} SOLVED pushes {} exps {exps} eps {episodes} states {} cells {} {:.2}s", g + 1, recs.len(), cells.len(), t0.elapsed().as_secs_f64());
                    if env("SHOW", 0.0) > 0.0 {
                        let mut p = vec![]; let mut i = nid; while recs[i as usize].parent != u32::MAX { p.push(i); i = recs[i as usize].parent; } p.reverse();
                        for i in p { let r = &recs[i as usize]; print!("{:?}/{} ", cells.get(r.cell as usize).map(|c| &c.f), r.h); } println!();
                    }
                    return;
                }
                let f = weightf(&c, hv, g + 1);
                file(&mut recs, nid, &mut cells, &mut cellof, f, &mut rng);
                local.push(Reverse((hv, rng.next(), nid)));
                if macro_ { work.push((nid, c, reg2, Some(to))); }
            } } }
        }
        let fresh = recs.len() - nrecs; let besth = recs[nrecs..].iter().map(|r| r.h).min().unwrap_or(u32::MAX);
        let r = match rw { 0 => f64::from(cells.len() > ncells), 1 => f64::from(besth < hstart), 2 => f64::from(fresh > 0), _ => f64::from(cells.len() > ncells) + 0.5 * f64::from(besth < hstart) };
        cells[ci].q += alpha * (r - cells[ci].q);
    }
}

fn draw<const W: usize>(level: &Level, maze: &Maze<W>, s: &State<W>) {
    let reg = maze.region(&s.boxes, s.player);
    for y in 0..30 { let mut line = String::new(); for x in 0..40 { let c = match level.square_at(x, y) { Some(q) if maze.floor().contains(q) => { let g = maze.goals().contains(q); if s.boxes.contains(q) { if g {'*'} else {'$'} } else if g { if reg.contains(q) {'+'} else {'.'} } else if reg.contains(q) {'_'} else {' '} }, _ => '#' }; line.push(c); } if line.chars().any(|c| c != '#') { println!("{}", line.trim_end_matches('#')); } }
}
fn main() {
    let args: Vec<String> = std::env::args().collect();
    let (path, n) = args[1].split_once('#').map_or((args[1].as_str(), 1), |(p, n)| (p, n.parse::<usize>().unwrap()));
    let bytes = std::fs::read(path).unwrap();
    let doc = soko_formats::read(&bytes, &soko_formats::ReadOptions { name: Some(path.to_owned()), ..Default::default() });
    let level = check(&doc.collection.entries[n - 1].board).level.unwrap();
    let seeds = env("SEEDS", 1.0) as u64;
    for seed in 1..=seeds {
        if env("BACK", 0.0) > 0.0 { match level.squares() { ..=128 => runback::<2>(&level, seed), ..=192 => runback::<3>(&level, seed), ..=384 => runback::<6>(&level, seed), _ => runback::<16>(&level, seed) }; continue; }
        match level.squares() { ..=128 => run::<2>(&level, seed), ..=192 => run::<3>(&level, seed), ..=384 => run::<6>(&level, seed), _ => run::<16>(&level, seed) }
    }
}
