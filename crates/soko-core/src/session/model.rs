//! The session against a naive model: every line a whole list of steps, every position played from the start.
//!
//! The model knows nothing of trees. It agrees on what a step does, on what is undone and redone, and on all
//! lines; only *which* line is forgotten it takes from the session, and checks that there was need and that
//! the limits hold. The random games run once with ample room and once with so little that lines are
//! forgotten all the time.

use std::collections::BTreeSet;

use proptest::prelude::*;

use super::{Limits, Session};
use crate::{Direction, Level, Metrics, Position, Step, replay::walk_through};

/// What a random player does.
#[derive(Clone, Copy, Debug)]
enum Act {
    Step(Direction),
    UndoMove,
    RedoMove,
    UndoPush,
    RedoPush,
    UndoSession,
    RedoSession,
    Jump(usize),
    /// Picks a line and a ply among those there are.
    Switch(usize, usize),
}

fn act() -> impl Strategy<Value = Act> {
    prop_oneof![
        12 => (0..4usize).prop_map(|way| Act::Step(Direction::ALL[way])),
        2 => Just(Act::UndoMove),
        1 => Just(Act::RedoMove),
        1 => Just(Act::UndoPush),
        1 => Just(Act::RedoPush),
        1 => Just(Act::UndoSession),
        1 => Just(Act::RedoSession),
        1 => (0..30usize).prop_map(Act::Jump),
        1 => (any::<usize>(), any::<usize>()).prop_map(|(line, ply)| Act::Switch(line, ply)),
    ]
}

struct Model {
    level: Level,
    /// Number and all steps, the oldest first.
    lines: Vec<(usize, Vec<Step>)>,
    current: usize,
    done: usize,
    next_id: usize,
}

impl Model {
    fn new(level: Level) -> Self {
        Self { level, lines: vec![(0, Vec::new())], current: 0, done: 0, next_id: 1 }
    }

    fn line(&self) -> &[Step] {
        let current = self.lines.iter().find(|(id, _)| *id == self.current);
        &current.expect("the current line is never forgotten").1
    }

    fn position_after(&self, steps: &[Step]) -> Position {
        let directions: Vec<_> = steps.iter().map(|step| step.direction).collect();
        walk_through(&self.level, &directions).expect("lines are legal").1
    }

    /// Steps in all lines, shared ones once.
    fn size(&self) -> usize {
        let text = |step: &Step| step.direction.letter();
        let begun = |steps: &[Step]| -> Vec<String> {
            (1..=steps.len()).map(|end| steps[..end].iter().map(text).collect()).collect()
        };
        self.lines.iter().flat_map(|(_, steps)| begun(steps)).collect::<BTreeSet<String>>().len()
    }

    fn step(&mut self, direction: Direction, most: usize) {
        let played = self.line()[..self.done].to_vec();
        let Some(step) = self.position_after(&played).step(&self.level, direction) else { return };
        let with = [&played[..], &[step]].concat();
        if !self.line().starts_with(&with) {
            if let Some((id, _)) = self.lines.iter().rev().find(|(_, steps)| steps.starts_with(&with)) {
                self.current = *id;
            } else if self.done < self.line().len() {
                self.lines.push((self.next_id, with));
                self.current = self.next_id;
                self.next_id += 1;
            } else if self.done == most {
                return;
            } else {
                let current = self.current;
                self.lines
                    .iter_mut()
                    .filter(|(id, _)| *id == current)
                    .for_each(|(_, steps)| steps.push(step));
            }
        }
        self.done += 1;
    }

    /// The last ply before this one (the first one after it) at which `stop` holds, or the end of the line.
    fn back(&mut self, stop: impl Fn(&[Step], usize) -> bool) {
        self.done = (0..self.done).rev().find(|&ply| stop(self.line(), ply)).unwrap_or(0);
    }

    fn forth(&mut self, stop: impl Fn(&[Step], usize) -> bool) {
        let end = self.line().len();
        self.done = (self.done + 1..=end).find(|&ply| stop(self.line(), ply)).unwrap_or(end);
    }

