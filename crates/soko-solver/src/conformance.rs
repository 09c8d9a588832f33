//! What every player must do, as test cases over a descriptor.
//!
//! The suite knows nothing about algorithms. It runs a player on small boards made here and checks the
//! contract: solutions are legal, proofs are right, limits and stops are obeyed, equal seeds give equal runs,
//! events and counters are in order, parameters describe themselves. Crate `soko-players` runs every case
//! against every registered player.

use std::{collections::HashSet, ops::ControlFlow, thread, time::Duration};

use soko_core::Level;

use crate::{
    Budget, Control, Descriptor, Event, EventKind, Objective, Observer, Report, Silent, Statistics, Status,
    Threads, run,
};

/// One demand on every player.
pub struct Case {
    /// What is demanded.
    pub name: &'static str,
    /// Checks it.
    pub check: fn(&Descriptor) -> Result<(), String>,
}

/// Cases that are called as their functions are.
macro_rules! cases {
    ($($check:ident),* $(,)?) => { &[$(Case { name: stringify!($check), check: $check }),*] };
}

/// All demands.
pub const CASES: &[Case] = cases![
    solves_the_small_levels,
    never_claims_the_impossible,
    reaches_the_optimum_it_claims,
    keeps_the_node_limit,
    keeps_the_memory_limit,
    keeps_the_time_limit,
    stops_when_told,
    stops_when_the_observer_breaks,
    pauses_and_goes_on,
    repeats_exactly_under_a_seed,
    repeats_exactly_on_any_threads_or_says_that_they_race,
    tells_events_in_order,
    describes_its_parameters,
];

/// A small board and the fewest pushes that solve it; `None` if nothing does.
struct Small {
    name: &'static str,
    board: &'static str,
    pushes: Option<u32>,
}

/// The optima were found by hand and are checked by exhaustive search wherever a player claims one.
const SMALL: &[Small] = &[
    Small { name: "one push", board: "#####\n#@$.#\n#####", pushes: Some(1) },
    Small { name: "solved", board: "#####\n#@* #\n#####", pushes: Some(0) },
    Small { name: "solved, out of reach", board: "#####\n#@#*#\n#####", pushes: Some(0) },
    Small {
        name: "solved, room to walk",
        board: "#######\n#   #*#\n# @ ###\n#   #*#\n#######",
        pushes: Some(0),
    },
    Small {
        name: "solved, a goal to spare",
        board: "########\n#@ . #*#\n#    ###\n########",
        pushes: Some(0),
    },
    Small {
        name: "solved, a box to spare",
        board: "########\n#@ $ #*#\n#    ###\n########",
        pushes: Some(0),
    },
    Small { name: "round the corner", board: "#######\n#     #\n# @$  #\n#    .#\n#######", pushes: Some(3) },
    Small { name: "two boxes", board: TWO_BOXES, pushes: Some(4) },
    Small { name: "surplus box", board: "#######\n#@$ . #\n#   $##\n#######", pushes: Some(2) },
    Small { name: "surplus goal", board: "#######\n#@ $..#\n#######", pushes: Some(1) },
    Small { name: "lost surplus box", board: "########\n#@$ .  #\n#    $ #\n########", pushes: Some(2) },
    Small { name: "corner", board: "#####\n#@ $#\n#.  #\n#####", pushes: None },
    Small { name: "two in a row", board: "#######\n#@$$..#\n#######", pushes: None },
    Small { name: "too many lost", board: "######\n#$@$.#\n#   .#\n######", pushes: None },
];

const TWO_BOXES: &str = "#######\n#  .  #\n# $@$ #\n#  .  #\n#######";

/// Twelve boxes in an open hall: no player is done with it soon.
const LARGE: &str = "\
####################
#                  #
# $ $ $ $ $ $      #
#                  #
#     @            #
# $ $ $ $ $ $      #
#                  #
#     ##  ##       #
#     #....#       #
#      ....        #
#     #....#       #
####################";

fn level(text: &str) -> Level {
    Level::parse(text).expect("a board of the conformance suite is a level")
}

fn play(player: &Descriptor, level: &Level, budget: Budget, observer: &mut dyn Observer) -> Report {
    let mut player = player.build(None, &[]).expect("the defaults of a player fit");
    run(&mut *player, level, budget, 1, 1, observer)
}

fn ensure(condition: bool, message: impl FnOnce() -> String) -> Result<(), String> {
    if condition { Ok(()) } else { Err(message()) }
}

