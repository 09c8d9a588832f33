//! How much help is on, as a page says it.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use soko_records::HelpLevel;

/// How much help is on.
#[derive(Clone, Copy, Default, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Help {
    /// None.
    #[default]
    Off,
    /// Dead squares are marked.
    DeadSquares,
    /// Lost positions are told, too.
    LostPositions,
}

impl From<Help> for HelpLevel {
    fn from(help: Help) -> Self {
        match help {
            Help::Off => Self::Off,
            Help::DeadSquares => Self::DeadSquares,
            Help::LostPositions => Self::LostPositions,
        }
    }
}

impl From<HelpLevel> for Help {
    fn from(help: HelpLevel) -> Self {
        match help {
            HelpLevel::Off => Self::Off,
            HelpLevel::DeadSquares => Self::DeadSquares,
            HelpLevel::LostPositions => Self::LostPositions,
        }
    }
}
