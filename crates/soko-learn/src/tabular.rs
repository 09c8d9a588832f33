//! The tabular learner: one player over a table. What its table tells apart, how it acts and what it counts is a choice
//! (`Tabular`); each player's own file makes one.

use std::any::Any;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize, de::DeserializeOwned};
use soko_core::{Level, Maze, with_maze};
use soko_search::evaluator::Heuristic;
use soko_solver::{Configured, Context, Halt, Player, Verdict};

use crate::{
    agent::{Agent, Plan},
    deadlocks::RuleSet,
    environment::{Environment, Space, Views},
    keeper::{Keeper, going_on, known},
    learning::{Learning, Update},
    memory::Kind,
    promise::NeverTooLow,
    reward::Rewards,
    table::kept::Kept,
    training::Training,
};

/// Parameters that all tabular learners have.
#[derive(Clone, Copy, Debug, Serialize, Deserialize, JsonSchema)]
pub(crate) struct Settings {
    /// How values are learnt.
    #[serde(flatten)]
    #[schemars(title = "Prefer good cells")]
    pub learning: Learning,
    /// What is paid.
    #[serde(flatten)]
    pub rewards: Rewards,
    /// The estimate of what is left, for shaping.
    #[schemars(title = "Estimate for shaping")]
    pub potential: Heuristic,
    /// Which deadlocks end an episode.
    #[schemars(title = "Deadlocks")]
    pub deadlocks: RuleSet,
}

impl Settings {
    /// Costs for rewards, our potential and our rules, values that overwrite.
    pub(crate) const EXACT: Self = Self::new(Learning::EXACT, Rewards::COSTS);

    /// Learning and rewards with our potential and our rules.
    pub(crate) const fn new(learning: Learning, rewards: Rewards) -> Self {
        Self { learning, rewards, potential: Heuristic::AssignmentConflicts, deadlocks: RuleSet::Sokolab }
    }
}

/// What makes one tabular learner: its table, what an action is, and the parameters that it alone has.
pub(crate) trait Tabular:
    Copy + Default + Serialize + DeserializeOwned + JsonSchema + Send + 'static
{
    /// The player's name.
    const ID: &'static str;
    /// What an action is.
    const SPACE: Space;
    /// The settings that are ours.
    const SETTINGS: Settings;
    /// The table for a level.
    type Table<const W: usize>: Kept<W> + Send + Sync + 'static;

    /// Are moves what counts?
    fn counts_moves(&self) -> bool {
        Self::SPACE == Space::Moves
    }

    /// Are the pushes of a solution put in an order that needs fewer steps?
    fn smooths(&self) -> bool {
        false
    }

    /// An empty table; `double` if two estimates are needed.
    fn table<const W: usize>(&self, environment: &Environment<W>, double: bool) -> Self::Table<W>;
}

/// Parameters of a tabular learner: those of all, then its own.
#[derive(Clone, Copy, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(bound(deserialize = "L: DeserializeOwned"))]
pub(crate) struct Params<L> {
    /// What it shares with others.
    #[serde(flatten)]
    settings: Settings,
    /// What it alone has.
    #[serde(flatten)]
    own: L,
}

impl<L: Tabular> Default for Params<L> {
    fn default() -> Self {
        Self { settings: L::SETTINGS, own: L::default() }
    }
}

impl<L: Tabular> Params<L> {
    /// How the agent plays and learns. Values prove something only in a table that tells all positions apart.
    fn plan(&self) -> Plan {
        let Settings { learning, rewards, potential, deadlocks } = self.settings;
        let views = Views {
            space: L::SPACE,
            count_moves: self.own.counts_moves(),
            rules: deadlocks,
            prune: learning.prune_deadlocks,
            heuristic: potential,
        };
        let exact = <L::Table<1> as Kept<1>>::KIND == Kind::States;
        let promise = if exact { NeverTooLow::of(views, &learning, &rewards) } else { None };
        Plan { views, learning, rewards, promise, smooth: self.own.smooths() }
    }
}

/// The player.
pub(crate) struct TabularPlayer<L> {
    params: Params<L>,
    keeper: Keeper,
}

impl<L: Tabular> Configured for TabularPlayer<L> {
    type Params = Params<L>;

    fn new(params: Params<L>) -> Self {
        let kind = <L::Table<1> as Kept<1>>::KIND;
        let keeper = Keeper::new(L::ID, kind, &params, params.plan().promise.is_some());
        Self { params, keeper }
    }
}

impl<L: Tabular> Player for TabularPlayer<L> {
    fn solve(&mut self, level: &Level, context: &mut Context<'_>) -> Result<Verdict, Halt> {
        let (own, plan) = (self.params.own, self.params.plan());
        with_maze!(level, few_widths, |maze| train(
            level,
            &maze,
            plan,
            &mut self.keeper,
            context,
            |environment, double| { own.table(environment, double) }
        ))
    }

    fn keeper(&mut self) -> Option<&mut dyn Any> {
        Some(&mut self.keeper)
    }
}

/// Trains an agent with the table that `table` makes, from what the keeper holds about the level if it holds anything. `table`
/// is told whether two estimates are needed. The maze is there for its width alone.
fn train<const W: usize, T: Kept<W> + Send + Sync + 'static>(
    level: &Level,
    _: &Maze<W>,
    plan: Plan,
    keeper: &mut Keeper,
    context: &mut Context<'_>,
    table: impl FnOnce(&Environment<W>, bool) -> T,
) -> Result<Verdict, Halt> {
    let memory = keeper.open(level);
    let environment = match Environment::new(level, plan.views, context) {
        Ok(environment) => environment,
        Err(halt) => {
            keeper.give_back(memory);
            return Err(halt);
        }
    };
    let table = table(&environment, plan.learning.update == Update::DoubleQ);
    let plan = Plan { learning: going_on(plan.learning, memory.as_ref()), ..plan };
    let seed = context.seed().wrapping_add(memory.as_ref().map_or(0, |memory| memory.about.episodes));
    let mut agent = Agent::new(environment, table, &plan, seed);
    agent.watch(keeper.pace.clone());
    let before =
        memory.map(|memory| keeper.take_up(memory, level, &mut agent, plan.promise, context)).transpose()?;
    let mut training = Training::new(level, plan, agent, keeper, before.as_ref());
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
    keeper.write_down(learnt);
    verdict
}
