//! One table of keys: what they are, where they work, what they do. The page behind `?`, the button bar and
//! the event loop all read it.
//!
//! Three schools of movement live side by side: arrows, WASD and vim's HJKL. Their ten letters are therefore
//! taken; with Shift they push to the end, with Alt they run, like the arrows with Shift and Ctrl. (Ctrl with
//! letters is no use in a terminal: Ctrl+H is what Backspace sends on some, Ctrl+J is Enter.) What the usual
//! letters can no longer mean has another key: help is `?` (not H), the list Tab or O (not L), redo Y (not
//! Ctrl+Shift+Z, which terminals cannot tell from Ctrl+Z), the next unsolved level `]` (not Ctrl+`]`; Ctrl+`[`
//! *is* Esc).

use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use soko_core::Direction::{Down, Left, Right, Up};

use crate::{command::Command, glyph_set::GlyphSet};

/// What is open, which decides what a key means.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Context {
    /// Playing.
    Board,
    /// A best solution is being replayed.
    Replay,
    /// The list of levels; letters go to its filter.
    List,
    /// The page of keys.
    Keys,
    /// "Solved!"
    Solved,
    /// "Quit and lose this?"
    Confirm,
    /// Works everywhere.
    Anywhere,
}

impl Context {
    /// All contexts in the order of the page.
    pub const ALL: [Self; 7] =
        [Self::Board, Self::Replay, Self::List, Self::Solved, Self::Keys, Self::Confirm, Self::Anywhere];

    /// The heading on the page of keys.
    pub const fn title(self) -> &'static str {
        match self {
            Self::Board => "Playing",
            Self::Replay => "Replay",
            Self::List => "Level list",
            Self::Keys => "This page",
            Self::Solved => "When solved",
            Self::Confirm => "Before losing a game",
            Self::Anywhere => "Everywhere",
        }
    }
}

/// A key with its modifiers. Shift is part of a character, not a modifier of it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Key {
    code: KeyCode,
    modifiers: KeyModifiers,
}

impl Key {
    const fn plain(code: KeyCode) -> Self {
        Self { code, modifiers: KeyModifiers::NONE }
    }

    const fn char(c: char) -> Self {
        Self::plain(KeyCode::Char(c))
    }

    const fn with(modifiers: KeyModifiers, code: KeyCode) -> Self {
        Self { code, modifiers }
    }

    const fn ctrl(c: char) -> Self {
        Self::with(KeyModifiers::CONTROL, KeyCode::Char(c))
    }

    const fn alt(c: char) -> Self {
        Self::with(KeyModifiers::ALT, KeyCode::Char(c))
    }

    /// The key of an event, freed of what differs between terminals.
    pub fn of(event: &KeyEvent) -> Self {
        let wanted = KeyModifiers::SHIFT | KeyModifiers::CONTROL | KeyModifiers::ALT;
        let mut modifiers = event.modifiers & wanted;
        let mut code = event.code;
        if let KeyCode::Char(c) = code {
            modifiers -= KeyModifiers::SHIFT;
            if modifiers.contains(KeyModifiers::CONTROL) {
                code = KeyCode::Char(c.to_ascii_lowercase());
            }
        }
        Self { code, modifiers }
    }

    /// The character it types, if it types one.
    pub fn typed(self) -> Option<char> {
        match self.code {
            KeyCode::Char(c) if self.modifiers.is_empty() && !c.is_control() => Some(c),
            _ => None,
        }
    }

    /// For people: "Ctrl+Z", "PgUp", "←".
    pub fn label(self, glyphs: GlyphSet) -> String {
        let arrow = |unicode: &'static str, ascii: &'static str| match glyphs {
            GlyphSet::Unicode => unicode,
            GlyphSet::Ascii => ascii,
        };
        let mut label = String::new();
        for (modifier, name) in
            [(KeyModifiers::CONTROL, "Ctrl+"), (KeyModifiers::ALT, "Alt+"), (KeyModifiers::SHIFT, "Shift+")]
        {
            if self.modifiers.contains(modifier) {
                label.push_str(name);
            }
        }
        match self.code {
            KeyCode::Up => label.push_str(arrow("↑", "Up")),
            KeyCode::Right => label.push_str(arrow("→", "Right")),
            KeyCode::Down => label.push_str(arrow("↓", "Down")),
            KeyCode::Left => label.push_str(arrow("←", "Left")),
            KeyCode::PageUp => label.push_str("PgUp"),
            KeyCode::PageDown => label.push_str("PgDn"),
            KeyCode::Char(' ') => label.push_str("Space"),
            KeyCode::Char(c) if self.modifiers.contains(KeyModifiers::CONTROL) => {
                label.push(c.to_ascii_uppercase());
            }
            KeyCode::Char(c) => label.push(c),
            code => label.push_str(&code.to_string()),
        }
        label
    }
}

/// One line of the table.
#[derive(Clone, Copy, Debug)]
pub struct Binding {
    /// Where it works.
    pub context: Context,
    /// What it does.
    pub command: Command,
    /// All keys for it, the one to show first.
    pub keys: &'static [Key],
    /// What to say about it.
    pub says: &'static str,
}

