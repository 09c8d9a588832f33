//! Single runs of experiments: the list behind a cell of a table, and everything about one of them.

use axum::{Json, extract::State};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use soko_core::LevelHash;
use soko_lab::{Dataset, dataset::Trial, protocol};

use crate::{
    app::App,
    endpoint::Endpoint,
    experiments::missing,
    http::{Asked, At},
    problem::Problem,
};

pub(super) fn endpoints() -> Vec<Endpoint> {
    vec![
        Endpoint::get("/api/runs", "lab", "Runs of an experiment", list).asks::<Which>().answers::<RunList>(),
        Endpoint::get("/api/runs/{run}", "lab", "Everything about a run", one).answers::<RunFacts>(),
    ]
}

/// Most runs of one answer.
const MOST: usize = 500;

/// Which runs.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Which {
    /// The experiment.
    experiment: String,
    /// Those of this contender, by its place in the plan from 0.
    contender: Option<usize>,
    /// Those on this level, by its place in the plan from 0.
    level: Option<usize>,
    /// How many to leave out at the beginning.
    offset: Option<usize>,
    /// How many at most.
    #[schemars(range(min = 1, max = 500))]
    limit: Option<usize>,
}

/// Some runs of an experiment.
#[derive(Serialize, JsonSchema)]
struct RunList {
    /// The experiment.
    experiment: String,
    /// Its headline.
    title: String,
    /// The contender asked for.
    contender: Option<String>,
    /// The level asked for.
    level: Option<String>,
    /// How many there are in all.
    total: usize,
    /// The runs, in the order of the plan.
    rows: Vec<RunRow>,
}

/// A run in a list; one that is planned but not made has no name.
#[derive(Serialize, JsonSchema)]
struct RunRow {
    /// Its name.
    run: Option<String>,
    /// The level.
    level: String,
    /// The contender.
    contender: String,
    /// Seed of everything random.
    seed: u64,
    /// Which repetition, from 1.
    repetition: u32,
    /// How it ended.
    outcome: Option<&'static str>,
    /// Pushes of its solution.
    pushes: Option<u32>,
    /// Moves of its solution.
    moves: Option<u32>,
    /// Wall-clock seconds.
    seconds: Option<f64>,
    /// Positions expanded.
    expanded: Option<u64>,
    /// How to make it again.
    command: String,
}

fn row(dataset: &Dataset, trial: &Trial) -> RunRow {
    let run = trial.run.as_ref();
    RunRow {
        run: run.map(|run| run.id.to_string()),
        level: dataset.levels[trial.level].name.label(),
        contender: dataset.contenders[trial.contender].name.clone(),
        seed: trial.seed,
        repetition: trial.repetition,
        outcome: run.map(|run| run.outcome.id()),
        pushes: run.and_then(|run| run.lengths).map(|(pushes, _)| pushes),
        moves: run.and_then(|run| run.lengths).map(|(_, moves)| moves),
        seconds: run.map(|run| run.wall),
        expanded: run.map(|run| run.statistics.expanded),
        command: dataset.command(trial),
    }
}

async fn list(State(app): State<App>, Asked(which): Asked<Which>) -> Result<Json<RunList>, Problem> {
    let limit = which.limit.unwrap_or(100);
    if !(1..=MOST).contains(&limit) {
        return Err(Problem::bad(format!("limit is from 1 to {MOST}")));
    }
    let list = app.heavy(move |app| {
        let name = &which.experiment;
        let dataset = app.results().dataset(name)?.ok_or_else(|| missing(name))?;
        let fits = |trial: &&Trial| {
            which.contender.is_none_or(|contender| trial.contender == contender)
                && which.level.is_none_or(|level| trial.level == level)
        };
        let chosen = || dataset.trials.iter().filter(fits);
        let contender = which.contender.and_then(|place| dataset.contenders.get(place));
        Ok(RunList {
            contender: contender.map(|contender| contender.name.clone()),
            level: which.level.and_then(|place| dataset.levels.get(place)).map(|level| level.name.label()),
            total: chosen().count(),
            rows: chosen()
                .skip(which.offset.unwrap_or(0))
                .take(limit)
                .map(|trial| row(&dataset, trial))
                .collect(),
            experiment: dataset.name.clone(),
            title: dataset.title.clone(),
        })
    });
    list.await.map(Json)
}

/// Everything about a run.
#[derive(Serialize, JsonSchema)]
struct RunFacts {
    /// Where its level stands in the library, if it does.
    at: Option<Place>,
    /// The protocol: player, parameters, level, status, counts, seconds, solution, events, host, program.
    protocol: Value,
}

/// A level of the library.
#[derive(Serialize, JsonSchema)]
struct Place {
    /// Its collection.
    collection: String,
    /// Its number there.
    number: usize,
}

fn place(app: &App, board: &LevelHash) -> Option<Place> {
    let (collection, item) = app.library().with_board(board)?;
    Some(Place { collection: collection.id.clone(), number: item.number })
}

async fn one(State(app): State<App>, At(run): At<String>) -> Result<Json<RunFacts>, Problem> {
    let facts = app.heavy(move |app| {
        let run = app.results().run(&run)?;
        Ok(RunFacts { at: place(app, &run.level.hash), protocol: protocol::json(&run) })
    });
    facts.await.map(Json)
}
