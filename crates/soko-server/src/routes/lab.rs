//! Experiments: what there is, what they found, and running them.

use std::collections::BTreeMap;

use axum::{Json, extract::State, http::StatusCode, response::Response};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use soko_lab::{Dataset, Definition, StoreError, store::ExperimentInfo};
use soko_report::{self as report, Cell, Findings, Section, Table, page, plot, published};

use crate::{
    answer::{Asked, At, Given, Problem, ProblemText, file},
    app::App,
    endpoint::Endpoint,
    experiments::{self, Defined, Draft, News, Origin, Progress},
    limits,
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

/// The state of the topic `experiments`.
pub(super) fn news(app: &App) -> Option<Box<RawValue>> {
    serde_json::value::to_raw_value(&News::of(app)).ok()
}

/// The state of the topic `experiment:NAME`; nothing if it neither runs nor ran last.
pub(super) fn progress(app: &App, name: &str) -> Option<Box<RawValue>> {
    let progress = app.experiments().progress().filter(|progress| progress.name == name)?;
    serde_json::value::to_raw_value(&progress).ok()
}

/// An experiment in the list.
#[derive(Serialize, JsonSchema)]
struct Summary {
    /// Its name.
    name: String,
    /// Its headline.
    title: String,
    /// `builtin`, `page` (defined here) or `recorded` (known from the results file alone).
    origin: &'static str,
    /// The names of its levels, as its definition has them.
    levels: Vec<String>,
    /// Its contenders.
    contenders: Vec<String>,
    /// Runs made; of the newest experiment of that name.
    done: u64,
    /// Runs planned, if that is known.
    planned: Option<u64>,
    /// Is anything of it in the results file?
    recorded: bool,
    /// `idle`, `running` or `stopping`.
    state: &'static str,
    /// Why it cannot be run here, if it cannot.
    why_not: Option<String>,
}

fn summaries(app: &App) -> Result<Vec<Summary>, Problem> {
    let mut recorded = BTreeMap::new();
    for info in app.experiments().read_results()?.experiments().map_err(Problem::internal)? {
        // The newest comes first.
        recorded.entry(info.name.clone()).or_insert(info);
    }
    let defined = app.experiments().all();
    let mut all: Vec<_> =
        defined.iter().map(|one| summary(app, one, recorded.remove(&one.definition.name).as_ref())).collect();
    let own = defined.iter().filter(|one| one.origin == Origin::Page).count();
    let rest: Vec<_> = recorded.into_values().map(|info| only_recorded(app, info)).collect();
    all.splice(own..own, rest);
    Ok(all)
}

fn state(app: &App, name: &str) -> &'static str {
    app.experiments()
        .progress()
        .filter(|progress| progress.name == name)
        .map_or("idle", |progress| progress.state)
}

fn summary(app: &App, one: &Defined, recorded: Option<&ExperimentInfo>) -> Summary {
    let definition = &one.definition;
    let counted = experiments::count(definition, &app.library());
    let why_not = match &counted {
        Err(problem) => Some(problem.message().to_owned()),
        Ok(_) if !app.experiments().has_workers() => Some("this server cannot start workers".to_owned()),
        Ok(_) => None,
    };
    let names = definition.contenders().unwrap_or_default().into_iter().map(|contender| contender.name);
    Summary {
        name: definition.name.clone(),
        title: if definition.title.is_empty() { definition.name.clone() } else { definition.title.clone() },
        origin: if one.origin == Origin::Builtin { "builtin" } else { "page" },
        levels: definition.levels.clone(),
        contenders: names.collect(),
        done: recorded.map_or(0, |info| info.made),
        planned: recorded.map(|info| info.planned).or_else(|| counted.ok().map(|runs| runs as u64)),
        recorded: recorded.is_some(),
        state: state(app, &definition.name),
        why_not,
    }
}

fn only_recorded(app: &App, info: ExperimentInfo) -> Summary {
    Summary {
        state: state(app, &info.name),
        name: info.name,
        title: info.title,
        origin: "recorded",
        levels: Vec::new(),
        contenders: Vec::new(),
        done: info.made,
        planned: Some(info.planned),
        recorded: true,
        why_not: Some("its definition is not here".to_owned()),
    }
}

