//! The overlays as drawings.
//!
//! Marks of one look share one path: a policy of four arrows on a thousand cells is ten paths, not four thousand
//! elements.

use std::fmt::Write;

use soko_core::Direction;

use super::{Canvas, squares};
use crate::{
    Overlay,
    contour::{Contour, Diagonal, Outline, Region},
    markup::{CELL, LEGEND, Number},
    numeral,
    overlay::{Arrow, Heat},
    ramp::Ramp,
    skin::Symbol,
};

/// Width of the strokes of figures.
const FIGURE: f64 = 2.2;
/// Steps of the colour ramp.
const SHADES: u32 = 64;
/// Steps of an arrow's colour.
const STRENGTHS: u32 = 10;

impl Canvas<'_> {
    fn is_on_board(&self, (x, y): (usize, usize)) -> bool {
        x < self.picture.board.width() && y < self.picture.board.height()
    }

    fn cells(&self, cells: &[(usize, usize)]) -> Vec<(usize, usize)> {
        let mut cells: Vec<_> = cells.iter().copied().filter(|&cell| self.is_on_board(cell)).collect();
        cells.sort_unstable_by_key(|&(x, y)| (y, x));
        cells.dedup();
        cells
    }

    fn ramp(&self) -> Ramp {
        Ramp::new(self.picture.skin.dark)
    }
}

fn heats<'a>(canvas: &Canvas<'a>) -> impl Iterator<Item = &'a Heat> + use<'a> {
    canvas.picture.overlays.iter().filter_map(|overlay| match overlay {
        Overlay::Heat(heat) => Some(heat),
        _ => None,
    })
}

/// The number of the shade at a place from 0 to 1, out of `shades + 1`.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "places lie in 0..=1")]
fn shade(place: f64, shades: u32) -> u32 {
    (place * f64::from(shades)).round() as u32
}

