//! `sokolab bench`: an experiment from its file or from options, carried out and recorded.

use std::{
    collections::BTreeMap,
    env, fs,
    io::Write,
    path::{Path, PathBuf},
    time::Duration,
};

use soko_lab::{
    Amount, Catalogue, Dataset, Definition, EXPERIMENTS, Entrant, Executed, Execution, LevelChoice,
    LevelName, Part, Plan, PlannedLevel, Seeds, Store, Watchdog, WorkerCommand, catalogue::Boards, cores,
    execute, find, quoted, store::BenchLock,
};
use soko_solver::quantity::{show_bytes, show_duration, show_number};

use crate::{
    cli::{bench::BenchArgs, values::Contestant},
    exit::{Exit, Failure},
    interrupt::Interrupt,
    level_source::{self, LevelSource, Reading, boards::folders},
    memory,
    output::{
        doubts,
        live::Live,
        report::{print_overview, wrapped},
    },
    terminal::{HEADING, Terminal},
};

/// What stands for the folder of collections in experiment files.
const LEVELS: &str = "$LEVELS";

/// Runs an experiment, or lists those that are built in.
pub(super) fn run(args: &BenchArgs, terminal: &mut Terminal) -> Result<Exit, Failure> {
    let Some(definition) = definition(args)? else { return list(args, terminal) };
    let (boards, choice) = choose(&definition, args, terminal)?;
    let (levels, bad) = read_levels(choice.parts, &boards, args, terminal)?;
    let mut plan = Plan::new(&definition, levels)?.supplied(choice.supply);
    plan.dataset.started_by = command(args);
    if args.dry_run {
        return dry_run(&plan, args, terminal);
    }
    let _lock = BenchLock::take(&args.database)?;
    let mut store = Store::open(&args.database)?;
    store.check()?;
    doubts::mended(&args.database, &store.repair_best()?, terminal);
    let jobs = jobs(args, &plan.dataset);
    warn_about_memory(jobs, &plan.dataset, terminal);
    let interrupt = Interrupt::new();
    let execution = Execution {
        jobs,
        shard: args.shard,
        worker: worker()?,
        watchdog: Watchdog::default(),
        control: interrupt.control(),
    };
    let mut live = Live::new(terminal, jobs);
    let executed = execute(&plan, &mut store, &execution, &mut |happening| live.show(happening));
    live.clear();
    let executed = executed?;
    print_overview(&store.dataset_of(&plan)?.unwrap_or_default(), terminal)?;
    Ok(end(args, &executed, interrupt.requested(), &store, terminal)?.max(bad))
}

/// The last lines, and how it went.
fn end(
    args: &BenchArgs,
    executed: &Executed,
    interrupted: bool,
    store: &Store,
    terminal: &mut Terminal,
) -> Result<Exit, Failure> {
    let Executed { recorded, skipped, left, crashed, watchdog } = *executed;
    let file = args.database.display();
    let known = if skipped > 0 { format!(", {skipped} known before") } else { String::new() };
    let size = show_bytes(store.size()?);
    terminal.note(format!("{} recorded{known}; {file} has {size}", show_number(recorded as u64, "run")));
    if watchdog > 0 {
        terminal.warning(format!("the watchdog ended {}", show_number(watchdog as u64, "run")), None);
    }
    if crashed > 0 {
        let runs = show_number(crashed as u64, "run");
        terminal.error(
            format!("{runs} crashed; the same command tries them again"),
            Some("a crash is a bug: 'sokolab report' names the runs, 'sokolab protocol' says more"),
        );
    }
    if left > 0 {
        terminal.note(format!("{left} left to do: the same command goes on"));
    } else {
        terminal.note(format!("'sokolab report {file} --output report.html' makes a page of it"));
    }
    Ok(match (interrupted, crashed) {
        (true, _) => Exit::Interrupted,
        (false, 0) => Exit::Done,
        (false, _) => Exit::Bug,
    })
}

