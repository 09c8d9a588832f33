//! An agent: it plays episodes, chooses by its table and by chance, and learns from every step.
//!
//! **Why it converges.** Let rewards be [costs](crate::reward), γ = α = 1, the table exact and the potential h never above
//! the true cost ([`promise`](crate::promise)). Then no value is ever too low: it begins so, and a step replaces it by a cost and the best
//! of values that are not too low. The greedy agent is then an explorer: what was not tried looks at least as
//! good as it can be, and every disappointment lowers a value. This is learning real-time A* (Korf 1990), which
//! finds best ways when played again and again from the same start. What the values promise at the start is a lower bound
//! of the cost of every solution; when a solution costs no more, **it is proven best**. An exact table with such
//! rewards needs no chance at all; ε = 0 is its default.
//!
//! **When to give up.** An agent that has taken a wrong turn lowers values in a place from which nothing can be won, one by
//! one, for as long as it is let. So an episode ends when what it has spent and what is still promised come to more than
//! `stretch` times what was promised at its start, or to no less than the best solution costs. No harm is done: an
//! episode that changes no value never does that, so every episode ends in a solution or in better values. Shimbo and
//! Ishida (2003) bound the learning of real-time search in this way.
//!
//! *Reverse replay* learns the episode once more from the back. Without it the news of an end travels one step an
//! episode; with it, all the way.

mod justify;
mod watched;

use soko_core::{Direction, Push};
use soko_solver::{Best, Dice, Halt};

use self::watched::Watcher;
use crate::{
    environment::{Environment, Outcome, Situation, Space, Views},
    learning::{Learning, Update},
    meter::StepMeter,
    model::Model,
    promise::NeverTooLow,
    reward::Rewards,
    table::{Joining, Table, View},
    trace::{Experience, Learn, Trace},
};

/// How an episode went.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Episode {
    pub(crate) solved: bool,
    pub(crate) steps: u32,
    /// Sum of the rewards, without shaping. Where rewards are costs, what stands for an infinite one is left out.
    pub(crate) earned: f64,
    /// Chance of a random action at its beginning.
    pub(crate) epsilon: f64,
    /// A value changed.
    pub(crate) news: bool,
    /// An action was drawn at random.
    pub(crate) random: bool,
}

impl Episode {
    /// Was there nothing to do at the start? Rules that learn may come to know that it is lost; tables that do not keep the
    /// actions of a situation ask them again in every episode.
    pub(crate) const fn begins_lost(&self) -> bool {
        self.steps == 0
    }
}

/// What makes an agent, besides the level and the table.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Plan {
    pub(crate) views: Views,
    pub(crate) learning: Learning,
    pub(crate) rewards: Rewards,
    /// No value is ever too low: what proofs rest on.
    pub(crate) promise: Option<NeverTooLow>,
    /// Put the pushes of the solution in an order that needs fewer steps.
    pub(crate) smooth: bool,
}

impl Plan {
    /// How tables of agents with this plan are joined.
    pub(crate) const fn joining(&self) -> Joining {
        Joining { keep_lower: self.promise.is_some(), shaping: self.rewards.shaping as f32 }
    }
}

/// An agent at work on one level.
pub(crate) struct Agent<const W: usize, T> {
    pub(crate) environment: Environment<W>,
    pub(crate) table: T,
    pub(crate) trace: Trace,
    /// Episodes played.
    pub(crate) episodes: u64,
    /// Values updated.
    pub(crate) updates: u64,
    learning: Learning,
    rewards: Rewards,
    ceiling: f32,
    /// Cost of the best solution so far.
    pub(crate) cost_to_beat: f64,
    dice: Dice,
    model: Model,
    here: View,
    there: View,
    recent: Vec<u64>,
    /// The actions of the episode so far.
    played: Vec<Push>,
    /// The action that was chosen last was drawn: by what chance, and was it?
    draw: (f64, bool),
    watcher: Watcher,
}

