//! The expert: give it any level, it finds a solution.
//!
//! ```text
//! expert ─► follow ──► packing (pulls with sinks) ─► plan ─► forward (pushes) ─┐
//!   │   └─► retrace ─► homeward (pulls to the start) ◄────── perimeter ────────┘
//!   └─────► searches of soko-search, from both ends
//! ```
//!
//! [`expert`] is the player: one [`portfolio`] of strategies that take turns, or one for every thread, which tell each other what
//! they find ([`team`]). A walk that has given up its seat is kept as a [`past`]. What is learned belongs to the level
//! ([`lore`]). A strategy is a [`tree`] of positions over a *domain*, which makes the moves ([`moves`], [`carry`]), scores them
//! ([`features`], [`passages`], [`hotspots`]) and says what is lost ([`judge`] and [`immobile`] for pushes, [`strays`] for
//! pulls). What looks best is doubted ([`doubt`]): a [`proof`] in the [`game`] of pushes or of pulls may show that it is lost,
//! and teach what else is. [`telling`] shows how far it has got. [`ground`] holds what never changes about a level, [`knowledge`]
//! the switches, [`taste`] what differs from one restart to the next.
//!
//! What is claimed lost is proven lost: `tests/soundness` holds every detector against all solvable positions of hundreds of
//! small levels and against the solutions of large ones. Features and advisors only guide; they may be wrong.

pub mod carry;
pub mod doubt;
pub mod expert;
pub mod features;
pub mod follow;
pub mod forward;
pub mod game;
pub mod ground;
pub mod homeward;
pub mod hotspots;
pub mod immobile;
pub mod judge;
pub mod knowledge;
pub mod lore;
pub mod moves;
pub mod origin;
pub mod packing;
pub mod pairing;
pub mod passages;
pub mod past;
pub mod perimeter;
pub mod plan;
pub mod portfolio;
pub mod progress;
pub mod proof;
pub mod retrace;
pub mod strays;
pub mod taste;
pub mod team;
pub mod telling;
#[cfg(test)]
mod testing;
pub mod tree;
