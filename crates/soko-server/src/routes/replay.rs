//! Solutions and games to walk through, wherever they come from.

use std::sync::Arc;

use axum::{Json, extract::State};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use soko_core::{Direction, Level, LevelHash, lurd};
use soko_lab::{OPTIMIZER, store::StoredRun};

use crate::{
    app::App,
    endpoint::Endpoint,
    http::Asked,
    jobs::not_prepared,
    library::{Item, LevelName},
    limits,
    placed::Placed,
    problem::Problem,
    replay::Frames,
    solutions::{Known, Origin},
};

pub(super) fn endpoints() -> Vec<Endpoint> {
    vec![
        Endpoint::get("/api/replay", "replay", "A solution, a run or a game as frames", replay)
            .asks::<Wanted>()
            .answers::<Replay>(),
    ]
}

/// What is to be shown.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Wanted {
    /// `level/COLLECTION/NUMBER` for its best solution (`…/moves` for the one with the fewest moves), `job/NUMBER`, `run/NAME`,
    /// `run/NAME/before` for the solution that an optimisation began with, or `game/COLLECTION/NUMBER/LURD`.
    #[schemars(length(min = 1, max = 100_100))]
    source: String,
}

/// Something to walk through.
#[derive(Serialize, JsonSchema)]
struct Replay {
    /// What was asked for.
    source: String,
    /// The level, if the library has it.
    level: Option<LevelName>,
    /// Where it comes from, in words.
    title: String,
    /// The player that found it.
    player: Option<String>,
    /// In what it is proven best.
    optimal: Option<String>,
    /// The run in the lab's database.
    run: Option<String>,
    /// The job, if it is remembered.
    job: Option<u64>,
    /// Steps at the beginning that were played before the run began.
    begun: usize,
    /// Does what is walked end at the position expanded last, short of a solution?
    unfinished: bool,
    /// Other solutions of the same level.
    others: Vec<Other>,
    /// Of a run that ended without a solution, if the way there is not known: the position it had expanded last.
    last: Option<Placed>,
    #[serde(flatten)]
    frames: Frames,
}

/// Another solution.
#[derive(Serialize, JsonSchema)]
struct Other {
    /// What to ask for.
    source: String,
    /// What it is.
    title: String,
}

async fn replay(State(app): State<App>, Asked(wanted): Asked<Wanted>) -> Result<Json<Replay>, Problem> {
    app.heavy(move |app| find(app, wanted.source)).await.map(Json)
}

fn find(app: &App, source: String) -> Result<Replay, Problem> {
    let parts: Vec<&str> = source.split('/').collect();
    let mut found = match *parts.as_slice() {
        ["level", collection, number] => level(app, collection, number, "pushes")?,
        ["level", collection, number, metric @ ("pushes" | "moves")] => {
            level(app, collection, number, metric)?
        }
        ["job", number] => job(app, number)?,
        ["run", name] => run(app, name)?,
        ["run", name, "before"] => before(app, name)?,
        ["game", collection, number, moves] => game(app, collection, number, moves)?,
        _ => {
            return Err(Problem::bad("there is no replay of that address")
                .help("level/COLLECTION/NUMBER, job/NUMBER, run/NAME, run/NAME/before or game/COLLECTION/NUMBER/LURD"));
        }
    };
    found.source = source;
    Ok(found)
}

fn plain(title: String, level: Option<LevelName>, frames: Frames) -> Replay {
    Replay {
        source: String::new(),
        level,
        title,
        player: None,
        optimal: None,
        run: None,
        job: None,
        begun: 0,
        unfinished: false,
        others: Vec::new(),
        last: None,
        frames,
    }
}

fn item(app: &App, collection: &str, number: &str) -> Result<(LevelName, Level, Arc<Item>), Problem> {
    let number = number.parse().map_err(|_| no_number(number, "level"))?;
    let (collection, item) = app.library().item(collection, number)?;
    let (level, _) = item.playable().map_err(not_prepared)?;
    Ok((LevelName::of(&collection, &item), level.clone(), item))
}

