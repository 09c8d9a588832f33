//! What a learner keeps between runs: the table it was given, and the one it leaves behind.
//!
//! A table is taken up if it is about the same level and was learnt by the same player with the same parameters, as far as
//! they change what its values mean: rewards, discount, potential, rules. How long and how boldly to explore may
//! change from run to run. Where values prove something the learning rate counts as well.
//!
//! Taking up costs as much as seeing every position for the first time: its actions and its potential are worked out
//! anew, and where values prove something every tried action is played once. A quarter of a million positions a second is
//! usual. A run that is halted before it is done gives the table back as it was.
//!
//! Going on means going on: episodes are counted from where they ended, so that schedules continue, a limit of
//! episodes is one for the run at hand, and the seed is moved on by the episodes, so that chance does not repeat itself.

use serde::Serialize;
use serde_json::{Map, Value};
use soko_core::{Level, Solution, Verified, identity, lurd, replay};
use soko_solver::{Context, Halt, Player};

use crate::{
    agent::Agent,
    learning::Learning,
    memory::{About, Chart, Kind, Memory, MemoryError, Rows},
    pace::Pace,
    promise::NeverTooLow,
    table::kept::Kept,
};

/// Parameters that say how to explore and for how long.
const FREE: [&str; 15] = [
    "episodes",
    "steps",
    "stretch",
    "stop",
    "patience",
    "epsilon",
    "epsilon_schedule",
    "epsilon_last",
    "epsilon_span",
    "reverse_replay",
    "planning",
    "prune_turning_back",
    "repeat_limit",
    "repeat_window",
    "walkers",
];

/// Parameters that count only where values prove something.
const RATE: [&str; 4] = ["alpha", "alpha_schedule", "alpha_last", "alpha_span"];

/// What a run has learnt, put into rows when it is asked for.
pub(crate) type Learnt = Box<dyn FnOnce() -> Memory + Send>;

/// The part of a learner that can begin where another run of it has ended.
pub struct Keeper {
    pub(crate) player: &'static str,
    pub(crate) kind: Kind,
    pub(crate) parameters: Map<String, Value>,
    /// Are values proofs?
    proves: bool,
    recalled: Option<Memory>,
    keeps: bool,
    learnt: Option<Learnt>,
    pub(crate) pace: Option<Pace>,
}

impl Keeper {
    /// The keeper of a player, if it is a tabular learner.
    pub fn of(player: &mut dyn Player) -> Option<&mut Self> {
        player.keeper()?.downcast_mut()
    }

    /// Gives it a table to go on from when it next plays this level.
    ///
    /// # Errors
    /// What was learnt does not hold here: another player, board or table, or a parameter that changes what values
    /// mean.
    pub fn recall(&mut self, level: &Level, memory: Memory) -> Result<(), MemoryError> {
        self.admits(level, &memory)?;
        self.recalled = Some(memory);
        Ok(())
    }

    /// Could it go on from this table when it plays this level?
    ///
    /// # Errors
    /// As of [`recall`](Self::recall).
    pub fn admits(&self, level: &Level, memory: &Memory) -> Result<(), MemoryError> {
        memory.check()?;
        let About { player, level: there, kind, parameters, .. } = &memory.about;
        if player != self.player {
            return Err(MemoryError::OtherPlayer { there: player.clone(), here: self.player });
        }
        let here = identity::exact(level).to_string();
        if *there != here {
            return Err(MemoryError::OtherLevel { there: there.clone(), here });
        }
        if *kind != self.kind {
            return Err(MemoryError::OtherKind { there: kind.id(), here: self.kind.id() });
        }
        self.difference(parameters).map_or(Ok(()), Err)
    }

    /// Lets a watcher set the pace of the next run.
    pub fn watch(&mut self, pace: Pace) {
        self.pace = Some(pace);
    }

    /// Asks it to keep the table of the next run.
    pub const fn keep(&mut self) {
        self.keeps = true;
    }

    /// What the last run has learnt, also if it was halted; nothing if it was not asked to keep it.
    pub fn take(&mut self) -> Option<Memory> {
        self.learnt.take().map(|learnt| learnt())
    }

    pub(crate) fn new(player: &'static str, kind: Kind, parameters: &impl Serialize, proves: bool) -> Self {
        let Ok(Value::Object(parameters)) = serde_json::to_value(parameters) else {
            unreachable!("parameters are a struct of plain values")
        };
        Self { player, kind, parameters, proves, recalled: None, keeps: false, learnt: None, pace: None }
    }

