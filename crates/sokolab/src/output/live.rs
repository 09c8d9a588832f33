//! What a person sees while a bench runs: one row per contender and a bar, redrawn in place on standard error.
//!
//! On anything but a terminal there is a plain line now and then, for logs.

use std::{
    collections::VecDeque,
    io::{IsTerminal, Write, stderr},
    time::{Duration, Instant},
};

use soko_lab::{Dataset, Happening};
use soko_solver::quantity::show_duration;

use super::table::fitted;
use crate::terminal::{self, Terminal, printable};

/// Time between two drawings.
const DRAW: Duration = Duration::from_millis(200);
/// Time between two lines of a log.
const LOG: Duration = Duration::from_secs(30);
/// Columns of the bar.
const BAR: usize = 24;

/// The state of a bench, and its drawing.
pub(crate) struct Live {
    mode: Mode,
    rows: Vec<Row>,
    /// The contender of every trial of the plan.
    contenders: Vec<usize>,
    jobs: usize,
    /// Seconds that a run takes at most.
    limit: Option<f64>,
    last: Instant,
    drawn: usize,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Mode {
    Drawing,
    Log,
    Silent,
}

struct Row {
    name: String,
    planned: usize,
    done: usize,
    solved: usize,
    seconds: f64,
    worst: f64,
    /// Seconds of its latest runs: hard levels often come last, and the mean of all would promise too much.
    latest: VecDeque<f64>,
}

/// How many runs are the latest.
const LATEST: usize = 16;

impl Live {
    /// Nothing has happened yet.
    pub(crate) fn new(terminal: &Terminal, jobs: usize) -> Self {
        let mode = match (terminal.is_quiet(), stderr().is_terminal() && !terminal::is_dumb()) {
            (true, _) => Mode::Silent,
            (false, true) => Mode::Drawing,
            (false, false) => Mode::Log,
        };
        Self {
            mode,
            rows: Vec::new(),
            contenders: Vec::new(),
            jobs,
            limit: None,
            last: Instant::now(),
            drawn: 0,
        }
    }

    /// The trials of a plan that are this bench's business, some of which may be done.
    fn begin(&mut self, before: &Dataset, mine: &[usize]) {
        let row = |name: &String| Row {
            name: printable(name).into_owned(),
            planned: 0,
            done: 0,
            solved: 0,
            seconds: 0.0,
            worst: 0.0,
            latest: VecDeque::new(),
        };
        self.rows = before.contenders.iter().map(|contender| row(&contender.name)).collect();
        self.contenders = before.trials.iter().map(|trial| trial.contender).collect();
        self.limit = before.limits.time_ms.map(|ms| ms as f64 / 1e3);
        for trial in mine.iter().map(|&i| &before.trials[i]) {
            self.rows[trial.contender].planned += 1;
            if let Some(run) = trial.run {
                self.rows[trial.contender].add(run.solved(), run.wall);
            }
        }
    }

    /// Takes note of what happens.
    pub(crate) fn show(&mut self, happening: &Happening<'_>) {
        match happening {
            Happening::Begun { before, mine } => self.begin(before, mine),
            Happening::Recorded { trial, record } => {
                self.rows[self.contenders[*trial]].add(record.solution.is_some(), record.wall);
            }
            Happening::Tick => {}
        }
        let pause = if self.mode == Mode::Log { LOG } else { DRAW };
        if self.mode == Mode::Silent || self.last.elapsed() < pause {
            return;
        }
        self.last = Instant::now();
        if self.mode == Mode::Log {
            let _ = writeln!(stderr(), "{}", self.progress());
            return;
        }
        self.clear();
        let columns = terminal::error_columns().saturating_sub(1);
        let lines: Vec<_> =
            self.lines().iter().map(|line| fitted(line, columns).trim_end().to_owned()).collect();
        let _ = stderr().write_all((lines.join("\n") + "\n").as_bytes());
        self.drawn = lines.len();
    }

    /// Takes the drawing off the screen.
    pub(crate) fn clear(&mut self) {
        if self.drawn > 0 {
            let _ = stderr().write_all(format!("\x1b[{}A\r\x1b[J", self.drawn).as_bytes());
            self.drawn = 0;
        }
    }

