//! Dead pairs: two boxes that can never both come home, whatever the others do; and their mirror image, two boxes that no
//! game brings to where they are.
//!
//! **Idea.** Put both boxes on two goals, in all ways and with the player in every region, and pull: that reaches every position
//! of two boxes from which both can come home, and no other.
//!
//! **Proof.** Leave all other boxes out of a solution: the player walks where it pushed them, and what remains is a legal game of
//! the two that ends with both on goals of their own. So a pair that is not reached loses every position that
//! contains it, if every box must come home; with boxes to spare the rule is silent. Goals to spare do no harm, for
//! the search begins with every choice of two goals.
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
//!
//! Pattern databases are due to Culberson and Schaeffer (1998); tables of dead pairs are common among solvers. The
//! regions make ours exact where the player's side decides.

use soko_core::{Bits, Level, Maze, Meter, Square, State, Unlimited};

use super::{Evidence, Rule, RuleId, Spare};
use crate::pair_space::PairSpace;

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
        Self::numbered(level, maze, meter, |space| {
            let goals = pairs_of(maze.goals()).flat_map(|(a, b)| space.positions(a, b));
            space.pulls(maze).unreached(goals.collect())
        })
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
        let start = maze.start(level);
        Self::numbered(level, maze, meter, |space| {
            let begun = pairs_of(&start.boxes).filter_map(|(a, b)| space.position(a, b, start.player));
            space.pulls(maze).reversed().unreached(begun.collect())
        })
    }

    /// The pairs that `dead` finds among the positions of a level; `None` if it has too many squares.
    fn numbered<M: Meter + ?Sized>(
        level: &Level,
        maze: &Maze<W>,
        meter: &mut M,
        dead: impl FnOnce(&PairSpace<W>) -> Vec<bool>,
    ) -> Result<Option<Self>, M::Halt> {
        let Some(space) = PairSpace::new(level, maze, meter)? else { return Ok(None) };
        meter.go_on()?;
        let dead = dead(&space);
        let pairs = Self::of(space, dead);
        meter.acquire(pairs.bytes() - pairs.space.bytes())?;
        Ok(Some(pairs))
    }

    #[inline(never)]
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
    pub(crate) fn partner(&self, boxes: &Bits<W>, square: Square, player: Square) -> Option<Square> {
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

/// All pairs of two squares of a set, the lower one first.
fn pairs_of<const W: usize>(squares: &Bits<W>) -> impl Iterator<Item = (Square, Square)> {
    squares.iter().flat_map(move |b| squares.iter().take_while(move |&a| a < b).map(move |a| (a, b)))
}

/// Judges positions by their pairs.
#[derive(Clone, Debug)]
pub(super) struct PairRule<const W: usize>(Option<DeadPairs<W>>);

impl<const W: usize> PairRule<W> {
    /// Works out the table of a level; the rule is silent if there is none.
    pub(super) fn new(level: &Level, maze: &Maze<W>) -> Self {
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
        let two = |(a, b)| State { boxes: Bits::single(a) | Bits::single(b), player: start.player };
        let mut waiting: Vec<_> = pairs_of(&start.boxes).map(|pair| maze.normal(&two(pair))).collect();
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

    /// Can two boxes alone on the board both come home, by forward search?
    fn comes_home(maze: &Maze<1>, start: State<1>) -> bool {
        let mut seen = FxHashSet::default();
        let mut waiting = vec![maze.normal(&start)];
        while let Some(state) = waiting.pop() {
            if state.boxes.is_subset(maze.goals()) {
                return true;
            }
            if seen.insert(state) {
                let region = maze.region(&state.boxes, state.player);
                maze.for_each_push(&state.boxes, &region, |square, direction| {
                    waiting.push(maze.normal(&maze.push(&state.boxes, square, direction)));
                });
            }
        }
        false
    }

    /// Holds the judgement of every pair of live squares and every square of the player on some boards against a naive one; how many
    /// were dead and how many alive.
    fn compare(
        boards: &[&str],
        table: impl Fn(&Level, &Maze<1>) -> Option<DeadPairs<1>>,
        naive: impl Fn(&Maze<1>, &State<1>) -> Box<dyn Fn(&State<1>) -> bool>,
    ) -> (usize, usize) {
        let (mut dead, mut alive) = (0, 0);
        for text in boards {
            let level = Level::parse(text).unwrap();
            let maze = Maze::<1>::new(&level);
            let pairs = table(&level, &maze).unwrap();
            let is_dead = naive(&maze, &maze.start(&level));
            let live = maze.floor().without(&Bits::from_set(&crate::dead_squares(&level)));
            for (a, b) in pairs_of(&live) {
                for player in maze.floor().iter().filter(|&player| player != a && player != b) {
                    let state = State { boxes: Bits::single(a) | Bits::single(b), player };
                    let expected = is_dead(&state);
                    assert_eq!(pairs.lost_by_push(&state, b), expected, "{a:?} {b:?} {player:?} of\n{text}");
                    assert_eq!(pairs.find(&state).is_some(), expected);
                    if expected { dead += 1 } else { alive += 1 }
                }
            }
        }
        (dead, alive)
    }

    #[test]
    fn a_pair_is_dead_exactly_where_forward_search_brings_not_both_home() {
        let boards = [
            "########\n#  .   #\n# $ #$ #\n# .@   #\n#   #  #\n########",
            "#########\n#   # . #\n# $   . #\n# @$#   #\n#########",
            "  #####\n  #   #\n###$  ###\n# @ #   #\n# $ . #.#\n### #   #\n  #   ###\n  #####",
            "#########\n#@$  #  #\n####   .#\n#  $ ####\n#.##   #\n#    # #\n########",
        ];
        let (dead, alive) = compare(
            &boards,
            |level, maze| DeadPairs::new(level, maze, &mut Unlimited).unwrap(),
            |maze, _| {
                let maze = maze.clone();
                Box::new(move |state| !comes_home(&maze, *state))
            },
        );
        assert!(dead > 100 && alive > 500, "{dead} dead, {alive} alive: too little was tested");
    }

    #[test]
    fn a_pair_is_unreached_exactly_where_forward_search_does_not_come() {
        let boards = [
            "########\n#  .   #\n# $ #$ #\n# .@   #\n#   #  #\n########",
            "#########\n#   # . #\n# $ . . #\n# @$#   #\n#  $    #\n#########",
            "#########\n#@$  #  #\n####   .#\n#  $ ####\n#.##   #\n#    # #\n########",
        ];
        let (without, with) = compare(
            &boards,
            |level, maze| DeadPairs::unreached(level, maze, &mut Unlimited).unwrap(),
            |maze, start| {
                let (maze, reached) = (maze.clone(), reached(maze, start));
                Box::new(move |state| !reached.contains(&maze.normal(state)))
            },
        );
        assert!(without > 100 && with > 1_000, "{without} and {with}: too little was tested");
    }
}
