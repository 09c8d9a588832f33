//! A* from the end: the game undone, pull by pull, from the solved positions back to the start.
//!
//! Where boxes and goals are equal in number, the solved positions are few: all goals filled, the player in one of the
//! zones that leaves. From each of them pulls lead back; a way back to the start, reversed, is a solution of as many
//! pushes. The estimate is the cheapest matching of boxes with the squares where boxes stand at the start, see
//! `retreat.rs`. It is admissible and consistent, so the first way taken out of the list is
//! push-optimal, and an empty list proves that there is no solution, exactly as in the search from the front.
//!
//! **What it is good for.** The hard part of many levels is at the end, in the goal room, where the search from the front
//! tries every way to fill it in the wrong order. Backwards nothing of that exists: every position met can be
//! solved. What takes the place of deadlocks are positions that cannot be reached from the start: boxes without a
//! matching, boxes that can never be pulled again ([`unpullable()`]), pairs of boxes that no game contains
//! ([`DeadPairs::unreached`]). There are no corrals to prune with. So each direction wins its own levels.
//!
//! **Only** for counting pushes with boxes and goals equal in number: surplus boxes may end anywhere, surplus goals may
//! stay empty, and then the solved positions are too many to begin from.
//!
//! Search with pulls from the solved positions, one root per zone, serves Shoham and Schaeffer's Festival (2020) to plan the
//! order of packing; here it is a search for best solutions of its own.

pub mod pull;
pub mod retreat;

use soko_analysis::{deadlock::DeadPairs, unpullable};
use soko_core::{Bits, Level, Maze, Solution, State, Verified, replay, walk, with_maze};
use soko_solver::{Context, Halt, Verdict};

use self::{pull::Pull, retreat::Retreat};
use crate::{
    best_first::{
        Order, Settings, Space, Stage,
        ledger::{Ledger, Note},
        open_list::{OpenList, Rank},
        weighted_sum,
    },
    evaluator::Heuristic,
    metric::{Cost, Metric},
    node_store::NodeStore,
    packing::Packing,
};

/// Can this search be made from the end?
pub fn applies(level: &Level, settings: &Settings) -> bool {
    level.boxes() == level.goals().len()
        && settings.metric == Metric::Pushes
        && settings.space == Space::Pushes
        && matches!(settings.order, Order::Sum { .. })
        && matches!(settings.estimate.heuristic, Heuristic::Assignment | Heuristic::AssignmentConflicts)
}

/// Searches a level from the end. Call it where it [`applies`].
///
/// # Errors
/// The reason to halt, from the context.
pub fn search(level: &Level, settings: &Settings, context: &mut Context<'_>) -> Result<Verdict, Halt> {
    let solution = with_maze!(level, |maze| {
        let mut engine = Engine::new(level, &maze, settings, context)?;
        let ended = engine.begin(context).and_then(|()| engine.advance(u64::MAX, context));
        (context.statistics.open, context.statistics.closed) = engine.counts();
        match ended? {
            Stage::Solved(number) => Some(engine.solution(number)),
            Stage::Exhausted | Stage::Paused => None,
        }
    });
    Ok(settings.verdict(solution))
}

/// Expansions after which the table of pairs is worth its price.
const STRAYS_AFTER: u32 = 2_000;
/// All notes of this search count pushes alone.
const LEDGER: Ledger = Ledger::Narrow;

