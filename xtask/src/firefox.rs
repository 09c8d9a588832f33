//! Firefox for the browser tests, and `./x firefox`, which plays all scenarios that it can.
//!
//! The browser is a package of Debian. Its driver is in no Debian, but on crates.io: cargo compiles it once, into `target/tools`.

use std::{
    env,
    path::{Path, PathBuf},
    process::ExitCode,
};

use crate::{build, debian, steps::Steps};

const PACKAGE: &str = "firefox-esr";
/// The driver's version.
const DRIVER: &str = "0.37.1";

/// Plays scenarios in Firefox: those whose names contain a word, or all that it can play.
pub(crate) fn run(words: &[String]) -> ExitCode {
    let steps =
        ensure(Steps::new()).with_env("SOKO_REQUIRE_BROWSER", "1").with_env("SOKO_BROWSER", "firefox");
    steps.cargo("firefox", &["test", "-p", "sokolab", "--test", "browser", "--"], words).finish()
}

/// Installs what is missing, if that can be done.
pub(crate) fn ensure(steps: Steps) -> Steps {
    if !browser() && !debian::install(&[PACKAGE]) {
        eprintln!(
            "x: some browser tests need Firefox: install it (Debian: sudo apt-get install {PACKAGE}), or name it with SOKO_FIREFOX"
        );
    }
    if driver() {
        return steps;
    }
    // Not optimised: it passes on what others do. A temporary folder keeps 400 MB of its parts out of the build.
    let root = tools().display().to_string();
    let install = ["install", "geckodriver", "--version", DRIVER, "--locked", "--debug", "--root", &root];
    let mut command = crate::cargo();
    command.args(install).env("CARGO_PROFILE_DEV_DEBUG", "0").env_remove("CARGO_TARGET_DIR");
    steps.run("Firefox's driver", command)
}

fn browser() -> bool {
    match env::var_os("SOKO_FIREFOX") {
        Some(named) => Path::new(&named).exists(),
        None => ["/usr/bin/firefox-esr", "/usr/bin/firefox"].iter().any(|path| Path::new(path).exists()),
    }
}

fn driver() -> bool {
    env::var_os("SOKO_GECKODRIVER").is_some_and(|named| Path::new(&named).exists())
        || tools().join("bin/geckodriver").exists()
        || debian::has("geckodriver")
}

/// Where the tests look for it.
fn tools() -> PathBuf {
    build::target().join("tools")
}
