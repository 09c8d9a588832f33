//! BestReport how far a search has got: its best position with the features that make it the best.
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
    use std::ops::ControlFlow;

    use soko_solver::{Budget, Event, EventKind, Standing, run};

    use crate::DESCRIPTOR;

    fn told(board: &str, settings: &[String]) -> Vec<(String, Standing)> {
        let level = soko_core::Level::parse(board).unwrap();
        let mut player = DESCRIPTOR.build(None, settings).unwrap();
        let (mut phase, mut told) = (String::new(), Vec::new());
        let mut watch = |event: &Event| {
            match &event.kind {
                EventKind::Phase(name) => phase.clone_from(name),
                EventKind::Best(standing) => told.push((phase.clone(), (**standing).clone())),
                _ => {}
            }
            ControlFlow::Continue(())
        };
        let budget = Budget { nodes: Some(5_000), ..Budget::default() };
        let _ = run(&mut *player, &level, budget, 1, 1, &mut watch);
        told
    }

    /// The goal room cannot be filled, which takes the exact search more than its first turn to show, so others have theirs.
    const ROOMS: &str = "\
#############
#   #   #...#
# $ $ $    .#
#@$ # $ #...#
# $ $   #####
#   #####
#####";

    #[test]
    fn a_strategy_tells_its_best_position_with_features_when_its_turn_ends() {
        let told = told(ROOMS, &[]);
        let (phase, standing) = told.iter().find(|(phase, _)| phase == "plan").expect("a plan was followed");
        assert_eq!(phase, "plan");
        let names: Vec<_> = standing.features.iter().map(|feature| feature.name).collect();
        assert_eq!(names[..2], ["steps of the plan", "parts of the floor"]);
        let steps = standing.features[0];
        assert!(steps.of.is_some_and(|of| of >= 7 && steps.value <= of), "{standing}");
    }

    #[test]
    fn what_a_search_does_not_look_at_it_does_not_tell() {
        let told = told(ROOMS, &["rooms=false".to_owned(), "hotspots=false".to_owned()]);
        assert!(!told.is_empty());
        for (_, standing) in told {
            assert!(!standing.to_string().contains("passages"), "{standing}");
            assert!(!standing.to_string().contains("hotspots"), "{standing}");
        }
    }
}
