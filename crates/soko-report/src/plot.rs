//! The drawings of a report, as SVG.
//!
//! A small plotter of our own. The crate `plotters` draws well, but it writes fixed colours, and its shapes cannot be
//! links: here one drawing must serve a light page, a dark page and a printed one, and a point must lead to the runs it was
//! made of. What that needs is an axis, a grid, a legend and eight markers, a few hundred lines.
//!
//! ```text
//! dataset ──► grid: a summary of each level and contender ──► cactus, scatter, scores by class
//!    ├──────► all runs ───────────────────────────────────► boxes
//!    └──────► curves ─────────────────────────────────────► curves with medians, a panel per level
//! ```
//!
//! Every function is pure and bounded: lines have as many corners as can be seen, points are evenly chosen where there are
//! too many, and the caption says so. Addresses are those of the page: `#run=ID` is a run,
//! `#runs?contender=0&level=4&from=5&below=6` are the runs of a contender (by its place in the plan, from 0) on a level or
//! on all levels whose state space has a decimal logarithm from 5 and below 6.

mod boxes;
mod cactus;
mod chart;
mod classes;
mod curves;
mod label;
mod measure;
mod panels;
mod scale;
mod scatter;
mod style;
mod summary;

pub use style::sheet as style_sheet;

use boxes::{boxes, boxes_by_level};
use cactus::cactus;
use classes::score_by_class;
use curves::curves;
use measure::Measure;
use scatter::scatter;
use soko_lab::Dataset;

use crate::{Figure, grid::Grid};

/// Most points of all scatter plots of a report together: about a megabyte.
const MOST_SCATTERED: usize = 7000;

/// All drawings that make sense, those that depend on the clock only with `times`. The scatter plots compare every
/// contender with the baseline.
pub(crate) fn figures(dataset: &Dataset, baseline: usize, times: bool) -> Vec<Figure> {
    let grid = Grid::new(dataset, times);
    let measures = || Measure::ALL.into_iter().filter(move |measure| times || *measure != Measure::Seconds);
    let mut figures: Vec<Figure> = measures().filter_map(|measure| cactus(dataset, &grid, measure)).collect();
    if times {
        figures.extend(score_by_class(dataset, &grid));
    }
    figures.extend(measures().flat_map(|measure| scatters(dataset, &grid, baseline, measure)));
    if times {
        figures.extend(boxes(dataset));
        figures.extend(boxes_by_level(dataset));
    }
    figures.extend(curves(dataset));
    figures
}

/// Every other contender against the baseline.
fn scatters(dataset: &Dataset, grid: &Grid<'_>, baseline: usize, measure: Measure) -> Vec<Figure> {
    let others: Vec<usize> = (0..dataset.contenders.len()).filter(|&other| other != baseline).collect();
    let most = (MOST_SCATTERED / (2 * others.len()).max(1)).min(scatter::MOST_POINTS);
    let drawn = |&other: &usize| scatter(dataset, grid, (baseline, other), measure, most);
    others.iter().filter_map(drawn).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sample::sample;

    #[test]
    fn a_report_has_all_drawings_that_make_sense() {
        let ids: Vec<String> = figures(&sample(), 0, true).into_iter().map(|figure| figure.id).collect();
        assert_eq!(
            ids,
            [
                "cactus-seconds",
                "cactus-nodes",
                "score-by-class",
                "scatter-seconds-1-2",
                "scatter-nodes-1-2",
                "boxes",
                "boxes-by-level"
            ]
        );
        assert!(figures(&Dataset::default(), 0, true).is_empty());
    }

    /// Ten contenders on many levels, a run each.
    fn large(levels: usize) -> Dataset {
        let small = sample();
        let mut dataset = Dataset {
            levels: (0..levels).map(|i| small.levels[i % 3].clone()).collect(),
            contenders: (0..10).map(|i| small.contenders[i % 2].clone()).collect(),
            ..small.clone()
        };
        let trial = |i: usize| {
            let mut trial = small.trials[if i.is_multiple_of(13) { 11 } else { 0 }];
            (trial.level, trial.contender) = (i / 10, i % 10);
            if let Some(run) = &mut trial.run {
                run.wall = 0.001 * (1.0 + (i * 7919 % 10_007) as f64);
                run.statistics.expanded = 100 + (i * 104_729 % 1_000_003) as u64;
            }
            trial
        };
        dataset.trials = (0..10 * levels).map(trial).collect();
        dataset
    }

    #[test]
    fn drawings_of_a_hundred_thousand_runs_stay_small() {
        let figures = figures(&large(10_000), 0, true);
        assert_eq!(figures.len(), 2 + 1 + 18 + 1);
        let size: usize = figures.iter().map(|figure| figure.svg.len()).sum();
        assert!(size < 2_000_000, "{size}");
        assert!(figures.iter().any(|figure| figure.caption.contains("of the 10,000 levels")));
    }

    #[test]
    fn numbers_that_are_none_do_no_harm() {
        let mut dataset = sample();
        for (trial, wall) in dataset.trials.iter_mut().zip([f64::NAN, f64::INFINITY, -1.0, 0.0]) {
            trial.run.as_mut().unwrap().wall = wall;
        }
        dataset.levels[0].log10_states = f64::NAN;
        dataset.limits.time_ms = Some(u64::MAX);
        for figure in figures(&dataset, 0, true) {
            let paths = figure.svg.split(" d=\"").skip(1).filter_map(|rest| rest.split('"').next());
            assert!(
                paths.into_iter().all(|path| !path.contains("NaN") && !path.contains("inf")),
                "{}",
                figure.id
            );
        }
    }

    #[test]
    fn hostile_titles_stay_text() {
        let mut dataset = sample();
        dataset.levels[0].name.title = Some("</svg><script>alert('\"')</script>\u{0}".to_owned());
        dataset.contenders[1].name = "<img onerror=x>".to_owned();
        for figure in figures(&dataset, 0, true) {
            assert!(!figure.svg.contains("<script") && !figure.svg.contains("<img"), "{}", figure.id);
            assert!(!figure.svg.contains('\u{0}'), "{}", figure.id);
            assert_eq!(figure.svg.matches("</svg>").count(), 1, "{}", figure.id);
        }
    }
}
