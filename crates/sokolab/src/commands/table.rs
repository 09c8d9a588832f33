//! `sokolab table`: what is in a learnt table, and what it says about a position.

mod layer;

use std::io::Write;

use serde::Serialize;
use serde_json::{Map, Value};
use soko_core::{Square, lurd};
use soko_learn::memory::{About, Actions, Book, Choice, Kind, Moment, Policy, Rows};
use soko_players::PLAYERS;
use soko_solver::quantity::show_number;
use soko_tui::GlyphSet;

use self::layer::{Mark, Sheet};
use super::learn::{PolicyLine, told};
use crate::{
    cli::table::{Layer, TableArgs},
    exit::{Exit, Failure},
    output::{json, table::fitted},
    table_file,
    terminal::{FAINT, GOOD, HEADING, Terminal, printable},
    text_board::{self, Marks},
};

/// Rows that are listed as the most visited.
const TOP: usize = 5;

/// Shows a table.
pub(super) fn run(args: &TableArgs, terminal: &mut Terminal) -> Result<Exit, Failure> {
    let mut memory = table_file::read(&args.file)?;
    if let Some(why) = table_file::leave_out_wrong_solution(&mut memory) {
        terminal.warning(
            format!("{}: the solution in it is left out: {why}", printable(&args.file.display().to_string())),
            Some("the values are shown as they are; learn the table again to be sure of them"),
        );
    }
    let book = Book::open(&memory).map_err(Failure::input)?;
    let moment = moment(&book, &args.at)?;
    let policy = book.policy(&moment);
    let sheets = layer::sheets(&book, &moment, args.layer, &policy);
    let view = View { args, book: &book, moment: &moment, policy: &policy, sheets: &sheets };
    if args.json {
        json::write_line(terminal, &view.line())?;
    } else {
        view.tell(terminal)?;
    }
    terminal.flush()?;
    Ok(Exit::Done)
}

/// The position after some moves.
fn moment(book: &Book<'_>, moves: &str) -> Result<Moment, Failure> {
    let directions = lurd::parse(moves)
        .map_err(|error| Failure::with_help(format!("--at: {error}"), "write moves such as rRuLL"))?;
    let mut moment = book.start();
    for (number, direction) in directions.into_iter().enumerate() {
        moment.step(book.level(), direction).ok_or_else(|| {
            let letter = direction.letter();
            Failure::with_help(
                format!("--at: move {} ({letter}) is blocked", number + 1),
                "write moves from the start of the table's level",
            )
        })?;
    }
    Ok(moment)
}

/// How much of a table was tried.
struct Sums {
    tried: usize,
    lowest: Option<f32>,
    highest: Option<f32>,
    /// Rows by visits, most first.
    top: Vec<(usize, u64)>,
}

impl Sums {
    fn of(rows: &Rows) -> Self {
        let tried = |slot: &usize| rows.visits[*slot] > 0;
        let values = || (0..rows.actions.len()).filter(tried).map(|slot| rows.worth(slot));
        let visits = |row| rows.slots(row).map(|slot| u64::from(rows.visits[slot])).sum::<u64>();
        let mut top: Vec<_> = (0..rows.len()).map(|row| (row, visits(row))).collect();
        top.sort_by_key(|&(row, visits)| (std::cmp::Reverse(visits), row));
        top.truncate(TOP);
        Self {
            tried: values().count(),
            lowest: values().reduce(f32::min),
            highest: values().reduce(f32::max),
            top,
        }
    }
}

/// All that is shown.
struct View<'a> {
    args: &'a TableArgs,
    book: &'a Book<'a>,
    moment: &'a Moment,
    policy: &'a Policy,
    sheets: &'a [Sheet],
}

