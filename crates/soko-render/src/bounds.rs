//! How large a picture may be.

/// No picture shows more cells than this (256 × 256, say).
pub const MAX_CELLS: usize = 65_536;
/// No cell is wider than this, in pixels.
pub const MAX_CELL: u32 = 1_024;
/// No bitmap has more pixels than this: 128 MiB of RGBA.
pub(crate) const MAX_PIXELS: u64 = 1 << 25;
/// No bitmap is wider or higher than this, in pixels.
pub const MAX_SIDE: u32 = 32_767;
