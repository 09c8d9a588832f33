//! Programs and files that README and guides show are excerpts of files that are compiled or run.

use std::{
    fs,
    path::{Path, PathBuf},
};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// The texts of a folder's files with this ending.
fn texts(folder: &str, ending: &str) -> Vec<String> {
    let entries = fs::read_dir(root().join(folder)).expect("there is such a folder").flatten();
    let paths = entries.map(|entry| entry.path());
    let wanted = paths.filter(|path| path.extension().is_some_and(|is| is == ending));
    wanted.map(|path| fs::read_to_string(path).expect("it is a text")).collect()
}

/// The code blocks of README and guides in a language.
fn blocks(language: &str) -> Vec<String> {
    let begin = format!("\n```{language}\n");
    let readme = fs::read_to_string(root().join("README.md")).expect("there is a README");
    let pages = texts("docs", "md").into_iter().chain([readme]);
    let in_page = |page: String| {
        let parts = page.split(&begin).skip(1);
        parts.filter_map(|part| part.split_once("```")).map(|(block, _)| block.to_owned()).collect::<Vec<_>>()
    };
    pages.flat_map(in_page).collect()
}

#[test]
fn programs_are_those_of_the_examples() {
    let examples = texts("crates/soko-kit/examples", "rs");
    let blocks = blocks("rust");
    assert!(blocks.len() > 3, "{} programs", blocks.len());
    for block in blocks {
        assert!(examples.iter().any(|example| example.contains(&block)), "in no example:\n{block}");
    }
}

#[test]
fn experiments_are_those_of_the_examples() {
    let examples = texts("docs/examples", "toml");
    let experiments: Vec<_> =
        blocks("toml").into_iter().filter(|block| block.starts_with("name = ")).collect();
    assert!(!experiments.is_empty());
    for block in experiments {
        assert!(examples.contains(&block), "no example:\n{block}");
    }
}
