//! The search in feature space: one tree of positions, expanded cell by cell.
//!
//! **Lessons.** A proof that one position is lost often tells of many: it comes down to a few boxes, and every position with these
//! boxes is lost with it, and everything behind that. So a node is held against what was learned since it was made when its
//! next move is due, and so are all on the way to it. On `XSokoban` 89 four lessons of the first 10,000 positions pruned 6,379 of
//! them; with 10,000 positions for each level of `XSokoban` and Sasquatch I, 16 were solved with fewer positions than
//! without lessons, two of them not at all without, and none took more.

use std::{cmp::Reverse, collections::BinaryHeap};

use rustc_hash::FxHashMap;
use soko_core::State;
use soko_solver::{Context, Halt};

use super::{Child, Domain, FessPosition, Node, Root, cells::Cells};
use crate::macro_move::MacroMove;

/// A tree of positions with the moves still open.
pub(crate) struct FeatureSearch<const W: usize> {
    nodes: Vec<Node<W>>,
    /// The node of each key; [`LOST`] for positions that were not worth one.
    known: FxHashMap<u64, u32>,
    cells: Cells,
    /// The best node that is not pruned.
    best: u32,
    /// All nodes by rank.
    ranking: BinaryHeap<Reverse<(u64, u32)>>,
    /// Nodes that were pruned, each by itself and not for one before it; counted from 1.
    prunings: u32,
    /// Are nodes held against what was learned after they were made?
    learns: bool,
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
pub(crate) enum Turn {
    /// A position was expanded.
    Expanded(u32),
    /// The position sought.
    Done(u32),
    /// No open move is left anywhere.
    Exhausted,
}

impl<const W: usize> Default for FeatureSearch<W> {
    fn default() -> Self {
        Self {
            nodes: Vec::new(),
            known: FxHashMap::default(),
            cells: Cells::default(),
            best: 0,
            ranking: BinaryHeap::new(),
            prunings: 1,
            learns: true,
            bytes: 0,
        }
    }
}

impl<const W: usize> FeatureSearch<W> {
    /// A search that gives up positions by what was learned later, or does not.
    pub(crate) fn learning(learns: bool) -> Self {
        Self { learns, ..Self::default() }
    }

    fn lessons(&self, domain: &impl Domain<W>) -> u32 {
        if self.learns { domain.lessons() } else { 0 }
    }

    /// The node of a number.
    pub(crate) fn node(&self, number: u32) -> &Node<W> {
        &self.nodes[number as usize]
    }

    /// The keys of a node and of the positions one move beyond it that were new.
    pub(crate) fn keys_around(&self, number: u32) -> impl Iterator<Item = u64> + Clone + '_ {
        let node = self.node(number);
        std::iter::once(node.position.state.key()).chain(node.children.iter().map(|child| child.key))
    }

    /// The moves that lead to a position from a root, which comes first; `None` if it is neither in the tree nor one move beyond.
    pub(crate) fn moves_to(&self, key: u64) -> Option<(State<W>, Vec<MacroMove>)> {
        if let Some(&number) = self.known.get(&key)
            && number != LOST
        {
            return Some(self.moves(number));
        }
        let beyond = |number: &u32| self.node(*number).children.iter().find(|child| child.key == key);
        let number = (0..self.nodes.len() as u32).find(|number| beyond(number).is_some())?;
        let (root, mut moves) = self.moves(number);
        moves.extend(beyond(&number).map(|child| child.macro_move));
        Some((root, moves))
    }

    /// The moves that lead to a node from its root, which comes first.
    pub(crate) fn moves(&self, number: u32) -> (State<W>, Vec<MacroMove>) {
        let way = self.way_to(number);
        let moves = way[1..].iter().map(|&number| self.node(number).macro_move);
        (self.node(way[0]).position.state, moves.collect())
    }

    /// Positions expanded so far.
    pub(crate) fn len(&self) -> usize {
        self.nodes.len()
    }

    /// None yet?
    pub(crate) fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// Gives all memory back.
    pub(crate) fn release(self, context: &mut Context<'_>) {
        context.release(self.bytes);
    }

    /// The node with the best rank.
    pub(crate) const fn best(&self) -> u32 {
        self.best
    }

    /// Gives up a node and everything behind it; the best of the others becomes the best.
    pub(crate) fn prune(&mut self, number: u32, domain: &impl Domain<W>) {
        self.nodes[number as usize].pruned = true;
        self.prunings += 1;
        self.settle_best(domain);
    }

    /// The best of the nodes that are not pruned becomes the best.
    pub(crate) fn settle_best(&mut self, domain: &impl Domain<W>) {
        while let Some(&Reverse((_, best))) = self.ranking.peek() {
            if !self.is_pruned(best, domain) {
                self.best = best;
                return;
            }
            self.ranking.pop();
        }
    }