impl View<'_> {
    fn tell(&self, terminal: &mut Terminal) -> Result<(), Failure> {
        let paint = terminal.paint();
        for (name, text) in self.facts() {
            let line = format!("{} {text}", paint.with(HEADING, format!("{name:<9}")));
            writeln!(terminal, "{line}")?;
        }
        self.tell_top(terminal)?;
        writeln!(terminal)?;
        for sheet in self.sheets {
            self.draw(sheet, terminal)?;
        }
        self.tell_choices(terminal)?;
        writeln!(terminal, "{} {}", paint.with(HEADING, "policy   "), told(self.policy))?;
        Ok(())
    }

    fn facts(&self) -> Vec<(&'static str, String)> {
        let memory = self.book.memory();
        let About { player, parameters, level, kind, actions, episodes, updates, solution, .. } =
            &memory.about;
        let sums = Sums::of(&memory.rows);
        let slots = memory.rows.actions.len();
        let learnt = format!("{}, {}", show_number(*episodes, "episode"), show_number(*updates, "update"));
        let settings = changed(player, parameters);
        let acting = match actions {
            Actions::Moves => "moves",
            Actions::Pushes => "pushes",
        };
        let share = 100.0 * sums.tried as f64 / slots.max(1) as f64;
        let mut facts = vec![
            ("player", format!("{}{settings}", printable(player))),
            ("level", printable(level).into_owned()),
            ("learnt", learnt),
            ("table", format!("over {}, actions are {acting}", kind.id())),
            (
                "rows",
                format!(
                    "{} with {}, {share:.1} % of them tried",
                    memory.rows.len(),
                    show_number(slots as u64, "action")
                ),
            ),
        ];
        if let (Some(lowest), Some(highest)) = (sums.lowest, sums.highest) {
            facts.push(("values", format!("{} to {}", shown(lowest), shown(highest))));
        }
        facts.extend(solution.as_deref().map(|moves| ("solution", printable(moves).into_owned())));
        facts
    }

    fn tell_top(&self, terminal: &mut Terminal) -> Result<(), Failure> {
        let paint = terminal.paint();
        let sums = Sums::of(&self.book.memory().rows);
        if sums.top.is_empty() {
            return Ok(());
        }
        writeln!(terminal, "{}", paint.with(HEADING, "visits    most visited rows"))?;
        for (row, visits) in sums.top {
            let line = format!("{visits:>9} {}", self.describe(row));
            writeln!(terminal, "{}", fitted(&line, terminal.columns()).trim_end())?;
        }
        Ok(())
    }

    /// A row in words.
    fn describe(&self, row: usize) -> String {
        let key = self.book.memory().rows.key(row);
        let cell = |cell: u32| {
            let (x, y) = self.column_and_row(cell).unwrap_or_default();
            format!("{x},{y}")
        };
        match self.book.memory().about.kind {
            Kind::Cells => {
                format!("player {} after {}", cell(key[1]), show_number(u64::from(key[0]), "push"))
            }
            Kind::Boxes => format!("box {} on {}", key[0] + 1, cell(key[1])),
            Kind::States => {
                let boxes: Vec<_> = key[1..].iter().map(|&number| cell(number)).collect();
                format!("player {}, boxes {}", cell(key[0]), boxes.join(" "))
            }
        }
    }

    /// Column and row of a cell, from 1.
    fn column_and_row(&self, cell: u32) -> Option<(usize, usize)> {
        self.book.chart().square(cell).map(|square| self.place(square))
    }

    fn place(&self, square: Square) -> (usize, usize) {
        let (x, y) = self.book.level().coordinates(square);
        (x + 1, y + 1)
    }

    fn draw(&self, sheet: &Sheet, terminal: &mut Terminal) -> Result<(), Failure> {
        let paint = terminal.paint();
        let range = sheet.range().map(|(low, high)| format!(", 0 is {low:.2}, 9 is {high:.2}"));
        let what = match self.args.layer {
            Layer::Policy => "policy",
            Layer::Value => "values",
            Layer::Visits => "visits",
        };
        let title = format!("{what}: {}{}", sheet.title, range.unwrap_or_default());
        writeln!(terminal, "{}", paint.with(FAINT, title))?;
        let board = self.book.level().draw(&self.moment.position);
        let marks = Marks { signs: sheet.signs(), ..Marks::default() };
        let drawing = if terminal.is_interactive() {
            text_board::blocks(&board, &marks, terminal.columns(), GlyphSet::detect(), paint)
        } else {
            text_board::xsb(&board, &marks)
        };
        Ok(terminal.write_all(drawing.as_bytes())?)
    }

    fn tell_choices(&self, terminal: &mut Terminal) -> Result<(), Failure> {
        let paint = terminal.paint();
        if self.book.level().is_solved(&self.moment.position) {
            writeln!(terminal, "this position is solved")?;
            return Ok(());
        }
        let Some(choices) = self.book.choices(self.moment) else {
            writeln!(terminal, "the table has never seen this position")?;
            return Ok(());
        };
        writeln!(
            terminal,
            "{}",
            paint.with(HEADING, format!("  {:<32}{:>12}{:>9}", "action", "value", "visits"))
        )?;
        let best = self.book.greedy(&choices);
        for (i, choice) in choices.iter().enumerate() {
            let star = if Some(i) == best { "*" } else { " " };
            let line =
                format!("{star} {:<32}{:>12}{:>9}", self.act(choice), shown(choice.value), choice.visits);
            if Some(i) == best {
                writeln!(terminal, "{}", paint.with(GOOD, line))?;
            } else {
                writeln!(terminal, "{line}")?;
            }
        }
        Ok(())
    }

    /// An action in words.
    fn act(&self, choice: &Choice) -> String {
        let way = way(choice);
        match self.book.memory().about.actions {
            Actions::Moves => format!("step {way}"),
            Actions::Pushes => {
                let (x, y) = self.place(choice.action.square);
                format!("push column {x}, row {y} {way}")
            }
        }
    }

    fn line(&self) -> Line<'_> {
        let memory = self.book.memory();
        let sums = Sums::of(&memory.rows);
        let rows = &memory.rows;
        let top = sums.top.iter().map(|&(row, visits)| TopRow {
            visits,
            number: (memory.about.kind != Kind::States).then(|| rows.key(row)[0]),
            cells: rows.key(row)[usize::from(memory.about.kind != Kind::States)..]
                .iter()
                .filter_map(|&cell| self.column_and_row(cell))
                .collect(),
        });
        let choices = self.book.choices(self.moment).unwrap_or_default();
        let best = self.book.greedy(&choices);
        let choices = choices.iter().enumerate().map(|(i, choice)| ChoiceLine {
            cell: self.place(choice.action.square),
            direction: way(choice),
            value: choice.value,
            visits: choice.visits,
            greedy: Some(i) == best,
        });
        let board = self.book.level().draw(&self.moment.position).to_string();
        Line {
            file: self.args.file.display().to_string(),
            about: &memory.about,
            rows: rows.len(),
            slots: rows.actions.len(),
            tried: sums.tried,
            lowest: sums.lowest,
            highest: sums.highest,
            most_visited: top.collect(),
            position: board.lines().map(str::to_owned).collect(),
            choices: choices.collect(),
            policy: PolicyLine {
                ending: self.policy.ending.id(),
                solution: lurd::format(&self.policy.steps),
            },
            layers: self.sheets.iter().map(LayerLine::of).collect(),
        }
    }
}