/// Coloured cells.
pub(super) fn heat(canvas: &mut Canvas<'_>) {
    let ramp = canvas.ramp();
    for heat in heats(canvas) {
        let scale = heat.scale();
        let mut shades: Vec<(u32, Vec<_>)> = (0..=SHADES).map(|number| (number, Vec::new())).collect();
        for &(at, value) in heat.values().iter().filter(|&&(at, _)| canvas.is_on_board(at)) {
            shades[shade(scale.place(value), SHADES) as usize].1.push(at);
        }
        for (number, cells) in shades {
            let colour = ramp.at(f64::from(number) / f64::from(SHADES));
            canvas.path(&format!(r#"fill="{colour}""#), &squares(cells.into_iter()));
        }
    }
}

/// The values of a heat map, in dark or light ink.
pub(super) fn figures(canvas: &mut Canvas<'_>) {
    let ramp = canvas.ramp();
    for heat in heats(canvas).filter(|heat| heat.has_figures()) {
        let scale = heat.scale();
        let [mut dark, mut light] = [String::new(), String::new()];
        for &(at, value) in heat.values() {
            if !canvas.is_on_board(at) {
                continue;
            }
            let (x, y) = centre(at);
            let place = scale.place(value);
            let text = numeral::short(value);
            if canvas.picture.board.get(at.0, at.1).has_goal() {
                // The goal below would make the figure hard to read: give it a backing.
                let half = numeral::width(&text) / 2.0 + 4.0;
                let (left, top, width) = (Number(x - half), Number(y - 10.0), Number(2.0 * half));
                let backing = format!("M{left} {top}h{width}v20h-{width}z");
                canvas.path(&format!(r#"fill="{}""#, ramp.at(place)), &backing);
            }
            let ink = if ramp.takes_dark_ink(place) { &mut dark } else { &mut light };
            ink.push_str(&numeral::centred(&text, x, y));
        }
        canvas.path(&line_paint("#1d1410", FIGURE), &dark);
        canvas.path(&line_paint("#ffffff", FIGURE), &light);
    }
}

/// Dead squares and reachable cells.
pub(super) fn on_the_ground(canvas: &mut Canvas<'_>) {
    for overlay in &canvas.picture.overlays {
        let (symbol, cells) = match overlay {
            Overlay::DeadSquares(cells) => (Symbol::Dead, cells),
            Overlay::Reachable(cells) => (Symbol::Reachable, cells),
            _ => continue,
        };
        for (x, y) in canvas.cells(cells) {
            canvas.place(symbol, x, y);
        }
    }
}

/// Highlights, routes and arrows.
pub(super) fn above(canvas: &mut Canvas<'_>) {
    let inks = &canvas.picture.skin.inks;
    for overlay in &canvas.picture.overlays {
        match overlay {
            Overlay::Highlight(cells) => {
                let board = canvas.picture.board;
                let region = Region::of_cells(board.width(), board.height(), cells);
                let data = Contour::of(&region, Diagonal::Apart).path(&Outline::even(3.0, 9.0, 4.0));
                canvas.path(&line_paint(inks.casing, 8.0), &data);
                canvas.path(&line_paint(inks.accent, 4.5), &data);
            }
            Overlay::Route(cells) => {
                let cells: Vec<_> = cells.iter().copied().filter(|&at| canvas.is_on_board(at)).collect();
                let (line, head) = route(&cells);
                canvas.path(&line_paint(inks.casing, 9.0), &line);
                canvas.path(&shape_paint(inks.accent, inks.casing, 3.0), &head);
                canvas.path(&line_paint(inks.accent, 5.0), &line);
            }
            Overlay::Pushes(arrows) => {
                let mut data = String::new();
                for arrow in arrows.iter().filter(|a| canvas.is_on_board(a.at) && !a.strength.is_nan()) {
                    let strength = f64::from(arrow.strength).clamp(0.0, 1.0);
                    let (shaft, head) = (3.0 + 3.0 * strength, 9.0 + 7.0 * strength);
                    data += &arrow_shape(arrow, [2.0, 34.0, 54.0], shaft, head);
                }
                canvas.path(&shape_paint(inks.accent, inks.casing, 3.0), &data);
            }
            Overlay::Arrows(arrows) => policy(canvas, arrows),
            _ => {}
        }
    }
}

/// Arrows from near the centre of a cell towards its border, longer and further up the ramp with strength.
fn policy(canvas: &mut Canvas<'_>, arrows: &[Arrow]) {
    let (ramp, inks) = (canvas.ramp(), &canvas.picture.skin.inks);
    let mut shapes: Vec<(u32, String)> = (0..=STRENGTHS).map(|number| (number, String::new())).collect();
    for arrow in arrows.iter().filter(|a| canvas.is_on_board(a.at) && !a.strength.is_nan()) {
        let strength = f64::from(arrow.strength).clamp(0.0, 1.0);
        let (neck, tip) = (11.0 + 9.0 * strength, 15.0 + 15.0 * strength);
        let shape = arrow_shape(arrow, [7.0, neck, tip], 1.0 + 2.0 * strength, 3.5 + 4.5 * strength);
        shapes[shade(strength, STRENGTHS) as usize].1.push_str(&shape);
    }
    for (number, data) in shapes {
        // The palest third of the ramp would drown in the floor.
        let colour = ramp.at(0.3 + 0.7 * f64::from(number) / f64::from(STRENGTHS));
        canvas.path(&shape_paint(&colour.to_string(), inks.casing, 1.5), &data);
    }
}

fn line_paint(ink: &str, width: f64) -> String {
    let width = Number(width);
    format!(
        r#"fill="none" stroke="{ink}" stroke-width="{width}" stroke-linecap="round" stroke-linejoin="round""#
    )
}

fn shape_paint(ink: &str, casing: &str, width: f64) -> String {
    let width = Number(width);
    format!(r#"fill="{ink}" stroke="{casing}" stroke-width="{width}" stroke-linejoin="round""#)
}

/// The centre of a cell in units.
fn centre((x, y): (usize, usize)) -> (f64, f64) {
    let middle = |cell: usize| f64::from(i32::try_from(cell).expect("below MAX_CELLS") * CELL + CELL / 2);
    (middle(x), middle(y))
}

/// An arrow whose shaft starts at `along[0]` from the centre of its cell, turns into the head at `along[1]` and
/// ends at `along[2]`, with the half widths of shaft and head.
fn arrow_shape(arrow: &Arrow, along: [f64; 3], shaft: f64, head: f64) -> String {
    let (x, y) = centre(arrow.at);
    let (dx, dy) = arrow.direction.delta();
    let (dx, dy) = (f64::from(dx), f64::from(dy));
    let [start, neck, tip] = along;
    let corners = [
        (start, shaft),
        (neck, shaft),
        (neck, head),
        (tip, 0.0),
        (neck, -head),
        (neck, -shaft),
        (start, -shaft),
    ];
    let mut data = String::new();
    for (i, (ahead, aside)) in corners.into_iter().enumerate() {
        let (x, y) = (x + dx * ahead - dy * aside, y + dy * ahead + dx * aside);
        let _ = write!(data, "{}{} {}", if i == 0 { "M" } else { " " }, Number(x), Number(y));
    }
    data + "z"
}

/// The line of a route and its head. Consecutive cells need not be neighbours.
fn route(cells: &[(usize, usize)]) -> (String, String) {
    let [.., before, last] = cells else { return (String::new(), String::new()) };
    let mut line = String::new();
    for (i, &cell) in cells.iter().enumerate() {
        let (x, y) = centre(cell);
        let _ = write!(line, "{}{} {}", if i == 0 { "M" } else { " " }, Number(x), Number(y));
    }
    let direction = match (last.0.cmp(&before.0), last.1.cmp(&before.1)) {
        (std::cmp::Ordering::Greater, _) => Direction::Right,
        (std::cmp::Ordering::Less, _) => Direction::Left,
        (_, std::cmp::Ordering::Less) => Direction::Up,
        _ => Direction::Down,
    };
    let head = Arrow { at: *last, direction, strength: 1.0 };
    (line, arrow_shape(&head, [-2.0, 0.0, 20.0], 2.5, 13.0))
}

/// The colour ramps with their end values, below the board.
pub(super) fn legends(canvas: &mut Canvas<'_>) {
    let board = canvas.picture.board;
    let cell = CELL.unsigned_abs();
    let side = |cells: usize| u32::try_from(cells).expect("below MAX_CELLS") * cell;
    let (width, mut top) = (f64::from(side(board.width())), side(board.height()));
    let (skin, ramp) = (canvas.picture.skin, canvas.ramp());
    for heat in heats(canvas).filter(|heat| heat.has_legend()) {
        let middle = f64::from(top) + f64::from(LEGEND) / 2.0;
        let scale = heat.scale();
        let (least, largest) = (numeral::short(scale.least), numeral::short(scale.largest));
        // On a very narrow board the figures give way to the bar.
        let (least_width, largest_width) = (numeral::width(&least), numeral::width(&largest));
        let is_narrow = width < least_width + largest_width + 80.0;
        let (from, to) =
            if is_narrow { (8.0, width - 8.0) } else { (least_width + 22.0, width - largest_width - 22.0) };
        let plate = format!("M0 {top}h{w}v{LEGEND}h-{w}z", w = Number(width));
        canvas.path(&format!(r#"fill="{}""#, skin.page), &plate);
        let step = (to - from) / f64::from(SHADES);
        for number in 0..SHADES {
            // Each piece reaches under the next one: no seams.
            let (x, top) = (Number(from + step * f64::from(number)), Number(middle - 9.0));
            let data = format!("M{x} {top}H{to}v18H{x}z", to = Number(to));
            let colour = ramp.at((f64::from(number) + 0.5) / f64::from(SHADES));
            canvas.path(&format!(r#"fill="{colour}""#), &data);
        }
        if !is_narrow {
            let data = numeral::from_left(&least, 10.0, middle)
                + &numeral::from_left(&largest, width - 10.0 - largest_width, middle);
            canvas.path(&line_paint(skin.inks.text, FIGURE), &data);
        }
        top += LEGEND;
    }
}
