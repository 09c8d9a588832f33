//! Wooden crates, a calm floor, slate walls with a lit upper rim and a visible front. Light falls from above.

use super::{Inks, Skin, raised_walls, shaded_floor};
use crate::ramp::Rgb;

pub(super) static WOOD: Skin = Skin {
    name: "wood",
    summary: "wooden crates on a calm floor between slate walls (the default)",
    dark: false,
    page: Rgb(0xfb, 0xf8, 0xf2),
    floor: &shaded_floor(r##"fill="#cdbfa6""##, r##"fill="#e8dfce""##),
    odd_floor: Some(r##"fill="#7a5c2e" fill-opacity=".05""##),
    walls: &raised_walls(r##"fill="#434c5a""##, r##"fill="#9aa6b5""##, r##"fill="#74808f""##),
    goal: concat!(
        r##"<path fill="none" stroke="#fff9ec" stroke-opacity=".6" stroke-width="9" stroke-linecap="round" "##,
        r#"d="M9 20v-6a5 5 0 0 1 5-5h6M44 9h6a5 5 0 0 1 5 5v6M55 44v6a5 5 0 0 1-5 5h-6M20 55h-6a5 5 0 0 1-5-5v-6"/>"#,
        r##"<path fill="none" stroke="#c4573a" stroke-width="5" stroke-linecap="round" "##,
        r#"d="M9 20v-6a5 5 0 0 1 5-5h6M44 9h6a5 5 0 0 1 5 5v6M55 44v6a5 5 0 0 1-5 5h-6M20 55h-6a5 5 0 0 1-5-5v-6"/>"#,
        r##"<circle cx="32" cy="32" r="11" fill="#fff9ec" fill-opacity=".6"/>"##,
        r##"<circle cx="32" cy="32" r="9" fill="#c4573a"/>"##,
    ),
    loose_box: concat!(
        r##"<rect x="4" y="8" width="56" height="54" rx="8" fill="#3a2a10" fill-opacity=".22"/>"##,
        r##"<rect x="5" y="4" width="54" height="55" rx="6" fill="#7b4d20"/>"##,
        r##"<rect x="5" y="4" width="54" height="51" rx="6" fill="#d9a25b"/>"##,
        r##"<rect x="7" y="6" width="50" height="47" rx="4" fill="#bd843f"/>"##,
        r##"<rect x="13" y="12" width="38" height="35" rx="2" fill="#8a5826"/>"##,
        r##"<path fill="#dca763" d="M15 15h34v31h-34z"/>"##,
        r##"<path fill="#bd843f" d="M15 24h34v2h-34zM15 35h34v2h-34z"/>"##,
        r##"<path fill="#8a5826" d="M13 47v-11l26-24h12v11l-26 24z"/>"##,
        r##"<path fill="#c68d47" d="M15 46v-9l25-23h9v8l-25 24z"/>"##,
        r##"<path fill="none" stroke="#6b421a" stroke-width="3" stroke-linecap="round" d="M10.5 9.5h0M53.5 9.5h0M10.5 49.5h0M53.5 49.5h0"/>"##,
    ),
    home_box: concat!(
        r##"<rect x="4" y="8" width="56" height="54" rx="8" fill="#3a2a10" fill-opacity=".22"/>"##,
        r##"<rect x="5" y="4" width="54" height="55" rx="6" fill="#5b3a1a"/>"##,
        r##"<rect x="5" y="4" width="54" height="51" rx="6" fill="#b27f45"/>"##,
        r##"<rect x="7" y="6" width="50" height="47" rx="4" fill="#96642f"/>"##,
        r##"<path fill="#7b4d20" d="M7 21h50v2h-50zM7 37h50v2h-50z"/>"##,
        r##"<circle cx="32" cy="30" r="18" fill="#1f5a41"/>"##,
        r##"<circle cx="32" cy="29" r="17" fill="#3a9168"/>"##,
        r##"<path fill="none" stroke="#fdfaf3" stroke-width="6" stroke-linecap="round" stroke-linejoin="round" d="M24 30l6 6 11-13"/>"##,
    ),
    player_shadow: r##"<ellipse cx="32" cy="37" rx="22" ry="20" fill="#3a2a10" fill-opacity=".2"/>"##,
    player: concat!(
        r##"<path fill="none" stroke="#24497d" stroke-width="10" stroke-linecap="round" d="M14 38l1-16M50 38l-1-16"/>"##,
        r##"<circle cx="15.5" cy="17" r="5.5" fill="#f2c79e"/><circle cx="48.5" cy="17" r="5.5" fill="#f2c79e"/>"##,
        r##"<ellipse cx="32" cy="38" rx="23" ry="14" fill="#2f61a5"/>"##,
        r##"<circle cx="32" cy="32" r="17" fill="#f2c79e"/>"##,
        r##"<circle cx="25.5" cy="21.5" r="2.8" fill="#3b2a1c"/><circle cx="38.5" cy="21.5" r="2.8" fill="#3b2a1c"/>"##,
        r##"<path fill="#f3bb3c" d="M14.5 29q17.5-9 35 0a18 18 0 1 1-35 0z"/>"##,
        r##"<path fill="none" stroke="#c98a14" stroke-width="4" stroke-linecap="round" d="M15 29q17-9 34 0"/>"##,
        r##"<path fill="none" stroke="#fbe09a" stroke-width="4" stroke-linecap="round" d="M32 32v11M23.5 34v6M40.5 34v6"/>"##,
    ),
    inks: Inks {
        dead: "#b48a7c",
        reachable: "#3f7fb5",
        accent: "#d6336c",
        casing: "#ffffff",
        text: "#3a3329",
    },
};
