//! A few boxes are free, all others keep their schedule.
//!
//! Take out some boxes of a solution, one, two or three. The pushes of all *other* boxes stay as they are and in their order; what the free boxes do, and
//! when, is open. A position is then a time in the schedule, the squares of the free boxes, and the player: with one free box a level of
//! 150 squares and a solution of 400 pushes have 60 000 of them, which are searched in no time and without a limit to how far a box may stray. A box
//! that was parked and fetched again, two boxes that should have exchanged their goals, a box that went around a corner that
//! was free a moment later: all this is seen across the whole solution at once.
//!
//! The bound is sharp, which is why it is quick: the schedule's remaining pushes are known to the last one, and only the few free boxes have to be
//! matched with the squares they are needed on. Boxes that rest throughout the slice are walls when distances are measured. Where moves
//! count, the player has to visit the scheduled pushes in their order, so the tour through them on the empty floor is a bound, too.
//!
//! Optimisers know this as permutation or box-subset search (JSoko by Matthias Meger has one form of it); keeping the others on a schedule instead of
//! fixing them is what allows slices as long as the solution.

use soko_analysis::{PushDistances, push_distance::UNREACHABLE};
use soko_core::{Bits, Maze, Push, Square, Unlimited};

use crate::{
    path::{Path, Slice},
    search::{Missing, Space, Step},
    walking::for_each_distance,
};

/// Most boxes that can be free at once.
pub(crate) const MOST_FREE: usize = 4;

/// On wider boards a table of walks per station would take too much memory.
const WIDEST_TOUR: usize = 8;

/// The space of some free boxes.
pub(crate) struct FreeBoxes<const W: usize> {
    /// Pushes of the others.
    schedule: Vec<Push>,
    /// Where the others stand after so many of them.
    others: Vec<Bits<W>>,
    distances: PushDistances,
    tour: Option<Tour>,
}

impl<const W: usize> FreeBoxes<W> {
    /// The boxes of these numbers are free within a slice.
    pub(crate) fn new(
        maze: &Maze<W>,
        path: &Path<W>,
        slice: Slice,
        free: &[u16],
        counts_moves: bool,
    ) -> Self {
        let begin = path.boxes_at(maze, free, slice.from);
        let mut others = vec![path.states()[slice.from].boxes.without(&begin)];
        let mut schedule = Vec::new();
        let mut moved = Bits::EMPTY;
        for time in slice.from..slice.to {
            if !free.contains(&path.movers()[time]) {
                let push = path.pushes()[time];
                let now = maze.push(others.last().unwrap_or(&Bits::EMPTY), push.square, push.direction).boxes;
                moved.insert(push.square);
                others.push(now);
                schedule.push(push);
            }
        }
        let resting = others[0].without(&moved);
        let (last, walled) = (others[others.len() - 1], maze.walled(&resting));
        let needed =
            if slice.to == path.pushes().len() { *maze.goals() } else { path.states()[slice.to].boxes };
        let Ok(distances) =
            PushDistances::to(&walled, needed.without(&last).iter().collect(), &mut Unlimited);
        let tour =
            (counts_moves && W <= WIDEST_TOUR).then(|| Tour::new(&walled, &schedule, path.exit(maze, slice)));
        Self { schedule, others, distances, tour }
    }

    /// Pushes that the free boxes need at least, or `None` if they cannot come to where they are needed.
    pub(crate) fn pushes_of_free(&self, boxes: &Bits<W>, player: Square, time: u32) -> Option<u32> {
        let mut rows = [&[][..]; MOST_FREE];
        let mut count = 0;
        for square in boxes.without(&self.others[time as usize]).iter().take(MOST_FREE) {
            rows[count] = self.distances.row(square, player);
            count += 1;
        }
        assigned(&rows[..count], self.distances.goals().len())
    }

    fn missing(&self, boxes: &Bits<W>, player: Square, time: u32) -> Option<Missing> {
        let pushes = self.pushes_of_free(boxes, player, time)? + (self.schedule.len() as u32 - time);
        let moves = self.tour.as_ref().map_or(0, |tour| tour.steps(player, time));
        Some(Missing { pushes, moves: moves.max(pushes) })
    }
}

impl<const W: usize> Space<W> for FreeBoxes<W> {
    const TIMED: bool = true;

    #[inline]
    fn open(&mut self, boxes: &Bits<W>, _: Square, time: u32) -> Option<(Bits<W>, Missing)> {
        let mut movable = boxes.without(&self.others[time as usize]);
        if let Some(next) = self.schedule.get(time as usize) {
            movable.insert(next.square);
        }
        Some((movable & *boxes, Missing { pushes: 0, moves: 0 }))
    }

