//! The table of keys is complete and free of contradictions.

use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use soko_core::Direction;
use soko_tui::{
    GlyphSet,
    command::Command,
    keymap::{self, BINDINGS, Context, Key},
};

/// The command after this one. The match names every variant, so a new command cannot be forgotten here.
fn next(command: Command) -> Option<Command> {
    use Command as C;
    let turn = |direction: Direction| {
        let after = Direction::ALL.iter().position(|&d| d == direction).unwrap() + 1;
        Direction::ALL.get(after).copied()
    };
    Some(match command {
        C::Step(d) => turn(d).map_or(C::Run(Direction::Up), C::Step),
        C::Run(d) => turn(d).map_or(C::PushToEnd(Direction::Up), C::Run),
        C::PushToEnd(d) => turn(d).map_or(C::UndoPush, C::PushToEnd),
        C::UndoPush => C::RedoPush,
        C::RedoPush => C::UndoMove,
        C::UndoMove => C::RedoMove,
        C::RedoMove => C::Restart,
        C::Restart => C::First,
        C::First => C::Last,
        C::Last => C::PreviousLevel,
        C::PreviousLevel => C::NextLevel,
        C::NextLevel => C::PreviousUnsolved,
        C::PreviousUnsolved => C::NextUnsolved,
        C::NextUnsolved => C::Levels,
        C::Levels => C::Help,
        C::Help => C::Replay,
        C::Replay => C::Zoom,
        C::Zoom => C::Keys,
        C::Keys => C::Quit,
        C::Quit => C::Redraw,
        C::Redraw => C::Pause,
        C::Pause => C::Faster,
        C::Faster => C::Slower,
        C::Slower => C::OtherBest,
        C::OtherBest => C::Up,
        C::Up => C::Down,
        C::Down => C::PageUp,
        C::PageUp => C::PageDown,
        C::PageDown => C::OnlyUnsolved,
        C::OnlyUnsolved => C::Erase,
        C::Erase => C::Accept,
        C::Accept => C::Close,
        C::Close => return None,
    })
}

#[test]
fn every_command_has_a_key() {
    let mut command = Some(Command::Step(Direction::Up));
    let mut count = 0;
    while let Some(c) = command {
        assert!(BINDINGS.iter().any(|b| b.command == c && !b.keys.is_empty()), "{c:?} has no key");
        command = next(c);
        count += 1;
    }
    assert_eq!(count, 42);
}

#[test]
fn no_key_means_two_things() {
    for context in Context::ALL {
        let here = |c: Context| c == context || c == Context::Anywhere;
        let keys: Vec<_> = BINDINGS
            .iter()
            .filter(|b| here(b.context))
            .flat_map(|b| b.keys.iter().map(move |k| (k, b)))
            .collect();
        for (index, (key, binding)) in keys.iter().enumerate() {
            let twin = keys[..index].iter().find(|(other, _)| other == key);
            assert!(
                twin.is_none(),
                "{} means {:?} and {:?} in {context:?}",
                key.label(GlyphSet::Unicode),
                binding.command,
                twin.unwrap().1.command
            );
        }
    }
}

#[test]
fn the_three_schools_of_movement_agree() {
    let command = |code, modifiers| keymap::command(Context::Board, Key::of(&KeyEvent::new(code, modifiers)));
    let schools = [
        (Direction::Up, KeyCode::Up, 'w', 'k'),
        (Direction::Left, KeyCode::Left, 'a', 'h'),
        (Direction::Down, KeyCode::Down, 's', 'j'),
        (Direction::Right, KeyCode::Right, 'd', 'l'),
    ];
    for (direction, arrow, wasd, vim) in schools {
        assert_eq!(command(arrow, KeyModifiers::NONE), Some(Command::Step(direction)));
        assert_eq!(command(arrow, KeyModifiers::CONTROL), Some(Command::Run(direction)));
        assert_eq!(command(arrow, KeyModifiers::SHIFT), Some(Command::PushToEnd(direction)));
        for letter in [wasd, vim] {
            assert_eq!(command(KeyCode::Char(letter), KeyModifiers::NONE), Some(Command::Step(direction)));
            assert_eq!(command(KeyCode::Char(letter), KeyModifiers::ALT), Some(Command::Run(direction)));
            // Terminals differ in whether they report Shift with a capital.
            for modifiers in [KeyModifiers::NONE, KeyModifiers::SHIFT] {
                let capital = KeyCode::Char(letter.to_ascii_uppercase());
                assert_eq!(command(capital, modifiers), Some(Command::PushToEnd(direction)));
            }
        }
    }
}

#[test]
fn letters_reach_the_filter_of_the_list() {
    for c in ' '..='~' {
        let key = Key::of(&KeyEvent::new(KeyCode::Char(c), KeyModifiers::NONE));
        assert_eq!(keymap::command(Context::List, key), None, "{c:?} is taken");
        assert_eq!(key.typed(), Some(c));
    }
}

#[test]
fn labels_are_ascii_where_they_must_be() {
    for key in BINDINGS.iter().flat_map(|b| b.keys) {
        assert!(key.label(GlyphSet::Ascii).is_ascii());
        assert!(!key.label(GlyphSet::Unicode).is_empty());
    }
}
