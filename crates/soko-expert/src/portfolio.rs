//! The strategies of one thread: they take turns and keep their trees.
//!
//! | strategy | what it is | good for |
//! |---|---|---|
//! | exact | A* from the start, a few hundred positions at first | tiny levels, proofs that there is no solution |
//! | plan | a packing plan from the end, followed from the start ([`Follow`]) | levels with goal rooms: nearly all of the classics |
//! | again | the same with other tastes, begun anew after each turn | levels on which the first taste takes a wrong turn |
//! | further | the same from the best position of the search before | levels that need another plan halfway |
//! | home | a feature search by pulls to the very start ([`Retrace`]) | levels without a goal room |
//! | pull | weighted A* by single pulls | small dense levels |
//! | push | weighted A* by single pushes | small levels with long ways |
//!
//! **Turns** are counted in positions, not in seconds, so a seed and a node limit reproduce a run. A strategy's turn doubles each
//! time; in every round one more seat goes to *again*, whose turns stay short. Of three short turns in a row one begins at the start
//! and two go *further* from where the one before had got to. Where boxes and goals are not equal in number only searches
//! that need no plan take part.
//!
//! **What was tried.** Of 48 solutions of classics that took longer than half a second, restarts found 22, *plan* 12, *home* 8,
//! *pull* 5 and *push* 1. First turns half as long lost 2 of 214 levels (`XSokoban`, Sasquatch I, half of VII, every 32nd of
//! Sven's; 5 s each). Turns that grow by half and restarts that grow in number by half or double were within one level of each
//! other (8 s each). Turns of the way home twice as long as those of plans: one level more of 292 (with half of III and every
//! 16th of Sven's; 6 to 8 s each), 3 % less time in all. Restarts of the way home with other tastes: of 152 levels two won and three
//! lost. The searches by single steps in the perimeter: they met nobody.
//!
//! **Several portfolios** of a team share the seats out: the first has *exact*, *pull* and *push*, the second *plan* and *home*; all
//! but the second begin with *again*.

use std::collections::VecDeque;

use soko_core::{Level, Maze, Push, Solution, Verified};
use soko_search::{
    backward,
    best_first::{Order, Settings, Space},
    evaluator::Estimate,
    metric::Metric,
    pruning::Rules,
    resumable::{self, Resumable, Stage},
};
use soko_solver::{Context, Halt, Verdict};

use crate::{
    expert::Params,
    follow::Follow,
    ground::{Ground, MOST_FLOOR},
    knowledge::Knowledge,
    lore::{Lore, SharedLore},
    origin::Origin,
    past::Past,
    perimeter::Perimeter,
    progress::{Progress, solution},
    retrace::Retrace,
    taste::Taste,
    team::{Half, Heard, Team},
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
/// How many times as long a turn of the way home is as that of a plan.
const HOMEWARD: u64 = 2;
/// How many searches in a row go on where the one before had got to.
const FURTHER: u32 = 2;
/// Expansions between two looks at what the team has left.
const SLICE: u64 = 1_000;

/// A strategy of the portfolio.
enum Member<'a, const W: usize> {
    Follow(Box<Follow<'a, W>>),
    Retrace(Box<Retrace<'a, W>>),
    Search(Box<dyn Resumable + 'a>),
}

/// A strategy with its place in the portfolio.
struct Seat<'a, const W: usize> {
    name: &'static str,
    member: Member<'a, W>,
    begun: bool,
    /// Expansions of its next turn.
    turn: u64,
    /// Is it replaced by another after its turn, or does it go on with a longer one?
    passes: bool,
    /// Does its turn begin a round, in which one more seat goes to another taste?
    leads: bool,
    /// How many searches before it have led to where it begins.
    further: u32,
}

impl<const W: usize> Seat<'_, W> {
    fn advance(&mut self, until: u64, context: &mut Context<'_>) -> Result<Progress, Halt> {
        match &mut self.member {
            Member::Follow(follow) => follow.advance(until, context),
            Member::Retrace(retrace) => retrace.advance(until, context),
            Member::Search(search) => {
                if !std::mem::replace(&mut self.begun, true) {
                    search.begin(context)?;
                }
                Ok(match search.advance(until, context)? {
                    Stage::Solved(number) => Progress::Solved(search.solution(number)),
                    Stage::Exhausted => Progress::Exhausted,
                    Stage::Paused => Progress::Paused,
                })
            }
        }
    }

    /// Tells how far it has got.
    fn tell(&mut self, context: &mut Context<'_>) {
        match &mut self.member {
            Member::Follow(follow) => follow.tell(context),
            Member::Retrace(retrace) => retrace.tell(context),
            Member::Search(_) => {}
        }
    }

    /// Gives all memory back, but for what a walk was.
    fn retire(self, context: &mut Context<'_>) -> Option<Past<W>> {
        match self.member {
            Member::Follow(follow) => return follow.retire(context),
            Member::Retrace(retrace) => retrace.release(context),
            Member::Search(search) => search.release(context),
        }
        None
    }
}

fn search_settings(weight: f64) -> Settings {
    Settings {
        metric: Metric::Pushes,
        space: Space::Pushes,
        order: Order::Sum { weight },
        estimate: Estimate::default(),
        rules: Rules::default(),
    }
}

/// What strategies with features share.
struct Tables<'a, const W: usize> {
    ground: Ground<'a, W>,
    lore: SharedLore<W>,
}

