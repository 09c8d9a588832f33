//! The player `expert`: a portfolio of strategies that take turns and keep their trees.
//!
//! See [`portfolio`] for the strategies and their turns. With several threads every one has a portfolio of its own with a part of
//! the strategies, and they tell each other what they find ([`threads`](crate::portfolio::threads)).
//!
//! **Proofs.** Only a replayed solution ends the run as solved, and only a complete search that is exhausted calls a level
//! unsolvable.
//!
//! The idea of such a portfolio, and most of what its members know, is due to Festival (Yaron Shoham; Shoham and Schaeffer 2020).
//! Ours, as far as we know: boxes that are immobile because the player cannot get behind them ([`immobile`](soko_analysis::deadlock::immobile)), proofs about
//! the position that looks best (`deadlock/verify_best.rs`), pattern searches on the fly, with pushes and with pulls
//! (`deadlock/pattern_search.rs`), pruning what a proof shows to be lost (`fess/search.rs`), macro moves and connectivity
//! without floods (`macro_move/explore.rs`, `features/connectivity.rs`).

use soko_core::{Level, Maze, with_maze};
use soko_solver::{Context, Descriptor, Halt, Phase, Player, Properties, Threads, Verdict, side_by_side};

use crate::{
    params::Params,
    portfolio::{self, threads::Team},
};

/// The registry entry.
pub static DESCRIPTOR: Descriptor = Descriptor::of::<Params>(
    "expert",
    "Expert",
    "the strongest: plans from the end, features, a portfolio of searches",
    "Works out from the end in which order the goals are filled, then follows that plan from the start with a search in \
     feature space. Searches from both ends take turns with it. Finds some solution of hard levels, not a short one.",
    Properties { complete: true, optimal: None, threads: Threads::Race },
    &[],
)
.with_phases(&[
    Phase { id: "tables", title: "Preparing tables", summary: "ways of every box and corrals, computed once" },
    Phase { id: "exact", title: "A*, shortest", summary: "a short turn of A*, which settles small levels" },
    Phase { id: "plan", title: "By a packing plan", summary: "a plan from the end, followed from the start" },
    Phase { id: "again", title: "Another variation", summary: "the same with other weights and another plan" },
    Phase { id: "further", title: "From the best position", summary: "a new plan from where a search got furthest" },
    Phase { id: "backward", title: "Backward", summary: "the search in feature space from the end, by pulls" },
    Phase { id: "pull", title: "Greedy pulls", summary: "single pulls from the end, the most promising first" },
    Phase { id: "push", title: "Greedy pushes", summary: "single pushes from the start, the most promising first" },
]);

impl Player for Params {
    fn solve(&mut self, level: &Level, context: &mut Context<'_>) -> Result<Verdict, Halt> {
        // Most levels of people need 3 to 6 words. Without the widths 3 and 6 the expert takes 3 % longer on XSokoban.
        with_maze!(level, [2, 3, 4, 6, 8, 16, 64], |maze| solve(level, &maze, *self, context))
    }
}

/// One portfolio, or one for every thread; each makes a maze of its own, this one is there for its width alone.
fn solve<const W: usize>(
    level: &Level,
    _: &Maze<W>,
    params: Params,
    context: &mut Context<'_>,
) -> Result<Verdict, Halt> {
    // Without tables one thread has all there is to do, and the nodes and the memory of the others would be lost.
    let threads = if portfolio::has_tables(level) { context.threads().max(1) } else { 1 };
    let team = Team::<W>::new(threads);
    if team.size == 1 {
        return portfolio::solve(level, params, (&team, 0), context);
    }
    let member = |number| Box::new(Member { params, team: &team, number }) as Box<dyn Player + '_>;
    side_by_side((0..team.size).map(member).collect(), level, context)
}

/// One portfolio of several, on a thread of its own.
struct Member<'t, const W: usize> {
    params: Params,
    team: &'t Team<W>,
    number: usize,
}

impl<const W: usize> Player for Member<'_, W> {
    fn solve(&mut self, level: &Level, context: &mut Context<'_>) -> Result<Verdict, Halt> {
        portfolio::solve(level, self.params, (self.team, self.number), context)
    }
}
