//! For dark surroundings: nothing brighter than it must be, the goals glow.

use super::{Inks, Skin, raised_walls, shaded_floor};
use crate::ramp::Rgb;

pub(super) static NIGHT: Skin = Skin {
    name: "night",
    summary: "for dark surroundings: quiet floor, glowing goals",
    dark: true,
    page: Rgb(0x0f, 0x12, 0x19),
    floor: &shaded_floor(r##"fill="#151922""##, r##"fill="#202632""##),
    odd_floor: Some(r##"fill="#ffffff" fill-opacity=".025""##),
    walls: &raised_walls(r##"fill="#343d4f""##, r##"fill="#7482a0""##, r##"fill="#525e77""##),
    goal: concat!(
        r##"<circle cx="32" cy="32" r="26" fill="#38e0c8" fill-opacity=".1"/>"##,
        r##"<circle cx="32" cy="32" r="24" fill="none" stroke="#2fb8a6" stroke-width="4"/>"##,
        r##"<circle cx="32" cy="32" r="7" fill="#5af0da"/>"##,
    ),
    loose_box: concat!(
        r##"<rect x="4" y="8" width="56" height="54" rx="8" fill="#000000" fill-opacity=".35"/>"##,
        r##"<rect x="5" y="4" width="54" height="55" rx="6" fill="#4d3118"/>"##,
        r##"<rect x="5" y="4" width="54" height="51" rx="6" fill="#d0945a"/>"##,
        r##"<rect x="7" y="6" width="50" height="47" rx="4" fill="#a86f3b"/>"##,
        r##"<rect x="13" y="12" width="38" height="35" rx="2" fill="#5d3b1c"/>"##,
        r##"<path fill="#c48a50" d="M15 15h34v31h-34z"/>"##,
        r##"<path fill="#9c6737" d="M15 24h34v2h-34zM15 35h34v2h-34z"/>"##,
        r##"<path fill="#5d3b1c" d="M13 47v-11l26-24h12v11l-26 24z"/>"##,
        r##"<path fill="#b57a42" d="M15 46v-9l25-23h9v8l-25 24z"/>"##,
    ),
    home_box: concat!(
        r##"<rect x="4" y="8" width="56" height="54" rx="8" fill="#000000" fill-opacity=".35"/>"##,
        r##"<rect x="5" y="4" width="54" height="55" rx="6" fill="#0c4f49"/>"##,
        r##"<rect x="5" y="4" width="54" height="51" rx="6" fill="#3fc9b5"/>"##,
        r##"<rect x="7" y="6" width="50" height="47" rx="4" fill="#1b8a7d"/>"##,
        r##"<path fill="none" stroke="#e6fffb" stroke-width="7" stroke-linecap="round" stroke-linejoin="round" d="M20 31l9 9 16-20"/>"##,
    ),
    player_shadow: r##"<ellipse cx="32" cy="37" rx="22" ry="20" fill="#000000" fill-opacity=".35"/>"##,
    player: concat!(
        r##"<path fill="none" stroke="#7c89a3" stroke-width="9" stroke-linecap="round" d="M14.5 38l.5-20M49.5 38l-.5-20"/>"##,
        r##"<ellipse cx="32" cy="38" rx="22" ry="14" fill="#9aa7bf"/>"##,
        r##"<circle cx="32" cy="32" r="18" fill="#dfe6f1"/>"##,
        r##"<path fill="none" stroke="#2a3142" stroke-width="10" stroke-linecap="round" d="M22 25q10-5 20 0"/>"##,
        r##"<circle cx="26" cy="23.5" r="3" fill="#ffc163"/><circle cx="38" cy="23.5" r="3" fill="#ffc163"/>"##,
        r##"<path fill="none" stroke="#aab6cb" stroke-width="3" stroke-linecap="round" d="M25 40q7 3 14 0"/>"##,
    ),
    inks: Inks {
        dead: "#7d4a55",
        reachable: "#6ea8ff",
        accent: "#ff6b9d",
        casing: "#0f1219",
        text: "#c9d2e3",
    },
};
