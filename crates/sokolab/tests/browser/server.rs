//! The real program, serving an empty data folder. It can be killed and started again.

use std::{
    cell::RefCell,
    io::{self, BufRead, BufReader, Write},
    net::TcpStream,
    path::PathBuf,
    process::{Child, Command, Stdio},
};

use serde_json::Value;
use tempfile::TempDir;

/// A running server; ends with this value.
pub(crate) struct Server {
    process: RefCell<Child>,
    /// Its address, such as `http://127.0.0.1:43210`.
    pub(crate) url: String,
    /// What it was started with, apart from the port.
    arguments: Vec<String>,
    folder: TempDir,
}

impl Server {
    /// Starts one; `files` are level files by name and content, which it is started with.
    pub(crate) fn start(arguments: &[&str], files: &[(&str, String)]) -> Result<Self, String> {
        let folder = tempfile::tempdir().map_err(|error| error.to_string())?;
        let path = |name: &str| folder.path().join(name).display().to_string();
        let mut all = vec!["--data".to_owned(), path("data")];
        all.extend(arguments.iter().map(|&argument| argument.to_owned()));
        for (name, content) in files {
            let file = folder.path().join(name);
            file.parent().map(std::fs::create_dir_all).transpose().map_err(|error| error.to_string())?;
            std::fs::write(file, content).map_err(|error| error.to_string())?;
            all.push(path(name));
        }
        let (process, url) = serve("0", &all)?;
        Ok(Self { process: RefCell::new(process), url, arguments: all, folder })
    }

    /// Ends it as Ctrl-C does.
    pub(crate) fn interrupt(&self) -> Result<(), String> {
        let mut process = self.process.borrow_mut();
        let sent = Command::new("kill").args(["-INT", &process.id().to_string()]).status();
        if !sent.is_ok_and(|status| status.success()) {
            return Err("no signal was sent to the server".to_owned());
        }
        process.wait().map(drop).map_err(|error| error.to_string())
    }

    /// Ends it without a warning.
    pub(crate) fn kill(&self) -> Result<(), String> {
        let mut process = self.process.borrow_mut();
        process.kill().and_then(|()| process.wait()).map(drop).map_err(|error| error.to_string())
    }

    /// Starts it again once it has ended: same address, same data folder, same level files.
    pub(crate) fn restart(&self) -> Result<(), String> {
        let port = self.url.trim_end_matches('/').rsplit(':').next().unwrap_or_default();
        *self.process.borrow_mut() = serve(port, &self.arguments)?.0;
        Ok(())
    }

    /// Asks it for JSON, without the browser.
    pub(crate) fn get(&self, path: &str) -> Result<Value, String> {
        let host = self.url.trim_start_matches("http://").trim_end_matches('/');
        let ask = || {
            let mut connection = TcpStream::connect(host)?;
            write!(connection, "GET {path} HTTP/1.0\r\nHost: {host}\r\n\r\n")?;
            io::read_to_string(connection)
        };
        let answer = ask().map_err(|error| error.to_string())?;
        let body = answer.split_once("\r\n\r\n").map_or("", |(_, body)| body);
        serde_json::from_str(body).map_err(|error| format!("{path}: {error}: {answer}"))
    }

    /// Its data folder.
    pub(crate) fn data(&self) -> PathBuf {
        self.folder.path().join("data")
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let process = self.process.get_mut();
        let _ = process.kill();
        let _ = process.wait();
    }
}

/// Starts the program on a port; says its address once it listens.
fn serve(port: &str, arguments: &[String]) -> Result<(Child, String), String> {
    let mut process = Command::new(env!("CARGO_BIN_EXE_sokolab"))
        .args(["serve", "--no-open", "--port", port])
        .args(arguments)
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .map_err(|error| format!("the server does not start: {error}"))?;
    let mut line = String::new();
    let output = process.stdout.take().ok_or("no output")?;
    BufReader::new(output).read_line(&mut line).map_err(|error| error.to_string())?;
    let url = line.split_whitespace().find(|word| word.starts_with("http://"));
    let url = url.ok_or_else(|| format!("the server did not say its address: {line}"))?.to_owned();
    Ok((process, url))
}
