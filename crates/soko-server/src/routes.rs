//! All endpoints, one module per part of the workbench.
//!
//! To add one: write a handler and a line in its module's `endpoints()`. A handler reads the request, calls the domain and
//! answers with what comes back.

mod about;
mod board;
mod experiments;
mod export;
mod generate;
mod jobs;
mod library;
mod pictures;
mod play;
mod policy;
mod replay;
mod reverse;
mod runs;
mod stream;
mod trial;
mod user_library;

use crate::endpoint::Endpoint;

/// Every endpoint there is.
pub(crate) fn endpoints() -> Vec<Endpoint> {
    let parts = [
        about::endpoints(),
        stream::endpoints(),
        library::endpoints(),
        export::endpoints(),
        user_library::endpoints(),
        board::endpoints(),
        trial::endpoints(),
        generate::endpoints(),
        play::endpoints(),
        reverse::endpoints(),
        jobs::endpoints(),
        replay::endpoints(),
        pictures::endpoints(),
        experiments::endpoints(),
        runs::endpoints(),
        policy::endpoints(),
    ];
    parts.into_iter().flatten().collect()
}
