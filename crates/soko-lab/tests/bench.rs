//! The bench with real worker processes: this binary is its own worker, with a few players that misbehave.

use std::{
    collections::BTreeMap,
    env,
    fmt::Write as _,
    io::{BufReader, stdin, stdout},
    path::Path,
    process::ExitCode,
    time::{Duration, Instant},
};

use libtest_mimic::{Arguments, Failed, Trial};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use soko_core::Level;
use soko_lab::{
    Dataset, Definition, Executed, Execution, LevelName, Outcome, Plan, PlannedLevel, Shard, Store, Watchdog,
    WorkerCommand, execute, store::Source, worker,
};
use soko_solver::{
    Configured, Context, Control, Descriptor, Halt, Player, Properties, Registry, Threads, Verdict,
};

#[derive(Serialize, Deserialize, JsonSchema, Default)]
#[serde(default)]
struct NoParams {}

macro_rules! player {
    ($name:ident, |$context:ident| $body:expr) => {
        struct $name;
        impl Configured for $name {
            type Params = NoParams;
            fn new(_: NoParams) -> Self {
                Self
            }
        }
        impl Player for $name {
            fn solve(&mut self, _: &Level, $context: &mut Context<'_>) -> Result<Verdict, Halt> {
                $body
            }
        }
    };
}

player!(Hanging, |_context| loop {
    std::thread::sleep(Duration::from_secs(1));
});
player!(Silent, |_context| loop {
    std::hint::spin_loop();
});
player!(Glutton, |context| {
    let mut eaten: Vec<Vec<u8>> = Vec::new();
    loop {
        context.poll()?;
        eaten.push(vec![1; 8 << 20]);
    }
});
player!(Crashing, |_context| std::process::abort());
player!(Panicking, |_context| panic!("a player of the test"));
player!(Patient, |context| loop {
    context.expand()?;
    std::thread::sleep(Duration::from_millis(1));
});

player!(Learner, |context| {
    context.phase("training");
    for step in 0..1000 {
        context.expand()?;
        context.metric("reward", step, step as f64 / 10.0);
    }
    context.note("it has learnt nothing");
    loop {
        context.expand()?;
    }
});

const fn bad<P: Configured>(id: &'static str) -> Descriptor {
    Descriptor::of::<P>(
        id,
        id,
        "",
        "",
        Properties { complete: false, optimal: None, threads: Threads::One },
        &[],
    )
}

static PLAYERS: Registry = Registry(&[
    &bad::<Hanging>("hanging"),
    &bad::<Silent>("silent"),
    &bad::<Glutton>("glutton"),
    &bad::<Crashing>("crashing"),
    &bad::<Panicking>("panicking"),
    &bad::<Patient>("patient"),
    &bad::<Learner>("learner"),
]);

/// Bad players by name, and the good ones.
static ALL: std::sync::LazyLock<Registry> = std::sync::LazyLock::new(|| {
    let all = PLAYERS.all().chain(soko_players::PLAYERS.all()).collect::<Vec<_>>();
    Registry(all.leak())
});

/// A test with a folder of its own.
type Test = fn(&Path) -> Result<(), Failed>;

fn main() -> ExitCode {
    if env::args().nth(1).as_deref() == Some("worker") {
        let served = worker::serve(&ALL, BufReader::new(stdin()), stdout());
        return if served.is_ok() { ExitCode::SUCCESS } else { ExitCode::FAILURE };
    }
    let tests: [(&str, Test); 8] = [
        ("a second bench finds everything done", rerun),
        ("misbehaving players cost one run each", misbehaviour),
        ("a crashed job is tried again", crash_again),
        ("four shards in any order, merged twice, are the whole", shards),
        ("a stopped bench keeps what is done and goes on later", stopped),
        ("best solutions are never replaced by worse ones", best),
        ("curves and notes of a run come back", events),
        ("builds of the program stand side by side", builds),
    ];
    let trials = tests.map(|(name, test)| {
        Trial::test(name, move || {
            let folder = tempfile::tempdir()?;
            test(folder.path())
        })
    });
    libtest_mimic::run(&Arguments::from_args(), trials.into()).exit_code()
}

const BOARDS: [&str; 3] = [
    "########\n#  .   #\n# $@$. #\n#      #\n########",
    "#####\n#@$.#\n#####",
    "#######\n#     #\n# .$. #\n# $@$ #\n# .   #\n#######",
];

