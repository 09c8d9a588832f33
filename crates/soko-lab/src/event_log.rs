//! The event log of a run: what the player told, as it goes into the database.
//!
//! Phases, notes, better solutions, beginning and end are kept as they come. Progress and best positions come ten times a second
//! and curves may have a point for every episode; each is a [`Series`], so that a log stays small however long the run.

use std::ops::ControlFlow;

use serde_json::{Value, json};
use soko_solver::{Event, EventKind, Observer};

use crate::series::Series;

/// Most points of one series.
const POINTS: usize = 256;
/// Most events that are kept as they come.
const PLAIN: usize = 4096;

/// Records events.
#[derive(Debug)]
pub(crate) struct EventLog {
    plain: Vec<Recorded>,
    progress: Series<Recorded>,
    best: Series<Recorded>,
    curves: Vec<(&'static str, Series<Recorded>)>,
    dropped: u64,
}

/// An event with its place in the order.
type Recorded = (u64, Value);

impl Default for EventLog {
    fn default() -> Self {
        let series = || Series::new(POINTS);
        Self { plain: Vec::new(), progress: series(), best: series(), curves: Vec::new(), dropped: 0 }
    }
}

impl EventLog {
    /// The log as a JSON array, in the order of the run.
    pub(crate) fn finish(self) -> Value {
        let mut all = self.plain;
        let curves = self.curves.into_iter().map(|(_, series)| series);
        for series in [self.progress, self.best].into_iter().chain(curves) {
            // The end of a series always counts.
            all.extend(series.into_points());
        }
        all.sort_by_key(|&(number, _)| number);
        let mut events: Vec<_> = all.into_iter().map(|(_, event)| event).collect();
        if self.dropped > 0 {
            events.push(json!({ "kind": "dropped", "events": self.dropped }));
        }
        Value::Array(events)
    }

    fn keep(&mut self, event: Recorded) {
        if self.plain.len() < PLAIN { self.plain.push(event) } else { self.dropped += 1 }
    }
}

impl Observer for EventLog {
    fn event(&mut self, event: &Event) -> ControlFlow<()> {
        let at = (event.seconds * 1e6).round() / 1e6;
        let number = event.number;
        match &event.kind {
            EventKind::Started => self.keep((number, json!({ "at": at, "kind": "started" }))),
            EventKind::Phase(text) => self.keep((number, json!({ "at": at, "kind": "phase", "text": text }))),
            EventKind::Note(text) => self.keep((number, json!({ "at": at, "kind": "note", "text": text }))),
            EventKind::Incumbent(found) => self.keep((
                number,
                json!({ "at": at, "kind": "solution", "pushes": found.pushes, "moves": found.moves }),
            )),
            EventKind::Progress(counts) => {
                let mut value = json!({ "at": at, "kind": "progress" });
                merge(&mut value, serde_json::to_value(counts).unwrap_or_default());
                self.progress.add((number, value));
            }
            EventKind::Best(standing) => {
                let text = standing.to_string();
                self.best.add((number, json!({ "at": at, "kind": "best", "text": text })));
            }
            &EventKind::Metric { name, step, value } => {
                let place = self.curves.iter().position(|(known, _)| *known == name).unwrap_or_else(|| {
                    self.curves.push((name, Series::new(POINTS)));
                    self.curves.len() - 1
                });
                let point = json!({ "at": at, "kind": "metric", "name": name, "step": step, "value": value });
                self.curves[place].1.add((number, point));
            }
            EventKind::Finished(report) => {
                let halted = report.halted.map(|halt| soko_solver::Status::from(halt).id());
                let end =
                    json!({ "at": at, "kind": "finished", "status": report.status.id(), "halted": halted });
                self.keep((number, end));
            }
            // Positions and tables are glimpses for a live view; a record has no use for them.
            _ => {}
        }
        ControlFlow::Continue(())
    }
}

fn merge(into: &mut Value, from: Value) {
    if let (Value::Object(into), Value::Object(from)) = (into, from) {
        into.extend(from);
    }
}

#[cfg(test)]
mod tests {
    use soko_solver::{Feature, Standing, Statistics};

    use super::*;

    fn log(kinds: impl IntoIterator<Item = EventKind>) -> Vec<Value> {
        let mut log = EventLog::default();
        for (number, kind) in kinds.into_iter().enumerate() {
            let number = number as u64;
            let _ = log.event(&Event { number, seconds: number as f64, kind });
        }
        log.finish().as_array().cloned().unwrap_or_default()
    }

    fn metric(name: &'static str, step: u64) -> EventKind {
        EventKind::Metric { name, step, value: step as f64 / 2.0 }
    }

    #[test]
    fn what_is_shown_to_a_watcher_is_not_recorded() {
        let level = soko_core::Level::parse("#####\n#@$.#\n#####").unwrap();
        let events = log([
            EventKind::Started,
            EventKind::Position(Box::new(soko_solver::Shown { position: level.start().clone(), way: None })),
        ]);
        assert_eq!(events.len(), 1);
        assert_eq!(events[0]["kind"], "started");
    }

    #[test]
    fn short_runs_are_kept_whole_and_in_order() {
        let kinds = [
            EventKind::Started,
            EventKind::Phase("search".to_owned()),
            metric("bound", 3),
            EventKind::Progress(Statistics { expanded: 7, ..Statistics::default() }),
            EventKind::Note("full".to_owned()),
        ];
        let events = log(kinds);
        let told: Vec<_> = events.iter().map(|event| event["kind"].as_str().unwrap()).collect();
        assert_eq!(told, ["started", "phase", "metric", "progress", "note"]);
        assert_eq!((events[3]["expanded"].as_u64(), events[3]["at"].as_f64()), (Some(7), Some(3.0)));
    }

    #[test]
    fn of_best_positions_the_features_are_kept() {
        let level = soko_core::Level::parse("#####\n#@$.#\n#####").unwrap();
        let best = |steps: u32| {
            let features = vec![Feature::of("steps", steps, 9)];
            EventKind::Best(Box::new(Standing { position: level.start().clone(), backward: false, features }))
        };
        let events = log((0..3000).map(best));
        assert!(events.len() <= POINTS + 1, "{}", events.len());
        let newest = &events[events.len() - 1];
        assert_eq!(*newest, json!({ "at": 2999.0, "kind": "best", "text": "steps 2999 of 9" }));
    }

    #[test]
    fn long_series_are_thinned_evenly_and_keep_both_ends() {
        for length in [POINTS, POINTS + 1, 3000, 12_345] {
            let events = log((0..length as u64).map(|step| metric("reward", step)));
            let steps: Vec<_> = events.iter().map(|event| event["step"].as_u64().unwrap()).collect();
            assert!(steps.len() <= POINTS + 1 && steps.len() > POINTS / 3, "{length}: {}", steps.len());
            assert_eq!((steps[0], *steps.last().unwrap()), (0, length as u64 - 1));
            let gap = steps[1];
            assert!(steps.windows(2).rev().skip(1).all(|pair| pair[1] - pair[0] == gap), "{length}");
        }
    }

    #[test]
    fn a_talkative_player_cannot_fill_the_disk() {
        let events = log((0..PLAIN as u64 + 5).map(|n| EventKind::Note(n.to_string())));
        assert_eq!(events.len(), PLAIN + 1);
        assert_eq!(events[PLAIN]["events"], 5);
    }
}
