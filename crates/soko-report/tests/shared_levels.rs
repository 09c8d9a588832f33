//! The experiments on level files of others: are these the boards of the papers?
//!
//! The files are not part of the repository ([`soko_testing::shared`]). This binary is its own worker.

use std::{
    env, fs,
    io::{BufReader, stdin, stdout},
    path::Path,
    process::ExitCode,
};

use libtest_mimic::{Arguments, Failed};
use soko_analysis::StateSpace;
use soko_core::{Level, check, identity};
use soko_formats::{ReadOptions, read};
use soko_lab::{
    Amount, Definition, Execution, LevelName, Plan, PlannedLevel, Seeds, Store, Watchdog, WorkerCommand,
    execute, find, worker,
};
use soko_report::{
    Findings, published,
    published::{
        brno_2::{APPENDIX_B, LIKELY_BOARDS},
        irvine::BOARDS,
        irvine_a::{FIT_H, FIT_I},
    },
};
use soko_solver::{Budget, Control, Silent, run};
use soko_testing::shared::trial;

fn main() -> ExitCode {
    if env::args().nth(1).as_deref() == Some("worker") {
        let served = worker::serve(&soko_players::PLAYERS, BufReader::new(stdin()), stdout());
        return if served.is_ok() { ExitCode::SUCCESS } else { ExitCode::FAILURE };
    }
    let trials = vec![
        trial("boards of the size and length that Brno printed", likely_boards),
        trial("MiniCosmos has the optima that Brno printed", minicosmos),
        trial("Microban has no optimum above what Brno printed", microban),
        trial("the Queensland board has the moves that were printed", queensland),
        trial("the Irvine boards are those of their hashes and have the fewest moves we say", irvine),
        trial("boards that may be those of Irvine's drawings have the fewest moves we say", irvine_drawings),
    ];
    libtest_mimic::run(&Arguments::from_args(), trials).exit_code()
}

/// The playable levels of a file below the level folder.
fn levels(root: &Path, file: &str) -> Result<Vec<PlannedLevel>, Failed> {
    let bytes = fs::read(root.join(file))?;
    let name = file.rsplit('/').next().map(str::to_owned);
    let entries = read(&bytes, &ReadOptions { name, ..ReadOptions::default() }).collection.entries;
    let level = |(i, entry): (usize, &soko_formats::Entry)| {
        Some(PlannedLevel {
            name: LevelName { file: format!("$LEVELS/{file}"), number: i + 1, title: entry.title.clone() },
            optimum: None,
            level: check(&entry.board).level?,
        })
    };
    Ok(entries.iter().enumerate().filter_map(level).collect())
}

fn optimum(level: &Level) -> Option<u32> {
    let mut bfs = soko_players::PLAYERS.find("bfs").ok()?.build(None, &[]).ok()?;
    let report = run(&mut *bfs, level, Budget::default(), 0, 1, &mut Silent);
    report.solution.map(|solution| solution.metrics().pushes)
}

fn likely_boards(root: &Path) -> Result<(), Failed> {
    for (number, file, index) in LIKELY_BOARDS {
        let printed = APPENDIX_B[number - 1];
        let levels = levels(root, file)?;
        let level = levels.iter().find(|level| level.name.number == index).ok_or("no such level")?;
        let size = StateSpace::of(&level.level).exact();
        if size != Some(u128::from(printed.size)) {
            return Err(format!("{file}#{index}: size {size:?}, printed {}", printed.size).into());
        }
        let pushes = optimum(&level.level);
        if pushes != printed.lengths[0] {
            return Err(format!("{file}#{index}: {pushes:?} pushes, printed {:?}", printed.lengths[0]).into());
        }
    }
    Ok(())
}