const fn way(choice: &Choice) -> &'static str {
    match choice.action.direction {
        soko_core::Direction::Up => "up",
        soko_core::Direction::Right => "right",
        soko_core::Direction::Down => "down",
        soko_core::Direction::Left => "left",
    }
}

/// A value with two digits, and no minus before nothing.
fn shown(value: f32) -> String {
    let text = format!("{value:.2}");
    if text == "-0.00" { "0.00".to_owned() } else { text }
}

/// Parameters that are not as the player has them by default.
fn changed(player: &str, parameters: &Map<String, Value>) -> String {
    let Ok(known) = PLAYERS.find(player) else { return String::new() };
    let defaults = known.parameters();
    let differs = |(name, value): &(&String, &Value)| {
        defaults.iter().find(|parameter| parameter.name == **name).is_none_or(|p| p.default != **value)
    };
    let shown = parameters.iter().filter(differs).map(|(name, value)| {
        let value = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
        format!(" {}={}", printable(name), printable(&value))
    });
    shown.collect()
}

/// The JSON object of a table.
#[derive(Serialize)]
struct Line<'a> {
    file: String,
    #[serde(flatten)]
    about: &'a About,
    rows: usize,
    slots: usize,
    tried: usize,
    lowest: Option<f32>,
    highest: Option<f32>,
    most_visited: Vec<TopRow>,
    position: Vec<String>,
    choices: Vec<ChoiceLine>,
    policy: PolicyLine,
    layers: Vec<LayerLine<'a>>,
}

#[derive(Serialize)]
struct TopRow {
    visits: u64,
    /// The stage or the box, from 0.
    number: Option<u32>,
    cells: Vec<(usize, usize)>,
}

#[derive(Serialize)]
struct ChoiceLine {
    cell: (usize, usize),
    direction: &'static str,
    value: f32,
    visits: u32,
    greedy: bool,
}

#[derive(Serialize)]
struct LayerLine<'a> {
    title: &'a str,
    cells: Vec<((usize, usize), Mark)>,
}

impl<'a> LayerLine<'a> {
    fn of(sheet: &'a Sheet) -> Self {
        let cells = sheet.marks.iter().map(|(&(x, y), &mark)| ((x + 1, y + 1), mark));
        Self { title: &sheet.title, cells: cells.collect() }
    }
}