    /// Is a node, or one on the way to it, given up, or lost by what was learned since it was looked at?
    ///
    /// What is behind a pruned node is marked as pruned, too; what is not is marked as sound until there are more prunings or
    /// lessons, so that long ways are not walked again and again.
    fn is_pruned(&mut self, number: u32, domain: &impl Domain<W>) -> bool {
        let lessons = self.lessons(domain);
        let now = self.prunings + lessons;
        let mut at = number;
        let pruned = loop {
            let node = &mut self.nodes[at as usize];
            if node.pruned {
                break true;
            }
            if node.sound == now {
                break false;
            }
            if lessons > node.lessons && domain.is_lost_by_lessons(&node.position, node.lessons) {
                node.pruned = true;
                self.prunings += 1;
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
            node.pruned |= pruned;
            node.sound = now;
            at = node.parent;
        }
        pruned
    }

    /// The nodes from the root to a node.
    pub(crate) fn way_to(&self, mut number: u32) -> Vec<u32> {
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
    pub(crate) fn plant(
        &mut self,
        (position, key, score): Root<W>,
        domain: &mut impl Domain<W>,
        context: &mut Context<'_>,
    ) -> Result<Turn, Halt> {
        let number = self.nodes.len() as u32;
        let player = position.state.player;
        let macro_move = MacroMove { from: player, to: player, player };
        self.add(position, number, Child { macro_move, sinks: false, weight: 0, key, score }, domain, context)
    }

    /// One turn: tries open moves until one leads to a new position that is not lost, and expands it.
    ///
    /// # Errors
    /// The reason to halt, from the context.
    pub(crate) fn turn(
        &mut self,
        domain: &mut impl Domain<W>,
        context: &mut Context<'_>,
    ) -> Result<Turn, Halt> {
        loop {
            let Self { cells, nodes, best, .. } = self;
            let Some(parent) = cells.take(|| nodes[*best as usize].best.cell) else {
                return Ok(Turn::Exhausted);
            };
            if self.is_pruned(parent, domain) {
                continue;
            }
            let node = &mut self.nodes[parent as usize];
            let child = node.children[node.next as usize];
            node.next += 1;
            let position = node.position;
            self.file(parent);
            if self.known.contains_key(&child.key) {
                continue;
            }
            context.poll()?;
            let after = position.after(&child);
            if domain.is_lost(&after, child.macro_move.to) {
                self.known.insert(child.key, LOST);
                continue;
            }
            return self.add(after, parent, child, domain, context);
        }
    }

    fn add(
        &mut self,
        position: FessPosition<W>,
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
        let done = domain.is_done(&position);
        let mut children = if done { Vec::new() } else { domain.expand(&position, child.score, context)? };
        context.statistics.generated += children.len() as u64;
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
            position,
            score: child.score,
            parent,
            macro_move: child.macro_move,
            sinks: child.sinks,
            weight,
            best,
            children: children.into(),
            next: 0,
            pruned: false,
            lessons: self.lessons(domain),
            sound: 0,
        });
        self.ranking.push(Reverse((child.score.rank, number)));
        if child.score.rank < self.nodes[self.best as usize].score.rank {
            self.best = number;
        }
        if done {
            return Ok(Turn::Done(number));
        }
        self.cells.open(best.cell);
        self.file(number);
        Ok(Turn::Expanded(number))
    }

    /// Lets the next open move of a node wait in its cell.
    fn file(&mut self, number: u32) {
        let node = &self.nodes[number as usize];
        if let Some(child) = node.children.get(node.next as usize) {
            let entry = (node.weight + u32::from(child.weight), child.score.rank, number);
            self.cells.file(node.best.cell, entry);
        }
    }
}

#[cfg(test)]
mod tests {
    use soko_core::{Bits, Square};
    use soko_solver::Feature;

    use super::*;
    use crate::{
        features::Score,
        fess::Children,
        testing::{within, within_bytes},
    };

    /// One box that climbs from square `n` to `2n + 1` or `2n + 2`; the higher the better.
    struct Climb {
        /// Squares that turned out to be lost.
        lessons: Vec<Square>,
    }

    const TOP: u16 = 63;

    impl Domain<1> for Climb {
        const BACKWARD: bool = false;

        fn expand(&mut self, position: &FessPosition<1>, _: Score, _: &mut Context<'_>) -> Children {
            let mut children = Vec::new();
            let from = position.state.boxes.first().expect("a box");
            for to in [2 * from.0 + 1, 2 * from.0 + 2].into_iter().filter(|&to| to < TOP) {
                let macro_move = MacroMove { from, to: Square(to), player: Square(0) };
                let score = Score { cell: u64::from(TOP - to), rank: u64::from(TOP - to) };
                let key = position.state.key();
                children.push(Child::new(&position.state, key, macro_move, score, true));
            }
            Ok(children)
        }

