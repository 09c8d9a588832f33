//! Experiment 1 of the Brno thesis: who is complete, who is optimal?
//!
//! Fifteen levels, six players, the pushes of the solutions they find. The thesis found breadth-first and uniform-cost
//! search optimal and A* not, because its heuristic depended on where the agent stands. Ours is admissible, so A*'s
//! column must be the optimum; the table shows it.

use super::{BRNO, BRNO_PLAYERS, Experiment, legend, number_cell, pushes_cell, remark_absent};
use crate::{
    Bench, Contender, Findings, LabError, Sample, Table,
    bench::Repeat,
    level_set::shared_levels,
    published::{brno_1::TABLE_5, brno_2::NAMES},
};

/// The collection: 40 levels, of which the experiment takes the last fifteen.
const FILE: &str = "slc_hoste/MiniCosmos.slc";

/// The six players; the printed lengths of uniform-cost search are those of one that counts pushes.
const PLAYERS: [Contender; 7] = {
    let mut players = BRNO_PLAYERS;
    players[2] = Contender::of("ucs").with(&["metric=pushes"]);
    players
};

pub(super) const EXPERIMENT: Experiment = Experiment {
    id: "brno-1",
    summary: "completeness and optimality: six players on MiniCosmos 26 to 40",
    source: BRNO,
    reads: Some(FILE),
    run,
};

fn run(bench: &mut Bench<'_>) -> Result<Findings, LabError> {
    let levels = shared_levels(&bench.shared(EXPERIMENT.id)?, FILE)?;
    let mut findings = Findings::new(EXPERIMENT.id, "Brno, experiment 1: completeness and optimality");
    findings.text(format!(
        "Pushes of the solutions found on levels 26 to 40 of MiniCosmos by Aymeric du Peloux (`{FILE}`), beside \
         table 5 of the thesis ({BRNO}). Random players: median of {} seeds. A dash is a level that most runs did not \
         solve. {}",
        bench.runs,
        bench.conditions(),
    ));
    findings.text(legend(&PLAYERS));
    remark_absent(&mut findings, &PLAYERS);

    let columns = ["level", "optimum printed", "optimum proven"].map(str::to_owned).into_iter();
    let ours = PLAYERS.iter().map(|c| c.name.to_owned());
    let printed = NAMES.iter().map(|name| format!("printed {name}"));
    let mut table = Table::new("lengths", "Pushes, ours and as printed", columns.chain(ours).chain(printed));
    let mut differing = Vec::new();
    for row in TABLE_5 {
        let Some(level) = levels.iter().find(|level| level.number == row.level) else {
            findings.text(format!("Level {} is not in the file.", row.level));
            continue;
        };
        (bench.progress)(&format!("brno-1: {}", level.name));
        let mut samples: Vec<Sample> = Vec::new();
        for contender in &PLAYERS {
            samples.push(bench.sample(contender, &level.level, Repeat::ForLength)?);
        }
        // Breadth-first search proves what the thesis calls optimal.
        let proven = samples[0].first().filter(|run| run.optimal.is_some()).and_then(|run| run.solution);
        let proven = proven.map(|(pushes, _)| pushes);
        if proven.is_some_and(|pushes| pushes != row.optimal) {
            differing.push(row.level.to_string());
        }
        let head = [level.name.clone(), row.optimal.to_string(), number_cell(proven)];
        let found = samples.iter().map(pushes_cell);
        table.row(head.into_iter().chain(found).chain(row.found.map(|pushes| pushes.to_string())));
    }
    findings.heading("Lengths");
    findings.table(table);
    findings.text(if differing.is_empty() {
        "The proven optima are the printed ones on every level that was proven, so these are the boards of the thesis."
            .to_owned()
    } else {
        format!("The proven optimum differs from the printed one on levels {}.", differing.join(", "))
    });
    Ok(findings)
}
