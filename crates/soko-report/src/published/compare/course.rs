//! What the comparisons of the three Irvine reports share: a row for every board and player.
//!
//! Boards are found by their hash ([`irvine`](crate::published::irvine)), whatever the file is called. Rows have numbers alone
//! in their cells, so that a CSV can be computed with: runs and solved runs are two columns. What depends on the clock is in
//! the table of [`View::times`] only.

use soko_lab::Dataset;

use super::{Sample, Seat, Wanted, open, remark_levels, seats};
use crate::{
    Cell, Findings, Table,
    grid::Grid,
    numbers::{or_dash, significant},
    published::irvine::{Board, find},
};

/// An experiment as the tables see it: who plays, and which boards of the print are played where.
pub(super) struct View<'a> {
    pub(super) dataset: &'a Dataset,
    seats: Vec<Seat>,
    grid: Grid<'a>,
    boards: Vec<(&'static Board, usize)>,
}

/// A board and a player: what a row is about.
pub(super) struct Place<'a> {
    pub(super) board: &'static Board,
    pub(super) level: usize,
    pub(super) seat: &'a Seat,
    pub(super) sample: Sample<'a>,
}

impl<'a> View<'a> {
    /// Opens a comparison: what it is about, who is missing, which of the printed boards are not played.
    pub(super) fn open(
        dataset: &'a Dataset,
        wanted: &[Wanted],
        boards: impl IntoIterator<Item = &'static str>,
        about: &str,
        findings: &mut Findings,
    ) -> Self {
        let seats = seats(dataset, wanted);
        open(dataset, &seats, about, findings);
        let (mut played, mut absent) = (Vec::new(), Vec::new());
        for name in boards {
            let board = find(name);
            match board.and_then(|board| Some((board, board.level_of(dataset)?))) {
                Some(place) => played.push(place),
                None => absent.push(name.to_owned()),
            }
        }
        remark_levels(&absent, findings);
        Self { dataset, seats, grid: Grid::new(dataset, true), boards: played }
    }

    /// Adds a row for each board and each player that has a seat.
    pub(super) fn rows(&self, table: &mut Table, cells: impl Fn(&Place<'_>) -> Vec<Cell>) {
        for &(board, level) in &self.boards {
            for seat in &self.seats {
                let place = Place { board, level, seat, sample: seat.sample(&self.grid, level) };
                let head = [board.name.to_owned(), seat.name.clone()].map(Cell::from);
                table.row(head.into_iter().chain(cells(&place)));
            }
        }
    }

    /// How many runs solved each board, and how well.
    pub(super) fn solved(&self) -> Table {
        let columns = ["board", "player", "runs", "solved", "pushes", "moves", "fewest moves"];
        let mut table = Table::new("solved", "Runs that solved a board, and median lengths", columns);
        self.rows(&mut table, |place| {
            vec![
                place.cell(|sample| sample.spot.made.to_string()),
                place.cell(|sample| sample.spot.solved.to_string()),
                place.cell(super::pushes),
                place.cell(|sample| or_dash(sample.spot.moves)),
                Cell::from(or_dash(place.board.moves)),
            ]
        });
        table
    }

    /// Seconds beside the printed ones. Runs that found nothing count with the time they took. A run that the clock ended may have
    /// had its solution long before; then there is no factor.
    pub(super) fn times(&self, caption: &str, printed: impl Fn(&Board) -> Option<f64>) -> Table {
        let columns = ["board", "player", "median", "worst", "printed", "times as fast"];
        let mut table = Table::new("times", caption, columns);
        let limit = self.dataset.limits.time_ms.map_or(f64::INFINITY, |ms| ms as f64 / 1e3);
        self.rows(&mut table, |place| {
            let theirs = printed(place.board);
            vec![
                place.cell(|sample| significant(sample.spot.median_seconds)),
                place.cell(|sample| significant(worst(sample))),
                Cell::from(theirs.map_or_else(String::new, |seconds| seconds.to_string())),
                place.cell(|sample| or_dash(theirs.and_then(|theirs| factor(theirs, sample, limit)))),
            ]
        });
        table
    }
}

impl Place<'_> {
    /// A cell made of these runs.
    pub(super) fn cell(&self, show: impl FnOnce(&Sample<'_>) -> String) -> Cell {
        self.seat.cell(&self.sample, self.level, show)
    }
}

/// Seconds of the longest run.
fn worst(sample: &Sample<'_>) -> f64 {
    sample.runs.iter().map(|run| run.wall).fold(0.0, f64::max)
}

/// How many times as fast as printed the median run was, if most runs solved the board and the clock did not end that one.
fn factor(printed: f64, sample: &Sample<'_>, limit: f64) -> Option<String> {
    let ours = sample.spot.median_seconds;
    (sample.spot.pushes.is_some() && ours > 0.0 && ours < limit).then(|| significant(printed / ours))
}

#[cfg(test)]
pub(super) mod tests {
    use soko_core::LevelHash;

