//! Training: episode after episode, until there is nothing more to learn or the budget is used up.
//!
//! What is reported: `iterations` are episodes, `expanded` are actions taken, `generated` are values updated and
//! `closed` are situations in the table. Every solution that an episode or the greedy policy finds is replayed by
//! the rules, and the best one is the player's answer. A player that has used up its episodes without a solution
//! ends as if it had run out of nodes: the episodes are its own limit on them.

use std::sync::Arc;

use soko_core::{Level, Push, Solution, Verified, replay};
use soko_solver::{Context, Halt, Objective, Verdict};

use crate::{
    agent::{Agent, Episode, Plan},
    curve::Curve,
    environment::Space,
    keeper::Keeper,
    learning::Stop,
    memory::About,
    promise::NeverTooLow,
    smooth::smooth,
    table::kept::Kept,
    walkers::{Harvest, Step, rounds},
};

/// A training in progress.
pub(crate) struct Training<'a, const W: usize, T> {
    pub(crate) level: &'a Level,
    plan: Plan,
    pub(crate) keeper: &'a Keeper,
    /// What was known before this run.
    pub(crate) before: Option<&'a About>,
    pub(crate) agent: Agent<W, T>,
    pub(crate) best: Option<Verified<Solution>>,
    curve: Curve,
    pub(crate) episodes: u64,
    pub(crate) updates: u64,
    held: u64,
    /// Actions of the best policy so far, and the episode that brought it.
    policy: Option<(usize, u64)>,
    /// The table was asked for and too large.
    pub(crate) refused: bool,
}

