//! The game in a real (pseudo) terminal: it takes the terminal over, plays, and gives it back on every way
//! out.
//!
//! This binary starts itself: with `SOKO_TUI_PLAY` set it is the game, else it is the test runner that holds
//! the other end of the terminal.

use libtest_mimic::{Arguments, Conclusion, Trial};

#[path = "model/levels.rs"]
mod levels;

fn main() -> std::process::ExitCode {
    #[cfg(unix)]
    if let Ok(what) = std::env::var(pty::PLAY) {
        return pty::play(&what);
    }
    let arguments = Arguments::from_args();
    let conclusion: Conclusion = libtest_mimic::run(&arguments, trials());
    conclusion.exit_code()
}

#[cfg(not(unix))]
fn trials() -> Vec<Trial> {
    Vec::new()
}

#[cfg(unix)]
fn trials() -> Vec<Trial> {
    let tests: [(&str, fn()); 12] = [
        ("quitting_gives_the_terminal_back", pty::quitting_gives_the_terminal_back),
        ("signals_save_and_give_the_terminal_back", pty::signals_save_and_give_the_terminal_back),
        ("a_closed_window_saves_the_game", pty::a_closed_window_saves_the_game),
        ("a_panic_gives_the_terminal_back", pty::a_panic_gives_the_terminal_back),
        ("keys_and_mouse_play", pty::keys_and_mouse_play),
        ("a_new_size_is_noticed", pty::a_new_size_is_noticed),
        ("a_size_beyond_reason_is_played_on_in_part", pty::a_size_beyond_reason_is_played_on_in_part),
        (
            "a_suspended_game_lends_the_terminal_and_goes_on",
            pty::a_suspended_game_lends_the_terminal_and_goes_on,
        ),
        ("a_stopped_game_takes_the_terminal_again", pty::a_stopped_game_takes_the_terminal_again),
        ("without_records_it_asks_before_losing_a_game", pty::without_records_it_asks_before_losing_a_game),
        ("two_games_at_once_keep_both_solutions", pty::two_games_at_once_keep_both_solutions),
        ("no_terminal_is_an_error", pty::no_terminal_is_an_error),
    ];
    let trial = |(name, test): (&str, fn())| {
        Trial::test(name, move || {
            test();
            Ok(())
        })
    };
    tests.into_iter().map(trial).collect()
}

#[cfg(unix)]
mod pty {
    use std::{
        fs::{self, File, OpenOptions},
        io::{Read, Write},
        os::fd::OwnedFd,
        path::{Path, PathBuf},
        process::{Child, Command, ExitCode, Stdio},
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
        termios::{LocalModes, OptionalActions, Winsize, tcgetattr, tcsetattr, tcsetwinsize},
    };
    use soko_core::{Level, identity};
    use soko_tui::{ColourDepth, GlyphSet, Options, Theme, TuiError, records::RecordsFile};

    use super::levels;

    /// What the child shall do: "play", or "panic" in another thread.
    pub(super) const PLAY: &str = "SOKO_TUI_PLAY";
    const RECORDS: &str = "SOKO_TUI_RECORDS";
    const START: &str = "SOKO_TUI_START";
    /// The machine that runs the tests may be busy.
    const PATIENCE: Duration = Duration::from_secs(20);

    /// The game itself. Says on the terminal, after the game, how it went.
    pub(super) fn play(what: &str) -> ExitCode {
        let options = Options {
            start: std::env::var(START).ok().and_then(|s| s.parse().ok()),
            records: std::env::var_os(RECORDS).map(PathBuf::from),
            theme: Theme { colours: ColourDepth::Basic, glyphs: GlyphSet::Unicode },
            animate: false,
            ..Options::default()
        };
        if what == "panic" {
            thread::spawn(|| {
                thread::sleep(Duration::from_millis(300));
                panic!("a bug elsewhere");
            });
        }
        match soko_tui::run(levels::levels(), &options) {
            Ok(summary) => {
                say(&format!("SOLVED {} {:?}", summary.solved, summary.warnings));
                if summary.interrupted { ExitCode::from(130) } else { ExitCode::SUCCESS }
            }
            Err(TuiError::NotATerminal) => ExitCode::from(2),
            Err(error) => {
                say(&format!("ERROR {error}"));
                ExitCode::from(70)
            }
        }
    }