    fn lines(&self) -> Vec<String> {
        let width = self.rows.iter().map(|row| row.name.chars().count()).max().unwrap_or(0).clamp(6, 28);
        let head = format!(
            "{}{:>14}{:>9}{:>10}{:>10}",
            fitted("player", width),
            "done",
            "solved",
            "mean",
            "longest"
        );
        let rows = self.rows.iter().map(|row| {
            let mean = row.mean().map_or_else(String::new, shown);
            let worst = if row.done > 0 { shown(row.worst) } else { String::new() };
            let done = format!("{} of {}", row.done, row.planned);
            format!("{}{done:>14}{:>9}{mean:>10}{worst:>10}", fitted(&row.name, width), row.solved)
        });
        std::iter::once(head).chain(rows).chain([format!("{} {}", self.bar(), self.progress())]).collect()
    }

    fn bar(&self) -> String {
        let (done, planned) = self.sums();
        let full = (done * BAR).checked_div(planned).unwrap_or(BAR);
        format!("[{}{}]", "#".repeat(full), ".".repeat(BAR - full))
    }

    fn progress(&self) -> String {
        let (done, planned) = self.sums();
        let solved: usize = self.rows.iter().map(|row| row.solved).sum();
        let left = self.left().map_or_else(String::new, |left| format!(", about {} left", shown(left)));
        format!("{done} of {planned} done, {solved} solved{left}")
    }

    fn sums(&self) -> (usize, usize) {
        self.rows.iter().fold((0, 0), |(done, planned), row| (done + row.done, planned + row.planned))
    }

    /// Seconds until the end: what every contender took of late, for what it has left.
    fn left(&self) -> Option<f64> {
        let overall = mean(self.rows.iter().flat_map(|row| &row.latest)).or(self.limit);
        let open = self.rows.iter().map(|row| {
            let left = (row.planned - row.done) as f64;
            if left == 0.0 { Some(0.0) } else { mean(row.latest.iter()).or(overall).map(|mean| mean * left) }
        });
        open.sum::<Option<f64>>().map(|seconds| seconds / self.jobs as f64)
    }
}

impl Row {
    fn add(&mut self, solved: bool, seconds: f64) {
        self.done += 1;
        self.solved += usize::from(solved);
        self.seconds += seconds;
        self.worst = self.worst.max(seconds);
        self.latest.push_back(seconds);
        if self.latest.len() > LATEST {
            self.latest.pop_front();
        }
    }

    fn mean(&self) -> Option<f64> {
        (self.done > 0).then(|| self.seconds / self.done as f64)
    }
}

fn mean<'a>(seconds: impl Iterator<Item = &'a f64>) -> Option<f64> {
    let (count, sum) = seconds.fold((0_u32, 0.0), |(count, sum), seconds| (count + 1, sum + seconds));
    (count > 0).then(|| sum / f64::from(count))
}

fn shown(seconds: f64) -> String {
    show_duration(Duration::try_from_secs_f64(seconds).unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(name: &str, done: usize, seconds: f64) -> Row {
        let latest = vec![seconds / done.max(1) as f64; done].into();
        Row {
            name: name.to_owned(),
            planned: 10,
            done,
            solved: done / 2,
            seconds,
            worst: seconds / 2.0,
            latest,
        }
    }

    fn live(rows: Vec<Row>) -> Live {
        Live {
            mode: Mode::Drawing,
            rows,
            contenders: Vec::new(),
            jobs: 2,
            limit: Some(60.0),
            last: Instant::now(),
            drawn: 0,
        }
    }

    #[test]
    fn the_drawing_has_a_row_each_and_a_bar() {
        let live = live(vec![row("astar", 4, 8.0), row("greedy", 6, 3.0)]);
        assert_eq!(
            live.lines(),
            [
                "player          done   solved      mean   longest",
                "astar        4 of 10        2    2.000s    4.000s",
                "greedy       6 of 10        3    0.500s    1.500s",
                "[############............] 10 of 20 done, 5 solved, about 7.000s left",
            ]
        );
    }

    #[test]
    fn who_has_not_played_is_guessed_by_the_others_or_by_the_limit() {
        assert_eq!(live(vec![row("a", 10, 20.0), row("b", 0, 0.0)]).left(), Some(10.0));
        assert_eq!(live(vec![row("a", 0, 0.0)]).left(), Some(300.0));
    }

    #[test]
    fn what_is_left_follows_the_latest_runs() {
        let mut live = live(vec![Row { planned: 1000, ..row("a", 0, 0.0) }]);
        (0..500).for_each(|_| live.rows[0].add(true, 0.001));
        (0..LATEST).for_each(|_| live.rows[0].add(false, 10.0));
        assert_eq!(live.left(), Some((1000.0 - 500.0 - LATEST as f64) * 10.0 / 2.0));
    }
}
