//! Uses a distributed program where nothing else is: the archive is unpacked into an empty folder, which is the root of everything that
//! is run there. No library, no `/etc`, no `/proc`, no `/tmp`.
//!
//! That takes the right to change the root: root has it, others in a user namespace of their own where the system allows one.

use std::{
    fs,
    io::{BufRead, BufReader, Read, Write as _},
    net::TcpStream,
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
    time::Duration,
};

use super::output;

/// What was found out.
#[derive(PartialEq, Eq, Debug)]
pub(super) enum Proof {
    /// The program works.
    Held,
    /// It could not be tried, and why.
    Impossible(String),
}

/// Ways to run a program in another root.
const WAYS: [&[&str]; 2] = [&["chroot"], &["unshare", "--map-root-user", "chroot"]];

/// An empty folder with an archive in it, and the way to run programs there.
struct EmptyRoot {
    folder: PathBuf,
    way: &'static [&'static str],
    program: String,
}

/// Unpacks an archive and uses the program.
pub(super) fn prove(archive: &Path, name: &str, version: &str) -> Result<Proof, String> {
    let Some(way) = WAYS.into_iter().find(|way| can(way)) else {
        return Ok(Proof::Impossible("neither chroot nor a user namespace is allowed here".to_owned()));
    };
    let folder = crate::root().join("target/distribution/root");
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    output(Command::new("tar").arg("--extract").arg("--file").arg(archive).arg("--directory").arg(&folder))?;
    let root = EmptyRoot { folder, way, program: format!("/{name}/sokolab") };
    root.says(&["--version"], &format!("sokolab {version}"))?;
    root.says(&["solve", "builtin:demo"], "* proven: there is no solution with fewer")?;
    root.says(&["man", "solve"], ".TH")?;
    root.says(&["completions", "zsh"], "#compdef sokolab")?;
    root.serves()?;
    let _ = fs::remove_dir_all(&root.folder);
    Ok(Proof::Held)
}

/// Whether a way is open: the root of now is as good as any to find out.
fn can(way: &[&str]) -> bool {
    let mut command = Command::new(way[0]);
    command.args(&way[1..]).args(["/", "/bin/sh", "-c", ":"]);
    output(&mut command).is_ok()
}

impl EmptyRoot {
    fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(self.way[0]);
        let path = std::env::var_os("PATH").unwrap_or_default();
        command.args(&self.way[1..]).arg(&self.folder).arg(&self.program).args(arguments);
        // The path is for chroot itself.
        command.env_clear().env("PATH", path);
        command
    }

    /// Runs the program and looks for a text in what it prints.
    fn says(&self, arguments: &[&str], expected: &str) -> Result<(), String> {
        let command = format!("in an empty root 'sokolab {}'", arguments.join(" "));
        let said =
            output(&mut self.command(arguments)).map_err(|error| format!("{command} failed: {error}"))?;
        if said.contains(expected) {
            Ok(())
        } else {
            Err(format!("{command} did not print '{expected}':\n{said}"))
        }
    }

    /// Opens the workbench and asks for its page. That is done in the usual root: the workbench finds its own program by `/proc`, to start
    /// workers. A static program needs no library there, either.
    fn serves(&self) -> Result<(), String> {
        let mut command = Command::new(self.folder.join(self.program.trim_start_matches('/')));
        command.args(["serve", "--port", "0", "--no-open", "--data"]).arg(self.folder.join("data"));
        command.current_dir(&self.folder).env_clear().stdout(Stdio::piped());
        let mut process = command.spawn().map_err(|error| format!("{}: {error}", self.program))?;
        let output = process.stdout.take();
        let server = Server(process);
        let mut line = String::new();
        BufReader::new(output.ok_or("no output")?).read_line(&mut line).map_err(|error| error.to_string())?;
        let address = address(&line).ok_or_else(|| format!("the workbench of the archive said: {line}"))?;
        for path in ["/", "/app.js", "/api/about"] {
            let answer = get(address, path).map_err(|error| format!("{address}{path}: {error}"))?;
            if !answer.starts_with("HTTP/1.1 200 ") {
                return Err(format!("the workbench of the archive answered {path}: {answer}"));
            }
        }
        drop(server);
        Ok(())
    }
}

/// Ends the workbench with this value.
struct Server(Child);

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// Host and port in a line that names an address.
fn address(line: &str) -> Option<&str> {
    let word = line.split_whitespace().find_map(|word| word.strip_prefix("http://"))?;
    Some(word.split('/').next().unwrap_or(word))
}

fn get(address: &str, path: &str) -> std::io::Result<String> {
    let mut stream = TcpStream::connect(address)?;
    stream.set_read_timeout(Some(Duration::from_secs(10)))?;
    write!(stream, "GET {path} HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n")?;
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer)?;
    Ok(String::from_utf8_lossy(&answer).into_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_address_is_found_in_what_the_workbench_says() {
        assert_eq!(address("Sokolab is at http://127.0.0.1:8080/ now\n"), Some("127.0.0.1:8080"));
        assert_eq!(address("http://[::1]:1"), Some("[::1]:1"));
        assert_eq!(address("cannot listen"), None);
    }
}
