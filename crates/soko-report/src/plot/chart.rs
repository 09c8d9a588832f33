//! A sheet with two axes, a grid and a legend, to draw on.
//!
//! Marks are written as text into [`Chart::body`] by the plots; this file knows where values lie and what surrounds them.
//! Coordinates have one decimal: finer is not seen, and a drawing of many thousand points is half as large.

use std::fmt::Write as _;

use super::{
    label::fitted,
    scale::{Scale, Tick},
    style::{self, Style},
};
use crate::markup::escaped;

/// Height of a line of the legend.
const LEGEND_LINE: f64 = 19.0;
/// A generous guess at the width of a letter.
const LETTER: f64 = 6.7;

/// One axis: what it shows and where it is marked.
pub(super) struct Axis {
    scale: Scale,
    label: String,
    ticks: Vec<Tick>,
    /// Letters of a mark; a longer one is cut.
    letters: usize,
    grid: bool,
}

impl Axis {
    /// An axis of numbers.
    pub(super) fn of(scale: Scale, label: impl Into<String>) -> Self {
        Self { ticks: scale.ticks(), scale, label: label.into(), letters: usize::MAX, grid: true }
    }

    /// An axis of named things at 0, 1, 2 …, of whose names so many letters are shown.
    pub(super) fn named(
        names: impl IntoIterator<Item = String>,
        letters: usize,
        label: impl Into<String>,
    ) -> Self {
        let ticks: Vec<Tick> = names
            .into_iter()
            .enumerate()
            .map(|(i, name)| Tick { value: i as f64, label: Some(name) })
            .collect();
        let scale = Scale::Linear { low: -0.5, high: ticks.len() as f64 - 0.5, step: 1.0 };
        Self { scale, label: label.into(), ticks, letters, grid: false }
    }
}

/// What the legend says about a series.
pub(super) struct Entry {
    pub(super) style: Style,
    pub(super) label: String,
    pub(super) href: Option<String>,
    pub(super) mark: Mark,
}

/// How a series is shown in the legend.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Mark {
    Line,
    Marker,
}

/// The space around the drawing area.
#[derive(Clone, Copy)]
pub(super) struct Margins {
    pub(super) left: f64,
    pub(super) right: f64,
    pub(super) top: f64,
    pub(super) bottom: f64,
}

impl Margins {
    /// For axes of numbers.
    pub(super) const NUMBERS: Self = Self { left: 58.0, right: 18.0, top: 12.0, bottom: 44.0 };
}

/// A drawing in the making.
pub(super) struct Chart {
    pub(super) x: Axis,
    pub(super) y: Axis,
    /// Size of the drawing area.
    pub(super) size: (f64, f64),
    pub(super) margins: Margins,
    pub(super) legend: Vec<Entry>,
    /// The marks.
    pub(super) body: String,
}

impl Chart {
    /// An empty sheet.
    pub(super) const fn new(x: Axis, y: Axis, size: (f64, f64), margins: Margins) -> Self {
        Self { x, y, size, margins, legend: Vec::new(), body: String::new() }
    }

    /// Where a value lies from the left.
    pub(super) fn at_x(&self, value: f64) -> f64 {
        self.x.scale.at(value).mul_add(self.size.0, self.margins.left)
    }

    /// Where a value lies from the top.
    pub(super) fn at_y(&self, value: f64) -> f64 {
        (1.0 - self.y.scale.at(value)).mul_add(self.size.1, self.margins.top)
    }

    /// The right and the lower end of the drawing area.
    pub(super) const fn corner(&self) -> (f64, f64) {
        (self.margins.left + self.size.0, self.margins.top + self.size.1)
    }

    /// Draws a path.
    pub(super) fn path(&mut self, class: &str, path: &str) {
        let _ = write!(self.body, "<path class=\"{class}\" d=\"{path}\"/>");
    }

    /// Writes text; `anchor` is `start`, `middle` or `end`.
    pub(super) fn text(&mut self, class: &str, anchor: &str, (x, y): (f64, f64), text: &str) {
        let _ = write!(self.body, "{}", label(class, anchor, (x, y), text));
    }

    /// Writes a name of at most so many letters; what is cut is told where the pointer rests.
    pub(super) fn name(&mut self, class: &str, anchor: &str, at: (f64, f64), name: &str, letters: usize) {
        self.body += &cut(class, anchor, at, name, letters);
    }

