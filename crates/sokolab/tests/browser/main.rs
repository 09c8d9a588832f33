//! The workbench in a real browser: one scenario per feature.
//!
//! Every scenario has a server of its own (the real program, with an empty data folder) and a fresh browser, so they can run
//! side by side and in any order. Waits are for conditions, never for time. A scenario that fails leaves a picture, the page and the
//! console in `target/browser/`. And a scenario that succeeds fails all the same if the browser's console has an error.
//!
//! Chromium plays all scenarios. Its program and driver are Debian's packages `chromium` and `chromium-driver`; `SOKO_CHROME` and
//! `SOKO_CHROMEDRIVER` name others. Firefox plays those of `firefox_scenarios.rs`, under names that begin with `firefox::`. It is Debian's
//! package `firefox-esr`, `./x firefox` compiles its driver; `SOKO_FIREFOX` and `SOKO_GECKODRIVER` name others. `SOKO_BROWSER=chromium`
//! leaves Firefox out, `SOKO_BROWSER=firefox` leaves Chromium out and plays whatever Firefox can. Where a browser is missing its
//! scenarios are ignored, unless `SOKO_REQUIRE_BROWSER` says that they must run.

#![expect(
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "a test program tells what it measured and what is missing"
)]

/// The scenarios of a module: functions, some with a setup of their own behind a colon.
macro_rules! scenarios {
    ($($name:ident $(: $setup:expr)?),+ $(,)?) => {
        pub(crate) fn scenarios() -> Vec<$crate::Scenario> {
            vec![$($crate::Scenario {
                path: concat!(module_path!(), "::", stringify!($name)),
                setup: scenarios!(@setup $($setup)?),
                act: |stage| Box::pin($name(stage)),
            }),+]
        }
    };
    (@setup) => { $crate::stage::Setup::default() };
    (@setup $setup:expr) => { $setup };
}

mod accessibility;
mod across;
mod analysis;
mod browsers;
mod chromium;
mod doors;
mod driver;
mod edit;
mod exports;
mod firefox;
mod firefox_scenarios;
mod frame;
mod keys;
mod lab;
mod learn;
mod learning;
mod library;
mod own_keys;
mod play;
mod play_motion;
mod play_new;
mod play_restart;
mod replay;
mod restarts;
mod saved_files;
mod screens;
mod server;
mod shelf;
mod solve;
mod solve_more;
mod stage;
mod statuses;
mod tabs;
mod turned;

use std::{
    env,
    future::Future,
    panic::{self, AssertUnwindSafe},
    pin::Pin,
    process::ExitCode,
};

use libtest_mimic::{Arguments, Failed, Trial};

use browsers::Browser;
use stage::{Result, Setup, Stage};

/// What a scenario does.
type Act = for<'a> fn(&'a Stage) -> Pin<Box<dyn Future<Output = Result> + 'a>>;

/// One scenario: its function's path, how its stage is set up, what happens.
struct Scenario {
    path: &'static str,
    setup: Setup,
    act: Act,
}

impl Scenario {
    /// Module and function.
    fn name(&self) -> &'static str {
        self.path.split_once("::").map_or(self.path, |(_, name)| name)
    }
}

fn all_scenarios() -> Vec<Scenario> {
    [
        frame::scenarios(),
        play::scenarios(),
        play_motion::scenarios(),
        play_new::scenarios(),
        play_restart::scenarios(),
        turned::scenarios(),
        own_keys::scenarios(),
        analysis::scenarios(),
        solve::scenarios(),
        solve_more::scenarios(),
        statuses::scenarios(),
        exports::scenarios(),
        replay::scenarios(),
        learn::scenarios(),
        learning::scenarios(),
        across::scenarios(),
        tabs::scenarios(),
        restarts::scenarios(),
        library::scenarios(),
        edit::scenarios(),
        shelf::scenarios(),
        lab::scenarios(),
        accessibility::scenarios(),
        doors::scenarios(),
        screens::scenarios(),
    ]
    .into_iter()
    .flatten()
    .collect()
}

fn main() -> ExitCode {
    let mut arguments = Arguments::from_args();
    // Two browsers keep two cores busy; more only wait for each other.
    arguments.test_threads.get_or_insert(2);
    let required = env::var_os("SOKO_REQUIRE_BROWSER").is_some() || env::var_os("CI").is_some();
    let wanted = env::var("SOKO_BROWSER").unwrap_or_default();
    let mut trials = Vec::new();
    if wanted != "firefox" {
        trials.extend(trials_of(Browser::Chromium, all_scenarios(), required, &arguments));
    }
    if wanted != "chromium" {
        let scenarios = firefox_scenarios::of(all_scenarios(), wanted == "firefox");
        trials.extend(trials_of(Browser::Firefox, scenarios, required, &arguments));
    }
    libtest_mimic::run(&arguments, trials).exit_code()
}

/// The scenarios of one browser, to be ignored where it is missing and not required.
fn trials_of(
    browser: Browser,
    scenarios: Vec<Scenario>,
    required: bool,
    arguments: &Arguments,
) -> Vec<Trial> {
    let missing = if arguments.list { None } else { browser.missing() };
    if let Some(missing) = missing.filter(|_| !required) {
        eprintln!("{missing}");
    }
    let trial = |scenario: Scenario| {
        let name = browser.trial_name(scenario.name());
        Trial::test(name.clone(), move || match missing {
            Some(missing) => Err(Failed::from(missing)),
            None => play_through(browser, &name, &scenario),
        })
        .with_ignored_flag(missing.is_some() && !required)
    };
    scenarios.into_iter().map(trial).collect()
}

fn play_through(browser: Browser, name: &str, scenario: &Scenario) -> std::result::Result<(), Failed> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let stage = runtime
        .block_on(Stage::open(browser, &scenario.setup))
        .map_err(|why| Failed::from(why.to_string()))?;
    let act = async {
        (scenario.act)(&stage).await?;
        stage.console_is_clean().await
    };
    // An assertion must not leave a browser behind.
    let played = panic::catch_unwind(AssertUnwindSafe(|| runtime.block_on(act)));
    let evidence = match &played {
        Ok(Ok(())) => String::new(),
        _ => runtime.block_on(stage.keep_evidence(name)),
    };
    runtime.block_on(stage.close());
    match played {
        Ok(result) => result.map_err(|why| Failed::from(format!("{why}\n{evidence}"))),
        Err(panicked) => {
            eprintln!("{evidence}");
            panic::resume_unwind(panicked)
        }
    }
}
