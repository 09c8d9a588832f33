//! Dead pairs: two boxes that can never both come home, whatever the others do; and their mirror image, two boxes that no
//! game brings to where they are.
//!
//! **Proof.** In [`pair_table`](crate::pair_table): leave all other boxes out of a solution, and the two have a solution
//! of their own. The table knows every position of two boxes, so a pair that it does not reach has none. It holds if
//! every box must come home; with boxes to spare the rule is silent. Goals to spare do no harm.
//!
//! **After a push.** Only pairs with the pushed box can have died, or pairs that the player has been shut out of; the
//! latter have the same boxes and a smaller region of the *whole* board, but the region of the two alone changes only
//! with a push of one of the two. So the pairs of the pushed box suffice if the position before was not lost.
//! For each square there is a bitboard of partners that are dead wherever the player is: one AND. Partners that
//! are dead for some regions only are looked at one by one, with the squares of the player that lose.
//!
//! **From the start.** A search from the end asks whether the start can lead to a position. Leave all other boxes out of the game so
//! far: the two were brought from two squares of the start to where they are. So a breadth-first search with pushes
//! from every two squares of the start, the player where it begins, reaches every pair that a game can contain.
//!
//! **Cost.** CPU time to build the table and bytes held, means over the levels of two boxes or more: Microban 0.05 ms and
//! 7 kB, SokEvo 0.03 ms and 5 kB, XSokoban 1.0 ms and 138 kB (at most 564 kB). The clock ticked in steps of about
//! 4 ms, so only means are given; those of the small boards are over twenty runs.
//!
//! The pairs that a dead square explains are not in the table: squares that are dead come first.

use soko_core::{Bits, Level, Maze, Meter, Square, State, Unlimited};

use super::{Evidence, Rule, RuleId, Spare};
use crate::{PairTable, pair_space::PairSpace};

/// The dead pairs of a level.
#[derive(Clone, Debug)]
pub struct DeadPairs<const W: usize> {
    /// Partners of each square that are dead wherever the player is.
    always: Vec<Bits<W>>,
    /// Partners that are dead for some regions of the player.
    sometimes: Vec<Bits<W>>,
    space: PairSpace<W>,
    /// Is a position of the space dead?
    dead: Vec<bool>,
}

impl<const W: usize> DeadPairs<W> {
    /// Works out the table, within limits; `None` if the level has boxes to spare, a single box, or too many squares. What is
    /// acquired is what it [holds](Self::bytes).
    ///
    /// # Errors
    /// The reason to end early.
    pub fn new<M: Meter + ?Sized>(
        level: &Level,
        maze: &Maze<W>,
        meter: &mut M,
    ) -> Result<Option<Self>, M::Halt> {
        if Spare::of(level).boxes > 0 || level.boxes() < 2 {
            return Ok(None);
        }
        let Some(table) = PairTable::new(level, maze, meter)? else { return Ok(None) };
        let dead = (0..table.space().len()).map(|position| table.is_dead(position)).collect();
        let bytes = table.bytes();
        let pairs = Self::of(table.into_space(), dead);
        meter.release(bytes);
        meter.acquire(pairs.bytes())?;
        Ok(Some(pairs))
    }

    /// Works out, within limits, which pairs no game from the start contains; `None` if the level has a single box or too
    /// many squares. What is acquired is what it [holds](Self::bytes).
    ///
    /// # Errors
    /// The reason to end early.
    pub fn unreached<M: Meter + ?Sized>(
        level: &Level,
        maze: &Maze<W>,
        meter: &mut M,
    ) -> Result<Option<Self>, M::Halt> {
        if level.boxes() < 2 {
            return Ok(None);
        }
        let Some(space) = PairSpace::new(level, maze, meter)? else { return Ok(None) };
        let dead = unreached(&space, maze, &maze.start(level));
        let pairs = Self::of(space, dead);
        meter.acquire(pairs.bytes() - pairs.space.bytes())?;
        Ok(Some(pairs))
    }

    fn of(space: PairSpace<W>, dead: Vec<bool>) -> Self {
        let (mut always, mut sometimes) = (vec![Bits::EMPTY; 64 * W], vec![Bits::EMPTY; 64 * W]);
        space.for_each_pair(|a, b, positions| {
            let all = positions.len();
            let lost = positions.filter(|&position| dead[position]).count();
            if lost > 0 {
                let partners = if lost == all { &mut always } else { &mut sometimes };
                partners[a.index()].insert(b);
                partners[b.index()].insert(a);
            }
        });
        Self { always, sometimes, space, dead }
    }

    /// A box that makes a dead pair with the box on `square`.
    #[inline]
    pub fn partner(&self, boxes: &Bits<W>, square: Square, player: Square) -> Option<Square> {
        let always = self.always[square.index()] & *boxes;
        if let Some(partner) = always.first() {
            return Some(partner);
        }
        let sometimes = self.sometimes[square.index()] & *boxes;
        sometimes.iter().find(|&partner| {
            self.space.position(square, partner, player).is_some_and(|position| self.dead[position])
        })
    }

