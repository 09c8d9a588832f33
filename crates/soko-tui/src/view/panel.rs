//! Title, counters, timeline, notices and buttons around the board.

use ratatui::{
    Frame,
    layout::Rect,
    text::{Line, Span},
    widgets::Paragraph,
};
use soko_core::Metrics;

use super::{
    Screen, Spot,
    theme::{GlyphSet, Role, Theme},
};
use crate::{
    command::Command,
    game::{Game, Mode, Tone},
    help::{HelpLevel, Loss},
    keymap::{self, Context},
    records::Ranking,
};

/// Names of the six measures, as in [`Metrics::as_array`].
pub(super) const MEASURES: [&str; 6] =
    ["Moves", "Pushes", "Box lines", "Box changes", "Pushing sessions", "Player lines"];

/// `text` cut to `width` columns, with an ellipsis if something is missing.
pub(super) fn shorten(text: &str, width: usize, theme: Theme) -> String {
    // Control characters in a title must not reach the terminal.
    let clean: String = text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    if Span::raw(clean.as_str()).width() <= width {
        return clean;
    }
    let dots = if theme.glyphs == GlyphSet::Unicode { "…" } else { "~" };
    let mut short = String::new();
    for c in clean.chars() {
        if Span::raw(format!("{short}{c}{dots}")).width() > width {
            break;
        }
        short.push(c);
    }
    if width > 0 { short + dots } else { String::new() }
}

pub(super) fn draw_title(game: &Game, theme: Theme, with_panel: bool, area: Rect, frame: &mut Frame) {
    frame.buffer_mut().set_style(area, theme.style(Role::Bar));
    let card = game.card();
    let mark = match (card.record().is_solved(), theme.glyphs) {
        (false, _) => "",
        (true, GlyphSet::Unicode) => "✓ ",
        (true, GlyphSet::Ascii) => "* ",
    };
    let right = if with_panel {
        format!("{} of {} solved ", game.solved_levels(), game.cards().len())
    } else {
        let metrics = game.shown().metrics();
        format!("{} moves {} pushes ", metrics.moves, metrics.pushes)
    };
    let right_width = right.len().min(usize::from(area.width));
    let number = format!(" {}/{} ", game.current() + 1, game.cards().len());
    let room = usize::from(area.width).saturating_sub(right_width + number.len() + mark.chars().count() + 1);
    let title = shorten(card.title(), room, theme);
    let mut left = vec![
        Span::styled(number, theme.style(Role::BarKey)),
        Span::styled(mark, theme.style(Role::Good)),
        Span::styled(title.clone(), theme.style(Role::BarTitle)),
    ];
    if let Some(author) = card.level().author.as_deref().filter(|a| !a.trim().is_empty()) {
        let room = room.saturating_sub(Span::raw(title).width() + 4);
        if room >= 6 {
            left.push(Span::styled(format!("  by {}", shorten(author, room, theme)), theme.style(Role::Bar)));
        }
    }
    frame.render_widget(Paragraph::new(Line::from(left)), area);
    let right_area = Rect { x: area.right() - right_width as u16, width: right_width as u16, ..area };
    frame.render_widget(Paragraph::new(right).style(theme.style(Role::Bar)), right_area);
}

/// A label on the left and a value on the right of a line.
fn pair(label: &str, value: &str, width: usize, theme: Theme, role: Role) -> Line<'static> {
    let gap = width.saturating_sub(Span::raw(label).width() + Span::raw(value).width());
    Line::from(vec![
        Span::styled(label.to_owned(), theme.style(Role::Muted)),
        Span::raw(" ".repeat(gap)),
        Span::styled(value.to_owned(), theme.style(role)),
    ])
}

fn heading(text: &str, theme: Theme) -> Line<'static> {
    Line::styled(text.to_owned(), theme.style(Role::Accent))
}

