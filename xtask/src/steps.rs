//! A list of commands that all run, one summary, one exit code.

use std::{
    process::ExitCode,
    time::{Duration, Instant},
};

/// Commands run so far and how they ended.
pub(crate) struct Steps {
    done: Vec<(String, bool, Duration)>,
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

    /// Runs cargo. A failed step does not keep the later ones from running.
    pub(crate) fn cargo(mut self, name: &str, args: &[&str], more: &[String]) -> Self {
        println!("── {name}: cargo {}", args.join(" "));
        let start = Instant::now();
        let mut command = crate::cargo();
        command.args(args).args(more).envs(self.env.iter().copied());
        let ok = match command.status() {
            Ok(status) => status.success(),
            Err(error) => {
                eprintln!("x: cannot start cargo: {error}");
                false
            }
        };
        self.done.push((name.to_owned(), ok, start.elapsed()));
        self
    }

    /// Prints the summary.
    pub(crate) fn finish(self) -> ExitCode {
        println!("── summary");
        for (name, ok, time) in &self.done {
            println!("{} {name:<14} {:>6.1} s", if *ok { "ok    " } else { "FAILED" }, time.as_secs_f64());
        }
        let failed = self.done.iter().filter(|step| !step.1).count();
        println!("steps: {} passed, {failed} failed", self.done.len() - failed);
        if failed == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
    }
}
