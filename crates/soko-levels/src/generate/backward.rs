//! Backward search: from every solved position, pull the boxes away until no new position turns up.
//!
//! A pull is a push played backwards, so the layer in which a position first appears is exactly the fewest
//! pushes that solve it: each level taken from layer *n* comes with a proven optimum of *n* and a solution that
//! attains it. The seeds are all solved positions, not only one: every set of boxes that fulfils the level's
//! aim (with surplus boxes or goals there are many), with the player in each region the boxes leave.
//!
//! Taylor and Parberry (*Procedural Generation of Sokoban Levels*, 2011) search backwards for the farthest
//! start, too. They iterate deepening and count box lines; we keep all positions of small floors and let a
//! rating choose among those of many layers.
//!
//! An optimal solution is read off by stepping from layer to layer. There are often many; the one that stays
//! with a box as long as it can is the one a person would play, and the only fair one to rate.
//!
//! Cost: about 50 bytes and one flood per position. A limit on positions cuts the search off; positions
//! found until then keep their exact distance, because layers are finished in order.

use rustc_hash::FxHashMap;
use soko_core::{Bits, Direction, Level, Maze, Push, Square, State};

/// All positions from which the aim can be reached, up to a limit, nearest first.
pub(crate) struct Backward<const W: usize> {
    states: Vec<State<W>>,
    numbers: FxHashMap<State<W>, u32>,
    /// Number of the first position of each layer.
    layers: Vec<usize>,
}

impl<const W: usize> Backward<W> {
    /// Searches the floor and goals of a level, for its number of boxes. Its start position is ignored.
    /// `None` if the solved positions alone exceed the limit: without all of them no distance is exact.
    pub(crate) fn search(level: &Level, maze: &Maze<W>, limit: usize) -> Option<Self> {
        let mut states = Vec::new();
        let mut numbers = FxHashMap::default();
        let mut reach = |state: State<W>, states: &mut Vec<State<W>>| {
            numbers.entry(state).or_insert_with(|| {
                states.push(state);
                states.len() as u32 - 1
            });
        };
        for_each_aim(maze, level.boxes(), &mut |boxes| {
            for player in regions(maze, boxes) {
                reach(State { boxes: *boxes, player }, &mut states);
            }
            if states.len() < limit { Some(()) } else { None }
        })?;
        let mut layers = vec![0];
        let mut next = 0;
        while next < states.len() && states.len() < limit {
            layers.push(states.len());
            for number in next..states.len() {
                let state = states[number];
                let region = maze.region(&state.boxes, state.player);
                let free = maze.floor().without(&state.boxes);
                for direction in Direction::ALL {
                    // The box ahead of a square of the region, with a free square behind the player.
                    let room = maze.shift(&maze.shift(&free, direction), direction);
                    let pullable = state.boxes & maze.shift(&region, direction) & room;
                    for ahead in pullable.iter() {
                        let square = maze.next(ahead, direction.opposite());
                        let mut boxes = state.boxes;
                        boxes.remove(ahead);
                        boxes.insert(square);
                        let player = maze.next(square, direction.opposite());
                        reach(maze.normal(&State { boxes, player }), &mut states);
                    }
                }
                if states.len() >= limit {
                    break;
                }
            }
            next = layers[layers.len() - 1];
        }
        if layers.last() == Some(&states.len()) {
            layers.pop();
        }
        Some(Self { states, numbers, layers })
    }

    /// Fewest pushes of the farthest position.
    pub(crate) fn depth(&self) -> usize {
        self.layers.len() - 1
    }

    /// Numbers of the positions whose fewest pushes are `pushes`.
    pub(crate) fn layer(&self, pushes: usize) -> std::ops::Range<usize> {
        let end = self.layers.get(pushes + 1).copied().unwrap_or(self.states.len());
        self.layers.get(pushes).map_or(0..0, |&start| start..end)
    }

    /// A position, the player on the lowest square of its region.
    pub(crate) fn state(&self, number: usize) -> &State<W> {
        &self.states[number]
    }

