//! Experiment 3 of the Brno thesis: A* beside the solvers of others.
//!
//! The first 60 levels of Microban, pushes only. The thesis's A* was second of six with a mean of 16.32; an optimal A*
//! cannot be beaten, and its mean says how far the others are from the optimum.

use super::{BRNO, Experiment, legend, mean, milliseconds_cell, pushes_cell, remark_absent};
use crate::{
    Bench, Contender, Findings, LabError, Table,
    bench::Repeat,
    level_set::shared_levels,
    published::brno_3::{APPENDIX_C, SOLVERS, TABLE_7},
};

/// The collection.
const FILE: &str = "slc_hoste/microban.slc";

const PLAYERS: [Contender; 1] = [Contender::of("astar").with(&["metric=pushes"])];

pub(super) const EXPERIMENT: Experiment = Experiment {
    id: "brno-3",
    summary: "A* beside five solvers of others on the first 60 levels of Microban",
    source: BRNO,
    reads: Some(FILE),
    run,
};

fn run(bench: &mut Bench<'_>) -> Result<Findings, LabError> {
    let levels = shared_levels(&bench.shared(EXPERIMENT.id)?, FILE)?;
    let mut findings = Findings::new(EXPERIMENT.id, "Brno, experiment 3: A* beside the solvers of others");
    findings.text(format!(
        "Pushes on levels 1 to 60 of Microban by David W. Skinner (`{FILE}`), beside appendix C of the thesis ({BRNO}), \
         which prints all sixty. Its first column is the thesis's own A*; the others are from the solver statistics of \
         the Sokoban wiki. {}",
        bench.conditions(),
    ));
    findings.text(legend(&PLAYERS));
    remark_absent(&mut findings, &PLAYERS);

    let ours = PLAYERS.iter().map(|c| c.name.to_owned());
    let head = ["level", "proven optimal"].map(str::to_owned).into_iter();
    let printed = SOLVERS.iter().map(|name| format!("printed {name}"));
    let mut table = Table::new("lengths", "Pushes", head.chain(ours).chain(printed));
    let mut nodes = Table::new("nodes", "Nodes of our A*", ["level", "expanded", "generated"]);
    let mut times = Table::new("times", "Milliseconds of our A*", ["level", "ms"]);
    let mut found = Vec::new();
    let (mut longer, mut shorter) = ([0; 6], Vec::new());
    for (i, row) in APPENDIX_C.iter().enumerate() {
        let Some(level) = levels.iter().find(|level| level.number == i + 1) else {
            findings.text(format!("Level {} is not in the file.", i + 1));
            continue;
        };
        (bench.progress)(&format!("brno-3: level {} of 60", i + 1));
        let sample = bench.sample(&PLAYERS[0], &level.level, Repeat::ForLength)?;
        let proven = sample.first().is_some_and(|run| run.optimal.is_some());
        let head = [level.number.to_string(), if proven { "yes" } else { "no" }.to_owned()];
        table.row(head.into_iter().chain([pushes_cell(&sample)]).chain(row.map(|n| n.to_string())));
        if let Some(run) = sample.first() {
            let figures = [run.statistics.expanded, run.statistics.generated].map(|n| n.to_string());
            nodes.row([level.number.to_string()].into_iter().chain(figures));
            times.row([level.number.to_string(), milliseconds_cell(Some(run.seconds))]);
        }
        if let Some(pushes) = sample.pushes() {
            found.push(f64::from(pushes));
            for (count, &printed) in longer.iter_mut().zip(row) {
                *count += usize::from(printed > pushes);
            }
            if proven && row.iter().any(|&printed| printed < pushes) {
                shorter.push(level.number.to_string());
            }
        }
    }
    findings.heading("Lengths");
    let mut means = Table::new(
        "means",
        "Mean number of pushes, as in table 7",
        ["solver", "levels", "mean pushes", "levels longer than ours"],
    );
    let count = found.len();
    if let Some(mean) = mean(found.into_iter()) {
        means.row(["astar (ours)".to_owned(), count.to_string(), format!("{mean:.2}"), "0".to_owned()]);
    }
    for ((name, mean), longer) in SOLVERS.iter().zip(TABLE_7).zip(longer) {
        let name = if *name == "A*" { "A* (thesis)" } else { name };
        means.row([name.to_owned(), "60".to_owned(), format!("{mean:.2}"), longer.to_string()]);
    }
    findings.table(means);
    if !shorter.is_empty() {
        findings.text(format!(
            "On {} a printed length is below the proven optimum, so the print is wrong there or shows another board.",
            if shorter.len() == 1 { format!("level {}", shorter[0]) } else { format!("levels {}", shorter.join(", ")) },
        ));
    }
    findings.table(table);
    findings.table(nodes);
    findings.heading("Times");
    findings.table(times);
    Ok(findings)
}
