//! Benches that do not come to their end.

use std::{
    fs,
    path::Path,
    process::{Child, Command, Stdio},
    thread,
    time::{Duration, Instant, SystemTime, UNIX_EPOCH},
};

use libtest_mimic::Failed;

use super::{ensure, expect, facts, hall, intact, query, run, runs, sokolab, steady};

const KILLS: u32 = 20;

/// A few seconds of work on two cores, the same on every machine.
fn work() -> Vec<String> {
    let mut arguments = steady("builtin:workshop", "20000");
    arguments.extend(["--on", "builtin:classes", "--seeds", "2"].map(str::to_owned));
    arguments
}

/// Random numbers. A failure prints the seed.
struct Dice(u64);

impl Dice {
    fn new() -> Self {
        let now = SystemTime::now().duration_since(UNIX_EPOCH);
        Self(now.map_or(1, |now| now.as_nanos() as u64 | 1))
    }

    /// Up to so many milliseconds.
    fn milliseconds(&mut self, most: u64) -> Duration {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        Duration::from_millis((self.0 >> 33) % most.max(1))
    }
}

pub(super) fn twenty_times(folder: &Path) -> Result<(), Failed> {
    let (disturbed, calm) = (folder.join("disturbed"), folder.join("calm"));
    fs::create_dir(&disturbed)?;
    fs::create_dir(&calm)?;
    let arguments = work();
    let start = Instant::now();
    expect(&sokolab(&calm).args(&arguments).output()?, 0, &[])?;
    let whole = start.elapsed();
    let mut dice = Dice::new();
    let seed = dice.0;
    let mut recorded = Vec::new();
    // On average the kills come after half of the work, so that nearly all of them find a running bench.
    let most = (whole / KILLS).as_millis() as u64;
    for _ in 0..KILLS {
        let mut bench =
            sokolab(&disturbed).args(&arguments).stdout(Stdio::null()).stderr(Stdio::null()).spawn()?;
        thread::sleep(dice.milliseconds(most));
        // SIGKILL: the process has no say in it.
        bench.kill()?;
        bench.wait()?;
        let file = disturbed.join("r.db");
        if file.exists() && query(&file, "SELECT count(*) FROM sqlite_schema")? > 0 {
            intact(&file)?;
            recorded.push(query(&file, "SELECT count(*) FROM run")?);
        }
    }
    let seeded = |what: &str| format!("{what}; seed {seed}, runs after each kill {recorded:?}");
    ensure(recorded.windows(2).all(|pair| pair[0] <= pair[1]), || seeded("a run was lost"))?;
    expect(&sokolab(&disturbed).args(&arguments).output()?, 0, &[])?;
    let file = disturbed.join("r.db");
    intact(&file)?;
    let planned = query(&file, "SELECT count(*) FROM trial")?;
    let (made, jobs) =
        (query(&file, "SELECT count(*) FROM run")?, query(&file, "SELECT count(DISTINCT job) FROM run")?);
    ensure(made == planned && jobs == planned, || {
        seeded(&format!("{made} runs of {jobs} jobs for {planned}"))
    })?;
    let hits = recorded.iter().filter(|&&runs| runs < planned).count();
    ensure(hits * 2 > KILLS as usize, || seeded("most kills came after the work"))?;
    ensure(facts(&disturbed, "r.db")? == facts(&calm, "r.db")?, || seeded("the reports differ"))
}

/// A bench that will not end by itself, after its first few runs.
fn endless(folder: &Path, mark: &str) -> Result<Child, Failed> {
    let hall = hall();
    let arguments = ["bench", "--on", "builtin:tutorial", "--on"];
    let rest = ["--player", "bfs", "--time-limit", "none", "--jobs", "1", "--database", "r.db"];
    let mut command = sokolab(folder);
    command.args(arguments).arg(hall).args(rest).env("SOKOLAB_TEST_MARK", mark);
    let bench = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn()?;
    let start = Instant::now();
    let file = folder.join("r.db");
    loop {
        let made = if file.exists() { query(&file, "SELECT count(*) FROM run").unwrap_or(0) } else { 0 };
        if made == 16 {
            // The hall begins right after.
            thread::sleep(Duration::from_millis(300));
            return Ok(bench);
        }
        ensure(start.elapsed() < Duration::from_secs(60), || format!("only {made} runs in a minute"))?;
        thread::sleep(Duration::from_millis(20));
    }
}

/// Processes with our mark in their environment.
fn marked(mark: &str) -> usize {
    let wanted = format!("SOKOLAB_TEST_MARK={mark}");
    let Ok(processes) = fs::read_dir("/proc") else { return 0 };
    let environments =
        processes.flatten().filter_map(|process| fs::read(process.path().join("environ")).ok());
    environments.filter(|bytes| bytes.split(|&b| b == 0).any(|entry| entry == wanted.as_bytes())).count()
}

pub(super) fn no_orphans(folder: &Path) -> Result<(), Failed> {
    let mark = format!("{}-{:?}", std::process::id(), thread::current().id());
    let mut bench = endless(folder, &mark)?;
    let before = marked(&mark);
    ensure(before == 2 || !cfg!(target_os = "linux"), || {
        format!("{before} processes instead of bench and worker")
    })?;
    bench.kill()?;
    bench.wait()?;
    let start = Instant::now();
    while marked(&mark) > 0 {
        ensure(start.elapsed() < Duration::from_secs(10), || "a worker outlives its bench".to_owned())?;
        thread::sleep(Duration::from_millis(20));
    }
    Ok(())
}

pub(super) fn interrupted(folder: &Path) -> Result<(), Failed> {
    for signal in ["INT", "TERM"] {
        let folder = folder.join(signal);
        fs::create_dir(&folder)?;
        let bench = endless(&folder, "interrupted")?;
        let sent = Command::new("kill").args([format!("-{signal}"), bench.id().to_string()]).status()?;
        ensure(sent.success(), || "no signal was sent".to_owned())?;
        let output = bench.wait_with_output()?;
        expect(&output, 130, &["16 runs recorded", "1 left to do: the same command goes on"])?;
        let table = String::from_utf8(output.stdout)?;
        ensure(table.contains("bfs"), || format!("what was found is not shown: {table}"))?;
        intact(&folder.join("r.db"))?;
        let made = runs(&folder, "r.db")?.iter().filter(|run| !run["run"].is_null()).count();
        ensure(made == 16, || format!("{made} runs are kept"))?;
        // The rest of it, with a limit so that it ends.
        let again =
            run(&folder, &["bench", "--on", "builtin:tutorial", "-p", "bfs", "-t", "none", "-d", "r.db"])?;
        expect(&again, 0, &["0 runs recorded, 16 known before"])?;
    }
    Ok(())
}
