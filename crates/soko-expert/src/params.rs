//! The parameters of the expert, and the switches of its parts, so that each can be left out and its worth be measured.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Parameters of the expert.
#[derive(Clone, Copy, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
#[expect(clippy::struct_excessive_bools, reason = "switches of independent parts")]
pub struct Params {
    /// Positions that a plan may take.
    #[schemars(range(min = 1, max = 1_000_000))]
    #[schemars(title = "Positions per plan")]
    pub plan: usize,
    /// Positions that a search with a plan expands before others have their turn.
    #[schemars(range(min = 1, max = 1_000_000))]
    #[schemars(title = "Positions per turn")]
    pub turn: u64,
    /// Begin again with other variations.
    #[schemars(title = "Begin again with variations")]
    pub restarts: bool,
    /// Go on from the best position of a search that has had its turn.
    #[schemars(title = "Go on from the best position")]
    pub further: bool,
    /// Let the feature search by pulls take part.
    #[schemars(title = "Search backward, too")]
    pub backward: bool,
    /// Let the greedy searches by single pulls and pushes take part.
    #[schemars(title = "Greedy searches, too")]
    pub single_steps: bool,
    /// Which parts take part.
    #[serde(flatten)]
    pub switches: Switches,
}

impl Default for Params {
    fn default() -> Self {
        Self {
            plan: 1_000,
            turn: 3_000,
            restarts: true,
            further: true,
            backward: true,
            single_steps: true,
            switches: Switches::default(),
        }
    }
}

/// The switches.
#[derive(Clone, Copy, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
#[expect(clippy::struct_excessive_bools, reason = "switches of independent parts")]
pub struct Switches {
    /// Take boxes the player can never get behind for immobile, not only frozen ones.
    #[schemars(title = "Boxes that cannot be got behind")]
    pub immobile: bool,
    /// Where a PI-corral must be dealt with, try only its moves.
    #[schemars(title = "Prune by PI-corrals")]
    pub pi_corral: bool,
    /// Positions visited at most to prove that a corral can never be opened; 0 switches the rule off.
    #[schemars(range(min = 0, max = 100_000))]
    #[schemars(title = "Positions per corral proof")]
    pub corral: usize,
    /// Positions per turn spent on proofs that the best position is lost; 0 switches them off.
    #[schemars(range(min = 0, max = 10_000))]
    #[schemars(title = "Positions per deadlock proof")]
    pub proofs: u32,
    /// The same for the feature search by pulls, where little else tells a position that is lost.
    #[schemars(range(min = 0, max = 10_000))]
    #[schemars(title = "The same, backward")]
    pub backward_proofs: u32,
    /// Give up positions that turn out to be lost by what was learned after they were found.
    #[schemars(title = "Learn from lost positions")]
    pub lessons: bool,
    /// Count barred passages between rooms.
    #[schemars(title = "Feature: rooms")]
    pub rooms: bool,
    /// Count boxes that stand in the way of others.
    #[schemars(title = "Feature: hotspots")]
    pub hotspots: bool,
    /// Count boxes out of plan.
    #[schemars(title = "Feature: out of plan")]
    pub out_of_plan: bool,
    /// Let the moves that advisors choose weigh nothing.
    pub advisors: bool,
}

impl Default for Switches {
    fn default() -> Self {
        Self {
            immobile: true,
            pi_corral: true,
            corral: 200,
            proofs: 32,
            backward_proofs: 256,
            lessons: true,
            rooms: true,
            hotspots: true,
            out_of_plan: true,
            advisors: true,
        }
    }
}
