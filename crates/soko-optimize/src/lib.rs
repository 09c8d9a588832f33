//! Makes solutions shorter.
pub mod cost;
pub mod free_boxes;
pub mod loops;
pub mod nodes;
pub mod path;
pub mod queue;
pub mod search;
pub mod vicinity;
pub mod walking;
pub mod optimizer;
pub mod strategy;
pub use optimizer::{Optimized, Optimizer, optimize};
