//! The engine: best first from the beginning of a slice to its end, within a *space*.
//!
//! A [`Space`] says which pushes of a position are to be tried and what is still missing at least; the engine does the rest. It is A* (Hart, Nilsson and
//! Raphael 1968) with a bound: a position from which the slice cannot become cheaper than it is does not enter the store. That bound is
//! what makes the method quick. Most slices of a solution are as good as they can be, and there the search ends after a few positions,
//! because no detour fits between the bound and the cost that is to be beaten.
//!
//! Where only pushes count, positions are the same if the player can walk from one to the other; where moves count, the exact square matters, and
//! so does the walk from the end of the slice to the push behind it: it is added as a last step.

use soko_core::{Bits, Direction, Maze, Push, Square, State, zobrist};
use soko_solver::{Context, Halt};

use crate::{
    cost::Weights,
    nodes::{NONE, Node, Nodes, packed},
    queue::Queue,
    walking::for_each_distance,
};

/// What is still missing at least.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Missing {
    /// Pushes to the end.
    pub pushes: u32,
    /// Moves to the end, pushes included.
    pub moves: u32,
}

/// A push that may be made.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Step<const W: usize> {
    /// The boxes after it.
    pub boxes: Bits<W>,
    /// Where the pushed box stood; there the player stands now.
    pub from: Square,
    /// Where it stands now.
    pub to: Square,
    /// Which way it went.
    pub direction: Direction,
}

/// Which positions a search may enter.
///
/// A position has a *time* where the pushes of some boxes are given in advance: how many of them have been made.
pub(crate) trait Space<const W: usize> {
    /// Are positions at different times different?
    const TIMED: bool;

    /// Makes ready for the children of a position: the boxes that may be pushed, and what is missing at least. `None` if nothing helps here.
    fn open(&mut self, boxes: &Bits<W>, player: Square, time: u32) -> Option<(Bits<W>, Missing)>;

    /// The time after a push made at `time`, and what is missing then; `None` if the push is not to be made.
    fn judge(&mut self, step: &Step<W>, time: u32) -> Option<(u32, Missing)>;

    /// May a position that was not met before be entered, and at what time? Asked last, because it may be dear.
    fn admit(&self, boxes: &Bits<W>, time: u32) -> Option<u32>;
}

/// The slice that is to become cheaper.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Task<const W: usize> {
    /// Where it begins.
    pub start: State<W>,
    /// The boxes at its end, if the solution goes on behind it, and the square from which it does.
    pub end: Option<(Bits<W>, Square)>,
    /// The cost that is to be beaten.
    pub cost: u64,
}

/// How a search ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Found {
    /// With cheaper pushes.
    Better(Vec<Push>),
    /// There are none in this space.
    Nothing,
    /// Out of nodes or memory.
    Unfinished,
}

/// Searches with at most so many expansions.
///
/// # Errors
/// The reason to halt, unless it is the memory limit: that ends this search alone.
pub(crate) fn search<const W: usize>(
    maze: &Maze<W>,
    weights: Weights,
    task: &Task<W>,
    space: &mut impl Space<W>,
    expansions: u64,
    context: &mut Context<'_>,
) -> Result<Found, Halt> {
    let nodes = match Nodes::new(context) {
        Ok(nodes) => nodes,
        Err(Halt::Memory) => return Ok(Found::Unfinished),
        Err(halt) => return Err(halt),
    };
    let mut search =
        Search { maze, weights, task, space, nodes, queue: Queue::default(), steps: vec![0; 64 * W] };
    let found = search.run(expansions, context);
    search.nodes.release(context);
    match found {
        Err(Halt::Memory) => Ok(Found::Unfinished),
        found => found,
    }
}

struct Search<'a, S, const W: usize> {
    maze: &'a Maze<W>,
    weights: Weights,
    task: &'a Task<W>,
    space: &'a mut S,
    nodes: Nodes<W>,
    queue: Queue,
    /// Steps from the player of the position at hand to a square.
    steps: Vec<u32>,
}

/// Marks the node behind the walk out of the slice.
const OUT: u32 = u32::MAX;

