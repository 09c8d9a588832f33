//! Experiments: what there is, what they found, and running them.

use axum::{
    Json,
    extract::State,
    http::{HeaderValue, StatusCode, header},
    response::Response,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{
    app::App,
    endpoint::Endpoint,
    experiments::{Checked, Draft, Experiment, Progress, ReportFormat, Summary, plot_style},
    http::{Asked, At, Given, file},
    problem::{Problem, ProblemText},
};

pub(super) fn endpoints() -> Vec<Endpoint> {
    vec![
        Endpoint::get("/api/experiments", "lab", "All experiments", list).answers::<Vec<Summary>>(),
        Endpoint::post("/api/experiments", "lab", "Define an experiment, or check a definition", define)
            .takes::<NewExperiment>()
            .answers::<DefinedAnswer>(),
        Endpoint::get("/api/experiments/{name}", "lab", "An experiment and what it found", one)
            .answers::<Experiment>(),
        Endpoint::delete("/api/experiments/{name}", "lab", "Forget a definition; its runs stay", forget)
            .status(204),
        Endpoint::post("/api/experiments/{name}/run", "lab", "Run what is not done yet", run)
            .answers::<Progress>()
            .status(202),
        Endpoint::post("/api/experiments/{name}/stop", "lab", "Stop it; what is recorded stays", stop)
            .answers::<Progress>(),
        Endpoint::get("/api/experiments/{name}/report", "lab", "The report as a file", report_file)
            .asks::<ReportQuery>()
            .gives("text/plain"),
        Endpoint::get("/api/plots.css", "lab", "The style of drawings in reports", style).gives("text/css"),
    ]
}

async fn list(State(app): State<App>) -> Result<Json<Vec<Summary>>, Problem> {
    app.heavy(|app| app.experiments().summaries()).await.map(Json)
}

/// An experiment: as a file, or as the form of the page has it.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct NewExperiment {
    /// The experiment file. Without it the other fields make one.
    toml: Option<String>,
    /// What the form says.
    form: Option<Draft>,
    /// Only look whether it is right, and keep nothing.
    #[serde(default)]
    check: bool,
}

/// A definition that is right; or, if it was only to be checked, what is wrong with it.
#[derive(Serialize, JsonSchema)]
struct DefinedAnswer {
    /// Its name.
    name: Option<String>,
    /// The file.
    toml: Option<String>,
    /// Runs planned.
    planned: usize,
    /// What of the collections that it names is missing, or what stands in; null if everything is here.
    supply: Option<String>,
    /// What is wrong with it.
    problem: Option<ProblemText>,
}

async fn define(
    State(app): State<App>,
    Given(new): Given<NewExperiment>,
) -> Result<Json<DefinedAnswer>, Problem> {
    if new.check {
        let told = move |app: &App| {
            let checked = written_out(&new).and_then(|toml| Ok((app.experiments().check(&toml)?, toml)));
            Ok(checked.map_or_else(wrong, |(checked, toml)| right(checked, toml)))
        };
        return app.heavy(told).await.map(Json);
    }
    app.upload()?;
    let kept = move |app: &App| {
        let toml = written_out(&new)?;
        let checked = app.experiments().check(&toml)?;
        app.experiments().define(&toml, checked.definition.clone())?;
        Ok(right(checked, toml))
    };
    app.heavy(kept).await.map(Json)
}

/// The file that was sent, or that the form stands for.
fn written_out(new: &NewExperiment) -> Result<String, Problem> {
    match (&new.toml, &new.form) {
        (Some(toml), None) => Ok(toml.clone()),
        (None, Some(form)) => form.toml(),
        _ => Err(Problem::bad("send either 'toml' or 'form'")),
    }
}

fn right(checked: Checked, toml: String) -> DefinedAnswer {
    let Checked { definition, planned, supply } = checked;
    DefinedAnswer { name: Some(definition.name), toml: Some(toml), planned, supply, problem: None }
}

fn wrong(problem: Problem) -> DefinedAnswer {
    DefinedAnswer { name: None, toml: None, planned: 0, supply: None, problem: Some(problem.into_text()) }
}

async fn forget(State(app): State<App>, At(name): At<String>) -> Result<StatusCode, Problem> {
    app.experiments().forget(&name)?;
    Ok(StatusCode::NO_CONTENT)
}

async fn run(State(app): State<App>, At(name): At<String>) -> Result<(StatusCode, Json<Progress>), Problem> {
    let progress = app.heavy(move |app| app.experiments().start(&name)).await?;
    Ok((StatusCode::ACCEPTED, Json(progress)))
}

async fn stop(State(app): State<App>, At(name): At<String>) -> Result<Json<Progress>, Problem> {
    app.experiments().stop(&name).map(Json)
}

async fn one(State(app): State<App>, At(name): At<String>) -> Result<Json<Experiment>, Problem> {
    app.heavy(move |app| app.experiments().experiment(&name)).await.map(Json)
}

/// What file is wanted.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct ReportQuery {
    /// How it is written.
    format: ReportFormat,
    /// One table alone; not for pages.
    table: Option<String>,
}

async fn report_file(
    State(app): State<App>,
    At(name): At<String>,
    Asked(query): Asked<ReportQuery>,
) -> Result<Response, Problem> {
    let report =
        app.heavy(move |app| app.experiments().report(&name, query.format, query.table.as_deref())).await?;
    let mut answer = file(report.media, &report.name, report.text);
    if let Some(policy) = report.policy.and_then(|policy| HeaderValue::try_from(policy).ok()) {
        answer.headers_mut().insert(header::CONTENT_SECURITY_POLICY, policy);
    }
    Ok(answer)
}

async fn style() -> Response {
    file("text/css", "plots.css", plot_style())
}

#[cfg(test)]
mod tests;