    #[inline]
    fn judge(&mut self, step: &Step<W>, time: u32) -> Option<(u32, Missing)> {
        let time = if self.others[time as usize].contains(step.from) {
            let next = self.schedule.get(time as usize)?;
            if next.square != step.from || next.direction != step.direction {
                return None;
            }
            time + 1
        } else {
            time
        };
        Some((time, self.missing(&step.boxes, step.from, time)?))
    }

    #[inline]
    fn admit(&self, _: &Bits<W>, time: u32) -> Option<u32> {
        Some(time)
    }
}

/// The least sum of distances when every box gets a column of its own; with too few or too many columns a bound from below.
#[inline]
fn assigned(rows: &[&[u16]], columns: usize) -> Option<u32> {
    if columns < rows.len() {
        // Some boxes stay anywhere: each needed square has to be reached by the nearest box at least.
        let nearest = |column: usize| rows.iter().map(|row| row[column]).min();
        return (0..columns).map(|column| nearest(column).and_then(finite)).sum();
    }
    if columns > MOST_FREE {
        return rows.iter().map(|row| row.iter().copied().min().and_then(finite)).sum();
    }
    cheapest(rows, 0)
}

fn cheapest(rows: &[&[u16]], taken: u8) -> Option<u32> {
    let Some((row, rest)) = rows.split_first() else { return Some(0) };
    let mut best = None;
    for (column, &pushes) in row.iter().enumerate() {
        if taken >> column & 1 == 0
            && let Some(pushes) = finite(pushes)
            && let Some(others) = cheapest(rest, taken | 1 << column)
        {
            let sum = pushes + others;
            best = Some(best.map_or(sum, |best: u32| best.min(sum)));
        }
    }
    best
}

#[inline]
fn finite(pushes: u16) -> Option<u32> {
    (pushes != UNREACHABLE).then_some(u32::from(pushes))
}

/// The player's way through the scheduled pushes on a floor without moving boxes.
struct Tour {
    /// For each time the table that has the walks to the next station.
    station: Vec<u32>,
    /// Walks to a station from every square.
    walks: Vec<Vec<u16>>,
    /// Steps from the station of a time to the end.
    rest: Vec<u32>,
}

/// The table of no station.
const NOWHERE: u32 = u32::MAX;

impl Tour {
    fn new<const W: usize>(walled: &Maze<W>, schedule: &[Push], exit: Option<Square>) -> Self {
        let behind = |push: &Push| walled.next(push.square, push.direction.opposite());
        let stations: Vec<Square> = schedule.iter().map(behind).chain(exit).collect();
        let mut tour = Self { station: Vec::new(), walks: Vec::new(), rest: Vec::new() };
        let mut table_of = vec![NOWHERE; 64 * W];
        for &square in &stations {
            let table = &mut table_of[square.index()];
            if *table == NOWHERE {
                *table = tour.walks.len() as u32;
                tour.walks.push(walks_from(walled, square));
            }
            tour.station.push(*table);
        }
        tour.rest = vec![0; stations.len()];
        for time in (0..schedule.len()).rev() {
            let onward = if time + 1 < stations.len() {
                tour.walk(time + 1, schedule[time].square) + tour.rest[time + 1]
            } else {
                0
            };
            tour.rest[time] = 1 + onward;
        }
        tour
    }

    fn walk(&self, time: usize, from: Square) -> u32 {
        u32::from(self.walks[self.station[time] as usize][from.index()])
    }

    /// Steps from a square through everything that is scheduled from `time` on.
    #[inline]
    fn steps(&self, from: Square, time: u32) -> u32 {
        let time = time as usize;
        if time < self.station.len() { self.walk(time, from) + self.rest[time] } else { 0 }
    }
}

fn walks_from<const W: usize>(maze: &Maze<W>, square: Square) -> Vec<u16> {
    let mut walks = vec![0; 64 * W];
    for_each_distance(maze, &Bits::EMPTY, square, maze.floor(), |to, steps| walks[to.index()] = steps as u16);
    walks
}

#[cfg(test)]
mod tests {
    use super::*;

    const NO: u16 = UNREACHABLE;

    #[test]
    fn every_box_gets_a_square_of_its_own() {
        assert_eq!(assigned(&[&[1, 5], &[1, 2]], 2), Some(3));
        assert_eq!(assigned(&[&[1, NO], &[1, NO]], 2), None);
        assert_eq!(assigned(&[&[4, 1, 9], &[1, 1, 9], &[9, 2, 3]], 3), Some(5));
    }

    #[test]
    fn with_spare_boxes_or_squares_it_is_a_bound_from_below() {
        assert_eq!(assigned(&[&[7], &[4], &[NO]], 1), Some(4));
        assert_eq!(assigned(&[&[7, 4], &[4, 4]], 2), Some(8));
        assert_eq!(assigned(&[&[9, 8, 7, 6, 5]], 5), Some(5));
        assert_eq!(assigned(&[], 0), Some(0));
    }
}
