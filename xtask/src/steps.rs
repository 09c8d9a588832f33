//! A list of commands that all run, one summary, one exit code.

use std::{
    path::Path,
    process::{Command, ExitCode},
    time::{Duration, Instant},
};

/// How a step ended.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Outcome {
    Passed,
    Failed,
    Skipped,
}

/// Commands run so far and how they ended.
pub(crate) struct Steps {
    done: Vec<(String, Outcome, Duration)>,
    env: Vec<(&'static str, &'static str)>,
}

impl Steps {
    pub(crate) const fn new() -> Self {
        Self { done: Vec::new(), env: Vec::new() }
    }

    /// Sets a variable for the steps that follow.
    pub(crate) fn with_env(mut self, name: &'static str, value: &'static str) -> Self {
        self.env.push((name, value));
        self
    }

    /// Runs cargo.
    pub(crate) fn cargo(self, name: &str, args: &[&str], more: &[String]) -> Self {
        let mut command = crate::cargo();
        command.args(args).args(more);
        self.run(name, command)
    }

    /// Runs a command. A failed step does not keep the later ones from running.
    pub(crate) fn run(mut self, name: &str, mut command: Command) -> Self {
        let words = command.get_args().map(|word| word.to_string_lossy()).collect::<Vec<_>>().join(" ");
        let program =
            Path::new(command.get_program()).file_stem().unwrap_or_default().to_string_lossy().into_owned();
        println!("── {name}: {program} {words}");
        let start = Instant::now();
        let outcome = match command.envs(self.env.iter().copied()).status() {
            Ok(status) if status.success() => Outcome::Passed,
            Ok(_) => Outcome::Failed,
            Err(error) => {
                eprintln!("x: cannot start {program}: {error}");
                Outcome::Failed
            }
        };
        self.done.push((name.to_owned(), outcome, start.elapsed()));
        self
    }

    /// Does work of our own, which says why it failed, or why it was left out.
    pub(crate) fn work(mut self, name: &str, work: impl FnOnce() -> Result<Option<String>, String>) -> Self {
        let start = Instant::now();
        let (outcome, told) = match work() {
            Ok(None) => (Outcome::Passed, None),
            Ok(Some(why)) => (Outcome::Skipped, Some(why)),
            Err(why) => (Outcome::Failed, Some(why)),
        };
        if let Some(told) = told {
            eprintln!("x: {told}");
        }
        self.done.push((name.to_owned(), outcome, start.elapsed()));
        self
    }

    /// Counts a step as failed that could not be tried, and says why.
    pub(crate) fn fail(self, name: &str, why: &str) -> Self {
        self.note(name, Outcome::Failed, why)
    }

    /// Leaves a step out, and says why.
    pub(crate) fn skip(self, name: &str, why: &str) -> Self {
        self.note(name, Outcome::Skipped, why)
    }

    fn note(mut self, name: &str, outcome: Outcome, why: &str) -> Self {
        eprintln!("x: {why}");
        self.done.push((name.to_owned(), outcome, Duration::ZERO));
        self
    }

    /// Prints the summary.
    pub(crate) fn finish(self) -> ExitCode {
        println!("── summary");
        for (name, outcome, time) in &self.done {
            let word = match outcome {
                Outcome::Passed => "ok",
                Outcome::Failed => "FAILED",
                Outcome::Skipped => "skipped",
            };
            println!("{word:<7} {name:<14} {:>6.1} s", time.as_secs_f64());
        }
        let count = |outcome| self.done.iter().filter(|step| step.1 == outcome).count();
        let (passed, failed, skipped) =
            (count(Outcome::Passed), count(Outcome::Failed), count(Outcome::Skipped));
        let left_out = if skipped > 0 { format!(", {skipped} skipped") } else { String::new() };
        println!("steps: {passed} passed, {failed} failed{left_out}");
        if failed == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
    }
}
