//! The solving protocol: everything that was recorded about one run, as a text for people and as JSON for programs.
//!
//! The Brno thesis (Petr Žlebek 2021, appendix A) lets its program write such a protocol for each run: lines that begin
//! with a tag in brackets. All its items are here, under the same or a more telling tag; what does not apply to a run is
//! said, not left out:
//!
//! | appendix A                           | here                                         |
//! |--------------------------------------|----------------------------------------------|
//! | solver initialised                   | `[begin]`                                    |
//! | algorithm                            | `[player]`                                   |
//! | type of problem, initial state       | `[problem]`, `[board]`                       |
//! | terminal states                      | `[condition]`                                |
//! | started, finished, reason            | `[started]`, `[finished]`, `[reason]`        |
//! | length, actions                      | `[length]`, `[actions]`                      |
//! | time, loops, states made, expanded   | `[performance]`                              |
//! | end                                  | `[end]`                                      |
//!
//! Beyond that it has what another person needs to doubt or repeat the run: parameters, seed, limits, program, machine and
//! its load, the proof, the events as they came, and the command. It is a function of the record alone (and of the players'
//! one-line descriptions in this program), so the same run always has the same protocol.

mod json;
mod text;

use serde_json::{Map, Value};
use soko_core::Level;
use soko_players::PLAYERS;

pub use self::{json::json, text::text};
use crate::{
    BEGAN_WITH_TABLE, LevelName, OPTIMIZER, Outcome,
    command::{OptimizeCommand, SolveCommand},
    store::StoredRun,
};

/// The name under which to save a board that no file is known for.
const UNNAMED: &str = "board.xsb";

/// The name under which to save a table that no file is known for.
const UNNAMED_TABLE: &str = "began.qtable";

/// What follows from a record and is shown in both forms.
struct Facts {
    /// Boxes and goals; `None` for a board that this program cannot read.
    counts: Option<(usize, usize)>,
    /// All parameter values.
    parameters: Map<String, Value>,
    /// The table that it went on from: the SHA-256 of its file.
    began_with_table: Option<String>,
    /// When the run was over, in milliseconds since 1970.
    finished_ms: i64,
    /// The limit that ended it, whether or not something had been found.
    halted: Option<String>,
    /// Why it ended, as a sentence.
    reason: String,
    /// How to make it again.
    command: String,
}

impl Facts {
    fn of(run: &StoredRun) -> Self {
        let counts = Level::parse(&run.level.board).ok().map(|level| (level.boxes(), level.goals().len()));
        let mut parameters: Map<_, _> = serde_json::from_str(&run.job.setup.parameters).unwrap_or_default();
        let table = parameters.remove(BEGAN_WITH_TABLE);
        let began_with_table = table.map(|table| plain(&table));
        let halted = run.events.iter().rev().find_map(|event| event["halted"].as_str()).map(str::to_owned);
        Self {
            counts,
            finished_ms: run.info.started_ms.saturating_add((run.info.wall * 1e3).round() as i64),
            reason: reason(run.info.outcome, halted.as_deref()),
            command: command(run, &parameters, began_with_table.is_some()),
            halted,
            parameters,
            began_with_table,
        }
    }

    /// When a position is a terminal one.
    const fn condition(&self) -> &'static str {
        match self.counts {
            Some((boxes, goals)) if boxes > goals => "every goal has a box on it",
            _ => "every box stands on a goal",
        }
    }
}

fn reason(outcome: Outcome, halted: Option<&str>) -> String {
    match (outcome, halted) {
        (Outcome::Solved, None) => "The player found a solution.".to_owned(),
        (Outcome::Solved, Some("stopped")) => {
            "The player found a solution; it was stopped by hand in its search for a better one.".to_owned()
        }
        (Outcome::Solved, Some(limit)) => {
            format!("The player found a solution; the {} ended its search for a better one.", words(limit))
        }
        (Outcome::Unsolvable, _) => "The player proved that the level has no solution.".to_owned(),
        (Outcome::Stopped, _) => "The run was stopped by hand before a solution was found.".to_owned(),
        (Outcome::Crashed, _) => "The player crashed or gave no valid answer.".to_owned(),
        (Outcome::TimeLimit | Outcome::MemoryLimit | Outcome::NodeLimit, _) => {
            format!("The {} was reached before a solution was found.", words(outcome.id()))
        }
    }
}

