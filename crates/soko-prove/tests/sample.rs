//! A short campaign: so many trials that every player has played with its defaults, with every preset and with every
//! single change that [`setting`](soko_prove::setting) knows, and as many trials again with several changes at once.
//! The number of trials is fixed, so the test finds the same on every machine.

use std::{collections::BTreeSet, path::Path, sync::Arc, thread};

use soko_players::PLAYERS;
use soko_prove::{
    campaign::{Limits, State, run, sum},
    counterexample::Counterexample,
    plan::{Plan, SAMPLE},
};

const SEED: u64 = 24;

fn trials(plan: &Plan) -> u64 {
    4 * plan.round()
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
    std::panic::set_hook(Box::new(|_| {}));
    let limits = Limits {
        time: None,
        trials: Some(end),
        jobs: thread::available_parallelism().map_or(1, Into::into),
        counterexamples: None,
        state: None,
        stop: Arc::default(),
    };
    let mut found = Vec::new();
    let report = |example: &Counterexample, _: Option<&Path>| found.push(example.to_string());
    let state = run(plan, State::default(), &limits, |_| {}, report).expect("no file is written");
    let _ = std::panic::take_hook();
    let all = sum(&state.tallies);
    let faults = all.faults;
    assert!(faults == 0, "{faults} of {} trials, such as these:\n\n{}", all.trials, found.join("\n"));
    assert_eq!(all.trials, end);
    // A sample in which players make no claims shows nothing.
    for (player, tally) in &state.tallies {
        assert!(tally.claims() * 10 >= tally.trials, "{player}: {tally:?}");
    }
    assert!(all.optimal * 5 >= all.trials && all.unsolvable * 30 >= all.trials, "{all:?}");
}
