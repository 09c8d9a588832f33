//! Every knob of the player. Defaults are what measured best, see the table in `search.rs`.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Parameters of the searching learner.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Params {
    /// Share of the play that is made backwards from the solved positions, where boxes and goals are equal in number.
    #[schemars(range(min = 0.0, max = 1.0))]
    #[schemars(title = "Search backward, too")]
    pub backward: f64,
    /// Keep positions in cells of equal features and choose a cell first; otherwise all positions lie in one cell.
    #[schemars(title = "Cells of equal features")]
    pub archive: bool,
    /// Learn what visits to a cell bring and prefer the better ones; otherwise all cells are as likely.
    #[schemars(title = "Prefer good cells")]
    pub learning: bool,
    /// Step size of the learned values of cells.
    #[schemars(range(min = 0.0, max = 1.0))]
    #[schemars(title = "Step size of cells")]
    pub step_size: f64,
    /// Weight of trying what was tried less among cells.
    #[schemars(range(min = 0.0, max = 100.0))]
    #[schemars(title = "Exploration c")]
    pub exploration: f64,
    /// Cells drawn at a time, of which the most promising one is visited.
    #[schemars(range(min = 1, max = 1000))]
    #[schemars(title = "Cells drawn at a time")]
    pub candidates: usize,
    /// Positions expanded in the lookahead of one visit, nearest to the end first.
    #[schemars(range(min = 1, max = 1_000_000))]
    #[schemars(title = "Positions per lookahead")]
    pub lookahead: u32,
    /// How far the lookahead follows a single box, in pushes.
    #[schemars(range(min = 1, max = 10_000))]
    #[schemars(title = "Pushes of a single box")]
    pub follow: u32,
    /// Positions expanded in an episode.
    #[schemars(range(min = 1, max = 1_000_000_000))]
    #[schemars(title = "Positions per episode")]
    pub episode: u32,
    /// Effort of each round that looks for a shorter solution, in expansions per expansion until the first one;
    /// rounds go on while they gain. 0 stops at the first solution.
    #[schemars(range(min = 0.0, max = 1000.0))]
    #[schemars(title = "Effort for a shorter solution")]
    pub improve: f64,
}

impl Default for Params {
    fn default() -> Self {
        Self {
            backward: 0.5,
            archive: true,
            learning: true,
            step_size: 0.1,
            exploration: 0.2,
            candidates: 6,
            lookahead: 8,
            follow: 1,
            episode: 200,
            improve: 1.0,
        }
    }
}