/// `time-limit` as words.
fn words(id: &str) -> String {
    id.replace('-', " ")
}

fn command(run: &StoredRun, parameters: &Map<String, Value>, from_table: bool) -> String {
    let named = run.level.name.as_ref().map(LevelName::place);
    let level = named.unwrap_or_else(|| UNNAMED.to_owned());
    if run.job.setup.player == OPTIMIZER {
        let told = |name: &str| parameters.get(name).and_then(Value::as_str).unwrap_or_default();
        let (solution, metric) = (told("solution"), told("metric"));
        let command =
            OptimizeCommand { level, solution, metric, limits: run.job.setup.limits, seed: run.job.seed };
        return command.to_string();
    }
    let settings = settings(&run.job.setup.player, parameters);
    let command = SolveCommand {
        level,
        player: &run.job.setup.player,
        preset: None,
        settings: &settings,
        limits: run.job.setup.limits,
        threads: run.job.setup.threads,
        seed: run.job.seed,
        table: from_table.then_some(UNNAMED_TABLE),
    };
    command.to_string()
}

/// The parameters that are not what the player has by itself, as for `--set`; of a player unknown here all of them.
fn settings(player: &str, parameters: &Map<String, Value>) -> Vec<String> {
    let defaults = PLAYERS.find(player).ok().and_then(|player| player.values(None, &[]).ok());
    let differs = |name: &str, value: &Value| {
        defaults.as_ref().and_then(|defaults| defaults.get(name)).is_none_or(|default| default != value)
    };
    parameters
        .iter()
        .filter(|(name, value)| differs(name, value))
        .map(|(name, value)| format!("{name}={}", plain(value)))
        .collect()
}

/// A value as `--set` takes it.
fn plain(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}

#[cfg(test)]
pub(crate) mod tests {
    use serde_json::json;
    use soko_core::LevelHash;
    use soko_solver::{Objective, Statistics};

    use super::*;
    use crate::{
        JobId, RunId, Setup,
        dataset::{HostInfo, Limits, RunInfo},
        store::{StoredJob, StoredLevel},
    };

    /// A level with one push, solved by breadth-first search.
    pub(crate) fn solved() -> StoredRun {
        StoredRun {
            info: RunInfo {
                id: RunId::from_bytes([0xab; 16]),
                outcome: Outcome::Solved,
                lengths: Some((1, 1)),
                optimal: Some(Objective::Pushes),
                wall: 0.065_467,
                cpu: Some(0.06),
                statistics: Statistics {
                    iterations: 4,
                    generated: 67,
                    expanded: 57,
                    open: 10,
                    closed: 57,
                    peak_memory_bytes: 4096,
                },
                watchdog: false,
                load: Some(0.5),
                started_ms: 1_700_000_000_123,
                host: 0,
            },
            job: StoredJob {
                id: JobId::from_bytes([0x12; 16]),
                setup: Setup {
                    player: "bfs".to_owned(),
                    parameters: "{\"dead_squares\":false}".to_owned(),
                    threads: 1,
                    limits: Limits { time_ms: Some(10_000), nodes: None, memory: Some(1 << 30) },
                    program: "0.1.0+0123456789ab".to_owned(),
                },
                seed: 3,
                repetition: 2,
            },
            level: StoredLevel {
                board: "#####\n#@$.#\n#####\n".to_owned(),
                hash: LevelHash::from_bytes([7; 16]),
                name: Some(LevelName {
                    file: "$LEVELS/one push.xsb".to_owned(),
                    number: 1,
                    title: Some("One push".to_owned()),
                }),
            },
            host: HostInfo { name: "here".to_owned(), description: "2 cores of x86_64, linux".to_owned() },
            note: None,
            solution: Some("R".to_owned()),
            events: vec![
                json!({ "at": 0.0, "kind": "started" }),
                json!({ "at": 0.000_12, "kind": "phase", "text": "search" }),
                json!({ "at": 0.02, "kind": "progress", "iterations": 2, "generated": 30, "expanded": 20, "open": 8,
                        "closed": 20, "peak_memory_bytes": 2048 }),
                json!({ "kind": "metric", "name": "bound", "step": 2, "value": 1.5 }),
                json!({ "at": 0.025, "kind": "best", "text": "steps 3 of 7, parts 2" }),
                json!({ "at": 0.03, "kind": "note", "text": "all\nis well" }),
                json!({ "at": 0.05, "kind": "solution", "pushes": 1, "moves": 1 }),
                json!({ "at": 0.065_467, "kind": "finished", "status": "solved", "halted": null }),
            ],
            doubt: None,
        }
    }

