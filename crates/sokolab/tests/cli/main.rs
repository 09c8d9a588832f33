//! The program as others see it: arguments in, lines and exit status out.

mod bad_input;
mod broken_files;
mod contract;
mod generate;
mod help;
mod lab;
mod learn;
mod output_files;
mod serve;
#[cfg(unix)]
mod signals;

use std::{
    path::PathBuf,
    process::{Command, Output, Stdio},
};

use serde_json::Value;

/// The program.
fn sokolab() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_sokolab"));
    command.current_dir(data("")).env_remove("NO_COLOR").stdin(Stdio::null());
    command
}

/// Runs the program to its end.
fn run(arguments: &[&str]) -> Output {
    sokolab().args(arguments).output().expect("the program starts")
}

/// A file of our test data.
fn data(name: &str) -> PathBuf {
    [env!("CARGO_MANIFEST_DIR"), "tests", "data", name].iter().collect()
}

fn code(output: &Output) -> i32 {
    output.status.code().unwrap_or_else(|| panic!("ended by a signal: {output:?}"))
}

fn stdout(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).expect("standard output is UTF-8")
}

fn stderr(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).expect("standard error is UTF-8")
}

/// Every line of standard output as JSON.
fn lines(output: &Output) -> Vec<Value> {
    stdout(output)
        .lines()
        .map(|line| serde_json::from_str(line).unwrap_or_else(|e| panic!("{e}: {line}")))
        .collect()
}