    use super::*;
    use crate::sample::sample;

    /// The hash of a board of the course.
    fn hash(name: &str) -> LevelHash {
        let digits = find(name).unwrap().exact;
        let byte = |i: usize| u8::from_str_radix(&digits[2 * i..2 * i + 2], 16).unwrap();
        LevelHash::from_bytes(std::array::from_fn(byte))
    }

    /// The invented experiment with three boards of the course in the place of its levels, played by two players: the second
    /// never solves the last board.
    pub(in super::super) fn experiment(boards: [&str; 3], players: [(&str, Option<&str>); 2]) -> Dataset {
        let mut dataset = sample();
        for (level, name) in dataset.levels.iter_mut().zip(boards) {
            (level.hash, level.name.title, level.name.file) =
                (hash(name), None, "$LEVELS/copy.txt".to_owned());
        }
        for (contender, (player, preset)) in dataset.contenders.iter_mut().zip(players) {
            contender.player = player.to_owned();
            contender.preset = preset.map(str::to_owned);
            contender.name = preset.map_or(player.to_owned(), |preset| format!("{player} ({preset})"));
        }
        dataset
    }

    /// The cells of a row, by board and player.
    pub(in super::super) fn row<'a>(table: &'a Table, board: &str, player: &str) -> Vec<&'a str> {
        let wanted = |row: &&Vec<Cell>| (row[0].text.as_str(), row[1].text.as_str()) == (board, player);
        let row = table.rows().iter().find(wanted).unwrap_or_else(|| panic!("no row {board} {player}"));
        row[2..].iter().map(|cell| cell.text.as_str()).collect()
    }

    fn view<'a>(dataset: &'a Dataset, findings: &mut Findings) -> View<'a> {
        View::open(dataset, &[super::super::plain("q-box")], ["01", "02", "04"], "About.", findings)
    }

    #[test]
    fn boards_are_known_by_their_hash_whatever_the_file_is_called() {
        let mut dataset = experiment(["04", "01", "03"], [("q-path", None), ("q-box", None)]);
        dataset.levels[2].name.file = "$LEVELS/uci_cs271/joshho/sokoban-02.txt".to_owned();
        let mut findings = Findings::new("x", "X");
        let view = view(&dataset, &mut findings);
        let said = super::super::tests::said(&findings);
        assert!(said.contains("Printed levels that this experiment does not play: 02."), "{said}");
        let solved = view.solved();
        assert_eq!(solved.rows().len(), 4);
        // The third level of the plan is not printed; the first is 04, the wanted player comes first.
        assert_eq!(row(&solved, "04", "q-box"), ["2", "2", "12", "36", "67"]);
        let cell = &solved.rows()[0][3];
        assert_eq!(*cell, Cell::from("2").of(Some(1), Some(1)));
    }

    #[test]
    fn seconds_are_median_and_worst_and_a_failure_has_no_factor() {
        let mut dataset = experiment(["01", "02", "04"], [("q-box", None), ("q-path", None)]);
        let walls = [0.5, 0.25];
        for (trial, wall) in dataset.trials.iter_mut().filter(|trial| trial.contender == 0).zip(walls) {
            trial.run.as_mut().unwrap().wall = wall;
        }
        let mut findings = Findings::new("x", "X");
        let times =
            view(&dataset, &mut findings).times("Seconds", |board| (board.name != "02").then_some(1.0));
        assert_eq!(row(&times, "01", "q-box"), ["0.2500", "0.5000", "1", "4.000"]);
        assert_eq!(row(&times, "02", "q-box")[2..], ["", "–"]);
        assert_eq!(row(&times, "04", "q-path")[2..], ["1", "–"]);
        // What went on until the clock ended it has no time of its own.
        dataset.limits.time_ms = Some(250);
        let times = view(&dataset, &mut findings).times("Seconds", |_| Some(1.0));
        assert_eq!(row(&times, "01", "q-box"), ["0.2500", "0.5000", "1", "–"]);
    }
}