/// One search from the end, which can be left and taken up again.
pub(crate) struct Engine<'a, const W: usize> {
    level: &'a Level,
    maze: &'a Maze<W>,
    weight: f64,
    /// The start, with the player in its normal place.
    start: State<W>,
    retreat: Retreat<W>,
    /// Pairs of boxes that no game contains, once the search has lasted a while.
    strays: Option<DeadPairs<W>>,
    /// Expansions until they are worked out.
    until_strays: u32,
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
        let start = maze.start(level);
        let retreat = Retreat::new(maze, &start, context)?;
        let live = retreat.reached().without(&Bits::from_set(&soko_analysis::dead_squares(level)));
        let weight = if let Order::Sum { weight } = settings.order { weight } else { 1.0 };
        Ok(Self {
            level,
            maze,
            weight,
            start: maze.normal(&start),
            retreat,
            strays: None,
            until_strays: STRAYS_AFTER,
            store: NodeStore::new(Packing::of(&(live | *maze.goals())), LEDGER.words()),
            open: OpenList::default(),
            closed: 0,
        })
    }

    /// Positions waiting, and positions done with.
    pub(crate) fn counts(&self) -> (u64, u64) {
        (self.store.len() as u64 - self.closed, self.closed)
    }

    /// Files the solved positions, one per zone of the player.
    pub(crate) fn begin(&mut self, context: &mut Context<'_>) -> Result<(), Halt> {
        let boxes = *self.maze.goals();
        let mut left = self.maze.floor().without(&boxes);
        while let Some(player) = left.first() {
            left = left.without(&self.maze.region(&boxes, player));
            let root = State { boxes, player };
            // Hundreds of boxes leave hundreds of zones, each with a matching of its own.
            context.poll()?;
            let Some(estimate) = self.retreat.position(&root, context)? else { continue };
            let number = self.store.insert_root(&root, context)?;
            context.statistics.generated += 1;
            self.file(number, Note { cost: Cost::default(), estimate, closed: false }, context)?;
        }
        Ok(())
    }

    /// Expands nodes until one is the start, none is left, or `until` are expanded in all.
    pub(crate) fn advance(&mut self, until: u64, context: &mut Context<'_>) -> Result<Stage, Halt> {
        while let Some((rank, number)) = self.open.pop() {
            let mut note = LEDGER.read(self.store.notes(number));
            if note.closed || self.rank(&note) != rank {
                // A better way was found after this entry was made.
                continue;
            }
            let state = self.store.state(number);
            if state == self.start {
                return Ok(Stage::Solved(number));
            }
            if context.statistics.expanded >= until {
                self.open.push(rank, number, context)?;
                return Ok(Stage::Paused);
            }
            // Many may be filed again or found lost before one is expanded.
            context.poll()?;
            let Some(estimate) = self.retreat.position(&state, context)? else {
                self.close(number, note);
                continue;
            };
            if estimate > note.estimate {
                note.estimate = estimate;
                LEDGER.write(self.store.notes_mut(number), note);
                let exact = self.rank(&LEDGER.read(self.store.notes(number)));
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
            self.find_strays(context)?;
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
        let cost = cost.plus(Cost { first: 1, second: 0 });
        if !LEDGER.holds(cost) {
            return Err(Halt::Memory);
        }
        let (held, ground) = unpullable(self.maze, self.retreat.reached(), &state.boxes, &region);
        if !held.is_subset(&self.start.boxes) || !ground.contains(self.start.player) {
            return Ok(());
        }
        let mut halt = Ok(());
        let maze = self.maze;
        pull::for_each(maze, &state.boxes, &region, |pull| {
            if halt.is_ok() {
                halt = self.reach(parent, state, &region, pull, cost, context);
            }
        });
        halt
    }

    /// Notes one predecessor in the game, which is a successor here.
    #[inline]
    fn reach(
        &mut self,
        parent: u32,
        state: &State<W>,
        region: &Bits<W>,
        pull: Pull,
        cost: Cost,
        context: &mut Context<'_>,
    ) -> Result<(), Halt> {
        if !self.retreat.reached().contains(pull.to) {
            return Ok(());
        }
        let child = pull.apply(self.maze, &state.boxes, region);
        context.statistics.generated += 1;
        context.poll()?;
        if self.strays.as_ref().is_some_and(|strays| strays.lost_by_push(&child, pull.to)) {
            return Ok(());
        }
        let found = self.store.find(&child);
        let Some(number) = found.number else {
            let Some(estimate) = self.retreat.child(pull) else { return Ok(()) };
            let number = self.store.insert(&found, Some(parent), pull.push(), context)?;
            return self.file(number, Note { cost, estimate, closed: false }, context);
        };
        let note = LEDGER.read(self.store.notes(number));
        if cost < note.cost {
            self.store.set_arrival(number, parent, pull.push());
            if note.closed {
                self.closed -= 1;
            }
            self.file(number, Note { cost, closed: false, ..note }, context)?;
        }
        Ok(())
    }

    /// Counts an expansion, and works out the pairs when it is time.
    fn find_strays(&mut self, context: &mut Context<'_>) -> Result<(), Halt> {
        if self.until_strays > 0 {
            self.until_strays -= 1;
            if self.until_strays == 0 {
                self.strays = DeadPairs::unreached(self.level, self.maze, context)?;
            }
        }
        Ok(())
    }

    /// Writes a note and lets its node wait.
    #[inline]
    fn file(&mut self, number: u32, note: Note, context: &mut Context<'_>) -> Result<(), Halt> {
        LEDGER.write(self.store.notes_mut(number), note);
        let note = LEDGER.read(self.store.notes(number));
        self.open.push(self.rank(&note), number, context)
    }

    fn close(&mut self, number: u32, note: Note) {
        self.closed += 1;
        LEDGER.write(self.store.notes_mut(number), Note { closed: true, ..note });
    }

    #[inline]
    fn rank(&self, note: &Note) -> Rank {
        (weighted_sum(note.cost, note.estimate, self.weight), note.estimate)
    }

    /// Gives back all memory taken since it began.
    pub(crate) fn release(self, context: &mut Context<'_>) {
        context.release(self.strays.as_ref().map_or(0, DeadPairs::bytes));
        self.store.release(context);
        self.open.release(context);
    }

    /// The solution that begins where a node is the start: its pulls undone, last first.
    pub(crate) fn solution(&self, number: u32) -> Verified<Solution> {
        let mut pushes = self.store.actions_to(number);
        pushes.reverse();
        let path = walk::connect(self.level, &pushes).expect("a pull undone is a legal push");
        replay(self.level, &path).expect("the search began in solved positions")
    }
}
