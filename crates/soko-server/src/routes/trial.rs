//! Boards that are being drawn: play them, and find out whether they can be solved, before anything is saved.
//!
//! Nothing is kept between two requests. A page brings the moves of its trial along and gets the position after them; a
//! search ends with its time or when its page no longer waits for it.

use std::{thread, time::Duration};

use axum::{Json, extract::State};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use soko_analysis::deadlock::{Explainer, RuleId};
use soko_core::{Level, check, identity};
use soko_lab::cores;
use soko_players::{DEFAULT, PLAYERS};
use soko_solver::{Budget, Report, Silent, Status, run};
use tokio::sync::oneshot;

use crate::{
    app::App,
    drawing,
    endpoint::Endpoint,
    games::{Act, Game, GameLevel, GameState},
    http::{Given, WhileWaited},
    jobs::STACK,
    limits,
    problem::Problem,
};

/// Memory of a search.
const MEMORY: u64 = 512 << 20;

pub(super) fn endpoints() -> Vec<Endpoint> {
    vec![
        Endpoint::post("/api/board/play", "edit", "Play a drawing; nothing of it is kept", play)
            .takes::<Trial>()
            .answers::<GameState>(),
        Endpoint::post("/api/board/solve", "edit", "Can a drawing be solved, and in how many pushes?", solve)
            .takes::<Question>()
            .answers::<Answer>(),
    ]
}

/// A drawing that is tried out.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Trial {
    /// The drawing: rows of `# @ + $ * . -`.
    #[schemars(length(max = 40_000))]
    board: String,
    /// The line of the trial in LURD.
    #[serde(default)]
    #[schemars(length(max = 100_000))]
    moves: String,
    /// How many of those steps were made; all if not told.
    done: Option<usize>,
    /// What is done next.
    act: Option<Act>,
}

/// The level that is drawn.
fn level_of(text: &str) -> Result<Level, Problem> {
    let checked = check(&drawing::parse(text)?);
    let first = checked.problems.first().map_or_else(String::new, |problem| problem.kind.to_string());
    checked
        .level
        .ok_or_else(|| Problem::conflict(format!("this cannot be played: {first}")).help("draw on first"))
}

async fn play(State(app): State<App>, Given(trial): Given<Trial>) -> Result<Json<GameState>, Problem> {
    if trial.moves.len() > limits::REPLAY {
        return Err(Problem::bad("the trial is too long").help(format!("at most {} moves", limits::REPLAY)));
    }
    app.heavy(move |_| played(&trial)).await.map(Json)
}

fn played(trial: &Trial) -> Result<GameState, Problem> {
    let level = level_of(&trial.board)?;
    let name = GameLevel { collection: String::new(), number: 0, title: None, hash: identity::exact(&level) };
    let mut game = Game::new(0, name, &level);
    game.act(&Act::Play { moves: trial.moves.clone() })?;
    if let Some(done) = trial.done {
        game.act(&Act::Jump { ply: done })?;
    }
    if let Some(act) = &trial.act {
        game.act(act)?;
    }
    Ok(GameState::of(&game))
}

/// What is asked about a drawing.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Question {
    /// The drawing: rows of `# @ + $ * . -`.
    #[schemars(length(max = 40_000))]
    board: String,
    /// How long to look for a solution.
    #[schemars(range(min = 1, max = 60))]
    seconds: u64,
}

/// What is known of a drawing.
#[derive(Serialize, JsonSchema)]
struct Answer {
    /// `optimal` (solvable, and fewer pushes are impossible), `solvable`, `unsolvable` (proven) or `unknown`.
    kind: &'static str,
    /// It in words, with the reason.
    text: String,
    /// Pushes of the solution.
    #[serde(skip_serializing_if = "Option::is_none")]
    pushes: Option<u32>,
    /// Its moves.
    #[serde(skip_serializing_if = "Option::is_none")]
    moves: Option<u32>,
    /// The solution in LURD.
    #[serde(skip_serializing_if = "Option::is_none")]
    solution: Option<String>,
    /// The boxes that prove that there is none.
    boxes: Vec<(usize, usize)>,
    /// Seconds it took.
    seconds: f64,
    /// Positions that were expanded.
    expanded: u64,
}

