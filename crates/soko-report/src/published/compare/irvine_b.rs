//! Report B from Irvine: how long learning over moves and over pushes takes.
//!
//! The report drew box plots; the page of an experiment draws the same of our runs, level by level. The table has their
//! medians. What the report calls QAgent is our `q-state`, its BoxAgent `q-box`. The medians are by board, so they
//! are those of the BoxAgent (figure 3b), and every player is compared with them.

use soko_lab::Dataset;

use super::{Wanted, course::View, plain};
use crate::{
    Findings,
    published::irvine_b::{BOARDS, FIGURE_3, OUTLIERS_06B},
};

/// The report's players and ours.
const WANTED: [Wanted; 4] = [
    Wanted { name: "q-state (irvine-b)", player: "q-state", preset: Some("irvine-b") },
    Wanted { name: "q-box (irvine-b)", player: "q-box", preset: Some("irvine-b") },
    plain("q-state"),
    plain("q-box"),
];

/// Lays an experiment beside figure 3.
pub(in crate::published) fn compare(dataset: &Dataset, times: bool, findings: &mut Findings) {
    let about = "Q-learning over single moves (`q-state`, the report's QAgent) and over pushes (`q-box`, its BoxAgent), beside the \
                 report of Jonathan Ta, Jhih-Yuan Chang and Elia Rho (CS 271, University of California, Irvine). It printed \
                 box plots and no numbers.";
    let view = View::open(dataset, &WANTED, BOARDS, about, findings);
    findings.heading("Solved runs");
    findings.text(
        "Same on every machine, as long as no run is cut off by the time limit. Of 06c and 07a no solution by tabular learning \
         seems to have been published, of 04 only that of report C. Where the report's rewards let `q-state` run into the limit although it has solved the board, its \
         policy does not settle: with γ 0.8 the 500 of the end are worth less than 1 after 28 steps and the way there costs \
         5 in the long run, so an action that was never tried, and is worth 0, looks better than going on.",
    );
    findings.table(view.solved());
    if times {
        findings.heading("Times");
        findings.text(format!(
            "The printed medians were read off the figures and are good to about one digit. They are by board, so they are \
             laid to the BoxAgent (figure 3b, 20 runs per board, in Python); outliers on 06b took more than {OUTLIERS_06B} s. \
             A run of ours that found nothing counts with the time it was given, and so does one that goes on to improve its \
             solution until the clock ends it; of such there is no factor."
        ));
        let printed = |name: &str| FIGURE_3.iter().find(|about| about.board == name);
        findings.table(view.times("Seconds, beside medians read off the figures", |board| {
            printed(board.name).map(|about| about.seconds)
        }));
    }
}

#[cfg(test)]
mod tests {
    use super::{
        super::tests::{compared, experiment, row, said, table},
        *,
    };

    #[test]
    fn every_player_stands_beside_the_median_of_a_board() {
        let dataset = experiment(["02", "05b", "04"], [("q-box", Some("irvine-b")), ("q-box", None)]);
        let findings = compared(&dataset, true, compare);
        let times = table(&findings, "times");
        assert_eq!(row(times, "02", "q-box (irvine-b)")[2], "125");
        assert_eq!(row(times, "05b", "q-box")[2], "580");
        assert_eq!(row(times, "04", "q-box")[2..], ["", "–"]);
        assert_eq!(row(table(&findings, "solved"), "04", "q-box")[..2], ["2", "0"]);
        assert!(said(&findings).contains("`q-state (irvine-b)` does not take part"));
    }

    #[test]
    fn without_times_nothing_depends_on_the_clock() {
        let mut dataset = experiment(["02", "05b", "04"], [("q-state", None), ("q-box", None)]);
        let before = compared(&dataset, false, compare);
        for run in dataset.trials.iter_mut().filter_map(|trial| trial.run.as_mut()) {
            run.wall *= 3.0;
        }
        assert_eq!(compared(&dataset, false, compare), before);
        assert!(before.tables().all(|table| table.id == "solved"));
    }
}
