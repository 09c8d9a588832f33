//! The schedule: who has a seat, in which order, and how long its turns are.
//!
//! **Turns** are counted in positions, not in seconds, so a seed and a node limit reproduce a run. A strategy's turn doubles each
//! time; in every round one more seat goes to *again*, whose turns stay short. Of three short turns in a row one begins at the start
//! and two go *further* from where the one before had got to. Where boxes and goals are not equal in number only searches
//! that need no plan take part.
//!
//! **Several portfolios** of a team share the seats out: the first has *exact*, *pull* and *push*, the second *plan* and *home*; all
//! but the second begin with *again*.
//!
//! **What was tried.** First turns half as long lost 2 of 214 levels (`XSokoban`, Sasquatch I, half of VII, every 32nd of
//! Sven's; 5 s each). Turns that grow by half and restarts that grow in number by half or double were within one level of each
//! other (8 s each). Turns of the backward search twice as long as those of plans: one level more of 292 (with half of III and
//! every 16th of Sven's; 6 to 8 s each), 3 % less time in all. Restarts of the backward search with other variations: of 152
//! levels two won and three lost.

use soko_analysis::deadlock::Rules;
use soko_search::{
    best_first::{Order, Settings, Space, backward},
    evaluator::Estimate,
    resumable,
};
use soko_solver::metric::Metric;
use soko_solver::{Context, Halt};

use super::{
    Portfolio, if_there_is_room,
    seat::{Member, Seat},
};
use crate::{
    prepared::Prepared,
    strategy::{backward::BackwardStrategy, perimeter::Perimeter, plan::PlanStrategy, start::Start},
    variation::Variation,
};

/// Expansions of the first turn of exact search: what settles a tiny level at once.
const FIRST_EXACT: u64 = 300;
/// Expansions of the first turn of the greedy search by single pulls.
const FIRST_PULL: u64 = 5_000;
/// The same for the one by single pushes, which solves less and takes longer for each.
const FIRST_PUSH: u64 = FIRST_PULL / 3;
/// Weights of their estimates.
const WEIGHT: f64 = 5.0;
/// Boxes of a level for which these turns are meant; with more they are shorter.
const USUAL_BOXES: u64 = 12;
/// How many times as long a turn of the backward search is as that of a plan.
const BACKWARD: u64 = 2;
/// How many searches in a row go on where the one before had got to.
const FURTHER: u32 = 2;

fn search_settings(weight: f64) -> Settings {
    Settings {
        metric: Metric::Pushes,
        space: Space::Pushes,
        order: Order::Sum { weight },
        estimate: Estimate::default(),
        rules: Rules::default(),
    }
}

impl<'a, const W: usize> Portfolio<'a, W> {
    /// The strategies of one of a team, in the order of their first turns.
    ///
    /// # Errors
    /// The reason to halt, from the context.
    pub(super) fn seat_all(&mut self, number: usize, context: &mut Context<'_>) -> Result<(), Halt> {
        let alone = self.team.size == 1;
        // Without tables there is nothing but single pushes and pulls, and one thread for them.
        let (steps, plans) = (number == 0, number == 1 || alone);
        let (level, maze, turn) = (self.level, self.maze, self.params.turn);
        let greedy = search_settings(WEIGHT);
        // An expansion of hundreds of boxes takes as long as many of a few.
        let boxes = (level.boxes() as u64).max(USUAL_BOXES);
        let first = |turn: u64| (turn * USUAL_BOXES / boxes).max(1);
        if steps {
            let exact = resumable::forward(level, maze, search_settings(1.0));
            self.seat("exact", Member::Search(exact), first(FIRST_EXACT), false);
        }
        if let Some(prepared) = self.prepared {
            if plans {
                let (start, perimeter) =
                    (Start::of_level(&prepared.tables), self.team.forward.looking_ahead());
                let plan = self.plan_strategy(prepared, (0, 0), start, perimeter);
                self.seat("plan", plan, turn, false);
            }
            if let Some(last) = self.seats.back_mut() {
                last.leads = true;
            }
            if self.params.restarts && (alone || !plans) {
                // A variation of the first round owes nothing to the seed.
                self.seat_again(if alone || number == 0 { 0 } else { context.seed() });
            }
            if plans && self.params.home {
                let variation = Variation::new(0, 0, self.params.switches);
                let perimeter = self.team.backward.looking_ahead();
                let build = |context: &mut Context<'_>| {
                    BackwardStrategy::new(&prepared.tables, variation, perimeter, context)
                };
                if let Some(strategy) = if_there_is_room(context, build)? {
                    self.seat("home", Member::Backward(Box::new(strategy)), BACKWARD * turn, false);
                }
            }
        }
        if !steps || !self.params.pull {
            return Ok(());
        }
        if backward::applies(level, &greedy) {
            let pull = resumable::backward(level, maze, greedy);
            self.seat("pull", Member::Search(pull), first(FIRST_PULL), false);
        }
        let push = resumable::forward(level, maze, greedy);
        self.seat("push", Member::Search(push), first(FIRST_PUSH), false);
        Ok(())
    }

    fn seat(&mut self, name: &'static str, member: Member<'a, W>, turn: u64, passes: bool) {
        self.seats.push_back(Seat { name, member, begun: false, turn, passes, leads: false, further: 0 });
    }

    fn plan_strategy(
        &self,
        prepared: &'a Prepared<'a, W>,
        (variation, seed): (u64, u64),
        start: Start<W>,
        perimeter: Perimeter,
    ) -> Member<'a, W> {
        let variation = Variation::new(variation, seed, self.params.switches);
        let effort = self.params.plan;
        let plan = PlanStrategy::new(prepared, effort, start, variation, perimeter);
        Member::Plan(Box::new(plan))
    }

    /// Gives a seat to the next variation.
    pub(super) fn seat_again(&mut self, seed: u64) {
        if let Some(prepared) = self.prepared {
            let (start, perimeter) = (Start::of_level(&prepared.tables), self.team.forward.clone());
            let again = self.plan_strategy(prepared, (self.team.next_variation(), seed), start, perimeter);
            self.seat("again", again, self.params.turn, true);
        }
    }

    /// Gives a seat to the next variation, from the best position of a search that has had its turn; `None` if it has none or
    /// if it has gone far enough.
    fn seat_further(&mut self, seat: &Seat<'a, W>, seed: u64) -> Option<()> {
        let Member::Plan(plan) = &seat.member else { return None };
        if !self.params.further || seat.further == FURTHER {
            return None;
        }
        let best = plan.best()?;
        let perimeter = self.team.forward.clone();
        let further = self.plan_strategy(self.prepared?, (self.team.next_variation(), seed), best, perimeter);
        self.seat("further", further, self.params.turn, true);
        self.seats.back_mut()?.further = seat.further + 1;
        Some(())
    }

    /// Gives a strategy its next turn, or its seat to another variation.
    pub(super) fn go_on(&mut self, mut seat: Seat<'a, W>, context: &mut Context<'_>) {
        let variations = usize::from(seat.passes) + usize::from(seat.leads && self.params.restarts);
        for number in 0..variations {
            if number > 0 || self.seat_further(&seat, context.seed()).is_none() {
                self.seat_again(context.seed());
            }
        }
        if seat.passes {
            self.archives.extend(seat.retire(context));
        } else {
            seat.turn *= 2;
            self.seats.push_back(seat);
        }
    }
}
