//! Many people at once: clients with live streams play while the machine is busy with jobs.
//!
//! The short form runs with all other tests: a few clients for a few seconds, any error is a failure. The long form is a
//! measurement and is asked for by name:
//!
//! ```text
//! SOKO_CLIENTS=200 SOKO_JOBS=8 SOKO_SECONDS=300 cargo test --release -p sokolab --test workload -- --nocapture
//! ```
//!
//! ```text
//! SOKO_SLOW=5000 SOKO_SECONDS=60 cargo test --release -p sokolab --test workload -- --nocapture half_sent
//! ```
//!
//! does the same beside clients that send half a request each (`slow.rs`). How soon hints and analyses come is in `advice.rs`.
//!
//! At the end the server is killed without warning; when it is started again on the same folder, every run that was
//! announced as finished must be there.

#![expect(clippy::print_stdout, reason = "a test program tells what it measured")]

mod advice;
mod http;
mod slow;

use std::{
    env,
    future::Future,
    io::{BufRead, BufReader},
    path::Path,
    process::{Child, Command, ExitCode, Stdio},
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicU64, Ordering},
    },
    time::{Duration, Instant},
};

use http::Connection;
use libtest_mimic::{Arguments, Failed, Trial};
use serde_json::{Value, json};

fn main() -> ExitCode {
    let arguments = Arguments::from_args();
    let trials = vec![
        Trial::test("many_clients_play_while_jobs_run_and_nothing_is_lost", || played(workload())),
        Trial::test("half_sent_requests_keep_nobody_waiting", || played(slow::slow_clients())),
        Trial::test("hints_and_analyses_come", || played(advice::advice())),
    ];
    libtest_mimic::run(&arguments, trials).exit_code()
}

fn played(workload: impl Future<Output = Result<(), Error>>) -> Result<(), Failed> {
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build()?;
    runtime.block_on(workload).map_err(|error| Failed::from(error.to_string()))
}

type Error = Box<dyn std::error::Error + Send + Sync>;

/// A number of the environment.
fn setting(name: &str, default: u64) -> u64 {
    env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(default)
}

/// The server's process.
struct Server {
    process: Child,
    address: String,
}

impl Server {
    fn start(folder: &Path, jobs: u64) -> Result<Self, Error> {
        Self::start_with(folder, jobs, None)
    }

    /// The same with a file of levels.
    fn start_with(folder: &Path, jobs: u64, file: Option<&Path>) -> Result<Self, Error> {
        let mut process = Command::new(env!("CARGO_BIN_EXE_sokolab"))
            .args(["serve", "--port", "0", "--no-open", "--jobs", &jobs.to_string(), "--data"])
            .arg(folder)
            .args(file)
            .stdout(Stdio::piped())
            .spawn()?;
        let mut line = String::new();
        BufReader::new(process.stdout.take().ok_or("no output")?).read_line(&mut line)?;
        let url = line.split_whitespace().find_map(|word| word.strip_prefix("http://"));
        Ok(Self { process, address: url.ok_or("no address")?.to_owned() })
    }

    /// Memory in use, in MiB.
    fn memory(&self) -> Option<u64> {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.process.id())).ok()?;
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
        line.trim().strip_suffix("kB")?.trim().parse::<u64>().ok().map(|kilobytes| kilobytes / 1024)
    }

    /// Ends it as a crash would.
    fn kill(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.kill();
    }
}

/// What all clients add to.
#[derive(Default)]
struct Tally {
    events: AtomicU64,
    over: AtomicBool,
}

