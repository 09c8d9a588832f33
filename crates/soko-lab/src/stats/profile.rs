//! Performance profiles: what share of the runs needs at most τ.
//!
//! For costs `x₁ … xₘ` of the `m` solved among `n` runs the step function `F(τ) = |{i : xᵢ ≤ τ}| / n`. A run without a solution
//! never comes in, so the curve ends at the share of solved runs. It shows everything at once: who is faster on the easy
//! half, who solves more in the end, and where curves cross no single number can rank the two. Rishabh Agarwal and others
//! (2021) recommend it (for scores, where more is better); the profile of Dolan and Moré (2002) is the same over ratios to
//! the best contender of each level, which changes when a contender is added. Ours does not.
//!
//! It misleads in so far as a point of one curve and the same height on another need not be the same levels.

/// The share of `runs` runs with a cost of at most `tau`, the costs being sorted.
pub fn fraction_at_or_below(sorted: &[f64], runs: usize, tau: f64) -> f64 {
    if runs == 0 { 0.0 } else { sorted.partition_point(|&cost| cost <= tau) as f64 / runs as f64 }
}

/// The corners of the step function: each cost that occurs, and the share of `runs` runs at or below it.
pub fn profile(sorted: &[f64], runs: usize) -> Vec<(f64, f64)> {
    let last_of_equals = |&(i, &cost): &(usize, &f64)| sorted.get(i + 1).is_none_or(|&next| next > cost);
    let corner = |(i, &cost): (usize, &f64)| (cost, (i + 1) as f64 / runs.max(sorted.len()) as f64);
    sorted.iter().enumerate().filter(last_of_equals).map(corner).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_corner_lies_on_the_curve() {
        let costs = [0.5, 1.0, 1.0, 4.0];
        let corners = profile(&costs, 8);
        assert_eq!(corners, [(0.5, 0.125), (1.0, 0.375), (4.0, 0.5)]);
        for (tau, share) in corners {
            assert_eq!(fraction_at_or_below(&costs, 8, tau).to_bits(), share.to_bits());
            assert!(fraction_at_or_below(&costs, 8, tau - 0.01) < share);
        }
        assert!(profile(&[], 3).is_empty());
        assert!(fraction_at_or_below(&[], 0, 1.0) < f64::EPSILON);
    }
}
