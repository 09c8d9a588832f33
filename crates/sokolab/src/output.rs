//! How results look: one JSON object per line for programs, aligned tables for people, a moving line while
//! a player thinks. All of them only render; none of them decides anything.

pub(crate) mod account;
pub(crate) mod curve;
pub(crate) mod diagnosis;
pub(crate) mod doubts;
pub(crate) mod json;
pub(crate) mod live;
pub(crate) mod moving_line;
pub(crate) mod next_step;
pub(crate) mod progress;
pub(crate) mod report;
pub(crate) mod result;
pub(crate) mod seconds;
pub(crate) mod table;