async fn list(State(app): State<App>) -> Result<Json<Vec<Summary>>, Problem> {
    let worker = app.clone();
    app.heavy(move || summaries(&worker)).await.map(Json)
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
    /// What is wrong with it.
    problem: Option<ProblemText>,
}

async fn define(
    State(app): State<App>,
    Given(new): Given<NewExperiment>,
) -> Result<Json<DefinedAnswer>, Problem> {
    let worker = app.clone();
    if new.check {
        let told = move || {
            let checked = written_out(&new).and_then(|toml| Ok((checked(&worker, &toml)?, toml)));
            Ok(checked
                .map_or_else(wrong, |((definition, planned), toml)| right(definition.name, toml, planned)))
        };
        return app.heavy(told).await.map(Json);
    }
    app.upload()?;
    let kept = move || {
        let toml = written_out(&new)?;
        let (definition, planned) = checked(&worker, &toml)?;
        let name = definition.name.clone();
        worker.experiments().define(&toml, definition)?;
        Ok(right(name, toml, planned))
    };
    let answer = app.heavy(kept).await?;
    app.bus().publish("experiments", || News::of(&app));
    Ok(Json(answer))
}

/// The file that was sent, or that the form stands for.
fn written_out(new: &NewExperiment) -> Result<String, Problem> {
    match (&new.toml, &new.form) {
        (Some(toml), None) => Ok(toml.clone()),
        (None, Some(form)) => form.toml(),
        _ => Err(Problem::bad("send either 'toml' or 'form'")),
    }
}

/// The definition, and how many runs it asks for.
fn checked(app: &App, toml: &str) -> Result<(Definition, usize), Problem> {
    let definition = experiments::parse(toml)?;
    let planned = experiments::count(&definition, &app.library())?;
    Ok((definition, planned))
}

const fn right(name: String, toml: String, planned: usize) -> DefinedAnswer {
    DefinedAnswer { name: Some(name), toml: Some(toml), planned, problem: None }
}

fn wrong(problem: Problem) -> DefinedAnswer {
    DefinedAnswer { name: None, toml: None, planned: 0, problem: Some(problem.into_text()) }
}

async fn forget(State(app): State<App>, At(name): At<String>) -> Result<StatusCode, Problem> {
    if state(&app, &name) != "idle" {
        return Err(Problem::conflict("it is running").help("stop it first"));
    }
    app.experiments().forget(&name)?;
    app.bus().publish("experiments", || News::of(&app));
    Ok(StatusCode::NO_CONTENT)
}

async fn run(State(app): State<App>, At(name): At<String>) -> Result<(StatusCode, Json<Progress>), Problem> {
    let worker = app.clone();
    let progress = app.heavy(move || experiments::start(&worker, &name)).await?;
    Ok((StatusCode::ACCEPTED, Json(progress)))
}

async fn stop(State(app): State<App>, At(name): At<String>) -> Result<Json<Progress>, Problem> {
    experiments::stop(&app, &name).map(Json)
}

/// An experiment and what it found.
#[derive(Serialize, JsonSchema)]
struct Experiment {
    #[serde(flatten)]
    summary: Summary,
    /// What it is about, in Markdown.
    about: String,
    /// Its file, if it is defined here.
    toml: Option<String>,
    /// The program that made the runs.
    program: Option<String>,
    /// The contenders of the recorded plan, by their places.
    plan_contenders: Vec<String>,
    /// The report so far: headings, paragraphs, tables and drawings in their order.
    sections: Vec<SectionInfo>,
}

/// A part of a report.
#[derive(Serialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "lowercase")]
enum SectionInfo {
    /// A headline.
    Heading {
        /// The words.
        text: String,
    },
    /// Paragraphs in Markdown.
    Text {
        /// The words.
        text: String,
    },
    /// A table.
    Table(TableInfo),
    /// A drawing.
    Figure {
        /// Short name.
        id: String,
        /// What it shows.
        caption: String,
        /// The drawing; its classes are styled by `/api/plots.css`.
        svg: String,
    },
}

/// Places of contender and level in the plan.
type Behind = (Option<usize>, Option<usize>);

/// A table.
#[derive(Serialize, JsonSchema)]
struct TableInfo {
    /// Short name.
    id: String,
    /// What it shows.
    caption: String,
    /// Names of the columns.
    columns: Vec<String>,
    /// Which columns hold figures.
    numeric: Vec<bool>,
    /// The cells as shown.
    rows: Vec<Vec<String>>,
    /// For each cell the places of contender and level in the plan whose runs it was made of; null there is any.
    runs: Vec<Vec<Option<Behind>>>,
    /// How many rows there are in all; a file has those that are not here.
    total: usize,
}