/// The command as far as it says what is run, not how: the same for every shard.
fn command(args: &BenchArgs) -> String {
    let mut words = vec!["sokolab bench".to_owned()];
    words.extend(args.experiment.iter().map(|experiment| quoted(&experiment.to_string_lossy())));
    words.extend(args.on.iter().map(|levels| format!("--on {}", quoted(levels))));
    words.extend(args.players.iter().map(|player| format!("--player {}", quoted(&player.text))));
    words.extend(args.seeds.map(|seeds| format!("--seeds {seeds}")));
    words.extend(args.repetitions.map(|repetitions| format!("--repetitions {repetitions}")));
    words.extend(args.time_limit.map(|limit| format!("--time-limit {limit}")));
    words.extend(args.memory_limit.map(|limit| format!("--memory-limit {limit}")));
    words.extend(args.node_limit.map(|limit| format!("--node-limit {limit}")));
    words.extend(args.name.iter().map(|name| format!("--name {}", quoted(name))));
    words.join(" ")
}

/// The built-in experiments, and which of their levels are here.
fn list(args: &BenchArgs, terminal: &mut Terminal) -> Result<Exit, Failure> {
    let parse = |builtin: &soko_lab::Builtin| Ok(Definition::parse(builtin.text, builtin.id)?);
    let definitions = EXPERIMENTS.iter().map(parse).collect::<Result<Vec<_>, Failure>>()?;
    let names = definitions.iter().flat_map(|definition| &definition.levels);
    let boards = find_boards(names, args, terminal)?;
    for definition in definitions {
        let paint = terminal.paint();
        writeln!(terminal, "{}: {}", paint.with(HEADING, &definition.name), definition.title)?;
        let names: Vec<_> = definition.contenders()?.into_iter().map(|contender| contender.name).collect();
        let levels: Vec<_> = definition.levels.iter().map(|name| Catalogue::builtin().shown(name)).collect();
        let supply = choice(&definition, &boards)?.supply;
        let here = supply.brief().map(|brief| ("       ", brief));
        let lines = [("levels ", levels.join(", "))].into_iter().chain(here);
        for (what, words) in lines.chain([("players", names.join(", "))]) {
            for (i, line) in wrapped(&words, terminal.columns().saturating_sub(10)).iter().enumerate() {
                writeln!(terminal, "  {} {line}", if i == 0 { what } else { "       " })?;
            }
        }
    }
    Ok(Exit::Done)
}

/// The experiment with everything that the options change.
fn definition(args: &BenchArgs) -> Result<Option<Definition>, Failure> {
    let mut definition = match &args.experiment {
        Some(experiment) => from_file(experiment)?,
        None if args.on.is_empty() && args.players.is_empty() => return Ok(None),
        None if args.on.is_empty() => {
            return Err(Failure::with_help("no levels to play", "name them: --on builtin:workshop"));
        }
        None => Definition {
            name: "bench".to_owned(),
            title: String::new(),
            about: String::new(),
            published: None,
            levels: Vec::new(),
            stand_in: Vec::new(),
            seeds: Seeds::default(),
            repetitions: 1,
            limits: soko_lab::LimitTexts::default(),
            players: vec![Entrant::of(soko_players::DEFAULT)],
        },
    };
    if let Some(name) = &args.name {
        definition.name.clone_from(name);
    }
    if !args.on.is_empty() {
        definition.levels.clone_from(&args.on);
    }
    if !args.players.is_empty() {
        definition.players = args.players.iter().map(entrant).collect();
    }
    if let Some(seeds) = args.seeds {
        definition.seeds = Seeds::Count(seeds);
        definition.players.iter_mut().for_each(|entrant| entrant.seeds = None);
    }
    if let Some(repetitions) = args.repetitions {
        definition.repetitions = repetitions;
        definition.players.iter_mut().for_each(|entrant| entrant.repetitions = None);
    }
    let limits = &mut definition.limits;
    let amount = |limit: String| Some(Amount::Text(limit));
    limits.time = args.time_limit.map_or(limits.time.take(), |limit| amount(limit.to_string()));
    limits.memory = args.memory_limit.map_or(limits.memory.take(), |limit| amount(limit.to_string()));
    limits.nodes = args.node_limit.map_or(limits.nodes.take(), |limit| amount(limit.to_string()));
    definition.check()?;
    Ok(Some(definition))
}

