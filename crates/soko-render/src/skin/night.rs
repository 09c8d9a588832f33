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
    player_shadow: r##"<ellipse cx="32" cy="57" rx="19" ry="6" fill="#000000" fill-opacity=".4"/>"##,
    player_front: concat!(
        r##"<path fill="none" stroke="#5b6880" stroke-width="9" stroke-linecap="round" d="M25.5 47v8M38.5 47v8"/>"##,
        r##"<path fill="none" stroke="#7c89a3" stroke-width="8" stroke-linecap="round" d="M19 40l-2.5 8M45 40l2.5 8"/>"##,
        r##"<path fill="#9aa7bf" d="M19 50v-9a8 8 0 0 1 8-8h10a8 8 0 0 1 8 8v9q-13 4-26 0z"/>"##,
        r##"<circle cx="32" cy="43" r="4" fill="#5b6880"/>"##,
        r##"<path fill="none" stroke="#aab6cb" stroke-width="3" d="M32 12V7"/><circle cx="32" cy="6" r="3.5" fill="#ffc163"/>"##,
        r##"<rect x="15" y="10" width="34" height="27" rx="12" fill="#dfe6f1"/>"##,
        r##"<rect x="19" y="17" width="26" height="14" rx="7" fill="#2a3142"/>"##,
        r##"<circle cx="26" cy="24" r="3.6" fill="#ffc163"/><circle cx="38" cy="24" r="3.6" fill="#ffc163"/>"##,
    ),
    player_back: concat!(
        r##"<path fill="none" stroke="#5b6880" stroke-width="9" stroke-linecap="round" d="M25.5 47v8M38.5 47v8"/>"##,
        r##"<path fill="none" stroke="#7c89a3" stroke-width="8" stroke-linecap="round" d="M19 40l-2.5 8M45 40l2.5 8"/>"##,
        r##"<path fill="#9aa7bf" d="M19 50v-9a8 8 0 0 1 8-8h10a8 8 0 0 1 8 8v9q-13 4-26 0z"/>"##,
        r##"<path fill="none" stroke="#aab6cb" stroke-width="3" d="M32 12V7"/><circle cx="32" cy="6" r="3.5" fill="#ffc163"/>"##,
        r##"<rect x="15" y="10" width="34" height="27" rx="12" fill="#dfe6f1"/>"##,
        r##"<path fill="none" stroke="#aab6cb" stroke-width="3" stroke-linecap="round" d="M25 17h14M25 23h14M25 29h14"/>"##,
        r##"<rect x="25" y="39" width="14" height="9" rx="3" fill="#5b6880"/>"##,
    ),
    player_side: concat!(
        r##"<path fill="none" stroke="#5b6880" stroke-width="9" stroke-linecap="round" d="M29 47l-5 8M34 47l5 8"/>"##,
        r##"<path fill="#9aa7bf" d="M22 50v-9a8 8 0 0 1 8-8h4a8 8 0 0 1 8 8v9q-10 4-20 0z"/>"##,
        r##"<path fill="none" stroke="#7c89a3" stroke-width="8" stroke-linecap="round" d="M31 41l13 4"/>"##,
        r##"<path fill="none" stroke="#aab6cb" stroke-width="3" d="M27 12V7"/><circle cx="27" cy="6" r="3.5" fill="#ffc163"/>"##,
        r##"<rect x="16" y="10" width="32" height="27" rx="12" fill="#dfe6f1"/>"##,
        r##"<path fill="#2a3142" d="M45 17h-5a7 7 0 0 0 0 14h5a4 4 0 0 0 4-4v-6a4 4 0 0 0-4-4z"/>"##,
        r##"<circle cx="42.5" cy="24" r="3.6" fill="#ffc163"/>"##,
        r##"<circle cx="24" cy="24" r="3.5" fill="#aab6cb"/>"##,
    ),
    inks: Inks {
        dead: "#7d4a55",
        reachable: "#6ea8ff",
        accent: "#ff6b9d",
        casing: "#0f1219",
        text: "#c9d2e3",
    },
};
