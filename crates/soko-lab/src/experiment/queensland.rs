//! The comparison of the Queensland report: nodes of uniform cost, A* and greedy search, step by step.
//!
//! The report counts A nodes generated, B nodes on the fringe at the end, C nodes explored at the end and D the time, on
//! one board with one box and before any deadlock detection. It is made again on that board, then on all 33 boards of the
//! course that are at hand. Numbers need not agree to the last node: they depend on the order among equals and on whether a
//! node is counted when it is made or when it is kept.

use super::{Experiment, legend, milliseconds_cell, number_cell, remark_absent};
use crate::{
    Bench, Contender, Findings, LabError, NamedLevel, Sample, Table,
    bench::Repeat,
    level_set::{files_below, shared_levels},
    published::queensland::{COLUMNS, MOVES},
};

/// Where the boards lie: one folder per repository they were found in.
const FOLDERS: [&str; 3] =
    ["uq_comp3702/jcapers", "uq_comp3702/vincentiusadityas", "uq_comp3702/NicholasM0rris"];
/// The board of the report.
const BOARD: &str = "uq_comp3702/jcapers/1box_m2.txt";
/// Files with moves in place of a board begin like this.
const NO_BOARD: &str = "example_out";

/// The players as the report describes them, with dead squares.
const PLAYERS: [Contender; 3] = [
    Contender::of("ucs").preset("ucs", "queensland"),
    Contender::of("astar").preset("astar", "queensland"),
    Contender::of("greedy").preset("greedy", "queensland"),
];

/// The same before deadlock detection, as the report counts its nodes.
const UNPRUNED: [Contender; 3] = [
    Contender::of("ucs").preset("ucs unpruned", "queensland").with(&["dead_squares=false"]),
    Contender::of("astar").preset("astar unpruned", "queensland").with(&["dead_squares=false"]),
    Contender::of("greedy").preset("greedy unpruned", "queensland").with(&["dead_squares=false"]),
];

/// What we would do: one edge is a walk with a push at its end, and our own estimate and deadlock rules.
const OURS: [Contender; 3] = [
    Contender::of("ucs").named("ucs by pushes").with(&["metric=moves"]),
    Contender::of("astar").named("astar by pushes").with(&["metric=moves"]),
    Contender::of("greedy").named("greedy by pushes").with(&["metric=moves"]),
];

pub(super) const EXPERIMENT: Experiment = Experiment {
    id: "queensland",
    summary: "nodes and moves of uniform cost, A* and greedy search, step by step, on 33 course boards",
    source: "assignment report, COMP3702/7702, University of Queensland 2019",
    reads: Some("uq_comp3702/"),
    run,
};

