//! Floor plans of the three styles, with goals.
//!
//! **Rooms.** A random walk with a brush, after the rooms on which learners are trained (Racanière et al., *Imagination-Augmented
//! Agents*, 2017; Guez et al., *Boxoban*, 2018): it goes straight on or turns, and at each step a small shape is dug out
//! around it. Half of the inner squares become floor, as there: 32 of 64 on average. Large rooms may leave a part of their board
//! empty, as there; small ones reach to all sides. In a corner of a small board there are few levels with many pushes, and
//! they have been found before: of 600 rooms of 8 × 8 with three boxes and 30 pushes three were in known collections,
//! of 1,000 that reach to all sides none.
//!
//! **Halls.** A rectangle divided by walls with doors, sometimes symmetric. What the solution does not use is closed later.
//!
//! **Dense.** A cave or a hall, filled up square by square until there are about four squares for each box. Squares at its rim
//! go first: what is left is compact, so that boxes stand in each other's way and yet can be pushed.

use super::{
    climb::Draft,
    dice::Dice,
    goals,
    recipe::{Layout, Pattern, Style},
    shape::Floor,
    wish::{LevelStyle, Wish},
};

/// What the brush of the walk digs, as columns and rows off its middle.
const BRUSHES: [&[(isize, isize)]; 5] = [
    &[(-1, 0), (0, 0), (1, 0)],
    &[(0, -1), (0, 0), (0, 1)],
    &[(-1, 0), (0, 0), (0, 1)],
    &[(0, 0), (1, 0), (0, 1)],
    &[(-1, 0), (0, 0), (-1, 1), (0, 1)],
];

/// Columns or rows up to which a room reaches to all sides of its board.
const SMALL: usize = 8;

/// Must the floor reach to all sides of the board?
pub(crate) const fn fills_its_board(wish: &Wish) -> bool {
    !matches!(wish.style, LevelStyle::Rooms) || wish.width <= SMALL || wish.height <= SMALL
}

/// A floor with goals for a wish with so many boxes; `None` if this attempt came to nothing.
pub(crate) fn draft(wish: &Wish, boxes: usize, dice: &mut Dice) -> Option<Draft> {
    let (floor, pattern) = floor(wish, boxes, dice)?;
    let layout = match wish.style {
        LevelStyle::Rooms => Layout::Apart,
        LevelStyle::Halls => Layout::Together,
        LevelStyle::Dense => [Layout::Together, Layout::Apart][dice.below(2)],
    };
    let goals = goals::choose(&floor.board(), layout, pattern, boxes, dice)?;
    // Boards have an outer wall, drafts have none.
    let goals = goals.into_iter().map(|(x, y)| (x - 1, y - 1)).collect();
    let cells = (wish.width - 2) * (wish.height - 2);
    let area = match wish.style {
        LevelStyle::Dense => (boxes * 3 + 2, floor.area() + 2),
        _ => (cells / 2, cells * 3 / 4),
    };
    Some(Draft::new(floor, goals, area, fills_its_board(wish)))
}

fn floor(wish: &Wish, boxes: usize, dice: &mut Dice) -> Option<(Floor, Pattern)> {
    let (width, height) = (wish.width - 2, wish.height - 2);
    let (floor, pattern) = match wish.style {
        LevelStyle::Rooms => (dug(width, height, dice), Pattern::Plain),
        LevelStyle::Halls => divided(width, height, dice),
        LevelStyle::Dense => (filled(width, height, boxes, dice), Pattern::Plain),
    };
    let fits = if fills_its_board(wish) {
        floor.touches_all_sides()
    } else {
        floor.area() * 3 >= width * height && is_broad(&floor)
    };
    (fits && floor.area() >= boxes * 3 + 2).then_some((floor, pattern))
}

