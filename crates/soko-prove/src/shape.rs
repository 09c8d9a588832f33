//! Random levels of several shapes, each made from a seed.
//!
//! A level is made in three steps. First its floor: a room with pillars, a maze, small rooms joined by corridors, or a
//! room with a part walled off. Then its goals, boxes and player. Most boxes begin on the goals and are pulled
//! away from them, for a few pulls or for as many as there are: boards that were pulled as far as possible have the
//! long solutions, with the deadlocks and corrals on the way that simple boards do not have. Other boxes are thrown
//! in at random, which mostly gives boards without a solution. Last come the exceptions: boxes too many or too few, a
//! box moved to where it does not belong, a board won before the first move.
//!
//! A board becomes a level if the players' reader accepts it and the oracle decides it within its limit. Boards
//! without a solution and boards that need hardly a push are easy to come by, so only some of them are kept.

use hashbrown::HashSet;
use rustc_hash::FxBuildHasher;
use soko_core::Level;
use soko_solver::Dice;

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
    /// Positions to look at for one that is as far from the goals as can be.
    pub pulls: usize,
}

/// The level of a seed.
pub fn level(seed: u64, extent: Extent) -> Case {
    let mut dice = Dice::new(seed);
    loop {
        let shape = SHAPES[dice.below(SHAPES.len())];
        if let Some(case) = attempt(shape, extent, &mut dice) {
            return case;
        }
    }
}

