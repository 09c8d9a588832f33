//! How series look: eight colours, eight markers, five dashes, and the style sheet of both themes.
//!
//! The hues are those of Masataka Okabe and Kei Ito (*Color universal design*, 2008), which people with any kind of colour
//! vision tell apart. Their yellow vanishes on white and their black on black, so each colour has two shades, one per
//! theme, made darker or lighter until it stands out by 3 : 1 from its ground (a test computes it). Colour never stands
//! alone: the first eight series differ in marker, the first five in dash, and no two of the first forty share both
//! colour and dash.
//!
//! Nothing in a drawing names a colour. Elements have classes, classes refer to custom properties, and the properties are
//! set by the system's preference or by `data-theme` at the root of the page around the drawing.

use std::fmt::Write as _;

/// Ground, ink, faint ink and grid of the light and the dark theme.
const GROUND: [[&str; 2]; 4] =
    [["#ffffff", "#15181c"], ["#1c2024", "#e6e8ea"], ["#5b636b", "#9aa3ac"], ["#e3e6e9", "#2c3238"]];

/// Blue, vermilion, bluish green, reddish purple, orange, black, sky blue, yellow.
const SERIES: [[&str; 2]; 8] = [
    ["#0072b2", "#4a9fe0"],
    ["#d55e00", "#f0762a"],
    ["#008f68", "#1fbf91"],
    ["#b9598f", "#e09ac2"],
    ["#b77e00", "#e69f00"],
    ["#1c2024", "#e6e8ea"],
    ["#3a93c9", "#93d2f6"],
    ["#8a8000", "#f0e442"],
];

/// Names of the custom properties of [`GROUND`].
const NAMES: [&str; 4] = ["ground", "ink", "faint", "grid"];

/// Lengths of dashes and gaps; the first is solid.
const DASHES: [&str; 5] = ["none", "7 3", "2 2.5", "9 3 2 3", "12 3"];

/// What does not depend on the theme.
const RULES: &str = "\
.plot{font:12px system-ui,-apple-system,\"Segoe UI\",Roboto,\"Helvetica Neue\",Arial,sans-serif;\
font-variant-numeric:tabular-nums}\
.plot text{fill:var(--plot-ink)}.plot .tick{fill:var(--plot-faint);font-size:11px}\
.plot .note{fill:var(--plot-faint);font-size:11px}.plot .value{font-size:10px}.plot .part{font-weight:600}\
.plot .ground{fill:var(--plot-ground)}\
.plot .grid{stroke:var(--plot-grid);fill:none}.plot .small{stroke:var(--plot-faint);stroke-opacity:.45;fill:none}.plot .axis{stroke:var(--plot-faint);fill:none}\
.plot .guide{stroke:var(--plot-faint);fill:none;stroke-dasharray:3 3}\
.plot .line{stroke:var(--c);fill:none;stroke-width:1.8;stroke-linejoin:round}\
.plot .raw{stroke:var(--c);fill:none;stroke-width:.8;stroke-opacity:.3}\
.plot .band{fill:var(--c);fill-opacity:.16}\
.plot .box{fill:var(--c);fill-opacity:.13;stroke:var(--c);stroke-width:1.3}\
.plot .middle{stroke:var(--c);stroke-width:2.6}.plot .whisker{stroke:var(--c);stroke-width:1.3;fill:none}\
.plot .dot{fill:var(--c)}.plot .soft{fill:var(--c);fill-opacity:.55}\
.plot .hollow{fill:var(--plot-ground);stroke:var(--c);stroke-width:1.2}\
.plot .bar{fill:var(--c);fill-opacity:.8}.plot .box,.plot .middle,.plot .whisker,.plot .band,.plot .line{pointer-events:none}\
.plot a{cursor:pointer;outline-offset:2px}.plot a:hover *{stroke:var(--plot-ink);stroke-width:2}\
.plot a:hover text{stroke:none;text-decoration:underline}";

/// The style sheet, between its tags. All drawings have the same one; a page needs it once.
pub fn sheet() -> String {
    let [light, dark] = [0, 1].map(properties);
    let mut css = format!(
        "<style>:root,.plot{{{light}}}@media(prefers-color-scheme:dark){{:root,.plot{{{dark}}}}}\
         :root[data-theme=light],[data-theme=light] .plot{{{light}}}\
         :root[data-theme=dark],[data-theme=dark] .plot{{{dark}}}\
         @media print{{:root,.plot,:root[data-theme] .plot{{{light}}}}}"
    );
    for i in 0..SERIES.len() {
        let _ = write!(css, ".plot .s{i}{{--c:var(--plot-{i})}}");
    }
    for (i, dash) in DASHES.iter().enumerate().skip(1) {
        let _ = write!(css, ".plot .d{i}{{stroke-dasharray:{dash}}}");
    }
    css + RULES + "</style>"
}

