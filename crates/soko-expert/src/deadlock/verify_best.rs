//! Verifying the best position: proofs that what looks best is not lost.
//!
//! A search that does not get on is most often stuck behind a position that looks best and is lost. So the best position is
//! examined when it has just become the best, and again, each time twice as thoroughly, as long as it stays so. If it is lost
//! it is pruned, with all before it that are lost, too.
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

    /// Examines the best position if it is time, and prunes it if it is lost, with all before it that are lost, too.
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
                Some(number) => tree.prune(number, domain),
                None => self.next = (self.next * 2).max(8),
            }
        }
        Ok(None)
    }
}

#[cfg(test)]
mod tests {
    use soko_core::{Direction, Square, State};
    use soko_solver::Feature;

    use super::*;
    use crate::{
        features::Score,
        fess::{Child, Children, Turn},
        macro_move::MacroMove,
        testing::within,
    };

    /// One box that climbs square by square, the higher the better, and side ways from every square that are worse.
    #[derive(Default)]
    struct Climb {
        /// Squares from which on proofs find a position lost.
        lost: Option<u16>,
        /// A square from which a proof comes home.
        home: Option<u16>,
        /// Positions that each proof looks at.
        price: u64,
        examined: u64,
        /// The square and the budget of each proof with all boxes.
        proofs: Vec<(u16, usize)>,
        /// The boxes around which others gathered.
        around: Vec<Square>,
    }

    const TOP: u16 = 20;

    fn square(position: &FessPosition<1>) -> u16 {
        position.state.boxes.first().expect("a box").0
    }

    impl Domain<1> for Climb {
        const BACKWARD: bool = false;

        fn expand(&mut self, position: &FessPosition<1>, _: Score, _: &mut Context<'_>) -> Children {
            let from = square(position);
            let to = if from < TOP { vec![from + 1, from + 30] } else { Vec::new() };
            let child = |to: u16| {
                let macro_move = MacroMove { from: Square(from), to: Square(to), player: Square(63) };
                let rank = if to <= TOP { u64::from(TOP - to) } else { 100 };
                Child::new(&position.state, position.state.key(), macro_move, Score { cell: 1, rank }, true)
            };
            Ok(to.into_iter().map(child).collect())
        }

        fn is_lost(&mut self, _: &FessPosition<1>, _: Square) -> bool {
            false
        }

        fn is_done(&self, _: &FessPosition<1>) -> bool {
            false
        }

        fn describe(&self, _: Score) -> Vec<Feature> {
            Vec::new()
        }
    }

    impl Provable<1> for Climb {
        const MORE: usize = 4;

        fn prove(&mut self, at: &FessPosition<1>, task: Task, _: &mut Poll<'_>) -> Result<Finding, Halt> {
            self.examined += self.price;
            let here = square(at);
            match task.with {
                With::All => self.proofs.push((here, task.budget)),
                With::Around(box_square) => {
                    self.around.push(box_square);
                    return Ok(Finding::Unknown);
                }
            }
            Ok(match self.home {
                Some(home) if home == here => Finding::Home(vec![BoxMove {
                    from: Square(here),
                    to: Square(here + 1),
                    direction: Direction::Up,
                    before: Square(0),
                    after: Square(here),
                }]),
                _ if self.lost.is_some_and(|lost| (lost..=TOP).contains(&here)) => Finding::Lost,
                _ => Finding::Unknown,
            })
        }

        fn astray(&self, _: &FessPosition<1>) -> Bits<1> {
            [Square(40), Square(41)].into_iter().collect()
        }

        fn examined(&self) -> u64 {
            self.examined
        }
    }

    /// A tree that has climbed to a square.
    fn climbed(climb: &mut Climb, to: u16, context: &mut Context<'_>) -> Result<FeatureSearch<1>, Halt> {
        let mut tree = FeatureSearch::default();
        let state = State { boxes: Bits::single(Square(0)), player: Square(63) };
        tree.plant((FessPosition::of(state), state.key(), Score { cell: 1, rank: 50 }), climb, context)?;
        while square(&tree.node(tree.best()).position) < to {
            assert!(matches!(tree.turn(climb, context)?, Turn::Expanded(_)));
        }
        Ok(tree)
    }

