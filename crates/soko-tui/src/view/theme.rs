//! Colours and how few of them a terminal may have.
//!
//! Every [`Role`] has three looks: a designed one in 24 bits (rounded to the 256-colour cube where that is all
//! there is), one in the sixteen colours of the user's own palette, and one without any colour, made of bold,
//! reverse and dim alone. No look carries meaning by colour only: what differs in the game differs in shape
//! ([`sprite`](super::sprite)).

use ratatui::style::{Color, Modifier, Style};

pub use crate::glyph_set::GlyphSet;

/// How many colours to use.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ColourDepth {
    /// 24 bits.
    True,
    /// The 256 colours of xterm.
    Indexed,
    /// The sixteen of the user's palette.
    Basic,
    /// None.
    Mono,
}

impl ColourDepth {
    /// What the environment promises: `NO_COLOR` first, then `COLORTERM`, then `TERM`.
    pub fn detect() -> Self {
        Self::from_environment(|name| std::env::var(name).ok())
    }

    /// The same with any source of variables.
    pub(crate) fn from_environment(variable: impl Fn(&str) -> Option<String>) -> Self {
        let value = |name| variable(name).unwrap_or_default();
        let term = value("TERM");
        if !value("NO_COLOR").is_empty() || term == "dumb" || term.starts_with("vt") {
            Self::Mono
        } else if matches!(value("COLORTERM").as_str(), "truecolor" | "24bit")
            || term.ends_with("-direct")
            || !value("WT_SESSION").is_empty()
        {
            Self::True
        } else if term.contains("256color") {
            Self::Indexed
        } else {
            Self::Basic
        }
    }
}

/// What something on the screen is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Role {
    /// The empty screen.
    Background,
    /// Plain text.
    Text,
    /// Text that counts.
    Strong,
    /// Text that may be overlooked.
    Muted,
    /// Headings and what matters.
    Accent,
    /// Good news.
    Good,
    /// Bad news.
    Bad,
    /// The title and button bars.
    Bar,
    /// The key on a button.
    BarKey,
    /// The heading in the title bar.
    BarTitle,
    /// The selected line.
    Selected,
    /// The frame of a window.
    Frame,
    /// A wall.
    Wall,
    /// A wall seen from the front: its lower half is in shadow.
    WallFace,
    /// Floor within reach.
    Floor,
    /// A goal.
    Goal,
    /// A box.
    Box,
    /// A box on a goal.
    BoxHome,
    /// A box in hand.
    BoxHeld,
    /// A box that loses the level.
    BoxLost,
    /// The player.
    Player,
    /// A dead square.
    Dead,
    /// Where the box in hand can go.
    Target,
    /// Where it can go but is lost.
    TargetDead,
    /// The target under the pointer.
    TargetHover,
}

/// 24-bit foreground and background, the same in the user's palette, and modifiers without colour.
struct Look {
    rgb: (Option<u32>, Option<u32>),
    basic: (Color, Color),
    bold: bool,
    mono: Modifier,
}

const BACKGROUND: u32 = 0x15_17_1c;
const BAR: u32 = 0x22_26_2f;
const FLOOR: u32 = 0x2a_2e_38;
const WALL: u32 = 0x6a_74_86;
const WALL_SHADE: u32 = 0x43_4b_5a;

const fn look(role: Role) -> Look {
    use Color::{Black, Blue, Cyan, Green, Magenta, Red, Reset, White, Yellow};
    const NONE: Modifier = Modifier::empty();
    const BOLD: Modifier = Modifier::BOLD;
    const DIM: Modifier = Modifier::DIM;
    const REVERSED: Modifier = Modifier::REVERSED;
    const STRONG: Modifier = REVERSED.union(BOLD);
    const fn make(fg: u32, bg: u32, basic: (Color, Color), bold: bool, mono: Modifier) -> Look {
        Look { rgb: (Some(fg), Some(bg)), basic, bold, mono }
    }
    const fn text(fg: u32, basic: Color, bold: bool, mono: Modifier) -> Look {
        Look { rgb: (Some(fg), None), basic: (basic, Reset), bold, mono }
    }
    match role {
        Role::Background => make(0xd6_da_e1, BACKGROUND, (Reset, Reset), false, NONE),
        Role::Text => text(0xd6_da_e1, Reset, false, NONE),
        Role::Strong => text(0xff_ff_ff, Reset, true, BOLD),
        Role::Muted => text(0x8b_93_a1, Reset, false, DIM),
        Role::Accent => text(0xe8_bd_6c, Yellow, true, BOLD),
        Role::Good => text(0x8f_cc_82, Green, true, BOLD),
        Role::Bad => text(0xf0_7f_78, Red, true, BOLD),
        Role::Bar => make(0xb9_c0_cc, BAR, (Reset, Reset), false, NONE),
        Role::BarKey => make(0xe8_bd_6c, BAR, (Yellow, Reset), true, BOLD),
        Role::BarTitle => make(0xf2_f4_f7, BAR, (Reset, Reset), true, BOLD),
        Role::Selected => make(0xff_ff_ff, 0x3a_4a_66, (White, Blue), true, REVERSED),
        Role::Frame => text(0x6a_74_86, Reset, false, NONE),
        Role::Wall => make(WALL, WALL, (Reset, Reset), false, DIM),
        Role::WallFace => make(WALL, WALL_SHADE, (Reset, Reset), false, DIM),
        Role::Floor => make(0x8b_93_a1, FLOOR, (Reset, Reset), false, NONE),
        Role::Goal => make(0xf3_c9_78, 0x3d_38_31, (Magenta, Reset), true, BOLD),
        Role::Box => make(0x4d_33_17, 0xc2_93_5b, (Black, Yellow), true, BOLD),
        Role::BoxHome => make(0x15_2e_18, 0x76_b2_6b, (Black, Green), true, STRONG),
        Role::BoxHeld => make(0x4d_33_17, 0xf6_dc_ad, (Black, White), true, STRONG),
        Role::BoxLost => make(0xff_ff_ff, 0xc0_4a_44, (White, Red), true, STRONG),
        Role::Player => make(0x0d_22_30, 0x6c_b8_ee, (Black, Cyan), true, STRONG),
        Role::Dead => make(0x95_55_56, FLOOR, (Red, Reset), false, DIM),
        Role::Target => make(0x8f_bf_e6, 0x2c_4a_66, (White, Blue), false, NONE),
        Role::TargetDead => make(0xc8_75_76, 0x44_2c_33, (Red, Reset), false, NONE),
        Role::TargetHover => make(0xff_ff_ff, 0x4a_8a_c0, (Black, Cyan), true, STRONG),
    }
}

