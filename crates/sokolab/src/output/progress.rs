//! What the moving line says while a player thinks.

use std::{ops::ControlFlow, time::Duration};

use soko_solver::{Event, EventKind, Feature, Observer, Statistics};

use super::{moving_line::MovingLine, table::fitted};
use soko_solver::quantity::{show_bytes, show_count, show_duration};

use crate::terminal::printable;

/// Shows one level's progress.
pub(crate) struct Progress {
    line: MovingLine,
    label: String,
    limit: Option<Duration>,
    phase: Option<String>,
    /// What matters most about the best position of the phase.
    best: Option<Feature>,
}

impl Progress {
    /// For one level; `wanted` or not, it is shown on terminals only.
    pub(crate) fn new(wanted: bool, label: String, limit: Option<Duration>) -> Self {
        Self { line: MovingLine::new(wanted), label, limit, phase: None, best: None }
    }

    /// Takes the line off the screen.
    pub(crate) fn clear(&mut self) {
        self.line.clear();
    }

    fn message(&self, seconds: f64, statistics: &Statistics) -> String {
        let time = show_duration(Duration::from_secs_f64(seconds));
        let limit = self.limit.map(|limit| format!(" of {}", show_duration(limit))).unwrap_or_default();
        let rate = (statistics.expanded as f64 / seconds.max(1e-3)) as u64;
        let phase = self.phase.as_ref().map(|phase| format!(", {phase}")).unwrap_or_default();
        let best = self.best.as_ref().map(|best| format!(", {best}")).unwrap_or_default();
        format!(
            "{}: {time}{limit}, {} nodes, {}/s, {}{phase}{best}",
            self.label,
            show_count(statistics.expanded),
            show_count(rate),
            show_bytes(statistics.peak_memory_bytes),
        )
    }
}

impl Observer for Progress {
    fn event(&mut self, event: &Event) -> ControlFlow<()> {
        match &event.kind {
            EventKind::Phase(phase) => {
                self.phase = Some(printable(phase).into_owned());
                self.best = None;
            }
            EventKind::Best(standing) => self.best = standing.features.first().copied(),
            EventKind::Progress(statistics) if self.line.is_due(event.seconds) => {
                let message = self.message(event.seconds, statistics);
                self.line.say(event.seconds, &message);
            }
            _ => {}
        }
        ControlFlow::Continue(())
    }
}

/// `12 of 155 Title…` for the line.
pub(crate) fn label(position: usize, count: usize, title: Option<&str>) -> String {
    let title = printable(title.unwrap_or("")).into_owned();
    let title = if title.chars().count() > 18 { fitted(&title, 18).into_owned() } else { title };
    format!("{position} of {count} {title}").trim_end().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_line_tells_time_work_and_memory() {
        let progress = Progress {
            line: MovingLine::new(false),
            label: label(3, 155, Some("A title that is too long for it")),
            limit: Some(Duration::from_secs(60)),
            phase: Some("matching".to_owned()),
            best: Some(Feature::of("steps of the plan", 3_u8, 7)),
        };
        let statistics =
            Statistics { expanded: 250_000, peak_memory_bytes: 5 << 20, ..Statistics::default() };
        assert_eq!(
            progress.message(2.5, &statistics),
            "3 of 155 A title that is t…: 2.500s of 60.0s, 250.0k nodes, 100.0k/s, 5.0 MiB, matching, steps of the plan 3 of 7"
        );
    }
}
