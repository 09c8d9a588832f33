//! What was published, as data: one file per experiment, with its source.

pub mod brno_1;
pub mod brno_2;
pub mod brno_3;
pub mod queensland;