fn solves_the_small_levels(player: &Descriptor) -> Result<(), String> {
    for small in SMALL.iter().filter(|s| s.pushes.is_some()) {
        let report = play(player, &level(small.board), Budget::default(), &mut Silent);
        ensure(report.status == Status::Solved, || format!("{}: {}", small.name, report.status))?;
        let pushes = report.solution.map(|s| s.metrics().pushes);
        ensure(pushes >= small.pushes, || format!("{}: {pushes:?} pushes are impossible", small.name))?;
        // A solved level needs no search.
        ensure(small.pushes != Some(0) || pushes == Some(0), || {
            format!("{}: {pushes:?} pushes", small.name)
        })?;
    }
    Ok(())
}

fn never_claims_the_impossible(player: &Descriptor) -> Result<(), String> {
    for small in SMALL.iter().filter(|s| s.pushes.is_none()) {
        let budget = Budget { nodes: Some(100_000), ..Budget::default() };
        let report = play(player, &level(small.board), budget, &mut Silent);
        ensure(report.status != Status::Solved, || format!("{}: claims a solution", small.name))?;
        ensure(!player.properties.complete || report.status == Status::Unsolvable, || {
            format!("{}: complete, but says {}", small.name, report.status)
        })?;
    }
    Ok(())
}

fn reaches_the_optimum_it_claims(player: &Descriptor) -> Result<(), String> {
    for small in SMALL {
        let report = play(player, &level(small.board), Budget::default(), &mut Silent);
        let pushes = report.solution.as_ref().map(|s| s.metrics().pushes);
        if matches!(report.optimal, Some(Objective::Pushes | Objective::PushesThenMoves)) {
            ensure(pushes == small.pushes, || format!("{}: {pushes:?}, not {:?}", small.name, small.pushes))?;
        }
        // A player that promises no proof may have one.
        let promised = player.properties.optimal.is_none() || report.optimal == player.properties.optimal;
        ensure(promised || report.status != Status::Solved, || {
            format!("{}: promises {:?}, says {:?}", small.name, player.properties.optimal, report.optimal)
        })?;
    }
    Ok(())
}

fn keeps_the_node_limit(player: &Descriptor) -> Result<(), String> {
    for limit in [0, 1, 1000] {
        let budget = Budget { nodes: Some(limit), ..Budget::default() };
        let report = play(player, &level(LARGE), budget, &mut Silent);
        let expanded = report.statistics.expanded;
        ensure(expanded <= limit, || format!("{expanded} expanded, {limit} allowed"))?;
        ensure(matches!(report.status, Status::NodeLimit | Status::Solved), || report.status.to_string())?;
    }
    Ok(())
}

fn keeps_the_memory_limit(player: &Descriptor) -> Result<(), String> {
    let limit = 4 << 20;
    // Some players never need that much; nodes end their runs.
    let budget = Budget { memory: Some(limit), nodes: Some(2_000_000), ..Budget::default() };
    let report = play(player, &level(LARGE), budget, &mut Silent);
    let peak = report.statistics.peak_memory_bytes;
    ensure(peak <= limit, || format!("held {peak} bytes, {limit} allowed"))?;
    ensure(report.status != Status::MemoryLimit || peak * 4 >= limit, || {
        format!("gave up at {peak} bytes although {limit} are allowed")
    })
}

fn keeps_the_time_limit(player: &Descriptor) -> Result<(), String> {
    let limit = Duration::from_millis(50);
    let budget = Budget { time: Some(limit), ..Budget::default() };
    let report = play(player, &level(LARGE), budget, &mut Silent);
    ensure(matches!(report.status, Status::TimeLimit | Status::Solved), || report.status.to_string())?;
    // Generous: a loaded machine may hold a thread back for long.
    ensure(report.elapsed < Duration::from_secs(5), || format!("took {:?}", report.elapsed))
}

fn stops_when_told(player: &Descriptor) -> Result<(), String> {
    let control = Control::default();
    control.stop();
    let budget = Budget { control, ..Budget::default() };
    let report = play(player, &level(LARGE), budget, &mut Silent);
    ensure(report.status == Status::Stopped, || report.status.to_string())?;
    ensure(report.statistics.expanded <= 1, || {
        format!("{} expanded after the stop", report.statistics.expanded)
    })
}

fn stops_when_the_observer_breaks(player: &Descriptor) -> Result<(), String> {
    let mut breaker = |event: &Event| match event.kind {
        EventKind::Progress(_) => ControlFlow::Break(()),
        _ => ControlFlow::Continue(()),
    };
    let budget = Budget { time: Some(Duration::from_secs(60)), ..Budget::default() };
    let report = play(player, &level(LARGE), budget, &mut breaker);
    ensure(matches!(report.status, Status::Stopped | Status::Solved), || report.status.to_string())
}

