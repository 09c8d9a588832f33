//! Report A from Irvine: which trial solved a board first, and how long the first and the final solution were.
//!
//! The report made one run per board and printed what came of it; a run is one random draw. Ours are many runs with different
//! seeds, so each printed number stands beside a median and the range of what may come out. A printed number inside the range
//! is reproduced as far as one run can be.

use soko_lab::Dataset;

use super::{
    Wanted,
    course::View,
    learnt::{Learnt, Solution, learnt, median, range},
    plain,
};
use crate::{
    Cell, Findings, Table,
    numbers::or_dash,
    published::irvine_a::{FIT_H, FIT_I, Row, STEPS, Solved, TABLE_2, TEXT_ON_H},
};

/// The report's player and ours.
const WANTED: [Wanted; 2] =
    [Wanted { name: "q-cell (irvine-a)", player: "q-cell", preset: Some("irvine-a") }, plain("q-cell")];

/// Lays an experiment beside table 2.
pub(in crate::published) fn compare(dataset: &Dataset, _times: bool, findings: &mut Findings) {
    let about = "Q-learning that knows nothing of a position but the cell of the agent, beside table 2 of the report of Ashley \
                 Schwartz, Anand Srinivasan and Erik Urzua (CS 271, University of California, Irvine, 2021). It printed one \
                 run per board; ours are medians of all seeds, where a run that found nothing counts as later and longer than any. A \
                 printed trial is one draw of many: read it against the columns from and to. And the report chose its parameters \
                 board by board (less cost for a push on 05a, more chance where the agent was stuck), which one preset cannot.";
    let boards = TABLE_2.iter().filter_map(|row| row.board);
    let view = View::open(dataset, &WANTED, boards, about, findings);
    findings.heading("Trials and steps");
    findings.text(
        "Same on every machine, as long as no run is cut off by the time limit. Trials count from 1. The final solution is that \
         of the last trial that solved the board.",
    );
    findings.table(trials(&view));
    findings.heading("Boards that cannot be identified");
    findings.table(unidentified());
    remarks(findings);
}

/// What was printed for a board.
fn printed(board: &str) -> Option<&'static Row> {
    TABLE_2.iter().find(|row| row.board == Some(board))
}

/// A printed number; a dash stands for a board that was not solved.
fn printed_cell(row: Option<&Row>, pick: fn(Solved) -> u32) -> Cell {
    let text = |row: &Row| or_dash(row.solved.map(pick));
    Cell::from(row.map_or_else(String::new, text))
}

/// A number of a solution.
type Pick = fn(Solution) -> u64;

/// Trials and steps by board and player, each beside its print.
fn trials(view: &View<'_>) -> Table {
    let columns = [
        "board",
        "player",
        "runs",
        "solved",
        "first trial",
        "from",
        "to",
        "printed trial",
        "steps, first",
        "printed first",
        "steps, final",
        "printed final",
        "fewest moves",
    ];
    let mut table = Table::new("trials", "First trial that solved a board, steps of solutions", columns);
    view.rows(&mut table, |place| {
        let told = place
            .seat
            .contender
            .map_or_else(Vec::new, |contender| learnt(view.dataset, contender, place.level));
        let first = |pick: Pick| told.iter().map(move |told: &Learnt| told.first.map(pick));
        let trial = || first(|solution| solution.trial);
        let ends = range(trial());
        let steps = median(first(|solution| solution.moves));
        let last = median(told.iter().map(|told| told.last.map(|solution| solution.moves)));
        let number = |number: Option<u64>| place.cell(|_| or_dash(number));
        let theirs = printed(place.board.name);
        vec![
            place.cell(|sample| sample.spot.made.to_string()),
            place.cell(|sample| sample.spot.solved.to_string()),
            number(median(trial())),
            number(ends.map(|(least, _)| least)),
            number(ends.map(|(_, most)| most)),
            printed_cell(theirs, |solved| solved.trial),
            number(steps),
            printed_cell(theirs, |solved| solved.first),
            number(last),
            printed_cell(theirs, |solved| solved.last),
            Cell::from(or_dash(place.board.moves)),
        ]
    });
    table
}

/// The printed rows of boards that are drawings only.
fn unidentified() -> Table {
    let columns = ["board", "printed trial", "printed first", "printed final"];
    let mut table = Table::new("unidentified", "Printed rows of boards that are known by a drawing", columns);
    for row in TABLE_2.iter().filter(|row| row.board.is_none()) {
        let picks: [fn(Solved) -> u32; 3] =
            [|solved| solved.trial, |solved| solved.first, |solved| solved.last];
        let numbers = picks.map(|pick| printed_cell(Some(row), pick));
        table.row([Cell::from(row.printed)].into_iter().chain(numbers));
    }
    table
}