fn plan(text: &str) -> Plan {
    let text = format!("name = \"x\"\nlevels = [\"three.xsb\"]\n{text}");
    let definition = Definition::parse(&text, "x.toml").expect("a definition of ours");
    let levels = BOARDS.iter().enumerate().map(|(i, board)| PlannedLevel {
        name: LevelName { file: "three.xsb".to_owned(), number: i + 1, title: None },
        optimum: None,
        level: Level::parse(board).expect("a board of ours"),
    });
    Plan::new(&definition, levels.collect()).expect("a plan of ours")
}

/// A plan in which contender `i` is played by a player that the registry of the program does not have.
fn played_by(mut plan: Plan, i: usize, player: &str) -> Plan {
    player.clone_into(&mut plan.dataset.contenders[i].player);
    "{}".clone_into(&mut plan.dataset.contenders[i].parameters);
    plan
}

fn execution() -> Execution {
    Execution {
        jobs: 2,
        shard: None,
        worker: WorkerCommand {
            program: env::current_exe().unwrap_or_default(),
            arguments: vec!["worker".to_owned()],
        },
        watchdog: Watchdog {
            grace: Duration::from_millis(700),
            silence: Duration::from_secs(3),
            slack: 64 << 20,
        },
        control: Control::default(),
    }
}

fn run(plan: &Plan, file: &Path, execution: &Execution) -> Result<Executed, Failed> {
    let mut store = Store::open(file)?;
    let executed = execute(plan, &mut store, execution, &mut |_| {})?;
    store.check()?;
    Ok(executed)
}

fn ensure(condition: bool, what: impl FnOnce() -> String) -> Result<(), Failed> {
    if condition { Ok(()) } else { Err(what().into()) }
}

/// What of a dataset does not depend on clock and machine.
fn facts(dataset: &Dataset) -> Vec<String> {
    dataset
        .trials
        .iter()
        .map(|trial| {
            let run =
                trial.run.map(|run| (run.outcome, run.lengths, run.optimal, run.statistics, run.watchdog));
            format!(
                "{} {} {} {} {} {run:?}",
                trial.job, trial.level, trial.contender, trial.seed, trial.repetition
            )
        })
        .collect()
}

const FAIR: &str = "seeds = 2\n[[players]]\nplayer = \"astar\"\n[[players]]\nplayer = \"mcts\"\n\
                    [[players]]\nplayer = \"dfs\"\nseeds = 1\n";

fn rerun(folder: &Path) -> Result<(), Failed> {
    let (plan, file) = (plan(FAIR), folder.join("r.db"));
    let first = run(&plan, &file, &execution())?;
    ensure((first.recorded, first.skipped, first.left) == (15, 0, 0), || format!("{first:?}"))?;
    let before = facts(&Store::read(&file)?.dataset(None)?);
    let again = run(&plan, &file, &execution())?;
    ensure((again.recorded, again.skipped, again.left) == (0, 15, 0), || format!("{again:?}"))?;
    let dataset = Store::read(&file)?.dataset(Some("x"))?;
    ensure(before == facts(&dataset), || "a rerun changed something".to_owned())?;
    let solved = dataset.trials.iter().filter(|trial| trial.run.is_some_and(|run| run.solved())).count();
    ensure(solved == 15, || format!("{solved} of 15 solved"))?;
    let timed = dataset.trials.iter().all(|t| t.run.is_some_and(|run| run.wall > 0.0 && run.cpu.is_some()));
    ensure(timed || !cfg!(unix), || "a run without times".to_owned())
}

fn misbehaviour(folder: &Path) -> Result<(), Failed> {
    let mut text = "[limits]\ntime = \"1s\"\nmemory = \"64MiB\"\n".to_owned();
    let names = ["hanging", "silent", "glutton", "crashing", "panicking", "bfs"];
    for (i, name) in names.iter().enumerate() {
        // Seeds of their own make them jobs of their own.
        let _ = writeln!(text, "[[players]]\nname = \"{name}\"\nplayer = \"bfs\"\nseeds = [{i}]");
    }
    let mut plan = plan(&text);
    for i in 0..5 {
        let name = plan.dataset.contenders[i].name.clone();
        plan = played_by(plan, i, &name);
    }
    let file = folder.join("r.db");
    let executed = run(&plan, &file, &execution())?;
    ensure(executed.recorded == 18 && executed.crashed == 6 && executed.watchdog == 9, || {
        format!("{executed:?}")
    })?;
    let dataset = Store::read(&file)?.dataset(None)?;
    let mut outcomes: BTreeMap<&str, Vec<Outcome>> = BTreeMap::new();
    for trial in &dataset.trials {
        let name = dataset.contenders[trial.contender].name.as_str();
        outcomes.entry(name).or_default().extend(trial.run.map(|run| run.outcome));
    }
    for (name, expected) in [
        ("hanging", Outcome::TimeLimit),
        ("silent", Outcome::TimeLimit),
        ("glutton", Outcome::MemoryLimit),
        ("crashing", Outcome::Crashed),
        ("panicking", Outcome::Crashed),
        ("bfs", Outcome::Solved),
    ] {
        ensure(outcomes[name] == [expected; 3], || format!("{name}: {:?}", outcomes[name]))?;
    }
    let ended = dataset.trials.iter().find(|trial| trial.contender == 2).and_then(|trial| trial.run);
    let stored = Store::read(&file)?.run(&ended.ok_or("no run")?.id.to_string())?;
    let note = stored.note.unwrap_or_default();
    ensure(note.starts_with("the watchdog ended it: it held "), || note)
}

