//! Broken files of our own making, in every format, each with all that is to be said about it.
//!
//! `broken/NAME` is read, its boards are checked, and the report must be what `broken/NAME.expected` says: the
//! format, the number of levels and of playable ones, and every diagnostic. After a wanted change, run the
//! test with `SOKO_BLESS=1` and read the difference.

use std::{
    collections::BTreeSet,
    fmt::Write,
    fs,
    path::{Path, PathBuf},
    process::ExitCode,
};

use libtest_mimic::{Arguments, Failed, Trial};
use soko_formats::{Document, Legend, ReadOptions, check, read, report};

const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/broken");

fn main() -> ExitCode {
    let arguments = Arguments::from_args();
    let files = files();
    let mut trials: Vec<_> = files
        .iter()
        .map(|path| {
            let path = path.clone();
            Trial::test(name(&path), move || compare(&path))
        })
        .collect();
    trials.push(Trial::test("every kind of finding is met", every_code));
    trials.push(Trial::test("no report is left over", no_leftovers));
    libtest_mimic::run(&arguments, trials).exit_code()
}

fn is_expected(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension == "expected")
}

fn all_paths() -> Vec<PathBuf> {
    let entries = fs::read_dir(FOLDER).expect("the folder of broken files");
    let mut paths: Vec<_> = entries.map(|entry| entry.expect("a file").path()).collect();
    paths.retain(|path| !name(path).starts_with('.'));
    paths.sort();
    paths
}

fn files() -> Vec<PathBuf> {
    all_paths().into_iter().filter(|path| !is_expected(path)).collect()
}

fn name(path: &Path) -> String {
    path.file_name().unwrap_or_default().to_string_lossy().into_owned()
}

fn expected_path(path: &Path) -> PathBuf {
    path.with_file_name(format!("{}.expected", name(path)))
}

fn open(path: &Path) -> Document {
    let name = name(path);
    let legend = name.ends_with(".pusher").then_some(Legend::Pusher);
    let bytes = fs::read(path).expect("a broken file");
    read(&bytes, &ReadOptions { name: Some(name), legend, ..ReadOptions::default() })
}

fn described(document: &Document) -> String {
    let checked = check(document);
    let playable = checked.iter().filter(|level| level.level.is_some()).count();
    let mut text = format!(
        "{}, {}, {} levels, {playable} playable\n",
        document.format,
        document.encoding.name,
        checked.len()
    );
    for diagnostic in report(document) {
        writeln!(text, "{diagnostic}").expect("writing to a string");
    }
    text
}

fn compare(path: &Path) -> Result<(), Failed> {
    let found = described(&open(path));
    if std::env::var_os("SOKO_BLESS").is_some() {
        fs::write(expected_path(path), found)?;
        return Ok(());
    }
    let expected = fs::read_to_string(expected_path(path)).unwrap_or_default();
    if found == expected {
        return Ok(());
    }
    Err(format!("the report differs (SOKO_BLESS=1 accepts it)\nexpected:\n{expected}\nfound:\n{found}")
        .into())
}

fn no_leftovers() -> Result<(), Failed> {
    let files: BTreeSet<_> = files().iter().map(|path| expected_path(path)).collect();
    let left: Vec<_> =
        all_paths().iter().filter(|p| is_expected(p) && !files.contains(*p)).map(|p| name(p)).collect();
    if left.is_empty() { Ok(()) } else { Err(format!("without a file: {}", left.join(", ")).into()) }
}

/// Every code, but for those that only a large file can show (see `hostile.rs`).
const CODES: &[&str] = &[
    "already-solved",
    "broken-moves",
    "count-differs",
    "decoration",
    "empty-file",
    "empty-level",
    "extra-line",
    "extra-player",
    "facing-player",
    "game-unchecked",
    "illegal-move",
    "json",
    "json-field",
    "limit-rle-depth",
    "limit-rle-length",
    "limit-xml-depth",
    "listed-twice",
    "map-length",
    "missing-line",
    "moves-only",
    "moves-without-board",
    "no-box",
    "no-goal",
    "no-level",
    "no-moves",
    "no-player",
    "no-reachable-box",
    "no-reachable-goal",
    "not-a-number",
    "not-a-solution",
    "not-text",
    "not-utf8",
    "occupied",
    "odd-coordinates",
    "open-border",
    "other-legend",
    "out-of-range",
    "outside-walls",
    "reverse-mode",
    "rle-count",
    "rle-parenthesis",
    "rows-as-text",
    "several-players",
    "size-differs",
    "size-line-differs",
    "surplus-boxes",
    "surplus-goals",
    "tab-in-board",
    "too-large",
    "unclosed-comment",
    "unknown-character",
    "unknown-encoding",
    "unknown-move",
    "unreachable-box",
    "unreachable-goal",
    "utf16-without-mark",
    "xml",
    "xml-entity",
    "xml-entity-declaration",
];

fn every_code() -> Result<(), Failed> {
    let mut seen = BTreeSet::new();
    for path in files() {
        seen.extend(report(&open(&path)).iter().map(|diagnostic| diagnostic.code));
    }
    let known: BTreeSet<_> = CODES.iter().copied().collect();
    let (missing, new): (Vec<_>, Vec<_>) =
        (known.difference(&seen).collect(), seen.difference(&known).collect());
    if missing.is_empty() && new.is_empty() {
        return Ok(());
    }
    Err(format!("not met any more: {missing:?}; not listed in CODES: {new:?}").into())
}
