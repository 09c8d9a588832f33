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