fn pauses_and_goes_on(player: &Descriptor) -> Result<(), String> {
    let control = Control::default();
    control.pause();
    let budget = Budget { nodes: Some(100), control: control.clone(), ..Budget::default() };
    let descriptor = *player;
    let runner = thread::spawn(move || play(&descriptor, &level(LARGE), budget, &mut Silent));
    thread::sleep(Duration::from_millis(50));
    let held = !runner.is_finished();
    control.resume();
    let report = runner.join().map_err(|_| "the player panicked".to_owned())?;
    ensure(held, || "went on while paused".to_owned())?;
    ensure(report.status != Status::Stopped, || "a pause is no stop".to_owned())
}

fn repeats_exactly_under_a_seed(player: &Descriptor) -> Result<(), String> {
    for text in [TWO_BOXES, LARGE] {
        let once = || {
            let budget = Budget { nodes: Some(2000), ..Budget::default() };
            let report = play(player, &level(text), budget, &mut Silent);
            (report.status, report.solution.map(|s| s.lurd()), report.statistics)
        };
        let (first, second) = (once(), once());
        ensure(first == second, || format!("{first:?} then {second:?}"))?;
    }
    Ok(())
}

fn repeats_exactly_on_any_threads_or_says_that_they_race(player: &Descriptor) -> Result<(), String> {
    if player.properties.threads == Threads::Race {
        return Ok(());
    }
    let on = |threads| {
        let budget = Budget { nodes: Some(2000), ..Budget::default() };
        let mut built = player.build(None, &[]).expect("the defaults of a player fit");
        let report = run(&mut *built, &level(LARGE), budget, 1, threads, &mut Silent);
        (report.status, report.solution.map(|s| s.lurd()), report.statistics)
    };
    let alone = on(1);
    for threads in [2, 3] {
        let together = on(threads);
        ensure(alone == together, || format!("{alone:?} alone, {together:?} on {threads} threads"))?;
    }
    Ok(())
}

/// Keeps what an observer sees.
#[derive(Default)]
struct Recorder {
    numbers: Vec<u64>,
    kinds: Vec<&'static str>,
    progress: Vec<Statistics>,
}

impl Observer for Recorder {
    fn event(&mut self, event: &Event) -> ControlFlow<()> {
        self.numbers.push(event.number);
        self.kinds.push(match event.kind {
            EventKind::Started => "started",
            EventKind::Finished(_) => "finished",
            _ => "other",
        });
        if let EventKind::Progress(statistics) = event.kind {
            self.progress.push(statistics);
        }
        ControlFlow::Continue(())
    }
}

fn tells_events_in_order(player: &Descriptor) -> Result<(), String> {
    let mut seen = Recorder::default();
    let budget = Budget { time: Some(Duration::from_millis(350)), ..Budget::default() };
    play(player, &level(LARGE), budget, &mut seen);
    ensure(seen.numbers.iter().enumerate().all(|(i, &n)| n == i as u64), || {
        "event numbers have gaps".to_owned()
    })?;
    ensure(seen.kinds.first() == Some(&"started"), || "the first event is not the start".to_owned())?;
    ensure(seen.kinds.last() == Some(&"finished"), || "the last event is not the end".to_owned())?;
    ensure(!seen.progress.is_empty(), || "no progress was told".to_owned())?;
    let rising = seen.progress.windows(2).all(|pair| {
        pair[0].expanded <= pair[1].expanded
            && pair[0].generated <= pair[1].generated
            && pair[0].iterations <= pair[1].iterations
            && pair[0].peak_memory_bytes <= pair[1].peak_memory_bytes
    });
    ensure(rising, || "a counter fell".to_owned())
}

fn describes_its_parameters(player: &Descriptor) -> Result<(), String> {
    ensure(!player.summary.is_empty() && !player.description.is_empty(), || "no description".to_owned())?;
    let mut names = HashSet::new();
    for parameter in player.parameters() {
        ensure(!parameter.description.is_empty(), || format!("{}: no description", parameter.name))?;
        ensure(!parameter.default.is_null(), || format!("{}: no default", parameter.name))?;
        ensure(names.insert(parameter.name.clone()), || format!("{}: twice", parameter.name))?;
    }
    for preset in player.presets {
        player.build(Some(preset.id), &[]).map_err(|e| format!("preset {}: {e}", preset.id))?;
    }
    ensure(player.build(Some("no such preset"), &[]).is_err(), || "accepts any preset".to_owned())?;
    ensure(player.build(None, &["no_such_parameter=1".to_owned()]).is_err(), || {
        "accepts any parameter".to_owned()
    })
}
