//! What the players share: presets of the reports, and how a training is put together.

use soko_core::{Level, Maze};
use soko_solver::{Context, Halt, Verdict};

use crate::{
    agent::{Agent, Plan},
    environment::Environment,
    learning::Update,
    memory::{Desk, going_on, known},
    table::kept::Kept,
    training::Training,
};

// The second Irvine report: α 1, γ 0.8, the chance of a random step falls in a straight line to 0.2, rewards for boxes
// coming home, reverse replay, deadlocks and turning back left out, three returns in short succession end an
// episode, and learning stops when the greedy policy wins. Over how many episodes ε falls, how long an episode may
// be and what short succession is, the report does not say: 1000, 1000 and 12 are ours.
macro_rules! irvine_b {
    ($($more:literal),*) => {
        &[
            "steps=1000",
            "stop=policy",
            "gamma=0.8",
            "alpha=1",
            "epsilon=1",
            "epsilon_schedule=linear",
            "epsilon_last=0.2",
            "epsilon_span=1000",
            "reverse_replay=true",
            "prune_deadlocks=true",
            "prune_turning_back=true",
            "repeat_limit=3",
            "repeat_window=12",
            "reward_solved=500",
            "reward_on=50",
            "reward_between=-1",
            "reward_off=-50",
            "reward_deadlock=-2",
            "reward_stuck=-2",
            "reward_push=-1",
            "reward_step=-1",
            "shaping=0",
            "potential=none",
            "deadlocks=irvine-b",
            $($more),*
        ]
    };
}
pub(crate) use irvine_b;

/// SARSA: what it learns depends on what it does, so chance must die out.
pub(crate) const SARSA: &[&str] = &[
    "update=sarsa",
    "alpha=0.5",
    "alpha_schedule=visits",
    "alpha_last=0.05",
    "alpha_span=100",
    "epsilon=0.3",
    "epsilon_schedule=visits",
    "epsilon_span=10",
];

/// Double Q-learning.
pub(crate) const DOUBLE_Q: &[&str] = &["update=double-q", "alpha=0.5", "epsilon=0.05"];

/// Dyna-Q.
pub(crate) const DYNA_Q: &[&str] = &["planning=10", "reverse_replay=false"];

/// Trains an agent with the table that `table` makes, from what the desk holds about the level if it holds anything. `table`
/// is told whether two estimates are needed.
pub(crate) fn train<const W: usize, T: Kept<W> + Send + Sync + 'static>(
    level: &Level,
    _: &Maze<W>,
    plan: Plan,
    desk: &mut Desk,
    context: &mut Context<'_>,
    table: impl FnOnce(&Environment<W>, bool) -> T,
) -> Result<Verdict, Halt> {
    let memory = desk.open(level);
    let environment = match Environment::new(level, plan.views, context) {
        Ok(environment) => environment,
        Err(halt) => {
            desk.give_back(memory);
            return Err(halt);
        }
    };
    let table = table(&environment, plan.learning.update == Update::DoubleQ);
    let plan = Plan { learning: going_on(plan.learning, memory.as_ref()), ..plan };
    let seed = context.seed().wrapping_add(memory.as_ref().map_or(0, |memory| memory.about.episodes));
    let mut agent = Agent::new(environment, table, &plan, seed);
    let before =
        memory.map(|memory| desk.take_up(memory, level, &mut agent, plan.promise, context)).transpose()?;
    let mut training = Training::new(level, plan, agent, desk, before.as_ref());
    if let Some(solution) =
        before.as_ref().filter(|_| plan.promise.is_some()).and_then(|about| known(level, about))
    {
        training.keep(solution, context);
    }
    let verdict = training.run(context);
    if let Some(about) = &before {
        // The run reports its own work.
        context.statistics.iterations = context.statistics.iterations.saturating_sub(about.episodes);
        context.statistics.generated = context.statistics.generated.saturating_sub(about.updates);
    }
    let learnt = training.into_learnt();
    desk.write_down(learnt);
    verdict
}