fn from_file(experiment: &Path) -> Result<Definition, Failure> {
    let shown = experiment.display().to_string();
    if let Some(builtin) = find(&shown).filter(|_| !experiment.is_file()) {
        return Ok(Definition::parse(builtin.text, builtin.id)?);
    }
    let text = fs::read_to_string(experiment).map_err(|error| {
        let known: Vec<_> = EXPERIMENTS.iter().map(|builtin| builtin.id).collect();
        Failure::with_help(
            format!("cannot read the experiment {shown}: {error}"),
            format!("name an experiment file (.toml), or one of: {}", known.join(", ")),
        )
    })?;
    Ok(Definition::parse(&text, &shown)?)
}

fn entrant(contestant: &Contestant) -> Entrant {
    let set: BTreeMap<_, _> =
        contestant.settings.iter().map(|(key, value)| (key.clone(), value.as_str().into())).collect();
    let name = Some(contestant.text.clone());
    Entrant { name, preset: contestant.preset.clone(), set, ..Entrant::of(&contestant.player) }
}

/// Looks for the boards of the collections among these names.
fn find_boards<'a>(
    names: impl IntoIterator<Item = &'a String>,
    args: &BenchArgs,
    terminal: &mut Terminal,
) -> Result<Boards, Failure> {
    if let Some(folder) = args.levels.as_deref().filter(|folder| !folder.exists()) {
        return Err(Failure::with_help(
            format!("{}: there is no such folder", folder.display()),
            "name a folder that holds level collections, or leave --levels away",
        ));
    }
    let names = names.into_iter().map(String::as_str);
    let selections = Catalogue::builtin().selections(names);
    let selections = selections.map_err(|(message, help)| Failure::with_help(message, help))?;
    let mut boards = Boards::wanted_by(&selections);
    if !level_source::boards::search(&mut boards, &folders(args.levels.as_deref())) {
        terminal.warning(
            "there are too many files to look into all of them",
            Some("name a folder with fewer files: --levels DIR"),
        );
    }
    Ok(boards)
}

/// What an experiment plays of what is here.
fn choice(definition: &Definition, boards: &Boards) -> Result<LevelChoice, Failure> {
    Ok(LevelChoice::new(definition, Catalogue::builtin(), |board| boards.get(board).is_some())?)
}

/// What an experiment plays, after it was told what is missing.
fn choose(
    definition: &Definition,
    args: &BenchArgs,
    terminal: &mut Terminal,
) -> Result<(Boards, LevelChoice), Failure> {
    let boards = find_boards(&definition.levels, args, terminal)?;
    let choice = choice(definition, &boards)?;
    if let Some(sentence) = choice.supply.sentence() {
        terminal.warning(sentence, Some(choice.supply.remedy()));
    }
    Ok((boards, choice))
}

/// All playable levels of an experiment, and how bad the rest is.
fn read_levels(
    parts: Vec<Part>,
    boards: &Boards,
    args: &BenchArgs,
    terminal: &mut Terminal,
) -> Result<(Vec<PlannedLevel>, Exit), Failure> {
    let folder = args.levels.clone().or_else(|| env::var_os("LEVELS").map(PathBuf::from));
    let (mut levels, mut exit) = (Vec::new(), Exit::Done);
    for part in parts {
        let argument = match part {
            Part::Named(argument) => argument,
            Part::Found { board, name } => {
                // What its file says of it is not taken over: copies would give different experiments.
                let level = boards.get(board).cloned();
                levels.extend(level.map(|level| PlannedLevel { name, optimum: None, level }));
                continue;
            }
        };
        let (path, prefix) = expanded(&argument, folder.as_deref())?;
        for file in LevelSource::open(&[path.into_os_string()], Reading::default())?.files() {
            let Some(file) = terminal.opened(file, &mut exit) else { continue };
            let name = prefix.as_ref().and_then(|prefix| file.name.strip_prefix(prefix.as_str()));
            let name = name.map_or_else(|| file.name.clone(), |rest| format!("{LEVELS}{rest}"));
            let mut refused = 0;
            for level in file.levels() {
                let Ok(playable) = level.playable() else {
                    refused += 1;
                    continue;
                };
                levels.push(PlannedLevel {
                    name: LevelName {
                        file: name.clone(),
                        number: level.index,
                        title: level.entry.title.clone(),
                    },
                    optimum: level.entry.property("Optimal-Pushes").and_then(|pushes| pushes.parse().ok()),
                    level: playable.clone(),
                });
            }
            if refused > 0 {
                let left_out = show_number(refused, "level");
                terminal.warning(
                    format!("{}: {left_out} cannot be played and takes no part", file.name),
                    Some("see why with 'sokolab check'"),
                );
            }
        }
    }
    if levels.is_empty() {
        return Err(Failure::input("the experiment has no level that can be played"));
    }
    Ok((levels, exit))
}

