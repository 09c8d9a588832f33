//! Experiments from the outside: defined, run, reported and forgotten.

use std::time::Duration;

use serde_json::{Value, json};
use soko_lab::WorkerCommand;

use crate::testing::{TestServer, server};

fn form(check: bool) -> Value {
    json!({ "check": check, "form": {
        "name": "mine", "levels": ["tutorial#1-2"], "seeds": 2, "time_s": 1.5,
        "players": [{ "player": "bfs" }, { "player": "astar", "set": { "metric": "moves" } }],
    }})
}

#[tokio::test]
async fn ours_are_listed_and_say_what_stands_in() {
    let (status, all) = server().get("/api/experiments").await;
    assert_eq!(status, 200);
    let find = |name: &str| all.as_array().unwrap().iter().find(|one| one["name"] == name).unwrap();
    for one in all.as_array().unwrap() {
        assert_eq!(one["why_not"], "this server cannot start workers", "{one}");
        assert!(one["planned"].as_u64().unwrap() > 10, "{one}");
    }
    assert_eq!(find("players")["supply"], Value::Null);
    let brno = find("brno-1");
    assert_eq!(brno["levels"], json!(["MiniCosmos 26-40 (Aymeric du Peloux)"]));
    let supply = &brno["supply"];
    let sentence = "Stand-in: builtin:first-steps; MiniCosmos (Aymeric du Peloux) was not found.";
    assert_eq!(
        (&supply["sentence"], &supply["stand_in"]),
        (&json!(sentence), &json!(["builtin:first-steps"]))
    );
    let share = json!({ "id": "minicosmos", "title": "MiniCosmos", "author": "Aymeric du Peloux", "wanted": 15, "found": 0 });
    assert_eq!(supply["collections"], json!([share]));
    assert!(supply["remedy"].as_str().unwrap().contains("library"));
}

/// Every experiment that comes with the program begins on a machine with nothing but the program.
#[cfg(unix)]
#[tokio::test]
async fn every_experiment_of_ours_starts_with_an_empty_library() {
    let worker = WorkerCommand { program: "false".into(), arguments: Vec::new() };
    let server = TestServer::with(tempfile::tempdir().unwrap(), Some(worker));
    for experiment in soko_lab::EXPERIMENTS {
        let path = format!("/api/experiments/{}", experiment.id);
        let (status, progress) = server.json("POST", &format!("{path}/run"), &Value::Null).await;
        assert_eq!(status, 202, "{}: {progress}", experiment.id);
        server.json("POST", &format!("{path}/stop"), &Value::Null).await;
        wait_until_idle(&server, &path).await;
    }
    let (_, one) = server.get("/api/experiments/brno-1").await;
    let text = one["sections"].to_string();
    assert!(text.contains("(stand-in: builtin:first-steps)"), "{text}");
    assert!(text.contains("The printed numbers are left out"), "{text}");
}

/// The experiment when it has ended.
async fn wait_until_idle(server: &TestServer, path: &str) -> Value {
    for _ in 0..400 {
        tokio::time::sleep(Duration::from_millis(25)).await;
        let one = server.get(path).await.1;
        if one["state"] == "idle" {
            return one;
        }
    }
    panic!("{path} does not end")
}

#[tokio::test]
async fn a_form_is_checked_kept_shown_and_forgotten() {
    let server = server();
    let (status, answer) = server.json("POST", "/api/experiments", &form(true)).await;
    assert_eq!((status, &answer["planned"]), (200, &json!(8)), "{answer}");
    assert_eq!(server.get("/api/experiments/mine").await.0, 404, "a check keeps nothing");
    assert_eq!(server.json("POST", "/api/experiments", &form(false)).await.0, 200);
    let (status, one) = server.get("/api/experiments/mine").await;
    assert_eq!((status, &one["origin"], &one["toml"]), (200, &json!("page"), &answer["toml"]));
    assert_eq!(one["contenders"], json!(["bfs", "astar"]));
    let server = server.restarted();
    assert_eq!(server.json("DELETE", "/api/experiments/mine", &Value::Null).await.0, 204);
    assert_eq!(server.json("DELETE", "/api/experiments/mine", &Value::Null).await.0, 404);
    assert_eq!(server.json("DELETE", "/api/experiments/players", &Value::Null).await.0, 409);
}

