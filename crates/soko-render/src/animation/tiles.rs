//! The distinct cells of an animation, each blended once.
//!
//! First [`Tiles`] is told every (cell, symbol) that will be shown and counts their colours; [`Tiles::finish`] makes
//! the palette, and [`Indexed`] then hands out cells as palette indices. Cells of the ground that look alike share
//! one *kind*: a board of thousands of cells has a few dozen kinds.

use std::collections::BTreeMap;

use resvg::tiny_skia::{Pixmap, PremultipliedColorU8};
use rustc_hash::FxHashMap;

use crate::{
    RenderError, Skin, draw,
    palette::{Census, Palette},
    raster,
    skin::Symbol,
};

/// Number of a kind of ground cell.
type Kind = usize;

/// The ground and the symbols in full colour.
pub(super) struct Tiles<'a> {
    skin: &'a Skin,
    cell: usize,
    ground: Pixmap,
    columns: usize,
    /// The kind of each cell of the board, row by row.
    kinds: Vec<Kind>,
    /// A cell of each kind.
    examples: Vec<(usize, usize)>,
    sprites: BTreeMap<Symbol, Pixmap>,
    /// How often each blend will be shown.
    expected: BTreeMap<(Kind, Option<Symbol>), u64>,
}

impl<'a> Tiles<'a> {
    /// Sorts the cells of the ground into kinds and draws the symbols that move.
    pub(super) fn new(ground: Pixmap, skin: &'a Skin, pixels: u32) -> Result<Self, RenderError> {
        let cell = pixels as usize;
        let columns = ground.width() as usize / cell;
        // A legend may leave a last row of cells that is cut off: it never changes.
        let rows = ground.height() as usize / cell;
        let mut numbers: FxHashMap<Vec<u8>, Kind> = FxHashMap::default();
        let mut examples = Vec::new();
        let mut kinds = Vec::with_capacity(columns * rows);
        for at in (0..rows).flat_map(|y| (0..columns).map(move |x| (x, y))) {
            let bytes: Vec<u8> = rows_of(&ground, at, cell).flat_map(|row| bytes_of(row)).collect();
            let kind = *numbers.entry(bytes).or_insert_with(|| {
                examples.push(at);
                examples.len() - 1
            });
            kinds.push(kind);
        }
        let moving = Symbol::ALL.iter().filter(|symbol| symbol.moves());
        let sprites = moving.map(|&symbol| Ok((symbol, raster::rasterize(&draw::tile(skin, symbol, pixels))?)));
        let sprites = sprites.collect::<Result<_, RenderError>>()?;
        Ok(Self { skin, cell, ground, columns, kinds, examples, sprites, expected: BTreeMap::new() })
    }
}
