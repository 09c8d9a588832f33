//! How much runs differ: box plots of seconds, with the runs themselves.
//!
//! Box, middle and whiskers are those of John Tukey (*Exploratory data analysis*, 1977): quartiles, median, and the last
//! runs within one and a half box lengths; what lies further out is drawn hollow. All of it is computed on logarithms,
//! since that is the axis it is seen on: on plain seconds the fences of a skewed sample hold nothing below and too much
//! above. Runs without a solution are counted with the time they were given, and drawn as crosses.

use soko_lab::{
    Dataset,
    dataset::{RunInfo, Trial},
};

use super::{
    Measure,
    chart::{Axis, Chart, Margins},
    scale::Scale,
    style::Style,
};
use crate::{
    Figure,
    stats::{FiveNumbers, lower_median, sorted},
};

/// Most runs drawn as points in one figure.
const MOST_POINTS: usize = 3600;
/// Most of them in one row: more could not be told apart.
const MOST_IN_ROW: usize = 150;
/// Up to so many levels have boxes of their own, however few their runs.
const FEW_LEVELS: usize = 6;
/// More levels have them, too, if at least so many runs are behind the rows, in the middle.
const MANY_RUNS: usize = 5;
/// Most rows of a figure.
const MOST_ROWS: usize = 130;
/// Height of a row, and where there are more than a page shows at once.
const ROWS: [f64; 2] = [36.0, 24.0];
/// More rows than these are low.
const HIGH_ROWS: usize = 24;
/// Letters of a name beside its row.
const LETTERS: usize = 32;
/// Room for one of them in a wide font, on average.
const WIDEST: f64 = 7.4;
/// The style whose marker is a cross.
const CROSS: Style = Style(6);

/// A line of the figure: some runs, or a headline.
struct Row<'a> {
    label: String,
    style: Style,
    runs: Vec<(&'a Trial, &'a RunInfo)>,
}

/// Seconds of all runs per contender; `None` if no contender has two runs.
pub(super) fn boxes(dataset: &Dataset) -> Option<Figure> {
    let rows = contender_rows(dataset, |_| true);
    figure(dataset, "boxes", "Seconds of all runs", &rows)
}

/// Seconds per level and contender, where levels are few or runs were repeated often.
pub(super) fn boxes_by_level(dataset: &Dataset) -> Option<Figure> {
    let pairs = dataset.levels.len() * dataset.contenders.len();
    if dataset.levels.len() < 2 || pairs + dataset.levels.len() > MOST_ROWS {
        return None;
    }
    let mut rows = Vec::new();
    for (number, level) in dataset.levels.iter().enumerate() {
        let of_level = contender_rows(dataset, |trial| trial.level == number);
        if !of_level.is_empty() {
            rows.push(Row { label: level.name.label(), style: Style(0), runs: Vec::new() });
            rows.extend(of_level);
        }
    }
    let mut runs: Vec<usize> = rows.iter().map(|row| row.runs.len()).filter(|&runs| runs > 0).collect();
    if dataset.levels.len() > FEW_LEVELS && lower_median(&mut runs, Ord::cmp)? < MANY_RUNS {
        return None;
    }
    figure(dataset, "boxes-by-level", "Seconds of all runs, level by level", &rows)
}

/// A row for each contender that has runs of the wanted kind.
fn contender_rows(dataset: &Dataset, wanted: impl Fn(&Trial) -> bool) -> Vec<Row<'_>> {
    let mut rows: Vec<Row<'_>> = (0..dataset.contenders.len())
        .map(|i| Row { label: dataset.contenders[i].name.clone(), style: Style(i), runs: Vec::new() })
        .collect();
    for trial in dataset.trials.iter().filter(|trial| wanted(trial)) {
        if let (Some(run), Some(row)) = (&trial.run, rows.get_mut(trial.contender)) {
            row.runs.push((trial, run));
        }
    }
    rows.retain(|row| !row.runs.is_empty());
    for row in &mut rows {
        row.runs.sort_by(|a, b| a.1.wall.total_cmp(&b.1.wall));
    }
    rows
}