impl<const W: usize, T: Table<W>> Agent<W, T> {
    pub(crate) fn new(environment: Environment<W>, table: T, plan: &Plan, seed: u64) -> Self {
        Self {
            environment,
            table,
            trace: Trace::default(),
            episodes: 0,
            updates: 0,
            learning: plan.learning,
            rewards: plan.rewards,
            ceiling: if plan.promise.is_some() { 0.0 } else { f32::INFINITY },
            cost_to_beat: f64::INFINITY,
            dice: Dice::new(seed),
            model: Model::default(),
            here: View::default(),
            there: View::default(),
            recent: Vec::new(),
            played: Vec::new(),
            draw: (0.0, false),
            watcher: Watcher::default(),
        }
    }

    /// Goes on with another table; what is remembered in slots is forgotten.
    pub(crate) fn adopt(&mut self, table: T) {
        self.table = table;
        self.model = Model::default();
    }

    /// Plays one episode from the start and learns from it.
    pub(crate) fn episode(&mut self, meter: &mut impl StepMeter) -> Result<Episode, Halt> {
        let mut end = Episode { epsilon: self.learning.chance().at(self.episodes, 0), ..Episode::default() };
        self.trace.clear();
        self.recent.clear();
        self.played.clear();
        self.table.begin();
        let mut at = self.environment.start;
        self.table.look(&mut self.environment, &at, &mut self.here, meter)?;
        let mut choice = self.choose(false, None, &mut end);
        let bound = self.bound();
        let mut spent = 0.0;
        if self.watcher.is_on() {
            self.raise_curtain(&at, meter);
        }
        while let Some(taken) = choice
            && end.steps < self.learning.steps
        {
            if self.watcher.is_on() {
                self.wait_for_step(&at, end.steps, meter);
            }
            meter.step()?;
            if meter.wants_position() {
                let way = self.environment.way(self.played.clone());
                meter.show_position(self.environment.maze.position(&at.state), way);
            }
            let action = self.here.actions[taken];
            self.played.push(action);
            let (next, outcome) = self.play(&at, action, meter)?;
            let left = 1.0 - f64::from(end.steps) / f64::from(self.learning.steps);
            let reward = self.rewards.of(&outcome, left);
            end.steps += 1;
            if !(self.ceiling.is_finite() && outcome.is_lost()) {
                end.earned += reward;
            }
            end.solved = outcome.solved;
            spent -= reward;
            choice =
                if outcome.is_end() { None } else { self.choose(true, Some((action, outcome)), &mut end) };
            self.take_in(taken, action, &outcome, reward, choice, &mut end, meter)?;
            let repeats = !outcome.is_end() && self.repeats(&next);
            let over = outcome.is_end() || repeats || spent + promised(&self.table, &self.there) > bound;
            if self.watcher.watches {
                self.show_step(&next, &outcome, (reward, repeats, over), end.steps);
            }
            if over {
                break;
            }
            at = next;
            std::mem::swap(&mut self.here, &mut self.there);
        }
        if self.learning.reverse_replay {
            end.news |= self.replay();
        }
        if self.watcher.watches {
            self.show_replay();
        }
        self.episodes += 1;
        Ok(end)
    }

    /// Most that an episode from here may cost, by what its values still promise.
    fn bound(&self) -> f64 {
        if self.ceiling.is_infinite() {
            return f64::INFINITY;
        }
        let stretched = match self.learning.stretch {
            stretch if stretch > 0.0 => stretch * promised(&self.table, &self.here),
            _ => f64::INFINITY,
        };
        stretched.min(self.cost_to_beat - 1.0)
    }

    /// Is there anything to do at the start? If not, every push there is known to lose.
    pub(crate) fn can_begin(&mut self, meter: &mut impl StepMeter) -> Result<bool, Halt> {
        self.least_cost(meter)?;
        Ok(!self.here.slots.is_empty())
    }

