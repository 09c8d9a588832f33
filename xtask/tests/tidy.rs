//! House rules that no lint knows, over all files of the repository.

use std::{
    fs,
    path::{Path, PathBuf},
    process::Command,
};

/// A file longer than this holds a second idea.
const MOST_LINES: usize = 700;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// The files git knows or would take, with their text; binary files are left out.
fn texts() -> Vec<(String, String)> {
    let list = Command::new("git")
        .args(["ls-files", "--cached", "--others", "--exclude-standard"])
        .current_dir(root())
        .output()
        .expect("git lists the files of the repository");
    let names = String::from_utf8(list.stdout).expect("file names are UTF-8");
    assert!(!names.is_empty(), "git found no files");
    names
        .lines()
        .filter_map(|name| Some((name.to_owned(), fs::read_to_string(root().join(name)).ok()?)))
        .collect()
}

fn has_extension(name: &str, extensions: &[&str]) -> bool {
    let extension = Path::new(name).extension().and_then(|extension| extension.to_str());
    extension.is_some_and(|extension| extensions.contains(&extension))
}

#[test]
fn no_file_names_a_machine_or_a_host() {
    // Written in parts so that this file passes its own test.
    let banned =
        [concat!("/wo", "rk/"), concat!("/ro", "ot/"), concat!("/fa", "rm/"), concat!("artif", "actory")];
    for (name, text) in texts().iter().filter(|(name, _)| name != "Cargo.lock") {
        for (number, line) in text.lines().enumerate() {
            for word in banned {
                assert!(!line.contains(word), "{name}:{}: names {word}", number + 1);
            }
        }
    }
}

#[test]
fn source_files_are_short_and_begin_with_an_essay() {
    // The fuzz targets are made of one line each and begin with an attribute.
    let sources = |name: &str| has_extension(name, &["rs"]) && !name.starts_with("fuzz/fuzz_targets");
    for (name, text) in texts().iter().filter(|(name, _)| sources(name)) {
        let lines = text.lines().count();
        assert!(lines <= MOST_LINES, "{name} has {lines} lines: look for the second idea");
        assert!(text.starts_with("//!"), "{name} does not say what it is about");
    }
}

#[test]
fn text_files_end_with_one_line_end_and_use_no_tabs() {
    for (name, text) in texts().iter().filter(|(name, _)| has_extension(name, &["rs", "toml", "md"])) {
        assert!(text.ends_with('\n') && !text.ends_with("\n\n"), "{name} does not end with one line end");
        assert!(!text.contains('\t'), "{name} contains a tab");
    }
}

#[test]
fn every_crate_is_in_the_architecture() {
    let page = fs::read_to_string(root().join("ARCHITECTURE.md")).expect("there is an ARCHITECTURE.md");
    for entry in fs::read_dir(root().join("crates")).expect("there is a folder of crates").flatten() {
        let name = entry.file_name().into_string().expect("crate names are UTF-8");
        assert!(page.contains(&format!("| `{name}` |")), "ARCHITECTURE.md does not mention {name}");
    }
}
