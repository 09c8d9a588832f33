//! All trials, one by one, for other programs.
//!
//! One list of named fields per trial serves both forms, so that a column of the CSV and a key of the JSON are the same
//! thing. A trial that was not made has its plan and empty fields after it. The command makes the trial again.

use std::fmt::Write as _;

use serde_json::{Value, json};
use soko_lab::{
    Dataset,
    dataset::{RunInfo, Trial},
};

type Fields = Vec<(&'static str, Value)>;

/// All trials as CSV: a header, then a line per trial in the order of the plan.
pub fn runs_csv(dataset: &Dataset) -> String {
    let mut text = String::new();
    for (number, trial) in dataset.trials.iter().enumerate() {
        let fields = fields(dataset, trial);
        if number == 0 {
            line(&mut text, fields.iter().map(|(name, _)| (*name).to_owned()));
        }
        line(&mut text, fields.into_iter().map(|(_, value)| written(value)));
    }
    text
}

/// All trials as JSON: an array with one object per trial in the order of the plan, one to a line.
///
/// It is written piece by piece; as one value in memory a hundred thousand trials would take half a gigabyte.
pub fn runs_json_text(dataset: &Dataset) -> String {
    let mut text = "[".to_owned();
    for (number, trial) in dataset.trials.iter().enumerate() {
        text += if number == 0 { "\n{" } else { ",\n{" };
        for (place, (name, value)) in fields(dataset, trial).into_iter().enumerate() {
            // The names are ours and need no escapes.
            let _ = write!(text, "{}\"{name}\":{value}", if place == 0 { "" } else { "," });
        }
        text.push('}');
    }
    text += "\n]\n";
    text
}

fn fields(dataset: &Dataset, trial: &Trial) -> Fields {
    let (level, contender) = (&dataset.levels[trial.level], &dataset.contenders[trial.contender]);
    let mut fields: Fields = vec![
        ("file", json!(level.name.file)),
        ("number", json!(level.name.number)),
        ("title", json!(level.name.title)),
        ("hash", json!(level.hash.to_string())),
        ("boxes", json!(level.boxes)),
        ("log10_states", json!(level.log10_states)),
        ("optimum", json!(level.optimum)),
        ("contender", json!(contender.name)),
        ("player", json!(contender.player)),
        ("preset", json!(contender.preset)),
        ("parameters", json!(contender.parameters)),
        ("threads", json!(contender.threads)),
        ("seed", json!(trial.seed)),
        ("repetition", json!(trial.repetition)),
        ("job", json!(trial.job.to_string())),
    ];
    fields.extend(run_fields(dataset, trial.run.as_ref()));
    fields.push(("command", json!(dataset.command(trial))));
    fields
}

/// What came of it; all null if it was not made.
fn run_fields(dataset: &Dataset, run: Option<&RunInfo>) -> Fields {
    let of = |value: &dyn Fn(&RunInfo) -> Value| run.map_or(Value::Null, value);
    vec![
        ("run", of(&|run| json!(run.id.to_string()))),
        ("outcome", of(&|run| json!(run.outcome.id()))),
        ("pushes", of(&|run| json!(run.lengths.map(|(pushes, _)| pushes)))),
        ("moves", of(&|run| json!(run.lengths.map(|(_, moves)| moves)))),
        ("optimal", of(&|run| json!(run.optimal.map(soko_solver::Objective::id)))),
        ("wall_seconds", of(&|run| json!(run.wall))),
        ("cpu_seconds", of(&|run| json!(run.cpu))),
        ("iterations", of(&|run| json!(run.statistics.iterations))),
        ("generated", of(&|run| json!(run.statistics.generated))),
        ("expanded", of(&|run| json!(run.statistics.expanded))),
        ("open", of(&|run| json!(run.statistics.open))),
        ("closed", of(&|run| json!(run.statistics.closed))),
        ("peak_memory_bytes", of(&|run| json!(run.statistics.peak_memory_bytes))),
        ("watchdog", of(&|run| json!(run.watchdog))),
        ("load", of(&|run| json!(run.load))),
        ("started_ms", of(&|run| json!(run.started_ms))),
        ("host", of(&|run| json!(dataset.hosts.get(run.host).map(|host| &host.name)))),
    ]
}

fn written(value: Value) -> String {
    match value {
        Value::Null => String::new(),
        Value::String(text) => text,
        other => other.to_string(),
    }
}

fn line(text: &mut String, fields: impl Iterator<Item = String>) {
    let quoted: Vec<String> = fields.map(|field| crate::table::field(&field)).collect();
    text.extend([quoted.join(",").as_str(), "\n"]);
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::sample::sample;

    fn runs_json(dataset: &Dataset) -> Value {
        serde_json::from_str(&runs_json_text(dataset)).unwrap()
    }

    #[test]
    fn both_forms_have_the_same_fields() {
        let dataset = sample();
        let json = runs_json(&dataset);
        let csv = runs_csv(&dataset);
        let keys: BTreeSet<&str> = json[0].as_object().unwrap().keys().map(String::as_str).collect();
        assert_eq!(csv.lines().next().unwrap().split(',').collect::<BTreeSet<_>>(), keys);
        assert_eq!((csv.lines().count(), json.as_array().unwrap().len()), (13, 12));
        assert_eq!(runs_json_text(&dataset).lines().count(), 14);
    }

    #[test]
    fn a_trial_has_its_names_its_numbers_and_its_command() {
        let dataset = sample();
        let trial = &runs_json(&dataset)[3];
        assert_eq!(trial["contender"], "slow");
        assert_eq!(
            (&trial["pushes"], &trial["moves"], &trial["expanded"]),
            (&json!(12), &json!(36), &json!(2000))
        );
        assert_eq!(trial["job"], "03030303030303030303030303030303");
        assert_eq!(trial["run"], "83838383838383838383838383838383");
        assert_eq!(trial["command"], dataset.command(&dataset.trials[3]));
        assert_eq!(
            (&trial["outcome"], &trial["host"], &trial["optimal"]),
            (&json!("solved"), &json!("here"), &Value::Null)
        );
    }

    #[test]
    fn what_was_not_made_is_empty() {
        let mut dataset = sample();
        dataset.trials.truncate(1);
        dataset.trials[0].run = None;
        dataset.contenders[0].parameters = "{\"a\":1,\"b\":2}".to_owned();
        let csv = runs_csv(&dataset);
        assert!(
            csv.contains(",\"{\"\"a\"\":1,\"\"b\"\":2}\",1,1,1,00000000000000000000000000000000,,,,,,"),
            "{csv}"
        );
        assert_eq!(runs_json(&dataset)[0]["wall_seconds"], Value::Null);
        assert_eq!(runs_csv(&Dataset::default()), "");
    }
}
