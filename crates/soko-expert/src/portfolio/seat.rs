//! A strategy with its place in the portfolio.

use soko_core::Push;
use soko_search::resumable::{Resumable, Stage};
use soko_solver::{Context, Halt};

use crate::strategy::{Progress, archive::Archive, backward::BackwardStrategy, plan::PlanStrategy};

/// A strategy of the portfolio.
pub(super) enum Member<'a, const W: usize> {
    Plan(Box<PlanStrategy<'a, W>>),
    Backward(Box<BackwardStrategy<'a, W>>),
    Search(Box<dyn Resumable + 'a>),
}

/// A strategy with its place in the portfolio.
pub(super) struct Seat<'a, const W: usize> {
    pub(super) name: &'static str,
    pub(super) member: Member<'a, W>,
    /// Expansions of its next turn.
    pub(super) turn: u64,
    /// Does it let the first round pass?
    pub(super) waits: bool,
    /// Is it replaced by another after its turn, or does it go on with a longer one?
    pub(super) passes: bool,
    /// Does its turn begin a round, in which one more seat goes to another variation?
    pub(super) leads: bool,
    /// How many searches before it have led to where it begins.
    pub(super) further: u32,
}

impl<const W: usize> Seat<'_, W> {
    /// Goes on until `until` positions are expanded in the whole run.
    ///
    /// # Errors
    /// The reason to halt, from the context.
    pub(super) fn advance(&mut self, until: u64, context: &mut Context<'_>) -> Result<Progress, Halt> {
        match &mut self.member {
            Member::Plan(plan) => plan.advance(until, context),
            Member::Backward(backward) => backward.advance(until, context),
            Member::Search(search) => {
                search.begin(context)?;
                Ok(match search.advance(until, context)? {
                    Stage::Solved(number) => Progress::Solved(search.solution(number)),
                    Stage::Exhausted => Progress::Exhausted,
                    Stage::Paused => Progress::Paused,
                })
            }
        }
    }

    /// Tells how far it has got.
    pub(super) fn tell(&mut self, context: &mut Context<'_>) {
        match &mut self.member {
            Member::Plan(plan) => plan.tell(context),
            Member::Backward(backward) => backward.tell(context),
            Member::Search(_) => {}
        }
    }

    /// Gives all memory back, but for an archive of a search that followed a plan.
    pub(super) fn retire(self, context: &mut Context<'_>) -> Option<Archive<W>> {
        match self.member {
            Member::Plan(plan) => return plan.retire(context),
            Member::Backward(backward) => backward.release(context),
            Member::Search(search) => search.release(context),
        }
        None
    }
}

impl<const W: usize> Member<'_, W> {
    /// The half of a solution that ends in a position: does it lead from the start, and its pushes; `None` if it is not known.
    pub(super) fn half(&self, key: u64) -> Option<(bool, Vec<Push>)> {
        match self {
            Member::Plan(plan) => Some((true, plan.pushes(key)?)),
            Member::Backward(backward) => Some((false, backward.pushes(key)?)),
            Member::Search(_) => None,
        }
    }
}
