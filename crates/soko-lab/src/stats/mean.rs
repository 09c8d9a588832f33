//! Arithmetic and geometric mean.
//!
//! `(x₁ + … + xₙ)/n` answers "what do I pay in all": it belongs to seconds that are added up, and one run at the time limit
//! may be most of it. `(x₁·…·xₙ)^(1/n)`, computed as `exp` of the mean logarithm, answers "by what factor": it belongs to
//! ratios and to values that spread over powers of ten.
//!
//! Fleming and Wallace (1986) showed why ratios must be averaged geometrically: with the arithmetic mean, which of two
//! machines wins depends on which one is the unit. The geometric mean has no such trouble, but it weighs a millisecond
//! saved of two as much as an hour saved of two, and it is not defined for a zero.

/// The arithmetic mean; nothing of nothing.
pub fn mean(values: impl IntoIterator<Item = f64>) -> Option<f64> {
    let (count, sum) =
        values.into_iter().fold((0_usize, 0.0), |(count, sum), value| (count + 1, sum + value));
    (count > 0).then(|| sum / count as f64)
}

/// The geometric mean; nothing of nothing, and nothing if some value is not positive.
pub fn geometric_mean(values: impl IntoIterator<Item = f64>) -> Option<f64> {
    let mean_logarithm = mean(values.into_iter().map(f64::ln))?;
    mean_logarithm.is_finite().then(|| mean_logarithm.exp())
}

#[cfg(test)]
mod tests {
    use statrs::statistics::Statistics as _;

    use super::*;

    #[test]
    fn means_agree_with_an_independent_implementation() {
        let values = [0.003, 12.5, 700.0, 1e-6, 3.3];
        assert!((mean(values).unwrap() - values.iter().mean()).abs() < 1e-9);
        assert!((geometric_mean(values).unwrap() - values.iter().geometric_mean()).abs() < 1e-9);
        assert_eq!(mean([]), None);
    }

    #[test]
    fn a_zero_has_no_geometric_mean() {
        assert!((geometric_mean([1.0, 4.0]).unwrap() - 2.0).abs() < 1e-12);
        assert_eq!(
            (geometric_mean([1.0, 0.0]), geometric_mean([1.0, -1.0]), geometric_mean([])),
            (None, None, None)
        );
    }
}
