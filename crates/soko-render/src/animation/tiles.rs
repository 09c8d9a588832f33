//! The distinct cells of an animation, each blended once.
//!
//! [`Tiles`] is first told every pair of cell and symbol that will be shown, and counts their colours;
//! [`Tiles::finish`] makes the palette, and [`IndexedTiles`] then hands out cells as palette indices. Cells of the
//! ground that look alike share one *kind*: a board of thousands of cells has a few dozen kinds.

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

/// Finished cells are forgotten when they take more than this, in bytes.
const CACHE: usize = 32 << 20;

/// The ground and the symbols in full colour.
pub(super) struct Tiles {
    cell: usize,
    columns: usize,
    ground: Pixmap,
    /// The kind of each cell of the board, row by row.
    kinds: Vec<Kind>,
    /// The first cell of each kind.
    examples: Vec<(usize, usize)>,
    sprites: BTreeMap<Symbol, Pixmap>,
    /// How often each blend will be shown.
    expected: BTreeMap<(Kind, Option<Symbol>), u64>,
}

impl Tiles {
    /// Sorts the cells of the ground into kinds and draws the symbols that move.
    pub(super) fn new(ground: Pixmap, skin: &Skin, pixels: u32) -> Result<Self, RenderError> {
        let cell = pixels as usize;
        // A legend may leave a row of cells that is cut off; it never changes.
        let (columns, rows) = (ground.width() as usize / cell, ground.height() as usize / cell);
        let mut numbers: FxHashMap<Vec<[u8; 4]>, Kind> = FxHashMap::default();
        let mut examples = Vec::new();
        let mut kinds = Vec::with_capacity(columns * rows);
        for at in (0..rows).flat_map(|y| (0..columns).map(move |x| (x, y))) {
            let look =
                rows_of(&ground, at, cell).flatten().map(|p| [p.red(), p.green(), p.blue(), p.alpha()]);
            let kind = *numbers.entry(look.collect()).or_insert_with(|| {
                examples.push(at);
                examples.len() - 1
            });
            kinds.push(kind);
        }
        let moving = Symbol::ALL.into_iter().filter(|symbol| symbol.moves());
        let sprites =
            moving.map(|symbol| Ok((symbol, raster::rasterize(&draw::tile(skin, symbol, pixels))?)));
        let sprites = sprites.collect::<Result<_, RenderError>>()?;
        Ok(Self { cell, columns, ground, kinds, examples, sprites, expected: BTreeMap::new() })
    }

    /// Announces that a cell will be shown with a symbol on it, or bare.
    pub(super) fn expect(&mut self, at: (usize, usize), symbol: Option<Symbol>) {
        *self.expected.entry((self.kind(at), symbol)).or_insert(0) += 1;
    }

    /// Makes the palette of everything announced.
    pub(super) fn finish(self) -> IndexedTiles {
        let mut census = Census::default();
        census.count(self.ground.pixels().iter().map(|&pixel| colour(pixel)), 1);
        for (&(kind, symbol), &times) in &self.expected {
            census.count(self.blend(kind, symbol).map(colour), times);
        }
        let palette = census.palette();
        let ground = self.ground.pixels().iter().map(|&pixel| palette.index(colour(pixel))).collect();
        IndexedTiles { tiles: self, palette, ground, cache: FxHashMap::default() }
    }

    fn kind(&self, (x, y): (usize, usize)) -> Kind {
        self.kinds[y * self.columns + x]
    }

    /// The pixels of a cell of this kind with a symbol on it.
    fn blend(&self, kind: Kind, symbol: Option<Symbol>) -> impl Iterator<Item = PremultipliedColorU8> + '_ {
        let ground = rows_of(&self.ground, self.examples[kind], self.cell).flatten().copied();
        let sprite = symbol.map(|symbol| self.sprites[&symbol].pixels());
        ground.enumerate().map(move |(i, below)| sprite.map_or(below, |sprite| over(sprite[i], below)))
    }
}

/// The cells of an animation as palette indices.
pub(super) struct IndexedTiles {
    tiles: Tiles,
    palette: Palette,
    ground: Vec<u8>,
    cache: FxHashMap<(Kind, Option<Symbol>), Vec<u8>>,
}

impl IndexedTiles {
    /// Red, green and blue of every index.
    pub(super) fn palette(&self) -> &[u8] {
        self.palette.rgb()
    }

    /// The whole ground, bare.
    pub(super) fn ground(&self) -> &[u8] {
        &self.ground
    }

    /// A cell with a symbol on it that was announced, row by row.
    pub(super) fn tile(&mut self, at: (usize, usize), symbol: Option<Symbol>) -> &[u8] {
        let Self { tiles, palette, cache, .. } = self;
        if cache.len() * tiles.cell * tiles.cell > CACHE {
            cache.clear();
        }
        let kind = tiles.kind(at);
        cache
            .entry((kind, symbol))
            .or_insert_with(|| tiles.blend(kind, symbol).map(|pixel| palette.index(colour(pixel))).collect())
    }
}

/// The pixel rows of one cell.
fn rows_of(
    bitmap: &Pixmap,
    (x, y): (usize, usize),
    cell: usize,
) -> impl Iterator<Item = &[PremultipliedColorU8]> {
    let width = bitmap.width() as usize;
    let rows = bitmap.pixels().chunks_exact(width).skip(y * cell).take(cell);
    rows.map(move |row| &row[x * cell..(x + 1) * cell])
}

/// One pixel drawn over another, as the renderer would.
fn over(above: PremultipliedColorU8, below: PremultipliedColorU8) -> PremultipliedColorU8 {
    let rest = u16::from(255 - above.alpha());
    let mix = |above: u8, below: u8| {
        let through = (u16::from(below) * rest + 127) / 255;
        u8::try_from(u16::from(above) + through).unwrap_or(u8::MAX)
    };
    let alpha = mix(above.alpha(), below.alpha());
    let [r, g, b] =
        [mix(above.red(), below.red()), mix(above.green(), below.green()), mix(above.blue(), below.blue())]
            .map(|channel| channel.min(alpha));
    PremultipliedColorU8::from_rgba(r, g, b, alpha).expect("no channel exceeds alpha")
}

/// The colour of a pixel; none if it is more transparent than not, since GIF knows no shades of that.
fn colour(pixel: PremultipliedColorU8) -> Option<[u8; 3]> {
    let pixel = (pixel.alpha() >= 128).then(|| pixel.demultiply())?;
    Some([pixel.red(), pixel.green(), pixel.blue()])
}
