//! Values over time, such as what a learner has learnt.
//!
//! One figure per name of a value, one panel per level: what is learnt in ten episodes on one level and in a thousand on
//! another has no common middle. In a panel each contender has a thick line and a band ([`summary`](super::summary)): median and
//! quartiles over its runs, or the share of runs where the value is yes or no. Where runs are few they are drawn faintly, too, and
//! lead to their records. The axis is fitted to the bands where runs are many, so that one bad episode does not press everything
//! else flat; what lies outside is drawn on the border.
//!
//! A value that no run has twice is no curve and is not drawn.

use std::{collections::BTreeMap, fmt::Write as _};

use soko_lab::{Dataset, dataset::Curve};

use super::{
    chart::{Axis, Chart, Entry, Margins, Mark},
    panels,
    scale::Scale,
    style::Style,
    summary::{MANY, PLACES, Row, Steps, is_share, quartiles, shares},
};
use crate::{Figure, Selection, numbers::grouped};

/// Most levels that have a panel.
const MOST_PANELS: usize = 24;
/// Letters of a level's name above its panel.
const LETTERS: usize = 38;

/// The curves of one value on one level, by contender.
type Groups<'a> = BTreeMap<usize, Vec<&'a Curve>>;

/// One figure for each name of a curve, levels side by side.
pub(super) fn curves(dataset: &Dataset) -> Vec<Figure> {
    let mut by_name: BTreeMap<&str, BTreeMap<usize, Groups<'_>>> = BTreeMap::new();
    for curve in &dataset.curves {
        if let Some(trial) = dataset.trials.get(curve.trial)
            && curve.points.iter().any(|(_, value)| value.is_finite())
        {
            let level = by_name.entry(&curve.name).or_default().entry(trial.level).or_default();
            level.entry(trial.contender).or_default().push(curve);
        }
    }
    let drawable = |levels: &BTreeMap<usize, Groups<'_>>| {
        levels.values().flat_map(BTreeMap::values).flatten().any(|curve| curve.points.len() > 1)
    };
    by_name.retain(|_, levels| drawable(levels));
    by_name.iter().enumerate().filter_map(|(i, (name, levels))| figure(dataset, i, name, levels)).collect()
}

fn figure(
    dataset: &Dataset,
    number: usize,
    name: &str,
    levels: &BTreeMap<usize, Groups<'_>>,
) -> Option<Figure> {
    let share = is_share(name, levels.values().flat_map(BTreeMap::values).flatten().copied());
    let alone = levels.len() == 1;
    let shown = levels.iter().take(MOST_PANELS);
    let panels: Vec<Chart> =
        shown.filter_map(|(&level, groups)| panel(dataset, (name, level), groups, (share, alone))).collect();
    if panels.is_empty() {
        return None;
    }
    let title = if share { format!("Share of runs: {name}") } else { format!("Over the steps: {name}") };
    let description = format!("Curves on {} levels.", levels.len());
    Some(Figure {
        id: format!("curve-{}", number + 1),
        caption: caption(&title, levels, share),
        svg: panels::sheet(&title, &description, &panels, &legend(dataset, levels)?),
    })
}

fn caption(title: &str, levels: &BTreeMap<usize, Groups<'_>>, share: bool) -> String {
    let runs: usize = levels.values().flat_map(BTreeMap::values).map(Vec::len).sum();
    let how = if share {
        "Thick: share of the runs; band: its interval of 95 %."
    } else {
        "Thick: median; band: first to third quartile; faint: single runs, where they are few."
    };
    let cut = if levels.len() > MOST_PANELS {
        format!(" The first {MOST_PANELS} of {} levels.", levels.len())
    } else {
        String::new()
    };
    format!(
        "{title}, {} runs; from left to right the steps, which are episodes for a learner. {how} A run \
         that has ended keeps its last value.{cut}",
        grouped(runs as u64)
    )
}

/// How each contender is drawn, with the number of runs.
fn legend(dataset: &Dataset, levels: &BTreeMap<usize, Groups<'_>>) -> Option<Vec<Entry>> {
    let mut runs: BTreeMap<usize, usize> = BTreeMap::new();
    for (&contender, curves) in levels.values().flatten() {
        *runs.entry(contender).or_default() += curves.len();
    }
    let entry = |(contender, runs): (usize, usize)| {
        let label = format!("{} ({} runs)", dataset.contenders.get(contender)?.name, runs);
        let href = Some(Selection::of_contender(contender).address());
        Some(Entry { style: Style(contender), label, href, mark: Mark::Line })
    };
    runs.into_iter().map(entry).collect()
}

/// One level.
fn panel(
    dataset: &Dataset,
    (name, level): (&str, usize),
    groups: &Groups<'_>,
    (share, alone): (bool, bool),
) -> Option<Chart> {
    let steps = Steps::of(groups.values());
    let sum_up = if share { shares } else { quartiles };
    let rows: Vec<(usize, Vec<Row>)> =
        groups.iter().map(|(&contender, curves)| (contender, sum_up(curves, steps))).collect();
    let y = if share { Scale::linear(0.0, 1.0) } else { values(groups, &rows)? };
    let x = match steps {
        Steps::Linear(last) => Scale::linear(0.0, last),
        Steps::Log(last) => Scale::log(1.0, last),
    };
    let mut chart = if alone {
        Chart::new(Axis::of(x, "step"), Axis::of(y, name), (620.0, 300.0), Margins::NUMBERS)
    } else {
        let margins = Margins { left: 76.0, right: 24.0, top: 30.0, bottom: 26.0 };
        Chart::new(Axis::of(x, ""), Axis::of(y, ""), (252.0, 150.0), margins)
    };
    if !alone {
        let label = dataset.levels.get(level)?.name.label();
        chart.name("part", "start", (chart.margins.left, 20.0), &label, LETTERS);
    }
    for (&contender, curves) in groups.iter().filter(|(_, curves)| !share && curves.len() < MANY) {
        raw(&mut chart, dataset, curves, contender);
    }
    for (contender, rows) in &rows {
        draw(&mut chart, rows, *contender, groups[contender].len());
    }
    Some(chart)
}

