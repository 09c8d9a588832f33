//! Jobs from the outside.
