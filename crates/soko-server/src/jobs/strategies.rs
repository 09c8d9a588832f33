//! The strategies of a player, by what it says it is doing, and the best position of each.

use std::collections::BTreeMap;

use soko_solver::Standing;

/// Most strategies whose best positions are remembered.
const STANDINGS: usize = 16;

/// The strategy at work, and the best positions told.
#[derive(Default)]
pub(super) struct Strategies {
    pub(super) phase: Option<String>,
    /// The best position of each strategy, by its phase.
    standings: BTreeMap<String, Standing>,
    /// The phase whose best position is shown: the one at work if it has told one, else the one that told it last.
    shown: Option<String>,
}

impl Strategies {
    /// Another strategy is at work.
    pub(super) fn begin(&mut self, phase: String) {
        if self.standings.contains_key(&phase) {
            self.shown = Some(phase.clone());
        }
        self.phase = Some(phase);
    }

    /// The strategy at work has told its best position.
    pub(super) fn tell(&mut self, standing: Standing) {
        let phase = self.phase.clone().unwrap_or_default();
        if self.standings.len() < STANDINGS || self.standings.contains_key(&phase) {
            self.standings.insert(phase.clone(), standing);
            self.shown = Some(phase);
        }
    }

    /// The strategy whose best position is shown, and that position.
    pub(super) fn best(&self) -> Option<(&String, &Standing)> {
        self.standings.get_key_value(self.shown.as_ref()?)
    }
}
