//! Pushes that boxes cost each other in a position: penalties of pairs and conflicts of groups, no box used twice.
//!
//! The proof that such sums may be added to the matching is in [`soko_analysis::pair_penalty`]. Which pairs and groups to
//! add is a packing problem. Two simple packings are tried and the better one is taken: pairs first, the heaviest before
//! the others and among equals those that compete with the fewest, then the groups that no pair has touched; or
//! groups first, then pairs of what is left.
//!
//! Penalties belong to the distances of the empty board. Where frozen boxes have become walls they are added only for boxes
//! whose distances to all goals they still reach are what they were.
//!
//! **Not the default.** It saves expansions, but about as much time goes into the packing. A* with assignment+conflicts →
//! assignment+pairs; expansions and CPU time on the levels that both solve:
//!
//! | levels | limit | built after | solved | expansions | CPU s | CPU s, all levels |
//! |---|---|---|---|---|---|---|
//! | Microban, 155 | 300,000 | 1,000 | 151 → 151 | 482,551 → 457,571 | 1.77 → 1.81 | 7.51 → 8.14 |
//! | SokEvo, 107 | 300,000 | 1,000 | 107 → 107 | 435,772 → 437,831 | 0.89 → 1.00 | 0.89 → 1.00 |
//! | Microban II, 135 | 10,000 | 500 | 108 → 111 | 89,191 → 84,303 | 1.46 → 1.41 | 3.73 → 3.90 |
//! | Microban II, 135 | 40,000 | 500 | 118 → 118 | 328,737 → 294,734 | 2.57 → 2.53 | 10.67 → 10.73 |
//! | Microban III, 101 | 10,000 | 500 | 90 → 90 | 45,208 → 35,104 | 1.53 → 1.51 | 3.60 → 3.76 |
//! | XSokoban, 90 | 5,000 | 500 | 5 → 6 | 9,596 → 7,811 | 0.04 → 0.05 | 8.71 → 11.40 |
//!
//! One run each on a busy machine. On SokEvo expansions rise a little; the estimate is not consistent, and positions may
//! be opened again.

use soko_analysis::{PairPenalties, PushDistances, conflict::for_each_conflict, push_distance::UNREACHABLE};
use soko_core::{Bits, Level, Maze, Meter, Square, State};
use soko_solver::Halt;

/// The table of penalties, or the time until it is built.
pub(crate) struct PairExcess<const W: usize> {
    waiting: Option<(Level, u32)>,
    table: Option<PairPenalties<W>>,
}

impl<const W: usize> PairExcess<W> {
    /// Waits until so many positions have been estimated.
    pub(crate) fn new(level: &Level, after: u32) -> Self {
        Self { waiting: Some((level.clone(), after)), table: None }
    }

    /// The table, if it is there; call it once per position.
    #[inline]
    pub(crate) fn table(
        &mut self,
        maze: &Maze<W>,
        open: &PushDistances,
        meter: &mut dyn Meter<Halt = Halt>,
    ) -> Result<Option<&PairPenalties<W>>, Halt> {
        if let Some((level, left)) = &mut self.waiting {
            if let Some(less) = left.checked_sub(1) {
                *left = less;
            } else {
                self.table = PairPenalties::new(level, maze, open, meter)?;
                self.waiting = None;
                // Whoever holds the evaluator accounts for it from now on.
                meter.release(self.bytes());
            }
        }
        Ok(self.table.as_ref())
    }

    /// Bytes held.
    pub(crate) fn bytes(&self) -> u64 {
        self.table.as_ref().map_or(0, PairPenalties::bytes)
    }
}

/// The boxes whose distances the frozen boxes have not changed.
#[inline]
pub(crate) fn unchanged<const W: usize>(
    open: &PushDistances,
    current: &PushDistances,
    boxes: Bits<W>,
    player: Square,
) -> Bits<W> {
    let mut same = boxes;
    if !std::ptr::eq(open, current) {
        for square in boxes.iter() {
            let mut rows = open.row(square, player).iter().zip(current.row(square, player));
            if !rows.all(|(open, now)| open == now || *now == UNREACHABLE) {
                same.remove(square);
            }
        }
    }
    same
}

/// Pushes to add to the matching. `measured` are the boxes whose penalties are valid, `ways` as for conflicts.
#[inline]
pub(crate) fn excess<const W: usize>(
    table: &PairPenalties<W>,
    maze: &Maze<W>,
    state: &State<W>,
    measured: &Bits<W>,
    ways: &[Bits<W>; 4],
) -> u32 {
    let mut groups: Vec<Bits<W>> = Vec::new();
    for_each_conflict(maze, &state.boxes, ways, |group| groups.push(group));
    let mut pairs = candidates(table, state, measured);
    if pairs.is_empty() {
        return 2 * groups.len() as u32;
    }
    pairs.sort_unstable_by_key(|pair| (std::cmp::Reverse(pair.extra), pair.rivals));
    let (pushes, used) = pack(&pairs, Bits::EMPTY);
    let untouched = groups.iter().filter(|&&group| (group & used).is_empty()).count() as u32;
    let pairs_first = pushes + 2 * untouched;
    if untouched == groups.len() as u32 {
        return pairs_first;
    }
    let in_groups = groups.iter().fold(Bits::EMPTY, |all, group| all | *group);
    let groups_first = 2 * groups.len() as u32 + pack(&pairs, in_groups).0;
    pairs_first.max(groups_first)
}

/// Two boxes with a penalty.
struct Candidate<const W: usize> {
    boxes: Bits<W>,
    extra: u8,
    /// How many partners the two have together.
    rivals: u32,
}

fn candidates<const W: usize>(
    table: &PairPenalties<W>,
    state: &State<W>,
    measured: &Bits<W>,
) -> Vec<Candidate<W>> {
    let mut pairs = Vec::new();
    for a in measured.iter() {
        let partners = *table.partners(a) & *measured;
        for b in partners.iter().filter(|&b| b > a) {
            let extra = table.extra(a, b, state.player);
            if extra > 0 {
                let rivals = partners.len() + (*table.partners(b) & *measured).len();
                pairs.push(Candidate { boxes: Bits::single(a) | Bits::single(b), extra, rivals });
            }
        }
    }
    pairs
}

/// Takes pairs in their order, as long as no box is used twice: the sum, and the boxes used.
fn pack<const W: usize>(pairs: &[Candidate<W>], mut used: Bits<W>) -> (u32, Bits<W>) {
    let mut pushes = 0;
    for pair in pairs {
        if (pair.boxes & used).is_empty() {
            used |= pair.boxes;
            pushes += u32::from(pair.extra);
        }
    }
    (pushes, used)
}
