//! Pictures of boards of our own, looked at from outside: as text, as pixels, as frames.
#![expect(
    clippy::cast_possible_truncation,
    clippy::cast_precision_loss,
    clippy::cast_sign_loss,
    reason = "statistics of pixels need no exact conversion"
)]

mod boards;
mod gif;
mod level;
mod png;
mod svg;
