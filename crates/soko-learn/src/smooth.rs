//! Path smoothing: the same pushes in an order that needs fewer steps.
//!
//! An agent that counts pushes does not care in which order it tends to two boxes that have nothing to do with each other.
//! The second Irvine report names the remedy and leaves it undone. Here the solution is cut into *runs* of pushes of one
//! box, and neighbouring runs are exchanged as long as the game stays legal, ends solved and takes fewer steps. Every
//! exchange is judged by playing the whole game, so the result is a solution; it has the same pushes, so a proof that
//! there are no fewer still holds. It is a descent to a local best, not the best order.

use soko_core::{Level, Push, Solution, Verified};
use soko_solver::{Context, Halt};

/// A solution with the same pushes and at most as many steps.
pub(crate) fn smooth(
    level: &Level,
    solution: Verified<Solution>,
    context: &mut Context<'_>,
) -> Result<Verified<Solution>, Halt> {
    let mut best = solution;
    let mut runs = runs(level, &best);
    let mut i = 0;
    while i + 1 < runs.len() {
        context.poll()?;
        runs.swap(i, i + 1);
        let better = Solution::from_pushes(level, &runs.concat())
            .filter(|tried| tried.metrics().moves < best.metrics().moves);
        if let Some(better) = better {
            best = better;
            // What was exchanged may go further to the front.
            i = i.saturating_sub(1);
        } else {
            runs.swap(i, i + 1);
            i += 1;
        }
    }
    Ok(best)
}

/// The pushes of a solution, cut where another box is taken.
fn runs(level: &Level, solution: &Solution) -> Vec<Vec<Push>> {
    let mut runs: Vec<Vec<Push>> = Vec::new();
    let mut last = None;
    for (position, step) in solution.positions(level).zip(solution.steps()) {
        if step.push {
            let square = level.next(position.player(), step.direction);
            let push = Push { square, direction: step.direction };
            match runs.last_mut() {
                Some(run) if last == Some(square) => run.push(push),
                _ => runs.push(vec![push]),
            }
            last = Some(level.next(square, step.direction));
        }
    }
    runs
}

#[cfg(test)]
mod tests {
    use soko_core::{lurd, replay};
    use soko_solver::{Budget, Player, Silent, Verdict, run};

    use super::*;

    /// Plays a given solution, smoothed.
    struct Smoother(&'static str);

    impl Player for Smoother {
        fn solve(&mut self, level: &Level, context: &mut Context<'_>) -> Result<Verdict, Halt> {
            let moves = lurd::parse(self.0).expect("letters of ours");
            let solution = smooth(level, replay(level, &moves).expect("a solution"), context)?;
            Ok(Verdict::Solved { solution, optimal: None })
        }
    }

    #[test]
    fn boxes_are_tended_to_one_after_the_other() {
        let level = Level::parse("#########\n#       #\n#@$ . $.#\n#       #\n#########").unwrap();
        // Once to the left box, over to the right one, and back.
        let wandering = "RurrrdRullllldrR";
        let solved = replay(&level, &lurd::parse(wandering).unwrap()).unwrap();
        let report = run(&mut Smoother(wandering), &level, Budget::default(), 0, 1, &mut Silent);
        let smoothed = report.solution.unwrap();
        assert_eq!(smoothed.metrics().pushes, solved.metrics().pushes);
        assert!(smoothed.metrics().moves + 6 <= solved.metrics().moves, "{}", smoothed.lurd());
    }
}
