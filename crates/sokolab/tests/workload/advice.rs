//! How soon hints come and analyses say something, level by level.
//!
//! The short form asks for a few built-in levels. `SOKO_LEVELS=FILE` names a collection to measure; each level is played by its hints for
//! `SOKO_PUSHES` pushes (4), and after each the analysis is waited for, four seconds at most:
//!
//! ```text
//! SOKO_LEVELS=XSokoban_90.xsb SOKO_PUSHES=0 taskset -c 0 cargo test --release -p sokolab --test workload -- --nocapture hints
//! ```

use std::{
    env,
    path::{Path, PathBuf},
    time::{Duration, Instant},
};

use serde_json::{Value, json};
use tokio::time::timeout;

use crate::{
    Error, Server,
    http::{Connection, Events},
    setting,
};

/// How long an analysis is waited for.
const PATIENCE: Duration = Duration::from_secs(4);
/// What is counted, in seconds.
const MARKS: [f64; 5] = [0.05, 0.2, 0.5, 1.0, 2.0];

/// Seconds until something was known; none if it was not in time.
type Times = Vec<Option<f64>>;

pub(crate) async fn advice() -> Result<(), Error> {
    let file = env::var_os("SOKO_LEVELS").map(PathBuf::from).map(std::fs::canonicalize).transpose()?;
    let pushes = setting("SOKO_PUSHES", if file.is_some() { 4 } else { 1 });
    let folder = tempfile::tempdir()?;
    let server = Server::start_with(folder.path(), 1, file.as_deref())?;
    let mut connection = Connection::open(&server.address).await?;
    let (_, shelf) = connection.get("/api/collections").await?;
    let (collection, levels) = match &file {
        Some(file) => find(&shelf, file)?,
        None => ("tutorial".to_owned(), 4),
    };
    let mut events = Connection::open(&server.address).await?.stream("/api/events").await?;
    let stream = events.next().await?.ok_or("the stream ended")?["stream"].clone();
    let (mut hints, mut verdicts, mut exact) = (Times::new(), Times::new(), Times::new());
    for number in 1..=levels {
        // What hints find serves the analysis of their game, so it is another game that is analysed.
        let mut hinted = Game::start(&mut connection, &collection, number).await?;
        let mut analysed = Game::start(&mut connection, &collection, number).await?;
        let mut asked = Instant::now();
        let mut hint = hinted.hint(&mut connection).await?;
        hints.push(hint.is_known().then(|| asked.elapsed().as_secs_f64()));
        let topics = json!({ "topics": [format!("analysis:{}", analysed.id)] });
        asked = Instant::now();
        let (status, answer) =
            connection.send("PUT", &format!("/api/streams/{stream}"), Some(&topics)).await?;
        assert_eq!(status, 204, "{answer}");
        for push in 0..=pushes {
            let (verdict, proof) = analysis(&mut events, &analysed, asked).await?;
            verdicts.push(verdict);
            exact.push(proof);
            let Some(moves) = hint.moves.filter(|_| push < pushes) else { break };
            hinted.play(&mut connection, &moves).await?;
            hint = hinted.hint(&mut connection).await?;
            asked = Instant::now();
            analysed.play(&mut connection, &moves).await?;
        }
    }
    println!("{collection}, {levels} levels, {pushes} pushes each");
    tell("hints at the start", &hints);
    tell("a verdict", &verdicts);
    tell("an exact one", &exact);
    assert!(!hints.is_empty() && verdicts.iter().any(Option::is_some));
    Ok(())
}

/// The collection that was made of a file, and how many levels it has.
fn find(shelf: &Value, file: &Path) -> Result<(String, u64), Error> {
    let name = file.file_name().and_then(|name| name.to_str()).ok_or("a file without a name")?;
    let listed = shelf.as_array().into_iter().flatten();
    let mut found = listed
        .filter(|one| one["title"] == name || one["file"].as_str().is_some_and(|path| path.ends_with(name)));
    let one = found.next().ok_or_else(|| format!("{name} is not in the library: {shelf}"))?;
    Ok((one["id"].as_str().ok_or("no id")?.to_owned(), one["levels"].as_u64().ok_or("no number of levels")?))
}

/// A game on the server.
struct Game {
    id: u64,
    ply: Value,
}

/// What a hint says.
struct Hint {
    kind: String,
    moves: Option<String>,
}

impl Hint {
    /// Does it know a way on, or that there is none?
    fn is_known(&self) -> bool {
        matches!(self.kind.as_str(), "push" | "solved" | "lost")
    }
}

impl Game {
    async fn start(connection: &mut Connection, collection: &str, number: u64) -> Result<Self, Error> {
        let wanted = json!({ "collection": collection, "number": number, "fresh": true });
        let (status, game) = connection.post("/api/games", &wanted).await?;
        assert_eq!(status, 201, "{game}");
        Ok(Self { id: game["id"].as_u64().ok_or("a game without a number")?, ply: game["ply"].clone() })
    }

    async fn hint(&self, connection: &mut Connection) -> Result<Hint, Error> {
        let (status, hint) = connection.post(&format!("/api/games/{}/hint", self.id), &json!({})).await?;
        assert_eq!(status, 200, "{hint}");
        let text = |key: &str| hint[key].as_str().map(str::to_owned);
        Ok(Hint { kind: text("kind").ok_or("a hint of no kind")?, moves: text("moves") })
    }

    async fn play(&mut self, connection: &mut Connection, moves: &str) -> Result<(), Error> {
        let acts = json!({ "acts": [{ "do": "play", "moves": moves }] });
        let (status, game) = connection.post(&format!("/api/games/{}/act", self.id), &acts).await?;
        assert_eq!(status, 200, "{game}");
        self.ply = game["ply"].clone();
        Ok(())
    }
}

/// Waits until the analysis of the newest position is over; when it had a verdict, and when an exact one.
async fn analysis(
    events: &mut Events,
    game: &Game,
    asked: Instant,
) -> Result<(Option<f64>, Option<f64>), Error> {
    let (mut verdict, mut proof) = (None, None);
    while let Ok(event) = timeout(PATIENCE.saturating_sub(asked.elapsed()), events.next()).await {
        let event = event?.ok_or("the stream ended")?;
        let state = &event["state"];
        if event["topic"] != format!("analysis:{}", game.id) || state["ply"] != game.ply {
            continue;
        }
        let now = asked.elapsed().as_secs_f64();
        if state["verdict"] != "unknown" {
            verdict.get_or_insert(now);
        }
        if state["exact"] == true || matches!(state["verdict"].as_str(), Some("lost" | "solved")) {
            proof.get_or_insert(now);
        }
        if proof.is_some() || state["thinking"] == false {
            break;
        }
    }
    Ok((verdict, proof))
}

fn tell(what: &str, times: &Times) {
    let within = |mark: f64| times.iter().flatten().filter(|&&time| time <= mark).count();
    let counts: Vec<_> = MARKS.iter().map(|&mark| format!("{} within {mark} s", within(mark))).collect();
    println!("{what}: {} of {}, {}", times.iter().flatten().count(), times.len(), counts.join(", "));
}
