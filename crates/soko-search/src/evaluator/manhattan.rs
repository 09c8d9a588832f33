//! Estimates as the crow flies, from the Queensland system.
//!
//! `manhattan` sums over the boxes the distance to the nearest goal, walls and other boxes ignored: never above
//! the pushes needed, since a push moves one box by one square. `manhattan+agent` adds the player's distance
//! to the nearest box, zero when adjacent: never above the moves needed, since before the first push the
//! player walks that far and no push is counted twice. Weights scale the two terms; above one the estimate
//! is no bound any more and the search no longer optimal.
//!
//! With boxes to spare, the farthest boxes are left out: they may stay where they are.

use soko_core::{Level, Maze, Meter, Square, State};
use soko_solver::Halt;

use super::{Change, Evaluator};

/// The Manhattan estimates of a level.
pub struct Manhattan {
    /// Column and row of every square.
    place: Vec<(i32, i32)>,
    /// Distance of every square to the nearest goal.
    to_goal: Vec<u32>,
    spare: usize,
    box_weight: f64,
    agent_weight: f64,
}

impl Manhattan {
    /// Compiles the estimate.
    pub fn new(level: &Level, box_weight: f64, agent_weight: f64) -> Self {
        let place: Vec<_> = (0..level.squares())
            .map(|square| {
                let (x, y) = level.coordinates(Square(square as u16));
                (x as i32, y as i32)
            })
            .collect();
        let to_goal = to_nearest(level.goals().iter().map(|goal| place[goal.index()]), &place);
        Self { place, to_goal, spare: level.boxes() - level.needed(), box_weight, agent_weight }
    }

    fn estimate<const W: usize>(&self, maze: &Maze<W>, state: &State<W>, player: Square) -> u32 {
        if self.box_weight + self.agent_weight == 0.0 || maze.is_solved(&state.boxes) {
            return 0;
        }
        let distances = state.boxes.iter().map(|square| self.to_goal[square.index()]);
        let boxes = f64::from(if self.spare == 0 { distances.sum() } else { self.sum_of_nearest(distances) });
        let mut agent = 0.0;
        if self.agent_weight > 0.0 {
            let here = self.place[player.index()];
            let nearest = state.boxes.iter().map(|square| apart(here, self.place[square.index()])).min();
            agent = f64::from(nearest.map_or(0, |distance| distance.saturating_sub(1)));
        }
        (self.box_weight * boxes + self.agent_weight * agent).floor() as u32
    }

    /// The sum without the farthest boxes, which are to spare.
    fn sum_of_nearest(&self, distances: impl Iterator<Item = u32>) -> u32 {
        let mut distances: Vec<u32> = distances.collect();
        distances.sort_unstable();
        distances[..distances.len() - self.spare].iter().sum()
    }
}

/// Distances from all places to the nearest of some, in two sweeps over their rectangle: a distance comes from the left or from
/// above, or from the right or from below.
fn to_nearest(of: impl Iterator<Item = (i32, i32)>, places: &[(i32, i32)]) -> Vec<u32> {
    let width = places.iter().map(|&(x, _)| x as usize + 1).max().unwrap_or(0);
    let height = places.iter().map(|&(_, y)| y as usize + 1).max().unwrap_or(0);
    let far = (width + height) as u32;
    let mut distance = vec![far; width * height];
    for (x, y) in of {
        distance[y as usize * width + x as usize] = 0;
    }
    let nearer = |distance: &mut [u32], at: usize, from: Option<usize>| {
        if let Some(from) = from {
            distance[at] = distance[at].min(distance[from] + 1);
        }
    };
    let all = width * height;
    for at in 0..all {
        nearer(&mut distance, at, (at % width > 0).then(|| at - 1));
        nearer(&mut distance, at, at.checked_sub(width));
    }
    for at in (0..all).rev() {
        nearer(&mut distance, at, (at % width + 1 < width).then_some(at + 1));
        nearer(&mut distance, at, (at + width < all).then_some(at + width));
    }
    places.iter().map(|&(x, y)| distance[y as usize * width + x as usize]).collect()
}

fn apart(a: (i32, i32), b: (i32, i32)) -> u32 {
    a.0.abs_diff(b.0) + a.1.abs_diff(b.1)
}

impl<const W: usize> Evaluator<W> for Manhattan {
    fn position(
        &mut self,
        maze: &Maze<W>,
        state: &State<W>,
        _: &mut dyn Meter<Halt = Halt>,
    ) -> Result<Option<u32>, Halt> {
        Ok(Some(self.estimate(maze, state, state.player)))
    }

    fn child(&self, maze: &Maze<W>, child: &State<W>, change: Change) -> Option<u32> {
        Some(self.estimate(maze, child, change.player))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Estimates of a start, with these weights of boxes and player.
    fn estimates<const N: usize>(text: &str, weights: [(f64, f64); N]) -> [u32; N] {
        let level = Level::parse(text).unwrap();
        let maze = Maze::<1>::new(&level);
        let start = maze.start(&level);
        weights.map(|(boxes, agent)| {
            let manhattan = Manhattan::new(&level, boxes, agent);
            let change = Change { pushed: None, player: start.player };
            let estimate = manhattan.estimate(&maze, &start, start.player);
            assert_eq!(manhattan.child(&maze, &start, change), Some(estimate));
            estimate
        })
    }

    #[test]
    fn ways_of_boxes_and_player_are_weighed() {
        // The boxes are two and three squares from their nearest goals, the player four from the nearest box.
        let text = "########\n#@     #\n#     .#\n#   $$.#\n#   $  #\n#  .   #\n########";
        assert_eq!(estimates(text, [(1.0, 0.0), (0.0, 1.0), (1.0, 1.0)]), [5, 4, 9]);
        assert_eq!(estimates(text, [(2.0, 0.0), (0.5, 0.0), (1.0, 0.5), (0.0, 0.0)]), [10, 2, 7, 0]);
    }

    #[test]
    fn boxes_to_spare_are_left_out_and_a_solved_position_costs_nothing() {
        let text = "########\n#@ $   #\n#    . #\n#$ $  .#\n########";
        // To the nearest goal: three, five and three squares; one box may stay.
        assert_eq!(estimates(text, [(1.0, 0.0), (1.0, 1.0)]), [6, 7]);
        assert_eq!(estimates("#######\n#@   *#\n#######", [(1.0, 1.0)]), [0]);
    }

    #[test]
    fn sweeps_find_the_nearest_of_all() {
        let places: Vec<_> = (0..7).flat_map(|y| (0..9).map(move |x| (x, y))).collect();
        for goals in [vec![(0, 0)], vec![(8, 0), (0, 6)], vec![(4, 3), (4, 4), (8, 6)]] {
            let expected: Vec<_> =
                places.iter().map(|&at| goals.iter().map(|&goal| apart(at, goal)).min().unwrap()).collect();
            assert_eq!(to_nearest(goals.into_iter(), &places), expected);
        }
    }
}
