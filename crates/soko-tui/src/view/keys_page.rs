//! The page behind `?`, made from the one table of keys.

use ratatui::{
    Frame,
    layout::Rect,
    text::{Line, Span},
    widgets::Paragraph,
};

use super::{
    Screen,
    sprite::{CellSize, Shape, sprite},
    theme::{Role, Theme},
    window,
};
use crate::keymap::{BINDINGS, Binding, Context, GESTURES};

/// Width of the column of keys.
const KEYS: usize = 30;
/// Below this width a description stands under its keys instead of beside them.
const NARROW: u16 = 60;

pub(super) fn draw(line: usize, screen: &mut Screen, theme: Theme, within: Rect, frame: &mut Frame) {
    let inner = window::open("Keys", (84, u16::MAX), screen, theme, within, frame);
    let lines = page(inner.width < NARROW, theme);
    screen.keys_most = lines.len().saturating_sub(usize::from(inner.height));
    let first = line.min(screen.keys_most);
    let visible: Vec<_> = lines.into_iter().skip(first).take(usize::from(inner.height)).collect();
    frame.render_widget(Paragraph::new(visible), inner);
}

fn page(narrow: bool, theme: Theme) -> Vec<Line<'static>> {
    let mut lines = Vec::new();
    let mut entry = |keys: String, says: &str| {
        let keys_style = theme.style(Role::Strong);
        let says = Span::styled(says.to_owned(), theme.style(Role::Text));
        if narrow {
            lines.push(Line::styled(keys, keys_style));
            lines.push(Line::from(vec![Span::raw("  "), says]));
        } else {
            lines.push(Line::from(vec![Span::styled(format!("{keys:<KEYS$} "), keys_style), says]));
        }
    };
    // The empty entry stands for a heading; see below.
    let mut headings = Vec::new();
    let mut count = 0;
    let step = if narrow { 2 } else { 1 };
    for context in Context::ALL {
        headings.push((count, context.title()));
        let bindings: Vec<_> = BINDINGS.iter().filter(|b| b.context == context).collect();
        for group in bindings.chunk_by(|a, b| a.says == b.says) {
            entry(labels(group), group[0].says);
            count += step;
        }
        if context == Context::Board {
            headings.push((count, "Mouse"));
            for (gesture, says) in GESTURES {
                entry((*gesture).to_owned(), says);
                count += step;
            }
        }
    }
    for (at, title) in headings.into_iter().rev() {
        lines.insert(at, Line::styled(title, theme.style(Role::Accent)));
        if at > 0 {
            lines.insert(at, Line::default());
        }
    }
    lines.push(Line::default());
    lines.push(Line::styled("On the board", theme.style(Role::Accent)));
    lines.extend(legend(theme));
    lines
}

/// The keys of bindings that say the same, such as the four steps: "↑←↓→ wasd khjl".
fn labels(group: &[&Binding]) -> String {
    if let [binding] = group {
        return binding.keys.iter().map(|k| k.label()).collect::<Vec<_>>().join(", ");
    }
    let count = group.iter().map(|b| b.keys.len()).min().unwrap_or(0);
    let column = |index: usize| {
        let labels: Vec<_> = group.iter().map(|b| b.keys[index].label()).collect();
        let (prefix, _) = labels[0].rsplit_once('+').unwrap_or_default();
        let keys: String = labels.iter().map(|l| l.rsplit('+').next().unwrap_or(l)).collect();
        if prefix.is_empty() { keys } else { format!("{prefix}+{keys}") }
    };
    (0..count).map(column).collect::<Vec<_>>().join(" ")
}

fn legend(theme: Theme) -> Vec<Line<'static>> {
    let entries = [
        (Shape::Player, Role::Player, "you"),
        (Shape::Box, Role::Box, "a box"),
        (Shape::Goal, Role::Goal, "a goal"),
        (Shape::BoxHome, Role::BoxHome, "a box on a goal"),
        (Shape::PlayerOnGoal, Role::Player, "you on a goal"),
        (Shape::Dead, Role::Dead, "dead: a box here can never reach a goal"),
        (Shape::Target, Role::Target, "the box in hand can be pushed here"),
        (Shape::BoxLost, Role::BoxLost, "a box that loses the level"),
    ];
    entries
        .into_iter()
        .map(|(shape, role, says)| {
            let [normal, small] = [CellSize::Normal, CellSize::Small].map(|size| {
                let text = sprite(shape, size, theme.glyphs)[0];
                Span::styled(text, theme.style(role))
            });
            let says = Span::styled(says, theme.style(Role::Text));
            Line::from(vec![Span::raw("  "), normal, Span::raw("  "), small, Span::raw("   "), says])
        })
        .collect()
}
