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
    player_front: concat!(
        r##"<path fill="#ffffff" d="M22 58V49l-5.5 2-3-3 4.5-9a7 7 0 0 1 6-4h16a7 7 0 0 1 6 4l4.5 9-3 3-5.5-2v9h-8v-6h-4v6z"/>"##,
        r##"<path fill="none" stroke="#1c4a87" stroke-width="2.5" stroke-linecap="round" d="M26 41v7h12v-7"/>"##,
        r##"<circle cx="32" cy="25" r="14" fill="#ffffff" stroke="#1c4a87" stroke-width="2.5"/>"##,
        r##"<path fill="#ffffff" d="M17 21a15 15 0 0 1 30 0z"/>"##,
        r##"<path fill="none" stroke="#1c4a87" stroke-width="3" stroke-linecap="round" d="M18 22h28"/>"##,
        r##"<path fill="none" stroke="#ffffff" stroke-width="3.5" stroke-linecap="round" d="M14.5 19h35"/>"##,
        r##"<circle cx="27" cy="27" r="2.8" fill="#1c4a87"/><circle cx="37" cy="27" r="2.8" fill="#1c4a87"/>"##,
    ),
    player_back: concat!(
        r##"<path fill="#ffffff" d="M22 58V49l-5.5 2-3-3 4.5-9a7 7 0 0 1 6-4h16a7 7 0 0 1 6 4l4.5 9-3 3-5.5-2v9h-8v-6h-4v6z"/>"##,
        r##"<path fill="none" stroke="#1c4a87" stroke-width="2.5" stroke-linecap="round" d="M26 38l12 9M38 38L26 47"/>"##,
        r##"<circle cx="32" cy="25" r="14" fill="#ffffff" stroke="#1c4a87" stroke-width="2.5"/>"##,
        r##"<path fill="#ffffff" d="M17 28v-7a15 15 0 0 1 30 0v7z"/>"##,
        r##"<path fill="none" stroke="#1c4a87" stroke-width="2.5" stroke-linecap="round" d="M32 10v12M24.5 13v8M39.5 13v8M19 27h26"/>"##,
    ),
    player_side: concat!(
        r##"<path fill="#ffffff" d="M24 58l-5-2 4.5-8v-6a7 7 0 0 1 7-7h4a7 7 0 0 1 6 3l9 5-2 6-6.5-2v3l5 8-5 2-7-8z"/>"##,
        r##"<path fill="#ffffff" stroke="#1c4a87" stroke-width="2.5" stroke-linejoin="round" d="M18 20h28v5l4 5-3.5 2q-1 7-12 7-16.5 0-16.5-19z"/>"##,
        r##"<path fill="none" stroke="#1c4a87" stroke-width="2.5" stroke-linecap="round" d="M31 43l10 3"/>"##,
        r##"<path fill="#ffffff" d="M17 21a15 15 0 0 1 30 0z"/>"##,
        r##"<path fill="none" stroke="#1c4a87" stroke-width="3" stroke-linecap="round" d="M19 22h26"/>"##,
        r##"<path fill="none" stroke="#ffffff" stroke-width="3.5" stroke-linecap="round" d="M17 19h36"/>"##,
        r##"<circle cx="39" cy="27" r="2.8" fill="#1c4a87"/>"##,
    ),
    inks: Inks {
        dead: "#5b84ba",
        reachable: "#bcd5f5",
        accent: "#ff9ec4",
        casing: "#0c2347",
        text: "#dbe9fb",
    },
};
