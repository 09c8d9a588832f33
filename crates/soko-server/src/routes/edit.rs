//! The editor's questions: what is wrong with this drawing, what does it look like, what would a level be like that…

use axum::{Json, extract::State, response::Response};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use soko_core::{Board, Cell, Severity, check};
use soko_levels::generate::{Layout, Pattern, Recipe, Start, Style};
use soko_render::{Picture, Skin, cells_of};

use super::{
    library::{Prepared, prepare},
    shelf::written,
};
use crate::{
    answer::{Given, Problem},
    app::App,
    drawing::{self, Drawing, Turn},
    endpoint::Endpoint,
};

pub(super) fn endpoints() -> Vec<Endpoint> {
    vec![
        Endpoint::post("/api/board", "edit", "Check, turn and draw a board", board)
            .takes::<Sketch>()
            .answers::<BoardFacts>(),
        Endpoint::post("/api/board/export", "edit", "A board in a file format", export)
            .takes::<SketchExport>()
            .gives("text/plain; charset=utf-8"),
        Endpoint::post("/api/generate", "edit", "Make a level, within a few seconds", generate)
            .takes::<Wish>()
            .answers::<Generated>(),
    ]
}

/// A board to look at.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Sketch {
    /// Rows of `# @ + $ * . -`, or any text that holds a level.
    #[schemars(length(max = 40_000))]
    text: String,
    /// The skin of the picture; `wood` if not told.
    skin: Option<String>,
    /// Turn it first.
    turn: Option<Turn>,
}

/// All about a drawing.
#[derive(Serialize, JsonSchema)]
struct BoardFacts {
    /// Columns.
    width: usize,
    /// Rows.
    height: usize,
    /// The rows in full width, floor as `-`.
    rows: Vec<String>,
    /// Where the first player stands.
    player: Option<(usize, usize)>,
    /// Where boxes stand.
    boxes: Vec<(usize, usize)>,
    /// Where goals are.
    goals: Vec<(usize, usize)>,
    /// Walls, floor and goals as SVG.
    ground: String,
    /// What is wrong or odd.
    problems: Vec<BoardProblem>,
    /// What is known of it, if it can be played.
    facts: Option<Prepared>,
    /// Squares a box can stand on without being lost for good; nothing if it cannot be played.
    alive: Option<usize>,
    /// The fewest pushes known, if somebody solved this very board.
    pushes: Option<u32>,
}

/// What is wrong with a drawing.
#[derive(Serialize, JsonSchema)]
struct BoardProblem {
    /// `error` or `note`.
    severity: &'static str,
    /// What is wrong.
    message: String,
    /// What would be right.
    remedy: &'static str,
    /// Column and row, from 0, if one cell is to blame.
    at: Option<(usize, usize)>,
}

async fn board(State(app): State<App>, Given(sketch): Given<Sketch>) -> Result<Json<BoardFacts>, Problem> {
    let worker = app.clone();
    app.heavy(move || looked_at(&worker, &sketch)).await.map(Json)
}

fn looked_at(app: &App, sketch: &Sketch) -> Result<BoardFacts, Problem> {
    let skin =
        sketch.skin.as_deref().map_or_else(|| Ok(Default::default()), Skin::named).map_err(Problem::bad)?;
    let board = drawing::parse(&sketch.text)?;
    let board = sketch.turn.map_or_else(|| board.clone(), |turn| turn.of(&board));
    let checked = check(&board);
    let hash = checked.level.as_ref().map(soko_core::identity::exact);
    let facts = checked.level.as_ref().zip(hash).map(|(level, hash)| prepare(level, &hash));
    let dead = checked.level.as_ref().map(|level| cells_of(level, &soko_analysis::dead_squares(level)).len());
    let floor = checked.level.as_ref().map(|level| level.floor().iter().count());
    let problems = checked.problems.iter().map(|problem| BoardProblem {
        severity: if problem.kind.severity() == Severity::Error { "error" } else { "note" },
        message: problem.kind.to_string(),
        remedy: problem.kind.remedy(),
        at: problem.at,
    });
    Ok(BoardFacts {
        width: board.width(),
        height: board.height(),
        rows: rows(&board),
        player: cells(&board, Cell::has_player).next(),
        boxes: cells(&board, Cell::has_box).collect(),
        goals: cells(&board, Cell::has_goal).collect(),
        ground: Picture::new(&board).skin(skin).ground_svg().map_err(Problem::bad)?,
        problems: problems.collect(),
        facts,
        alive: floor.zip(dead).map(|(floor, dead)| floor.saturating_sub(dead)),
        pushes: hash.and_then(|hash| app.results().shortest(&hash)).map(|best| best.pushes),
    })
}

fn cells(board: &Board, test: impl Fn(Cell) -> bool) -> impl Iterator<Item = (usize, usize)> {
    board.cells().filter(move |cell| test(cell.2)).map(|(x, y, _)| (x, y))
}

fn rows(board: &Board) -> Vec<String> {
    board
        .rows()
        .map(|row| row.iter().map(|cell| cell.to_xsb()).collect::<String>().replace(' ', "-"))
        .collect()
}

