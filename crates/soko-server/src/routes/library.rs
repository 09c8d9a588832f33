//! Collections and levels: what there is, and what they look like.

use axum::{
    Json,
    extract::State,
    http::{HeaderValue, header},
    response::Response,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use soko_analysis::{PushDistances, StateSpace, dead_squares, heuristic_ceiling};
use soko_core::{Level, LevelHash, with_maze};
use soko_render::{Picture, Skin, cells_of};

use crate::{
    answer::{Asked, At, Problem, file},
    app::App,
    endpoint::Endpoint,
    library::{Collection, Item, Origin},
    solutions,
};

pub(super) fn endpoints() -> Vec<Endpoint> {
    vec![
        Endpoint::get("/api/collections", "library", "All collections", collections)
            .answers::<Vec<CollectionInfo>>(),
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

/// The collections, for pages that show them.
pub(super) fn state(app: &App) -> Option<Box<RawValue>> {
    serde_json::value::to_raw_value(&list(app)).ok()
}

/// Tells pages that the collections have changed.
pub(super) fn publish(app: &App) {
    app.bus().publish("library", || list(app));
}

/// A collection in the list.
#[derive(Serialize, JsonSchema)]
pub(super) struct CollectionInfo {
    /// Its part of every address.
    id: String,
    /// Its title.
    title: String,
    /// What it is about.
    about: Option<String>,
    /// Whom to credit.
    author: Option<String>,
    /// `builtin`, `opened` (a file the program was started with) or `imported`.
    origin: &'static str,
    /// How many levels it has.
    levels: usize,
    /// How many of them are solved.
    solved: usize,
}

/// A collection with its levels.
#[derive(Serialize, JsonSchema)]
struct CollectionRows {
    #[serde(flatten)]
    info: CollectionInfo,
    /// Its levels in order.
    rows: Vec<Row>,
}

/// A level in a table.
#[derive(Serialize, JsonSchema)]
struct Row {
    /// Its number in the collection, from 1.
    number: usize,
    /// Its title.
    #[serde(skip_serializing_if = "Option::is_none")]
    title: Option<String>,
    /// Columns of the board.
    width: usize,
    /// Rows of the board.
    height: usize,
    /// Boxes on it.
    boxes: usize,
    /// Fewest pushes known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pushes: Option<u32>,
    /// Fewest moves known.
    #[serde(skip_serializing_if = "Option::is_none")]
    moves: Option<u32>,
    /// Fewest pushes that are possible, if the file says so.
    #[serde(skip_serializing_if = "Option::is_none")]
    optimum: Option<u32>,
    /// What is wrong with it, if it cannot be played.
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<String>,
}

pub(super) fn info(collection: &Collection, app: &App) -> CollectionInfo {
    let solved =
        |item: &Item| item.level.as_ref().is_ok_and(|(_, hash)| app.results().shortest(hash).is_some());
    CollectionInfo {
        id: collection.id.clone(),
        title: collection.title.clone(),
        about: collection.about.clone(),
        author: collection.author.clone(),
        origin: match collection.origin {
            Origin::Builtin => "builtin",
            Origin::Opened => "opened",
            Origin::Imported => "imported",
        },
        levels: collection.items.len(),
        solved: collection.items.iter().filter(|item| solved(item)).count(),
    }
}

fn list(app: &App) -> Vec<CollectionInfo> {
    app.library().collections().iter().map(|collection| info(collection, app)).collect()
}

async fn collections(State(app): State<App>) -> Json<Vec<CollectionInfo>> {
    Json(list(&app))
}

async fn rows(State(app): State<App>, At(id): At<String>) -> Result<Json<CollectionRows>, Problem> {
    let collection = app.library().collection(&id)?.clone();
    let rows = collection.items.iter().map(|item| row(item, &app)).collect();
    Ok(Json(CollectionRows { info: info(&collection, &app), rows }))
}

fn row(item: &Item, app: &App) -> Row {
    let board = &item.entry.board;
    let best = item.level.as_ref().ok().and_then(|(_, hash)| app.results().shortest(hash));
    Row {
        number: item.number,
        title: item.title.clone(),
        width: board.width(),
        height: board.height(),
        boxes: board.count(soko_core::Cell::has_box),
        pushes: best.map(|best| best.pushes),
        moves: best.map(|best| best.moves),
        optimum: item.optimum,
        error: item.level.as_ref().err().map(|errors| {
            errors.first().map_or_else(|| "it cannot be played".to_owned(), |error| error.message.clone())
        }),
    }
}

/// Everything about a level.
#[derive(Serialize, JsonSchema)]
struct LevelFacts {
    /// Its collection.
    collection: String,
    /// The collection's title.
    collection_title: String,
    /// Its number there.
    number: usize,
    /// How many levels the collection has.
    of: usize,
    /// Its title.
    title: Option<String>,
    /// Whom to credit.
    author: Option<String>,
    /// Notes of its file.
    notes: Vec<String>,
    /// The board, a text per row.
    board: Vec<String>,
    /// Columns.
    width: usize,
    /// Rows.
    height: usize,
    /// Fewest pushes that are possible, if the file says so.
    optimum: Option<u32>,
    /// What can be known once it is prepared; nothing if it cannot be played.
    prepared: Option<Prepared>,
    /// What is wrong or odd with it.
    problems: Vec<ProblemInfo>,
    /// The best solutions known.
    best: Vec<BestInfo>,
}

/// What a level tells a solver.
#[derive(Serialize, JsonSchema)]
pub(super) struct Prepared {
    /// The name of the board, the same wherever it is found.
    hash: String,
    /// Boxes.
    boxes: usize,
    /// Goals.
    goals: Vec<(usize, usize)>,
    /// Squares that can be walked to if all boxes are thought away.
    reachable: usize,
    /// Wall cells.
    walls: usize,
    /// Squares from which no box ever reaches a goal.
    dead: Vec<(usize, usize)>,
    /// Positions there are, as a power of ten.
    log10_states: f64,
    /// A rough upper estimate of the heuristic over all positions.
    heuristic_ceiling: u32,
}

/// One thing that is wrong or odd.
#[derive(Serialize, JsonSchema)]
pub(super) struct ProblemInfo {
    /// `note`, `warning` or `error`.
    severity: String,
    /// A stable name of its kind.
    code: &'static str,
    /// Line in the file, from 1.
    line: usize,
    /// Column in the line, from 1.
    column: usize,
    /// The level it is about, from 1.
    level: Option<usize>,
    /// What is wrong.
    message: String,
    /// What would be right.
    remedy: String,
}

impl ProblemInfo {
    pub(super) fn of(diagnostic: &soko_formats::Diagnostic) -> Self {
        Self {
            severity: diagnostic.severity.to_string(),
            code: diagnostic.code,
            line: diagnostic.line,
            column: diagnostic.column,
            level: diagnostic.level,
            message: diagnostic.message.clone(),
            remedy: diagnostic.remedy.clone(),
        }
    }
}

/// A best solution.
#[derive(Serialize, JsonSchema)]
struct BestInfo {
    /// What it is best in: `moves` or `pushes`.
    metric: &'static str,
    /// Where it comes from: a player's `run`, a game by `hand`, or the level's `file`.
    origin: &'static str,
    /// Its moves.
    moves: u32,
    /// Its pushes.
    pushes: u32,
    /// The moves in LURD.
    solution: String,
}

async fn level(
    State(app): State<App>,
    At((id, number)): At<(String, usize)>,
) -> Result<Json<LevelFacts>, Problem> {
    let (collection, item) = app.library().item(&id, number)?;
    let worker = app.clone();
    app.heavy(move || facts(&worker, &collection, &item)).await.map(Json)
}

fn facts(app: &App, collection: &Collection, item: &Item) -> Result<LevelFacts, Problem> {
    let board = &item.entry.board;
    let known = item.level.as_ref().ok();
    let best = solutions::best(app, item)?;
    Ok(LevelFacts {
        collection: collection.id.clone(),
        collection_title: collection.title.clone(),
        number: item.number,
        of: collection.items.len(),
        title: item.title.clone(),
        author: item.author.clone(),
        notes: item.entry.notes.clone(),
        board: board.to_string().lines().map(str::to_owned).collect(),
        width: board.width(),
        height: board.height(),
        optimum: item.optimum,
        prepared: known.map(|(level, hash)| prepare(level, hash)),
        problems: item.diagnostics.iter().map(ProblemInfo::of).collect(),
        best: best
            .into_iter()
            .map(|best| BestInfo {
                metric: best.metric,
                origin: best.origin.id(),
                moves: best.moves,
                pushes: best.pushes,
                solution: best.solution,
            })
            .collect(),
    })
}

pub(super) fn prepare(level: &Level, hash: &LevelHash) -> Prepared {
    let ceiling = with_maze!(level, |maze| heuristic_ceiling(&PushDistances::new(&maze), level.needed()));
    Prepared {
        hash: hash.to_string(),
        boxes: level.boxes(),
        goals: cells_of(level, level.goals()),
        reachable: level.floor().iter().count(),
        walls: level.board().count(soko_core::Cell::is_wall),
        dead: cells_of(level, &dead_squares(level)),
        log10_states: StateSpace::of(level).log10(),
        heuristic_ceiling: ceiling,
    }
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
}

impl Look {
    fn skin(&self) -> Result<&'static Skin, Problem> {
        self.skin
            .as_deref()
            .map_or_else(|| Ok(Default::default()), |name| Skin::named(name).map_err(Problem::bad))
    }
}

async fn picture(
    State(app): State<App>,
    At(level): At<(String, usize)>,
    Asked(look): Asked<Look>,
) -> Result<Response, Problem> {
    drawn(&app, level, &look, true)
}

async fn ground(
    State(app): State<App>,
    At(level): At<(String, usize)>,
    Asked(look): Asked<Look>,
) -> Result<Response, Problem> {
    drawn(&app, level, &look, false)
}

/// A drawing of a level's board, with or without boxes and player.
fn drawn(app: &App, (id, number): (String, usize), look: &Look, things: bool) -> Result<Response, Problem> {
    let (collection, item) = app.library().item(&id, number)?;
    let picture = Picture::new(&item.entry.board).skin(look.skin()?).cell(look.cell.unwrap_or(32));
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