async fn workload() -> Result<(), Error> {
    let (clients, jobs) = (setting("SOKO_CLIENTS", 24), setting("SOKO_JOBS", 3));
    let length = Duration::from_secs(setting("SOKO_SECONDS", 4));
    let folder = tempfile::tempdir()?;
    let mut server = Server::start(folder.path(), jobs)?;
    let running = start_jobs(&server.address, jobs, length).await?;
    let tally = Arc::new(Tally::default());
    let start = Instant::now();
    let mut tasks = Vec::new();
    for number in 0..clients {
        let (address, tally) = (server.address.clone(), Arc::clone(&tally));
        let watched = running[number as usize % running.len()];
        tasks.push(tokio::spawn(async move { client(&address, watched, length, &tally, number).await }));
    }
    let mut memory = Vec::new();
    let mut finished = Vec::new();
    while start.elapsed() < length {
        tokio::time::sleep(Duration::from_millis(500)).await;
        memory.extend(server.memory());
        // Short runs come and go beside the long ones.
        finished.extend(short_run(&server.address, finished.len()).await?);
    }
    tally.over.store(true, Ordering::Relaxed);
    let mut times = Vec::new();
    for task in tasks {
        times.extend(task.await??);
    }
    times.sort_by(f64::total_cmp);
    let at = |part: f64| times[((times.len() - 1) as f64 * part) as usize];
    println!(
        "{clients} clients, {jobs} jobs, {} s: {} moves, {} events, move request median {:.2} ms, 99 % {:.2} ms, worst {:.1} ms; \
         memory {} to {} MiB; {} short runs",
        length.as_secs(),
        times.len(),
        tally.events.load(Ordering::Relaxed),
        at(0.5),
        at(0.99),
        at(1.0),
        memory.first().unwrap_or(&0),
        memory.iter().max().unwrap_or(&0),
        finished.len(),
    );
    assert!(!finished.is_empty() && !times.is_empty());
    server.kill();
    let server = Server::start(folder.path(), jobs)?;
    let mut connection = Connection::open(&server.address).await?;
    for run in &finished {
        let (status, stored) = connection.get(&format!("/api/runs/{run}")).await?;
        assert_eq!(status, 200, "the run {run} was announced and is gone: {stored}");
    }
    Ok(())
}

/// Starts runs that last as long as the workload, and gives their numbers.
async fn start_jobs(address: &str, jobs: u64, length: Duration) -> Result<Vec<u64>, Error> {
    let mut connection = Connection::open(address).await?;
    let mut numbers = Vec::new();
    // One slot is left to the short runs.
    for number in 1..jobs.max(2) {
        let order = json!({
            "level": { "collection": "summit", "number": 29 - number % 4 }, "player": "ida",
            "time_s": length.as_secs() + 60, "memory_mib": 256, "live": true, "seed": number,
        });
        let (status, job) = connection.post("/api/jobs", &order).await?;
        assert_eq!(status, 202, "{job}");
        numbers.push(job["id"].as_u64().ok_or("a job without a number")?);
    }
    Ok(numbers)
}

/// A run that ends soon; its name in the results file once it is announced.
async fn short_run(address: &str, seed: usize) -> Result<Option<String>, Error> {
    let mut connection = Connection::open(address).await?;
    let order = json!({ "level": { "collection": "tutorial", "number": 1 + seed % 16 }, "player": "astar", "seed": seed });
    let (status, job) = connection.post("/api/jobs", &order).await?;
    assert_eq!(status, 202, "{job}");
    let path = format!("/api/jobs/{}", job["id"]);
    for _ in 0..400 {
        let (_, job) = connection.get(&path).await?;
        if let Some(run) = job["run"].as_str() {
            return Ok(Some(run.to_owned()));
        }
        tokio::time::sleep(Duration::from_millis(25)).await;
    }
    Ok(None)
}

/// One person: a stream that is read all the time, and a move every quarter of a second or so.
async fn client(
    address: &str,
    watched: u64,
    length: Duration,
    tally: &Arc<Tally>,
    number: u64,
) -> Result<Vec<f64>, Error> {
    let mut events = Connection::open(address).await?.stream("/api/events").await?;
    let hello = events.next().await?.ok_or("the stream ended")?;
    let stream = hello["stream"].as_u64().ok_or("no number of the stream")?;
    let mut connection = Connection::open(address).await?;
    let topics = json!({ "topics": ["jobs", format!("job:{watched}")] });
    let (status, answer) = connection.send("PUT", &format!("/api/streams/{stream}"), Some(&topics)).await?;
    assert_eq!(status, 204, "{answer}");
    let counting = Arc::clone(tally);
    let reader = tokio::spawn(async move {
        while let Ok(Some(_)) = events.next().await {
            counting.events.fetch_add(1, Ordering::Relaxed);
            if counting.over.load(Ordering::Relaxed) {
                break;
            }
        }
    });
    let wanted = json!({ "collection": "workshop", "number": 1 + number % 33, "fresh": true });
    let (status, game) = connection.post("/api/games", &wanted).await?;
    assert_eq!(status, 201, "{game}");
    let act = format!("/api/games/{}/act", game["id"]);
    let (start, mut times) = (Instant::now(), Vec::new());
    while start.elapsed() < length {
        let direction = ["u", "r", "d", "l"][(times.len() + number as usize) % 4];
        let step: Value = json!({ "acts": [{ "do": "step", "direction": direction }] });
        let asked = Instant::now();
        let (status, answer) = connection.post(&act, &step).await?;
        times.push(asked.elapsed().as_secs_f64() * 1e3);
        assert_eq!(status, 200, "{answer}");
        tokio::time::sleep(Duration::from_millis(200 + number % 100)).await;
    }
    reader.abort();
    Ok(times)
}
