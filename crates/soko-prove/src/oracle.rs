//! The oracle: what is true about a board, found by looking at everything.
//!
//! It shares no code with the players, not even the rules. It reads the text of a board itself and plays by the rules
//! below. A board has at most 128 cells, so a set of cells is one `u128` and a step of all its cells is a shift.
//!
//! **Rules.** The player steps to a neighbouring cell that is neither wall nor box, or pushes one box to the cell behind
//! it if that is neither wall nor box. Beyond the edge of the text there is wall. The game is won when min(boxes, goals)
//! boxes stand on goals, counted over the whole board: with surplus boxes every goal must be covered, with surplus goals
//! every box must be home. Boxes that the player can never reach stay where they are.
//!
//! **Search.** A node is the set of boxes and the player's cell right after a push; an edge is a shortest walk and one
//! push. Both numbers of an edge are positive, so nodes can be kept in buckets by the first number and be expanded
//! bucket by bucket: when a bucket's turn comes, the second numbers of its nodes are final. Sorted by pushes the search
//! finds the fewest pushes and among those the fewest moves; sorted by moves it finds the fewest moves and among those
//! the fewest pushes. If no node is left, the board has no solution.
//!
//! **Pruning.** One thing is left out. A box that stands where no sequence of pushes could bring it to a goal, even if it
//! were alone on the board and the player anywhere, stays off the goals; with more such boxes than may be off the goals in
//! the end, nothing can be won. A test holds the search against one without this.

mod board;

use hashbrown::HashMap;
use rustc_hash::FxBuildHasher;
use soko_solver::Objective;

pub use board::{Board, Cells, DIRECTIONS, cell, each};

impl Board {
    /// The cells from which a lone box could be pushed to a goal, if the player could be anywhere.
    fn live(&self) -> Cells {
        let (mut live, mut front) = (self.goals, self.goals);
        while front != 0 {
            // A box is pulled from the front to its neighbour, and the player steps to the cell beyond.
            let pulled = (0..4).fold(0, |set, direction| {
                let room = self.step(self.open, (direction + 2) % 4);
                set | self.step(front, direction) & self.open & room
            });
            front = pulled & !live;
            live |= front;
        }
        live
    }

    /// What is true about the board, unless that takes more nodes than allowed.
    pub fn truth(&self, most_nodes: usize) -> Option<Truth> {
        self.truth_with(most_nodes, self.live())
    }

    /// The same with boxes that are lost wherever they are not on the given cells.
    fn truth_with(&self, most_nodes: usize, live: Cells) -> Option<Truth> {
        let by_pushes = self.search(most_nodes, live, false)?;
        let Some((pushes, moves)) = by_pushes.best else {
            return Some(Truth { nodes: by_pushes.nodes, best: None });
        };
        let by_moves = self.search(most_nodes, live, true)?;
        let fewest_moves = by_moves.best.expect("a board with a solution has one with fewest moves");
        let best = Best { pushes_then_moves: (pushes, moves), moves_then_pushes: fewest_moves };
        Some(Truth { nodes: by_pushes.nodes + by_moves.nodes, best: Some(best) })
    }

    fn search(&self, most_nodes: usize, live: Cells, moves_first: bool) -> Option<Found> {
        let mut known: HashMap<(Cells, u8), (u32, u32), FxBuildHasher> = HashMap::default();
        let mut buckets: Vec<Vec<(Cells, u8)>> = vec![vec![(self.boxes, self.player as u8)]];
        known.insert((self.boxes, self.player as u8), (0, 0));
        let most_lost = self.boxes.count_ones().saturating_sub(self.goals.count_ones());
        let mut layers = Vec::new();
        let mut first = 0;
        while first < buckets.len() {
            let bucket = std::mem::take(&mut buckets[first]);
            let of_turn = |node: &(Cells, u8)| Some(known[node]).filter(|cost| cost.0 == first as u32);
            let won = bucket.iter().filter(|node| self.is_won(node.0)).filter_map(of_turn).min();
            if won.is_some() {
                return Some(Found { nodes: known.len(), best: won });
            }
            for node in bucket {
                // It may have come to an earlier bucket since.
                let cost = known[&node];
                if cost.0 != first as u32 {
                    continue;
                }
                let (boxes, player) = (node.0, usize::from(node.1));
                let reached = self.walks(boxes, player, &mut layers);
                for direction in 0..4 {
                    // Boxes with the player's cell behind them and a free cell before them.
                    let behind = self.step(reached, direction) & boxes;
                    let free = self.open & !boxes;
                    for from in each(behind & self.step(free, (direction + 2) % 4)) {
                        let to = self.step(cell(from), direction);
                        let stand = self.step(cell(from), (direction + 2) % 4);
                        let walk = layers.iter().position(|layer| layer & stand != 0);
                        let moves = walk.expect("the player reaches the cell") as u32 + 1;
                        let (a, b) = if moves_first { (moves, 1) } else { (1, moves) };
                        let cost = (cost.0 + a, cost.1 + b);
                        let next = (boxes & !cell(from) | to, from as u8);
                        if (next.0 & !live).count_ones() > most_lost {
                            continue;
                        }
                        let seen = known.entry(next).or_insert((u32::MAX, u32::MAX));
                        if cost < *seen {
                            let queued = seen.0 == cost.0;
                            *seen = cost;
                            if !queued {
                                let place = cost.0 as usize;
                                if buckets.len() <= place {
                                    buckets.resize_with(place + 1, Vec::new);
                                }
                                buckets[place].push(next);
                            }
                        }
                    }
                }
                if known.len() > most_nodes {
                    return None;
                }
            }
            first += 1;
        }
        Some(Found { nodes: known.len(), best: None })
    }
}