/// What fits the unknown boards, and where the report contradicts itself.
fn remarks(findings: &mut Findings) {
    let files = |boards: &[(&str, u32)]| {
        let file = |&(file, moves): &(&str, u32)| format!("`{file}` ({moves})");
        boards.iter().map(file).collect::<Vec<_>>().join(", ")
    };
    findings.text(format!(
        "No solution is shorter than the shortest. The course's boards 01 to 07a need at least 22 to 194 moves, so H (11 steps) and I (21 \
         steps) are none of them; 00 has a row of its own. Of the public boards of groups of the course with at most four boxes these \
         can be solved in 11 moves (fewest moves in brackets): {}. In 21 moves can be solved, besides: {}. To fit is no proof. G and J are long enough \
         for any board.",
        files(&FIT_H),
        files(&FIT_I)
    ));
    let (trial, steps) = TEXT_ON_H;
    findings.text(format!(
        "The report contradicts itself in three places. Its text says that board (h) was solved within {trial} episodes in {steps} \
         steps; that is the table's row of -01, and H has 6 and 83. J took 812 steps where an episode had \"around {STEPS}\". And of the \
         boards that can be identified only 00, which needs one move, ended with an optimal solution, as the last columns show."
    ));
}

#[cfg(test)]
mod tests {
    use super::{
        super::{
            course::tests::{experiment, row},
            learnt::tests::tell,
            tests::{compared, said, table},
        },
        *,
    };

    fn played() -> Dataset {
        let mut dataset = experiment(["01", "04", "00"], [("q-cell", None), ("q-cell", Some("irvine-a"))]);
        // The preset is the second contender; its two runs on the first level are trials 2 and 3.
        tell(&mut dataset, 2, (9, 90.0), (1000, 31.0));
        tell(&mut dataset, 3, (4, 70.0), (800, 40.0));
        tell(&mut dataset, 4, (30, 300.0), (31, 250.0));
        dataset
    }

    #[test]
    fn medians_and_ranges_stand_beside_the_print() {
        let findings = compared(&played(), true, compare);
        let trials = table(&findings, "trials");
        let preset = "q-cell (irvine-a)";
        assert_eq!(row(trials, "01", preset), ["2", "2", "4", "4", "9", "7", "70", "72", "31", "35", "22"]);
        // One of two runs told a solution: the lower of the middle two is that one.
        assert_eq!(row(trials, "04", "q-cell")[2..6], ["30", "30", "30", "–"]);
        // The report's player failed on the last level, and ours told nothing about it.
        assert_eq!(row(trials, "00", preset), ["2", "0", "–", "–", "–", "1", "–", "1", "–", "1", "1"]);
        assert_eq!(row(trials, "00", "q-cell")[1..3], ["2", "–"]);
        // The report's player comes first.
        assert_eq!(trials.rows()[0][1].text, preset);
    }

    #[test]
    fn boards_that_are_not_known_are_said_to_be() {
        let findings = compared(&played(), true, compare);
        let unknown = table(&findings, "unidentified");
        let names: Vec<_> = unknown.rows().iter().map(|row| row[0].text.as_str()).collect();
        assert_eq!(names, ["(G)", "(H)", "(I)", "(J)"]);
        assert_eq!(unknown.rows()[3][2].text, "812");
        let said = said(&findings);
        assert!(
            said.contains("input17.txt` (21)") && said.contains("within 7 episodes in 72 steps"),
            "{said}"
        );
        assert!(said.contains("does not play: 02, 03, 05a."), "{said}");
    }

    #[test]
    fn a_player_that_stays_away_has_empty_rows() {
        let mut dataset = played();
        let renamed = &mut dataset.contenders[1];
        (renamed.name, renamed.player, renamed.preset) = ("other".to_owned(), "other".to_owned(), None);
        let findings = compared(&dataset, true, compare);
        assert!(said(&findings).contains("`q-cell (irvine-a)` does not take part"));
        let trials = table(&findings, "trials");
        assert_eq!(row(trials, "01", "q-cell (irvine-a)")[..6], ["", "", "", "", "", "7"]);
        assert_eq!(row(trials, "01", "other")[2], "4");
    }
}
