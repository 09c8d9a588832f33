//! From values to places on an axis, and the round numbers to write beside it.
//!
//! A scale is widened to round ends, so that the first and the last tick are at the corners where that is possible. Steps
//! of linear axes are 1, 2 or 5 times a power of ten (Paul Heckbert, *Nice numbers for graph labels*, 1990); logarithmic
//! axes have a label per power of ten, or at 1, 2 and 5 where they span no more than two of them.

use crate::numbers::grouped_digits;

/// Larger numbers are drawn as this one, so that differences are finite.
const LARGEST: f64 = 1e300;

/// How values lie on an axis.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) enum Scale {
    Linear { low: f64, high: f64, step: f64 },
    Log { low: f64, high: f64 },
}

/// A place on an axis that is marked.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Tick {
    pub(super) value: f64,
    /// Small ticks have none.
    pub(super) label: Option<String>,
}

impl Scale {
    /// A linear scale that holds both values.
    pub(super) fn linear(low: f64, high: f64) -> Self {
        let (low, high) = (low.clamp(-LARGEST, LARGEST), high.clamp(-LARGEST, LARGEST));
        // What differs in its last digits only has no ticks between; it lies in the middle.
        let around = (0.1 * low.abs()).max(0.5);
        let (low, high) = if high - low > 1e-9 * low.abs() && high - low > 1e-300 {
            (low, high)
        } else {
            (low - around, low + around)
        };
        let step = round_step((high - low) / 6.0);
        Self::Linear { low: (low / step).floor() * step, high: (high / step).ceil() * step, step }
    }

    /// A logarithmic scale that holds both values, which are positive.
    pub(super) fn log(low: f64, high: f64) -> Self {
        let (low, high) = (low.max(f64::MIN_POSITIVE), high.max(low));
        let (low, high) = (round_down(low), round_up(high));
        Self::Log { low, high: if high > low { high } else { low * 10.0 } }
    }

    /// Where a value lies, from 0 to 1; what is outside lies on the border.
    pub(super) fn at(&self, value: f64) -> f64 {
        let place = match *self {
            Self::Linear { low, high, .. } => (value - low) / (high - low),
            Self::Log { low, high } => (value.max(low) / low).ln() / (high / low).ln(),
        };
        if place.is_nan() { 0.0 } else { place.clamp(0.0, 1.0) }
    }

    /// The ends.
    pub(super) const fn ends(&self) -> (f64, f64) {
        match *self {
            Self::Linear { low, high, .. } | Self::Log { low, high } => (low, high),
        }
    }

    /// The places to mark.
    pub(super) fn ticks(&self) -> Vec<Tick> {
        match *self {
            Self::Linear { low, high, step } => {
                let count = ((high - low) / step).round() as usize;
                let value = |i: usize| (low / step).round().mul_add(step, i as f64 * step);
                (0..=count).map(|i| Tick { value: value(i), label: Some(decimal(value(i), step)) }).collect()
            }
            Self::Log { low, high } => log_ticks(low, high),
        }
    }
}

fn log_ticks(low: f64, high: f64) -> Vec<Tick> {
    let (first, last) = (exponent(low), exponent(high));
    let decades = (high / low).log10();
    let stride = ((decades / 8.0).ceil() as i32).max(1);
    let mut ticks = Vec::new();
    for power in first..=last {
        for digit in 1..10 {
            let value = f64::from(digit) * 10f64.powi(power);
            let labelled = if decades <= 2.001 {
                matches!(digit, 1 | 2 | 5)
            } else {
                digit == 1 && power.rem_euclid(stride) == 0
            };
            let inside = value >= low * 0.999 && value <= high * 1.001;
            if inside && (labelled || decades <= 7.0) {
                ticks.push(Tick { value, label: labelled.then(|| power_label(digit, power)) });
            }
        }
    }
    ticks
}

/// The exponent of the power of ten at or below a value.
fn exponent(value: f64) -> i32 {
    (value * 1.000_001).log10().floor() as i32
}

fn round_down(value: f64) -> f64 {
    let power = 10f64.powi(exponent(value));
    let digit = [5.0, 2.0].into_iter().find(|digit| value >= digit * power * 0.999_999);
    digit.unwrap_or(1.0) * power
}

fn round_up(value: f64) -> f64 {
    let power = 10f64.powi(exponent(value));
    let digit = [1.0, 2.0, 5.0].into_iter().find(|digit| value <= digit * power * 1.000_001);
    digit.unwrap_or(10.0) * power
}

