//! Playing by hand.

use axum::{Json, extract::State, http::StatusCode};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use soko_core::{Direction, lurd};

use crate::{
    app::App,
    endpoint::Endpoint,
    games::{Act, Advice, Brought, GameState, Help, Hint, Targets},
    http::{Asked, At, Given, WhileWaited},
    problem::Problem,
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
    /// The line of that game in LURD: if the server has lost the game, it goes on from there.
    #[serde(default)]
    #[schemars(length(max = 200_000))]
    moves: String,
    /// How many of those steps were made; all if not told.
    done: Option<usize>,
    /// The most help that was on in it.
    #[serde(default)]
    help: Help,
    /// Begin anew even if there is an unfinished game.
    #[serde(default)]
    fresh: bool,
}

impl NewGame {
    fn brought(&self) -> Result<Brought, Problem> {
        let moves: Vec<Direction> = lurd::parse(&self.moves).map_err(Problem::bad)?;
        let done = self.done.unwrap_or(moves.len());
        let line = (!moves.is_empty()).then_some((moves, done));
        Ok(Brought { game: self.game, line, help: self.help.into(), fresh: self.fresh })
    }
}

async fn start(
    State(app): State<App>,
    Given(wanted): Given<NewGame>,
) -> Result<(StatusCode, Json<GameState>), Problem> {
    let state = app.games().start((&wanted.collection, wanted.number), &wanted.brought()?)?;
    Ok((StatusCode::CREATED, Json(state)))
}

async fn show(State(app): State<App>, At(id): At<u64>) -> Result<Json<GameState>, Problem> {
    app.games().look(id, GameState::of).map(Json)
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

async fn act(
    State(app): State<App>,
    At(id): At<u64>,
    Given(wanted): Given<Acts>,
) -> Result<Json<GameState>, Problem> {
    app.games().act(id, &wanted.acts, wanted.help.into()).map(Json)
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
    let moves = app.games().look(id, |game| Moves {
        played: lurd::format(game.session.steps()),
        ahead: lurd::format(game.session.redo_steps()),
        board: game.session.level().draw(game.session.position()).to_string(),
    });
    moves.map(Json)
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
    app.games().look(id, |game| game.targets((x, y)))?.map(Json)
}

async fn advice(State(app): State<App>, At(id): At<u64>) -> Result<Json<Advice>, Problem> {
    app.heavy(move |app| app.games().advice(id)).await.map(Json)
}

async fn hint(State(app): State<App>, At(id): At<u64>) -> Result<Json<Hint>, Problem> {
    if let Some(hint) = app.heavy(move |app| app.games().hint_at_hand(id)).await? {
        return Ok(Json(hint));
    }
    let waited = WhileWaited::default();
    let control = waited.control();
    app.think(move |app| app.games().hint_searched(id, &control)).await.map(Json)
}

async fn keep(State(app): State<App>, At(id): At<u64>) -> Result<StatusCode, Problem> {
    app.games().keep(id)?;
    Ok(StatusCode::NO_CONTENT)
}
