//! The player `auto`: the one to ask when none is named.
//!
//! Two players of this house complement each other. `astar` proves the fewest pushes of small levels in an instant and is lost on
//! large ones; `expert` solves nearly everything and proves nothing. A level is *small* here if it can have at most
//! [`SMALL`] positions.
//!
//! ```text
//! one thread                                      more threads
//!   A*, a short turn                                A*, a short turn
//!   small: expert, a short turn,                    expert on all threads but one,
//!          A* for `proof` expansions                A* on the last one
//!   expert, as long as it takes
//! ```
//!
//! With more threads than one each of the two has what it would have alone, so nothing is lost that either of them solves in the
//! same time. What one finds without a proof is kept; on small levels A* then goes on until it has expanded `proof` positions in
//! vain. `prove` says otherwise.
//!
//! **Measured** (`sokolab solve … --player astar`). All of 4,000 Boxoban levels are proven within 1,900 expansions, so that the
//! first turn is all they see. Of Microban I 141 of 155 levels are proven within 10,000 expansions, 151 within 112,000 and 153 within
//! 470,000. The states of 152 of these are at most 10^10; of XSokoban's 90 levels, where proofs by A* take minutes if they come at all,
//! three are that small.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use soko_analysis::StateSpace;
use soko_core::Level;
use soko_solver::{
    Context, Descriptor, Halt, Phase, Player, Preset, Properties, Racer, Threads, Verdict, race,
};

/// The registry entry.
pub(crate) static DESCRIPTOR: Descriptor = Descriptor::of::<Params>(
    "auto",
    "Automatic",
    "A* and the expert together: small levels proven, hard ones solved",
    "Small levels are solved by A* and so proven to need no fewer pushes; where that takes too long, the expert plays, beside A* if \
     there are threads for both.",
    Properties { complete: true, optimal: None, threads: Threads::Race },
    &[
        Preset {
            id: "prove",
            title: "Until proven",
            summary: "goes on until the fewest pushes are proven, as long as the limits allow",
            settings: &["prove=always"],
        },
        Preset { id: "quick", title: "First solution", summary: "the first solution will do", settings: &["prove=never"] },
    ],
)
.with_phases(&[Phase { id: "A*", title: "A*, shortest", summary: "proves the fewest pushes of small levels" }]);

/// Positions that a small level can have at most, as a decimal logarithm.
const SMALL: f64 = 10.0;

/// Expansions of A* before anything else on a small level: some hundredths of a second, and enough for most of them.
const FIRST: u64 = 10_000;

/// The same on a large level, where more is rarely of use.
const FIRST_OF_LARGE: u64 = 1_000;

/// Expansions of the expert on a small level before A* goes on: nearly all that it solves, it solves within them.
const TRY: u64 = 5_000;

/// When a solution is not enough.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Prove {
    /// On small levels, for a while.
    #[default]
    Small,
    /// On all levels, as long as the limits allow.
    Always,
    /// Never: the first solution ends the run.
    Never,
}

/// Parameters of `auto`.
#[derive(Clone, Copy, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub(crate) struct Params {
    /// When a solution is not enough and a proof that there are no fewer pushes is waited for.
    #[schemars(title = "Proof wanted")]
    prove: Prove,
    /// Expansions of A* until such a proof is given up on a small level.
    #[schemars(title = "Expansions for a proof")]
    proof: u64,
}

impl Default for Params {
    fn default() -> Self {
        Self { prove: Prove::Small, proof: 1_000_000 }
    }
}

impl Player for Params {
    fn solve(&mut self, level: &Level, context: &mut Context<'_>) -> Result<Verdict, Halt> {
        let small = StateSpace::of(level).log10() <= SMALL;
        let first = if small { FIRST } else { FIRST_OF_LARGE };
        context.phase("A*");
        if let Some(verdict) = context.turn(first, &mut *astar(), level)? {
            return Ok(verdict);
        }
        let patience = match self.prove {
            Prove::Small if small => self.proof,
            Prove::Always => u64::MAX,
            Prove::Small | Prove::Never => 0,
        };
        if context.threads() > 1 {
            let expert = Racer { player: expert(), threads: context.threads() - 1 };
            let astar = Racer { player: astar(), threads: 1 };
            race(vec![expert, astar], level, context, |counters| counters[1].expanded < patience)
        } else if small {
            self.small(level, patience, context)
        } else {
            let found = expert().solve(level, context)?;
            proven(found, patience, level, context)
        }
    }
}

impl Params {
    /// The two in turn on a small level.
    fn small(&self, level: &Level, patience: u64, context: &mut Context<'_>) -> Result<Verdict, Halt> {
        if let Some(found) = context.turn(TRY, &mut *expert(), level)? {
            return proven(found, patience, level, context);
        }
        context.phase("A*");
        if let Some(verdict) = context.turn(self.proof, &mut *astar(), level)? {
            return Ok(verdict);
        }
        let found = expert().solve(level, context)?;
        // A* has had as much already, unless there is no end to patience.
        proven(found, if patience > self.proof { patience } else { 0 }, level, context)
    }
}