fn crash_again(folder: &Path) -> Result<(), Failed> {
    let file = folder.join("r.db");
    let good = plan("[[players]]\nplayer = \"bfs\"\n");
    // The same jobs, done by a player that crashes.
    let crashing = played_by(good.clone(), 0, "crashing");
    let crashed = run(&crashing, &file, &execution())?;
    ensure(crashed.crashed == 3, || format!("{crashed:?}"))?;
    let again = run(&good, &file, &execution())?;
    ensure((again.recorded, again.crashed) == (3, 0), || format!("{again:?}"))?;
    let store = Store::read(&file)?;
    ensure(store.runs()? == 6, || "a crash is recorded, too".to_owned())?;
    let dataset = store.dataset(None)?;
    let good = dataset.trials.iter().all(|trial| trial.run.is_some_and(|run| run.outcome == Outcome::Solved));
    ensure(good, || format!("{:?}", facts(&dataset)))
}

fn shards(folder: &Path) -> Result<(), Failed> {
    let (plan, whole) = (plan(FAIR), folder.join("whole.db"));
    run(&plan, &whole, &execution())?;
    let parts: Vec<_> = (1..=4).map(|i| folder.join(format!("part{i}.db"))).collect();
    for (i, part) in parts.iter().enumerate() {
        let shard = Some(Shard { index: i + 1, count: 4 });
        let executed = run(&plan, part, &Execution { shard, ..execution() })?;
        ensure((3..=4).contains(&executed.recorded), || format!("{executed:?}"))?;
    }
    let expected = facts(&Store::read(&whole)?.dataset(None)?);
    let mut merged = Vec::new();
    for (number, order) in orders().into_iter().enumerate() {
        let file = folder.join(format!("merged{number}.db"));
        let mut store = Store::open(&file)?;
        for round in 0..2 {
            for &part in &order {
                let new = store.merge(&Source::open(&parts[part], &file)?)?;
                ensure(new.left_out.is_empty() && new.refuted.is_empty(), || format!("{new:?}"))?;
                ensure(round == 0 || new.new_runs == 0, || format!("{new:?} in round {round}"))?;
            }
        }
        store.check()?;
        ensure(store.runs()? == 15, || "runs were lost or doubled".to_owned())?;
        let dataset = store.dataset(None)?;
        ensure(facts(&dataset) == expected, || format!("order {order:?}: not the whole"))?;
        let bests: Vec<_> =
            dataset.levels.iter().map(|level| store.best(&level.hash)).collect::<Result<_, _>>()?;
        merged.push((format!("{dataset:?}"), bests));
    }
    ensure(merged.windows(2).all(|pair| pair[0] == pair[1]), || "the order of merging matters".to_owned())
}

/// All orders of four things.
fn orders() -> Vec<Vec<usize>> {
    let mut all = vec![Vec::new()];
    for _ in 0..4 {
        all = all
            .iter()
            .flat_map(|order| {
                (0..4).filter(|next| !order.contains(next)).map(|next| [order.as_slice(), &[next]].concat())
            })
            .collect();
    }
    all
}

