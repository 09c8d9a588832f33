//! Proofs that a position is lost, by the few boxes that matter.
//!
//! A position of twenty boxes may be lost because of four. Trying everything with all boxes does not end; with the right four it
//! takes a hundred positions. Which four shows in the attempt: take one box alone and bring it home. Play that on the full
//! board: it comes to a halt where some other box is in the way. Add that box and try again. If the boxes gathered have
//! no solution among themselves, the position is lost, and so is every position with these boxes; if their solution can
//! be played on the full board, nothing is known.
//!
//! The proof is that of [`corral`](soko_analysis::deadlock::corral): leave boxes out of a solution, and what remains solves
//! the rest. Growing a pattern by the boxes that conflict with its solution is the pattern search of Junghanns and Schaeffer
//! (2001).
//!
//! All this holds for pulls as it does for pushes ([`PatternDomain`]): there the boxes have to come back to where they began.
//!
//! The search goes for a solution, not only against one: boxes near their goals first. Asked about all boxes of a position that
//! is not lost it may come home, and then the level is solved.

use std::{cmp::Reverse, collections::BinaryHeap};

use rustc_hash::FxHashSet;
use soko_analysis::deadlock::Pushes;
use soko_core::{Bits, BoxMove, Direction, Maze, Motion, Square, State};
use soko_solver::Halt;

/// Boxes of the largest set that is tried.
const MOST_BOXES: u32 = 12;
/// Positions that a proof may visit which leaves boxes out of one.
const LEARNING: usize = 200;

/// Asks whether to go on, between two positions of a proof.
pub(crate) type Poll<'a> = dyn FnMut() -> Result<(), Halt> + 'a;

/// Are all boxes of the level given, or a part of them, the others left out?
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Boxes {
    /// All.
    All,
    /// Some.
    Some,
}

/// What a pattern search asks of a direction of search.
pub trait PatternDomain<const W: usize> {
    /// Pushes or pulls.
    type Motion: Motion;

    /// The board.
    fn maze(&self) -> &Maze<W>;
    /// Is nothing proven by boxes that are lost, because there are boxes to spare?
    fn spares_boxes(&self) -> bool;
    /// Where the boxes should come.
    fn targets(&self) -> &Bits<W>;
    /// Where the player has to be able to walk in the end.
    fn end(&self) -> Option<Square>;
    /// The boxes that can be moved in each direction, those alone that are worth it; `None` if the position is lost.
    fn movable(&mut self, state: &State<W>, region: &Bits<W>, given: Boxes) -> Option<Pushes<W>>;
    /// Is a position lost by the move that brought a box to `to`?
    fn lost_by_move(&self, child: &State<W>, to: Square) -> bool;
    /// Moves of a lone box until it is on a target, or an estimate of them.
    fn distance(&self, square: Square) -> u16;
    /// Remembers that boxes are lost while the player is in `region`.
    fn remember(&mut self, boxes: Bits<W>, region: Bits<W>);
    /// Counts the positions that proofs look at.
    fn examined(&mut self) -> &mut u64;
}

/// What a search came to.
#[derive(Debug)]
pub enum Finding {
    /// The boxes cannot all come to their targets.
    Lost,
    /// They can, by these moves.
    Home(Vec<BoxMove>),
    /// Too much work.
    Unknown,
}

/// Which boxes a proof is made with.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum With {
    /// All of them.
    All,
    /// Those that gather around the one on this square.
    Around(Square),
}

/// A proof to be made, each search of it within so many positions.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Task {
    pub(crate) with: With,
    pub(crate) budget: usize,
}

/// Makes a proof about a position.
///
/// # Errors
/// The reason to halt, from `poll`.
pub(crate) fn prove<const W: usize>(
    domain: &mut impl PatternDomain<W>,
    state: &State<W>,
    Task { with, budget }: Task,
    poll: &mut Poll<'_>,
) -> Result<Finding, Halt> {
    match with {
        With::All => try_all(domain, state, budget, poll),
        With::Around(square) => {
            let lost = lost_around(domain, state, square, budget, poll)?;
            Ok(if lost { Finding::Lost } else { Finding::Unknown })
        }
    }
}

