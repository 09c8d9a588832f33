//! The tail of the normal distribution.
//!
//! `1 − Φ(x)` for `x ≥ 0`: near the middle by the series `Φ(x) = ½ + φ(x)·(x + x³/3 + x⁵/(3·5) + …)` (Marsaglia 2004), further out
//! by the continued fraction `φ(x)/(x + 1/(x + 2/(x + 3/…)))` of Laplace. Both are exact to about twelve digits where they
//! are used, which is more than any p-value deserves.

/// Where the series hands over to the fraction.
const FAR: f64 = 3.0;

/// The probability that a standard normal value is above `x`.
pub(crate) fn upper_tail(x: f64) -> f64 {
    if x < 0.0 {
        return 1.0 - upper_tail(-x);
    }
    let density = (-0.5 * x * x).exp() / (2.0 * std::f64::consts::PI).sqrt();
    if x < FAR {
        let (mut term, mut sum, mut odd) = (x, x, 1.0);
        while term > sum * 1e-17 {
            odd += 2.0;
            term *= x * x / odd;
            sum += term;
        }
        0.5 - density * sum
    } else {
        density / (1..=100).rev().fold(x, |fraction, k| x + f64::from(k) / fraction)
    }
}

#[cfg(test)]
mod tests {
    use statrs::distribution::{ContinuousCDF as _, Normal};

    use super::*;

    #[test]
    fn another_library_has_the_same_tail() {
        let normal = Normal::new(0.0, 1.0).unwrap();
        for step in -80..=300 {
            let x = f64::from(step) / 10.0;
            let (ours, theirs) = (upper_tail(x), normal.sf(x));
            assert!((ours - theirs).abs() < 1e-9 * theirs, "{x}: {ours} {theirs}");
        }
        assert!((upper_tail(1.959_963_984_540_054) - 0.025).abs() < 1e-14);
    }
}
