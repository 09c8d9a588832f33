//! Values over time, such as what a learner has learnt.
//!
//! The curves of all runs of a contender are drawn faintly; the thick line is their median at each step and the band
//! reaches from the first to the third quartile. A run counts at a step between its first and its last point, by linear
//! interpolation; the median ends where fewer than half of the runs are left, since what remains then are the slow ones.

use std::{collections::BTreeMap, fmt::Write as _};

use super::{
    chart::{Axis, Chart, Entry, Margins, Mark},
    scale::Scale,
    style::Style,
};
use crate::{
    Dataset, Figure, Selection,
    dataset::Curve,
    numbers::grouped,
    stats::{quantile, sorted},
};

/// Most points of a line.
const MOST_POINTS: usize = 240;
/// Most faint curves of a figure.
const MOST_RAW: usize = 60;

/// One figure for each name of a curve, contenders side by side.
pub(super) fn curves(dataset: &Dataset) -> Vec<Figure> {
    let mut by_name: BTreeMap<&str, BTreeMap<usize, Vec<&Curve>>> = BTreeMap::new();
    for curve in dataset.curves.iter().filter(|curve| !curve.points.is_empty()) {
        if let Some(trial) = dataset.trials.get(curve.trial) {
            by_name.entry(&curve.name).or_default().entry(trial.contender).or_default().push(curve);
        }
    }
    by_name.iter().enumerate().filter_map(|(i, (name, groups))| figure(dataset, i, name, groups)).collect()
}

fn figure(
    dataset: &Dataset,
    number: usize,
    name: &str,
    groups: &BTreeMap<usize, Vec<&Curve>>,
) -> Option<Figure> {
    let points = || groups.values().flatten().flat_map(|curve| &curve.points);
    let last = points().map(|&(step, _)| step).max()?;
    let values = || points().map(|&(_, value)| value).filter(|value| value.is_finite());
    let (low, high) = (values().min_by(f64::total_cmp)?, values().max_by(f64::total_cmp)?);
    let logarithmic = low > 0.0 && high / low > 1000.0;
    let y = if logarithmic { Scale::log(low, high) } else { Scale::linear(low, high) };
    let x = Axis::of(Scale::linear(0.0, (last as f64).max(1.0)), "step");
    let mut chart = Chart::new(x, Axis::of(y, name), (620.0, 300.0), Margins::NUMBERS);
    let runs: usize = groups.values().map(Vec::len).sum();
    for (&contender, curves) in groups {
        let most = (MOST_RAW / groups.len()).max(1);
        raw(&mut chart, dataset, curves, contender, most);
    }
    for (&contender, curves) in groups {
        summary(&mut chart, curves, contender, last);
        let label = format!("{} ({} runs)", dataset.contenders.get(contender)?.name, curves.len());
        let href = Some(Selection::of_contender(contender).address());
        chart.legend.push(Entry { style: Style(contender), label, href, mark: Mark::Line });
    }
    let title = format!("Over the steps: {name}");
    Some(Figure {
        id: format!("curve-{}", number + 1),
        caption: format!(
            "{title}, {} runs. Thick: median; band: first to third quartile; faint: single runs.",
            grouped(runs as u64)
        ),
        svg: chart.svg(&title, &format!("Curves of {} contenders up to step {last}.", groups.len())),
    })
}

/// The curves themselves.
fn raw(chart: &mut Chart, dataset: &Dataset, curves: &[&Curve], contender: usize, most: usize) {
    let kept = curves.len().min(most);
    for curve in (0..kept).map(|i| curves[i * curves.len() / kept]) {
        let stride = curve.points.len().div_ceil(MOST_POINTS);
        let path =
            polyline(chart, curve.points.iter().step_by(stride).map(|&(step, value)| (step as f64, value)));
        let class = format!("{} raw", Style(contender).colour());
        match dataset.trials.get(curve.trial).and_then(|trial| Some((trial, trial.run.as_ref()?))) {
            Some((trial, run)) => {
                let level = dataset.levels[trial.level].label();
                let name = &dataset.contenders[contender].name;
                let tooltip = format!("{name} on {level}, seed {}", trial.seed);
                chart.link(&format!("#run={}", run.id), &tooltip, &class, &path);
            }
            None => chart.path(&class, &path),
        }
    }
}

