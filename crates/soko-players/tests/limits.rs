//! Limits on boards where one step is long: hundreds of thousands of table entries, thousands of boxes, one long corridor.
//!
//! Memory is tested: what a run takes and what it reports is held against what the system counts. How soon players answer is
//! a measurement, so it runs only when asked for:
//!
//! `cargo test --release -p soko-players --test limits -- --ignored --nocapture`

#[path = "limits/boards.rs"]
mod boards;
#[path = "limits/latency.rs"]
mod latency;
#[cfg(target_os = "linux")]
#[path = "limits/resident.rs"]
mod resident;
