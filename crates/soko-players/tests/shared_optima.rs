//! The search players against known optima of real levels.
//!
//! The files are not part of the repository ([`soko_testing::shared`]). Node limits keep the tests short; whatever is solved within them must be right.

use std::{collections::BTreeMap, fs, path::Path, process::ExitCode};

use libtest_mimic::{Arguments, Failed};
use soko_core::{Level, check};
use soko_formats::{ReadOptions, read};
use soko_players::PLAYERS;
use soko_solver::{Budget, Objective, Report, Silent, Status, run};
use soko_testing::shared::trial;

/// The fewest pushes of MiniCosmos 26 to 40, as the Brno thesis prints them (table 5).
const BRNO: [u32; 15] = [48, 26, 38, 13, 45, 14, 20, 19, 21, 16, 22, 18, 17, 21, 17];

fn main() -> ExitCode {
    let trials = vec![
        trial("learners solve the boards of the Irvine course", irvine_boards),
        trial("astar equals the computed optima", computed_optima),
        trial("PI-corrals keep the optimum", pi_corrals_keep_the_optimum),
        trial("the lengths of the Brno thesis", brno_lengths),
        trial("the boards of the Queensland course", queensland_boards),
    ];
    libtest_mimic::run(&Arguments::from_args(), trials).exit_code()
}

fn play(player: &str, settings: &[&str], level: &Level, nodes: u64) -> Report {
    let settings: Vec<_> = settings.iter().map(|&s| s.to_owned()).collect();
    let descriptor = PLAYERS.find(player).expect("a registered player");
    let mut player = descriptor.build(None, &settings).expect("settings of the player");
    run(&mut *player, level, Budget { nodes: Some(nodes), ..Budget::default() }, 1, 1, &mut Silent)
}

fn pushes(report: &Report) -> Option<u32> {
    report.solution.as_ref().map(|solution| solution.metrics().pushes)
}

/// The levels of a file, by number; those that cannot be played are left out.
fn levels(root: &Path, file: &str) -> Result<BTreeMap<usize, Level>, Failed> {
    let bytes = fs::read(root.join(file)).map_err(|error| format!("{file}: {error}"))?;
    let document = read(&bytes, &ReadOptions { name: Some(file.to_owned()), ..ReadOptions::default() });
    let entries = document.collection.entries.iter().enumerate();
    Ok(entries.filter_map(|(i, entry)| Some((i + 1, check(&entry.board).level?))).collect())
}

/// One row of the table of computed optima.
struct Row {
    file: String,
    number: usize,
    status: String,
    pushes: Option<u32>,
}

fn rows(root: &Path) -> Result<Vec<Row>, Failed> {
    let text = fs::read_to_string(root.join("solutions/optimal_pushes_computed.csv"))?;
    text.lines()
        .skip(1)
        .map(|line| {
            // File names have no comma.
            let fields: Vec<_> = line.split(',').collect();
            Ok(Row {
                file: fields[0].to_owned(),
                number: fields[1].parse()?,
                status: fields[2].to_owned(),
                pushes: fields[3].parse().ok(),
            })
        })
        .collect()
}

fn computed_optima(root: &Path) -> Result<(), Failed> {
    const NODES: u64 = 1500;
    let mut by_file: BTreeMap<String, Vec<Row>> = BTreeMap::new();
    for row in rows(root)? {
        by_file.entry(row.file.clone()).or_default().push(row);
    }
    let (mut solved, mut unsolvable) = (0, 0);
    // The table also covers Boxoban files that do not lie beside it.
    for (file, rows) in by_file.into_iter().filter(|(file, _)| root.join(file).is_file()) {
        let levels = levels(root, &file)?;
        for row in rows {
            let level =
                levels.get(&row.number).ok_or_else(|| format!("{file} has no level {}", row.number))?;
            let report = play("astar", &[], level, NODES);
            let place = format!("{file} level {}: {}", row.number, report.status);
            match report.status {
                Status::Solved => {
                    solved += 1;
                    assert_eq!(report.optimal, Some(Objective::Pushes), "{place}");
                    assert_ne!(row.status, "unsolvable", "{place}");
                    if row.status == "optimal" {
                        assert_eq!(pushes(&report), row.pushes, "{place}");
                    }
                }
                Status::Unsolvable => {
                    unsolvable += 1;
                    assert_eq!(row.status, "unsolvable", "{place}");
                }
                _ => assert_ne!(row.status, "unsolvable", "{place}"),
            }
        }
    }
    assert_eq!(unsolvable, 8, "boards proven to have no solution");
    assert!(solved > 5000, "only {solved} levels are solved");
    Ok(())
}

