//! The window after solving: this solution beside the best ones.

use ratatui::{
    Frame,
    layout::{Alignment, Rect},
    text::{Line, Span},
    widgets::Paragraph,
};
use soko_core::Metrics;

use super::{
    Screen,
    panel::MEASURES,
    theme::{Role, Theme},
    window,
};
use crate::{
    command::Command,
    game::{Game, Solved},
    keymap::Context,
    records::Ranking,
};

const LABEL: usize = 18;
const COLUMN: usize = 15;

pub(super) fn draw(
    game: &Game,
    solved: &Solved,
    screen: &mut Screen,
    theme: Theme,
    within: Rect,
    frame: &mut Frame,
) {
    let narrow = within.width < 68 || within.height < 14;
    let size = if narrow { (38, 9) } else { (68, 14) };
    let inner = window::open("Solved!", size, screen, theme, within, frame);
    let mut lines = news(solved, theme);
    lines.push(Line::default());
    lines.extend(if narrow { short_table(solved, theme) } else { full_table(solved, theme) });
    let rows = lines.len() as u16;
    frame.render_widget(Paragraph::new(lines), inner);
    let next = if game.solved_levels() == game.cards().len() { "All are solved" } else { "Next unsolved" };
    let wanted = [
        (Command::Accept, next),
        (Command::Replay, "Replay"),
        (Command::Restart, "Again"),
        (Command::Close, "Board"),
    ];
    let y = (inner.y + rows + u16::from(!narrow)).min(inner.bottom().saturating_sub(1));
    let below = Rect { y, height: inner.bottom().saturating_sub(y), ..inner };
    window::buttons(Context::Solved, &wanted, screen, theme, below, frame);
}

fn news(solved: &Solved, theme: Theme) -> Vec<Line<'static>> {
    let new = Ranking::ALL.map(|r| solved.is_new_best(r));
    let first = solved.best_before(Ranking::FewestMoves).is_none();
    let text = match (first, new) {
        (true, _) => "Solved for the first time.",
        (false, [true, true]) => "A new best in moves and in pushes.",
        (false, [true, false]) => "A new best in moves.",
        (false, [false, true]) => "A new best in pushes.",
        (false, [false, false]) => "The best solutions stand.",
    };
    let role = if new == [false, false] { Role::Text } else { Role::Good };
    vec![Line::styled(text, theme.style(role))]
}

/// What goes into a column: its heading, and the measures below it.
fn columns(solved: &Solved) -> Vec<(&'static str, Metrics)> {
    let best = |ranking: Ranking| Some((ranking.name(), *solved.best_before(ranking)?));
    std::iter::once(("this", *solved.metrics())).chain(Ranking::ALL.into_iter().filter_map(best)).collect()
}

fn full_table(solved: &Solved, theme: Theme) -> Vec<Line<'static>> {
    let columns = columns(solved);
    let mut head = vec![Span::raw(" ".repeat(LABEL))];
    head.extend(
        columns.iter().map(|(name, _)| Span::styled(format!("{name:>COLUMN$}"), theme.style(Role::Muted))),
    );
    let mut lines = vec![Line::from(head)];
    for (row, measure) in MEASURES.into_iter().enumerate() {
        let mut spans = vec![Span::styled(format!("{measure:<LABEL$}"), theme.style(Role::Muted))];
        for (index, (_, metrics)) in columns.iter().enumerate() {
            let value = metrics.as_array()[row];
            let role = if index == 0 { Role::Strong } else { Role::Text };
            spans.push(Span::styled(format!("{value:>COLUMN$}"), theme.style(role)));
        }
        lines.push(Line::from(spans));
    }
    lines
}

fn short_table(solved: &Solved, theme: Theme) -> Vec<Line<'static>> {
    columns(solved)
        .into_iter()
        .map(|(name, metrics)| {
            let value = format!("{} moves, {} pushes", metrics.moves, metrics.pushes);
            Line::from(vec![
                Span::styled(format!("{name:<14}"), theme.style(Role::Muted)),
                Span::styled(value, theme.style(Role::Text)),
            ])
            .alignment(Alignment::Left)
        })
        .collect()
}