async fn solve(State(app): State<App>, Given(question): Given<Question>) -> Result<Json<Answer>, Problem> {
    if !(1..=60).contains(&question.seconds) {
        return Err(Problem::bad("'seconds' must be from 1 to 60"));
    }
    let level = level_of(&question.board)?;
    let seat = app.trial_seat()?;
    let waited = WhileWaited::default();
    let budget = Budget {
        time: Some(Duration::from_secs(question.seconds)),
        memory: Some(MEMORY),
        nodes: None,
        control: waited.control(),
    };
    let (tell, told) = oneshot::channel();
    let search = move || {
        let answer = answered(&level, budget, question.seconds);
        drop(seat);
        // Nobody may be waiting any more.
        let _ = tell.send(answer);
    };
    thread::Builder::new()
        .name("trial".to_owned())
        .stack_size(STACK)
        .spawn(search)
        .map_err(|error| Problem::internal(format!("no thread could be had: {error}")))?;
    let answer = told.await.map_err(|_| Problem::internal("the search failed: this is a bug of Sokolab"));
    drop(waited);
    answer.map(Json)
}

fn answered(level: &Level, budget: Budget, seconds: u64) -> Answer {
    let none = Answer {
        kind: "unknown",
        text: String::new(),
        pushes: None,
        moves: None,
        solution: None,
        boxes: Vec::new(),
        seconds: 0.0,
        expanded: 0,
    };
    if let Some(why) = Explainer::new(RuleId::ALL, level).first(level.start()) {
        let boxes = why.boxes.iter().map(|square| level.coordinates(square)).collect();
        let text = format!("There is no solution: {}", why.sentence);
        return Answer { kind: "unsolvable", text, boxes, ..none };
    }
    let player = PLAYERS.find(DEFAULT).ok().and_then(|found| found.build(None, &[]).ok());
    let Some(mut player) = player else { return none };
    let Report { status, solution, optimal, statistics, elapsed, .. } =
        run(&mut *player, level, budget, 1, cores(), &mut Silent);
    let expanded = statistics.expanded;
    let (kind, text) = match (&solution, optimal) {
        (Some(solution), Some(_)) => {
            let pushes = solution.metrics().pushes;
            ("optimal", format!("Solvable in {}; fewer are impossible.", in_pushes(pushes)))
        }
        (Some(solution), None) => {
            ("solvable", format!("Solvable in {}, perhaps in fewer.", in_pushes(solution.metrics().pushes)))
        }
        (None, _) if status == Status::Unsolvable => {
            ("unsolvable", "There is no solution: a search of all that can follow found none.".to_owned())
        }
        (None, _) => {
            let limit = match status {
                Status::MemoryLimit => format!("within {} MiB", MEMORY >> 20),
                _ => format!("within {seconds} s"),
            };
            ("unknown", format!("Not known: no solution was found {limit}, and no proof that there is none."))
        }
    };
    Answer {
        kind,
        text,
        pushes: solution.as_ref().map(|solution| solution.metrics().pushes),
        moves: solution.as_ref().map(|solution| solution.metrics().moves),
        solution: solution.map(|solution| solution.lurd()),
        seconds: elapsed.as_secs_f64(),
        expanded,
        ..none
    }
}