        fn is_lost(&mut self, _: &FessPosition<1>, _: Square) -> bool {
            false
        }

        fn lessons(&self) -> u32 {
            self.lessons.len() as u32
        }

        fn is_lost_by_lessons(&self, position: &FessPosition<1>, after: u32) -> bool {
            self.lessons[after as usize..].iter().any(|&square| position.state.boxes.contains(square))
        }

        fn is_done(&self, _: &FessPosition<1>) -> bool {
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

    fn planted(climb: &mut Climb, context: &mut Context<'_>) -> Result<FeatureSearch<1>, Halt> {
        let mut tree = FeatureSearch::default();
        let state = State { boxes: Bits::single(Square(0)), player: Square(0) };
        let score = Score { cell: 99, rank: 99 };
        tree.plant((FessPosition::of(state), state.key(), score), climb, context)?;
        Ok(tree)
    }

    fn square(tree: &FeatureSearch<1>, number: u32) -> u16 {
        tree.node(number).position.state.boxes.first().expect("a box").0
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
            searches_the_rest(tree, climb, lost, context)
        });
    }

    /// Goes on to the end: nothing behind a square that is lost is searched, and all else is.
    fn searches_the_rest(
        mut tree: FeatureSearch<1>,
        mut climb: Climb,
        lost: u16,
        context: &mut Context<'_>,
    ) -> Result<(), Halt> {
        let before = tree.len();
        while tree.turn(&mut climb, context)? != Turn::Exhausted {}
        let later: Vec<u16> = (before..tree.len()).map(|number| square(&tree, number as u32)).collect();
        assert!(later.len() > 10, "the rest is searched: {later:?}");
        assert!(later.iter().all(|&square| !is_behind(square, lost)), "{lost}: {later:?}");
        Ok(())
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

    #[test]
    fn what_is_behind_a_pruned_node_is_not_searched_any_more() {
        within(|context| {
            let mut climb = Climb { lessons: Vec::new() };
            let mut tree = planted(&mut climb, context)?;
            while tree.len() < 12 {
                tree.turn(&mut climb, context)?;
            }
            let best = tree.best();
            let parent = tree.node(best).parent;
            let lost = square(&tree, parent);
            assert!(lost > 0, "a node between the root and the best");
            tree.prune(parent, &climb);
            assert!(!is_behind(square(&tree, tree.best()), lost), "another is the best");
            searches_the_rest(tree, climb, lost, context)
        });
    }

    #[test]
    fn a_search_that_does_not_learn_is_not_stopped_by_lessons() {
        within(|context| {
            let mut climb = Climb { lessons: Vec::new() };
            let mut tree = FeatureSearch::learning(false);
            let state = State { boxes: Bits::single(Square(0)), player: Square(0) };
            tree.plant(
                (FessPosition::of(state), state.key(), Score { cell: 99, rank: 99 }),
                &mut climb,
                context,
            )?;
            climb.lessons.push(Square(0));
            while tree.turn(&mut climb, context)? != Turn::Exhausted {}
            assert_eq!(tree.len(), usize::from(TOP));
            Ok(())
        });
    }

    #[test]
    fn ways_are_read_from_the_tree_and_one_move_beyond() {
        within(|context| {
            let mut climb = Climb { lessons: Vec::new() };
            let mut tree = planted(&mut climb, context)?;
            assert!(!tree.is_empty() && tree.best() == 0);
            let Turn::Expanded(number) = tree.turn(&mut climb, context)? else { panic!("there are moves") };
            assert_eq!((number, square(&tree, number), tree.best()), (1, 2, 1), "the best move first");
            assert_eq!((tree.way_to(1), tree.way_to(0)), (vec![0, 1], vec![0]));
            let key = |square| State { boxes: Bits::<1>::single(Square(square)), player: Square(0) }.key();
            let to = |square| {
                let (root, moves) = tree.moves_to(key(square))?;
                assert_eq!(root.boxes.first(), Some(Square(0)));
                Some(moves.iter().map(|macro_move| macro_move.to.0).collect::<Vec<_>>())
            };
            assert_eq!((to(0), to(2)), (Some(vec![]), Some(vec![2])));
            assert_eq!((to(1), to(6)), (Some(vec![1]), Some(vec![2, 6])), "one move beyond");
            assert_eq!((to(3), to(13)), (None, None));
            assert_eq!(
                tree.keys_around(1).collect::<Vec<_>>(),
                [key(2), key(6), key(5)],
                "itself, then the best move first"
            );
            Ok(())
        });
    }

    #[test]
    fn lost_positions_get_no_node_and_the_end_is_told() {
        /// A climb in which one square is lost and another is the end.
        struct Marked(Climb, u16, u16);

        impl Domain<1> for Marked {
            const BACKWARD: bool = false;

            fn expand(&mut self, at: &FessPosition<1>, score: Score, context: &mut Context<'_>) -> Children {
                self.0.expand(at, score, context)
            }

            fn is_lost(&mut self, position: &FessPosition<1>, to: Square) -> bool {
                assert!(position.state.boxes.contains(to), "where the last move ended");
                position.state.boxes.contains(Square(self.1))
            }

            fn is_done(&self, position: &FessPosition<1>) -> bool {
                position.state.boxes.contains(Square(self.2))
            }

            fn describe(&self, _: Score) -> Vec<Feature> {
                Vec::new()
            }
        }

        within(|context| {
            let mut marked = Marked(Climb { lessons: Vec::new() }, 2, 4);
            let mut tree = FeatureSearch::default();
            let state = State { boxes: Bits::single(Square(0)), player: Square(0) };
            let score = Score { cell: 99, rank: 99 };
            tree.plant((FessPosition::of(state), state.key(), score), &mut marked, context)?;
            let turns = [tree.turn(&mut marked, context)?, tree.turn(&mut marked, context)?];
            assert_eq!(turns, [Turn::Expanded(1), Turn::Done(2)], "past the lost square, then to the end");
            assert_eq!([1, 2].map(|number| square(&tree, number)), [1, 4]);
            let lost = State { boxes: Bits::<1>::single(Square(2)), player: Square(0) };
            assert_eq!(
                tree.moves_to(lost.key()).map(|(_, moves)| moves.len()),
                Some(1),
                "only beyond the root"
            );
            assert!(tree.node(2).children.is_empty());
            Ok(())
        });
    }

    #[test]
    fn moves_are_counted_and_memory_is_given_back() {
        within_bytes(1 << 20, |context| {
            let mut climb = Climb { lessons: Vec::new() };
            let mut tree = planted(&mut climb, context)?;
            while tree.turn(&mut climb, context)? != Turn::Exhausted {}
            assert_eq!((context.statistics.expanded, context.statistics.generated), (63, 62));
            let held = 63 * (size_of::<Node<1>>() + PER_NODE) + 62 * size_of::<Child>();
            assert_eq!(tree.bytes, held as u64);
            tree.release(context);
            Ok(())
        });
    }

    #[test]
    fn weights_add_up_on_the_way_and_the_lightest_come_first() {
        /// Every second move is advised: to odd squares.
        struct Weighed;

        impl Domain<1> for Weighed {
            const BACKWARD: bool = false;

            fn expand(&mut self, at: &FessPosition<1>, score: Score, context: &mut Context<'_>) -> Children {
                let mut children = Climb { lessons: Vec::new() }.expand(at, score, context)?;
                for child in &mut children {
                    child.weight = u8::from(child.macro_move.to.0 % 2 == 0);
                    child.score.cell = 1;
                }
                Ok(children)
            }

            fn is_lost(&mut self, _: &FessPosition<1>, _: Square) -> bool {
                false
            }

            fn is_done(&self, _: &FessPosition<1>) -> bool {
                false
            }

            fn describe(&self, _: Score) -> Vec<Feature> {
                Vec::new()
            }
        }

        within(|context| {
            let mut tree = FeatureSearch::default();
            let state = State { boxes: Bits::single(Square(0)), player: Square(0) };
            tree.plant(
                (FessPosition::of(state), state.key(), Score { cell: 1, rank: 99 }),
                &mut Weighed,
                context,
            )?;
            while tree.turn(&mut Weighed, context)? != Turn::Exhausted {}
            let order: Vec<u16> = (0..9).map(|number| square(&tree, number)).collect();
            assert_eq!(order[..6], [0, 1, 3, 7, 15, 31], "advised moves alone, as far as they go");
            let weights: Vec<u32> = (0..tree.len() as u32).map(|number| tree.node(number).weight).collect();
            assert!(weights.is_sorted(), "{weights:?}");
            let unadvised = |mut square: u16| {
                let mut count = 0;
                while square > 0 {
                    count += u32::from(square.is_multiple_of(2));
                    square = (square - 1) / 2;
                }
                count
            };
            for number in 0..tree.len() as u32 {
                assert_eq!(tree.node(number).weight, unadvised(square(&tree, number)));
                assert_eq!(
                    tree.node(number).best.rank,
                    tree.way_to(number).iter().map(|&n| tree.node(n).score.rank).min().unwrap()
                );
            }
            Ok(())
        });
    }
}
