//! The comparison of the Queensland report: nodes of uniform cost, A* and greedy search, step by step.
//!
//! The report counts A nodes generated, B nodes on the fringe at the end, C nodes explored at the end and D the time, on
//! one board with one box and before any deadlock detection. It is laid beside our runs on that board; then come all boards
//! of the course that were played. Numbers need not agree to the last node: they depend on the order among equals and on
//! whether a node is counted when it is made or when it is kept.

use soko_lab::{
    Catalogue, Dataset,
    catalogue::BoardKey,
    dataset::{LevelInfo, RunInfo},
};

use super::{Sample, Seat, Wanted, level_of, mean_milliseconds, milliseconds, open, seats, texts};
use crate::{
    Cell, Findings, Table,
    grid::Grid,
    numbers::or_dash,
    published::queensland::{COLUMNS, MOVES},
};

/// The boards of the course.
const COLLECTION: &str = "queensland";
/// The board of the report.
const BOARD: &str = "jcapers/1box_m2";

/// A player as the report describes it, with single steps and its estimate.
const fn theirs(name: &'static str, player: &'static str) -> Wanted {
    Wanted { name, player, preset: Some("queensland") }
}

/// One that counts moves and searches by pushes.
const fn ours(name: &'static str, player: &'static str) -> Wanted {
    Wanted { name, player, preset: None }
}

/// Three groups of three: before deadlock detection, with dead squares, and as we would do it.
const WANTED: [Wanted; 9] = [
    theirs("ucs unpruned", "ucs"),
    theirs("astar unpruned", "astar"),
    theirs("greedy unpruned", "greedy"),
    theirs("ucs", "ucs"),
    theirs("astar", "astar"),
    theirs("greedy", "greedy"),
    ours("ucs by pushes", "ucs"),
    ours("astar by pushes", "astar"),
    ours("greedy by pushes", "greedy"),
];

/// A group of seats: headline, end of the tables' names.
const GROUPS: [(&str, &str); 4] = [
    ("All boards, before deadlock detection", "-unpruned"),
    ("All boards, with dead squares", ""),
    ("All boards, by pushes", "-by-pushes"),
    ("All boards, other players", "-others"),
];

/// An experiment, and its runs by contender and level.
type Played<'a> = (&'a Dataset, &'a Grid<'a>);

/// Lays an experiment beside the report's table.
pub(in crate::published) fn compare(dataset: &Dataset, times: bool, findings: &mut Findings) {
    let seats = seats(dataset, &WANTED);
    let grid = Grid::new(dataset, true);
    let played = (dataset, &grid);
    let about = "Uniform cost, A* and greedy search over single moves, on the board of an assignment report (COMP3702/7702, \
                 University of Queensland 2019) and on the other boards of the course.";
    open(dataset, &seats, about, findings);
    findings.heading("The board of the report");
    let number = Catalogue::builtin().find(COLLECTION).and_then(|collection| collection.number(BOARD));
    match number.and_then(|number| level_of(dataset, COLLECTION, number)) {
        Some(level) => report(played, &seats, level, times, findings),
        None => findings.text(format!("The board of the report, `{BOARD}`, is not in this experiment.")),
    }
    findings.text("In the tables that follow, a star marks a number of moves that is proven least.");
    let (asked_for, others) = seats.split_at(WANTED.len());
    let groups = asked_for.chunks(3).chain((!others.is_empty()).then_some(others));
    for ((heading, ending), group) in GROUPS.into_iter().zip(groups) {
        findings.heading(heading);
        findings.table(boards(played, group, &format!("boards{ending}")));
        if times {
            findings.table(clock(played, group, &format!("times{ending}")));
        }
    }
}

