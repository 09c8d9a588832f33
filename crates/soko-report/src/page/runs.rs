//! All runs as JSON, as small as can be without compressing it.
//!
//! One array per column, not one object per run; columns that hardly change from run to run (level, contender, start) as
//! differences, one that never changes as its value; names of jobs and runs as one string of base 64; of a command only
//! what differs, since it is a word of the level, the words of the contender, and the seed. So a run takes about 120
//! bytes, and a page of 100,000 runs is of the size of a photograph.
//!
//! The text stands inside a `script` element, where `</script` and `<!--` would end it or worse: `<` is written `\u003c`.

use serde::{Serialize, Serializer};
use soko_lab::{
    Dataset, Outcome,
    dataset::{RunInfo, Trial, quoted},
};

/// Objectives in the order of their numbers in the column, from 1.
const OBJECTIVES: [soko_solver::Objective; 4] = [
    soko_solver::Objective::Pushes,
    soko_solver::Objective::Moves,
    soko_solver::Objective::PushesThenMoves,
    soko_solver::Objective::MovesThenPushes,
];

/// Word of the command, label, file and number, hash, boxes, log10 of states, optimum.
type LevelEntry = (String, String, String, String, usize, f64, Option<u32>);

#[derive(Serialize)]
struct Runs<'a> {
    database: &'a str,
    outcomes: [&'static str; Outcome::ALL.len()],
    objectives: [&'static str; 4],
    levels: Vec<LevelEntry>,
    /// Name, words of the command, player, parameters.
    contenders: Vec<(&'a str, String, &'a str, &'a str)>,
    hosts: Vec<(&'a str, &'a str)>,
    /// Differences.
    level: Vec<i64>,
    contender: Vec<i64>,
    started: Vec<i64>,
    seed: Vec<Seed>,
    #[serde(serialize_with = "once_if_equal")]
    repetition: Vec<u32>,
    /// Place in `outcomes`, or -1 for what was not run.
    outcome: Vec<i8>,
    pushes: Vec<u32>,
    moves: Vec<u32>,
    #[serde(serialize_with = "once_if_equal")]
    optimal: Vec<u8>,
    wall: Vec<f64>,
    #[serde(serialize_with = "once_if_equal")]
    cpu: Vec<Option<f64>>,
    /// Iterations less expansions: nearly always nothing.
    #[serde(serialize_with = "once_if_equal")]
    iterations: Vec<i64>,
    expanded: Vec<u64>,
    generated: Vec<u64>,
    open: Vec<u64>,
    /// Closed less expansions.
    #[serde(serialize_with = "once_if_equal")]
    closed: Vec<i64>,
    memory: Vec<u64>,
    #[serde(serialize_with = "once_if_equal")]
    load: Vec<Option<f64>>,
    #[serde(serialize_with = "once_if_equal")]
    host: Vec<usize>,
    /// The places of runs that the watchdog ended.
    watchdog: Vec<usize>,
    ids: String,
    jobs: String,
}

/// A column that is the same for all runs is written as its one value.
fn once_if_equal<T, S>(column: &[T], serializer: S) -> Result<S::Ok, S::Error>
where
    T: PartialEq + Serialize,
    S: Serializer,
{
    match column {
        [first, rest @ ..] if rest.iter().all(|value| value == first) => first.serialize(serializer),
        _ => column.serialize(serializer),
    }
}

/// JSON numbers of JavaScript are exact up to 2⁵³; larger seeds are strings.
struct Seed(u64);

impl Serialize for Seed {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if self.0 < 1 << 53 { serializer.serialize_u64(self.0) } else { serializer.collect_str(&self.0) }
    }
}

/// The text of the `script` element.
pub(super) fn json(dataset: &Dataset, database: &str) -> String {
    // A dataset holds nothing that JSON cannot write; were it otherwise, the page would merely have no runs.
    serde_json::to_string(&runs(dataset, database)).unwrap_or_default().replace('<', "\\u003c")
}

fn runs<'a>(dataset: &'a Dataset, database: &'a str) -> Runs<'a> {
    let trials = &dataset.trials;
    let made = |index: usize| trials[index].run.as_ref();
    Runs {
        database,
        outcomes: Outcome::ALL.map(Outcome::id),
        objectives: OBJECTIVES.map(soko_solver::Objective::id),
        levels: levels(dataset),
        contenders: contenders(dataset),
        hosts: dataset.hosts.iter().map(|host| (host.name.as_str(), host.description.as_str())).collect(),
        level: differences(trials.iter().map(|trial| trial.level as i64)),
        contender: differences(trials.iter().map(|trial| trial.contender as i64)),
        started: differences(trials.iter().map(|trial| trial.run.map_or(0, |run| run.started_ms))),
        seed: trials.iter().map(|trial| Seed(trial.seed)).collect(),
        repetition: trials.iter().map(|trial| trial.repetition).collect(),
        outcome: column(trials, |run| place(&Outcome::ALL, &run.outcome).map_or(-1, |i| i as i8), -1),
        pushes: column(trials, |run| run.lengths.map_or(0, |(pushes, _)| pushes), 0),
        moves: column(trials, |run| run.lengths.map_or(0, |(_, moves)| moves), 0),
        optimal: column(
            trials,
            |run| run.optimal.and_then(|o| place(&OBJECTIVES, &o)).map_or(0, |i| i as u8 + 1),
            0,
        ),
        wall: column(trials, |run| short(run.wall), 0.0),
        cpu: column(trials, |run| run.cpu.map(short), Some(0.0)),
        iterations: column(
            trials,
            |run| run.statistics.iterations.wrapping_sub(run.statistics.expanded) as i64,
            0,
        ),
        expanded: column(trials, |run| run.statistics.expanded, 0),
        generated: column(trials, |run| run.statistics.generated, 0),
        open: column(trials, |run| run.statistics.open, 0),
        closed: column(trials, |run| run.statistics.closed.wrapping_sub(run.statistics.expanded) as i64, 0),
        memory: column(trials, |run| run.statistics.peak_memory_bytes, 0),
        load: column(trials, |run| run.load.map(|load| (load * 100.0).round() / 100.0), Some(0.0)),
        host: column(trials, |run| run.host, 0),
        watchdog: (0..trials.len()).filter(|&i| made(i).is_some_and(|run| run.watchdog)).collect(),
        ids: base64(trials.iter().flat_map(|trial| trial.run.map_or([0; 16], |run| *run.id.as_bytes()))),
        jobs: base64(trials.iter().flat_map(|trial| *trial.job.as_bytes())),
    }
}

fn column<T: Clone>(trials: &[Trial], of: impl Fn(&RunInfo) -> T, absent: T) -> Vec<T> {
    trials.iter().map(|trial| trial.run.as_ref().map_or_else(|| absent.clone(), &of)).collect()
}

fn place<T: PartialEq>(all: &[T], one: &T) -> Option<usize> {
    all.iter().position(|other| other == one)
}

fn levels(dataset: &Dataset) -> Vec<LevelEntry> {
    let entry = |level: &soko_lab::dataset::LevelInfo| {
        let (place, hash) = (level.name.place(), level.hash.to_string());
        // All digits, since the size decides about the class.
        (quoted(&place), level.name.label(), place, hash, level.boxes, level.log10_states, level.optimum)
    };
    dataset.levels.iter().map(entry).collect()
}

fn contenders(dataset: &Dataset) -> Vec<(&str, String, &str, &str)> {
    let of = |contender: usize| {
        let info = &dataset.contenders[contender];
        let words = words_of(dataset, contender).unwrap_or_default();
        (info.name.as_str(), words, info.player.as_str(), info.parameters.as_str())
    };
    (0..dataset.contenders.len()).map(of).collect()
}

/// What the commands of a contender have between the level and the seed.
fn words_of(dataset: &Dataset, contender: usize) -> Option<String> {
    let trial = dataset.trials.iter().find(|trial| trial.contender == contender)?;
    let level = dataset.levels.get(trial.level)?;
    let command = dataset.command(trial);
    let start = format!("sokolab solve {}", quoted(&level.name.place()));
    let words = command.strip_prefix(&start)?.strip_suffix(&format!(" --seed {}", trial.seed))?;
    Some(words.to_owned())
}

fn differences(values: impl Iterator<Item = i64>) -> Vec<i64> {
    let mut last = 0;
    values.map(|value| value.wrapping_sub(std::mem::replace(&mut last, value))).collect()
}

/// Five digits: about what a clock is good for.
fn short(value: f64) -> f64 {
    format!("{value:.4e}").parse().unwrap_or(value)
}

/// Base 64 of RFC 4648, filled up with zeros.
fn base64(bytes: impl Iterator<Item = u8>) -> String {
    const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let bytes: Vec<u8> = bytes.collect();
    let mut text = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for chunk in bytes.chunks(3) {
        let word = (0..3).fold(0, |word, i| word << 8 | usize::from(chunk.get(i).copied().unwrap_or(0)));
        text.extend((0..4).rev().map(|i| char::from(DIGITS[word >> (6 * i) & 63])));
    }
    text
}

#[cfg(test)]
mod tests {
    use serde_json::Value;

    use super::*;
    use crate::sample::sample;

    fn parsed(dataset: &Dataset) -> Value {
        serde_json::from_str(&json(dataset, "x.db")).unwrap()
    }

    #[test]
    fn commands_are_put_together_as_the_dataset_tells_them() {
        let mut dataset = sample();
        dataset.levels[1].name.file = "$LEVELS/it's <here>.xsb".to_owned();
        dataset.contenders[1].settings.push("name=a b".to_owned());
        let runs = parsed(&dataset);
        for trial in &dataset.trials {
            let level = runs["levels"][trial.level][0].as_str().unwrap();
            let contender = runs["contenders"][trial.contender][1].as_str().unwrap();
            let command = format!("sokolab solve {level}{contender} --seed {}", trial.seed);
            assert_eq!(command, dataset.command(trial));
        }
    }

    #[test]
    fn columns_are_as_long_as_the_plan() {
        let mut dataset = sample();
        dataset.trials[3].run = None;
        dataset.trials[4].seed = u64::MAX;
        let runs = parsed(&dataset);
        for name in ["level", "contender", "started", "seed", "outcome", "wall", "cpu", "open", "pushes"] {
            assert_eq!(runs[name].as_array().unwrap().len(), 12, "{name}");
        }
        assert_eq!((&runs["host"], &runs["repetition"]), (&Value::from(0), &Value::from(1)));
        assert_eq!(runs["outcome"][3], -1);
        assert_eq!(runs["seed"][4], "18446744073709551615");
        assert_eq!(runs["wall"][0], 0.11);
        assert_eq!(runs["database"], "x.db");
    }

    #[test]
    fn nothing_ends_the_script_element() {
        let mut dataset = sample();
        dataset.levels[0].name.title = Some("</script><!--<img onerror=x>\u{0}\u{2028}\"".to_owned());
        let text = json(&dataset, "");
        assert!(!text.contains('<') && !text.contains('\u{0}'));
        let title: Value = serde_json::from_str(&text).unwrap();
        assert_eq!(title["levels"][0][1], "</script><!--<img onerror=x>\u{0}\u{2028}\"");
    }

    #[test]
    fn base_64_is_that_of_the_standard() {
        let encoded = |text: &str| base64(text.bytes());
        assert_eq!(["", "foo", "foobar"].map(encoded), ["", "Zm9v", "Zm9vYmFy"]);
        assert_eq!(encoded("ab"), "YWIA");
    }
}