fn section(section: &Section) -> SectionInfo {
    match section {
        Section::Heading(text) => SectionInfo::Heading { text: text.clone() },
        Section::Text(text) => SectionInfo::Text { text: text.clone() },
        Section::Table(table) => SectionInfo::Table(table_info(table)),
        Section::Figure(figure) => SectionInfo::Figure {
            id: figure.id.clone(),
            caption: figure.caption.clone(),
            svg: figure.svg.replacen(&plot::style_sheet(), "", 1),
        },
    }
}

fn table_info(table: &Table) -> TableInfo {
    let rows = || table.rows().iter().take(limits::ROWS);
    let runs = |cell: &Cell| cell.runs.map(|runs| (runs.contender, runs.level));
    TableInfo {
        id: table.id.clone(),
        caption: table.caption.clone(),
        columns: table.columns().to_vec(),
        numeric: (0..table.columns().len()).map(|column| table.is_numeric(column)).collect(),
        rows: rows().map(|row| row.iter().map(|cell| cell.text.clone()).collect()).collect(),
        runs: rows().map(|row| row.iter().map(runs).collect()).collect(),
        total: table.rows().len(),
    }
}

/// The newest experiment of that name as it was recorded, if it was.
pub(super) fn dataset(app: &App, name: &str) -> Result<Option<Dataset>, Problem> {
    match app.experiments().read_results()?.dataset(Some(name)) {
        Ok(dataset) => Ok(Some(dataset)),
        Err(StoreError::NoExperiment(..)) => Ok(None),
        Err(error) => Err(Problem::internal(error)),
    }
}

fn findings(dataset: &Dataset, figures: bool) -> Result<Findings, Problem> {
    let options = report::Options { figures, ..report::Options::default() };
    let mut findings = report::standard(dataset, &options).map_err(Problem::bad)?;
    if let Some(printed) = dataset.published.as_deref().and_then(|id| published::compare(id, dataset, true)) {
        findings.sections.extend(printed.sections);
    }
    Ok(findings)
}

fn experiment(app: &App, name: &str) -> Result<Experiment, Problem> {
    let dataset = dataset(app, name)?;
    let defined = app.experiments().find(name);
    let wanted = dataset.as_ref().map_or(name, |dataset| &dataset.name);
    let summary = summaries(app)?.into_iter().find(|one| one.name == wanted);
    let summary = summary.ok_or_else(|| experiments::missing(name))?;
    let about = match (&dataset, &defined) {
        (Some(dataset), _) => dataset.about.clone(),
        (None, Some(defined)) => defined.definition.about.clone(),
        (None, None) => String::new(),
    };
    let sections = match &dataset {
        Some(dataset) => findings(dataset, true)?.sections,
        None => Vec::new(),
    };
    // What it is about stands at the head of the page.
    let repeats = |section: &&Section| matches!(section, Section::Text(text) if *text == about.trim());
    Ok(Experiment {
        summary,
        toml: defined.map(|defined| defined.text.clone()),
        program: dataset.as_ref().map(|dataset| dataset.program.clone()),
        plan_contenders: dataset
            .iter()
            .flat_map(|dataset| &dataset.contenders)
            .map(|contender| contender.name.clone())
            .collect(),
        sections: sections.iter().filter(|one| !repeats(one)).map(section).collect(),
        about,
    })
}

async fn one(State(app): State<App>, At(name): At<String>) -> Result<Json<Experiment>, Problem> {
    let worker = app.clone();
    app.heavy(move || experiment(&worker, &name)).await.map(Json)
}

/// What file is wanted.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct ReportQuery {
    /// How it is written.
    format: Format,
    /// One table alone; not for pages.
    table: Option<String>,
}

#[derive(Clone, Copy, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
enum Format {
    /// The whole report for people, or one table.
    Markdown,
    /// A table, or all runs.
    Csv,
    /// The whole report or a table, for programs.
    Json,
    /// A page that needs nothing else.
    Html,
}