    /// An optimal solution of a position whose fewest pushes are `pushes`.
    pub(crate) fn solution(&self, maze: &Maze<W>, number: usize, pushes: usize) -> Vec<Push> {
        let mut state = self.states[number];
        let mut solution: Vec<Push> = Vec::with_capacity(pushes);
        for left in (0..pushes).rev() {
            let nearer = self.layer(left);
            let last = solution.last().copied();
            let mut best: Option<(u8, Push, State<W>)> = None;
            let region = maze.region(&state.boxes, state.player);
            maze.for_each_push(&state.boxes, &region, |square, direction| {
                let same_box = last.is_some_and(|p| maze.next(p.square, p.direction) == square);
                let same_line = same_box && last.is_some_and(|p| p.direction == direction);
                let ease = u8::from(same_box) + u8::from(same_line);
                if best.as_ref().is_none_or(|b| b.0 < ease) {
                    let next = maze.normal(&maze.push(&state.boxes, square, direction));
                    if self.numbers.get(&next).is_some_and(|&n| nearer.contains(&(n as usize))) {
                        best = Some((ease, Push { square, direction }, next));
                    }
                }
            });
            let (_, push, next) = best.expect("a position of a layer has a push into the layer below");
            solution.push(push);
            state = next;
        }
        solution
    }
}

/// The lowest square of every region that the boxes leave to the player.
fn regions<const W: usize>(maze: &Maze<W>, boxes: &Bits<W>) -> Vec<Square> {
    let mut left = maze.floor().without(boxes);
    let mut first = Vec::new();
    while let Some(square) = left.first() {
        first.push(square);
        left = left.without(&maze.flood(&left, Bits::single(square)));
    }
    first
}

/// Calls `visit` with every set of boxes that fulfils the aim, all boxes on goals or all goals covered, until
/// it has enough.
fn for_each_aim<const W: usize>(
    maze: &Maze<W>,
    boxes: usize,
    visit: &mut impl FnMut(&Bits<W>) -> Option<()>,
) -> Option<()> {
    let goals = maze.goals().len() as usize;
    if boxes <= goals {
        let squares: Vec<Square> = maze.goals().iter().collect();
        choose(&squares, boxes, Bits::EMPTY, visit)
    } else {
        let squares: Vec<Square> = maze.floor().without(maze.goals()).iter().collect();
        choose(&squares, boxes - goals, *maze.goals(), visit)
    }
}

/// Calls `visit` with `chosen` plus every choice of `count` squares, until it has enough.
fn choose<const W: usize>(
    squares: &[Square],
    count: usize,
    chosen: Bits<W>,
    visit: &mut impl FnMut(&Bits<W>) -> Option<()>,
) -> Option<()> {
    if count == 0 {
        return visit(&chosen);
    }
    for (i, &square) in squares.iter().enumerate() {
        let mut with = chosen;
        with.insert(square);
        choose(&squares[i + 1..], count - 1, with, visit)?;
    }
    Some(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use soko_core::Solution;
    use soko_solver::{Budget, Silent, run};

    /// A sample of the distances on a small floor, for each relation of boxes to goals, against the breadth-first
    /// player.
    #[test]
    fn layers_are_the_fewest_pushes() {
        for (text, depth) in [
            ("  #####\n ## ..#\n## $.@#\n#  $  #\n#  $###\n#   #\n#####", 18),
            ("  #####\n ##  .#\n## $.@#\n#  $  #\n#  $###\n#   #\n#####", 16),
            ("  #####\n ## ..#\n##  .@#\n#  $  #\n#  $###\n#   #\n#####", 9),
        ] {
            let level = Level::parse(text).unwrap();
            let maze = Maze::<1>::new(&level);
            let all = Backward::search(&level, &maze, usize::MAX).unwrap();
            assert_eq!(all.depth(), depth, "{text}");
            let some = Backward::search(&level, &maze, all.states.len() / 2).unwrap();
            assert!(some.depth() < depth);
            for backward in [all, some] {
                for pushes in 0..=backward.depth() {
                    for number in backward.layer(pushes).step_by(17) {
                        let solution = backward.solution(&maze, number, pushes);
                        assert_eq!(played(&level, backward.state(number), &solution), [pushes; 2]);
                    }
                }
            }
            assert!(Backward::search(&level, &maze, 1).is_none());
        }
    }

    /// Pushes of the solution given, and of the one `bfs` finds.
    fn played(level: &Level, state: &State<1>, pushes: &[Push]) -> [usize; 2] {
        let start = crate::generate::start_level(level, &state.boxes, state.player).unwrap();
        let solution = Solution::from_pushes(&start, pushes).unwrap();
        let mut bfs = soko_players::PLAYERS.find("bfs").unwrap().build(None, &[]).unwrap();
        let report = run(&mut *bfs, &start, Budget::default(), 0, 1, &mut Silent);
        [solution, report.solution.unwrap()].map(|s| s.metrics().pushes as usize)
    }
}
