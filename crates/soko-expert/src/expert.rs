//! The player `expert`: a portfolio of strategies that take turns and keep their trees.
//!
//! | strategy | what it is | good for |
//! |---|---|---|
//! | exact | A* from the start, a few hundred positions at first | tiny levels, proofs that there is no solution |
//! | plan | a packing plan from the end, followed from the start ([`Follow`]) | levels with goal rooms: nearly all of the classics |
//! | again | the same with other tastes, begun anew after each turn | levels on which the first taste takes a wrong turn |
//! | home | a feature search by pulls to the very start ([`Retrace`]) | levels without a goal room |
//! | pull | weighted A* by single pulls | small dense levels |
//!
//! **Turns** are counted in positions, not in seconds, so a seed and a node limit reproduce a run. A strategy's turn doubles each
//! time; after each turn of *plan* one more seat goes to *again*. Where boxes and goals are not equal in number only searches
//! that need no plan take part.
//!
//! **Proofs.** Only a replayed solution ends the run as solved, and only a complete search that runs dry calls a level
//! unsolvable.
//!
//! The idea of such a portfolio, and most of what its members know, is due to Festival (Yaron Shoham; Shoham and Schaeffer 2020).
//! Ours, as far as we know: boxes that are immobile for want of the player ([`immobile`](crate::immobile)), doubting the best
//! position ([`follow`](crate::follow)), proofs that gather boxes used on the fly ([`proof`](crate::proof)), macro moves and
//! features without floods ([`carry`](crate::carry), [`features`](crate::features)).

use std::collections::VecDeque;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use soko_analysis::PushDistances;
use soko_core::{Level, Maze, Solution, Verified};
use soko_search::{
    backward,
    best_first::{Order, Settings, Space},
    evaluator::Estimate,
    metric::Metric,
    pruning::Rules,
    resumable::{self, Resumable, Stage},
};
use soko_solver::{Configured, Context, Descriptor, Halt, Player, Properties, Verdict};

use crate::{
    follow::Follow,
    ground::{Ground, MOST_FLOOR},
    knowledge::Knowledge,
    perimeter::Perimeter,
    progress::{Progress, solution},
    retrace::Retrace,
    taste::Taste,
};

/// The registry entry.
pub const DESCRIPTOR: Descriptor = Descriptor::of::<Expert>(
    "expert",
    "the strongest: plans from the end, features, a portfolio of searches",
    "Works out from the end in which order the goals are filled, then follows that plan from the start with a search in \
     feature space. Searches from both ends take turns with it. Finds some solution of hard levels, not a short one.",
    Properties { complete: true, optimal: None },
    &[],
);

/// Parameters of the expert.
#[derive(Clone, Copy, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct Params {
    /// Positions that a plan may take.
    #[schemars(range(min = 1, max = 1_000_000))]
    pub plan: usize,
    /// Positions that a search with a plan expands before others have their turn.
    #[schemars(range(min = 1, max = 1_000_000))]
    pub turn: u64,
    /// Begin again with other tastes.
    pub restarts: bool,
    /// Let the feature search by pulls take part.
    pub home: bool,
    /// Let the greedy search by single pulls take part.
    pub pull: bool,
    #[expect(missing_docs, reason = "its fields are parameters of their own")]
    #[serde(flatten)]
    pub knowledge: Knowledge,
}

impl Default for Params {
    fn default() -> Self {
        Self {
            plan: 1_000,
            turn: 3_000,
            restarts: true,
            home: true,
            pull: true,
            knowledge: Knowledge::default(),
        }
    }
}

/// The expert.
pub struct Expert(Params);

impl Configured for Expert {
    type Params = Params;

    fn new(params: Params) -> Self {
        Self(params)
    }
}

