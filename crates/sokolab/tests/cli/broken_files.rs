//! `check` over the folder of broken files that the readers are tested with: nothing that the readers and the
//! rules find is lost on the way to the user.

use std::{fs, path::Path};

use super::{code, run, stderr, stdout};

/// `line:column: severity [code]` of each diagnostic, in order.
type Findings = Vec<String>;

#[test]
fn every_finding_of_every_broken_file_is_told_with_place_and_remedy() {
    let folder = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../soko-formats/tests/broken"));
    let mut count = 0;
    for entry in fs::read_dir(folder).expect("the broken files of soko-formats") {
        let path = entry.unwrap().path();
        let name = path.to_str().unwrap();
        let Ok(expected) = fs::read_to_string(format!("{name}.expected")) else { continue };
        count += 1;
        let mut arguments = vec!["check", name];
        if name.ends_with(".pusher") {
            arguments.extend(["--legend", "pusher"]);
        }
        let output = run(&arguments);
        let text = stdout(&output);
        assert!(stderr(&output).is_empty(), "{name}: {}", stderr(&output));
        assert_eq!(code(&output), if expected.contains(": error[") { 2 } else { 0 }, "{name}");
        assert_eq!(found(&text, name), wanted(&expected), "{name}:\n{text}");
        let places = text.lines().filter(|line| line.starts_with(name)).count();
        let remedies = text.lines().filter(|line| line.starts_with("   help: ")).count();
        assert_eq!(places, remedies, "{name}:\n{text}");
    }
    assert!(count >= 40, "only {count} files");
}

/// From `7:1: error[no-player]: level 2 "Title": message; remedy`.
fn wanted(expected: &str) -> Findings {
    expected
        .lines()
        .skip(1)
        .map(|line| {
            let mut parts = line.splitn(3, ": ");
            let (place, kind) = (parts.next().unwrap(), parts.next().unwrap());
            let (severity, code) = kind.split_once('[').unwrap();
            format!("{place}: {severity} [{code}")
        })
        .collect()
}

/// From `name:7:1: error: message [no-player]`. Repeated levels are the program's own finding.
fn found(text: &str, name: &str) -> Findings {
    text.lines()
        .filter_map(|line| line.strip_prefix(name)?.strip_prefix(':'))
        .filter(|rest| !rest.ends_with("[duplicate]"))
        .map(|rest| {
            let mut parts = rest.splitn(3, ": ");
            let (place, severity, message) =
                (parts.next().unwrap(), parts.next().unwrap(), parts.next().unwrap());
            format!("{place}: {severity} {}", message.rsplit(' ').next().unwrap())
        })
        .collect()
}
