//! Skins: what the things on a board look like.
//!
//! A skin is data: a handful of SVG fragments drawn in a cell of 64 × 64 units, a list of layers for floor and
//! walls (each a paint and an inset of the traced outline, see the module `contour`), and the inks of the
//! overlays. SVG, PNG and GIF all draw these same fragments, so they cannot disagree.
//!
//! Rules every skin keeps (the tests check them on rendered pixels):
//! - A box on a goal differs from a box in shape, not in colour alone; so does the player on a goal.
//! - The player is drawn from the front, the back and the side: a face never lies on its side.
//! - Fragments stay inside their cell, so that an animation can replace a cell at a time.
//! - Flat fills only: no gradient, filter, mask, font or reference. Colours stay few, which GIF needs.
//!
//! To add a skin: copy `skin/paper.rs`, draw, and add one line to [`SKINS`].

mod blueprint;
mod contrast;
mod night;
mod paper;
mod wood;

use soko_core::Direction;

use crate::{RenderError, contour::Outline, ramp::Rgb};

/// All built-in skins, the default first.
pub static SKINS: &[&Skin] =
    &[&wood::WOOD, &contrast::CONTRAST, &night::NIGHT, &paper::PAPER, &blueprint::BLUEPRINT];

/// A look. See the [module documentation](self).
pub struct Skin {
    pub(crate) name: &'static str,
    pub(crate) summary: &'static str,
    /// Meant for dark surroundings?
    pub(crate) dark: bool,
    /// The colour of the paper around the board, where one is wanted.
    pub(crate) page: Rgb,
    pub(crate) floor: &'static [Layer],
    /// Drawn on every second floor cell, as on a chess board.
    pub(crate) odd_floor: Option<&'static str>,
    pub(crate) walls: &'static [Layer],
    pub(crate) goal: &'static str,
    pub(crate) loose_box: &'static str,
    pub(crate) home_box: &'static str,
    /// What the player casts on the floor, whichever way it faces.
    pub(crate) player_shadow: &'static str,
    /// The player facing down: seen from the front.
    pub(crate) player_front: &'static str,
    /// The player facing up: seen from the back.
    pub(crate) player_back: &'static str,
    /// The player facing right; facing left is its mirror image.
    pub(crate) player_side: &'static str,
    pub(crate) inks: Inks,
}

/// One fill or stroke of the outline of floor or walls.
pub(crate) struct Layer {
    pub(crate) outline: Outline,
    /// SVG presentation attributes.
    pub(crate) paint: &'static str,
}

/// A floor below walls that throw a shadow. The shadow sticks out under the rounded corners of the walls.
const fn shaded_floor(shadow: &'static str, floor: &'static str) -> [Layer; 2] {
    [
        Layer { outline: Outline::even(-4.0, 0.0, 0.0), paint: shadow },
        Layer {
            outline: Outline { inset: [8.0, -4.0, -4.0, -4.0], convex: 15.0, concave: 12.0 },
            paint: floor,
        },
    ]
}

/// Walls seen from above and a little from the front: the foot, the lit edge, the top.
const fn raised_walls(foot: &'static str, edge: &'static str, top: &'static str) -> [Layer; 3] {
    let round = Outline::even(0.0, 12.0, 16.0);
    [
        Layer { outline: round, paint: foot },
        Layer { outline: Outline { inset: [0.0, 0.0, 10.0, 0.0], ..round }, paint: edge },
        Layer { outline: Outline { inset: [3.0, 0.0, 10.0, 0.0], ..round }, paint: top },
    ]
}

/// Colours of the overlays.
pub(crate) struct Inks {
    /// Hatching of dead squares.
    pub(crate) dead: &'static str,
    /// Dots of reachable cells.
    pub(crate) reachable: &'static str,
    /// Highlights, routes and push arrows.
    pub(crate) accent: &'static str,
    /// The thin line around accents that keeps them apart from what is below.
    pub(crate) casing: &'static str,
    /// Figures of the legend, on `page`.
    pub(crate) text: &'static str,
}

