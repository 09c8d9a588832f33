//! The editor's drawings: what is wrong with one, what it looks like, and its file.

use axum::{Json, extract::State, response::Response};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use soko_core::{Board, Cell, Severity, check};
use soko_render::{Picture, Skin, cells_of};

use super::export::written;
use crate::{
    app::App,
    drawing::{self, Drawing, Turn, rows},
    endpoint::Endpoint,
    http::Given,
    level_facts::Prepared,
    problem::Problem,
};

pub(super) fn endpoints() -> Vec<Endpoint> {
    vec![
        Endpoint::post("/api/board", "edit", "Check, turn and draw a board", board)
            .takes::<Sketch>()
            .answers::<BoardFacts>(),
        Endpoint::post("/api/board/export", "edit", "A board in a file format", export)
            .takes::<SketchExport>()
            .gives("text/plain; charset=utf-8"),
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
    /// The fewest pushes known, if this very board has been solved.
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
    app.heavy(move |app| looked_at(app, &sketch)).await.map(Json)
}

fn looked_at(app: &App, sketch: &Sketch) -> Result<BoardFacts, Problem> {
    let skin =
        sketch.skin.as_deref().map_or_else(|| Ok(Default::default()), Skin::named).map_err(Problem::bad)?;
    let board = drawing::parse(&sketch.text)?;
    let board = sketch.turn.map_or_else(|| board.clone(), |turn| turn.of(&board));
    let checked = check(&board);
    let hash = checked.level.as_ref().map(soko_core::identity::exact);
    let facts = checked.level.as_ref().zip(hash).map(|(level, hash)| Prepared::of(level, &hash));
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
    app.heavy(move |_| {
        let entry = wanted.drawing.entry()?;
        written(&soko_formats::Collection { entries: vec![entry], ..Default::default() }, format, "level")
    })
    .await
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
}
