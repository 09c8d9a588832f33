//! The question before a game would be lost.

use ratatui::{
    Frame,
    layout::Rect,
    text::Line,
    widgets::{Paragraph, Wrap},
};

use super::{
    Screen,
    theme::{Role, Theme},
    window,
};
use crate::{command::Command, keymap::Context};

pub(super) fn draw(why: &str, screen: &mut Screen, theme: Theme, within: Rect, frame: &mut Frame) {
    let inner = window::open("Quit?", (60, 9), screen, theme, within, frame);
    let text = vec![
        Line::styled(why.to_owned(), theme.style(Role::Bad)),
        Line::styled("Quitting now loses this game.", theme.style(Role::Text)),
    ];
    let above = Rect { height: inner.height.saturating_sub(1), ..inner };
    frame.render_widget(Paragraph::new(text).wrap(Wrap { trim: true }), above);
    let last = Rect { y: inner.bottom().saturating_sub(1), height: 1, ..inner };
    let wanted = [(Command::Accept, "Quit"), (Command::Close, "Stay")];
    window::buttons(Context::Confirm, &wanted, screen, theme, last, frame);
}
