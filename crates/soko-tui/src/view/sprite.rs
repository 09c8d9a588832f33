//! The shapes on the board, in three sizes and two alphabets.
//!
//! A diamond is a goal, a frame is a box, a frame with a diamond is a box on a goal: told apart by shape, in
//! any number of colours. Terminal cells are about twice as high as wide, so two columns by one row, and four
//! by two, are square. The Unicode shapes come from the blocks that terminal fonts have had since CP437 and
//! WGL4; none of them has a coloured emoji form.

use super::theme::GlyphSet;

/// How many terminal cells a board cell takes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CellSize {
    /// Four columns by two rows.
    Large,
    /// Two columns by one row.
    Normal,
    /// One column by one row.
    Small,
}

impl CellSize {
    /// Columns of the terminal.
    pub const fn columns(self) -> u16 {
        match self {
            Self::Large => 4,
            Self::Normal => 2,
            Self::Small => 1,
        }
    }

    /// Rows of the terminal.
    pub const fn rows(self) -> u16 {
        match self {
            Self::Large => 2,
            Self::Normal | Self::Small => 1,
        }
    }
}

/// What to draw in a cell.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Shape {
    /// Nothing.
    Blank,
    /// A wall.
    Wall,
    /// A wall with floor below it, where its front can be shown.
    WallFace,
    /// A goal.
    Goal,
    /// A box.
    Box,
    /// A box on a goal.
    BoxHome,
    /// A box that loses the level.
    BoxLost,
    /// The player.
    Player,
    /// The player on a goal.
    PlayerOnGoal,
    /// A dead square.
    Dead,
    /// Where the box in hand can go.
    Target,
}

impl Shape {
    /// All shapes.
    pub const ALL: [Self; 11] = [
        Self::Blank,
        Self::Wall,
        Self::WallFace,
        Self::Goal,
        Self::Box,
        Self::BoxHome,
        Self::BoxLost,
        Self::Player,
        Self::PlayerOnGoal,
        Self::Dead,
        Self::Target,
    ];
}

/// The rows of each shape, top first: a line per shape in the order of [`Shape::ALL`], a column per alphabet and size.
const SPRITES: [[&[&str]; 6]; 11] = [
    // Unicode: large, normal, small; ASCII: large, normal, small.
    [&["    ", "    "], &["  "], &[" "], &["    ", "    "], &["  "], &[" "]],
    [&["████", "████"], &["██"], &["█"], &["####", "####"], &["##"], &["#"]],
    [&["████", "▀▀▀▀"], &["▀▀"], &["▀"], &["####", "####"], &["##"], &["#"]],
    [&[" ╱╲ ", " ╲╱ "], &["‹›"], &["◊"], &[" /\\ ", " \\/ "], &[".."], &["."]],
    [&["┏━━┓", "┗━━┛"], &["[]"], &["□"], &["+--+", "+--+"], &["[]"], &["$"]],
    [&["┏╱╲┓", "┗╲╱┛"], &["◄►"], &["◆"], &["+/\\+", "+\\/+"], &["**"], &["*"]],
    [&["┏!!┓", "┗━━┛"], &["!!"], &["!"], &["+!!+", "+--+"], &["!!"], &["!"]],
    [&["╭••╮", "╰──╯"], &["••"], &["@"], &["(oo)", "(__)"], &["@@"], &["@"]],
    [&["╭••╮", "╰╲╱╯"], &["‹•"], &["+"], &["(oo)", "(\\/)"], &["++"], &["+"]],
    [&[" ╱ ╱", "╱ ╱ "], &["╱╱"], &["╱"], &[" / /", "/ / "], &["//"], &["/"]],
    [&["    ", " ·· "], &["··"], &["·"], &["    ", " :: "], &["::"], &[":"]],
];

/// The rows of a shape, top first.
pub const fn sprite(shape: Shape, size: CellSize, glyphs: GlyphSet) -> &'static [&'static str] {
    let alphabet = match glyphs {
        GlyphSet::Unicode => 0,
        GlyphSet::Ascii => 3,
    };
    SPRITES[shape as usize][alphabet + size as usize]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shapes_fill_their_cells_and_all_differ() {
        for glyphs in [GlyphSet::Unicode, GlyphSet::Ascii] {
            for size in [CellSize::Large, CellSize::Normal, CellSize::Small] {
                let mut seen: Vec<&[&str]> = Vec::new();
                for shape in Shape::ALL {
                    let rows = sprite(shape, size, glyphs);
                    assert_eq!(rows.len(), usize::from(size.rows()));
                    for row in rows {
                        assert_eq!(row.chars().count(), usize::from(size.columns()), "{shape:?} {row:?}");
                        assert!(glyphs == GlyphSet::Unicode || row.is_ascii());
                    }
                    // The front of a wall is still a wall.
                    if shape != Shape::WallFace {
                        assert!(!seen.contains(&rows), "{shape:?} looks like another shape");
                        seen.push(rows);
                    }
                }
            }
        }
    }
}
