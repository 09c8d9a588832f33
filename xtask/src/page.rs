//! Format, lints and unit tests of the page's own modules (`crates/soko-server/ui`).
//!
//! Node and npm run them. As root on Debian they are installed; the formatter and linter come from npm, in the version of
//! `package-lock.json`. Where that cannot be done the step fails in CI (`CI=true`) and is reported as skipped elsewhere.

use std::{
    env, fs,
    path::{Path, PathBuf},
    process::Command,
};

use crate::{debian, steps::Steps};

const PACKAGES: [&str; 2] = ["nodejs", "npm"];

/// Checks the page; with `format` it is formatted instead.
pub(crate) fn step(steps: Steps, format: bool) -> Steps {
    let script = if format { "format" } else { "check" };
    match install() {
        Ok(()) => steps.run("page", npm(&["run", "--silent", script])),
        Err(remedy) if env::var_os("CI").is_some_and(|value| value == "true") => steps.fail("page", &remedy),
        Err(remedy) => steps.skip("page", &remedy),
    }
}

fn folder() -> PathBuf {
    crate::root().join("crates/soko-server")
}

fn npm(arguments: &[&str]) -> Command {
    let mut command = Command::new("npm");
    command.args(arguments).current_dir(folder());
    command
}

/// Makes sure of node, npm and what the lock file names; otherwise says what to do.
fn install() -> Result<(), String> {
    let present = debian::has("node") && debian::has("npm");
    if !present && !debian::install(&PACKAGES) {
        return Err(format!(
            "the checks of the page need node 18 or newer and npm: install {} (Debian: sudo apt-get install {})",
            PACKAGES.join(" and "),
            PACKAGES.join(" ")
        ));
    }
    if is_current() || npm(&["ci", "--no-audit", "--no-fund"]).status().is_ok_and(|status| status.success()) {
        return Ok(());
    }
    Err("npm cannot install the tools of the page: run 'npm ci' in crates/soko-server while online"
        .to_owned())
}

/// Whether the lock file has not changed since npm installed what it names.
fn is_current() -> bool {
    let changed = |path: &Path| fs::metadata(path)?.modified();
    let installed = changed(&folder().join("node_modules/.package-lock.json"));
    let locked = changed(&folder().join("package-lock.json"));
    matches!((installed, locked), (Ok(installed), Ok(locked)) if installed >= locked)
}
