//! Sokolab's own chores, behind `./x`.
//!
//! ```text
//! ./x run [ARGS]      build the release program; solve the built-in levels and open the workbench, or run `sokolab ARGS`
//! ./x test            format, lints, all tests with doctests, the page, documented sessions and the browser, documentation, and an
//!                     archive that is unpacked into an empty root and used there
//! ./x dist [--output DIR] [--quick]  the archive that is handed out, for Linux, with its checksum; --quick is for trying it out
//! ./x firefox [WORDS] the browser tests in Firefox (`./x test` plays a part of them there); those whose names contain a word
//! ./x page [format]   format, lints and unit tests of the page's own modules; with `format` they are formatted (needs node)
//! ./x bless           rewrite the recorded expectations of the tests; read the diff before you commit it
//! ./x bench [ARGS]    the benchmarks
//! ./x results         the tables of docs/results.md, made by the lab; runs what is not recorded yet
//! ./x prove [ARGS]    hold every claim of every player against an oracle (`--hours 1`; goes on where it ended)
//! ./x fuzz [SECONDS]  every fuzz target for so long (needs cargo-fuzz; installs it if missing)
//! ./x fuzz-api [SECONDS]  made-up requests to the workbench from its description (needs python3)
//! ```

#![expect(clippy::print_stdout, clippy::print_stderr, reason = "a chore talks to the person who runs it")]

mod browser;
mod build;
mod debian;
mod dist;
mod firefox;
mod fuzz;
mod fuzz_api;
mod page;
mod progress;
mod results;
mod steps;

use std::{
    env,
    ffi::OsStr,
    io::{IsTerminal, stdout},
    path::{Path, PathBuf},
    process::{Command, ExitCode},
};

use build::Build;
use steps::Steps;

const USAGE: &str = "usage: ./x run [ARGS] | test | dist [--output DIR] [--quick] | firefox [WORDS] | page [format] | bless | bench [ARGS] | results | prove [ARGS] | fuzz [SECONDS] | fuzz-api [SECONDS]";

fn main() -> ExitCode {
    let args: Vec<String> = env::args().skip(1).collect();
    let rest = args.get(1..).unwrap_or_default();
    match args.first().map(String::as_str) {
        Some("run") => run(rest),
        Some("test") => test(false),
        Some("bless") => test(true),
        Some("page") => page::step(Steps::new(), rest.first().is_some_and(|word| word == "format")).finish(),
        Some("bench") => {
            Steps::new().cargo("benchmarks", &["bench", "--workspace", "--bench", "*"], rest).finish()
        }
        Some("firefox") => firefox::run(rest),
        Some("dist") => dist::run(rest),
        Some("results") => results::run(),
        Some("prove") => prove(rest),
        Some("fuzz") => fuzz::run(rest.first()),
        Some("fuzz-api") => fuzz_api::run(rest.first()),
        Some("help" | "--help" | "-h") => {
            println!("{USAGE}");
            ExitCode::SUCCESS
        }
        _ => {
            eprintln!("{USAGE}");
            ExitCode::from(2)
        }
    }
}

/// The workspace's own folder.
fn root() -> PathBuf {
    PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/.."))
}

fn cargo() -> Command {
    let mut command = Command::new(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command.current_dir(root());
    command
}

/// Builds the program and says where it is.
fn program() -> Option<PathBuf> {
    Build::release("sokolab", "sokolab").run()
}

/// Builds the program and hands over to it, so that its exit code is ours.
fn run(args: &[String]) -> ExitCode {
    let Some(program) = program() else { return ExitCode::FAILURE };
    if !args.is_empty() {
        return hand_over(&program, args);
    }
    let solved = hand_over(&program, &MAIN_JOB);
    // A script wants to come to an end; a person wants to see more.
    if stdout().is_terminal() {
        println!("\nopening the workbench …");
        return hand_over(&program, &["serve"]);
    }
    println!("\nnext: ./x run serve   opens the workbench in the browser");
    solved
}

/// Builds the oracle's program and hands over to it: its exit code says whether a claim was false.
fn prove(args: &[String]) -> ExitCode {
    let Some(program) = Build::release("soko-prove", "prove").run() else { return ExitCode::FAILURE };
    hand_over(&program, args)
}

fn hand_over(program: &Path, args: &[impl AsRef<OsStr>]) -> ExitCode {
    match Command::new(program).args(args).status() {
        // A signal has no code; 130 is what an interrupted program says.
        Ok(status) => ExitCode::from(status.code().map_or(130, |code| code.clamp(0, 255) as u8)),
        Err(error) => {
            eprintln!("x: cannot start {}: {error}", program.display());
            ExitCode::FAILURE
        }
    }
}

/// Three collections whose every level is proven in a moment.
const MAIN_JOB: [&str; 4] = ["solve", "builtin:tutorial", "builtin:first-steps", "builtin:workshop"];

fn test(bless: bool) -> ExitCode {
    let mut steps = Steps::new();
    if bless {
        steps = steps.with_env("SOKO_BLESS", "1").with_env("TRYCMD", "overwrite");
        steps = page::step(steps.cargo("format", &["fmt", "--all"], &[]), true);
        return steps.cargo("tests", TESTS, &[]).finish();
    }
    browser::ensure();
    steps = firefox::ensure(steps);
    steps = steps.with_env("SOKO_REQUIRE_BROWSER", "1").cargo("format", &["fmt", "--all", "--check"], &[]);
    steps = page::step(steps, false)
        .cargo("lints", &["clippy", "--workspace", "--all-targets", "--quiet", "--", "-D", "warnings"], &[])
        .cargo("tests", TESTS, &[])
        .with_env("RUSTDOCFLAGS", "-D warnings")
        .cargo("documentation", &["doc", "--workspace", "--no-deps", "--quiet"], &[]);
    dist::step(steps).finish()
}

const TESTS: &[&str] = &["test", "--workspace", "--no-fail-fast"];