    /// The first parameter that would change what values mean.
    fn difference(&self, there: &Map<String, Value>) -> Option<MemoryError> {
        let scaled = self.parameters.get("quadratic_scale") == Some(&Value::Bool(true));
        let counts = |name: &str| match name {
            "steps" => scaled,
            _ if RATE.contains(&name) => self.proves,
            _ => !FREE.contains(&name),
        };
        let shown = |value: Option<&Value>| match value {
            Some(Value::String(text)) => text.clone(),
            Some(value) => value.to_string(),
            None => "nothing".to_owned(),
        };
        let mut names = self.parameters.iter().filter(|(name, _)| counts(name));
        let (name, here) = names.find(|(name, here)| !there.get(*name).is_some_and(|v| same(v, here)))?;
        Some(MemoryError::OtherParameter {
            name: name.clone(),
            there: shown(there.get(name)),
            here: shown(Some(here)),
        })
    }

    /// The table to go on from, if it is about this level.
    pub(crate) fn open(&mut self, level: &Level) -> Option<Memory> {
        self.learnt = None;
        self.recalled.take().filter(|memory| memory.about.level == identity::exact(level).to_string())
    }

    /// Fills an agent's table. If there is no room or time for that, the memory is left as it was.
    pub(crate) fn take_up<const W: usize, T: Kept<W>>(
        &mut self,
        memory: Memory,
        level: &Level,
        agent: &mut Agent<W, T>,
        promise: Option<NeverTooLow>,
        context: &mut Context<'_>,
    ) -> Result<About, Halt> {
        let taken = fill(&memory.rows, level, agent, promise, context);
        if let Err(halt) = taken {
            self.give_back(Some(memory));
            return Err(halt);
        }
        agent.episodes = memory.about.episodes;
        agent.updates = memory.about.updates;
        Ok(memory.about)
    }

    /// Keeps a memory as it was, for want of room or time to go on with it.
    pub(crate) fn give_back(&mut self, memory: Option<Memory>) {
        self.learnt = memory.filter(|_| self.keeps).map(|memory| -> Learnt { Box::new(|| memory) });
    }

    /// Is what is learnt to be kept?
    pub(crate) const fn keeps(&self) -> bool {
        self.keeps
    }

    /// Keeps what was learnt.
    pub(crate) fn write_down(&mut self, learnt: Option<Learnt>) {
        self.learnt = learnt;
    }
}

/// What is to be learnt when episodes were played before: a limit of episodes is one for the run at hand.
pub(crate) fn going_on(learning: Learning, memory: Option<&Memory>) -> Learning {
    let played = memory.map_or(0, |memory| memory.about.episodes);
    let more = if learning.episodes == 0 { 0 } else { played };
    Learning { episodes: learning.episodes.saturating_add(more), ..learning }
}

/// Fills an agent's table with rows, for which there must be room beside it.
fn fill<const W: usize, T: Kept<W>>(
    rows: &Rows,
    level: &Level,
    agent: &mut Agent<W, T>,
    promise: Option<NeverTooLow>,
    context: &mut Context<'_>,
) -> Result<(), Halt> {
    let numbers = rows.keys.len() + rows.first.len() + 3 * rows.actions.len() + rows.other.len();
    let held = 4 * numbers as u64;
    context.acquire(held)?;
    context.phase("taking up the table");
    agent.table.import(rows, &mut agent.environment, &Chart::of(level), context)?;
    if promise.is_some() {
        let lifted = agent.justify(context)?;
        if lifted > 0 {
            context.note(format!("{lifted} values of the table were too low and have been lifted"));
        }
    }
    context.release(held);
    context.phase("learning");
    Ok(())
}

/// The solution that a memory holds, replayed by the rules.
pub(crate) fn known(level: &Level, about: &About) -> Option<Verified<Solution>> {
    let directions = lurd::parse(about.solution.as_deref()?).ok()?;
    replay(level, &directions).ok()
}

/// The same value; numbers may have lost their last digit on the way through a file.
fn same(a: &Value, b: &Value) -> bool {
    match (a.as_f64(), b.as_f64()) {
        (Some(a), Some(b)) => (a - b).abs() <= 1e-12 * a.abs().max(b.abs()),
        _ => a == b,
    }
}
