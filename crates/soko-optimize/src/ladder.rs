//! What is tried, in which order, and how hard.
//!
//! The neighbourhoods are the rungs of a ladder, the cheap ones at the bottom. After a gain one begins at the bottom again, because what was
//! tight before may be loose now; at the top, everything is tried again with more nodes and longer slices (*effort*). This is
//! variable neighbourhood descent (Mladenović and Hansen 1997). All of it counts nodes and never looks at a clock, so a run with a node limit
//! can be repeated.
//!
//! **Pushes before moves.** A bound for pushes is sharp, one for moves is not, so a descent in pushes takes milliseconds where one in moves takes minutes; and a
//! solution with few detours has few moves, too. Every metric therefore begins with pushes. On XSokoban, screens of 300 pushes
//! came to 650 moves that way in the time in which a descent in moves alone was still at 1750.
//!
//! **Sideways.** Where pushes alone count, shorter walks are worth nothing but reorder the pushes, and from there the next descent may find what it
//! did not find before.

use soko_solver::metric::Metric;
use soko_solver::{Context, Dice, Halt};

use crate::{
    cost::Weights,
    improver::{ANY, Improver, Tried},
    path::{Path, Slice},
};

/// One kind of neighbourhood.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Rung {
    /// So many boxes are free on the whole path.
    Free(usize),
    /// So many boxes are free within slices of such a length.
    Part(usize, usize),
    /// Positions that differ by so many boxes from slices of such a length.
    Near(u32, usize),
}

/// From the cheap to the dear.
const LADDER: [Rung; 11] = [
    Rung::Free(1),
    Rung::Near(ANY, 12),
    Rung::Part(2, 80),
    Rung::Near(1, 40),
    Rung::Free(2),
    Rung::Near(2, 30),
    Rung::Part(3, 60),
    Rung::Near(3, 30),
    Rung::Free(3),
    Rung::Part(4, 60),
    Rung::Free(4),
];
/// Enough to go sideways.
const STEPS: usize = 4;
/// Without the last rung, which pays only when the others have nothing left.
const FIRST: usize = LADDER.len() - 1;

/// Expansions of one search at the lowest effort.
const FIRST_LIMIT: u64 = 2_000;
/// Slices near which is searched have so many times the limit: there are few of them.
const NEAR_SHARE: u64 = 4;
/// After that nothing grows any more.
const MOST_EFFORT: u32 = 16;
/// Most sets of boxes that are freed on one rung; of more a sample is drawn.
const MOST_SETS: usize = 3_000;

/// Improves until nothing is left or the context says halt. `best` is asked for the best path so far in the metric that counts.
///
/// # Errors
/// The reason to halt.
pub(crate) fn climb<const W: usize>(
    improver: &mut Improver<'_, W>,
    metric: Metric,
    best: &dyn Fn() -> Option<Path<W>>,
    context: &mut Context<'_>,
) -> Result<(), Halt> {
    let mut climber = Climber { improver, dice: Dice::new(context.seed()), best };
    for effort in 0..=MOST_EFFORT {
        match metric {
            Metric::Pushes => {
                climber.descend(Metric::Pushes, effort, context)?;
                if climber.improver.is_done() {
                    return Ok(());
                }
                climber.sideways(context)?;
            }
            Metric::PushesThenMoves => {
                climber.descend(Metric::Pushes, effort, context)?;
                climber.descend(metric, effort, context)?;
            }
            Metric::Moves | Metric::MovesThenPushes => {
                if effort == 0 {
                    climber.descend(Metric::Pushes, effort, context)?;
                    climber.descend(Metric::PushesThenMoves, effort, context)?;
                }
                climber.descend(metric, effort, context)?;
            }
        }
        if climber.improver.is_done() {
            return Ok(());
        }
    }
    Ok(())
}

struct Climber<'a, 'b, const W: usize> {
    improver: &'a mut Improver<'b, W>,
    dice: Dice,
    best: &'a dyn Fn() -> Option<Path<W>>,
}

impl<const W: usize> Climber<'_, '_, W> {
    /// Climbs until the top rung has no gain.
    fn descend(&mut self, metric: Metric, effort: u32, context: &mut Context<'_>) -> Result<(), Halt> {
        self.change(metric);
        let rungs = if effort == 0 { FIRST } else { LADDER.len() };
        self.rungs(&LADDER[..rungs], effort, context)
    }

    /// Shortens walks where that costs no push.
    fn sideways(&mut self, context: &mut Context<'_>) -> Result<(), Halt> {
        self.change(Metric::PushesThenMoves);
        self.rungs(&LADDER[..STEPS], 0, context)
    }

    fn change(&mut self, metric: Metric) {
        self.improver.set_weights(Weights::of(metric));
        if let Some(path) = (self.best)() {
            self.improver.resume(&path);
        }
    }

