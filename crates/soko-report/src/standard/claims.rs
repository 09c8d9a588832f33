//! Proofs that contradict each other.
//!
//! "Proven optimal" and "unsolvable" are proofs, so two runs on one level can show that a player is wrong: a solution of
//! a level that another run proved to have none, or one with fewer pushes than another proved possible. A file's own claim
//! about its optimum is checked in the same way. A report that noticed such a thing and only averaged it would be useless.

use soko_lab::Outcome;

use super::View;

/// One sentence per level on which the claims cannot all be true.
pub(super) fn contradictions(view: &View<'_>) -> Vec<String> {
    (0..view.dataset.levels.len()).filter_map(|level| contradiction(view, level)).collect()
}

fn contradiction(view: &View<'_>, level: usize) -> Option<String> {
    let names = &view.dataset.contenders;
    let runs = || {
        (0..names.len())
            .flat_map(|contender| view.grid.runs(contender, level).iter().map(move |run| (contender, *run)))
    };
    let name = |contender: usize| names[contender].name.as_str();
    let label = &view.labels[level];
    let found = runs().filter_map(|(contender, run)| Some((run.lengths?.0, contender)));
    let (best, finder) = found.min()?;
    if let Some((denier, _)) = runs().find(|(_, run)| run.outcome == Outcome::Unsolvable) {
        return Some(format!("{label}: {} proved it unsolvable, {} solved it.", name(denier), name(finder)));
    }
    let claims = runs()
        .filter(|(_, run)| run.proves_pushes())
        .filter_map(|(contender, run)| Some((run.lengths?.0, contender)));
    if let Some((claim, claimant)) = claims.max().filter(|(claim, _)| *claim > best) {
        let (claimant, finder) = (name(claimant), name(finder));
        return Some(format!("{label}: {claimant} proved {claim} pushes the fewest, {finder} found {best}."));
    }
    let claim = view.dataset.levels[level].optimum.filter(|claim| *claim > best)?;
    Some(format!("{label}: its file says {claim} pushes are the fewest, {} found {best}.", name(finder)))
}

#[cfg(test)]
mod tests {
    use soko_lab::Outcome;

    use super::super::tests::markdown;
    use crate::sample::sample;

    #[test]
    fn proofs_that_agree_are_not_mentioned() {
        assert!(!markdown(&sample()).contains("cannot all be true"));
    }

    #[test]
    fn a_shorter_solution_than_the_proven_shortest_is_told() {
        let mut dataset = sample();
        dataset.trials[2].run.as_mut().unwrap().lengths = Some((9, 30));
        let text = markdown(&dataset);
        assert!(text.contains("Level 1: quick proved 10 pushes the fewest, slow found 9."), "{text}");
        for trial in &mut dataset.trials {
            trial.run.as_mut().unwrap().optimal = None;
        }
        assert!(
            markdown(&dataset).contains("Level 1: its file says 10 pushes are the fewest, slow found 9.")
        );
    }

    #[test]
    fn a_solution_of_what_has_none_is_told() {
        let mut dataset = sample();
        let run = dataset.trials[2].run.as_mut().unwrap();
        (run.outcome, run.lengths) = (Outcome::Unsolvable, None);
        assert!(markdown(&dataset).contains("Level 1: slow proved it unsolvable, quick solved it."));
    }
}
