//! What a learner has learnt: the values of its table on the board, and the episode that follows them greedily.
//!
//! A table belongs to a job. While the job plays, every question asks it for a fresh one and is answered from the newest there is, so a
//! page that asks once a second sees the policy grow. Cells of a table are numbered on the canonical board; here they are told
//! by column and row of the board as it is drawn.

use std::collections::BTreeSet;

use axum::{Json, extract::State, response::Response};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use soko_core::{Level, Square, lurd};
use soko_solver::{
    Memory,
    memory::{Actions, Book, Chart, Choice, Ending, Kind, Moment, Policy},
};

use crate::{
    answer::{Asked, At, Problem, file},
    app::App,
    endpoint::Endpoint,
    jobs::Placed,
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

/// A table, seen from one position of its greedy episode.
#[derive(Serialize, JsonSchema)]
struct PolicyInfo {
    /// Episodes played when the table was made.
    episodes: u64,
    /// Values updated by then.
    updates: u64,
    /// What a row is: `cells`, `states` or `boxes`.
    kind: &'static str,
    /// What an action is: `moves` or `pushes`.
    actions: &'static str,
    /// Rows of the table.
    rows: usize,
    /// Actions played before this position.
    at: usize,
    /// Actions of the whole greedy episode.
    of: usize,
    /// How the greedy episode ends: `solved`, `unseen`, `circle` or `stuck`.
    ending: &'static str,
    /// Its moves in LURD.
    moves: String,
    /// What the greedy action is held to be worth, at each action of the episode; at most 1000 of them.
    worths: Vec<f32>,
    /// The position.
    position: Placed,
    /// Has the table a row for it?
    seen: bool,
    /// What can be done here.
    choices: Vec<ChoiceInfo>,
    /// Values by cell: of the player's cell, or of the cell of one box.
    cells: Vec<CellInfo>,
    /// Boxes that have values of their own.
    boxes: usize,
    /// The box whose values `cells` has.
    #[serde(rename = "box")]
    number: Option<u32>,
}

/// One action.
#[derive(Serialize, JsonSchema)]
struct ChoiceInfo {
    /// Column and row of the player, or of the box that is pushed.
    at: (usize, usize),
    /// `u`, `r`, `d` or `l`.
    direction: char,
    /// What it is held to be worth.
    value: f32,
    /// How often it was tried.
    visits: u32,
    /// Is it what the policy does?
    greedy: bool,
    /// Does the best solution found do it here?
    in_solution: bool,
}

/// What is known of a cell.
#[derive(Serialize, JsonSchema)]
struct CellInfo {
    /// Column and row.
    at: (usize, usize),
    /// The value of the greedy action.
    value: f32,
    /// How often anything was tried here.
    visits: u64,
    /// The greedy action's direction.
    direction: char,
}

async fn policy(
    State(app): State<App>,
    At(number): At<u64>,
    Asked(look): Asked<Look>,
) -> Result<Json<PolicyAnswer>, Problem> {
    let entry = app.jobs().find(number)?;
    app.jobs().ask_table(number);
    let Some(memory) = app.jobs().table(number) else { return Ok(Json(PolicyAnswer { policy: None })) };
    let level = entry.order.level.clone();
    let told = app.heavy(move || tell(&memory, &level, &look));
    Ok(Json(PolicyAnswer { policy: Some(told.await?) }))
}

async fn table(State(app): State<App>, At(number): At<u64>) -> Result<Response, Problem> {
    let entry = app.jobs().find(number)?;
    let memory = app.jobs().table(number).ok_or_else(|| {
        Problem::conflict(format!("job {number} has no table"))
            .help("only learners have one, once they have begun")
    })?;
    let name = format!("{}-{}-{number}.qtable", entry.order.name.collection, entry.order.name.number);
    let bytes = app.heavy(move || memory.to_bytes().map_err(Problem::conflict)).await?;
    Ok(file("application/octet-stream", &name, bytes))
}

/// A table together with the board that pages draw.
struct Reader<'a> {
    book: Book<'a>,
    level: &'a Level,
    chart: Chart,
}

/// Most values of an episode that are told.
const WORTHS: usize = 1_000;