/// Tries everything from a position, within so many positions.
///
/// If it is lost, the boxes that it takes to lose are remembered for other positions.
///
/// # Errors
/// The reason to halt, from `poll`.
pub fn try_all<const W: usize>(
    domain: &mut impl PatternDomain<W>,
    state: &State<W>,
    budget: usize,
    poll: &mut Poll<'_>,
) -> Result<Finding, Halt> {
    if domain.spares_boxes() {
        return Ok(Finding::Unknown);
    }
    let finding = bring_home(domain, (state, Boxes::All), budget, poll)?;
    if let Finding::Lost = finding {
        learn(domain, state, budget.min(LEARNING), poll)?;
    }
    Ok(finding)
}

/// Is a position lost by the boxes that gather around one of them?
///
/// Every search among some boxes may visit `budget` positions. What is proven is remembered by the domain.
///
/// # Errors
/// The reason to halt, from `poll`.
pub fn lost_around<const W: usize>(
    domain: &mut impl PatternDomain<W>,
    state: &State<W>,
    first: Square,
    budget: usize,
    poll: &mut Poll<'_>,
) -> Result<bool, Halt> {
    if domain.spares_boxes() {
        // A box that is lost may be one that is not needed.
        return Ok(false);
    }
    let mut boxes = Bits::single(first);
    while boxes.len() <= MOST_BOXES {
        let some = State { boxes, player: state.player };
        match bring_home(domain, (&some, Boxes::Some), budget, poll)? {
            Finding::Unknown => return Ok(false),
            Finding::Lost => {
                learn(domain, &some, budget, poll)?;
                return Ok(true);
            }
            Finding::Home(moves) => match in_the_way(domain, state, &boxes, &moves) {
                Some(square) => boxes.insert(square),
                None => return Ok(false),
            },
        }
    }
    Ok(false)
}

/// Leaves out boxes as long as the rest is lost, and remembers what is left.
fn learn<const W: usize>(
    domain: &mut impl PatternDomain<W>,
    state: &State<W>,
    budget: usize,
    poll: &mut Poll<'_>,
) -> Result<(), Halt> {
    let mut is_lost = |boxes: Bits<W>| {
        let some = State { boxes, player: state.player };
        bring_home(domain, (&some, Boxes::Some), budget, poll).map(|finding| matches!(finding, Finding::Lost))
    };
    let mut boxes = state.boxes;
    if !is_lost(boxes)? {
        return Ok(());
    }
    for square in state.boxes.iter() {
        let mut fewer = boxes;
        fewer.remove(square);
        if is_lost(fewer)? {
            boxes = fewer;
        }
    }
    let region = domain.maze().region(&boxes, state.player);
    domain.remember(boxes, region);
    Ok(())
}

/// A position of a search.
struct Node<const W: usize> {
    state: State<W>,
    region: Bits<W>,
    parent: u32,
    by: BoxMove,
}

/// Brings boxes home, greedily, as if there were no others.
fn bring_home<const W: usize, D: PatternDomain<W>>(
    domain: &mut D,
    (start, given): (&State<W>, Boxes),
    budget: usize,
    poll: &mut Poll<'_>,
) -> Result<Finding, Halt> {
    let region = domain.maze().region(&start.boxes, start.player);
    let start = State { boxes: start.boxes, player: region.first().unwrap_or(start.player) };
    let nowhere = D::Motion::of(domain.maze(), start.player, Direction::Up);
    let mut nodes = vec![Node { state: start, region, parent: 0, by: nowhere }];
    let mut known: FxHashSet<State<W>> = FxHashSet::default();
    known.insert(start);
    let mut open = BinaryHeap::from([Reverse((0, 0_u32))]);
    while let Some(Reverse((_, number))) = open.pop() {
        let Node { state, region, .. } = nodes[number as usize];
        if state.boxes.is_subset(domain.targets()) && domain.end().is_none_or(|end| region.contains(end)) {
            return Ok(Finding::Home(way(&nodes, number)));
        }
        poll()?;
        *domain.examined() += 1;
        let Some(movable) = domain.movable(&state, &region, given) else { continue };
        for direction in Direction::ALL {
            for square in movable[direction as usize].iter() {
                let step = D::Motion::of(domain.maze(), square, direction);
                let boxes = step.applied(&state.boxes);
                let region = D::Motion::region_after(domain.maze(), &region, &boxes, &step);
                let child = State { boxes, player: region.first().unwrap_or(step.after) };
                if known.contains(&child) || domain.lost_by_move(&child, step.to) {
                    continue;
                }
                if nodes.len() >= budget {
                    return Ok(Finding::Unknown);
                }
                known.insert(child);
                let rank: u32 = boxes.iter().map(|square| u32::from(domain.distance(square))).sum();
                open.push(Reverse((rank, nodes.len() as u32)));
                nodes.push(Node { state: child, region, parent: number, by: step });
            }
        }
    }
    Ok(Finding::Lost)
}

