//! Learnt tables outlive their run: they go through bytes, are taken up, and prove what they proved.

use std::ops::ControlFlow;

use soko_core::Level;
use soko_learn::{
    Keeper, Memory, MemoryError,
    memory::{Book, Ending},
    q_box, q_cell, q_path, q_state,
};
use soko_solver::{Budget, Descriptor, Event, EventKind, Objective, Player, Report, Status, run};

const TWO: &str = "########\n#   .  #\n# $@$  #\n#   .  #\n#      #\n########";
const ROOM: &str = "#######\n#.   .#\n# $ $ #\n#  @  #\n# $   #\n#.    #\n#######";

fn level(text: &str) -> Level {
    Level::parse(text).expect("a board of ours")
}

fn player(descriptor: Descriptor, settings: &[&str]) -> Box<dyn Player> {
    let settings: Vec<_> = settings.iter().map(|&setting| setting.to_owned()).collect();
    descriptor.build(None, &settings).expect("settings of ours")
}

/// Plays, from a memory if there is one; what came of it, what was learnt, and what was said.
fn learn(
    mut player: Box<dyn Player>,
    level: &Level,
    memory: Option<Memory>,
    budget: Budget,
) -> (Report, Memory, Vec<String>) {
    let mut notes = Vec::new();
    let mut observer = |event: &Event| {
        if let EventKind::Note(note) = &event.kind {
            notes.push(note.clone());
        }
        ControlFlow::Continue(())
    };
    let learner = Keeper::of(&mut *player).expect("it learns");
    learner.keep();
    if let Some(memory) = memory {
        learner.recall(level, memory).expect("its own table");
    }
    let report = run(&mut *player, level, budget, 1, 1, &mut observer);
    let memory = Keeper::of(&mut *player).and_then(Keeper::take).expect("it was asked to keep it");
    (report, memory, notes)
}

/// Through a file and back.
fn reread(memory: &Memory) -> Memory {
    let read =
        Memory::from_bytes(&memory.to_bytes().expect("it fits together")).expect("it was just written");
    assert_eq!(read, *memory);
    read
}

fn length(report: &Report, objective: Objective) -> u32 {
    assert_eq!((report.status, report.optimal), (Status::Solved, Some(objective)));
    let metrics = *report.solution.as_ref().expect("it is solved").metrics();
    if objective == Objective::Moves { metrics.moves } else { metrics.pushes }
}

#[test]
fn a_table_that_proved_its_way_proves_it_again_in_one_episode() {
    for (descriptor, settings, objective) in [
        (q_box::DESCRIPTOR, &[][..], Objective::Pushes),
        (q_box::DESCRIPTOR, &["metric=moves"], Objective::Moves),
        (q_state::DESCRIPTOR, &[], Objective::Moves),
    ] {
        for text in [TWO, ROOM] {
            let level = level(text);
            let (first, memory, _) = learn(player(descriptor, settings), &level, None, Budget::default());
            assert!(first.statistics.iterations > 1, "there is something to learn");
            assert_eq!(memory.about.episodes, first.statistics.iterations);
            let (again, after, notes) =
                learn(player(descriptor, settings), &level, Some(reread(&memory)), Budget::default());
            assert_eq!(again.statistics.iterations, 1, "{} {settings:?}\n{text}", descriptor.id);
            assert_eq!(length(&again, objective), length(&first, objective));
            assert_eq!(after.about.episodes, memory.about.episodes + 1);
            assert!(after.about.updates > memory.about.updates);
            assert!(!notes.iter().any(|note| note.contains("lifted")), "{notes:?}");
        }
    }
}

#[test]
fn learning_in_parts_reaches_the_same_end() {
    let level = level(ROOM);
    for descriptor in [q_box::DESCRIPTOR, q_state::DESCRIPTOR] {
        let whole = learn(player(descriptor, &[]), &level, None, Budget::default()).0;
        let few = whole.statistics.iterations / 4;
        let setting = format!("episodes={few}");
        let mut memory = None;
        let mut parts = 0;
        let part = loop {
            let (part, learnt, notes) =
                learn(player(descriptor, &[&setting]), &level, memory.take(), Budget::default());
            assert!(part.statistics.iterations <= few, "a limit of episodes is one for the run");
            assert!(!notes.iter().any(|note| note.contains("lifted")), "{notes:?}");
            parts += 1;
            if part.optimal.is_some() {
                break part;
            }
            memory = Some(reread(&learnt));
        };
        let objective = descriptor.properties.optimal.expect("it proves");
        assert_eq!(length(&part, objective), length(&whole, objective), "{}", descriptor.id);
        assert!(parts > 1, "{}: {parts}", descriptor.id);
    }
}