/// A drawing and the format it is wanted in.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct SketchExport {
    /// What is drawn.
    drawing: Drawing,
    /// `xsb`, `sok`, `slc`, `rle` or `json`; see `/api/formats`.
    format: String,
}

async fn export(State(app): State<App>, Given(wanted): Given<SketchExport>) -> Result<Response, Problem> {
    let format = wanted.format.parse().map_err(Problem::bad)?;
    app.heavy(move || {
        let entry = wanted.drawing.entry()?;
        written(&soko_formats::Collection { entries: vec![entry], ..Default::default() }, format, "level")
    })
    .await
}

/// How a generated level is to be.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Wish {
    /// How the floor is laid out: `cave`, `hall`, `rooms` or `house`.
    style: StyleName,
    /// Its symmetry: `plain`, `mirror` or `spin`.
    #[serde(default)]
    pattern: PatternName,
    /// Where the goals lie: `together`, `apart` or `paired`.
    #[serde(default)]
    layout: LayoutName,
    /// Columns inside the outer wall.
    #[schemars(range(min = 3, max = 20))]
    width: usize,
    /// Rows inside the outer wall.
    #[schemars(range(min = 3, max = 20))]
    height: usize,
    /// Boxes, and as many goals.
    #[schemars(range(min = 1, max = 12))]
    boxes: usize,
    /// The fewest pushes that its shortest solution may have; not heeded where there are too many positions to know it.
    #[schemars(range(min = 1, max = 500))]
    least: usize,
    /// The most pushes that it may have.
    #[schemars(range(min = 1, max = 500))]
    most: usize,
    /// Where the random choices begin.
    seed: u32,
}

#[derive(Clone, Copy, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
enum StyleName {
    Cave,
    Hall,
    Rooms,
    House,
}

#[derive(Clone, Copy, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
enum PatternName {
    #[default]
    Plain,
    Mirror,
    Spin,
}

#[derive(Clone, Copy, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
enum LayoutName {
    #[default]
    Together,
    Apart,
    Paired,
}

/// Floors tried.
const TRIES: usize = 60;
/// Ways to put the boxes on the floor that can all be looked at; where there are more, games are played backwards instead.
const PLACEMENTS: u64 = 300_000;

/// Roughly how many ways there are to put boxes on the floor of a room, of which some is wall.
fn placements(area: usize, boxes: usize) -> u64 {
    let floor = area as u64 * 3 / 5;
    (0..boxes as u64).fold(1_u64, |ways, i| ways.saturating_mul(floor.saturating_sub(i)) / (i + 1))
}

impl Wish {
    fn recipe(&self) -> Result<Recipe, Problem> {
        for (what, low, high, value) in [
            ("the width", 3, 20, self.width),
            ("the height", 3, 20, self.height),
            ("the number of boxes", 1, 12, self.boxes),
            ("the least number of pushes", 1, self.most.min(500), self.least),
            ("the most pushes", 1, 500, self.most),
        ] {
            if !(low..=high).contains(&value) {
                return Err(Problem::bad(format!("{what} must be from {low} to {high}, not {value}")));
            }
        }
        let exact = Start::Exact { at_least: self.least, at_most: self.most };
        let recipe = Recipe {
            style: match self.style {
                StyleName::Cave => Style::Cave,
                StyleName::Hall => Style::Hall,
                StyleName::Rooms => Style::Rooms,
                StyleName::House => Style::House,
            },
            pattern: match self.pattern {
                PatternName::Plain => Pattern::Plain,
                PatternName::Mirror => Pattern::Mirror,
                PatternName::Spin => Pattern::Spin,
            },
            layout: match self.layout {
                LayoutName::Together => Layout::Together,
                LayoutName::Apart => Layout::Apart,
                LayoutName::Paired => Layout::Paired,
            },
            width: self.width,
            height: self.height,
            boxes: self.boxes,
            goals: self.boxes,
            start: if placements(self.width * self.height, self.boxes) <= PLACEMENTS {
                exact
            } else {
                Start::Scattered
            },
            tries: TRIES,
            seed: u64::from(self.seed),
        };
        recipe.check().map_err(Problem::bad)?;
        Ok(recipe)
    }
}

/// A level that was made.
#[derive(Serialize, JsonSchema)]
struct Generated {
    /// Its rows, floor as `-`.
    rows: Vec<String>,
    /// Pushes of the solution that comes with it.
    pushes: u32,
    /// Moves of that solution.
    moves: u32,
    /// Is there provably none with fewer pushes?
    optimal: bool,
    /// The line that makes this very level again.
    recipe: String,
}

