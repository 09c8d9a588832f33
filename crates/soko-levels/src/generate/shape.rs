//! Floors: which cells are open, before any goal or box.
//!
//! A level is remembered by its outline, so the styles are chosen to look different: a cave is ragged, a hall is
//! a room with pillars, rooms overlap, a house has walls and doors. A symmetric floor looks designed even when it was not.
//!
//! Every floor is connected and touches all four sides of its rectangle, so the size in a recipe is the size
//! of the level before trimming.

use std::ops::Range;

use soko_core::{Board, Cell};

use super::{
    dice::Dice,
    recipe::{Pattern, Recipe, Style},
};

/// Open cells of a rectangle, without the outer wall.
#[derive(Clone, Debug)]
pub(crate) struct Floor {
    width: usize,
    height: usize,
    open: Vec<bool>,
}

/// Blocks for halls: cells relative to the first one.
const BLOCKS: [&[(usize, usize)]; 7] = [
    &[(0, 0)],
    &[(0, 0)],
    &[(0, 0), (1, 0)],
    &[(0, 0), (0, 1)],
    &[(0, 0), (1, 0), (0, 1)],
    &[(0, 0), (1, 0), (1, 1)],
    &[(0, 0), (1, 0), (2, 0)],
];

impl Floor {
    /// A random floor after a recipe; `None` if this attempt came to nothing.
    pub(crate) fn random(recipe: &Recipe, dice: &mut Dice) -> Option<Self> {
        let (width, height) = (recipe.width, recipe.height);
        let floor = Self::laid_out(recipe.style, recipe.pattern, width, height, dice);
        let area = floor.area();
        let spacious = area * 100 >= width * height * 40 && area >= recipe.boxes.max(recipe.goals) * 3 + 2;
        (spacious && floor.touches_all_sides()).then_some(floor)
    }

    /// A random connected floor, of any area.
    pub(crate) fn laid_out(
        style: Style,
        pattern: Pattern,
        width: usize,
        height: usize,
        dice: &mut Dice,
    ) -> Self {
        let mut floor = Self::closed(width, height);
        match style {
            Style::Cave => floor.erode(dice),
            Style::Hall => floor.furnish(dice),
            Style::Rooms => floor.join_rooms(dice),
            Style::House => {
                floor.open.fill(true);
                floor.divide(0..width, 0..height, dice);
            }
        }
        floor.repeat(pattern);
        floor.keep_largest_part();
        floor
    }

    /// A rectangle without floor.
    pub(crate) fn closed(width: usize, height: usize) -> Self {
        Self { width, height, open: vec![false; width * height] }
    }

    /// The floor inside an outer wall.
    pub(crate) fn board(&self) -> Board {
        let mut board = Board::new(self.width + 2, self.height + 2);
        for y in 0..board.height() {
            for x in 0..board.width() {
                let open = x > 0 && y > 0 && self.is_open(x - 1, y - 1);
                board.set(x, y, if open { Cell::Floor } else { Cell::Wall });
            }
        }
        board
    }

    /// Columns and rows.
    pub(crate) const fn size(&self) -> (usize, usize) {
        (self.width, self.height)
    }

    /// Is there floor? Outside the rectangle there is none.
    pub(crate) fn is_open(&self, x: usize, y: usize) -> bool {
        x < self.width && y < self.height && self.open[y * self.width + x]
    }

    /// Opens or closes a cell of the rectangle.
    pub(crate) fn set(&mut self, x: usize, y: usize, open: bool) {
        self.open[y * self.width + x] = open;
    }

    /// Number of open cells.
    pub(crate) fn area(&self) -> usize {
        self.open.iter().filter(|&&open| open).count()
    }

    /// Is the floor as wide and as high as its rectangle?
    pub(crate) fn touches_all_sides(&self) -> bool {
        let row = |y| (0..self.width).any(|x| self.is_open(x, y));
        let column = |x| (0..self.height).any(|y| self.is_open(x, y));
        row(0) && row(self.height - 1) && column(0) && column(self.width - 1)
    }

    /// Cave: noise, then each cell follows the majority of the nine around it.
    fn erode(&mut self, dice: &mut Dice) {
        let percent = dice.between(52, 64);
        self.open.fill_with(|| dice.chance(percent));
        let before = self.clone();
        for y in 0..self.height {
            for x in 0..self.width {
                let around = (0..9).filter(|i| {
                    let (dx, dy) = (i % 3, i / 3);
                    x + dx > 0 && y + dy > 0 && before.is_open(x + dx - 1, y + dy - 1)
                });
                self.open[y * self.width + x] = around.count() >= if dice.chance(30) { 4 } else { 5 };
            }
        }
    }

    /// Hall: all open, then blocks wherever they do not cut the floor in two.
    fn furnish(&mut self, dice: &mut Dice) {
        self.open.fill(true);
        let blocks = self.open.len() / dice.between(5, 8);
        for _ in 0..blocks {
            let block = BLOCKS[dice.below(BLOCKS.len())];
            let (x, y) = (dice.below(self.width), dice.below(self.height));
            let before = self.open.clone();
            for (dx, dy) in block.iter().filter(|(dx, dy)| x + dx < self.width && y + dy < self.height) {
                self.open[(y + dy) * self.width + x + dx] = false;
            }
            if self.parts() != 1 {
                self.open = before;
            }
        }
    }

