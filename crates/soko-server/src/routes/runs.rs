//! Single runs: the list behind a cell of a table, those that belong to no experiment, and everything about one of them.

use axum::{Json, extract::State};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use soko_core::LevelHash;
use soko_lab::{
    Dataset,
    dataset::{RunInfo, Trial},
    protocol,
    store::StandaloneInfo,
};

use crate::{
    app::App,
    endpoint::Endpoint,
    experiments::missing,
    http::{Asked, At},
    problem::Problem,
};

pub(super) fn endpoints() -> Vec<Endpoint> {
    vec![
        Endpoint::get("/api/runs", "lab", "Runs of an experiment, or those that belong to none", list)
            .asks::<Which>()
            .answers::<RunList>(),
        Endpoint::get("/api/runs/{run}", "lab", "Everything about a run", one).answers::<RunFacts>(),
    ]
}

/// Most runs of one answer.
const MOST: usize = 500;

/// Which runs.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Which {
    /// The experiment; without it the runs that belong to none, such as those of the workbench.
    experiment: Option<String>,
    /// Those of this contender of the experiment, by its place in the plan from 0.
    contender: Option<usize>,
    /// Those on this level of the experiment, by its place in the plan from 0.
    level: Option<usize>,
    /// How many to leave out at the beginning.
    offset: Option<usize>,
    /// How many at most.
    #[schemars(range(min = 1, max = 500))]
    limit: Option<usize>,
}

/// Some runs.
#[derive(Serialize, JsonSchema)]
struct RunList {
    /// The experiment, if they belong to one.
    experiment: Option<String>,
    /// A headline.
    title: String,
    /// The contender asked for.
    contender: Option<String>,
    /// The level asked for.
    level: Option<String>,
    /// How many there are in all.
    total: usize,
    /// The runs: of an experiment in the order of the plan, others the newest first.
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
    /// How to make it again, if it belongs to an experiment.
    command: Option<String>,
    /// When it began, in milliseconds since 1970.
    started_ms: Option<i64>,
}

impl RunRow {
    fn of(run: Option<&RunInfo>, level: String, contender: String, seed: u64) -> Self {
        Self {
            run: run.map(|run| run.id.to_string()),
            level,
            contender,
            seed,
            repetition: 1,
            outcome: run.map(|run| run.outcome.id()),
            pushes: run.and_then(|run| run.lengths).map(|(pushes, _)| pushes),
            moves: run.and_then(|run| run.lengths).map(|(_, moves)| moves),
            seconds: run.map(|run| run.wall),
            expanded: run.map(|run| run.statistics.expanded),
            command: None,
            started_ms: run.map(|run| run.started_ms),
        }
    }

    fn planned(dataset: &Dataset, trial: &Trial) -> Self {
        let level = dataset.levels[trial.level].name.label();
        let contender = dataset.contenders[trial.contender].name.clone();
        let row = Self::of(trial.run.as_ref(), level, contender, trial.seed);
        Self { repetition: trial.repetition, command: Some(dataset.command(trial)), ..row }
    }

    fn standalone(app: &App, run: StandaloneInfo) -> Self {
        let level = app.library().with_board(&run.level).map_or_else(
            || format!("board {}", &run.level.to_string()[..8]),
            |(collection, item)| {
                item.title.clone().unwrap_or_else(|| format!("{} {}", collection.title, item.number))
            },
        );
        Self::of(Some(&run.info), level, run.player, run.seed)
    }
}

async fn list(State(app): State<App>, Asked(which): Asked<Which>) -> Result<Json<RunList>, Problem> {
    let limit = which.limit.unwrap_or(100);
    if !(1..=MOST).contains(&limit) {
        return Err(Problem::bad(format!("limit is from 1 to {MOST}")));
    }
    let offset = which.offset.unwrap_or(0);
    let list = app.heavy(move |app| match &which.experiment {
        Some(name) => of_experiment(app, name, &which, (offset, limit)),
        None => standalone(app, (offset, limit)),
    });
    list.await.map(Json)
}

fn of_experiment(
    app: &App,
    name: &str,
    which: &Which,
    (offset, limit): (usize, usize),
) -> Result<RunList, Problem> {
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
        rows: chosen().skip(offset).take(limit).map(|trial| RunRow::planned(&dataset, trial)).collect(),
        experiment: Some(dataset.name.clone()),
        title: dataset.title.clone(),
    })
}

fn standalone(app: &App, (offset, limit): (usize, usize)) -> Result<RunList, Problem> {
    let store = app.results().reader()?;
    let total = store.count_standalone().map_err(Problem::internal)?;
    let runs = store.standalone(offset, limit).map_err(Problem::internal)?;
    Ok(RunList {
        experiment: None,
        title: "Single runs".to_owned(),
        contender: None,
        level: None,
        total,
        rows: runs.into_iter().map(|run| RunRow::standalone(app, run)).collect(),
    })
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