impl<'a, const W: usize, T: Kept<W> + Send + Sync + 'static> Training<'a, W, T> {
    pub(crate) fn new(
        level: &'a Level,
        plan: Plan,
        agent: Agent<W, T>,
        keeper: &'a Keeper,
        before: Option<&'a About>,
    ) -> Self {
        Self {
            level,
            plan,
            keeper,
            before,
            best: None,
            curve: Curve::default(),
            episodes: agent.episodes,
            updates: agent.updates,
            agent,
            held: 0,
            policy: None,
            refused: false,
        }
    }

    /// Trains to the end and says what the table takes.
    pub(crate) fn run(&mut self, context: &mut Context<'_>) -> Result<Verdict, Halt> {
        let verdict = self.train(context);
        let (rows, bytes) = (self.agent.table.rows(), self.agent.table.bytes());
        if rows > 0 {
            context.note(format!("a table of {rows} rows, {} bytes each", bytes / rows as u64));
        }
        match verdict {
            Ok(Verdict::Solved { solution, optimal }) if self.plan.smooth => {
                // It survives a halt of what follows.
                context.incumbent(&solution);
                let solution = smooth(self.level, solution, context)?;
                self.best = Some(solution.clone());
                Ok(solved(solution, optimal))
            }
            verdict => verdict,
        }
    }

    fn train(&mut self, context: &mut Context<'_>) -> Result<Verdict, Halt> {
        if self.level.is_solved(self.level.start()) {
            return Ok(solved(replay(self.level, &[]).expect("nothing is left to do"), self.proof()));
        }
        if self.agent.environment.is_lost(context)? || !self.agent.can_begin(context)? {
            return Ok(Verdict::Unsolvable);
        }
        if self.plan.learning.walkers > 1 {
            return self.train_together(context);
        }
        while !self.used_up() {
            let episode = self.agent.episode(context)?;
            self.updates = self.agent.updates;
            let actions = std::mem::take(&mut self.agent.trace.actions);
            self.record(&episode, &actions, context)?;
            self.agent.trace.actions = actions;
            self.answer(context);
            context.poll()?;
            if episode.begins_lost() {
                return Ok(Verdict::Unsolvable);
            }
            if let Some(verdict) = self.settle(context)? {
                return Ok(verdict);
            }
        }
        self.give_up(context)
    }

    /// Lets several walkers play and joins what they learn.
    fn train_together(&mut self, context: &mut Context<'_>) -> Result<Verdict, Halt> {
        let (level, plan) = (self.level, self.plan);
        let table = self.agent.table.detach();
        let pace = self.keeper.pace.as_ref();
        rounds(level, &plan, pace, context, table, |harvests, base, context| {
            self.agent.table = Arc::into_inner(base).expect("the walkers have given the table back");
            let (mut halted, mut lost) = (None, false);
            for Harvest { fork, episodes, updates, halted: halt, .. } in harvests {
                self.updates += updates;
                for (episode, actions) in episodes {
                    lost |= episode.begins_lost();
                    self.record(&episode, &actions, context)?;
                }
                halted = halted.or(halt);
                self.agent.table.join(&fork, plan.joining(), context)?;
            }
            if lost {
                return Ok(Step::End(Verdict::Unsolvable));
            }
            if let Some(halt) = halted {
                return Err(halt);
            }
            self.answer(context);
            if let Some(verdict) = self.settle(context)? {
                return Ok(Step::End(verdict));
            }
            if self.used_up() {
                return self.give_up(context).map(Step::End);
            }
            Ok(Step::On(self.agent.table.detach(), self.agent.cost_to_beat))
        })
    }

    /// Are the episodes used up?
    const fn used_up(&self) -> bool {
        self.plan.learning.episodes > 0 && self.episodes >= self.plan.learning.episodes
    }

    /// Ends without having converged.
    fn give_up(&self, context: &mut Context<'_>) -> Result<Verdict, Halt> {
        let Some(best) = self.best.clone() else {
            context.note(format!("{} episodes are used up", self.episodes));
            return Err(Halt::Nodes);
        };
        Ok(solved(best, None))
    }

    /// What the values of the start prove, once a solution costs no more than they say.
    fn proof(&self) -> Option<Objective> {
        self.plan.promise.map(NeverTooLow::objective)
    }

    /// Brings the counters up to date, tells how an episode went and keeps its solution.
    fn record(&mut self, episode: &Episode, actions: &[Push], context: &mut Context<'_>) -> Result<(), Halt> {
        self.episodes += 1;
        context.statistics.iterations = self.episodes;
        context.statistics.generated = self.updates;
        context.statistics.closed = self.agent.table.rows() as u64;
        self.curve.add(self.episodes, episode, self.agent.table.rows(), context);
        let bytes = self.agent.environment.bytes();
        if bytes > self.held {
            context.acquire(bytes - self.held)?;
            self.held = bytes;
        }
        if episode.solved {
            let solution = self.verified(actions);
            let moves = f64::from(solution.metrics().moves);
            if self.best.is_none() {
                context.metric("first solution", self.episodes, moves);
            }
            context.metric("last solution", self.episodes, moves);
            self.keep(solution, context);
        }
        Ok(())
    }

    /// Decides whether there is more to learn.
    fn settle(&mut self, context: &mut Context<'_>) -> Result<Option<Verdict>, Halt> {
        let Some(best) = self.best.clone() else { return Ok(None) };
        let (done, proof) = match self.plan.learning.stop {
            Stop::Never => (false, None),
            Stop::Solved => (true, None),
            Stop::Policy => (self.try_policy(context)?.is_some(), None),
            Stop::Converged if self.plan.promise.is_some() => {
                (self.agent.least_cost(context)? >= self.agent.cost_to_beat, self.proof())
            }
            Stop::Converged => (self.has_settled(context)?, None),
        };
        // Trying the policy may have brought a better one.
        Ok(done.then(|| solved(self.best.clone().unwrap_or(best), proof)))
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
        let Some(length) = self.try_policy(context)? else { return Ok(false) };
        if self.policy.is_none_or(|(known, _)| length < known) {
            self.policy = Some((length, self.episodes));
        }
        Ok(self.policy.is_some_and(|(_, since)| self.episodes - since >= self.plan.learning.patience))
    }

    /// Takes a solution as the best one so far, if it is.
    pub(crate) fn keep(&mut self, solution: Verified<Solution>, context: &mut Context<'_>) {
        let count_moves = self.plan.views.count_moves;
        let cost = |solution: &Solution| {
            let metrics = solution.metrics();
            if count_moves { (metrics.moves, metrics.pushes) } else { (metrics.pushes, metrics.moves) }
        };
        if self.best.as_ref().is_none_or(|best| cost(&solution) < cost(best)) {
            self.agent.cost_to_beat = f64::from(cost(&solution).0);
            context.incumbent(&solution);
            self.best = Some(solution);
        }
    }

    /// Actions as a solution, replayed by the rules.
    fn verified(&self, actions: &[Push]) -> Verified<Solution> {
        let solution = match self.plan.views.space {
            Space::Moves => {
                let path: Vec<_> = actions.iter().map(|action| action.direction).collect();
                replay(self.level, &path).ok()
            }
            Space::Pushes => Solution::from_pushes(self.level, actions),
        };
        solution.expect("legal actions to a solved position")
    }
}

const fn solved(solution: Verified<Solution>, optimal: Option<Objective>) -> Verdict {
    Verdict::Solved { solution, optimal }
}
