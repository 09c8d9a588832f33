//! How many levels are solved within a time: one rising line per contender.
//!
//! Solvers have been compared like this since the SAT competitions, there with the axes swapped (hence *cactus*). A line
//! further left is faster, a line that ends higher solves more.

use std::fmt::Write as _;

use soko_lab::Dataset;

use super::{
    Measure,
    chart::{Axis, Chart, Entry, Margins, Mark},
    scale::Scale,
    style::Style,
};
use crate::{Figure, Selection, grid::Grid, stats::sorted};

/// Markers along a line, so that lines are told apart where they cross.
const MARKERS: usize = 5;

/// Levels solved within a time or a number of nodes; `None` if nothing was solved.
pub(super) fn cactus(dataset: &Dataset, grid: &Grid<'_>, measure: Measure) -> Option<Figure> {
    let solved: Vec<Vec<f64>> = (0..dataset.contenders.len())
        .map(|contender| sorted(grid.spots(contender).iter().filter_map(|spot| measure.of_spot(spot))))
        .collect();
    let low = solved.iter().filter_map(|values| values.first()).copied().min_by(f64::total_cmp)?;
    let slowest = solved.iter().filter_map(|values| values.last()).copied().max_by(f64::total_cmp)?;
    if measure == Measure::Nodes && slowest <= 1.0 {
        return None;
    }
    let high = measure.limit(dataset).unwrap_or(slowest).max(slowest);
    let x = Axis::of(Scale::log(low, high), measure.label());
    let y = Axis::of(Scale::linear(0.0, dataset.levels.len() as f64), "levels solved");
    let mut chart = Chart::new(x, y, (620.0, 330.0), Margins::NUMBERS);
    for (contender, values) in solved.iter().enumerate() {
        draw(&mut chart, dataset, contender, values, (measure, high));
    }
    let what = match measure {
        Measure::Seconds => "Levels solved within a time",
        Measure::Nodes => "Levels solved within a number of expanded positions",
    };
    let best = (0..solved.len()).max_by_key(|&i| (solved[i].len(), std::cmp::Reverse(i)))?;
    let description = format!(
        "Step lines of {} contenders on {} levels; {} solves most, {}.",
        solved.len(),
        dataset.levels.len(),
        dataset.contenders[best].name,
        solved[best].len()
    );
    Some(Figure {
        id: format!("cactus-{}", measure.id()),
        caption: format!(
            "{what}. Each level counts by the median of its runs; it is unsolved if most of them failed. Further \
             left is faster, higher is more."
        ),
        svg: chart.svg(what, &description),
    })
}

fn draw(
    chart: &mut Chart,
    dataset: &Dataset,
    contender: usize,
    values: &[f64],
    (measure, high): (Measure, f64),
) {
    let style = Style(contender);
    let name = &dataset.contenders[contender].name;
    let href = Selection::of_contender(contender).address();
    chart.legend.push(Entry { style, label: name.clone(), href: Some(href.clone()), mark: Mark::Line });
    let corners = corners(chart, values);
    let Some((first, last)) = corners.first().zip(corners.last()) else { return };
    let mut path = format!("M{:.1} {:.1}", first.0, chart.at_y(0.0));
    for (x, y) in &corners {
        let _ = write!(path, "H{x:.1}V{y:.1}");
    }
    let _ = write!(path, "H{:.1}", chart.at_x(high).max(last.0));
    chart.path(&style.line(), &path);
    let tooltip = format!("{name}: {} of {} levels solved", values.len(), dataset.levels.len());
    for (count, value) in spread(values, contender) {
        let tooltip = format!("{tooltip}, {count} within {}", measure.words(value));
        let (x, y) = (chart.at_x(value), chart.at_y(count as f64));
        chart.link(&href, &tooltip, &format!("{} dot", style.colour()), &style.marker(x, y, 3.6));
    }
}

/// The steps of a line, one per half pixel at most: the highest of each.
fn corners(chart: &Chart, values: &[f64]) -> Vec<(f64, f64)> {
    let mut corners: Vec<(f64, f64)> = Vec::new();
    for (i, &value) in values.iter().enumerate() {
        let corner = (chart.at_x(value), chart.at_y((i + 1) as f64));
        match corners.last_mut() {
            Some(last) if corner.0 - last.0 < 0.5 => last.1 = corner.1,
            _ => corners.push(corner),
        }
    }
    corners
}

/// Some solved levels, the last among them, at places that differ from contender to contender.
fn spread(values: &[f64], contender: usize) -> impl Iterator<Item = (usize, f64)> {
    let stride = values.len().div_ceil(MARKERS).max(1);
    let shift = contender % stride.min(MARKERS);
    let place = move |i: &usize| i % stride == shift || *i == values.len();
    (1..=values.len()).filter(place).map(|count| (count, values[count - 1]))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sample::sample;

    fn drawn(dataset: &Dataset, measure: Measure) -> Option<Figure> {
        cactus(dataset, &Grid::new(dataset, true), measure)
    }

    #[test]
    fn lines_rise_by_one_per_level_and_end_at_the_limit() {
        let figure = drawn(&sample(), Measure::Seconds).unwrap();
        assert_eq!(figure.id, "cactus-seconds");
        assert!(figure.svg.contains("quick: 3 of 3 levels solved, 3 within 0.31 s"));
        assert!(figure.svg.contains("slow: 2 of 3 levels solved, 2 within 0.81 s"));
        assert!(figure.svg.contains("href=\"#runs?contender=1\""));
        let lines: Vec<_> = figure.svg.split("class=\"s0 line d0\" d=\"").skip(1).collect();
        assert_eq!(lines[0].split('"').next().unwrap().matches('V').count(), 3);
        // Limit and axis end at 10 seconds, the right border.
        assert!(lines[0].split('"').next().unwrap().ends_with("H678.0"));
    }

    #[test]
    fn nothing_solved_gives_no_figure() {
        let mut dataset = sample();
        dataset.trials.iter_mut().for_each(|trial| trial.run = None);
        assert!(drawn(&dataset, Measure::Nodes).is_none());
        assert!(drawn(&Dataset::default(), Measure::Seconds).is_none());
    }

    #[test]
    fn ten_thousand_steps_become_as_many_as_can_be_seen() {
        let chart = Chart::new(
            Axis::of(Scale::log(0.001, 100.0), ""),
            Axis::of(Scale::linear(0.0, 10_000.0), ""),
            (620.0, 330.0),
            Margins::NUMBERS,
        );
        let values: Vec<f64> = (1..=10_000).map(|i| f64::from(i) * 0.01).collect();
        let corners = corners(&chart, &values);
        assert!(corners.len() <= 1241, "{}", corners.len());
        // The last step is drawn half a pixel to the left at most, and at its full height.
        assert!(corners.last().is_some_and(|&(x, y)| x > 677.5 && y < 12.001));
    }
}