fn no_number(text: &str, of: &str) -> Problem {
    Problem::bad(format!("'{text}' is no number of a {of}")).help(format!("a {of} has a number from 1 on"))
}

/// The library's level with that board.
fn known(app: &App, hash: &LevelHash) -> Option<(LevelName, Level)> {
    let (collection, item) = app.library().with_board(hash)?;
    Some((LevelName::of(&collection, &item), item.level.as_ref().ok()?.0.clone()))
}

/// The best known solutions of a level, to compare with.
fn others(app: &App, name: &LevelName) -> Result<Vec<Other>, Problem> {
    let Ok((_, item)) = app.library().item(&name.collection, name.number) else { return Ok(Vec::new()) };
    let other = |best: Known| Other {
        source: format!("level/{}/{}/{}", name.collection, name.number, best.metric),
        title: format!("fewest {}: {} pushes, {} moves", best.metric, best.pushes, best.moves),
    };
    Ok(app.solutions().best(&item)?.into_iter().map(other).collect())
}

/// The same, and what a run of the optimiser began with.
fn others_of(app: &App, name: Option<&LevelName>, run: Option<&StoredRun>) -> Result<Vec<Other>, Problem> {
    let mut all = name.map(|name| others(app, name)).transpose()?.unwrap_or_default();
    if let Some(run) = run
        && original(run).is_some()
    {
        let source = format!("run/{}/before", run.info.id);
        all.push(Other { source, title: "before it was optimised".to_owned() });
    }
    Ok(all)
}

fn level(app: &App, collection: &str, number: &str, metric: &str) -> Result<Replay, Problem> {
    let (name, level, item) = item(app, collection, number)?;
    let all = app.solutions().best(&item)?;
    let best = all.iter().find(|best| best.metric == metric).ok_or_else(|| {
        Problem::missing("no solution of this level is known").help("solve it, or play it yourself")
    })?;
    let frames = Frames::play(&level, &moves(&best.solution)?)?;
    let run = best.run.as_ref().and_then(|run| app.results().run(run).ok());
    let from = match best.origin {
        Origin::Run => "",
        Origin::Hand => ", played by hand",
        Origin::File => ", from the level's file",
    };
    Ok(Replay {
        others: others_of(app, Some(&name), run.as_ref())?,
        player: run.as_ref().map(|run| run.job.setup.player.clone()),
        optimal: run.and_then(|run| run.info.optimal).map(|optimal| optimal.id().to_owned()),
        run: best.run.clone(),
        ..plain(format!("fewest {metric} known{from}"), Some(name), frames)
    })
}

fn job(app: &App, number: &str) -> Result<Replay, Problem> {
    let number = number.parse().map_err(|_| no_number(number, "job"))?;
    if let Some(past) = app.jobs().past(number) {
        return past_job(app, number, &past);
    }
    let entry = app.jobs().find(number)?;
    let ending = entry.ending_to_walk()?;
    let position = entry.progress().told.position.clone();
    let order = &entry.order;
    let way = ending.reached.as_ref().map_or("", |reached| &reached.path);
    let (level, begun) =
        order.played.as_ref().map_or((&order.level, ""), |played| (&played.whole, &played.moves));
    let frames = Frames::play(level, &moves(&format!("{begun}{way}"))?)?;
    let last = position.filter(|_| ending.reached.is_none());
    let run = ending.run.as_ref().and_then(|run| app.results().run(run).ok());
    Ok(Replay {
        player: Some(order.spec.player.clone()),
        optimal: ending.result.optimal.map(str::to_owned),
        run: ending.run.clone(),
        job: Some(number),
        begun: begun.len(),
        unfinished: ending.result.solution.is_none(),
        others: others_of(app, Some(&order.name), run.as_ref())?,
        last: last.map(|position| Placed::of(&order.level, &position)),
        ..plain(format!("job {number}: {}", ending.words), Some(order.name.clone()), frames)
    })
}

