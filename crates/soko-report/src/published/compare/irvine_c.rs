//! Report C from Irvine: seconds of learning over pushes on the course's six small boards.
//!
//! The report solved them in milliseconds and then none of XSokoban's boards in an hour. Its times are of single runs in
//! Python, on a machine that it does not name, so a factor between them and ours says which order of magnitude to expect,
//! no more.

use soko_lab::Dataset;

use super::{Wanted, course::View, plain};
use crate::{
    Findings,
    published::irvine_c::{LIMIT, RESULTS},
};

/// The report's player and ours.
const WANTED: [Wanted; 3] = [
    Wanted { name: "q-path (irvine-c)", player: "q-path", preset: Some("irvine-c") },
    plain("q-path"),
    plain("q-box"),
];

/// Lays an experiment beside the table of section 6.
pub(in crate::published) fn compare(dataset: &Dataset, times: bool, findings: &mut Findings) {
    let about = "Q-learning over pushes whose walks are found by breadth-first search, beside the report of Emily Brunelli, Ricky \
                 Cheng and Andreana Chua (CS 271, University of California, Irvine), which printed one time per board.";
    let boards = RESULTS.iter().filter(|row| row.seconds.is_some()).map(|row| row.board);
    let view = View::open(dataset, &WANTED, boards, about, findings);
    findings.text(format!(
        "The report could not solve `sokoban01.txt` within {} minutes. That is not `sokoban-01.txt`, the first board of its table, with \
         three boxes and 8 pushes: in the course's benchmark set of 2021 the names without a hyphen are the boards of XSokoban, \
         and `sokoban01.txt` is XSokoban 1 with six boxes and 97 pushes.",
        LIMIT / 60.0
    ));
    findings.heading("Solved runs");
    findings.text("Same on every machine, as long as no run is cut off by the time limit.");
    findings.table(view.solved());
    if times {
        findings.heading("Times");
        findings.text(
            "The printed seconds are of one run each, in Python. A run of ours that found nothing counts with the time it was given, \
             and so does one that goes on to improve its solution until the clock ends it; of such there is no factor.",
        );
        findings.table(view.times("Seconds, beside the printed ones", |board| {
            RESULTS.iter().find(|row| row.board == board.name)?.seconds
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
    fn seconds_stand_beside_the_printed_ones() {
        let mut dataset =
            experiment(["01", "04", "XSokoban 1"], [("q-path", Some("irvine-c")), ("q-path", None)]);
        dataset.trials[0].run.as_mut().unwrap().wall = 0.009;
        let findings = compared(&dataset, true, compare);
        let times = table(&findings, "times");
        assert_eq!(row(times, "01", "q-path (irvine-c)")[2..], ["0.018", "2.000"]);
        assert_eq!(row(times, "04", "q-path")[2], "0.406");
        // XSokoban 1 is no board of the table, whatever its file is called.
        assert!(times.rows().iter().all(|row| row[0].text != "XSokoban 1"));
        let said = said(&findings);
        assert!(said.contains("`sokoban01.txt` within 60 minutes. That is not `sokoban-01.txt`"), "{said}");
        assert!(said.contains("`q-box` does not take part"), "{said}");
    }

    #[test]
    fn without_times_the_solved_runs_remain() {
        let dataset = experiment(["01", "04", "05b"], [("q-path", None), ("q-box", None)]);
        let findings = compared(&dataset, false, compare);
        assert_eq!(findings.tables().map(|table| table.id.as_str()).collect::<Vec<_>>(), ["solved"]);
        assert_eq!(row(table(&findings, "solved"), "05b", "q-box"), ["2", "0", "–", "–", "62"]);
    }
}