async fn generate(State(app): State<App>, Given(wish): Given<Wish>) -> Result<Json<Generated>, Problem> {
    app.upload()?;
    let recipe = wish.recipe()?;
    app.heavy(move || {
        let (made, recipe) = drawing::made_in_time(&recipe).ok_or_else(|| {
            Problem::new(axum::http::StatusCode::UNPROCESSABLE_ENTITY, "no such level was found")
                .help("try another seed, a wider range of pushes, more room or fewer boxes")
        })?;
        let metrics = made.solution.metrics();
        Ok(Generated {
            rows: rows(made.level.board()),
            pushes: metrics.pushes,
            moves: metrics.moves,
            optimal: matches!(recipe.start, Start::Exact { .. }),
            recipe: recipe.to_string(),
        })
    })
    .await
    .map(Json)
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use crate::testing::server;

    #[tokio::test]
    async fn a_drawing_is_checked_and_drawn() {
        let server = server();
        let sketch = json!({"text": "-#####\n-#@$.#\n-#####", "skin": "night"});
        let (status, answer) = server.json("POST", "/api/board", &sketch).await;
        assert_eq!(status, 200);
        assert_eq!((&answer["width"], &answer["height"]), (&json!(6), &json!(3)));
        assert_eq!((&answer["player"], &answer["boxes"]), (&json!([2, 1]), &json!([[3, 1]])));
        assert_eq!(answer["rows"][1], "-#@$.#");
        assert!(answer["ground"].as_str().unwrap().starts_with("<svg"));
        assert_eq!((&answer["facts"]["boxes"], &answer["problems"]), (&json!(1), &json!([])));
    }

    #[tokio::test]
    async fn a_drawing_that_is_solved_out_of_reach_is_a_level() {
        let server = server();
        for text in ["#####\n#@#*#\n#####", "#######\n#@ .#*#\n#######", "#######\n#@$ #*#\n#######"] {
            let (status, answer) = server.json("POST", "/api/board", &json!({ "text": text })).await;
            assert_eq!(status, 200, "{answer}");
            assert!(answer["facts"].is_object(), "{answer}");
            let problems = answer["problems"].as_array().unwrap();
            assert!(problems.iter().all(|problem| problem["severity"] == "note"), "{answer}");
        }
    }

    #[tokio::test]
    async fn problems_name_their_cells() {
        let server = server();
        let (_, answer) = server.json("POST", "/api/board", &json!({"text": "######\n#@$.@#\n######"})).await;
        assert_eq!((&answer["problems"][0]["at"], &answer["facts"]), (&json!([4, 1]), &Value::Null));
        assert_eq!(answer["problems"][0]["severity"], "error");
        let (_, turned) = server.json("POST", "/api/board", &json!({"text": "#@$.", "turn": "right"})).await;
        assert_eq!(turned["rows"], json!(["#", "@", "$", "."]));
    }

    #[tokio::test]
    async fn what_is_no_board_is_refused() {
        let server = server();
        for text in ["", "\n\n", "hello", "\u{0}", &"#\n".repeat(17_000)] {
            let (status, answer) = server.json("POST", "/api/board", &json!({"text": text})).await;
            assert_eq!(status, 400, "{answer}");
        }
        let bad = [
            json!({"text": "#", "skin": "none"}),
            json!({"text": "#", "turn": "over"}),
            json!({"text": 1}),
            json!({"text": "#", "more": 1}),
        ];
        for body in bad {
            let (status, _) = server.json("POST", "/api/board", &body).await;
            assert!((400..500).contains(&status), "{body}");
        }
    }

    #[tokio::test]
    async fn a_drawing_is_exported() {
        let server = server();
        let drawing = json!({"board": "#####\n#@$.#\n#####", "title": "T"});
        let (_, text) =
            server.json("POST", "/api/board/export", &json!({"drawing": drawing, "format": "rle"})).await;
        assert_eq!(text, "; T\n5#|#@$.#|5#\n");
        assert_eq!(
            server.json("POST", "/api/board/export", &json!({"drawing": drawing, "format": "uci"})).await.0,
            400
        );
    }

    #[tokio::test]
    async fn a_level_is_made_and_can_be_made_again() {
        let server = server();
        let wish =
            json!({"style": "hall", "width": 4, "height": 4, "boxes": 2, "least": 4, "most": 20, "seed": 3});
        let (status, made) = server.json("POST", "/api/generate", &wish).await;
        assert_eq!(status, 200, "{made}");
        let pushes = made["pushes"].as_u64().unwrap();
        assert!((4..=20).contains(&pushes));
        assert_eq!(made["optimal"], true);
        let recipe = made["recipe"].as_str().unwrap().parse().unwrap();
        let again = soko_levels::generate::generate(&recipe).unwrap();
        assert_eq!(json!(super::rows(again.level.board())), made["rows"]);
    }

    #[tokio::test]
    async fn wishes_out_of_bounds_are_refused() {
        let server = server();
        let wish =
            json!({"style": "hall", "width": 4, "height": 4, "boxes": 2, "least": 4, "most": 20, "seed": 3});
        for (key, value) in
            [("width", 2), ("height", 41), ("boxes", 13), ("boxes", 0), ("least", 21), ("most", 501)]
        {
            let mut wish = wish.clone();
            wish[key] = json!(value);
            assert_eq!(server.json("POST", "/api/generate", &wish).await.0, 400, "{key} {value}");
        }
        assert_eq!(super::placements(20, 3), 220);
        let mut hopeless = wish;
        hopeless["width"] = json!(3);
        hopeless["least"] = json!(400);
        hopeless["most"] = json!(500);
        assert_eq!(server.json("POST", "/api/generate", &hopeless).await.0, 422);
    }
}
