//! The rules against an independent, naive implementation, and their laws over random levels.

mod naive;
mod perft;
mod properties;
mod random_board;