    /// Rooms: rectangles, each joined to the one before by a bent corridor between their middles.
    fn join_rooms(&mut self, dice: &mut Dice) {
        let rooms = dice.between(2, 2 + self.open.len() / 18);
        let mut last: Option<(usize, usize)> = None;
        for _ in 0..rooms {
            let (w, h) = (dice.between(2, self.width.clamp(2, 4)), dice.between(2, self.height.clamp(2, 4)));
            let (x, y) = (dice.below(self.width - w + 1), dice.below(self.height - h + 1));
            self.dig(x..x + w, y..y + h);
            let middle = (x + dice.below(w), y + dice.below(h));
            if let Some(from) = last {
                let bend = if dice.chance(50) { (from.0, middle.1) } else { (middle.0, from.1) };
                for end in [from, middle] {
                    self.dig(
                        bend.0.min(end.0)..bend.0.max(end.0) + 1,
                        bend.1.min(end.1)..bend.1.max(end.1) + 1,
                    );
                }
            }
            last = Some(middle);
        }
    }

    /// House: a wall across the longer side with a door or two, then the same for both halves.
    fn divide(&mut self, xs: Range<usize>, ys: Range<usize>, dice: &mut Dice) {
        let (w, h) = (xs.len(), ys.len());
        let across = if w == h { dice.chance(50) } else { w > h };
        let (long, short) = if across { (w, h) } else { (h, w) };
        // Rooms of two squares by two at least; small ones are left alone more often than not.
        if long < 5 || (long * short < 24 && dice.chance(40)) {
            return;
        }
        let at = dice.between(2, long - 3);
        let mut doors = vec![dice.below(short)];
        if dice.chance(35) {
            doors.push(dice.below(short));
        }
        for i in (0..short).filter(|i| !doors.contains(i)) {
            let (x, y) = if across { (xs.start + at, ys.start + i) } else { (xs.start + i, ys.start + at) };
            self.open[y * self.width + x] = false;
        }
        let halves = if across {
            [(xs.start..xs.start + at, ys.clone()), (xs.start + at + 1..xs.end, ys)]
        } else {
            [(xs.clone(), ys.start..ys.start + at), (xs, ys.start + at + 1..ys.end)]
        };
        for (xs, ys) in halves {
            self.divide(xs, ys, dice);
        }
    }

    fn dig(&mut self, xs: Range<usize>, ys: Range<usize>) {
        for y in ys {
            self.open[y * self.width + xs.start..y * self.width + xs.end].fill(true);
        }
    }

    /// Copies one half onto the other.
    fn repeat(&mut self, pattern: Pattern) {
        for i in 0..self.open.len() {
            let image = image(pattern, i % self.width, i / self.width, self.width, self.height);
            let image = image.1 * self.width + image.0;
            if self.first_half(pattern, i) {
                self.open[image] = self.open[i];
            }
        }
    }

    fn first_half(&self, pattern: Pattern, i: usize) -> bool {
        match pattern {
            Pattern::Plain => false,
            Pattern::Mirror => (i % self.width) * 2 < self.width,
            Pattern::Spin => i * 2 < self.open.len(),
        }
    }

    /// Number of connected parts.
    pub(crate) fn parts(&self) -> usize {
        self.part_of_each_cell().1
    }

    /// Closes all but the largest connected part.
    pub(crate) fn keep_largest_part(&mut self) {
        let (part, parts) = self.part_of_each_cell();
        let size = |p| part.iter().filter(|&&q| q == Some(p)).count();
        // Of equally large ones the first.
        let largest = (0..parts).rev().max_by_key(|&p| size(p));
        for (open, part) in self.open.iter_mut().zip(part) {
            *open = part.is_some() && part == largest;
        }
    }

    fn part_of_each_cell(&self) -> (Vec<Option<usize>>, usize) {
        let mut part = vec![None; self.open.len()];
        let mut parts = 0;
        for first in 0..self.open.len() {
            if !self.open[first] || part[first].is_some() {
                continue;
            }
            part[first] = Some(parts);
            let mut stack = vec![first];
            while let Some(i) = stack.pop() {
                let (x, y) = (i % self.width, i / self.width);
                for (nx, ny) in [(x.wrapping_sub(1), y), (x + 1, y), (x, y.wrapping_sub(1)), (x, y + 1)] {
                    if self.is_open(nx, ny) && part[ny * self.width + nx].is_none() {
                        part[ny * self.width + nx] = Some(parts);
                        stack.push(ny * self.width + nx);
                    }
                }
            }
            parts += 1;
        }
        (part, parts)
    }
}

/// The cell that a pattern pairs with a cell of a rectangle.
pub(crate) const fn image(
    pattern: Pattern,
    x: usize,
    y: usize,
    width: usize,
    height: usize,
) -> (usize, usize) {
    match pattern {
        Pattern::Plain => (x, y),
        Pattern::Mirror => (width - 1 - x, y),
        Pattern::Spin => (width - 1 - x, height - 1 - y),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_floor_is_connected_and_has_its_pattern() {
        let mut made = [0; 12];
        for style in [Style::Cave, Style::Hall, Style::Rooms, Style::House] {
            for pattern in [Pattern::Plain, Pattern::Mirror, Pattern::Spin] {
                let line = "cave plain 7x6, 3 boxes, 3 goals apart, 1-9 pushes, 1 tries, seed 1";
                let recipe = Recipe { style, pattern, ..line.parse().unwrap() };
                let mut dice = Dice::new(5);
                for floor in (0..100).filter_map(|_| Floor::random(&recipe, &mut dice)) {
                    made[style as usize * 3 + pattern as usize] += 1;
                    assert_eq!(floor.parts(), 1);
                    for i in 0..floor.open.len() {
                        let (x, y) = image(pattern, i % 7, i / 7, 7, 6);
                        assert_eq!(floor.open[i], floor.open[y * 7 + x], "{}", floor.board());
                    }
                }
            }
        }
        assert!(made.iter().all(|&n| n > 10), "{made:?}");
    }
}
