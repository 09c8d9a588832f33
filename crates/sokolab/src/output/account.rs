//! How a player spent its time on a level it did not solve: `solve --explain`.
//!
//! Made from events alone, so every player has it: the stages of its work with their shares of the time, what it found worth
//! a note, and the position it looked at last. Someone who knows the level sees from that where it is stuck.
//!
//! Positions come only when asked for; each that comes asks for the next, so the last is a few milliseconds old at the
//! end. Of a player that takes turns between strategies a stage is listed once, with all its turns.

use std::{
    io::{self, Write},
    ops::ControlFlow,
    time::Duration,
};

use serde::Serialize;
use soko_core::{Level, Position};
use soko_solver::{
    Control, Event, EventKind, Observer,
    quantity::{show_duration, show_number},
};

use super::json::microseconds;
use crate::{
    terminal::{FAINT, Paint, printable},
    text_board::{Marks, xsb},
};

/// Notes that are kept: the first ones, which tell the plan, and the newest.
const NOTES: usize = 12;

/// A stage of the work.
#[derive(Clone, PartialEq, Debug, Serialize)]
struct Stage {
    name: String,
    turns: u64,
    time_s: f64,
}

/// Gathers what a player tells.
pub(crate) struct Account {
    control: Control,
    stages: Vec<Stage>,
    /// The stage at work, and when its turn began.
    current: Option<(usize, f64)>,
    notes: Vec<String>,
    left_out: u64,
    position: Option<Position>,
}

/// The same for programs.
#[derive(Serialize)]
pub(crate) struct Explanation<'a> {
    stages: &'a [Stage],
    notes: &'a [String],
    position: Option<String>,
}

impl Account {
    /// For one run; positions are asked for through its control.
    pub(crate) const fn new(control: Control) -> Self {
        Self { control, stages: Vec::new(), current: None, notes: Vec::new(), left_out: 0, position: None }
    }

    fn end_turn(&mut self, seconds: f64) {
        if let Some((stage, since)) = self.current.take() {
            self.stages[stage].time_s += seconds - since;
        }
    }

    fn begin_turn(&mut self, name: &str, seconds: f64) {
        self.end_turn(seconds);
        let known = self.stages.iter().position(|stage| stage.name == name);
        let stage = known.unwrap_or_else(|| {
            self.stages.push(Stage { name: name.to_owned(), turns: 0, time_s: 0.0 });
            self.stages.len() - 1
        });
        self.stages[stage].turns += 1;
        self.current = Some((stage, seconds));
    }

    fn keep(&mut self, note: &str) {
        if self.notes.len() == NOTES {
            self.notes.remove(NOTES / 2);
            self.left_out += 1;
        }
        self.notes.push(note.to_owned());
    }

    fn board(&self, level: &Level) -> Option<String> {
        self.position.as_ref().map(|position| xsb(&level.draw(position), &Marks::default()))
    }

    /// For programs.
    pub(crate) fn explanation(&self, level: &Level) -> Explanation<'_> {
        Explanation { stages: &self.stages, notes: &self.notes, position: self.board(level) }
    }

    /// For people.
    pub(crate) fn write(&self, out: &mut impl Write, paint: Paint, level: &Level) -> io::Result<()> {
        let all: f64 = self.stages.iter().map(|stage| stage.time_s).sum();
        for Stage { name, turns, time_s } in &self.stages {
            let share = 100.0 * time_s / all.max(1e-9);
            let time = show_duration(Duration::from_secs_f64(time_s.max(0.0)));
            let turns = show_number(*turns, "turn");
            writeln!(out, "      {:<12} {share:>3.0} % {time:>8} {turns}", printable(name))?;
        }
        for (i, note) in self.notes.iter().enumerate() {
            if i == NOTES / 2 && self.left_out > 0 {
                writeln!(out, "      … {} left out", show_number(self.left_out, "note"))?;
            }
            writeln!(out, "      {}", printable(note))?;
        }
        if let Some(board) = self.board(level) {
            writeln!(out, "      {}", paint.with(FAINT, "the position looked at last:"))?;
            board.lines().try_for_each(|line| writeln!(out, "      {line}"))?;
        }
        Ok(())
    }
}

impl Observer for Account {
    fn event(&mut self, event: &Event) -> ControlFlow<()> {
        match &event.kind {
            EventKind::Started => self.control.show_position(),
            EventKind::Phase(name) => self.begin_turn(name, event.seconds),
            EventKind::Note(note) => self.keep(note),
            EventKind::Position(position) => {
                self.position = Some((**position).clone());
                self.control.show_position();
            }
            EventKind::Finished(_) => {
                self.end_turn(event.seconds);
                for stage in &mut self.stages {
                    stage.time_s = microseconds(stage.time_s);
                }
            }
            _ => {}
        }
        ControlFlow::Continue(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn account(events: &[(f64, EventKind)]) -> Account {
        let mut account = Account::new(Control::default());
        for (number, (seconds, kind)) in (0..).zip(events) {
            let _ = account.event(&Event { number, seconds: *seconds, kind: kind.clone() });
        }
        account
    }

    #[test]
    fn turns_of_a_stage_add_up() {
        let phase = |name: &str| EventKind::Phase(name.to_owned());
        let mut account =
            account(&[(0.0, phase("a")), (1.0, phase("b")), (4.0, phase("a")), (4.5, EventKind::Started)]);
        account.end_turn(6.0);
        let stage = |name: &str, turns, time_s| Stage { name: name.to_owned(), turns, time_s };
        assert_eq!(account.stages, [stage("a", 2, 3.0), stage("b", 1, 3.0)]);
    }

    #[test]
    fn the_first_and_the_newest_notes_are_kept() {
        let notes: Vec<_> = (0..30).map(|i| (0.0, EventKind::Note(i.to_string()))).collect();
        let account = account(&notes);
        assert_eq!(account.notes.len(), NOTES);
        assert_eq!((account.notes[0].as_str(), account.notes[NOTES - 1].as_str()), ("0", "29"));
        assert_eq!(account.left_out, 18);
    }
}