    #[test]
    fn the_best_position_is_examined_more_thoroughly_the_longer_it_stays_so() {
        within(|context| {
            let mut climb = Climb::default();
            let mut tree = climbed(&mut climb, 5, context)?;
            let mut verifier = Verifier::default();
            let mut examined = Vec::new();
            for turn in 1..=40 {
                assert!(verifier.examine(&mut tree, &mut climb, 1_000, context)?.is_none());
                examined.extend(climb.proofs.drain(..).map(|(square, budget)| (turn, square, budget)));
            }
            assert_eq!(
                examined,
                [(1, 5, 50), (9, 5, 50 + 8 * 4), (17, 5, 50 + 16 * 4), (33, 5, 50 + 32 * 4)]
            );
            // First the box that moved, later all that are astray.
            let astray = [40, 41, 40, 41, 40, 41].map(Square);
            assert_eq!((climb.around[0], &climb.around[1..]), (Square(5), &astray[..]));
            Ok(())
        });
    }

    #[test]
    fn a_new_best_position_is_examined_at_once() {
        within(|context| {
            let mut climb = Climb::default();
            let mut tree = climbed(&mut climb, 3, context)?;
            let mut verifier = Verifier::default();
            verifier.examine(&mut tree, &mut climb, 1_000, context)?;
            verifier.examine(&mut tree, &mut climb, 1_000, context)?;
            while square(&tree.node(tree.best()).position) < 4 {
                tree.turn(&mut climb, context)?;
            }
            verifier.examine(&mut tree, &mut climb, 1_000, context)?;
            assert_eq!(climb.proofs, [(3, 50), (4, 50)]);
            Ok(())
        });
    }

    #[test]
    fn a_lost_position_is_pruned_with_all_before_it_that_are_lost() {
        within(|context| {
            let mut climb = Climb { lost: Some(4), ..Climb::default() };
            let mut tree = climbed(&mut climb, 7, context)?;
            let mut verifier = Verifier::default();
            assert!(verifier.examine(&mut tree, &mut climb, 1_000, context)?.is_none());
            assert_eq!(square(&tree.node(tree.best()).position), 3, "the best of the others");
            let order: Vec<u16> = climb.proofs.iter().map(|proof| proof.0).collect();
            assert_eq!(order, [7, 6, 5, 4, 3, 3], "up the way until one is not lost; then the new best");
            Ok(())
        });
    }

    #[test]
    fn a_proof_that_comes_home_is_the_answer() {
        within(|context| {
            let mut climb = Climb { lost: Some(6), home: Some(5), ..Climb::default() };
            let mut tree = climbed(&mut climb, 7, context)?;
            let found = Verifier::default().examine(&mut tree, &mut climb, 1_000, context)?;
            let (number, moves) = found.expect("it came home");
            assert_eq!((square(&tree.node(number).position), moves.len()), (5, 1));
            Ok(())
        });
    }

    #[test]
    fn proofs_are_made_on_credit_that_turns_pay_back() {
        within(|context| {
            let mut climb = Climb { lost: Some(2), price: 10, ..Climb::default() };
            let mut tree = climbed(&mut climb, 7, context)?;
            let mut verifier = Verifier::default();
            assert!(verifier.examine(&mut tree, &mut climb, 0, context)?.is_none());
            assert!(climb.proofs.is_empty(), "without credit there are none");
            verifier.examine(&mut tree, &mut climb, 5, context)?;
            // Six positions and the one before them, that again around the box, and one more for asking.
            assert_eq!(verifier.credit, 5 - 8 * 10 - 1);
            assert_eq!(climb.proofs.len(), 7);
            for _ in 0..15 {
                verifier.examine(&mut tree, &mut climb, 5, context)?;
            }
            assert_eq!((climb.proofs.len(), verifier.credit), (7, -1));
            verifier.examine(&mut tree, &mut climb, 5, context)?;
            assert_eq!(climb.proofs.len(), 8, "paid back");
            Ok(())
        });
    }
}
