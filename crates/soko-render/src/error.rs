//! Why a picture could not be made.

use crate::bounds::{MAX_CELL, MAX_CELLS};

/// Why a picture could not be made.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum RenderError {
    /// A board without a single cell.
    #[error("the board is empty: there is nothing to draw")]
    EmptyBoard,
    /// More cells than [`MAX_CELLS`](crate::MAX_CELLS).
    #[error("the board has {width} × {height} cells; a picture can show {} in all", MAX_CELLS)]
    TooManyCells {
        /// Columns of the board.
        width: usize,
        /// Rows of the board.
        height: usize,
    },
    /// A cell of no pixels, or of more than [`MAX_CELL`](crate::MAX_CELL).
    #[error("a cell cannot be {pixels} pixels wide; choose 1 to {}", MAX_CELL)]
    CellSize {
        /// The wanted width of a cell.
        pixels: u32,
    },
    /// The bitmap would need too much memory.
    #[error("the picture would be {width} × {height} pixels; choose a cell of at most {largest_cell} pixels")]
    TooManyPixels {
        /// Width of the bitmap.
        width: u32,
        /// Height of the bitmap.
        height: u32,
        /// The widest cell that fits the limits; 0 if none does.
        largest_cell: u32,
    },
    /// The animation would be longer than its limit.
    #[error("the animation needs {frames} frames, {limit} are allowed; raise the limit or show pushes only")]
    TooManyFrames {
        /// Frames of the whole animation.
        frames: usize,
        /// The limit that was set.
        limit: usize,
    },
    /// The solution belongs to another level.
    #[error("move {} of the solution is blocked on this level: it solves another one", .index + 1)]
    WrongLevel {
        /// Index of the first blocked step, from 0.
        index: usize,
    },
    /// An overlay that lies above the boxes and could not follow them.
    #[error("this overlay lies above the boxes and cannot be part of an animation")]
    OverlayAboveBoxes,
    /// No skin has this name.
    #[error("there is no skin '{name}'; choose one of: {known}")]
    UnknownSkin {
        /// The name that was asked for.
        name: String,
        /// The names there are.
        known: String,
    },
    /// The renderer refused our own SVG. A bug of this crate.
    #[error("the SVG could not be drawn: {0}")]
    Svg(#[from] resvg::usvg::Error),
    /// The bitmap could not be packed.
    #[error("the picture could not be encoded: {0}")]
    Encoding(String),
    /// The output could not be written.
    #[error("the picture could not be written: {0}")]
    Io(#[from] std::io::Error),
}

impl From<gif::EncodingError> for RenderError {
    fn from(error: gif::EncodingError) -> Self {
        match error {
            gif::EncodingError::Io(error) => Self::Io(error),
            other => Self::Encoding(other.to_string()),
        }
    }
}