#[tokio::test]
async fn mistakes_in_a_file_are_told_with_their_place() {
    let server = server();
    let refused = async |toml: &str| {
        let (status, answer) = server.json("POST", "/api/experiments", &json!({ "toml": toml })).await;
        assert_eq!(status, 400, "{answer}");
        answer["error"]["message"].as_str().unwrap().to_owned()
    };
    assert!(refused("name = \"x\"\nlevels = 3\n").await.starts_with("line 2, column 10: invalid type"));
    assert!(
        refused("name = \"x\"\nlevels = [\"tutorial#9999\"]\n[[players]]\nplayer=\"bfs\"")
            .await
            .contains("9999")
    );
    assert_eq!(server.json("POST", "/api/experiments", &json!({})).await.0, 400);
    let check = json!({ "toml": "name = 3", "check": true });
    let (status, answer) = server.json("POST", "/api/experiments", &check).await;
    assert_eq!((status, answer["planned"].as_u64()), (200, Some(0)), "a check finds out, whatever it is");
    assert!(answer["problem"]["message"].as_str().unwrap().starts_with("line 1, column 8"));
    let file = "name = \"x\"\nlevels = [\"/etc/hostname\"]\n[[players]]\nplayer=\"bfs\"";
    assert_eq!(server.json("POST", "/api/experiments", &json!({ "toml": file })).await.0, 404, "no files");
}

#[tokio::test]
async fn without_workers_nothing_runs() {
    let server = server();
    assert_eq!(server.json("POST", "/api/experiments/players/run", &Value::Null).await.0, 409);
    assert_eq!(server.json("POST", "/api/experiments/nothing/run", &Value::Null).await.0, 404);
    assert_eq!(server.json("POST", "/api/experiments/players/stop", &Value::Null).await.0, 409);
}

#[cfg(unix)]
#[tokio::test]
async fn a_run_is_recorded_reported_and_listed_even_if_every_worker_crashes() {
    let worker = WorkerCommand { program: "false".into(), arguments: Vec::new() };
    let server = TestServer::with(tempfile::tempdir().unwrap(), Some(worker));
    assert_eq!(server.json("POST", "/api/experiments", &form(false)).await.0, 200);
    let (status, progress) = server.json("POST", "/api/experiments/mine/run", &Value::Null).await;
    assert_eq!((status, &progress["planned"]), (202, &json!(8)), "{progress}");
    let one = wait_until_idle(&server, "/api/experiments/mine").await;
    assert_eq!((&one["state"], &one["recorded"], &one["done"]), (&json!("idle"), &json!(true), &json!(0)));
    let tables = one["sections"].as_array().unwrap().iter().filter(|section| section["kind"] == "table");
    assert!(tables.count() > 2);
    let (_, runs) = server.get("/api/runs?experiment=mine&contender=1&level=0").await;
    assert_eq!((&runs["total"], &runs["contender"]), (&json!(2), &json!("astar")));
    let id = runs["rows"][0]["run"].as_str().unwrap();
    let (status, run) = server.get(&format!("/api/runs/{id}")).await;
    assert_eq!((status, &run["protocol"]["status"]), (200, &json!("crashed")));
    assert_eq!(run["at"], json!({ "collection": "tutorial", "number": 1 }));
    assert!(server.get(&format!("/api/runs/{id}/protocol")).await.1.as_str().unwrap().contains("[player]"));
    for (path, part) in
        [("markdown", "# mine"), ("csv", "crashed"), ("html", "<html"), ("csv&table=overview", "bfs")]
    {
        let (status, text) = server.get(&format!("/api/experiments/mine/report?format={path}")).await;
        assert!(status == 200 && text.as_str().is_some_and(|text| text.contains(part)), "{path}: {text}");
    }
    assert_eq!(server.get("/api/experiments/mine/report?format=csv&table=no").await.0, 404);
}

#[tokio::test]
async fn what_is_not_there_is_missing() {
    let server = server();
    for path in [
        "/api/experiments/nothing",
        "/api/runs?experiment=no",
        "/api/runs/abcdef",
        "/api/runs/zz",
        "/api/experiments/players/report?format=csv",
    ] {
        assert_eq!(server.get(path).await.0, 404, "{path}");
    }
    assert_eq!(server.get("/api/runs").await.0, 200, "the runs of no experiment");
    for path in ["/api/runs?limit=0", "/api/runs?experiment=no&limit=0"] {
        assert_eq!(server.get(path).await.0, 400, "{path}");
    }
}