fn stopped(folder: &Path) -> Result<(), Failed> {
    let file = folder.join("r.db");
    let text = "seeds = 20\n[limits]\ntime = \"150ms\"\n[[players]]\nplayer = \"mcts\"\n";
    let plan = played_by(plan(text), 0, "patient");
    let execution = execution();
    let mut store = Store::open(&file)?;
    let control = execution.control.clone();
    let start = Instant::now();
    let executed = execute(&plan, &mut store, &execution, &mut |_| {
        if start.elapsed() > Duration::from_millis(1000) {
            control.stop();
        }
    })?;
    ensure(executed.recorded > 0 && executed.left > 0, || format!("{executed:?}"))?;
    ensure(executed.recorded + executed.left == 60, || format!("{executed:?}"))?;
    drop(store);
    let rest = run(&plan, &file, &self::execution())?;
    ensure((rest.recorded, rest.skipped) == (executed.left, executed.recorded), || format!("{rest:?}"))?;
    ensure(Store::read(&file)?.runs()? == 60, || "runs were lost or doubled".to_owned())
}

fn best(folder: &Path) -> Result<(), Failed> {
    let file = folder.join("r.db");
    let wanderer = plan("[[players]]\nplayer = \"dfs\"\n");
    let expert = plan("[[players]]\nplayer = \"astar\"\nset = { metric = \"pushes-then-moves\" }\n");
    let hash = wanderer.dataset.levels[2].hash;
    let lengths = |file: &Path| -> Result<Vec<(String, u32, u32)>, Failed> {
        let best = Store::read(file)?.best(&hash)?;
        Ok(best.into_iter().map(|best| (best.metric, best.moves, best.pushes)).collect())
    };
    run(&expert, &file, &execution())?;
    let short = lengths(&file)?;
    run(&wanderer, &file, &execution())?;
    ensure(lengths(&file)? == short, || "a worse solution replaced a better one".to_owned())?;
    let other = folder.join("o.db");
    run(&wanderer, &other, &execution())?;
    let long = lengths(&other)?;
    ensure(long[1].2 > short[1].2, || format!("{long:?} should be longer than {short:?}"))?;
    run(&expert, &other, &execution())?;
    ensure(lengths(&other)?[1] == short[1], || "a better solution did not replace a worse one".to_owned())
}

fn events(folder: &Path) -> Result<(), Failed> {
    let file = folder.join("r.db");
    let plan = played_by(
        plan("[limits]\nnodes = 1500\ntime = \"none\"\n[[players]]\nplayer = \"bfs\"\n"),
        0,
        "learner",
    );
    run(&plan, &file, &execution())?;
    let store = Store::read(&file)?;
    let dataset = store.dataset(None)?;
    let curve = dataset.curves.first().ok_or("no curve")?;
    ensure(dataset.curves.len() == 3 && curve.name == "reward", || format!("{:?}", dataset.curves))?;
    let ends = (curve.points.first().copied(), curve.points.last().copied());
    ensure(ends == (Some((0, 0.0)), Some((999, 99.9))), || format!("{ends:?}"))?;
    let id = dataset.trials[0].run.ok_or("no run")?.id.to_string();
    let run = store.run(&id[..10])?;
    let mut kinds: Vec<_> = run.events.iter().filter_map(|event| event["kind"].as_str()).collect();
    // How often progress is told depends on the clock.
    kinds.retain(|kind| *kind != "progress");
    kinds.dedup();
    let expected = ["started", "phase", "metric", "note", "finished"];
    ensure(kinds == expected, || format!("{kinds:?}"))?;
    let first = LevelName { file: "three.xsb".to_owned(), number: 1, title: None };
    ensure(run.level.name == Some(first), || format!("{:?}", run.level.name))?;
    ensure(run.info.outcome == Outcome::NodeLimit && run.level.board.contains('@'), || format!("{run:?}"))?;
    ensure(store.run("zz").is_err() && store.run("").is_err(), || "a run without a name".to_owned())
}

fn builds(folder: &Path) -> Result<(), Failed> {
    let file = folder.join("r.db");
    let today = plan("[[players]]\nplayer = \"bfs\"\n");
    run(&today, &file, &execution())?;
    // The same experiment, retitled, and by another program.
    let mut retitled = today.clone();
    "again".clone_into(&mut retitled.dataset.title);
    run(&retitled, &file, &execution())?;
    let mut yesterday = plan("seeds = [2]\n[[players]]\nplayer = \"bfs\"\n");
    "0.0.9+000000000000".clone_into(&mut yesterday.dataset.program);
    run(&yesterday, &file, &execution())?;
    let all = Store::read(&file)?.datasets("x")?;
    let titles: Vec<_> =
        all.iter().map(|dataset| (dataset.title.as_str(), dataset.program.as_str())).collect();
    ensure(titles == [("x", "0.0.9+000000000000"), ("again", soko_lab::PROGRAM)], || format!("{titles:?}"))?;
    ensure(all.iter().all(|dataset| dataset.made() == 3), || format!("{all:?}"))
}
