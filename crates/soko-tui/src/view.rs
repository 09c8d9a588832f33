//! The game on the screen.
//!
//! [`draw`] is a function of the game and the size of the screen; the little it remembers between two frames
//! (where a large board is scrolled to, what lies where for the pointer) is in [`Screen`]. It never changes
//! the game.
//!
//! ```text
//! ┌ title ─────────────────────────────┐      ┌ title, counters ─────┐
//! │                          │ counters│      │                      │
//! │          board           │ best    │      │        board         │
//! │                          │ timeline│      │                      │
//! │ notice                             │      │ notice               │
//! └ buttons ───────────────────────────┘      └ buttons ─────────────┘
//!            from 64 columns                        below
//! ```

mod board;
mod keys_page;
mod list_window;
mod panel;
mod question;
mod solved_window;
pub mod sprite;
mod theme;
mod window;

use ratatui::{
    Frame,
    layout::{Alignment, Constraint, Layout, Position, Rect},
    text::{Line, Text},
    widgets::{Paragraph, Wrap},
};

pub use theme::{ColourDepth, GlyphSet, Theme};

use crate::{
    command::{Cell, Input},
    game::{Game, Mode},
};
use board::{BoardPlace, Camera};
use theme::Role;

/// The smallest screen on which there is anything to play with.
pub(crate) const SMALLEST: (u16, u16) = (24, 7);
const PANEL_WIDTH: u16 = 27;
const PANEL_FROM: (u16, u16) = (64, 17);

/// What lies at a place of the screen.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Spot {
    /// Pressing here is this input.
    Button(Input),
    /// A timeline of so many moves.
    Timeline(usize),
    /// A window; what is below cannot be reached.
    Window,
}

/// What the view remembers from frame to frame.
#[derive(Clone, Debug, Default)]
pub struct Screen {
    camera: Camera,
    board: Option<BoardPlace>,
    spots: Vec<(Rect, Spot)>,
    list_first: usize,
    keys_most: usize,
}

/// What the pointer is on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Hit {
    /// Pressing does this.
    Input(Input),
    /// A cell of the board.
    Cell(Cell),
}

impl Screen {
    /// What lies at a place of the terminal.
    pub fn hit(&self, column: u16, row: u16) -> Option<Hit> {
        let at = Position::new(column, row);
        // The latest drawn lies on top.
        match self.spots.iter().rev().find(|(area, _)| area.contains(at)) {
            Some((_, Spot::Button(input))) => Some(Hit::Input(*input)),
            Some((area, Spot::Timeline(moves))) => {
                let (offset, length) = (usize::from(column - area.x), usize::from(area.width).max(2) - 1);
                Some(Hit::Input(Input::Seek((offset * moves + length / 2) / length)))
            }
            Some((_, Spot::Window)) => None,
            None => self.cell(column, row).map(Hit::Cell),
        }
    }

    /// The board cell at a place of the terminal.
    pub fn cell(&self, column: u16, row: u16) -> Option<Cell> {
        self.board.and_then(|place| place.cell_at(column, row))
    }

    /// How far the page of keys can be scrolled.
    pub(crate) const fn keys_scroll_limit(&self) -> usize {
        self.keys_most
    }
}

/// Draws the game.
pub fn draw(frame: &mut Frame, game: &Game, screen: &mut Screen, theme: Theme) {
    screen.spots.clear();
    screen.board = None;
    let area = frame.area();
    frame.buffer_mut().set_style(area, theme.style(Role::Background));
    if area.width < SMALLEST.0 || area.height < SMALLEST.1 {
        return too_small(frame, area);
    }
    let [title, middle, status, bar] = Layout::vertical([
        Constraint::Length(1),
        Constraint::Fill(1),
        Constraint::Length(panel::status_lines(game, area.height)),
        Constraint::Length(1),
    ])
    .areas(area);
    let with_panel = area.width >= PANEL_FROM.0 && area.height >= PANEL_FROM.1;
    let [board_area, panel_area] = if with_panel {
        Layout::horizontal([Constraint::Fill(1), Constraint::Length(PANEL_WIDTH)]).areas(middle)
    } else {
        [middle, Rect::default()]
    };
    panel::draw_title(game, theme, with_panel, title, frame);
    let inner = if with_panel { board_area.inner(ratatui::layout::Margin::new(1, 1)) } else { board_area };
    screen.board = Some(board::draw(game, &mut screen.camera, theme, inner, frame.buffer_mut()));
    // A window would cover half of it.
    if with_panel && matches!(game.mode(), Mode::Play | Mode::Replay(_)) {
        panel::draw_panel(game, screen, theme, panel_area, frame);
    }
    panel::draw_status(game, screen, theme, with_panel, status, frame);
    panel::draw_buttons(game, screen, theme, bar, frame);
    match game.mode() {
        Mode::Play | Mode::Replay(_) => {}
        Mode::List(list) => list_window::draw(game, list, screen, theme, middle, frame),
        Mode::Keys(line) => keys_page::draw(*line, screen, theme, middle, frame),
        Mode::Solved(solved) => solved_window::draw(game, solved, screen, theme, middle, frame),
        Mode::Confirm(why) => question::draw(why, screen, theme, middle, frame),
    }
}

fn too_small(frame: &mut Frame, area: Rect) {
    let text = Text::from(vec![
        Line::from("Too small:"),
        Line::from(format!("{}×{}", area.width, area.height)),
        Line::from(format!("Needs {}×{}.", SMALLEST.0, SMALLEST.1)),
    ]);
    let height = area.height.min(3);
    let middle = Rect { y: area.y + (area.height - height) / 2, height, ..area };
    frame.render_widget(Paragraph::new(text).alignment(Alignment::Center).wrap(Wrap { trim: true }), middle);
}
