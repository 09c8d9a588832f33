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
    player: concat!(
        r##"<circle cx="32" cy="32" r="22" fill="#000000"/>"##,
        r##"<circle cx="32" cy="32" r="17.5" fill="#56b4e9"/>"##,
        r##"<path fill="#000000" d="M32 17 43 40 32 35 21 40z"/>"##,
    ),
    inks: Inks {
        dead: "#d55e00",
        reachable: "#009e73",
        accent: "#cc79a7",
        casing: "#000000",
        text: "#000000",
    },
};