pub(super) fn draw_panel(game: &Game, screen: &mut Screen, theme: Theme, area: Rect, frame: &mut Frame) {
    let inner = Rect { x: area.x, y: area.y + 1, width: area.width - 2, height: area.height - 1 };
    let width = usize::from(inner.width);
    let session = game.shown();
    let level = session.level();
    let roomy = inner.height >= 20;
    let mut lines = Vec::new();
    lines.push(match game.mode() {
        Mode::Replay(replay) => heading(&format!("Replay: {}", replay.ranking().name()), theme),
        _ => heading("This game", theme),
    });
    let metrics = session.metrics();
    for (index, (name, value)) in MEASURES.into_iter().zip(metrics.as_array()).enumerate() {
        let role = if index < 2 { Role::Strong } else { Role::Text };
        lines.push(pair(name, &value.to_string(), width, theme, role));
    }
    let home = session.position().boxes().common(level.goals());
    let needed = level.needed();
    lines.push(pair("Boxes home", &format!("{home} of {needed}"), width, theme, Role::Text));
    if roomy {
        lines.push(Line::default());
    }
    lines.push(heading("Best", theme));
    for ranking in Ranking::ALL {
        let best = game.card().record().best(ranking).map(|kept| *kept.solution.metrics());
        let value =
            best.map_or_else(|| "none yet".into(), |m: Metrics| format!("{} / {}", m.moves, m.pushes));
        let role = if best.is_some() { Role::Text } else { Role::Muted };
        let label = match ranking {
            Ranking::FewestMoves => "Fewest moves",
            Ranking::FewestPushes => "Fewest pushes",
        };
        lines.push(pair(label, &value, width, theme, role));
    }
    if roomy {
        lines.push(Line::default());
    }
    let help_role = if game.help() == HelpLevel::Off { Role::Muted } else { Role::Good };
    lines.push(pair("Help", game.help().name(), width, theme, help_role));
    if roomy {
        lines.push(Line::default());
    }
    let played = session.steps().len();
    let all = played + session.redo_steps().len();
    let speed = match game.mode() {
        Mode::Replay(replay) => format!("{}{}/s", playing_mark(replay.playing(), theme), replay.speed()),
        _ => format!("{played} of {all}"),
    };
    lines.push(pair("Timeline", &speed, width, theme, Role::Text));
    let timeline = Rect { y: inner.y + lines.len() as u16, height: 1, ..inner };
    frame.render_widget(Paragraph::new(lines), inner);
    if timeline.y < area.bottom() {
        draw_timeline(played, all, screen, theme, timeline, frame);
    }
}

fn playing_mark(playing: bool, theme: Theme) -> &'static str {
    match (playing, theme.glyphs) {
        (true, GlyphSet::Unicode) => "► ",
        (true, GlyphSet::Ascii) => "> ",
        (false, _) => "|| ",
    }
}

/// A line from the first to the last move with a knob at the present one.
fn draw_timeline(
    played: usize,
    all: usize,
    screen: &mut Screen,
    theme: Theme,
    area: Rect,
    frame: &mut Frame,
) {
    let (done, knob, open) = match theme.glyphs {
        GlyphSet::Unicode => ("━", "●", "─"),
        GlyphSet::Ascii => ("=", "O", "-"),
    };
    let length = usize::from(area.width).max(2) - 1;
    let at = (played * length + all / 2).checked_div(all).unwrap_or(0);
    let line = Line::from(vec![
        Span::styled(done.repeat(at), theme.style(Role::Accent)),
        Span::styled(knob, theme.style(Role::Accent)),
        Span::styled(open.repeat(length - at), theme.style(Role::Muted)),
    ]);
    frame.render_widget(Paragraph::new(line), area);
    screen.spots.push((area, Spot::Timeline(all)));
}

pub(super) fn draw_status(
    game: &Game,
    screen: &mut Screen,
    theme: Theme,
    with_panel: bool,
    area: Rect,
    frame: &mut Frame,
) {
    let width = usize::from(area.width).saturating_sub(2);
    if let (Mode::Replay(replay), false, None) = (game.mode(), with_panel, game.notice()) {
        let label = format!(" {}{}/s ", playing_mark(replay.playing(), theme), replay.speed());
        let used = label.chars().count() as u16;
        frame.render_widget(Paragraph::new(label), area);
        let session = replay.session();
        let (played, left) = (session.steps().len(), session.redo_steps().len());
        let line = Rect { x: area.x + used, width: area.width.saturating_sub(used + 1), ..area };
        draw_timeline(played, played + left, screen, theme, line, frame);
        return;
    }
    let (text, role) = status(game);
    let lines = wrap(&text, width, usize::from(area.height), theme);
    let lines = lines.into_iter().map(|line| Line::raw(format!(" {line}"))).collect::<Vec<_>>();
    frame.render_widget(Paragraph::new(lines).style(theme.style(role)), area);
}

