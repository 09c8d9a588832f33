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

#[cfg(test)]
mod tests {
    use super::*;
    use soko_testing::within::within_bytes;

    #[test]
    fn least_rank_first_and_within_a_rank_the_last() {
        within_bytes(BLOCK_BYTES, |context| {
            let mut open = OpenList::default();
            assert_eq!(open.pop(), None);
            for (rank, number) in [((2, 0), 1), ((1, 9), 2), ((1, 3), 3), ((2, 0), 4), ((1, 3), 5)] {
                open.push(rank, number, context)?;
            }
            assert_eq!(open.pop(), Some(((1, 3), 5)));
            open.push((0, 7), 6, context)?;
            let rest: Vec<_> = std::iter::from_fn(|| open.pop()).collect();
            assert_eq!(rest, [((0, 7), 6), ((1, 3), 3), ((1, 9), 2), ((2, 0), 4), ((2, 0), 1)]);
            open.release(context);
            Ok(())
        });
    }

    #[test]
    fn thousands_of_entries_come_out_as_from_a_stack() {
        within_bytes(3 * BLOCK_BYTES, |context| {
            let mut open = OpenList::default();
            let (mut stacks, mut left) = ([Vec::new(), Vec::new(), Vec::new()], 0);
            // Up and down over the borders of pages and of blocks.
            for round in [30_000_u32, 0, 100, 63, 20_000, 1, 0] {
                while left < round {
                    let rank = left % 3;
                    open.push((rank, 0), left, context)?;
                    stacks[rank as usize].push(left);
                    left += 1;
                }
                while left > round {
                    let rank = (0..3).find(|&rank| !stacks[rank].is_empty()).expect("one is left");
                    assert_eq!(open.pop(), Some(((rank as u32, 0), stacks[rank].pop().unwrap())));
                    left -= 1;
                }
            }
            assert_eq!(open.pop(), None);
            assert_eq!(open.pool.blocks.len(), 2, "pages are used again");
            assert_eq!(open.pool.free.len(), 2 * BLOCK);
            open.release(context);
            Ok(())
        });
    }

    #[test]
    fn without_memory_nothing_is_added() {
        within_bytes(BLOCK_BYTES, |context| {
            let mut open = OpenList::default();
            for number in 0..(BLOCK * PAGE) as u32 {
                open.push((0, 0), number, context)?;
            }
            assert_eq!(open.push((1, 0), 0, context), Err(Halt::Memory));
            open.release(context);
            Ok(())
        });
    }
}
