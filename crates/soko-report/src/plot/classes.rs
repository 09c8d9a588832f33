//! The score of the Brno thesis by size of the state space: bars side by side.
//!
//! The means are those of the tables ([`Scores`]), and a bar leads to the runs of its class.

use std::fmt::Write as _;

use soko_lab::Dataset;
use soko_solver::quantity::show_number;

use super::{
    chart::{Axis, Chart, Entry, Margins, Mark},
    scale::Scale,
    style::Style,
};
use crate::{
    Figure, Selection,
    grid::Grid,
    scores::{ClassMeans, Scores},
    size_class::SizeClass,
};

/// With more bars than these the numbers above them would touch.
const MOST_NUMBERS: usize = 32;

/// Mean scores by contender and class; `None` if nothing was solved.
pub(super) fn score_by_class(dataset: &Dataset, grid: &Grid<'_>) -> Option<Figure> {
    if !grid.all().iter().any(|run| run.solved()) {
        return None;
    }
    let points = Scores::new(dataset, grid).by_mean;
    let classes = SizeClass::ALL.map(|class| (class, points.of_class(class, &dataset.levels)));
    let names = classes
        .iter()
        .map(|(class, means)| format!("{} ({})", class.name(), show_number(means.levels as u64, "level")));
    let x = Axis::named(names, usize::MAX, "size of the state space");
    let y = Axis::of(Scale::linear(0.0, 100.0), "mean score");
    let mut chart = Chart::new(x, y, (620.0, 300.0), Margins::NUMBERS);
    for (place, (class, means)) in classes.iter().enumerate() {
        draw(&mut chart, dataset, (place, *class), means);
    }
    for (i, contender) in dataset.contenders.iter().enumerate() {
        let href = Some(Selection::of_contender(i).address());
        chart.legend.push(Entry { style: Style(i), label: contender.name.clone(), href, mark: Mark::Marker });
    }
    let title = "Score by size of the state space";
    Some(Figure {
        id: "score-by-class".to_owned(),
        caption: format!(
            "{title}: 50 · best length / length + 50 · fastest run of any contender / mean time, averaged over the levels of a \
             class. Unsolved levels score nothing. Points depend on who takes part and on the machine."
        ),
        svg: chart.svg(title, "Grouped bars of mean scores from 0 to 100."),
    })
}

/// The decimal logarithms that a class lies between, as a part of an address of runs.
const fn bounds(class: SizeClass) -> &'static str {
    match class {
        SizeClass::All => "",
        SizeClass::Small => "&below=5",
        SizeClass::Medium => "&from=5&below=6",
        SizeClass::Large => "&from=6",
    }
}

fn draw(
    chart: &mut Chart,
    dataset: &Dataset,
    (place, class): (usize, SizeClass),
    ClassMeans { means, .. }: &ClassMeans,
) {
    let slot = 0.84 / means.len() as f64;
    let bottom = chart.at_y(0.0);
    for (contender, mean) in means.iter().enumerate() {
        let Some(mean) = *mean else { continue };
        let start = (contender as f64).mul_add(slot, place as f64 - 0.42);
        let (left, right) = (chart.at_x(start + 0.06 * slot), chart.at_x(start + 0.94 * slot));
        let (top, middle, style) = (chart.at_y(mean), f64::midpoint(left, right), Style(contender));
        let href = Selection::of_contender(contender).address() + bounds(class);
        let tooltip = format!("{}, {}: {mean:.2}", dataset.contenders[contender].name, class.name());
        let bar = format!("M{left:.1} {bottom:.1}V{top:.1}H{right:.1}V{bottom:.1}z");
        chart.link(&href, &tooltip, &format!("{} bar", style.colour()), &bar);
        let _ = write!(
            chart.body,
            "<path class=\"{} dot\" d=\"{}\"/>",
            style.colour(),
            style.marker(middle, top - 5.0, ((right - left) / 3.2).min(3.4))
        );
        if means.len() * SizeClass::ALL.len() <= MOST_NUMBERS {
            chart.text("value", "middle", (middle, top - 12.0), &format!("{mean:.0}"));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sample::sample;

    #[test]
    fn bars_lead_to_the_runs_of_their_class() {
        let drawn = |dataset: &Dataset| score_by_class(dataset, &Grid::new(dataset, true));
        let figure = drawn(&sample()).unwrap();
        assert!(figure.svg.contains(">all (3 levels)<") && figure.svg.contains(">1e5 to 1e6 (1 level)<"));
        assert!(figure.svg.contains("<title>slow, below 1e5: 54.92</title>"));
        assert!(figure.svg.contains("#runs?contender=1&amp;from=5&amp;below=6"));
        assert_eq!(figure.svg.matches(" bar\"").count(), 8);
        assert!(drawn(&Dataset::default()).is_none());
    }
}
