//! The schedule: who has a seat, in which order, and how long its turns are.
//!
//! **Turns** are counted in positions, not in seconds, so a seed and a node limit reproduce a run. A strategy's turn doubles each
//! time; in every round one more seat goes to *again*, whose turns stay short. Of three short turns in a row one begins at the start
//! and two go *further* from where the one before had got to. Where boxes and goals are not equal in number only searches
//! that need no plan take part.
//!
//! **Searches by single steps wait** until the others have had a turn: their first turns are long, and what they solve is seldom
//! solved at once. With 20,000 positions 65 of 70 levels are solved without them, 61 with them in the first round and 65 with
//! them from the second round on (`XSokoban` 1–45, Sasquatch I 1–25; of the other halves 58 of 70 both ways); with 80,000
//! positions 68 each. On levels that nothing was tuned on, 64 of 115 instead of 62 with 40,000 positions (SokHard, Holland,
//! Grigr2002). In 5 s each, 225 of 292 levels instead of 223 (`XSokoban`, Sasquatch III and V, every 16th of Sven's).
//!
//! **Several portfolios** of a team share the seats out: the first has *exact*, *pull* and *push*, the second *plan* and *backward*; all
//! but the second begin with *again*.
//!
//! **What was tried.** First turns half as long lost 2 of 214 levels (`XSokoban`, Sasquatch I, half of VII, every 32nd of
//! Sven's; 5 s each). Turns that grow by half and restarts that grow in number by half or double were within one level of each
//! other (8 s each). Turns of the backward search twice as long as those of plans: one level more of 292 (with half of III and
//! every 16th of Sven's; 6 to 8 s each), 3 % less time in all. Restarts of the backward search with other variations: of 152
//! levels two won and three lost. The backward search from the second round on and single steps from the third: 122 of 140
//! levels instead of 119 with 20,000 positions, but 295 of 392 instead of 301 in 5 s each: it often solves in its first turn what
//! plans do not.