fn figure(dataset: &Dataset, id: &str, title: &str, rows: &[Row<'_>]) -> Option<Figure> {
    if rows.iter().all(|row| row.runs.len() < 2) {
        return None;
    }
    let all = || rows.iter().flat_map(|row| &row.runs).map(|(_, run)| Measure::Seconds.of_run(run));
    let low = all().min_by(f64::total_cmp)?;
    let high = all().max_by(f64::total_cmp)?;
    let x = Axis::of(Scale::log(low, high), "seconds");
    let longest = rows.iter().map(|row| row.label.chars().count()).max()?.min(LETTERS);
    let left = (longest as f64).mul_add(WIDEST, 20.0).max(58.0);
    // Rows are read from above, and the axis counts from below.
    let tick = |row: &Row<'_>| if row.runs.is_empty() { String::new() } else { row.label.clone() };
    let y = Axis::named(rows.iter().rev().map(tick), LETTERS, "");
    let height = ROWS[usize::from(rows.len() > HIGH_ROWS)];
    let margins = Margins { left, ..Margins::NUMBERS };
    let mut chart = Chart::new(x, y, (696.0 - left - margins.right, height * rows.len() as f64), margins);
    let most = (MOST_POINTS / rows.len()).clamp(20, MOST_IN_ROW);
    let mut left_out = false;
    for (i, row) in rows.iter().rev().enumerate() {
        left_out |= row.runs.len() > most;
        draw(&mut chart, dataset, row, (i, height, most));
    }
    let thinned = if left_out {
        format!(" Of each row at most {most} runs are drawn, evenly chosen.")
    } else {
        String::new()
    };
    Some(Figure {
        id: id.to_owned(),
        caption: format!(
            "{title}. Boxes from the first to the third quartile with the median; whiskers reach the last run within \
             one and a half box lengths (Tukey), on the logarithmic axis. Every point is a run, hollow ones lie beyond \
             the whiskers, crosses found no solution.{thinned}"
        ),
        svg: chart.svg(title, &format!("Horizontal box plots of {} rows.", rows.len())),
    })
}

fn draw(chart: &mut Chart, dataset: &Dataset, row: &Row<'_>, (place, height, most): (usize, f64, usize)) {
    let middle = chart.at_y(place as f64);
    let logs = sorted(row.runs.iter().map(|(_, run)| Measure::Seconds.of_run(run).ln()));
    let Some(five) = FiveNumbers::of(&logs) else {
        let end = chart.corner().0;
        let left = chart.margins.left;
        chart.path("grid", &format!("M{left:.1} {middle:.1}H{end:.1}"));
        chart.name("part", "end", (left - 8.0, middle + 4.0), &row.label, LETTERS);
        return;
    };
    points(chart, dataset, row, (middle, five.whiskers), (height, most));
    if row.runs.len() < 2 {
        return;
    }
    let (low, high) = five.whiskers;
    let [low, first, median, third, high] =
        [low, five.lower, five.median, five.upper, high].map(|log| chart.at_x(log.exp()));
    let colour = row.style.colour();
    let half = (height * 0.22).round();
    let (top, bottom) = (middle - half, middle + half);
    chart.path(
        &format!("{colour} whisker"),
        &format!(
            "M{low:.1} {:.1}v8M{low:.1} {middle:.1}H{first:.1}M{third:.1} {middle:.1}H{high:.1}M{high:.1} {:.1}v8",
            middle - 4.0,
            middle - 4.0
        ),
    );
    chart.path(&format!("{colour} box"), &format!("M{first:.1} {top:.1}H{third:.1}V{bottom:.1}H{first:.1}z"));
    chart.path(&format!("{colour} middle"), &format!("M{median:.1} {top:.1}V{bottom:.1}"));
}

fn points(
    chart: &mut Chart,
    dataset: &Dataset,
    row: &Row<'_>,
    (middle, (low, high)): (f64, (f64, f64)),
    (height, most): (f64, usize),
) {
    let count = row.runs.len();
    let kept = count.min(most);
    for i in 0..kept {
        // The fastest and the slowest are always among them.
        let (trial, run) = row.runs[if kept > 1 { i * (count - 1) / (kept - 1) } else { 0 }];
        let seconds = Measure::Seconds.of_run(run);
        let beyond = !(low..=high).contains(&seconds.ln());
        // Multiples of the golden ratio never crowd.
        let aside = ((i as f64 * 0.618_034).fract() - 0.5) * height * 0.66;
        let (style, class, size) = match (run.solved(), beyond) {
            (false, _) => (CROSS, "soft", 2.6),
            (true, true) => (Style(0), "hollow", 2.6),
            (true, false) => (Style(0), "soft", 2.0),
        };
        let tooltip = format!(
            "{} on {}, seed {}: {}, {}",
            dataset.contenders[trial.contender].name,
            dataset.levels[trial.level].name.label(),
            trial.seed,
            run.outcome,
            Measure::Seconds.words(run.wall)
        );
        let marker = style.marker(chart.at_x(seconds), middle + aside, size);
        chart.link(
            &format!("#run={}", run.id),
            &tooltip,
            &format!("{} {class}", row.style.colour()),
            &marker,
        );
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sample::sample;

    #[test]
    fn every_run_is_a_point_with_its_name() {
        let dataset = sample();
        let figure = boxes(&dataset).unwrap();
        assert_eq!(figure.svg.matches("<a href=\"#run=").count(), 12);
        assert!(figure.svg.contains(&format!("#run={}", dataset.trials[0].run.unwrap().id)));
        assert!(figure.svg.contains("slow on Level 3, seed 1: time-limit, 10.01 s"));
        assert_eq!(figure.svg.matches(" box\"").count(), 2);
    }

    #[test]
    fn few_levels_have_boxes_of_their_own() {
        let mut dataset = sample();
        let figure = boxes_by_level(&dataset).unwrap();
        assert_eq!(figure.svg.matches(" box\"").count(), 6);
        dataset.levels = vec![dataset.levels[0].clone(); 7];
        assert!(boxes_by_level(&dataset).is_none());
        dataset.trials.clear();
        assert!(boxes(&dataset).is_none());
    }

    #[test]
    fn many_runs_give_more_levels_boxes_up_to_what_a_page_bears() {
        let mut dataset = sample();
        dataset.levels = (0..11).map(|i| dataset.levels[i % 3].clone()).collect();
        let model = dataset.trials[0];
        let all = (0..11).flat_map(|level| (0..2).flat_map(move |contender| [(level, contender); 5]));
        dataset.trials = all.map(|(level, contender)| Trial { level, contender, ..model }).collect();
        let figure = boxes_by_level(&dataset).unwrap();
        assert_eq!(figure.svg.matches(" box\"").count(), 22);
        dataset.contenders = vec![dataset.contenders[0].clone(); 11];
        assert!(boxes_by_level(&dataset).is_none());
    }
}
