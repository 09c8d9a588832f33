//! What FESS searches: pushes that follow a packing plan, and pulls to the very start.

pub(crate) mod backward;
pub(crate) mod forward;
