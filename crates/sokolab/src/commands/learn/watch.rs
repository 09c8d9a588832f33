//! Watching a learner: its curve, its first solution, what it has to say, and the moving line.

use std::ops::ControlFlow;

use soko_solver::{Event, EventKind, Observer};

use crate::output::{curve::Curve, progress::Progress};

/// Watches one run.
pub(super) struct Watch {
    progress: Progress,
    /// How the episodes went.
    pub(super) curve: Curve,
    /// The episode and the moves of the first solution.
    pub(super) first: Option<(u64, u32)>,
    /// What the player had to say.
    pub(super) notes: Vec<String>,
}

impl Watch {
    pub(super) fn new(progress: Progress) -> Self {
        Self { progress, curve: Curve::default(), first: None, notes: Vec::new() }
    }

    /// Takes the moving line off the screen.
    pub(super) fn clear(&mut self) {
        self.progress.clear();
    }

    /// What the moving line says about the latest episodes.
    fn latest(&self) -> String {
        let last = |column: &[f64]| column.last().copied().unwrap_or_default();
        let Curve { episode, steps, solved, .. } = &self.curve;
        let episode = episode.last().copied().unwrap_or_default();
        format!("episode {episode}, {:.0} % solved, {:.0} steps", 100.0 * last(solved), last(steps))
    }
}

impl Observer for Watch {
    fn event(&mut self, event: &Event) -> ControlFlow<()> {
        match &event.kind {
            EventKind::Metric { name: "first solution", step, value } => {
                self.first = self.first.or(Some((*step, *value as u32)));
            }
            EventKind::Metric { name, step, value } => self.curve.add(name, *step, *value),
            EventKind::Note(note) => self.notes.push(note.clone()),
            EventKind::Progress(_) if !self.curve.episode.is_empty() => {
                let phase = EventKind::Phase(self.latest());
                let _ = self.progress.event(&Event { kind: phase, ..event.clone() });
            }
            _ => {}
        }
        self.progress.event(event)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn curves_solutions_and_notes_are_taken_down() {
        let mut watch = Watch::new(Progress::new(false, String::new(), None));
        let mut tell = |kind| {
            let _ = watch.event(&Event { number: 0, seconds: 0.0, kind });
        };
        for (step, steps) in [(1, 9.0), (2, 8.0)] {
            tell(EventKind::Metric { name: "steps", step, value: steps });
            tell(EventKind::Metric { name: "solved", step, value: 0.5 });
            tell(EventKind::Metric { name: "first solution", step, value: 30.0 });
        }
        tell(EventKind::Note("enough".to_owned()));
        assert_eq!((watch.first, watch.notes.as_slice()), (Some((1, 30)), &["enough".to_owned()][..]));
        assert_eq!(watch.latest(), "episode 2, 50 % solved, 8 steps");
        assert_eq!(watch.curve.episode, [1, 2]);
    }
}
