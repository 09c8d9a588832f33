//! Times as JSON has them.

/// Digits beyond the microsecond are noise.
pub(crate) fn microseconds(seconds: f64) -> f64 {
    (seconds * 1e6).round() / 1e6
}