fn attempt(shape: Shape, extent: Extent, dice: &mut Dice) -> Option<Case> {
    let mut board = floor(shape, dice);
    let inside = largest_part(&board);
    let room = inside.count_ones() as usize;
    let most = if shape == Shape::Dense { 6 } else { 5 }.min(room / 3);
    if most == 0 {
        return None;
    }
    let boxes = match shape {
        Shape::Dense => most.saturating_sub(dice.below(3)).max(1),
        _ => 1 + dice.below(most),
    };
    for _ in 0..boxes {
        board.goals |= draw(inside & !board.goals, dice)?;
    }
    match dice.below(20) {
        0..10 => pull_far(&mut board, inside, extent.pulls, dice)?,
        10..16 => pull_some(&mut board, inside, dice)?,
        _ => throw_in(&mut board, inside, boxes, dice)?,
    }
    add_exceptions(&mut board, inside, dice);
    let text = board.text();
    let level = Level::parse(&text).ok()?;
    let truth = board.truth(extent.nodes)?;
    let keep = match truth.best.map(|best| best.pushes_then_moves.0) {
        None => 0.25,
        Some(0) => 0.1,
        Some(1..=3) => 0.25,
        Some(_) => 1.0,
    };
    dice.chance(keep).then_some(Case { text, level, truth, shape })
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

/// The cells of a rectangle inside the board.
fn rectangle(board: &Board, left: usize, top: usize, width: usize, height: usize) -> Cells {
    let columns = move |y: usize| (left..left + width).map(move |x| (x, y));
    (top..top + height).flat_map(columns).fold(0, |set, (x, y)| set | cell(y * board.width() + x))
}

fn floor(shape: Shape, dice: &mut Dice) -> Board {
    let (low, high) = if shape == Shape::Dense { (3, 5) } else { (4, 9) };
    // The smaller of two numbers: large boards are slow to decide, and small ones find as much.
    let side = |dice: &mut Dice| between(low, high, dice).min(between(low, high, dice));
    let (width, height) = (side(dice), side(dice));
    let mut board = Board::walls(width + 2, height + 2);
    match shape {
        Shape::Room | Shape::Dense | Shape::Sealed => {
            board.open = rectangle(&board, 1, 1, width, height);
            let walls = [0.0, 0.1, 0.15, 0.2, 0.3][dice.below(5)];
            for at in each(board.open) {
                if dice.chance(walls) {
                    board.open &= !cell(at);
                }
            }
        }
        Shape::Maze => {
            carve(&mut board, width, height, dice);
            let knocked_out = [0.15, 0.3, 0.5][dice.below(3)];
            for at in each(rectangle(&board, 1, 1, width, height) & !board.open) {
                if dice.chance(knocked_out) {
                    board.open |= cell(at);
                }
            }
        }
        Shape::Corridors => {
            let mut last = None;
            for _ in 0..between(2, 3, dice) {
                let (w, h) = (between(2, 4, dice).min(width), between(2, 4, dice).min(height));
                let (x, y) = (between(1, width - w + 1, dice), between(1, height - h + 1, dice));
                board.open |= rectangle(&board, x, y, w, h);
                let middle = (x + w / 2, y + h / 2);
                if let Some((a, b)) = last.replace(middle) {
                    board.open |= rectangle(&board, middle.0.min(a), b, middle.0.abs_diff(a) + 1, 1);
                    board.open |= rectangle(&board, middle.0, middle.1.min(b), 1, middle.1.abs_diff(b) + 1);
                }
            }
        }
    }
    if shape == Shape::Sealed {
        let wall = if dice.chance(0.5) {
            rectangle(&board, between(2, width - 1, dice), 1, 1, height)
        } else {
            rectangle(&board, 1, between(2, height - 1, dice), width, 1)
        };
        board.open &= !wall;
    }
    board
}

/// A maze over every other cell, by a walk that turns back where it cannot go on.
fn carve(board: &mut Board, width: usize, height: usize, dice: &mut Dice) {
    let inner = rectangle(board, 1, 1, width, height);
    let mut way = vec![cell(board.width() + 1)];
    while let Some(&at) = way.last() {
        board.open |= at;
        let two = |direction: usize| {
            // Each of the two steps must stay inside: the border is a wall.
            let one = board.step(at, direction) & inner;
            (one, board.step(one, direction) & inner & !board.open)
        };
        let ways: Vec<_> = (0..4).map(two).filter(|step| step.1 != 0).collect();
        if ways.is_empty() {
            way.pop();
        } else {
            let (one, next) = ways[dice.below(ways.len())];
            board.open |= one;
            way.push(next);
        }
    }
}

/// The largest part of the floor that hangs together.
fn largest_part(board: &Board) -> Cells {
    let mut left = board.open;
    let mut largest: Cells = 0;
    while left != 0 {
        let part = board.reach(0, left.trailing_zeros() as usize);
        left &= !part;
        if part.count_ones() > largest.count_ones() {
            largest = part;
        }
    }
    largest
}

/// Boxes and player anywhere.
fn throw_in(board: &mut Board, inside: Cells, boxes: usize, dice: &mut Dice) -> Option<()> {
    for _ in 0..boxes {
        // Few boxes in dead ends: a cell with three free neighbours is drawn if the first one has fewer.
        let mut at = draw(inside & !board.boxes, dice)?;
        if (board.around(at) & board.open).count_ones() < 3 {
            at = draw(inside & !board.boxes, dice)?;
        }
        board.boxes |= at;
    }
    board.player = draw(inside & !board.boxes, dice)?.trailing_zeros() as usize;
    Some(())
}

/// The positions one pull away: boxes and player.
fn pulls(board: &Board, boxes: Cells, player: usize, mut found: impl FnMut(Cells, usize)) {
    let reached = board.reach(boxes, player);
    for direction in 0..4 {
        // The player stands beyond the box and steps back.
        for stand in each(board.step(boxes, direction) & reached) {
            let back = board.step(cell(stand), direction) & board.open & !boxes;
            let from = board.step(cell(stand), (direction + 2) % 4);
            if back != 0 {
                found(boxes & !from | cell(stand), back.trailing_zeros() as usize);
            }
        }
    }
}

/// Pulls boxes from the goals at random.
fn pull_some(board: &mut Board, inside: Cells, dice: &mut Dice) -> Option<()> {
    let mut boxes = board.goals;
    let mut player = draw(inside & !boxes, dice)?.trailing_zeros() as usize;
    for _ in 0..between(3, 60, dice) {
        let mut all = Vec::new();
        pulls(board, boxes, player, |boxes, player| all.push((boxes, player)));
        if all.is_empty() {
            break;
        }
        (boxes, player) = all[dice.below(all.len())];
    }
    (board.boxes, board.player) = (boxes, player);
    Some(())
}

/// Pulls boxes from the goals as far as it goes: every position is looked at once, in the order of pulls, and one of the
/// last is taken.
fn pull_far(board: &mut Board, inside: Cells, most: usize, dice: &mut Dice) -> Option<()> {
    let boxes = board.goals;
    let mut seen: HashSet<(Cells, u8), FxBuildHasher> = HashSet::default();
    let mut order = Vec::new();
    let mut add = |boxes: Cells, player: usize, order: &mut Vec<(Cells, usize)>| {
        // The player may stand anywhere in its part of the board.
        let place = board.reach(boxes, player).trailing_zeros();
        if seen.insert((boxes, place as u8)) {
            order.push((boxes, player));
        }
    };
    for player in each(inside & !boxes) {
        add(boxes, player, &mut order);
    }
    let mut next = 0;
    while next < order.len() && order.len() < most {
        let (boxes, player) = order[next];
        pulls(board, boxes, player, |boxes, player| add(boxes, player, &mut order));
        next += 1;
    }
    let last = order.len().checked_sub(1)?;
    let back = dice.below(order.len().div_ceil(20));
    (board.boxes, board.player) = order[last - back];
    Some(())
}

/// What is not as it should be.
fn add_exceptions(board: &mut Board, inside: Cells, dice: &mut Dice) {
    let free = |board: &Board| inside & !board.boxes & !cell(board.player);
    let take = |set: &mut Cells, which: Option<Cells>| *set &= !which.unwrap_or(0);
    match dice.below(20) {
        // A goal less or a box more.
        0..2 if board.goals.count_ones() > 1 => {
            let goal = draw(board.goals, dice);
            take(&mut board.goals, goal);
        }
        0..4 => board.boxes |= draw(free(board), dice).unwrap_or(0),
        // A box less or a goal more.
        4..6 if board.boxes.count_ones() > 1 => {
            let lost = draw(board.boxes, dice);
            take(&mut board.boxes, lost);
        }
        4..8 => board.goals |= draw(inside & !board.goals, dice).unwrap_or(0),
        // A box where it does not belong.
        8..10 => {
            let lost = draw(board.boxes, dice);
            take(&mut board.boxes, lost);
            board.boxes |= draw(free(board), dice).unwrap_or(0);
        }
        _ => {}
    }
    // Things behind walls.
    let outside = board.open & !inside;
    if outside != 0 && dice.chance(0.5) {
        let at = draw(outside, dice).unwrap_or(0);
        if dice.chance(0.7) {
            board.boxes |= at;
        }
        if dice.chance(0.7) {
            board.goals |= at;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const EXTENT: Extent = Extent { nodes: 20_000, pulls: 2_000 };

    #[test]
    fn a_seed_is_a_level() {
        for seed in 0..20 {
            assert_eq!(level(seed, EXTENT).text, level(seed, EXTENT).text);
        }
    }

    /// Everything that a player may meet is among a few hundred levels.
    #[test]
    fn levels_are_of_all_kinds() {
        let cases: Vec<_> = (0..400).map(|seed| level(seed, EXTENT)).collect();
        let some = |what: &str, least: usize, test: &dyn Fn(&Case) -> bool| {
            let count = cases.iter().filter(|case| test(case)).count();
            assert!(count >= least, "{what}: {count} of {}", cases.len());
        };
        let board = |case: &Case| Board::read(&case.text).expect("a board of ours");
        let boxes = |case: &Case| board(case).boxes.count_ones();
        let goals = |case: &Case| board(case).goals.count_ones();
        let pushes = |case: &Case| case.truth.best.map(|best| best.pushes_then_moves.0);
        for shape in SHAPES {
            some("a shape", 10, &|case| case.shape == shape);
        }
        for count in 1..=5 {
            some("boxes", 10, &|case| boxes(case) == count);
        }
        some("surplus boxes", 20, &|case| boxes(case) > goals(case));
        some("surplus goals", 20, &|case| boxes(case) < goals(case));
        some("unsolvable", 40, &|case| pushes(case).is_none());
        some("won from the start", 1, &|case| pushes(case) == Some(0));
        some("long", 100, &|case| pushes(case) >= Some(15));
        some("very long", 20, &|case| pushes(case) >= Some(30));
        some("a box at home", 40, &|case| board(case).boxes & board(case).goals != 0);
        some("out of reach", 5, &|case| case.level.boxes() < boxes(case) as usize);
    }
}
