//! `./x fuzz-api`: schemathesis against the workbench, from its own OpenAPI description.
//!
//! The server is the release program with an empty data folder. Any answer of 5xx is a failure. Needs Python with `venv`;
//! schemathesis is installed into `target/`.

use std::{
    fs,
    io::{BufRead, BufReader},
    path::PathBuf,
    process::{Child, Command, ExitCode, Stdio},
};

/// The version the figures in the notes were made with.
const TOOL: &str = "schemathesis==4.32.5";

/// Ends the server with this value.
struct Server(Child);

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// Asks for so many seconds (default 120).
pub(crate) fn run(seconds: Option<&String>) -> ExitCode {
    match fuzz(seconds.map_or("120", String::as_str)) {
        Ok(code) => code,
        Err(message) => {
            eprintln!("x: {message}");
            ExitCode::FAILURE
        }
    }
}

fn fuzz(seconds: &str) -> Result<ExitCode, String> {
    if seconds.parse::<u32>().is_err() {
        return Err(format!("'{seconds}' is no number of seconds"));
    }
    let tool = install()?;
    let program = crate::program().ok_or("the build failed")?;
    let data = crate::root().join("target/fuzz-api-data");
    let _ = fs::remove_dir_all(&data);
    let mut process = Command::new(program)
        .args(["serve", "--port", "0", "--no-open", "--data"])
        .arg(&data)
        .stdout(Stdio::piped())
        .spawn()
        .map_err(|error| format!("the server does not start: {error}"))?;
    let output = process.stdout.take();
    let _server = Server(process);
    let mut line = String::new();
    BufReader::new(output.ok_or("no output")?).read_line(&mut line).map_err(|error| error.to_string())?;
    let url = line
        .split_whitespace()
        .find(|word| word.starts_with("http://"))
        .ok_or("the server said no address")?;
    let status = Command::new(tool)
        .args(["run", &format!("{url}/api/openapi.json"), "--checks", "not_a_server_error"])
        // The stream of events has no end.
        .args(["--exclude-path", "/api/events", "--max-time", seconds, "--workers", "2"])
        .status()
        .map_err(|error| format!("schemathesis does not start: {error}"))?;
    Ok(if status.success() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// The tool in an environment of its own.
fn install() -> Result<PathBuf, String> {
    let folder = crate::root().join("target/schemathesis");
    let tool = folder.join("bin/schemathesis");
    if tool.is_file() {
        return Ok(tool);
    }
    println!("installing {TOOL} …");
    let done = |command: &mut Command| command.status().is_ok_and(|status| status.success());
    let made = done(Command::new("python3").args(["-m", "venv"]).arg(&folder))
        && done(Command::new(folder.join("bin/pip")).args(["install", "--quiet", TOOL]));
    if made {
        Ok(tool)
    } else {
        Err("schemathesis cannot be installed; it needs python3 with venv".to_owned())
    }
}
