//! A short campaign: so many trials that every player has played with its defaults, with every preset and with every
//! single change that [`setting`](soko_prove::setting) knows, and as many trials again with several changes at once.
//! The number of trials is fixed, so the test finds the same on every machine.

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::{
        Mutex,
        atomic::{AtomicU64, Ordering},
    },
    thread,
};

use soko_players::PLAYERS;
use soko_prove::{
    campaign::{Tallies, harvest, sum},
    counterexample::Counterexample,
    plan::{Plan, SAMPLE},
};

const SEED: u64 = 1;

fn trials(plan: &Plan) -> u64 {
    3 * plan.round()
}

#[test]
fn the_sample_changes_everything_that_can_be_changed() {
    let plan = Plan::new(SEED, SAMPLE, None);
    let mut tried = BTreeSet::new();
    let mut defaults = BTreeSet::new();
    for trial in 0..trials(&plan) {
        let setup = plan.setup(trial);
        match (setup.settings.preset, setup.settings.changes.as_slice()) {
            (None, []) => _ = defaults.insert(setup.player.id),
            (Some(preset), []) => _ = tried.insert(format!("{} {preset}", setup.player.id)),
            (None, [change]) => _ = tried.insert(format!("{} {change}", setup.player.id)),
            _ => {}
        }
    }
    for player in PLAYERS.all() {
        assert!(defaults.contains(player.id), "{}", player.id);
        for preset in player.presets {
            assert!(tried.contains(&format!("{} {}", player.id, preset.id)), "{} {}", player.id, preset.id);
        }
        for parameter in player.parameters() {
            let with = |value: &str| tried.contains(&format!("{} {}={value}", player.id, parameter.name));
            let begins = format!("{} {}=", player.id, parameter.name);
            assert!(tried.iter().any(|change| change.starts_with(&begins)), "{begins}");
            for choice in parameter.choices.iter().filter(|choice| parameter.default != **choice) {
                assert!(with(choice), "{begins}{choice}");
            }
        }
    }
}

#[test]
fn every_claim_of_the_sample_is_true() {
    let plan = Plan::new(SEED, SAMPLE, None);
    let end = trials(&plan);
    let levels = end.div_ceil(plan.size().per_level);
    let next = AtomicU64::new(0);
    let (tallies, found) = (Mutex::new(Tallies::new()), Mutex::new(BTreeMap::new()));
    let late = Mutex::new(Vec::new());
    std::panic::set_hook(Box::new(|_| {}));
    thread::scope(|scope| {
        for _ in 0..thread::available_parallelism().map_or(1, Into::into) {
            scope.spawn(|| {
                loop {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    if number >= levels {
                        break;
                    }
                    let done = harvest(&plan, number, end, &mut |_, _| {});
                    let mut tallies = tallies.lock().expect("no worker has panicked");
                    for (player, tally) in &done.tallies {
                        tallies.entry(player.clone()).or_default().add(tally);
                    }
                    late.lock().expect("no worker has panicked").extend(done.late);
                    found.lock().expect("no worker has panicked").extend(done.found);
                }
            });
        }
    });
    let _ = std::panic::take_hook();
    let (tallies, found) = (tallies.into_inner().expect("whole"), found.into_inner().expect("whole"));
    let all = sum(&tallies);
    assert_eq!(all.trials, end);
    let texts: Vec<String> = found.values().map(Counterexample::to_string).collect();
    assert!(
        texts.is_empty(),
        "{} of {} claims are false:\n\n{}",
        texts.len(),
        all.claims(),
        texts.join("\n")
    );
    let late = late.into_inner().expect("whole");
    assert!(late.is_empty(), "these trials took too long: {late:?}");
    // A sample in which players make no claims shows nothing.
    for (player, tally) in &tallies {
        assert!(tally.claims() * 4 >= tally.trials, "{player}: {tally:?}");
    }
    assert!(all.optimal * 5 >= all.trials && all.unsolvable * 20 >= all.trials, "{all:?}");
}
