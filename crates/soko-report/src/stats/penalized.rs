//! The penalized average runtime, PAR-k.
//!
//! The mean of the seconds, where a run without an answer counts `k` times the time limit. PAR-10 came with the
//! configurators of SAT solvers (Frank Hutter and others 2009, ParamILS); PAR-2 is what the SAT competitions rank by
//! since 2017. One number that rewards solving more and solving faster.
//!
//! It misleads when the limit is changed (all numbers change), when most runs fail (then it is the share of failures in
//! disguise), and wherever `k` decides between few slow failures and many slow solutions. A run that stopped early for want
//! of memory pays as if it had used its time.

/// PAR-k over runs: seconds of an answer, or `None` for a run without one. Nothing without runs.
pub(crate) fn penalized_average(
    k: f64,
    limit: f64,
    runs: impl IntoIterator<Item = Option<f64>>,
) -> Option<f64> {
    super::mean(runs.into_iter().map(|seconds| seconds.unwrap_or(k * limit)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_failure_costs_k_limits() {
        let runs = [Some(1.0), Some(3.0), None];
        assert_eq!(penalized_average(2.0, 10.0, runs), Some(8.0));
        assert_eq!(penalized_average(10.0, 10.0, runs), Some(104.0 / 3.0));
        assert_eq!(penalized_average(2.0, 10.0, []), None);
    }
}