/// A job of a server before this one.
fn past_job(app: &App, number: u64, past: &Value) -> Result<Replay, Problem> {
    let text = |value: &Value| value.as_str().map(str::to_owned);
    let (collection, place) = (&past["level"]["collection"], &past["level"]["number"]);
    let (name, level, _) = item(app, collection.as_str().unwrap_or_default(), &place.to_string())?;
    let begun = past["from"]["moves"].as_str().unwrap_or_default();
    let way = past["reached"]["path"].as_str();
    let frames = Frames::play(&level, &moves(&format!("{begun}{}", way.unwrap_or_default()))?)?;
    let run = past["run"].as_str().and_then(|run| app.results().run(run).ok());
    let last = way.is_none().then(|| serde_json::from_value(past["position"].clone()).ok()).flatten();
    Ok(Replay {
        player: text(&past["player"]),
        optimal: text(&past["result"]["optimal"]),
        run: text(&past["run"]),
        job: Some(number),
        begun: begun.len(),
        unfinished: !past["result"]["solution"].is_string(),
        others: others_of(app, Some(&name), run.as_ref())?,
        last,
        ..plain(format!("job {number}: {}", past["words"].as_str().unwrap_or_default()), Some(name), frames)
    })
}

fn run(app: &App, name: &str) -> Result<Replay, Problem> {
    let run = app.results().run(name)?;
    let (name, level) = level_of(app, &run)?;
    let frames = Frames::play(&level, &moves(run.solution.as_deref().unwrap_or_default())?)?;
    Ok(Replay {
        player: Some(run.job.setup.player.clone()),
        optimal: run.info.optimal.map(|optimal| optimal.id().to_owned()),
        run: Some(run.info.id.to_string()),
        others: others_of(app, name.as_ref(), Some(&run))?,
        ..plain(format!("run {}: {}", run.info.id.short(), run.info.outcome), name, frames)
    })
}

/// The solution that an optimisation began with.
fn before(app: &App, name: &str) -> Result<Replay, Problem> {
    let run = app.results().run(name)?;
    let solution = original(&run).ok_or_else(|| {
        Problem::missing(format!("run {} began with no solution", run.info.id.short()))
            .help("a run of the optimiser did")
    })?;
    let (name, level) = level_of(app, &run)?;
    let frames = Frames::play(&level, &moves(&solution)?)?;
    let others = others_of(app, name.as_ref(), Some(&run))?;
    Ok(Replay { others, ..plain("before it was optimised".to_owned(), name, frames) })
}

/// The level of a run, as the library has it if it does.
fn level_of(app: &App, run: &StoredRun) -> Result<(Option<LevelName>, Level), Problem> {
    match known(app, &run.level.hash) {
        Some((name, level)) => Ok((Some(name), level)),
        None => Ok((None, Level::parse(&run.level.board).map_err(Problem::conflict)?)),
    }
}

/// The solution that a run of the optimiser began with.
fn original(run: &StoredRun) -> Option<String> {
    let setup = &run.job.setup;
    let parameters: Value = serde_json::from_str(&setup.parameters).ok()?;
    (setup.player == OPTIMIZER).then(|| parameters["solution"].as_str().map(str::to_owned)).flatten()
}

fn game(app: &App, collection: &str, number: &str, text: &str) -> Result<Replay, Problem> {
    let (name, level, _) = item(app, collection, number)?;
    let frames = Frames::play(&level, &moves(text)?)?;
    Ok(Replay { others: others(app, &name)?, ..plain("a game".to_owned(), Some(name), frames) })
}

fn moves(text: &str) -> Result<Vec<Direction>, Problem> {
    if text.len() > limits::REPLAY {
        return Err(Problem::bad(format!("only {} moves can be shown", limits::REPLAY)));
    }
    lurd::parse(text).map_err(Problem::bad)
}