/// How many lines the status has on a screen of so many: a proof takes more than one, and the board should not
/// jump when there is one to show.
pub(super) fn status_lines(game: &Game, rows: u16) -> u16 {
    match (game.help(), rows) {
        (HelpLevel::LostPositions, 24..) => 4,
        (HelpLevel::LostPositions, 20..) => 3,
        (HelpLevel::LostPositions, 12..) => 2,
        _ => 1,
    }
}

/// Breaks a text between words into at most so many lines; the last one is shortened if need be.
fn wrap(text: &str, width: usize, most: usize, theme: Theme) -> Vec<String> {
    let mut lines = Vec::new();
    let mut line = String::new();
    for word in text.split(' ') {
        let fits = Span::raw(format!("{line} {word}")).width() <= width;
        if line.is_empty() || fits || lines.len() + 1 >= most {
            let gap = if line.is_empty() { "" } else { " " };
            line = line + gap + word;
        } else {
            lines.push(std::mem::replace(&mut line, word.to_owned()));
        }
    }
    lines.push(line);
    lines.iter().map(|line| shorten(line, width, theme)).collect()
}

/// What to say: the news, else the danger, else what can be done now.
fn status(game: &Game) -> (String, Role) {
    if let Some(notice) = game.notice() {
        let role = if notice.tone == Tone::Warning { Role::Bad } else { Role::Text };
        return (notice.text.clone(), role);
    }
    if let Some(loss) = game.loss() {
        return (lost(loss), Role::Bad);
    }
    if game.grab().is_some() {
        return ("Click a lit square to push the box there; on hatched ones it is lost.".into(), Role::Text);
    }
    if matches!(game.mode(), Mode::Play) && game.session().is_solved() {
        return ("Solved.".into(), Role::Good);
    }
    (String::new(), Role::Muted)
}

/// What there is to say about a lost game.
fn lost(loss: &Loss) -> String {
    let rule = loss.rule.id();
    let since = match (loss.since_move, loss.pushes_back) {
        (0, _) => format!("Lost from the start ({rule})."),
        (n, 1) => format!("Lost since move {n} ({rule}): undo one push."),
        (n, pushes) => format!("Lost since move {n} ({rule}): undo {pushes} pushes."),
    };
    loss.sentence.as_ref().map_or_else(|| since.clone(), |sentence| format!("{since} {sentence}"))
}

pub(super) fn draw_buttons(game: &Game, screen: &mut Screen, theme: Theme, area: Rect, frame: &mut Frame) {
    frame.buffer_mut().set_style(area, theme.style(Role::Bar));
    let wanted: &[(Command, &'static str)] = match game.context() {
        Context::Board | Context::Anywhere => &[
            (Command::Keys, "Keys"),
            (Command::UndoPush, "Undo"),
            (Command::RedoPush, "Redo"),
            (Command::Restart, "Restart"),
            (Command::Levels, "Levels"),
            (Command::Help, "Help"),
            (Command::Replay, "Replay"),
            (Command::Quit, "Quit"),
            (Command::PreviousLevel, "Back"),
            (Command::NextLevel, "Next"),
            (Command::Zoom, "Zoom"),
        ],
        Context::Replay => &[
            (Command::Pause, "Pause"),
            (Command::Slower, "Slower"),
            (Command::Faster, "Faster"),
            (Command::Close, "Back"),
            (Command::UndoMove, "Step back"),
            (Command::RedoMove, "Step on"),
            (Command::OtherBest, "Other best"),
        ],
        Context::List => {
            &[(Command::Accept, "Open"), (Command::OnlyUnsolved, "Only unsolved"), (Command::Close, "Close")]
        }
        Context::Keys => &[(Command::PageUp, "Up"), (Command::PageDown, "Down"), (Command::Close, "Close")],
        Context::Solved | Context::Confirm => &[],
    };
    let mut x = area.x + 1;
    for &(command, word) in wanted {
        let Some(key) = keymap::key_of(game.context(), command) else { continue };
        let key = key.label(theme.glyphs);
        let width = (Span::raw(key.as_str()).width() + 1 + word.len()) as u16;
        if x + width > area.right() {
            break;
        }
        let line = Line::from(vec![
            Span::styled(key, theme.style(Role::BarKey)),
            Span::raw(" "),
            Span::styled(word, theme.style(Role::Bar)),
        ]);
        let place = Rect { x, width, ..area };
        frame.render_widget(Paragraph::new(line), place);
        screen.spots.push((place, Spot::Button(command.into())));
        x += width + 2;
    }
}
