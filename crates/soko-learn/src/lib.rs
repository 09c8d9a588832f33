//! Players that learn: what they meet in one game changes how they play the next.

pub mod search;
