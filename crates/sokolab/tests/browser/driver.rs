//! A driver: the process that a scenario commands its browser through.

use std::{
    io::{BufRead, BufReader, Read},
    mem,
    process::{Child, Command, Stdio},
    sync::{Arc, Mutex, PoisonError, mpsc},
    thread,
    time::Duration,
};

/// How long a driver may take until it listens.
const PATIENCE: Duration = Duration::from_secs(20);

/// What a driver and its browser have printed since it was last taken.
type Printed = Arc<Mutex<Vec<String>>>;

/// A running driver; ends with this value.
pub(crate) struct Driver {
    process: Child,
    /// Where it listens.
    pub(crate) address: String,
    printed: Printed,
}

impl Driver {
    /// Starts one on a free port, which it says on one of its first lines.
    pub(crate) fn start(mut command: Command) -> Result<Self, String> {
        let program = command.get_program().display().to_string();
        let mut process = command
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .map_err(|error| format!("{program} does not start: {error}"))?;
        let printed = Printed::default();
        let (found, port) = mpsc::channel();
        read_along(process.stdout.take(), &printed, found.clone());
        read_along(process.stderr.take(), &printed, found);
        let mut driver = Self { process, address: String::new(), printed };
        let port = port.recv_timeout(PATIENCE).map_err(|_| format!("{program} did not say its port"))?;
        driver.address = format!("http://127.0.0.1:{port}");
        Ok(driver)
    }

    /// Takes the lines that were printed.
    pub(crate) fn take_printed(&self) -> Vec<String> {
        mem::take(&mut *self.printed.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

impl Drop for Driver {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// Keeps every line of an output, so that its pipe never fills, and reports the port.
fn read_along(output: Option<impl Read + Send + 'static>, printed: &Printed, found: mpsc::Sender<u16>) {
    let printed = Arc::clone(printed);
    thread::spawn(move || {
        for line in output.into_iter().flat_map(|output| BufReader::new(output).lines()).map_while(Result::ok)
        {
            if let Some(port) = port(&line) {
                let _ = found.send(port);
            }
            printed.lock().unwrap_or_else(PoisonError::into_inner).push(line);
        }
    });
}

/// The port in the sentence of a driver that listens: of Chromium's, or of Firefox's.
fn port(line: &str) -> Option<u16> {
    let (_, port) = line
        .rsplit_once("successfully on port ")
        .or_else(|| line.rsplit_once("geckodriver\tINFO\tListening on 127.0.0.1:"))?;
    port.trim_end_matches('.').parse().ok()
}
