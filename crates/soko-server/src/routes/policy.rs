//! What a learner has learnt, and its table as a file.
//!
//! A table belongs to a job. While the job plays, every question asks it for a fresh one and is answered from the newest there is, so a
//! page that asks once a second sees the policy grow.

use axum::{
    Json,
    body::Bytes,
    extract::{State, rejection::BytesRejection},
    http::StatusCode,
    response::Response,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{
    app::App,
    endpoint::Endpoint,
    http::{Asked, At, file},
    limits,
    policy::PolicyInfo,
    problem::Problem,
    tables::TableInfo,
};

pub(super) fn endpoints() -> Vec<Endpoint> {
    vec![
        Endpoint::get("/api/jobs/{number}/policy", "learn", "What a learner would do, and why", policy)
            .asks::<Look>()
            .answers::<PolicyAnswer>(),
        Endpoint::get("/api/jobs/{number}/table", "learn", "A learner's table as a file", table)
            .gives("application/octet-stream"),
        Endpoint::post("/api/tables", "learn", "Send in a table for a learner to go on from", send_in)
            .takes_file(limits::TABLE_BYTES)
            .answers::<TableInfo>(),
    ]
}

/// Where to look.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Look {
    /// How many actions of the greedy episode to play first; the start if not told.
    at: Option<usize>,
    /// In tables over boxes: whose values to show, by its number from 0; the one pushed next if not told.
    #[serde(rename = "box")]
    number: Option<u32>,
}

/// What is known, if anything is.
#[derive(Serialize, JsonSchema)]
struct PolicyAnswer {
    /// Nothing if there is no table yet.
    policy: Option<PolicyInfo>,
}

async fn policy(
    State(app): State<App>,
    At(number): At<u64>,
    Asked(look): Asked<Look>,
) -> Result<Json<PolicyAnswer>, Problem> {
    if app.jobs().past(number).is_some() {
        // Its table went with its server.
        return Ok(Json(PolicyAnswer { policy: None }));
    }
    let entry = app.jobs().find(number)?;
    app.jobs().ask_table(number);
    let Some(memory) = app.jobs().table(number) else { return Ok(Json(PolicyAnswer { policy: None })) };
    let level = entry.order.level.clone();
    let told = app.heavy(move |_| PolicyInfo::of(&memory, &level, (look.at, look.number)));
    Ok(Json(PolicyAnswer { policy: Some(told.await?) }))
}

async fn table(State(app): State<App>, At(number): At<u64>) -> Result<Response, Problem> {
    let entry = app.jobs().find(number)?;
    let memory = app.jobs().table(number).ok_or_else(|| {
        Problem::conflict(format!("job {number} has no table"))
            .help("only learners have one, once they have begun")
    })?;
    let name = format!("{}-{}-{number}.qtable", entry.order.name.collection, entry.order.name.number);
    let bytes = app.heavy(move |_| memory.to_bytes().map_err(Problem::conflict)).await?;
    Ok(file("application/octet-stream", &name, bytes))
}