    fn act(&mut self, act: Act, most: usize) {
        let begins = |line: &[Step], ply: usize| line[ply].push && (ply == 0 || !line[ply - 1].push);
        let ends = |line: &[Step], ply: usize| line[ply - 1].push && !line.get(ply).is_some_and(|s| s.push);
        match act {
            Act::Step(direction) => self.step(direction, most),
            Act::UndoMove => self.back(|_, _| true),
            Act::RedoMove => self.forth(|_, _| true),
            Act::UndoPush => self.back(|line, ply| line[ply].push),
            Act::RedoPush => self.forth(|line, ply| line[ply - 1].push),
            Act::UndoSession => self.back(begins),
            Act::RedoSession => self.forth(ends),
            Act::Jump(ply) => self.done = ply.min(self.line().len()),
            Act::Switch(line, ply) => {
                self.current = self.lines[line % self.lines.len()].0;
                self.done = ply % (self.line().len() + 1);
            }
        }
    }
}

fn perform(session: &mut Session, act: Act) {
    let before = session.steps().len();
    let moved = match act {
        Act::Step(direction) => session.step(direction).is_some(),
        Act::UndoMove => session.undo_move().is_some(),
        Act::RedoMove => session.redo_move().is_some(),
        Act::UndoPush => session.undo_push(),
        Act::RedoPush => session.redo_push(),
        Act::UndoSession => session.undo_session(),
        Act::RedoSession => session.redo_session(),
        Act::Jump(ply) => {
            session.jump(ply);
            return;
        }
        Act::Switch(line, ply) => {
            let lines = session.lines();
            let line = lines[line % lines.len()];
            assert!(session.switch(line.id, ply % (line.steps + 1)));
            return;
        }
    };
    assert_eq!(moved, session.steps().len() != before, "{act:?} says whether it did anything");
}

/// Lines that the session forgot leave the model too, if there was need.
fn forget(model: &mut Model, session: &Session, limits: Limits) -> Result<(), TestCaseError> {
    let known: BTreeSet<usize> = session.lines().iter().map(|line| line.id).collect();
    while let Some(index) = model.lines.iter().position(|(id, _)| !known.contains(id)) {
        let need = model.size() > limits.steps || model.lines.len() > limits.lines;
        prop_assert!(need, "line {} was forgotten without need", model.lines[index].0);
        model.lines.remove(index);
    }
    prop_assert!(model.size() <= limits.steps && model.lines.len() <= limits.lines);
    Ok(())
}

fn compare(model: &Model, session: &Session) -> Result<(), TestCaseError> {
    prop_assert_eq!(session.current_line(), model.current);
    prop_assert_eq!(session.history(), model.line());
    prop_assert_eq!(session.steps(), &model.line()[..model.done]);
    prop_assert_eq!(session.position(), &model.position_after(session.steps()));
    let lines = session.lines();
    prop_assert_eq!(lines.len(), model.lines.len());
    for (line, (id, steps)) in lines.iter().zip(&model.lines) {
        let pushes = Metrics::of(steps).pushes as usize;
        prop_assert_eq!((line.id, line.steps, line.pushes), (*id, steps.len(), pushes));
        prop_assert_eq!(line.solved, model.level.is_solved(&model.position_after(steps)));
        let Some(parent) = line.parent else { continue };
        let (_, parent) = model.lines.iter().find(|(id, _)| *id == parent).expect("parents are known");
        let common = steps.iter().zip(parent).take_while(|(ours, theirs)| ours == theirs).count();
        prop_assert_eq!(line.from, common, "a line leaves its parent where they differ first");
    }
    prop_assert_eq!(lines.iter().filter(|line| line.parent.is_none()).count(), 1);
    Ok(())
}

fn play(acts: &[Act], limits: Limits) -> Result<(), TestCaseError> {
    let level = Level::parse("########\n#   .  #\n# $@$  #\n#  .   #\n########").expect("a level");
    let (mut model, mut session) = (Model::new(level.clone()), Session::within(limits, level));
    for &act in acts {
        perform(&mut session, act);
        model.act(act, limits.steps);
        forget(&mut model, &session, limits)?;
        compare(&model, &session)?;
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(150))]

    #[test]
    fn with_ample_room_the_session_is_the_model(acts in prop::collection::vec(act(), 0..120)) {
        play(&acts, Limits { steps: 1_000, lines: 1_000 })?;
    }

    #[test]
    fn with_little_room_only_lines_too_many_are_lost(
        acts in prop::collection::vec(act(), 0..150), steps in 4..30usize, lines in 1..6usize,
    ) {
        play(&acts, Limits { steps, lines })?;
    }
}
