//! The Brno score by the size of the state space ([`Scores`](crate::scores::Scores)), with the mean of the seconds as
//! published and with their median.

use crate::{Cell, Findings, Table, numbers::optional, scores::Points, size_class::SizeClass};

use super::View;

pub(super) fn write(findings: &mut Findings, view: &View<'_>) {
    let Some(scores) = &view.scores else { return };
    findings.heading("Score by size of the state space");
    findings.text(
        "The Brno score of a level is 50 · l_opt / l + 50 · t_min / t, with the median pushes l, the mean seconds t of all \
         repetitions and the fastest single run t_min of any contender; unsolved is 0. Shown are means over the levels of a \
         class; sizes are the numbers of states as the thesis counts them. Scores depend on who takes part.",
    );
    findings.table(by_size(view, "scores", "Mean score", &scores.by_mean));
    let caption = "The same with the median of the seconds in place of their mean";
    findings.table(by_size(view, "scores-median", caption, &scores.by_median));
}

fn by_size(view: &View<'_>, id: &str, caption: &str, points: &Points) -> Table {
    let classes = SizeClass::ALL.map(|class| (class, points.of_class(class, &view.dataset.levels)));
    let columns = classes.iter().map(|(class, means)| format!("{} (n = {})", class.name(), means.levels));
    let mut table = Table::new(id, caption, std::iter::once("contender".to_owned()).chain(columns));
    for (place, contender) in view.dataset.contenders.iter().enumerate() {
        let means = classes.iter().map(|(_, class)| optional(class.means[place]));
        let cells = std::iter::once(contender.name.clone()).chain(means);
        table.row(cells.map(|text| Cell::from(text).of(Some(place), None)));
    }
    table
}

#[cfg(test)]
mod tests {
    use crate::{
        sample::sample,
        standard::tests::{report, shown},
    };

    #[test]
    fn scores_are_means_over_the_levels_of_a_class() {
        let findings = report(&sample(), true);
        // Below 1e5 lies level 1 alone: 10 of 12 pushes, 0.11 of 0.415 seconds; of the median, 0.41.
        let column = "below 1e5 (n = 1)";
        assert_eq!(shown(&findings, "scores", "slow", column), "54.92");
        assert_eq!(shown(&findings, "scores-median", "slow", column), "55.08");
        assert_eq!(shown(&findings, "scores", "slow", "from 1e6 (n = 1)"), "0.000");
        assert_eq!(shown(&findings, "scores-median", "quick", "all (n = 3)"), "100.0");
        assert_eq!(
            shown(&findings, "overview", "quick", "score"),
            shown(&findings, "scores", "quick", "all (n = 3)")
        );
    }
}
