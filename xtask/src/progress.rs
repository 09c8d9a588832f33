//! Cargo's progress, made visible everywhere and never silent for long.
//!
//! Cargo draws a bar on terminals alone, and does not touch it while one crate is compiled; into a pipe it writes a line when a
//! crate begins, and the slowest of ours take most of a minute. So cargo is told to draw its bar in any case, and what it writes is read here:
//! on a terminal the bar is drawn again every second with the seconds behind it, elsewhere it becomes a plain line every three seconds.
//! Nothing is shown of a build that has nothing to do.
//!
//! [`Progress`] is handed text and the time and returns what to print, so that its tests need no clock.

use std::time::Duration;

/// Where progress is shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Style {
    /// One line that is drawn again.
    Terminal,
    /// Lines below each other, as in a log.
    Plain,
}

impl Style {
    /// The longest silence while the build goes on.
    const fn pause(self) -> Duration {
        match self {
            Self::Terminal => Duration::from_secs(1),
            Self::Plain => Duration::from_secs(3),
        }
    }
}

/// Erases the line on which the bar stands.
const ERASE: &str = "\r\x1b[K";

/// What was read from cargo so far.
pub(crate) struct Progress {
    style: Style,
    /// What is being built, for the time before cargo writes anything.
    name: String,
    /// Whether cargo has work.
    busy: bool,
    /// Its last bar.
    bar: String,
    /// Whether the last line was none of progress.
    message: bool,
    /// When something was printed, or the build began.
    printed: Duration,
    /// The beginning of a piece whose end was not read yet.
    piece: String,
}

impl Progress {
    pub(crate) fn new(style: Style, name: &str) -> Self {
        let (busy, message, printed) = (false, false, Duration::ZERO);
        Self {
            style,
            name: name.to_owned(),
            busy,
            bar: String::new(),
            message,
            printed,
            piece: String::new(),
        }
    }

    /// Whether cargo had anything to do.
    pub(crate) const fn was_busy(&self) -> bool {
        self.busy
    }

    /// When [`Progress::tick`] is due.
    pub(crate) fn due(&self) -> Duration {
        self.printed + self.style.pause()
    }

    /// Takes what cargo wrote, in any portions.
    pub(crate) fn read(&mut self, text: &str, now: Duration) -> String {
        let mut printed = String::new();
        for character in text.chars() {
            if matches!(character, '\r' | '\n') {
                let piece = std::mem::take(&mut self.piece);
                printed += &self.piece_ends(&piece, now);
            } else {
                self.piece.push(character);
            }
        }
        printed
    }

    fn piece_ends(&mut self, piece: &str, now: Duration) -> String {
        let words = without_colours(piece);
        let first = words.split_whitespace().next();
        let message = std::mem::replace(&mut self.message, false);
        match first {
            // A line of its own says it better, and a build with nothing to do says nothing.
            Some("Finished") => String::new(),
            // Errors are set apart by empty lines.
            None if !message => String::new(),
            Some("Building" | "Fetch" | "Downloading") => {
                piece.trim_end().clone_into(&mut self.bar);
                let first = !std::mem::replace(&mut self.busy, true);
                if first || self.style == Style::Terminal { self.draw(now) } else { String::new() }
            }
            Some("Compiling" | "Downloaded" | "Updating" | "Locking") if self.style == Style::Plain => {
                // A log has the bar every few seconds; a line for each of 300 crates would hide it.
                let first = !std::mem::replace(&mut self.busy, true);
                if first {
                    piece.trim_end().clone_into(&mut self.bar);
                    self.draw(now)
                } else {
                    String::new()
                }
            }
            _ => {
                (self.busy, self.message, self.printed) = (true, true, now);
                match self.style {
                    Style::Plain => format!("{}\n", piece.trim_end()),
                    Style::Terminal => format!("{ERASE}{piece}\n{}", self.draw(now)),
                }
            }
        }
    }

    /// Says that the build goes on, if that is due.
    pub(crate) fn tick(&mut self, now: Duration) -> String {
        if now < self.due() { String::new() } else { self.draw(now) }
    }

    fn draw(&mut self, now: Duration) -> String {
        self.printed = now;
        let seconds = now.as_secs();
        let waiting = format!("    Building {}", self.name);
        let bar = if self.bar.is_empty() { &waiting } else { &self.bar };
        match self.style {
            Style::Terminal => format!("{ERASE}{bar}  {seconds} s"),
            Style::Plain => format!("{seconds:>4} s  {}\n", plain(bar)),
        }
    }

    /// What was not shown yet, and the end of the bar.
    pub(crate) fn finish(mut self, now: Duration) -> String {
        let rest = std::mem::take(&mut self.piece);
        let rest = if rest.is_empty() { rest } else { self.piece_ends(&rest, now) };
        if self.style == Style::Terminal && (self.busy || self.printed > Duration::ZERO) {
            return rest + ERASE;
        }
        rest
    }
}

