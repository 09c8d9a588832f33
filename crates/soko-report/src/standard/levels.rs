//! The matrices: every level by every contender.
//!
//! Pushes, seconds and nodes in a table each, so that a column can be read by eye and by a program. All levels are there,
//! however many: a report that leaves out a level cannot answer for it.

use std::fmt::Write as _;

use crate::{
    Cell, Findings, Table,
    grid::Spot,
    numbers::{or_dash, significant},
};

use super::View;

pub(super) fn write(findings: &mut Findings, view: &View<'_>) {
    findings.heading("Levels");
    findings.text(
        "Pushes are the median of the runs, a run without a solution counting as longer than any; of an even number the \
         lower one of the middle two. A star says that the contender proved them the fewest, a dash that most runs found \
         no solution; k/n says how many of several runs did. An empty cell was not run.",
    );
    findings.table(matrix(view, "pushes", "Pushes", pushes));
    if view.times {
        let caption = "Median seconds of all runs, solved or not";
        findings.table(matrix(view, "seconds", caption, |spot| significant(spot.median_seconds)));
        let contenders = 0..view.dataset.contenders.len();
        if contenders.flat_map(|contender| view.grid.spots(contender)).any(|spot| spot.made > 1) {
            let caption = "Seconds of the longest run";
            findings.table(matrix(view, "seconds-worst", caption, |spot| significant(spot.worst_seconds)));
        }
    }
    let caption = if view.times {
        "Median of the nodes expanded by all runs, solved or not"
    } else {
        "Median of the nodes expanded by runs that ended by themselves, not by the clock"
    };
    findings.table(matrix(view, "nodes", caption, |spot| or_dash(spot.nodes)));
}

fn pushes(spot: &Spot) -> String {
    let mut text = or_dash(spot.pushes);
    if spot.proven {
        text.push('*');
    }
    if spot.made > 1 {
        let _ = write!(text, " ({}/{})", spot.solved, spot.made);
    }
    text
}

fn matrix(view: &View<'_>, id: &str, caption: &str, text: impl Fn(&Spot) -> String) -> Table {
    let names = view.dataset.contenders.iter().map(|contender| contender.name.as_str());
    let mut table = Table::new(id, caption, std::iter::once("level").chain(names));
    for (level, label) in view.labels.iter().enumerate() {
        let cell = |contender: usize| {
            let spot = &view.grid.spots(contender)[level];
            Cell::from(if spot.made == 0 { String::new() } else { text(spot) })
                .of(Some(contender), Some(level))
        };
        let name = Cell::from(label).of(None, Some(level));
        table.row(std::iter::once(name).chain((0..view.dataset.contenders.len()).map(cell)));
    }
    table
}

#[cfg(test)]
mod tests {
    use crate::{
        Selection,
        sample::sample,
        standard::tests::{report, shown, table},
    };

    #[test]
    fn matrices_show_every_level_and_link_every_cell() {
        let mut dataset = sample();
        dataset.trials[0].run = None;
        dataset.trials[1].run = None;
        let findings = report(&dataset, true);
        assert_eq!(shown(&findings, "pushes", "Level 1", "quick"), "");
        assert_eq!(shown(&findings, "pushes", "Level 2", "quick"), "20* (2/2)");
        assert_eq!(shown(&findings, "pushes", "Level 2", "slow"), "22 (2/2)");
        assert_eq!(shown(&findings, "pushes", "Level 3", "slow"), "– (0/2)");
        assert_eq!(shown(&findings, "seconds", "Level 3", "slow"), "10.01");
        assert_eq!(shown(&findings, "seconds-worst", "Level 2", "quick"), "0.2200");
        assert_eq!(shown(&findings, "nodes", "Level 3", "slow"), "6000");
        let cell = &table(&findings, "seconds").rows()[2][1];
        assert_eq!(cell.runs, Some(Selection { contender: Some(0), level: Some(2) }));
        let overview = &table(&findings, "overview").rows()[1][2];
        assert_eq!(overview.runs, Some(Selection { contender: Some(1), level: None }));
    }
}
