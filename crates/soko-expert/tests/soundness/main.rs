//! Is everything true that the expert believes?
//!
//! A detector that calls one solvable position lost may cost a level without notice. So all of them are held against the
//! truth: on small levels against the exact set of solvable positions, on large ones along solutions that were found
//! and replayed. Macro moves and divisions of the floor are held against naive versions of themselves.
//!
//! Files of the shared collection are read where they are ([`soko_testing::shared`]). With `SOKO_THOROUGH=1` more and larger levels are looked at, for hours; name a test to have less:
//! `SOKO_THOROUGH=1 cargo test --release -p soko-expert --test soundness`.

mod levels;
mod moves;
mod oracle;
mod paths;
mod reached;
mod truth;

use std::process::ExitCode;

use libtest_mimic::{Arguments, Failed, Trial};
use soko_testing::shared::trial;

use levels::{OWN, shared};

fn main() -> ExitCode {
    let arguments = Arguments::from_args();
    let mut trials = vec![
        own("no solvable position of our own levels is called lost", || oracle::hold(&OWN.levels(), 50)),
        own("nor with boxes or goals to spare", || oracle::hold(&levels::variants(), 10)),
        own("no position that a game can reach is called unreachable", || reached::hold(&OWN.levels(), 35)),
        own("carries are all there is for one box", || moves::carries(&OWN.levels())),
        own("parts of the floor are as counted from scratch", || moves::parts(&OWN.levels())),
        own("barred passages are never more than counted from scratch", || moves::barred(&OWN.levels())),
        own("solutions of our own levels pass", || paths::hold(&OWN.levels(), 60)),
    ];
    trials.push(trial("no solvable position of small shared levels is called lost", |root| {
        oracle::hold(&levels::small(root), 120)
    }));
    trials.push(trial(
        "no position that a game on small shared levels can reach is called unreachable",
        |root| reached::hold(&levels::small(root), 120),
    ));
    for (file, step, expected) in paths::FILES {
        let step = if thorough() { 1 } else { step };
        let name = format!("solutions of every {step}. level of {file} pass");
        trials.push(trial(name, move |root| {
            let levels: Vec<_> = shared(&root.join(file))?.into_iter().step_by(step).collect();
            paths::hold(&levels, expected)
        }));
    }
    libtest_mimic::run(&arguments, trials).exit_code()
}

/// Is there time for more?
fn thorough() -> bool {
    std::env::var_os("SOKO_THOROUGH").is_some()
}

fn own(name: &str, test: impl FnOnce() -> Result<(), Failed> + Send + 'static) -> Trial {
    Trial::test(name, test)
}
