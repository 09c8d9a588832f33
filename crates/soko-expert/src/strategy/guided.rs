//! One search in feature space with all that accompanies it: proofs about its best position, the perimeter, reports.

use soko_core::BoxMove;
use soko_solver::{Context, Halt, Way};

use super::perimeter::Perimeter;
use crate::{
    deadlock::verify_best::{Provable, Verifier},
    fess::{FeatureSearch, Root, Turn},
    level_tables::LevelTables,
    progress::BestReport,
};

/// What one turn came to.
pub(super) enum Outcome {
    /// The position sought: its node, and moves on from there.
    Done(u32, Vec<BoxMove>),
    /// No open move is left anywhere.
    Exhausted,
    /// The other side knows the position with this key.
    Met(u64),
    /// This node was expanded; there is more to do.
    Expanded(u32),
}

/// A search in feature space that looks for another.
pub(super) struct GuidedSearch<'a, const W: usize, D> {
    tables: &'a LevelTables<'a, W>,
    /// The tree.
    pub(super) tree: FeatureSearch<W>,
    /// What is searched.
    pub(super) domain: D,
    verifier: Verifier,
    /// Positions of proofs for each turn of the search.
    proofs: u32,
    perimeter: Perimeter,
    report: BestReport,
}

impl<'a, const W: usize, D: Provable<W>> GuidedSearch<'a, W, D> {
    /// Prepares a search with so many positions of proofs for each of its own.
    pub(super) fn new(
        tables: &'a LevelTables<'a, W>,
        domain: D,
        (proofs, lessons): (u32, bool),
        perimeter: Perimeter,
    ) -> Self {
        Self {
            tables,
            tree: FeatureSearch::learning(lessons),
            domain,
            verifier: Verifier::default(),
            proofs,
            perimeter,
            report: BestReport::default(),
        }
    }

    /// Plants a root and expands it.
    ///
    /// # Errors
    /// The reason to halt, from the context.
    pub(super) fn plant(&mut self, root: Root<W>, context: &mut Context<'_>) -> Result<Turn, Halt> {
        self.tree.plant(root, &mut self.domain, context)
    }

    /// Expands one position.
    ///
    /// # Errors
    /// The reason to halt, from the context.
    pub(super) fn turn(&mut self, context: &mut Context<'_>) -> Result<Outcome, Halt> {
        let number = match self.tree.turn(&mut self.domain, context)? {
            Turn::Done(number) => return Ok(Outcome::Done(number, Vec::new())),
            Turn::Exhausted => return Ok(Outcome::Exhausted),
            Turn::Expanded(number) => number,
        };
        let found = self.verifier.examine(&mut self.tree, &mut self.domain, self.proofs, context)?;
        if let Some((number, rest)) = found {
            return Ok(Outcome::Done(number, rest));
        }
        if let Some(key) = self.perimeter.meet(self.tree.keys_around(number), context)? {
            return Ok(Outcome::Met(key));
        }
        if context.wants_best() {
            self.tell(context);
        }
        Ok(Outcome::Expanded(number))
    }

    /// Shows the position of a node, with the way there in a search from the start.
    #[cold]
    pub(super) fn show(&self, number: u32, way: Option<Way>, context: &mut Context<'_>) {
        let state = self.tree.node(number).position.state;
        context.show_position(self.tables.maze.position(&state), way);
    }

    /// Tells the best position unless it was told before.
    pub(super) fn tell(&mut self, context: &mut Context<'_>) {
        self.report.tell(self.tables, &self.tree, &self.domain, context);
    }
}