async fn report_file(
    State(app): State<App>,
    At(name): At<String>,
    Asked(query): Asked<ReportQuery>,
) -> Result<Response, Problem> {
    let worker = app.clone();
    app.heavy(move || written(&worker, &name, &query)).await
}

fn written(app: &App, name: &str, query: &ReportQuery) -> Result<Response, Problem> {
    let dataset =
        dataset(app, name)?.ok_or_else(|| experiments::missing(name).help("nothing of it is recorded"))?;
    let mut findings = findings(&dataset, matches!(query.format, Format::Html))?;
    let command = format!("sokolab report --experiment {}", dataset.name);
    if let Some(id) = &query.table {
        let table = findings.tables().find(|table| table.id == *id).cloned();
        let table = table.ok_or_else(|| Problem::missing(format!("there is no table '{id}'")))?;
        findings.sections = vec![Section::Table(table)];
    }
    let stem = query
        .table
        .as_ref()
        .map_or_else(|| dataset.name.clone(), |table| format!("{}-{table}", dataset.name));
    let (media, ending, text) = match query.format {
        Format::Markdown => ("text/markdown; charset=utf-8", "md", findings.markdown(&command)),
        Format::Json => ("application/json", "json", findings.json(&command).to_string()),
        Format::Html => {
            ("text/html; charset=utf-8", "html", page::html(&dataset, &findings, &command, "results.db"))
        }
        Format::Csv if query.table.is_none() => {
            ("text/csv; charset=utf-8", "csv", report::runs_csv(&dataset))
        }
        Format::Csv => {
            let tables: Vec<_> = findings.tables().map(|table| table.csv(&command)).collect();
            ("text/csv; charset=utf-8", "csv", tables.concat())
        }
    };
    Ok(file(media, &format!("{stem}.{ending}"), text))
}

