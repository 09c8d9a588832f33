//! The moving line on standard error while a player thinks. On anything but a terminal it is silent.

use std::{ops::ControlFlow, time::Duration};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use soko_solver::{Event, EventKind, Observer, Statistics};

use super::table::fitted;
use crate::{
    quantity::{show_bytes, show_count, show_duration},
    terminal::printable,
};

/// Seconds before the line appears: most levels are done sooner, and a flash helps nobody.
const PATIENCE: f64 = 0.2;

/// Shows one level's progress.
pub(crate) struct Progress {
    bar: Option<ProgressBar>,
    label: String,
    limit: Option<Duration>,
    phase: Option<String>,
}

impl Progress {
    /// For one level.
    pub(crate) fn new(shown: bool, label: String, limit: Option<Duration>) -> Self {
        let bar = shown.then(|| {
            let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr());
            bar.set_style(ProgressStyle::with_template("{spinner} {msg}").expect("the template is well-formed"));
            bar
        });
        Self { bar, label, limit, phase: None }
    }

    /// Takes the line off the screen.
    pub(crate) fn clear(&self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }

    fn message(&self, seconds: f64, statistics: &Statistics) -> String {
        let time = show_duration(Duration::from_secs_f64(seconds));
        let limit = self.limit.map(|limit| format!(" of {}", show_duration(limit))).unwrap_or_default();
        let rate = (statistics.expanded as f64 / seconds.max(1e-3)) as u64;
        let phase = self.phase.as_ref().map(|phase| format!(" · {phase}")).unwrap_or_default();
        format!(
            "{} {time}{limit} · {} expanded, {}/s · {}{phase}",
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
            EventKind::Phase(phase) => self.phase = Some(printable(phase).into_owned()),
            EventKind::Progress(statistics) if event.seconds >= PATIENCE => {
                if let Some(bar) = &self.bar {
                    bar.set_message(self.message(event.seconds, statistics));
                    bar.tick();
                }
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
