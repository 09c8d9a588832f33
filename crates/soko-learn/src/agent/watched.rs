//! An agent that is watched: it waits before a step and shows what the step has taught it.
//!
//! Everything here is beside the game. It reads the table and never writes to it, draws no dice, and counts nothing.

use super::{Agent, Push};
use crate::{
    environment::{Outcome, Situation, Space},
    memory::Actions,
    meter::StepMeter,
    pace::{End, Lesson, Open, Pace, Scene},
    table::{Table, View},
    trace::Experience,
};

/// The watcher of an agent, as the agent sees it.
#[derive(Debug, Default)]
pub(super) struct Watcher {
    pace: Option<Pace>,
    /// The step at hand is watched.
    pub(super) watches: bool,
    /// The watcher sees where the agent stands.
    shown: bool,
    /// The draw of the action at hand: the chance ε, and was it drawn?
    draw: (f64, bool),
    /// What was done, and the update: next, target, rate, before, after, visits.
    update: Option<(Push, Update)>,
}

/// An update in numbers.
#[derive(Clone, Copy, Debug)]
struct Update {
    next: f32,
    target: f32,
    alpha: f64,
    before: f32,
    after: f32,
    shaped: f32,
    visits: u32,
}

impl Watcher {
    /// Is a step to wait?
    #[inline]
    pub(super) fn is_on(&mut self) -> bool {
        self.watches = self.pace.as_ref().is_some_and(Pace::is_on);
        self.shown &= self.watches;
        self.watches
    }
}

impl<const W: usize, T: Table<W>> Agent<W, T> {
    /// Lets a watcher set the pace.
    pub(crate) fn watch(&mut self, pace: Option<Pace>) {
        self.watcher.pace = pace;
    }

    /// Shows the beginning of an episode; what was seen of the one before stays for the time of a step.
    #[cold]
    pub(super) fn raise_curtain(&mut self, at: &Situation<W>, meter: &mut impl StepMeter) {
        if self.watcher.shown {
            self.wait(meter);
        }
        self.show(at, &self.here, 0, None, None);
        self.watcher.shown = true;
    }

    /// Waits for the turn of a step.
    #[cold]
    pub(super) fn wait_for_step(&mut self, at: &Situation<W>, steps: u32, meter: &mut impl StepMeter) {
        if !self.watcher.shown {
            self.show(at, &self.here, steps, None, None);
            self.watcher.shown = true;
        }
        self.watcher.draw = self.draw;
        self.wait(meter);
    }

    fn wait(&self, meter: &mut impl StepMeter) {
        if let Some(pace) = &self.watcher.pace {
            pace.wait();
            meter.leave_out(pace);
        }
    }

    /// Learns from a step and remembers the numbers.
    #[cold]
    pub(super) fn learn_watched(&mut self, step: &Experience, rate: f64) -> bool {
        self.updates += 1;
        let learn = self.way(rate);
        let (next, values) = (self.trace.next(step), self.table.values_mut());
        let worth = learn.worth(values, step, next);
        let target = learn.target(values, step, next);
        let before = learn.value(values, step.slot);
        let news = learn.learn(values, step, next);
        let after = learn.value(values, step.slot);
        let visits = values.visits[step.slot as usize];
        self.watcher.update = self.trace.actions.last().map(|&action| {
            let shaped = step.reward;
            (action, Update { next: worth, target, alpha: rate, before, after, shaped, visits })
        });
        news
    }

    /// Shows a step: what was paid for it, and whether the same situation came again or the episode is over.
    #[cold]
    pub(super) fn show_step(
        &mut self,
        next: &Situation<W>,
        outcome: &Outcome,
        (reward, repeats, over): (f64, bool, bool),
        steps: u32,
    ) {
        let Some((action, update)) = self.watcher.update.take() else { return };
        let (epsilon, random) = self.watcher.draw;
        let lesson = Lesson {
            action,
            random,
            epsilon,
            pushed: outcome.pushed,
            reward,
            shaping: f64::from(update.shaped) - reward,
            next: update.next,
            gamma: self.learning.gamma,
            target: update.target,
            alpha: update.alpha,
            before: update.before,
            after: update.after,
            visits: update.visits,
        };
        let end = match outcome {
            Outcome { solved: true, .. } => Some(End::Solved),
            Outcome { dead: true, .. } => Some(End::Lost),
            Outcome { stuck: true, .. } => Some(End::Stuck),
            _ if repeats => Some(End::Repeats),
            _ if over => Some(End::Hopeless),
            _ => (steps >= self.learning.steps).then_some(End::Steps),
        };
        self.show(next, &self.there, steps, Some(lesson), end);
        self.watcher.shown = true;
    }

    /// Says that the episode was learnt once more from its end.
    #[cold]
    pub(super) fn show_replay(&self) {
        if let Some(pace) = self.watcher.pace.as_ref().filter(|_| self.learning.reverse_replay) {
            let steps = self.trace.steps.len() as u32;
            pace.amend(|scene| scene.replayed = steps);
        }
    }

    fn show(&self, at: &Situation<W>, view: &View, steps: u32, lesson: Option<Lesson>, end: Option<End>) {
        let Some(pace) = &self.watcher.pace else { return };
        let values = self.table.values();
        let open = view.actions.iter().zip(&view.slots).map(|(&action, &slot)| Open {
            action,
            worth: values.worth(slot),
            visits: values.visits[slot as usize],
        });
        pace.show(Scene {
            episode: self.episodes + 1,
            steps,
            actions: if self.environment.views.space == Space::Moves {
                Actions::Moves
            } else {
                Actions::Pushes
            },
            position: self.environment.maze.position(&at.state),
            options: open.collect(),
            lesson,
            end,
            replayed: 0,
        });
    }
}