#[test]
fn tables_that_prove_nothing_go_on_as_well() {
    let level = level(TWO);
    for (descriptor, settings) in [
        (q_cell::DESCRIPTOR, &["stop=never", "episodes=40"][..]),
        (q_path::DESCRIPTOR, &["stop=never", "episodes=40"]),
        (q_path::DESCRIPTOR, &["stop=never", "episodes=40", "update=double-q"]),
        (q_box::DESCRIPTOR, &["stop=never", "episodes=40", "update=double-q", "alpha=0.5", "epsilon=0.1"]),
    ] {
        let (_, memory, _) = learn(player(descriptor, settings), &level, None, Budget::default());
        let tries = |memory: &Memory| memory.rows.visits.iter().map(|&visits| u64::from(visits)).sum::<u64>();
        let (report, after, _) =
            learn(player(descriptor, settings), &level, Some(reread(&memory)), Budget::default());
        assert_eq!(after.about.episodes, 80, "{}", descriptor.id);
        assert_eq!(tries(&after), tries(&memory) + report.statistics.expanded, "{}", descriptor.id);
        assert_eq!(after.rows.other.is_empty(), !settings.contains(&"update=double-q"));
        for row in 0..memory.rows.len() {
            let place = (0..after.rows.len()).find(|&there| after.rows.key(there) == memory.rows.key(row));
            assert!(place.is_some(), "{}: row {row} is lost", descriptor.id);
        }
    }
}

#[test]
fn the_policy_of_a_table_can_be_played_from_the_file_alone() {
    let level = level(TWO);
    for descriptor in [q_box::DESCRIPTOR, q_cell::DESCRIPTOR, q_state::DESCRIPTOR] {
        let (report, memory, _) = learn(player(descriptor, &[]), &level, None, Budget::default());
        let memory = reread(&memory);
        let book = Book::open(&memory).expect("it was checked");
        let policy = book.policy(&book.start());
        assert_eq!(policy.ending, Ending::Solved, "{}", descriptor.id);
        assert_eq!(memory.about.solution, report.solution.map(|solution| solution.lurd()));
        let choices = book.choices(&book.start()).expect("every game begins there");
        assert!(choices[book.greedy(&choices).expect("something can be done")].visits > 0);
    }
}

/// Why a memory is refused by a player at a level.
fn refusal(memory: &Memory, descriptor: Descriptor, settings: &[&str], level: &Level) -> MemoryError {
    let mut player = player(descriptor, settings);
    let learner = Keeper::of(&mut *player).expect("it learns");
    learner.recall(level, memory.clone()).expect_err("it does not hold here")
}

#[test]
fn what_does_not_hold_here_is_refused() {
    let level = level(TWO);
    let memory = learn(player(q_box::DESCRIPTOR, &[]), &level, None, Budget::default()).1;
    for setting in [
        "gamma=0.9",
        "update=sarsa",
        "potential=none",
        "shaping=0.5",
        "reward_push=-2",
        "reward_solved=100",
        "deadlocks=none",
        "prune_deadlocks=false",
        "metric=moves",
        "quadratic_scale=true",
    ] {
        let error = refusal(&memory, q_box::DESCRIPTOR, &[setting], &level);
        let (name, value) = setting.split_once('=').expect("a setting");
        assert!(error.to_string().contains(&format!("{name}=")), "{setting}: {error}");
        assert!(error.to_string().contains(&format!("not {value}")), "{setting}: {error}");
        assert!(error.remedy().contains(&format!("--set {name}=")), "{}", error.remedy());
    }
    let other = refusal(&memory, q_state::DESCRIPTOR, &[], &level);
    assert!(matches!(other, MemoryError::OtherPlayer { .. }), "{other}");
    let elsewhere = refusal(&memory, q_box::DESCRIPTOR, &[], &self::level(ROOM));
    assert!(matches!(elsewhere, MemoryError::OtherLevel { .. }), "{elsewhere}");
    let mut odd = memory.clone();
    odd.rows.q[0] = f32::INFINITY;
    let damaged = refusal(&odd, q_box::DESCRIPTOR, &[], &level);
    assert!(matches!(damaged, MemoryError::Damaged { .. }), "{damaged}");
    let bolder = ["epsilon=0.3", "stop=solved", "steps=50", "walkers=2", "stretch=3"];
    let mut player = player(q_box::DESCRIPTOR, &bolder);
    assert_eq!(Keeper::of(&mut *player).expect("it learns").recall(&level, memory), Ok(()));
}

