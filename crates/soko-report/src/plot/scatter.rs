//! Two contenders level by level.
//!
//! A point below the diagonal is a level on which the contender of the vertical axis was faster; the dashed lines are ten
//! times either way. A level that only one of them solved lies in the gutter of the other, hollow; one that neither solved
//! is only counted.

use std::fmt::Write as _;

use soko_lab::Dataset;

use super::{
    Measure,
    chart::{Axis, Chart, Margins},
    label::fitted,
    scale::Scale,
    style::Style,
};
use crate::{
    Figure, Selection,
    grid::{Grid, Spot},
    numbers::grouped,
};

/// Most points of one drawing.
pub(super) const MOST_POINTS: usize = 5000;
/// Width of the strip for levels that one side did not solve.
const GUTTER: f64 = 24.0;
/// Letters of a name at an axis; the caption has all of it.
const LETTERS: usize = 32;
/// Side of the square.
const SIDE: f64 = 330.0;

/// A level that at least one of the two solved.
struct Point<'a> {
    level: usize,
    x: Side<'a>,
    y: Side<'a>,
}

/// What one of them did on it.
#[derive(Clone, Copy)]
struct Side<'a> {
    spot: &'a Spot,
    value: Option<f64>,
}

/// Medians of two contenders per level on logarithmic axes, at most `most` points; `None` if there is nothing to
/// compare.
pub(super) fn scatter(
    dataset: &Dataset,
    grid: &Grid<'_>,
    (x, y): (usize, usize),
    measure: Measure,
    most: usize,
) -> Option<Figure> {
    let name = |contender: usize| Some(dataset.contenders.get(contender)?.name.as_str());
    let names = [name(x)?, name(y)?];
    let side = |contender: usize, level: usize| {
        let spot = &grid.spots(contender)[level];
        (spot.made > 0).then(|| Side { spot, value: measure.of_spot(spot) })
    };
    let pairs = (0..dataset.levels.len())
        .filter_map(|level| Some(Point { level, x: side(x, level)?, y: side(y, level)? }));
    let (points, neither): (Vec<_>, Vec<_>) =
        pairs.partition(|point| point.x.value.is_some() || point.y.value.is_some());
    let values = || points.iter().flat_map(|point| [point.x.value, point.y.value]).flatten();
    let low = values().min_by(f64::total_cmp)?;
    let high = values().max_by(f64::total_cmp)?;
    if measure == Measure::Nodes && high <= 1.0 {
        return None;
    }
    let kept = thinned(points.len(), most);
    let scale = Scale::log(low, measure.limit(dataset).unwrap_or(high).max(high));
    let axis = |name: &str| Axis::of(scale, format!("{}: {}", fitted(name, LETTERS), measure.label()));
    let margins = Margins { top: 12.0 + GUTTER, right: 12.0 + GUTTER, ..Margins::NUMBERS };
    let mut chart = Chart::new(axis(names[0]), axis(names[1]), (SIDE, SIDE), margins);
    guides(&mut chart, scale);
    for &i in &kept {
        draw(&mut chart, dataset, &points[i], measure, Style(y));
    }
    let title = format!("{}: {} against {}", measure.title(), names[1], names[0]);
    let counts = counts(names, &points, neither.len());
    let mut caption = format!("{title}. {counts}");
    if kept.len() < points.len() {
        let _ = write!(
            caption,
            " Drawn are {} of the {} levels, evenly chosen.",
            grouped(kept.len() as u64),
            grouped(points.len() as u64)
        );
    }
    let svg = chart.svg(&title, &counts);
    Some(Figure { id: format!("scatter-{}-{}-{}", measure.id(), x + 1, y + 1), caption, svg })
}

