//! The protocol for people: lines with a tag in brackets, in the order of the run.

use std::fmt::Write as _;

use serde_json::Value;
use soko_players::PLAYERS;
use soko_solver::{
    Objective,
    quantity::{show_bytes, show_number},
};

use super::{Facts, UNNAMED, UNNAMED_TABLE, plain};
use crate::{OPTIMIZER, Outcome, dataset::Limits, store::StoredRun, utc::utc};

/// The protocol of a run as text.
pub fn text(run: &StoredRun) -> String {
    let facts = Facts::of(run);
    let mut protocol = Protocol(String::new());
    setup(run, &facts, &mut protocol);
    problem(run, &facts, &mut protocol);
    protocol.line("started", utc(run.info.started_ms));
    for event in &run.events {
        protocol.line("event", happened(event));
    }
    end(run, &facts, &mut protocol);
    performance(run, &mut protocol);
    if run.level.name.is_none() {
        protocol.line("repeat", format!("The level's file is not known: save the board above as {UNNAMED}."));
    }
    if facts.began_with_table.is_some() {
        protocol.line("repeat", format!("Save a copy of that table as {UNNAMED_TABLE}: it is written to."));
    }
    protocol.line("repeat", facts.command);
    protocol.line("end", "The protocol ends here.");
    protocol.0
}

/// Lines with tags.
struct Protocol(String);

impl Protocol {
    /// One line, whatever is in the text.
    fn line(&mut self, tag: &str, text: impl AsRef<str>) {
        let text: String = text.as_ref().chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
        let _ = writeln!(self.0, "[{tag}] {}", text.trim_end());
    }
}

fn setup(run: &StoredRun, facts: &Facts, protocol: &mut Protocol) {
    protocol.line(
        "begin",
        if run.info.outcome == Outcome::Crashed {
            "The player was given the level. Whether it was set up properly is not known: it crashed."
        } else {
            "The player was set up properly and given the level."
        },
    );
    protocol.line("run", run.info.id.to_string());
    protocol.line("job", format!("{}, repetition {}", run.job.id, run.job.repetition));
    protocol.line("program", format!("sokolab {}", run.job.setup.program));
    protocol.line("host", format!("{}: {}", run.host.name, run.host.description));
    let load = run.info.load.map_or_else(|| "not known".to_owned(), |load| format!("{load:.2}"));
    protocol.line("load", format!("{load} when the run began"));
    let summary = if run.job.setup.player == OPTIMIZER {
        "makes a solution shorter"
    } else {
        PLAYERS.find(&run.job.setup.player).map_or("not a player of this program", |found| found.summary)
    };
    protocol.line("player", format!("{}: {summary}", run.job.setup.player));
    let parameters: Vec<_> =
        facts.parameters.iter().map(|(name, value)| format!("{name}={}", plain(value))).collect();
    protocol
        .line("parameters", if parameters.is_empty() { "none".to_owned() } else { parameters.join(", ") });
    if let Some(table) = &facts.began_with_table {
        let what =
            "The learner did not begin with nothing: it went on from a Q-table whose file has the SHA-256";
        protocol.line("table", format!("{what} {table}."));
    }
    protocol.line("seed", run.job.seed.to_string());
    protocol.line("threads", run.job.setup.threads.to_string());
    protocol.line("limits", limits(&run.job.setup.limits));
}

fn limits(limits: &Limits) -> String {
    let or_none = |limit: Option<String>| limit.unwrap_or_else(|| "none".to_owned());
    format!(
        "time {}, memory {}, nodes {}",
        or_none(limits.time_text()),
        or_none(limits.memory.map(|bytes| format!("{bytes} bytes ({})", show_bytes(bytes)))),
        or_none(limits.nodes.map(|nodes| nodes.to_string())),
    )
}

