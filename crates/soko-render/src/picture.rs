//! A picture of a board: what to draw and how large.
//!
//! A [`Picture`] is a description; [`svg`](Picture::svg) and [`png`](Picture::png) make the file. The SVG is the
//! drawing itself, the PNG is that SVG drawn by `resvg`. Nothing is allocated before the size is known to be
//! within the limits, so a huge board or cell is a clear error and never gigabytes.

use soko_core::{Board, Direction};

use crate::{Overlay, RenderError, Skin, draw, markup::CELL, raster};

/// No picture shows more cells than this (256 × 256, say).
pub const MAX_CELLS: usize = 65_536;
/// No cell is wider than this, in pixels.
pub const MAX_CELL: u32 = 1_024;
/// No bitmap has more pixels than this: 128 MiB of RGBA.
pub const MAX_PIXELS: u64 = 1 << 25;
/// No bitmap is wider or higher than this, in pixels.
pub const MAX_SIDE: u32 = 32_767;

/// What lies behind the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[non_exhaustive]
pub enum Background {
    /// Nothing: the surroundings show through outside the walls.
    #[default]
    Transparent,
    /// The skin's own paper.
    Page,
    /// One colour: red, green, blue.
    Colour(u8, u8, u8),
}

/// A board and how to draw it.
#[derive(Clone, Debug)]
pub struct Picture<'a> {
    pub(crate) board: &'a Board,
    pub(crate) skin: &'static Skin,
    pub(crate) cell: u32,
    pub(crate) facing: Direction,
    pub(crate) background: Background,
    pub(crate) title: Option<String>,
    pub(crate) overlays: Vec<Overlay>,
}

impl<'a> Picture<'a> {
    /// The board in the default skin, 32 pixels per cell, on nothing.
    pub fn new(board: &'a Board) -> Self {
        Self {
            board,
            skin: Default::default(),
            cell: 32,
            facing: Direction::Down,
            background: Background::default(),
            title: None,
            overlays: Vec::new(),
        }
    }

    /// Draws with another skin.
    #[must_use]
    pub const fn skin(mut self, skin: &'static Skin) -> Self {
        self.skin = skin;
        self
    }

    /// Sets the width of a cell in pixels (for SVG its preferred width: it scales freely).
    #[must_use]
    pub const fn cell(mut self, pixels: u32) -> Self {
        self.cell = pixels;
        self
    }

    /// Turns the player; down unless told.
    #[must_use]
    pub const fn facing(mut self, facing: Direction) -> Self {
        self.facing = facing;
        self
    }

    /// Puts something behind the board.
    #[must_use]
    pub const fn background(mut self, background: Background) -> Self {
        self.background = background;
        self
    }

    /// Names the picture for readers that cannot see it. It is not drawn.
    #[must_use]
    pub fn title(mut self, title: impl Into<String>) -> Self {
        self.title = Some(title.into());
        self
    }

    /// Lays something over the board; later overlays lie above earlier ones of the same kind.
    #[must_use]
    pub fn overlay(mut self, overlay: Overlay) -> Self {
        self.overlays.push(overlay);
        self
    }

    /// Width and height in pixels.
    ///
    /// # Errors
    /// An empty board, too many cells or an impossible cell size.
    pub fn size(&self) -> Result<(u32, u32), RenderError> {
        let (width, height) = self.units()?;
        Ok((pixels(width, self.cell), pixels(height, self.cell)))
    }

    /// The picture as SVG: one self-contained element, without references, scripts or fonts.
    ///
    /// # Errors
    /// An empty board, too many cells or an impossible cell size.
    pub fn svg(&self) -> Result<String, RenderError> {
        draw::document(self, draw::Things::Shown)
    }

    /// The still part of the picture, without boxes and player, which the page moves about.
    ///
    /// # Errors
    /// As [`svg`](Self::svg).
    pub fn ground_svg(&self) -> Result<String, RenderError> {
        draw::document(self, draw::Things::Hidden)
    }

    /// The picture as PNG with transparency.
    ///
    /// # Errors
    /// As [`svg`](Self::svg), and a bitmap beyond [`MAX_PIXELS`] or [`MAX_SIDE`].
    pub fn png(&self) -> Result<Vec<u8>, RenderError> {
        self.check_bitmap()?;
        let bitmap = raster::rasterize(&self.svg()?)?;
        bitmap.encode_png().map_err(|error| RenderError::Encoding(error.to_string()))
    }

    /// Width and height in drawing units, legends included.
    pub(crate) fn units(&self) -> Result<(u32, u32), RenderError> {
        let (width, height) = (self.board.width(), self.board.height());
        if width == 0 || height == 0 {
            return Err(RenderError::EmptyBoard);
        }
        let too_many = RenderError::TooManyCells { width, height };
        if width.checked_mul(height).is_none_or(|cells| cells > MAX_CELLS) {
            return Err(too_many);
        }
        if !(1..=MAX_CELL).contains(&self.cell) {
            return Err(RenderError::CellSize { pixels: self.cell });
        }
        let side = |cells: usize| u32::try_from(cells).expect("below MAX_CELLS") * CELL.unsigned_abs();
        Ok((side(width), side(height) + draw::LEGEND * self.legends()))
    }

    /// Number of legends below the board.
    pub(crate) fn legends(&self) -> u32 {
        let heats = self.overlays.iter().filter(|o| matches!(o, Overlay::Heat(heat) if heat.has_legend()));
        heats.map(|_| 1).sum()
    }

    /// Refuses bitmaps that would need too much memory, and says which cell would fit.
    pub(crate) fn check_bitmap(&self) -> Result<(), RenderError> {
        let units = self.units()?;
        let fits = |cell: u32| {
            let (width, height) = (pixels(units.0, cell), pixels(units.1, cell));
            width <= MAX_SIDE && height <= MAX_SIDE && u64::from(width) * u64::from(height) <= MAX_PIXELS
        };
        if fits(self.cell) {
            return Ok(());
        }
        let largest_cell = (1..self.cell).rev().find(|&cell| fits(cell)).unwrap_or(0);
        let (width, height) = self.size()?;
        Err(RenderError::TooManyPixels { width, height, largest_cell })
    }
}

/// A length in pixels. Units are multiples of a quarter cell, rounded up.
fn pixels(units: u32, cell: u32) -> u32 {
    let pixels = (u64::from(units) * u64::from(cell)).div_ceil(u64::from(CELL.unsigned_abs()));
    u32::try_from(pixels).unwrap_or(u32::MAX)
}