#[test]
fn the_learning_rate_counts_where_something_is_proven() {
    let level = level(TWO);
    let slow =
        learn(player(q_box::DESCRIPTOR, &["alpha=0.5", "episodes=9"]), &level, None, Budget::default()).1;
    let error = refusal(&slow, q_box::DESCRIPTOR, &[], &level).to_string();
    assert!(error.contains("alpha=0.5, not 1.0"), "{error}");
    let memory = learn(player(q_path::DESCRIPTOR, &[]), &level, None, Budget::default()).1;
    let mut slower = player(q_path::DESCRIPTOR, &["alpha=0.1"]);
    assert_eq!(Keeper::of(&mut *slower).expect("it learns").recall(&level, memory), Ok(()));
}

#[test]
fn invented_values_prove_nothing() {
    let level = level(ROOM);
    for descriptor in [q_box::DESCRIPTOR, q_state::DESCRIPTOR] {
        let objective = descriptor.properties.optimal.expect("it proves");
        let (honest, memory, _) = learn(player(descriptor, &[]), &level, None, Budget::default());
        let mut forged = memory.clone();
        forged.about.solution = None;
        // All but a few actions are said to be hopeless.
        for (slot, value) in forged.rows.q.iter_mut().enumerate() {
            if slot % 7 != 0 {
                *value = -50.0;
            }
        }
        let (report, _, notes) = learn(player(descriptor, &[]), &level, Some(forged), Budget::default());
        assert_eq!(length(&report, objective), length(&honest, objective), "{}", descriptor.id);
        assert!(notes.iter().any(|note| note.contains("have been lifted")), "{notes:?}");
    }
}

#[test]
fn a_potential_of_less_weight_proves_nothing() {
    let level = level(ROOM);
    for shaping in ["shaping=0", "shaping=0.5"] {
        let (report, ..) = learn(player(q_box::DESCRIPTOR, &[shaping]), &level, None, Budget::default());
        assert_eq!((report.status, report.optimal), (Status::Solved, None), "{shaping}");
    }
}

#[test]
fn a_solution_that_is_none_is_not_believed() {
    let level = level(TWO);
    let (honest, mut memory, _) = learn(player(q_box::DESCRIPTOR, &[]), &level, None, Budget::default());
    for solution in ["rR", "not moves at all"] {
        memory.about.solution = Some(solution.to_owned());
        let (report, after, _) =
            learn(player(q_box::DESCRIPTOR, &[]), &level, Some(memory.clone()), Budget::default());
        assert_eq!(length(&report, Objective::Pushes), length(&honest, Objective::Pushes));
        assert_eq!(after.about.solution, report.solution.map(|solution| solution.lurd()));
    }
}

#[test]
fn a_table_for_which_there_is_no_room_is_left_as_it_was() {
    let level = level(ROOM);
    let (_, memory, _) = learn(player(q_box::DESCRIPTOR, &[]), &level, None, Budget::default());
    let tight = Budget { memory: Some(1000), ..Budget::default() };
    let (report, kept, _) = learn(player(q_box::DESCRIPTOR, &[]), &level, Some(memory.clone()), tight);
    assert_eq!(report.status, Status::MemoryLimit);
    assert_eq!(kept, memory);
}

#[test]
fn a_halted_run_leaves_what_it_learnt_and_a_table_serves_one_level_only() {
    let (level, other) = (level(ROOM), level(TWO));
    let few = Budget { nodes: Some(100), ..Budget::default() };
    let (report, memory, _) = learn(player(q_box::DESCRIPTOR, &[]), &level, None, few);
    assert!(report.halted.is_some());
    assert_eq!(memory.rows.visits.iter().sum::<u32>(), 100);
    let mut player = player(q_box::DESCRIPTOR, &[]);
    Keeper::of(&mut *player).expect("it learns").recall(&level, memory).expect("its own");
    let report = run(&mut *player, &other, Budget::default(), 1, 1, &mut soko_solver::Silent);
    assert_eq!(report.optimal, Some(Objective::Pushes), "it begins anew where the table is of no use");
    assert!(Keeper::of(&mut *player).expect("it learns").take().is_none(), "keeping was not asked for");
}

#[test]
fn what_walkers_learn_is_kept_also_when_they_are_halted() {
    let level = level(ROOM);
    for nodes in [None, Some(6000)] {
        let budget = Budget { nodes, ..Budget::default() };
        let (report, memory, _) = learn(player(q_box::DESCRIPTOR, &["walkers=2"]), &level, None, budget);
        assert!(memory.rows.len() > 10, "{} rows", memory.rows.len());
        assert!(memory.about.episodes > 0 && memory.about.updates > 0);
        let (again, ..) = learn(player(q_box::DESCRIPTOR, &[]), &level, Some(memory), Budget::default());
        assert_eq!(again.optimal, Some(Objective::Pushes));
        if nodes.is_none() {
            assert_eq!(length(&again, Objective::Pushes), length(&report, Objective::Pushes));
        }
    }
}
