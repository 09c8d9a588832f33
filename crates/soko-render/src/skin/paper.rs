//! Line art for print: black on white, little ink, readable on a bad photocopy.

use super::{Inks, Layer, Skin};
use crate::{contour::Outline, ramp::Rgb};

pub(super) static PAPER: Skin = Skin {
    name: "paper",
    summary: "black line art for print",
    dark: false,
    page: Rgb(0xff, 0xff, 0xff),
    floor: &[Layer { outline: Outline::even(-3.0, 0.0, 0.0), paint: r##"fill="#ffffff""## }],
    odd_floor: None,
    walls: &[
        Layer { outline: Outline::even(0.0, 8.0, 8.0), paint: r##"fill="#000000""## },
        Layer { outline: Outline::even(3.0, 5.0, 11.0), paint: r##"fill="#d9d9d9""## },
    ],
    goal: concat!(
        r##"<circle cx="32" cy="32" r="24" fill="none" stroke="#000000" stroke-width="2.5" stroke-dasharray="8 4.57"/>"##,
        r##"<circle cx="32" cy="32" r="6" fill="#000000"/>"##,
    ),
    loose_box: concat!(
        r##"<rect x="8" y="8" width="48" height="48" rx="2" fill="#ffffff" stroke="#000000" stroke-width="3"/>"##,
        r##"<path fill="none" stroke="#000000" stroke-width="2" d="M16 16h32v32h-32zM16 16l32 32M8 8l8 8M56 8l-8 8M8 56l8-8M56 56l-8-8"/>"##,
    ),
    home_box: concat!(
        r##"<rect x="8" y="8" width="48" height="48" rx="2" fill="#000000" stroke="#000000" stroke-width="3"/>"##,
        r##"<path fill="none" stroke="#ffffff" stroke-width="6" d="M18 33l10 10 18-22"/>"##,
    ),
    player_shadow: "",
    player_front: concat!(
        r##"<path fill="#ffffff" stroke="#000000" stroke-width="3" stroke-linejoin="round" d="M22 58V49l-5.5 2-3-3 4.5-9a7 7 0 0 1 6-4h16a7 7 0 0 1 6 4l4.5 9-3 3-5.5-2v9h-8v-6h-4v6z"/>"##,
        r##"<circle cx="32" cy="25" r="13" fill="#ffffff" stroke="#000000" stroke-width="3"/>"##,
        r##"<path fill="#000000" d="M17 21a15 15 0 0 1 30 0z"/>"##,
        r##"<path fill="none" stroke="#000000" stroke-width="4" stroke-linecap="round" d="M14.5 21h35"/>"##,
        r##"<circle cx="27" cy="27" r="2.8" fill="#000000"/><circle cx="37" cy="27" r="2.8" fill="#000000"/>"##,
    ),
    player_back: concat!(
        r##"<path fill="#ffffff" stroke="#000000" stroke-width="3" stroke-linejoin="round" d="M22 58V49l-5.5 2-3-3 4.5-9a7 7 0 0 1 6-4h16a7 7 0 0 1 6 4l4.5 9-3 3-5.5-2v9h-8v-6h-4v6z"/>"##,
        r##"<path fill="none" stroke="#000000" stroke-width="2.5" stroke-linecap="round" d="M26 37l12 10M38 37L26 47"/>"##,
        r##"<circle cx="32" cy="25" r="13" fill="#ffffff" stroke="#000000" stroke-width="3"/>"##,
        r##"<path fill="#000000" d="M17 29v-8a15 15 0 0 1 30 0v8z"/>"##,
        r##"<path fill="none" stroke="#ffffff" stroke-width="2.5" d="M32 9v13M24.5 12v9M39.5 12v9"/>"##,
        r##"<path fill="none" stroke="#000000" stroke-width="4" stroke-linecap="round" d="M17 29h30"/>"##,
    ),
    player_side: concat!(
        r##"<path fill="#ffffff" stroke="#000000" stroke-width="3" stroke-linejoin="round" d="M24 58l-5-2 4.5-8v-6a7 7 0 0 1 7-7h4a7 7 0 0 1 6 3l9 5-2 6-6.5-2v3l5 8-5 2-7-8z"/>"##,
        r##"<path fill="#ffffff" stroke="#000000" stroke-width="3" stroke-linejoin="round" d="M19 22h25v3l4 5-3.5 1.5q-1 7-10 7-15.5 0-15.5-16.5z"/>"##,
        r##"<path fill="#000000" d="M17 21a15 15 0 0 1 30 0z"/>"##,
        r##"<path fill="none" stroke="#000000" stroke-width="4" stroke-linecap="round" d="M17 21h36"/>"##,
        r##"<circle cx="38.5" cy="27" r="2.8" fill="#000000"/>"##,
    ),
    inks: Inks {
        dead: "#8c8c8c",
        reachable: "#595959",
        accent: "#000000",
        casing: "#ffffff",
        text: "#000000",
    },
};