use soko_search::{
    best_first::{Settings, backward},
    resumable,
};
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
        let greedy = Settings::astar(WEIGHT);
        // An expansion of hundreds of boxes takes as long as many of a few.
        let boxes = (level.boxes() as u64).max(USUAL_BOXES);
        let first = |turn: u64| (turn * USUAL_BOXES / boxes).max(1);
        if steps {
            let exact = resumable::forward(level, maze, Settings::astar(1.0));
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
            if plans && self.params.backward {
                let variation = Variation::new(0, 0, self.params.switches);
                let perimeter = self.team.backward.looking_ahead();
                let build = |context: &mut Context<'_>| {
                    BackwardStrategy::new(&prepared.tables, variation, perimeter, context)
                };
                if let Some(strategy) = if_there_is_room(context, build)? {
                    self.seat("backward", Member::Backward(Box::new(strategy)), BACKWARD * turn, false);
                }
            }
        }
        if !steps || !self.params.single_steps {
            return Ok(());
        }
        let before = self.seats.len();
        if backward::applies(level, &greedy) {
            let pull = resumable::backward(level, maze, greedy);
            self.seat("pull", Member::Search(pull), first(FIRST_PULL), false);
        }
        let push = resumable::forward(level, maze, greedy);
        self.seat("push", Member::Search(push), first(FIRST_PUSH), false);
        for seat in self.seats.range_mut(before..) {
            seat.waits = self.prepared.is_some();
        }
        Ok(())
    }

    fn seat(&mut self, name: &'static str, member: Member<'a, W>, turn: u64, passes: bool) {
        self.seats.push_back(Seat { name, member, turn, waits: false, passes, leads: false, further: 0 });
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

#[cfg(test)]
mod tests {
    use soko_core::{Level, Maze};

    use super::{
        super::tests::{DOOR, with_portfolio},
        *,
    };
    use crate::params::Params;

    /// What there is to know of a seat: its name, the length of its turn, whether it passes and whether it leads.
    type Known = (&'static str, u64, bool, bool);

    fn known<const W: usize>(portfolio: &Portfolio<'_, W>) -> Vec<Known> {
        portfolio.seats.iter().map(|seat| (seat.name, seat.turn, seat.passes, seat.leads)).collect()
    }

    /// The seats of one of a team with these parameters.
    fn seated(params: Params, (size, number): (usize, usize)) -> Vec<Known> {
        let mut seats = Vec::new();
        with_portfolio(DOOR, params, size, |portfolio, context| {
            portfolio.seat_all(number, context)?;
            seats = known(portfolio);
            Ok(())
        });
        seats
    }

    const EXACT: Known = ("exact", 300, false, false);
    const PULL: Known = ("pull", 5_000, false, false);
    const PUSH: Known = ("push", 1_666, false, false);

    #[test]
    fn one_alone_has_all_seats_in_their_order() {
        let params = Params { turn: 100, ..Params::default() };
        let (plan, again) = (("plan", 100, false, true), ("again", 100, true, false));
        let backward = ("backward", 200, false, false);
        assert_eq!(seated(params, (1, 0)), [EXACT, plan, again, backward, PULL, PUSH]);
        assert_eq!(seated(Params { restarts: false, ..params }, (1, 0)), [EXACT, plan, backward, PULL, PUSH]);
        assert_eq!(seated(Params { backward: false, ..params }, (1, 0)), [EXACT, plan, again, PULL, PUSH]);
        assert_eq!(seated(Params { single_steps: false, ..params }, (1, 0)), [EXACT, plan, again, backward]);
    }

    #[test]
    fn single_steps_wait_where_there_are_plans() {
        with_portfolio(DOOR, Params::default(), 1, |portfolio, context| {
            let mut waiting = |portfolio: &mut Portfolio<'_, 2>| {
                portfolio.seats.clear();
                portfolio.seat_all(0, context)?;
                Ok(portfolio.seats.iter().filter(|seat| seat.waits).map(|seat| seat.name).collect::<Vec<_>>())
            };
            assert_eq!(waiting(portfolio)?, ["pull", "push"]);
            portfolio.prepared = None;
            assert_eq!(waiting(portfolio)?, [""; 0]);
            Ok(())
        });
    }

    #[test]
    fn a_team_shares_the_seats_out() {
        let params = Params { turn: 100, ..Params::default() };
        let again = ("again", 100, true, false);
        let leading = ("exact", 300, false, true);
        assert_eq!(seated(params, (3, 0)), [leading, again, PULL, PUSH]);
        assert_eq!(seated(params, (3, 1)), [("plan", 100, false, true), ("backward", 200, false, false)]);
        assert_eq!(seated(params, (3, 2)), [again]);
    }

    #[test]
    fn many_boxes_shorten_the_first_turns_of_single_steps() {
        let rows = ["#".repeat(30), format!("#@{}#", " ".repeat(27))];
        let boxes = format!("# {}{} #", "$ ".repeat(12), "  ");
        let goals = format!("# {}{} #", ". ".repeat(12), "  ");
        let empty = format!("#{}#", " ".repeat(28));
        let all = [
            rows[0].clone(),
            rows[1].clone(),
            boxes.clone(),
            empty.clone(),
            boxes,
            empty,
            goals.clone(),
            goals,
            rows[0].clone(),
        ];
        let board = all.join("\n");
        let level = Level::parse(&board).unwrap();
        assert_eq!(level.boxes(), 24);
        let maze = Maze::<16>::new(&level);
        let team = super::super::threads::Team::<16>::new(1);
        crate::testing::within(|context| {
            let mut portfolio = Portfolio {
                level: &level,
                maze: &maze,
                prepared: None,
                params: Params::default(),
                seats: std::collections::VecDeque::new(),
                archives: Vec::new(),
                team: &team,
                heard: super::super::threads::Heard::default(),
            };
            portfolio.seat_all(0, context)?;
            let turns: Vec<_> = known(&portfolio).iter().map(|seat| (seat.0, seat.1)).collect();
            assert_eq!(
                turns,
                [("exact", 150), ("pull", 2_500), ("push", 833)],
                "half as long with twice the boxes"
            );
            Ok(())
        });
    }

    #[test]
    fn a_lasting_strategy_has_twice_the_turn_and_leads_to_one_more_variation() {
        with_portfolio(DOOR, Params { turn: 100, ..Params::default() }, 1, |portfolio, context| {
            portfolio.seat_all(0, context)?;
            let seats = std::mem::take(&mut portfolio.seats);
            for seat in seats {
                let before = (seat.name, seat.turn, seat.passes, seat.leads);
                portfolio.go_on(seat, context);
                let after = known(portfolio);
                portfolio.seats.clear();
                let again = ("again", 100, true, false);
                match before {
                    (_, _, true, _) => assert_eq!(after, [again], "its seat goes to another"),
                    (name, turn, _, true) => assert_eq!(after, [again, (name, 2 * turn, false, true)]),
                    (name, turn, ..) => assert_eq!(after, [(name, 2 * turn, false, false)]),
                }
            }
            Ok(())
        });
    }

    #[test]
    fn a_search_goes_on_where_the_one_before_had_got_to_twice() {
        for further in [true, false] {
            let params = Params { turn: 3, plan: 1, further, ..Params::default() };
            with_portfolio(DOOR, params, 1, |portfolio, context| {
                portfolio.seat_again(0);
                let mut names = Vec::new();
                for _ in 0..8 {
                    let mut seat = portfolio.seats.pop_front().expect("one is always seated");
                    names.push((seat.name, seat.further));
                    let until = context.statistics.expanded + 12;
                    seat.advance(until, context)?;
                    portfolio.go_on(seat, context);
                    assert_eq!(portfolio.seats.len(), 1);
                }
                assert!(names.contains(&("again", 0)), "{names:?}");
                assert_eq!(names.iter().any(|name| name.0 == "further"), further, "{names:?}");
                for pair in names.windows(2) {
                    let expected = match pair[0].1 {
                        2 => pair[1] == ("again", 0),
                        so_far => pair[1] == ("again", 0) || pair[1] == ("further", so_far + 1),
                    };
                    assert!(expected, "{names:?}");
                }
                assert!(!portfolio.archives.is_empty(), "what has passed is kept");
                Ok(())
            });
        }
    }
}
