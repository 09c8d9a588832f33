//! Can all members of one side have a partner of their own? Bipartite matching on bitboards.
//!
//! Augmenting paths (Kuhn 1955): each member has a set of squares that suit it, each square takes one. Most members find a
//! free square at once, so the cost is near one look at a few words per member. If a member finds none, the members
//! asked and the squares seen on the way prove it: these members have no other squares (Hall 1935).

use soko_core::{Bits, Square};

const FREE: u16 = u16::MAX;

/// Finds matchings; keeps its memory.
pub struct BipartiteMatching<const W: usize> {
    /// The member that holds a square.
    holder: Vec<u16>,
}

/// Members with too few squares.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Shortage<const W: usize> {
    /// The members.
    pub members: Vec<usize>,
    /// All squares that suit any of them: fewer than there are members.
    pub squares: Bits<W>,
}

impl<const W: usize> Default for BipartiteMatching<W> {
    fn default() -> Self {
        Self { holder: vec![FREE; 64 * W] }
    }
}

impl<const W: usize> BipartiteMatching<W> {
    /// Can every member have a square of its own, among those that suit it?
    pub fn is_possible(&mut self, suits: &[Bits<W>]) -> bool {
        self.shortage(suits).is_none()
    }

    /// Members that have too few squares between them; `None` if every member can have one of its own.
    #[inline(never)]
    pub(crate) fn shortage(&mut self, suits: &[Bits<W>]) -> Option<Shortage<W>> {
        let mut taken: Bits<W> = Bits::EMPTY;
        let mut shortage = None;
        for (member, suit) in suits.iter().enumerate() {
            if let Some(square) = suit.without(&taken).first() {
                self.take(square, member, &mut taken);
                continue;
            }
            let mut seen = Bits::EMPTY;
            if !self.give(suits, member, &mut taken, &mut seen) {
                let holders = seen.iter().map(|square| usize::from(self.holder[square.index()]));
                shortage = Some(Shortage {
                    members: std::iter::once(member).chain(holders).collect(),
                    squares: seen,
                });
                break;
            }
        }
        for square in taken.iter() {
            self.holder[square.index()] = FREE;
        }
        shortage
    }

    /// Gives a member a square, moving others on where needed.
    fn give(&mut self, suits: &[Bits<W>], member: usize, taken: &mut Bits<W>, seen: &mut Bits<W>) -> bool {
        if let Some(square) = suits[member].without(taken).first() {
            self.take(square, member, taken);
            return true;
        }
        let choices: Bits<W> = suits[member].without(seen);
        *seen |= choices;
        for square in choices.iter() {
            let other = usize::from(self.holder[square.index()]);
            if self.give(suits, other, taken, seen) {
                self.take(square, member, taken);
                return true;
            }
        }
        false
    }

    fn take(&mut self, square: Square, member: usize, taken: &mut Bits<W>) {
        taken.insert(square);
        self.holder[square.index()] = member as u16;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn naive(suits: &[Bits<1>], used: u64) -> bool {
        let Some((first, rest)) = suits.split_first() else { return true };
        (0..8).filter(|i| first.0[0] & !used & 1 << i != 0).any(|i| naive(rest, used | 1 << i))
    }

    #[test]
    fn agrees_with_trying_everything_and_names_members_with_too_few_squares() {
        let mut seed = 7_u64;
        let mut random = |n: u64| {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (seed >> 33) % n
        };
        let (mut matching, mut failed) = (BipartiteMatching::<1>::default(), 0);
        for _ in 0..4000 {
            let members = 1 + random(7);
            let suits: Vec<_> = (0..members).map(|_| Bits([random(256) & random(256)])).collect();
            let expected = naive(&suits, 0);
            failed += u32::from(!expected);
            let shortage = matching.shortage(&suits);
            assert_eq!(shortage.is_none(), expected, "{suits:?}");
            assert_eq!(matching.is_possible(&suits), expected, "the memory is clean again");
            if let Some(Shortage { members, squares }) = shortage {
                let all = members.iter().fold(Bits::EMPTY, |all, &member| all | suits[member]);
                assert_eq!(all, squares);
                assert!((squares.len() as usize) < members.len());
            }
        }
        assert!((400..3600).contains(&failed), "{failed}");
    }
}
