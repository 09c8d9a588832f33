//! All connections there are, and which of them goes when another needs the room.

use std::{
    cmp::Reverse,
    collections::{BTreeMap, HashMap},
    ops::Deref,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Instant,
};

use tokio::sync::Notify;

use super::{Bounds, seat::Seat};
use crate::peer::Peer;

/// Sockets above the bound: of connections that were told to end and have not yet.
const ENDING: usize = 64;

/// All connections.
pub(super) struct Register {
    bounds: Bounds,
    open: Mutex<Open>,
    /// A socket was closed.
    closed: Notify,
}

#[derive(Default)]
struct Open {
    seats: BTreeMap<u64, Arc<Seat>>,
    peers: HashMap<Peer, usize>,
    /// Sockets that are open, those of ended connections among them.
    sockets: usize,
    next: u64,
}

/// A seat that is given back when it is dropped.
pub(super) struct Admitted {
    seat: Arc<Seat>,
    number: u64,
    register: Arc<Register>,
}

impl Deref for Admitted {
    type Target = Arc<Seat>;

    fn deref(&self) -> &Arc<Seat> {
        &self.seat
    }
}

impl Drop for Admitted {
    fn drop(&mut self) {
        let mut open = self.register.open();
        open.remove(self.number);
        open.sockets -= 1;
        drop(open);
        self.register.closed.notify_one();
    }
}

/// Ends all connections when it is dropped.
pub(super) struct End(pub(super) Arc<Register>);

impl Drop for End {
    fn drop(&mut self) {
        self.0.open().seats.values().for_each(|seat| seat.dismiss());
    }
}

impl Open {
    fn remove(&mut self, number: u64) -> Option<Arc<Seat>> {
        let seat = self.seats.remove(&number)?;
        let count = self.peers.entry(seat.peer()).or_default();
        *count -= 1;
        if *count == 0 {
            self.peers.remove(&seat.peer());
        }
        Some(seat)
    }

    fn of(&self, peer: Peer) -> usize {
        self.peers.get(&peer).copied().unwrap_or_default()
    }

    /// Ends a sixteenth of those that may go, of all or of one address. False if none may.
    fn make_room(&mut self, of: Option<Peer>) -> bool {
        let candidates = self.seats.iter().filter(|(_, seat)| of.is_none_or(|peer| seat.peer() == peer));
        let mut candidates: Vec<_> = candidates
            .filter_map(|(&number, seat)| {
                let (claim, since) = seat.claim()?;
                Some((claim, Reverse(self.of(seat.peer())), since, number))
            })
            .collect();
        candidates.sort_unstable();
        // Of connections that were served before none goes that need not.
        let first = candidates.first().map(|&(claim, ..)| claim);
        let alike = candidates.iter().take_while(|&&(claim, ..)| Some(claim) == first).count();
        for &(.., number) in candidates.iter().take(alike.div_ceil(16)) {
            if let Some(seat) = self.remove(number) {
                seat.dismiss();
            }
        }
        first.is_some()
    }
}

impl Register {
    pub(super) fn new(bounds: Bounds) -> Self {
        Self { bounds, open: Mutex::default(), closed: Notify::new() }
    }

    /// A seat for a new connection, for which another may have to go; nothing if none can.
    pub(super) fn admit(self: &Arc<Self>, peer: Peer) -> Option<Admitted> {
        let mut open = self.open();
        if open.of(peer) >= self.bounds.per_peer && !open.make_room(Some(peer)) {
            return None;
        }
        if open.seats.len() >= self.bounds.open && !open.make_room(None) {
            return None;
        }
        let seat = Arc::new(Seat::new(peer));
        let number = open.next;
        open.next += 1;
        open.seats.insert(number, Arc::clone(&seat));
        *open.peers.entry(peer).or_default() += 1;
        open.sockets += 1;
        drop(open);
        Some(Admitted { seat, number, register: Arc::clone(self) })
    }

    /// Ends some that may go.
    pub(super) fn make_room(&self) {
        self.open().make_room(None);
    }

    /// Resolves when there is a file for another socket: those of connections that were ended are closed a moment later.
    pub(super) async fn room(&self) {
        while self.open().sockets >= self.bounds.open + ENDING {
            self.closed.notified().await;
        }
    }

    /// Ends those that took too long.
    pub(super) fn end_overdue(&self) {
        let now = Instant::now();
        let mut open = self.open();
        let late = open.seats.iter().filter(|(_, seat)| seat.is_overdue(&self.bounds, now));
        let late: Vec<u64> = late.map(|(&number, _)| number).collect();
        for number in late {
            if let Some(seat) = open.remove(number) {
                seat.dismiss();
            }
        }
    }

    fn open(&self) -> MutexGuard<'_, Open> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