fn way<const W: usize>(nodes: &[Node<W>], mut number: u32) -> Vec<BoxMove> {
    let mut moves = Vec::new();
    while number != 0 {
        moves.push(nodes[number as usize].by);
        number = nodes[number as usize].parent;
    }
    moves.reverse();
    moves
}

/// A box of the full position that stops moves found without it; `None` if they can all be made.
fn in_the_way<const W: usize, D: PatternDomain<W>>(
    domain: &D,
    state: &State<W>,
    boxes: &Bits<W>,
    moves: &[BoxMove],
) -> Option<Square> {
    let maze = domain.maze();
    let others = state.boxes.without(boxes);
    let mut boxes = *boxes;
    let mut player = state.player;
    for step in moves {
        if let Some(square) = first_on_walk(maze, &boxes, &others, player, step.before) {
            return Some(square);
        }
        let needed = D::Motion::needs(step);
        if others.contains(needed) {
            return Some(needed);
        }
        boxes = step.applied(&boxes);
        player = step.after;
    }
    domain.end().and_then(|end| first_on_walk(maze, &boxes, &others, player, end))
}

/// The first of `others` on a shortest walk that `boxes` alone allow; `None` if one gets there without meeting any.
fn first_on_walk<const W: usize>(
    maze: &Maze<W>,
    boxes: &Bits<W>,
    others: &Bits<W>,
    from: Square,
    to: Square,
) -> Option<Square> {
    if maze.region(&(*boxes | *others), from).contains(to) {
        return None;
    }
    // Waves from the aim back to the player; then one step nearer at a time.
    let free = maze.floor().without(boxes);
    let mut waves = vec![Bits::single(to)];
    let mut seen = waves[0];
    while !seen.contains(from) {
        let last = waves[waves.len() - 1];
        let wave = Direction::ALL.into_iter().fold(Bits::EMPTY, |all, d| all | maze.shift(&last, d)) & free;
        let wave = wave.without(&seen);
        if wave.is_empty() {
            return None;
        }
        seen |= wave;
        waves.push(wave);
    }
    let mut at = from;
    for wave in waves.iter().rev().skip(1) {
        at = Direction::ALL.into_iter().map(|d| maze.next(at, d)).find(|&next| wave.contains(next))?;
        if others.contains(at) {
            return Some(at);
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use soko_core::{Level, Pushing, Solution, Unlimited};

    use super::*;
    use crate::{
        deadlock::forward::{ForwardDeadlocks, ForwardPatterns},
        level_tables::LevelTables,
        params::Switches,
    };

    /// Only dead squares and what is learned, so that there is something to prove.
    const BLUNT: Switches = Switches {
        immobile: false,
        pi_corral: false,
        corral: 0,
        proofs: 0,
        backward_proofs: 0,
        lessons: true,
        rooms: true,
        hotspots: true,
        out_of_plan: true,
        advisors: true,
    };

    fn with_domain(
        board: &str,
        test: impl FnOnce(&Level, &mut ForwardPatterns<'_, 2>, &dyn Fn(usize, usize) -> Square),
    ) {
        let level = Level::parse(board).unwrap();
        let tables = LevelTables::new(&level);
        let Ok(mut deadlocks) = ForwardDeadlocks::new(&tables, BLUNT, &mut Unlimited);
        let mut domain = ForwardPatterns { deadlocks: &mut deadlocks, tables: &tables };
        test(&level, &mut domain, &|x, y| level.square_at(x, y).unwrap());
    }

    fn never() -> impl FnMut() -> Result<(), Halt> {
        || Ok(())
    }

    const HALL: &str = "##########\n#        #\n#  $  $  #\n#@   ..  #\n#        #\n##########";

    #[test]
    fn boxes_are_brought_home_by_moves_that_can_be_played() {
        with_domain(HALL, |level, domain, _| {
            let start = domain.tables.start;
            let Ok(Finding::Home(moves)) = try_all(domain, &start, 1_000, &mut never()) else {
                panic!("solvable")
            };
            let pushes: Vec<_> = moves.iter().map(Pushing::push).collect();
            assert!(Solution::from_pushes(level, &pushes).is_some(), "{pushes:?}");
            assert!(domain.deadlocks.examined >= pushes.len() as u64);
            let Ok(Finding::Unknown) = try_all(domain, &start, 2, &mut never()) else { panic!("too little") };
            assert_eq!(domain.deadlocks.lessons(), 0);
        });
    }

    /// Two boxes stand in a corridor, one behind the other, with the goal of both beyond; two others do not matter.
    const BARRED: &str = "#############\n#     #######\n# $   $ $ ..#\n#   @ #######\n# $   #######\n#   ..#######\n#############";

    #[test]
    fn the_boxes_that_lose_are_gathered_and_remembered_without_the_others() {
        with_domain(BARRED, |_, domain, at| {
            let start = domain.tables.start;
            assert!(lost_around(domain, &start, at(6, 2), 500, &mut never()).unwrap());
            assert_eq!(domain.deadlocks.lessons(), 1);
            let news = domain.deadlocks.take_news();
            let pair: Bits<2> = [at(6, 2), at(8, 2)].into_iter().collect();
            assert_eq!(news[0].0, pair);
            assert!(
                news[0].1.contains(start.player) && !news[0].1.contains(at(7, 2)),
                "the player is in the hall"
            );
            let task = Task { with: With::Around(at(8, 2)), budget: 500 };
            assert!(matches!(prove(domain, &start, task, &mut never()), Ok(Finding::Lost)));
            let little = Task { with: With::Around(at(6, 2)), budget: 1 };
            assert!(matches!(prove(domain, &start, little, &mut never()), Ok(Finding::Unknown)));
        });
    }

    #[test]
    fn a_box_that_gets_home_past_all_others_proves_nothing() {
        with_domain(HALL, |_, domain, at| {
            let start = domain.tables.start;
            assert!(!lost_around(domain, &start, at(3, 2), 500, &mut never()).unwrap());
            assert_eq!(domain.deadlocks.lessons(), 0);
        });
    }

    #[test]
    fn a_lost_position_is_learned_from() {
        with_domain(BARRED, |_, domain, _| {
            let start = domain.tables.start;
            let task = Task { with: With::All, budget: 20_000 };
            assert!(matches!(prove(domain, &start, task, &mut never()), Ok(Finding::Lost)));
            let news = domain.deadlocks.take_news();
            assert_eq!((news.len(), news[0].0.len()), (1, 2), "two boxes are enough");
        });
    }

    #[test]
    fn with_boxes_to_spare_nothing_is_proven() {
        let spare = "##########\n#$       #\n#  $  $  #\n#@   ..  #\n#        #\n##########";
        with_domain(spare, |_, domain, at| {
            let start = domain.tables.start;
            assert!(!lost_around(domain, &start, at(1, 1), 500, &mut never()).unwrap());
            assert!(matches!(try_all(domain, &start, 500, &mut never()), Ok(Finding::Unknown)));
        });
    }

    #[test]
    fn a_halt_ends_a_proof() {
        with_domain(HALL, |_, domain, at| {
            let start = domain.tables.start;
            let mut left = 2;
            let mut poll = || {
                left -= 1;
                if left == 0 { Err(Halt::Stopped) } else { Ok(()) }
            };
            assert!(matches!(try_all(domain, &start, 500, &mut poll), Err(Halt::Stopped)));
            assert_eq!(domain.deadlocks.examined, 1);
            let mut stop = || Err(Halt::Time);
            assert_eq!(lost_around(domain, &start, at(3, 2), 500, &mut stop), Err(Halt::Time));
        });
    }

    #[test]
    fn the_first_box_on_a_shortest_walk_is_in_the_way() {
        with_domain("##########\n#@       #\n######## #\n#.$$$.$. #\n##########", |_, domain, at| {
            let maze = domain.maze();
            let walk = |boxes: &[Square], others: &[Square], to| {
                first_on_walk(
                    maze,
                    &boxes.iter().copied().collect(),
                    &others.iter().copied().collect(),
                    at(1, 1),
                    to,
                )
            };
            assert_eq!(walk(&[], &[at(4, 1), at(6, 1)], at(8, 3)), Some(at(4, 1)), "the nearer of two");
            assert_eq!(walk(&[], &[at(6, 1)], at(5, 1)), None, "it is beyond");
            assert_eq!(walk(&[at(3, 1)], &[at(6, 1)], at(8, 3)), None, "no walk at all");
            assert_eq!(walk(&[], &[], at(8, 3)), None);
        });
    }
}