/// Runs the expression with the narrowest of some widths that hold the level.
macro_rules! with_width {
    ($level:expr, $width:ident => $body:expr) => {
        with_width!(@ $level, $width, $body, 2 3 4 6 8 16 64 256)
    };
    (@ $level:expr, $name:ident, $body:expr, $($width:literal)+) => {
        match $level.squares() {
            $(squares if squares <= 64 * $width => {
                const $name: usize = $width;
                $body
            })+
            _ => unreachable!("a checked level has at most MAX_SQUARES squares"),
        }
    };
}

impl Player for Expert {
    fn solve(&mut self, level: &Level, context: &mut Context<'_>) -> Result<Verdict, Halt> {
        with_width!(level, W => solve::<W>(level, self.0, context))
    }
}

/// Expansions of the first turn of exact search: what settles a tiny level at once.
const FIRST_EXACT: u64 = 300;
/// Expansions of the first turn of the greedy search by single pulls.
const FIRST_PULL: u64 = 10_000;
/// Boxes of a level for which these turns are meant; with more they are shorter.
const USUAL_BOXES: u64 = 12;

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

    fn release(self, context: &mut Context<'_>) {
        match self.member {
            Member::Follow(follow) => follow.release(context),
            Member::Retrace(retrace) => retrace.release(context),
            Member::Search(search) => search.release(context),
        }
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
    distances: PushDistances<W>,
}

/// All strategies at one table.
struct Portfolio<'a, const W: usize> {
    level: &'a Level,
    maze: &'a Maze<W>,
    /// Missing where boxes and goals are not equal in number, or the level is too large for them.
    tables: Option<&'a Tables<'a, W>>,
    params: Params,
    seats: VecDeque<Seat<'a, W>>,
    /// Where searches from the start and the way home meet.
    perimeters: (Perimeter, Perimeter),
    /// Tastes tried so far.
    tastes: u64,
}

fn solve<const W: usize>(level: &Level, params: Params, context: &mut Context<'_>) -> Result<Verdict, Halt> {
    let maze = Maze::<W>::new(level);
    let tables = if level.boxes() == level.goals().len() && maze.floor().len() <= MOST_FLOOR {
        context.phase("tables");
        let ground = Ground::polled(level, &mut || context.poll())?;
        context.acquire(ground.bytes())?;
        Some(Tables { ground, distances: PushDistances::new(&maze) })
    } else {
        None
    };
    let mut portfolio = Portfolio {
        level,
        maze: &maze,
        tables: tables.as_ref(),
        params,
        seats: VecDeque::new(),
        perimeters: Perimeter::pair(),
        tastes: 0,
    };
    portfolio.seat_all();
    portfolio.run(context)
}

impl<'a, const W: usize> Portfolio<'a, W> {
    /// The strategies in the order of their first turns.
    fn seat_all(&mut self) {
        let (level, maze, turn) = (self.level, self.maze, self.params.turn);
        let greedy = search_settings(5.0);
        let exact = resumable::forward(level, maze, &search_settings(1.0));
        // An expansion of hundreds of boxes takes as long as many of a few.
        let boxes = (level.boxes() as u64).max(USUAL_BOXES);
        let (exact_turn, pull_turn) = (FIRST_EXACT * USUAL_BOXES / boxes, FIRST_PULL * USUAL_BOXES / boxes);
        self.seat("exact", Member::Search(exact), exact_turn.max(1), false);
        if let Some(tables) = self.tables {
            let plan = self.follow(tables, 0, 0);
            self.seat("plan", plan, turn, false);
            if self.params.restarts {
                self.seat_again(0);
            }
            if self.params.home {
                let taste = Taste::new(0, 0, self.params.knowledge);
                let retrace = Retrace::new(&tables.ground, taste, self.perimeters.1.clone());
                self.seat("home", Member::Retrace(Box::new(retrace)), turn, false);
            }
        }
        if !self.params.pull {
            return;
        }
        if backward::applies(level, &greedy) {
            self.seat(
                "pull",
                Member::Search(resumable::backward(level, maze, &greedy)),
                pull_turn.max(1),
                false,
            );
        } else {
            self.seat(
                "push",
                Member::Search(resumable::forward(level, maze, &greedy)),
                pull_turn.max(1),
                false,
            );
        }
    }