fn round_step(step: f64) -> f64 {
    let power = 10f64.powi(exponent(step));
    let digit = [1.0, 2.0, 5.0].into_iter().find(|digit| step <= digit * power * 1.000_001);
    digit.unwrap_or(10.0) * power
}

/// A number with as many decimals as the step of its axis needs.
fn decimal(value: f64, step: f64) -> String {
    let decimals = (-exponent(step)).clamp(0, 12) as usize;
    let text = format!("{:.decimals$}", if value.abs() < step / 2.0 { 0.0 } else { value });
    let (whole, rest) = text.split_at(text.find('.').unwrap_or(text.len()));
    let (sign, digits) = whole.strip_prefix('-').map_or(("", whole), |digits| ("−", digits));
    format!("{sign}{}{rest}", grouped_digits(digits))
}

/// `0.02`, `500`, `2·10⁶`.
fn power_label(digit: i32, power: i32) -> String {
    if (0..4).contains(&power) {
        return (i64::from(digit) * 10i64.pow(power as u32)).to_string();
    }
    if (-3..0).contains(&power) {
        return format!("{:.*}", -power as usize, f64::from(digit) * 10f64.powi(power));
    }
    let raised: String = power.to_string().chars().map(superscript).collect();
    if digit == 1 { format!("10{raised}") } else { format!("{digit}·10{raised}") }
}

const fn superscript(digit: char) -> char {
    match digit {
        '-' => '⁻',
        '1' => '¹',
        '2' => '²',
        '3' => '³',
        '4' => '⁴',
        '5' => '⁵',
        '6' => '⁶',
        '7' => '⁷',
        '8' => '⁸',
        '9' => '⁹',
        _ => '⁰',
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn labels(scale: Scale) -> Vec<String> {
        scale.ticks().into_iter().filter_map(|tick| tick.label).collect()
    }

    #[test]
    fn linear_axes_have_round_ends_and_steps() {
        assert_eq!(labels(Scale::linear(0.0, 60.0)), ["0", "10", "20", "30", "40", "50", "60"]);
        assert_eq!(labels(Scale::linear(-0.3, 0.42)), ["−0.4", "−0.2", "0.0", "0.2", "0.4", "0.6"]);
        assert_eq!(labels(Scale::linear(0.0, 9_000.0)), ["0", "2,000", "4,000", "6,000", "8,000", "10,000"]);
        assert_eq!(labels(Scale::linear(3.0, 3.0)).first().map(String::as_str), Some("2.4"));
    }

    #[test]
    fn logarithmic_axes_label_powers_or_a_few_between() {
        assert_eq!(labels(Scale::log(0.000_3, 4_200_000.0)), ["0.01", "1", "100", "10⁴", "10⁶"]);
        assert_eq!(labels(Scale::log(0.011, 60.0)), ["0.01", "0.1", "1", "10", "100"]);
        assert_eq!(labels(Scale::log(3.0, 40.0)), ["2", "5", "10", "20", "50"]);
        assert_eq!(labels(Scale::log(30_000.0, 90_000.0)), ["2·10⁴", "5·10⁴", "10⁵"]);
    }

    #[test]
    fn values_lie_between_the_ends() {
        let scale = Scale::log(0.01, 100.0);
        assert!((scale.at(1.0) - 0.5).abs() < 1e-12);
        assert_eq!((scale.at(0.0), scale.at(1e9), scale.at(f64::NAN)), (0.0, 1.0, 0.0));
        assert!((Scale::linear(0.0, 10.0).at(2.5) - 0.25).abs() < 1e-12);
    }

    #[test]
    fn no_numbers_are_too_strange() {
        for (low, high) in
            [(0.0, 5e-324), (1e20, 1e20), (-f64::MAX, f64::MAX), (1.0, 1.0 + 1e-15), (-3.0, f64::INFINITY)]
        {
            let scale = Scale::linear(low, high);
            assert!((1..30).contains(&scale.ticks().len()), "{low} {high}");
            assert!(scale.ticks().iter().all(|tick| tick.value.is_finite()), "{low} {high}");
        }
        for (low, high) in [(0.0, 0.0), (1e-300, 1e300), (f64::MIN_POSITIVE, 1.0)] {
            assert!((1..60).contains(&Scale::log(low, high).ticks().len()), "{low} {high}");
        }
    }
}
