//! What two boxes cost each other: pushes on top of their distances, whatever goals they take.
//!
//! Let d(a, g) be the pushes that a lone box on a needs to the goal g. Two boxes alone on the board may need more than
//! d(a, g) + d(b, h) to come to g and h, because one is in the way of the other. The *penalty* e(a, b) is the least
//! such excess over all choices of two goals.
//!
//! **Adding penalties is admissible.** Take a solution, let g(i) be the goal on which box i ends and p(i) the number of
//! its pushes; every box must come home. The *excess* x(i) = p(i) − d(i, g(i)) is never negative. For two boxes
//! leave the others out of the solution: the two come to g(a) and g(b) alone, so p(a) + p(b) ≥ d(a, g(a)) +
//! d(b, g(b)) + e(a, b), that is x(a) + x(b) ≥ e(a, b). Sum over pairs that share no box: the pushes are at least
//! Σ d(i, g(i)) plus the penalties, and the first sum is at least the value of the cheapest matching. A group of boxes
//! that bar each other ([`conflict`](crate::conflict)) says that the excesses of its boxes sum to two at least; so
//! groups and pairs may be added as long as no box is used twice.
//!
//! The distances of the matching must be those of the penalties, those of the empty board. Where frozen boxes are walls, d
//! may be larger, and a penalty may be added only for boxes whose distances have not changed.
//!
//! **All goals at once.** Each push of a changes d(a, g) by an odd number, −1 or more; call half of that change plus one
//! its *cost*: 0 for a push to the good, 1 or more for others. The excess of a game of two boxes is twice its cost. For a
//! fixed goal g of the first box, every ordered position keeps a set of goals h of the second box as the bits of
//! a word: those for which a game of cost at most k brings the two to (g, h). A pull hands the set on, cut to the goals for
//! which the push is to the good. One pass over the board so treats all h; the passes for g follow one another, and
//! layers k build upon each other. Bits that were never set say that the penalty is beyond the last layer.
//!
//! **Cost.** CPU time to build the table, and bytes held: Microban 0.24 ms and 6 kB in the mean, SokEvo 0.36 ms and 4 kB,
//! XSokoban 17 ms and 128 kB, at most 148 ms and 536 kB.
//!
//! Penalties of patterns of boxes are due to Junghanns and Schaeffer (2001), who found them by search on demand;
//! adding pairs by a matching to Pereira, Ritt and Buriol (2015). The table over all goals at once is ours.

use std::collections::VecDeque;

use soko_core::{Bits, Direction, Level, Maze, Meter, Square};

use crate::{
    PushDistances,
    pair_space::{PairSpace, Pulls},
    push_distance::UNREACHABLE,
};

/// Costs told apart: a penalty is at most twice this.
const LAYERS: usize = 3;
/// Goals in a word.
const MOST_GOALS: usize = 64;

/// Penalties of all pairs.
#[derive(Clone, Debug)]
pub struct PairPenalties<const W: usize> {
    space: PairSpace<W>,
    /// Extra pushes for each position.
    extra: Vec<u8>,
    /// Partners of each square with a penalty for some region of the player.
    partners: Vec<Bits<W>>,
}

/// For each live square and direction the goals, as bits, for which a push has a cost.
type Costs = Vec<[[u64; LAYERS]; 4]>;

impl<const W: usize> PairPenalties<W> {
    /// Works out the table; `None` if a box can be spared, there is a single one, or the level is too large.
    ///
    /// `distances` are those of the empty board to the goals.
    ///
    /// # Errors
    /// The reason to end early.
    pub fn new<M: Meter + ?Sized>(
        level: &Level,
        maze: &Maze<W>,
        distances: &PushDistances,
        meter: &mut M,
    ) -> Result<Option<Self>, M::Halt> {
        let goals = distances.goals();
        if level.boxes() > goals.len() || level.boxes() < 2 || goals.len() > MOST_GOALS {
            return Ok(None);
        }
        let Some(space) = PairSpace::new(level, maze, meter)? else { return Ok(None) };
        let pulls = space.pulls(maze);
        let costs = costs(maze, &space, distances);
        let mut search = Search::new(&space, &pulls, &costs);
        for goal in 0..goals.len() {
            meter.go_on()?;
            search.pull_from(goals, goal);
        }
        let extra = search.extra;
        let mut partners = vec![Bits::EMPTY; 64 * W];
        space.for_each_pair(|a, b, mut positions| {
            if positions.any(|position| extra[position] > 0) {
                partners[a.index()].insert(b);
                partners[b.index()].insert(a);
            }
        });
        let penalties = Self { space, extra, partners };
        meter.acquire(penalties.bytes() - penalties.space.bytes())?;
        Ok(Some(penalties))
    }

