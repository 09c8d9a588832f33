//! The tabular learner: one player over a table. What it tells apart, how it acts and what it counts is a choice (`Tabular`); each
//! player's own file makes one.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize, de::DeserializeOwned};
use soko_core::{Level, Maze, with_maze};
use soko_search::evaluator::Heuristic;
use soko_solver::{Configured, Context, Halt, Learner, Player, Verdict, memory::Kind};

use crate::{
    agent::{Agent, Plan},
    deadlocks::RuleSet,
    environment::{Environment, Space, Views},
    learning::{Learning, Update},
    memory::{Desk, going_on, known},
    reward::Rewards,
    table::kept::Kept,
    training::Training,
};

/// Parameters that all tabular learners have.
#[derive(Clone, Copy, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Settings {
    #[expect(missing_docs, reason = "its fields are parameters of their own")]
    #[serde(flatten)]
    pub learning: Learning,
    #[expect(missing_docs, reason = "its fields are parameters of their own")]
    #[serde(flatten)]
    pub rewards: Rewards,
    /// The estimate of what is left, for shaping.
    pub potential: Heuristic,
    /// Which deadlocks end an episode.
    pub deadlocks: RuleSet,
}

impl Settings {
    /// Learning and rewards with our potential and our rules.
    pub(crate) const fn new(learning: Learning, rewards: Rewards) -> Self {
        Self { learning, rewards, potential: Heuristic::AssignmentConflicts, deadlocks: RuleSet::Sokolab }
    }

    /// How the agent sees the game: what an action is, and whether moves count.
    pub(crate) const fn views(&self, space: Space, count_moves: bool) -> Views {
        Views {
            space,
            count_moves,
            rules: self.deadlocks,
            prune: self.learning.prune_deadlocks,
            heuristic: self.potential,
        }
    }

    /// The plan of an agent that proves nothing.
    pub(crate) const fn plan(&self, views: Views, smooth: bool) -> Plan {
        Plan { views, learning: self.learning, rewards: self.rewards, promise: None, smooth }
    }
}

/// The parameters of a tabular learner, and the table they choose.
pub(crate) trait Tabular:
    Copy + Default + Serialize + DeserializeOwned + JsonSchema + Send + 'static
{
    /// The player's name.
    const ID: &'static str;
    /// What its table is about.
    const KIND: Kind;
    /// The table for a level.
    type Table<const W: usize>: Kept<W> + Send + Sync + 'static;

    /// How it learns.
    fn plan(&self) -> Plan;

    /// An empty table; `double` if two estimates are needed.
    fn table<const W: usize>(&self, environment: &Environment<W>, double: bool) -> Self::Table<W>;
}

/// The player.
pub(crate) struct TabularPlayer<P> {
    params: P,
    desk: Desk,
}

impl<P: Tabular> Configured for TabularPlayer<P> {
    type Params = P;

    fn new(params: P) -> Self {
        let desk = Desk::new(P::ID, P::KIND, &params, params.plan().promise.is_some());
        Self { params, desk }
    }
}

impl<P: Tabular> Player for TabularPlayer<P> {
    fn solve(&mut self, level: &Level, context: &mut Context<'_>) -> Result<Verdict, Halt> {
        let (params, plan) = (self.params, self.params.plan());
        with_maze!(level, |maze| train(level, &maze, plan, &mut self.desk, context, |environment, double| {
            params.table(environment, double)
        }))
    }

    fn learner(&mut self) -> Option<&mut dyn Learner> {
        Some(&mut self.desk)
    }
}

/// Trains an agent with the table that `table` makes, from what the desk holds about the level if it holds anything. `table`
/// is told whether two estimates are needed.
fn train<const W: usize, T: Kept<W> + Send + Sync + 'static>(
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
