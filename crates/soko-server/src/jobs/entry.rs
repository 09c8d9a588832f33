//! A job: what was asked for, the handle that stops it, and how it is getting on.

use std::{
    sync::{Mutex, MutexGuard, PoisonError},
    time::{SystemTime, UNIX_EPOCH},
};

use soko_learn::Pace;
use soko_solver::Control;

use super::{ending::Ending, order::Order, pace::PaceInfo, progress::Progress};
use crate::{
    problem::Problem,
    status::{Allows, Stage},
};

/// A job.
pub(crate) struct Entry {
    pub(crate) number: u64,
    pub(crate) order: Order,
    pub(crate) control: Control,
    /// How fast a learner goes on.
    pub(super) pace: Pace,
    /// When it was asked for, in milliseconds since 1970.
    pub(super) created_ms: u64,
    progress: Mutex<Progress>,
    telling: Mutex<()>,
}

impl Entry {
    pub(crate) fn new(number: u64, order: Order) -> Self {
        let now = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_millis() as u64);
        let pace = Pace::default();
        if let Some(wish) = order.pace {
            pace.set(wish);
        }
        Self {
            number,
            order,
            control: Control::default(),
            pace,
            created_ms: now,
            progress: Mutex::default(),
            telling: Mutex::default(),
        }
    }

    pub(crate) fn progress(&self) -> MutexGuard<'_, Progress> {
        self.progress.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Asks it to end.
    pub(super) fn stop(&self) {
        self.control.stop();
        self.pace.end();
    }

    /// The pace of a learner, and what there is to see of it.
    pub(crate) fn pace_info(&self) -> PaceInfo {
        PaceInfo::of(&self.pace.standing(), &self.order.level)
    }

    /// Held while pages are told.
    pub(crate) fn telling(&self) -> MutexGuard<'_, ()> {
        self.telling.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn stage(&self) -> Stage {
        self.progress().stage()
    }

    /// The name of its run, if there is a protocol of it.
    ///
    /// # Errors
    /// It has not ended, or never began.
    pub(crate) fn run_to_export(&self) -> Result<String, Problem> {
        let number = self.number;
        self.require(
            Allows::export_protocol,
            |stage| format!("there is no protocol of job {number} while it is {stage}"),
            "wait until it has ended, or stop it",
        )?;
        let run = self.progress().ending.as_ref().and_then(|ending| ending.run.clone());
        run.ok_or_else(|| Problem::conflict(format!("job {number} never began: there is no protocol")))
    }

    /// How it ended.
    ///
    /// # Errors
    /// There is nothing to walk through.
    pub(crate) fn ending_to_walk(&self) -> Result<Ending, Problem> {
        let number = self.number;
        let nothing = |stage: &str| format!("there is nothing to walk through in job {number} ({stage})");
        self.require(Allows::walk, nothing, "a solution can be walked through once there is one")?;
        let ending = self.progress().ending.clone();
        ending.ok_or_else(|| Problem::conflict(format!("job {number} has not ended")))
    }

    /// Refuses what its stage does not allow; the message is given the stage's title.
    fn require(
        &self,
        allowed: fn(Allows) -> bool,
        message: impl Fn(&str) -> String,
        help: &str,
    ) -> Result<(), Problem> {
        let stage = self.stage();
        if allowed(stage.allows()) {
            return Ok(());
        }
        Err(Problem::conflict(message(stage.title())).help(help))
    }
}
