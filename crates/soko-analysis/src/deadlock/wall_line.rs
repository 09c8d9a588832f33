//! More boxes along a wall than goals along it.
//!
//! A *wall line* is a straight run of floor between two walls with wall all along one of its sides.
//!
//! **Proof.** A box on the line cannot be pushed off it: away from the wall would need a player inside the wall, and
//! towards it there is no floor. So the boxes of a line end on squares of the line, at most one on each of its
//! goals, and `boxes − goals` of them are lost. For the count over several lines:
//! - boxes on lines without any goal are lost, each counted once however many lines it is on;
//! - set these aside. Lines of one axis have no square in common, so the surpluses of the other boxes on the
//!   horizontal lines add up, and likewise on the vertical ones. A corner belongs to a line of either axis, so
//!   only the larger of the two sums is added.
//!
//! More lost boxes than can be spared lose the level. Cost: one AND and one population count per line.
//!
//! Old knowledge of players; the count of boxes against goals is what a matching of boxes to goals finds in general,
//! and this rule says in words a player can check by eye.

use soko_core::{Bits, Direction, Level, Maze, State};

use super::{Evidence, Rule, RuleId, Spare};

/// The wall lines of a level, sorted by what they are good for.
#[derive(Clone, Debug)]
pub(super) struct WallLine<const W: usize> {
    barren: Vec<Bits<W>>,
    /// Lines with goals and the number of these: horizontal, vertical.
    fruitful: [Vec<(Bits<W>, u32)>; 2],
    spare: u32,
}

impl<const W: usize> WallLine<W> {
    /// Finds the lines.
    pub(super) fn new(level: &Level, maze: &Maze<W>) -> Self {
        let mut barren = Vec::new();
        let axes = [(Direction::Right, Direction::Up), (Direction::Down, Direction::Left)];
        let fruitful = axes.map(|(along, aside)| {
            let mut fruitful = Vec::new();
            for line in lines(maze, along, aside) {
                match (line & *maze.goals()).len() {
                    0 => barren.push(line),
                    goals => fruitful.push((line, goals)),
                }
            }
            fruitful
        });
        Self { barren, fruitful, spare: Spare::of(level).boxes }
    }
}

/// All runs of floor along a direction that have wall on all of one side.
fn lines<const W: usize>(maze: &Maze<W>, along: Direction, aside: Direction) -> Vec<Bits<W>> {
    let floor = maze.floor();
    let mut lines = Vec::new();
    for first in floor.iter().filter(|&s| !floor.contains(maze.next(s, along.opposite()))) {
        let mut line = Bits::EMPTY;
        let mut square = first;
        while floor.contains(square) {
            line.insert(square);
            square = maze.next(square, along);
        }
        let walled = |side| (maze.shift(&line, side) & *floor).is_empty();
        if walled(aside) || walled(aside.opposite()) {
            lines.push(line);
        }
    }
    lines
}

impl<const W: usize> Rule<W> for WallLine<W> {
    fn id(&self) -> RuleId {
        RuleId::WallLine
    }

    fn judge(&self, _: &Maze<W>, state: &State<W>, _: &Bits<W>) -> Option<Evidence<W>> {
        let (mut lost, mut cells) = (Bits::EMPTY, Bits::EMPTY);
        for line in &self.barren {
            let here = *line & state.boxes;
            if !here.is_empty() {
                lost |= here;
                cells |= *line;
            }
        }
        let others = state.boxes.without(&lost);
        let sums = [0, 1].map(|axis: usize| {
            let (mut surplus, mut crowd, mut crowded) = (0, Bits::EMPTY, Bits::EMPTY);
            for &(line, goals) in &self.fruitful[axis] {
                let here = line & others;
                if here.len() > goals {
                    surplus += here.len() - goals;
                    crowd |= here;
                    crowded |= line;
                }
            }
            (surplus, crowd, crowded)
        });
        let (surplus, crowd, crowded) = if sums[1].0 > sums[0].0 { sums[1] } else { sums[0] };
        (lost.len() + surplus > self.spare).then(|| Evidence {
            rule: RuleId::WallLine,
            boxes: lost | crowd,
            cells: cells | crowded,
        })
    }
}
