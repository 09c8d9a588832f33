//! What an informed search knows about positions: how far they are from the end, and which of them are lost.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use soko_analysis::deadlock::Rules;

use crate::evaluator::Estimate;

/// An estimate and deadlock rules, as parameters of a player.
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize, Deserialize, JsonSchema)]
pub struct Knowledge {
    /// How far it is to the end.
    #[serde(flatten)]
    pub estimate: Estimate,
    /// What is lost.
    #[serde(flatten)]
    pub rules: Rules,
}
