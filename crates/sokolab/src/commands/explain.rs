//! `sokolab explain`: which rules prove a position lost, and which move of a game lost it.

use std::io::Write;

use serde::Serialize;
use soko_analysis::deadlock::{Explanation, FatalMove, RuleId, fatal_move};
use soko_core::{Board, Direction, Level, Position, Square, SquareSet, Step, lurd, replay};
use soko_tui::GlyphSet;

use soko_solver::quantity::show_number;

use crate::{
    cli::explain::ExplainArgs,
    exit::{Exit, Failure},
    level_source::{LevelFile, LevelSource, SourceLevel},
    output::json,
    terminal::{BAD, GOOD, HEADING, Terminal, printable},
    text_board::{self, Marks},
};

/// Explains.
pub(super) fn run(args: &ExplainArgs, terminal: &mut Terminal) -> Result<Exit, Failure> {
    let game = lurd::parse(args.after.as_deref().unwrap_or_default())
        .map_err(|error| Failure::with_help(format!("--after: {error}"), "write moves such as rRuLL"))?;
    let rules = if args.rules.is_empty() { RuleId::ALL } else { &args.rules };
    let source = LevelSource::open(&args.levels.levels, args.reading.reading())?;
    let mut run = Run { json: args.json, rules, game, explained: 0, exit: Exit::Done };
    for file in source.files() {
        if let Some(file) = terminal.opened(file, &mut run.exit) {
            run.file(&file, terminal)?;
        }
    }
    Ok(run.exit)
}

struct Run<'a> {
    json: bool,
    rules: &'a [RuleId],
    game: Vec<Direction>,
    explained: usize,
    exit: Exit,
}

/// What there is to say about one level.
struct Finding {
    board: Board,
    /// The moves of the game as they were made.
    steps: Vec<Step>,
    fatal: Option<FatalMove>,
    solved: bool,
}

impl Run<'_> {
    fn file(&mut self, file: &LevelFile, terminal: &mut Terminal) -> Result<(), Failure> {
        if file.len() == 0 {
            self.exit = self.exit.max(Exit::BadInput);
        }
        for source in file.levels() {
            let finding = source.playable().map_err(|refusal| refusal.to_string());
            let finding = finding.and_then(|level| Ok((level, self.find(level)?)));
            if finding.is_err() {
                self.exit = self.exit.max(Exit::BadInput);
            }
            if self.json {
                json::write_line(terminal, &Line::of(file, &source, &finding))?;
            } else {
                match &finding {
                    Ok((level, finding)) => self.tell(file, &source, level, finding, terminal)?,
                    Err(error) => terminal.error(format!("{}#{}: {error}", file.name, source.index), None),
                }
            }
            terminal.flush()?;
        }
        Ok(())
    }

    /// Follows the game and stops at the first position that is lost.
    fn find(&self, level: &Level) -> Result<Finding, String> {
        let (steps, end) =
            replay::walk_through(level, &self.game).map_err(|error| format!("--after: {error}"))?;
        let fatal = fatal_move(self.rules, level, &self.game);
        let position: &Position = fatal.as_ref().map_or(&end, |fatal| &fatal.position);
        Ok(Finding { board: level.draw(position), steps, solved: level.is_solved(&end), fatal })
    }

    fn tell(
        &mut self,
        file: &LevelFile,
        source: &SourceLevel<'_>,
        level: &Level,
        finding: &Finding,
        terminal: &mut Terminal,
    ) -> Result<(), Failure> {
        let paint = terminal.paint();
        let gap = if self.explained > 0 { "\n" } else { "" };
        self.explained += 1;
        let name = printable(&file.name).into_owned();
        let title = source.title().map(|title| format!(" {}", printable(title))).unwrap_or_default();
        let head = format!("{name}#{}{title}:", source.index);
        let Some(fatal) = &finding.fatal else {
            let style = if finding.solved { GOOD } else { HEADING };
            let verdict = if finding.solved { "solved" } else { "no rule proves it lost" };
            writeln!(terminal, "{gap}{head} {}", paint.with(style, verdict))?;
            return Ok(());
        };
        let verdict = match fatal.moves.checked_sub(1) {
            None => "lost".to_owned(),
            Some(last) => {
                let all = show_number(finding.steps.len() as u64, "move");
                let letters = lurd::format(&finding.steps[last..=last]);
                format!("lost by move {} ({letters}, push {}) of {all}", fatal.moves, fatal.pushes)
            }
        };
        writeln!(terminal, "{gap}{head} {}", paint.with(BAD, verdict))?;
        let marks = fatal.explanations.first().map(|first| marks(level, first)).unwrap_or_default();
        let drawing = if terminal.is_interactive() {
            text_board::blocks(&finding.board, &marks, terminal.columns(), GlyphSet::detect(), paint)
        } else {
            text_board::xsb(&finding.board, &marks)
        };
        terminal.write_all(drawing.as_bytes())?;
        for explanation in &fatal.explanations {
            let rule = format!("{}:", explanation.rule.id());
            writeln!(terminal, "{} {}", paint.with(HEADING, rule), explanation.sentence)?;
        }
        Ok(())
    }
}

