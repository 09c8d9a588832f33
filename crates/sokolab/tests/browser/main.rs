//! The workbench in a real browser: one scenario per feature.
//!
//! Every scenario has a server of its own (the real program, with an empty data folder) and a fresh browser, so they can run
//! side by side and in any order. Waits are for conditions, never for time. A scenario that fails leaves a picture, the page and the
//! console in `target/browser/`. And a scenario that succeeds fails all the same if the browser's console has an error.
//!
//! Chromium and its driver are Debian's packages `chromium` and `chromium-driver`; `SOKO_CHROME` and `SOKO_CHROMEDRIVER` name
//! others. Where they are missing the scenarios are ignored, unless `SOKO_REQUIRE_BROWSER` says that they must run.

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
mod doors;
mod driver;
mod edit;
mod exports;
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

use std::{env, future::Future, pin::Pin, process::ExitCode};

use libtest_mimic::{Arguments, Failed, Trial};

use driver::Driver;
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
    let driver = if arguments.list { Err(String::new()) } else { Driver::start() };
    let required = env::var_os("SOKO_REQUIRE_BROWSER").is_some() || env::var_os("CI").is_some();
    let ignored = driver.is_err() && !required;
    if let Err(missing) = &driver
        && ignored
        && !arguments.list
    {
        eprintln!("{missing}");
    }
    let address = driver.as_ref().map(|driver| driver.address.clone()).map_err(Clone::clone);
    let trials = all_scenarios().into_iter().map(|scenario| {
        let address = address.clone();
        Trial::test(scenario.name(), move || play_through(&scenario, address)).with_ignored_flag(ignored)
    });
    let conclusion = libtest_mimic::run(&arguments, trials.collect());
    drop(driver);
    conclusion.exit_code()
}

fn play_through(
    scenario: &Scenario,
    driver: std::result::Result<String, String>,
) -> std::result::Result<(), Failed> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    runtime.block_on(async {
        let stage = Stage::open(&driver?, &scenario.setup).await?;
        let mut result = (scenario.act)(&stage).await;
        if result.is_ok() {
            result = stage.console_is_clean().await;
        }
        if let Err(why) = &mut result {
            let kept = stage.keep_evidence(scenario.name()).await;
            *why = format!("{why}\n{kept}").into();
        }
        stage.close().await;
        result.map_err(|why| Failed::from(why.to_string()))
    })
}