impl<'a, const W: usize> Tables<'a, W> {
    fn new(level: &'a Level, knowledge: Knowledge, context: &mut Context<'_>) -> Result<Self, Halt> {
        let ground = Ground::metered(level, context)?;
        let lore = Lore::shared(&ground, knowledge, context)?;
        Ok(Self { ground, lore })
    }
}

/// All strategies at one table.
struct Portfolio<'a, const W: usize> {
    level: &'a Level,
    maze: &'a Maze<W>,
    /// Missing where boxes and goals are not equal in number, or the level is too large for them or for the memory limit.
    tables: Option<&'a Tables<'a, W>>,
    params: Params,
    seats: VecDeque<Seat<'a, W>>,
    /// Walks that have given up their seats.
    past: Vec<Past<W>>,
    team: &'a Team<W>,
    heard: Heard,
}

/// Are there tables for a level, and so more strategies than single pushes and pulls?
pub fn has_tables(level: &Level) -> bool {
    level.boxes() == level.goals().len() && level.floor().len() <= MOST_FLOOR as usize
}

/// Builds what the portfolio can do without; nothing if the memory limit forbids it.
fn if_there_is_room<T>(
    context: &mut Context<'_>,
    build: impl FnOnce(&mut Context<'_>) -> Result<T, Halt>,
) -> Result<Option<T>, Halt> {
    match context.prepare(build) {
        Ok((done, _)) => Ok(Some(done)),
        Err(Halt::Memory) => Ok(None),
        Err(halt) => Err(halt),
    }
}

/// Solves a level as one of a team, by its number in there.
///
/// # Errors
/// The reason to halt, from the context.
pub fn solve<const W: usize>(
    level: &Level,
    params: Params,
    (team, number): (&Team<W>, usize),
    context: &mut Context<'_>,
) -> Result<Verdict, Halt> {
    let maze = Maze::<W>::new(level);
    let tables = if has_tables(level) {
        context.phase("tables");
        if_there_is_room(context, |context| Tables::new(level, params.knowledge, context))?
    } else {
        None
    };
    let mut portfolio = Portfolio {
        level,
        maze: &maze,
        tables: tables.as_ref(),
        params,
        seats: VecDeque::new(),
        past: Vec::new(),
        team,
        heard: Heard::default(),
    };
    portfolio.seat_all(number, context)?;
    portfolio.run(context)
}

impl<'a, const W: usize> Portfolio<'a, W> {
    /// The strategies of one of a team, in the order of their first turns.
    fn seat_all(&mut self, number: usize, context: &mut Context<'_>) -> Result<(), Halt> {
        let alone = self.team.size == 1;
        // Without tables there is nothing but single pushes and pulls, and one thread for them.
        let (steps, plans) = (number == 0, number == 1 || alone);
        let (level, maze, turn) = (self.level, self.maze, self.params.turn);
        let greedy = search_settings(WEIGHT);
        // An expansion of hundreds of boxes takes as long as many of a few.
        let boxes = (level.boxes() as u64).max(USUAL_BOXES);
        let first = |turn: u64| (turn * USUAL_BOXES / boxes).max(1);
        if steps {
            let exact = resumable::forward(level, maze, &search_settings(1.0));
            self.seat("exact", Member::Search(exact), first(FIRST_EXACT), false);
        }
        if let Some(tables) = self.tables {
            if plans {
                let (start, walks) = (Origin::start(&tables.ground), self.team.walks.looking_ahead());
                let plan = self.follow(tables, (0, 0), start, walks);
                self.seat("plan", plan, turn, false);
            }
            if let Some(last) = self.seats.back_mut() {
                last.leads = true;
            }
            if self.params.restarts && (alone || !plans) {
                // A taste of the first round owes nothing to the seed.
                self.seat_again(if alone || number == 0 { 0 } else { context.seed() });
            }
            if plans && self.params.home {
                let taste = Taste::new(0, 0, self.params.knowledge);
                let homes = self.team.homes.looking_ahead();
                let home = |context: &mut Context<'_>| Retrace::new(&tables.ground, taste, homes, context);
                if let Some(retrace) = if_there_is_room(context, home)? {
                    self.seat("home", Member::Retrace(Box::new(retrace)), HOMEWARD * turn, false);
                }
            }
        }
        if !steps || !self.params.pull {
            return Ok(());
        }
        if backward::applies(level, &greedy) {
            let pull = resumable::backward(level, maze, &greedy);
            self.seat("pull", Member::Search(pull), first(FIRST_PULL), false);
        }
        let push = resumable::forward(level, maze, &greedy);
        self.seat("push", Member::Search(push), first(FIRST_PUSH), false);
        Ok(())
    }

    fn seat(&mut self, name: &'static str, member: Member<'a, W>, turn: u64, passes: bool) {
        self.seats.push_back(Seat { name, member, begun: false, turn, passes, leads: false, further: 0 });
    }

    fn follow(
        &self,
        tables: &'a Tables<'a, W>,
        (taste, seed): (u64, u64),
        origin: Origin<W>,
        perimeter: Perimeter,
    ) -> Member<'a, W> {
        let taste = Taste::new(taste, seed, self.params.knowledge);
        let lore = tables.lore.clone();
        let follow = Follow::new(&tables.ground, lore, self.params.plan, origin, taste, perimeter);
        Member::Follow(Box::new(follow))
    }

    /// Gives a seat to the next taste.
    fn seat_again(&mut self, seed: u64) {
        if let Some(tables) = self.tables {
            let (start, walks) = (Origin::start(&tables.ground), self.team.walks.clone());
            let again = self.follow(tables, (self.team.next_taste(), seed), start, walks);
            self.seat("again", again, self.params.turn, true);
        }
    }

    /// Gives a seat to the next taste, from the best position of a search that has had its turn; `None` if it has none or if
    /// it has gone far enough.
    fn seat_further(&mut self, seat: &Seat<'a, W>, seed: u64) -> Option<()> {
        let Member::Follow(follow) = &seat.member else { return None };
        if !self.params.further || seat.further == FURTHER {
            return None;
        }
        let best = follow.best()?;
        let walks = self.team.walks.clone();
        let further = self.follow(self.tables?, (self.team.next_taste(), seed), best, walks);
        self.seat("further", further, self.params.turn, true);
        self.seats.back_mut()?.further = seat.further + 1;
        Some(())
    }

    /// Lets the strategies take turns until one has solved the level.
    fn run(&mut self, context: &mut Context<'_>) -> Result<Verdict, Halt> {
        while let Some(mut seat) = self.seats.pop_front() {
            context.phase(seat.name);
            let until = context.statistics.expanded.saturating_add(seat.turn);
            let progress = self.turn(&mut seat, until, context);
            seat.tell(context);
            match progress {
                Ok(Progress::Solved(solution)) => return Ok(Verdict::Solved { solution, optimal: None }),
                Ok(Progress::Exhausted) => {
                    // A search that runs dry has proven it; a walk along a plan is no proof.
                    if matches!(seat.member, Member::Search(_)) {
                        return Ok(Verdict::Unsolvable);
                    }
                    if seat.further > 0 {
                        // Where it began was lost, which says nothing about the start.
                        self.seat_again(context.seed());
                    }
                    self.past.extend(seat.retire(context));
                }
                Ok(Progress::Paused | Progress::Met(_)) => self.go_on(seat, context),
                Err(Halt::Memory) => {
                    self.past.extend(seat.retire(context));
                    self.past.drain(..).for_each(|past| past.release(context));
                }
                Err(halt) => return Err(halt),
            }
        }
        Err(Halt::Memory)
    }

    /// One turn, in slices, between which it hears what the team has found; meetings are settled.
    fn turn(
        &mut self,
        seat: &mut Seat<'a, W>,
        until: u64,
        context: &mut Context<'_>,
    ) -> Result<Progress, Halt> {
        loop {
            let slice = context.statistics.expanded.saturating_add(SLICE).min(until);
            match seat.advance(slice, context)? {
                Progress::Met(key) => {
                    if let Some(solution) = self.join(&seat.member, key) {
                        return Ok(Progress::Solved(solution));
                    }
                }
                Progress::Paused if context.statistics.expanded < until => {}
                progress => return Ok(progress),
            }
            if let Some(solution) = self.hear(&seat.member) {
                return Ok(Progress::Solved(solution));
            }
        }
    }

    /// Gives a strategy its next turn, or its seat to another taste.
    fn go_on(&mut self, mut seat: Seat<'a, W>, context: &mut Context<'_>) {
        let tastes = usize::from(seat.passes) + usize::from(seat.leads && self.params.restarts);
        for number in 0..tastes {
            if number > 0 || self.seat_further(&seat, context.seed()).is_none() {
                self.seat_again(context.seed());
            }
        }
        if seat.passes {
            self.past.extend(seat.retire(context));
        } else {
            seat.turn *= 2;
            self.seats.push_back(seat);
        }
    }

    /// The solution of two searches that have met. If the other one is not of this portfolio, its owner will see to it.
    fn join(&self, member: &Member<'a, W>, key: u64) -> Option<Verified<Solution>> {
        let (from_start, pushes) = member.half(key)?;
        let half = Half { key, from_start, pushes };
        let found = self.complete(&half, None);
        if found.is_none() {
            // Whoever is there now has the half; nobody need meet there again.
            let other_side = if from_start { &self.team.walks.theirs } else { &self.team.homes.theirs };
            other_side.forget(key);
            if self.team.size > 1 {
                self.team.leave_half(half);
            }
        }
        found
    }

    /// Hears what the team has found: boxes that are lost, and halves of which this portfolio may have the other.
    fn hear(&mut self, at_work: &Member<'a, W>) -> Option<Verified<Solution>> {
        // Taken also by one who works alone: news that nobody hears must not pile up.
        let news = self.tables.map(|tables| tables.lore.borrow_mut().judge.take_news()).unwrap_or_default();
        if self.team.size == 1 {
            return None;
        }
        let heard = self.team.exchange_patterns(&mut self.heard, news);
        if let Some(tables) = self.tables {
            tables.lore.borrow_mut().judge.hear(heard);
        }
        let halves = self.team.halves_since(&mut self.heard);
        halves.iter().find_map(|half| self.complete(half, Some(at_work)))
    }

    /// A half with the other half, if a strategy of this portfolio has it; `None` also if the keys deceived.
    fn complete(&self, half: &Half, at_work: Option<&Member<'a, W>>) -> Option<Verified<Solution>> {
        let members = self.seats.iter().map(|seat| &seat.member).chain(at_work);
        let ground = &self.tables?.ground;
        let past = self.past.iter().filter_map(|past| Some((true, past.pushes(ground, half.key)?)));
        let (_, other) = members
            .filter_map(|member| member.half(half.key))
            .chain(past)
            .find(|other| other.0 != half.from_start)?;
        let pushes = if half.from_start { [&half.pushes[..], &other] } else { [&other[..], &half.pushes] };
        solution(ground, &pushes.concat())
    }
}

impl<const W: usize> Member<'_, W> {
    /// The half of a solution that ends in a position: does it lead from the start, and its pushes; `None` if it is not known.
    fn half(&self, key: u64) -> Option<(bool, Vec<Push>)> {
        match self {
            Member::Follow(follow) => Some((true, follow.pushes(key)?)),
            Member::Retrace(retrace) => Some((false, retrace.pushes(key)?)),
            Member::Search(_) => None,
        }
    }
}
