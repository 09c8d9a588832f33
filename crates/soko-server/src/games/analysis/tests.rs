//! Analyses from the outside: a server, a game, and a page that watches.

use std::{pin::Pin, time::Duration};

use futures_util::Stream;
use serde_json::{Value, json};

use soko_core::Level;

use super::*;
use crate::games::{Act, Game};
use crate::testing::{TestServer, server};

/// A game whose analysis a page watches.
struct Watched {
    server: TestServer,
    game: u64,
    /// As long as it is there, there is a page.
    stream: Option<Pin<Box<dyn Stream<Item = ()>>>>,
}

impl Watched {
    async fn level(collection: &str, number: usize) -> Self {
        Self::begin(server(), collection, number).await
    }

    async fn board(board: &str) -> Self {
        let server = server();
        let path = "/api/collections?name=boards.xsb";
        server.bytes("POST", path, "application/octet-stream", format!("{board}\n").into_bytes()).await;
        Self::begin(server, "boards", 1).await
    }

    async fn begin(server: TestServer, collection: &str, number: usize) -> Self {
        let wanted = json!({ "collection": collection, "number": number });
        let (_, state) = server.json("POST", "/api/games", &wanted).await;
        let game = state["id"].as_u64().unwrap();
        let stream = futures_util::StreamExt::map(server.app.events().open().unwrap(), drop);
        let watched = Self { server, game, stream: Some(Box::pin(stream)) };
        watched.watch(&[topic(game)]).await;
        watched
    }

    async fn watch(&self, topics: &[String]) {
        let (status, _) = self.server.json("PUT", "/api/streams/1", &json!({ "topics": topics })).await;
        assert_eq!(status, 204);
    }

    async fn act(&self, act: Value) -> Value {
        let path = format!("/api/games/{}/act", self.game);
        self.server.json("POST", &path, &json!({ "acts": [act] })).await.1
    }

    async fn play(&self, moves: &str) -> Value {
        self.act(json!({ "do": "play", "moves": moves })).await
    }

    fn now(&self) -> Value {
        serde_json::to_value(self.server.app.games().analysis(self.game).unwrap()).unwrap()
    }

