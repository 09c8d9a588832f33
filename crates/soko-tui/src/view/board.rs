//! The board on the screen: which part of it, how large, and what each cell shows.

use ratatui::{
    buffer::Buffer,
    layout::{Position, Rect},
};
use soko_core::{Cell as Ground, Level, Session, Square};

use super::{
    sprite::{CellSize, Shape, sprite},
    theme::{GlyphSet, Role, Theme},
};
use crate::{
    command::Cell,
    game::{Game, Zoom},
    help::{HelpLevel, Loss},
};

/// From this size on a board too large for the screen is scrolled in normal cells, below in small ones.
const ROOM_FOR_NORMAL: (u16, u16) = (40, 10);

/// Where the board lies in the terminal. Made while drawing, used again to understand the pointer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct BoardPlace {
    area: Rect,
    size: CellSize,
    /// First column and row of the board that are visible.
    first: (usize, usize),
    /// How many columns and rows are visible.
    visible: (usize, usize),
}

impl BoardPlace {
    /// The board cell at a place of the terminal.
    pub(super) fn cell_at(&self, column: u16, row: u16) -> Option<Cell> {
        let x = usize::from(column.checked_sub(self.area.x)? / self.size.columns());
        let y = usize::from(row.checked_sub(self.area.y)? / self.size.rows());
        (x < self.visible.0 && y < self.visible.1).then_some((self.first.0 + x, self.first.1 + y))
    }
}

/// The rectangle of the board in which anything is drawn: levels may come with a wide empty margin.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Extent {
    left: usize,
    top: usize,
    width: usize,
    height: usize,
}

impl Extent {
    fn of(level: &Level) -> Self {
        let board = level.board();
        let floor = level.floor().iter().map(|s| level.coordinates(s));
        let drawn = board.cells().filter(|c| c.2 != Ground::Floor).map(|(x, y, _)| (x, y)).chain(floor);
        let mut corners: Option<(usize, usize, usize, usize)> = None;
        for (x, y) in drawn {
            let (left, top, right, bottom) = corners.unwrap_or((x, y, x, y));
            corners = Some((left.min(x), top.min(y), right.max(x), bottom.max(y)));
        }
        let (left, top, right, bottom) = corners.unwrap_or_default();
        Self { left, top, width: right - left + 1, height: bottom - top + 1 }
    }
}

/// The part of a large board that is on the screen. It moves only when the player comes near its edge, so
/// the board lies still under the eye and the pointer.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Camera {
    level: Option<usize>,
    first: (usize, usize),
}

impl Camera {
    fn follow(&mut self, level: usize, player: Cell, extent: Extent, visible: (usize, usize)) {
        let jump = self.level != Some(level);
        self.level = Some(level);
        let axis = |first: usize, at: usize, length: usize, visible: usize| {
            let most = length.saturating_sub(visible);
            if jump {
                return at.saturating_sub(visible / 2).min(most);
            }
            let margin = (visible / 4).min(visible.saturating_sub(1) / 2);
            let least = (at + margin + 1).saturating_sub(visible);
            first.clamp(least, at.saturating_sub(margin).max(least)).min(most)
        };
        self.first = (
            axis(self.first.0, player.0 - extent.left, extent.width, visible.0),
            axis(self.first.1, player.1 - extent.top, extent.height, visible.1),
        );
    }
}

fn choose_size(zoom: Zoom, extent: Extent, area: Rect) -> CellSize {
    let fits = |size: CellSize| {
        extent.width * usize::from(size.columns()) <= usize::from(area.width)
            && extent.height * usize::from(size.rows()) <= usize::from(area.height)
    };
    match zoom {
        Zoom::Large => CellSize::Large,
        Zoom::Normal => CellSize::Normal,
        Zoom::Small => CellSize::Small,
        Zoom::Fit => {
            let sizes = [CellSize::Large, CellSize::Normal, CellSize::Small];
            let roomy = area.width >= ROOM_FOR_NORMAL.0 && area.height >= ROOM_FOR_NORMAL.1;
            let scrolled = if roomy { CellSize::Normal } else { CellSize::Small };
            sizes.into_iter().find(|&s| fits(s)).unwrap_or(scrolled)
        }
    }
}

/// Draws the board in the middle of an area.
pub(super) fn draw(
    game: &Game,
    camera: &mut Camera,
    theme: Theme,
    area: Rect,
    buffer: &mut Buffer,
) -> BoardPlace {
    let session = game.shown();
    let level = session.level();
    let extent = Extent::of(level);
    let size = choose_size(game.zoom(), extent, area);
    let visible = (
        extent.width.min(usize::from(area.width / size.columns())),
        extent.height.min(usize::from(area.height / size.rows())),
    );
    let player = level.coordinates(session.position().player());
    camera.follow(game.current(), player, extent, visible);
    let drawn =
        Rect { width: size.columns() * short(visible.0), height: size.rows() * short(visible.1), ..area };
    let drawn = Rect {
        x: area.x + (area.width - drawn.width) / 2,
        y: area.y + (area.height - drawn.height) / 2,
        ..drawn
    };
    let first = (extent.left + camera.first.0, extent.top + camera.first.1);
    let place = BoardPlace { area: drawn, size, first, visible };
    let loss = game.loss();
    for row in 0..visible.1 {
        for column in 0..visible.0 {
            let cell = (first.0 + column, first.1 + row);
            let (shape, role) = appearance(game, session, loss, theme, cell);
            let (x, y) = (drawn.x + short(column) * size.columns(), drawn.y + short(row) * size.rows());
            for (y, text) in (y..).zip(sprite(shape, size, theme.glyphs)) {
                // The lit part of a wall's front is plain wall; fonts leave seams between blocks.
                let lit = role == Role::WallFace && text.starts_with('█');
                buffer.set_string(x, y, text, theme.style(if lit { Role::Wall } else { role }));
            }
        }
    }
    draw_edges(camera.first, extent, visible, theme, area, buffer);
    place
}

