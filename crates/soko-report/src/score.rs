//! The score of the Brno thesis: half for a short solution, half for a fast one.
//!
//! `50 · l_opt / l + 50 · t_min / t`, where `l` is the length found, `l_opt` the optimum, `t` the player's mean time and
//! `t_min` the fastest single run of any player on the level (Petr Žlebek 2021, formula 27). A level that is not solved
//! scores nothing. Since `t_min` is one run and `t` a mean, even the fastest player has a little less than 100.

/// The score of one player on one level, from 0 to 100.
pub(crate) fn score(optimum: u32, length: u32, fastest: f64, seconds: f64) -> f64 {
    let length_part = if length == 0 { 1.0 } else { f64::from(optimum) / f64::from(length) };
    // A clock may be too coarse to see a run.
    let time_part = if seconds <= 0.0 { 1.0 } else { (fastest / seconds).min(1.0) };
    50.0 * length_part + 50.0 * time_part
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_best_in_both_has_a_hundred() {
        assert!((score(18, 18, 0.06, 0.06) - 100.0).abs() < 1e-9);
        assert!((score(18, 36, 0.06, 0.12) - 50.0).abs() < 1e-9);
        assert!((score(10, 10, 0.0, 0.0) - 100.0).abs() < 1e-9);
    }

    #[test]
    fn a_printed_example() {
        // Level 23 of appendix B: depth-first search, 55 pushes in 54.78 s; best 21 pushes, fastest mean 9.63 s.
        assert!((score(21, 55, 9.63, 54.78) - 28.0).abs() < 0.5);
    }
}
