//! Closed diagonals: boxes that can only be pushed into the gaps between them.
//!
//! ```text
//!   ##        A figure of empty cells e1 … ek in a diagonal row that the player cannot reach. Between two
//!   #e$       neighbours of the row lie two cells that touch both of them: a pair. All pairs consist of
//!    $e$      boxes and walls, and so do the two ends, the cells of the diagonal before e1 and after ek.
//!     $$      (An end may be anything if the pair beside it is two walls: they close the figure alone.)
//! ```
//!
//! **Proof.** Number the row e0, e1, … e(k+1), ends included; pair *i* lies between ei and e(i+1). Call the cells
//! from el to er, the pairs between them included, the figure \[l, r\]. It is closed if el and er and the
//! pairs are occupied and the player is in none of the empty cells between. Look at the first push of one of its
//! boxes. A box of a pair has on each axis a cell of the diagonal on one side: empty inside the figure, or an end. The
//! ends have the boxes of their pairs beside them on both axes. No player stands inside, so the push leads *into* an
//! empty cell ej (with l < j < r), out of one of the two pairs that touch it:
//! - out of pair *j*: then \[l, j\] is closed again, with the pushed box as its end;
//! - out of pair *j − 1*: then \[j, r\] is closed again.
//!
//! So in every play, up to its end, some figure \[l, r\] within the first one is closed, with 0 ≤ l < r ≤ k + 1: its
//! pairs have not moved, and an end that is not the original one was filled by a box of the pair outside. (For
//! r = l + 1 it is a block of two by two.) What of it is off goal in the end is lost, and goals among its empty
//! cells stay empty. If for every \[l, r\] more boxes are lost or more goals stay empty than can be spared, the
//! position is lost.
//!
//! Several figures lose several boxes only if they have no box in common: figures that share boxes are taken
//! together and count as the worst of them.
//!
//! **Cost.** Positions without a closed empty cell are dismissed by six shifts. A figure of length *k* costs *k*²
//! additions, and *k* is small.
//!
//! Closed diagonals are known from the Sokoban Wiki (How to detect deadlocks, Meger), usually with a scan from one
//! end. Trying all pairs of ends needs no case analysis, and it counts what is lost, which makes surplus safe.

use soko_core::{Bits, Direction, Level, Maze, Square, State};

use super::{Evidence, Rule, RuleId, Spare};

/// Judges closed diagonals.
#[derive(Clone, Debug)]
pub(super) struct Diagonal {
    spare: Spare,
}

impl Diagonal {
    /// Counts what the level can spare.
    pub(super) fn new(level: &Level) -> Self {
        Self { spare: Spare::of(level) }
    }
}

/// One closed figure.
struct Figure<const W: usize> {
    /// The boxes of pairs and ends.
    boxes: Bits<W>,
    /// The empty cells.
    cells: Bits<W>,
    /// Boxes lost at least; `None` if no way out can be afforded.
    lost: Option<u32>,
}

/// A board with its boxes, seen along one of the two diagonals.
struct View<'a, const W: usize> {
    maze: &'a Maze<W>,
    boxes: &'a Bits<W>,
    /// A step along the diagonal is one in each of these directions.
    ahead: [Direction; 2],
}

