//! The list of levels with marks and best lengths.

use ratatui::{
    Frame,
    layout::Rect,
    text::{Line, Span},
    widgets::Paragraph,
};

use super::{
    Screen, Spot,
    panel::shorten,
    theme::{GlyphSet, Role, Theme},
    window,
};
use crate::{
    command::Input,
    game::{Card, Game, LevelList},
    records::Ranking,
};

pub(super) fn draw(
    game: &Game,
    list: &LevelList,
    screen: &mut Screen,
    theme: Theme,
    within: Rect,
    frame: &mut Frame,
) {
    let title = format!("Levels: {} of {} solved", game.solved_levels(), game.cards().len());
    let wanted_height = u16::try_from(game.cards().len()).unwrap_or(u16::MAX).saturating_add(5);
    let inner = window::open(&title, (76, wanted_height), screen, theme, within, frame);
    if inner.height < 3 {
        return;
    }
    let cursor = if theme.glyphs == GlyphSet::Unicode { "▏" } else { "_" };
    let hidden = if list.only_unsolved() { "  (only unsolved)" } else { "" };
    let filter = Line::from(vec![
        Span::styled("Filter: ", theme.style(Role::Muted)),
        Span::styled(shorten(list.filter(), 30, theme), theme.style(Role::Strong)),
        Span::styled(cursor, theme.style(Role::Accent)),
        Span::styled(hidden, theme.style(Role::Accent)),
    ]);
    frame.render_widget(Paragraph::new(filter), Rect { height: 1, ..inner });
    let wide = inner.width >= 60;
    let head = Rect { y: inner.y + 1, height: 1, ..inner };
    frame.render_widget(header(wide, inner.width, theme), head);
    let rows = Rect { y: inner.y + 2, height: inner.height - 2, ..inner };
    let height = usize::from(rows.height);
    if list.matches().is_empty() {
        frame.render_widget(Line::styled("No level passes the filter.", theme.style(Role::Text)), rows);
        return;
    }
    let most = list.matches().len().saturating_sub(height);
    let least = (list.selected() + 1).saturating_sub(height);
    screen.list_first = screen.list_first.clamp(least, list.selected()).min(most);
    for (line, &index) in list.matches().iter().enumerate().skip(screen.list_first).take(height) {
        let y = rows.y + (line - screen.list_first) as u16;
        let place = Rect { y, height: 1, ..rows };
        let card = &game.cards()[index];
        let selected = line == list.selected();
        if selected {
            frame.buffer_mut().set_style(place, theme.style(Role::Selected));
        }
        frame.render_widget(
            row(index, card, index == game.current(), wide, selected, rows.width, theme),
            place,
        );
        screen.spots.push((place, Spot::Button(Input::Pick(line))));
    }
}

/// Widths of the columns right of the title.
const SIZE: usize = 9;
const BOXES: usize = 7;
const BEST: usize = 12;
const NUMBER: usize = 6;
const MARK: usize = 2;

fn title_width(wide: bool, width: u16) -> usize {
    let others = NUMBER + MARK + if wide { SIZE + BOXES + 2 * BEST } else { BEST };
    usize::from(width).saturating_sub(others + 1)
}

fn header(wide: bool, width: u16, theme: Theme) -> Line<'static> {
    let title = title_width(wide, width);
    let left = format!("{:>NUMBER$} {:MARK$}{:<title$}", "", "", "level");
    let right = if wide {
        format!("{:>SIZE$}{:>BOXES$}{:>BEST$}{:>BEST$}", "size", "boxes", "moves best", "pushes best")
    } else {
        format!("{:>BEST$}", "best")
    };
    Line::styled(left + &right, theme.style(Role::Muted))
}

fn row(
    index: usize,
    card: &Card,
    current: bool,
    wide: bool,
    selected: bool,
    width: u16,
    theme: Theme,
) -> Line<'static> {
    let title_width = title_width(wide, width);
    let title = shorten(card.title(), title_width.saturating_sub(1), theme);
    let gap = " ".repeat(title_width.saturating_sub(Span::raw(title.as_str()).width()));
    let unicode = theme.glyphs == GlyphSet::Unicode;
    let (mark, mark_role) = match (card.record().is_solved(), card.record().snapshot.is_some()) {
        (true, _) => (if unicode { "✓ " } else { "* " }, Role::Good),
        (_, true) => (if unicode { "… " } else { "~ " }, Role::Accent),
        _ => ("  ", Role::Muted),
    };
    let best = |ranking| {
        let kept = card.record().best(ranking);
        kept.map_or_else(String::new, |k| {
            format!("{}/{}", k.solution.metrics().moves, k.solution.metrics().pushes)
        })
    };
    let right = if wide {
        let board = card.level().level.canonical_board();
        format!(
            "{:>SIZE$}{:>BOXES$}{:>BEST$}{:>BEST$}",
            format!("{}{}{}", board.width(), if unicode { '×' } else { 'x' }, board.height()),
            card.level().level.boxes(),
            best(Ranking::FewestMoves),
            best(Ranking::FewestPushes)
        )
    } else {
        format!("{:>BEST$}", best(Ranking::FewestMoves))
    };
    let style = |role| if selected { theme.style(Role::Selected) } else { theme.style(role) };
    Line::from(vec![
        Span::styled(format!("{:>NUMBER$} ", index + 1), style(Role::Muted)),
        Span::styled(mark, style(mark_role)),
        Span::styled(format!("{title}{gap}"), style(if current { Role::Accent } else { Role::Text })),
        Span::styled(right, style(Role::Text)),
    ])
}