const fn bind(context: Context, command: Command, keys: &'static [Key], says: &'static str) -> Binding {
    Binding { context, command, keys, says }
}

/// A binding of the board.
const fn board(command: Command, keys: &'static [Key], says: &'static str) -> Binding {
    bind(Context::Board, command, keys, says)
}

const ESC: Key = Key::plain(KeyCode::Esc);
const ENTER: Key = Key::plain(KeyCode::Enter);
const TAB: Key = Key::plain(KeyCode::Tab);
const SPACE: Key = Key::char(' ');
const UP: Key = Key::plain(KeyCode::Up);
const DOWN: Key = Key::plain(KeyCode::Down);
const PAGE_UP: Key = Key::plain(KeyCode::PageUp);
const PAGE_DOWN: Key = Key::plain(KeyCode::PageDown);
const HOME: Key = Key::plain(KeyCode::Home);
const END: Key = Key::plain(KeyCode::End);

const fn shift(code: KeyCode) -> Key {
    Key::with(KeyModifiers::SHIFT, code)
}

/// Keys of one direction: arrow, WASD letter, HJKL letter.
macro_rules! way {
    ($arrow:expr, $wasd:literal, $hjkl:literal) => {
        &[Key::plain($arrow), Key::char($wasd), Key::char($hjkl)]
    };
}

/// Keys of a run: Ctrl or Alt with an arrow (a desktop may keep one of them for itself), Alt with a letter.
macro_rules! run {
    ($arrow:expr, $wasd:literal, $hjkl:literal) => {
        &[
            Key::with(KeyModifiers::CONTROL, $arrow),
            Key::with(KeyModifiers::ALT, $arrow),
            Key::alt($wasd),
            Key::alt($hjkl),
        ]
    };
}

/// Keys of a push to the end: Shift with an arrow or a letter.
macro_rules! to_end {
    ($arrow:expr, $wasd:literal, $hjkl:literal) => {
        &[shift($arrow), Key::char($wasd), Key::char($hjkl)]
    };
}

