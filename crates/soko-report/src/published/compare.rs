//! What all comparisons share: which contender fills which column, and what a cell of runs shows.
//!
//! Columns are looked for by name, so that a student's experiment that left a player out still has its column, empty and
//! with a remark, and one that added a player has one column more. A run that was not made yet leaves its cell empty.

pub(super) mod brno_1;
pub(super) mod brno_2;
pub(super) mod brno_3;
mod course;
pub(super) mod irvine_a;
pub(super) mod irvine_b;
pub(super) mod irvine_c;
mod learnt;
pub(super) mod queensland;
mod sample;

use sample::Sample;
use soko_lab::{Catalogue, Dataset, catalogue::BoardKey, dataset::ContenderInfo};
use soko_solver::quantity::show_number;

use crate::{Cell, Findings, grid::Grid, numbers::or_dash};

/// A player that a printed table names.
struct Wanted {
    name: &'static str,
    player: &'static str,
    preset: Option<&'static str>,
}

/// A column of ours: the player it is for, and the contender of the experiment that fills it.
struct Seat {
    name: String,
    contender: Option<usize>,
}

/// A player as the registry has it.
const fn plain(player: &'static str) -> Wanted {
    Wanted { name: player, player, preset: None }
}

/// The players that a printed table names, in its order, and then the other contenders of the experiment.
fn seats(dataset: &Dataset, wanted: &[Wanted]) -> Vec<Seat> {
    let mut seats: Vec<Seat> = Vec::new();
    for wish in wanted {
        let contender = find(dataset, wanted, wish, &seats);
        let name = contender.map_or(wish.name, |contender| &dataset.contenders[contender].name).to_owned();
        seats.push(Seat { name, contender });
    }
    for (contender, info) in dataset.contenders.iter().enumerate() {
        if seats.iter().all(|seat| seat.contender != Some(contender)) {
            seats.push(Seat { name: info.name.clone(), contender: Some(contender) });
        }
    }
    seats
}

/// The contender of the wanted name; else one of the same player and preset that is not wanted by name.
fn find(dataset: &Dataset, all: &[Wanted], wish: &Wanted, taken: &[Seat]) -> Option<usize> {
    let stranger = |(contender, info): (usize, &ContenderInfo)| {
        (info.player == wish.player
            && info.preset.as_deref() == wish.preset
            && all.iter().all(|other| other.name != info.name)
            && taken.iter().all(|seat| seat.contender != Some(contender)))
        .then_some(contender)
    };
    let by_name = dataset.contenders.iter().position(|info| info.name == wish.name);
    by_name.or_else(|| dataset.contenders.iter().enumerate().find_map(stranger))
}

impl Seat {
    /// The runs on a level.
    fn sample<'a>(&self, grid: &'a Grid<'_>, level: usize) -> Sample<'a> {
        self.contender.map_or_else(Sample::default, |contender| Sample::of(grid, contender, level))
    }

    /// A cell made of these runs on that level; empty if there are none.
    fn cell(&self, sample: &Sample<'_>, level: usize, show: impl FnOnce(&Sample<'_>) -> String) -> Cell {
        match self.contender {
            Some(_) if !sample.runs.is_empty() => Cell::from(show(sample)).of(self.contender, Some(level)),
            _ => Cell::default(),
        }
    }
}

/// Opens a comparison: what is compared, within which limits, which settings are behind the columns, and what is missing.
fn open(dataset: &Dataset, seats: &[Seat], about: &str, findings: &mut Findings) {
    findings.text(format!("{about} {} A dash is a level that most runs did not solve.", conditions(dataset)));
    if !dataset.contenders.is_empty() {
        let columns: Vec<_> =
            dataset.contenders.iter().map(|info| format!("{} is `{}`", info.name, arguments(info))).collect();
        findings.text(format!("Columns: {}.", columns.join("; ")));
    }
    for seat in seats.iter().filter(|seat| seat.contender.is_none()) {
        findings.text(format!("`{}` does not take part in this experiment; its place is empty.", seat.name));
    }
    let missing = (dataset.trials.len() - dataset.made()) as u64;
    if missing > 0 {
        let all = show_number(dataset.trials.len() as u64, "run");
        findings.text(format!(
            "The experiment is not finished: {missing} of {all} not made yet. Cells without a run are empty."
        ));
    }
}