impl<const W: usize> View<'_, W> {
    fn step(&self, square: Square) -> Square {
        self.ahead.iter().fold(square, |at, &d| self.maze.next(at, d))
    }

    fn step_back(&self, square: Square) -> Square {
        self.ahead.iter().fold(square, |at, d| self.maze.next(at, d.opposite()))
    }

    /// The two cells between `square` and the next one of the diagonal.
    fn pair(&self, square: Square) -> [Square; 2] {
        self.ahead.map(|d| self.maze.next(square, d))
    }

    fn is_wall(&self, square: Square) -> bool {
        !self.maze.floor().contains(square)
    }

    fn is_free(&self, square: Square) -> bool {
        !self.is_wall(square) && !self.boxes.contains(square)
    }

    /// 1 if a box off goal stands here.
    fn off_goal(&self, square: Square) -> u32 {
        u32::from(self.boxes.contains(square) && !self.maze.goals().contains(square))
    }

    /// Can a box of the pair behind `square` be pushed ahead into its successor, as far as walls tell?
    fn enters_ahead(&self, square: Square) -> bool {
        // The pair's cell in one direction goes on in the other.
        self.pair(square)
            .into_iter()
            .zip([self.ahead[1], self.ahead[0]])
            .any(|(at, push)| self.boxes.contains(at) && !self.is_wall(self.maze.next(at, push.opposite())))
    }

    /// Can a box of the pair ahead of `square` be pushed back into it, as far as walls tell?
    fn enters_back(&self, square: Square) -> bool {
        self.pair(square)
            .into_iter()
            .zip(self.ahead)
            .any(|(at, back)| self.boxes.contains(at) && !self.is_wall(self.maze.next(at, back)))
    }

    /// The row of cells from end to end, if a closed figure begins with this empty cell.
    fn trace(&self, first: Square, closed: &Bits<W>) -> Option<Vec<Square>> {
        let mut row = vec![self.step_back(first)];
        let ends_between = |square: Square| self.pair(square).into_iter().all(|at| self.is_wall(at));
        if self.is_free(row[0]) && !ends_between(row[0]) {
            return None;
        }
        let mut cell = first;
        loop {
            row.push(cell);
            let next = self.step(cell);
            if !self.is_free(next) || ends_between(cell) {
                row.push(next);
                return Some(row);
            }
            if !closed.contains(next) {
                return None;
            }
            cell = next;
        }
    }

    /// What the figure costs at least.
    fn weigh(&self, row: &[Square], spare: Spare) -> Figure<W> {
        let last = row.len() - 1;
        let pairs = row[..last].iter().map(|&cell| self.pair(cell));
        let lost_in_pairs: Vec<u32> =
            pairs.clone().map(|pair| pair.map(|at| self.off_goal(at)).iter().sum()).collect();
        let is_goal = |i: usize| u32::from(self.maze.goals().contains(row[i]));
        // What the ends cost, where a box can become or already is one.
        let low = |l: usize| match l {
            0 => Some(self.off_goal(row[0])),
            _ => self.enters_ahead(row[l - 1]).then(|| 1 - is_goal(l)),
        };
        let high = |r: usize| {
            if r == last {
                return Some(self.off_goal(row[last]));
            }
            self.enters_back(row[r]).then(|| 1 - is_goal(r))
        };
        let mut cheapest: Option<u32> = None;
        for (l, low) in (0..last).filter_map(|l| Some((l, low(l)?))) {
            let (mut inside, mut empty) = (low, 0);
            for r in l + 1..=last {
                inside += lost_in_pairs[r - 1];
                if let Some(high) = high(r) {
                    let all = inside + high;
                    if all <= spare.boxes && empty <= spare.goals {
                        cheapest = Some(cheapest.map_or(all, |least| least.min(all)));
                    }
                }
                empty += is_goal(r);
            }
        }
        let (mut boxes, mut cells) = (Bits::EMPTY, Bits::EMPTY);
        for &cell in &row[1..last] {
            cells.insert(cell);
        }
        for at in pairs.flatten().chain([row[0], row[last]]).filter(|&at| self.boxes.contains(at)) {
            boxes.insert(at);
        }
        Figure { boxes, cells, lost: cheapest }
    }
}

/// The evidence, if figures without a box in common lose more boxes than can be spared.
fn all_together<const W: usize>(mut figures: Vec<Figure<W>>, spare: Spare) -> Option<Evidence<W>> {
    let mut sum = 0;
    let (mut boxes, mut cells) = (Bits::EMPTY, Bits::EMPTY);
    while let Some(mut group) = figures.pop() {
        // Everything that shares a box with the group joins it.
        while let Some(i) = figures.iter().position(|other| !(other.boxes & group.boxes).is_empty()) {
            let other = figures.swap_remove(i);
            group.boxes |= other.boxes;
            group.cells |= other.cells;
            group.lost = group.lost.max(other.lost);
        }
        sum += group.lost.unwrap_or(0);
        boxes |= group.boxes;
        cells |= group.cells;
    }
    (sum > spare.boxes).then_some(Evidence { rule: RuleId::Diagonal, boxes, cells })
}

impl<const W: usize> Rule<W> for Diagonal {
    fn id(&self) -> RuleId {
        RuleId::Diagonal
    }

    fn judge(&self, maze: &Maze<W>, state: &State<W>, region: &Bits<W>) -> Option<Evidence<W>> {
        let free = maze.floor().without(&state.boxes);
        let beside_free = Direction::ALL.into_iter().fold(Bits::EMPTY, |all, d| all | maze.shift(&free, d));
        let closed = free.without(region).without(&beside_free);
        if closed.is_empty() {
            return None;
        }
        let mut costly = Vec::new();
        for ahead in [[Direction::Right, Direction::Down], [Direction::Left, Direction::Down]] {
            let view = View { maze, boxes: &state.boxes, ahead };
            for first in closed.iter() {
                let Some(row) = view.trace(first, &closed) else { continue };
                let figure = view.weigh(&row, self.spare);
                match figure.lost {
                    None => {
                        let Figure { boxes, cells, .. } = figure;
                        return Some(Evidence { rule: RuleId::Diagonal, boxes, cells });
                    }
                    Some(0) => {}
                    Some(_) => costly.push(figure),
                }
            }
        }
        all_together(costly, self.spare)
    }
}
