//! From SVG to pixels, by `resvg`.
//!
//! The renderer is built without text, images and network: it can draw what we draw and nothing else.

use resvg::{
    tiny_skia::{Pixmap, Transform},
    usvg,
};

use crate::{Picture, RenderError};

impl Picture<'_> {
    /// The picture as PNG with transparency.
    ///
    /// # Errors
    /// As [`svg`](Self::svg), and a bitmap of more than 2²⁵ pixels or with a side beyond [`MAX_SIDE`](crate::MAX_SIDE).
    pub fn png(&self) -> Result<Vec<u8>, RenderError> {
        self.check_bitmap()?;
        let bitmap = rasterize(&self.svg()?)?;
        bitmap.encode_png().map_err(|error| RenderError::Encoding(error.to_string()))
    }
}

/// Draws one of our own documents at its own size. The caller has checked that size.
pub(crate) fn rasterize(svg: &str) -> Result<Pixmap, RenderError> {
    let tree = usvg::Tree::from_str(svg, &usvg::Options::default())?;
    let size = tree.size().to_int_size();
    let mut bitmap = Pixmap::new(size.width(), size.height())
        .ok_or_else(|| RenderError::Encoding("the bitmap does not fit into memory".to_owned()))?;
    resvg::render(&tree, Transform::identity(), &mut bitmap.as_mut());
    Ok(bitmap)
}