/// An argument with `$LEVELS` in its place, and the text that stands for it in file names.
fn expanded(argument: &str, folder: Option<&Path>) -> Result<(PathBuf, Option<String>), Failure> {
    let Some(rest) = argument.strip_prefix(LEVELS).filter(|rest| rest.is_empty() || rest.starts_with('/'))
    else {
        return Ok((PathBuf::from(argument), None));
    };
    let folder = folder.ok_or_else(|| {
        Failure::with_help(
            format!("the experiment reads {argument}, and no folder is named for {LEVELS}"),
            "name the folder that holds the level collections: --levels DIR",
        )
    })?;
    let folder = folder.to_string_lossy();
    let folder = folder.trim_end_matches('/');
    Ok((PathBuf::from(format!("{folder}{rest}")), Some(folder.to_owned())))
}

/// As many as there are cores for, threads counted. Timed runs leave a core to everything else, so that they do not wait.
fn jobs(args: &BenchArgs, dataset: &Dataset) -> usize {
    let cores = if dataset.limits.time_ms.is_some() { cores().saturating_sub(1) } else { cores() };
    let threads = dataset.contenders.iter().map(|contender| contender.threads).max().unwrap_or(1);
    args.jobs.map_or((cores / threads.max(1)).max(1), usize::from)
}

fn warn_about_memory(jobs: usize, dataset: &Dataset, terminal: &mut Terminal) {
    let free = memory::free();
    if let Some((limit, free)) = dataset.limits.memory.zip(free)
        && (jobs as u64).saturating_mul(limit) > free
    {
        terminal.warning(
            format!("{jobs} jobs may take {} each, and {} are free", show_bytes(limit), show_bytes(free)),
            Some("run fewer at once with --jobs, or lower the limit"),
        );
    }
}

/// How to start a process that plays.
pub(super) fn worker() -> Result<WorkerCommand, Failure> {
    let program =
        env::current_exe().map_err(|error| Failure::input(format!("cannot find this program: {error}")))?;
    Ok(WorkerCommand { program, arguments: vec!["worker".to_owned()] })
}

fn dry_run(plan: &Plan, args: &BenchArgs, terminal: &mut Terminal) -> Result<Exit, Failure> {
    let dataset = &plan.dataset;
    let mine = plan.shard(args.shard);
    let jobs = jobs(args, dataset);
    writeln!(terminal, "{}: {}", dataset.name, dataset.title)?;
    let levels = show_number(dataset.levels.len() as u64, "level");
    let contenders = show_number(dataset.contenders.len() as u64, "contender");
    let runs = show_number(mine.len() as u64, "run");
    writeln!(terminal, "  {levels}, {contenders}, {runs} here, {jobs} at once")?;
    if let Some(sentence) = dataset.supply.sentence() {
        writeln!(terminal, "  {sentence}")?;
    }
    for contender in &dataset.contenders {
        writeln!(terminal, "  {}: {} {}", contender.name, contender.player, contender.parameters)?;
    }
    if let Some(time) = dataset.limits.time_ms {
        let most = Duration::from_millis(time) * mine.len() as u32 / jobs as u32;
        writeln!(terminal, "  at most {}", show_duration(most))?;
    }
    for &i in &mine {
        writeln!(terminal, "{}", dataset.command(&dataset.trials[i]))?;
    }
    Ok(Exit::Done)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_folder_of_collections_is_put_in_and_kept_out_of_names() {
        let (path, prefix) = expanded("$LEVELS/a/b.slc#3", Some(Path::new("somewhere/else/"))).unwrap();
        assert_eq!(
            (path.to_str(), prefix.as_deref()),
            (Some("somewhere/else/a/b.slc#3"), Some("somewhere/else"))
        );
        assert_eq!(expanded("builtin:demo", None).unwrap(), (PathBuf::from("builtin:demo"), None));
        assert!(expanded("$LEVELS/a", None).is_err());
        assert_eq!(expanded("$LEVELSX/a", None).unwrap().1, None);
    }
}
