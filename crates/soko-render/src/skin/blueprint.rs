//! A white drawing on blue paper.

use super::{Inks, Layer, Skin};
use crate::{contour::Outline, ramp::Rgb};

pub(super) static BLUEPRINT: Skin = Skin {
    name: "blueprint",
    summary: "a white technical drawing on blue paper",
    dark: true,
    page: Rgb(0x12, 0x35, 0x66),
    floor: &[Layer { outline: Outline::even(-3.0, 0.0, 0.0), paint: r##"fill="#1c4a87""## }],
    odd_floor: Some(r##"fill="#ffffff" fill-opacity=".035""##),
    walls: &[
        Layer { outline: Outline::even(0.0, 9.0, 9.0), paint: r##"fill="#dbe9fb""## },
        Layer { outline: Outline::even(3.0, 6.0, 12.0), paint: r##"fill="#153b70""## },
        Layer { outline: Outline::even(10.0, 3.0, 19.0), paint: r##"fill="#7ea6d8""## },
        Layer { outline: Outline::even(11.5, 2.0, 20.5), paint: r##"fill="#153b70""## },
    ],
    goal: concat!(
        r##"<circle cx="32" cy="32" r="24" fill="none" stroke="#ffd479" stroke-width="2.5"/>"##,
        r##"<path fill="none" stroke="#ffd479" stroke-width="2.5" d="M32 2v16M32 46v16M2 32h16M46 32h16M28 32h8M32 28v8"/>"##,
    ),
    loose_box: concat!(
        r##"<rect x="8" y="8" width="48" height="48" rx="2" fill="#2a62ab" stroke="#ffffff" stroke-width="3"/>"##,
        r##"<path fill="none" stroke="#ffffff" stroke-width="2" d="M9 9l46 46M55 9l-46 46"/>"##,
    ),
    home_box: concat!(
        r##"<rect x="8" y="8" width="48" height="48" rx="2" fill="#ffd479" stroke="#ffffff" stroke-width="3"/>"##,
        r##"<path fill="none" stroke="#123566" stroke-width="6" d="M18 33l10 10 18-22"/>"##,
    ),
    player_shadow: "",
    player: concat!(
        r##"<circle cx="32" cy="32" r="18" fill="#ffffff"/>"##,
        r##"<path fill="#1c4a87" d="M32 18 43 40 32 34 21 40z"/>"##,
    ),
    inks: Inks {
        dead: "#5b84ba",
        reachable: "#bcd5f5",
        accent: "#ff9ec4",
        casing: "#0c2347",
        text: "#dbe9fb",
    },
};