/// All players on the board of the report. It printed one column per player; all our variants of it stand beside the same
/// numbers.
fn report((dataset, grid): Played<'_>, seats: &[Seat], level: usize, times: bool, findings: &mut Findings) {
    let mut counts = Table::new(
        "report",
        format!("Nodes on `{BOARD}`; the report's solutions have {MOVES} moves"),
        ["player", "moves", "A generated", "printed A", "B fringe", "printed B", "C explored", "printed C"],
    );
    let mut clock =
        Table::new("report-times", "D: mean milliseconds on the same board", ["player", "ms", "printed D"]);
    for seat in seats {
        let sample = seat.sample(grid, level);
        let player = seat.contender.map(|contender| dataset.contenders[contender].player.as_str());
        let printed = COLUMNS.iter().find(|column| Some(column.player) == player);
        let moves = seat.cell(&sample, level, |sample| or_dash(sample.spot.moves));
        let theirs =
            printed.map(|column| [column.generated, column.fringe, column.explored].map(|n| n.to_string()));
        let pairs = COUNTS
            .iter()
            .zip(theirs.unwrap_or_default())
            .flat_map(|(count, printed)| [count_cell(seat, &sample, level, *count), Cell::from(printed)]);
        counts.row(texts([seat.name.clone()]).chain([moves]).chain(pairs));
        let ours = seat.cell(&sample, level, mean_milliseconds);
        let printed = printed.map_or_else(String::new, |column| milliseconds(column.seconds));
        clock.row(texts([seat.name.clone()]).chain([ours, Cell::from(printed)]));
    }
    findings.table(counts);
    if times {
        findings.table(clock);
    }
}

/// What is counted of a run.
type Count = fn(&RunInfo) -> u64;

/// A, B and C.
const COUNTS: [Count; 3] =
    [|run| run.statistics.generated, |run| run.statistics.open, |run| run.statistics.closed];

fn count_cell(seat: &Seat, sample: &Sample<'_>, level: usize, count: Count) -> Cell {
    seat.cell(sample, level, |sample| {
        sample.runs.first().map_or_else(String::new, |run| count(run).to_string())
    })
}

/// Moves and nodes of some players on all boards.
fn boards((dataset, grid): Played<'_>, seats: &[Seat], id: &str) -> Table {
    let each = |what: &'static str| seats.iter().map(move |seat| format!("{} {what}", seat.name));
    let head = ["board", "boxes"].map(str::to_owned).into_iter();
    let columns = head.chain(each("moves")).chain(each("A")).chain(each("B")).chain(each("C"));
    let mut table = Table::new(id, "Moves and nodes on every board", columns);
    for (level, info) in dataset.levels.iter().enumerate() {
        let samples: Vec<_> = seats.iter().map(|seat| (seat, seat.sample(grid, level))).collect();
        let moves = samples.iter().map(|(seat, sample)| seat.cell(sample, level, moves_text));
        let counts = COUNTS.iter().flat_map(|&count| {
            samples.iter().map(move |(seat, sample)| count_cell(seat, sample, level, count))
        });
        table.row(texts([board_name(info), info.boxes.to_string()]).chain(moves).chain(counts));
    }
    table
}

/// Milliseconds of some players on all boards.
fn clock((dataset, grid): Played<'_>, seats: &[Seat], id: &str) -> Table {
    let names = seats.iter().map(|seat| format!("{} D", seat.name));
    let mut table =
        Table::new(id, "Mean milliseconds on every board", ["board".to_owned()].into_iter().chain(names));
    for (level, info) in dataset.levels.iter().enumerate() {
        let cells = seats.iter().map(|seat| seat.cell(&seat.sample(grid, level), level, mean_milliseconds));
        table.row(texts([board_name(info)]).chain(cells));
    }
    table
}

fn moves_text(sample: &Sample<'_>) -> String {
    sample.fewest_moves().map_or_else(|| or_dash(sample.spot.moves), |least| format!("{least}*"))
}

/// Whose board it is; one that the collection does not have is called as the experiment calls it.
fn board_name(level: &LevelInfo) -> String {
    let board = Some(BoardKey::from(&level.hash));
    let known = Catalogue::builtin().find(COLLECTION).and_then(|collection| {
        let number = (1..=collection.len()).find(|&number| collection.board(number) == board)?;
        Some(collection.name(number))
    });
    known.unwrap_or_else(|| level.name.label())
}

