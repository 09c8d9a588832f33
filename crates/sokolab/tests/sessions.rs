//! Documented sessions are run as written: what a page shows is what the program does.
//!
//! The sessions in `cmd/` are for us: they show what every command does in every case. README and the guides in `docs/` are for
//! readers. Each of these is run in a folder of its own with the files of `docs/examples`, as in a checkout, and what it writes is
//! thrown away. The times printed there are those of some run; those of this run may differ.

use std::{
    collections::HashMap,
    env, fs,
    path::{Path, PathBuf},
};

/// Cases on a machine with nothing but the program.
fn cases() -> trycmd::TestCases {
    let cases = trycmd::TestCases::new();
    // Nothing about the machine may leak into the output, nor may levels that its user has.
    let settings =
        [("NO_COLOR", "1"), ("LC_ALL", "C.UTF-8"), ("XDG_DATA_HOME", "/nonexistent"), ("LEVELS", "")];
    for (name, value) in settings {
        cases.env(name, value);
    }
    cases
}

#[test]
fn documented_sessions() {
    cases().case("tests/cmd/*.md");
}

#[test]
fn guides() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let folder = tempfile::tempdir().unwrap();
    let mut guides = vec![root.join("README.md")];
    let pages = fs::read_dir(root.join("docs")).unwrap().flatten().map(|entry| entry.path());
    guides.extend(pages.filter(|page| page.extension().is_some_and(|ending| ending == "md")));
    assert!(guides.len() > 6, "{guides:?}");
    let case = |guide: &PathBuf| folder.path().join(guide.file_name().unwrap());
    for guide in &guides {
        fs::write(case(guide), session(&fs::read_to_string(guide).unwrap())).unwrap();
        let examples = case(guide).with_extension("in").join("docs/examples");
        fs::create_dir_all(&examples).unwrap();
        fs::create_dir(case(guide).with_extension("out")).unwrap();
        for example in fs::read_dir(root.join("docs/examples")).unwrap().flatten() {
            fs::copy(example.path(), examples.join(example.file_name())).unwrap();
        }
    }
    cases().case(folder.path().join("*.md")).run();
    if env::var_os("TRYCMD").is_some_and(|mode| mode == "overwrite") {
        for guide in &guides {
            let blessed =
                page(&fs::read_to_string(case(guide)).unwrap(), &fs::read_to_string(guide).unwrap());
            fs::write(guide, blessed).unwrap();
        }
    }
}

const BEGIN: &str = "```console";
const END: &str = "```";

/// A guide as a case of trycmd: with masks for times, and the blank line that it wants behind the output.
fn session(guide: &str) -> String {
    let (mut text, mut inside) = (String::new(), false);
    for line in guide.lines() {
        match line {
            BEGIN => inside = true,
            END if inside => {
                inside = false;
                text.push('\n');
            }
            _ => {}
        }
        text += &if inside && !line.starts_with("$ ") { masked(line) } else { line.to_owned() };
        text.push('\n');
    }
    text
}

/// The guide again: lines that are as before keep their times.
fn page(session: &str, guide: &str) -> String {
    let known: HashMap<_, _> = guide.lines().map(|line| (masked(line), line)).collect();
    let session = session.replace(&format!("\n\n{END}\n"), &format!("\n{END}\n"));
    let lines = session.lines().map(|line| known.get(line).map_or(line, |known| *known).to_owned() + "\n");
    lines.collect()
}

/// A line of output in which any time will do.
fn masked(line: &str) -> String {
    let (mut text, mut rest) = (String::new(), line);
    while let Some(at) = rest.find(|c: char| c.is_ascii_digit()) {
        let (before, from) = rest.split_at(at);
        text += before;
        let length = from.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(from.len());
        let (number, after) = from.split_at(length);
        let seconds = after.strip_prefix('s').is_some_and(|next| !next.starts_with(char::is_alphanumeric));
        let rate = after.trim_start_matches(['k', 'M']).starts_with(" a second");
        let timed = number.contains('.') && (seconds || rate || text.ends_with("_s\":"));
        text += if timed { "[..]" } else { number };
        rest = if timed && rate { after.trim_start_matches(['k', 'M']) } else { after };
    }
    text + rest
}

#[test]
fn times_are_masked_and_nothing_else_is() {
    for (line, expected) in [
        (
            "   1  First push  solved  2*  4   0.000s       2  131.6 KiB",
            "   1  First push  solved  2*  4   [..]s       2  131.6 KiB",
        ),
        ("32 episodes, 2070 updates, 6.3M a second", "32 episodes, 2070 updates, [..] a second"),
        ("{\"time_s\":0.000167,\"seed\":1}", "{\"time_s\":[..],\"seed\":1}"),
        ("values    -14.00 to 0.00", "values    -14.00 to 0.00"),
    ] {
        assert_eq!(masked(line), expected);
    }
    let guide = "Text\n\n```console\n$ sokolab a\nsolved in 1.5s\n```\n";
    let case = "Text\n\n```console\n$ sokolab a\nsolved in [..]s\n\n```\n";
    assert_eq!((session(guide).as_str(), page(case, guide).as_str()), (case, guide));
}
