//! What many curves have in common: the middle of the runs at each step, and where half of them lie.
//!
//! Between two points a curve is interpolated. After its last point a run keeps its last value: a learner that stopped because it
//! had learnt would go on as it ended, and if it were left out, the middle would be that of the slow ones. Before its first
//! point a run does not count; where more than half do not, there is no summary.
//!
//! Single episodes are noisy and the records keep some of them only. Where runs are many the values around a step are pooled,
//! a fortieth of the axis to either side, which is as fine as can be seen. Few runs are shown as they are.
//!
//! Numbers have a median and quartiles. A curve of nothing but 0 and 1 (was this episode solved?) has none worth drawing: its
//! median jumps between the two. Of such curves the *share* of ones is drawn, with Wilson's interval of 95 % as if every run
//! were one draw.

use soko_lab::dataset::Curve;

use crate::stats::{mean, quantile, sorted, wilson};

/// Places along the axis at which a summary is made.
pub(super) const PLACES: usize = 240;
/// From so many runs on values are pooled.
pub(super) const MANY: usize = 10;
/// What learners call the curve that says whether an episode was solved.
const SOLVED: &str = "solved";
/// Places to either side that are pooled.
const AROUND: usize = PLACES / 40;

/// How steps lie on the axis.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) enum Steps {
    /// Evenly from 0 to the last.
    Linear(f64),
    /// By their logarithm, from 1 to the last.
    Log(f64),
}

impl Steps {
    /// The axis for groups of curves: logarithmic where one group is over long before another.
    pub(super) fn of<'a>(groups: impl IntoIterator<Item = &'a Vec<&'a Curve>>) -> Self {
        let ends = groups.into_iter().filter_map(|curves| {
            let ends = sorted(curves.iter().map(|curve| end(curve)));
            Some((quantile(&ends, 0.5)?, *ends.last()?))
        });
        let ((shortest, longest), last) = ends.fold(
            ((f64::INFINITY, 1.0), 1.0),
            |((short, long), last): ((f64, f64), f64), (middle, end)| {
                ((short.min(middle), long.max(middle)), last.max(end))
            },
        );
        if longest > 20.0 * shortest.max(1.0) { Self::Log(last) } else { Self::Linear(last) }
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

/// Is it a curve of yes and no? Its values are 0 and 1, or means of them if it is called `solved`: of long runs a learner tells
/// the share of some episodes at a time.
pub(super) fn is_share<'a>(name: &str, curves: impl IntoIterator<Item = &'a Curve>) -> bool {
    let mut values = curves.into_iter().flat_map(|curve| &curve.points).map(|&(_, value)| value).peekable();
    let whole = |value: f64| value == 0.0 || (value - 1.0).abs() < f64::EPSILON;
    let fits = |value: f64| whole(value) || (name == SOLVED && (0.0..=1.0).contains(&value));
    values.peek().is_some() && values.all(fits)
}

/// Median and quartiles along the axis.
pub(super) fn quartiles(curves: &[&Curve], steps: Steps) -> Vec<Row> {
    rows(curves, steps, |values, _| {
        let values = sorted(values);
        Some([0.25, 0.5, 0.75].map(|p| quantile(&values, p).unwrap_or_default()))
    })
}

/// The share of ones along the axis, with its interval.
pub(super) fn shares(curves: &[&Curve], steps: Steps) -> Vec<Row> {
    rows(curves, steps, |values, runs| {
        let share = mean(values)?;
        let interval = wilson((share * runs as f64).round() as usize, runs)?;
        Some([interval.low.min(share), share, interval.high.max(share)])
    })
}

/// Sums up the values at every place, up to the end of the longest curve; it is told how many runs they are from.
fn rows(curves: &[&Curve], steps: Steps, sum_up: impl Fn(Vec<f64>, usize) -> Option<[f64; 3]>) -> Vec<Row> {
    let last = curves.iter().map(|curve| end(curve)).fold(0.0, f64::max);
    let around = if curves.len() < MANY { 0 } else { AROUND };
    let row = |place: usize| {
        let step = steps.at(place);
        let runs = curves.iter().filter(|curve| value_at(curve, step).is_some()).count();
        (runs > 0 && 2 * runs >= curves.len()).then_some(())?;
        let near = place.saturating_sub(around)..=(place + around).min(PLACES);
        let values =
            near.flat_map(|place| curves.iter().filter_map(move |curve| value_at(curve, steps.at(place))));
        Some((step, sum_up(values.collect(), runs)?))
    };
    // One place more than lies before the end, so that no curve is cut short of its last point.
    let places = (0..=PLACES).take_while(|&place| place == 0 || steps.at(place - 1) < last);
    places.filter_map(row).collect()
}