fn pi_corrals_keep_the_optimum(root: &Path) -> Result<(), Failed> {
    let mut compared = 0;
    for file in ["large_test_suite/Microban_155.xsb", "large_test_suite/Microban II_135.xsb"] {
        for (number, level) in levels(root, file)? {
            let with = play("astar", &[], &level, 2000);
            let without = play("astar", &["pi_corral=false"], &level, 8000);
            if let (Some(with), Some(without)) = (pushes(&with), pushes(&without)) {
                assert_eq!(with, without, "{file} level {number}");
                compared += 1;
            }
        }
    }
    assert!(compared > 200, "only {compared} levels are solved both ways");
    Ok(())
}

fn brno_lengths(root: &Path) -> Result<(), Failed> {
    let levels = levels(root, "slc_hoste/MiniCosmos.slc")?;
    for (number, expected) in (26..).zip(BRNO) {
        for (player, settings) in [("bfs", &[][..]), ("ucs", &["metric=pushes"]), ("astar", &[])] {
            let report = play(player, settings, &levels[&number], u64::MAX);
            assert_eq!(pushes(&report), Some(expected), "{player} on MiniCosmos {number}");
            assert_eq!(report.optimal, Some(Objective::Pushes));
        }
    }
    Ok(())
}

fn queensland_boards(root: &Path) -> Result<(), Failed> {
    let mut boards = 0;
    for row in rows(root)?.into_iter().filter(|row| row.file.starts_with("uq_comp3702/")) {
        let level = &levels(root, &row.file)?[&row.number];
        let report = play("astar", &["metric=moves"], level, 2_000_000);
        assert_eq!(report.optimal, Some(Objective::Moves), "{}: {}", row.file, report.status);
        if row.file.ends_with("1box_m2.txt") {
            let moves = report.solution.as_ref().map(|solution| solution.metrics().moves);
            assert_eq!(moves, Some(26));
            assert!(report.statistics.generated < 106, "{:?}", report.statistics);
        }
        boards += 1;
    }
    assert_eq!(boards, 33);
    Ok(())
}

/// `q-box` proves the fewest pushes of every board that has a known optimum, `q-state` agrees on fewest moves with A* where
/// that is quick, and `q-search` solves board 07b.
fn irvine_boards(root: &Path) -> Result<(), Failed> {
    let mut boards = 0;
    for row in rows(root)?.into_iter().filter(|row| row.file.starts_with("uci_cs271/")) {
        let Some(optimum) = row.pushes else { continue };
        let level = levels(root, &row.file)?.remove(&row.number).ok_or("no such level")?;
        let report = play("q-box", &[], &level, 2_000_000);
        if (pushes(&report), report.optimal) != (Some(optimum), Some(Objective::Pushes)) {
            return Err(
                format!("{}: {:?} {:?}, not {optimum}", row.file, pushes(&report), report.optimal).into()
            );
        }
        boards += 1;
    }
    if boards < 30 {
        return Err(format!("{boards} boards only").into());
    }
    let board = |name: &str| -> Result<Level, Failed> {
        let file = format!("uci_cs271/glennga_benchmark/sokoban{name}.txt");
        levels(root, &file)?.remove(&1).ok_or_else(|| "no such level".into())
    };
    for name in ["01", "02", "03", "05a", "06a", "07a"] {
        let level = board(name)?;
        let best = play("astar", &["metric=moves"], &level, 10_000_000).solution.map(|s| s.metrics().moves);
        let learnt = play("q-state", &[], &level, 10_000_000);
        let moves = learnt.solution.as_ref().map(|s| s.metrics().moves);
        if (moves, learnt.optimal) != (best, Some(Objective::Moves)) || best.is_none() {
            return Err(format!("{name}: {moves:?} {:?}, not {best:?}", learnt.optimal).into());
        }
    }
    let hardest = play("q-search", &["improve=0"], &board("07b")?, 2_000_000);
    if hardest.status != Status::Solved {
        return Err(format!("07b: {}", hardest.status).into());
    }
    Ok(())
}
