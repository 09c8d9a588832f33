//! Pictures of boards: SVG, PNG, and animated GIF of a solution.
//!
//! One drawing, three files. A [`Skin`] holds the symbols; a [`Picture`] places them on a board and adds
//! [overlays](Overlay); PNG is that SVG drawn by `resvg`; an [`Animation`] draws each distinct cell once and
//! then only copies cells, so its frames are the same drawing again.
//!
//! ```
//! use soko_core::{Board, Level, lurd, replay};
//! use soko_render::{Animation, Picture, Skin};
//!
//! let board = Board::parse("#####\n#@$.#\n#####").unwrap();
//! let svg = Picture::new(&board).title("One push").svg().unwrap();
//! assert!(svg.starts_with("<svg ") && svg.contains("<title>One push</title>"));
//!
//! let png = Picture::new(&board).skin(Skin::named("night").unwrap()).cell(48).png().unwrap();
//! assert!(png.starts_with(b"\x89PNG"));
//!
//! let level = Level::parse("#####\n#@$.#\n#####").unwrap();
//! let solution = replay(&level, &lurd::parse("R").unwrap()).unwrap();
//! let gif = Animation::new(&level, &solution).gif().unwrap();
//! assert!(gif.starts_with(b"GIF89a"));
//! ```
//!
//! Numbers in pictures are strokes of our own, never text: no file depends on an installed font.

mod animation;
mod bounds;
mod contour;
mod draw;
mod error;
mod ground;
mod markup;
mod numeral;
pub mod overlay;
mod palette;
mod picture;
mod ramp;
mod raster;
pub mod skin;

pub use animation::{Animation, Frames, Pace, Repeat};
pub use bounds::{MAX_CELL, MAX_CELLS, MAX_SIDE};
pub use error::RenderError;
pub use overlay::{Arrow, Heat, Overlay, cells_of};
pub use picture::{Background, Picture};
pub use skin::{SKINS, Skin};
