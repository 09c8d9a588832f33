//! A framed window in the middle of the board area.

use ratatui::{
    Frame,
    layout::Rect,
    text::{Line, Span},
    widgets::{Block, BorderType, Clear, Padding},
};

use super::{
    Screen, Spot,
    theme::{GlyphSet, Role, Theme},
};
use crate::{
    command::Command,
    keymap::{self, Context},
};

/// Draws frame and title of a window of the wanted outer size, as far as there is room, and returns the inside.
pub(super) fn open(
    title: &str,
    size: (u16, u16),
    screen: &mut Screen,
    theme: Theme,
    within: Rect,
    frame: &mut Frame,
) -> Rect {
    let (width, height) = (size.0.min(within.width), size.1.min(within.height));
    let area = Rect {
        x: within.x + (within.width - width) / 2,
        y: within.y + (within.height - height) / 2,
        width,
        height,
    };
    let border = match theme.glyphs {
        GlyphSet::Unicode => BorderType::Rounded.to_border_set(),
        GlyphSet::Ascii => ratatui::symbols::border::Set {
            top_left: "+",
            top_right: "+",
            bottom_left: "+",
            bottom_right: "+",
            vertical_left: "|",
            vertical_right: "|",
            horizontal_top: "-",
            horizontal_bottom: "-",
        },
    };
    let block = Block::bordered()
        .border_set(border)
        .border_style(theme.style(Role::Frame))
        .style(theme.style(Role::Background))
        .padding(Padding::horizontal(u16::from(width > 30)))
        .title(Span::styled(format!(" {title} "), theme.style(Role::Accent)));
    let inner = block.inner(area);
    frame.render_widget(Clear, area);
    frame.render_widget(block, area);
    screen.spots.push((within, Spot::Window));
    inner
}

/// Draws buttons from left to right, on further lines if need be.
pub(super) fn buttons(
    context: Context,
    wanted: &[(Command, &str)],
    screen: &mut Screen,
    theme: Theme,
    area: Rect,
    frame: &mut Frame,
) {
    let (mut x, mut y) = (area.x, area.y);
    for &(command, word) in wanted {
        let Some(key) = keymap::key_of(context, command) else { continue };
        let line = Line::from(vec![
            Span::styled(key.label(theme.glyphs), theme.style(Role::Accent)),
            Span::raw(" "),
            Span::styled(word.to_owned(), theme.style(Role::Text)),
        ]);
        let width = line.width() as u16;
        if x > area.x && x + width > area.right() {
            (x, y) = (area.x, y + 1);
        }
        if y >= area.bottom() {
            return;
        }
        let place = Rect { x, y, width: width.min(area.right() - x), height: 1 };
        frame.render_widget(line, place);
        screen.spots.push((place, Spot::Button(command.into())));
        x += width + 3;
    }
}