/// How a contender is called on the command line.
fn arguments(info: &ContenderInfo) -> String {
    let mut words = vec!["--player", &info.player];
    words.extend(info.preset.iter().flat_map(|preset| ["--preset", preset.as_str()]));
    words.extend(info.settings.iter().flat_map(|setting| ["--set", setting.as_str()]));
    words.join(" ")
}

/// The limits in words.
fn conditions(dataset: &Dataset) -> String {
    let limits = dataset.limits.text();
    limits.map_or_else(|| "Runs had no limits.".to_owned(), |limits| format!("A run had at most {limits}."))
}

/// Says which levels of the print the experiment does not have.
fn remark_levels(absent: &[String], findings: &mut Findings) {
    if !absent.is_empty() {
        findings.text(format!("Printed levels that this experiment does not play: {}.", absent.join(", ")));
    }
}

/// The level of that number in a collection of the catalogue: known by its board, whatever file it was read from.
fn level_of(dataset: &Dataset, collection: &str, number: usize) -> Option<usize> {
    let board = Catalogue::builtin().find(collection)?.board(number)?;
    dataset.levels.iter().position(|level| BoardKey::from(&level.hash) == board)
}

/// Seconds as milliseconds with three places.
fn milliseconds(seconds: f64) -> String {
    format!("{:.3}", seconds * 1e3)
}

/// Mean milliseconds of the runs.
fn mean_milliseconds(sample: &Sample<'_>) -> String {
    milliseconds(sample.spot.mean_seconds)
}

/// Median pushes, or a dash.
fn pushes(sample: &Sample<'_>) -> String {
    or_dash(sample.spot.pushes)
}

