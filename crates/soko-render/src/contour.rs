//! Outlines of sets of cells, with rounded corners.
//!
//! Walls look connected because they *are* one shape: the outline of all wall cells is traced once and drawn
//! as a single path. That costs a few bytes per corner instead of an element per cell, leaves no seams, and
//! lets a skin draw the same shape several times with different insets (a dark face, a lighter top set back
//! from the lower edge, a rim of light), which is how the walls get their depth.
//!
//! **Tracing.** Walk along cell borders with the region on the right hand. In every corner the next border is
//! unique, except where two cells touch diagonally: there [`Diagonal`] decides whether they hold together.
//! Walls do (there is no way between them), so floors do not. Invariant: every border piece belongs to exactly
//! one loop, loops turn clockwise around cells and anticlockwise around holes; filling needs no even-odd rule.
//!
//! **Cost.** Linear in the number of cells.

use std::fmt::Write;

use soko_core::Direction;

use crate::markup::{CELL, Number};

/// A set of cells of a rectangle.
#[derive(Clone)]
pub(crate) struct Region {
    width: usize,
    height: usize,
    cells: Vec<bool>,
}

impl Region {
    pub(crate) fn of(width: usize, height: usize, contains: impl Fn(usize, usize) -> bool) -> Self {
        let cells = (0..height).flat_map(|y| (0..width).map(move |x| (x, y)));
        Self { width, height, cells: cells.map(|(x, y)| contains(x, y)).collect() }
    }

    /// The given cells, as far as they lie in the rectangle.
    pub(crate) fn of_cells(width: usize, height: usize, cells: &[(usize, usize)]) -> Self {
        let mut region = Self { width, height, cells: vec![false; width * height] };
        for &(x, y) in cells.iter().filter(|&&(x, y)| x < width && y < height) {
            region.cells[y * width + x] = true;
        }
        region
    }

    pub(crate) fn contains(&self, x: usize, y: usize) -> bool {
        x < self.width && y < self.height && self.cells[y * self.width + x]
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = (usize, usize)> + '_ {
        let cells = self.cells.iter().enumerate().filter(|&(_, &inside)| inside);
        cells.map(|(i, _)| (i % self.width, i / self.width))
    }
}

/// Do two cells that touch in one point hold together?
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Diagonal {
    Joined,
    Apart,
}

/// How an outline is drawn. All in units.
#[derive(Clone, Copy)]
pub(crate) struct Outline {
    /// How far each side is set back from the cell border (negative: sticks out): top, right, bottom, left.
    pub(crate) inset: [f64; 4],
    /// The radius of corners that point out of the region.
    pub(crate) convex: f64,
    /// The radius of corners that point into it.
    pub(crate) concave: f64,
}

impl Outline {
    /// The same inset on all sides.
    pub(crate) const fn even(inset: f64, convex: f64, concave: f64) -> Self {
        Self { inset: [inset; 4], convex, concave }
    }
}

/// A corner of an outline: a grid point, and the directions in which it is reached and left.
#[derive(Clone, Copy)]
struct Corner {
    x: usize,
    y: usize,
    reached: Direction,
    left: Direction,
}

/// The traced outline of a region: closed loops of corners.
pub(crate) struct Contour {
    loops: Vec<Vec<Corner>>,
}

const fn turned(direction: Direction, quarters_clockwise: usize) -> Direction {
    Direction::ALL[(direction as usize + quarters_clockwise) % 4]
}

impl Contour {
    pub(crate) fn of(region: &Region, diagonal: Diagonal) -> Self {
        // Grid points are cell corners. The cell to the right of a border piece that starts at (x, y), and
        // the one to its left; cells before the first column or row wrap around and are never contained.
        let cell = |x: usize, y: usize, dx: usize, dy: usize| {
            region.contains(x.wrapping_sub(dx), y.wrapping_sub(dy))
        };
        let is_border = |x: usize, y: usize, direction: Direction| match direction {
            Direction::Right => cell(x, y, 0, 0) && !cell(x, y, 0, 1),
            Direction::Down => cell(x, y, 1, 0) && !cell(x, y, 0, 0),
            Direction::Left => cell(x, y, 1, 1) && !cell(x, y, 1, 0),
            Direction::Up => cell(x, y, 0, 1) && !cell(x, y, 1, 1),
        };
        let turns = match diagonal {
            Diagonal::Joined => [3, 0, 1],
            Diagonal::Apart => [1, 0, 3],
        };
        // Every loop has an upper border somewhere; those alone need a mark.
        let mut seen = vec![false; region.cells.len()];
        let mut loops = Vec::new();
        for (start_x, start_y) in region.iter() {
            if !is_border(start_x, start_y, Direction::Right) || seen[start_y * region.width + start_x] {
                continue;
            }
            let mut corners = Vec::new();
            let (mut x, mut y, mut heading) = (start_x, start_y, Direction::Right);
            loop {
                if heading == Direction::Right {
                    seen[y * region.width + x] = true;
                }
                let (dx, dy) = heading.delta();
                (x, y) = (x.wrapping_add_signed(dx as isize), y.wrapping_add_signed(dy as isize));
                let next = turns.map(|turn| turned(heading, turn)).into_iter().find(|&d| is_border(x, y, d));
                let next = next.expect("a border never ends");
                if next != heading {
                    corners.push(Corner { x, y, reached: heading, left: next });
                }
                heading = next;
                if (x, y, heading) == (start_x, start_y, Direction::Right) {
                    break;
                }
            }
            loops.push(corners);
        }
        Self { loops }
    }

