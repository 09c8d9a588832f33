//! Strong contrast, and colours that stay apart for every kind of colour vision.
//!
//! The hues are those Okabe and Ito (2008) recommend; every thing also has its own silhouette and a black
//! outline, so the board reads in black and white as well.

use super::{Inks, Layer, Skin};
use crate::{contour::Outline, ramp::Rgb};

pub(super) static CONTRAST: Skin = Skin {
    name: "contrast",
    summary: "high contrast, safe for colour-blind eyes, every thing told by its silhouette",
    dark: false,
    page: Rgb(0xff, 0xff, 0xff),
    floor: &[Layer { outline: Outline::even(-3.0, 0.0, 0.0), paint: r##"fill="#ffffff""## }],
    odd_floor: Some(r##"fill="#e9edf0""##),
    walls: &[
        Layer { outline: Outline::even(0.0, 8.0, 11.0), paint: r##"fill="#000000""## },
        Layer { outline: Outline::even(9.0, 5.0, 14.0), paint: r##"fill="#3d3d3d""## },
    ],
    goal: concat!(
        r##"<path fill="#000000" d="M32 3 61 32 32 61 3 32z"/>"##,
        r##"<path fill="#f0e442" d="M32 11 53 32 32 53 11 32z"/>"##,
        r##"<path fill="#000000" d="M32 22 42 32 32 42 22 32z"/>"##,
    ),
    loose_box: concat!(
        r##"<rect x="3" y="3" width="58" height="58" rx="3" fill="#000000"/>"##,
        r##"<rect x="8" y="8" width="48" height="48" fill="#e69f00"/>"##,
        r##"<path fill="none" stroke="#000000" stroke-width="4" d="M8 8l48 48M56 8l-48 48"/>"##,
    ),
    home_box: concat!(
        r##"<rect x="3" y="3" width="58" height="58" rx="3" fill="#000000"/>"##,
        r##"<rect x="8" y="8" width="48" height="48" fill="#003d63"/>"##,
        r##"<path fill="none" stroke="#ffffff" stroke-width="8" d="M17 33l11 11 20-24"/>"##,
    ),
    player_shadow: "",
    player_front: concat!(
        r##"<path fill="#56b4e9" stroke="#000000" stroke-width="5" stroke-linejoin="round" d="M22 58V49l-5.5 2-3-3 4.5-9a7 7 0 0 1 6-4h16a7 7 0 0 1 6 4l4.5 9-3 3-5.5-2v9h-8v-6h-4v6z"/>"##,
        r##"<circle cx="32" cy="25" r="14" fill="#ffffff" stroke="#000000" stroke-width="5"/>"##,
        r##"<path fill="#56b4e9" stroke="#000000" stroke-width="5" stroke-linejoin="round" d="M17 20a15 14 0 0 1 30 0z"/>"##,
        r##"<path fill="none" stroke="#000000" stroke-width="6" stroke-linecap="round" d="M14.5 20h35"/>"##,
        r##"<circle cx="27" cy="27" r="3.4" fill="#000000"/><circle cx="37" cy="27" r="3.4" fill="#000000"/>"##,
    ),
    player_back: concat!(
        r##"<path fill="#56b4e9" stroke="#000000" stroke-width="5" stroke-linejoin="round" d="M22 58V49l-5.5 2-3-3 4.5-9a7 7 0 0 1 6-4h16a7 7 0 0 1 6 4l4.5 9-3 3-5.5-2v9h-8v-6h-4v6z"/>"##,
        r##"<path fill="none" stroke="#000000" stroke-width="4" stroke-linecap="round" d="M26 38l12 9M38 38L26 47"/>"##,
        r##"<path fill="#56b4e9" stroke="#000000" stroke-width="5" stroke-linejoin="round" d="M17 29v-9a15 14 0 0 1 30 0v9z"/>"##,
        r##"<path fill="none" stroke="#000000" stroke-width="5" stroke-linecap="round" d="M32 9v11"/>"##,
        r##"<path fill="none" stroke="#000000" stroke-width="6" stroke-linecap="round" d="M16 29h32"/>"##,
    ),
    player_side: concat!(
        r##"<path fill="#56b4e9" stroke="#000000" stroke-width="5" stroke-linejoin="round" d="M24 58l-5-2 4.5-8v-6a7 7 0 0 1 7-7h4a7 7 0 0 1 6 3l9 5-2 6-6.5-2v3l5 8-5 2-7-8z"/>"##,
        r##"<path d="M18 21h27v4l5 5-4 2q-1 7-12 7-16 0-16-18z" stroke-linejoin="round" fill="#ffffff" stroke="#000000" stroke-width="5"/>"##,
        r##"<path fill="#56b4e9" stroke="#000000" stroke-width="5" stroke-linejoin="round" d="M17 20a15 14 0 0 1 30 0z"/>"##,
        r##"<path fill="none" stroke="#000000" stroke-width="6" stroke-linecap="round" d="M17 20h37"/>"##,
        r##"<circle cx="39" cy="27.5" r="3.4" fill="#000000"/>"##,
    ),
    inks: Inks {
        dead: "#d55e00",
        reachable: "#009e73",
        accent: "#cc79a7",
        casing: "#000000",
        text: "#000000",
    },
};
