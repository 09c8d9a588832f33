//! How far a connection has come.

use std::{
    sync::{Mutex, MutexGuard, PoisonError},
    time::Instant,
};

use tokio::sync::Notify;

use super::Bounds;
use crate::peer::Peer;

/// What is known of a connection.
pub(super) struct Seat {
    peer: Peer,
    standing: Mutex<Standing>,
    dismissal: Notify,
}

#[derive(Clone, Copy)]
struct Standing {
    stage: Stage,
    since: Instant,
    /// Since when the client has taken nothing of what is written.
    stalled: Option<Instant>,
}

/// Where it is between two answers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Stage {
    /// Its request is not there yet, or only the beginning of its head.
    Asking,
    /// The head is there, the body is not.
    Receiving,
    /// The request is there, the answer has not ended.
    Served,
    /// It was answered, and has not asked for more.
    Idle,
}

/// How ready a connection is to go when another needs the room; the least goes first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Claim {
    /// It has sent no complete request.
    None,
    /// It was served before.
    Earlier,
}

impl Seat {
    pub(super) fn new(peer: Peer) -> Self {
        let standing = Standing { stage: Stage::Asking, since: Instant::now(), stalled: None };
        Self { peer, standing: Mutex::new(standing), dismissal: Notify::new() }
    }

    pub(super) fn peer(&self) -> Peer {
        self.peer
    }

    /// It goes on to another stage.
    pub(super) fn reaches(&self, stage: Stage) {
        let mut standing = self.standing();
        standing.stage = stage;
        standing.since = Instant::now();
    }

    /// Bytes came.
    pub(super) fn hears(&self) {
        let idle = self.standing().stage == Stage::Idle;
        if idle {
            self.reaches(Stage::Asking);
        }
    }

    /// Bytes could be written, or could not.
    pub(super) fn writes(&self, some: bool) {
        let mut standing = self.standing();
        if some {
            standing.stalled = None;
        } else {
            standing.stalled.get_or_insert_with(Instant::now);
        }
    }

    /// Has it taken too long?
    pub(super) fn is_overdue(&self, bounds: &Bounds, now: Instant) -> bool {
        let Standing { stage, since, stalled } = *self.standing();
        let longer = |since: Instant, bound| now.saturating_duration_since(since) > bound;
        if let Some(since) = stalled {
            return longer(since, bounds.stalled);
        }
        match stage {
            Stage::Asking => longer(since, bounds.head),
            Stage::Idle => longer(since, bounds.idle),
            // A body's time is kept where it is read; an answer has no bound.
            Stage::Receiving | Stage::Served => false,
        }
    }

    /// What speaks for keeping it, and since when; nothing where it must not go.
    pub(super) fn claim(&self) -> Option<(Claim, Instant)> {
        let Standing { stage, since, stalled } = *self.standing();
        match stage {
            Stage::Asking | Stage::Receiving => Some((Claim::None, since)),
            Stage::Idle if stalled.is_none() => Some((Claim::Earlier, since)),
            Stage::Idle | Stage::Served => None,
        }
    }

    /// Ends it.
    pub(super) fn dismiss(&self) {
        self.dismissal.notify_one();
    }

    /// Resolves when it has to end.
    pub(super) async fn dismissed(&self) {
        self.dismissal.notified().await;
    }

    fn standing(&self) -> MutexGuard<'_, Standing> {
        self.standing.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
