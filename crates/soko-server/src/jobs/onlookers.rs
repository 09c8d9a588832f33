//! The pages that watch a learner step by step: how they are told, and whether any is left.

use std::sync::{Arc, Weak};

use soko_learn::pace::Onlooker;

use super::entry::Entry;
use crate::events::Events;

/// The pages that watch a learner.
pub(super) struct Pages {
    topic: String,
    events: Arc<Events>,
    entry: Weak<Entry>,
}

impl Pages {
    pub(super) fn of(entry: &Arc<Entry>, events: &Arc<Events>) -> Self {
        Self {
            topic: format!("pace:{}", entry.number),
            events: Arc::clone(events),
            entry: Arc::downgrade(entry),
        }
    }
}

impl Onlooker for Pages {
    fn look(&self) {
        if let Some(entry) = self.entry.upgrade() {
            // One at a time: what is told last must be the newest.
            let _telling = entry.telling();
            self.events.publish(&self.topic, || entry.pace_info());
        }
    }

    fn is_there(&self) -> bool {
        self.events.is_watched(&self.topic)
    }
}
