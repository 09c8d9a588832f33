//! Levels made to order: how they are to be, and what came of it.

use axum::{Json, extract::State};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use soko_levels::generate::{Layout, Pattern, Recipe, Start, Style};

use crate::{
    app::App,
    drawing::{self, rows},
    endpoint::Endpoint,
    http::Given,
    problem::Problem,
};

pub(super) fn endpoints() -> Vec<Endpoint> {
    vec![
        Endpoint::post("/api/generate", "edit", "Make a level, within a few seconds", generate)
            .takes::<Wish>()
            .answers::<Generated>(),
    ]
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
    app.heavy(move |_| {
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
    use serde_json::json;

    use crate::testing::server;

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
