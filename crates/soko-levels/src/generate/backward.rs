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
//! Cost: about 50 bytes and one flood per position. A limit on positions cuts the search off; positions
//! found until then keep their exact distance, because layers are finished in order.

use rustc_hash::FxHashSet;
use soko_core::{Bits, Direction, Level, Maze, Push, Square, State};

/// All positions from which the aim can be reached, up to a limit, nearest first.
pub(crate) struct Backward<const W: usize> {
    nodes: Vec<Node<W>>,
    /// Number of the first node of each layer.
    layers: Vec<usize>,
}

#[derive(Clone, Copy)]
struct Node<const W: usize> {
    state: State<W>,
    /// The position one push nearer to the aim; a solved position is its own.
    nearer: u32,
    push: Push,
}

impl<const W: usize> Backward<W> {
    /// Searches the floor and goals of a level, for its number of boxes. Its start position is ignored.
    pub(crate) fn search(level: &Level, maze: &Maze<W>, limit: usize) -> Self {
        let mut nodes: Vec<Node<W>> = Vec::new();
        let mut known: FxHashSet<State<W>> = FxHashSet::default();
        for_each_aim(maze, level.boxes(), &mut |boxes| {
            for player in regions(maze, boxes) {
                let state = State { boxes: *boxes, player };
                if known.insert(state) {
                    let push = Push { square: player, direction: Direction::Up };
                    nodes.push(Node { state, nearer: nodes.len() as u32, push });
                }
            }
        });
        let mut layers = vec![0];
        let mut next = 0;
        while next < nodes.len() && nodes.len() < limit {
            layers.push(nodes.len());
            for number in next..nodes.len() {
                let state = nodes[number].state;
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
                        let before = maze.normal(&State { boxes, player });
                        if known.insert(before) {
                            let push = Push { square, direction };
                            nodes.push(Node { state: before, nearer: number as u32, push });
                        }
                    }
                }
                if nodes.len() >= limit {
                    break;
                }
            }
            next = layers[layers.len() - 1];
        }
        if layers.last() == Some(&nodes.len()) {
            layers.pop();
        }
        Self { nodes, layers }
    }

    /// Fewest pushes of the farthest position.
    pub(crate) fn depth(&self) -> usize {
        self.layers.len() - 1
    }

    /// Numbers of the positions whose fewest pushes are `pushes`.
    pub(crate) fn layer(&self, pushes: usize) -> std::ops::Range<usize> {
        let end = self.layers.get(pushes + 1).copied().unwrap_or(self.nodes.len());
        self.layers.get(pushes).map_or(0..0, |&start| start..end)
    }

    /// A position, the player on the lowest square of its region.
    pub(crate) fn state(&self, number: usize) -> &State<W> {
        &self.nodes[number].state
    }

    /// An optimal solution of a position.
    pub(crate) fn solution(&self, number: usize) -> Vec<Push> {
        let mut pushes = Vec::new();
        let mut number = number;
        while self.nodes[number].nearer as usize != number {
            pushes.push(self.nodes[number].push);
            number = self.nodes[number].nearer as usize;
        }
        pushes
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

/// Calls `visit` with every set of boxes that fulfils the aim: all boxes on goals or all goals covered.
fn for_each_aim<const W: usize>(maze: &Maze<W>, boxes: usize, visit: &mut impl FnMut(&Bits<W>)) {
    let goals = maze.goals().len() as usize;
    if boxes <= goals {
        let squares: Vec<Square> = maze.goals().iter().collect();
        choose(&squares, boxes, Bits::EMPTY, visit);
    } else {
        let squares: Vec<Square> = maze.floor().without(maze.goals()).iter().collect();
        choose(&squares, boxes - goals, *maze.goals(), visit);
    }
}

/// Calls `visit` with `chosen` plus every choice of `count` squares.
fn choose<const W: usize>(
    squares: &[Square],
    count: usize,
    chosen: Bits<W>,
    visit: &mut impl FnMut(&Bits<W>),
) {
    if count == 0 {
        return visit(&chosen);
    }
    for (i, &square) in squares.iter().enumerate() {
        let mut with = chosen;
        with.insert(square);
        choose(&squares[i + 1..], count - 1, with, visit);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use soko_core::{replay, walk};
    use soko_solver::{Budget, Silent, run};

    /// Every seventh distance on a tiny floor, for each relation of boxes to goals, against the breadth-first
    /// player.
    #[test]
    fn layers_are_the_fewest_pushes() {
        for (text, depth) in [
            ("######\n#.  @#\n# #$ #\n# $  #\n#  #.#\n######", 0),
            ("######\n#.  @#\n# #$ #\n# $  #\n#  ###\n######", 0),
            ("######\n#.  @#\n# #$ #\n#  . #\n#  #.#\n######", 0),
        ] {
            let level = Level::parse(text).unwrap();
            let maze = Maze::<1>::new(&level);
            let backward = Backward::search(&level, &maze, usize::MAX);
            assert_eq!(backward.depth(), depth, "{text}");
            for pushes in 0..=depth {
                for number in backward.layer(pushes).step_by(7) {
                    assert_eq!(played(&level, backward.state(number), &backward.solution(number)), [pushes; 2]);
                }
            }
        }
    }

    /// Pushes of the solution given, and of the one `bfs` finds.
    fn played(level: &Level, state: &State<1>, pushes: &[Push]) -> [usize; 2] {
        let start = crate::generate::start_level(level, &state.boxes, state.player).unwrap();
        let path = walk::connect(&start, pushes).unwrap();
        let solution = replay(&start, &path).unwrap();
        let mut bfs = soko_players::PLAYERS.find("bfs").unwrap().build(None, &[]).unwrap();
        let report = run(&mut *bfs, &start, Budget::default(), 0, 1, &mut Silent);
        [solution, report.solution.unwrap()].map(|s| s.metrics().pushes as usize)
    }
}