/// The verdict, with a proof if A* finds one in so many expansions.
fn proven(
    verdict: Verdict,
    patience: u64,
    level: &Level,
    context: &mut Context<'_>,
) -> Result<Verdict, Halt> {
    match &verdict {
        Verdict::Solved { solution, optimal: None } if patience > 0 => {
            context.incumbent(solution);
            context.phase("A*");
            Ok(context.turn(patience, &mut *astar(), level)?.unwrap_or(verdict))
        }
        _ => Ok(verdict),
    }
}

fn astar() -> Box<dyn Player> {
    Box::new(soko_search::astar::Params::default())
}

fn expert() -> Box<dyn Player> {
    Box::new(soko_expert::Params::default())
}

#[cfg(test)]
mod tests {
    use soko_solver::{Budget, Event, EventKind, Objective, Report, Status, run};

    use super::*;

    /// Levels of a collection of ours, by their numbers.
    fn level(collection: &str, number: usize) -> Level {
        let text = soko_levels::find(collection).expect("a collection of ours").text;
        let document = soko_formats::read(text.as_bytes(), &soko_formats::ReadOptions::default());
        let board = &document.collection.entries[number - 1].board;
        soko_core::check(board).level.expect("a level of ours")
    }

    /// The report, the phases, and how often a solution was found on the way.
    fn play(level: &Level, params: Params, threads: usize, nodes: u64) -> (Report, Vec<String>, usize) {
        let (mut phases, mut incumbents) = (Vec::new(), 0);
        let mut observer = |event: &Event| {
            match &event.kind {
                EventKind::Phase(name) => phases.push(name.clone()),
                EventKind::Incumbent(_) => incumbents += 1,
                _ => {}
            }
            std::ops::ControlFlow::Continue(())
        };
        let budget = Budget { nodes: Some(nodes), ..Budget::default() };
        let report = run(&mut params.clone(), level, budget, 1, threads, &mut observer);
        (report, phases, incumbents)
    }

    /// A small level that A* proves after its first turn, and one with far more positions.
    fn small_and_large() -> [Level; 2] {
        let levels = [level("summit", 13), level("summit", 18)];
        let sizes = levels.each_ref().map(|level| StateSpace::of(level).log10());
        assert!(sizes[0] <= SMALL && sizes[1] > SMALL, "{sizes:?}");
        levels
    }

    #[test]
    fn a_small_level_is_solved_and_then_proven() {
        let [small, _] = small_and_large();
        for threads in [1, 2] {
            let (report, _, _) = play(&small, Params::default(), threads, 1_000_000);
            assert_eq!((report.status, report.optimal), (Status::Solved, Some(Objective::Pushes)));
            assert!(report.statistics.expanded > FIRST, "{threads} threads");
        }
        let (_, phases, incumbents) = play(&small, Params::default(), 1, 1_000_000);
        assert_eq!(incumbents, 1, "the expert's solution comes first");
        assert_eq!(phases.iter().filter(|phase| *phase == "A*").count(), 2, "{phases:?}");
    }

    #[test]
    fn the_first_solution_will_do_where_no_proof_is_waited_for() {
        let [small, large] = small_and_large();
        let quick = Params { prove: Prove::Never, ..Params::default() };
        for (level, params) in [(&small, quick), (&large, quick), (&large, Params::default())] {
            let (report, _, incumbents) = play(level, params, 1, 200_000);
            assert_eq!((report.status, report.optimal, report.halted), (Status::Solved, None, None));
            assert_eq!(incumbents, 0);
        }
    }

    #[test]
    fn a_proof_that_is_always_waited_for_takes_all_there_is() {
        let [_, large] = small_and_large();
        let patient = Params { prove: Prove::Always, ..Params::default() };
        for threads in [1, 2] {
            let (report, _, incumbents) = play(&large, patient, threads, 60_000);
            assert_eq!((report.status, report.optimal), (Status::Solved, None), "{threads} threads");
            // With two threads half of the nodes are the expert's, which needs few.
            assert!(report.statistics.expanded >= 60_000 / threads as u64, "{threads} threads");
            assert_eq!(incumbents, 1);
        }
    }

    #[test]
    fn a_proof_that_takes_too_long_is_given_up() {
        let [small, _] = small_and_large();
        let impatient = Params { prove: Prove::Small, proof: 100 };
        let (report, phases, _) = play(&small, impatient, 1, 1_000_000);
        assert_eq!((report.status, report.optimal), (Status::Solved, None), "{phases:?}");
    }
}
