//! Sokolab's own levels, and the generator that made most of them.
//!
//! Seven collections are compiled into the program, from the first push to levels that defeat blind search:
//!
//! ```
//! let tutorial = soko_levels::find("tutorial").unwrap();
//! assert!(tutorial.text.contains("Title: First push"));
//! ```
//!
//! They are plain `.sok` texts; read them with `soko-formats`. Below each board stand
//!
//! | line | says |
//! |---|---|
//! | `Title:` | its name |
//! | `Lesson:` | what it teaches (tutorial) |
//! | `Recipe:` | how it was generated; levels without are drawn by hand |
//! | `Proof-Limit:` | how many positions its proof may expand, if more than usual |
//! | `From:` | in which collection and place it is at home (demo) |
//! | `Optimal-Pushes:` | the fewest pushes there can be, if that is proven |
//! | `Proof:` | by which search |
//!
//! and a solution, which attains the optimum if there is one to attain. A proof by `bfs` is repeated by this
//! crate's tests; one by `astar` takes too long for that and is repeated by
//!
//! ```text
//! cargo run --release -p soko-levels --example make_levels -- --check
//! ```
//!
//! which makes every file anew, boards and proofs, and compares.
//!
//! New levels come from [`generate`]:
//!
//! ```
//! use soko_levels::generate::{LevelStyle, Stream, Wish};
//!
//! let room = Stream::new(Wish::of(LevelStyle::Rooms), 1).unwrap().next().unwrap();
//! println!("{}{}", room.level.board(), room.solution.lurd());
//! ```

mod builtin;
pub mod generate;

pub use builtin::{BUILTINS, Builtin, find};
