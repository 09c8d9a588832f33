//! Search in feature space: a tree of positions whose open moves are sorted into cells by what they achieve.
//!
//! Every position has a *score*: a cell, which is its tuple of features, and a rank, the lexicographic order of the same
//! features and their tie-breakers. A position is filed in the cell of the best position on its way, so a step back
//! does not open a new cell. Every cell keeps its positions ordered by the weight of their next open move: an advisor's
//! move weighs nothing, every other move one, and the weights of a way add up. So weight counts the moves nobody
//! would have advised.
//!
//! The search goes round the cells. One turn takes the lightest open move of the cell, tests the position it leads to for
//! deadlock, scores all moves from there and files them. Every second turn goes to the cell of the best position known,
//! and a cell that is new has the next turn.
//!
//! **Lessons.** A proof that one position is lost often tells of many: it comes down to a few boxes, and every position with these
//! boxes is lost with it, and everything behind that. So a node is held against what was learned since it was made when its
//! next move is due, and so are all on the way to it. On `XSokoban` 89 four lessons of the first 10,000 positions buried 6,379 of
//! them; with 10,000 positions for each level of `XSokoban` and Sasquatch I, 16 were solved with fewer positions than
//! without lessons, two of them not at all without, and none took more.
//!
//! **Which cell next?** Measured on 17 hard levels of `XSokoban` by positions until solved: no turns for the best cell, a third of
//! the turns for the ten best, a falling share from the best cell down, no precedence for new cells, positions filed in their own
//! cells. Each is better on a few levels and worse on more.
//!
//! This is FESS (Yaron Shoham and Jonathan Schaeffer 2020). The tree knows nothing of Sokoban but positions; what is
//! scored, advised and excluded is the business of a [`Domain`].

use std::{cmp::Reverse, collections::BinaryHeap};

use rustc_hash::FxHashMap;
use soko_core::{Bits, Square, State, zobrist};
use soko_solver::{Context, Feature, Halt};

use crate::carry::Carry;

/// A position of a feature search; `bases` are used by plans alone.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Spot<const W: usize> {
    /// Boxes and the player on the lowest square of its region.
    pub state: State<W>,
    /// Squares of the start that no box has been brought back to.
    pub bases: Bits<W>,
}

/// What a position is worth.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Score {
    /// The features that make a cell.
    pub cell: u64,
    /// All features in order of importance; less is better.
    pub rank: u64,
}

/// A move with the score of where it leads.
#[derive(Clone, Copy, Debug)]
pub struct Child {
    /// The move.
    pub carry: Carry,
    /// The box leaves the board for good (plans alone).
    pub sinks: bool,
    /// 0 if an advisor chose it, otherwise 1.
    pub weight: u8,
    /// The key of the position it leads to.
    pub key: u64,
    /// The score of that position.
    pub score: Score,
}

impl Child {
    /// A move that keeps all boxes on the board, from a position with this key and player; `free` if it weighs nothing.
    pub fn new((key, player): (u64, Square), carry: Carry, score: Score, free: bool) -> Self {
        let boxes = zobrist::box_key(carry.from) ^ zobrist::box_key(carry.to);
        let player = zobrist::player_key(player) ^ zobrist::player_key(carry.player);
        Self { carry, sinks: false, weight: u8::from(!free), key: key ^ boxes ^ player, score }
    }
}

/// What a search is about.
pub trait Domain<const W: usize> {
    /// Does the search go from the end, by pulls?
    const BACKWARD: bool;

