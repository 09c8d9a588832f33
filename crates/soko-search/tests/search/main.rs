//! The search players against naive searches on random levels.

#[path = "../../../soko-core/tests/rules/naive.rs"]
mod naive;
#[path = "../../../soko-core/tests/rules/random_board.rs"]
mod random_board;

mod backward;
mod best_first;
mod blind;