fn problem(run: &StoredRun, facts: &Facts, protocol: &mut Protocol) {
    let counts = facts.counts.map_or_else(
        || "boxes and goals not known".to_owned(),
        |(boxes, goals)| {
            let boxes = if boxes == 1 { "1 box".to_owned() } else { format!("{boxes} boxes") };
            format!("{boxes}, {}", show_number(goals as u64, "goal"))
        },
    );
    protocol.line("problem", format!("Sokoban: {counts}"));
    let named = run.level.name.as_ref().map_or_else(
        || "of an unknown file".to_owned(),
        |name| {
            let title = name.title.as_ref().map_or_else(String::new, |title| format!(", \"{title}\""));
            format!("{}{title}", name.place())
        },
    );
    protocol.line("level", format!("{named}, hash {}", run.level.hash));
    protocol.line("board", "The initial position is:");
    for row in run.level.board.lines() {
        let _ = writeln!(protocol.0, "    {row}");
    }
    protocol.line("condition", format!("A position is a solution when {}.", facts.condition()));
}

/// An event with its time; points of curves have a step in place of one.
fn happened(event: &Value) -> String {
    let at = event["at"].as_f64().map_or_else(|| " ".repeat(12), |at| format!("{at:>10.6} s"));
    let said = || event["text"].as_str().unwrap_or_default();
    let count = |name: &str| event[name].as_u64().unwrap_or_default();
    let what = match event["kind"].as_str().unwrap_or_default() {
        "started" => "the run begins".to_owned(),
        "phase" => format!("phase: {}", said()),
        "note" => format!("note: {}", said()),
        "solution" => format!("better solution: {}", lengths(count("pushes"), count("moves"))),
        "progress" => format!(
            "progress: {} rounds, {} made, {} expanded, {} open, {} closed, {} bytes",
            count("iterations"),
            count("generated"),
            count("expanded"),
            count("open"),
            count("closed"),
            count("peak_memory_bytes"),
        ),
        "best" => format!("best position: {}", said()),
        "metric" => format!("{} at step {}: {}", plain(&event["name"]), count("step"), event["value"]),
        "finished" => {
            let halted =
                event["halted"].as_str().map_or_else(String::new, |halt| format!(", halted: {halt}"));
            format!("the player is done: {}{halted}", plain(&event["status"]))
        }
        "crashed" => format!("crashed: {}", said()),
        "ended" => format!("ended: {}", said()),
        "dropped" => format!("{} more events were not kept", count("events")),
        // Of a later program perhaps.
        _ => event.to_string(),
    };
    format!("{at}  {what}")
}

fn lengths(pushes: u64, moves: u64) -> String {
    format!("{}, {}", show_number(pushes, "push"), show_number(moves, "move"))
}

fn end(run: &StoredRun, facts: &Facts, protocol: &mut Protocol) {
    protocol.line("finished", utc(facts.finished_ms));
    protocol.line("reason", format!("{} ({})", facts.reason, run.info.outcome));
    protocol.line("watchdog", if run.info.watchdog { "It ended the run." } else { "It had nothing to do." });
    protocol.line("note", run.note.as_deref().unwrap_or("none"));
    let none = if run.info.outcome == Outcome::Unsolvable {
        "none: there is no solution"
    } else {
        "none: no solution was found"
    };
    let length = run.info.lengths.map(|(pushes, moves)| lengths(pushes.into(), moves.into()));
    protocol.line("length", length.as_deref().unwrap_or(none));
    protocol.line(
        "optimal",
        match (run.info.lengths, run.info.optimal) {
            (None, _) => none.to_owned(),
            (Some(_), None) => "not proven".to_owned(),
            (Some(_), Some(objective)) => format!("proven: {}", proof(objective)),
        },
    );
    protocol.line("actions", run.solution.as_deref().unwrap_or(none));
}

