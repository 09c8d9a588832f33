//! Players that learn.