    /// Scores and weighs all moves from a position.
    ///
    /// # Errors
    /// The reason to halt, from the context.
    fn expand(
        &mut self,
        spot: &Spot<W>,
        score: Score,
        children: &mut Vec<Child>,
        context: &mut Context<'_>,
    ) -> Result<(), Halt>;
    /// Is there no point in going on from here? `to` is where the last move ended.
    fn is_lost(&mut self, spot: &Spot<W>, to: Square) -> bool;
    /// How many reasons for being lost were learned so far, in the whole run.
    fn lessons(&self) -> u32 {
        0
    }
    /// Is a position lost for a reason that was learned after the first so many?
    fn is_lost_by_lessons(&self, _: &Spot<W>, _after: u32) -> bool {
        false
    }
    /// Is this what was sought?
    fn is_done(&self, spot: &Spot<W>) -> bool;
    /// The features behind a score by name, in order of importance.
    fn describe(&self, score: Score) -> Vec<Feature>;
}

/// A position in the tree.
pub struct Node<const W: usize> {
    /// The position.
    pub spot: Spot<W>,
    /// Its score.
    pub score: Score,
    /// The node it was reached from, and the move; a root is its own parent.
    pub parent: u32,
    /// The move that led here.
    pub carry: Carry,
    /// Its box left the board.
    pub sinks: bool,
    /// Moves that no advisor chose, on the way here.
    weight: u32,
    /// The best rank on the way, and its cell.
    best: Score,
    children: Box<[Child]>,
    /// The first child not yet tried.
    next: u32,
    /// Proven to lead nowhere.
    buried: bool,
    /// Lessons that were held against it.
    lessons: u32,
    /// Graves and lessons at which neither it nor any node on the way was buried.
    sound: u32,
}

/// The tree.
pub struct Tree<const W: usize> {
    nodes: Vec<Node<W>>,
    /// The node of each key; [`LOST`] for positions that were not worth one.
    known: FxHashMap<u64, u32>,
    cells: Vec<BinaryHeap<Reverse<(u32, u64, u32)>>>,
    cell_of: FxHashMap<u64, u32>,
    /// Cells to visit before the round goes on.
    fresh: Vec<u32>,
    round: usize,
    turns: u64,
    /// The best node that is not buried.
    best: u32,
    /// All nodes by rank.
    ranking: BinaryHeap<Reverse<(u64, u32)>>,
    /// Nodes that were buried, each by itself and not for one before it; counted from 1.
    graves: u32,
    bytes: u64,
}

/// A position without a node.
const LOST: u32 = u32::MAX;
/// Moves of a position that are kept, the best of all. Only boards of hundreds of boxes have more, up to a million, and there a
/// search never comes to its end anyway.
const MOST_MOVES: usize = 20_000;
/// Bytes of a node in the tables and queues.
const PER_NODE: usize = 64;

/// What one turn came to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Turn {
    /// A position was expanded.
    Expanded(u32),
    /// The position sought.
    Done(u32),
    /// No open move is left anywhere.
    Exhausted,
}

impl<const W: usize> Default for Tree<W> {
    fn default() -> Self {
        Self {
            nodes: Vec::new(),
            known: FxHashMap::default(),
            cells: Vec::new(),
            cell_of: FxHashMap::default(),
            fresh: Vec::new(),
            round: 0,
            turns: 0,
            best: 0,
            ranking: BinaryHeap::new(),
            graves: 1,
            bytes: 0,
        }
    }
}

impl<const W: usize> Tree<W> {
    /// The node of a number.
    pub fn node(&self, number: u32) -> &Node<W> {
        &self.nodes[number as usize]
    }

