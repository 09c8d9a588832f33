//! What to try next when levels stay unsolved: a command that can be pasted.

use std::{borrow::Cow, fmt::Write as _, time::Duration};

use soko_solver::{Limits, Status, limits};

use super::result::LevelResult;

/// More levels of one file are not listed: the command takes the whole file.
const MANY_LEVELS: usize = 12;

/// How much more is tried next time.
const MORE: u64 = 10;

/// The levels of a run that stayed unsolved, and how it was run.
pub(crate) struct NextStep {
    player: &'static str,
    limits: Limits,
    /// Of the first file with any: its name, and status and number of each level.
    levels: Option<(String, Vec<(Status, usize)>)>,
}

impl NextStep {
    /// For runs of a player within limits.
    pub(crate) const fn new(player: &'static str, limits: Limits) -> Self {
        Self { player, limits, levels: None }
    }

    /// Takes note of a level.
    pub(crate) fn add(&mut self, result: &LevelResult<'_>) {
        let status = result.status();
        // Levels from standard input are gone, and what is solved, proven unsolvable or stopped by hand needs no more time.
        if result.file == "-" || matches!(status, Status::Solved | Status::Unsolvable | Status::Stopped) {
            return;
        }
        let (file, levels) = self.levels.get_or_insert_with(|| (result.file.to_owned(), Vec::new()));
        if file == result.file {
            levels.push((status, result.index));
        }
    }

    /// The command, if there is one to give.
    pub(crate) fn command(&self) -> Option<String> {
        let (file, levels) = self.levels.as_ref()?;
        // Of several reasons the one that more time, memory or another player can do something about.
        let status = [Status::TimeLimit, Status::NodeLimit, Status::MemoryLimit, Status::Invalid]
            .into_iter()
            .find(|status| levels.iter().any(|(of_level, _)| of_level == status))?;
        if status == Status::Invalid {
            return Some(format!("sokolab check {}", quoted(file)));
        }
        let numbers: Vec<_> =
            levels.iter().filter(|level| level.0 == status).map(|level| level.1.to_string()).collect();
        let which =
            if numbers.len() > MANY_LEVELS { file.clone() } else { format!("{file}#{}", numbers.join(",")) };
        let mut command = format!("sokolab solve {}", quoted(&which));
        if self.player == soko_players::DEFAULT {
            self.with_more(status, &mut command);
        } else {
            let _ = write!(command, " --player {}", soko_players::DEFAULT);
        }
        Some(command)
    }

    /// The same player with more of what it ran out of.
    fn with_more(&self, status: Status, command: &mut String) {
        let Limits { time_ms, nodes, memory } = self.limits;
        let _ = match (status, time_ms, nodes, memory) {
            (Status::TimeLimit, Some(time), ..) => {
                let most = Duration::from_secs_f64(limits::TIME.maximum);
                let time = Duration::from_millis(time.saturating_mul(MORE)).min(most);
                write!(command, " --time-limit {}", written(time))
            }
            (Status::NodeLimit, _, Some(nodes), _) => {
                write!(command, " --node-limit {}", nodes.saturating_mul(MORE).min(limits::EXACT))
            }
            (Status::MemoryLimit, _, _, Some(memory)) => {
                write!(command, " --memory-limit {}MiB", (memory >> 20).max(1).saturating_mul(2))
            }
            _ => Ok(()),
        };
    }
}

/// A time as options take it.
fn written(time: Duration) -> String {
    let ms = time.as_millis();
    match ms {
        _ if ms.is_multiple_of(60_000) => format!("{}m", ms / 60_000),
        _ if ms.is_multiple_of(1_000) => format!("{}s", ms / 1_000),
        _ => format!("{ms}ms"),
    }
}

/// The text as one word of a shell.
fn quoted(text: &str) -> Cow<'_, str> {
    let plain = |c: char| c.is_alphanumeric() || "/._-+:,@%=".contains(c);
    // A '#' within a word begins no comment.
    if !text.is_empty() && text.chars().enumerate().all(|(i, c)| plain(c) || c == '#' && i > 0) {
        return Cow::Borrowed(text);
    }
    Cow::Owned(format!("'{}'", text.replace('\'', r"'\''")))
}

#[cfg(test)]
mod tests {
    use soko_solver::{Report, Statistics};

    use super::*;

    fn command(player: &'static str, results: &[(&str, usize, Status)]) -> Option<String> {
        let limits = Limits { time_ms: Some(60_000), nodes: Some(500), memory: Some(3 << 20) };
        let mut next = NextStep::new(player, limits);
        for &(file, index, status) in results {
            let report = Report {
                status,
                solution: None,
                optimal: None,
                halted: None,
                statistics: Statistics::default(),
                elapsed: Duration::ZERO,
                seed: 1,
            };
            let outcome = Ok(report);
            next.add(&LevelResult {
                file,
                index,
                title: None,
                player,
                seed: 1,
                outcome,
                before_optimizing: None,
            });
        }
        next.command()
    }

    #[test]
    fn another_player_gets_its_chance_before_more_time() {
        let timed_out = ("levels.xsb", 4, Status::TimeLimit);
        assert_eq!(command("bfs", &[timed_out]).as_deref(), Some("sokolab solve levels.xsb#4 --player auto"));
        assert_eq!(
            command("auto", &[timed_out]).as_deref(),
            Some("sokolab solve levels.xsb#4 --time-limit 10m")
        );
    }

    #[test]
    fn the_limit_that_ended_the_run_is_raised() {
        let of = |status| command("auto", &[("a b.xsb", 1, Status::Solved), ("a b.xsb", 2, status)]);
        assert_eq!(of(Status::NodeLimit).as_deref(), Some("sokolab solve 'a b.xsb#2' --node-limit 5000"));
        assert_eq!(of(Status::MemoryLimit).as_deref(), Some("sokolab solve 'a b.xsb#2' --memory-limit 6MiB"));
        assert_eq!(of(Status::Invalid).as_deref(), Some("sokolab check 'a b.xsb'"));
        assert_eq!(of(Status::Unsolvable), None, "there is nothing to try");
        assert_eq!(of(Status::Stopped), None);
    }

    #[test]
    fn many_levels_are_their_file_and_standard_input_is_gone() {
        let levels: Vec<_> = (1..=13).map(|index| ("x.sok", index, Status::TimeLimit)).collect();
        assert_eq!(command("auto", &levels).as_deref(), Some("sokolab solve x.sok --time-limit 10m"));
        let few = command("auto", &levels[10..]);
        assert_eq!(few.as_deref(), Some("sokolab solve x.sok#11,12,13 --time-limit 10m"));
        assert_eq!(command("auto", &[("-", 1, Status::TimeLimit)]), None);
    }

    #[test]
    fn words_of_a_shell_survive_it() {
        for (text, word) in
            [("a#1", "a#1"), ("it's", r"'it'\''s'"), ("#1", "'#1'"), ("$x", "'$x'"), ("", "''")]
        {
            assert_eq!(quoted(text), word);
        }
    }
}