    /// The terminal may be gone; that is no reason to panic.
    fn say(text: &str) {
        _ = writeln!(std::io::stdout(), "{text}");
    }

    struct Terminal {
        master: Option<File>,
        reader: Option<JoinHandle<()>>,
        closing: Arc<AtomicBool>,
        slave: File,
        child: Child,
        output: Arc<Mutex<Vec<u8>>>,
    }

    impl Terminal {
        /// A game with records of its own, which last as long as the folder.
        fn game() -> (tempfile::TempDir, PathBuf, Self) {
            let folder = tempfile::tempdir().unwrap();
            let path = folder.path().join("records.json");
            let terminal = Self::start("play", Some(&path), 0);
            (folder, path, terminal)
        }

        fn start(what: &str, records: Option<&Path>, start: usize) -> Self {
            Self::start_sized(what, records, start, (80, 24))
        }

        fn start_sized(
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
        fn close_window(&mut self) {
            self.closing.store(true, Ordering::SeqCst);
            self.reader.take().unwrap().join().unwrap();
            self.master = None;
        }

        fn text(&self) -> String {
            String::from_utf8_lossy(&self.output.lock().unwrap()).into_owned()
        }

        /// Waits until the output has the text. Only changed cells are written, so it must be one word.
        fn expect(&self, text: &str) {
            self.expect_after(0, text);
        }

        /// The same for the output after a mark.
        fn expect_after(&self, mark: usize, text: &str) {
            let start = Instant::now();
            while !self.text()[mark..].contains(text) {
                assert!(start.elapsed() < PATIENCE, "never saw {text:?} in {:?}", &self.text()[mark..]);
                thread::sleep(Duration::from_millis(5));
            }
        }

        fn send(&mut self, keys: &str) {
            self.master.as_mut().unwrap().write_all(keys.as_bytes()).unwrap();
        }

        /// Sends keys and waits until they are played: redoing after them has nothing to do and says so.
        fn play(&mut self, keys: &str) {
            let mark = self.text().len();
            self.send(keys);
            self.send("y");
            self.expect_after(mark, "Nothing");
        }

        fn signal(&self, signal: Signal) {
            kill_process(Pid::from_child(&self.child), signal).unwrap();
        }

        fn wait_until_stopped(&self) {
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

        fn wait(&mut self) -> i32 {
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
        fn assert_given_back(&self) {
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

    fn resize(slave: &File, columns: u16, rows: u16) {
        let size = Winsize { ws_row: rows, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0 };
        tcsetwinsize(slave, size).unwrap();
    }

    fn snapshot_length(records: &Path, board: &str) -> Option<usize> {
        let level = Level::parse(board).unwrap();
        let book = RecordsFile::at(records).load().unwrap().book;
        book.record(&level, identity::exact(&level)).0.snapshot.map(|s| s.done)
    }

    fn is_solved(records: &Path, board: &str) -> bool {
        let level = Level::parse(board).unwrap();
        let book = RecordsFile::at(records).load().unwrap().book;
        book.record(&level, identity::exact(&level)).0.is_solved()
    }

    pub(super) fn quitting_gives_the_terminal_back() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("records.json");
        for keys in ["q", "\x03", "?q\x03", "\t\x03"] {
            let mut terminal = Terminal::start("play", Some(&path), 0);
            terminal.expect("Corridor");
            terminal.send(keys);
            assert_eq!(terminal.wait(), 0, "{keys:?}");
            terminal.expect("SOLVED 0 []");
            terminal.assert_given_back();
        }
    }

    pub(super) fn signals_save_and_give_the_terminal_back() {
        let ending = [
            Signal::TERM,
            Signal::INT,
            Signal::HUP,
            Signal::QUIT,
            Signal::ALARM,
            Signal::USR1,
            Signal::USR2,
            Signal::XCPU,
        ];
        for signal in ending {
            let (_folder, path, mut terminal) = Terminal::game();
            terminal.expect("Corridor");
            terminal.play("aw");
            terminal.signal(signal);
            assert_eq!(terminal.wait(), 130, "{signal:?}");
            terminal.assert_given_back();
            assert_eq!(snapshot_length(&path, levels::CORRIDOR), Some(2));
        }
    }

    pub(super) fn a_closed_window_saves_the_game() {
        let (_folder, path, mut terminal) = Terminal::game();
        terminal.expect("Corridor");
        terminal.play("a");
        // No signal comes, because the child has no session of its own: reading yields end-of-file for ever,
        // and it is the screen that fails.
        terminal.close_window();
        assert_eq!(terminal.wait(), 70);
        assert_eq!(snapshot_length(&path, levels::CORRIDOR), Some(1));
    }

    pub(super) fn a_panic_gives_the_terminal_back() {
        let mut terminal = Terminal::start("panic", None, 0);
        terminal.expect("a bug elsewhere");
        assert_eq!(terminal.wait(), 70);
        terminal.expect("ERROR");
        terminal.assert_given_back();
        let text = terminal.text();
        let (left, message) = (text.find("\x1b[?1049l").unwrap(), text.find("a bug elsewhere").unwrap());
        assert!(left < message, "the message belongs on the main screen");
    }

    pub(super) fn keys_and_mouse_play() {
        let (_folder, path, mut terminal) = Terminal::game();
        terminal.expect("Corridor");
        // Right arrow, then vim's right: solved.
        terminal.send("\x1b[Cl");
        terminal.expect("Solved!");
        // Again, by mouse: the board of 8 × 5 large cells lies in the middle of 51 × 19 at (1, 2).
        let mark = terminal.text().len();
        terminal.send("r");
        terminal.expect_after(mark, "Timeline");
        let (x, y) = (1 + (51 - 32) / 2, 2 + (19 - 10) / 2);
        let cell = |column: usize, row: usize| (x + column * 4 + 2, y + row * 2 + 1);
        let press = |(x, y)| format!("\x1b[<0;{x};{y}M\x1b[<0;{x};{y}m");
        let mark = terminal.text().len();
        terminal.send(&press(cell(3, 2)));
        terminal.expect_after(mark, "hatched");
        let mark = terminal.text().len();
        terminal.send(&press(cell(5, 2)));
        terminal.expect_after(mark, "Solved!");
        // All at once: the clicks come while the window is still on the screen.
        let mark = terminal.text().len();
        terminal.send(&["r".to_owned(), press(cell(3, 2)), press(cell(5, 2))].concat());
        terminal.expect_after(mark, "Solved!");
        terminal.send("q");
        assert_eq!(terminal.wait(), 0);
        terminal.expect("SOLVED 3 []");
        assert!(is_solved(&path, levels::CORRIDOR));
    }

    pub(super) fn a_new_size_is_noticed() {
        let (_folder, _, mut terminal) = Terminal::game();
        terminal.expect("Timeline");
        resize(&terminal.slave, 20, 5);
        terminal.signal(Signal::WINCH);
        terminal.expect("Needs");
        let mark = terminal.text().len();
        resize(&terminal.slave, 100, 30);
        terminal.signal(Signal::WINCH);
        terminal.expect_after(mark, "Timeline");
        // Drawn anew by hand, without a question to the terminal: this one answers none.
        let mark = terminal.text().len();
        terminal.send("\x0c");
        terminal.expect_after(mark, "Timeline");
        assert!(!terminal.text().contains("\x1b[6n"));
        terminal.send("q");
        assert_eq!(terminal.wait(), 0);
    }

    pub(super) fn a_size_beyond_reason_is_played_on_in_part() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("records.json");
        let mut terminal = Terminal::start_sized("play", Some(&path), 0, (u16::MAX, u16::MAX));
        terminal.expect("Timeline");
        terminal.send("dd");
        terminal.expect("Solved!");
        terminal.send("q");
        assert_eq!(terminal.wait(), 0);
        terminal.assert_given_back();
        // From a usual size to one, and to one that is only wide.
        let mut terminal = Terminal::start("play", Some(&path), 0);
        terminal.expect("Timeline");
        for (columns, rows) in [(u16::MAX, u16::MAX), (u16::MAX, 30), (80, u16::MAX), (0, 0), (80, 24)] {
            resize(&terminal.slave, columns, rows);
            terminal.signal(Signal::WINCH);
            thread::sleep(Duration::from_millis(100));
        }
        terminal.play("a");
        terminal.send("q");
        assert_eq!(terminal.wait(), 0);
        terminal.assert_given_back();
    }

    fn is_raw(slave: &File) -> bool {
        !tcgetattr(slave).unwrap().local_modes.intersects(LocalModes::ICANON | LocalModes::ECHO)
    }

    /// Waits until the terminal is in raw mode again and the whole screen was drawn after the mark.
    fn assert_taken_again(terminal: &Terminal, mark: usize) {
        terminal.expect_after(mark, "\x1b[?1049h");
        terminal.expect_after(mark, "\x1b[?1000h");
        terminal.expect_after(mark, "Timeline");
        assert!(is_raw(&terminal.slave));
    }

    pub(super) fn a_suspended_game_lends_the_terminal_and_goes_on() {
        let (_folder, path, mut terminal) = Terminal::game();
        terminal.expect("Timeline");
        terminal.play("a");
        let mut mark = 0;
        for round in 1..=2 {
            terminal.signal(Signal::TSTP);
            terminal.wait_until_stopped();
            assert!(!is_raw(&terminal.slave), "round {round}");
            // The last bytes may still be on their way.
            terminal.expect_after(mark, "\x1b[?1049l");
            terminal.expect_after(mark, "\x1b[?25h");
            mark = terminal.text().len();
            terminal.signal(Signal::CONT);
            assert_taken_again(&terminal, mark);
        }
        // However often it was left, the game has its screen again.
        assert!(terminal.text().rfind("\x1b[?1049h") > terminal.text().rfind("\x1b[?1049l"));
        // One after the other: what was said after the first step is still on the screen.
        terminal.send("wq");
        assert_eq!(terminal.wait(), 0);
        assert!(!is_raw(&terminal.slave));
        assert_eq!(snapshot_length(&path, levels::CORRIDOR), Some(2));
    }

    pub(super) fn a_stopped_game_takes_the_terminal_again() {
        let (_folder, _, mut terminal) = Terminal::game();
        terminal.expect("Timeline");
        let raw = tcgetattr(&terminal.slave).unwrap();
        // Nothing can be done about this signal; the shell puts the terminal into the mode that it likes.
        terminal.signal(Signal::STOP);
        terminal.wait_until_stopped();
        let mut cooked = raw;
        cooked.local_modes |= LocalModes::ICANON | LocalModes::ECHO | LocalModes::ISIG;
        tcsetattr(&terminal.slave, OptionalActions::Now, &cooked).unwrap();
        let mark = terminal.text().len();
        terminal.signal(Signal::CONT);
        assert_taken_again(&terminal, mark);
        terminal.send("q");
        assert_eq!(terminal.wait(), 0);
        assert!(!is_raw(&terminal.slave));
    }

    pub(super) fn without_records_it_asks_before_losing_a_game() {
        let mut terminal = Terminal::start("play", None, 0);
        terminal.expect("Corridor");
        terminal.play("a");
        terminal.send("q");
        terminal.expect("Quit?");
        terminal.send("y");
        assert_eq!(terminal.wait(), 0);
        terminal.expect("SOLVED 0 []");
        terminal.assert_given_back();
    }

    pub(super) fn two_games_at_once_keep_both_solutions() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("records.json");
        let mut first = Terminal::start("play", Some(&path), 0);
        let mut second = Terminal::start("play", Some(&path), 2);
        first.expect("Corridor");
        second.expect("Surplus");
        // Both have read the file (there is none); now both solve their level.
        first.send("dd");
        second.send("ssddw");
        for terminal in [&mut first, &mut second] {
            terminal.expect("Solved!");
            terminal.send("q");
            assert_eq!(terminal.wait(), 0);
        }
        assert!(is_solved(&path, levels::CORRIDOR));
        assert!(is_solved(&path, levels::SURPLUS));
    }

    pub(super) fn no_terminal_is_an_error() {
        let folder = tempfile::tempdir().unwrap();
        let out = fs::File::create(folder.path().join("out")).unwrap();
        let status = Command::new(std::env::current_exe().unwrap())
            .env(PLAY, "play")
            .stdin(Stdio::null())
            .stdout(out)
            .status()
            .unwrap();
        assert_eq!(status.code(), Some(2));
        assert_eq!(fs::read(folder.path().join("out")).unwrap(), b"");
    }
}
