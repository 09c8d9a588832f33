//! The flaws that the three reports describe: there under their presets, gone under the defaults.

use std::{collections::BTreeMap, ops::ControlFlow};

use soko_core::Level;
use soko_learn::{q_cell, q_path};
use soko_solver::{Budget, Descriptor, Event, EventKind, Halt, Report, Status, run};

/// The highest value of every curve of a run.
type Peaks = BTreeMap<&'static str, f64>;

fn learn(
    player: &Descriptor,
    preset: Option<&str>,
    settings: &[&str],
    board: &str,
    seed: u64,
) -> (Report, Peaks) {
    let level = Level::parse(board).expect("a board of ours");
    let settings: Vec<_> = settings.iter().map(|&setting| setting.to_owned()).collect();
    let mut player = player.build(preset, &settings).expect("settings of the player");
    let mut peaks = Peaks::new();
    let mut observer = |event: &Event| {
        if let EventKind::Metric { name, value, .. } = event.kind {
            let peak = peaks.entry(name).or_insert(f64::NEG_INFINITY);
            *peak = peak.max(value);
        }
        ControlFlow::Continue(())
    };
    let budget = Budget { nodes: Some(300_000), ..Budget::default() };
    let report = run(&mut *player, &level, budget, seed, 1, &mut observer);
    (report, peaks)
}

/// The player must go left through the cells between the boxes, and later right through the same cells.
const TWO_WAYS: &str = "\
##########
#.$    $.#
####@ ####
##########";

#[test]
fn a_cell_that_needs_two_actions_defeats_a_policy_over_cells() {
    for seed in 0..5 {
        // Episodes solve it by chance, so there is a solution; but the policy never wins, and learning never stops.
        let (report, _) =
            learn(&q_cell::DESCRIPTOR, Some("irvine-a"), &["stop=policy", "episodes=0"], TWO_WAYS, seed);
        assert_eq!((report.status, report.halted), (Status::Solved, Some(Halt::Nodes)), "seed {seed}");
        let (report, _) = learn(&q_cell::DESCRIPTOR, None, &["stop=policy"], TWO_WAYS, seed);
        assert_eq!((report.status, report.halted), (Status::Solved, None), "seed {seed}");
    }
}

/// Two goals side by side, one box near them, the other far away.
const NEIGHBOURING_GOALS: &str = "\
############
#          #
# $     $..#
#  @       #
#          #
############";

#[test]
fn a_box_between_two_goals_earns_for_ever_and_nothing_by_a_potential() {
    for seed in 0..5 {
        // Both boxes home earn 2000 at most, unless one of them goes back and forth.
        let settings = ["stop=never", "episodes=200"];
        let (_, peaks) = learn(&q_path::DESCRIPTOR, Some("irvine-c"), &settings, NEIGHBOURING_GOALS, seed);
        assert!(peaks["return"] > 10_000.0, "seed {seed}: {peaks:?}");
        let (report, peaks) = learn(&q_path::DESCRIPTOR, None, &[], NEIGHBOURING_GOALS, seed);
        assert!(peaks["return"] < 0.0, "seed {seed}: {peaks:?}");
        // Nine pushes are the fewest.
        assert_eq!(report.halted, None);
        assert_eq!(report.solution.map(|solution| solution.metrics().pushes), Some(9), "seed {seed}");
    }
}

/// Two boxes along the upper wall hold each other: each alone could still be brought to a goal. The third can go on.
const ALONG_A_WALL: &str = "\
########
#. $$ .#
#      #
#  $ @ #
#    . #
#      #
########";

#[test]
fn two_boxes_frozen_along_a_wall_are_seen() {
    let (report, _) = learn(&q_path::DESCRIPTOR, Some("irvine-c"), &[], ALONG_A_WALL, 1);
    assert_eq!(
        (report.status, report.statistics.expanded),
        (Status::NodeLimit, 300_000),
        "it plays a lost game"
    );
    let (report, _) = learn(&q_path::DESCRIPTOR, None, &[], ALONG_A_WALL, 1);
    assert_eq!((report.status, report.statistics.expanded), (Status::Unsolvable, 0));
}