/// What a search has found.
struct Found {
    nodes: usize,
    best: Option<(u32, u32)>,
}

/// The best that can be done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Best {
    /// Fewest pushes, and the fewest moves with so many pushes.
    pub pushes_then_moves: (u32, u32),
    /// Fewest moves, and the fewest pushes with so many moves.
    pub moves_then_pushes: (u32, u32),
}

/// What is true about a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Truth {
    /// Nodes that it took to find out.
    pub nodes: usize,
    /// The best that can be done; nothing if the board has no solution.
    pub best: Option<Best>,
}

impl Best {
    /// Is a solution with these numbers best in the objective? `None` for an objective that is not known here.
    pub const fn is_reached(&self, objective: Objective, pushes: u32, moves: u32) -> Option<bool> {
        let (by_pushes, by_moves) = (self.pushes_then_moves, self.moves_then_pushes);
        Some(match objective {
            Objective::Pushes => pushes == by_pushes.0,
            Objective::Moves => moves == by_moves.0,
            Objective::PushesThenMoves => pushes == by_pushes.0 && moves == by_pushes.1,
            Objective::MovesThenPushes => moves == by_moves.0 && pushes == by_moves.1,
            _ => return None,
        })
    }
}

/// Moves and pushes of a solution, replayed on the text of a board letter by letter. Capital letters are pushes.
///
/// # Errors
/// The first move that is against the rules, or that the game is not won in the end.
pub fn replay(text: &str, moves: &str) -> Result<(u32, u32), String> {
    let board = Board::read(text)?;
    let (mut boxes, mut player, mut pushes) = (board.boxes, board.player, 0);
    for (number, letter) in moves.chars().enumerate() {
        let wrong = |what: &str| Err(format!("move {number}, '{letter}', {what}"));
        let Some(direction) = DIRECTIONS.iter().position(|&known| known == letter.to_ascii_lowercase())
        else {
            return wrong("is no direction");
        };
        let next = board.step(cell(player), direction) & board.open;
        if next == 0 {
            return wrong("goes into a wall");
        }
        let is_push = next & boxes != 0;
        if is_push != letter.is_ascii_uppercase() {
            return wrong(if is_push { "is a push" } else { "is no push" });
        }
        if is_push {
            let beyond = board.step(next, direction) & board.open & !boxes;
            if beyond == 0 {
                return wrong("pushes a box that cannot move");
            }
            boxes = boxes & !next | beyond;
            pushes += 1;
        }
        player = next.trailing_zeros() as usize;
    }
    if !board.is_won(boxes) {
        return Err("the game is not won".to_owned());
    }
    Ok((moves.len() as u32, pushes))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Fewest pushes with their moves, and fewest moves with their pushes.
    fn best(text: &str) -> Option<((u32, u32), (u32, u32))> {
        let truth = Board::read(text).expect("a board").truth(1_000_000).expect("a small board");
        truth.best.map(|best| (best.pushes_then_moves, best.moves_then_pushes))
    }

    #[test]
    fn boards_with_known_optima() {
        for (text, truth) in [
            ("#####\n#@$.#\n#####", Some(((1, 1), (1, 1)))),
            ("#######\n#@ $ .#\n#######", Some(((2, 3), (3, 2)))),
            ("#####\n#@* #\n#####", Some(((0, 0), (0, 0)))),
            // Right twice from the west, then down from the north.
            ("#######\n#     #\n# @$  #\n#    .#\n#######", Some(((3, 5), (5, 3)))),
            ("#####\n#@ $#\n#.  #\n#####", None),
            ("#######\n#@$$..#\n#######", None),
        ] {
            assert_eq!(best(text), truth, "{text}");
        }
    }

    #[test]
    fn surplus_boxes_and_goals() {
        for (text, truth) in [
            // The box in the corner is not needed.
            ("######\n#@$. #\n#   $#\n######", Some(((1, 1), (1, 1)))),
            // The nearer of two goals will do.
            ("#######\n#@ $..#\n#######", Some(((1, 2), (2, 1)))),
            // One of two boxes must come home, and cannot: the other one is in its way.
            ("#######\n#@$$ .#\n#######", None),
            ("######\n#$@$.#\n#   .#\n######", None),
            // Of two boxes the nearer one is taken, of two goals the nearer one.
            ("########\n#.$@ $.#\n########", Some(((2, 4), (4, 2)))),
            ("########\n#  @$ .#\n#  $ ###\n########", Some(((2, 2), (2, 2)))),
        ] {
            assert_eq!(best(text), truth, "{text}");
        }
    }

    /// Fewest pushes and fewest moves are different solutions here: one box must go a long way round, or two a short one.
    #[test]
    fn objectives_differ() {
        let text = "#########\n#   .   #\n# # # # #\n#@$   $ #\n#   #   #\n#########";
        let board = Board::read(text).expect("a board");
        let truth = board.truth(1_000_000).expect("a small board").best.expect("solvable");
        let plain = plain(&board);
        assert_eq!((truth.pushes_then_moves, truth.moves_then_pushes), plain);
    }

    /// The four optima by the plainest search there is: step by step, cost by cost, over a sorted set.
    fn plain(board: &Board) -> ((u32, u32), (u32, u32)) {
        let least = |moves_first: bool| {
            let mut waiting = std::collections::BTreeSet::from([(0, 0, board.boxes, board.player)]);
            let mut done = std::collections::BTreeSet::new();
            while let Some((a, b, boxes, player)) = waiting.pop_first() {
                if board.is_won(boxes) {
                    return (a, b);
                }
                if !done.insert((boxes, player)) {
                    continue;
                }
                for direction in 0..4 {
                    let next = board.step(cell(player), direction) & board.open;
                    let beyond = board.step(next, direction) & board.open & !boxes;
                    let push = next & boxes != 0;
                    if next == 0 || push && beyond == 0 {
                        continue;
                    }
                    let boxes = if push { boxes & !next | beyond } else { boxes };
                    let (pushes, moves) = (u32::from(push), 1);
                    let (c, d) = if moves_first { (moves, pushes) } else { (pushes, moves) };
                    waiting.insert((a + c, b + d, boxes, next.trailing_zeros() as usize));
                }
            }
            panic!("no solution");
        };
        (least(false), least(true))
    }

    /// Random boards, mostly unsolvable: with and without pruning the same is true, step by step as well.
    #[test]
    fn pruning_loses_nothing() {
        let mut dice = soko_solver::Dice::new(3);
        let mut solvable = 0;
        for _ in 0..1500 {
            let mut board = Board::walls(6, 6);
            let mut cells: Vec<usize> =
                (0..36).filter(|at| (1..5).contains(&(at % 6)) && *at > 5 && *at < 30).collect();
            let mut draw = || cells.swap_remove(dice.below(cells.len()));
            let (walls, boxes, goals) =
                ([draw(), draw()], [draw(), draw(), draw()], [draw(), draw(), draw()]);
            board.player = draw();
            let set = |cells: &[usize]| cells.iter().fold(0, |set, &at| set | cell(at));
            board.open = (1..5).fold(0, |set, row| set | 0b01_1110 << (6 * row)) & !set(&walls);
            board.boxes = set(&boxes[..=dice.below(3)]);
            board.goals = set(&goals[..=dice.below(3)]);
            let pruned = board.truth(1_000_000).expect("small").best;
            assert_eq!(
                pruned,
                board.truth_with(1_000_000, Cells::MAX).expect("small").best,
                "{}",
                board.text()
            );
            if let Some(best) = pruned {
                solvable += 1;
                assert_eq!(
                    plain(&board),
                    (best.pushes_then_moves, best.moves_then_pushes),
                    "{}",
                    board.text()
                );
            }
        }
        assert!((300..1200).contains(&solvable), "{solvable}");
    }

    #[test]
    fn what_is_out_of_reach_counts_and_stays() {
        // A box at home behind a wall is one of the two that are needed.
        assert_eq!(best("#######\n#@$.#*#\n#######"), Some(((1, 1), (1, 1))));
        // A goal behind a wall is one too many for the only box.
        assert_eq!(best("#######\n#@$.#.#\n#######"), Some(((1, 1), (1, 1))));
        // A goal behind a wall that is needed.
        assert_eq!(best("########\n#@$$.#.#\n########"), None);
        // Beyond the edge there is wall.
        assert_eq!(best("@$.\n   "), Some(((1, 1), (1, 1))));
        assert_eq!(best(".$@\n   "), Some(((1, 1), (1, 1))));
        assert_eq!(best("$.@"), None);
    }

    #[test]
    fn too_many_nodes_are_no_answer() {
        let board = Board::read("#######\n#     #\n# @$  #\n#    .#\n#######").expect("a board");
        assert!(board.truth(3).is_none());
    }

    #[test]
    fn solutions_are_replayed_by_the_rules() {
        let text = "#######\n#@ $ .#\n#     #\n#######";
        assert_eq!(replay(text, "rRR"), Ok((3, 2)));
        for bad in ["rR", "rrR", "RRR", "u", "rRRR", "x", "dRRR"] {
            assert!(replay(text, bad).is_err(), "{bad}");
        }
        assert_eq!(replay("####\n#@*#\n####", ""), Ok((0, 0)));
    }
}