    /// Squares that may have a penalty together with `square`.
    #[inline]
    pub fn partners(&self, square: Square) -> &Bits<W> {
        &self.partners[square.index()]
    }

    /// Extra pushes of two boxes with the player on `player`.
    #[inline]
    pub fn extra(&self, a: Square, b: Square, player: Square) -> u8 {
        self.space.position(a, b, player).map_or(0, |position| self.extra[position])
    }

    /// Bytes held.
    pub const fn bytes(&self) -> u64 {
        self.space.bytes() + (self.extra.len() + self.partners.len() * size_of::<Bits<W>>()) as u64
    }
}

fn costs<const W: usize>(maze: &Maze<W>, space: &PairSpace<W>, distances: &PushDistances) -> Costs {
    let of_push = |from: Square, direction: Direction| {
        let mut costs = [0; LAYERS];
        let (to, player) = (maze.next(from, direction), maze.next(from, direction.opposite()));
        if !maze.floor().contains(to) || !maze.floor().contains(player) {
            return costs;
        }
        let (before, after) = (distances.row(from, player), distances.row(to, from));
        for (goal, (&before, &after)) in before.iter().zip(after).enumerate() {
            if after != UNREACHABLE {
                // From a square whence the goal is reached it was reached before, in one push more at most.
                let cost = usize::from((after + 1 - before) / 2);
                if let Some(goals) = costs.get_mut(cost) {
                    *goals |= 1 << goal;
                }
            }
        }
        costs
    };
    space.squares().iter().map(|&from| Direction::ALL.map(|direction| of_push(from, direction))).collect()
}

/// The retrograde search. An ordered position is twice the position, plus one if the first box is on the higher
/// square.
struct Search<'a, const W: usize> {
    space: &'a PairSpace<W>,
    pulls: &'a Pulls,
    costs: &'a Costs,
    /// For each ordered position the goals of the second box that a game within the cost of a layer reaches.
    layers: [Vec<u64>; LAYERS],
    waiting: VecDeque<u32>,
    is_waiting: Vec<bool>,
    extra: Vec<u8>,
}

impl<'a, const W: usize> Search<'a, W> {
    fn new(space: &'a PairSpace<W>, pulls: &'a Pulls, costs: &'a Costs) -> Self {
        Self {
            space,
            pulls,
            costs,
            layers: std::array::from_fn(|_| vec![0; 2 * space.len()]),
            waiting: VecDeque::new(),
            is_waiting: vec![false; 2 * space.len()],
            extra: vec![2 * LAYERS as u8; space.len()],
        }
    }

    /// Treats all games that bring the first box to one goal.
    fn pull_from(&mut self, goals: &[Square], goal: usize) {
        for layer in 0..LAYERS {
            let (lower, this) = self.layers.split_at_mut(layer);
            if let Some(last) = lower.last() {
                this[0].copy_from_slice(last);
            } else {
                this[0].fill(0);
            }
            if layer == 0 {
                self.begin(goals, goal);
            }
            for cost in 1..=layer {
                for position in 0..2 * self.space.len() {
                    self.hand_on(position, goal, layer, cost);
                }
            }
            while let Some(position) = self.waiting.pop_front() {
                self.is_waiting[position as usize] = false;
                self.hand_on(position as usize, goal, layer, 0);
            }
            for (extra, ordered) in self.extra.iter_mut().zip(self.layers[layer].chunks_exact(2)) {
                if ordered[0] != 0 {
                    *extra = (*extra).min(2 * layer as u8);
                }
            }
        }
    }

    /// Both boxes are home.
    fn begin(&mut self, goals: &[Square], goal: usize) {
        for (other, &square) in goals.iter().enumerate() {
            for position in self.space.positions(goals[goal], square) {
                let ordered = 2 * position + usize::from(goals[goal] > square);
                self.layers[0][ordered] |= 1 << other;
                self.waiting.push_back(ordered as u32);
                self.is_waiting[ordered] = true;
            }
        }
    }

