//! The numbers of the tree search: what a simulation is worth, and which child to try next.
//!
//! [`ucb1`] is the rule of Auer, Cesa-Bianchi and Fischer (2002) as the Brno thesis writes it, with the number of
//! rewards `v` and the number of selections `q` kept apart. [`Scale::reward`] is the thesis' normalisation: −1
//! for a lost position, otherwise `(1 − x / x_max)` to a power, so that 1 is solved and 0 as bad as it gets.
//!
//! **The same on every machine.** Only operations that IEEE 754 rounds exactly are used: powers are products,
//! and the logarithm of a count is a series of our own, since libraries disagree in the last digit and one
//! digit can turn a choice.

/// What lies between a lost position and the worst one that is not.
pub(super) const LOST: f64 = -1.0;

/// Turns pushes still needed into a reward.
#[derive(Clone, Copy, Debug)]
pub(super) struct Scale {
    /// The largest estimate of the level.
    ceiling: f64,
    exponent: u32,
}

impl Scale {
    pub(super) fn new(ceiling: u32, exponent: u32) -> Self {
        // A level in which no box is ever far from home still needs a scale.
        Self { ceiling: f64::from(ceiling.max(1)), exponent }
    }

    /// −1 for a lost position (`None`), else between 0 and 1.
    pub(super) fn reward(&self, pushes: Option<u32>) -> f64 {
        let Some(pushes) = pushes else { return LOST };
        let share = (1.0 - f64::from(pushes) / self.ceiling).max(0.0);
        (0..self.exponent).fold(1.0, |product, _| product * share)
    }
}

/// `value + c · sqrt(ln q_parent / q)`; a child never selected comes first of all.
pub(super) fn ucb1(value: f64, exploration: f64, ln_parent: f64, selections: u32) -> f64 {
    if selections == 0 {
        return f64::INFINITY;
    }
    value + exploration * (ln_parent / f64::from(selections)).sqrt()
}

/// The natural logarithm of a count; 0 for none.
pub(super) fn ln(count: u32) -> f64 {
    if count <= 1 {
        return 0.0;
    }
    let exponent = count.ilog2();
    let mantissa = f64::from(count) / f64::from(1_u32 << exponent);
    // ln m = 2 artanh((m − 1) / (m + 1)), and the argument is below 1/3.
    let t = (mantissa - 1.0) / (mantissa + 1.0);
    let mut sum = 0.0;
    let mut power = t;
    let mut odd = 1.0;
    for _ in 0..16 {
        sum += power / odd;
        power *= t * t;
        odd += 2.0;
    }
    2.0 * sum + f64::from(exponent) * std::f64::consts::LN_2
}

#[cfg(test)]
mod tests {
    use super::*;

    fn close(a: f64, b: f64) -> bool {
        (a - b).abs() < 1e-12
    }

    #[test]
    fn ucb1_as_in_the_thesis() {
        // x = 3 rewards in v = 4 simulations, selected q = 5 times below a parent selected 20 times, c = 2.
        let value = ucb1(3.0 / 4.0, 2.0, ln(20), 5);
        assert!(close(value, 2.298_091_024_081_98), "{value}");
        assert!(close(ucb1(0.5, 0.0, ln(20), 5), 0.5), "without exploration the value alone counts");
        assert!(ucb1(0.5, 2.0, ln(21), 5) > ucb1(0.5, 2.0, ln(20), 5), "waiting makes attractive");
        assert!(ucb1(0.5, 2.0, ln(20), 6) < ucb1(0.5, 2.0, ln(20), 5), "being tried makes less so");
        assert!(ucb1(-1.0, 2.0, ln(20), 0).is_infinite());
    }

    #[test]
    fn rewards_as_in_the_thesis() {
        let scale = Scale::new(20, 10);
        assert!(close(scale.reward(None), -1.0));
        assert!(close(scale.reward(Some(0)), 1.0));
        assert!(close(scale.reward(Some(20)), 0.0));
        assert!(close(scale.reward(Some(10)), 1.0 / 1024.0));
        assert!(close(scale.reward(Some(2)), 0.348_678_440_1), "0.9 to the tenth");
        assert!(close(scale.reward(Some(21)), 0.0), "an even power must not make a bad position a good one");
        assert!(close(Scale::new(0, 10).reward(Some(0)), 1.0));
    }

    #[test]
    fn the_logarithm_is_one() {
        for count in (1..5000).chain([1 << 20, 123_456_789, u32::MAX]) {
            assert!(close(ln(count), f64::from(count).ln()), "{count}");
        }
        assert!(close(ln(0), 0.0));
    }
}
