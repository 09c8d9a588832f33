//! Every knob of the player. Defaults are what measured best, see the table in `mcts.rs`; the preset is the thesis'.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Parameters of the Monte Carlo player.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
#[expect(clippy::struct_excessive_bools, reason = "each is a switch of its own on the command line")]
pub struct Params {
    /// Weight of trying what was tried less, c in UCB1.
    #[schemars(range(min = 0.0, max = 100.0))]
    #[schemars(title = "Exploration c")]
    pub exploration: f64,
    /// Power of the reward (1 − h / h_max)^power; large powers see only differences near the goal.
    #[schemars(range(min = 1, max = 100))]
    #[schemars(title = "Power of the reward")]
    pub reward_exponent: u32,
    /// What a node is worth: 0 the mean of its rewards, 1 the best that is still open below it, or a mixture.
    #[schemars(range(min = 0.0, max = 1.0))]
    #[schemars(title = "Mean or best")]
    pub best_share: f64,
    /// Compare siblings on a scale from the worst (0) to the best (1) of them, so that exploration weighs the same
    /// everywhere.
    #[schemars(title = "Compare siblings")]
    pub relative: bool,
    /// Give new nodes the reward of their own estimate, instead of trying every one of them once.
    #[schemars(title = "Estimate of new nodes")]
    pub prior: bool,
    /// Pushes of a simulation per box of the level.
    #[schemars(range(min = 0.0, max = 1000.0))]
    #[schemars(title = "Simulated pushes per box")]
    pub walk_per_box: f64,
    /// Probability that a push of a simulation is drawn among all; otherwise it is one of least estimate.
    #[schemars(range(min = 0.0, max = 1.0))]
    #[schemars(title = "Random pushes")]
    pub walk_randomness: f64,
    /// Keep the positions of simulations in the tree, with all their successors.
    #[schemars(title = "Keep simulations")]
    pub keep_walks: bool,
    /// Leave out successors that are known to be lost, instead of learning it by a reward of −1.
    #[schemars(title = "Prune lost positions")]
    pub prune_lost: bool,
    /// Look for boxes that freeze each other off goal.
    #[schemars(title = "Prune frozen boxes")]
    pub freeze: bool,
    /// Let a known position change to a parent nearer to the start.
    #[schemars(title = "Change to nearer parents")]
    pub adopt: bool,
    /// Iterations before the best child of the root becomes the root; 0 keeps the root.
    #[schemars(range(min = 0, max = 1_000_000_000))]
    #[schemars(title = "Iterations per decision")]
    pub decision_iterations: u32,
    /// Milliseconds before the best child of the root becomes the root; 0 counts iterations. Runs with a decision
    /// time depend on the machine and do not repeat.
    #[schemars(range(min = 0, max = 3_600_000))]
    #[schemars(title = "Milliseconds per decision")]
    pub decision_ms: u32,
    /// Effort for a shorter solution once there is one, in expansions per expansion until then; 0 stops at the first.
    #[schemars(range(min = 0.0, max = 1000.0))]
    #[schemars(title = "Effort for a shorter solution")]
    pub improve: f64,
}

impl Default for Params {
    fn default() -> Self {
        Self {
            exploration: 0.6,
            reward_exponent: 1,
            best_share: 1.0,
            relative: true,
            prior: true,
            walk_per_box: 4.0,
            walk_randomness: 0.02,
            keep_walks: true,
            prune_lost: true,
            freeze: true,
            adopt: true,
            decision_iterations: 0,
            decision_ms: 0,
            improve: 3.0,
        }
    }
}

/// The thesis' values.
pub(super) const BRNO: &[&str] = &[
    "exploration=2",
    "reward_exponent=10",
    "best_share=0",
    "relative=false",
    "prior=false",
    "walk_per_box=1",
    "walk_randomness=1",
    "keep_walks=false",
    "prune_lost=false",
    "freeze=false",
    "adopt=false",
    "decision_iterations=5",
    "decision_ms=0",
    "improve=0",
];