    /// The keys of a node and of the positions one move beyond it that were new.
    pub fn keys_around(&self, number: u32) -> impl Iterator<Item = u64> + Clone + '_ {
        let node = self.node(number);
        std::iter::once(node.spot.state.key()).chain(node.children.iter().map(|child| child.key))
    }

    /// The moves that lead to a position from a root, which comes first; `None` if it is neither in the tree nor one move beyond.
    pub fn moves_to(&self, key: u64) -> Option<(State<W>, Vec<Carry>)> {
        if let Some(&number) = self.known.get(&key)
            && number != LOST
        {
            return Some(self.moves(number));
        }
        let beyond = |number: &u32| self.node(*number).children.iter().find(|child| child.key == key);
        let number = (0..self.nodes.len() as u32).find(|number| beyond(number).is_some())?;
        let (root, mut moves) = self.moves(number);
        moves.extend(beyond(&number).map(|child| child.carry));
        Some((root, moves))
    }

    /// The moves that lead to a node from its root, which comes first.
    pub fn moves(&self, number: u32) -> (State<W>, Vec<Carry>) {
        let way = self.way_to(number);
        let moves = way[1..].iter().map(|&number| self.node(number).carry);
        (self.node(way[0]).spot.state, moves.collect())
    }

    /// Positions expanded so far.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// None yet?
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// Gives all memory back.
    pub fn release(self, context: &mut Context<'_>) {
        context.release(self.bytes);
    }

    /// The node with the best rank.
    pub const fn best(&self) -> u32 {
        self.best
    }

    /// Gives up a node and everything behind it; the best of the others becomes the best.
    pub fn bury(&mut self, number: u32, domain: &impl Domain<W>) {
        self.nodes[number as usize].buried = true;
        self.graves += 1;
        self.settle_best(domain);
    }

    /// The best of the nodes that are not buried becomes the best.
    pub fn settle_best(&mut self, domain: &impl Domain<W>) {
        while let Some(&Reverse((_, best))) = self.ranking.peek() {
            if !self.is_buried(best, domain) {
                self.best = best;
                return;
            }
            self.ranking.pop();
        }
    }

    /// Is a node, or one on the way to it, given up, or lost by what was learned since it was looked at?
    ///
    /// What is behind a buried node is marked as buried, too; what is not is marked as sound until there are more graves or
    /// lessons, so that long ways are not walked again and again.
    fn is_buried(&mut self, number: u32, domain: &impl Domain<W>) -> bool {
        let lessons = domain.lessons();
        let now = self.graves + lessons;
        let mut at = number;
        let buried = loop {
            let node = &mut self.nodes[at as usize];
            if node.buried {
                break true;
            }
            if node.sound == now {
                break false;
            }
            if domain.is_lost_by_lessons(&node.spot, node.lessons) {
                node.buried = true;
                self.graves += 1;
                break true;
            }
            node.lessons = lessons;
            if node.parent == at {
                break false;
            }
            at = node.parent;
        };
        let end = at;
        at = number;
        while at != end {
            let node = &mut self.nodes[at as usize];
            node.buried |= buried;
            node.sound = now;
            at = node.parent;
        }
        buried
    }

    /// The nodes from the root to a node.
    pub fn way_to(&self, mut number: u32) -> Vec<u32> {
        let mut way = vec![number];
        while self.node(number).parent != number {
            number = self.node(number).parent;
            way.push(number);
        }
        way.reverse();
        way
    }

    /// Plants a root and expands it.
    ///
    /// # Errors
    /// The reason to halt, from the context.
    pub fn plant(
        &mut self,
        (spot, key, score): (Spot<W>, u64, Score),
        domain: &mut impl Domain<W>,
        context: &mut Context<'_>,
    ) -> Result<Turn, Halt> {
        let number = self.nodes.len() as u32;
        let nowhere = Carry { from: spot.state.player, to: spot.state.player, player: spot.state.player };
        let child = Child { carry: nowhere, sinks: false, weight: 0, key, score };
        self.add(spot, number, child, domain, context)
    }

    /// One turn: tries open moves until one leads to a new position that is not lost, and expands it.
    ///
    /// # Errors
    /// The reason to halt, from the context.
    pub fn turn(&mut self, domain: &mut impl Domain<W>, context: &mut Context<'_>) -> Result<Turn, Halt> {
        loop {
            let Some(cell) = self.choose() else { return Ok(Turn::Exhausted) };
            let Some(Reverse((.., parent))) = self.cells[cell as usize].pop() else { continue };
            if self.is_buried(parent, domain) {
                continue;
            }
            let node = &mut self.nodes[parent as usize];
            let child = node.children[node.next as usize];
            node.next += 1;
            let spot = node.spot;
            self.file(parent);
            if self.known.contains_key(&child.key) {
                continue;
            }
            context.poll()?;
            let after = after(&spot, &child);
            if domain.is_lost(&after, child.carry.to) {
                self.known.insert(child.key, LOST);
                continue;
            }
            return self.add(after, parent, child, domain, context);
        }
    }

    /// The cell whose turn it is; `None` if all are empty.
    fn choose(&mut self) -> Option<u32> {
        self.turns += 1;
        while let Some(cell) = self.fresh.pop() {
            if !self.cells[cell as usize].is_empty() {
                return Some(cell);
            }
        }
        if self.turns.is_multiple_of(2) {
            let cell = self.cell_of[&self.nodes[self.best as usize].best.cell];
            if !self.cells[cell as usize].is_empty() {
                return Some(cell);
            }
        }
        for _ in 0..self.cells.len() {
            self.round = (self.round + 1) % self.cells.len();
            if !self.cells[self.round].is_empty() {
                return Some(self.round as u32);
            }
        }
        None
    }

    fn add(
        &mut self,
        spot: Spot<W>,
        parent: u32,
        child: Child,
        domain: &mut impl Domain<W>,
        context: &mut Context<'_>,
    ) -> Result<Turn, Halt> {
        context.expand()?;
        let number = self.nodes.len() as u32;
        self.known.insert(child.key, number);
        let (weight, best) = self.nodes.get(parent as usize).map_or((0, child.score), |node| {
            let best = if child.score.rank < node.best.rank { child.score } else { node.best };
            (node.weight + u32::from(child.weight), best)
        });
        let mut children = Vec::new();
        let done = domain.is_done(&spot);
        if !done {
            domain.expand(&spot, child.score, &mut children, context)?;
            context.statistics.generated += children.len() as u64;
        }
        children.retain(|child| !self.known.contains_key(&child.key));
        if children.len() > MOST_MOVES {
            children
                .select_nth_unstable_by_key(MOST_MOVES, |child| (child.weight, child.score.rank, child.key));
            children.truncate(MOST_MOVES);
        }
        children.sort_by_key(|child| (child.weight, child.score.rank));
        let bytes = (children.len() * size_of::<Child>() + size_of::<Node<W>>() + PER_NODE) as u64;
        context.acquire(bytes)?;
        self.bytes += bytes;
        self.nodes.push(Node {
            spot,
            score: child.score,
            parent,
            carry: child.carry,
            sinks: child.sinks,
            weight,
            best,
            children: children.into(),
            next: 0,
            buried: false,
            lessons: domain.lessons(),
            sound: 0,
        });
        self.ranking.push(Reverse((child.score.rank, number)));
        if child.score.rank < self.nodes[self.best as usize].score.rank {
            self.best = number;
        }
        if done {
            return Ok(Turn::Done(number));
        }
        if !self.cell_of.contains_key(&best.cell) {
            let cell = self.cells.len() as u32;
            self.cell_of.insert(best.cell, cell);
            self.cells.push(BinaryHeap::new());
            self.fresh.push(cell);
        }
        self.file(number);
        Ok(Turn::Expanded(number))
    }

    /// Lets the next open move of a node wait in its cell.
    fn file(&mut self, number: u32) {
        let node = &self.nodes[number as usize];
        if let Some(child) = node.children.get(node.next as usize) {
            let cell = self.cell_of[&node.best.cell];
            let entry = (node.weight + u32::from(child.weight), child.score.rank, number);
            self.cells[cell as usize].push(Reverse(entry));
        }
    }
}

