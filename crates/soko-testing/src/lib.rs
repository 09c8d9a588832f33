//! What tests of several crates share: boards of ours, a context to work within, the levels of others beside the checkout,
//! recorded expectations.

pub mod boards;
pub mod recorded;
pub mod shared;
pub mod within;
