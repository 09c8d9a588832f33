//! Recorded expectations: a file of a crate's `tests` folder, rewritten by `./x bless`.

use std::{fs, path::Path};

/// Compares a text with the recorded one; with `SOKO_BLESS` set it is recorded first.
///
/// # Panics
/// The texts differ, or the file cannot be written.
pub fn compare(path: &Path, found: &str) {
    if std::env::var_os("SOKO_BLESS").is_some() {
        fs::write(path, found).expect("the expectation can be written");
    }
    let recorded = fs::read_to_string(path).unwrap_or_default();
    assert_eq!(
        found,
        recorded,
        "{} differs: if that is meant, run ./x bless and say why in the commit",
        path.display()
    );
}
