//! A pseudo terminal with a game in it, and what a person does with it.

use std::{
    fs::{File, OpenOptions},
    io::{Read, Write},
    os::fd::OwnedFd,
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
    sync::{
        Arc, Mutex,
        atomic::{AtomicBool, Ordering},
    },
    thread::{self, JoinHandle},
    time::{Duration, Instant},
};

use rustix::{
    io::{FdFlags, fcntl_setfd},
    process::{Pid, Signal, WaitOptions, kill_process, waitpid},
    pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt},
    termios::{LocalModes, Winsize, tcgetattr, tcsetwinsize},
};

use crate::game::{PLAY, RECORDS, START};

/// The machine that runs the tests may be busy.
const PATIENCE: Duration = Duration::from_secs(20);

/// A game and our end of its terminal.
pub(super) struct Terminal {
    master: Option<File>,
    reader: Option<JoinHandle<()>>,
    closing: Arc<AtomicBool>,
    pub(super) slave: File,
    child: Child,
    output: Arc<Mutex<Vec<u8>>>,
}

impl Terminal {
    /// A game with records of its own, which last as long as the folder.
    pub(super) fn game() -> (tempfile::TempDir, PathBuf, Self) {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("records.json");
        let terminal = Self::start("play", Some(&path), 0);
        (folder, path, terminal)
    }

    pub(super) fn start(what: &str, records: Option<&Path>, start: usize) -> Self {
        Self::start_sized(what, records, start, (80, 24))
    }

    pub(super) fn start_sized(
        what: &str,
        records: Option<&Path>,
        start: usize,
        (columns, rows): (u16, u16),
    ) -> Self {
        // No other child may inherit our end, or closing it closes nothing.
        let flags = OpenptFlags::RDWR | OpenptFlags::NOCTTY;
        #[cfg(target_os = "linux")]
        let flags = flags | OpenptFlags::CLOEXEC;
        let master = openpt(flags).unwrap();
        fcntl_setfd(&master, FdFlags::CLOEXEC).unwrap();
        grantpt(&master).unwrap();
        unlockpt(&master).unwrap();
        let name = ptsname(&master, Vec::new()).unwrap();
        let slave = OpenOptions::new().read(true).write(true).open(name.to_str().unwrap()).unwrap();
        resize(&slave, columns, rows);
        let end = || Stdio::from(OwnedFd::from(slave.try_clone().unwrap()));
        let mut command = Command::new(std::env::current_exe().unwrap());
        command.env(PLAY, what).env(START, start.to_string()).env_remove(RECORDS);
        if let Some(path) = records {
            command.env(RECORDS, path);
        }
        let child = command.stdin(end()).stdout(end()).stderr(end()).spawn().unwrap();
        let output = Arc::new(Mutex::new(Vec::new()));
        let (mut reader, sink) = (File::from(master), Arc::clone(&output));
        let writer = reader.try_clone().unwrap();
        let closing = Arc::new(AtomicBool::new(false));
        let told = Arc::clone(&closing);
        let reader = thread::spawn(move || {
            let mut buffer = [0; 4096];
            while !told.load(Ordering::SeqCst)
                && let Ok(count @ 1..) = reader.read(&mut buffer)
            {
                sink.lock().unwrap().extend_from_slice(&buffer[..count]);
            }
        });
        Self { master: Some(writer), reader: Some(reader), closing, slave, child, output }
    }

    /// Closes our end, as a terminal window does. The game's next sign of life ends the reader.
    pub(super) fn close_window(&mut self) {
        self.closing.store(true, Ordering::SeqCst);
        self.reader.take().unwrap().join().unwrap();
        self.master = None;
    }

    pub(super) fn text(&self) -> String {
        String::from_utf8_lossy(&self.output.lock().unwrap()).into_owned()
    }

    /// Waits until the output has the text. Only changed cells are written, so it must be one word.
    pub(super) fn expect(&self, text: &str) {
        self.expect_after(0, text);
    }

    /// The same for the output after a mark.
    pub(super) fn expect_after(&self, mark: usize, text: &str) {
        let start = Instant::now();
        while !self.text()[mark..].contains(text) {
            assert!(start.elapsed() < PATIENCE, "never saw {text:?} in {:?}", &self.text()[mark..]);
            thread::sleep(Duration::from_millis(5));
        }
    }

    pub(super) fn send(&mut self, keys: &str) {
        self.master.as_mut().unwrap().write_all(keys.as_bytes()).unwrap();
    }

    /// Sends keys and waits until they are played: redoing after them has nothing to do and says so.
    pub(super) fn play(&mut self, keys: &str) {
        let mark = self.text().len();
        self.send(keys);
        self.send("y");
        self.expect_after(mark, "Nothing");
    }

    pub(super) fn signal(&self, signal: Signal) {
        kill_process(Pid::from_child(&self.child), signal).unwrap();
    }

    pub(super) fn wait_until_stopped(&self) {
        let child = Some(Pid::from_child(&self.child));
        let start = Instant::now();
        loop {
            let changed = waitpid(child, WaitOptions::UNTRACED | WaitOptions::NOHANG).unwrap();
            if let Some((_, status)) = changed {
                assert!(status.stopped(), "{status:?}");
                return;
            }
            assert!(start.elapsed() < PATIENCE, "the game was not stopped: {:?}", self.text());
            thread::sleep(Duration::from_millis(5));
        }
    }

    pub(super) fn wait(&mut self) -> i32 {
        let start = Instant::now();
        loop {
            if let Some(status) = self.child.try_wait().unwrap() {
                return status.code().unwrap_or(-1);
            }
            if start.elapsed() > PATIENCE {
                self.child.kill().unwrap();
                panic!("the game did not end: {:?}", self.text());
            }
            thread::sleep(Duration::from_millis(5));
        }
    }

    /// Is it as it was: line mode with echo, main screen, visible cursor, no mouse reports?
    pub(super) fn assert_given_back(&self) {
        let modes = tcgetattr(&self.slave).unwrap().local_modes;
        assert!(modes.contains(LocalModes::ICANON | LocalModes::ECHO | LocalModes::ISIG));
        // The last bytes may still be on their way.
        self.expect("\x1b[?25h");
        let text = self.text();
        for (on, off) in
            [("\x1b[?1049h", "\x1b[?1049l"), ("\x1b[?1000h", "\x1b[?1000l"), ("\x1b[?25l", "\x1b[?25h")]
        {
            assert!(text.rfind(on).unwrap() < text.rfind(off).unwrap(), "{on:?} was not undone");
        }
        assert_eq!(text.matches("\x1b[?1049l").count(), 1, "restored exactly once");
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        // A failed test must not leave its game behind.
        _ = self.child.kill();
        _ = self.child.wait();
    }
}

pub(super) fn resize(slave: &File, columns: u16, rows: u16) {
    let size = Winsize { ws_row: rows, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0 };
    tcsetwinsize(slave, size).unwrap();
}
