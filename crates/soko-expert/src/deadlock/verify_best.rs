//! Verifying the best position: proofs that what looks best is not lost.
//!
//! A search that does not get on is most often stuck behind a position that looks best and is lost. So the best position is
//! examined when it has just become the best, and again, each time twice as thoroughly, as long as it stays so. If it is lost
//! it is buried, with all before it that are lost, too.
//!
//! Looking at the best position of nine hard levels of `XSokoban` after 10,000 positions: six were lost by four to six boxes, which
//! takes between 300 and 90,000 positions to prove. So proofs are worth about as much time as the search itself: of 140 levels
//! (`XSokoban`, Sasquatch I) 112 are solved within 10,000 positions by plans alone if proofs may look at 8 positions a turn, 115 if
//! at 32, 117 if at 100, which takes twice as long.

use soko_core::{Bits, BoxMove};
use soko_solver::{Context, Halt};

use super::pattern_search::{Finding, Poll, Task, With};
use crate::fess::{Domain, FeatureSearch, FessPosition, Node};

/// Positions of the first proof.
const FIRST: usize = 50;
/// Positions of the most thorough one.
const LAST: usize = 20_000;

/// A search whose positions can be proven lost.
pub(crate) trait Provable<const W: usize>: Domain<W> {
    /// How many positions more a proof may look at for each turn that its position has been the best.
    const MORE: usize;

    /// Makes a proof about a position.
    ///
    /// # Errors
    /// The reason to halt, from `poll`.
    fn prove(&mut self, at: &FessPosition<W>, task: Task, poll: &mut Poll<'_>) -> Result<Finding, Halt>;
    /// The boxes that are not where they should be.
    fn astray(&self, position: &FessPosition<W>) -> Bits<W>;
    /// Positions that proofs have looked at so far.
    fn examined(&self) -> u64;
}

/// When the best position is to be verified next.
#[derive(Default)]
pub(crate) struct Verifier {
    best: u32,
    turns: usize,
    next: usize,
    /// Positions that proofs may still look at.
    credit: i64,
}

impl Verifier {
    fn proof<const W: usize>(
        &self,
        node: &Node<W>,
        domain: &mut impl Provable<W>,
        budget: usize,
        context: &mut Context<'_>,
    ) -> Result<Finding, Halt> {
        let position = &node.position;
        let poll = &mut || context.poll();
        if domain.is_lost(position, node.macro_move.to) {
            return Ok(Finding::Lost);
        }
        let finding = domain.prove(position, Task { with: With::All, budget }, poll)?;
        if !matches!(finding, Finding::Unknown) {
            return Ok(finding);
        }
        let around = if self.next == 0 { Bits::single(node.macro_move.to) } else { domain.astray(position) };
        for square in around.iter() {
            if let Finding::Lost =
                domain.prove(position, Task { with: With::Around(square), budget }, poll)?
            {
                return Ok(Finding::Lost);
            }
        }
        Ok(Finding::Unknown)
    }

    /// Examines the best position if it is time, and buries it if it is lost, with all before it that are lost, too.
    ///
    /// For each turn of the search proofs may look at `credit` positions. If one of them comes home, its node and the moves
    /// from there are the answer.
    ///
    /// # Errors
    /// The reason to halt, from the context.
    pub(crate) fn examine<const W: usize, D: Provable<W>>(
        &mut self,
        tree: &mut FeatureSearch<W>,
        domain: &mut D,
        credit: u32,
        context: &mut Context<'_>,
    ) -> Result<Option<(u32, Vec<BoxMove>)>, Halt> {
        self.turns += 1;
        self.credit += i64::from(credit);
        while self.credit > 0 {
            tree.settle_best(domain);
            if tree.best() != self.best {
                (self.best, self.turns, self.next) = (tree.best(), 1, 0);
            }
            if self.turns <= self.next {
                break;
            }
            let before = domain.examined();
            let budget = (FIRST + self.next * D::MORE).min(LAST);
            let mut lost = None;
            let mut at = self.best;
            while tree.node(at).parent != at {
                match self.proof(tree.node(at), domain, budget, context)? {
                    Finding::Lost => lost = Some(at),
                    Finding::Home(moves) => return Ok(Some((at, moves))),
                    Finding::Unknown => break,
                }
                at = tree.node(at).parent;
            }
            self.credit -= (domain.examined() - before) as i64 + 1;
            match lost {
                Some(number) => tree.bury(number, domain),
                None => self.next = (self.next * 2).max(8),
            }
        }
        Ok(None)
    }
}
