//! Learning curves: what an agent tells about its episodes.
//!
//! Five curves over the number of the episode, which counts on from a table that was taken up: `return` (sum of rewards
//! without shaping), `steps`, `solved`, `epsilon` and `states` (situations in the table). The first 255 episodes of a run
//! are told one by one; then a point is the mean over more and more episodes, some 128 points each time their number
//! doubles, so that telling costs nothing however short the episodes are. `first solution` has one point, at the episode
//! (from 1) of the first solution, with its moves; `last solution` has one for every solution that was told.

use soko_solver::Context;

use crate::agent::Episode;

/// Episodes told one by one.
const EACH: u64 = 256;

/// Sums since the last point.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Curve {
    /// Episodes of this run; it may have begun with a table of earlier ones.
    run: u64,
    episodes: u64,
    steps: u64,
    solved: u64,
    earned: f64,
}

impl Curve {
    /// Takes an episode in, the `number`th (from 1), and tells a point if it is time for one.
    pub(crate) fn add(&mut self, number: u64, episode: &Episode, states: usize, context: &mut Context<'_>) {
        self.run += 1;
        self.episodes += 1;
        self.steps += u64::from(episode.steps);
        self.solved += u64::from(episode.solved);
        self.earned += episode.earned;
        let stride = (self.run / EACH + 1).next_power_of_two() / 2;
        if self.run < EACH || self.run.is_multiple_of(stride.max(1)) {
            let mean = |sum: f64| sum / self.episodes as f64;
            context.metric("return", number, mean(self.earned));
            context.metric("steps", number, mean(self.steps as f64));
            context.metric("solved", number, mean(self.solved as f64));
            context.metric("epsilon", number, episode.epsilon);
            context.metric("states", number, states as f64);
            *self = Self { run: self.run, ..Self::default() };
        }
    }
}