    /// Draws a path that can be followed and tells its numbers.
    pub(super) fn link(&mut self, href: &str, tooltip: &str, class: &str, path: &str) {
        let _ = write!(
            self.body,
            "<a href=\"{}\"><title>{}</title><path class=\"{class}\" d=\"{path}\"/></a>",
            escaped(href),
            escaped(tooltip)
        );
    }

    /// The finished drawing.
    pub(super) fn svg(&self, title: &str, description: &str) -> String {
        let (width, below) = self.space();
        let (legend, high) = legend(&self.legend, (self.margins.left, self.corner().0), below);
        framed(title, description, (width, below + high), &(self.drawn() + &legend))
    }

    /// Axes and marks, without frame and legend.
    pub(super) fn drawn(&self) -> String {
        let mut drawn = String::new();
        self.draw_axes(&mut drawn);
        drawn + &self.body
    }

    /// Width and height with the margins, without the legend.
    pub(super) const fn space(&self) -> (f64, f64) {
        let (right, bottom) = self.corner();
        (right + self.margins.right, bottom + self.margins.bottom)
    }

    fn draw_axes(&self, svg: &mut String) {
        let (left, top) = (self.margins.left, self.margins.top);
        let (right, bottom) = self.corner();
        let (mut grid, mut small) = (String::new(), String::new());
        for tick in &self.x.ticks {
            let x = self.at_x(tick.value);
            match &tick.label {
                Some(text) => *svg += &label("tick", "middle", (x, bottom + 16.0), text),
                None => drop(write!(small, "M{x:.1} {bottom:.1}v3")),
            }
            if self.x.grid && tick.label.is_some() {
                let _ = write!(grid, "M{x:.1} {top:.1}V{bottom:.1}");
            }
        }
        for tick in &self.y.ticks {
            let y = self.at_y(tick.value);
            match &tick.label {
                Some(text) => *svg += &cut("tick", "end", (left - 8.0, y + 3.8), text, self.y.letters),
                None => drop(write!(small, "M{left:.1} {y:.1}h-3")),
            }
            if self.y.grid && tick.label.is_some() {
                let _ = write!(grid, "M{left:.1} {y:.1}H{right:.1}");
            }
        }
        let _ = write!(
            svg,
            "<path class=\"grid\" d=\"{grid}M0 0\"/><path class=\"small\" d=\"{small}M0 0\"/>\
             <path class=\"axis\" d=\"M{left:.1} {top:.1}V{bottom:.1}H{right:.1}\"/>"
        );
        let middle = (f64::midpoint(left, right), bottom + 36.0);
        *svg += &label("label", "middle", middle, &self.x.label);
        if !self.y.label.is_empty() {
            let _ = write!(
                svg,
                "<text class=\"label\" text-anchor=\"middle\" transform=\"translate(14 {:.1}) rotate(-90)\">{}</text>",
                f64::midpoint(top, bottom),
                escaped(&self.y.label)
            );
        }
    }
}

/// A drawing of this size with its name and the style sheet around it.
pub(super) fn framed(title: &str, description: &str, (width, height): (f64, f64), inside: &str) -> String {
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"plot\" role=\"img\" viewBox=\"0 0 {width:.0} {height:.0}\" \
         width=\"{width:.0}\" height=\"{height:.0}\"><title>{}</title><desc>{}</desc>{}\
         <rect class=\"ground\" width=\"100%\" height=\"100%\"/>{inside}</svg>",
        escaped(title),
        escaped(description),
        style::sheet(),
    )
}

/// A legend between two ends, below a line, and how high it is.
pub(super) fn legend(entries: &[Entry], (left, right): (f64, f64), below: f64) -> (String, f64) {
    let rows = legend_rows(entries, left, right);
    let mut drawn = String::new();
    for (i, row) in rows.iter().enumerate() {
        let top = (i as f64 + 0.5).mul_add(LEGEND_LINE, below);
        for &(entry, start) in row {
            let letters = ((right - start - 32.0) / LETTER).max(8.0) as usize;
            drawn += &legend_entry(entry, start, top, letters);
        }
    }
    (drawn, rows.len() as f64 * LEGEND_LINE + if rows.is_empty() { 0.0 } else { 6.0 })
}

/// The entries of the legend in rows, with the place where each begins.
fn legend_rows(entries: &[Entry], first: f64, end: f64) -> Vec<Vec<(&Entry, f64)>> {
    let mut rows: Vec<Vec<(&Entry, f64)>> = Vec::new();
    let mut left = f64::INFINITY;
    for entry in entries {
        let width = (entry.label.chars().count() as f64).mul_add(LETTER, 50.0);
        if left + width > end + LETTER {
            rows.push(Vec::new());
            left = first;
        }
        if let Some(row) = rows.last_mut() {
            row.push((entry, left));
        }
        left += width;
    }
    rows
}