/// The table.
pub const BINDINGS: &[Binding] = &[
    board(Command::Step(Up), way!(KeyCode::Up, 'w', 'k'), "step or push"),
    board(Command::Step(Left), way!(KeyCode::Left, 'a', 'h'), "step or push"),
    board(Command::Step(Down), way!(KeyCode::Down, 's', 'j'), "step or push"),
    board(Command::Step(Right), way!(KeyCode::Right, 'd', 'l'), "step or push"),
    board(Command::Run(Up), run!(KeyCode::Up, 'w', 'k'), "run until something is in the way"),
    board(Command::Run(Left), run!(KeyCode::Left, 'a', 'h'), "run until something is in the way"),
    board(Command::Run(Down), run!(KeyCode::Down, 's', 'j'), "run until something is in the way"),
    board(Command::Run(Right), run!(KeyCode::Right, 'd', 'l'), "run until something is in the way"),
    board(Command::PushToEnd(Up), to_end!(KeyCode::Up, 'W', 'K'), "push to the end"),
    board(Command::PushToEnd(Left), to_end!(KeyCode::Left, 'A', 'H'), "push to the end"),
    board(Command::PushToEnd(Down), to_end!(KeyCode::Down, 'S', 'J'), "push to the end"),
    board(Command::PushToEnd(Right), to_end!(KeyCode::Right, 'D', 'L'), "push to the end"),
    board(
        Command::UndoPush,
        &[Key::char('u'), Key::plain(KeyCode::Backspace), Key::ctrl('z'), Key::ctrl('h')],
        "undo one push",
    ),
    board(
        Command::RedoPush,
        &[Key::char('y'), Key::plain(KeyCode::Insert), Key::ctrl('y'), Key::ctrl('r')],
        "redo one push",
    ),
    board(Command::UndoMove, &[Key::char(',')], "undo one move"),
    board(Command::RedoMove, &[Key::char('.')], "redo one move"),
    board(Command::Restart, &[ESC, Key::char('r')], "let go of a box; restart (keeps redo)"),
    board(Command::First, &[HOME, Key::char('<')], "first position"),
    board(Command::Last, &[END, Key::char('>')], "last position"),
    board(Command::PreviousLevel, &[PAGE_UP, Key::char('p')], "previous level"),
    board(Command::NextLevel, &[PAGE_DOWN, Key::char('n')], "next level"),
    board(Command::PreviousUnsolved, &[Key::char('['), Key::char('P')], "previous unsolved level"),
    board(Command::NextUnsolved, &[Key::char(']'), Key::char('N')], "next unsolved level"),
    board(Command::Levels, &[TAB, Key::char('o')], "list of levels"),
    board(Command::Help, &[Key::char('i')], "help: off, dead squares, lost games"),
    board(Command::Replay, &[SPACE, Key::char('b')], "replay the best solution"),
    board(Command::Zoom, &[Key::char('z')], "cell size: fit, large, normal, small"),
    board(Command::Keys, &[Key::char('?'), Key::plain(KeyCode::F(1))], "this page"),
    board(Command::Quit, &[Key::char('q')], "quit; the game is kept for next time"),
    bind(Context::Replay, Command::Pause, &[SPACE, Key::char('b')], "play, pause"),
    bind(Context::Replay, Command::Faster, &[Key::char('+'), Key::char('=')], "faster"),
    bind(Context::Replay, Command::Slower, &[Key::char('-')], "slower"),
    bind(Context::Replay, Command::UndoMove, way!(KeyCode::Left, 'a', 'h'), "one move back"),
    bind(Context::Replay, Command::RedoMove, way!(KeyCode::Right, 'd', 'l'), "one move on"),
    bind(Context::Replay, Command::UndoPush, &[Key::char(','), Key::char('u')], "one push back"),
    bind(Context::Replay, Command::RedoPush, &[Key::char('.'), Key::char('y')], "one push on"),
    bind(Context::Replay, Command::First, &[HOME, Key::char('<')], "to the start"),
    bind(Context::Replay, Command::Last, &[END, Key::char('>')], "to the end"),
    bind(Context::Replay, Command::OtherBest, &[TAB], "the other best: moves or pushes"),
    bind(Context::Replay, Command::Zoom, &[Key::char('z')], "cell size"),
    bind(Context::Replay, Command::Close, &[ESC, Key::char('q'), ENTER], "back to the game"),
    bind(Context::List, Command::Up, &[UP], "one up"),
    bind(Context::List, Command::Down, &[DOWN], "one down"),
    bind(Context::List, Command::PageUp, &[PAGE_UP], "one page up"),
    bind(Context::List, Command::PageDown, &[PAGE_DOWN], "one page down"),
    bind(Context::List, Command::First, &[HOME], "first"),
    bind(Context::List, Command::Last, &[END], "last"),
    bind(Context::List, Command::OnlyUnsolved, &[TAB], "only unsolved, or all"),
    bind(
        Context::List,
        Command::Erase,
        &[Key::plain(KeyCode::Backspace), Key::ctrl('h')],
        "erase a character of the filter",
    ),
    bind(Context::List, Command::Accept, &[ENTER], "open the level"),
    bind(Context::List, Command::Close, &[ESC], "close"),
    bind(Context::Solved, Command::Accept, &[ENTER, Key::char('n'), PAGE_DOWN], "next unsolved level"),
    bind(Context::Solved, Command::Replay, &[SPACE, Key::char('b')], "replay the best solution"),
    bind(Context::Solved, Command::Restart, &[Key::char('r')], "play it again"),
    bind(
        Context::Solved,
        Command::UndoPush,
        &[Key::char('u'), Key::plain(KeyCode::Backspace)],
        "undo one push",
    ),
    bind(Context::Solved, Command::Levels, &[TAB, Key::char('o')], "list of levels"),
    bind(Context::Solved, Command::Close, &[ESC], "look at the board"),
    bind(Context::Solved, Command::Quit, &[Key::char('q')], "quit"),
    bind(Context::Keys, Command::Up, &[UP, Key::char('k'), Key::char('w')], "one line up"),
    bind(Context::Keys, Command::Down, &[DOWN, Key::char('j'), Key::char('s')], "one line down"),
    bind(Context::Keys, Command::PageUp, &[PAGE_UP], "one page up"),
    bind(Context::Keys, Command::PageDown, &[PAGE_DOWN, SPACE], "one page down"),
    bind(Context::Keys, Command::First, &[HOME], "first line"),
    bind(Context::Keys, Command::Last, &[END], "last line"),
    bind(Context::Keys, Command::Close, &[ESC, Key::char('q'), Key::char('?'), ENTER], "close"),
    bind(Context::Confirm, Command::Accept, &[Key::char('y')], "quit"),
    bind(Context::Confirm, Command::Close, &[Key::char('n'), ESC], "stay"),
    bind(Context::Anywhere, Command::Quit, &[Key::ctrl('c'), Key::ctrl('q')], "quit"),
    bind(Context::Anywhere, Command::Redraw, &[Key::ctrl('l')], "draw the screen afresh"),
];

/// What the pointer does, for the page of keys.
pub const GESTURES: &[(&str, &str)] = &[
    ("click a free cell", "walk there"),
    ("click a box, then a lit cell", "push it there by a shortest way"),
    ("drag a box", "the same in one gesture"),
    ("right click", "let go of a box; undo one push"),
    ("wheel", "undo and redo pushes; scroll lists"),
    ("click the timeline", "go to that move"),
];

/// What a key means here.
pub fn command(context: Context, key: Key) -> Option<Command> {
    let bound = |c: Context| BINDINGS.iter().find(|b| b.context == c && b.keys.contains(&key));
    bound(context).or_else(|| bound(Context::Anywhere)).map(|b| b.command)
}

/// The first key of a command, for buttons.
pub(crate) fn key_of(context: Context, command: Command) -> Option<Key> {
    BINDINGS.iter().find(|b| b.context == context && b.command == command)?.keys.first().copied()
}
