//! x
pub mod generate;
