//! The optimiser held against our own levels, whose best solutions are known.

use proptest::prelude::*;
use soko_core::{Direction, Level, Solution, Verified, replay};
use soko_formats::{ReadOptions, check, read};
use soko_optimize::{Optimized, optimize};
use soko_players::PLAYERS;
use soko_solver::metric::Metric;
use soko_solver::{Budget, Control, Halt, Silent, run};

const METRICS: [Metric; 4] =
    [Metric::Pushes, Metric::Moves, Metric::PushesThenMoves, Metric::MovesThenPushes];

/// Our own levels with the solutions that come with them, up to so many boxes.
fn levels(most_boxes: usize) -> Vec<(Level, Verified<Solution>)> {
    let mut all = Vec::new();
    for builtin in soko_levels::BUILTINS {
        let document = read(builtin.text.as_bytes(), &ReadOptions::default());
        for (entry, checked) in document.collection.entries.iter().zip(check(&document)) {
            if let (Some(level), Some(solution)) = (checked.level, entry.solutions().next())
                && level.boxes() <= most_boxes
            {
                all.push((level, solution.clone()));
            }
        }
    }
    all
}

fn nodes(nodes: u64) -> Budget {
    Budget { nodes: Some(nodes), ..Budget::default() }
}

/// A long solution, if this player finds one soon.
fn long(level: &Level, player: &str) -> Option<Verified<Solution>> {
    let mut player = PLAYERS.find(player).ok()?.build(None, &[]).ok()?;
    run(&mut *player, level, nodes(20_000), 1, 1, &mut Silent).solution
}

fn made_shorter(level: &Level, solution: &Verified<Solution>, metric: Metric, limit: u64) -> Optimized {
    optimize(level, solution.clone(), metric, nodes(limit), 1, &mut Silent)
}

#[test]
fn long_solutions_come_down_to_the_optimum() {
    let (mut tried, mut reached, mut before, mut after, mut best) = (0, 0, 0, 0, 0);
    for (level, optimal) in levels(8) {
        let Some(solution) = long(&level, "dfs") else { continue };
        let done = made_shorter(&level, &solution, Metric::Pushes, 50_000);
        tried += 1;
        reached += usize::from(done.solution.metrics().pushes <= optimal.metrics().pushes);
        before += solution.metrics().pushes;
        after += done.solution.metrics().pushes;
        best += optimal.metrics().pushes;
    }
    let told = format!("{reached} of {tried} levels, {before} pushes became {after}, {best} are possible");
    assert!(tried >= 30 && before > 2 * best, "{told}");
    assert!(reached * 20 >= tried * 19, "{told}");
}

#[test]
fn no_metric_ever_gets_worse_and_every_result_is_replayed() {
    for (level, optimal) in levels(6).into_iter().step_by(3) {
        for solution in [Some(optimal), long(&level, "greedy")].into_iter().flatten() {
            for metric in METRICS {
                let done = made_shorter(&level, &solution, metric, 2_000);
                let value = |s: &Solution| metric.cost(s.metrics().moves, s.metrics().pushes);
                assert!(value(&done.solution) <= value(&solution), "{metric:?} of {}", level.board());
                let directions: Vec<_> = done.solution.steps().iter().map(|step| step.direction).collect();
                assert_eq!(replay(&level, &directions).as_ref(), Ok(&done.solution));
            }
        }
    }
}

#[test]
fn nodes_and_seed_decide_everything() {
    for (level, _) in levels(6).into_iter().step_by(7) {
        let Some(solution) = long(&level, "dfs") else { continue };
        let twice = [0, 1].map(|_| made_shorter(&level, &solution, Metric::PushesThenMoves, 3_000));
        assert_eq!(twice[0].solution, twice[1].solution);
        assert_eq!(twice[0].statistics, twice[1].statistics);
    }
}

#[test]
fn a_stop_is_obeyed_at_once_and_keeps_what_there_is() {
    let (level, solution) = levels(8).pop().unwrap();
    let control = Control::default();
    control.stop();
    let budget = Budget { control, ..Budget::default() };
    let done = optimize(&level, solution.clone(), Metric::Moves, budget, 1, &mut Silent);
    assert_eq!(done.halted, Some(Halt::Stopped));
    assert!(done.statistics.expanded <= 1, "{:?}", done.statistics);
    assert!(done.solution.metrics().moves <= solution.metrics().moves);
}

#[test]
fn memory_stays_within_its_limit() {
    for (level, _) in levels(8).into_iter().step_by(10) {
        let Some(solution) = long(&level, "dfs") else { continue };
        let budget = Budget { memory: Some(1 << 19), ..nodes(20_000) };
        let done = optimize(&level, solution, Metric::Moves, budget, 1, &mut Silent);
        assert!(done.statistics.peak_memory_bytes <= 1 << 19, "{:?}", done.statistics);
    }
}

/// A solution with steps there and back at some places.
fn with_detours(level: &Level, solution: &Solution, detours: &[(usize, Direction)]) -> Vec<Direction> {
    let mut walk = Vec::new();
    let mut position = level.start().clone();
    for (at, step) in solution.steps().iter().enumerate() {
        for &(place, direction) in detours {
            let aside = level.next(position.player(), direction);
            if place == at && level.floor().contains(aside) && !position.boxes().contains(aside) {
                walk.extend([direction, direction.opposite()]);
            }
        }
        walk.push(step.direction);
        position.step(level, step.direction);
    }
    walk
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, ..ProptestConfig::default() })]

    #[test]
    fn detours_of_the_player_vanish(
        number in 0_usize..1000,
        detours in prop::collection::vec((0_usize..60, prop::sample::select(&Direction::ALL[..])), 0..12),
    ) {
        let levels = levels(5);
        let (level, solution) = &levels[number % levels.len()];
        let long = replay(level, &with_detours(level, solution, &detours)).unwrap();
        for metric in METRICS {
            let done = made_shorter(level, &long, metric, 300);
            prop_assert!(done.solution.metrics().moves <= solution.metrics().moves || metric == Metric::PushesThenMoves);
            prop_assert!(done.solution.metrics().pushes <= long.metrics().pushes || metric.counts_moves_first());
        }
    }
}