impl Skin {
    /// The name by which [`Skin::named`] finds it.
    pub const fn name(&self) -> &'static str {
        self.name
    }

    /// One line for lists of skins.
    pub const fn summary(&self) -> &'static str {
        self.summary
    }

    /// Is it meant for dark surroundings?
    pub const fn is_dark(&self) -> bool {
        self.dark
    }

    /// The colour of the paper around the board as `#rrggbb`.
    pub fn page(&self) -> String {
        self.page.to_string()
    }

    /// The names of all skins, the default first.
    pub fn names() -> Vec<&'static str> {
        SKINS.iter().map(|skin| skin.name).collect()
    }

    /// The skin of that name.
    ///
    /// # Errors
    /// [`RenderError::UnknownSkin`], which lists the names there are.
    pub fn named(name: &str) -> Result<&'static Self, RenderError> {
        let found = SKINS.iter().find(|skin| skin.name.eq_ignore_ascii_case(name));
        let known = || Self::names().join(", ");
        found.copied().ok_or_else(|| RenderError::UnknownSkin { name: name.to_owned(), known: known() })
    }

    /// All symbols of the skin, for a page that places them itself. Their ids are the skin's name, a dash
    /// and `goal`, `box`, `box-home`, `player-up`, `player-right`, `player-down`, `player-left`, `dead` or
    /// `reachable`; all are drawn in a cell of 64 × 64 units.
    pub fn symbols(&self) -> String {
        Symbol::ALL.iter().map(|symbol| symbol.definition(self)).collect()
    }
}

impl Default for &'static Skin {
    fn default() -> Self {
        SKINS[0]
    }
}

impl std::fmt::Debug for Skin {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Skin({})", self.name)
    }
}

/// What can be placed on a cell.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) enum Symbol {
    Goal,
    LooseBox,
    HomeBox,
    Player(Direction),
    Dead,
    Reachable,
}

impl Symbol {
    pub(crate) const ALL: [Self; 9] = [
        Self::Goal,
        Self::LooseBox,
        Self::HomeBox,
        Self::Player(Direction::Up),
        Self::Player(Direction::Right),
        Self::Player(Direction::Down),
        Self::Player(Direction::Left),
        Self::Dead,
        Self::Reachable,
    ];

    /// Can a step bring it to another cell?
    pub(crate) const fn moves(self) -> bool {
        matches!(self, Self::LooseBox | Self::HomeBox | Self::Player(_))
    }

    const fn name(self) -> &'static str {
        match self {
            Self::Goal => "goal",
            Self::LooseBox => "box",
            Self::HomeBox => "box-home",
            Self::Player(Direction::Up) => "player-up",
            Self::Player(Direction::Right) => "player-right",
            Self::Player(Direction::Down) => "player-down",
            Self::Player(Direction::Left) => "player-left",
            Self::Dead => "dead",
            Self::Reachable => "reachable",
        }
    }

    /// The id carries the skin's name, so that pictures of several skins can share one page.
    pub(crate) fn id(self, skin: &Skin) -> String {
        format!("{}-{}", skin.name, self.name())
    }

    /// The `<symbol>` element. `overflow` only spares the renderer a clip path: nothing sticks out.
    pub(crate) fn definition(self, skin: &Skin) -> String {
        format!("<symbol id=\"{}\" overflow=\"visible\">{}</symbol>\n", self.id(skin), self.fragment(skin))
    }

    fn fragment(self, skin: &Skin) -> String {
        match self {
            Self::Goal => skin.goal.to_owned(),
            Self::LooseBox => skin.loose_box.to_owned(),
            Self::HomeBox => skin.home_box.to_owned(),
            Self::Player(facing) => {
                let drawing = match facing {
                    Direction::Up => skin.player_back.to_owned(),
                    Direction::Down => skin.player_front.to_owned(),
                    Direction::Right => skin.player_side.to_owned(),
                    Direction::Left => {
                        format!(r#"<g transform="translate(64 0) scale(-1 1)">{}</g>"#, skin.player_side)
                    }
                };
                format!("{}{drawing}", skin.player_shadow)
            }
            Self::Dead => {
                format!(r#"<path fill="none" stroke="{}" stroke-width="3" d="{HATCHING}"/>"#, skin.inks.dead)
            }
            Self::Reachable => {
                format!(r#"<circle cx="32" cy="32" r="7" fill="{}"/>"#, skin.inks.reachable)
            }
        }
    }
}

/// Diagonal lines that run on from cell to cell.
const HATCHING: &str = "M0 8 8 0M0 24 24 0M0 40 40 0M0 56 56 0M8 64 64 8M24 64 64 24M40 64 64 40M56 64 64 56";
