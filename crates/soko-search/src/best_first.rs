//! Best-first search: one engine, of which uniform-cost search, greedy search and A* are settings.
//!
//! Every node has a cost `g` so far and an estimate `h` of what is left. The engine expands the node of least rank:
//! `g` for uniform cost, `h` for greedy search, `g + w·h` for A*. Known positions met again on a cheaper way are
//! updated and, if they were done with, opened again.
//!
//! **Lazy estimates.** Children are filed under a cheap bound. When one's turn comes it gets its exact estimate, and if
//! that is higher it is filed again. Most children are never looked at twice.
//!
//! **Proofs.** The goal test happens when a node is taken out to be expanded. With an admissible estimate and weight at
//! most one, the first solved node taken out is optimal in the metric; an empty list proves that there is no solution,
//! for all pruning is sound. PI-corral pruning keeps optimal pushes but not optimal moves, so it is used where
//! pushes alone count.
//!
//! **Where the time goes** (`perf`, A* counting pushes over Microban I): the exact matching of positions taken out 20 % with
//! its rows, looking positions up 15 % and growing the hash tables 6 %, PI-corrals and corrals 20 % with their floods,
//! regions 9 %, frozen boxes 5 %, the list of waiting positions 3 %. A position kept costs 30 to 39 bytes in all,
//! by the fill of the hash tables and the number of squares that boxes can reach.
//!
//! Hart, Nilsson and Raphael (1968); the search players of the Brno and the Queensland systems.

pub(crate) mod ledger;
pub(crate) mod open_list;
mod successor;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use soko_core::{Bits, Level, Maze, Solution, State, Verified, replay, walk, with_maze};
use soko_solver::{Context, Halt, Objective, Verdict};

use self::{
    ledger::{Ledger, Note},
    open_list::{OpenList, Rank},
    successor::Edge,
};
use crate::{
    evaluator::{Change, Estimate, Evaluator, LowerBound},
    metric::{Cost, Metric},
    node_store::NodeStore,
    packing::Packing,
    pruning::{Pruning, Rules},
};

/// What one edge of the search is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Space {
    /// A push, with the walk to it.
    #[default]
    Pushes,
    /// A step of the player.
    Moves,
}

/// Which node comes next.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Order {
    /// The cheapest so far.
    Cost,
    /// The one that seems nearest to the end.
    Estimate,
    /// Least sum of cost and weighted estimate.
    Sum {
        /// Weight of the estimate.
        weight: f64,
    },
}

/// A configuration of the engine.
#[derive(Clone, Copy, Debug)]
pub struct Settings {
    /// What is counted.
    pub metric: Metric,
    /// What an edge is.
    pub space: Space,
    /// Which node comes next.
    pub order: Order,
    /// The estimate.
    pub estimate: Estimate,
    /// The deadlock rules.
    pub rules: Rules,
}

impl Settings {
    /// What the first solution taken out of the list is best in: with uniform cost everything cheaper was expanded before
    /// it, with A* everything that a lower bound does not exclude.
    pub fn optimal(&self) -> Option<Objective> {
        match self.order {
            Order::Cost => Some(self.metric.objective()),
            Order::Sum { weight } if weight <= 1.0 => {
                self.estimate.lower_bound(self.metric).map(LowerBound::objective)
            }
            Order::Sum { .. } | Order::Estimate => None,
        }
    }

    /// What a search that ran to its end has shown.
    pub(crate) fn verdict(&self, solution: Option<Verified<Solution>>) -> Verdict {
        solution.map_or(Verdict::Unsolvable, |solution| Verdict::Solved { solution, optimal: self.optimal() })
    }

    /// Is only the player's region kept, not its square?
    fn by_region(&self) -> bool {
        self.space == Space::Pushes && !self.metric.counts_moves()
    }

    /// The rules that are right for what is counted.
    fn rules(&self) -> Rules {
        Rules { pi_corral: self.rules.pi_corral && self.by_region(), ..self.rules }
    }
}

/// Searches a level.
///
/// # Errors
/// The reason to halt, from the context.
pub fn search(level: &Level, settings: &Settings, context: &mut Context<'_>) -> Result<Verdict, Halt> {
    let solution = with_maze!(level, |maze| Engine::new(level, &maze, settings, context)?.run(context)?);
    Ok(settings.verdict(solution))
}

/// Weights are kept as whole numbers of this part.
const WEIGHT_UNIT: f64 = 16.0;

/// The sum of cost so far and weighted estimate, in parts of a unit.
#[inline]
pub(crate) fn weighted_sum(cost: Cost, estimate: u32, weight: f64) -> u32 {
    let weight = (weight * WEIGHT_UNIT) as u32;
    cost.first.saturating_mul(WEIGHT_UNIT as u32).saturating_add(weight * estimate)
}