    fn rungs(&mut self, ladder: &[Rung], effort: u32, context: &mut Context<'_>) -> Result<(), Halt> {
        let limit = FIRST_LIMIT << (2 * effort);
        self.improver.cut_loops(context);
        let mut at = 0;
        while let Some(&rung) = ladder.get(at) {
            let better = match rung {
                Rung::Free(count) => self.sets(count, self.improver.path().whole(), limit, context)?,
                Rung::Part(count, length) => self.parts(count, length << effort, limit, context)?,
                Rung::Near(radius, length) => {
                    self.slices(radius, length << effort, NEAR_SHARE * limit, context)?
                }
            };
            at = if better && at > 0 { 0 } else { at + 1 };
        }
        Ok(())
    }

    /// Frees every set of so many boxes, or a sample of them, where they move within a slice.
    fn sets(&mut self, count: usize, slice: Slice, limit: u64, context: &mut Context<'_>) -> Tried {
        let mut moving = self.improver.path().movers()[slice.from..slice.to].to_vec();
        moving.sort_unstable();
        moving.dedup();
        let mut better = false;
        if count > moving.len() {
            return Ok(false);
        }
        if combinations(moving.len(), count) > MOST_SETS {
            for _ in 0..MOST_SETS {
                let free = drawn(&mut self.dice, &moving, count);
                better |= self.freed(&free, slice, limit, context)?;
            }
            return Ok(better);
        }
        let mut chosen: Vec<usize> = (0..count).collect();
        loop {
            let free: Vec<u16> = chosen.iter().map(|&i| moving[i]).collect();
            better |= self.freed(&free, slice, limit, context)?;
            if !advance(&mut chosen, moving.len()) {
                return Ok(better);
            }
        }
    }

    /// Frees a set within what is left of a slice after earlier gains.
    fn freed(&mut self, free: &[u16], slice: Slice, limit: u64, context: &mut Context<'_>) -> Tried {
        let to = slice.to.min(self.improver.path().pushes().len());
        if slice.from >= to {
            return Ok(false);
        }
        self.improver.free(free, Slice { to, ..slice }, limit, context)
    }

    /// Frees sets within one slice after another.
    fn parts(&mut self, count: usize, length: usize, limit: u64, context: &mut Context<'_>) -> Tried {
        let (mut from, mut any) = (0, false);
        loop {
            let end = self.improver.path().pushes().len();
            let slice = Slice { from: from.min(end), to: (from + length).min(end) };
            any |= self.sets(count, slice, limit, context)?;
            if slice.to == end {
                return Ok(any);
            }
            from += (length / 2).max(1);
        }
    }

    /// Slides a slice along the path, from the beginning to the end.
    fn slices(&mut self, radius: u32, length: usize, limit: u64, context: &mut Context<'_>) -> Tried {
        let (mut from, mut any) = (0, false);
        loop {
            let end = self.improver.path().pushes().len();
            let to = (from + length).min(end);
            // The last slice is as long as the others.
            from = from.min(to.saturating_sub(length));
            if self.improver.near(radius, Slice { from, to }, limit, context)? {
                any = true;
                from = from.saturating_sub(length / 2);
            } else if to == end {
                return Ok(any);
            } else {
                from += (length / 3).max(1);
            }
        }
    }
}

/// How many sets of `count` out of `n` there are.
fn combinations(n: usize, count: usize) -> usize {
    (0..count).fold(1_usize, |product, i| product.saturating_mul(n - i) / (i + 1))
}

/// The next set in order; false after the last.
fn advance(chosen: &mut [usize], n: usize) -> bool {
    let count = chosen.len();
    let Some(last) = (0..count).rev().find(|&i| chosen[i] + count - i < n) else { return false };
    chosen[last] += 1;
    for i in last + 1..count {
        chosen[i] = chosen[i - 1] + 1;
    }
    true
}

/// A random set, in rising order.
fn drawn(dice: &mut Dice, moving: &[u16], count: usize) -> Vec<u16> {
    let mut set: Vec<u16> = Vec::with_capacity(count);
    while set.len() < count {
        let number = moving[dice.below(moving.len())];
        if !set.contains(&number) {
            set.push(number);
        }
    }
    set.sort_unstable();
    set
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_set_comes_once() {
        for (n, count) in [(1, 1), (5, 1), (5, 2), (6, 3), (4, 4), (7, 4)] {
            let mut chosen: Vec<usize> = (0..count).collect();
            let mut seen = vec![chosen.clone()];
            while advance(&mut chosen, n) {
                assert!(chosen.is_sorted() && chosen.iter().all(|&i| i < n));
                seen.push(chosen.clone());
            }
            seen.dedup();
            assert_eq!(seen.len(), combinations(n, count), "{count} of {n}");
        }
    }

    #[test]
    fn a_drawn_set_has_no_box_twice() {
        let mut dice = Dice::new(7);
        for _ in 0..100 {
            let set = drawn(&mut dice, &[2, 3, 5, 7], 3);
            assert!(set.is_sorted_by(|a, b| a < b), "{set:?}");
        }
    }
}
