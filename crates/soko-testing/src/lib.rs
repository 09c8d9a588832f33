//! What tests of several crates share: boards of ours, the levels of others beside the checkout, recorded expectations.

pub mod boards;
pub mod recorded;
pub mod shared;
