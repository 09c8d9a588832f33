//! Meetings: a search from the start and one from the end know the same position, and so a solution.

use soko_core::{Solution, Verified};

use super::{Portfolio, seat::Member, threads::Half};

impl<'a, const W: usize> Portfolio<'a, W> {
    /// The solution of two searches that have met. If the other one is not of this portfolio, its owner will complete it.
    pub(super) fn join(&self, member: &Member<'a, W>, key: u64) -> Option<Verified<Solution>> {
        let (from_start, pushes) = member.half(key)?;
        let half = Half { key, from_start, pushes };
        let found = self.complete(&half, None);
        if found.is_none() {
            // The other tree lacks this key: drop it, and leave the half to the team.
            let other_side = if from_start { &self.team.forward.theirs } else { &self.team.backward.theirs };
            other_side.forget(key);
            if self.team.size > 1 {
                self.team.leave_half(half);
            }
        }
        found
    }

    /// Hears what the team has found: boxes that are lost, and halves of which this portfolio may have the other.
    pub(super) fn hear(&mut self, at_work: &Member<'a, W>) -> Option<Verified<Solution>> {
        // Taken also by one who works alone, so that news do not pile up.
        let news = self.prepared.map(|prepared| prepared.knowledge.borrow_mut().deadlocks.take_news());
        if self.team.size == 1 {
            return None;
        }
        let heard = self.team.exchange_patterns(&mut self.heard, news.unwrap_or_default());
        if let Some(prepared) = self.prepared {
            prepared.knowledge.borrow_mut().deadlocks.hear(heard);
        }
        let halves = self.team.halves_since(&mut self.heard);
        halves.iter().find_map(|half| self.complete(half, Some(at_work)))
    }

    /// A half with the other half, if a strategy of this portfolio has it; `None` also if two keys were equal by chance.
    fn complete(&self, half: &Half, at_work: Option<&Member<'a, W>>) -> Option<Verified<Solution>> {
        let members = self.seats.iter().map(|seat| &seat.member).chain(at_work);
        let tables = &self.prepared?.tables;
        let archived =
            self.archives.iter().filter_map(|archive| Some((true, archive.pushes(tables, half.key)?)));
        let (_, other) = members
            .filter_map(|member| member.half(half.key))
            .chain(archived)
            .find(|other| other.0 != half.from_start)?;
        let pushes = if half.from_start { [&half.pushes[..], &other] } else { [&other[..], &half.pushes] };
        Solution::from_pushes(self.level, &pushes.concat())
    }
}

#[cfg(test)]
mod tests {
    use super::{
        super::tests::{DOOR, with_portfolio},
        *,
    };
    use crate::{params::Params, strategy::Progress};

    /// Lends a test a portfolio of a plan and the backward search, the latter of which has come to the start, and the key of that.
    fn with_two_sides(
        size: usize,
        mut test: impl for<'a> FnMut(&mut Portfolio<'a, 2>, Member<'a, 2>, u64) + Send,
    ) {
        let params = Params { plan: 1, restarts: false, single_steps: false, ..Params::default() };
        with_portfolio(DOOR, params, size, |portfolio, context| {
            portfolio.seat_all(usize::from(size > 1), context)?;
            let start = portfolio.maze.normal(&portfolio.maze.start(portfolio.level)).key();
            let mut backward = portfolio.seats.pop_back().expect("the backward search");
            assert_eq!(backward.name, "backward");
            loop {
                match backward.advance(u64::MAX, context)? {
                    Progress::Solved(_) => break,
                    Progress::Paused | Progress::Met(_) => {}
                    Progress::Exhausted => panic!("there is a way to the start"),
                }
            }
            let plan = portfolio.seats.back_mut().expect("a plan");
            assert_eq!(plan.name, "plan");
            while plan.member.half(start).is_none() && context.statistics.expanded < 1_000 {
                plan.advance(context.statistics.expanded + 1, context)?;
            }
            assert!(plan.member.half(start).is_some(), "a plan is followed");
            test(portfolio, backward.member, start);
            Ok(())
        });
    }

    #[test]
    fn two_halves_make_a_solution() {
        with_two_sides(1, |portfolio, backward, start| {
            let (from_start, pushes) = backward.half(start).expect("it has come there");
            assert!(!from_start && !pushes.is_empty());
            let solution = portfolio.join(&backward, start).expect("the other half is the start itself");
            assert_eq!(solution.metrics().pushes as usize, pushes.len());
            let plan = portfolio.seats.pop_back().expect("a plan");
            assert_eq!(plan.member.half(start), Some((true, Vec::new())));
            assert!(portfolio.join(&plan.member, start).is_none(), "the backward search has no seat");
        });
    }

    #[test]
    fn a_meeting_that_comes_to_nothing_is_forgotten_and_left_to_the_team() {
        for size in [1, 2] {
            with_two_sides(size, |portfolio, backward, start| {
                portfolio.seats.clear();
                portfolio.archives.clear();
                let mut heard = super::super::threads::Heard::default();
                assert!(portfolio.join(&backward, start).is_none(), "no other half");
                let left = portfolio.team.halves_since(&mut heard);
                assert_eq!(left.len(), size - 1);
                assert!(
                    left.iter().all(|half| half.key == start && !half.from_start && !half.pushes.is_empty())
                );
                assert!(portfolio.join(&backward, 12_345).is_none(), "a key that is not known");
            });
        }
    }

    #[test]
    fn a_half_that_was_left_is_completed_by_the_one_that_hears_of_it() {
        with_two_sides(2, |portfolio, backward, start| {
            let (from_start, pushes) = backward.half(start).expect("it has come there");
            portfolio.team.leave_half(Half { key: start, from_start, pushes: pushes.clone() });
            let found = portfolio.hear(&backward).expect("the plan has the other half");
            assert_eq!(found.metrics().pushes as usize, pushes.len());
            assert!(portfolio.hear(&backward).is_none(), "heard once");
            let plan = portfolio.seats.pop_back().expect("a plan");
            portfolio.team.leave_half(Half { key: start, from_start, pushes });
            assert!(portfolio.hear(&plan.member).is_some(), "the one at work counts, too");
        });
    }

    #[test]
    fn one_alone_hears_nothing() {
        with_two_sides(1, |portfolio, backward, start| {
            portfolio.team.leave_half(Half { key: start, from_start: false, pushes: Vec::new() });
            assert!(portfolio.hear(&backward).is_none());
        });
    }
}