fn tell(memory: &Memory, level: &Level, look: &Look) -> Result<PolicyInfo, Problem> {
    let book = Book::open(memory).map_err(Problem::conflict)?;
    let reader = Reader { book, level, chart: Chart::of(level) };
    let episode = reader.book.policy(&reader.book.start());
    // An action that cannot be done ends an episode, and nothing comes after it.
    let of =
        episode.actions.len() - usize::from(episode.ending == Ending::Stuck && !episode.actions.is_empty());
    let at = look.at.unwrap_or(0).min(of);
    let (moment, worths) = reader.walk(&episode, at, of.min(WORTHS));
    let choices = reader.book.choices(&moment);
    let listed = choices.as_deref().unwrap_or_default();
    let best = reader.book.greedy(listed);
    let number = (memory.about.kind == Kind::Boxes)
        .then(|| look.number.or_else(|| best.map(|best| moment.number(listed[best].action.square))))
        .flatten();
    Ok(PolicyInfo {
        episodes: memory.about.episodes,
        updates: memory.about.updates,
        kind: memory.about.kind.id(),
        actions: if memory.about.actions == Actions::Moves { "moves" } else { "pushes" },
        rows: memory.rows.len(),
        at,
        of,
        ending: match episode.ending {
            Ending::Solved => "solved",
            Ending::Unseen => "unseen",
            Ending::Circle => "circle",
            Ending::Stuck => "stuck",
        },
        moves: lurd::format(&episode.steps),
        worths,
        position: reader.placed(&moment),
        seen: choices.is_some(),
        choices: listed
            .iter()
            .enumerate()
            .map(|(i, choice)| reader.choice(choice, Some(i) == best))
            .collect(),
        cells: reader.cells(&moment, number, listed),
        boxes: if memory.about.kind == Kind::Boxes { level.boxes() } else { 0 },
        number,
    })
}

impl Reader<'_> {
    /// Where a square of the book's board is on ours.
    fn at(&self, square: Square) -> (usize, usize) {
        let ours = self.chart.square(self.book.chart().cell(square)).unwrap_or(square);
        self.level.coordinates(ours)
    }

    fn placed(&self, moment: &Moment) -> Placed {
        Placed {
            player: self.at(moment.position.player()),
            boxes: moment.position.boxes().iter().map(|square| self.at(square)).collect(),
        }
    }

    fn choice(&self, choice: &Choice, greedy: bool) -> ChoiceInfo {
        ChoiceInfo {
            at: self.at(choice.action.square),
            direction: choice.action.direction.letter(),
            value: choice.value,
            visits: choice.visits,
            greedy,
            in_solution: choice.in_solution,
        }
    }

    /// The position after so many actions, and the worth of the first actions.
    fn walk(&self, episode: &Policy, at: usize, worths: usize) -> (Moment, Vec<f32>) {
        let (mut moment, mut steps) = (self.book.start(), episode.steps.iter());
        let (mut found, mut values) = (moment.clone(), Vec::with_capacity(worths));
        for index in 0..at.max(worths) {
            if index < worths {
                let choices = self.book.choices(&moment).unwrap_or_default();
                values.push(self.book.greedy(&choices).map_or(0.0, |best| choices[best].value));
            }
            for step in steps.by_ref() {
                moment.step(self.book.level(), step.direction);
                if step.push || self.book.memory().about.actions == Actions::Moves {
                    break;
                }
            }
            if index + 1 == at {
                found = moment.clone();
            }
        }
        (found, values)
    }

    /// What the rows say that differ from this situation in one cell alone.
    fn cells(&self, moment: &Moment, number: Option<u32>, listed: &[Choice]) -> Vec<CellInfo> {
        let (book, about, rows) = (&self.book, &self.book.memory().about, &self.book.memory().rows);
        if about.kind == Kind::States && !about.exact_player {
            return self.pushed(listed);
        }
        let stage = book.stage(moment.pushes);
        let mut boxes: Vec<u32> =
            moment.position.boxes().iter().map(|square| book.chart().cell(square)).collect();
        boxes.sort_unstable();
        let place = |key: &[u32]| match about.kind {
            Kind::Cells => (key[0] == stage).then_some(key[1]),
            Kind::Boxes => (Some(key[0]) == number).then_some(key[1]),
            Kind::States => (about.exact_player && key[1..] == boxes[..]).then_some(key[0]),
        };
        let cell = |row: usize| {
            let square = self.chart.square(place(rows.key(row))?)?;
            self.cell(self.level.coordinates(square), &book.choices_of(row))
        };
        (0..rows.len()).filter_map(cell).collect()
    }

    /// What can be done with each box: where the player may stand anywhere in its region, cells of boxes are all there is.
    fn pushed(&self, listed: &[Choice]) -> Vec<CellInfo> {
        let squares: BTreeSet<_> = listed.iter().map(|choice| choice.action.square).collect();
        let cell = |square: Square| {
            let choices: Vec<_> =
                listed.iter().filter(|choice| choice.action.square == square).copied().collect();
            self.cell(self.at(square), &choices)
        };
        squares.into_iter().filter_map(cell).collect()
    }

    fn cell(&self, at: (usize, usize), choices: &[Choice]) -> Option<CellInfo> {
        let best = choices.get(self.book.greedy(choices)?)?;
        Some(CellInfo {
            at,
            value: best.value,
            visits: choices.iter().map(|choice| u64::from(choice.visits)).sum(),
            direction: best.action.direction.letter(),
        })
    }
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
        assert_eq!(soko_solver::Memory::from_bytes(&bytes).unwrap().about.player, "q-box");
        let search = learnt(&server, "bfs").await;
        assert_eq!(server.get(&format!("{search}/policy")).await, (200, json!({ "policy": null })));
        assert_eq!(server.get(&format!("{search}/table")).await.0, 409);
        assert_eq!(server.get("/api/jobs/999/policy").await.0, 404);
    }
}