fn proof(objective: Objective) -> String {
    let best = match objective {
        Objective::Pushes => "no solution has fewer pushes",
        Objective::Moves => "no solution has fewer moves",
        Objective::PushesThenMoves => "no solution has fewer pushes, and none with as many has fewer moves",
        Objective::MovesThenPushes => "no solution has fewer moves, and none with as many has fewer pushes",
        other => return format!("no solution is better in {}", other.id()),
    };
    best.to_owned()
}

fn performance(run: &StoredRun, protocol: &mut Protocol) {
    let counts = &run.info.statistics;
    let cpu = run.info.cpu.map_or_else(|| "not known".to_owned(), |cpu| format!("{cpu:.6} s"));
    for (what, value) in [
        ("time elapsed", format!("{:.6} s", run.info.wall)),
        ("processor time", cpu),
        ("rounds of the main loop", counts.iterations.to_string()),
        ("positions made", counts.generated.to_string()),
        ("positions expanded", counts.expanded.to_string()),
        ("positions open at the end", counts.open.to_string()),
        ("positions closed at the end", counts.closed.to_string()),
        (
            "most memory of the tables",
            format!("{} bytes ({})", counts.peak_memory_bytes, show_bytes(counts.peak_memory_bytes)),
        ),
    ] {
        protocol.line("performance", format!("{what}: {value}"));
    }
}

#[cfg(test)]
mod tests {
    use super::{
        super::tests::{out_of_time, solved, unsolvable},
        *,
    };
    use crate::LevelName;

    const SOLVED: &str = "\
[begin] The player was set up properly and given the level.
[run] abababababababababababababababab
[job] 12121212121212121212121212121212, repetition 2
[program] sokolab 0.1.0+0123456789ab
[host] here: 2 cores of x86_64, linux
[load] 0.50 when the run began
[player] bfs: breadth-first search in push space: fewest pushes, proven
[parameters] dead_squares=false
[seed] 3
[threads] 1
[limits] time 10 s, memory 1073741824 bytes (1.0 GiB), nodes none
[problem] Sokoban: 1 box, 1 goal
[level] $LEVELS/one push.xsb#1, \"One push\", hash 07070707070707070707070707070707
[board] The initial position is:
    #####
    #@$.#
    #####
[condition] A position is a solution when every box stands on a goal.
[started] 2023-11-14T22:13:20.123Z
[event]   0.000000 s  the run begins
[event]   0.000120 s  phase: search
[event]   0.020000 s  progress: 2 rounds, 30 made, 20 expanded, 8 open, 20 closed, 2048 bytes
[event]               bound at step 2: 1.5
[event]   0.025000 s  best position: steps 3 of 7, parts 2
[event]   0.030000 s  note: all is well
[event]   0.050000 s  better solution: 1 push, 1 move
[event]   0.065467 s  the player is done: solved
[finished] 2023-11-14T22:13:20.188Z
[reason] The player found a solution. (solved)
[watchdog] It had nothing to do.
[note] none
[length] 1 push, 1 move
[optimal] proven: no solution has fewer pushes
[actions] R
[performance] time elapsed: 0.065467 s
[performance] processor time: 0.060000 s
[performance] rounds of the main loop: 4
[performance] positions made: 67
[performance] positions expanded: 57
[performance] positions open at the end: 10
[performance] positions closed at the end: 57
[performance] most memory of the tables: 4096 bytes (4.0 KiB)
[repeat] sokolab solve \"$LEVELS/one push.xsb#1\" --player bfs --set dead_squares=false --time-limit 10s \
--memory-limit 1073741824 --seed 3
[end] The protocol ends here.
";

    #[test]
    fn a_solved_run() {
        assert_eq!(text(&solved()), SOLVED);
    }

    /// The lines with one of these tags.
    fn lines(text: &str, tags: &[&str]) -> Vec<String> {
        let tagged = |line: &&str| tags.iter().any(|tag| line.starts_with(&format!("[{tag}]")));
        text.lines().filter(tagged).map(str::to_owned).collect()
    }

