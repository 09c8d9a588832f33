//! Experiment 2 of the Brno thesis: length and time by the size of the state space.
//!
//! The boards of the thesis were not published, only their sizes. The experiment plays 30 levels of our own
//! (`builtin:classes`), one for each of the thirty, of about its size and in its class. So lengths and times cannot be
//! compared level by level; what can be compared is how the players stand to each other in each class, in points of
//! the score ([`Scores`]).

use soko_lab::{Dataset, dataset::LevelInfo};

use super::{Sample, Seat, brno_1::WANTED, mean_milliseconds, open, pushes, seats, texts};
use crate::{
    Cell, Findings, Table,
    grid::Grid,
    numbers::or_dash,
    published::brno_2::{APPENDIX_B, NAMES, Row, TABLE_6},
    scores::{Points, Scores},
    size_class::SizeClass,
};

/// Our thirty levels, in the order of appendix B.
const FILE: &str = "builtin:classes";

/// An experiment as the tables see it.
struct View<'a> {
    dataset: &'a Dataset,
    seats: Vec<Seat>,
    grid: Grid<'a>,
}

/// Lays an experiment beside table 6 and appendix B.
pub(in crate::published) fn compare(dataset: &Dataset, times: bool, findings: &mut Findings) {
    let seats = seats(dataset, &WANTED);
    let about = "Levels of our own (`builtin:classes`), each about as large as one of the thirty unpublished boards of Petr \
                 Žlebek's thesis (Brno 2021, section 4.2 and appendix B). Players that use chance: median length of their runs.";
    open(dataset, &seats, about, findings);
    let view = View { dataset, seats, grid: Grid::new(dataset, true) };
    findings.heading("Lengths");
    findings.text("Same on every machine, as long as no run is cut off by the time limit.");
    findings.table(view.sizes());
    findings.table(view.lengths());
    if times {
        view.times_and_scores(findings);
    }
}

/// The level of the thesis that a level of ours stands for.
fn printed(level: &LevelInfo) -> Option<&'static Row> {
    APPENDIX_B.get(level.name.number.checked_sub(1)?).filter(|_| level.name.file == FILE)
}

/// The size of a state space, to the last state below a billion.
fn size_text(level: &LevelInfo) -> String {
    let size = level.states();
    if size < 1e9 { format!("{size:.0}") } else { format!("{size:.1e}") }
}

fn rounded(score: Option<f64>) -> String {
    score.map_or_else(String::new, |score| format!("{score:.0}"))
}

impl View<'_> {
    /// The columns of the players behind others.
    fn columns(&self, first: &[&str]) -> Vec<String> {
        first.iter().map(|&name| name.to_owned()).chain(self.seats.iter().map(|s| s.name.clone())).collect()
    }

    /// A table with a row for each level: its number and name, some more cells, and one per seat.
    fn by_level<const N: usize>(
        &self,
        (id, caption): (&str, &str),
        more: [&str; N],
        cells: impl Fn(&LevelInfo) -> [String; N],
        show: impl Fn(&Seat, &Sample<'_>, usize) -> String,
    ) -> Table {
        let first: Vec<_> = ["#", "level"].into_iter().chain(more).collect();
        let mut table = Table::new(id, caption, self.columns(&first));
        for (level, info) in self.dataset.levels.iter().enumerate() {
            let head = texts([info.name.number.to_string(), info.name.label()]).chain(texts(cells(info)));
            let ours = self.seats.iter().map(|seat| {
                seat.cell(&seat.sample(&self.grid, level), level, |sample| show(seat, sample, level))
            });
            table.row(head.chain(ours));
        }
        table
    }

    fn sizes(&self) -> Table {
        let columns = ["#", "level", "boxes", "size", "printed size", "optimum", "printed BFS"];
        let mut table = Table::new("levels", "Our levels beside those of the thesis", columns);
        for level in &self.dataset.levels {
            let printed = printed(level);
            table.row([
                level.name.number.to_string(),
                level.name.label(),
                level.boxes.to_string(),
                size_text(level),
                printed.map_or_else(String::new, |row| row.size.to_string()),
                or_dash(level.optimum),
                printed.map_or_else(String::new, |row| or_dash(row.lengths[0])),
            ]);
        }
        table
    }

    fn lengths(&self) -> Table {
        self.by_level(
            ("lengths", "Pushes (players that use chance: median)"),
            ["optimum"],
            |level| [or_dash(level.optimum)],
            |_, sample, _| pushes(sample),
        )
    }

    fn times_and_scores(&self, findings: &mut Findings) {
        findings.heading("Times and scores");
        findings.text(
            "These depend on the machine. The score of a player on a level is 50 · optimum / length + 50 · fastest single \
             run of all players / mean time; a level that is not solved scores nothing.",
        );
        findings.table(self.by_level(
            ("times", "Mean milliseconds"),
            [],
            |_| [],
            |_, sample, _| mean_milliseconds(sample),
        ));
        let scores = Scores::new(self.dataset, &self.grid);
        findings.table(self.by_level(
            ("scores", "Scores"),
            [],
            |_| [],
            |seat, _, level| {
                rounded(seat.contender.and_then(|contender| scores.by_mean.get(contender, level)))
            },
        ));
        findings.table(self.classes("classes", "as in table 6", &scores.by_mean));
        findings.text(
            "Most runs take less than a millisecond, and one of five that the machine interrupts moves a mean a long way. \
             With the median run in place of the mean the same table is:",
        );
        findings.table(self.classes("classes-by-median", "by median time", &scores.by_median));
        findings.text(
            "The printed rows by class are not the means of the classes they name: \"1e5 to 1e6\" is the mean of the levels \
             from 130130 to 624036, \"from 1e6\" includes level 22 (948024), and \"below 1e5\" comes out, but for one point, \
             of the seven levels from 17920 to 91800. Ours are the means of the classes as named.",
        );
    }

    fn classes(&self, id: &str, how: &str, points: &Points) -> Table {
        let mut columns = self.columns(&["size of the state space", "levels"]);
        columns.extend(NAMES.iter().map(|name| format!("printed {name}")));
        let caption = format!("Mean score by class, {how}, beside the printed ones");
        let mut table = Table::new(id, caption, columns);
        for (class, printed) in TABLE_6 {
            let ours = points.of_class(class, &self.dataset.levels);
            let levels = ours.levels.to_string();
            let ours = self.seats.iter().map(|seat| {
                let mean = seat.contender.and_then(|contender| ours.means[contender]);
                let cell = Cell::from(rounded(mean));
                // A class is no selection of runs; all levels together are.
                if class == SizeClass::All && mean.is_some() { cell.of(seat.contender, None) } else { cell }
            });
            let head = texts([class.name().to_owned(), levels]);
            table.row(head.chain(ours).chain(texts(printed.map(|points| points.to_string()))));
        }
        table
    }
}

