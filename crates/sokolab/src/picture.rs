//! The seam to the crate that draws: from the options of `show` to SVG, PNG and GIF.

use std::collections::BTreeSet;

use soko_core::{Board, Direction, Level, Solution, Verified};
use soko_render::{Animation, Arrow, Frames, Overlay, Picture, RenderError, SKINS, Skin};

pub(crate) use soko_render::MAX_CELL;

use crate::text_board::Marks;

/// Names and summaries of the skins, the default first.
pub(crate) fn skins() -> impl Iterator<Item = (&'static str, &'static str)> {
    SKINS.iter().map(|skin| (skin.name(), skin.summary()))
}

/// How pictures look.
pub(crate) struct Look<'a> {
    /// The skin's name.
    pub(crate) skin: &'a str,
    /// Pixels per cell.
    pub(crate) cell: u32,
    /// What lies behind the board.
    pub(crate) background: soko_render::Background,
    /// Which positions of a solution become frames.
    pub(crate) pace: soko_render::Pace,
}

/// A still picture, before it becomes SVG or PNG.
pub(crate) fn still<'b>(
    board: &'b Board,
    look: &Look<'_>,
    title: &str,
    facing: Option<Direction>,
    marks: &Marks,
) -> Result<Picture<'b>, RenderError> {
    let picture = Picture::new(board)
        .skin(Skin::named(look.skin)?)
        .cell(look.cell)
        .background(look.background)
        .title(title)
        .facing(facing.unwrap_or(Direction::Down));
    Ok(overlays(marks).into_iter().fold(picture, Picture::overlay))
}

/// An animation of a solution.
pub(crate) fn gif(
    level: &Level,
    solution: &Verified<Solution>,
    look: &Look<'_>,
    marks: &Marks,
) -> Result<Vec<u8>, RenderError> {
    let skin = Skin::named(look.skin)?;
    let frames = Frames { pace: look.pace, ..Frames::default() };
    let animation = Animation::new(level, solution).frames(frames).picture(|picture| {
        let picture = picture.skin(skin).cell(look.cell).background(look.background);
        overlays(marks).into_iter().fold(picture, Picture::overlay)
    });
    animation.gif()
}

fn overlays(marks: &Marks) -> Vec<Overlay> {
    let cells = |set: &BTreeSet<_>| (!set.is_empty()).then(|| set.iter().copied().collect());
    let arrow = marks.push.map(|(at, direction)| vec![Arrow { at, direction, strength: 1.0 }]);
    let reachable = cells(&marks.reachable).map(Overlay::Reachable);
    let dead = cells(&marks.dead).map(Overlay::DeadSquares);
    [reachable, dead, arrow.map(Overlay::Pushes)].into_iter().flatten().collect()
}
