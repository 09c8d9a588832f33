//! Jobs from the outside: what a page can ask for and what it is told.

use std::time::{Duration, Instant};

use serde_json::{Value, json};
use soko_core::Level;
use soko_solver::{
    Configured, Context, Descriptor, Event, EventKind, Feature, Halt, Player, Properties, Standing, Threads,
    Verdict,
};

use super::*;
use crate::testing::{TestServer, server};

/// A level on which breadth-first search is at it for long.
const LONG: (&str, u64) = ("summit", 29);

fn order(player: &str) -> Value {
    json!({ "level": { "collection": "tutorial", "number": 3 }, "player": player })
}

/// A run that goes on until it is stopped: a search that never ends.
fn endless(seed: u64) -> Value {
    let (collection, number) = LONG;
    json!({
        "level": { "collection": collection, "number": number }, "player": "mcts", "seed": seed, "time_s": 600,
        "settings": {}, "live": true,
    })
}

async fn start(server: &TestServer, body: &Value) -> u64 {
    let (status, job) = server.json("POST", "/api/jobs", body).await;
    assert_eq!(status, 202, "{job}");
    job["id"].as_u64().unwrap()
}

async fn until(server: &TestServer, id: u64, what: impl Fn(&Value) -> bool) -> Value {
    let begin = Instant::now();
    loop {
        let (_, job) = server.get(&format!("/api/jobs/{id}")).await;
        if what(&job) {
            return job;
        }
        assert!(begin.elapsed() < Duration::from_secs(20), "{job}");
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
}

async fn ended(server: &TestServer, id: u64) -> Value {
    until(server, id, |job| job["status"] != "solving").await
}

async fn post(server: &TestServer, id: u64, what: &str) -> (u16, Value) {
    server.json("POST", &format!("/api/jobs/{id}/{what}"), &json!({})).await
}

#[tokio::test]
async fn a_solved_job_is_recorded_and_stays_after_a_restart() {
    let server = server();
    let id = start(&server, &order("astar")).await;
    let job = ended(&server, id).await;
    assert_eq!((&job["status"], &job["result"]["optimal"]), (&json!("solved"), &json!("pushes")));
    let run = job["run"].as_str().unwrap().to_owned();
    let (_, facts) = server.get("/api/levels/tutorial/3").await;
    assert_eq!(facts["best"].as_array().unwrap().len(), 2);
    let (status, protocol) = server.get(&format!("/api/jobs/{id}/protocol")).await;
    assert!(status == 200 && protocol.as_str().unwrap().contains("builtin:tutorial#3"), "{protocol}");
    let (_, replay) = server.get(&format!("/api/replay?source=job/{id}")).await;
    assert_eq!((&replay["solved"], &replay["lurd"]), (&json!(true), &job["result"]["solution"]));

    let server = server.restarted();
    let (_, rows) = server.get("/api/collections/tutorial").await;
    assert_eq!(rows["rows"][2]["pushes"], job["result"]["pushes"]);
    let (status, protocol) = server.get(&format!("/api/runs/{run}/protocol?format=json")).await;
    assert!(status == 200 && protocol["solution"] == job["result"]["solution"], "{protocol}");
    for source in ["level/tutorial/3".to_owned(), "level/tutorial/3/moves".to_owned(), format!("run/{run}")] {
        let (status, replay) = server.get(&format!("/api/replay?source={source}")).await;
        assert!(status == 200 && replay["solved"] == true && replay["level"]["number"] == 3, "{replay}");
    }
    // Its address shows it for good: no other job gets its number.
    let (status, past) = server.get(&format!("/api/jobs/{id}")).await;
    assert_eq!((status, &past["status"], &past["run"]), (200, &json!("solved"), &json!(run)));
    assert_eq!(past["result"], job["result"]);
    let (_, list) = server.get("/api/jobs").await;
    assert_eq!((&list[0]["id"], &list[0]["pushes"]), (&json!(id), &job["result"]["pushes"]));
    let (status, replay) = server.get(&format!("/api/replay?source=job/{id}")).await;
    assert_eq!((status, &replay["lurd"]), (200, &job["result"]["solution"]));
    assert_eq!(post(&server, id, "stop").await.0, 409);
    assert_eq!(start(&server, &endless(1)).await, id + 1);
}

#[tokio::test]
async fn a_run_can_begin_where_a_game_has_got_to() {
    let server = server();
    let level = json!({ "collection": "tutorial", "number": 1 });
    let solve = json!({ "level": level, "player": "bfs", "moves": "rrr" });
    let (status, answer) =
        server.json("POST", "/api/levels/tutorial/1/optimize", &json!({ "moves": "rrr" })).await;
    assert_eq!(status, 409, "nothing is known from there: {answer}");
    let id = start(&server, &solve).await;
    let job = ended(&server, id).await;
    assert_eq!(job["from"], json!({ "moves": "rrR", "board": ["########", "#   @$.#", "########"] }));
    assert_eq!((&job["result"]["solution"], &job["result"]["pushes"]), (&json!("R"), &json!(1)));
    // It is walked from the start of the level, and is no solution of the level itself.
    let (_, replay) = server.get(&format!("/api/replay?source=job/{id}")).await;
    assert_eq!(
        (&replay["lurd"], &replay["begun"], &replay["solved"]),
        (&json!("rrRR"), &json!(3), &json!(true))
    );
    let (_, facts) = server.get("/api/levels/tutorial/1").await;
    assert!(facts["best"].as_array().unwrap().iter().all(|best| best["pushes"] == 2), "{facts}");
    let (_, list) = server.get("/api/jobs").await;
    assert_eq!(list[0]["from"], 3);
    let (status, job) =
        server.json("POST", "/api/levels/tutorial/1/optimize", &json!({ "moves": "rrr" })).await;
    assert_eq!((status, &job["from"]["moves"]), (202, &json!("rrR")), "{job}");
    ended(&server, job["id"].as_u64().unwrap()).await;

    let server = server.restarted();
    let (_, replay) = server.get(&format!("/api/replay?source=job/{id}")).await;
    assert_eq!((&replay["lurd"], &replay["begun"], &replay["job"]), (&json!("rrRR"), &json!(3), &json!(id)));
}

#[tokio::test]
async fn the_course_of_a_run_tells_how_it_went() {
    let server = server();
    let mut body = endless(1);
    body["player"] = json!("astar");
    body["time_s"] = json!(1.5);
    let id = start(&server, &body).await;
    let job = ended(&server, id).await;
    let course = job["course"].as_array().unwrap();
    let newest = &course[course.len() - 1];
    assert!(newest["expanded"].as_u64() > Some(0) && newest["memory"].as_u64() > Some(0), "{job}");
    assert!(newest["rate"].as_f64() > Some(0.0) && newest["estimate"].as_u64() > Some(0), "{newest}");
    assert!(course.windows(2).all(|pair| pair[0]["at"].as_f64() < pair[1]["at"].as_f64()), "{job}");
}

#[tokio::test]
async fn while_it_is_solving_everything_else_is_forbidden() {
    let server = server();
    let id = start(&server, &endless(1)).await;
    until(&server, id, |job| job["expanded"].as_u64() > Some(0)).await;
    for (method, path) in [
        ("GET", format!("/api/jobs/{id}/protocol")),
        ("GET", format!("/api/replay?source=job/{id}")),
        ("DELETE", format!("/api/jobs/{id}")),
    ] {
        let (status, answer) = server.json(method, &path, &Value::Null).await;
        assert_eq!(status, 409, "{path}: {answer}");
    }
    let (status, answer) = server.json("POST", "/api/jobs", &endless(1)).await;
    assert_eq!(status, 409, "the same run twice: {answer}");
    assert_eq!(post(&server, id, "stop").await.0, 200);
    ended(&server, id).await;
}

#[tokio::test]
async fn a_stopped_job_ends_at_once_and_is_recorded() {
    let server = server();
    let id = start(&server, &endless(1)).await;
    let first = until(&server, id, |job| !job["position"].is_null()).await;
    until(&server, id, |job| job["position"]["boxes"] != first["position"]["boxes"]).await;
    let begin = Instant::now();
    post(&server, id, "stop").await;
    let job = ended(&server, id).await;
    assert!(begin.elapsed() < Duration::from_millis(1_000), "{:?}", begin.elapsed());
    assert_eq!((&job["status"], &job["words"]), (&json!("stopped"), &json!("stopped by hand")));
    let (_, protocol) = server.get(&format!("/api/jobs/{id}/protocol")).await;
    assert!(protocol.as_str().unwrap().contains("stopped by hand"), "{protocol}");
    let (_, replay) = server.get(&format!("/api/replay?source=job/{id}")).await;
    let steps = replay["steps"].as_array().unwrap();
    assert!(!steps.is_empty() && replay["last"].is_null(), "the way to the position expanded last: {replay}");
    assert_eq!(replay["lurd"], job["reached"]["path"]);
    assert_eq!(steps.last().unwrap()["to"], job["reached"]["position"]["player"]);
    for what in ["stop", "pause", "resume"] {
        assert_eq!(post(&server, id, what).await.0, 409, "{what}");
    }
    let (status, _) = server.json("DELETE", &format!("/api/jobs/{id}"), &Value::Null).await;
    assert_eq!((status, server.get(&format!("/api/jobs/{id}")).await.0), (204, 404));
    assert_eq!(server.app.results().store().runs().unwrap(), 1, "the run stays");
}

#[tokio::test]
async fn a_job_tells_what_it_is_doing_and_what_it_found_out() {
    let server = server();
    let level = json!({ "collection": "summit", "number": 1 });
    let id = start(&server, &json!({ "level": level, "player": "expert", "time_s": 600 })).await;
    let job = until(&server, id, |job| job["notes"].as_array().is_some_and(|notes| !notes.is_empty())).await;
    assert!(job["phase"].is_string() && job["notes"][0]["text"].as_str().unwrap().contains("plan"), "{job}");
    post(&server, id, "stop").await;
    ended(&server, id).await;
}

#[tokio::test]
async fn a_paused_job_holds_and_goes_on() {
    let server = server();
    let id = start(&server, &endless(1)).await;
    until(&server, id, |job| job["expanded"].as_u64() > Some(0)).await;
    let (_, job) = post(&server, id, "pause").await;
    assert_eq!((&job["status"], &job["paused"]), (&json!("solving"), &json!(true)));
    tokio::time::sleep(Duration::from_millis(250)).await;
    let (_, before) = server.get(&format!("/api/jobs/{id}")).await;
    tokio::time::sleep(Duration::from_millis(250)).await;
    let (_, after) = server.get(&format!("/api/jobs/{id}")).await;
    assert_eq!(before["expanded"], after["expanded"]);
    post(&server, id, "resume").await;
    until(&server, id, |job| job["expanded"].as_u64() > after["expanded"].as_u64()).await;
    post(&server, id, "pause").await;
    post(&server, id, "stop").await;
    assert_eq!(ended(&server, id).await["status"], "stopped");
}

#[tokio::test]
async fn limits_and_proofs_have_statuses_of_their_own() {
    let server = server();
    let mut body = endless(1);
    for (limit, value, words, status) in [
        ("time_s", json!(0.05), "out of time", "time-limit"),
        ("nodes", json!(10), "out of positions to expand", "node-limit"),
    ] {
        body = endless(1);
        body[limit] = value;
        let id = start(&server, &body).await;
        let job = ended(&server, id).await;
        assert_eq!((&job["status"], &job["words"]), (&json!("out-of-time"), &json!(words)));
        assert_eq!(job["result"]["status"], status);
        assert_eq!(server.get(&format!("/api/replay?source=job/{id}")).await.0, 200);
        assert_eq!(server.get(&format!("/api/jobs/{id}/protocol")).await.0, 200);
    }
    body["player"] = json!("bfs");
    body["nodes"] = Value::Null;
    body["memory_mib"] = json!(1);
    let id = start(&server, &body).await;
    let job = ended(&server, id).await;
    assert_eq!((&job["status"], &job["words"]), (&json!("out-of-time"), &json!("out of memory")));
    assert_eq!(server.app.results().store().runs().unwrap(), 3);
}

#[tokio::test]
async fn a_proof_that_there_is_no_solution_leaves_nothing_to_walk_through() {
    let server = server();
    let mut impossible =
        Order::new(serde_json::from_value(order("bfs")).unwrap(), server.app.library()).unwrap();
    let level = Level::parse("#######\n#@ $  #\n# .   #\n#    $#\n#  .  #\n#######").unwrap();
    impossible.hash = soko_core::identity::exact(&level);
    impossible.level = Arc::new(level);
    let job = server.app.jobs().submit(impossible).unwrap();
    let id = serde_json::to_value(&job).unwrap()["id"].as_u64().unwrap();
    let job = ended(&server, id).await;
    assert_eq!((&job["status"], &job["result"]["status"]), (&json!("no-solution"), &json!("unsolvable")));
    // Why, in words, and the boxes to blame.
    assert_eq!(
        (&job["why"]["rule"], &job["why"]["boxes"]),
        (&json!("wall-line"), &json!([[3, 1], [5, 3]])),
        "{job}"
    );
    assert!(job["why"]["sentence"].as_str().is_some_and(|why| why.contains("can never leave")), "{job}");
    assert_eq!(server.get(&format!("/api/replay?source=job/{id}")).await.0, 409);
    assert_eq!(server.get(&format!("/api/jobs/{id}/protocol")).await.0, 200);
}

#[tokio::test]
async fn the_queue_keeps_its_order_and_its_bounds() {
    let server = server();
    let mut ids = Vec::new();
    for seed in 1..=2 + limits::JOBS_WAITING as u64 {
        ids.push(start(&server, &endless(seed)).await);
    }
    let (status, answer) = server.json("POST", "/api/jobs", &endless(999)).await;
    assert_eq!(status, 429, "{answer}");
    let (_, third) = server.get(&format!("/api/jobs/{}", ids[2])).await;
    let (_, fourth) = server.get(&format!("/api/jobs/{}", ids[3])).await;
    assert_eq!((&third["queue"], &fourth["queue"]), (&json!(1), &json!(2)));
    assert_eq!((&third["status"], &third["words"]), (&json!("solving"), &json!("waiting for its turn")));
    assert_eq!(post(&server, ids[2], "pause").await.0, 409);
    let (_, withdrawn) = post(&server, ids[2], "stop").await;
    assert_eq!((&withdrawn["status"], &withdrawn["run"]), (&json!("stopped"), &Value::Null));
    assert_eq!(server.get(&format!("/api/jobs/{}/protocol", ids[2])).await.0, 409);
    post(&server, ids[0], "stop").await;
    until(&server, ids[3], |job| job["queue"].is_null()).await;
    let (_, fifth) = server.get(&format!("/api/jobs/{}", ids[4])).await;
    assert_eq!(fifth["queue"], 1);
    let (_, list) = server.get("/api/jobs").await;
    assert_eq!(list.as_array().unwrap().len(), ids.len());
    assert_eq!(list[0]["id"], ids[ids.len() - 1]);
    server.app.jobs().close();
    assert_eq!(server.json("POST", "/api/jobs", &endless(999)).await.0, 429);
}

#[tokio::test]
async fn the_turn_of_a_job_that_is_withdrawn_is_the_next_ones() {
    let server = server();
    start(&server, &endless(1)).await;
    let mut large = endless(2);
    large["memory_mib"] = json!(8_192);
    let (large, behind) = (start(&server, &large).await, start(&server, &endless(3)).await);
    let (_, waiting) = server.get(&format!("/api/jobs/{behind}")).await;
    assert_eq!(waiting["queue"], 2, "there is a place, but not the memory for the one before");
    post(&server, large, "stop").await;
    until(&server, behind, |job| job["queue"].is_null()).await;
    server.app.jobs().close();
}

#[tokio::test]
async fn what_does_not_fit_is_refused() {
    let server = server();
    for (change, value) in [
        ("player", json!("nobody")),
        ("preset", json!("none")),
        ("settings", json!({ "speed": 1 })),
        ("settings", json!({ "metric": "turns" })),
        ("settings", json!({ "metric": [1] })),
        ("settings", json!({ "metric=pushes": "x" })),
        ("time_s", json!(0)),
        ("time_s", json!(-1.5)),
        ("time_s", json!(1e9)),
        ("nodes", json!(0)),
        ("memory_mib", json!(8_193)),
        ("threads", json!(0)),
        ("seed", json!(u64::MAX)),
        ("group", json!("")),
        ("moves", json!("xyz")),
        ("moves", json!("l".repeat(50))),
        ("moves", json!("lr".repeat(limits::PLAYED))),
    ] {
        let mut body = order("astar");
        body[change] = value.clone();
        let (status, answer) = server.json("POST", "/api/jobs", &body).await;
        assert_eq!(status, 400, "{change} {value}: {answer}");
    }
    let mut body = order("astar");
    body["level"]["number"] = json!(99);
    assert_eq!(server.json("POST", "/api/jobs", &body).await.0, 404);
    assert_eq!(server.get("/api/jobs/7").await.0, 404);
    assert_eq!(server.get("/api/jobs/0x7").await.0, 400);
    for source in
        ["", "level", "level/tutorial/x", "job/x", "run/zz", "game/tutorial/1/x", "level/tutorial/99"]
    {
        let (status, answer) = server.get(&format!("/api/replay?source={source}")).await;
        assert!(status == 400 || status == 404, "{source}: {status} {answer}");
    }
}

/// Breaks down.
struct Broken;

#[derive(serde::Serialize, serde::Deserialize, schemars::JsonSchema, Default)]
struct NoParameters {}

impl Configured for Broken {
    type Params = NoParameters;

    fn new(_: NoParameters) -> Self {
        Self
    }
}

impl Player for Broken {
    #[expect(clippy::panic_in_result_fn, reason = "this is what is tested")]
    fn solve(&mut self, _: &Level, context: &mut Context<'_>) -> Result<Verdict, Halt> {
        context.expand()?;
        panic!("a bug of the player");
    }
}

static BROKEN: Descriptor = Descriptor::of::<Broken>(
    "broken",
    "Broken",
    "",
    "",
    Properties { complete: false, optimal: None, threads: Threads::One },
    &[],
);

#[tokio::test]
async fn a_player_that_panics_costs_its_run_and_no_more() {
    let server = server();
    let mut order = Order::new(serde_json::from_value(order("bfs")).unwrap(), server.app.library()).unwrap();
    order.task = order::Task::Play(&BROKEN);
    (order.spec.player, order.spec.values) = (BROKEN.id.to_owned(), serde_json::Map::new());
    let job = server.app.jobs().submit(order).unwrap();
    let id = serde_json::to_value(&job).unwrap()["id"].as_u64().unwrap();
    let job = ended(&server, id).await;
    assert_eq!((&job["status"], &job["error"]), (&json!("stopped"), &json!("a bug of the player")));
    assert_eq!(job["result"]["status"], "crashed");
    let (_, protocol) = server.get(&format!("/api/jobs/{id}/protocol")).await;
    assert!(protocol.as_str().unwrap().contains("a bug of the player"), "{protocol}");
    let next = start(&server, &self::order("bfs")).await;
    assert_eq!(ended(&server, next).await["status"], "solved");
}

#[tokio::test]
async fn a_learner_keeps_its_table_if_it_is_asked_to() {
    let server = server();
    let mut body = order("qlearning");
    body["keep_table"] = json!(true);
    body["time_s"] = json!(0.3);
    let players = server.get("/api/players").await.1;
    let learner =
        players.as_array().unwrap().iter().map(|p| p["id"].as_str().unwrap()).find(|id| id.starts_with('q'));
    body["player"] = json!(learner);
    let id = start(&server, &body).await;
    let job = ended(&server, id).await;
    assert!(server.app.jobs().table(id).is_some(), "{job}");
    assert!(!job["curves"].as_object().unwrap().is_empty(), "{job}");
}

#[tokio::test]
async fn players_and_statuses_are_described() {
    let server = server();
    let (_, players) = server.get("/api/players").await;
    let astar = players.as_array().unwrap().iter().find(|player| player["id"] == "astar").unwrap();
    assert!(astar["parameters"][0]["name"].is_string() && astar["properties"]["complete"] == true);
    let (_, statuses) = server.get("/api/statuses").await;
    let ids: Vec<_> = statuses.as_array().unwrap().iter().map(|s| s["id"].as_str().unwrap()).collect();
    let expected = ["not-prepared", "ready", "solving", "solved", "stopped", "out-of-time", "no-solution"];
    assert_eq!(ids, expected);
    assert_eq!(statuses[2]["allows"]["change_level"], false);
}

#[tokio::test]
async fn the_best_position_is_told_with_its_features_and_strategy() {
    let server = server();
    let level = json!({ "collection": "summit", "number": 1 });
    let id = start(&server, &json!({ "level": level, "player": "expert", "time_s": 60 })).await;
    let told = |job: &Value| job["best"]["phase"] == "plan" && job["status"] == "solving";
    let job = until(&server, id, told).await;
    let features = job["best"]["features"].as_array().unwrap();
    assert!(features.len() >= 2 && features[0]["name"].is_string() && features[0]["of"].is_u64(), "{job}");
    assert!(!job["best"]["position"]["player"].is_null(), "{job}");
    post(&server, id, "stop").await;
    let job = ended(&server, id).await;
    assert!(!job["best"].is_null(), "it stays when the run is over: {job}");
    let (_, protocol) = server.get(&format!("/api/jobs/{id}/protocol")).await;
    assert!(protocol.as_str().unwrap().contains("best position: "), "{protocol}");
}

#[tokio::test]
async fn a_strategy_whose_turn_comes_again_shows_its_own_best_position() {
    let server = server();
    let order = Order::new(serde_json::from_value(order("expert")).unwrap(), server.app.library()).unwrap();
    let position = order.level.start().clone();
    let entry = Entry::new(1, order);
    let learn = |kind| entry.progress().learn(&Event { number: 0, seconds: 0.0, kind });
    let begin = |phase: &str| learn(EventKind::Phase(phase.to_owned()));
    let best = |steps: u8| {
        let features = vec![Feature::of("steps", steps, 9)];
        learn(EventKind::Best(Box::new(Standing { position: position.clone(), backward: false, features })));
    };
    let shown = || {
        let job = serde_json::to_value(Job::of(&entry, None)).unwrap();
        (job["best"]["phase"].clone(), job["best"]["features"][0]["value"].clone())
    };
    begin("plan");
    assert_eq!(shown().0, Value::Null);
    best(3);
    begin("backward");
    assert_eq!(shown(), (json!("plan"), json!(3)), "until another tells one");
    best(5);
    assert_eq!(shown(), (json!("backward"), json!(5)));
    begin("plan");
    assert_eq!(shown(), (json!("plan"), json!(3)));
    for other in 0..100 {
        begin(&other.to_string());
        best(1);
    }
    assert_ne!(shown().0, json!("99"), "a player with many phases cannot fill the memory");
}

/// An open hall, in which depth-first search takes a long way; no solution comes with it.
const HALL: &str = "##########\n#        #\n# $    . #\n#  @     #\n# $    . #\n#        #\n##########\n";

/// The path of a level without a known solution.
async fn unsolved(server: &TestServer) -> String {
    let path = "/api/collections?name=hall.xsb";
    let (_, answer) = server.bytes("POST", path, "application/octet-stream", HALL.as_bytes().to_vec()).await;
    let answer: Value = serde_json::from_slice(&answer).unwrap();
    format!("/api/levels/{}/1", answer["collection"]["id"].as_str().unwrap())
}

#[tokio::test]
async fn a_solution_is_made_shorter_kept_and_can_be_replayed() {
    let server = server();
    let level = unsolved(&server).await;
    let optimize = format!("{level}/optimize");
    let (status, answer) = server.json("POST", &optimize, &json!({})).await;
    assert_eq!(status, 409, "there is nothing to optimise: {answer}");
    let collection = level.split('/').nth(3).unwrap();
    let long = json!({ "level": { "collection": collection, "number": 1 }, "player": "dfs", "settings": {} });
    let found = start(&server, &long).await;
    let found = ended(&server, found).await;
    let length = |job: &Value| job["result"]["moves"].as_u64().unwrap();

    let body = json!({ "metric": "moves-then-pushes", "time_s": 20 });
    let (status, job) = server.json("POST", &optimize, &body).await;
    assert_eq!((status, &job["before"]["moves"]), (202, &found["result"]["moves"]), "{job}");
    let id = job["id"].as_u64().unwrap();
    let job = ended(&server, id).await;
    assert_eq!((&job["status"], &job["words"]), (&json!("solved"), &json!("optimised")), "{job}");
    assert!(length(&job) < length(&found), "{job}");
    let (_, replay) = server.get(&format!("/api/replay?source=job/{id}")).await;
    assert_eq!((&replay["solved"], &replay["lurd"]), (&json!(true), &job["result"]["solution"]));
    let (_, facts) = server.get(&level).await;
    assert_eq!(facts["best"][0]["solution"], job["result"]["solution"], "it is the best known now");
    let (_, protocol) = server.get(&format!("/api/jobs/{id}/protocol")).await;
    let protocol = protocol.as_str().unwrap();
    assert!(protocol.contains("sokolab optimize") && protocol.contains("--metric moves-then-pushes"));

    // What it began with can be laid beside it.
    let before = format!("run/{}/before", job["run"].as_str().unwrap());
    let offered = replay["others"].as_array().unwrap().iter().any(|other| other["source"] == before.as_str());
    assert!(offered, "{replay}");
    let (_, original) = server.get(&format!("/api/replay?source={before}")).await;
    assert_eq!((&original["lurd"], &original["level"]), (&found["result"]["solution"], &replay["level"]));
    let found_run = found["run"].as_str().unwrap();
    assert_eq!(server.get(&format!("/api/replay?source=run/{found_run}/before")).await.0, 404);

    // A second one begins with the shorter solution and cannot make it worse.
    let (_, again) = server.json("POST", &optimize, &body).await;
    assert_eq!(again["before"]["moves"], job["result"]["moves"]);
    let again = ended(&server, again["id"].as_u64().unwrap()).await;
    assert!(length(&again) <= length(&job), "{again}");
    let (_, facts) = server.get(&level).await;
    assert_eq!(facts["best"][0]["moves"], again["result"]["moves"]);
}