async fn style() -> Response {
    let sheet = plot::style_sheet();
    file("text/css", "plots.css", sheet.replace("<style>", "").replace("</style>", ""))
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use serde_json::{Value, json};
    use soko_lab::WorkerCommand;

    use crate::testing::{TestServer, server};

    fn form(check: bool) -> Value {
        json!({ "check": check, "form": {
            "name": "mine", "levels": ["tutorial#1-2"], "seeds": 2, "time_s": 1.5,
            "players": [{ "player": "bfs" }, { "player": "astar", "set": { "metric": "moves" } }],
        }})
    }

    #[tokio::test]
    async fn ours_are_listed_and_say_why_they_cannot_be_run() {
        let (status, all) = server().get("/api/experiments").await;
        assert_eq!(status, 200);
        let find = |name: &str| all.as_array().unwrap().iter().find(|one| one["name"] == name).unwrap();
        assert!(find("brno-1")["why_not"].as_str().unwrap().contains("MiniCosmos"));
        assert_eq!(find("players")["why_not"], "this server cannot start workers");
        assert!(find("players")["planned"].as_u64().unwrap() > 10);
        assert_eq!(find("brno-1")["planned"], Value::Null);
    }

    #[tokio::test]
    async fn a_form_is_checked_kept_shown_and_forgotten() {
        let server = server();
        let (status, answer) = server.json("POST", "/api/experiments", &form(true)).await;
        assert_eq!((status, &answer["planned"]), (200, &json!(8)), "{answer}");
        assert_eq!(server.get("/api/experiments/mine").await.0, 404, "a check keeps nothing");
        assert_eq!(server.json("POST", "/api/experiments", &form(false)).await.0, 200);
        let (status, one) = server.get("/api/experiments/mine").await;
        assert_eq!((status, &one["origin"], &one["toml"]), (200, &json!("page"), &answer["toml"]));
        assert_eq!(one["contenders"], json!(["bfs", "astar"]));
        let server = server.restarted();
        assert_eq!(server.json("DELETE", "/api/experiments/mine", &Value::Null).await.0, 204);
        assert_eq!(server.json("DELETE", "/api/experiments/mine", &Value::Null).await.0, 404);
        assert_eq!(server.json("DELETE", "/api/experiments/players", &Value::Null).await.0, 409);
    }

    #[tokio::test]
    async fn mistakes_in_a_file_are_told_with_their_place() {
        let server = server();
        let refused = async |toml: &str| {
            let (status, answer) = server.json("POST", "/api/experiments", &json!({ "toml": toml })).await;
            assert_eq!(status, 400, "{answer}");
            answer["error"]["message"].as_str().unwrap().to_owned()
        };
        assert!(refused("name = \"x\"\nlevels = 3\n").await.starts_with("line 2, column 10: invalid type"));
        assert!(
            refused("name = \"x\"\nlevels = [\"tutorial#9999\"]\n[[players]]\nplayer=\"bfs\"")
                .await
                .contains("9999")
        );
        assert_eq!(server.json("POST", "/api/experiments", &json!({})).await.0, 400);
        let check = json!({ "toml": "name = 3", "check": true });
        let (status, answer) = server.json("POST", "/api/experiments", &check).await;
        assert_eq!((status, answer["planned"].as_u64()), (200, Some(0)), "a check finds out, whatever it is");
        assert!(answer["problem"]["message"].as_str().unwrap().starts_with("line 1, column 8"));
        let file = "name = \"x\"\nlevels = [\"/etc/hostname\"]\n[[players]]\nplayer=\"bfs\"";
        assert_eq!(
            server.json("POST", "/api/experiments", &json!({ "toml": file })).await.0,
            404,
            "no files"
        );
    }

    #[tokio::test]
    async fn without_workers_nothing_runs() {
        let server = server();
        assert_eq!(server.json("POST", "/api/experiments/players/run", &Value::Null).await.0, 409);
        assert_eq!(server.json("POST", "/api/experiments/nothing/run", &Value::Null).await.0, 404);
        assert_eq!(server.json("POST", "/api/experiments/players/stop", &Value::Null).await.0, 409);
    }

    #[cfg(unix)]
    #[tokio::test]
    async fn a_run_is_recorded_reported_and_listed_even_if_every_worker_crashes() {
        let worker = WorkerCommand { program: "false".into(), arguments: Vec::new() };
        let server = TestServer::with(tempfile::tempdir().unwrap(), Some(worker));
        assert_eq!(server.json("POST", "/api/experiments", &form(false)).await.0, 200);
        let (status, progress) = server.json("POST", "/api/experiments/mine/run", &Value::Null).await;
        assert_eq!((status, &progress["planned"]), (202, &json!(8)), "{progress}");
        let mut one = Value::Null;
        for _ in 0..400 {
            tokio::time::sleep(Duration::from_millis(25)).await;
            one = server.get("/api/experiments/mine").await.1;
            if one["state"] == "idle" {
                break;
            }
        }
        assert_eq!(
            (&one["state"], &one["recorded"], &one["done"]),
            (&json!("idle"), &json!(true), &json!(0))
        );
        let tables = one["sections"].as_array().unwrap().iter().filter(|section| section["kind"] == "table");
        assert!(tables.count() > 2);
        let (_, runs) = server.get("/api/runs?experiment=mine&contender=1&level=0").await;
        assert_eq!((&runs["total"], &runs["contender"]), (&json!(2), &json!("astar")));
        let id = runs["rows"][0]["run"].as_str().unwrap();
        let (status, run) = server.get(&format!("/api/runs/{id}")).await;
        assert_eq!((status, &run["protocol"]["status"]), (200, &json!("crashed")));
        assert_eq!(run["at"], json!({ "collection": "tutorial", "number": 1 }));
        assert!(
            server.get(&format!("/api/runs/{id}/protocol")).await.1.as_str().unwrap().contains("[player]")
        );
        for (path, part) in
            [("markdown", "# mine"), ("csv", "crashed"), ("html", "<html"), ("csv&table=overview", "bfs")]
        {
            let (status, text) = server.get(&format!("/api/experiments/mine/report?format={path}")).await;
            assert!(status == 200 && text.as_str().is_some_and(|text| text.contains(part)), "{path}: {text}");
        }
        assert_eq!(server.get("/api/experiments/mine/report?format=csv&table=no").await.0, 404);
    }

    #[tokio::test]
    async fn what_is_not_there_is_missing() {
        let server = server();
        for path in [
            "/api/experiments/nothing",
            "/api/runs?experiment=no",
            "/api/runs/abcdef",
            "/api/runs/zz",
            "/api/experiments/players/report?format=csv",
        ] {
            assert_eq!(server.get(path).await.0, 404, "{path}");
        }
        assert_eq!(server.get("/api/runs").await.0, 400);
        assert_eq!(server.get("/api/runs?experiment=no&limit=0").await.0, 400);
    }
}
