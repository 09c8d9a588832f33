//! Files made of a board or a game: pictures and animations.

use axum::{extract::State, response::Response};
use schemars::JsonSchema;
use serde::Deserialize;
use soko_core::{Board, Direction, Level, lurd, replay};
use soko_render::{Animation, Frames, MAX_CELLS, Pace, Picture, RenderError, Skin};

use crate::{
    app::App,
    endpoint::Endpoint,
    http::{Given, file},
    limits,
    problem::Problem,
    turned::turned,
};

pub(super) fn endpoints() -> Vec<Endpoint> {
    vec![
        Endpoint::post("/api/picture", "export", "A board as a picture, SVG or PNG", picture)
            .takes::<PictureOrder>()
            .gives("image/svg+xml"),
        Endpoint::post("/api/animation", "export", "A solution as an animated GIF", animation)
            .takes::<AnimationOrder>()
            .gives("image/gif"),
    ]
}

/// A picture to be made.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct PictureOrder {
    /// The board in XSB, rows separated by line ends.
    #[schemars(length(min = 1, max = 131_072))]
    board: String,
    /// What kind of file.
    #[serde(default)]
    format: PictureFormat,
    /// The skin; `wood` if not told.
    #[schemars(length(max = 64))]
    skin: Option<String>,
    /// Pixels per cell; 48 if not told.
    #[schemars(range(min = 1, max = 256))]
    cell: Option<u32>,
    /// Where the player looks: `u`, `r`, `d` or `l`.
    facing: Option<char>,
    /// How the board is turned: a mirroring at the vertical axis from 4 on, then so many quarter turns clockwise.
    #[schemars(range(min = 0, max = 7))]
    turn: Option<usize>,
    /// What is drawn.
    #[serde(default)]
    part: Part,
}

#[derive(Clone, Copy, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
enum PictureFormat {
    /// Drawing.
    #[default]
    Svg,
    /// Bitmap.
    Png,
}

#[derive(Clone, Copy, PartialEq, Eq, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
enum Part {
    /// Everything.
    #[default]
    All,
    /// Walls, floor and goals, without boxes and player; only as a drawing.
    Ground,
}

/// An animation to be made.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct AnimationOrder {
    /// The board at the start, in XSB.
    #[schemars(length(min = 1, max = 131_072))]
    board: String,
    /// The solution in LURD.
    #[schemars(length(min = 1, max = 100_000))]
    solution: String,
    /// The skin; `wood` if not told.
    #[schemars(length(max = 64))]
    skin: Option<String>,
    /// Pixels per cell; 32 if not told.
    #[schemars(range(min = 1, max = 64))]
    cell: Option<u32>,
    /// A frame per move or per push.
    #[serde(default)]
    pace: PaceName,
}

#[derive(Clone, Copy, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
enum PaceName {
    /// A frame for every move.
    #[default]
    Moves,
    /// A frame for every push.
    Pushes,
}

/// Reads a board, if it is one that can be drawn.
fn board(text: &str) -> Result<Board, Problem> {
    // A board is a rectangle: one long line and many short ones would be a large one.
    let rows = text.lines().count();
    let columns = text.lines().map(|line| line.chars().count()).max().unwrap_or(0);
    if rows.saturating_mul(columns) > MAX_CELLS {
        return Err(Problem::bad(RenderError::TooManyCells { width: columns, height: rows }));
    }
    Board::parse(text).map_err(Problem::bad)
}

fn skin(name: Option<&str>) -> Result<&'static Skin, Problem> {
    name.map_or_else(|| Ok(Default::default()), |name| Skin::named(name).map_err(Problem::bad))
}

fn within(cell: Option<u32>, usual: u32, most: u32) -> Result<u32, Problem> {
    let cell = cell.unwrap_or(usual);
    if (1..=most).contains(&cell) {
        Ok(cell)
    } else {
        Err(Problem::bad(format!("a cell cannot be {cell} pixels wide; choose 1 to {most}")))
    }
}

async fn picture(State(app): State<App>, Given(order): Given<PictureOrder>) -> Result<Response, Problem> {
    app.heavy(move |_| draw(&order)).await
}

