//! The score of the Brno thesis by size of the state space: bars side by side.
//!
//! The score is [`score`] (Petr Žlebek 2021, formula 27). Where a file does not tell the optimum, or somebody was better
//! than the file says, the shortest solution found stands in its place, so that nobody has more than a hundred points.

use std::fmt::Write as _;

use super::{
    chart::{Axis, Chart, Entry, Margins, Mark},
    scale::Scale,
    style::Style,
};
use crate::{Dataset, Figure, Sample, published::brno_2::SizeClass, score};

/// The classes with the decimal logarithms they lie between, as an address of runs.
const CLASSES: [(SizeClass, &str); 4] = [
    (SizeClass::All, ""),
    (SizeClass::Small, "&below=5"),
    (SizeClass::Medium, "&from=5&below=6"),
    (SizeClass::Large, "&from=6"),
];

/// With more bars than these the numbers above them would touch.
const MOST_NUMBERS: usize = 32;

/// Mean scores by contender and class; `None` if nothing was solved.
pub fn score_by_class(dataset: &Dataset) -> Option<Figure> {
    if !dataset.trials.iter().any(|trial| trial.run.is_some_and(|run| run.solved())) {
        return None;
    }
    let scores = scores(dataset);
    let means: Vec<(usize, Vec<Option<f64>>)> =
        CLASSES.iter().map(|&(class, _)| class_means(dataset, &scores, class)).collect();
    let names = CLASSES.iter().zip(&means).map(|(&(class, _), &(count, _))| {
        format!("{} ({count} {})", class.name(), if count == 1 { "level" } else { "levels" })
    });
    let x = Axis::named(names, "size of the state space");
    let y = Axis::of(Scale::linear(0.0, 100.0), "mean score");
    let mut chart = Chart::new(x, y, (620.0, 300.0), Margins::NUMBERS);
    for (place, (_, means)) in means.iter().enumerate() {
        draw(&mut chart, dataset, place, means);
    }
    for (i, contender) in dataset.contenders.iter().enumerate() {
        let href = Some(format!("#runs?contender={i}"));
        chart.legend.push(Entry { style: Style(i), label: contender.name.clone(), href, mark: Mark::Marker });
    }
    let title = "Score by size of the state space";
    Some(Figure {
        id: "score-by-class".to_owned(),
        caption: format!(
            "{title}: 50 · best length / length + 50 · fastest run of anybody / mean time, averaged over the levels of a \
             class. Unsolved levels score nothing. Points depend on who takes part and on the machine."
        ),
        svg: chart.svg(title, "Grouped bars of mean scores from 0 to 100."),
    })
}

/// Scores by level and contender; `None` where nothing was run.
fn scores(dataset: &Dataset) -> Vec<Vec<Option<f64>>> {
    let mut samples = vec![vec![Sample::default(); dataset.contenders.len()]; dataset.levels.len()];
    for trial in &dataset.trials {
        let sample = samples.get_mut(trial.level).and_then(|row| row.get_mut(trial.contender));
        if let (Some(sample), Some(run)) = (sample, &trial.run) {
            sample.runs.push(*run);
        }
    }
    samples.iter().zip(&dataset.levels).map(|(row, level)| level_scores(row, level.optimum)).collect()
}

/// The scores of all contenders on a level.
fn level_scores(samples: &[Sample], optimum: Option<u32>) -> Vec<Option<f64>> {
    let fastest = samples.iter().filter_map(Sample::fastest).min_by(f64::total_cmp).unwrap_or(0.0);
    let lengths = samples.iter().flat_map(|sample| &sample.runs).filter_map(|run| Some(run.lengths?.0));
    let best = lengths.chain(optimum).min().unwrap_or(0);
    let of = |sample: &Sample| {
        let seconds = sample.seconds()?;
        Some(sample.pushes().map_or(0.0, |length| score(best, length, fastest, seconds)))
    };
    samples.iter().map(of).collect()
}

/// Number of levels of a class, and the mean of each contender.
fn class_means(
    dataset: &Dataset,
    scores: &[Vec<Option<f64>>],
    class: SizeClass,
) -> (usize, Vec<Option<f64>>) {
    // A size of 100000 must not fall into the class below because of its logarithm.
    let size = |level: usize| 10f64.powf(dataset.levels[level].log10_states).round();
    let members: Vec<usize> =
        (0..dataset.levels.len()).filter(|&level| class.contains(size(level))).collect();
    let mean = |contender: usize| {
        let values: Vec<f64> = members.iter().filter_map(|&level| scores[level][contender]).collect();
        (!values.is_empty()).then(|| values.iter().sum::<f64>() / values.len() as f64)
    };
    (members.len(), (0..dataset.contenders.len()).map(mean).collect())
}

fn draw(chart: &mut Chart, dataset: &Dataset, place: usize, means: &[Option<f64>]) {
    let slot = 0.84 / means.len() as f64;
    let bottom = chart.at_y(0.0);
    for (contender, mean) in means.iter().enumerate() {
        let Some(mean) = *mean else { continue };
        let start = (contender as f64).mul_add(slot, place as f64 - 0.42);
        let (left, right) = (chart.at_x(start + 0.06 * slot), chart.at_x(start + 0.94 * slot));
        let (top, middle, style) = (chart.at_y(mean), f64::midpoint(left, right), Style(contender));
        let (class, address) = CLASSES[place];
        let href = format!("#runs?contender={contender}{address}");
        let tooltip = format!("{}, {}: {mean:.2}", dataset.contenders[contender].name, class.name());
        let bar = format!("M{left:.1} {bottom:.1}V{top:.1}H{right:.1}V{bottom:.1}z");
        chart.link(&href, &tooltip, &format!("{} bar", style.colour()), &bar);
        let _ = write!(
            chart.body,
            "<path class=\"{} dot\" d=\"{}\"/>",
            style.colour(),
            style.marker(middle, top - 5.0, ((right - left) / 3.2).min(3.4))
        );
        if means.len() * CLASSES.len() <= MOST_NUMBERS {
            chart.text("value", "middle", (middle, top - 12.0), &format!("{mean:.0}"));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dataset::tests::sample;

    #[test]
    fn classes_hold_the_levels_of_their_size() {
        let dataset = sample();
        let counts: Vec<usize> =
            CLASSES.iter().map(|&(class, _)| class_means(&dataset, &scores(&dataset), class).0).collect();
        assert_eq!(counts, [3, 1, 1, 1]);
    }

    #[test]
    fn scores_are_those_of_the_formula() {
        let dataset = sample();
        let scores = scores(&dataset);
        // Level 1: quick in 10 pushes and 0.115 s on average, fastest 0.11 s; slow in 12 pushes and 0.415 s.
        assert!((scores[0][0].unwrap() - (50.0 + 50.0 * 0.11 / 0.115)).abs() < 1e-9);
        assert!((scores[0][1].unwrap() - (50.0 * 10.0 / 12.0 + 50.0 * 0.11 / 0.415)).abs() < 1e-9);
        assert_eq!(scores[2][1], Some(0.0));
    }

    #[test]
    fn bars_lead_to_the_runs_of_their_class() {
        let figure = score_by_class(&sample()).unwrap();
        assert!(figure.svg.contains("#runs?contender=1&amp;from=5&amp;below=6"));
        assert_eq!(figure.svg.matches(" bar\"").count(), 8);
        assert!(score_by_class(&Dataset::default()).is_none());
    }
}
