//! `sokolab generate`: makes levels, and writes each as soon as it is there.

mod level_file;

use std::{
    ffi::OsString,
    io::Write,
    mem,
    time::{Duration, Instant},
};

use soko_core::{LevelHash, identity};
use soko_lab::cores;
use soko_levels::generate::{Generated, Stream, Tally, WishError};
use soko_solver::quantity::show_number;

use self::level_file::LevelFile;
use crate::{
    cli::generate::GenerateArgs,
    exit::{Exit, Failure},
    interrupt::Interrupt,
    level_record::{RecordFormat, Records},
    level_source::{LevelSource, Reading},
    output::moving_line::MovingLine,
    terminal::Terminal,
};

/// Shortest time between two lines of progress.
const PACE: Duration = Duration::from_millis(100);

/// Generates.
pub(super) fn run(args: &GenerateArgs, terminal: &mut Terminal) -> Result<Exit, Failure> {
    let records = Records { format: format_of(args)?, wish: args.wish(), seed: args.seed };
    let mut stream = Stream::new(records.wish, args.seed).map_err(impossible)?;
    let mut file =
        args.output.as_deref().map(|path| LevelFile::open(path, records, args.resume)).transpose()?;
    let past = file.as_ref().map_or(&[][..], LevelFile::past);
    stream = stream.after_attempts(past.iter().map(|past| (past.attempt, past.family)));
    let before = past.len();
    stream = stream.except(families(&args.except, terminal)?);
    let interrupt = Interrupt::new();
    stream = stream
        .with_threads(args.jobs.map_or_else(cores, usize::from))
        .with_patience(args.attempts)
        .with_control(&interrupt.control());
    let mut head = records.head();
    let mut watch = Watch::new(args.count(), before, terminal);
    while watch.made < args.count()
        && let Some(attempt) = stream.next_attempt()
    {
        let Ok(made) = attempt else {
            watch.attempt(stream.tally());
            continue;
        };
        watch.level(&made);
        let record = records.record(&made);
        if let Some(file) = &mut file {
            file.append(&record)?;
        } else {
            terminal.write_all((mem::take(&mut head) + &record).as_bytes())?;
            terminal.flush()?;
        }
    }
    watch.line.clear();
    ended(args, &watch, &stream, terminal)
}

/// The format asked for, or the one that the name of the file asks for.
fn format_of(args: &GenerateArgs) -> Result<RecordFormat, Failure> {
    let Some(path) = args.output.as_deref().filter(|_| args.format.is_none()) else {
        return Ok(args.format.unwrap_or(RecordFormat::Sok));
    };
    let ending = path.extension().and_then(|ending| ending.to_str()).unwrap_or_default().to_ascii_lowercase();
    let format = RecordFormat::ALL
        .into_iter()
        .find(|format| format.id() == ending || *format == RecordFormat::Xsb && ending == "txt");
    format.ok_or_else(|| {
        let names = RecordFormat::ALL.map(RecordFormat::id).join(", ");
        Failure::with_help(
            format!("the name of {} says no format", path.display()),
            format!("end it in one of {names}, or give --format"),
        )
    })
}

/// The families of levels in files, as far as these can be read.
fn families(levels: &[OsString], terminal: &mut Terminal) -> Result<Vec<LevelHash>, Failure> {
    let mut families = Vec::new();
    if levels.is_empty() {
        return Ok(families);
    }
    for file in LevelSource::open(levels, Reading::default())?.files() {
        match file {
            Ok(file) => {
                families
                    .extend(file.levels().filter_map(|level| level.playable().ok().map(identity::family)));
            }
            Err(unreadable) => terminal.unreadable(&unreadable),
        }
    }
    Ok(families)
}

fn impossible(error: WishError) -> Failure {
    let help = error.remedy();
    Failure::with_help(error, help)
}

/// Says how it went.
fn ended(
    args: &GenerateArgs,
    watch: &Watch,
    stream: &Stream,
    terminal: &mut Terminal,
) -> Result<Exit, Failure> {
    let tally = stream.tally();
    let new = show_number((watch.made - watch.before) as u64, "level");
    let already = if watch.before > 0 { format!(" after {} before", watch.before) } else { String::new() };
    let place = args.output.as_ref().map(|path| format!(" to {}", path.display())).unwrap_or_default();
    let attempts = show_number(tally.attempts(), "attempt");
    terminal.note(format!("wrote {new}{already}{place} in {attempts}{}", watch.pushes()));
    if watch.made >= args.count() {
        return Ok(Exit::Done);
    }
    if stream.is_stopped() {
        return Ok(Exit::Interrupted);
    }
    Err(Failure::unsolved(
        format!("{} attempts in a row gave no level; refused: {tally}", args.attempts),
        format!("{}; or give --attempts a larger number", tally.remedy()),
    ))
}

/// What is shown while it lasts, and at the end.
struct Watch {
    count: usize,
    /// Levels made before this run.
    before: usize,
    /// Levels there are.
    made: usize,
    /// Fewest, most and sum of the pushes.
    pushes: Option<(u32, u32, u64)>,
    line: MovingLine,
    start: Instant,
    last: Instant,
}

impl Watch {
    fn new(count: usize, before: usize, terminal: &Terminal) -> Self {
        let line = MovingLine::new(!terminal.is_quiet());
        let now = Instant::now();
        Self { count, before, made: before, pushes: None, line, start: now, last: now }
    }

    fn attempt(&mut self, tally: &Tally) {
        if self.last.elapsed() >= PACE {
            self.last = Instant::now();
            let attempts = show_number(tally.attempts(), "attempt");
            let message = format!("{} of {} levels, {attempts}", self.made, self.count);
            self.line.say(self.start.elapsed().as_secs_f64(), &message);
        }
    }

    fn level(&mut self, made: &Generated) {
        self.line.clear();
        self.made += 1;
        let pushes = made.solution.metrics().pushes;
        let (least, most, sum) = self.pushes.unwrap_or((pushes, pushes, 0));
        self.pushes = Some((least.min(pushes), most.max(pushes), sum + u64::from(pushes)));
    }

    /// The pushes of the new levels, in words.
    fn pushes(&self) -> String {
        match self.pushes {
            None => String::new(),
            Some((least, most, _)) if least == most => format!("; {}", show_number(u64::from(least), "push")),
            Some((least, most, sum)) => {
                let mean = sum as f64 / (self.made - self.before) as f64;
                format!("; {least} to {most} pushes, {mean:.1} on average")
            }
        }
    }
}