    /// Gives the goals of a position to the positions before it, for pushes of this cost.
    #[inline]
    fn hand_on(&mut self, position: usize, goal: usize, layer: usize, cost: usize) {
        let reached = self.layers[layer - cost][position];
        if reached == 0 {
            return;
        }
        let first_is_higher = position % 2 == 1;
        for pull in self.pulls.to(position / 2) {
            let goals = self.costs[usize::from(pull.from)][pull.direction as usize][cost];
            let handed = if pull.higher == first_is_higher {
                if goals >> goal & 1 == 1 { reached } else { 0 }
            } else {
                reached & goals
            };
            let before = 2 * pull.before as usize + usize::from(first_is_higher != pull.swaps);
            let known = &mut self.layers[layer][before];
            if handed & !*known != 0 {
                *known |= handed;
                if !self.is_waiting[before] {
                    self.is_waiting[before] = true;
                    self.waiting.push_back(before as u32);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;
    use soko_core::{State, Unlimited};

    /// Fewest pushes to every placement on goals, told apart by which box is where, by forward search.
    fn forward(maze: &Maze<1>, a: Square, b: Square, player: Square) -> BTreeMap<(Square, Square), u32> {
        let normal = |a, b, player| {
            let state = State { boxes: Bits::single(a) | Bits::single(b), player };
            (a, b, maze.normal(&state).player)
        };
        let mut found = BTreeMap::new();
        let mut seen = rustc_hash::FxHashSet::default();
        let mut wave = vec![normal(a, b, player)];
        seen.insert(wave[0]);
        let mut pushes = 0;
        while !wave.is_empty() {
            let mut next = Vec::new();
            for (a, b, player) in wave {
                if maze.goals().contains(a) && maze.goals().contains(b) {
                    found.entry((a, b)).or_insert(pushes);
                }
                let boxes = Bits::single(a) | Bits::single(b);
                let region = maze.region(&boxes, player);
                maze.for_each_push(&boxes, &region, |square, direction| {
                    let to = maze.next(square, direction);
                    let child = if square == a { normal(to, b, square) } else { normal(a, to, square) };
                    if seen.insert(child) {
                        next.push(child);
                    }
                });
            }
            wave = next;
            pushes += 1;
        }
        found
    }

    #[test]
    fn equal_to_forward_search_for_every_pair_and_player() {
        let boards = [
            "########\n#  .   #\n# $ #$ #\n# .@   #\n#   #  #\n########",
            "#########\n#   # . #\n# $   . #\n# @$#   #\n#########",
            "  #####\n  #   #\n###$  ###\n# @ #   #\n# $ . #.#\n### #   #\n  #   ###\n  #####",
            "#########\n#@$$  ..#\n#  ######\n#       #\n#  #### #\n#       #\n#########",
            "########\n#@ #   #\n# $$ ..#\n#  # . #\n########",
        ];
        let mut counts = [0; LAYERS + 1];
        for text in boards {
            let level = Level::parse(text).unwrap();
            let maze = Maze::<1>::new(&level);
            let distances = PushDistances::new(&maze);
            let Ok(table) = PairPenalties::new(&level, &maze, &distances, &mut Unlimited);
            let table = table.unwrap();
            let live = table.space.squares();
            for (i, &b) in live.iter().enumerate() {
                for &a in &live[..i] {
                    for player in level.floor().iter().filter(|&player| player != a && player != b) {
                        let excess = forward(&maze, a, b, player).into_iter().map(|((g, h), pushes)| {
                            let column = |goal| distances.goals().iter().position(|&g| g == goal).unwrap();
                            let alone =
                                distances.row(a, player)[column(g)] + distances.row(b, player)[column(h)];
                            pushes - u32::from(alone)
                        });
                        let most = 2 * LAYERS as u32;
                        let expected = excess.min().map_or(most, |least| least.min(most));
                        let found = u32::from(table.extra(a, b, player));
                        assert_eq!(found, expected, "{a:?} {b:?} {player:?} of\n{text}");
                        assert!(found == 0 || table.partners(a).contains(b) && table.partners(b).contains(a));
                        counts[expected as usize / 2] += 1;
                    }
                }
            }
        }
        assert!(counts[0] > 500 && counts[1] > 100 && counts[2] > 10, "too little was tested: {counts:?}");
    }
}
