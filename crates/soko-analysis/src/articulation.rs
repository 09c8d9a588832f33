//! Articulation squares and biconnected blocks: where one obstacle cuts the floor in two.
//!
//! Squares are vertices, steps are edges. A square is an *articulation* if without it the squares it joins fall
//! apart: a box there parts the player's world. A *block* is a largest set of squares that no single square
//! can part: between any two of them lead two ways with no other square in common (two neighbours joined by one
//! step alone are a block, too). Blocks overlap in articulations only, and a square in two blocks is one.
//!
//! That answers, for all squares at once, what a flood per square would answer one by one: if a box stands on a
//! square that is no articulation, the player reaches all of its free sides from any one of them. If it is one, two
//! sides are connected around the box exactly when the neighbours there share a block.
//!
//! Depth-first search with low points (John Hopcroft and Robert Tarjan 1973), with a stack of our own in place of
//! recursion, since a corridor may be as long as the level. Cost: linear in the squares. The free set is a
//! parameter, because a search asks the same of the floor with boxes on it.

use soko_core::{Direction, Level, Square, SquareSet};

/// The blocks of a set of squares and the squares that join them.
#[derive(Clone, Debug)]
pub struct Blocks {
    articulations: SquareSet,
    blocks: Vec<Vec<Square>>,
}

/// A square on the current path of the search.
struct Visit {
    square: Square,
    parent: Option<Square>,
    /// The next direction to look in, as an index into [`Direction::ALL`].
    next: usize,
    /// How many parts of the tree begin here, for the root.
    children: usize,
}

impl Visit {
    fn enter(
        square: Square,
        parent: Option<Square>,
        clock: &mut u32,
        entered: &mut [u32],
        low: &mut [u32],
    ) -> Self {
        *clock += 1;
        entered[square.index()] = *clock;
        low[square.index()] = *clock;
        Self { square, parent, next: 0, children: 0 }
    }
}

impl Blocks {
    /// Of the whole floor: boxes are no obstacles.
    pub fn of_floor(level: &Level) -> Self {
        Self::of(level, level.floor())
    }

    /// Of any free squares of a level, connected or not. A square without a free neighbour is a block of its own.
    pub fn of(level: &Level, free: &SquareSet) -> Self {
        let mut found = Self { articulations: SquareSet::new(level.squares()), blocks: Vec::new() };
        // When a square was entered, from 1; and the earliest square its part of the tree has a step to.
        let mut entered = vec![0_u32; level.squares()];
        let mut low = vec![0_u32; level.squares()];
        let mut clock = 0;
        // Squares whose block is not yet complete, in the order in which they were entered.
        let mut open: Vec<Square> = Vec::new();
        let mut path: Vec<Visit> = Vec::new();
        for root in free.iter() {
            if entered[root.index()] != 0 {
                continue;
            }
            path.push(Visit::enter(root, None, &mut clock, &mut entered, &mut low));
            open.push(root);
            while let Some(visit) = path.last_mut() {
                let square = visit.square;
                if let Some(&direction) = Direction::ALL.get(visit.next) {
                    visit.next += 1;
                    let neighbour = level.next(square, direction);
                    if !free.contains(neighbour) || visit.parent == Some(neighbour) {
                        continue;
                    }
                    if entered[neighbour.index()] == 0 {
                        visit.children += 1;
                        path.push(Visit::enter(neighbour, Some(square), &mut clock, &mut entered, &mut low));
                        open.push(neighbour);
                    } else {
                        low[square.index()] = low[square.index()].min(entered[neighbour.index()]);
                    }
                    continue;
                }
                let Visit { parent, children, .. } = *visit;
                path.pop();
                let Some(parent) = parent else {
                    open.clear();
                    match children {
                        0 => found.blocks.push(vec![root]),
                        1 => {}
                        // The root joins something only if a second part hangs on it.
                        _ => found.articulations.insert(root),
                    }
                    continue;
                };
                low[parent.index()] = low[parent.index()].min(low[square.index()]);
                // Nothing behind `square` leads past its parent: the part hanging there is a block.
                if low[square.index()] >= entered[parent.index()] {
                    let first = open.partition_point(|s| entered[s.index()] < entered[square.index()]);
                    let mut block = open.split_off(first);
                    block.push(parent);
                    block.sort_unstable();
                    found.blocks.push(block);
                    if parent != root {
                        found.articulations.insert(parent);
                    }
                }
            }
        }
        found.blocks.sort_unstable();
        found
    }

    /// The squares at which an obstacle cuts.
    pub fn articulations(&self) -> &SquareSet {
        &self.articulations
    }

    /// The blocks, each with its squares in rising order, ordered by their first squares.
    pub fn blocks(&self) -> &[Vec<Square>] {
        &self.blocks
    }

    /// Is some block common to both squares?
    pub fn together(&self, a: Square, b: Square) -> bool {
        self.blocks.iter().any(|block| block.binary_search(&a).is_ok() && block.binary_search(&b).is_ok())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn drawn(text: &str) -> (Level, Blocks) {
        let level = Level::parse(text).unwrap();
        let blocks = Blocks::of_floor(&level);
        (level, blocks)
    }

    #[test]
    fn a_door_between_two_rooms() {
        let (level, blocks) = drawn("#######\n#  #  #\n#@ $ .#\n#  #  #\n#######");
        let at = |x, y| level.square_at(x, y).unwrap();
        // The door and the two squares before it; the rooms; the two steps through the door.
        let joints: Vec<_> = blocks.articulations().iter().collect();
        assert_eq!(joints, [at(2, 2), at(3, 2), at(4, 2)]);
        let mut sizes: Vec<usize> = blocks.blocks().iter().map(Vec::len).collect();
        sizes.sort_unstable();
        assert_eq!(sizes, [2, 2, 6, 6]);
        assert!(blocks.together(at(1, 1), at(2, 3)));
        assert!(!blocks.together(at(2, 2), at(4, 2)));
    }

    #[test]
    fn a_ring_has_no_articulation_and_a_corridor_only_ends_without() {
        let (_, ring) = drawn("#####\n#@$.#\n# # #\n#   #\n#####");
        assert!(ring.articulations().is_empty());
        assert_eq!(ring.blocks().len(), 1);
        let (_, corridor) = drawn("########\n#@ $ . #\n########");
        assert_eq!((corridor.articulations().len(), corridor.blocks().len()), (4, 5));
    }

    #[test]
    fn pieces_and_single_squares_are_blocks() {
        let level = Level::parse("#######\n#@ $ .#\n#######").unwrap();
        let mut free = level.floor().clone();
        free.remove(level.square_at(2, 1).unwrap());
        let blocks = Blocks::of(&level, &free);
        let sizes: Vec<usize> = blocks.blocks().iter().map(Vec::len).collect();
        assert_eq!(sizes, [1, 2, 2], "the lone square, and the two steps of the corridor's rest");
    }
}
