//! All endpoints, one module per part of the workbench.
//!
//! To add one: write a handler and a line in its module's `endpoints()`.

mod about;
mod edit;
mod jobs;
mod lab;
mod library;
mod pictures;
mod play;
mod policy;
mod replay;
mod runs;
mod shelf;
mod stream;

use serde_json::value::RawValue;

use crate::{app::App, endpoint::Endpoint};

/// Every endpoint there is.
pub(crate) fn endpoints() -> Vec<Endpoint> {
    let parts = [
        about::endpoints(),
        stream::endpoints(),
        library::endpoints(),
        shelf::endpoints(),
        edit::endpoints(),
        play::endpoints(),
        jobs::endpoints(),
        replay::endpoints(),
        pictures::endpoints(),
        lab::endpoints(),
        runs::endpoints(),
        policy::endpoints(),
    ];
    parts.into_iter().flatten().collect()
}

/// The present state of a topic of the stream; nothing if there is no such topic.
pub(crate) fn state(app: &App, topic: &str) -> Option<Box<RawValue>> {
    let (kind, name) = topic.split_once(':').unwrap_or((topic, ""));
    match kind {
        "library" => library::state(app),
        "experiments" => lab::news(app),
        "experiment" => lab::progress(app, name),
        "jobs" => jobs::list_state(app),
        "job" => jobs::state(app, name),
        _ => None,
    }
}
