//! What a learner has learnt, and its table as a file.
//!
//! A table belongs to a job. While the job plays, every question asks it for a fresh one and is answered from the newest there is, so a
//! page that asks once a second sees the policy grow.

use axum::{Json, extract::State, response::Response};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{
    app::App,
    endpoint::Endpoint,
    http::{Asked, At, file},
    policy::PolicyInfo,
    problem::Problem,
};

pub(super) fn endpoints() -> Vec<Endpoint> {
    vec![
        Endpoint::get("/api/jobs/{number}/policy", "learn", "What a learner would do, and why", policy)
            .asks::<Look>()
            .answers::<PolicyAnswer>(),
        Endpoint::get("/api/jobs/{number}/table", "learn", "A learner's table as a file", table)
            .gives("application/octet-stream"),
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
            assert!(!policy["cells"].as_array().unwrap().is_empty());
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