    fn seat(&mut self, name: &'static str, member: Member<'a, W>, turn: u64, passes: bool) {
        self.seats.push_back(Seat { name, member, begun: false, turn, passes });
    }

    fn follow(&self, tables: &'a Tables<'a, W>, taste: u64, seed: u64) -> Member<'a, W> {
        let perimeter = self.perimeters.0.clone();
        let taste = Taste::new(taste, seed, self.params.knowledge);
        let follow = Follow::new(&tables.ground, &tables.distances, self.params.plan, taste, perimeter);
        Member::Follow(Box::new(follow))
    }

    /// Gives a seat to the next taste.
    fn seat_again(&mut self, seed: u64) {
        if let Some(tables) = self.tables {
            self.tastes += 1;
            let again = self.follow(tables, self.tastes, seed);
            self.seat("again", again, self.params.turn, true);
        }
    }

    /// Lets the strategies take turns until one has solved the level.
    fn run(&mut self, context: &mut Context<'_>) -> Result<Verdict, Halt> {
        while let Some(mut seat) = self.seats.pop_front() {
            context.phase(seat.name);
            let until = context.statistics.expanded.saturating_add(seat.turn);
            let progress = seat.advance(until, context);
            seat.tell(context);
            match progress {
                Ok(Progress::Solved(solution)) => return Ok(Verdict::Solved { solution, optimal: None }),
                Ok(Progress::Met(number, key)) => {
                    if let Some(solution) = self.join(&seat.member, number, key) {
                        return Ok(Verdict::Solved { solution, optimal: None });
                    }
                    self.seats.push_front(seat);
                }
                Ok(Progress::Exhausted) => {
                    // A search that runs dry has proven it; a walk along a plan is no proof.
                    if matches!(seat.member, Member::Search(_)) {
                        return Ok(Verdict::Unsolvable);
                    }
                    seat.release(context);
                }
                Ok(Progress::Paused) => self.go_on(seat, context),
                Err(Halt::Memory) => seat.release(context),
                Err(halt) => return Err(halt),
            }
        }
        Err(Halt::Memory)
    }

    /// Gives a strategy its next turn, or its seat to another taste.
    ///
    /// Whenever the main strategy has had its turn, one more seat for other tastes is added: in the end half of the time
    /// goes to restarts.
    fn go_on(&mut self, mut seat: Seat<'a, W>, context: &mut Context<'_>) {
        let tastes = usize::from(seat.passes) + usize::from(seat.name == "plan" && self.params.restarts);
        for _ in 0..tastes {
            self.seat_again(context.seed());
        }
        if seat.passes {
            seat.release(context);
        } else {
            seat.turn *= 2;
            self.seats.push_back(seat);
        }
    }

    /// The solution of two searches that have met; `None` if the keys deceived.
    fn join(&self, member: &Member<'a, W>, number: u32, key: u64) -> Option<Verified<Solution>> {
        let others = || self.seats.iter().map(|seat| &seat.member);
        let (before, after) = match member {
            Member::Follow(follow) => {
                let home = |member: &Member<'a, W>| match member {
                    Member::Retrace(retrace) => retrace.pushes(None, key),
                    _ => None,
                };
                (follow.pushes(Some(number), key)?, others().find_map(home)?)
            }
            Member::Retrace(retrace) => {
                let walk = |member: &Member<'a, W>| match member {
                    Member::Follow(follow) => follow.pushes(None, key),
                    _ => None,
                };
                self.perimeters.0.ours.forget(key);
                (others().find_map(walk)?, retrace.pushes(Some(number), key)?)
            }
            Member::Search(_) => return None,
        };
        solution(&self.tables?.ground, &[before, after].concat())
    }
}
