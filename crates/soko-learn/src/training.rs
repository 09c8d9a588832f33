//! Training: episode after episode, until there is nothing more to learn or the budget is used up.
//!
//! What is reported: `iterations` are episodes, `expanded` are actions taken, `generated` are values updated and
//! `closed` are situations in the table. Every solution that an episode or the greedy policy finds is replayed by
//! the rules, and the best one is the player's answer. A player that has used up its episodes without a solution
//! ends as if it had run out of nodes: the episodes are its own limit on them.

use soko_core::{Level, Push, Solution, Verified, replay, walk::connect};
use soko_solver::{Context, Halt, Objective, Verdict};

use crate::{
    agent::{Agent, Episode},
    curve::Curve,
    environment::Space,
    learning::{Learning, Stop},
    table::Table,
};

/// A training in progress.
pub(crate) struct Training<'a, const W: usize, T> {
    level: &'a Level,
    learning: Learning,
    pub(crate) agent: Agent<W, T>,
    /// What a greedy episode without news proves.
    proof: Option<Objective>,
    pub(crate) best: Option<Verified<Solution>>,
    curve: Curve,
    held: u64,
    /// Actions of the best policy so far, and the episode that brought it.
    policy: Option<(usize, u64)>,
}

impl<'a, const W: usize, T: Table<W>> Training<'a, W, T> {
    pub(crate) fn new(
        level: &'a Level,
        learning: Learning,
        agent: Agent<W, T>,
        proof: Option<Objective>,
    ) -> Self {
        Self { level, learning, agent, proof, best: None, curve: Curve::default(), held: 0, policy: None }
    }

    /// Trains to the end and says what the table takes.
    pub(crate) fn run(&mut self, context: &mut Context<'_>) -> Result<Verdict, Halt> {
        let verdict = self.train(context);
        let (rows, bytes) = (self.agent.table.rows(), self.agent.table.bytes());
        if rows > 0 {
            context.note(format!("a table of {rows} rows, {} bytes each", bytes / rows as u64));
        }
        verdict
    }

    fn train(&mut self, context: &mut Context<'_>) -> Result<Verdict, Halt> {
        if self.level.is_solved(self.level.start()) {
            return Ok(solved(replay(self.level, &[]).expect("nothing is left to do"), self.proof));
        }
        if self.agent.environment.is_lost() {
            return Ok(Verdict::Unsolvable);
        }
        while self.learning.episodes == 0 || self.agent.episodes < self.learning.episodes {
            let episode = self.agent.episode(context)?;
            self.account(&episode, context)?;
            if let Some(verdict) = self.settle(&episode, context)? {
                return Ok(verdict);
            }
        }
        let Some(best) = self.best.clone() else {
            context.note(format!("{} episodes are used up", self.agent.episodes));
            return Err(Halt::Nodes);
        };
        Ok(solved(best, None))
    }

    /// Brings the counters up to date and tells how the episode went.
    fn account(&mut self, episode: &Episode, context: &mut Context<'_>) -> Result<(), Halt> {
        context.statistics.iterations = self.agent.episodes;
        context.statistics.generated = self.agent.updates;
        context.statistics.closed = self.agent.table.rows() as u64;
        self.curve.add(self.agent.episodes, episode, self.agent.table.rows(), context);
        let bytes = self.agent.environment.bytes();
        if bytes > self.held {
            context.acquire(bytes - self.held)?;
            self.held = bytes;
        }
        context.poll()
    }

    /// Decides whether that was the last episode.
    fn settle(&mut self, episode: &Episode, context: &mut Context<'_>) -> Result<Option<Verdict>, Halt> {
        if episode.solved {
            let actions = self.agent.trace.actions.clone();
            let solution = self.verified(&actions);
            let number = self.agent.episodes;
            let moves = f64::from(solution.metrics().moves);
            if self.best.is_none() {
                context.metric("first solution", number, moves);
            }
            context.metric("last solution", number, moves);
            self.keep(solution, context);
        }
        let Some(best) = self.best.clone() else { return Ok(None) };
        match self.learning.stop {
            Stop::Never => Ok(None),
            Stop::Solved => Ok(Some(solved(best, None))),
            Stop::Policy => Ok(self.try_policy(context)?.map(|_| self.solved_best())),
            Stop::Converged if self.proof.is_some() => {
                let proven = self.agent.least_cost(context)? >= self.agent.cost_to_beat;
                Ok(proven.then(|| solved(best, self.proof)))
            }
            Stop::Converged => Ok(self.has_settled(context)?.then(|| self.solved_best())),
        }
    }

    fn solved_best(&self) -> Verdict {
        solved(self.best.clone().expect("there is a solution"), None)
    }

    /// Plays the greedy policy; its number of actions if it solves the level.
    fn try_policy(&mut self, context: &mut Context<'_>) -> Result<Option<usize>, Halt> {
        let Some(actions) = self.agent.rollout(context)? else { return Ok(None) };
        let solution = self.verified(&actions);
        self.keep(solution, context);
        Ok(Some(actions.len()))
    }

    /// Has the greedy policy not become better for long?
    fn has_settled(&mut self, context: &mut Context<'_>) -> Result<bool, Halt> {
        let length = self.try_policy(context)?;
        let episode = self.agent.episodes;
        match (length, self.policy) {
            (Some(length), None) => self.policy = Some((length, episode)),
            (Some(length), Some((known, _))) if length < known => self.policy = Some((length, episode)),
            _ => {}
        }
        Ok(length.is_some()
            && self.policy.is_some_and(|(_, since)| episode - since >= self.learning.patience))
    }

    /// Takes a solution as the best one so far, if it is.
    pub(crate) fn keep(&mut self, solution: Verified<Solution>, context: &mut Context<'_>) {
        let cost = |solution: &Solution| {
            let metrics = solution.metrics();
            if self.agent.environment.views.count_moves {
                (metrics.moves, metrics.pushes)
            } else {
                (metrics.pushes, metrics.moves)
            }
        };
        if self.best.as_ref().is_none_or(|best| cost(&solution) < cost(best)) {
            self.agent.cost_to_beat = f64::from(cost(&solution).0);
            context.incumbent(solution.clone());
            self.best = Some(solution);
        }
    }

    /// Actions as a solution, replayed by the rules.
    fn verified(&self, actions: &[Push]) -> Verified<Solution> {
        let path = match self.agent.environment.views.space {
            Space::Moves => actions.iter().map(|action| action.direction).collect(),
            Space::Pushes => connect(self.level, actions).expect("every push of an agent is legal"),
        };
        replay(self.level, &path).expect("the agent has reached the end")
    }
}

const fn solved(solution: Verified<Solution>, optimal: Option<Objective>) -> Verdict {
    Verdict::Solved { solution, optimal }
}