#[cfg(test)]
mod tests {
    use soko_analysis::StateSpace;

    use super::{
        super::tests::{compared, levels, planned, played, said, table},
        *,
    };
    use crate::Selection;

    #[test]
    fn our_levels_are_as_large_as_those_of_the_thesis() {
        let levels = levels("classes");
        assert_eq!(levels.len(), APPENDIX_B.len());
        for (level, printed) in levels.iter().zip(APPENDIX_B) {
            let name = level.name.title.as_deref().unwrap_or_default();
            let size = StateSpace::of(&level.level).exact().unwrap() as f64;
            let printed = printed.size as f64;
            assert!((size / printed).ln().abs() < 0.15, "{name}: {size} for {printed}");
            for class in [SizeClass::Small, SizeClass::Medium, SizeClass::Large] {
                assert_eq!(class.contains(size), class.contains(printed), "{name}");
            }
            assert!((2..=7).contains(&level.level.boxes()), "{name}");
            assert!(level.optimum.is_some_and(|pushes| (8..=60).contains(&pushes)), "{name}");
        }
    }

    #[test]
    fn sizes_come_back_exactly_from_their_logarithms() {
        let levels = levels("classes");
        let exact: Vec<_> = levels.iter().map(|level| StateSpace::of(&level.level).to_string()).collect();
        let plan = planned("brno-2", levels);
        let shown: Vec<_> = plan.dataset.levels.iter().map(size_text).collect();
        assert_eq!(shown, exact);
        let vast = LevelInfo { log10_states: 31.38, ..plan.dataset.levels[0].clone() };
        assert_eq!(size_text(&vast), "2.4e31");
    }

    #[test]
    fn a_small_trial_on_levels_of_ours() {
        let dataset = played("brno-2", levels("first-steps").into_iter().take(3).collect());
        let findings = compared(&dataset, true, compare);
        // Breadth-first search finds the optimum, and every contender has points.
        let lengths = table(&findings, "lengths");
        let column = lengths.columns().iter().position(|name| name == "bfs").unwrap();
        for (level, row) in lengths.rows().iter().enumerate() {
            assert_eq!(row[2].text, row[column].text, "{row:?}");
            assert_eq!(row[column].runs, Some(Selection { contender: Some(0), level: Some(level) }));
        }
        for row in table(&findings, "scores").rows() {
            let bfs: f64 = row[2].text.parse().unwrap();
            assert!((50.0..=100.0).contains(&bfs), "{row:?}");
        }
        let all = &table(&findings, "classes").rows()[0];
        assert_eq!((all[1].text.as_str(), all[9].text.as_str()), ("3", "62"));
        assert_eq!(all[2].runs, Some(Selection { contender: Some(0), level: None }));
        assert_eq!(table(&findings, "times").rows().len(), 3);
        // These levels stand for none of the thesis.
        assert!(table(&findings, "levels").rows().iter().all(|row| row[4].text.is_empty()));
    }

    #[test]
    fn without_times_nothing_depends_on_the_clock() {
        let mut dataset = played("brno-2", levels("classes").into_iter().take(1).collect());
        let before = compared(&dataset, false, compare);
        assert_eq!(before.tables().map(|table| table.id.as_str()).collect::<Vec<_>>(), ["levels", "lengths"]);
        assert_eq!(table(&before, "levels").rows()[0][4].text, "17920");
        for run in dataset.trials.iter_mut().filter_map(|trial| trial.run.as_mut()) {
            run.wall *= 3.0;
        }
        assert_eq!(compared(&dataset, false, compare), before);
    }

    #[test]
    fn who_stays_away_has_an_empty_column() {
        let mut dataset = played("brno-2", levels("first-steps").into_iter().take(1).collect());
        dataset.contenders.truncate(6);
        dataset.trials.retain(|trial| trial.contender < 6);
        let findings = compared(&dataset, true, compare);
        assert!(said(&findings).contains("`mcts (brno)` does not take part"));
        assert_eq!(table(&findings, "lengths").rows()[0][9], Cell::default());
        assert_eq!(table(&findings, "classes").rows()[0][8], Cell::default());
    }
}
