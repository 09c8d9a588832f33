//! The expert: give it any level, it finds a solution.

pub mod carry;
pub mod expert;
pub mod features;
pub mod follow;
pub mod forward;
pub mod ground;
pub mod homeward;
pub mod hotspots;
pub mod immobile;
pub mod judge;
pub mod knowledge;
pub mod packing;
pub mod pairing;
pub mod passages;
pub mod perimeter;
pub mod plan;
pub mod progress;
pub mod proof;
pub mod retrace;
pub mod taste;
pub mod tree;
