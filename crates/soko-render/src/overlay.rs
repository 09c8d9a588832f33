//! What can be laid over a board: facts about cells, in board coordinates.
//!
//! Cells are given as (column, row) from 0, as everywhere on a [`Board`](soko_core::Board); cells off the board
//! are left out. [`cells_of`] turns a set of squares of a level into such cells.
//!
//! Ground overlays (dead squares, reachable cells, heat) lie between the floor and the boxes; the others lie
//! above everything. Nothing is told by colour alone: dead squares are hatched, reachable cells dotted,
//! arrows grow with their strength, heat values can carry figures.

use soko_core::{Direction, Level, SquareSet};

/// A layer of information on a picture.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub enum Overlay {
    /// Cells from which no box can ever reach a goal: hatched.
    DeadSquares(Vec<(usize, usize)>),
    /// Cells the player can walk to: dotted.
    Reachable(Vec<(usize, usize)>),
    /// Cells to look at: outlined as groups.
    Highlight(Vec<(usize, usize)>),
    /// A way from cell to cell, with an arrow head at its end.
    Route(Vec<(usize, usize)>),
    /// Arrows inside their cells, such as the four action values of a learner.
    Arrows(Vec<Arrow>),
    /// Bold arrows from a cell into its neighbour, such as the next push.
    Pushes(Vec<Arrow>),
    /// A number for each cell, as colour.
    Heat(Heat),
}

impl Overlay {
    /// Does it lie below boxes and player?
    pub(crate) const fn is_ground(&self) -> bool {
        matches!(self, Self::DeadSquares(_) | Self::Reachable(_) | Self::Heat(_))
    }
}

/// One arrow.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Arrow {
    /// Column and row it starts in.
    pub at: (usize, usize),
    /// Which way it points.
    pub direction: Direction,
    /// From 0 (hardly there) to 1 (full size); other values are clamped, NaN draws nothing.
    pub strength: f32,
}

/// Numbers on cells.
#[derive(Clone, PartialEq, Debug)]
pub struct Heat {
    values: Vec<((usize, usize), f32)>,
    range: Option<(f32, f32)>,
    figures: bool,
    legend: bool,
}

impl Heat {
    /// Values of cells. What is not finite is left out.
    pub fn new(values: impl IntoIterator<Item = ((usize, usize), f32)>) -> Self {
        let values = values.into_iter().filter(|(_, value)| value.is_finite()).collect();
        Self { values, range: None, figures: false, legend: false }
    }

    /// Fixes the values at the ends of the colour ramp; without it they are the least and the largest value.
    #[must_use]
    pub fn range(mut self, least: f32, largest: f32) -> Self {
        self.range = (least.is_finite() && largest.is_finite()).then_some((least, largest));
        self
    }

    /// Writes each value into its cell; a box or the player on that cell covers it.
    #[must_use]
    pub const fn figures(mut self) -> Self {
        self.figures = true;
        self
    }

    /// Adds the colour ramp with its two end values below the board.
    #[must_use]
    pub const fn legend(mut self) -> Self {
        self.legend = true;
        self
    }

    pub(crate) const fn has_legend(&self) -> bool {
        self.legend
    }

    pub(crate) const fn has_figures(&self) -> bool {
        self.figures
    }

    pub(crate) fn values(&self) -> &[((usize, usize), f32)] {
        &self.values
    }

    /// The scale on which the values are read.
    pub(crate) fn scale(&self) -> Scale {
        let (least, largest) = self.range.unwrap_or_else(|| {
            let values = || self.values.iter().map(|&(_, value)| value);
            let ends = values().reduce(f32::min).zip(values().reduce(f32::max));
            ends.unwrap_or((0.0, 1.0))
        });
        Scale { least, largest }
    }
}

/// The values at the two ends of the colour ramp.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Scale {
    pub(crate) least: f32,
    pub(crate) largest: f32,
}

impl Scale {
    /// Where a value lies between the ends, from 0 to 1; in the middle if the ends are equal.
    pub(crate) fn place(self, value: f32) -> f64 {
        let [value, least, largest] = [value, self.least, self.largest].map(f64::from);
        let place = (value - least) / (largest - least);
        if place.is_finite() { place.clamp(0.0, 1.0) } else { 0.5 }
    }
}

/// The board cells of a set of squares.
pub fn cells_of(level: &Level, squares: &SquareSet) -> Vec<(usize, usize)> {
    squares.iter().map(|square| level.coordinates(square)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn heat_spreads_over_its_range() {
        let heat = Heat::new([((0, 0), 2.0), ((1, 0), 6.0), ((2, 0), f32::NAN)]);
        assert_eq!(heat.values().len(), 2);
        assert_eq!(heat.scale(), Scale { least: 2.0, largest: 6.0 });
        let place = |heat: Heat, value| heat.scale().place(value);
        let near = |a: f64, b: f64| (a - b).abs() < 1e-9;
        assert!(near(place(heat.clone(), 3.0), 0.25));
        assert!(near(place(heat.clone().range(0.0, 4.0), 6.0), 1.0));
        assert!(near(place(heat.clone().range(4.0, 0.0), 1.0), 0.75));
        assert!(near(place(heat.range(f32::NAN, 4.0), 4.0), 0.5));
        assert!(near(place(Heat::new([((0, 0), 7.0)]), 7.0), 0.5));
        assert!(near(place(Heat::new([((0, 0), f32::MIN), ((1, 1), f32::MAX)]), 0.0), 0.5));
    }
}
