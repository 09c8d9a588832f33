//! The statistics of the reports: small pure functions over numbers.
//!
//! One file per idea, each with its formula, its source and when it misleads. Nothing here knows what a run is; the
//! caller says what a number means. Everything is exact or a fixed function of a seed, so that a report over the same runs
//! is the same report.
//!
//! | question | function |
//! |---|---|
//! | how sure is a share of solved levels? | [`wilson`] |
//! | what is a typical value, and how far do they spread? | [`median`], [`quantile`], [`FiveNumbers`], [`InterquartileMean`] |
//! | how many times as much? | [`geometric_mean_ratios`] |
//! | what if failures must cost something? | [`penalized_average`] |
//! | how sure is any of these? | [`bootstrap`] |
//! | does one contender solve more than another? | [`mcnemar`] |
//! | is one contender faster than another? | [`signed_rank`] |
//!
//! An interval says what other *samples* of the same kind might have given. It does not know whether the levels are
//! typical of anything, and no p-value knows how many other pairs were looked at.

mod bootstrap;
mod dice;
mod five_numbers;
mod interquartile;
mod mcnemar;
mod mean;
mod normal;
mod penalized;
mod quantile;
mod ratio;
mod signed_rank;
mod wilson;

pub(crate) use bootstrap::bootstrap;
pub(crate) use five_numbers::FiveNumbers;
pub(crate) use interquartile::InterquartileMean;
pub(crate) use mcnemar::mcnemar;
pub(crate) use mean::mean;
pub(crate) use normal::upper_tail;
pub(crate) use penalized::penalized_average;
pub(crate) use quantile::{lower_median, median, quantile, sorted};
pub(crate) use ratio::geometric_mean_ratios;
pub(crate) use signed_rank::signed_rank;
pub(crate) use wilson::wilson;

/// A range that a number lies in with a confidence of 95 %.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Interval {
    /// Lower end.
    pub low: f64,
    /// Upper end.
    pub high: f64,
}

/// A number found, and how sure it is.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Estimate {
    /// The number.
    pub value: f64,
    /// Where it lies with a confidence of 95 %.
    pub interval: Interval,
}
