//! The experiments on level files of others: are these the boards of the papers?
//!
//! The files are not part of the repository. Without them the tests are reported as ignored, under `CI=true` as failed.

use std::{
    path::{Path, PathBuf},
    process::ExitCode,
    time::Duration,
};

use libtest_mimic::{Arguments, Failed, Trial};
use soko_analysis::StateSpace;
use soko_core::Level;
use soko_lab::{
    Bench, Findings, find,
    published::brno_2::{APPENDIX_B, LIKELY_BOARDS},
    shared_levels,
};
use soko_solver::{Budget, Control, Silent, run};

const LEVELS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared/levels");

fn main() -> ExitCode {
    let arguments = Arguments::from_args();
    let root = PathBuf::from(LEVELS);
    let present = root.join("VALIDATION.csv").is_file();
    let required = std::env::var("CI").is_ok_and(|value| value == "true");
    let mut trials = Vec::new();
    let mut test = |name: &str, run: fn(&Path) -> Result<(), Failed>| {
        let root = root.clone();
        let run = move || if present { run(&root) } else { Err("the shared level files are missing".into()) };
        trials.push(Trial::test(name, run).with_ignored_flag(!present && !required));
    };
    test("boards of the size and length that Brno printed", likely_boards);
    test("MiniCosmos has the optima that Brno printed", minicosmos);
    libtest_mimic::run(&arguments, trials).exit_code()
}

fn optimum(level: &Level) -> Option<u32> {
    let mut bfs = soko_players::PLAYERS.find("bfs").ok()?.build(None, &[]).ok()?;
    let report = run(&mut *bfs, level, Budget::default(), 0, 1, &mut Silent);
    report.solution.map(|solution| solution.metrics().pushes)
}

fn likely_boards(root: &Path) -> Result<(), Failed> {
    for (number, file, index) in LIKELY_BOARDS {
        let printed = APPENDIX_B[number - 1];
        let levels = shared_levels(root, file)?;
        let level = levels.iter().find(|level| level.number == index).ok_or("no such level")?;
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

fn experiment(root: &Path, id: &str) -> Result<Findings, Failed> {
    let mut silent = |_: &str| {};
    let mut bench = Bench {
        levels: Some(root.to_owned()),
        time: Some(Duration::from_millis(500)),
        memory: None,
        runs: 1,
        control: Control::default(),
        progress: &mut silent,
    };
    Ok(find(id).ok_or("no such experiment")?.run(&mut bench)?)
}

fn minicosmos(root: &Path) -> Result<(), Failed> {
    let findings = experiment(root, "brno-1")?;
    let table = findings.tables().next().ok_or("no table")?;
    if table.rows().len() != 15 {
        return Err(format!("{} rows", table.rows().len()).into());
    }
    for row in table.rows() {
        // Within the short time of a test not every level is proven; none may be proven otherwise.
        if row[2].text != "–" && row[1] != row[2] {
            return Err(format!("{}: printed {}, proven {}", row[0].text, row[1].text, row[2].text).into());
        }
    }
    let proven = table.rows().iter().filter(|row| row[1] == row[2]).count();
    if proven < 10 { Err(format!("only {proven} levels proven").into()) } else { Ok(()) }
}