    /// The outline as path data.
    pub(crate) fn path(&self, outline: &Outline) -> String {
        let mut data = String::new();
        for corners in &self.loops {
            write_loop(&mut data, corners, outline);
        }
        data
    }
}

fn units(grid: usize) -> f64 {
    let grid = i32::try_from(grid).expect("the number of cells of a picture is limited");
    f64::from(grid * CELL)
}

fn write_loop(data: &mut String, corners: &[Corner], outline: &Outline) {
    let [top, right, bottom, left] = outline.inset;
    // A horizontal border fixes the y of its ends, a vertical one their x.
    let place = |corner: &Corner| {
        let (mut x, mut y) = (units(corner.x), units(corner.y));
        for direction in [corner.reached, corner.left] {
            match direction {
                Direction::Right => y += top,
                Direction::Down => x -= right,
                Direction::Left => y -= bottom,
                Direction::Up => x += left,
            }
        }
        (x, y)
    };
    let points: Vec<_> = corners.iter().map(place).collect();
    let count = points.len();
    let length = |i: usize| {
        let (a, b) = (points[i % count], points[(i + 1) % count]);
        (a.0 - b.0).abs() + (a.1 - b.1).abs()
    };
    let is_convex = |i: usize| turned(corners[i].reached, 1) == corners[i].left;
    let radius = |i: usize| {
        let wanted = if is_convex(i) { outline.convex } else { outline.concave };
        wanted.min(length(i + count - 1) / 2.0).min(length(i) / 2.0)
    };
    let ahead = |direction: Direction, by: f64| {
        let (dx, dy) = direction.delta();
        (f64::from(dx) * by, f64::from(dy) * by)
    };
    let (dx, dy) = ahead(corners[0].left, radius(0));
    let mut pen = (points[0].0 + dx, points[0].1 + dy);
    let _ = write!(data, "M{} {}", Number(pen.0), Number(pen.1));
    for i in (1..=count).map(|i| i % count) {
        let (corner, r) = (corners[i], radius(i));
        let (back_x, back_y) = ahead(corner.reached, -r);
        let (dx, dy) = (points[i].0 + back_x - pen.0, points[i].1 + back_y - pen.1);
        let _ = match corner.reached {
            Direction::Left | Direction::Right => write!(data, "h{}", Number(dx)),
            Direction::Up | Direction::Down => write!(data, "v{}", Number(dy)),
        };
        let (out_x, out_y) = ahead(corner.left, r);
        if r > 0.0 {
            let sweep = u8::from(is_convex(i));
            let (r, arc_x, arc_y) = (Number(r), Number(out_x - back_x), Number(out_y - back_y));
            let _ = write!(data, "a{r} {r} 0 0 {sweep} {arc_x} {arc_y}");
        }
        pen = (points[i].0 + out_x, points[i].1 + out_y);
    }
    data.push('z');
}

#[cfg(test)]
mod tests {
    use super::*;

    fn region(rows: &[&str]) -> Region {
        let rows: Vec<_> = rows.iter().map(|row| row.as_bytes()).collect();
        Region::of(rows[0].len(), rows.len(), |x, y| rows[y][x] == b'#')
    }

    const SHARP: Outline = Outline::even(0.0, 0.0, 0.0);

    #[test]
    fn a_cell_is_a_square() {
        let contour = Contour::of(&region(&["#"]), Diagonal::Joined);
        assert_eq!(contour.path(&SHARP), "M64 0v64h-64v-64h64z");
        let round = contour.path(&Outline::even(2.0, 8.0, 0.0));
        assert_eq!(
            round,
            "M62 10v44a8 8 0 0 1 -8 8h-44a8 8 0 0 1 -8 -8v-44a8 8 0 0 1 8 -8h44a8 8 0 0 1 8 8z"
        );
    }

    #[test]
    fn a_hole_turns_the_other_way() {
        let contour = Contour::of(&region(&["###", "# #", "###"]), Diagonal::Joined);
        assert_eq!(contour.path(&SHARP), "M192 0v192h-192v-192h192zM128 128v-64h-64v64h64z");
    }

    #[test]
    fn diagonal_neighbours_hold_together_or_not() {
        let touching = region(&["# ", " #"]);
        assert_eq!(Contour::of(&touching, Diagonal::Joined).loops.len(), 1);
        assert_eq!(Contour::of(&touching, Diagonal::Apart).loops.len(), 2);
    }

    /// The signed area of all loops equals the number of cells, whatever the shape.
    #[test]
    fn loops_enclose_exactly_the_region() {
        let mut random = 0x2545_f491_4f6c_dd1d_u64;
        for _ in 0..200 {
            let mut cells = Vec::new();
            for _ in 0..63 {
                random ^= random << 13;
                random ^= random >> 7;
                random ^= random << 17;
                cells.push(random % 5 < 2);
            }
            let region = Region { width: 9, height: 7, cells };
            for diagonal in [Diagonal::Joined, Diagonal::Apart] {
                let mut doubled_area = 0;
                for corners in Contour::of(&region, diagonal).loops {
                    for (a, b) in corners.iter().zip(corners.iter().cycle().skip(1)) {
                        let [ax, ay, bx, by] = [a.x, a.y, b.x, b.y].map(|v| i64::try_from(v).unwrap());
                        doubled_area += ax * by - bx * ay;
                    }
                }
                assert_eq!(doubled_area, 2 * i64::try_from(region.iter().count()).unwrap());
            }
        }
    }
}
