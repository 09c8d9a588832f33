//! Learners that are watched step by step: what is shown is true, and the run is the one that nobody watched.

use std::sync::{Arc, Mutex};

use soko_core::Level;
use soko_learn::{
    Keeper, Memory, Pace,
    pace::{End, Onlooker, Scene, Tempo, Wish},
    q_box, q_cell, q_path, q_state,
};
use soko_solver::{Budget, Descriptor, Report, Silent, run};

/// Two rooms and a door.
const BOARD: &str = "#########\n#   #   #\n# $    .#\n#@  #   #\n#########";
/// Steps that are watched; then the run goes on at full speed, and at the end it is held again.
const WATCHED: usize = 300;

/// Asks for one step after the other, and keeps what it sees.
struct Student {
    pace: Pace,
    scenes: Arc<Mutex<Vec<Arc<Scene>>>>,
}

impl Onlooker for Student {
    fn look(&self) {
        let standing = self.pace.standing();
        let mut scenes = self.scenes.lock().unwrap();
        if let Some(scene) = standing.scene
            && scenes.last() != Some(&scene)
        {
            scenes.push(scene);
        }
        if standing.holds {
            let tempo = if scenes.len() < WATCHED { Tempo::Step } else { Tempo::Full };
            self.pace.set(Wish { tempo, steps: 1, ..Wish::FULL });
        }
    }

    fn is_there(&self) -> bool {
        true
    }
}

fn learn(descriptor: &Descriptor, settings: &[&str], threads: usize, pace: Option<Pace>) -> (Report, Memory) {
    let level = Level::parse(BOARD).unwrap();
    let settings: Vec<_> = settings.iter().map(|&setting| setting.to_owned()).collect();
    let mut player = descriptor.build(None, &settings).unwrap();
    let keeper = Keeper::of(&mut *player).unwrap();
    keeper.keep();
    if let Some(pace) = pace {
        keeper.watch(pace);
    }
    let budget = Budget { nodes: Some(30_000), ..Budget::default() };
    let report = run(&mut *player, &level, budget, 3, threads, &mut Silent);
    (report, Keeper::of(&mut *player).unwrap().take().unwrap())
}

fn compare(descriptor: &Descriptor, settings: &[&str], threads: usize) {
    let pace = Pace::default();
    let scenes = Arc::new(Mutex::new(Vec::new()));
    pace.watched_by(Box::new(Student { pace: pace.clone(), scenes: Arc::clone(&scenes) }));
    pace.set(Wish { tempo: Tempo::Step, ..Wish::FULL });
    let (slow, slow_table) = learn(descriptor, settings, threads, Some(pace));
    let (fast, table) = learn(descriptor, settings, threads, None);
    assert_eq!(slow.statistics, fast.statistics, "{} {settings:?}", descriptor.id);
    assert_eq!(slow.solution.map(|s| s.lurd()), fast.solution.map(|s| s.lurd()));
    assert_eq!((slow.status, slow.optimal, slow.halted), (fast.status, fast.optimal, fast.halted));
    assert!(slow_table == table, "{} {settings:?}: the tables differ", descriptor.id);
    assert!(scenes.lock().unwrap().len() >= 10, "{} {settings:?}", descriptor.id);
}

#[test]
fn a_run_that_is_watched_is_the_run_that_is_not() {
    for descriptor in [&q_cell::DESCRIPTOR, &q_path::DESCRIPTOR, &q_state::DESCRIPTOR, &q_box::DESCRIPTOR] {
        for (settings, threads) in [
            (&["stop=never", "epsilon=0.3"][..], 1),
            (&["stop=never", "epsilon=0.3", "walkers=3"], 2),
            (&["stop=never", "update=double-q", "alpha=0.5", "planning=2", "epsilon=0.1"], 1),
            (&[], 1),
        ] {
            compare(descriptor, settings, threads);
        }
    }
}

/// Plays with the scenes that a watcher saw. The onlooker is held by the pace, so they are copied out.
fn scenes(descriptor: &Descriptor, settings: &[&str]) -> Vec<Arc<Scene>> {
    let pace = Pace::default();
    let scenes = Arc::new(Mutex::new(Vec::new()));
    pace.watched_by(Box::new(Student { pace: pace.clone(), scenes: Arc::clone(&scenes) }));
    pace.set(Wish { tempo: Tempo::Step, ..Wish::FULL });
    learn(descriptor, settings, 1, Some(pace));
    let seen = scenes.lock().unwrap().clone();
    assert!(seen.len() >= 10, "{}: {} scenes", descriptor.id, seen.len());
    seen
}

#[test]
fn the_numbers_of_a_step_are_those_of_the_update() {
    for (descriptor, settings) in [
        (&q_state::DESCRIPTOR, &["stop=never", "epsilon=0.3", "alpha=0.25", "gamma=0.9"][..]),
        (&q_box::DESCRIPTOR, &["stop=never", "epsilon=0.3", "alpha=0.25", "update=sarsa"]),
        (
            &q_path::DESCRIPTOR,
            &["stop=never", "update=double-q", "alpha=0.5", "epsilon=0.3", "epsilon_schedule=constant"],
        ),
        (
            &q_cell::DESCRIPTOR,
            &["stop=never", "epsilon=0.3", "epsilon_schedule=constant", "alpha_schedule=visits"],
        ),
    ] {
        let seen = scenes(descriptor, settings);
        let (mut random, mut greedy) = (0, 0);
        for pair in seen.windows(2) {
            let (before, scene) = (&pair[0], &pair[1]);
            let Some(lesson) = scene.lesson.filter(|_| scene.steps == before.steps + 1) else { continue };
            let near = |a: f64, b: f64| (a - b).abs() <= 1e-4 * (1.0 + a.abs().max(b.abs()));
            let target = lesson.reward + lesson.shaping + lesson.gamma * f64::from(lesson.next);
            assert!(near(target, f64::from(lesson.target)), "{lesson:?}");
            let drawn = f64::from(lesson.before) + lesson.alpha * f64::from(lesson.target - lesson.before);
            assert!(near(drawn, f64::from(lesson.after)), "{lesson:?}");
            assert!(near(lesson.epsilon, 0.3), "{lesson:?}");
            // What was done was one of the actions that were shown to be open.
            let open = before.options.iter().find(|open| open.action == lesson.action).expect("it was open");
            assert_eq!(open.visits + 1, lesson.visits, "{lesson:?}");
            let best = before.options.iter().map(|open| open.worth).fold(f32::NEG_INFINITY, f32::max);
            if lesson.random {
                random += 1;
            } else {
                greedy += 1;
                assert!(open.worth >= best || scene.end.is_some(), "{lesson:?} of {:?}", before.options);
            }
        }
        assert!(random > 0 && greedy > random, "{}: {random} at random, {greedy} greedy", descriptor.id);
    }
}

#[test]
fn episodes_begin_at_the_start_and_say_how_they_end() {
    let seen = scenes(&q_state::DESCRIPTOR, &["stop=never", "epsilon=0.5"]);
    let level = Level::parse(BOARD).unwrap();
    let begun = seen.iter().filter(|scene| scene.steps == 0);
    assert!(begun.clone().all(|scene| scene.position == *level.start() && scene.lesson.is_none()));
    let ended: Vec<_> = seen.iter().filter(|scene| scene.end.is_some()).collect();
    assert!(
        ended.iter().any(|scene| scene.end == Some(End::Solved) && scene.replayed == scene.steps),
        "{ended:?}"
    );
    assert!(begun.count() >= 2);
}