/// Does the floor reach over more than half of the columns and of the rows?
fn is_broad(floor: &Floor) -> bool {
    let (width, height) = floor.size();
    let columns = (0..width).filter(|&x| (0..height).any(|y| floor.is_open(x, y))).count();
    let rows = (0..height).filter(|&y| (0..width).any(|x| floor.is_open(x, y))).count();
    columns * 2 > width && rows * 2 > height
}

/// A walk with a brush.
fn dug(width: usize, height: usize, dice: &mut Dice) -> Floor {
    let mut floor = Floor::closed(width, height);
    let (mut x, mut y) = (dice.below(width), dice.below(height));
    let mut way = dice.below(4);
    for _ in 0..(width + height) * 5 / 2 {
        if dice.chance(35) {
            way = dice.below(4);
        }
        let (dx, dy) = [(0, -1), (1, 0), (0, 1), (-1, 0)][way];
        x = x.saturating_add_signed(dx).min(width - 1);
        y = y.saturating_add_signed(dy).min(height - 1);
        for &(dx, dy) in BRUSHES[dice.below(BRUSHES.len())] {
            let (x, y) = (x.wrapping_add_signed(dx), y.wrapping_add_signed(dy));
            if x < width && y < height {
                floor.set(x, y, true);
            }
        }
    }
    floor.keep_largest_part();
    floor
}

/// Rooms with doors.
fn divided(width: usize, height: usize, dice: &mut Dice) -> (Floor, Pattern) {
    let pattern = match dice.below(6) {
        0 => Pattern::Mirror,
        1 => Pattern::Spin,
        _ => Pattern::Plain,
    };
    (Floor::laid_out(Style::House, pattern, width, height, dice), pattern)
}

/// A cave or a hall with as little floor as the boxes can do with.
fn filled(width: usize, height: usize, boxes: usize, dice: &mut Dice) -> Floor {
    let style = if dice.chance(50) { Style::Cave } else { Style::Hall };
    let mut floor = Floor::laid_out(style, Pattern::Plain, width, height, dice);
    let area = (boxes * 4 + dice.below(5)).max(width * height * 2 / 5);
    while floor.area() > area && close_one(&mut floor, dice) {}
    floor
}

/// Closes a square at the rim without cutting the floor or making it narrower; says whether there was one.
fn close_one(floor: &mut Floor, dice: &mut Dice) -> bool {
    let (width, height) = floor.size();
    let neighbours = |floor: &Floor, x: usize, y: usize| {
        let beside = [(x.wrapping_sub(1), y), (x + 1, y), (x, y.wrapping_sub(1)), (x, y + 1)];
        beside.into_iter().filter(|&(x, y)| floor.is_open(x, y)).count()
    };
    let mut rim: Vec<_> = (0..width * height)
        .map(|i| (i % width, i / width))
        .filter(|&(x, y)| floor.is_open(x, y) && neighbours(floor, x, y) <= 3)
        .collect();
    dice.shuffle(&mut rim);
    rim.sort_by_key(|&(x, y)| neighbours(floor, x, y));
    for (x, y) in rim {
        floor.set(x, y, false);
        if floor.parts() == 1 && floor.touches_all_sides() {
            return true;
        }
        floor.set(x, y, true);
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn floors_are_connected_and_as_large_as_the_style_says() {
        for style in LevelStyle::ALL {
            let wish = Wish::of(style);
            let mut areas = Vec::new();
            for number in 0..200 {
                let Some((floor, _)) = floor(&wish, 4, &mut Dice::of_attempt(1, number)) else { continue };
                assert_eq!(floor.parts(), 1);
                assert_eq!(floor.size(), (wish.width - 2, wish.height - 2));
                assert!(is_broad(&floor));
                areas.push(floor.area());
            }
            assert!(areas.len() > 100, "{style}: {}", areas.len());
            let mean = areas.iter().sum::<usize>() / areas.len();
            let expected = match style {
                LevelStyle::Rooms => 26..=38,
                LevelStyle::Halls => 36..=60,
                LevelStyle::Dense => 14..=21,
            };
            assert!(expected.contains(&mean), "{style}: {mean}");
        }
    }
}
