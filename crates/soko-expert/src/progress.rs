//! Tells how far a search has got: its best position with the features that make it the best.
//!
//! What is told changes nothing in the search. The domain names its features ([`Domain::describe`]), the context keeps the
//! pace ([`Context::wants_best`]), and a position that was told is not told again.

use soko_solver::{Context, Standing};

use crate::{
    fess::{Domain, FeatureSearch},
    level_tables::LevelTables,
};

/// What a search has told.
#[derive(Default)]
pub(crate) struct BestReport {
    told: Option<u32>,
}

impl BestReport {
    /// Tells the best position of a tree unless it was told before.
    pub(crate) fn tell<const W: usize, D: Domain<W>>(
        &mut self,
        tables: &LevelTables<'_, W>,
        tree: &FeatureSearch<W>,
        domain: &D,
        context: &mut Context<'_>,
    ) {
        if tree.is_empty() || self.told == Some(tree.best()) {
            return;
        }
        self.told = Some(tree.best());
        let best = tree.node(tree.best());
        let position = tables.maze.position(&best.position.state);
        let features = domain.describe(best.score);
        context.show_best(Standing { position, backward: D::BACKWARD, features });
    }
}

#[cfg(test)]
mod tests {
    use soko_core::Level;
    use soko_solver::{EventKind, Standing};

    use crate::testing::{UNFILLABLE, played};

    /// Best positions told, each with the strategy that told it.
    fn told(settings: &[&str]) -> Vec<(String, Standing)> {
        let level = Level::parse(UNFILLABLE).unwrap();
        let (mut phase, mut told) = (String::new(), Vec::new());
        played(&level, settings, 5_000, 1, |event| match event {
            EventKind::Phase(name) => phase.clone_from(name),
            EventKind::Best(standing) => told.push((phase.clone(), (**standing).clone())),
            _ => {}
        });
        told
    }

    #[test]
    fn a_strategy_tells_its_best_position_with_features_when_its_turn_ends() {
        let told = told(&[]);
        let (phase, standing) = told.iter().find(|(phase, _)| phase == "plan").expect("a plan was followed");
        assert_eq!(phase, "plan");
        let names: Vec<_> = standing.features.iter().map(|feature| feature.name).collect();
        assert_eq!(names[..2], ["steps of the plan", "parts of the floor"]);
        let steps = standing.features[0];
        assert!(steps.of.is_some_and(|of| of >= 7 && steps.value <= of), "{standing}");
    }

    #[test]
    fn what_a_search_does_not_look_at_it_does_not_tell() {
        let told = told(&["rooms=false", "hotspots=false"]);
        assert!(!told.is_empty());
        for (_, standing) in told {
            assert!(!standing.to_string().contains("passages"), "{standing}");
            assert!(!standing.to_string().contains("hotspots"), "{standing}");
        }
    }
}