/// The scale of the values: of the bands where runs are many, of everything where they are few.
fn values(groups: &Groups<'_>, rows: &[(usize, Vec<Row>)]) -> Option<Scale> {
    let runs: usize = groups.values().map(Vec::len).sum();
    let banded = || rows.iter().flat_map(|(_, rows)| rows).flat_map(|(_, values)| *values);
    let points = || groups.values().flatten().flat_map(|curve| &curve.points).map(|&(_, value)| value);
    let shown: Vec<f64> = if runs >= MANY { banded().collect() } else { points().collect() };
    let finite = || shown.iter().copied().filter(|value| value.is_finite());
    let (low, high) = (finite().min_by(f64::total_cmp)?, finite().max_by(f64::total_cmp)?);
    let logarithmic = low > 0.0 && high / low > 1000.0;
    Some(if logarithmic { Scale::log(low, high) } else { Scale::linear(low, high) })
}

/// The curves themselves.
fn raw(chart: &mut Chart, dataset: &Dataset, curves: &[&Curve], contender: usize) {
    for curve in curves {
        let stride = curve.points.len().div_ceil(PLACES).max(1);
        let path =
            polyline(chart, curve.points.iter().step_by(stride).map(|&(step, value)| (step as f64, value)));
        let class = format!("{} raw", Style(contender).colour());
        match dataset.trials.get(curve.trial).and_then(|trial| Some((trial, trial.run.as_ref()?))) {
            Some((trial, run)) => {
                let level = dataset.levels[trial.level].name.label();
                let name = &dataset.contenders[contender].name;
                let tooltip = format!("{name} on {level}, seed {}", trial.seed);
                chart.link(&format!("#run={}", run.id), &tooltip, &class, &path);
            }
            None => chart.path(&class, &path),
        }
    }
}

/// Middle and band.
fn draw(chart: &mut Chart, rows: &[Row], contender: usize, runs: usize) {
    let style = Style(contender);
    if runs > 2 {
        let upper = rows.iter().map(|&(step, [_, _, high])| (step, high));
        let lower = rows.iter().rev().map(|&(step, [low, _, _])| (step, low));
        let band = polyline(chart, upper.chain(lower)) + "z";
        chart.path(&format!("{} band", style.colour()), &band);
    }
    let middle = polyline(chart, rows.iter().map(|&(step, [_, middle, _])| (step, middle)));
    chart.path(&style.line(), &middle);
    // Six markers on a line, at other places for every contender.
    let first = PLACES / 12 + contender * PLACES / 48;
    for (step, [_, middle, _]) in rows.iter().skip(first % (PLACES / 6)).step_by(PLACES / 6) {
        let marker = style.marker(chart.at_x(*step), chart.at_y(*middle), 3.6);
        chart.path(&format!("{} dot", style.colour()), &marker);
    }
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
    use crate::sample::sample;

    /// Trials 0 to 3 are on the first level, 4 is on the second.
    fn with_curves() -> Dataset {
        let mut dataset = sample();
        for trial in [0, 1, 2, 3, 4] {
            let points = (0..=20).map(|i| (i * 10, i as f64 / 20.0 + trial as f64)).collect();
            dataset.curves.push(Curve { trial, name: "return".to_owned(), points });
        }
        dataset
    }

    #[test]
    fn contenders_share_a_panel_per_level() {
        let figures = curves(&with_curves());
        assert_eq!(figures.len(), 1);
        let svg = &figures[0].svg;
        assert_eq!((svg.matches(" raw\"").count(), svg.matches("<g transform").count()), (5, 2));
        assert!(svg.contains("quick (3 runs)") && svg.contains("slow (2 runs)"));
        assert!(svg.contains(">Level 1</text>") && svg.contains(">Level 2</text>"));
        assert!(curves(&sample()).is_empty());
    }

    #[test]
    fn a_single_level_has_a_large_panel_with_names_at_its_axes() {
        let mut dataset = with_curves();
        dataset.curves.pop();
        let svg = &curves(&dataset)[0].svg;
        assert!(
            svg.contains(">return</text>") && svg.contains(">step</text>") && svg.contains("width=\"696\"")
        );
    }

    #[test]
    fn one_bad_episode_does_not_press_everything_flat() {
        let mut dataset = sample();
        for seed in 0..12 {
            let points = (0..=100).map(|i| (i, if (i, seed) == (50, 3) { -1e6 } else { -10.0 })).collect();
            dataset.curves.push(Curve { trial: 0, name: "return".to_owned(), points });
        }
        let svg = &curves(&dataset)[0].svg;
        assert!(svg.contains(">−10.0</text>") && !svg.contains("000,000"), "{svg}");
    }

    #[test]
    fn yes_and_no_is_a_share_and_single_points_are_no_curve() {
        let mut dataset = sample();
        for trial in 0..3 {
            let points = (0..=100).map(|i| (i, f64::from(u8::from(i > 50)))).collect();
            dataset.curves.push(Curve { trial, name: "solved".to_owned(), points });
            dataset.curves.push(Curve { trial, name: "first solution".to_owned(), points: vec![(51, 7.0)] });
        }
        let figures = curves(&dataset);
        assert_eq!(figures.len(), 1);
        assert!(figures[0].caption.starts_with("Share of runs: solved, 3 runs"), "{}", figures[0].caption);
        assert!(!figures[0].svg.contains(" raw\""));
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
