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
    player: concat!(
        r##"<circle cx="32" cy="32" r="18" fill="#ffffff" stroke="#000000" stroke-width="3"/>"##,
        r##"<path fill="#000000" d="M32 18 43 40 32 34.5 21 40z"/>"##,
    ),
    inks: Inks {
        dead: "#8c8c8c",
        reachable: "#595959",
        accent: "#000000",
        casing: "#ffffff",
        text: "#000000",
    },
};
