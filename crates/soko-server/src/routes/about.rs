//! What this server is, and the description of its API.

use axum::{Json, extract::State, http::header, response::IntoResponse};
use schemars::JsonSchema;
use serde::Serialize;
use soko_render::SKINS;
use soko_solver::{
    Parameter,
    limits::{MEMORY, NODES, SEED, TIME},
};

use crate::{app::App, endpoint::Endpoint, limits};

pub(super) fn endpoints() -> Vec<Endpoint> {
    vec![
        Endpoint::get("/api/about", "about", "Version, looks and limits", about).answers::<About>(),
        Endpoint::get("/api/openapi.json", "about", "This description", openapi).gives("application/json"),
    ]
}

/// What this server is.
#[derive(Serialize, JsonSchema)]
struct About {
    /// Version and fingerprint of the program.
    program: &'static str,
    /// The looks that boards can have, the default first.
    skins: Vec<SkinInfo>,
    /// Most bytes of an import.
    upload_limit: usize,
    /// How many streams of news are open now; the tabs of a browser share one.
    streams: usize,
    /// The limits that a job can be given.
    job_limits: Vec<Parameter>,
    /// The limits that the runs of an experiment can be given.
    experiment_limits: Vec<Parameter>,
}

#[derive(Serialize, JsonSchema)]
struct SkinInfo {
    /// Its name.
    name: &'static str,
    /// One line about it.
    summary: &'static str,
    /// Is it meant for dark surroundings?
    dark: bool,
}

async fn about(State(app): State<App>) -> Json<About> {
    let skins = SKINS.iter().map(|skin| SkinInfo {
        name: skin.name(),
        summary: skin.summary(),
        dark: skin.is_dark(),
    });
    Json(About {
        program: soko_lab::PROGRAM,
        skins: skins.collect(),
        upload_limit: limits::UPLOAD,
        streams: app.events().count(),
        job_limits: vec![
            TIME.describe(),
            limits::JOB_MEMORY.describe(),
            NODES.describe(),
            SEED.describe(),
            limits::JOB_THREADS.describe(),
        ],
        experiment_limits: vec![TIME.describe(), MEMORY.describe(), NODES.describe()],
    })
}

async fn openapi(State(app): State<App>) -> impl IntoResponse {
    ([(header::CONTENT_TYPE, "application/json")], app.openapi().to_string())
}