    /// A level without a solution, proven; its file is unknown.
    pub(super) fn unsolvable() -> StoredRun {
        let run = solved();
        StoredRun {
            info: RunInfo {
                outcome: Outcome::Unsolvable,
                lengths: None,
                optimal: None,
                cpu: None,
                load: None,
                ..run.info
            },
            job: StoredJob {
                setup: Setup {
                    parameters: "{\"dead_squares\":true}".to_owned(),
                    limits: Limits::default(),
                    ..run.job.setup
                },
                ..run.job
            },
            level: StoredLevel {
                board: "######\n#@ $ #\n#$. .#\n######\n".to_owned(),
                name: None,
                ..run.level
            },
            solution: None,
            events: vec![
                json!({ "at": 0.0, "kind": "started" }),
                json!({ "at": 0.065_467, "kind": "finished", "status": "unsolvable", "halted": null }),
            ],
            doubt: None,
            ..run
        }
    }

    /// A run that the watchdog had to end.
    pub(super) fn out_of_time() -> StoredRun {
        let run = solved();
        let why = "the watchdog ended it: it did not keep its time limit";
        StoredRun {
            info: RunInfo {
                outcome: Outcome::TimeLimit,
                lengths: None,
                optimal: None,
                wall: 20.01,
                cpu: None,
                watchdog: true,
                ..run.info
            },
            job: StoredJob {
                setup: Setup {
                    limits: Limits { time_ms: Some(10_000), nodes: Some(5_000_000), memory: Some(1 << 30) },
                    threads: 2,
                    ..run.job.setup
                },
                ..run.job
            },
            note: Some(why.to_owned()),
            solution: None,
            events: vec![
                json!({ "at": 0.0, "kind": "started" }),
                json!({ "at": 20.01, "kind": "ended", "text": why }),
                json!({ "kind": "dropped", "events": 5 }),
            ],
            ..run
        }
    }

    #[test]
    fn the_command_has_what_is_not_the_default_and_every_known_place() {
        assert_eq!(
            Facts::of(&solved()).command,
            "sokolab solve \"$LEVELS/one push.xsb#1\" --player bfs --set dead_squares=false --time-limit 10s \
             --memory-limit 1073741824 --seed 3"
        );
        assert_eq!(
            Facts::of(&unsolvable()).command,
            "sokolab solve board.xsb --player bfs --time-limit none --memory-limit none --seed 3"
        );
        let mut stranger = solved();
        stranger.job.setup.player = "nobody".to_owned();
        stranger.job.setup.parameters = "{\"depth\":7,\"mode\":\"odd one\"}".to_owned();
        let command = Facts::of(&stranger).command;
        assert!(
            command.contains("--player nobody --set depth=7 --set 'mode=odd one' --time-limit"),
            "{command}"
        );
    }

    #[test]
    fn a_limit_after_a_solution_is_told_apart_from_one_before() {
        assert_eq!(reason(Outcome::Solved, None), "The player found a solution.");
        assert!(reason(Outcome::Solved, Some("time-limit")).contains("; the time limit ended its search"));
        assert_eq!(
            reason(Outcome::NodeLimit, Some("node-limit")),
            "The node limit was reached before a solution was found."
        );
    }

    #[test]
    fn surplus_boxes_change_the_condition() {
        assert_eq!(Facts::of(&solved()).condition(), "every box stands on a goal");
        let mut surplus = solved();
        surplus.level.board = "######\n#@$.$#\n######\n".to_owned();
        assert_eq!(Facts::of(&surplus).condition(), "every goal has a box on it");
    }
}
