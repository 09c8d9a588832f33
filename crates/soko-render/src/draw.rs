//! The drawing itself: a board as an SVG document.
//!
//! From back to front: background, floor, heat, goals, dead squares and reachable cells, walls, boxes and player,
//! and what lies above them. Symbols are defined once, and only those that are used; everything else is a path.
//! The document is a pure function of the [`Picture`]: same picture, same bytes.

mod marks;

use std::{collections::BTreeSet, fmt::Write};

use soko_core::{Board, Cell, Direction};

use crate::{
    Background, Picture, RenderError, Skin,
    contour::{Contour, Diagonal, Region},
    ground::Ground,
    markup::{CELL, escape},
    skin::{Layer, Symbol},
};

/// Are boxes and player part of the drawing? An animation draws them itself.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Things {
    Shown,
    Hidden,
}

impl Picture<'_> {
    /// The picture as SVG: one self-contained element, without references, scripts or fonts.
    ///
    /// # Errors
    /// An empty board, too many cells or an impossible cell size.
    pub fn svg(&self) -> Result<String, RenderError> {
        document(self, Things::Shown)
    }

    /// The still part of the picture, without boxes and player: for pages that move them about.
    ///
    /// # Errors
    /// As [`svg`](Self::svg).
    pub fn ground_svg(&self) -> Result<String, RenderError> {
        document(self, Things::Hidden)
    }
}

/// Document text under construction, and the symbols it needs.
pub(crate) struct Canvas<'a> {
    pub(crate) picture: &'a Picture<'a>,
    pub(crate) body: String,
    used: BTreeSet<Symbol>,
}

