//! Monte Carlo tree search.

mod dice;
mod estimate;
mod params;
mod score;
mod search;
mod shorten;
mod tree;
mod walk;

use soko_core::{Level, Maze, Push, Solution, Verified, replay, walk::connect, with_maze};
use soko_solver::{Configured, Context, Descriptor, Halt, Player, Preset, Properties, Verdict};

pub use params::Params;

use self::estimate::Estimate;
use crate::{lost_box::LostBoxes, packing::Packing};

/// The registry entry.
pub const DESCRIPTOR: Descriptor = Descriptor::of::<Mcts>(
    "mcts",
    "Monte Carlo tree search in push space: any solution",
    "Grows a tree of positions where the simulations so far promise most, by the rule UCB1, and gives untried \
     ways their share. A simulation is a walk of a few pushes, judged by the cheapest matching of boxes and \
     goals. Finds some solution and shortens it, or proves that there is none.",
    Properties { complete: true, optimal: None },
    &[Preset {
        id: "brno",
        summary: "H-MCTS of the Brno thesis: random walks, mean rewards, a decision every 5 iterations",
        settings: params::BRNO,
    }],
);

/// The Monte Carlo player.
pub struct Mcts(Params);

impl Configured for Mcts {
    type Params = Params;

    fn new(params: Params) -> Self {
        Self(params)
    }
}

impl Player for Mcts {
    fn solve(&mut self, level: &Level, context: &mut Context<'_>) -> Result<Verdict, Halt> {
        let solution = with_maze!(level, |maze| solve(level, &maze, &self.0, context)?);
        Ok(solution.map_or(Verdict::Unsolvable, |solution| Verdict::Solved { solution, optimal: None }))
    }
}

fn solve<const W: usize>(
    level: &Level,
    maze: &Maze<W>,
    params: &Params,
    context: &mut Context<'_>,
) -> Result<Option<Verified<Solution>>, Halt> {
    let mut estimate = Estimate::new(level, maze, params.freeze);
    context.acquire(estimate.bytes())?;
    let lost = if params.prune_lost { LostBoxes::new(level) } else { LostBoxes::none() };
    let packing = Packing::new(level, maze, &lost.forbidden());
    let search = search::Search::new(level, packing.clone(), maze, &mut estimate, params, context)?;
    let Some(pushes) = search.run()? else { return Ok(None) };
    let first = verified(level, &pushes);
    let effort = (params.improve * context.statistics.expanded as f64) as u64;
    if effort == 0 {
        return Ok(Some(first));
    }
    // It survives a halt of what follows.
    context.incumbent(first.clone());
    let found = pushes.len();
    let shorter =
        shorten::shorten(packing, maze, &maze.start(level), pushes, effort, &mut estimate, context)?;
    Ok(Some(if shorter.len() < found { verified(level, &shorter) } else { first }))
}

fn verified(level: &Level, pushes: &[Push]) -> Verified<Solution> {
    let path = connect(level, pushes).expect("every push of the search is legal");
    replay(level, &path).expect("the search ended in a solved position")
}
