//! What happens on every way out, and on the way there.

use std::{
    fs::{self, File},
    path::Path,
    process::{Command, Stdio},
    thread,
    time::Duration,
};

use rustix::{
    process::Signal,
    termios::{LocalModes, OptionalActions, tcgetattr, tcsetattr},
};
use soko_core::{Level, identity};
use soko_tui::records::RecordsFile;

use crate::{
    game::PLAY,
    levels,
    pty::{Terminal, resize},
};

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
