//! The browser's driver: one process for all scenarios.

use std::{
    env,
    io::{BufRead, BufReader},
    path::Path,
    process::{Child, Command, Stdio},
    thread,
};

/// A running driver; ends with this value.
pub(crate) struct Driver {
    process: Child,
    /// Where it listens.
    pub(crate) address: String,
}

/// The browser to drive.
pub(crate) fn browser() -> String {
    env::var("SOKO_CHROME").unwrap_or_else(|_| "/usr/bin/chromium".to_owned())
}

impl Driver {
    /// Starts the driver on a free port.
    pub(crate) fn start() -> Result<Self, String> {
        let program = env::var("SOKO_CHROMEDRIVER").unwrap_or_else(|_| "chromedriver".to_owned());
        let missing = "the browser tests need Chromium and its driver: install the packages 'chromium' and \
                       'chromium-driver', or name them with SOKO_CHROME and SOKO_CHROMEDRIVER";
        if !Path::new(&browser()).exists() {
            return Err(missing.to_owned());
        }
        let mut process = Command::new(program)
            .arg("--port=0")
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .map_err(|error| format!("{missing} ({error})"))?;
        let mut lines =
            BufReader::new(process.stdout.take().ok_or("no output")?).lines().map_while(Result::ok);
        let port = lines
            .find_map(|line| {
                line.rsplit_once("successfully on port ")
                    .map(|(_, port)| port.trim_end_matches('.').to_owned())
            })
            .ok_or("the driver did not say its port")?;
        // Whatever else it prints must not fill the pipe.
        thread::spawn(move || lines.for_each(drop));
        Ok(Self { process, address: format!("http://127.0.0.1:{port}") })
    }
}

impl Drop for Driver {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}
