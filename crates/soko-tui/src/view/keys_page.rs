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
    theme::{GlyphSet, Role, Theme},
    window,
};
use crate::keymap::{BINDINGS, Binding, Context, GESTURES};

/// Width of the column of keys.
const KEYS: usize = 38;
/// Below this width a description stands under its keys instead of beside them.
const NARROW: u16 = 76;

pub(super) fn draw(line: usize, screen: &mut Screen, theme: Theme, within: Rect, frame: &mut Frame) {
    let inner = window::open("Keys", (84, u16::MAX), screen, theme, within, frame);
    let lines = page(inner.width < NARROW, theme);
    screen.keys_most = lines.len().saturating_sub(usize::from(inner.height));
    let first = line.min(screen.keys_most);
    let visible: Vec<_> = lines.into_iter().skip(first).take(usize::from(inner.height)).collect();
    frame.render_widget(Paragraph::new(visible), inner);
    if first < screen.keys_most {
        let more = Line::styled(" more below ", theme.style(Role::Muted)).right_aligned();
        frame.render_widget(more, Rect { y: inner.bottom(), height: 1, ..inner });
    }
}

struct Page {
    lines: Vec<Line<'static>>,
    narrow: bool,
    theme: Theme,
}

impl Page {
    fn heading(&mut self, title: &'static str) {
        if !self.lines.is_empty() {
            self.lines.push(Line::default());
        }
        self.lines.push(Line::styled(title, self.theme.style(Role::Accent)));
    }

    fn entry(&mut self, keys: &str, says: &'static str) {
        let style = self.theme.style(Role::Strong);
        let says = Span::styled(says, self.theme.style(Role::Text));
        if self.narrow {
            self.lines.push(Line::styled(keys.to_owned(), style));
            self.lines.push(Line::from(vec![Span::raw("  "), says]));
        } else {
            self.lines.push(Line::from(vec![Span::styled(format!("{keys:<KEYS$} "), style), says]));
        }
    }
}

fn page(narrow: bool, theme: Theme) -> Vec<Line<'static>> {
    let mut page = Page { lines: Vec::new(), narrow, theme };
    for context in Context::ALL {
        page.heading(context.title());
        let bindings: Vec<_> = BINDINGS.iter().filter(|b| b.context == context).collect();
        for group in bindings.chunk_by(|a, b| a.says == b.says) {
            page.entry(&labels(group, theme.glyphs), group[0].says);
        }
        if context == Context::Board {
            page.heading("Mouse");
            for &(gesture, says) in GESTURES {
                page.entry(gesture, says);
            }
            page.heading("On the board");
            page.lines.extend(legend(theme));
        }
    }
    page.lines
}

/// The keys of bindings that say the same, such as the four steps: "↑←↓→ wasd khjl".
fn labels(group: &[&Binding], glyphs: GlyphSet) -> String {
    if let [binding] = group {
        return binding.keys.iter().map(|k| k.label(glyphs)).collect::<Vec<_>>().join(", ");
    }
    let count = group.iter().map(|b| b.keys.len()).min().unwrap_or(0);
    let column = |index: usize| {
        let labels: Vec<_> = group.iter().map(|b| b.keys[index].label(glyphs)).collect();
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
