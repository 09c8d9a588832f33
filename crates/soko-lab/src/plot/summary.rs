//! What many curves have in common: the middle of the runs at each step, and where half of them lie.
//!
//! A run counts at a step between its first and its last point, by linear interpolation. Where fewer than half of the runs are
//! left the summary ends, since what remains then are the slow ones.
//!
//! Numbers have a median and quartiles. A curve of nothing but 0 and 1 (was this episode solved?) has none worth drawing: its
//! median jumps between the two. Of such curves the *share* of ones is drawn, over all runs and over the steps around, a
//! twentieth of what is drawn to either side; around it is a band of Wilson's interval of 95 %, as if every run were one draw.

use crate::{
    dataset::Curve,
    stats::{quantile, sorted, wilson},
};

/// Places along the axis at which a summary is made.
pub(super) const PLACES: usize = 240;

/// How steps lie on the axis.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) enum Steps {
    /// Evenly from 0 to the last.
    Linear(f64),
    /// By their logarithm, from 1 to the last.
    Log(f64),
}

impl Steps {
    /// The axis for groups of curves that end at about these steps: logarithmic where one group is over long before another.
    pub(super) fn of(ends: &[f64]) -> Self {
        let last = ends.iter().copied().fold(1.0, f64::max);
        let shortest = ends.iter().copied().fold(f64::INFINITY, f64::min).max(1.0);
        if last > 20.0 * shortest { Self::Log(last) } else { Self::Linear(last) }
    }

    /// The step at a place, from 0 to [`PLACES`].
    fn at(self, place: usize) -> f64 {
        let share = place as f64 / PLACES as f64;
        match self {
            Self::Linear(last) => last * share,
            Self::Log(last) => last.powf(share),
        }
    }
}

/// Lower end, middle and upper end at a step.
pub(super) type Row = (f64, [f64; 3]);

/// Is it a curve of yes and no?
pub(super) fn is_share<'a>(curves: impl IntoIterator<Item = &'a Curve>) -> bool {
    let mut values = curves.into_iter().flat_map(|curve| &curve.points).map(|&(_, value)| value).peekable();
    values.peek().is_some() && values.all(|value| value == 0.0 || (value - 1.0).abs() < f64::EPSILON)
}

/// Median and quartiles along the axis.
pub(super) fn quartiles(curves: &[&Curve], steps: Steps) -> Vec<Row> {
    let row = |place: usize| {
        let step = steps.at(place);
        let values = sorted(curves.iter().filter_map(|curve| value_at(curve, step)));
        let at = |p| quantile(&values, p);
        (2 * values.len() >= curves.len()).then_some(())?;
        Some((step, [at(0.25)?, at(0.5)?, at(0.75)?]))
    };
    (0..=PLACES).filter_map(row).collect()
}

/// The share of ones along the axis, with its interval.
pub(super) fn shares(curves: &[&Curve], steps: Steps) -> Vec<Row> {
    let row = |place: usize| {
        let step = steps.at(place);
        let here = curves.iter().filter(|curve| value_at(curve, step).is_some()).count();
        (2 * here >= curves.len() && here > 0).then_some(())?;
        let near = steps.at(place.saturating_sub(PLACES / 20))..=steps.at((place + PLACES / 20).min(PLACES));
        let points = || curves.iter().flat_map(|curve| within(curve, *near.start(), *near.end()));
        let count = points().count();
        let share = if count > 0 {
            points().map(|&(_, value)| value).sum::<f64>() / count as f64
        } else {
            curves.iter().filter_map(|curve| value_at(curve, step)).sum::<f64>() / here as f64
        };
        let ones = (share * here as f64).round() as usize;
        let interval = wilson(ones, here)?;
        Some((step, [interval.low.min(share), share, interval.high.max(share)]))
    };
    (0..=PLACES).filter_map(row).collect()
}

/// The points of a curve between two steps.
fn within(curve: &Curve, from: f64, to: f64) -> &[(u64, f64)] {
    let start = curve.points.partition_point(|&(step, _)| (step as f64) < from);
    let end = curve.points.partition_point(|&(step, _)| (step as f64) <= to);
    &curve.points[start..end.max(start)]
}

/// The value of a curve at a step, if it reaches so far.
fn value_at(curve: &Curve, step: f64) -> Option<f64> {
    let after = curve.points.partition_point(|&(at, _)| (at as f64) < step);
    let &(end, high) = curve.points.get(after)?;
    if (end as f64) <= step {
        return Some(high);
    }
    let &(start, low) = curve.points.get(after.checked_sub(1)?)?;
    let part = (step - start as f64) / (end - start) as f64;
    Some((high - low).mul_add(part, low))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn curve(points: impl IntoIterator<Item = (u64, f64)>) -> Curve {
        Curve { trial: 0, name: String::new(), points: points.into_iter().collect() }
    }

    #[test]
    fn a_value_is_interpolated_inside_and_absent_outside() {
        let curve = curve([(10, 1.0), (20, 3.0)]);
        assert_eq!(value_at(&curve, 15.0), Some(2.0));
        assert_eq!((value_at(&curve, 10.0), value_at(&curve, 20.0)), (Some(1.0), Some(3.0)));
        assert_eq!((value_at(&curve, 9.0), value_at(&curve, 21.0)), (None, None));
    }

    #[test]
    fn a_median_ends_where_half_of_the_runs_have() {
        let curves: Vec<Curve> =
            [100, 200, 400].map(|end| curve((0..=end).map(|step| (step, end as f64)))).into();
        let rows = quartiles(&curves.iter().collect::<Vec<_>>(), Steps::Linear(400.0));
        let (last, values) = rows[rows.len() - 1];
        assert!((last - 200.0).abs() < 1e-9, "{last}");
        assert_eq!(values, [250.0, 300.0, 350.0]);
    }

    #[test]
    fn yes_and_no_become_a_share_that_is_smooth_and_sure() {
        // Every second episode is solved; sixty runs.
        let curves: Vec<Curve> =
            (0..60).map(|i| curve((0..=1000).map(|step| (step, ((step + i) % 2) as f64)))).collect();
        assert!(is_share(&curves) && !is_share(&[curve([(1, 0.5)])]) && !is_share(&[]));
        for (_, [low, share, high]) in shares(&curves.iter().collect::<Vec<_>>(), Steps::Linear(1000.0)) {
            assert!((share - 0.5).abs() < 0.02 && low > 0.36 && high < 0.64, "{low} {share} {high}");
        }
        let never = curve((0..=10).map(|step| (step, 0.0)));
        let rows = shares(&[&never], Steps::Linear(10.0));
        assert!(rows.iter().all(|(_, [low, share, high])| (*low, *share) == (0.0, 0.0) && *high > 0.5));
    }

    #[test]
    fn the_axis_is_logarithmic_where_one_group_ends_long_before_another() {
        assert_eq!(Steps::of(&[900.0, 1000.0]), Steps::Linear(1000.0));
        let log = Steps::of(&[3.0, 1000.0]);
        assert_eq!(log, Steps::Log(1000.0));
        assert_eq!((log.at(0), log.at(PLACES).round()), (1.0, 1000.0));
        assert_eq!(Steps::of(&[]), Steps::Linear(1.0));
    }
}