/// The node whose successors are made.
struct Parent<'a, const W: usize> {
    number: u32,
    state: &'a State<W>,
    region: Bits<W>,
    cost: Cost,
}

/// How far a search has come.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stage {
    /// This node ends a solution.
    Solved(u32),
    /// Nothing is left: there is no solution.
    Exhausted,
    /// There is more to do.
    Paused,
}

/// One search, which can be left and taken up again.
pub(crate) struct Engine<'a, const W: usize> {
    level: &'a Level,
    maze: &'a Maze<W>,
    settings: Settings,
    pruning: Pruning<W>,
    evaluator: Box<dyn Evaluator<W>>,
    /// Bytes of tables that evaluator and rules have built since it began, as the budget knows them.
    table_bytes: u64,
    ledger: Ledger,
    store: NodeStore<W>,
    open: OpenList,
    /// Known positions that are done with.
    closed: u64,
}

impl<'a, const W: usize> Engine<'a, W> {
    pub(crate) fn new(
        level: &'a Level,
        maze: &'a Maze<W>,
        settings: &Settings,
        context: &mut Context<'_>,
    ) -> Result<Self, Halt> {
        let pruning = Pruning::new(level, &settings.rules());
        let evaluator = settings.estimate.compile(level, maze, settings.metric, context)?;
        let ledger = if settings.by_region() { Ledger::Narrow } else { Ledger::Wide };
        let packing = Packing::new(level, maze, &pruning.forbidden());
        Ok(Self {
            level,
            maze,
            settings: *settings,
            pruning,
            evaluator,
            table_bytes: 0,
            ledger,
            store: NodeStore::new(packing, ledger.words()),
            open: OpenList::default(),
            closed: 0,
        })
    }

    fn run(mut self, context: &mut Context<'_>) -> Result<Option<Verified<Solution>>, Halt> {
        let ended = self.begin(context).and_then(|()| self.advance(u64::MAX, context));
        (context.statistics.open, context.statistics.closed) = self.counts();
        Ok(match ended? {
            Stage::Solved(number) => Some(self.solution(number)),
            Stage::Exhausted | Stage::Paused => None,
        })
    }

    /// Positions waiting, and positions done with.
    pub(crate) fn counts(&self) -> (u64, u64) {
        (self.store.len() as u64 - self.closed, self.closed)
    }

    /// Files the start, unless it is lost.
    pub(crate) fn begin(&mut self, context: &mut Context<'_>) -> Result<(), Halt> {
        let mut start = self.maze.start(self.level);
        if self.settings.by_region() {
            start = self.maze.normal(&start);
        }
        if self.pruning.lost(self.maze, &start.boxes) && !self.maze.is_solved(&start.boxes) {
            return Ok(());
        }
        let Some(estimate) = self.evaluator.position(self.maze, &start, context)? else { return Ok(()) };
        let number = self.store.insert_root(&start, context)?;
        context.statistics.generated += 1;
        self.file(number, Note { cost: Cost::default(), estimate, closed: false }, context)
    }

    /// Expands nodes until one is solved, none is left, or `until` are expanded in all.
    pub(crate) fn advance(&mut self, until: u64, context: &mut Context<'_>) -> Result<Stage, Halt> {
        while let Some((rank, number)) = self.open.pop() {
            let mut note = self.ledger.read(self.store.notes(number));
            if note.closed || self.rank(&note) != rank {
                // A better way was found after this entry was made.
                continue;
            }
            let state = self.store.state(number);
            if self.maze.is_solved(&state.boxes) {
                return Ok(Stage::Solved(number));
            }
            if context.statistics.expanded >= until {
                self.open.push(rank, number, context)?;
                return Ok(Stage::Paused);
            }
            // Many may be filed again or found lost before one is expanded.
            context.poll()?;
            let Some(estimate) = self.evaluator.position(self.maze, &state, context)? else {
                self.close(number, note);
                continue;
            };
            self.account_tables(context)?;
            if estimate > note.estimate {
                note.estimate = estimate;
                self.ledger.write(self.store.notes_mut(number), note);
                let exact = self.rank(&self.ledger.read(self.store.notes(number)));
                if exact > rank {
                    self.open.push(exact, number, context)?;
                    continue;
                }
            }
            context.expand()?;
            if context.wants_position() {
                context.show_position(self.maze.position(&state));
            }
            self.close(number, note);
            self.expand(number, &state, note.cost, context)?;
        }
        Ok(Stage::Exhausted)
    }