/// A bar in words: "    Building [==>    ] 58/305: errno, syn" says "58 of 305: errno, syn".
fn plain(bar: &str) -> String {
    let bar = without_colours(bar);
    let bar = bar.trim();
    let Some((verb, (_, rest))) =
        bar.split_once('[').and_then(|(verb, rest)| Some((verb, rest.split_once(']')?)))
    else {
        return bar.to_lowercase();
    };
    let rest = rest.trim();
    match (verb.trim(), rest.split_once('/')) {
        ("Building", Some((done, rest))) => format!("compiled {} of {rest}", done.trim()),
        (verb, _) => format!("{}: {rest}", verb.to_lowercase()),
    }
}

/// A text without its escape sequences.
fn without_colours(text: &str) -> String {
    let mut plain = String::new();
    let mut characters = text.chars();
    while let Some(character) = characters.next() {
        if character == '\x1b' {
            let _ = characters.by_ref().find(|&end| end.is_ascii_alphabetic());
        } else {
            plain.push(character);
        }
    }
    plain
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn at(millis: u64) -> Duration {
        Duration::from_millis(millis)
    }

    /// The times at which something was printed while a build ran: cargo writes `written`, ticks come when they are due.
    fn printed(style: Style, written: &[(u64, &str)], end: u64) -> Vec<u64> {
        let mut progress = Progress::new(style, "sokolab");
        let mut times = vec![0];
        for now in 0..end {
            let mut text = String::new();
            for (_, said) in written.iter().filter(|(time, _)| *time == now) {
                text += &progress.read(said, at(now));
            }
            if now >= progress.due().as_millis() as u64 {
                text += &progress.tick(at(now));
            }
            if !text.is_empty() {
                times.push(now);
            }
        }
        times.push(end);
        times
    }

    #[test]
    fn silence_never_lasts_five_seconds() {
        let slow = [
            (10, "    Updating index\n"),
            (9_000, "   Compiling syn v3.0.9\n"),
            (9_001, "    Building [=>  ] 3/305: syn\r"),
            (9_100, "   Compiling soko-learn v0.2.0\n"),
            (70_000, "    Building [==> ] 4/305: soko-learn\r"),
        ];
        for style in [Style::Terminal, Style::Plain] {
            let longest = |times: &[u64]| times.windows(2).map(|pair| pair[1] - pair[0]).max();
            assert!(longest(&printed(style, &slow, 130_000)) <= Some(3_000), "{style:?}");
            assert!(
                longest(&printed(style, &[], 60_000)) <= Some(3_000),
                "{style:?}: cargo waits in silence"
            );
            assert_eq!(printed(style, &slow, 1_000)[1], 10, "{style:?}: the first line comes at once");
        }
    }

    #[test]
    fn a_log_gets_few_lines() {
        let crates: Vec<(u64, String)> = (0..300)
            .map(|n| (n * 100, format!("   Compiling c{n}\n    Building [=] {n}/300: c{n}\r")))
            .collect();
        let crates: Vec<(u64, &str)> = crates.iter().map(|(time, text)| (*time, text.as_str())).collect();
        let lines = printed(Style::Plain, &crates, 30_000).len() - 2;
        assert!((10..=11).contains(&lines), "{lines}");
    }

    #[test]
    fn a_build_with_nothing_to_do_prints_nothing() {
        for style in [Style::Terminal, Style::Plain] {
            let mut progress = Progress::new(style, "sokolab");
            let said = "    Finished `release` profile [optimized] target(s) in 0.21s\n";
            assert_eq!(progress.read(said, at(200)), "");
            assert!(!progress.was_busy());
            assert_eq!(progress.finish(at(210)), "");
        }
    }

    #[test]
    fn errors_are_shown_whole() {
        let mut progress = Progress::new(Style::Plain, "sokolab");
        let error = "error[E0308]: mismatched types\n --> src/main.rs:1:1\n\nerror: aborting\n";
        assert_eq!(progress.read(error, at(5)), error);
        assert_eq!(progress.read("error: could not", at(6)), "");
        assert_eq!(progress.finish(at(7)), "error: could not\n");
    }

    #[test]
    fn bars_are_told_in_words() {
        let told = |bar: &str| {
            let mut progress = Progress::new(Style::Plain, "sokolab");
            progress.read(bar, at(61_000))
        };
        assert_eq!(
            told("\x1b[1m\x1b[36m    Building\x1b[0m [==>  ] 58/305: errno, syn(build.rs)      \r"),
            "  61 s  compiled 58 of 305: errno, syn(build.rs)\n"
        );
        assert_eq!(
            told("       Fetch [==>  ] 171 complete; 7 pending   \r"),
            "  61 s  fetch: 171 complete; 7 pending\n"
        );
        assert_eq!(told(" Downloading 12 crates       \r"), "  61 s  downloading 12 crates\n");
    }

    #[test]
    fn a_terminal_keeps_the_bar_below_the_lines() {
        let mut progress = Progress::new(Style::Terminal, "sokolab");
        progress.read("    Building [>] 1/9: syn\r", at(1_000));
        let text = progress.read("warning: unused\n", at(2_000));
        assert_eq!(text, format!("{ERASE}warning: unused\n{ERASE}    Building [>] 1/9: syn  2 s"));
        assert_eq!(progress.tick(at(2_900)), "");
        assert_eq!(progress.tick(at(3_000)), format!("{ERASE}    Building [>] 1/9: syn  3 s"));
        assert_eq!(progress.finish(at(3_100)), ERASE);
    }
}