/// The custom properties of a theme.
fn properties(theme: usize) -> String {
    let mut css = String::new();
    for (name, shades) in NAMES.iter().zip(GROUND) {
        let _ = write!(css, "--plot-{name}:{};", shades[theme]);
    }
    for (i, shades) in SERIES.iter().enumerate() {
        let _ = write!(css, "--plot-{i}:{};", shades[theme]);
    }
    css
}

/// The look of the series with this number.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Style(pub(super) usize);

impl Style {
    /// Class of its colour.
    pub(super) fn colour(self) -> String {
        format!("s{}", self.0 % SERIES.len())
    }

    /// Classes of its colour and its dash.
    pub(super) fn line(self) -> String {
        format!("{} line d{}", self.colour(), self.0 % DASHES.len())
    }

    /// The outline of its marker.
    pub(super) fn marker(self, x: f64, y: f64, r: f64) -> String {
        // After all colours the markers are shifted, so that number 8 differs from number 0.
        let kind = (self.0 + self.0 / SERIES.len()) % 8;
        let corners = |points: &[(f64, f64)]| {
            let mut path = String::from("M");
            for (dx, dy) in points {
                let _ = write!(path, "{:.1} {:.1} ", dx.mul_add(r, x), dy.mul_add(r, y));
            }
            path.trim_end().to_owned() + "z"
        };
        match kind {
            0 => format!("M{:.1} {y:.1}a{r} {r} 0 1 0 {d} 0a{r} {r} 0 1 0 -{d} 0z", x - r, d = 2.0 * r),
            1 => corners(&[(-0.9, -0.9), (0.9, -0.9), (0.9, 0.9), (-0.9, 0.9)]),
            2 => corners(&[(0.0, -1.2), (1.1, 0.8), (-1.1, 0.8)]),
            3 => corners(&[(0.0, -1.3), (1.3, 0.0), (0.0, 1.3), (-1.3, 0.0)]),
            4 => corners(&[(0.0, 1.2), (1.1, -0.8), (-1.1, -0.8)]),
            5 => corners(&PLUS),
            6 => corners(&PLUS.map(|(dx, dy)| (0.707 * (dx - dy), 0.707 * (dx + dy)))),
            _ => corners(&[(-1.2, -0.9), (1.2, 0.9), (1.2, -0.9), (-1.2, 0.9)]),
        }
    }
}

/// A plus sign with thick arms.
const PLUS: [(f64, f64); 12] = [
    (-0.4, -1.3),
    (0.4, -1.3),
    (0.4, -0.4),
    (1.3, -0.4),
    (1.3, 0.4),
    (0.4, 0.4),
    (0.4, 1.3),
    (-0.4, 1.3),
    (-0.4, 0.4),
    (-1.3, 0.4),
    (-1.3, -0.4),
    (-0.4, -0.4),
];

#[cfg(test)]
mod tests {
    use super::*;

    /// Relative luminance of WCAG 2.
    fn luminance(hex: &str) -> f64 {
        let channel = |i: usize| {
            let value = f64::from(u8::from_str_radix(&hex[i..i + 2], 16).unwrap()) / 255.0;
            if value <= 0.040_45 { value / 12.92 } else { ((value + 0.055) / 1.055).powf(2.4) }
        };
        0.2126 * channel(1) + 0.7152 * channel(3) + 0.0722 * channel(5)
    }

    fn contrast(a: &str, b: &str) -> f64 {
        let (a, b) = (luminance(a), luminance(b));
        (a.max(b) + 0.05) / (a.min(b) + 0.05)
    }

    #[test]
    fn every_colour_stands_out_from_both_grounds() {
        for theme in [0, 1] {
            for colour in SERIES {
                let contrast = contrast(colour[theme], GROUND[0][theme]);
                assert!(contrast >= 3.0, "{}: {contrast}", colour[theme]);
            }
            for text in [GROUND[1], GROUND[2]] {
                assert!(contrast(text[theme], GROUND[0][theme]) >= 4.5, "{}", text[theme]);
            }
        }
    }

    #[test]
    fn the_sheet_is_plain_text_in_xml_and_in_html() {
        let sheet = sheet();
        let inside = sheet.strip_prefix("<style>").and_then(|rest| rest.strip_suffix("</style>")).unwrap();
        assert!(!inside.contains(['<', '&']));
        assert_eq!(inside.matches('{').count(), inside.matches('}').count());
    }

    #[test]
    fn no_two_of_forty_series_look_alike() {
        let looks = |i: usize| (Style(i).line(), Style(i).marker(0.0, 0.0, 3.0));
        for i in 0..40 {
            for j in 0..i {
                assert_ne!(looks(i).0, looks(j).0, "{i} {j}");
                if i / 8 == j / 8 {
                    assert_ne!(looks(i).1, looks(j).1, "{i} {j}");
                }
            }
        }
    }
}
