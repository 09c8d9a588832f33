//! Experiment 3 of the Brno thesis: A* beside the solvers of others.
//!
//! The first 60 levels of Microban, pushes only. The thesis's A* was second of six with a mean of 16.32; an optimal A*
//! cannot be beaten, and its mean says how far the others are from the optimum.

use soko_lab::Dataset;

use super::{Seat, level_of, mean_milliseconds, open, plain, pushes, remark_levels, seats, texts};
use crate::{
    Cell, Findings, Table,
    grid::Grid,
    published::brno_3::{APPENDIX_C, SOLVERS, TABLE_7},
    stats::mean,
};

/// The collection.
const COLLECTION: &str = "microban";

/// A level of the print that the experiment plays: its number, its place in the plan, the printed pushes.
type Match = (usize, usize, [u32; 6]);

/// Lays an experiment beside table 7 and appendix C.
pub(in crate::published) fn compare(dataset: &Dataset, times: bool, findings: &mut Findings) {
    let seats = seats(dataset, &[plain("astar")]);
    let about = "Pushes on levels 1 to 60 of Microban by David W. Skinner, beside appendix C of Petr Žlebek's thesis (Brno \
                 2021), which prints all sixty. Its first column is the thesis's own A*; the others are from the solver \
                 statistics of the Sokoban wiki.";
    open(dataset, &seats, about, findings);
    let (mut levels, mut absent): (Vec<Match>, Vec<_>) = (Vec::new(), Vec::new());
    for (number, printed) in (1..).zip(APPENDIX_C) {
        match level_of(dataset, COLLECTION, number) {
            Some(level) => levels.push((number, level, printed)),
            None => absent.push(number.to_string()),
        }
    }
    remark_levels(&absent, findings);
    let grid = &Grid::new(dataset, true);
    findings.heading("Lengths");
    findings.table(means(grid, &seats, &levels));
    remark_shorter(grid, &seats, &levels, findings);
    findings.table(lengths(grid, &seats, &levels));
    findings.table(nodes(grid, &seats, &levels));
    if times {
        findings.heading("Times");
        let columns = ["level".to_owned()].into_iter().chain(seats.iter().map(|seat| seat.name.clone()));
        let mut table = Table::new("times", "Mean milliseconds", columns);
        for &(number, level, _) in &levels {
            let cells =
                seats.iter().map(|seat| seat.cell(&seat.sample(grid, level), level, mean_milliseconds));
            table.row(texts([number.to_string()]).chain(cells));
        }
        findings.table(table);
    }
}

/// The mean lengths, as in table 7.
fn means(grid: &Grid<'_>, seats: &[Seat], levels: &[Match]) -> Table {
    let columns = ["solver", "levels", "mean pushes", "levels longer than our first"];
    let mut table = Table::new("means", "Mean number of pushes, as in table 7", columns);
    let pushes = |seat: &Seat, level| seat.sample(grid, level).spot.pushes;
    let first = |level| seats.first().and_then(|seat| pushes(seat, level));
    for seat in seats {
        let found: Vec<_> =
            levels.iter().filter_map(|&(_, level, _)| Some((pushes(seat, level)?, level))).collect();
        let longer = found.iter().filter(|&&(n, level)| first(level).is_some_and(|ours| n > ours)).count();
        let mean = mean(found.iter().map(|&(pushes, _)| f64::from(pushes)));
        let cell =
            mean.map_or_else(Cell::default, |mean| Cell::from(format!("{mean:.2}")).of(seat.contender, None));
        let head = texts([format!("{} (ours)", seat.name), found.len().to_string()]);
        table.row(head.chain([cell]).chain(texts([longer.to_string()])));
    }
    for (i, (name, mean)) in SOLVERS.iter().zip(TABLE_7).enumerate() {
        let name = if *name == "A*" { "A* (thesis)" } else { name };
        let longer = levels.iter().filter(|(_, level, row)| first(*level).is_some_and(|ours| row[i] > ours));
        table.row([name.to_owned(), "60".to_owned(), format!("{mean:.2}"), longer.count().to_string()]);
    }
    table
}

/// Where the print has less than the least.
fn remark_shorter(grid: &Grid<'_>, seats: &[Seat], levels: &[Match], findings: &mut Findings) {
    let proven = |level| seats.iter().find_map(|seat| seat.sample(grid, level).fewest_pushes());
    let shorter: Vec<_> = levels
        .iter()
        .filter(|(_, level, row)| proven(*level).is_some_and(|least| row.iter().any(|&n| n < least)))
        .map(|(number, ..)| number.to_string())
        .collect();
    if !shorter.is_empty() {
        findings.text(format!(
            "A printed length is below the proven optimum, so the print is wrong or shows another board, on: {}.",
            shorter.join(", ")
        ));
    }
}