/// Median and quartiles.
fn summary(chart: &mut Chart, curves: &[&Curve], contender: usize, last: u64) {
    let mut rows: Vec<(f64, [f64; 3])> = Vec::new();
    for i in 0..=MOST_POINTS {
        let step = last as f64 * i as f64 / MOST_POINTS as f64;
        let values = sorted(curves.iter().filter_map(|curve| value_at(curve, step)));
        let quartile = |p| quantile(&values, p);
        if 2 * values.len() >= curves.len()
            && let (Some(first), Some(median), Some(third)) = (quartile(0.25), quartile(0.5), quartile(0.75))
        {
            rows.push((step, [first, median, third]));
        }
    }
    let style = Style(contender);
    if curves.len() > 2 {
        let upper = rows.iter().map(|&(step, [_, _, third])| (step, third));
        let lower = rows.iter().rev().map(|&(step, [first, _, _])| (step, first));
        let band = polyline(chart, upper.chain(lower)) + "z";
        chart.path(&format!("{} band", style.colour()), &band);
    }
    let median = polyline(chart, rows.iter().map(|&(step, [_, median, _])| (step, median)));
    chart.path(&style.line(), &median);
    for (step, [_, median, _]) in rows.iter().skip(MOST_POINTS / 12).step_by(MOST_POINTS / 6) {
        let marker = style.marker(chart.at_x(*step), chart.at_y(*median), 3.6);
        chart.path(&format!("{} dot", style.colour()), &marker);
    }
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

fn polyline(chart: &Chart, points: impl Iterator<Item = (f64, f64)>) -> String {
    let mut path = String::new();
    for (step, value) in points.filter(|(_, value)| value.is_finite()) {
        let command = if path.is_empty() { 'M' } else { 'L' };
        let _ = write!(path, "{command}{:.1} {:.1}", chart.at_x(step), chart.at_y(value));
    }
    if path.is_empty() { "M0 0".to_owned() } else { path }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dataset::tests::sample;

    fn with_curves() -> Dataset {
        let mut dataset = sample();
        for trial in [0, 1, 2, 3, 4] {
            let points = (0..=20).map(|i| (i * 10, i as f64 / 20.0 + trial as f64)).collect();
            dataset.curves.push(Curve { trial, name: "solved share".to_owned(), points });
        }
        dataset
    }

    #[test]
    fn a_value_is_interpolated_inside_and_absent_outside() {
        let curve = Curve { trial: 0, name: String::new(), points: vec![(10, 1.0), (20, 3.0)] };
        assert_eq!(value_at(&curve, 15.0), Some(2.0));
        assert_eq!((value_at(&curve, 10.0), value_at(&curve, 20.0)), (Some(1.0), Some(3.0)));
        assert_eq!((value_at(&curve, 9.0), value_at(&curve, 21.0)), (None, None));
    }

    #[test]
    fn contenders_share_a_figure_per_name() {
        let figures = curves(&with_curves());
        assert_eq!(figures.len(), 1);
        let svg = &figures[0].svg;
        assert_eq!((svg.matches(" raw\"").count(), svg.matches(" band\"").count()), (5, 1));
        assert!(svg.contains("quick (3 runs)") && svg.contains("slow (2 runs)"));
        assert!(curves(&sample()).is_empty());
    }

    #[test]
    fn values_that_are_no_numbers_are_left_out() {
        let mut dataset = with_curves();
        dataset.curves[0].points[3].1 = f64::NAN;
        dataset.curves[1].points[3].1 = f64::INFINITY;
        let svg = &curves(&dataset)[0].svg;
        assert!(!svg.contains("NaN") && !svg.contains("inf"));
        dataset
            .curves
            .iter_mut()
            .for_each(|curve| curve.points.iter_mut().for_each(|point| point.1 = f64::NAN));
        assert!(curves(&dataset).is_empty());
    }
}