/// The last step of a curve.
fn end(curve: &Curve) -> f64 {
    curve.points.last().map_or(0.0, |&(step, _)| step as f64)
}

/// The value of a curve at a step, or where it ended before; none before it began.
fn value_at(curve: &Curve, step: f64) -> Option<f64> {
    let after = curve.points.partition_point(|&(at, _)| (at as f64) < step);
    let Some(&(end, high)) = curve.points.get(after) else {
        return curve.points.last().map(|&(_, value)| value);
    };
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
    fn a_value_is_interpolated_inside_kept_behind_and_absent_before() {
        let curve = curve([(10, 1.0), (20, 3.0)]);
        assert_eq!(value_at(&curve, 15.0), Some(2.0));
        assert_eq!((value_at(&curve, 10.0), value_at(&curve, 20.0)), (Some(1.0), Some(3.0)));
        assert_eq!((value_at(&curve, 9.0), value_at(&curve, 21.0)), (None, Some(3.0)));
    }

    #[test]
    fn a_median_goes_on_to_the_end_of_the_slowest_run_with_all_of_them() {
        let curves: Vec<Curve> =
            [100, 200, 400].map(|end| curve((0..=end).map(|step| (step, end as f64)))).into();
        let rows = quartiles(&curves.iter().collect::<Vec<_>>(), Steps::Linear(800.0));
        let (last, values) = rows[rows.len() - 1];
        assert!((400.0..404.0).contains(&last), "{last}");
        assert_eq!(values.map(|value| value as u32), [150, 200, 300]);
    }

    #[test]
    fn what_most_runs_have_not_begun_has_no_middle() {
        let late = curve([(50, 1.0), (100, 1.0)]);
        let early = curve([(0, 0.0), (100, 0.0)]);
        let rows = quartiles(&[&late, &late, &early], Steps::Linear(100.0));
        assert!((rows[0].0 - 50.0).abs() < 1e-9);
        assert_eq!(rows[0].1.map(|value| (2.0 * value) as u32), [1, 2, 2]);
    }

    #[test]
    fn yes_and_no_become_a_share_that_is_smooth_and_sure() {
        // Every second episode is solved; sixty runs.
        let curves: Vec<Curve> =
            (0..60).map(|i| curve((0..=1000).map(|step| (step, ((step + i) % 2) as f64)))).collect();
        assert!(is_share("x", &curves) && !is_share("x", &[]));
        let half = [curve([(1, 0.0), (2, 0.5)])];
        assert!(is_share("solved", &half) && !is_share("epsilon", &half));
        assert!(!is_share("solved", &[curve([(1, 1.5)])]));
        for (_, [low, share, high]) in shares(&curves.iter().collect::<Vec<_>>(), Steps::Linear(1000.0)) {
            assert!((share - 0.5).abs() < 0.02 && low > 0.36 && high < 0.64, "{low} {share} {high}");
        }
        let never = curve((0..=10).map(|step| (step, 0.0)));
        let rows = shares(&[&never], Steps::Linear(10.0));
        assert!(rows.iter().all(|(_, [low, share, high])| (*low, *share) == (0.0, 0.0) && *high > 0.5));
    }

    #[test]
    fn the_axis_is_logarithmic_where_one_group_ends_long_before_another() {
        let to = |end: u64| curve([(0, 0.0), (end, 0.0)]);
        let (short, middle, long) = (to(3), to(900), to(1000));
        assert_eq!(Steps::of([&vec![&middle], &vec![&long]]), Steps::Linear(1000.0));
        let wide = Steps::of([&vec![&short, &short, &middle], &vec![&long]]);
        assert_eq!(wide, Steps::Log(1000.0));
        assert_eq!((wide.at(0), wide.at(PLACES).round()), (1.0, 1000.0));
        assert_eq!(Steps::of([]), Steps::Linear(1.0));
    }
}
