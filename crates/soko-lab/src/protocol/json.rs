//! The protocol for programs: one object, every key always there, `null` for what does not apply.
//!
//! Keys that `solve --json` has mean the same here.

use serde_json::{Value, json};

use super::Facts;
use crate::{store::StoredRun, utc::utc};

/// The version of the keys; it grows when one changes its meaning.
const VERSION: u32 = 1;

/// The protocol of a run as JSON.
pub fn json(run: &StoredRun) -> Value {
    let facts = Facts::of(run);
    let condition = facts.condition();
    let (info, setup, counts) = (&run.info, &run.job.setup, &run.info.statistics);
    let named = run.level.name.as_ref();
    json!({
        "protocol": VERSION,
        "run": info.id.to_string(),
        "job": run.job.id.to_string(),
        "repetition": run.job.repetition,
        "program": setup.program,
        "host": { "name": run.host.name, "description": run.host.description, "load": info.load },
        "player": setup.player,
        "parameters": facts.parameters,
        "began_with_table": facts.began_with_table,
        "seed": run.job.seed,
        "threads": setup.threads,
        "limits": {
            "time_ms": setup.limits.time_ms,
            "memory_bytes": setup.limits.memory,
            "nodes": setup.limits.nodes,
        },
        "problem": {
            "type": "sokoban",
            "boxes": facts.counts.map(|(boxes, _)| boxes),
            "goals": facts.counts.map(|(_, goals)| goals),
            "condition": condition,
        },
        "level": {
            "file": named.map(|name| &name.file),
            "index": named.map(|name| name.number),
            "title": named.and_then(|name| name.title.as_ref()),
            "hash": run.level.hash.to_string(),
            "board": run.level.board,
        },
        "started": utc(info.started_ms),
        "finished": utc(facts.finished_ms),
        "status": info.outcome,
        "halted": facts.halted,
        "reason": facts.reason,
        "watchdog": info.watchdog,
        "note": run.note,
        "pushes": info.lengths.map(|(pushes, _)| pushes),
        "moves": info.lengths.map(|(_, moves)| moves),
        "optimal": info.optimal.map(soko_solver::Objective::id),
        "solution": run.solution,
        "time_s": info.wall,
        "cpu_s": info.cpu,
        "iterations": counts.iterations,
        "generated": counts.generated,
        "expanded": counts.expanded,
        "open": counts.open,
        "closed": counts.closed,
        "peak_memory_bytes": counts.peak_memory_bytes,
        "events": run.events,
        "command": facts.command,
    })
}

#[cfg(test)]
mod tests {
    use super::{
        super::tests::{out_of_time, solved, unsolvable},
        *,
    };

    #[test]
    fn a_solved_run_has_its_values() {
        let protocol = json(&solved());
        for (key, value) in [
            ("/run", json!("abababababababababababababababab")),
            ("/repetition", json!(2)),
            ("/host/load", json!(0.5)),
            ("/parameters/dead_squares", json!(false)),
            ("/limits/time_ms", json!(10_000)),
            ("/problem/boxes", json!(1)),
            ("/level/index", json!(1)),
            ("/level/title", json!("One push")),
            ("/level/board", json!("#####\n#@$.#\n#####\n")),
            ("/started", json!("2023-11-14T22:13:20.123Z")),
            ("/finished", json!("2023-11-14T22:13:20.188Z")),
            ("/status", json!("solved")),
            ("/halted", Value::Null),
            ("/pushes", json!(1)),
            ("/optimal", json!("pushes")),
            ("/solution", json!("R")),
            ("/iterations", json!(4)),
            ("/generated", json!(67)),
            ("/expanded", json!(57)),
            ("/events/1/text", json!("search")),
        ] {
            assert_eq!(protocol.pointer(key), Some(&value), "{key}");
        }
    }

    #[test]
    fn keys_are_always_there() {
        let keys = |run: &StoredRun| -> Vec<String> {
            json(run).as_object().map(|object| object.keys().cloned().collect()).unwrap_or_default()
        };
        assert_eq!(keys(&solved()), keys(&unsolvable()));
        assert_eq!(keys(&solved()), keys(&out_of_time()));
        let protocol = json(&unsolvable());
        assert_eq!((&protocol["solution"], &protocol["level"]["file"]), (&Value::Null, &Value::Null));
        let protocol = json(&out_of_time());
        assert_eq!((&protocol["status"], &protocol["watchdog"]), (&json!("time-limit"), &json!(true)));
        assert!(protocol["note"].as_str().is_some_and(|note| note.starts_with("the watchdog ended it")));
    }
}