    #[test]
    fn a_level_without_a_solution() {
        let tags = [
            "load", "limits", "problem", "level", "event", "reason", "length", "optimal", "actions", "repeat",
        ];
        let text = text(&unsolvable());
        assert_eq!(
            lines(&text, &tags),
            [
                "[load] not known when the run began",
                "[limits] time none, memory none, nodes none",
                "[problem] Sokoban: 2 boxes, 2 goals",
                "[level] of an unknown file, hash 07070707070707070707070707070707",
                "[event]   0.000000 s  the run begins",
                "[event]   0.065467 s  the player is done: unsolvable",
                "[reason] The player proved that the level has no solution. (unsolvable)",
                "[length] none: there is no solution",
                "[optimal] none: there is no solution",
                "[actions] none: there is no solution",
                "[repeat] The level's file is not known: save the board above as board.xsb.",
                "[repeat] sokolab solve board.xsb --player bfs --time-limit none --memory-limit none --seed 3",
            ]
        );
        assert!(text.contains("[performance] processor time: not known\n"), "{text}");
    }

    #[test]
    fn a_run_that_the_watchdog_ended() {
        let tags = [
            "threads", "limits", "event", "finished", "reason", "watchdog", "note", "length", "optimal",
            "actions",
        ];
        assert_eq!(
            lines(&text(&out_of_time()), &tags),
            [
                "[threads] 2",
                "[limits] time 10 s, memory 1073741824 bytes (1.0 GiB), nodes 5000000",
                "[event]   0.000000 s  the run begins",
                "[event]  20.010000 s  ended: the watchdog ended it: it did not keep its time limit",
                "[event]               5 more events were not kept",
                "[finished] 2023-11-14T22:13:40.133Z",
                "[reason] The time limit was reached before a solution was found. (time-limit)",
                "[watchdog] It ended the run.",
                "[note] the watchdog ended it: it did not keep its time limit",
                "[length] none: no solution was found",
                "[optimal] none: no solution was found",
                "[actions] none: no solution was found",
            ]
        );
    }

    #[test]
    fn a_run_of_the_optimiser() {
        let mut run = solved();
        run.job.setup.player = OPTIMIZER.to_owned();
        run.job.setup.parameters = r#"{"metric":"moves","solution":"lrR"}"#.to_owned();
        assert_eq!(
            lines(&text(&run), &["player", "parameters", "repeat"]),
            [
                "[player] optimizer: makes a solution shorter",
                "[parameters] metric=moves, solution=lrR",
                "[repeat] sokolab optimize \"$LEVELS/one push.xsb#1\" --solution lrR --metric moves --time-limit 10s \
                 --memory-limit 1073741824 --seed 3",
            ]
        );
    }

    #[test]
    fn every_run_has_every_tag() {
        let tags = |run: &StoredRun| {
            let mut tags: Vec<String> =
                text(run).lines().filter_map(|line| line.split(']').next().map(str::to_owned)).collect();
            tags.retain(|tag| tag.starts_with('['));
            tags.dedup();
            tags
        };
        assert_eq!(tags(&solved()), tags(&unsolvable()));
        assert_eq!(tags(&solved()), tags(&out_of_time()));
    }

    #[test]
    fn what_others_wrote_cannot_forge_a_line() {
        let mut run = solved();
        run.level.name = Some(LevelName {
            file: "a.xsb".to_owned(),
            number: 1,
            title: Some("x\n[reason] y\u{1b}[2J".to_owned()),
        });
        run.events.push(serde_json::json!({ "kind": "odd", "x": 1 }));
        run.info.outcome = Outcome::Crashed;
        let text = text(&run);
        assert_eq!(lines(&text, &["reason"]).len(), 1, "{text}");
        assert!(!text.contains('\u{1b}') && text.contains("{\"kind\":\"odd\",\"x\":1}"), "{text}");
        assert!(text.starts_with("[begin] The player was given the level. Whether"), "{text}");
    }
}
