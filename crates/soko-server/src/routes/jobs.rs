//! Players and jobs: who can play, start a run, watch it, stop it, and its protocol.

use axum::{
    Json,
    extract::State,
    http::StatusCode,
    response::{IntoResponse, Response},
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use soko_lab::{LevelName, protocol, store::StoredRun};
use soko_players::PLAYERS;
use soko_solver::Described;

use crate::{
    app::App,
    endpoint::Endpoint,
    http::{Asked, At, Given, file},
    jobs::{Job, Listed, NewJob, NewOptimization, NewPace, Order, PaceInfo},
    problem::Problem,
    status::{Stage, StageInfo},
};

pub(super) fn endpoints() -> Vec<Endpoint> {
    vec![
        Endpoint::get("/api/players", "jobs", "Who can play, and what can be set", players)
            .answers::<Vec<Described>>(),
        Endpoint::get("/api/statuses", "jobs", "The seven statuses and what each allows", statuses)
            .answers::<Vec<StageInfo>>(),
        Endpoint::get("/api/jobs", "jobs", "All jobs, the newest first", list).answers::<Vec<Listed>>(),
        Endpoint::post("/api/jobs", "jobs", "Start a run", start)
            .takes::<NewJob>()
            .answers::<Job>()
            .status(202),
        Endpoint::post(
            "/api/levels/{collection}/{number}/optimize",
            "jobs",
            "Make the best known solution of a level shorter",
            optimize,
        )
        .takes::<NewOptimization>()
        .answers::<Job>()
        .status(202),
        Endpoint::get("/api/jobs/{number}", "jobs", "A job", show).answers::<Job>(),
        Endpoint::delete("/api/jobs/{number}", "jobs", "Forget a job that has ended", forget).status(204),
        Endpoint::post("/api/jobs/{number}/stop", "jobs", "Stop a job", stop).answers::<Job>(),
        Endpoint::post("/api/jobs/{number}/pause", "jobs", "Hold a job", pause).answers::<Job>(),
        Endpoint::post("/api/jobs/{number}/resume", "jobs", "Let a job go on", resume).answers::<Job>(),
        Endpoint::get("/api/jobs/{number}/pace", "learn", "The pace of a learner, and its last step", pace)
            .answers::<PaceInfo>(),
        Endpoint::post(
            "/api/jobs/{number}/pace",
            "learn",
            "Let a learner go on at full speed, in slow motion or step by step",
            set_pace,
        )
        .takes::<NewPace>()
        .answers::<PaceInfo>(),
        Endpoint::get("/api/jobs/{number}/protocol", "jobs", "The protocol of a job's run", job_protocol)
            .asks::<ProtocolLook>()
            .gives("text/plain"),
        Endpoint::get("/api/runs/{run}/protocol", "jobs", "The protocol of a recorded run", run_protocol)
            .asks::<ProtocolLook>()
            .gives("text/plain"),
    ]
}

async fn players() -> Json<Vec<Described>> {
    Json(PLAYERS.all().map(Described::of).collect())
}

async fn statuses() -> Json<Vec<StageInfo>> {
    Json(Stage::table().to_vec())
}

async fn list(State(app): State<App>) -> Json<Vec<Listed>> {
    Json(app.jobs().list())
}

async fn start(
    State(app): State<App>,
    Given(new): Given<NewJob>,
) -> Result<(StatusCode, Json<Job>), Problem> {
    let table = new.table.as_deref().map(|table| app.tables().find(table)).transpose()?;
    let mut order = Order::new(new, app.library())?;
    if let Some(table) = table {
        order = order.going_on(table)?;
    }
    Ok((StatusCode::ACCEPTED, Json(app.jobs().submit(order)?)))
}

async fn optimize(
    State(app): State<App>,
    At((collection, number)): At<(String, usize)>,
    Given(new): Given<NewOptimization>,
) -> Result<(StatusCode, Json<Job>), Problem> {
    let order = app
        .heavy(move |app| Order::optimization(&new, (&collection, number), app.library(), app.solutions()));
    let order = order.await?;
    Ok((StatusCode::ACCEPTED, Json(app.jobs().submit(order)?)))
}

async fn show(State(app): State<App>, At(number): At<u64>) -> Result<Response, Problem> {
    if let Some(past) = app.jobs().past(number) {
        return Ok(Json(past).into_response());
    }
    let entry = app.jobs().find(number)?;
    Ok(Json(app.jobs().show(&entry)).into_response())
}

async fn forget(State(app): State<App>, At(number): At<u64>) -> Result<StatusCode, Problem> {
    app.jobs().remove(number)?;
    Ok(StatusCode::NO_CONTENT)
}

async fn stop(State(app): State<App>, At(number): At<u64>) -> Result<Json<Job>, Problem> {
    app.jobs().stop(number).map(Json)
}

async fn pause(State(app): State<App>, At(number): At<u64>) -> Result<Json<Job>, Problem> {
    app.jobs().hold(number, true).map(Json)
}

async fn resume(State(app): State<App>, At(number): At<u64>) -> Result<Json<Job>, Problem> {
    app.jobs().hold(number, false).map(Json)
}

async fn pace(State(app): State<App>, At(number): At<u64>) -> Result<Json<PaceInfo>, Problem> {
    let entry = app.jobs().find(number)?;
    entry.order.require_learner()?;
    Ok(Json(entry.pace_info()))
}

async fn set_pace(
    State(app): State<App>,
    At(number): At<u64>,
    Given(new): Given<NewPace>,
) -> Result<Json<PaceInfo>, Problem> {
    app.jobs().pace(number, new.wish()?).map(Json)
}

/// How a protocol is to look.
#[derive(Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct ProtocolLook {
    /// `text` if not told.
    #[serde(default)]
    format: ProtocolFormat,
}

#[derive(Clone, Copy, Default, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
enum ProtocolFormat {
    /// For people.
    #[default]
    Text,
    /// For programs.
    Json,
}

async fn job_protocol(
    State(app): State<App>,
    At(number): At<u64>,
    Asked(look): Asked<ProtocolLook>,
) -> Result<Response, Problem> {
    if let Some(past) = app.jobs().past(number) {
        let run = past["run"].as_str().map(str::to_owned);
        let run = run.ok_or_else(|| Problem::conflict(format!("there is no protocol of job {number}")))?;
        return run_protocol(State(app), At(run), Asked(look)).await;
    }
    let entry = app.jobs().find(number)?;
    let run = entry.run_to_export()?;
    app.heavy(move |app| {
        let mut stored = app.results().run(&run)?;
        // The command line knows our own collections by name; where another file is only its owner knows.
        if stored.level.name.is_none() && entry.order.builtin {
            let name = entry.order.name.clone();
            stored.level.name = Some(LevelName {
                file: format!("builtin:{}", name.collection),
                number: name.number,
                title: name.title,
            });
        }
        Ok(written(&stored, look.format))
    })
    .await
}

async fn run_protocol(
    State(app): State<App>,
    At(run): At<String>,
    Asked(look): Asked<ProtocolLook>,
) -> Result<Response, Problem> {
    app.heavy(move |app| Ok(written(&app.results().run(&run)?, look.format))).await
}

fn written(run: &StoredRun, format: ProtocolFormat) -> Response {
    let name = run.info.id.short();
    match format {
        ProtocolFormat::Text => {
            file("text/plain; charset=utf-8", &format!("{name}.txt"), protocol::text(run))
        }
        ProtocolFormat::Json => {
            file("application/json", &format!("{name}.json"), format!("{:#}", protocol::json(run)))
        }
    }
}
