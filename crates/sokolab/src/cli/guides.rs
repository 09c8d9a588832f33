//! The commands that README and guides show are ones that there are, with options that they have.
//!
//! Commands in `console` blocks are run (`tests/sessions.rs`). Those in `sh` blocks are not: they open a browser, take minutes, or need
//! levels of others. They are parsed here as they stand. Commands within a sentence may have a placeholder for a value.

use std::{fs, mem, path::Path};

use clap::{Parser, error::ErrorKind};

use super::Cli;

/// Programs of others in the guides.
const OTHERS: [&str; 3] = ["cargo", "curl", "jq"];

/// A command of a guide, and where it stands.
struct Shown {
    place: String,
    words: Vec<String>,
}

/// All of README and the guides: those of `sh` blocks, and those within sentences.
fn shown() -> [Vec<Shown>; 2] {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let pages = fs::read_dir(root.join("docs")).expect("there is a folder of guides").flatten();
    let mut pages: Vec<_> = pages.map(|entry| entry.path()).collect();
    pages.retain(|page| page.extension().is_some_and(|ending| ending == "md"));
    pages.push(root.join("README.md"));
    let (mut blocks, mut sentences) = (Vec::new(), Vec::new());
    for page in pages {
        let name = page.file_name().unwrap_or_default().display();
        let take = |place: String, line: &str| {
            commands(line)
                .into_iter()
                .map(move |words| Shown { place: place.clone(), words })
                .collect::<Vec<_>>()
        };
        let text = fs::read_to_string(&page).expect("a guide is a text");
        let (mut fence, mut prose) = (None, String::new());
        for (number, line) in (1..).zip(text.lines()) {
            match (line.trim_start().strip_prefix("```"), fence) {
                (Some(kind), None) => fence = Some(kind),
                (Some(_), Some(_)) => fence = None,
                (None, Some("sh")) => blocks.extend(take(format!("{name}:{number}"), line)),
                (None, Some(_)) => {}
                (None, None) => prose.extend([line, " "]),
            }
        }
        assert!(prose.matches('`').count().is_multiple_of(2), "{name}: code within a sentence has no end");
        let code = prose.split('`').skip(1).step_by(2);
        sentences.extend(code.flat_map(|code| take(name.to_string(), code)));
    }
    [blocks, sentences]
}

/// The commands of a line of shell, word by word; comments, redirections and settings of the environment are left out.
fn commands(line: &str) -> Vec<Vec<String>> {
    let mut all = vec![Vec::new()];
    let (mut word, mut quote, mut redirected) = (None::<String>, None, false);
    for c in line.chars().chain([' ']) {
        match (c, quote) {
            (_, Some(mark)) if c == mark => quote = None,
            ('\'' | '"', None) => {
                quote = Some(c);
                word.get_or_insert_default();
            }
            ('#', None) if word.is_none() => break,
            (' ' | '|' | '&' | ';' | '>', None) => {
                if let (Some(ended), Some(words)) = (word.take(), all.last_mut()) {
                    let setting = words.is_empty() && ended.contains('=');
                    // What follows '>' is a file.
                    if !(setting || mem::take(&mut redirected)) {
                        words.push(ended);
                    }
                }
                match c {
                    '>' => redirected = true,
                    ' ' => {}
                    _ => all.push(Vec::new()),
                }
            }
            _ => word.get_or_insert_default().push(c),
        }
    }
    all.retain(|words| !words.is_empty());
    all
}

/// What `./x help` lists.
fn chores() -> Vec<String> {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../xtask/src/main.rs");
    let text = fs::read_to_string(source).expect("the chores have a source");
    let usage = text
        .split_once("usage: ./x ")
        .and_then(|(_, rest)| rest.split_once('"'))
        .expect("they have a usage")
        .0;
    usage.split(" | ").filter_map(|chore| chore.split(' ').next()).map(str::to_owned).collect()
}

#[test]
fn commands_in_blocks_are_accepted() {
    let [blocks, _] = shown();
    assert!(blocks.len() > 40, "{} commands", blocks.len());
    let chores = chores();
    for Shown { place, words } in blocks {
        match words[0].as_str() {
            "sokolab" => {
                let parsed = Cli::try_parse_from(&words);
                assert!(parsed.is_ok(), "{place}: {}", parsed.unwrap_err());
            }
            "./x" => assert!(chores.contains(&words[1]), "{place}: {words:?}"),
            other => assert!(OTHERS.contains(&other), "{place}: what is {other}?"),
        }
    }
}

#[test]
fn commands_in_sentences_and_their_options_are_known() {
    let [_, sentences] = shown();
    let chores = chores();
    let mut checked = 0;
    for Shown { place, words } in sentences.iter().filter(|shown| shown.words.len() > 1) {
        match words[0].as_str() {
            "./x" => assert!(chores.contains(&words[1]), "{place}: {words:?}"),
            // 'sokolab COMMAND' is about any of them.
            "sokolab" if words[1] != "COMMAND" => {
                let kind = Cli::try_parse_from(words).err().map(|error| error.kind());
                let unknown = matches!(kind, Some(ErrorKind::InvalidSubcommand | ErrorKind::UnknownArgument));
                assert!(!unknown, "{place}: {words:?}");
                checked += 1;
            }
            _ => {}
        }
    }
    assert!(checked > 40, "{checked} commands");
}

#[test]
fn a_line_of_shell_is_taken_apart() {
    let words = |line: &str| commands(line).iter().map(|words| words.join(" ")).collect::<Vec<_>>();
    assert_eq!(words("A=b sokolab solve x#1 --json > out.jsonl   # a comment"), ["sokolab solve x#1 --json"]);
    assert_eq!(words("sokolab show 'a b' | sokolab solve &"), ["sokolab show a b", "sokolab solve"]);
    assert_eq!(commands("x 'a b'")[0], ["x", "a b"]);
}
