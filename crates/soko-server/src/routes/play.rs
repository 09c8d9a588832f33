//! Playing by hand.

use axum::{Json, extract::State, http::StatusCode};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use soko_records::HelpLevel;

use crate::{
    answer::{Asked, At, Given, Problem},
    app::App,
    endpoint::Endpoint,
    games::{Act, Advice, Game, GameState, Hint, MAX_ACTS, Targets, lock, shortest},
    solutions,
};

pub(super) fn endpoints() -> Vec<Endpoint> {
    vec![
        Endpoint::post("/api/games", "play", "Start a game, or take up an unfinished one", start)
            .takes::<NewGame>()
            .answers::<GameState>()
            .status(201),
        Endpoint::get("/api/games/{number}", "play", "A game as it stands", show).answers::<GameState>(),
        Endpoint::post("/api/games/{number}/act", "play", "Step, walk, push, undo, redo, jump", act)
            .takes::<Acts>()
            .answers::<GameState>(),
        Endpoint::get("/api/games/{number}/moves", "play", "The moves of a game in LURD", moves)
            .answers::<Moves>(),
        Endpoint::get("/api/games/{number}/targets", "play", "Where a box can be pushed", targets)
            .asks::<Place>()
            .answers::<Targets>(),
        Endpoint::get("/api/games/{number}/advice", "play", "Is it lost, why, and since when?", advice)
            .answers::<Advice>(),
        Endpoint::post("/api/games/{number}/hint", "play", "The next push of a solution", hint)
            .answers::<Hint>(),
        Endpoint::post("/api/games/{number}/keep", "play", "Keep an unfinished game for later", keep)
            .status(204),
    ]
}

/// Which level to play.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct NewGame {
    /// Its collection.
    collection: String,
    /// Its number there, from 1.
    #[schemars(range(min = 1))]
    number: usize,
    /// The game that the page had before; it goes on if it is still there and of this level.
    game: Option<u64>,
    /// Begin anew even if there is an unfinished game.
    #[serde(default)]
    fresh: bool,
}

async fn start(
    State(app): State<App>,
    Given(wanted): Given<NewGame>,
) -> Result<(StatusCode, Json<GameState>), Problem> {
    if let Some(game) = wanted.game.and_then(|id| app.games().find(id).ok()) {
        let game = lock(&game);
        if (game.collection.as_str(), game.number) == (wanted.collection.as_str(), wanted.number) {
            return Ok((StatusCode::CREATED, Json(GameState::of(&game))));
        }
    }
    let (_, item) = app.library().item(&wanted.collection, wanted.number)?;
    let (level, hash) = item.level.as_ref().map_err(|errors| {
        let why = errors.first().map_or("it cannot be played", |error| error.message.as_str());
        Problem::conflict(format!("this level cannot be played: {why}")).help("repair it in the editor")
    })?;
    let name = (wanted.collection, wanted.number, item.title.clone());
    let game = app.games().start(|id| Game::new(id, name, level, *hash));
    let mut game = lock(&game);
    if !wanted.fresh {
        app.records().resume(&mut game);
    }
    Ok((StatusCode::CREATED, Json(GameState::of(&game))))
}

async fn show(State(app): State<App>, At(id): At<u64>) -> Result<Json<GameState>, Problem> {
    let game = app.games().find(id)?;
    let game = lock(&game);
    Ok(Json(GameState::of(&game)))
}

/// What the player wants, one after another.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Acts {
    /// The acts.
    #[schemars(length(max = 256))]
    acts: Vec<Act>,
    /// How much help is on: `off`, `dead-squares` or `lost-positions`. The most is kept with a record.
    #[serde(default)]
    help: Help,
}

#[derive(Clone, Copy, Deserialize, JsonSchema, Default)]
#[serde(rename_all = "kebab-case")]
enum Help {
    #[default]
    Off,
    DeadSquares,
    LostPositions,
}

async fn act(
    State(app): State<App>,
    At(id): At<u64>,
    Given(wanted): Given<Acts>,
) -> Result<Json<GameState>, Problem> {
    if wanted.acts.len() > MAX_ACTS {
        return Err(Problem::bad(format!("{} acts in one request; at most {MAX_ACTS}", wanted.acts.len())));
    }
    let game = app.games().find(id)?;
    let mut game = lock(&game);
    game.help = game.help.max(match wanted.help {
        Help::Off => HelpLevel::Off,
        Help::DeadSquares => HelpLevel::DeadSquares,
        Help::LostPositions => HelpLevel::LostPositions,
    });
    let mut changed = false;
    for act in &wanted.acts {
        changed |= game.act(act)?;
    }
    let mut state = GameState::of(&game);
    if changed && game.session.is_solved() {
        state.records = app.records().keep(&mut game)?;
        let record = app.records().of(game.session.level(), game.hash);
        if let Some(best) = shortest(&record) {
            app.results().learn(game.hash, best);
        }
    }
    Ok(Json(state))
}

/// The moves of a game.
#[derive(Serialize, JsonSchema)]
struct Moves {
    /// The steps made, in LURD.
    played: String,
    /// The steps that can be redone.
    ahead: String,
    /// The position as text.
    board: String,
}

async fn moves(State(app): State<App>, At(id): At<u64>) -> Result<Json<Moves>, Problem> {
    let game = app.games().find(id)?;
    let game = lock(&game);
    let session = &game.session;
    Ok(Json(Moves {
        played: soko_core::lurd::format(session.steps()),
        ahead: soko_core::lurd::format(session.redo_steps()),
        board: session.level().draw(session.position()).to_string(),
    }))
}

/// A cell.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Place {
    /// Column, from 0.
    x: usize,
    /// Row, from 0.
    y: usize,
}

async fn targets(
    State(app): State<App>,
    At(id): At<u64>,
    Asked(Place { x, y }): Asked<Place>,
) -> Result<Json<Targets>, Problem> {
    let game = app.games().find(id)?;
    let game = lock(&game);
    game.targets((x, y)).map(Json)
}

async fn advice(State(app): State<App>, At(id): At<u64>) -> Result<Json<Advice>, Problem> {
    let game = app.games().find(id)?;
    app.heavy(move || {
        let situation = lock(&game).situation();
        Ok(situation.advice())
    })
    .await
    .map(Json)
}

async fn hint(State(app): State<App>, At(id): At<u64>) -> Result<Json<Hint>, Problem> {
    let game = app.games().find(id)?;
    let worker = app.clone();
    app.heavy(move || {
        let (situation, collection, number) = {
            let mut game = lock(&game);
            // Whoever asks what to do had all the help there is.
            game.help = HelpLevel::LostPositions;
            (game.situation(), game.collection.clone(), game.number)
        };
        let (_, item) = worker.library().item(&collection, number)?;
        let known: Vec<_> = solutions::best(&worker, &item)?.into_iter().map(|best| best.solution).collect();
        Ok(situation.hint(&known))
    })
    .await
    .map(Json)
}

async fn keep(State(app): State<App>, At(id): At<u64>) -> Result<StatusCode, Problem> {
    let game = app.games().find(id)?;
    let mut game = lock(&game);
    app.records().keep(&mut game)?;
    Ok(StatusCode::NO_CONTENT)
}
