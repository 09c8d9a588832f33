//! Monte Carlo tree search: grow a tree where simulations promise most, and give untried ways their share.
//!
//! **Idea.** A round *selects* a leaf, walking down from the root by UCB1 (Kocsis and Szepesvári 2006 brought it to
//! trees); *expands* it, adding only positions that are not in the tree; *simulates* a few pushes from there; and
//! *passes* the reward of the end *up*. Single-player variants go back to Schadd and others (2008).
//!
//! **Guaranteed.** Complete: it solves every solvable level and proves the others unsolvable, with any parameters
//! and wherever the root has moved. Every round expands a position for the first time or proves one lost, the whole
//! tree is kept, and unsolvable is said only when the start is closed; `tree.rs` has the proof. Nothing
//! is promised about the length of solutions.
//!
//! **The preset `brno`** is the player H-MCTS of the Brno thesis (2021), the worst of its six. Faithful are
//! UCB1 with c = 2 and separate counts of rewards and selections, walks of random pushes as long as there are
//! boxes with their five ways to end, rewards −1 and (1 − h / h_max)^10, and decisions that make a child the
//! root. Different on purpose:
//! - h is an admissible matching, and h_max is [`heuristic_ceiling`](soko_analysis::heuristic_ceiling()); the
//!   thesis shows its h_max without saying how it is made.
//! - A decision falls after 5 rounds instead of 10 ms, so that runs repeat. The number is read off the thesis'
//!   sample protocol (appendix A): a level with two boxes took 4 decisions and 57 expansions, a round expands
//!   one leaf and at most two positions of a walk, and 57 / 4 / 3 = 4.75. `decision_ms` brings the clock back;
//!   it is the only player's parameter that reads one.
//! - A decision takes the best child that was tried. By the letter ("by the strategy of selection") it would
//!   take an untried one, whose UCB1 is infinite, whenever the root has more children than rounds.
//! - When the part below the root is used up, the root moves back up. The thesis does not say what happens.
//!
//! **The default** keeps the loop and changes what it learns from:
//! - *Values instead of samples* (Schulte and Keller 2014): a new node is worth its own estimate, and a node is
//!   worth the best that is still open below it, on a scale from its worst to its best sibling.
//! - *Walks that stay*: the simulation takes the push of least estimate and expands the tree as it goes, so none of
//!   its work is thrown away.
//! - *Frozen boxes* are pruned, shorter ways to known positions are taken over, and the root never moves.
//! - The solution is shortened in its neighbourhood (`shorten.rs`).
//!
//! Measured on the 74 levels of First Steps, Workshop and Variants, five seeds each, at most 100 000 expansions and
//! 5 s; and on the 29 levels of Summit, one seed, the same expansions but 2 s on a busy machine. Expansions are
//! the geometric mean over the levels of the median over the seeds, improvement included; length is that of the
//! median solution by the least possible:
//!
//! | setting | solved of 370 | expansions | length | Summit |
//! |---|---|---|---|---|
//! | preset `brno` | 354 | 973 | 1.832 | 0 |
//! | default | 370 | 301 | 1.009 | 22 |
//! | `improve=0` | 370 | 137 | 1.101 | 22 |
//! | `walk_per_box=0`: no walks | 370 | 283 | 1.005 | 10 |
//! | `walk_randomness=1` | 365 | 385 | 1.015 | 10 |
//! | `keep_walks=false` | 360 | 690 | 1.003 | 9 |
//! | `best_share=0`: mean rewards | 369 | 429 | 1.001 | 14 |
//! | `prior=false` | 367 | 649 | 1.001 | 2 |
//! | `relative=false` | 370 | 448 | 1.001 | 3 |
//! | `freeze=false` | 370 | 412 | 1.008 | 11 |
//! | `decision_iterations=5` | 365 | 330 | 1.010 | 14 |
//! | `adopt=false` | 370 | 300 | 1.007 | 21 |
//!
//! Lengths are over levels with a solved run and a known optimum, which flatters settings that fail. The defaults
//! were chosen among some fifty settings on these same levels, and the time limit of Summit bound many rows under a
//! load that changed, so differences of a few levels there mean nothing. Walks cost a little on small levels and
//! carry the large ones. Taking over shorter ways made no difference that can be told from chance beside the
//! improvement; without it (`improve=0`) lengths are 1.101 with and 1.120 without.
//!
//! **Cost.** A round costs the depth of the tree times the children per node, and one estimate per successor.

pub mod estimate;
mod params;
mod score;
mod search;
pub mod shorten;
mod tree;

use soko_analysis::deadlock::DeadBox;
use soko_core::{Level, Maze, Push, Solution, Verified, with_maze};
use soko_solver::{Context, Descriptor, Halt, Player, Preset, Properties, Threads, Verdict};

pub use params::Params;

use self::estimate::Estimate;
use crate::box_index::BoxIndex;

/// The registry entry.
pub static DESCRIPTOR: Descriptor = Descriptor::of::<Params>(
    "mcts",
    "Monte Carlo tree search",
    "Monte Carlo tree search in push space: any solution",
    "Grows a tree of positions where the simulations so far promise most, by the rule UCB1, and gives untried \
     ways their share. A simulation is a walk of a few pushes, judged by the cheapest matching of boxes and \
     goals. Finds some solution and shortens it, or proves that there is none.",
    Properties { complete: true, optimal: None, threads: Threads::One },
    &[Preset {
        id: "brno",
        title: "Brno thesis",
        summary: "H-MCTS of the Brno thesis: random walks, mean rewards, a decision every 5 iterations",
        settings: params::BRNO,
    }],
);

impl Player for Params {
    fn solve(&mut self, level: &Level, context: &mut Context<'_>) -> Result<Verdict, Halt> {
        let solution = with_maze!(level, |maze| solve(level, &maze, self, context)?);
        Ok(solution.map_or(Verdict::Unsolvable, |solution| Verdict::Solved { solution, optimal: None }))
    }
}

fn solve<const W: usize>(
    level: &Level,
    maze: &Maze<W>,
    params: &Params,
    context: &mut Context<'_>,
) -> Result<Option<Verified<Solution>>, Halt> {
    let mut estimate = Estimate::new(level, maze, params.freeze, context)?;
    let lost = if params.prune_lost { DeadBox::new(level) } else { DeadBox::none() };
    let box_index = BoxIndex::new(level, maze, &lost.forbidden());
    let search = search::Search::new(level, box_index.clone(), maze, &mut estimate, params, context)?;
    let Some(pushes) = search.run()? else { return Ok(None) };
    let first = verified(level, &pushes);
    let effort = (params.improve * context.statistics.expanded as f64) as u64;
    if effort == 0 {
        return Ok(Some(first));
    }
    // It survives a halt of what follows.
    context.incumbent(&first);
    let found = pushes.len();
    let shorter =
        shorten::shorten(box_index, maze, &maze.start(level), pushes, effort, &mut estimate, context)?;
    Ok(Some(if shorter.len() < found { verified(level, &shorter) } else { first }))
}

fn verified(level: &Level, pushes: &[Push]) -> Verified<Solution> {
    Solution::from_pushes(level, pushes).expect("legal pushes to a solved position")
}
