//! The player `expert`: a portfolio of strategies that take turns and keep their trees.

use std::collections::VecDeque;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use soko_analysis::PushDistances;
use soko_core::{Level, Solution, Verified};
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
    progress::Progress,
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
    /// Positions that the first plan may take.
    #[schemars(range(min = 1, max = 1_000_000))]
    pub plan: usize,
}

impl Default for Params {
    fn default() -> Self {
        Self { plan: 1_000 }
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
        with_width!(@ $level, $width, $body, 1 2 3 4 6 8 16 64 256)
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

fn solve<const W: usize>(level: &Level, params: Params, context: &mut Context<'_>) -> Result<Verdict, Halt> {
    let balanced = level.boxes() == level.goals().len();
    let ground = Ground::<W>::new(level);
    let distances = PushDistances::new(&ground.maze);
    let mut seats: VecDeque<Seat<'_, W>> = VecDeque::new();
    let mut seat = |name, member, turn| seats.push_back(Seat { name, member, begun: false, turn });
    let exact = search_settings(1.0);
    let greedy = search_settings(5.0);
    seat("exact", Member::Search(resumable::forward(level, &ground.maze, &exact)), 300);
    if balanced && ground.maze.floor().len() <= MOST_FLOOR {
        seat("plan", Member::Follow(Box::new(Follow::new(&ground, &distances, params.plan, Taste::new(0, 0)))), 3_000);
        seat("home", Member::Retrace(Box::new(Retrace::new(&ground, Taste::new(0, 0)))), 3_000);
    }
    if balanced && backward::applies(level, &greedy) {
        seat("pull", Member::Search(resumable::backward(level, &ground.maze, &greedy)), 10_000);
    } else {
        seat("push", Member::Search(resumable::forward(level, &ground.maze, &greedy)), 10_000);
    }
    let mut last_halt = Halt::Memory;
    let mut tastes = 0;
    while let Some(mut seat) = seats.pop_front() {
        context.phase(seat.name);
        let until = context.statistics.expanded.saturating_add(seat.turn);
        match seat.advance(until, context) {
            Ok(Progress::Solved(solution)) => return Ok(Verdict::Solved { solution, optimal: None }),
            Ok(Progress::Exhausted) => match seat.member {
                // A search that runs dry has proven it; a walk along a plan is no proof.
                Member::Search(_) => return Ok(Verdict::Unsolvable),
                Member::Follow(follow) => follow.release(context),
                Member::Retrace(retrace) => retrace.release(context),
            },
            Ok(Progress::Paused) => {
                let renew = seat.name == "again" && seat.turn >= 3_000;
                if seat.name == "pull" || renew {
                    tastes += 1;
                    let follow = Follow::new(&ground, &distances, params.plan, Taste::new(tastes, context.seed()));
                    seats.push_back(Seat { name: "again", member: Member::Follow(Box::new(follow)), begun: false, turn: 3_000 });
                }
                if renew {
                    seat.release(context);
                } else {
                    seat.turn *= 2;
                    seats.push_back(seat);
                }
            }
            Err(Halt::Memory) => {
                last_halt = Halt::Memory;
                seat.release(context);
            }
            Err(halt) => {
                if std::env::var("BEST").is_ok() {
                    for seat in seats.iter().chain([&seat]) { if let Member::Follow(f) = &seat.member { eprintln!("{}", show(level, &f.best())); } }
                }
                return Err(halt);
            }
        }
    }
    Err(last_halt)
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
                    Stage::Solved(number) => Progress::Solved(solved(&**search, number)),
                    Stage::Exhausted => Progress::Exhausted,
                    Stage::Paused => Progress::Paused,
                })
            }
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

fn solved(search: &dyn Resumable, number: u32) -> Verified<Solution> {
    search.solution(number)
}

fn show(level: &Level, position: &soko_core::Position) -> String {
    let mut out = String::new();
    for y in 0..64 { let mut line = String::new(); for x in 0..64 {
        line.push(match level.square_at(x, y) { None => '#', Some(s) if !level.floor().contains(s) => '#',
            Some(s) => { let g = level.goals().contains(s);
                if position.boxes().contains(s) { if g {'*'} else {'$'} } else if s == position.player() { if g {'+'} else {'@'} } else if g {'.'} else {' '} } });
    }
    let line = line.trim_end_matches('#'); if line.is_empty() { continue; } out.push_str(line); out.push_str("#\n"); }
    format!("{}\n{out}{}\n", "#".repeat(40), "#".repeat(40))
}