/// The position after a move.
pub fn after<const W: usize>(spot: &Spot<W>, child: &Child) -> Spot<W> {
    let mut after = *spot;
    after.state.boxes.remove(child.carry.from);
    after.state.player = child.carry.player;
    if child.sinks {
        after.bases.remove(child.carry.to);
    } else {
        after.state.boxes.insert(child.carry.to);
    }
    after
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::within;

    /// One box that climbs from square `n` to `2n + 1` or `2n + 2`; the higher the better.
    struct Climb {
        /// Squares that turned out to be lost.
        lessons: Vec<Square>,
    }

    const TOP: u16 = 63;

    impl Domain<1> for Climb {
        const BACKWARD: bool = false;

        fn expand(
            &mut self,
            spot: &Spot<1>,
            _: Score,
            children: &mut Vec<Child>,
            _: &mut Context<'_>,
        ) -> Result<(), Halt> {
            let from = spot.state.boxes.first().expect("a box");
            for to in [2 * from.0 + 1, 2 * from.0 + 2].into_iter().filter(|&to| to < TOP) {
                let carry = Carry { from, to: Square(to), player: Square(0) };
                let score = Score { cell: u64::from(TOP - to), rank: u64::from(TOP - to) };
                children.push(Child::new((spot.state.key(), Square(0)), carry, score, true));
            }
            Ok(())
        }

        fn is_lost(&mut self, _: &Spot<1>, _: Square) -> bool {
            false
        }

        fn lessons(&self) -> u32 {
            self.lessons.len() as u32
        }

        fn is_lost_by_lessons(&self, spot: &Spot<1>, after: u32) -> bool {
            self.lessons[after as usize..].iter().any(|&square| spot.state.boxes.contains(square))
        }

        fn is_done(&self, _: &Spot<1>) -> bool {
            false
        }

        fn describe(&self, _: Score) -> Vec<Feature> {
            Vec::new()
        }
    }

    /// Is one square on the way to another?
    fn is_behind(mut square: u16, other: u16) -> bool {
        while square > other {
            square = (square - 1) / 2;
        }
        square == other
    }

    fn planted(climb: &mut Climb, context: &mut Context<'_>) -> Result<Tree<1>, Halt> {
        let mut tree = Tree::default();
        let state = State { boxes: Bits::single(Square(0)), player: Square(0) };
        let score = Score { cell: 99, rank: 99 };
        tree.plant((Spot { state, bases: Bits::EMPTY }, state.key(), score), climb, context)?;
        Ok(tree)
    }

    fn square(tree: &Tree<1>, number: u32) -> u16 {
        tree.node(number).spot.state.boxes.first().expect("a box").0
    }

    #[test]
    fn what_is_behind_a_lesson_is_not_searched_any_more() {
        within(|context| {
            let mut climb = Climb { lessons: Vec::new() };
            let mut tree = planted(&mut climb, context)?;
            while tree.len() < 12 {
                tree.turn(&mut climb, context)?;
            }
            let best = square(&tree, tree.best());
            let lost = (best - 1) / 2;
            assert!(lost > 0, "a node between the root and the best");
            climb.lessons.push(Square(lost));
            tree.settle_best(&climb);
            assert!(!is_behind(square(&tree, tree.best()), lost));
            let before = tree.len();
            while tree.turn(&mut climb, context)? != Turn::Exhausted {}
            let later: Vec<u16> = (before..tree.len()).map(|number| square(&tree, number as u32)).collect();
            assert!(later.len() > 10, "the rest is searched: {later:?}");
            assert!(later.iter().all(|&square| !is_behind(square, lost)), "{lost}: {later:?}");
            Ok(())
        });
    }

    #[test]
    fn without_lessons_everything_is_searched() {
        let mut nodes = 0;
        within(|context| {
            let mut climb = Climb { lessons: Vec::new() };
            let mut tree = planted(&mut climb, context)?;
            while tree.turn(&mut climb, context)? != Turn::Exhausted {}
            nodes = tree.len();
            Ok(())
        });
        assert_eq!(nodes, usize::from(TOP));
    }
}