fn draw(order: &PictureOrder) -> Result<Response, Problem> {
    let board = board(&order.board)?;
    let board = turned(&board, order.turn)?;
    let mut picture =
        Picture::new(&board).skin(skin(order.skin.as_deref())?).cell(within(order.cell, 48, 256)?);
    if let Some(letter) = order.facing {
        let facing = Direction::from_letter(letter);
        picture = picture.facing(facing.ok_or_else(|| Problem::bad("facing must be u, r, d or l"))?);
    }
    match (order.format, order.part) {
        (PictureFormat::Svg, Part::All) => {
            Ok(file("image/svg+xml", "board.svg", picture.svg().map_err(Problem::bad)?))
        }
        (PictureFormat::Svg, Part::Ground) => {
            Ok(file("image/svg+xml", "ground.svg", picture.ground_svg().map_err(Problem::bad)?))
        }
        (PictureFormat::Png, Part::All) => {
            Ok(file("image/png", "board.png", picture.png().map_err(Problem::bad)?))
        }
        (PictureFormat::Png, Part::Ground) => Err(Problem::bad("the ground alone comes as svg only")),
    }
}

async fn animation(State(app): State<App>, Given(order): Given<AnimationOrder>) -> Result<Response, Problem> {
    app.heavy(move |_| animate(&order)).await
}

fn animate(order: &AnimationOrder) -> Result<Response, Problem> {
    board(&order.board)?;
    if order.solution.len() > limits::REPLAY {
        return Err(Problem::bad(format!("a solution of at most {} moves can be shown", limits::REPLAY)));
    }
    let level = Level::parse(&order.board).map_err(Problem::bad)?;
    let moves = lurd::parse(&order.solution).map_err(Problem::bad)?;
    let solution =
        replay(&level, &moves).map_err(|error| Problem::bad(format!("this is no solution: {error}")))?;
    let pace = match order.pace {
        PaceName::Moves => Pace::Moves,
        PaceName::Pushes => Pace::Pushes,
    };
    let (skin, cell) = (skin(order.skin.as_deref())?, within(order.cell, 32, 64)?);
    let frames = Frames { pace, most: limits::FRAMES, ..Frames::default() };
    let animation = Animation::new(&level, &solution).picture(|it| it.skin(skin).cell(cell)).frames(frames);
    Ok(file("image/gif", "solution.gif", animation.gif().map_err(Problem::bad)?))
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use crate::testing::server;

    const BOARD: &str = "#####\n#@$.#\n#####";

    #[tokio::test]
    async fn boards_and_solutions_become_files() {
        let server = server();
        let file = async |path: &str, body: Value| {
            let body = body.to_string().into_bytes();
            server.bytes("POST", path, "application/json", body).await
        };
        let (status, svg) = file("/api/picture", json!({ "board": BOARD, "facing": "r" })).await;
        assert!(status == 200 && svg.starts_with(b"<svg"));
        let (status, png) =
            file("/api/picture", json!({ "board": BOARD, "format": "png", "skin": "night" })).await;
        assert!(status == 200 && png.starts_with(b"\x89PNG"));
        let (_, ground) = file("/api/picture", json!({ "board": BOARD, "part": "ground" })).await;
        assert!(ground.starts_with(b"<svg") && ground.len() < svg.len());
        let order = json!({ "board": BOARD, "part": "ground", "turn": 5 });
        let (_, turned) = file("/api/picture", order).await;
        assert!(
            String::from_utf8(turned).unwrap().contains("viewBox=\"0 0 192 320\""),
            "five wide, three high"
        );
        for pace in ["moves", "pushes"] {
            let order = json!({ "board": BOARD, "solution": "R", "pace": pace });
            let (status, gif) = file("/api/animation", order).await;
            assert!(status == 200 && gif.starts_with(b"GIF89a"));
        }
    }

    #[tokio::test]
    async fn what_cannot_be_drawn_is_refused() {
        let server = server();
        let wide_and_high = format!("{}\n{}", "#".repeat(50_000), "#\n".repeat(50_000));
        for body in [
            json!({ "board": wide_and_high }),
            json!({ "board": "" }),
            json!({ "board": "hello" }),
            json!({ "board": BOARD, "skin": "none" }),
            json!({ "board": BOARD, "cell": 0 }),
            json!({ "board": BOARD, "cell": 257 }),
            json!({ "board": BOARD, "facing": "x" }),
            json!({ "board": BOARD, "turn": 8 }),
            json!({ "board": BOARD, "format": "png", "part": "ground" }),
        ] {
            let (status, answer) = server.json("POST", "/api/picture", &body).await;
            assert_eq!(status, 400, "{answer}");
        }
        for (board, solution) in [(BOARD, "L"), (BOARD, ""), (BOARD, "x"), ("#", "R")] {
            let body = json!({ "board": board, "solution": solution });
            let (status, answer) = server.json("POST", "/api/animation", &body).await;
            assert_eq!(status, 400, "{answer}");
        }
    }
}