impl Canvas<'_> {
    /// Places a symbol on a cell.
    pub(crate) fn place(&mut self, symbol: Symbol, x: usize, y: usize) {
        self.used.insert(symbol);
        let (id, cell) = (symbol.id(self.picture.skin), CELL.unsigned_abs() as usize);
        let _ = writeln!(self.body, r##"<use href="#{id}" x="{}" y="{}"/>"##, x * cell, y * cell);
    }

    /// Draws path data with the given presentation attributes; nothing if there is none.
    pub(crate) fn path(&mut self, paint: &str, data: &str) {
        if !data.is_empty() {
            let _ = writeln!(self.body, r#"<path {paint} d="{data}"/>"#);
        }
    }

    fn layers(&mut self, region: &Region, layers: &[Layer], diagonal: Diagonal) {
        let (contour, apart) = (Contour::of(region, diagonal), Contour::of(region, Diagonal::Apart));
        for layer in layers {
            // Sides that are set back leave a gap where cells touch diagonally: nothing to join there.
            let [_, right, _, left] = layer.outline.inset;
            let is_set_back = left > 0.0 || right > 0.0;
            let contour = if is_set_back { &apart } else { &contour };
            self.path(layer.paint, &contour.path(&layer.outline));
        }
    }

    pub(crate) fn group(&mut self, class: &str, draw: impl FnOnce(&mut Self)) {
        let before = self.body.len();
        let _ = writeln!(self.body, r#"<g class="{class}">"#);
        let opened = self.body.len();
        draw(self);
        if self.body.len() == opened {
            self.body.truncate(before);
        } else {
            self.body.push_str("</g>\n");
        }
    }
}

/// The picture as an SVG document.
pub(crate) fn document(picture: &Picture<'_>, things: Things) -> Result<String, RenderError> {
    let (width, height) = picture.units()?;
    let (pixel_width, pixel_height) = picture.size()?;
    let Picture { board, skin, .. } = *picture;
    let ground = Ground::of(board);
    let mut canvas = Canvas { picture, body: String::new(), used: BTreeSet::new() };

    let background = match picture.background {
        Background::Transparent => None,
        Background::Page => Some(skin.page()),
        Background::Colour(r, g, b) => Some(crate::ramp::Rgb(r, g, b).to_string()),
    };
    if let Some(colour) = background {
        canvas.path(&format!(r#"fill="{colour}""#), &format!("M0 0h{width}v{height}h-{width}z"));
    }
    canvas.group("floor", |canvas| {
        canvas.layers(&ground.floor, skin.floor, Diagonal::Apart);
        if let Some(paint) = skin.odd_floor {
            canvas.path(paint, &squares(ground.floor.iter().filter(|&(x, y)| (x + y) % 2 == 1)));
        }
    });
    canvas.group("heat", marks::heat);
    canvas.group("goals", |canvas| {
        for (x, y, _) in board.cells().filter(|(_, _, cell)| cell.has_goal()) {
            canvas.place(Symbol::Goal, x, y);
        }
    });
    canvas.group("marks", marks::on_the_ground);
    canvas.group("figures", marks::figures);
    canvas.group("walls", |canvas| canvas.layers(&ground.walls, skin.walls, Diagonal::Joined));
    if things == Things::Shown {
        canvas.group("things", |canvas| {
            for (x, y, cell) in board.cells() {
                if let Some(symbol) = thing(cell, picture.facing) {
                    canvas.place(symbol, x, y);
                }
            }
        });
    }
    canvas.group("signs", marks::above);
    canvas.group("legends", marks::legends);

    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{pixel_width}\" height=\"{pixel_height}\" \
         viewBox=\"0 0 {width} {height}\" role=\"img\">\n"
    );
    let title = picture.title.as_deref().unwrap_or("Sokoban board");
    let _ = writeln!(svg, "<title>{}</title>\n<desc>{}</desc>", escape(title), description(board));
    define(&mut svg, skin, &canvas.used);
    svg.push_str(&canvas.body);
    svg.push_str("</svg>\n");
    Ok(svg)
}

/// One symbol alone, on a cell of the given size in pixels.
pub(crate) fn tile(skin: &Skin, symbol: Symbol, pixels: u32) -> String {
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{pixels}\" height=\"{pixels}\" \
         viewBox=\"0 0 {CELL} {CELL}\">\n"
    );
    define(&mut svg, skin, &BTreeSet::from([symbol]));
    let _ = writeln!(svg, "<use href=\"#{}\"/>\n</svg>", symbol.id(skin));
    svg
}

fn define(svg: &mut String, skin: &Skin, symbols: &BTreeSet<Symbol>) {
    if !symbols.is_empty() {
        svg.push_str("<defs>\n");
        svg.extend(symbols.iter().map(|symbol| symbol.definition(skin)));
        svg.push_str("</defs>\n");
    }
}

/// The symbol of what stands on a cell.
pub(crate) const fn thing(cell: Cell, facing: Direction) -> Option<Symbol> {
    match cell {
        Cell::Box => Some(Symbol::LooseBox),
        Cell::BoxOnGoal => Some(Symbol::HomeBox),
        Cell::Player | Cell::PlayerOnGoal => Some(Symbol::Player(facing)),
        Cell::Floor | Cell::Wall | Cell::Goal => None,
    }
}

/// Path data of whole cells.
fn squares(cells: impl Iterator<Item = (usize, usize)>) -> String {
    let side = CELL.unsigned_abs() as usize;
    let mut data = String::new();
    for (x, y) in cells {
        let _ = write!(data, "M{} {}h{side}v{side}h-{side}z", x * side, y * side);
    }
    data
}

/// The board in words, for those who cannot see it.
fn description(board: &Board) -> String {
    let (boxes, goals) = (board.count(Cell::has_box), board.count(Cell::has_goal));
    let home = board.count(|cell| cell == Cell::BoxOnGoal);
    let mut text = format!(
        "{} columns, {} rows; boxes: {boxes}, goals: {goals}, boxes on goals: {home}",
        board.width(),
        board.height()
    );
    for (x, y, _) in board.cells().filter(|(_, _, cell)| cell.has_player()).take(1) {
        let _ = write!(text, "; player in column {}, row {}", x + 1, y + 1);
    }
    text.push('.');
    text
}