/// Everything here is smaller than a terminal.
fn short(n: usize) -> u16 {
    u16::try_from(n).unwrap_or(u16::MAX)
}

/// Arrows at the edges beyond which the board goes on. They never cover anything but floor and wall.
fn draw_edges(
    first: (usize, usize),
    extent: Extent,
    visible: (usize, usize),
    theme: Theme,
    area: Rect,
    buffer: &mut Buffer,
) {
    let arrows = match theme.glyphs {
        GlyphSet::Unicode => ["◄", "►", "▲", "▼"],
        GlyphSet::Ascii => ["<", ">", "^", "v"],
    };
    let column = Rect { width: 1, ..area };
    let row = Rect { height: 1, ..area };
    let edges = [
        (first.0 > 0, column),
        (first.0 + visible.0 < extent.width, Rect { x: area.right() - 1, ..column }),
        (first.1 > 0, row),
        (first.1 + visible.1 < extent.height, Rect { y: area.bottom() - 1, ..row }),
    ];
    for (arrow, (more, edge)) in arrows.into_iter().zip(edges) {
        let middle = (edge.x + edge.width / 2, edge.y + edge.height / 2);
        let distance = |p: &Position| p.x.abs_diff(middle.0) + p.y.abs_diff(middle.1);
        let free = |p: &Position| matches!(buffer[*p].symbol(), " " | "█" | "▀" | "#");
        if let Some(at) = edge.positions().filter(free).min_by_key(distance).filter(|_| more) {
            buffer.set_string(at.x, at.y, arrow, theme.style(Role::BarKey));
        }
    }
}

/// What one cell of the board shows.
fn appearance(
    game: &Game,
    session: &Session,
    loss: Option<&Loss>,
    theme: Theme,
    cell: Cell,
) -> (Shape, Role) {
    let level = session.level();
    let (x, y) = cell;
    let ground = level.board().get(x, y);
    let Some(square) = level.square_at(x, y) else {
        return decoration(level, ground, theme, cell);
    };
    let position = session.position();
    let goal = level.goals().contains(square);
    if position.boxes().contains(square) {
        return box_appearance(game, loss, square, goal);
    }
    if position.player() == square {
        return (if goal { Shape::PlayerOnGoal } else { Shape::Player }, Role::Player);
    }
    let dead = game.dead().contains(square);
    let (shape, role) = match game.grab() {
        Some(grab) if grab.targets().contains(square) => {
            let role = match (game.hover() == Some(cell), dead) {
                (true, _) => Role::TargetHover,
                (_, true) => Role::TargetDead,
                _ => Role::Target,
            };
            (if dead { Shape::Dead } else { Shape::Target }, role)
        }
        // With a box in hand only its targets matter.
        None if dead && game.help() >= HelpLevel::DeadSquares => (Shape::Dead, Role::Dead),
        _ => (Shape::Blank, Role::Floor),
    };
    match (goal, role) {
        (true, Role::Floor) => (Shape::Goal, Role::Goal),
        (true, role) => (Shape::Goal, role),
        _ => (shape, role),
    }
}

fn box_appearance(game: &Game, loss: Option<&Loss>, square: Square, goal: bool) -> (Shape, Role) {
    let shape = if goal { Shape::BoxHome } else { Shape::Box };
    if game.grab().is_some_and(|g| g.square() == square) {
        (shape, Role::BoxHeld)
    } else if loss.is_some_and(|l| l.boxes.contains(&square)) {
        (Shape::BoxLost, Role::BoxLost)
    } else if goal {
        (shape, Role::BoxHome)
    } else {
        (shape, Role::Box)
    }
}

/// Walls, and what lies beyond the player's reach.
fn decoration(level: &Level, ground: Ground, theme: Theme, (x, y): Cell) -> (Shape, Role) {
    match ground {
        Ground::Wall if theme.has_surfaces() && !level.board().get(x, y + 1).is_wall() => {
            (Shape::WallFace, Role::WallFace)
        }
        Ground::Wall => (Shape::Wall, Role::Wall),
        Ground::Box => (Shape::Box, Role::Muted),
        Ground::BoxOnGoal => (Shape::BoxHome, Role::Muted),
        Ground::Goal | Ground::PlayerOnGoal => (Shape::Goal, Role::Muted),
        Ground::Floor | Ground::Player => (Shape::Blank, Role::Background),
    }
}
