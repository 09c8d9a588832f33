//! The positions that wait, in buckets of equal rank.
//!
//! Ranks are pairs of small whole numbers, and few different ones occur at a time, so a sorted map of stacks beats
//! a heap of entries: adding and taking cost one look into a shallow tree, and an entry is four bytes. Within
//! a bucket the last comes first, which runs deep where all ranks are equal.

use std::collections::BTreeMap;

use soko_solver::{Context, Halt};

/// Least first; what decides among equals second.
pub(crate) type Rank = (u32, u32);

/// Waiting node numbers by rank.
#[derive(Default)]
pub(crate) struct OpenList {
    buckets: BTreeMap<Rank, Vec<u32>>,
}

/// Entries a bucket has room for at first.
const FIRST_ENTRIES: usize = 16;

impl OpenList {
    /// Adds an entry.
    ///
    /// # Errors
    /// The memory limit forbids growing.
    pub(crate) fn push(&mut self, rank: Rank, number: u32, context: &mut Context<'_>) -> Result<(), Halt> {
        let bucket = self.buckets.entry(rank).or_default();
        if bucket.len() == bucket.capacity() {
            // Large buckets grow by a quarter, so that little is held for nothing.
            let more =
                if bucket.len() < 1 << 12 { bucket.len() } else { bucket.len() / 4 }.max(FIRST_ENTRIES);
            context.acquire(bytes(bucket.len() + more))?;
            let old = bucket.capacity();
            bucket.reserve_exact(more);
            context.release(bytes(old));
        }
        bucket.push(number);
        Ok(())
    }

    /// Takes an entry of least rank.
    pub(crate) fn pop(&mut self, context: &mut Context<'_>) -> Option<(Rank, u32)> {
        let mut first = self.buckets.first_entry()?;
        let rank = *first.key();
        let number = first.get_mut().pop().expect("empty buckets are removed");
        if first.get().is_empty() {
            context.release(bytes(first.get().capacity()));
            first.remove();
        }
        Some((rank, number))
    }

    /// Gives all memory back.
    pub(crate) fn release(self, context: &mut Context<'_>) {
        context.release(self.buckets.values().map(|bucket| bytes(bucket.capacity())).sum());
    }
}

const fn bytes(entries: usize) -> u64 {
    (entries * size_of::<u32>()) as u64
}