    fn expand(
        &mut self,
        parent: u32,
        state: &State<W>,
        cost: Cost,
        context: &mut Context<'_>,
    ) -> Result<(), Halt> {
        let region = self.maze.region(&state.boxes, state.player);
        let parent = Parent { number: parent, state, region, cost };
        let allowed = self.pruning.pushes(self.maze, state, &region, context)?;
        let mut halt = Ok(());
        let (maze, settings) = (self.maze, self.settings);
        let visit = |edge: Edge| {
            if halt.is_ok() {
                halt = self.reach(&parent, edge, context);
            }
        };
        match settings.space {
            Space::Moves => successor::steps(maze, state, &allowed, visit),
            Space::Pushes if settings.metric.counts_moves() => {
                successor::walk_to_pushes(maze, state, &allowed, visit);
            }
            Space::Pushes => successor::pushes(maze, &allowed, visit),
        }
        halt
    }

    /// Notes one successor.
    #[inline]
    fn reach(&mut self, parent: &Parent<'_, W>, edge: Edge, context: &mut Context<'_>) -> Result<(), Halt> {
        let Parent { state, ref region, .. } = *parent;
        let (child, stored, pushed) = match edge.to {
            None => {
                let player = self.maze.next(edge.action.square, edge.action.direction);
                let child = State { boxes: state.boxes, player };
                (child, child, None)
            }
            Some(to) => {
                let from = self.maze.next(to, edge.action.direction.opposite());
                let child = self.maze.push(&state.boxes, from, edge.action.direction);
                // Thousands of boxes may have thousands of pushes that lose.
                context.poll()?;
                if self.pruning.lost_by_push(self.maze, &child, to) {
                    return Ok(());
                }
                let mut stored = child;
                if self.settings.by_region() {
                    let region = self.maze.region_after_push(region, &child.boxes, from, to);
                    stored.player = region.first().unwrap_or(from);
                }
                (child, stored, Some((from, to)))
            }
        };
        context.statistics.generated += 1;
        let cost = parent.cost.plus(self.settings.metric.cost(edge.moves, u32::from(pushed.is_some())));
        if !self.ledger.holds(cost) {
            return Err(Halt::Memory);
        }
        let found = self.store.find(&stored);
        let Some(number) = found.number else {
            let change = Change { pushed, player: child.player };
            let Some(estimate) = self.evaluator.child(self.maze, &child, change) else { return Ok(()) };
            let number = self.store.insert(&found, Some(parent.number), edge.action, context)?;
            return self.file(number, Note { cost, estimate, closed: false }, context);
        };
        let note = self.ledger.read(self.store.notes(number));
        if cost < note.cost {
            self.store.set_arrival(number, parent.number, edge.action);
            if note.closed {
                self.closed -= 1;
            }
            self.file(number, Note { cost, closed: false, ..note }, context)?;
        }
        Ok(())
    }

    /// Writes a note and lets its node wait.
    #[inline]
    fn file(&mut self, number: u32, note: Note, context: &mut Context<'_>) -> Result<(), Halt> {
        self.ledger.write(self.store.notes_mut(number), note);
        let note = self.ledger.read(self.store.notes(number));
        self.open.push(self.rank(&note), number, context)
    }

    fn close(&mut self, number: u32, note: Note) {
        self.closed += 1;
        self.ledger.write(self.store.notes_mut(number), Note { closed: true, ..note });
    }

    #[inline]
    fn rank(&self, note: &Note) -> Rank {
        let Note { cost, estimate, .. } = *note;
        match self.settings.order {
            Order::Cost => (cost.first, cost.second),
            Order::Estimate => (estimate, cost.first),
            Order::Sum { weight } => {
                let first = weighted_sum(cost, estimate, weight);
                // Among equals the second count, which must be exact for a proof, or else the one nearest to the end.
                let tie = match self.settings.metric {
                    Metric::Pushes | Metric::Moves => estimate,
                    Metric::PushesThenMoves | Metric::MovesThenPushes => cost.second,
                };
                (first, tie)
            }
        }
    }

    /// Keeps the budget informed of tables that evaluator and rules have built.
    #[inline]
    fn account_tables(&mut self, context: &mut Context<'_>) -> Result<(), Halt> {
        context.hold(&mut self.table_bytes, self.evaluator.bytes() + self.pruning.bytes())
    }

    /// Gives back all memory taken since it began.
    pub(crate) fn release(self, context: &mut Context<'_>) {
        context.release(self.table_bytes);
        self.store.release(context);
        self.open.release(context);
    }

    /// The solution that ends in a solved node.
    pub(crate) fn solution(&self, number: u32) -> Verified<Solution> {
        let actions = self.store.actions_to(number);
        let path = match self.settings.space {
            Space::Moves => actions.iter().map(|action| action.direction).collect(),
            Space::Pushes => walk::connect(self.level, &actions).expect("every push of the search is legal"),
        };
        replay(self.level, &path).expect("the search ended in a solved position")
    }
}