fn in_pushes(pushes: u32) -> String {
    if pushes == 1 { "1 push".to_owned() } else { format!("{pushes} pushes") }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use crate::{limits, testing::server};

    const BOARD: &str = "#######\n#@ $ .#\n#     #\n#######";

    #[tokio::test]
    async fn a_drawing_is_played_and_nothing_is_kept() {
        let server = server();
        let step = json!({ "board": BOARD, "moves": "r", "act": { "do": "step", "direction": "r" } });
        let (status, state) = server.json("POST", "/api/board/play", &step).await;
        assert_eq!((status, &state["player"], &state["boxes"]), (200, &json!([3, 1]), &json!([[4, 1]])));
        let undo =
            json!({ "board": BOARD, "moves": "rRR", "done": 2, "act": { "do": "undo", "grain": "push" } });
        let (_, state) = server.json("POST", "/api/board/play", &undo).await;
        assert_eq!(
            (&state["ply"], &state["length"], &state["moves"]["lurd"]),
            (&json!(1), &json!(3), &json!("rRR"))
        );
        let (_, state) =
            server.json("POST", "/api/board/play", &json!({ "board": BOARD, "moves": "rRR" })).await;
        assert_eq!((&state["solved"], &state["metrics"][1]), (&json!(true), &json!(2)));
        assert_eq!(server.json("POST", "/api/board/play", &json!({ "board": "####\n#--#" })).await.0, 409);
        assert_eq!(server.get("/api/games/0").await.0, 404);
        let (_, list) = server.get("/api/collections/tutorial").await;
        assert_eq!(list["mine"], 0);
    }

    #[tokio::test]
    async fn a_drawing_is_solved_or_it_is_said_why_not() {
        let server = server();
        let ask = |board: &str| json!({ "board": board, "seconds": 20 });
        let (status, answer) = server.json("POST", "/api/board/solve", &ask(BOARD)).await;
        assert_eq!((status, &answer["kind"], &answer["pushes"]), (200, &json!("optimal"), &json!(2)));
        assert_eq!(answer["text"], "Solvable in 2 pushes; fewer are impossible.");
        let corner = "#######\n#$@  .#\n#     #\n#######";
        let (_, answer) = server.json("POST", "/api/board/solve", &ask(corner)).await;
        assert_eq!((&answer["kind"], &answer["boxes"]), (&json!("unsolvable"), &json!([[1, 1]])));
        assert!(answer["text"].as_str().unwrap().len() > 30, "{answer}");
        let (status, _) =
            server.json("POST", "/api/board/solve", &json!({ "board": BOARD, "seconds": 61 })).await;
        assert_eq!(status, 400);
        assert_eq!(server.json("POST", "/api/board/solve", &ask("####\n#--#")).await.0, 409);
    }

    #[tokio::test]
    async fn only_some_search_at_once_and_one_that_is_not_waited_for_ends() {
        let server = server();
        let seats: Vec<_> = (0..limits::TRIALS_AT_ONCE).map(|_| server.app.trial_seat().unwrap()).collect();
        let ask = json!({ "board": BOARD, "seconds": 20 });
        assert_eq!(server.json("POST", "/api/board/solve", &ask).await.0, 429);
        drop(seats);
        // A hall of 174 boxes keeps any player busy for longer than this test lasts.
        let floor = "-".repeat(59);
        let rows = |cells: &str| format!("#{}-#\n#{floor}#\n", cells.repeat(29)).repeat(6);
        let wall = "#".repeat(61);
        let board = format!("{wall}\n#@{}#\n{}{}{wall}", "-".repeat(58), rows("$-"), rows(".-"));
        let ask = json!({ "board": board, "seconds": 60 });
        let waiting = server.json("POST", "/api/board/solve", &ask);
        assert!(tokio::time::timeout(std::time::Duration::from_millis(300), waiting).await.is_err());
        for _ in 0..600 {
            if (0..limits::TRIALS_AT_ONCE)
                .map(|_| server.app.trial_seat())
                .collect::<Result<Vec<_>, _>>()
                .is_ok()
            {
                return;
            }
            tokio::time::sleep(std::time::Duration::from_millis(50)).await;
        }
        panic!("a search that is not waited for goes on");
    }
}