    /// Is a position lost that was not so before a box was pushed, or pulled, to `to`?
    #[inline]
    pub fn lost_by_push(&self, child: &State<W>, to: Square) -> bool {
        self.partner(&child.boxes, to, child.player).is_some()
    }

    /// The first dead pair of a position.
    pub fn find(&self, state: &State<W>) -> Option<(Square, Square)> {
        let partner = |square| Some((square, self.partner(&state.boxes, square, state.player)?));
        state.boxes.iter().find_map(partner)
    }

    /// Bytes held.
    pub const fn bytes(&self) -> u64 {
        self.space.bytes() + (2 * self.always.len() * size_of::<Bits<W>>() + self.dead.len()) as u64
    }
}

/// Which positions of two boxes the start does not lead to.
fn unreached<const W: usize>(space: &PairSpace<W>, maze: &Maze<W>, start: &State<W>) -> Vec<bool> {
    let pushes = space.pulls(maze).reversed();
    let mut unreached = vec![true; space.len()];
    let mut waiting = Vec::new();
    for b in start.boxes.iter() {
        for a in start.boxes.iter().take_while(|&a| a < b) {
            waiting.extend(space.position(a, b, start.player));
        }
    }
    while let Some(position) = waiting.pop() {
        if std::mem::take(&mut unreached[position]) {
            waiting.extend(pushes.from(position).iter().map(|&after| after as usize));
        }
    }
    unreached
}

/// Judges positions by their pairs.
#[derive(Clone, Debug)]
pub struct PairRule<const W: usize>(Option<DeadPairs<W>>);

impl<const W: usize> PairRule<W> {
    /// Works out the table of a level; the rule is silent if there is none.
    pub fn new(level: &Level, maze: &Maze<W>) -> Self {
        let Ok(pairs) = DeadPairs::new(level, maze, &mut Unlimited);
        Self(pairs)
    }
}

impl<const W: usize> Rule<W> for PairRule<W> {
    fn id(&self) -> RuleId {
        RuleId::Pair
    }

    fn judge(&self, _: &Maze<W>, state: &State<W>, _: &Bits<W>) -> Option<Evidence<W>> {
        let (a, b) = self.0.as_ref()?.find(state)?;
        let boxes = Bits::single(a) | Bits::single(b);
        Some(Evidence { rule: RuleId::Pair, boxes, cells: Bits::EMPTY })
    }
}

#[cfg(test)]
mod tests {
    use rustc_hash::FxHashSet;

    use super::*;

    /// All positions of two boxes that some two boxes of the start can be brought to, by forward search without the others.
    fn reached(maze: &Maze<1>, start: &State<1>) -> FxHashSet<State<1>> {
        let mut seen = FxHashSet::default();
        let mut waiting = Vec::new();
        for b in start.boxes.iter() {
            for a in start.boxes.iter().take_while(|&a| a < b) {
                let boxes = Bits::single(a) | Bits::single(b);
                waiting.push(maze.normal(&State { boxes, player: start.player }));
            }
        }
        while let Some(state) = waiting.pop() {
            if !seen.insert(state) {
                continue;
            }
            let region = maze.region(&state.boxes, state.player);
            maze.for_each_push(&state.boxes, &region, |square, direction| {
                waiting.push(maze.normal(&maze.push(&state.boxes, square, direction)));
            });
        }
        seen
    }

    #[test]
    fn a_pair_is_unreached_exactly_where_forward_search_does_not_come() {
        let boards = [
            "########\n#  .   #\n# $ #$ #\n# .@   #\n#   #  #\n########",
            "#########\n#   # . #\n# $ . . #\n# @$#   #\n#  $    #\n#########",
            "#########\n#@$  #  #\n####   .#\n#  $ ####\n#.##   #\n#    # #\n########",
        ];
        let (mut without, mut with) = (0, 0);
        for text in boards {
            let level = Level::parse(text).unwrap();
            let maze = Maze::<1>::new(&level);
            let reached = reached(&maze, &maze.start(&level));
            let dead = Bits::from_set(&crate::dead_squares(&level));
            let strays = DeadPairs::unreached(&level, &maze, &mut Unlimited).unwrap().unwrap();
            let live = maze.floor().without(&dead);
            for b in live.iter() {
                for a in live.iter().take_while(|&a| a < b) {
                    for player in maze.floor().iter().filter(|&player| player != a && player != b) {
                        let state = State { boxes: Bits::single(a) | Bits::single(b), player };
                        let expected = !reached.contains(&maze.normal(&state));
                        assert_eq!(
                            strays.lost_by_push(&state, b),
                            expected,
                            "{a:?} {b:?} {player:?} of\n{text}"
                        );
                        if expected { without += 1 } else { with += 1 }
                    }
                }
            }
        }
        assert!(without > 100 && with > 1_000, "{without} and {with}: too little was tested");
    }
}