/// The colours and characters of one terminal.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Theme {
    /// How many colours.
    pub colours: ColourDepth,
    /// Which characters.
    pub glyphs: GlyphSet,
}

impl Theme {
    /// What this terminal can show.
    pub fn detect() -> Self {
        Self { colours: ColourDepth::detect(), glyphs: GlyphSet::detect() }
    }

    /// How something looks.
    pub(crate) fn style(self, role: Role) -> Style {
        let look = look(role);
        let style = match self.colours {
            ColourDepth::Mono => return Style::new().add_modifier(look.mono),
            // The sixteen colours have no reliable grey, so what is to be grey is dim instead.
            ColourDepth::Basic if matches!(role, Role::Muted | Role::Wall | Role::WallFace) => {
                Style::new().add_modifier(Modifier::DIM)
            }
            ColourDepth::Basic => Style::new().fg(look.basic.0).bg(look.basic.1),
            ColourDepth::True => Style {
                fg: look.rgb.0.map(Color::from_u32),
                bg: look.rgb.1.map(Color::from_u32),
                ..Style::new()
            },
            ColourDepth::Indexed => {
                Style { fg: look.rgb.0.map(nearest), bg: look.rgb.1.map(nearest), ..Style::new() }
            }
        };
        if look.bold { style.add_modifier(Modifier::BOLD) } else { style }
    }

    /// Can cells of one colour form a surface, so that a wall may have a shaded front?
    pub(crate) const fn has_surfaces(self) -> bool {
        matches!(self.colours, ColourDepth::True | ColourDepth::Indexed)
            && matches!(self.glyphs, GlyphSet::Unicode)
    }
}

/// The nearest colour of xterm's 6 × 6 × 6 cube or its grey ramp.
fn nearest(rgb: u32) -> Color {
    const LEVELS: [i32; 6] = [0, 95, 135, 175, 215, 255];
    let [_, channels @ ..] = rgb.to_be_bytes().map(i32::from);
    let distance = |other: [i32; 3]| -> i32 { (0..3).map(|c| (other[c] - channels[c]).pow(2)).sum() };
    let steps = channels.map(|v| (0..6).min_by_key(|&step| (LEVELS[step] - v).abs()).unwrap_or(0));
    let cube = (distance(steps.map(|step| LEVELS[step])), 16 + 36 * steps[0] + 6 * steps[1] + steps[2]);
    let grey = (0..24).map(|step| (distance([8 + 10 * step as i32; 3]), 232 + step));
    let (_, index) = grey.chain([cube]).min().unwrap_or(cube);
    Color::Indexed(index as u8)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn depth(variables: &[(&str, &str)]) -> ColourDepth {
        let find = |name: &str| variables.iter().find(|v| v.0 == name).map(|v| v.1.to_owned());
        ColourDepth::from_environment(find)
    }

    #[test]
    fn the_environment_decides() {
        assert_eq!(depth(&[("TERM", "xterm-256color"), ("COLORTERM", "truecolor")]), ColourDepth::True);
        assert_eq!(depth(&[("TERM", "screen-256color")]), ColourDepth::Indexed);
        assert_eq!(depth(&[("TERM", "linux")]), ColourDepth::Basic);
        assert_eq!(depth(&[("TERM", "xterm-256color"), ("NO_COLOR", "1")]), ColourDepth::Mono);
        assert_eq!(depth(&[("TERM", "xterm-256color"), ("NO_COLOR", "")]), ColourDepth::Indexed);
        let glyphs = |v: &str| GlyphSet::from_environment(|name| (name == "LANG").then(|| v.to_owned()));
        assert_eq!(glyphs("C"), GlyphSet::Ascii);
        assert_eq!(glyphs("en_GB.UTF-8"), GlyphSet::Unicode);
        assert_eq!(glyphs(""), GlyphSet::Unicode);
    }

    #[test]
    fn rounding_to_the_cube() {
        assert_eq!(nearest(0x00_00_00), Color::Indexed(16));
        assert_eq!(nearest(0xff_ff_ff), Color::Indexed(231));
        assert_eq!(nearest(0xff_00_00), Color::Indexed(196));
        assert_eq!(nearest(0x80_80_80), Color::Indexed(244));
    }

    #[test]
    fn monochrome_uses_no_colour_at_all() {
        let theme = Theme { colours: ColourDepth::Mono, glyphs: GlyphSet::Unicode };
        for role in [Role::Box, Role::Bar, Role::Goal, Role::Background, Role::Selected] {
            let style = theme.style(role);
            assert_eq!((style.fg, style.bg), (None, None));
        }
    }
}
