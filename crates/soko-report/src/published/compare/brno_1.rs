//! Experiment 1 of the Brno thesis: which players are complete, which are optimal?
//!
//! Fifteen levels, six players, the pushes of the solutions they find. The thesis found breadth-first and uniform-cost
//! search optimal and A* not, because its heuristic depended on where the agent stands. Ours is admissible, so A*'s
//! column must be the optimum; the table shows it.

use soko_lab::Dataset;

use super::{Sample, Seat, Wanted, level_of, open, plain, pushes, remark_levels, seats, texts};
use crate::{
    Cell, Findings, Table,
    grid::Grid,
    numbers::or_dash,
    published::{
        brno_1::{Row, TABLE_5},
        brno_2::NAMES,
    },
};

/// The collection: 40 levels, of which the experiment takes the last fifteen.
const COLLECTION: &str = "minicosmos";

/// The six players of the thesis, and its hybrid tree search once more with its own parameters.
pub(super) const WANTED: [Wanted; 7] = [
    plain("bfs"),
    plain("dfs"),
    plain("ucs"),
    plain("greedy"),
    plain("astar"),
    plain("mcts"),
    Wanted { name: "mcts (brno)", player: "mcts", preset: Some("brno") },
];

/// Lays an experiment beside table 5. Nothing in it depends on the clock.
pub(in crate::published) fn compare(dataset: &Dataset, _times: bool, findings: &mut Findings) {
    let seats = seats(dataset, &WANTED);
    let about = "Pushes of the solutions found on levels 26 to 40 of MiniCosmos by Aymeric du Peloux, beside table 5 of Petr \
                 Žlebek's thesis (Brno 2021). Players that use chance: median of their runs.";
    open(dataset, &seats, about, findings);
    findings.heading("Lengths");
    let head = ["level", "optimum printed", "optimum proven"].map(str::to_owned).into_iter();
    let ours = seats.iter().map(|seat| seat.name.clone());
    let printed = NAMES.iter().map(|name| format!("printed {name}"));
    let mut table = Table::new("lengths", "Pushes, ours and as printed", head.chain(ours).chain(printed));
    let grid = Grid::new(dataset, true);
    let (mut absent, mut proofs) = (Vec::new(), Vec::new());
    for printed in TABLE_5 {
        match level_of(dataset, COLLECTION, printed.level) {
            Some(level) => {
                let name = dataset.levels[level].name.label();
                proofs.extend(add(&mut table, &grid, &seats, (level, name), printed));
            }
            None => absent.push(printed.level.to_string()),
        }
    }
    findings.table(table);
    remark_levels(&absent, findings);
    findings.text(verdict(&proofs));
}

/// A level whose optimum was proven: its number, the proven optimum, the printed one.
type Proof = (usize, u32, u32);

/// Adds the row of a level.
fn add(
    table: &mut Table,
    grid: &Grid<'_>,
    seats: &[Seat],
    (level, name): (usize, String),
    printed: Row,
) -> Option<Proof> {
    let samples: Vec<Sample<'_>> = seats.iter().map(|seat| seat.sample(grid, level)).collect();
    // A proof of any contender counts.
    let proof = seats.iter().zip(&samples).find_map(|(seat, sample)| Some((seat, sample.fewest_pushes()?)));
    let proven = Cell::from(or_dash(proof.map(|(_, pushes)| pushes)));
    let proven = match proof {
        Some((seat, _)) => proven.of(seat.contender, Some(level)),
        None => proven,
    };
    let head = texts([name, printed.optimal.to_string()]);
    let found = seats.iter().zip(&samples).map(|(seat, sample)| seat.cell(sample, level, pushes));
    table.row(head.chain([proven]).chain(found).chain(texts(printed.found.map(|pushes| pushes.to_string()))));
    proof.map(|(_, pushes)| (printed.level, pushes, printed.optimal))
}

fn verdict(proofs: &[Proof]) -> String {
    let differing: Vec<_> =
        proofs.iter().filter(|(_, proven, printed)| proven != printed).map(|p| p.0.to_string()).collect();
    if proofs.is_empty() {
        "No optimum is proven yet.".to_owned()
    } else if differing.is_empty() {
        format!(
            "The proven optima are the printed ones on every level that was proven ({} of {}), so these are the boards of \
             the thesis.",
            proofs.len(),
            TABLE_5.len()
        )
    } else {
        format!("The proven optimum differs from the printed one on: {}.", differing.join(", "))
    }
}

#[cfg(test)]
mod tests {
    use super::{
        super::tests::{compared, levels, pass_off, planned, played, said, table},
        *,
    };

    /// Two levels of ours in the place of two of the collection.
    fn dataset() -> Dataset {
        let mut dataset = played("brno-1", levels("first-steps").into_iter().take(2).collect());
        for (level, number) in dataset.levels.iter_mut().zip([31, 40]) {
            pass_off(level, COLLECTION, number);
        }
        dataset
    }

    #[test]
    fn ours_stands_beside_the_print_and_knows_its_runs() {
        let dataset = dataset();
        let findings = compared(&dataset, true, compare);
        let table = table(&findings, "lengths");
        assert_eq!(table.rows().len(), 2);
        let row = &table.rows()[1];
        let optimum = dataset.levels[1].optimum.unwrap().to_string();
        assert_eq!((row[1].text.as_str(), &row[2].text, &row[3].text), ("17", &optimum, &optimum));
        assert_eq!(row[7].runs, Cell::default().of(Some(4), Some(1)).runs);
        assert_eq!((row[10].text.as_str(), row[10].runs), ("17", None));
        let said = said(&findings);
        assert!(said.contains("does not play: 26, 27, 28, 29, 30, 32,"), "{said}");
        assert!(said.contains("differs from the printed one on: 31, 40."), "{said}");
    }

    #[test]
    fn an_experiment_before_its_first_run_has_empty_cells() {
        let mut dataset = planned("brno-1", vec![levels("first-steps").remove(0)]).dataset;
        pass_off(&mut dataset.levels[0], COLLECTION, 26);
        let findings = compared(&dataset, true, compare);
        let row = &table(&findings, "lengths").rows()[0];
        assert_eq!((row[2].text.as_str(), row[3].text.as_str(), row[10].text.as_str()), ("–", "", "48"));
        let said = said(&findings);
        assert!(
            said.contains("15 of 15 runs not made yet") && said.contains("No optimum is proven"),
            "{said}"
        );
    }

    #[test]
    fn agreement_is_only_claimed_where_there_is_proof() {
        assert!(verdict(&[(26, 48, 48)]).contains("(1 of 15)"));
        assert!(verdict(&[(26, 48, 48), (27, 26, 28)]).ends_with("on: 27."));
    }
}
