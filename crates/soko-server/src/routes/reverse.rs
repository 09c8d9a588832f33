//! Playing backwards, from the goals.

use axum::{Json, extract::State, http::StatusCode};
use schemars::JsonSchema;
use serde::Deserialize;

use crate::{
    app::App,
    endpoint::Endpoint,
    games::{ReverseAct, ReverseState},
    http::{At, Given},
    problem::Problem,
};

pub(super) fn endpoints() -> Vec<Endpoint> {
    vec![
        Endpoint::post("/api/reverse-games", "play", "Start a game played backwards, from the goals", start)
            .takes::<NewReverseGame>()
            .answers::<ReverseState>()
            .status(201),
        Endpoint::post("/api/reverse-games/{number}/act", "play", "Step, pull, walk, undo, backwards", act)
            .takes::<ReverseActs>()
            .answers::<ReverseState>(),
    ]
}

/// Which level to play backwards.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct NewReverseGame {
    /// Its collection.
    collection: String,
    /// Its number there, from 1.
    #[schemars(range(min = 1))]
    number: usize,
}

async fn start(
    State(app): State<App>,
    Given(wanted): Given<NewReverseGame>,
) -> Result<(StatusCode, Json<ReverseState>), Problem> {
    let state = app.games().start_reverse(&wanted.collection, wanted.number)?;
    Ok((StatusCode::CREATED, Json(state)))
}

/// What the player wants, one after another.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct ReverseActs {
    /// The acts.
    #[schemars(length(max = 256))]
    acts: Vec<ReverseAct>,
}

async fn act(
    State(app): State<App>,
    At(id): At<u64>,
    Given(wanted): Given<ReverseActs>,
) -> Result<Json<ReverseState>, Problem> {
    app.games().act_reverse(id, &wanted.acts).map(Json)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use crate::testing::server;

    #[tokio::test]
    async fn a_level_solved_backwards_is_a_solution_by_hand() {
        let server = server();
        let board = "########\n#@ $  .#\n#      #\n########\n";
        let imported =
            server.bytes("POST", "/api/collections?name=own.xsb", "application/octet-stream", board.into());
        assert_eq!(imported.await.0, 200);
        let level = json!({ "collection": "own", "number": 1 });
        let (status, game) = server.json("POST", "/api/reverse-games", &level).await;
        assert_eq!(status, 201);
        let pull = json!({ "do": "pull", "direction": "l" });
        let acts = json!({ "acts": [{ "do": "walk", "to": [5, 1] }, pull, pull, pull] });
        let path = format!("/api/reverse-games/{}/act", game["id"]);
        let (_, state) = server.json("POST", &path, &acts).await;
        assert_eq!(state["solution"], "rRRR");
        let (_, facts) = server.get("/api/levels/own/1").await;
        assert_eq!(facts["best"][0]["origin"], "hand");
        assert_eq!(facts["best"][0]["solution"], "rRRR");
        let (_, rows) = server.get("/api/collections/own").await;
        let row = &rows["rows"][0];
        assert_eq!((&row["mine"]["pushes"], &row["solvers"]), (&json!(3), &json!(null)), "the user's own");
        let (status, _) = server.json("POST", "/api/reverse-games/1/act", &acts).await;
        assert_eq!(status, 404);
    }

    #[tokio::test]
    async fn a_solution_that_could_not_be_kept_is_kept_by_the_next_act() {
        let server = server();
        let (_, game) = server
            .json("POST", "/api/reverse-games", &json!({ "collection": "tutorial", "number": 1 }))
            .await;
        let path = format!("/api/reverse-games/{}/act", game["id"]);
        // A folder stands where the records are to be.
        let file = server.folder.path().join(soko_records::FILE_NAME);
        std::fs::create_dir(&file).unwrap();
        let pull = json!({ "do": "pull", "direction": "l" });
        let (x, y) = (game["boxes"][0][0].as_u64().unwrap(), game["boxes"][0][1].as_u64().unwrap());
        let acts = json!({ "acts": [{ "do": "walk", "to": [x - 1, y] }, pull, pull] });
        let (status, answer) = server.json("POST", &path, &acts).await;
        assert_eq!(status, 409, "{answer}");
        std::fs::remove_dir(&file).unwrap();
        let (status, state) = server.json("POST", &path, &json!({ "acts": [] })).await;
        assert_eq!((status, state["solution"].is_string()), (200, true), "{state}");
        assert!(file.is_file());
    }
}