    /// Waits until the analysis is as it should be.
    async fn until(&self, what: impl Fn(&Value) -> bool) -> Value {
        for _ in 0..6_000 {
            let now = self.now();
            if what(&now) {
                return now;
            }
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
        panic!("it stays {}", self.now());
    }

    /// Waits until the thinking has rested because no page watches.
    async fn rests(&self) {
        let stage = || self.analyses().room.desk().all[&self.game].stage;
        while stage() == Stage::Thinking {
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
        assert!(stage() == Stage::Resting);
    }

    fn analyses(&self) -> &Analyses {
        self.server.app.games().analyses()
    }

    /// The steps of the position that was taken last.
    fn ply(&self) -> usize {
        self.analyses().room.desk().all[&self.game].task.situation.steps.len()
    }

    async fn done(&self) -> Value {
        self.until(|now| now["thinking"] == false).await
    }
}

const ROOM: &str = "#######\n#     #\n#@ $ .#\n#     #\n#######";

#[tokio::test]
async fn a_small_level_is_exact_for_the_position_and_for_every_push() {
    let game = Watched::board(ROOM).await;
    let start = game.done().await;
    assert_eq!(
        (&start["verdict"], &start["pushes"], &start["exact"]),
        (&json!("solvable"), &json!(2), &json!(true))
    );
    assert_eq!(start["text"], "Solvable in 2 pushes; fewer are impossible.");
    assert_eq!(start["next"], json!([{ "at": [3, 2], "direction": "r", "best": true }]));
    let losing = start["losing"].as_array().unwrap();
    let ways: Vec<_> = losing.iter().map(|push| push["direction"].as_str().unwrap()).collect();
    assert_eq!(ways, ["u", "d"], "against the wall, where no goal is; left it can come back");
    game.play("r").await;
    let walked = game.now();
    assert_eq!(
        (&walked["ply"], &walked["pushes"]),
        (&json!(1), &json!(2)),
        "known at once: a walk changes nothing"
    );
    game.play("R").await;
    assert_eq!(
        game.until(|now| now["ply"] == 2 && now["exact"] == true).await["text"],
        "Solvable in 1 push; fewer are impossible."
    );
    game.play("R").await;
    assert_eq!(game.done().await["verdict"], "solved");
}

#[tokio::test]
async fn a_lost_game_is_told_with_its_rule_the_fatal_move_and_the_way_back() {
    let game = Watched::board(ROOM).await;
    game.play("drrUlur").await;
    let lost = game.done().await;
    assert_eq!((&lost["verdict"], &lost["text"]), (&json!("lost"), &json!("Lost since move 4 (U).")));
    assert_eq!((&lost["lost"]["fatal_ply"], &lost["lost"]["back_ply"]), (&json!(4), &json!(3)));
    assert_eq!((&lost["next"], &lost["losing"]), (&json!([]), &json!([])), "nothing is left to be lost");
    game.act(json!({ "do": "jump", "ply": 3 })).await;
    assert_eq!(game.done().await["verdict"], "solvable");
}

#[tokio::test]
async fn what_no_rule_sees_is_proven_by_the_table_and_the_fatal_move_found() {
    let game = Watched::level("first-steps", 9).await;
    let start = game.done().await;
    assert_eq!(start["verdict"], "solvable");
    game.play("lddrUU").await;
    let lost = game.done().await;
    assert_eq!((&lost["verdict"], &lost["lost"]["rule"]), (&json!("lost"), &json!("search")), "{lost}");
    let fatal = lost["lost"]["fatal_ply"].as_u64().unwrap();
    assert_eq!(lost["lost"]["back_ply"], fatal - 1);
    game.act(json!({ "do": "jump", "ply": fatal - 1 })).await;
    assert_eq!(game.done().await["verdict"], "solvable");
    game.act(json!({ "do": "jump", "ply": fatal })).await;
    assert_eq!(game.done().await["verdict"], "lost");
}

#[tokio::test]
async fn a_large_level_is_solvable_by_the_solution_of_its_file_and_then_by_what_was_found() {
    let game = Watched::level("summit", 18).await;
    let start = game.until(|now| now["verdict"] == "solvable").await;
    assert!(start["pushes"].as_u64().unwrap() > 0 && start["next"][0]["best"] == true);
    assert_eq!(start["exact"], false, "it is far too large");
}

#[tokio::test]
async fn the_newest_position_takes_the_place_of_the_one_before() {
    let game = Watched::level("summit", 18).await;
    for moves in ["l", "r", "u", "d", "l", "r"] {
        game.play(moves).await;
    }
    let (_, state) = game.server.get(&format!("/api/games/{}", game.game)).await;
    let now = game.until(|now| now["verdict"] == "solvable").await;
    assert_eq!(now["ply"], state["ply"]);
}

#[tokio::test]
async fn nothing_is_thought_about_unless_a_page_watches() {
    let game = Watched::level("summit", 18).await;
    game.watch(&[]).await;
    game.rests().await;
    let before = game.ply();
    for moves in ["l", "r", "u", "d"] {
        game.play(moves).await;
    }
    assert_eq!(game.ply(), before, "it is not even looked at");
    game.watch(&[topic(game.game)]).await;
    assert!(game.ply() > before && game.now()["thinking"] == true, "taken up again");
}

#[tokio::test]
async fn a_game_whose_analysis_is_watched_has_all_the_help_there_is() {
    let game = Watched::board(ROOM).await;
    let state = game.play("r").await;
    assert_eq!(state["help"], "lost-positions");
    drop(game.stream);
    let other = Watched::board(ROOM).await;
    other.watch(&[]).await;
    let wanted = json!({ "collection": "boards", "number": 1, "fresh": true });
    let (_, fresh) = other.server.json("POST", "/api/games", &wanted).await;
    assert_eq!(fresh["help"], "off");
}

#[tokio::test]
async fn so_many_analyses_are_remembered() {
    let server = server();
    for _ in 0..limits::ANALYSES + 5 {
        let wanted = json!({ "collection": "tutorial", "number": 1, "fresh": true });
        let (_, state) = server.json("POST", "/api/games", &wanted).await;
        server.app.games().analysis(state["id"].as_u64().unwrap()).unwrap();
    }
    assert_eq!(server.app.games().analyses().room.desk().all.len(), limits::ANALYSES);
}

#[test]
fn a_game_waits_once_however_many_positions_it_has_passed() {
    let server = server();
    let room = &server.app.games().analyses().room;
    let level = Level::parse("########\n#      #\n# @$  .#\n#      #\n########").unwrap();
    let mut game = Game::of_board(1, &level);
    for _ in 0..3 {
        room.take(1, Arc::new(game.situation()));
        // Looked at; nothing is thought about, as if another game was.
        assert!(room.round(false));
        game.act(&Act::Play { moves: "R".to_owned() }).unwrap();
    }
    assert_eq!(room.desk().deep, [1]);
}

#[tokio::test]
async fn an_analysis_of_no_game_is_no_state() {
    let server = server();
    assert!(server.app.games().analysis(7).is_err());
}
