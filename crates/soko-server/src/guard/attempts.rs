//! Wrong tokens are throttled: ten at once from an address, then one in six seconds.
//!
//! While an address has none left, a right token from it is refused as well, or guessing would go on at full speed. A browser that is already in
//! does not show its token but its pass, which cannot be guessed, and goes on. Addresses share 1,024 places by a hash that is new with every start, so
//! the memory is constant and no client can choose a place.

use std::hash::{BuildHasher, RandomState};

use crate::{limits::Bucket, peer::Peer};

/// Places for addresses.
const PLACES: usize = 1_024;
/// Wrong tokens at once.
const BURST: f64 = 10.0;
/// Wrong tokens a second after that.
const RATE: f64 = 1.0 / 6.0;

/// How many wrong tokens each address has left.
#[derive(Debug)]
pub(super) struct Attempts {
    places: Box<[Bucket]>,
    order: RandomState,
}

impl Default for Attempts {
    fn default() -> Self {
        let places = (0..PLACES).map(|_| Bucket::new(RATE, BURST)).collect();
        Self { places, order: RandomState::new() }
    }
}

impl Attempts {
    /// May the address show a token?
    pub(super) fn are_left(&self, peer: Option<Peer>) -> bool {
        !self.place(peer).is_empty()
    }

    /// It showed a wrong one.
    pub(super) fn count(&self, peer: Option<Peer>) {
        let _ = self.place(peer).take();
    }

    fn place(&self, peer: Option<Peer>) -> &Bucket {
        let place = self.order.hash_one(peer) % self.places.len() as u64;
        &self.places[place as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_runs_out_of_attempts_and_others_do_not() {
        let attempts = Attempts::default();
        let peer = |last: u8| Some(Peer::of([192, 0, 2, last].into()));
        for _ in 0..10 {
            assert!(attempts.are_left(peer(1)));
            attempts.count(peer(1));
        }
        assert!(!attempts.are_left(peer(1)));
        let others = (2..50).filter(|&last| attempts.are_left(peer(last))).count();
        assert!(others > 40, "{others} of 48 have another place");
    }
}
