//! Collections and levels: what there is, and what they look like.

use axum::{
    Json,
    extract::State,
    http::{HeaderValue, header},
    response::Response,
};
use schemars::JsonSchema;
use serde::Deserialize;
use soko_render::{Picture, Skin};

use crate::{
    app::App,
    catalogue::{CollectionInfo, CollectionRows, Found},
    endpoint::Endpoint,
    http::{Asked, At, file},
    level_facts::LevelFacts,
    library::Origin,
    problem::Problem,
    turned::turned,
};

pub(super) fn endpoints() -> Vec<Endpoint> {
    vec![
        Endpoint::get("/api/collections", "library", "All collections", collections)
            .answers::<Vec<CollectionInfo>>(),
        Endpoint::get("/api/search", "library", "Levels of all collections by words", found)
            .asks::<Words>()
            .answers::<Found>(),
        Endpoint::get(
            "/api/collections/{collection}",
            "library",
            "A collection with a row for every level",
            rows,
        )
        .answers::<CollectionRows>(),
        Endpoint::get("/api/levels/{collection}/{number}", "library", "Everything about one level", level)
            .answers::<LevelFacts>(),
        Endpoint::get(
            "/api/levels/{collection}/{number}/picture.svg",
            "library",
            "The level as a picture",
            picture,
        )
        .asks::<Look>()
        .gives("image/svg+xml"),
        Endpoint::get(
            "/api/levels/{collection}/{number}/ground.svg",
            "library",
            "Walls, floor and goals only",
            ground,
        )
        .asks::<Look>()
        .gives("image/svg+xml"),
        Endpoint::get("/api/skins/{skin}", "library", "The symbols of a skin as one SVG", symbols)
            .gives("image/svg+xml"),
    ]
}

async fn collections(State(app): State<App>) -> Json<Vec<CollectionInfo>> {
    Json(app.catalogue().list())
}

/// What to look for.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Words {
    /// Words of titles, authors and collections; all of them must be there.
    #[schemars(length(max = 200))]
    text: String,
}

async fn found(State(app): State<App>, Asked(Words { text }): Asked<Words>) -> Result<Json<Found>, Problem> {
    if text.chars().count() > 200 {
        return Err(Problem::bad("these are too many words").help("look for at most 200 characters"));
    }
    app.heavy(move |app| Ok(app.catalogue().search(&text))).await.map(Json)
}

async fn rows(State(app): State<App>, At(id): At<String>) -> Result<Json<CollectionRows>, Problem> {
    app.catalogue().rows(&id).map(Json)
}

async fn level(
    State(app): State<App>,
    At((id, number)): At<(String, usize)>,
) -> Result<Json<LevelFacts>, Problem> {
    let (collection, item) = app.library().item(&id, number)?;
    let facts = app.heavy(move |app| Ok(LevelFacts::of(&collection, &item, app.solutions().best(&item)?)));
    facts.await.map(Json)
}

/// How a picture is to look.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Look {
    /// The skin; `wood` if not told.
    skin: Option<String>,
    /// Pixels per cell.
    #[schemars(range(min = 1, max = 256))]
    cell: Option<u32>,
    /// How the board is turned: a mirroring at the vertical axis from 4 on, then so many quarter turns clockwise.
    #[schemars(range(min = 0, max = 7))]
    turn: Option<usize>,
}

/// A collection and the number of a level there.
type LevelAt = At<(String, usize)>;

impl Look {
    fn skin(&self) -> Result<&'static Skin, Problem> {
        self.skin
            .as_deref()
            .map_or_else(|| Ok(Default::default()), |name| Skin::named(name).map_err(Problem::bad))
    }
}

async fn picture(app: State<App>, level: LevelAt, look: Asked<Look>) -> Result<Response, Problem> {
    drawn(&app, level, &look.0, true)
}

async fn ground(app: State<App>, level: LevelAt, look: Asked<Look>) -> Result<Response, Problem> {
    drawn(&app, level, &look.0, false)
}

/// A drawing of a level's board, with or without boxes and player.
fn drawn(app: &App, At((id, number)): LevelAt, look: &Look, things: bool) -> Result<Response, Problem> {
    let (collection, item) = app.library().item(&id, number)?;
    let board = turned(&item.entry.board, look.turn)?;
    let picture = Picture::new(&board).skin(look.skin()?).cell(look.cell.unwrap_or(32));
    let svg = if things { picture.svg() } else { picture.ground_svg() };
    let answer = file("image/svg+xml", &format!("{id}-{number}.svg"), svg.map_err(Problem::bad)?);
    // What was imported can be changed.
    Ok(if collection.origin == Origin::Imported { answer } else { lasting(answer) })
}

async fn symbols(At(skin): At<String>) -> Result<Response, Problem> {
    let skin = Skin::named(&skin).map_err(Problem::missing)?;
    let svg = format!("<svg xmlns=\"http://www.w3.org/2000/svg\">{}</svg>", skin.symbols());
    Ok(lasting(file("image/svg+xml", &format!("{}.svg", skin.name()), svg)))
}

/// A picture of a board may be kept for a while: an address names the same board for as long as the program runs, except in
/// imported collections, which can be edited.
fn lasting(mut answer: Response) -> Response {
    answer.headers_mut().insert(header::CACHE_CONTROL, HeaderValue::from_static("private, max-age=300"));
    answer
}
