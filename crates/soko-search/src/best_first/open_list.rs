//! The positions that wait, in buckets of equal rank.
//!
//! Ranks are pairs of small whole numbers, and few different ones occur at a time, so a sorted map of stacks beats
//! a heap of entries: adding and taking cost one look into a shallow tree, and an entry is four bytes. Within
//! a bucket the last comes first, which runs deep where all ranks are equal.
//!
//! Stacks are made of pages from a common pool that only grows. Growing vectors would leave holes of all sizes behind:
//! measured, they cost 7 % of a search's memory beyond its limit.

use std::collections::BTreeMap;

use soko_solver::{Context, Halt};

/// Least first; what decides among equals second.
pub(crate) type Rank = (u32, u32);

/// Waiting node numbers by rank.
#[derive(Default)]
pub(crate) struct OpenList {
    buckets: BTreeMap<Rank, Stack>,
    pool: Pool,
}

/// A stack of entries: full pages and a last one.
#[derive(Default)]
struct Stack {
    pages: Vec<u32>,
    len: usize,
}

/// Pages by number.
#[derive(Default)]
struct Pool {
    blocks: Vec<Box<[[u32; PAGE]]>>,
    free: Vec<u32>,
}

/// Entries of a page.
const PAGE: usize = 64;
/// Pages made at a time.
const BLOCK: usize = 256;
/// What they take, with the two lists in which each has its number.
const BLOCK_BYTES: u64 = (BLOCK * (PAGE + 2) * size_of::<u32>()) as u64;

impl OpenList {
    /// Adds an entry.
    ///
    /// # Errors
    /// The memory limit forbids growing.
    pub(crate) fn push(&mut self, rank: Rank, number: u32, context: &mut Context<'_>) -> Result<(), Halt> {
        let stack = self.buckets.entry(rank).or_default();
        if stack.len.is_multiple_of(PAGE) {
            stack.pages.push(self.pool.take(context)?);
        }
        let page = *stack.pages.last().expect("a page with room was just made sure of");
        self.pool.page(page)[stack.len % PAGE] = number;
        stack.len += 1;
        Ok(())
    }

    /// Takes an entry of least rank.
    pub(crate) fn pop(&mut self) -> Option<(Rank, u32)> {
        let mut first = self.buckets.first_entry()?;
        let rank = *first.key();
        let stack = first.get_mut();
        stack.len -= 1;
        let page = *stack.pages.last().expect("empty stacks are removed");
        let number = self.pool.page(page)[stack.len % PAGE];
        if stack.len.is_multiple_of(PAGE) {
            stack.pages.pop();
            self.pool.free.push(page);
        }
        if stack.len == 0 {
            first.remove();
        }
        Some((rank, number))
    }

    /// Gives all memory back.
    pub(crate) fn release(self, context: &mut Context<'_>) {
        context.release(self.pool.blocks.len() as u64 * BLOCK_BYTES);
    }
}

impl Pool {
    fn take(&mut self, context: &mut Context<'_>) -> Result<u32, Halt> {
        if self.free.is_empty() {
            context.acquire(BLOCK_BYTES)?;
            let first = (self.blocks.len() * BLOCK) as u32;
            self.blocks.push(vec![[0; PAGE]; BLOCK].into_boxed_slice());
            self.free.extend((first..first + BLOCK as u32).rev());
        }
        Ok(self.free.pop().expect("a page was just made sure of"))
    }

    #[inline]
    fn page(&mut self, number: u32) -> &mut [u32; PAGE] {
        &mut self.blocks[number as usize / BLOCK][number as usize % BLOCK]
    }
}