    /// What a solution costs at least, by the values of the start.
    pub(crate) fn least_cost(&mut self, meter: &mut impl StepMeter) -> Result<f64, Halt> {
        self.table.begin();
        let at = self.environment.start;
        self.table.look(&mut self.environment, &at, &mut self.here, meter)?;
        Ok(promised(&self.table, &self.here))
    }

    /// Plays an action and looks at what it led to.
    fn play(
        &mut self,
        at: &Situation<W>,
        action: Push,
        meter: &mut impl StepMeter,
    ) -> Result<(Situation<W>, Outcome), Halt> {
        let (next, mut outcome) = self.environment.play(at, action);
        if outcome.pushed {
            let (from, to) = pushed(&self.environment, action);
            self.table.pushed(from, to);
        }
        if outcome.solved || outcome.dead {
            self.there.slots.clear();
        } else {
            self.table.look(&mut self.environment, &next, &mut self.there, meter)?;
            outcome.dead = self.there.lost;
            outcome.stuck = self.there.slots.is_empty();
        }
        Ok((next, outcome))
    }

    /// Learns from a step.
    #[expect(clippy::too_many_arguments, reason = "a step is all of this")]
    fn take_in(
        &mut self,
        taken: usize,
        action: Push,
        outcome: &Outcome,
        reward: f64,
        choice: Option<usize>,
        end: &mut Episode,
        meter: &mut impl StepMeter,
    ) -> Result<(), Halt> {
        let reward = self.shaped(outcome, reward);
        let next: &[u32] = if outcome.is_end() { &[] } else { &self.there.slots };
        let slot = self.here.slots[taken];
        let step = self.trace.add(slot, action, reward, next, choice.unwrap_or(0));
        let visits = self.table.values().visits[slot as usize];
        let rate = self.learning.rate().at(self.episodes, visits);
        self.table.values_mut().visits[slot as usize] = visits.saturating_add(1);
        end.news |=
            if self.watcher.watches { self.learn_watched(&step, rate) } else { self.learn(&step, rate) };
        if self.learning.planning > 0 {
            self.model.remember(&step, self.trace.next(&step), meter)?;
            self.plan();
        }
        Ok(())
    }

    /// A reward with the change of the potential.
    #[inline]
    fn shaped(&self, outcome: &Outcome, reward: f64) -> f32 {
        if outcome.is_lost() {
            return reward as f32;
        }
        let after = if outcome.solved { 0.0 } else { f64::from(self.there.left) };
        let change = f64::from(self.here.left) - self.learning.gamma * after;
        (reward + self.rewards.shaping * change) as f32
    }

    #[inline]
    fn learn(&mut self, step: &Experience, rate: f64) -> bool {
        self.updates += 1;
        let learn = self.way(rate);
        learn.learn(self.table.values_mut(), step, self.trace.next(step))
    }

    #[inline]
    fn way(&mut self, rate: f64) -> Learn {
        let other = self.learning.update == Update::DoubleQ && self.dice.chance(0.5);
        Learn::new(&self.learning, rate, self.ceiling).for_table(other)
    }

    /// Learns the whole episode once more, from its end.
    fn replay(&mut self) -> bool {
        let mut news = false;
        for number in (0..self.trace.steps.len()).rev() {
            let step = self.trace.steps[number];
            let visits = self.table.values().visits[step.slot as usize];
            news |= self.learn(&step, self.learning.rate().at(self.episodes, visits));
        }
        news
    }

    /// Lives through remembered steps.
    fn plan(&mut self) {
        for _ in 0..self.learning.planning {
            let Some((step, next)) = self.model.recall(&mut self.dice) else { return };
            let visits = self.table.values().visits[step.slot as usize];
            let rate = self.learning.rate().at(self.episodes, visits);
            let learn = Learn::new(&self.learning, rate, self.ceiling);
            learn.learn(self.table.values_mut(), step, next);
            self.updates += 1;
        }
    }

