//! How a player spent its time on a level it did not solve: `solve --explain`.
//!
//! Made from events alone, so every player has it: the stages of its work with their shares of the time, what it found worth
//! a note, and the best position it reached with the features that make it the best. With the level in mind that
//! shows where it is stuck. Players that do not tell a best position show the one they looked at last.
//!
//! Positions come only when asked for; each that comes asks for the next, so the last is a few milliseconds old at the
//! end. Of a player that takes turns between strategies a stage is listed once, with all its turns and the best position it told
//! last: an earlier one may have been proven lost since. Drawn is the one
//! that got furthest, by the feature that matters most; one of a search from the end only if there is no other.

use std::{
    io::{self, Write},
    ops::ControlFlow,
    time::Duration,
};

use serde::Serialize;
use soko_core::{Level, Position};
use soko_solver::{
    Control, Event, EventKind, Feature, Observer, Standing,
    quantity::{show_duration, show_number},
};

use super::seconds::microseconds;
use crate::{
    terminal::{FAINT, Paint, printable},
    text_board::{Marks, xsb},
};

/// Notes that are kept: the first ones, which tell the plan, and the newest.
const NOTES: usize = 12;

/// A stage of the work.
struct Stage {
    name: String,
    turns: u64,
    time_s: f64,
    best: Option<Standing>,
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
    stages: Vec<ExplainedStage<'a>>,
    notes: &'a [String],
    /// The position looked at last.
    position: Option<String>,
}

#[derive(Serialize)]
struct ExplainedStage<'a> {
    name: &'a str,
    turns: u64,
    time_s: f64,
    best: Option<Best<'a>>,
}

/// The best position of a stage.
#[derive(Serialize)]
struct Best<'a> {
    features: &'a [Feature],
    backward: bool,
    position: String,
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
            self.stages.push(Stage { name: name.to_owned(), turns: 0, time_s: 0.0, best: None });
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

    fn stand(&mut self, standing: &Standing) {
        if let Some((stage, _)) = self.current {
            self.stages[stage].best = Some(standing.clone());
        }
    }

    /// The stage that got furthest from the start, with its best position; of equals the first.
    fn furthest(&self) -> Option<(&str, &Standing)> {
        let told = self.stages.iter().rev().filter_map(|stage| Some((&*stage.name, stage.best.as_ref()?)));
        told.max_by(|(_, a), (_, b)| (!a.backward).cmp(&!b.backward).then(a.share().total_cmp(&b.share())))
    }

    /// For programs.
    pub(crate) fn explanation(&self, level: &Level) -> Explanation<'_> {
        let stages = self.stages.iter().map(|Stage { name, turns, time_s, best }| {
            let best = best.as_ref().map(|best| Best {
                features: &best.features,
                backward: best.backward,
                position: board(level, &best.position),
            });
            ExplainedStage { name, turns: *turns, time_s: *time_s, best }
        });
        let position = self.position.as_ref().map(|position| board(level, position));
        Explanation { stages: stages.collect(), notes: &self.notes, position }
    }

    /// For people.
    pub(crate) fn write(&self, out: &mut impl Write, paint: Paint, level: &Level) -> io::Result<()> {
        let all: f64 = self.stages.iter().map(|stage| stage.time_s).sum();
        for Stage { name, turns, time_s, best } in &self.stages {
            let share = 100.0 * time_s / all.max(1e-9);
            let time = show_duration(Duration::from_secs_f64(time_s.max(0.0)));
            let turns = show_number(*turns, "turn");
            writeln!(out, "      {:<12} {share:>3.0} % {time:>8} {turns}", printable(name))?;
            if let Some(best) = best {
                writeln!(out, "      {:<12} {}", "", paint.with(FAINT, &format!("best: {best}")))?;
            }
        }
        for (i, note) in self.notes.iter().enumerate() {
            if i == NOTES / 2 && self.left_out > 0 {
                writeln!(out, "      … {} left out", show_number(self.left_out, "note"))?;
            }
            writeln!(out, "      {}", printable(note))?;
        }
        let (title, position) = match self.furthest() {
            Some((stage, best)) => (format!("the best position of {}:", printable(stage)), &best.position),
            None => match &self.position {
                Some(position) => ("the position looked at last:".to_owned(), position),
                None => return Ok(()),
            },
        };
        writeln!(out, "      {}", paint.with(FAINT, &title))?;
        board(level, position).lines().try_for_each(|line| writeln!(out, "      {line}"))
    }
}

fn board(level: &Level, position: &Position) -> String {
    xsb(&level.draw(position), &Marks::default())
}

impl Observer for Account {
    fn event(&mut self, event: &Event) -> ControlFlow<()> {
        match &event.kind {
            EventKind::Started => self.control.show_position(),
            EventKind::Phase(name) => self.begin_turn(name, event.seconds),
            EventKind::Note(note) => self.keep(note),
            EventKind::Best(standing) => self.stand(standing),
            EventKind::Position(shown) => {
                self.position = Some(shown.position.clone());
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
    use soko_solver::Shown;

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
        let stages: Vec<_> =
            account.stages.iter().map(|stage| (&*stage.name, stage.turns, stage.time_s)).collect();
        assert_eq!(stages, [("a", 2, 3.0), ("b", 1, 3.0)]);
    }

    const BOARD: &str = "######\n#@$ .#\n######";

    /// A best position with so many of ten steps; the box stands ahead of its start if there is one at least.
    fn best(steps: u8, backward: bool) -> EventKind {
        let board = if steps == 0 { BOARD } else { "######\n# @$.#\n######" };
        let position = Level::parse(board).unwrap().start().clone();
        let features = vec![Feature::of("steps", steps, 10)];
        EventKind::Best(Box::new(Standing { position, backward, features }))
    }

    #[test]
    fn the_best_position_of_the_stage_that_got_furthest_is_drawn() {
        let level = Level::parse(BOARD).unwrap();
        let phase = |name: &str| (0.0, EventKind::Phase(name.to_owned()));
        let account = account(&[
            phase("a"),
            (0.0, best(9, false)),
            (0.0, best(0, false)),
            phase("b"),
            (0.0, best(2, false)),
            phase("from the end"),
            (0.0, best(8, true)),
            (0.0, EventKind::Position(Box::new(Shown { position: level.start().clone(), way: None }))),
        ]);
        let mut out = Vec::new();
        account.write(&mut out, Paint::OFF, &level).unwrap();
        let told = String::from_utf8(out).unwrap();
        assert!(told.contains("best: steps 0 of 10"), "what was given up does not count:\n{told}");
        let drawn = "      the best position of b:\n      ######\n      # @$.#\n      ######\n";
        assert!(told.ends_with(drawn), "{told}");
        let told = serde_json::to_value(account.explanation(&level)).unwrap();
        assert_eq!(told["stages"][1]["best"]["features"][0]["value"], 2);
        assert_eq!(told["stages"][1]["best"]["position"], "######\n# @$.#\n######\n");
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