fn run(bench: &mut Bench<'_>) -> Result<Findings, LabError> {
    let folder = bench.shared(EXPERIMENT.id)?;
    let mut boards: Vec<(String, NamedLevel)> = Vec::new();
    for below in FOLDERS {
        for file in files_below(&folder, below)? {
            if !file.rsplit('/').next().is_some_and(|name| name.starts_with(NO_BOARD)) {
                boards.extend(shared_levels(&folder, &file)?.into_iter().map(|level| (file.clone(), level)));
            }
        }
    }
    let mut findings = Findings::new(EXPERIMENT.id, "Queensland: nodes of three searches, step by step");
    findings.text(format!(
        "Uniform cost, A* and greedy search over single moves, on the board of the report ({}) and on all {} boards of the \
         course. {}",
        EXPERIMENT.source,
        boards.len(),
        bench.conditions(),
    ));
    let everyone: Vec<Contender> = UNPRUNED.into_iter().chain(PLAYERS).chain(OURS).collect();
    findings.text(legend(&everyone));
    remark_absent(&mut findings, &everyone);

    findings.heading("The board of the report");
    let mut counts = Table::new(
        "report",
        format!("Nodes on `{BOARD}`; the report's solutions have {MOVES} moves"),
        ["player", "moves", "A generated", "printed A", "B fringe", "printed B", "C explored", "printed C"],
    );
    let mut clock =
        Table::new("report-times", "D: milliseconds on the same board", ["player", "ms", "printed D"]);
    if let Some((_, level)) = boards.iter().find(|(file, _)| file == BOARD) {
        // The report printed one column per player; all our variants of it are shown beside the same numbers.
        for (contender, printed) in everyone.iter().zip(COLUMNS.into_iter().cycle()) {
            let sample = bench.sample(contender, &level.level, Repeat::ForTime)?;
            let Some(run) = sample.first() else { continue };
            let [a, b, c] = [run.statistics.generated, run.statistics.open, run.statistics.closed];
            let pairs = [(a, printed.generated), (b, printed.fringe), (c, printed.explored)];
            let figures = pairs.into_iter().flat_map(|(ours, theirs)| [ours.to_string(), theirs.to_string()]);
            let head = [contender.name.to_owned(), number_cell(sample.moves())];
            counts.row(head.into_iter().chain(figures));
            let seconds = milliseconds_cell(sample.seconds());
            clock.row([contender.name.to_owned(), seconds, milliseconds_cell(Some(printed.seconds))]);
        }
    }
    findings.table(counts);
    findings.table(clock);

    findings.heading("All boards");
    findings.text("A star marks a number of moves that is proven least.");
    let (table, times) = all_boards(bench, &boards, &PLAYERS, ["boards", "times"])?;
    findings.table(table);
    findings.table(times);

    findings.heading("All boards, by pushes");
    let (table, times) = all_boards(bench, &boards, &OURS, ["boards-by-pushes", "times-by-pushes"])?;
    findings.table(table);
    findings.table(times);
    Ok(findings)
}

/// Nodes and times of some players on all boards, as tables of these names.
fn all_boards(
    bench: &mut Bench<'_>,
    boards: &[(String, NamedLevel)],
    players: &[Contender],
    names: [&'static str; 2],
) -> Result<(Table, Table), LabError> {
    let each = |what: &'static str| players.iter().map(move |c| format!("{} {what}", c.name));
    let head = ["board", "boxes"].map(str::to_owned).into_iter();
    let columns = head.chain(each("moves")).chain(each("A")).chain(each("B")).chain(each("C"));
    let mut table = Table::new(names[0], "Moves and nodes on every board", columns);
    let mut times = Table::new(
        names[1],
        "Milliseconds on every board",
        ["board".to_owned()].into_iter().chain(each("D")),
    );
    for (file, level) in boards {
        let name = file.trim_start_matches("uq_comp3702/").trim_end_matches(".txt");
        (bench.progress)(&format!("queensland: {name}"));
        let mut samples: Vec<Sample> = Vec::new();
        for contender in players {
            samples.push(bench.sample(contender, &level.level, Repeat::ForLength)?);
        }
        let moves = samples.iter().map(|sample| match sample.first() {
            None => String::new(),
            Some(run) => {
                let star = if run.optimal.is_some() { "*" } else { "" };
                run.solution.map_or_else(|| "–".to_owned(), |(_, moves)| format!("{moves}{star}"))
            }
        });
        let count = |pick: fn(&Sample) -> Option<u64>| {
            samples.iter().map(move |sample| pick(sample).map_or_else(String::new, |n| n.to_string()))
        };
        let head = [name.to_owned(), level.level.boxes().to_string()].into_iter();
        table.row(
            head.chain(moves)
                .chain(count(|sample| Some(sample.first()?.statistics.generated)))
                .chain(count(|sample| Some(sample.first()?.statistics.open)))
                .chain(count(|sample| Some(sample.first()?.statistics.closed))),
        );
        let seconds = samples.iter().map(|sample| milliseconds_cell(sample.seconds()));
        times.row([name.to_owned()].into_iter().chain(seconds));
    }
    Ok((table, times))
}
