//! The real program, serving an empty data folder.

use std::{
    io::{BufRead, BufReader},
    path::PathBuf,
    process::{Child, Command, Stdio},
};

use tempfile::TempDir;

/// A running server; ends with this value.
pub(crate) struct Server {
    process: Child,
    /// Its address, such as `http://127.0.0.1:43210`.
    pub(crate) url: String,
    folder: TempDir,
}

impl Server {
    /// Starts one; `files` are level files by name and content, which it is started with.
    pub(crate) fn start(arguments: &[&str], files: &[(&str, String)]) -> Result<Self, String> {
        let folder = tempfile::tempdir().map_err(|error| error.to_string())?;
        let mut command = Command::new(env!("CARGO_BIN_EXE_sokolab"));
        command.args(["serve", "--port", "0", "--no-open"]).arg("--data").arg(folder.path().join("data"));
        command.args(arguments);
        for (name, content) in files {
            let path = folder.path().join(name);
            std::fs::write(&path, content).map_err(|error| error.to_string())?;
            command.arg(path);
        }
        let mut process = command
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .map_err(|error| format!("the server does not start: {error}"))?;
        let mut line = String::new();
        let output = process.stdout.take().ok_or("no output")?;
        BufReader::new(output).read_line(&mut line).map_err(|error| error.to_string())?;
        let url = line.split_whitespace().find(|word| word.starts_with("http://"));
        let url = url.ok_or_else(|| format!("the server did not say its address: {line}"))?.to_owned();
        Ok(Self { process, url, folder })
    }

    /// Its data folder.
    #[expect(dead_code, reason = "for scenarios that look at files")]
    pub(crate) fn data(&self) -> PathBuf {
        self.folder.path().join("data")
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}
