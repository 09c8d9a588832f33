//! The arithmetic mean.
//!
//! `(x₁ + … + xₙ)/n` answers "what do I pay in all": it belongs to seconds that are added up, and one run at the time limit
//! may be most of it. "By what factor" is asked of [`geometric_mean_ratios`](super::geometric_mean_ratios).

/// The arithmetic mean; nothing of nothing.
pub(crate) fn mean(values: impl IntoIterator<Item = f64>) -> Option<f64> {
    let (count, sum) =
        values.into_iter().fold((0_usize, 0.0), |(count, sum), value| (count + 1, sum + value));
    (count > 0).then(|| sum / count as f64)
}

#[cfg(test)]
mod tests {
    use statrs::statistics::Statistics as _;

    use super::*;

    #[test]
    fn means_agree_with_an_independent_implementation() {
        let values = [0.003, 12.5, 700.0, 1e-6, 3.3];
        assert!((mean(values).unwrap() - values.iter().mean()).abs() < 1e-9);
        assert_eq!(mean([]), None);
    }
}
