//! A priority queue for costs that never fall: the radix heap of Ahuja, Mehlhorn, Orlin and Tarjan (1990).
//!
//! Entries lie in buckets by the highest bit in which their cost differs from the last one taken out. The front bucket holds equal costs and is a
//! stack: among equals the search goes deep, which finds the end of a slice soonest. An entry moves to a lower bucket at most 64 times, and for
//! small differences of cost hardly ever.

/// Costs with the numbers of nodes.
#[derive(Debug)]
pub(crate) struct Queue {
    buckets: Vec<Vec<(u64, u32)>>,
    last: u64,
}

impl Default for Queue {
    fn default() -> Self {
        Self { buckets: vec![Vec::new(); 65], last: 0 }
    }
}

impl Queue {
    /// Adds a node. Its cost must not be below the last one taken out.
    #[inline]
    pub(crate) fn push(&mut self, cost: u64, node: u32) {
        debug_assert!(cost >= self.last);
        self.buckets[bucket(cost, self.last)].push((cost, node));
    }

    /// Takes a node of the least cost out.
    #[inline]
    pub(crate) fn pop(&mut self) -> Option<(u64, u32)> {
        if self.buckets[0].is_empty() {
            self.refill()?;
        }
        self.buckets[0].pop()
    }

    fn refill(&mut self) -> Option<()> {
        let lowest = self.buckets.iter().position(|bucket| !bucket.is_empty())?;
        let entries = std::mem::take(&mut self.buckets[lowest]);
        self.last = entries.iter().map(|&(cost, _)| cost).min()?;
        for (cost, node) in entries {
            self.buckets[bucket(cost, self.last)].push((cost, node));
        }
        Some(())
    }
}

#[inline]
const fn bucket(cost: u64, last: u64) -> usize {
    64 - (cost ^ last).leading_zeros() as usize
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn costs_come_out_in_order() {
        let mut queue = Queue::default();
        let mut random = 1_u64;
        let mut taken = Vec::new();
        queue.push(5, 0);
        for i in 0..2000 {
            let (cost, _) = queue.pop().unwrap();
            taken.push(cost);
            for _ in 0..2 {
                random =
                    random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                queue.push(cost + (random >> 40) % 1000 * if i % 3 == 0 { 1 << 32 } else { 1 }, i);
            }
        }
        assert!(taken.is_sorted() && taken.first() < taken.last());
    }

    #[test]
    fn among_equals_the_newest_comes_first() {
        let mut queue = Queue::default();
        queue.push(0, 1);
        queue.push(0, 2);
        assert_eq!([queue.pop(), queue.pop(), queue.pop()], [Some((0, 2)), Some((0, 1)), None]);
    }
}