fn label(class: &str, anchor: &str, (x, y): (f64, f64), text: &str) -> String {
    format!(
        "<text class=\"{class}\" text-anchor=\"{anchor}\" x=\"{x:.1}\" y=\"{y:.1}\">{}</text>",
        escaped(text)
    )
}

/// A name of at most so many letters, with all of it for the pointer if it is cut.
fn cut(class: &str, anchor: &str, (x, y): (f64, f64), name: &str, letters: usize) -> String {
    let shown = fitted(name, letters);
    if shown == name {
        return label(class, anchor, (x, y), name);
    }
    format!(
        "<text class=\"{class}\" text-anchor=\"{anchor}\" x=\"{x:.1}\" y=\"{y:.1}\">{}<title>{}</title></text>",
        escaped(&shown),
        escaped(name)
    )
}

fn legend_entry(entry: &Entry, left: f64, top: f64, letters: usize) -> String {
    let Entry { style, label: name, href, mark } = entry;
    let mut drawn = String::new();
    if *mark == Mark::Line {
        let _ = write!(drawn, "<path class=\"{}\" d=\"M{left:.1} {top:.1}h26\"/>", style.line());
    }
    let _ = write!(
        drawn,
        "<path class=\"{} dot\" d=\"{}\"/>{}",
        style.colour(),
        style.marker(left + 13.0, top, 4.0),
        cut("key", "start", (left + 32.0, top + 4.0), name, letters)
    );
    match href {
        Some(href) => format!("<a href=\"{}\">{drawn}</a>", escaped(href)),
        None => drawn,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn chart() -> Chart {
        let axis = |label: &str| Axis::of(Scale::linear(0.0, 10.0), label);
        Chart::new(axis("x & y"), axis("<y>"), (600.0, 300.0), Margins::NUMBERS)
    }

    #[test]
    fn values_lie_where_the_axes_say() {
        let chart = chart();
        assert_eq!((chart.at_x(0.0), chart.at_x(10.0)), (58.0, 658.0));
        assert_eq!((chart.at_y(0.0), chart.at_y(10.0)), (312.0, 12.0));
    }

    #[test]
    fn a_drawing_has_a_name_both_themes_and_no_raw_markup() {
        let svg = chart().svg("A <b>title</b>", "What \"it\" shows");
        assert!(svg.contains("role=\"img\"") && svg.contains("<title>A &lt;b&gt;title"));
        assert!(svg.contains("prefers-color-scheme:dark") && svg.contains("[data-theme=dark]"));
        assert!(svg.contains("x &amp; y") && svg.contains("&lt;y&gt;") && !svg.contains("<y>"));
    }

    #[test]
    fn a_long_legend_is_broken_into_rows() {
        let entry = |i: usize| Entry {
            style: Style(i),
            label: format!("contender number {i}"),
            href: None,
            mark: Mark::Line,
        };
        let entries: Vec<Entry> = (0..9).map(entry).collect();
        let rows = legend_rows(&entries, 58.0, 658.0);
        assert_eq!(rows.len(), 3);
        assert!((legend(&entries, (58.0, 658.0), 0.0).1 - 63.0).abs() < 1e-9);
        assert!(rows.iter().flatten().all(|&(_, left)| left < 658.0 - 100.0));
    }

    #[test]
    fn a_name_that_is_too_long_is_cut_and_told_whole() {
        let long = "A* with an uncommonly long name that somebody thought up for a table";
        let entry = Entry { style: Style(0), label: long.to_owned(), href: None, mark: Mark::Line };
        let (drawn, _) = legend(&[entry], (58.0, 358.0), 300.0);
        assert!(drawn.contains("A* with an uncommonly long name that so…"), "{drawn}");
        assert!(drawn.contains(&format!("<title>{long}</title>")), "{drawn}");
        let axis = Axis::named(["short".to_owned(), long.to_owned()], 12, "");
        let chart = Chart::new(Axis::of(Scale::linear(0.0, 1.0), ""), axis, (300.0, 100.0), Margins::NUMBERS);
        let drawn = chart.drawn();
        assert!(drawn.contains(">short</text>") && drawn.contains(">A* with an …<title>"), "{drawn}");
    }
}
