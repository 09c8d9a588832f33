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

#[test]
fn every_table_of_results_stands_below_the_commands_that_made_it() {
    let page = fs::read_to_string(root().join("docs/results.md")).expect("there is a page of results");
    let regions: Vec<&str> = page.split("<!-- results: ").skip(1).collect();
    assert!(!regions.is_empty());
    for region in regions {
        let (commands, rest) = region.split_once(" -->\n").expect("the comment ends");
        let (made, _) = rest.split_once("<!-- end of results -->").expect("the results end");
        let shown = format!("```sh\n{}\n```\n", commands.replace(" && ", "\n"));
        assert!(made.starts_with(&shown), "made by other commands: ./x results\n{commands}");
        let rows = made.lines().filter(|line| line.starts_with('|')).count();
        assert!(rows > 2, "no table: ./x results\n{commands}");
    }
}

#[test]
fn the_first_page_is_short() {
    let readme = fs::read_to_string(root().join("README.md")).expect("there is a README");
    let lines = readme.lines().count();
    assert!(lines <= 200, "README.md has {lines} lines: the rest belongs into a guide in docs/");
    for (number, line) in (1..).zip(readme.lines()) {
        assert!(line.chars().count() <= 130, "README.md:{number} has more than 130 columns");
    }
}
