//! The exact table of two boxes: can both come home, and in how many pushes?
//!
//! **Idea.** Put both boxes on two goals, in all ways and with the player in every region, and pull. A breadth-first
//! search backwards reaches every position of two boxes from which both can come home, each with the fewest pushes.
//! What it does not reach is lost: a *dead pair*.
//!
//! **What it says about more boxes.** Leave all other boxes out of a solution: the player walks where it pushed them, and
//! what remains is a legal game of the two that ends with both on goals of their own. So a dead pair loses every
//! position that contains it, and the pushes of the two in any solution are at least those of the table. Both
//! need that *every* box must come home: there are no more boxes than goals. With goals to spare nothing changes, for
//! the search began with every choice of two goals.
//!
//! **Cost.** See the measurements in [`DeadPairs`](crate::deadlock::DeadPairs): too much for a level that is solved in a
//! millisecond, little for one that takes a second. Players build it when a search has lasted a while.
//!
//! Pattern databases are due to Culberson and Schaeffer (1998); tables of dead pairs are common among solvers. The
//! regions make ours exact where the player's side decides.

use soko_core::{Level, Maze, Meter, Square};

use crate::{
    pair_space::{PairSpace, Pulls},
    push_distance::UNREACHABLE,
};

/// Fewest pushes for every position of two boxes.
#[derive(Clone, Debug)]
pub struct PairTable<const W: usize> {
    space: PairSpace<W>,
    pushes: Vec<u16>,
}

impl<const W: usize> PairTable<W> {
    /// Works the table out, within limits; `None` if the level has too many squares.
    ///
    /// # Errors
    /// The reason to end early.
    pub fn new<M: Meter + ?Sized>(
        level: &Level,
        maze: &Maze<W>,
        meter: &mut M,
    ) -> Result<Option<Self>, M::Halt> {
        let Some(space) = PairSpace::new(level, maze, meter)? else { return Ok(None) };
        meter.acquire((space.len() * size_of::<u16>()) as u64)?;
        let pulls = space.pulls(maze);
        meter.go_on()?;
        let pushes = pull_home(maze, &space, &pulls);
        Ok(Some(Self { space, pushes }))
    }

    /// The positions that the table is about.
    pub const fn space(&self) -> &PairSpace<W> {
        &self.space
    }

    /// The positions alone.
    pub fn into_space(self) -> PairSpace<W> {
        self.space
    }

    /// Pushes that bring two boxes home if the player is on `player`, or [`UNREACHABLE`].
    pub fn pushes(&self, a: Square, b: Square, player: Square) -> u16 {
        self.space.position(a, b, player).map_or(UNREACHABLE, |position| self.pushes[position])
    }

    /// Is a position, given by its number, lost?
    #[inline]
    pub fn is_dead(&self, position: usize) -> bool {
        self.pushes[position] == UNREACHABLE
    }

    /// Bytes held.
    pub const fn bytes(&self) -> u64 {
        self.space.bytes() + (self.pushes.len() * size_of::<u16>()) as u64
    }
}

/// Breadth-first search with pulls from all pairs of goals.
fn pull_home<const W: usize>(maze: &Maze<W>, space: &PairSpace<W>, pulls: &Pulls) -> Vec<u16> {
    let mut pushes = vec![UNREACHABLE; space.len()];
    let mut wave = Vec::new();
    for b in maze.goals().iter() {
        for a in maze.goals().iter().take_while(|&a| a < b) {
            wave.extend(space.positions(a, b));
        }
    }
    for &position in &wave {
        pushes[position] = 0;
    }
    let mut next = Vec::new();
    let mut count = 0;
    while !wave.is_empty() {
        count += 1;
        for position in wave.drain(..) {
            for pull in pulls.to(position) {
                let before = &mut pushes[pull.before as usize];
                if *before == UNREACHABLE {
                    *before = count;
                    next.push(pull.before as usize);
                }
            }
        }
        std::mem::swap(&mut wave, &mut next);
    }
    pushes
}

#[cfg(test)]
mod tests {
    use soko_core::{Bits, State, Unlimited};

    use super::*;

    /// Fewest pushes by forward search with two boxes alone on the board.
    fn forward(maze: &Maze<1>, start: State<1>) -> u16 {
        let mut seen = rustc_hash::FxHashSet::default();
        let mut wave = vec![maze.normal(&start)];
        seen.insert(wave[0]);
        let mut pushes = 0;
        while !wave.is_empty() {
            let mut next = Vec::new();
            for state in wave {
                if state.boxes.is_subset(maze.goals()) {
                    return pushes;
                }
                let region = maze.region(&state.boxes, state.player);
                maze.for_each_push(&state.boxes, &region, |square, direction| {
                    let child = maze.normal(&maze.push(&state.boxes, square, direction));
                    if seen.insert(child) {
                        next.push(child);
                    }
                });
            }
            wave = next;
            pushes += 1;
        }
        UNREACHABLE
    }

    #[test]
    fn equal_to_forward_search_for_every_pair_and_player() {
        let boards = [
            "########\n#  .   #\n# $ #$ #\n# .@   #\n#   #  #\n########",
            "#########\n#   # . #\n# $   . #\n# @$#   #\n#########",
            "  #####\n  #   #\n###$  ###\n# @ #   #\n# $ . #.#\n### #   #\n  #   ###\n  #####",
            "#########\n#@$  #  #\n####   .#\n#  $ ####\n#.##   #\n#    # #\n########",
        ];
        let (mut dead, mut alive) = (0, 0);
        for text in boards {
            let level = Level::parse(text).unwrap();
            let maze = Maze::<1>::new(&level);
            let Ok(table) = PairTable::new(&level, &maze, &mut Unlimited);
            let table = table.unwrap();
            for b in level.floor().iter() {
                for a in level.floor().iter().take_while(|&a| a < b) {
                    for player in level.floor().iter().filter(|&player| player != a && player != b) {
                        let boxes = Bits::single(a) | Bits::single(b);
                        let expected = forward(&maze, State { boxes, player });
                        let found = table.pushes(a, b, player);
                        assert_eq!(found, expected, "{a:?} {b:?} {player:?} of\n{text}");
                        if found == UNREACHABLE { dead += 1 } else { alive += 1 }
                    }
                }
            }
        }
        assert!(dead > 500 && alive > 500, "{dead} dead, {alive} alive: too little was tested");
    }
}