    /// Chooses an action of the situation here, or there; `None` if there is none.
    #[inline]
    fn choose(&mut self, there: bool, last: Option<(Push, Outcome)>, end: &mut Episode) -> Option<usize> {
        let view = if there { &self.there } else { &self.here };
        if view.slots.is_empty() {
            return None;
        }
        let back = self.turning_back(last);
        let allowed = |action: &Push| Some(action.direction) != back || view.actions.len() == 1;
        let values = self.table.values();
        let visits = match self.learning.epsilon_schedule {
            crate::schedule::Schedule::Visits => {
                view.slots.iter().map(|&slot| values.visits[slot as usize]).sum()
            }
            _ => 0,
        };
        let epsilon = self.learning.chance().at(self.episodes, visits);
        self.draw = (epsilon, self.dice.chance(epsilon));
        if self.draw.1 {
            end.random = true;
            let all = view.actions.iter().filter(|action| allowed(action)).count();
            let drawn = self.dice.below(all);
            return (0..view.actions.len()).filter(|&i| allowed(&view.actions[i])).nth(drawn);
        }
        let mut best = Best::new();
        for (i, &slot) in view.slots.iter().enumerate() {
            if allowed(&view.actions[i]) {
                best.offer(f64::from(values.worth(slot)), i, &mut self.dice);
            }
        }
        best.take()
    }

    /// The direction that would take the last step back, if that is to be left out.
    #[inline]
    fn turning_back(&self, last: Option<(Push, Outcome)>) -> Option<Direction> {
        let (action, outcome) = last?;
        let applies = self.learning.prune_turning_back
            && self.environment.views.space == Space::Moves
            && !outcome.pushed;
        applies.then(|| action.direction.opposite())
    }

    /// Was this situation seen too often in short succession?
    fn repeats(&mut self, at: &Situation<W>) -> bool {
        let limit = self.learning.repeat_limit as usize;
        if limit == 0 {
            return false;
        }
        let key = self.environment.key(at).key();
        if self.recent.len() == self.learning.repeat_window as usize {
            self.recent.remove(0);
        }
        self.recent.push(key);
        self.recent.iter().filter(|&&seen| seen == key).count() > limit
    }

    /// Plays the greedy policy from the start; its actions if it reaches the end before it comes round in a circle.
    pub(crate) fn rollout(&mut self, meter: &mut impl StepMeter) -> Result<Option<Vec<Push>>, Halt> {
        let mut seen = hashbrown::HashSet::<_, rustc_hash::FxBuildHasher>::default();
        let mut actions = Vec::new();
        self.table.begin();
        let mut at = self.environment.start;
        while actions.len() < self.learning.steps as usize && seen.insert(self.environment.key(&at)) {
            self.table.look(&mut self.environment, &at, &mut self.here, meter)?;
            let values = self.table.values();
            let worth = |&i: &usize| values.worth(self.here.slots[i]);
            // The first of equals, so that a policy is one policy.
            let Some(best) = (0..self.here.slots.len()).rev().max_by(|a, b| worth(a).total_cmp(&worth(b)))
            else {
                break;
            };
            meter.step()?;
            if meter.wants_position() {
                let way = self.environment.way(actions.clone());
                meter.show_position(self.environment.maze.position(&at.state), way);
            }
            let action = self.here.actions[best];
            let (next, outcome) = self.play(&at, action, meter)?;
            actions.push(action);
            if outcome.solved {
                return Ok(Some(actions));
            }
            at = next;
        }
        Ok(None)
    }
}

/// What is left by the values of a situation, where values are costs.
fn promised<const W: usize, T: Table<W>>(table: &T, view: &View) -> f64 {
    f64::from(view.left) - f64::from(table.values().best(&view.slots))
}

/// Where the box of an action that pushed one stood, and stands.
fn pushed<const W: usize>(
    environment: &Environment<W>,
    action: Push,
) -> (soko_core::Square, soko_core::Square) {
    let from = match environment.views.space {
        Space::Moves => environment.maze.next(action.square, action.direction),
        Space::Pushes => action.square,
    };
    (from, environment.maze.next(from, action.direction))
}