/// One of our experiments with some levels of a file, with few nodes and one run each, laid beside the print.
fn experiment(root: &Path, id: &str, file: &str, numbers: &[usize]) -> Result<Findings, Failed> {
    let mut definition = Definition::parse(find(id).ok_or("no such experiment")?.text, id)?;
    definition.limits.nodes = Some(Amount::Number(20_000));
    definition.repetitions = 1;
    for entrant in &mut definition.players {
        entrant.seeds = Some(Seeds::Count(1));
    }
    let levels =
        levels(root, file)?.into_iter().filter(|level| numbers.contains(&level.name.number)).collect();
    let plan = Plan::new(&definition, levels)?;
    let folder = tempfile::tempdir()?;
    let mut store = Store::open(&folder.path().join("r.db"))?;
    let execution = Execution {
        jobs: 2,
        shard: None,
        worker: WorkerCommand { program: env::current_exe()?, arguments: vec!["worker".to_owned()] },
        watchdog: Watchdog::default(),
        control: Control::default(),
    };
    execute(&plan, &mut store, &execution, &mut |_| {})?;
    let dataset = store.dataset(Some(id))?;
    let published = dataset.published.as_deref().ok_or("nothing published")?;
    Ok(published::compare(published, &dataset, true).ok_or("no comparison")?)
}

fn minicosmos(root: &Path) -> Result<(), Failed> {
    let numbers: Vec<_> = (26..=40).collect();
    let findings = experiment(root, "brno-1", "slc_hoste/MiniCosmos.slc", &numbers)?;
    let table = findings.tables().next().ok_or("no table")?;
    if table.rows().len() != 15 {
        return Err(format!("{} rows", table.rows().len()).into());
    }
    for row in table.rows() {
        // With so few nodes not every level is proven; none may be proven otherwise.
        if row[2].text != "–" && row[1].text != row[2].text {
            return Err(format!("{}: printed {}, proven {}", row[0].text, row[1].text, row[2].text).into());
        }
    }
    let proven = table.rows().iter().filter(|row| row[1].text == row[2].text).count();
    if proven < 10 { Err(format!("only {proven} levels proven").into()) } else { Ok(()) }
}

fn microban(root: &Path) -> Result<(), Failed> {
    let numbers: Vec<_> = (1..=60).collect();
    let findings = experiment(root, "brno-3", "slc_hoste/microban.slc", &numbers)?;
    let table = findings.tables().find(|table| table.id == "printed-lengths").ok_or("no table")?;
    if table.rows().len() != 60 {
        return Err(format!("{} rows", table.rows().len()).into());
    }
    let doubted = findings.markdown("").contains("below the proven optimum");
    let proven = table.rows().iter().filter(|row| row[1].text == "yes").count();
    if doubted || proven < 50 {
        return Err(format!("{proven} proven, a printed length is too short: {doubted}").into());
    }
    Ok(())
}

fn queensland(root: &Path) -> Result<(), Failed> {
    let findings = experiment(root, "queensland", "uq_comp3702/jcapers/1box_m2.txt", &[1])?;
    let table = findings.tables().find(|table| table.id == "printed-report").ok_or("no table")?;
    let moves: Vec<_> = table.rows().iter().map(|row| row[1].text.as_str()).collect();
    let expected = published::queensland::MOVES.to_string();
    if moves.len() == 9 && moves.iter().all(|moves| *moves == expected) {
        Ok(())
    } else {
        Err(format!("{moves:?} moves, printed {expected}").into())
    }
}

/// The fewest moves of a level.
fn fewest_moves(level: &Level) -> Option<u32> {
    let settings = ["metric=moves".to_owned()];
    let mut astar = soko_players::PLAYERS.find("astar").ok()?.build(None, &settings).ok()?;
    let report = run(&mut *astar, level, Budget::default(), 0, 1, &mut Silent);
    report.solution.map(|solution| solution.metrics().moves)
}

fn irvine(root: &Path) -> Result<(), Failed> {
    for board in BOARDS {
        let levels = levels(root, board.file)?;
        let level = &levels.first().ok_or("no level")?.level;
        let exact = identity::exact(level).to_string();
        if exact != board.exact {
            return Err(format!("{}: {exact} instead of {}", board.file, board.exact).into());
        }
        // 06c takes half a minute.
        if board.moves.is_some_and(|moves| moves < 150) && fewest_moves(level) != board.moves {
            return Err(format!("{}: not {:?} moves", board.file, board.moves).into());
        }
    }
    Ok(())
}

fn irvine_drawings(root: &Path) -> Result<(), Failed> {
    for (file, moves) in FIT_H.into_iter().chain(FIT_I) {
        let levels = levels(root, file)?;
        let found = fewest_moves(&levels.first().ok_or("no level")?.level);
        if found != Some(moves) {
            return Err(format!("{file}: {found:?} moves instead of {moves}").into());
        }
    }
    Ok(())
}
