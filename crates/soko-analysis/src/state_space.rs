//! How many positions a level can have at most.
//!
//! The bound is `C(r − q, t) · r`: `r` squares the player can ever reach, `q` dead squares among them, `t` boxes.
//! Boxes stand on `t` of the squares that are not dead, the player anywhere. It is the bound that Petr Žlebek (Brno
//! 2021, after Junghanns 2000) uses to class levels by size. It counts too much: players on boxes, positions out of
//! reach, and every place of the player although only his region matters.
//!
//! With more boxes than goals a box on a dead square loses nothing, so there the boxes may stand anywhere (`q` = 0);
//! without that the number would be no bound at all.
//!
//! The number is exact while it fits into 128 bits, and known by its logarithm always.

use std::fmt;

use soko_core::Level;

use crate::dead_squares;

/// The size of a level's state space.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct StateSpace {
    exact: Option<u128>,
    log10: f64,
}

impl StateSpace {
    /// Of a level.
    pub fn of(level: &Level) -> Self {
        let squares = level.floor().len();
        let surplus = level.boxes() > level.goals().len();
        let dead = if surplus { 0 } else { dead_squares(level).len() };
        Self::from_counts(squares, dead, level.boxes())
    }

    /// From the three counts of the formula. More boxes than places to stand give zero.
    pub(crate) fn from_counts(squares: usize, dead: usize, boxes: usize) -> Self {
        let alive = squares.saturating_sub(dead);
        let exact = binomial(alive, boxes).and_then(|ways| ways.checked_mul(squares as u128));
        let log10 = match exact {
            Some(count) => (count as f64).log10(),
            None => log10_binomial(alive, boxes) + (squares as f64).log10(),
        };
        Self { exact, log10 }
    }

    /// The number itself, unless it needs more than 128 bits.
    pub const fn exact(&self) -> Option<u128> {
        self.exact
    }

    /// Its decimal logarithm; minus infinity for zero.
    pub const fn log10(&self) -> f64 {
        self.log10
    }
}

/// Numbers below this are written out.
const WRITTEN_OUT: u128 = 1_000_000_000;

impl fmt::Display for StateSpace {
    /// `17920`, `2.4e31`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(count) = self.exact.filter(|&count| count < WRITTEN_OUT) {
            return f.pad(&count.to_string());
        }
        let mut exponent = self.log10.floor();
        let mut tenths = (10f64.powf(self.log10 - exponent) * 10.0).round();
        if tenths >= 100.0 {
            tenths /= 10.0;
            exponent += 1.0;
        }
        f.pad(&format!("{:.1}e{exponent:.0}", tenths / 10.0))
    }
}

/// `n` over `k`, exactly; `None` if it needs more than 128 bits.
fn binomial(n: usize, k: usize) -> Option<u128> {
    if k > n {
        return Some(0);
    }
    let mut ways: u128 = 1;
    for i in 0..k.min(n - k) {
        // ways · (n − i) / (i + 1) is whole. Cancelled first, nothing on the way is larger than the result.
        let (factor, divisor) = ((n - i) as u128, (i + 1) as u128);
        let common = gcd(ways, divisor);
        ways = (ways / common).checked_mul(factor / (divisor / common))?;
    }
    Some(ways)
}

const fn gcd(mut a: u128, mut b: u128) -> u128 {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}

fn log10_binomial(n: usize, k: usize) -> f64 {
    (0..k.min(n.saturating_sub(k))).map(|i| ((n - i) as f64 / (i + 1) as f64).log10()).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn small_numbers_are_written_out_large_ones_in_powers_of_ten() {
        let of = |squares, dead, boxes| StateSpace::from_counts(squares, dead, boxes).to_string();
        assert_eq!(of(32, 16, 3), "17920");
        assert_eq!(of(24, 8, 2), "2880");
        assert_eq!(of(100, 0, 50), "1.0e31");
        assert_eq!(of(5, 4, 2), "0", "two boxes find no place on one square");
        assert_eq!(of(3, 7, 1), "0", "never below nothing");
        assert_eq!(of(16_000, 0, 8_000), "3.0e4818");
    }

    #[test]
    fn the_exact_number_is_there_as_long_as_it_fits() {
        // 130 over 65 is 9.5e37, the largest central one below 2^128; times 130 it is not.
        assert!(binomial(130, 65).is_some());
        assert_eq!(binomial(140, 70), None);
        let large = StateSpace::from_counts(130, 0, 65);
        assert_eq!(large.exact(), None);
        assert!((large.log10() - 40.091).abs() < 0.001, "{}", large.log10());
        // Both ways to the logarithm agree.
        let exact = StateSpace::from_counts(100, 20, 9);
        let other = log10_binomial(80, 9) + 2.0;
        assert!((exact.log10() - other).abs() < 1e-9);
    }

    #[test]
    fn binomials_by_the_triangle() {
        let mut row = vec![1_u128];
        for n in 0..60 {
            for (k, &expected) in row.iter().enumerate() {
                assert_eq!(binomial(n, k), Some(expected), "{n} over {k}");
            }
            assert_eq!(binomial(n, n + 1), Some(0));
            let inner = row.windows(2).map(|pair| pair[0] + pair[1]);
            row = [1].into_iter().chain(inner).chain([1]).collect();
        }
    }

    #[test]
    fn counts_of_a_drawn_level() {
        // 15 squares, 7 of them dead: 8 places for the box, 15 for the player.
        let level = Level::parse("#######\n#     #\n# @$  #\n#    .#\n#######").unwrap();
        assert_eq!(StateSpace::of(&level).exact(), Some(8 * 15));
        let surplus = Level::parse("#######\n#     #\n# @$$ #\n#    .#\n#######").unwrap();
        assert_eq!(StateSpace::of(&surplus).exact(), Some(15 * 14 / 2 * 15));
    }
}