fn lengths(grid: &Grid<'_>, seats: &[Seat], levels: &[Match]) -> Table {
    let head = ["level", "proven optimal"].map(str::to_owned).into_iter();
    let ours = seats.iter().map(|seat| seat.name.clone());
    let printed = SOLVERS.iter().map(|name| format!("printed {name}"));
    let mut table = Table::new("lengths", "Pushes", head.chain(ours).chain(printed));
    for &(number, level, printed) in levels {
        let samples: Vec<_> = seats.iter().map(|seat| (seat, seat.sample(grid, level))).collect();
        let played = samples.iter().any(|(_, sample)| !sample.runs.is_empty());
        let proof = samples.iter().find(|(_, sample)| sample.fewest_pushes().is_some());
        let proven = match proof {
            Some((seat, _)) => Cell::from("yes").of(seat.contender, Some(level)),
            None if played => Cell::from("no").of(None, Some(level)),
            None => Cell::default(),
        };
        let ours = samples.iter().map(|(seat, sample)| seat.cell(sample, level, pushes));
        let head = texts([number.to_string()]).chain([proven]);
        table.row(head.chain(ours).chain(texts(printed.map(|n| n.to_string()))));
    }
    table
}

fn nodes(grid: &Grid<'_>, seats: &[Seat], levels: &[Match]) -> Table {
    let pair = |seat: &Seat| [format!("{} expanded", seat.name), format!("{} generated", seat.name)];
    let columns = ["level".to_owned()].into_iter().chain(seats.iter().flat_map(pair));
    let mut table = Table::new("nodes", "Nodes (first run)", columns);
    for &(number, level, _) in levels {
        let cells = seats.iter().flat_map(|seat| {
            let sample = seat.sample(grid, level);
            let counts = sample.runs.first().map(|run| [run.statistics.expanded, run.statistics.generated]);
            counts.unwrap_or_default().map(|count| seat.cell(&sample, level, |_| count.to_string()))
        });
        table.row(texts([number.to_string()]).chain(cells));
    }
    table
}

#[cfg(test)]
mod tests {
    use super::{
        super::tests::{compared, levels, pass_off, played, said, table},
        *,
    };

    /// Three levels of ours in the place of the first three of the collection.
    fn dataset() -> Dataset {
        let mut dataset = played("brno-3", levels("first-steps").into_iter().take(3).collect());
        for (level, number) in dataset.levels.iter_mut().zip(1..) {
            pass_off(level, COLLECTION, number);
        }
        dataset
    }

    #[test]
    fn the_mean_is_over_what_was_solved() {
        let mut dataset = dataset();
        let optima: Vec<f64> =
            dataset.levels.iter().filter_map(|level| level.optimum).map(f64::from).collect();
        let findings = compared(&dataset, true, compare);
        let row = &table(&findings, "means").rows()[0];
        let mean = format!("{:.2}", mean(optima.iter().copied()).unwrap());
        assert_eq!((row[0].text.as_str(), row[1].text.as_str(), &row[2].text), ("astar (ours)", "3", &mean));
        assert_eq!(table(&findings, "means").rows()[1][2].text, "16.32");
        dataset.trials[2].run = None;
        let findings = compared(&dataset, true, compare);
        let mean = format!("{:.2}", f64::midpoint(optima[0], optima[1]));
        let row = &table(&findings, "means").rows()[0];
        assert_eq!((row[1].text.as_str(), &row[2].text), ("2", &mean));
        let unmade = &table(&findings, "lengths").rows()[2];
        assert_eq!(
            (unmade[1].text.as_str(), unmade[2].text.as_str(), unmade[3].text.as_str()),
            ("", "", "13")
        );
        assert_eq!(table(&findings, "nodes").rows()[2][1], Cell::default());
    }

    #[test]
    fn a_print_below_the_least_is_doubted() {
        let dataset = dataset();
        let findings = compared(&dataset, false, compare);
        // Our levels need more pushes than the three that are printed for level 2.
        assert!(dataset.levels[1].optimum > Some(3));
        assert!(said(&findings).contains("shows another board, on: "), "{}", said(&findings));
        assert!(findings.tables().all(|table| table.id != "times"));
        assert_eq!(table(&findings, "lengths").rows()[1][1].text, "yes");
    }
}
