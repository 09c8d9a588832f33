//! The jobs of servers before this one, as their pages saw them last; and numbers that are never given twice.
//!
//! What pages see of a job is kept in the lab's database when it is taken on and when it has ended. So an address with a job's number
//! shows that job for as long as it is remembered, and never another one. A job that was kept as playing has been lost with its
//! server.

use std::{
    collections::BTreeMap,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use serde_json::{Value, json};

use super::view::{Job, ListedJob};
use crate::{limits, problem::Problem, results::Results};

/// What was kept.
pub(super) struct Archive {
    results: Arc<Results>,
    /// The lines of jobs of servers before this one.
    lines: Mutex<BTreeMap<u64, Value>>,
}

impl Archive {
    /// What earlier servers have kept; nothing if it cannot be read.
    pub(super) fn open(results: Arc<Results>) -> Self {
        let lines = results.store().jobs().unwrap_or_default();
        let lines = lines.into_iter().filter_map(|(number, line)| Some((number, past(&line)?))).collect();
        Self { results, lines: Mutex::new(lines) }
    }

    fn lines(&self) -> MutexGuard<'_, BTreeMap<u64, Value>> {
        self.lines.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A number for a new job.
    ///
    /// # Errors
    /// The database cannot be written.
    pub(super) fn number(&self) -> Result<u64, Problem> {
        self.results.store().number_job(limits::JOBS_ENDED).map_err(Problem::internal)
    }

    /// Keeps what pages see of a job. If that fails the job itself goes on, and its run says if it could not be recorded.
    pub(super) fn keep(&self, number: u64, line: &ListedJob, state: &Job) {
        if let (Ok(line), Ok(state)) = (serde_json::to_string(line), serde_json::to_string(state)) {
            let _ = self.results.store().keep_job(number, &line, &state);
        }
    }

    /// The lines of the newest jobs of earlier servers, the newest first.
    pub(super) fn newest(&self, most: usize) -> Vec<Value> {
        self.lines().values().rev().take(most).cloned().collect()
    }

    /// All that pages saw of a job of an earlier server.
    pub(super) fn state(&self, number: u64) -> Option<Value> {
        if !self.lines().contains_key(&number) {
            return None;
        }
        past(&self.results.store().job(number).ok()??)
    }

    /// Forgets a job of an earlier server; false if there is none.
    ///
    /// # Errors
    /// The database cannot be written.
    pub(super) fn forget(&self, number: u64) -> Result<bool, Problem> {
        self.results.store().forget_job(number).map_err(Problem::internal)?;
        Ok(self.lines().remove(&number).is_some())
    }
}

/// A job that is over, whatever was kept of it.
fn past(kept: &str) -> Option<Value> {
    let mut job: Value = serde_json::from_str(kept).ok()?;
    let fields = job.as_object_mut()?;
    if fields.get("status")?.as_str()? == "solving" {
        fields.extend([
            ("status".to_owned(), json!("stopped")),
            ("words".to_owned(), json!("lost: the server ended while it played")),
            ("paused".to_owned(), json!(false)),
            ("queue".to_owned(), Value::Null),
        ]);
        if let Some(result) = fields.get_mut("result") {
            *result = json!({ "status": "stopped" });
        }
    }
    Some(job)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_job_that_was_lost_with_its_server_says_so() {
        let kept = r#"{"id":7,"status":"solving","words":"solving","paused":true,"queue":1,"result":null,"expanded":5}"#;
        let job = past(kept).unwrap();
        assert_eq!((&job["status"], &job["result"]), (&json!("stopped"), &json!({ "status": "stopped" })));
        assert!(job["words"].as_str().unwrap().starts_with("lost"), "{job}");
        assert_eq!(
            (&job["paused"], &job["queue"], &job["expanded"]),
            (&json!(false), &Value::Null, &json!(5))
        );
    }

    #[test]
    fn a_job_that_has_ended_stays_as_it_was_and_what_is_none_is_left_out() {
        let kept = r#"{"id":7,"status":"solved","result":{"pushes":3}}"#;
        assert_eq!(past(kept).unwrap(), serde_json::from_str::<Value>(kept).unwrap());
        assert_eq!((past("null"), past("{}"), past("{")), (None, None, None));
    }
}