/// Cells that are only text.
fn texts<const N: usize>(texts: [String; N]) -> impl Iterator<Item = Cell> {
    texts.into_iter().map(Cell::from)
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use soko_core::{LevelHash, check};
    use soko_formats::{ReadOptions, read};
    use soko_lab::{
        Definition, LevelName, Outcome, Plan, PlannedLevel, RunId,
        dataset::{LevelInfo, RunInfo},
    };
    use soko_players::PLAYERS;
    use soko_solver::{Budget, Silent, run};

    use super::*;
    use crate::{Section, sample::sample};

    pub(super) use super::course::tests::{experiment, row};

    /// The levels of a built-in collection.
    pub(super) fn levels(id: &str) -> Vec<PlannedLevel> {
        let text = soko_levels::find(id).map_or("", |builtin| builtin.text);
        let entries = read(text.as_bytes(), &ReadOptions::default()).collection.entries;
        let level = |(i, entry): (usize, &soko_formats::Entry)| PlannedLevel {
            name: LevelName { file: format!("builtin:{id}"), number: i + 1, title: entry.title.clone() },
            optimum: entry.property("Optimal-Pushes").and_then(|pushes| pushes.parse().ok()),
            level: check(&entry.board).level.unwrap(),
        };
        entries.iter().enumerate().map(level).collect()
    }

    /// Passes a level of an experiment off as one of a collection.
    pub(super) fn pass_off(level: &mut LevelInfo, collection: &str, number: usize) {
        let key = Catalogue::builtin().find(collection).unwrap().board(number).unwrap().to_string();
        let byte = |i: usize| u8::from_str_radix(key.get(2 * i..2 * i + 2).unwrap_or("0"), 16).unwrap();
        level.hash = LevelHash::from_bytes(std::array::from_fn(byte));
        level.name.file = "renamed.xsb".to_owned();
    }

    /// One of our experiments with these levels, not played yet.
    pub(super) fn planned(id: &str, levels: Vec<PlannedLevel>) -> Plan {
        let text = soko_lab::find(id).unwrap().text;
        Plan::new(&Definition::parse(text, id).unwrap(), levels).unwrap()
    }

    /// One of our experiments with these levels, played here and now, without repetitions.
    pub(super) fn played(id: &str, levels: Vec<PlannedLevel>) -> Dataset {
        let Plan { mut dataset, boards } = planned(id, levels);
        dataset.trials.retain(|trial| trial.repetition == 1 && trial.seed <= 2);
        for trial in &mut dataset.trials {
            let contender = &dataset.contenders[trial.contender];
            let parameters = serde_json::from_str(&contender.parameters).unwrap();
            let mut player = PLAYERS.find(&contender.player).unwrap().build_with(parameters).unwrap();
            let level = soko_core::Level::parse(&boards[trial.level]).unwrap();
            let budget = Budget { time: Some(Duration::from_secs(20)), ..Budget::default() };
            let report = run(&mut *player, &level, budget, trial.seed, 1, &mut Silent);
            let metrics = report.solution.as_ref().map(|solution| *solution.metrics());
            trial.run = Some(RunInfo {
                id: RunId::from_bytes(*trial.job.as_bytes()),
                outcome: Outcome::of(report.status).unwrap(),
                lengths: metrics.map(|metrics| (metrics.pushes, metrics.moves)),
                optimal: report.optimal,
                wall: report.elapsed.as_secs_f64(),
                cpu: None,
                statistics: report.statistics,
                watchdog: false,
                load: None,
                started_ms: 0,
                host: 0,
            });
        }
        dataset
    }

    /// What a comparison finds.
    pub(super) fn compared(
        dataset: &Dataset,
        times: bool,
        compare: fn(&Dataset, bool, &mut Findings),
    ) -> Findings {
        let mut findings = Findings::new("x", "X");
        compare(dataset, times, &mut findings);
        findings
    }

    /// All that is said outside tables.
    pub(super) fn said(findings: &Findings) -> String {
        let text = |section: &Section| match section {
            Section::Text(text) => format!("{text}\n"),
            _ => String::new(),
        };
        findings.sections.iter().map(text).collect()
    }

    /// The table of that name.
    pub(super) fn table<'a>(findings: &'a Findings, id: &str) -> &'a crate::Table {
        findings.tables().find(|table| table.id == id).unwrap_or_else(|| panic!("no table {id}"))
    }

    #[test]
    fn seats_are_taken_by_name_then_by_player_then_by_the_rest() {
        let names = |wanted: &[Wanted]| -> Vec<(String, Option<usize>)> {
            seats(&sample(), wanted).into_iter().map(|seat| (seat.name, seat.contender)).collect()
        };
        let called = |name| Wanted { name, player: "astar", preset: None };
        // Both contenders are played by `astar`.
        assert_eq!(names(&[called("slow")]), [("slow".to_owned(), Some(1)), ("quick".to_owned(), Some(0))]);
        assert_eq!(
            names(&[called("A*"), plain("bfs")]),
            [("quick".to_owned(), Some(0)), ("bfs".to_owned(), None), ("slow".to_owned(), Some(1))]
        );
        // One that is wanted by name is no substitute.
        assert_eq!(names(&[called("A*"), called("quick")])[0], ("slow".to_owned(), Some(1)));
        assert_eq!(names(&[Wanted { preset: Some("x"), ..called("A*") }])[0], ("A*".to_owned(), None));
    }

    #[test]
    fn cells_tell_absence_from_failure_and_know_their_runs() {
        let dataset = sample();
        let grid = Grid::new(&dataset, true);
        let seat = Seat { name: "slow".to_owned(), contender: Some(1) };
        let failed = seat.cell(&seat.sample(&grid, 2), 2, pushes);
        assert_eq!(failed, Cell::from("–").of(Some(1), Some(2)));
        let empty = Seat { name: "bfs".to_owned(), contender: None };
        assert_eq!(empty.cell(&empty.sample(&grid, 2), 2, pushes), Cell::default());
        assert_eq!(milliseconds(0.012_345_6), "12.346");
    }

    #[test]
    fn what_is_missing_is_said() {
        let mut dataset = sample();
        dataset.trials[3].run = None;
        let mut findings = Findings::new("x", "X");
        open(&dataset, &seats(&dataset, &[plain("bfs")]), "About.", &mut findings);
        remark_levels(&["3".to_owned(), "5".to_owned()], &mut findings);
        let said = said(&findings);
        for expected in [
            "About. A run had at most 10 s, 1024 MiB. A dash",
            "Columns: quick is `--player astar --set metric=pushes`; slow is",
            "`bfs` does not take part in this experiment; its place is empty.",
            "The experiment is not finished: 1 of 12 runs not made yet.",
            "Printed levels that this experiment does not play: 3, 5.",
        ] {
            assert!(said.contains(expected), "{said}");
        }
    }
}
