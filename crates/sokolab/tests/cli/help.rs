//! Every command explains itself: help, completions, manual.

use std::fs;

use super::{code, run, stderr, stdout};

const COMMANDS: [&str; 18] = [
    "solve",
    "optimize",
    "check",
    "show",
    "explain",
    "convert",
    "generate",
    "play",
    "learn",
    "table",
    "players",
    "bench",
    "report",
    "serve",
    "merge",
    "protocol",
    "completions",
    "man",
];

#[test]
fn every_command_has_short_and_long_help() {
    let overview = run(&["--help"]);
    assert_eq!(code(&overview), 0);
    assert_eq!(stdout(&run(&["help"])), stdout(&overview));
    for command in COMMANDS {
        assert!(stdout(&overview).contains(&format!("\n  {command} ")), "{command}");
        let (short, long) = (run(&[command, "-h"]), run(&[command, "--help"]));
        assert_eq!((code(&short), code(&long)), (0, 0), "{command}");
        let long = stdout(&long);
        assert!(stdout(&short).contains("Usage: sokolab"), "{command}");
        for part in ["Usage: sokolab", "Examples:", "Exit status:", "130"] {
            assert!(long.contains(part), "{command} --help has no '{part}'");
        }
    }
}

#[test]
fn without_arguments_it_says_what_to_type() {
    let output = run(&[]);
    assert_eq!(code(&output), 2);
    let help = stderr(&output);
    assert_eq!(help.matches("\n  sokolab ").count(), 3, "three examples:\n{help}");
}

#[test]
fn the_version_is_one_line() {
    let output = run(&["--version"]);
    // Version and fingerprint of the sources.
    let line = stdout(&output);
    let print = line.trim_end().strip_prefix(concat!("sokolab ", env!("CARGO_PKG_VERSION"), "+"));
    assert_eq!(code(&output), 0);
    assert!(print.is_some_and(|print| print.len() == 12 && line.lines().count() == 1), "{line}");
}

#[test]
fn every_shell_gets_completions() {
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let output = run(&["completions", shell]);
        assert_eq!(code(&output), 0, "{shell}");
        let script = stdout(&output);
        for command in COMMANDS {
            assert!(script.contains(command), "{shell}: {command}");
        }
        assert!(script.contains("time-limit"), "{shell}");
    }
    assert_eq!(code(&run(&["completions", "tcsh"])), 2);
}

#[test]
fn manual_pages_are_complete() {
    let directory = tempfile::tempdir().unwrap();
    let output = run(&["man", "--dir", directory.path().to_str().unwrap()]);
    assert_eq!(code(&output), 0);
    let mut names: Vec<_> = fs::read_dir(directory.path())
        .unwrap()
        .map(|e| e.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    let mut expected: Vec<_> = COMMANDS.iter().map(|command| format!("sokolab-{command}.1")).collect();
    expected.push("sokolab.1".to_owned());
    expected.sort();
    assert_eq!(names, expected);
    for name in names {
        let page = fs::read_to_string(directory.path().join(&name)).unwrap();
        for section in
            [".TH ", ".SH NAME", ".SH SYNOPSIS", ".SH DESCRIPTION", ".SH EXAMPLES", ".SH \"EXIT STATUS\""]
        {
            assert!(page.contains(section), "{name} has no {section}\n{page}");
        }
    }
    assert_eq!(
        stdout(&run(&["man", "solve"])),
        fs::read_to_string(directory.path().join("sokolab-solve.1")).unwrap()
    );
    assert_eq!(code(&run(&["man", "fly"])), 2);
}
