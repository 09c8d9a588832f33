//! `prove`: runs a campaign, or plays one trial or one counterexample again.

#![expect(clippy::print_stdout, clippy::print_stderr, reason = "a program talks to the person who runs it")]

use std::{
    fs,
    io::{self, BufReader, Read},
    path::{Path, PathBuf},
    process::ExitCode,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    thread,
    time::Duration,
};

use clap::Parser;
use soko_players::PLAYERS;
use soko_prove::{
    campaign::{self, Limits, State, Tally},
    counterexample::Counterexample,
    plan::{BROAD, FULL, Plan, SAMPLE},
    shape::Case,
    trial::{describe, play},
};

/// Holds every claim of every player against an exhaustive oracle.
#[derive(Parser)]
struct Args {
    /// End after so many hours
    #[arg(long)]
    hours: Option<f64>,
    /// End after so many trials of the whole campaign
    #[arg(long)]
    trials: Option<u64>,
    /// Seed of the campaign
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Try this player alone
    #[arg(long)]
    player: Option<String>,
    /// Workers; all cores unless said otherwise
    #[arg(long)]
    jobs: Option<usize>,
    /// Begin anew instead of going on
    #[arg(long)]
    fresh: bool,
    /// The smaller campaign that the tests play
    #[arg(long)]
    sample: bool,
    /// Many small levels: most claims an hour
    #[arg(long, conflicts_with = "sample")]
    broad: bool,
    /// Play one trial of the campaign again
    #[arg(long, conflicts_with = "file")]
    trial: Option<u64>,
    /// Play a counterexample again
    #[arg(long)]
    file: Option<PathBuf>,
}

fn main() -> ExitCode {
    let args = Args::parse();
    // A panic is a result of a trial.
    std::panic::set_hook(Box::new(|_| {}));
    match start(&args) {
        Ok(code) => code,
        Err(error) => {
            eprintln!("prove: {error}");
            ExitCode::from(2)
        }
    }
}

fn start(args: &Args) -> Result<ExitCode, String> {
    if let Some(path) = &args.file {
        let text = fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))?;
        let example = Counterexample::read(&text).map_err(|error| format!("{}: {error}", path.display()))?;
        let case = Case::of(&example.text, usize::MAX)?;
        return Ok(show(&case, &example));
    }
    let only = args.player.as_deref().map(|name| PLAYERS.find(name)).transpose();
    let size = match (args.sample, args.broad) {
        (true, _) => SAMPLE,
        (_, true) => BROAD,
        _ => FULL,
    };
    let plan = Plan::new(args.seed, size, only.map_err(|error| error.to_string())?);
    if let Some(trial) = args.trial {
        let case = plan.case(trial / plan.size().per_level);
        let (setup, text) = (plan.setup(trial), case.text.clone());
        let source = format!("campaign {}, trial {trial}", args.seed);
        return Ok(show(&case, &Counterexample { setup, text, fault: None, source }));
    }
    run(args, plan).map_err(|error| error.to_string())
}

/// Plays one trial and says all about it.
fn show(case: &Case, example: &Counterexample) -> ExitCode {
    // First what is played: it may not come to an end.
    println!("{example}\noracle: {}", describe(case));
    let outcome = play(case, &example.setup);
    println!("player: {:?}", outcome.ending);
    if let Some(fault) = &outcome.fault {
        println!("FALSE: {}", fault.claimed);
    }
    ExitCode::from(u8::from(outcome.fault.is_some()))
}

/// A check sum of this program.
fn program() -> io::Result<String> {
    let mut sum = 0_u64;
    let mut reader = BufReader::with_capacity(1 << 16, fs::File::open(std::env::current_exe()?)?);
    let mut block = vec![0; 1 << 16];
    loop {
        let read = reader.read(&mut block)?;
        if read == 0 {
            return Ok(format!("{sum:016x}"));
        }
        for &byte in &block[..read] {
            sum = (sum.rotate_left(5) ^ u64::from(byte)).wrapping_mul(0x517c_c1b7_2722_0a95);
        }
    }
}

fn run(args: &Args, plan: Plan) -> io::Result<ExitCode> {
    let crate_folder = Path::new(env!("CARGO_MANIFEST_DIR"));
    let target =
        std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| crate_folder.join("../../target"), PathBuf::from);
    let name = args.player.as_deref().unwrap_or("all");
    let size = if args.sample { "sample-" } else { "" };
    let path = target.join("prove").join(format!("{size}{name}-{}.json", args.seed));
    let program = program()?;
    let begin = State { seed: args.seed, player: args.player.clone(), ..State::default() };
    let mut state = if args.fresh || !path.exists() { begin } else { State::read(&path)? };
    if state.next > 0 {
        println!("going on after {} trials ({})", campaign::sum(&state.tallies).trials, path.display());
        if state.program != program {
            println!("some of them were played by another build; --fresh begins anew");
        }
    }
    state.program = program;
    let jobs = args.jobs.unwrap_or_else(|| thread::available_parallelism().map_or(1, Into::into));
    let stop = Arc::new(AtomicBool::new(false));
    let on_signal = Arc::clone(&stop);
    ctrlc::set_handler(move || on_signal.store(true, Ordering::Relaxed)).map_err(io::Error::other)?;
    let limits = Limits {
        time: args.hours.map(|hours| Duration::from_secs_f64((hours * 3600.0).max(0.0))),
        trials: args.trials,
        jobs,
        counterexamples: Some(crate_folder.join("counterexamples")),
        state: Some(path),
        stop,
    };
    let report = |example: &Counterexample, path: Option<&Path>| {
        let path = path.map(|path| path.display().to_string()).unwrap_or_default();
        println!("\nFALSE: {path}\n{example}");
    };
    let state = campaign::run(plan, state, &limits, |state| println!("{}", line(state)), report)?;
    println!("\n{}", table(&state));
    for trial in &state.late {
        println!("late: --trial {trial}");
    }
    Ok(ExitCode::from(u8::from(campaign::sum(&state.tallies).faults > 0)))
}

/// The state in one line.
fn line(state: &State) -> String {
    let all = campaign::sum(&state.tallies);
    format!(
        "{:>7.0} s  {} trials, {} claims ({:.0} a second): {} solved, {} optimal, {} unsolvable; {} undecided, {} late, {} false",
        state.seconds,
        all.trials,
        all.claims(),
        all.claims() as f64 / state.seconds.max(0.001),
        all.solved,
        all.optimal,
        all.unsolvable,
        all.undecided,
        all.late,
        all.faults
    )
}

/// The state as a table with a row for each player.
fn table(state: &State) -> String {
    let row = |name: &str, tally: &Tally| {
        format!(
            "{name:<10}{:>10}{:>10}{:>10}{:>10}{:>12}{:>11}{:>6}{:>7}",
            tally.trials,
            tally.claims(),
            tally.solved,
            tally.optimal,
            tally.unsolvable,
            tally.undecided,
            tally.late,
            tally.faults
        )
    };
    let mut rows = vec![format!(
        "{:<10}{:>10}{:>10}{:>10}{:>10}{:>12}{:>11}{:>6}{:>7}",
        "player", "trials", "claims", "solved", "optimal", "unsolvable", "undecided", "late", "false"
    )];
    rows.extend(state.tallies.iter().map(|(name, tally)| row(name, tally)));
    rows.push(row("all", &campaign::sum(&state.tallies)));
    rows.join("\n")
}
