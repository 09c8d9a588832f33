//! Random levels of several shapes, each made from a seed.
//!
//! A level is made in three steps. First its floor: a room with pillars, a maze, small rooms joined by corridors, or a
//! room with a part walled off. Then its goals, boxes and player. Most boxes begin on the goals and are pulled
//! away from them, for a few pulls or for as many as there are; others are thrown in at random, which often gives boards
//! without a solution. Last come the exceptions: boxes too many or too few, a box moved to where it does not belong,
//! things behind walls.
//!
//! Hard levels have three to five boxes, goals that lie together and a long solution; on the way to it there are
//! corrals and deadlocks that simple boards do not have. Some of them are relatives of boards on which claims were false
//! once: a few cells are changed, and what was wrong there may show again.
//!
//! A board becomes a level if the players' reader accepts it and the oracle decides it within its limit. Boards
//! without a solution and boards that need hardly a push are easy to come by, so only some of them are kept.

mod floor;
mod placement;

use soko_core::Level;
use soko_solver::Dice;

use self::{
    floor::{floor, largest_part, rectangle},
    placement::{add_exceptions, pull_far, pull_some, throw_in},
};
use crate::oracle::{Board, Cells, Truth, cell, each};

/// What a floor looks like.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Shape {
    /// One room with pillars.
    Room,
    /// A small room full of boxes.
    Dense,
    /// Ways one cell wide, with some walls knocked out.
    Maze,
    /// Small rooms joined by corridors.
    Corridors,
    /// A room with a part that the player cannot reach.
    Sealed,
    /// A room with pillars, three to five boxes, and goals that lie together, as far away as can be.
    Hard,
    /// A relative of a board on which a claim was false once.
    Kin,
}

/// The shapes as often as they come.
const SHAPES: [Shape; 8] = [
    Shape::Room,
    Shape::Room,
    Shape::Room,
    Shape::Dense,
    Shape::Maze,
    Shape::Corridors,
    Shape::Corridors,
    Shape::Sealed,
];

/// Boards with corrals and long solutions, on which claims were false once.
const ANCESTORS: [&str; 4] = [
    "########\n# # #  #\n#   #@ #\n# #  $ #\n#.# #$##\n#..$$  #\n#      #\n########",
    "########\n# ## $ #\n#  $ $ #\n#*..  ##\n# .   ##\n# @ $  #\n##     #\n########",
    "########\n####   #\n####$  #\n##   **#\n#@$  ..#\n##     #\n########",
    "#######\n#.  ###\n#$.*@##\n# .#$##\n#   $ #\n#     #\n#  ####\n#######",
];

/// The share of hard levels that are relatives of known boards.
const KIN: f64 = 0.4;

/// A level with what is true about it.
#[derive(Clone, Debug)]
pub struct Case {
    /// The board, for the oracle and for the players.
    pub text: String,
    /// The board as the players see it.
    pub level: Level,
    /// What the oracle says.
    pub truth: Truth,
    /// How it was made.
    pub shape: Shape,
}

/// How large levels may be.
#[derive(Clone, Copy, Debug)]
pub struct Extent {
    /// Nodes that the oracle may need for a level.
    pub nodes: usize,
    /// Positions of each distance that are kept while boxes are pulled as far from the goals as can be.
    pub breadth: usize,
    /// A hard level is the longest of so many.
    pub choice: usize,
    /// The share of levels that are hard.
    pub hard: f64,
}

/// The level of a seed.
pub fn level(seed: u64, extent: Extent) -> Case {
    let mut dice = Dice::new(seed);
    let (hard, kin) = (dice.chance(extent.hard), dice.chance(KIN));
    let one = |dice: &mut Dice| {
        loop {
            let shape = match (hard, kin) {
                (true, true) => Shape::Kin,
                (true, false) => Shape::Hard,
                _ => SHAPES[dice.below(SHAPES.len())],
            };
            if let Some(case) = attempt(shape, extent, dice) {
                return case;
            }
        }
    };
    let pushes = |case: &Case| case.truth.best.map(|best| best.pushes_then_moves.0);
    let of = if hard && !kin { extent.choice } else { 1 };
    (0..of.max(1)).map(|_| one(&mut dice)).max_by_key(pushes).expect("one at least")
}

fn attempt(shape: Shape, extent: Extent, dice: &mut Dice) -> Option<Case> {
    let board = if shape == Shape::Kin { kin(dice) } else { furnished(shape, extent, dice) }?;
    let text = board.text();
    let level = Level::parse(&text).ok()?;
    let truth = board.truth(extent.nodes)?;
    let hard = matches!(shape, Shape::Hard | Shape::Kin);
    let keep = match truth.best.map(|best| best.pushes_then_moves.0) {
        None | Some(0..10) if hard => 0.02,
        None => 0.3,
        Some(0) => 0.05,
        Some(1..=3) => 0.15,
        Some(4..=8) => 0.5,
        Some(_) => 1.0,
    };
    dice.chance(keep).then_some(Case { text, level, truth, shape })
}

