//! The loop of best-first search: take the node of least rank, estimate it exactly, expand it, file its successors.
//!
//! The engine keeps every position once ([`NodeStore`]), the waiting ones by rank ([`OpenList`]) and what it knows of each
//! ([`NodeRecord`]). Everything that depends on the direction of the search is a [`Domain`], compiled in.

use soko_core::{Bits, Maze, Push, Solution, State, Verified};
use soko_solver::metric::{Cost, Metric};
use soko_solver::{Context, Halt, Way};

use super::{
    Order, Settings, Stage,
    node_record::{NodeRecord, RecordLayout},
    open_list::{OpenList, Rank},
};
use crate::{box_index::BoxIndex, evaluator::Change, node_store::NodeStore};

/// What is searched: a direction with its estimate and its pruning.
pub(crate) trait Domain<const W: usize> {
    /// What is worked out once for a position before its successors are made.
    type Moves;

    /// The squares on which boxes may stand.
    fn box_index(&self) -> BoxIndex;

    /// The positions that the search begins from.
    fn roots(&self) -> Vec<State<W>>;

    /// Does a way to this position make a solution?
    fn is_end(&self, state: &State<W>) -> bool;

    /// The exact estimate of a position whose successors may come next; `None` if it is lost.
    ///
    /// # Errors
    /// The reason to halt, from the context.
    fn estimate(&mut self, state: &State<W>, context: &mut Context<'_>) -> Result<Option<u32>, Halt>;

    /// Prepares the successors of a position that was estimated last; `None` if it is lost.
    ///
    /// # Errors
    /// The reason to halt, from the context.
    fn moves(
        &mut self,
        state: &State<W>,
        region: &Bits<W>,
        context: &mut Context<'_>,
    ) -> Result<Option<Self::Moves>, Halt>;

    /// Counts and visits the successors that are not lost.
    ///
    /// # Errors
    /// The reason to halt, from the context or the visitor.
    fn successors(
        &self,
        state: &State<W>,
        region: &Bits<W>,
        moves: &Self::Moves,
        context: &mut Context<'_>,
        visit: impl FnMut(Successor<W>, &mut Context<'_>) -> Result<(), Halt>,
    ) -> Result<(), Halt>;

    /// A quick estimate of a successor of the last position, never higher than the exact one; `None` if it is lost.
    fn estimate_successor(&self, successor: &Successor<W>) -> Option<u32>;

    /// The solution that the actions on a way from a root to an end make.
    fn solution(&self, actions: Vec<Push>) -> Verified<Solution>;

    /// The way from the start of the level that actions from a root make, if they make one.
    fn way(&self, actions: Vec<Push>) -> Option<Way>;

    /// Gives back the memory taken since the search began.
    fn release(self, context: &mut Context<'_>);
}

/// A position one edge further.
pub(crate) struct Successor<const W: usize> {
    /// The position as it is stored.
    pub(crate) state: State<W>,
    /// What led there.
    pub(crate) action: Push,
    /// What the edge costs.
    pub(crate) cost: Cost,
    /// What it changed.
    pub(crate) change: Change,
}

/// One search, which can be left and taken up again.
pub(crate) struct Engine<'a, const W: usize, D> {
    domain: D,
    maze: &'a Maze<W>,
    settings: Settings,
    layout: RecordLayout,
    store: NodeStore<W>,
    open: OpenList,
    /// Known positions that are done with.
    closed: u64,
}

impl<'a, const W: usize, D: Domain<W>> Engine<'a, W, D> {
    pub(crate) fn new(domain: D, maze: &'a Maze<W>, settings: &Settings) -> Self {
        let layout = if settings.by_region() { RecordLayout::Narrow } else { RecordLayout::Wide };
        let store = NodeStore::new(domain.box_index(), layout.words());
        Self { domain, maze, settings: *settings, layout, store, open: OpenList::default(), closed: 0 }
    }

    /// Positions waiting, and positions done with.
    pub(crate) fn counts(&self) -> (u64, u64) {
        (self.store.len() as u64 - self.closed, self.closed)
    }

    /// Files the roots.
    pub(crate) fn begin(&mut self, context: &mut Context<'_>) -> Result<(), Halt> {
        for root in self.domain.roots() {
            // Hundreds of boxes leave hundreds of roots to a search from the end, each with a matching of its own.
            context.poll()?;
            let Some(estimate) = self.domain.estimate(&root, context)? else { continue };
            let number = self.store.insert_root(&root, context)?;
            context.statistics.generated += 1;
            self.file(number, NodeRecord { cost: Cost::default(), estimate, closed: false }, context)?;
        }
        Ok(())
    }

    /// Expands nodes until one is an end, none is left, or `until` are expanded in all.
    pub(crate) fn advance(&mut self, until: u64, context: &mut Context<'_>) -> Result<Stage, Halt> {
        while let Some((rank, number)) = self.open.pop() {
            let mut record = self.layout.read(self.store.notes(number));
            if record.closed || self.rank(&record) != rank {
                // A better way was found after this entry was made.
                continue;
            }
            let state = self.store.state(number);
            if self.domain.is_end(&state) {
                return Ok(Stage::Solved(number));
            }
            if context.statistics.expanded >= until {
                self.open.push(rank, number, context)?;
                return Ok(Stage::Paused);
            }
            // Many may be filed again or found lost before one is expanded.
            context.poll()?;
            let Some(estimate) = self.domain.estimate(&state, context)? else {
                self.close(number, record);
                continue;
            };
            if estimate > record.estimate {
                record.estimate = estimate;
                self.layout.write(self.store.notes_mut(number), record);
                let exact = self.rank(&self.layout.read(self.store.notes(number)));
                if exact > rank {
                    self.open.push(exact, number, context)?;
                    continue;
                }
            }
            context.expand()?;
            if context.wants_position() {
                let way = self.domain.way(self.store.actions_to(number));
                context.show_position(self.maze.position(&state), way);
            }
            self.close(number, record);
            self.expand(number, &state, record.cost, context)?;
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
        let Some(moves) = self.domain.moves(state, &region, context)? else { return Ok(()) };
        let Self { domain, settings, layout, store, open, closed, .. } = self;
        let (domain, layout) = (&*domain, *layout);
        domain.successors(state, &region, &moves, context, |successor, context| {
            let cost = cost.plus(successor.cost);
            if !layout.holds(cost) {
                return Err(Halt::Memory);
            }
            let found = store.find(&successor.state);
            let (number, record) = match found.number {
                None => {
                    let Some(estimate) = domain.estimate_successor(&successor) else { return Ok(()) };
                    let number = store.insert(&found, Some(parent), successor.action, context)?;
                    (number, NodeRecord { cost, estimate, closed: false })
                }
                Some(number) => {
                    let record = layout.read(store.notes(number));
                    if cost >= record.cost {
                        return Ok(());
                    }
                    store.set_arrival(number, parent, successor.action);
                    *closed -= u64::from(record.closed);
                    (number, NodeRecord { cost, closed: false, ..record })
                }
            };
            file(settings, layout, (store, open), number, record, context)
        })
    }

    fn file(&mut self, number: u32, record: NodeRecord, context: &mut Context<'_>) -> Result<(), Halt> {
        file(&self.settings, self.layout, (&mut self.store, &mut self.open), number, record, context)
    }

    fn close(&mut self, number: u32, record: NodeRecord) {
        self.closed += 1;
        self.layout.write(self.store.notes_mut(number), NodeRecord { closed: true, ..record });
    }

    #[inline]
    fn rank(&self, record: &NodeRecord) -> Rank {
        rank(&self.settings, record)
    }

    /// Gives back all memory taken since it began.
    pub(crate) fn release(self, context: &mut Context<'_>) {
        self.domain.release(context);
        self.store.release(context);
        self.open.release(context);
    }

    /// The solution that ends in a node.
    pub(crate) fn solution(&self, number: u32) -> Verified<Solution> {
        self.domain.solution(self.store.actions_to(number))
    }
}

/// Writes a record and lets its node wait.
#[inline]
fn file<const W: usize>(
    settings: &Settings,
    layout: RecordLayout,
    (store, open): (&mut NodeStore<W>, &mut OpenList),
    number: u32,
    record: NodeRecord,
    context: &mut Context<'_>,
) -> Result<(), Halt> {
    let words = store.notes_mut(number);
    layout.write(words, record);
    // What was written may have been cut to fit.
    open.push(rank(settings, &layout.read(words)), number, context)
}

/// Weights are kept as whole numbers of this part.
const WEIGHT_UNIT: f64 = 16.0;

/// Least first; ties are broken by the second number.
#[inline]
fn rank(settings: &Settings, record: &NodeRecord) -> Rank {
    let NodeRecord { cost, estimate, .. } = *record;
    match settings.order {
        Order::Cost => (cost.first, cost.second),
        Order::Estimate => (estimate, cost.first),
        Order::Sum { weight } => {
            let weight = (weight * WEIGHT_UNIT) as u32;
            let sum = cost.first.saturating_mul(WEIGHT_UNIT as u32).saturating_add(weight * estimate);
            // Among equals the second count, which must be exact for a proof, or else the one nearest to the end.
            let tie = match settings.metric {
                Metric::Pushes | Metric::Moves => estimate,
                Metric::PushesThenMoves | Metric::MovesThenPushes => cost.second,
            };
            (sum, tie)
        }
    }
}

#[cfg(test)]
mod tests {
    use soko_analysis::deadlock::Rules;
    use soko_core::Level;
    use soko_testing::within::{within, within_bytes};

    use super::*;
    use crate::{
        best_first::Forward,
        evaluator::{Estimate, Heuristic},
    };

    fn settings(metric: Metric, order: Order) -> Settings {
        let estimate = Estimate { heuristic: Heuristic::Assignment, ..Estimate::default() };
        Settings { metric, order, estimate, ..Settings::astar(1.0) }
    }

    fn ranked(metric: Metric, order: Order, cost: (u32, u32), estimate: u32) -> Rank {
        let cost = Cost { first: cost.0, second: cost.1 };
        rank(&settings(metric, order), &NodeRecord { cost, estimate, closed: false })
    }

    #[test]
    fn ranks_are_what_the_order_asks_for() {
        let sum = |weight| Order::Sum { weight };
        assert_eq!(ranked(Metric::PushesThenMoves, Order::Cost, (7, 9), 5), (7, 9));
        assert_eq!(ranked(Metric::Pushes, Order::Estimate, (7, 0), 5), (5, 7));
        assert_eq!(
            ranked(Metric::Pushes, sum(1.0), (7, 0), 5),
            (192, 5),
            "16 times 12, nearest to the end first"
        );
        assert_eq!(ranked(Metric::Moves, sum(2.5), (7, 0), 5), (312, 5));
        assert_eq!(ranked(Metric::PushesThenMoves, sum(1.0), (7, 9), 5), (192, 9), "exact counts decide");
        assert_eq!(ranked(Metric::MovesThenPushes, sum(0.0), (7, 9), 5), (112, 9));
    }

    const BOARD: &str = "########\n#      #\n# $ $  #\n#@  .. #\n#      #\n########";

    #[test]
    fn a_search_that_is_left_and_taken_up_does_what_it_would_have_done() {
        let level = Level::parse(BOARD).unwrap();
        let maze = Maze::<1>::new(&level);
        for order in [Order::Cost, Order::Estimate, Order::Sum { weight: 1.0 }] {
            let settings = settings(Metric::Pushes, order);
            let mut runs = Vec::new();
            for slice in [1, 3, u64::MAX] {
                within(|context| {
                    let domain = Forward::new(&level, &maze, &settings, context)?;
                    let mut engine = Engine::new(domain, &maze, &settings);
                    assert_eq!(engine.counts(), (0, 0));
                    engine.begin(context)?;
                    assert_eq!((engine.counts(), context.statistics.generated), ((1, 0), 1));
                    let mut turns = 0;
                    let solved = loop {
                        turns += 1;
                        let until = context.statistics.expanded.saturating_add(slice);
                        match engine.advance(until, context)? {
                            Stage::Paused => assert_eq!(context.statistics.expanded, until, "a full turn"),
                            stage => break stage,
                        }
                    };
                    let Stage::Solved(number) = solved else { panic!("there is a solution") };
                    let pushes = engine.solution(number).metrics().pushes;
                    assert_eq!(turns, 1 + (context.statistics.expanded - 1).checked_div(slice).unwrap_or(0));
                    runs.push((
                        pushes,
                        engine.counts(),
                        context.statistics.expanded,
                        context.statistics.generated,
                    ));
                    Ok(())
                });
            }
            assert!(runs.iter().all(|run| *run == runs[0]), "{order:?}: {runs:?}");
            let (pushes, (open, closed), expanded, generated) = runs[0];
            assert!(order == Order::Estimate || pushes == 5, "{pushes}");
            assert!(closed >= expanded && open > 0 && open + closed <= generated, "{runs:?}");
        }
    }

    #[test]
    fn a_cheaper_way_to_a_position_opens_it_again() {
        // Nearest to the end first finds long ways first.
        let level = Level::parse(BOARD).unwrap();
        let maze = Maze::<1>::new(&level);
        let settings = settings(Metric::Pushes, Order::Estimate);
        within(|context| {
            let domain = Forward::new(&level, &maze, &settings, context)?;
            let mut engine = Engine::new(domain, &maze, &settings);
            engine.begin(context)?;
            let start = engine.store.state(0);
            engine.expand(0, &start, Cost { first: 10, second: 0 }, context)?;
            let children = engine.store.len() as u32;
            let record = |engine: &Engine<'_, 1, _>, number| engine.layout.read(engine.store.notes(number));
            assert!((1..children).all(|number| record(&engine, number).cost.first == 11));
            for number in 1..children {
                let read = record(&engine, number);
                engine.close(number, read);
            }
            assert_eq!(engine.counts(), (1, u64::from(children) - 1));
            engine.expand(0, &start, Cost { first: 10, second: 0 }, context)?;
            assert_eq!(engine.counts(), (1, u64::from(children) - 1), "no cheaper");
            engine.expand(0, &start, Cost { first: 9, second: 0 }, context)?;
            assert_eq!(engine.counts(), (u64::from(children), 0), "all wait again");
            let reopened = |record: NodeRecord| record.cost.first == 10 && !record.closed;
            assert!((1..children).all(|number| reopened(record(&engine, number))));
            engine.expand(0, &start, Cost { first: 65_535, second: 0 }, context).expect_err("too long a way");
            Ok(())
        });
    }

    #[test]
    fn an_exhausted_search_has_closed_all_and_gives_all_memory_back() {
        // The box never leaves the wall.
        let level = Level::parse("#######\n#@ $  #\n#    .#\n#######").unwrap();
        let maze = Maze::<1>::new(&level);
        for order in [Order::Cost, Order::Sum { weight: 1.0 }] {
            let rules = Rules { corral: 0, pi_corral: false, freeze: false, dead_squares: false };
            let settings =
                Settings { rules, estimate: Estimate::NONE, ..settings(Metric::PushesThenMoves, order) };
            within_bytes(1 << 22, |context| {
                let (domain, bytes) =
                    context.prepare(|context| Forward::new(&level, &maze, &settings, context))?;
                let mut engine = Engine::new(domain, &maze, &settings);
                engine.begin(context)?;
                assert_eq!(engine.advance(u64::MAX, context)?, Stage::Exhausted);
                let (open, closed) = engine.counts();
                assert_eq!((open, closed), (0, engine.store.len() as u64));
                assert!(closed == context.statistics.expanded && closed > 5, "{closed}");
                engine.release(context);
                context.release(bytes);
                Ok(())
            });
        }
    }

    /// A box in a row that leaps from square to square; each square has its own estimate, of which children know nothing.
    struct Leaps<'l> {
        level: &'l Level,
        maze: &'l Maze<1>,
        /// From where to where, in the order in which edges are found.
        edges: &'l [(u16, u16)],
        /// Exact estimates by square.
        exact: &'l [u32],
        /// Squares in the order of their expansions.
        expanded: Vec<u16>,
    }

    impl Leaps<'_> {
        fn at(&self, square: u16) -> State<1> {
            let square = self.level.square_at(usize::from(square), 1).expect("in the row");
            self.maze
                .normal(&State { boxes: Bits::single(square), player: self.maze.start(self.level).player })
        }

        fn square(&self, state: &State<1>) -> u16 {
            self.level.coordinates(state.boxes.first().expect("a box")).0 as u16
        }
    }

    impl Domain<1> for Leaps<'_> {
        type Moves = ();

        fn box_index(&self) -> BoxIndex {
            BoxIndex::of(self.maze.floor())
        }

        fn roots(&self) -> Vec<State<1>> {
            vec![self.at(1)]
        }

        fn is_end(&self, state: &State<1>) -> bool {
            usize::from(self.square(state)) == self.exact.len() - 1
        }

        fn estimate(&mut self, state: &State<1>, _: &mut Context<'_>) -> Result<Option<u32>, Halt> {
            Ok(Some(self.exact[usize::from(self.square(state))]))
        }

        fn moves(&mut self, state: &State<1>, _: &Bits<1>, _: &mut Context<'_>) -> Result<Option<()>, Halt> {
            self.expanded.push(self.square(state));
            Ok(Some(()))
        }

        fn successors(
            &self,
            state: &State<1>,
            _: &Bits<1>,
            (): &(),
            context: &mut Context<'_>,
            mut visit: impl FnMut(Successor<1>, &mut Context<'_>) -> Result<(), Halt>,
        ) -> Result<(), Halt> {
            let from = self.square(state);
            for &(_, to) in self.edges.iter().filter(|edge| edge.0 == from) {
                let state = self.at(to);
                let action = Push { square: state.player, direction: soko_core::Direction::Up };
                let change = Change { pushed: None, player: state.player };
                visit(Successor { state, action, cost: Cost { first: 1, second: 0 }, change }, context)?;
            }
            Ok(())
        }

        fn estimate_successor(&self, _: &Successor<1>) -> Option<u32> {
            Some(0)
        }

        fn solution(&self, _: Vec<Push>) -> Verified<Solution> {
            unreachable!("no test asks for it")
        }

        fn way(&self, _: Vec<Push>) -> Option<Way> {
            None
        }

        fn release(self, _: &mut Context<'_>) {}
    }

    #[test]
    fn a_node_that_is_farther_than_it_seemed_waits_again() {
        let level = Level::parse("##########\n#  $    .#\n#@       #\n##########").unwrap();
        let maze = Maze::<1>::new(&level);
        // From 1 to 5 by 2 or by 3 and 4; the way by 2, tried first, seems as near and is not.
        let edges = &[(1, 3), (1, 2), (2, 5), (3, 4), (4, 5)];
        let exact = &[0, 3, 9, 2, 1, 0];
        let settings = settings(Metric::Pushes, Order::Sum { weight: 1.0 });
        within(|context| {
            let domain = Leaps { level: &level, maze: &maze, edges, exact, expanded: Vec::new() };
            let mut engine = Engine::new(domain, &maze, &settings);
            engine.begin(context)?;
            let Stage::Solved(number) = engine.advance(u64::MAX, context)? else { panic!("there is a way") };
            assert_eq!(engine.store.actions_to(number).len(), 3, "the cheaper by what was estimated");
            assert_eq!(engine.domain.expanded, [1, 3, 4]);
            assert_eq!(engine.counts(), (2, 3), "the end and what is far wait");
            Ok(())
        });
    }
}
