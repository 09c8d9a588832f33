//! Lone boxes as a graph: nodes are pairs of square and side of the player, edges are pulls or pushes.
//!
//! [`Graph::spread`] measures the distances of all nodes from several sources, each on its own. Distances of some sources
//! are kept apart until all of them are measured and are then copied side by side, because that is how
//! they are asked for.

use soko_core::{Direction, Maze, Meter, Square};

use super::{PushDistances, UNREACHABLE};

/// Sources that are measured before their distances are copied: two cache lines of them.
const BATCH: usize = 64;

/// The graph.
pub(super) struct Graph {
    /// Where the edges of a node begin; one more than there are nodes.
    first: Vec<u32>,
    edges: Vec<u32>,
}

impl Graph {
    /// An edge is a pull: the player on a side of the box steps back, and the box follows.
    pub(super) fn of_pulls<const W: usize>(maze: &Maze<W>, table: &PushDistances) -> Self {
        Self::of(maze, table, |square, side| table.row_beside(maze.next(square, side), side))
    }

    /// An edge is a push: the player on a side of the box follows it.
    pub(super) fn of_pushes<const W: usize>(maze: &Maze<W>, table: &PushDistances) -> Self {
        Self::of(maze, table, |square, side| {
            let to = maze.next(square, side.opposite());
            maze.floor().contains(to).then(|| table.row_beside(to, side))?
        })
    }

    /// The graph whose edges `edge` gives for a box and a side on which the player stands.
    fn of<const W: usize>(
        maze: &Maze<W>,
        table: &PushDistances,
        edge: impl Fn(Square, Direction) -> Option<u32>,
    ) -> Self {
        let (sides, rows) = (&table.sides, table.ways.len());
        let mut graph = Self { first: Vec::with_capacity(rows + 1), edges: Vec::with_capacity(4 * rows) };
        for square in maze.floor().iter() {
            for group in 0..table.groups(square) {
                graph.first.push(graph.edges.len() as u32);
                let here =
                    Direction::ALL.into_iter().filter(|&side| sides.group(square, side) == Some(group));
                graph.edges.extend(here.filter_map(|side| edge(square, side)));
            }
        }
        graph.first.push(graph.edges.len() as u32);
        graph
    }

    /// Writes the distances of all nodes from each list of sources, one row per node and one column per list.
    pub(super) fn spread<M: Meter + ?Sized>(
        &self,
        sources: &[Vec<u32>],
        rows: &mut [u16],
        meter: &mut M,
    ) -> Result<(), M::Halt> {
        let nodes = self.first.len() - 1;
        let mut distances = vec![vec![UNREACHABLE; nodes]; BATCH.min(sources.len())];
        let mut queue = Vec::with_capacity(nodes);
        for (batch, sources_of_batch) in sources.chunks(BATCH).enumerate() {
            for (sources, distances) in sources_of_batch.iter().zip(&mut distances) {
                meter.go_on()?;
                distances.fill(UNREACHABLE);
                self.spread_from(sources, distances, &mut queue);
            }
            for (node, row) in rows.chunks_exact_mut(sources.len()).enumerate() {
                let row = &mut row[batch * BATCH..][..sources_of_batch.len()];
                for (entry, distances) in row.iter_mut().zip(&distances) {
                    *entry = distances[node];
                }
            }
        }
        Ok(())
    }

    /// Breadth-first search.
    fn spread_from(&self, sources: &[u32], distances: &mut [u16], queue: &mut Vec<u32>) {
        queue.clear();
        queue.extend_from_slice(sources);
        for &source in sources {
            distances[source as usize] = 0;
        }
        let mut next = 0;
        while let Some(&node) = queue.get(next) {
            next += 1;
            let farther = distances[node as usize] + 1;
            let (first, end) = (self.first[node as usize], self.first[node as usize + 1]);
            for &neighbour in &self.edges[first as usize..end as usize] {
                let distance = &mut distances[neighbour as usize];
                if *distance == UNREACHABLE {
                    *distance = farther;
                    queue.push(neighbour);
                }
            }
        }
    }
}
