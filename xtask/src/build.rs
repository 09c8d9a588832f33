//! Builds programs of the workspace, with progress that can be watched (`progress.rs`).

use std::{
    env,
    fs::File,
    io::{self, IsTerminal, Read, Write as _, stderr},
    path::PathBuf,
    process::{Command, Stdio},
    sync::mpsc::{self, RecvTimeoutError},
    thread,
    time::Instant,
};

use crate::progress::{Progress, Style};

/// A program to build.
pub(crate) struct Build<'a> {
    /// The package it is in.
    pub(crate) package: &'a str,
    /// Its own name.
    pub(crate) name: &'a str,
    /// The profile of the root `Cargo.toml`.
    pub(crate) profile: &'a str,
    /// The system it is for; without one, this one.
    pub(crate) target: Option<&'a str>,
    /// Variables of the environment.
    pub(crate) env: &'a [(&'a str, &'a str)],
}

impl<'a> Build<'a> {
    /// The release program of a package.
    pub(crate) const fn release(package: &'a str, name: &'a str) -> Self {
        Self { package, name, profile: "release", target: None, env: &[] }
    }

    /// Builds it and says where it is.
    pub(crate) fn run(&self) -> Option<PathBuf> {
        let mut command = crate::cargo();
        command.args(["build", "--package", self.package, "--bin", self.name, "--profile", self.profile]);
        command.envs(self.env.iter().copied());
        if let Some(target) = self.target {
            command.args(["--target", target]);
        }
        match watch(command, self.name) {
            Ok(true) => Some(self.place()),
            Ok(false) => {
                eprintln!("x: the build failed");
                None
            }
            Err(error) => {
                eprintln!("x: cargo cannot be run: {error}");
                None
            }
        }
    }

    fn place(&self) -> PathBuf {
        let target = target().join(self.target.unwrap_or_default());
        let folder = if self.profile == "dev" { "debug" } else { self.profile };
        target.join(folder).join(format!("{}{}", self.name, env::consts::EXE_SUFFIX))
    }
}

/// Where cargo puts what it builds.
pub(crate) fn target() -> PathBuf {
    env::var_os("CARGO_TARGET_DIR").map_or_else(|| crate::root().join("target"), PathBuf::from)
}

/// Runs cargo and shows its progress; says whether it succeeded.
fn watch(mut command: Command, name: &str) -> io::Result<bool> {
    let dumb = env::var_os("TERM").is_none_or(|terminal| terminal == "dumb");
    let style = if stderr().is_terminal() && !dumb { Style::Terminal } else { Style::Plain };
    if style == Style::Terminal && env::var_os("NO_COLOR").is_none() {
        command.env("CARGO_TERM_COLOR", "always");
    }
    // The seconds stand behind the bar.
    let width = if style == Style::Terminal { columns().saturating_sub(8).max(20) } else { 120 };
    command.env("CARGO_TERM_PROGRESS_WHEN", "always").env("CARGO_TERM_PROGRESS_WIDTH", width.to_string());
    let start = Instant::now();
    let mut process = command.stderr(Stdio::piped()).spawn()?;
    let output = process.stderr.take();
    let (sender, written) = mpsc::channel();
    thread::spawn(move || {
        let Some(mut output) = output else { return };
        let mut bytes = [0; 4096];
        while let Ok(count @ 1..) = output.read(&mut bytes) {
            if sender.send(bytes[..count].to_vec()).is_err() {
                break;
            }
        }
    });
    let mut progress = Progress::new(style, name);
    // The end of a portion may be within a character.
    let mut portion = Vec::new();
    loop {
        let wait = progress.due().saturating_sub(start.elapsed());
        match written.recv_timeout(wait) {
            Ok(bytes) => {
                portion.extend(bytes);
                let whole = whole_characters(&portion);
                let text: Vec<u8> = portion.drain(..whole).collect();
                show(&progress.read(&String::from_utf8_lossy(&text), start.elapsed()));
            }
            Err(RecvTimeoutError::Timeout) => show(&progress.tick(start.elapsed())),
            Err(RecvTimeoutError::Disconnected) => break,
        }
    }
    let success = process.wait()?.success();
    let busy = progress.was_busy();
    show(&progress.finish(start.elapsed()));
    if success && busy {
        show(&format!("built {name} in {} s\n", start.elapsed().as_secs()));
    }
    Ok(success)
}

/// The length of the text up to its last whole character.
fn whole_characters(bytes: &[u8]) -> usize {
    match std::str::from_utf8(bytes) {
        Err(error) if error.error_len().is_none() => error.valid_up_to(),
        _ => bytes.len(),
    }
}

fn show(text: &str) {
    let mut stderr = stderr();
    let _ = stderr.write_all(text.as_bytes()).and_then(|()| stderr.flush());
}

/// The width of the terminal.
fn columns() -> usize {
    let asked = || {
        let terminal = File::open("/dev/tty").ok()?;
        let said = Command::new("stty").arg("size").stdin(terminal).output().ok()?;
        String::from_utf8(said.stdout).ok()?.split_whitespace().nth(1)?.parse().ok()
    };
    asked().filter(|&columns| columns > 0).unwrap_or(80)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_character_is_not_cut() {
        let text = "é…".as_bytes();
        assert_eq!([0, 1, 2, 3, 4, 5].map(|end| whole_characters(&text[..end])), [0, 0, 2, 2, 2, 5]);
        assert_eq!(whole_characters(b"\xff\xfe"), 2, "what is no text at all is passed on");
    }

    #[test]
    fn programs_lie_where_cargo_puts_them() {
        let ends = |build: Build<'_>, end: &str| {
            let place = build.place();
            assert!(place.ends_with(format!("{end}{}", env::consts::EXE_SUFFIX)), "{}", place.display());
        };
        ends(Build::release("soko-prove", "prove"), "release/prove");
        let musl =
            Build { target: Some("x-y-musl"), profile: "dist", ..Build::release("sokolab", "sokolab") };
        ends(musl, "x-y-musl/dist/sokolab");
        ends(Build { profile: "dev", ..Build::release("sokolab", "sokolab") }, "debug/sokolab");
    }
}