/// A board of the collection with a few cells changed.
fn kin(dice: &mut Dice) -> Option<Board> {
    let mut board = Board::read(ANCESTORS[dice.below(ANCESTORS.len())]).ok()?;
    let inner = rectangle(&board, 1, 1, board.width() - 2, board.cells() / board.width() - 2);
    for _ in 0..dice.below(4) {
        let free = board.open & !board.boxes & !cell(board.player);
        match dice.below(5) {
            0 => board.open |= draw(inner & !board.open, dice)?,
            1 => board.open &= !draw(free & !board.goals, dice)?,
            2 => board.player = draw(free, dice)?.trailing_zeros() as usize,
            3 => {
                board.goals =
                    board.goals & !draw(board.goals, dice)? | draw(board.open & !board.goals, dice)?;
            }
            _ => board.boxes = board.boxes & !draw(board.boxes, dice)? | draw(free, dice)?,
        }
    }
    Some(board)
}

/// A new board of a shape.
fn furnished(shape: Shape, extent: Extent, dice: &mut Dice) -> Option<Board> {
    let mut board = floor(shape, dice);
    let inside = largest_part(&board);
    let room = inside.count_ones() as usize;
    let most = if shape == Shape::Dense { 6 } else { 5 }.min(room / 3);
    if most == 0 || room < 12 && dice.chance(0.5) {
        return None;
    }
    let boxes = match shape {
        Shape::Dense => most.saturating_sub(dice.below(3)).max(1),
        Shape::Hard => between(3, 5, dice).min(most),
        _ => 1 + dice.below(most),
    };
    // Goals that lie together are far from most cells, and stand in each other's way.
    let together = shape == Shape::Hard || dice.chance(0.6);
    for _ in 0..boxes {
        let beside = board.around(board.goals) & inside & !board.goals;
        let where_to = if together && beside != 0 { beside } else { inside & !board.goals };
        board.goals |= draw(where_to, dice)?;
    }
    match dice.below(20) {
        _ if shape == Shape::Hard && dice.chance(0.5) => throw_in(&mut board, inside, boxes, dice)?,
        _ if shape == Shape::Hard => pull_far(&mut board, inside, extent.breadth, dice)?,
        0..10 => pull_far(&mut board, inside, extent.breadth, dice)?,
        10..16 => pull_some(&mut board, inside, dice)?,
        _ => throw_in(&mut board, inside, boxes, dice)?,
    }
    // After a pull the player stands beside a box.
    if dice.chance(0.5) {
        let reach = board.reach(board.boxes, board.player);
        board.player = draw(reach, dice)?.trailing_zeros() as usize;
    }
    if shape != Shape::Hard || dice.chance(0.3) {
        add_exceptions(&mut board, inside, dice);
    }
    Some(board)
}

/// One cell of a set.
fn draw(set: Cells, dice: &mut Dice) -> Option<Cells> {
    let count = set.count_ones() as usize;
    if count == 0 { None } else { each(set).nth(dice.below(count)).map(cell) }
}

/// A number between two, both included.
fn between(low: usize, high: usize, dice: &mut Dice) -> usize {
    low + dice.below(high - low + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    const EXTENT: Extent = Extent { nodes: 60_000, breadth: 100, choice: 3, hard: 0.3 };

    #[test]
    fn a_seed_is_a_level() {
        for seed in 0..20 {
            assert_eq!(level(seed, EXTENT).text, level(seed, EXTENT).text);
        }
    }

    /// Everything that a player may meet is among two hundred levels.
    #[test]
    fn levels_are_of_all_kinds() {
        let cases: Vec<_> = (0..200).map(|seed| level(seed, EXTENT)).collect();
        let some = |what: &str, least: usize, test: &dyn Fn(&Case) -> bool| {
            let count = cases.iter().filter(|case| test(case)).count();
            assert!(count >= least, "{what}: {count} of {}", cases.len());
        };
        let board = |case: &Case| Board::read(&case.text).expect("a board of ours");
        let boxes = |case: &Case| board(case).boxes.count_ones();
        let goals = |case: &Case| board(case).goals.count_ones();
        let pushes = |case: &Case| case.truth.best.map(|best| best.pushes_then_moves.0);
        for shape in SHAPES {
            some("a shape", 3, &|case| case.shape == shape);
        }
        for count in 1..=5 {
            some("boxes", 5, &|case| boxes(case) == count);
        }
        some("surplus boxes", 10, &|case| boxes(case) > goals(case));
        some("surplus goals", 10, &|case| boxes(case) < goals(case));
        some("unsolvable", 20, &|case| pushes(case).is_none());
        some("won from the start", 1, &|case| pushes(case) == Some(0));
        some("long", 25, &|case| pushes(case) >= Some(15));
        some("very long", 5, &|case| pushes(case) >= Some(22));
        some("a box at home", 20, &|case| board(case).boxes & board(case).goals != 0);
        some("out of reach", 2, &|case| case.level.boxes() < boxes(case) as usize);
    }
}