#[cfg(test)]
mod tests {
    use super::{
        super::tests::{compared, levels, pass_off, played, said, table},
        *,
    };

    /// Two levels of ours in the place of two boards of the course.
    fn dataset() -> Dataset {
        let mut dataset = played("queensland", levels("tutorial").into_iter().take(2).collect());
        let collection = Catalogue::builtin().find(COLLECTION).unwrap();
        for (level, name) in dataset.levels.iter_mut().zip([BOARD, "NicholasM0rris/2b1"]) {
            pass_off(level, COLLECTION, collection.number(name).unwrap());
        }
        dataset
    }

    #[test]
    fn nine_players_stand_beside_three_printed_columns() {
        let dataset = dataset();
        let findings = compared(&dataset, true, compare);
        let grid = Grid::new(&dataset, true);
        let report = table(&findings, "report");
        assert_eq!(report.rows().len(), 9);
        for (i, row) in report.rows().iter().enumerate() {
            let printed = COLUMNS[i % 3];
            assert_eq!(row[3].text, printed.generated.to_string(), "{row:?}");
            let run = grid.runs(i, 0)[0];
            assert_eq!(row[2], Cell::from(run.statistics.generated.to_string()).of(Some(i), Some(0)));
            assert_eq!(row[4].text, run.statistics.open.to_string());
            assert_eq!(row[6].text, run.statistics.closed.to_string());
        }
        // Uniform cost over moves proves its moves, greedy search proves nothing.
        let row = &table(&findings, "boards").rows()[1];
        assert_eq!(row[0].text, "NicholasM0rris/2b1");
        assert!(row[2].text.ends_with('*') && !row[4].text.ends_with('*'), "{row:?}");
        assert_eq!(table(&findings, "times-by-pushes").rows().len(), 2);
        assert_eq!(table(&findings, "report-times").rows()[0][2].text, "79.990");
    }

    #[test]
    fn a_further_contender_has_tables_too() {
        let mut dataset = dataset();
        let guest =
            soko_lab::dataset::ContenderInfo { name: "guest".to_owned(), ..dataset.contenders[8].clone() };
        dataset.contenders.push(guest);
        let played: Vec<_> = dataset.trials.iter().filter(|trial| trial.contender == 8).copied().collect();
        dataset
            .trials
            .extend(played.into_iter().map(|trial| soko_lab::dataset::Trial { contender: 9, ..trial }));
        let findings = compared(&dataset, true, compare);
        assert_eq!(table(&findings, "report").rows()[9][3].text, COLUMNS[2].generated.to_string());
        let row = &table(&findings, "boards-others").rows()[0];
        assert_eq!(row[2].runs, Cell::default().of(Some(9), Some(0)).runs);
    }

    #[test]
    fn what_is_not_there_is_said() {
        let mut dataset = dataset();
        let other =
            Catalogue::builtin().find(COLLECTION).and_then(|collection| collection.number("jcapers/magic5"));
        pass_off(&mut dataset.levels[0], COLLECTION, other.unwrap());
        dataset.levels[1].hash = soko_core::LevelHash::from_bytes([1; 16]);
        dataset.contenders[3].name = "renamed".to_owned();
        dataset.contenders[0].name = "renamed, too".to_owned();
        let findings = compared(&dataset, false, compare);
        assert!(said(&findings).contains("`jcapers/1box_m2`, is not in this experiment"));
        assert!(findings.tables().all(|table| !table.id.contains("times") && table.id != "report"));
        let rows = table(&findings, "boards").rows();
        assert_eq!(rows[0][0].text, "jcapers/magic5");
        assert_eq!(rows[1][0].text, dataset.levels[1].name.label());
        // By player and preset alone the two cannot be told apart; they are taken in order.
        assert_eq!(table(&findings, "boards").columns()[2], "renamed moves");
    }
}