impl<S: Space<W>, const W: usize> Search<'_, S, W> {
    fn run(&mut self, expansions: u64, context: &mut Context<'_>) -> Result<Found, Halt> {
        self.begin(context)?;
        let mut left = expansions;
        while let Some((bound, number)) = self.queue.pop() {
            let node = *self.nodes.get(number);
            if node.done {
                continue;
            }
            if node.time == OUT {
                return Ok(Found::Better(self.nodes.pushes_to(node.parent)));
            }
            if left == 0 {
                return Ok(Found::Unfinished);
            }
            left -= 1;
            context.expand()?;
            self.nodes.get_mut(number).done = true;
            let region = self.maze.region(&node.boxes, node.player);
            if self.is_end(&node, &region) {
                if !self.weights.counts_moves() || self.task.end.is_none() {
                    return Ok(Found::Better(self.nodes.pushes_to(number)));
                }
                self.walk_out(number, &node, bound, context)?;
            }
            self.expand(number, &node, &region, bound, context)?;
        }
        Ok(Found::Nothing)
    }

    fn begin(&mut self, context: &mut Context<'_>) -> Result<(), Halt> {
        let State { boxes, player } = self.task.start;
        let player =
            if self.weights.counts_moves() { player } else { self.maze.normal(&self.task.start).player };
        let box_key = boxes.iter().fold(0, |key, square| key ^ zobrist::box_key(square));
        let key = Self::key(box_key, player, 0);
        let root = Node { boxes, box_key, key, cost: 0, parent: NONE, time: 0, player, push: 0, done: false };
        let root = self.nodes.insert(root, context)?;
        self.queue.push(0, root);
        Ok(())
    }

    fn is_end(&self, node: &Node<W>, region: &Bits<W>) -> bool {
        match &self.task.end {
            Some((boxes, exit)) => node.boxes == *boxes && region.contains(*exit),
            None => self.maze.is_solved(&node.boxes),
        }
    }

    /// Lets the way out of the slice wait like any other position.
    fn walk_out(
        &mut self,
        number: u32,
        node: &Node<W>,
        bound: u64,
        context: &mut Context<'_>,
    ) -> Result<(), Halt> {
        let Some((_, exit)) = self.task.end else { return Ok(()) };
        let Some(steps) = crate::walking::steps(self.maze, &node.boxes, node.player, exit) else {
            return Ok(());
        };
        let cost = node.cost + self.weights.cost(0, steps);
        if cost < self.task.cost {
            let out =
                self.nodes.push(Node { cost, parent: number, time: OUT, done: false, ..*node }, context)?;
            self.queue.push(cost.max(bound), out);
        }
        Ok(())
    }

    fn expand(
        &mut self,
        number: u32,
        node: &Node<W>,
        region: &Bits<W>,
        bound: u64,
        context: &mut Context<'_>,
    ) -> Result<(), Halt> {
        let Some((movable, missing)) = self.space.open(&node.boxes, node.player, node.time) else {
            return Ok(());
        };
        if node.cost + self.weights.cost(missing.pushes, missing.moves) >= self.task.cost {
            return Ok(());
        }
        let pushable =
            Direction::ALL.map(|direction| self.maze.pushable(&node.boxes, region, direction) & movable);
        if self.weights.counts_moves() {
            self.measure(node, &pushable);
        }
        for direction in Direction::ALL {
            for square in pushable[direction as usize].iter() {
                self.child(number, node, region, Push { square, direction }, bound, context)?;
            }
        }
        Ok(())
    }

    /// Measures the walks to all squares from which a box can be pushed.
    fn measure(&mut self, node: &Node<W>, pushable: &[Bits<W>; 4]) {
        let mut wanted = Bits::EMPTY;
        for direction in Direction::ALL {
            wanted |= self.maze.shift(&pushable[direction as usize], direction.opposite());
        }
        let steps = &mut self.steps;
        for_each_distance(self.maze, &node.boxes, node.player, &wanted, |square, distance| {
            steps[square.index()] = distance;
        });
    }

    #[inline]
    fn child(
        &mut self,
        parent: u32,
        node: &Node<W>,
        region: &Bits<W>,
        push: Push,
        bound: u64,
        context: &mut Context<'_>,
    ) -> Result<(), Halt> {
        let from = push.square;
        let to = self.maze.next(from, push.direction);
        let boxes = self.maze.push(&node.boxes, from, push.direction).boxes;
        let step = Step { boxes, from, to, direction: push.direction };
        let Some((time, missing)) = self.space.judge(&step, node.time) else { return Ok(()) };
        let walked = if self.weights.counts_moves() {
            self.steps[self.maze.next(from, push.direction.opposite()).index()]
        } else {
            0
        };
        let cost = node.cost + self.weights.cost(1, 1 + walked);
        let least = cost + self.weights.cost(missing.pushes, missing.moves);
        if least >= self.task.cost {
            return Ok(());
        }
        let player = if self.weights.counts_moves() {
            from
        } else {
            self.maze.region_after_push(region, &boxes, from, to).first().unwrap_or(from)
        };
        context.statistics.generated += 1;
        let box_key = node.box_key ^ zobrist::box_key(from) ^ zobrist::box_key(to);
        let key = Self::key(box_key, player, time);
        let number = if let Some(number) = self.nodes.find(key) {
            let known = self.nodes.get_mut(number);
            if known.cost <= cost {
                return Ok(());
            }
            (known.cost, known.parent, known.push, known.done) = (cost, parent, packed(push), false);
            number
        } else {
            let Some(time) = self.space.admit(&boxes, time) else { return Ok(()) };
            let push = packed(push);
            let child = Node { boxes, box_key, key, cost, parent, time, player, push, done: false };
            self.nodes.insert(child, context)?
        };
        self.queue.push(least.max(bound), number);
        Ok(())
    }

    #[inline]
    fn key(box_key: u64, player: Square, time: u32) -> u64 {
        let time = if S::TIMED { u64::from(time).wrapping_mul(0x9e37_79b9_7f4a_7c15) } else { 0 };
        // The table reads the low bits first; the product has mixed the high ones.
        box_key ^ zobrist::player_key(player) ^ time.rotate_left(32)
    }
}
