//! Several small charts on one sheet: one panel per level, a legend for all of them.
//!
//! Edward Tufte's small multiples (*The visual display of quantitative information*, 1983): what differs from panel to panel
//! is the level alone, so the eye learns the axes and colours once. Panels have scales of their own, since one level is learnt
//! in ten episodes and the next in a thousand.

use std::fmt::Write as _;

use super::chart::{Chart, Entry, framed, legend};

/// Panels side by side.
const COLUMNS: usize = 2;

/// The sheet with all panels, which have the same size.
pub(super) fn sheet(title: &str, description: &str, panels: &[Chart], entries: &[Entry]) -> String {
    let (width, height) = panels.first().map_or((0.0, 0.0), Chart::space);
    let mut inside = String::new();
    for (i, panel) in panels.iter().enumerate() {
        let (x, y) = ((i % COLUMNS) as f64 * width, (i / COLUMNS) as f64 * height);
        let _ = write!(inside, "<g transform=\"translate({x:.1} {y:.1})\">{}</g>", panel.drawn());
    }
    let columns = panels.len().min(COLUMNS);
    let (wide, below) = (columns as f64 * width, panels.len().div_ceil(COLUMNS) as f64 * height);
    let left = panels.first().map_or(0.0, |panel| panel.margins.left);
    let (keys, high) = legend(entries, (left, wide), below);
    framed(title, description, (wide, below + high), &(inside + &keys))
}

#[cfg(test)]
mod tests {
    use super::{
        super::{
            chart::{Axis, Margins},
            scale::Scale,
        },
        *,
    };

    fn panel() -> Chart {
        let axis = || Axis::of(Scale::linear(0.0, 10.0), "");
        Chart::new(axis(), axis(), (282.0, 100.0), Margins::NUMBERS)
    }

    #[test]
    fn panels_fill_rows_of_two() {
        let svg = sheet("T", "D", &[panel(), panel(), panel()], &[]);
        assert!(svg.contains("viewBox=\"0 0 716 312\""), "{}", &svg[..200]);
        for place in ["translate(0.0 0.0)", "translate(358.0 0.0)", "translate(0.0 156.0)"] {
            assert!(svg.contains(place), "{place}");
        }
        assert_eq!(svg.matches("<svg").count(), 1);
    }

    #[test]
    fn no_panels_are_an_empty_sheet() {
        assert!(sheet("T", "D", &[], &[]).contains("viewBox=\"0 0 0 0\""));
    }
}