async fn send_in(
    State(app): State<App>,
    body: Result<Bytes, BytesRejection>,
) -> Result<Json<TableInfo>, Problem> {
    app.upload()?;
    let body = body.map_err(|error| match error.status() {
        StatusCode::PAYLOAD_TOO_LARGE => {
            let message = format!("the table is larger than {} MiB", limits::TABLE_BYTES >> 20);
            Problem::new(StatusCode::PAYLOAD_TOO_LARGE, message)
                .help("go on from it with 'sokolab learn --table'")
        }
        status => Problem::new(status, error.body_text()),
    })?;
    let taken = app.heavy(move |app| Ok(TableInfo::of(&*app.tables().take(&body)?, app.library())));
    taken.await.map(Json)
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use serde_json::{Value, json};

    use crate::testing::{TestServer, server};

    /// Has a learner play a level of the tutorial to its end.
    async fn learnt(server: &TestServer, player: &str) -> String {
        let order = json!({
            "level": { "collection": "tutorial", "number": 1 }, "player": player, "time_s": 20, "keep_table": true,
        });
        let (status, job) = server.json("POST", "/api/jobs", &order).await;
        assert_eq!(status, 202, "{job}");
        let path = format!("/api/jobs/{}", job["id"]);
        for _ in 0..1500 {
            tokio::time::sleep(Duration::from_millis(20)).await;
            if server.get(&path).await.1["result"] != Value::Null {
                return path;
            }
        }
        panic!("{player} does not end");
    }

    #[tokio::test]
    async fn what_was_learnt_is_told_along_its_greedy_episode() {
        let server = server();
        for (player, kind) in
            [("q-path", "boxes"), ("q-box", "states"), ("q-state", "states"), ("q-cell", "cells")]
        {
            let path = learnt(&server, player).await;
            let (status, answer) = server.get(&format!("{path}/policy")).await;
            let policy = &answer["policy"];
            assert_eq!(
                (status, &policy["kind"], &policy["ending"]),
                (200, &json!(kind), &json!("solved")),
                "{answer}"
            );
            let of = policy["of"].as_u64().unwrap();
            assert!(of > 0 && policy["worths"].as_array().unwrap().len() as u64 == of);
            let cells = policy["cells"].as_array().unwrap();
            assert!(!cells.is_empty());
            for cell in cells {
                let all = cell["q"].as_array().unwrap();
                let best = all.iter().map(|one| one["value"].as_f64().unwrap()).fold(f64::MIN, f64::max);
                assert!(
                    best <= cell["value"].as_f64().unwrap() + 1e-6 && (1..=4).contains(&all.len()),
                    "{cell}"
                );
                assert!(all.iter().any(|one| one["direction"] == cell["direction"]), "{cell}");
            }
            let greedy =
                policy["choices"].as_array().unwrap().iter().filter(|one| one["greedy"] == true).count();
            assert_eq!(greedy, 1, "{player}");
            let last = server.get(&format!("{path}/policy?at=99999")).await.1["policy"].clone();
            let facts = server.get("/api/levels/tutorial/1").await.1;
            assert_eq!(
                (&last["at"], &last["position"]["boxes"]),
                (&json!(of), &facts["prepared"]["goals"]),
                "{player}"
            );
        }
    }

    /// Starts a learner on a level of the tutorial.
    async fn start(server: &TestServer, number: u64, more: Value) -> (u16, Value) {
        let mut order =
            json!({ "level": { "collection": "tutorial", "number": number }, "player": "q-state" });
        order.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        server.json("POST", "/api/jobs", &order).await
    }

    async fn until(server: &TestServer, path: &str, holds: impl Fn(&Value) -> bool) -> Value {
        for _ in 0..1500 {
            let (status, answer) = server.get(path).await;
            assert_eq!(status, 200, "{answer}");
            if holds(&answer) {
                return answer;
            }
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
        panic!("{path} does not come to that");
    }

    #[tokio::test]
    async fn a_learner_goes_on_step_by_step_and_comes_to_the_same_end() {
        let server = server();
        let (status, job) = start(&server, 5, json!({ "pace": { "mode": "step" }, "time_s": 2 })).await;
        assert_eq!(status, 202, "{job}");
        let (path, pace) = (format!("/api/jobs/{}", job["id"]), format!("/api/jobs/{}/pace", job["id"]));
        let standing = until(&server, &pace, |pace| pace["holds"] == true).await;
        assert_eq!((&standing["mode"], &standing["scene"]["episode"]), (&json!("step"), &json!(1)));
        assert_eq!((&standing["scene"]["steps"], &standing["scene"]["lesson"]), (&json!(0), &Value::Null));
        for steps in 1..=3 {
            server.json("POST", &pace, &json!({ "mode": "step", "steps": 1 })).await;
            let after = |pace: &Value| pace["scene"]["steps"] == steps && pace["holds"] == true;
            let lesson = until(&server, &pace, after).await["scene"]["lesson"].clone();
            let number = |name: &str| lesson[name].as_f64().unwrap();
            assert!((number("target") - number("before") - number("error")).abs() < 1e-5, "{lesson}");
            let target = number("reward") + number("shaping") + number("gamma") * number("next");
            assert!((target - number("target")).abs() < 1e-5, "{lesson}");
        }
        // It plays on to the end of the episode, and waits there.
        server.json("POST", &pace, &json!({ "mode": "step", "to_end": true, "steps_per_second": 100 })).await;
        let ended =
            until(&server, &pace, |pace| !pace["scene"]["end"].is_null() && pace["holds"] == true).await;
        assert_eq!(ended["to_end"], false, "{ended}");
        assert_eq!(server.get(&path).await.1["status"], "solving");
        server.json("POST", &pace, &json!({ "mode": "full" })).await;
        let slow = until(&server, &path, |job| !job["result"].is_null()).await;
        let (_, job) = start(&server, 5, json!({ "time_s": 3 })).await;
        let fast = until(&server, &format!("/api/jobs/{}", job["id"]), |job| !job["result"].is_null()).await;
        for field in ["status", "expanded", "generated", "iterations", "closed", "curves"] {
            assert_eq!(slow[field], fast[field], "{field}");
        }
        assert_eq!(slow["result"], fast["result"]);
        let clock = fast["clock"].as_array().unwrap();
        assert_eq!(
            clock.last().unwrap()[1],
            fast["curves"]["steps"]
                .as_array()
                .unwrap()
                .iter()
                .map(|point| { point[1].as_f64().unwrap() })
                .sum::<f64>() as u64,
            "all episodes were told one by one: {clock:?}"
        );
        let (status, answer) = server.json("POST", &pace, &json!({ "mode": "step" })).await;
        assert_eq!(status, 409, "it is over: {answer}");
    }

    #[tokio::test]
    async fn a_held_learner_stops_and_a_wrong_pace_is_refused() {
        let server = server();
        let (_, job) = start(&server, 5, json!({ "pace": { "mode": "step" } })).await;
        let (path, pace) = (format!("/api/jobs/{}", job["id"]), format!("/api/jobs/{}/pace", job["id"]));
        until(&server, &pace, |pace| pace["holds"] == true).await;
        for wrong in [
            json!({ "mode": "slow", "steps_per_second": 0 }),
            json!({ "mode": "slow", "steps_per_second": 1e9 }),
            json!({ "mode": "step", "steps": 1_000_000 }),
            json!({ "mode": "backwards" }),
        ] {
            let (status, answer) = server.json("POST", &pace, &wrong).await;
            assert!((400..=422).contains(&status), "{wrong}: {answer}");
        }
        server.json("POST", &format!("{path}/stop"), &json!({})).await;
        until(&server, &path, |job| job["status"] == "stopped").await;
        // A search has no steps of learning.
        let search = json!({ "player": "q-search", "pace": { "mode": "step" } });
        let (status, answer) = start(&server, 5, search).await;
        assert_eq!(status, 409, "{answer}");
        assert!(answer["error"]["help"].as_str().unwrap().contains("q-state"), "{answer}");
    }

    /// Sends a file in.
    async fn send_in(server: &TestServer, bytes: Vec<u8>) -> (u16, Value) {
        let (status, answer) = server.bytes("POST", "/api/tables", "application/octet-stream", bytes).await;
        (status.as_u16(), serde_json::from_slice(&answer).unwrap())
    }

    #[tokio::test]
    async fn a_run_goes_on_from_a_table_that_was_sent_in_and_says_so() {
        let server = server();
        let path = learnt(&server, "q-state").await;
        let before = server.get(&path).await.1;
        let (_, bytes) = server.bytes("GET", &format!("{path}/table"), "x/y", Vec::new()).await;
        let (status, info) = send_in(&server, bytes).await;
        assert_eq!((status, &info["player"], &info["level"]["number"]), (200, &json!("q-state"), &json!(1)));
        assert_eq!(info["episodes"], before["iterations"], "{info}");
        let table = &info["table"];
        let more =
            json!({ "table": table, "keep_table": true, "settings": { "stop": "never", "episodes": 5 } });
        let (status, job) = start(&server, 1, more).await;
        assert_eq!((status, &job["table"]), (202, table), "{job}");
        let job = until(&server, &format!("/api/jobs/{}", job["id"]), |job| !job["result"].is_null()).await;
        let first = job["curves"]["return"][0][0].as_u64().unwrap();
        assert_eq!(first, info["episodes"].as_u64().unwrap() + 1, "episodes count on: {job}");
        let (_, protocol) = server.get(&format!("/api/jobs/{}/protocol", job["id"])).await;
        let (protocol, table) = (protocol.as_str().unwrap(), table.as_str().unwrap());
        assert!(protocol.contains("[table]") && protocol.contains(table), "{protocol}");
        assert!(protocol.contains("sokolab learn") && protocol.contains("--table"), "{protocol}");
        let (_, facts) = server.get(&format!("/api/runs/{}", job["run"].as_str().unwrap())).await;
        assert_eq!(facts["protocol"]["began_with_table"], table);
        assert_eq!(facts["protocol"]["parameters"]["began_with_table"], Value::Null);
        // The run that began with nothing is another one.
        let (_, facts) = server.get(&format!("/api/runs/{}", before["run"].as_str().unwrap())).await;
        assert_eq!(facts["protocol"]["began_with_table"], Value::Null);
    }

    #[tokio::test]
    async fn a_table_that_does_not_fit_is_refused_with_the_reason() {
        let server = server();
        let path = learnt(&server, "q-state").await;
        let (_, bytes) = server.bytes("GET", &format!("{path}/table"), "x/y", Vec::new()).await;
        let (_, info) = send_in(&server, bytes.clone()).await;
        let table = info["table"].clone();
        for (number, more, message) in [
            (5, json!({ "table": table }), "another level"),
            (1, json!({ "table": table, "player": "q-box" }), "was learnt by q-state"),
            (1, json!({ "table": table, "settings": { "gamma": 0.5 } }), "gamma"),
            (1, json!({ "table": table, "player": "bfs" }), "does not learn"),
        ] {
            let (status, answer) = start(&server, number, more).await;
            let error = answer["error"].to_string();
            assert!(status == 409 && error.contains(message) && error.contains("help"), "{status} {answer}");
        }
        assert_eq!(start(&server, 1, json!({ "table": "0".repeat(64) })).await.0, 404);
        let mut damaged = bytes.clone();
        let middle = damaged.len() / 2;
        damaged[middle] ^= 1;
        for (bytes, message) in [
            (b"no table".to_vec(), "no table"),
            (bytes[..bytes.len() - 5].to_vec(), "cut off"),
            (damaged, "check sum"),
            (Vec::new(), "no table"),
        ] {
            let (status, answer) = send_in(&server, bytes).await;
            assert!(status == 400 && answer.to_string().contains(message), "{status} {answer}");
        }
        // A value that is no number, in a file whose seal is right, is found all the same.
        let mut memory = soko_learn::Memory::from_bytes(&bytes).unwrap();
        memory.rows.q[0] = f32::INFINITY;
        assert!(memory.to_bytes().is_err());
    }

    #[tokio::test]
    async fn so_many_tables_are_held_and_none_that_a_run_waits_for_is_dropped() {
        let server = server();
        let path = learnt(&server, "q-state").await;
        let (_, bytes) = server.bytes("GET", &format!("{path}/table"), "x/y", Vec::new()).await;
        let mut memory = soko_learn::Memory::from_bytes(&bytes).unwrap();
        let tables = server.app.tables();
        let mut another = || {
            memory.about.episodes += 1;
            tables.take(&memory.to_bytes().unwrap())
        };
        let waited_for: Vec<_> =
            (0..crate::limits::TABLES_SENT_IN).map(|_| another().ok().unwrap()).collect();
        assert!(another().is_err(), "a run waits for each of them");
        let first = waited_for[0].hash.clone();
        drop(waited_for);
        assert!(another().is_ok());
        assert!(tables.find(&first).is_err(), "the oldest has made room");
    }

    #[tokio::test]
    async fn values_that_a_file_makes_up_prove_nothing() {
        let server = server();
        let path = learnt(&server, "q-state").await;
        let honest = server.get(&path).await.1["result"].clone();
        assert_eq!(honest["optimal"], "moves", "{honest}");
        let (_, bytes) = server.bytes("GET", &format!("{path}/table"), "x/y", Vec::new()).await;
        let mut memory = soko_learn::Memory::from_bytes(&bytes).unwrap();
        // All is said to cost far more than it does, and a detour to be the best solution known.
        memory.rows.q.iter_mut().for_each(|value| *value -= 1000.0);
        let known = memory.about.solution.clone().unwrap();
        let detour = |(there, back): (&str, &str)| format!("{there}{back}{known}");
        let level = memory.check().unwrap();
        let longer = [("l", "r"), ("r", "l"), ("u", "d"), ("d", "u")].into_iter().map(detour).find(|moves| {
            soko_core::lurd::parse(moves).is_ok_and(|moves| soko_core::replay(&level, &moves).is_ok())
        });
        memory.about.solution = longer;
        assert!(memory.about.solution.is_some(), "there is room to walk");
        let (status, info) = send_in(&server, memory.to_bytes().unwrap()).await;
        assert_eq!(status, 200, "{info}");
        let (_, job) = start(&server, 1, json!({ "table": info["table"] })).await;
        let job = until(&server, &format!("/api/jobs/{}", job["id"]), |job| !job["result"].is_null()).await;
        assert_eq!((&job["result"]["moves"], &job["result"]["optimal"]), (&honest["moves"], &json!("moves")));
        assert!(job["notes"].to_string().contains("have been lifted"), "{}", job["notes"]);
    }

    #[tokio::test]
    async fn a_table_can_be_saved_and_others_have_none() {
        let server = server();
        let path = learnt(&server, "q-box").await;
        let (status, bytes) = server.bytes("GET", &format!("{path}/table"), "x/y", Vec::new()).await;
        assert!(status.is_success());
        assert_eq!(soko_learn::Memory::from_bytes(&bytes).unwrap().about.player, "q-box");
        let search = learnt(&server, "bfs").await;
        assert_eq!(server.get(&format!("{search}/policy")).await, (200, json!({ "policy": null })));
        assert_eq!(server.get(&format!("{search}/table")).await.0, 409);
        assert_eq!(server.get("/api/jobs/999/policy").await.0, 404);
    }
}
