//! Levels of others, which are not part of the repository: the folder `shared/levels` beside the checkout.
//!
//! Without it tests that read it are reported as ignored; under `CI=true` they fail, so that nothing is skipped in silence.

use std::path::{Path, PathBuf};

use libtest_mimic::{Failed, Trial};

const LEVELS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared/levels");

/// The folder, if it is there.
pub fn levels() -> Option<PathBuf> {
    let root = PathBuf::from(LEVELS);
    root.join("VALIDATION.csv").is_file().then_some(root)
}

/// A test that reads the folder.
pub fn trial(
    name: impl Into<String>,
    test: impl FnOnce(&Path) -> Result<(), Failed> + Send + 'static,
) -> Trial {
    let root = levels();
    let required = std::env::var("CI").is_ok_and(|value| value == "true");
    let ignored = root.is_none() && !required;
    let run = move || test(&root.ok_or("the shared level files are missing")?);
    Trial::test(name, run).with_ignored_flag(ignored)
}