/// How often each was ahead, and what only one of them solved.
fn counts(names: [&str; 2], points: &[Point<'_>], neither: usize) -> String {
    let count = |what: fn(Option<f64>, Option<f64>) -> bool| {
        grouped(points.iter().filter(|point| what(point.x.value, point.y.value)).count() as u64)
    };
    let mut text = format!(
        "Ahead: {} on {} levels (below the diagonal), {} on {} (above).",
        names[1],
        count(|x, y| x.zip(y).is_some_and(|(x, y)| y < x)),
        names[0],
        count(|x, y| x.zip(y).is_some_and(|(x, y)| x < y)),
    );
    let (only_x, only_y) = (count(|_, y| y.is_none()), count(|x, _| x.is_none()));
    if (only_x.as_str(), only_y.as_str(), neither) != ("0", "0", 0) {
        let _ = write!(
            text,
            " Solved by one alone (hollow, in the margins): {} {only_x}, {} {only_y}; by neither: {}.",
            names[0],
            names[1],
            grouped(neither as u64)
        );
    }
    text
}

/// Which of so many are drawn: all, or evenly chosen ones.
fn thinned(count: usize, most: usize) -> Vec<usize> {
    let kept = count.min(most);
    (0..kept).map(|i| i * count / kept.max(1)).collect()
}

/// The diagonal, ten times to both sides, and the gutters.
fn guides(chart: &mut Chart, scale: Scale) {
    let (low, high) = scale.ends();
    let place = |chart: &Chart, x: f64, y: f64| format!("{:.1} {:.1}", chart.at_x(x), chart.at_y(y));
    let line = |chart: &Chart, factor: f64| {
        let (start, end) = (low.max(low / factor), high.min(high / factor));
        (start < end)
            .then(|| format!("M{}L{}", place(chart, start, start * factor), place(chart, end, end * factor)))
    };
    let diagonal = line(chart, 1.0).unwrap_or_default();
    chart.path("axis", &diagonal);
    for factor in [10.0, 0.1] {
        if let Some(path) = line(chart, factor) {
            chart.path("guide", &path);
            let end = high.min(high / factor);
            let (x, y) = (chart.at_x(end), chart.at_y(end * factor));
            let at = if factor > 1.0 { (x - 17.0, y + 13.0) } else { (x - 5.0, y + 35.0) };
            chart.text("note", "end", at, "10×");
        }
    }
    let (right, bottom) = chart.corner();
    let (left, top) = (chart.margins.left, chart.margins.top);
    chart.path("guide", &format!("M{left:.1} {top:.1}H{right:.1}V{bottom:.1}"));
    chart.text("note", "start", (left + 4.0, top - GUTTER + 4.0), "unsolved");
    let turned = format!("translate({:.1} {:.1}) rotate(-90)", right + GUTTER + 4.0, bottom - 4.0);
    let _ = write!(chart.body, "<text class=\"note\" transform=\"{turned}\">unsolved</text>");
}

fn draw(chart: &mut Chart, dataset: &Dataset, point: &Point<'_>, measure: Measure, style: Style) {
    let gutter = GUTTER / 2.0;
    let x = point.x.value.map_or(chart.corner().0 + gutter, |value| chart.at_x(value));
    let y = point.y.value.map_or(chart.margins.top - gutter, |value| chart.at_y(value));
    let words = |side: Side<'_>| match side.value {
        Some(value) => measure.words(value),
        None => format!("{} of {} runs solved", side.spot.solved, side.spot.made),
    };
    let tooltip =
        format!("{}: {} → {}", dataset.levels[point.level].name.label(), words(point.x), words(point.y));
    let both = point.x.value.is_some() && point.y.value.is_some();
    let class = format!("{} {}", style.colour(), if both { "soft" } else { "hollow" });
    let marker = style.marker(x, y, if both { 3.0 } else { 3.4 });
    chart.link(&Selection::of_level(point.level).address(), &tooltip, &class, &marker);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sample::sample;

    fn drawn(dataset: &Dataset, pair: (usize, usize), measure: Measure, most: usize) -> Option<Figure> {
        scatter(dataset, &Grid::new(dataset, true), pair, measure, most)
    }

    #[test]
    fn every_level_is_a_point_that_leads_to_its_runs() {
        let figure = drawn(&sample(), (0, 1), Measure::Seconds, MOST_POINTS).unwrap();
        assert_eq!(figure.id, "scatter-seconds-1-2");
        assert!(figure.svg.contains("<a href=\"#runs?level=0\"><title>Level 1: 0.11 s → 0.41 s</title>"));
        assert!(figure.svg.contains("Level 3: 0.31 s → 0 of 2 runs solved"));
        assert_eq!(figure.svg.matches("class=\"s1 soft\"").count(), 2);
        assert_eq!(figure.svg.matches("class=\"s1 hollow\"").count(), 1);
        assert!(figure.caption.ends_with(
            "Ahead: slow on 0 levels (below the diagonal), quick on 2 (above). Solved by one alone (hollow, in the \
             margins): quick 1, slow 0; by neither: 0."
        ));
        assert!(!figure.caption.contains("Drawn are"));
    }

    #[test]
    fn what_is_left_out_is_said() {
        let figure = drawn(&sample(), (0, 1), Measure::Nodes, 2).unwrap();
        assert!(figure.caption.ends_with("Drawn are 2 of the 3 levels, evenly chosen."));
        assert_eq!(figure.svg.matches("<a href=\"#runs?level=").count(), 2);
        assert_eq!(thinned(10, 4), [0, 2, 5, 7]);
    }

    #[test]
    fn without_two_contenders_there_is_nothing() {
        assert!(drawn(&sample(), (0, 7), Measure::Seconds, 9).is_none());
        assert!(drawn(&Dataset::default(), (0, 1), Measure::Seconds, 9).is_none());
    }
}
