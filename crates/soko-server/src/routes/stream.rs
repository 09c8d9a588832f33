//! The stream of live states, and what a page watches.

use std::{collections::BTreeSet, time::Duration};

use axum::{
    extract::State,
    http::StatusCode,
    response::{
        IntoResponse, Response,
        sse::{KeepAlive, Sse},
    },
};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::value::{RawValue, to_raw_value};

use crate::{
    app::App,
    endpoint::Endpoint,
    events::{MAX_STREAMS, MAX_TOPICS},
    http::{At, Given},
    problem::Problem,
};

pub(super) fn endpoints() -> Vec<Endpoint> {
    vec![
        Endpoint::get("/api/events", "stream", "Live news as server-sent events", events)
            .gives("text/event-stream"),
        Endpoint::put("/api/streams/{number}", "stream", "Set what a stream watches", watch)
            .takes::<Watch>()
            .status(204),
    ]
}

/// What a page watches.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Watch {
    /// Topics such as `jobs`, `job:7`, `pace:7`, `analysis:7`, `experiments`, `library`.
    #[schemars(length(max = 256))]
    topics: BTreeSet<String>,
}

async fn events(State(app): State<App>) -> Response {
    let Some(stream) = app.events().open() else {
        let message = format!("{MAX_STREAMS} pages are open already");
        return Problem::busy(message).help("close some of them").into_response();
    };
    Sse::new(stream).keep_alive(KeepAlive::new().interval(Duration::from_secs(15))).into_response()
}

async fn watch(
    State(app): State<App>,
    At(stream): At<u64>,
    Given(Watch { topics }): Given<Watch>,
) -> Result<StatusCode, Problem> {
    if topics.len() > MAX_TOPICS {
        return Err(Problem::bad(format!("a stream can carry {MAX_TOPICS} topics, not {}", topics.len())));
    }
    if app.events().watch(stream, topics, |topic| state(&app, topic)) {
        Ok(StatusCode::NO_CONTENT)
    } else {
        Err(Problem::missing(format!("there is no stream {stream}")).help("open /api/events first"))
    }
}

/// A job as it stands, or as it was seen last of a server before.
fn job(app: &App, number: u64) -> Option<serde_json::Result<Box<RawValue>>> {
    match app.jobs().find(number) {
        Ok(entry) => Some(to_raw_value(&app.jobs().show(&entry))),
        Err(_) => app.jobs().past(number).map(|past| to_raw_value(&past)),
    }
}

/// The present state of a topic; nothing if there is no such topic.
fn state(app: &App, topic: &str) -> Option<Box<RawValue>> {
    let (kind, name) = topic.split_once(':').unwrap_or((topic, ""));
    let state = match kind {
        "library" => to_raw_value(&app.catalogue().list()),
        "experiments" => to_raw_value(&app.experiments().news()),
        "experiment" => to_raw_value(&app.experiments().progress_of(name)?),
        "jobs" => to_raw_value(&app.jobs().news()),
        "analysis" => to_raw_value(&app.games().analysis(name.parse().ok()?).ok()?),
        "job" => job(app, name.parse().ok()?)?,
        "pace" => to_raw_value(&app.jobs().find(name.parse().ok()?).ok()?.pace_info()),
        _ => return None,
    };
    state.ok()
}