/// The boxes and cells of a proof on the drawing.
fn marks(level: &Level, explanation: &Explanation) -> Marks {
    let places = |squares: &SquareSet| squares.iter().map(|square| level.coordinates(square)).collect();
    let (proof, cells) = (places(&explanation.boxes), places(&explanation.cells));
    match explanation.rule {
        // Its cells are where the player is shut in.
        RuleId::NoSuccessor => Marks { proof, reachable: cells, ..Marks::default() },
        _ => Marks { proof, dead: cells, ..Marks::default() },
    }
}

#[derive(Serialize)]
#[serde(rename_all = "lowercase")]
enum Status {
    Lost,
    Open,
    Solved,
    Invalid,
}

/// The JSON object of one level.
#[derive(Serialize)]
struct Line<'a> {
    file: &'a str,
    index: usize,
    title: Option<&'a str>,
    status: Status,
    moves: Option<usize>,
    pushes: Option<usize>,
    position: Option<Vec<String>>,
    reasons: Vec<Reason<'a>>,
    error: Option<&'a str>,
}

#[derive(Serialize)]
struct Reason<'a> {
    rule: RuleId,
    sentence: &'a str,
    boxes: Vec<(usize, usize)>,
    cells: Vec<(usize, usize)>,
}

impl<'a> Line<'a> {
    fn of(
        file: &'a LevelFile,
        source: &'a SourceLevel<'_>,
        finding: &'a Result<(&Level, Finding), String>,
    ) -> Self {
        let mut line = Self {
            file: &file.name,
            index: source.index,
            title: source.title(),
            status: Status::Invalid,
            moves: None,
            pushes: None,
            position: None,
            reasons: Vec::new(),
            error: finding.as_ref().err().map(String::as_str),
        };
        let Ok((level, finding)) = finding else { return line };
        line.position = Some(finding.board.to_string().lines().map(str::to_owned).collect());
        if let Some(fatal) = &finding.fatal {
            line.status = Status::Lost;
            (line.moves, line.pushes) = (Some(fatal.moves), Some(fatal.pushes));
            line.reasons =
                fatal.explanations.iter().map(|explanation| Reason::of(level, explanation)).collect();
        } else {
            line.status = if finding.solved { Status::Solved } else { Status::Open };
            line.moves = Some(finding.steps.len());
            line.pushes = Some(finding.steps.iter().filter(|step| step.push).count());
        }
        line
    }
}

impl<'a> Reason<'a> {
    fn of(level: &Level, explanation: &'a Explanation) -> Self {
        let place = |square: Square| {
            let (x, y) = level.coordinates(square);
            (x + 1, y + 1)
        };
        Self {
            rule: explanation.rule,
            sentence: &explanation.sentence,
            boxes: explanation.boxes.iter().map(place).collect(),
            cells: explanation.cells.iter().map(place).collect(),
        }
    }
}
