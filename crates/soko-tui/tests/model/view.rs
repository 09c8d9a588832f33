//! Pictures of the game as plain text, held against files in `tests/golden`.
//!
//! After a wanted change, `SOKO_BLESS=1 cargo test -p soko-tui` writes them anew; then look at the difference.

use std::{fs, path::PathBuf};

use crate::{game_with, levels::level, new_game, play};
use ratatui::{
    Terminal,
    backend::TestBackend,
    buffer::Buffer,
    crossterm::event::{KeyModifiers, MouseButton, MouseEvent, MouseEventKind},
    style::Color,
};
use soko_core::Direction;
use soko_tui::{
    ColourDepth, GlyphSet, Theme,
    command::{Command, Input},
    game::{Game, Preferences},
    keymap::Context,
    pointer,
    records::Book,
    view::{self, Hit, Screen},
};

const MONO: Theme = Theme { colours: ColourDepth::Mono, glyphs: GlyphSet::Unicode };
const ASCII: Theme = Theme { colours: ColourDepth::Mono, glyphs: GlyphSet::Ascii };

fn draw(game: &Game, screen: &mut Screen, (columns, rows): (u16, u16), theme: Theme) -> Buffer {
    let mut terminal = Terminal::new(TestBackend::new(columns, rows)).unwrap();
    terminal.draw(|frame| view::draw(frame, game, screen, theme)).unwrap();
    terminal.backend().buffer().clone()
}

fn text(buffer: &Buffer) -> String {
    let row = |y| {
        let row: String = (0..buffer.area.width).map(|x| buffer[(x, y)].symbol()).collect();
        row.trim_end().to_owned() + "\n"
    };
    (0..buffer.area.height).map(row).collect()
}

fn check(name: &str, game: &Game, size: (u16, u16), theme: Theme) {
    let found = text(&draw(game, &mut Screen::default(), size, theme));
    let path =
        PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/golden")).join(format!("{name}.txt"));
    if std::env::var_os("SOKO_BLESS").is_some() {
        fs::write(&path, &found).unwrap();
    }
    let wanted = fs::read_to_string(&path).unwrap_or_default().replace("\r\n", "\n");
    assert_eq!(found, wanted, "{name} differs; SOKO_BLESS=1 accepts the new picture:\n{found}");
}

fn four_boxes() -> Game {
    let board = "#########\n#   #   #\n# $   $ #\n#.. @ ..#\n# $ # $ #\n#   #   #\n#########";
    let mut levels = crate::levels::levels();
    levels.insert(0, level("Four boxes", board));
    let preferences = Preferences { animate: false, ..Preferences::default() };
    Game::new(levels, Some(0), &Book::default(), preferences).unwrap()
}

/// A hall too large for any screen here.
fn hall() -> Game {
    let wall = "#".repeat(90);
    let row = format!("#{}#\n", " ".repeat(88));
    let middle = format!("#{}@$ .{}#\n", " ".repeat(42), " ".repeat(42));
    let board = format!("{wall}\n{}{middle}{}{wall}", row.repeat(25), row.repeat(25));
    let preferences = Preferences { animate: false, ..Preferences::default() };
    Game::new(vec![level("Hall", &board)], None, &Book::default(), preferences).unwrap()
}

#[test]
fn playing_at_80x24() {
    let mut game = four_boxes();
    play(&mut game, "lu");
    check("play-80x24", &game, (80, 24), MONO);
}

#[test]
fn playing_at_120x40_with_normal_cells() {
    let mut game = four_boxes();
    for _ in 0..2 {
        game.update(Command::Zoom.into());
    }
    check("play-normal-cells-120x40", &game, (120, 40), MONO);
}

#[test]
fn playing_in_a_small_terminal() {
    check("play-40x12", &four_boxes(), (40, 12), MONO);
    check("play-24x7", &four_boxes(), (24, 7), MONO);
    check("too-small-20x5", &four_boxes(), (20, 5), MONO);
}

#[test]
fn playing_in_ascii() {
    let mut game = four_boxes();
    game.update(Command::Help.into());
    check("play-ascii-80x24", &game, (80, 24), ASCII);
    let picture = text(&draw(&game, &mut Screen::default(), (80, 24), ASCII));
    assert!(picture.is_ascii());
    for open in [Command::Keys, Command::Levels] {
        game.update(open.into());
        assert!(text(&draw(&game, &mut Screen::default(), (80, 24), ASCII)).is_ascii());
        game.update(Command::Close.into());
    }
}

#[test]
fn dead_squares_and_a_lost_box() {
    let mut game = four_boxes();
    game.update(Command::Help.into());
    check("dead-squares-80x24", &game, (80, 24), MONO);
    game.update(Command::Help.into());
    play(&mut game, "lluur");
    play(&mut game, "ddlu");
    check("lost-two-pushes-ago-80x24", &game, (80, 24), MONO);
}

#[test]
fn the_lost_position_is_explained() {
    let mut game = new_game();
    game.update(Command::Help.into());
    game.update(Command::Help.into());
    play(&mut game, "urd");
    check("lost-80x24", &game, (80, 24), MONO);
}

#[test]
fn frozen_boxes_and_closed_areas_are_explained() {
    for (name, board) in [("freeze", crate::FREEZE), ("corral", crate::CORRAL)] {
        let mut game = crate::watched(name, board);
        play(&mut game, "r");
        check(&format!("lost-by-{name}-80x24"), &game, (80, 24), MONO);
        check(&format!("lost-by-{name}-40x12"), &game, (40, 12), MONO);
    }
}

#[test]
fn a_box_in_hand_lights_its_targets() {
    let mut game = new_game();
    game.update(Input::Press((3, 2)));
    game.update(Input::Hover(Some((4, 2))));
    check("in-hand-80x24", &game, (80, 24), MONO);
}

#[test]
fn windows() {
    let mut game = four_boxes();
    game.update(Command::Keys.into());
    check("keys-80x24", &game, (80, 24), MONO);
    check("keys-40x12", &game, (40, 12), MONO);
    game.update(Command::Close.into());
    game.update(Command::NextLevel.into());
    play(&mut game, "lrrr");
    check("solved-first-80x24", &game, (80, 24), MONO);
    game.update(Command::Restart.into());
    play(&mut game, "rr");
    check("solved-better-80x24", &game, (80, 24), MONO);
    check("solved-better-40x12", &game, (40, 12), MONO);
    game.update(Command::Levels.into());
    game.update(Input::Type('c'));
    check("list-80x24", &game, (80, 24), MONO);
    check("list-40x12", &game, (40, 12), MONO);
    game.update(Command::Close.into());
    game.ask_before_quitting("cannot write records.json: no space left on device");
    check("confirm-80x24", &game, (80, 24), MONO);
}

#[test]
fn replaying() {
    let mut game = new_game();
    play(&mut game, "lrrr");
    game.update(Command::Replay.into());
    game.update(Input::Advance);
    game.update(Input::Advance);
    check("replay-80x24", &game, (80, 24), MONO);
    check("replay-40x12", &game, (40, 12), MONO);
}

#[test]
fn a_large_board_scrolls_with_the_player() {
    let mut game = hall();
    check("hall-80x24", &game, (80, 24), MONO);
    let mut screen = Screen::default();
    let player = |buffer: &Buffer| text(buffer).contains("••");
    for way in [Direction::Up, Direction::Left, Direction::Down, Direction::Down, Direction::Right] {
        for _ in 0..100 {
            game.update(Command::Step(way).into());
            assert!(player(&draw(&game, &mut screen, (80, 24), MONO)), "the player left the screen");
        }
    }
    // A single step does not move the board under the pointer.
    let before = screen.cell(10, 10);
    game.update(Command::Step(Direction::Left).into());
    draw(&game, &mut screen, (80, 24), MONO);
    assert_eq!(screen.cell(10, 10), before);
}

#[test]
fn any_size_can_be_drawn_in_any_mode() {
    let mut game = four_boxes();
    let open = [None, Some(Command::Keys), Some(Command::Levels)];
    for command in open {
        if let Some(command) = command {
            game.update(command.into());
        }
        for columns in (1..130).step_by(7) {
            for rows in 1..45 {
                draw(&game, &mut Screen::default(), (columns, rows), MONO);
            }
        }
        game.update(Command::Close.into());
    }
    let mut solved = new_game();
    play(&mut solved, "rr");
    let mut asked = new_game();
    asked.ask_before_quitting("because");
    for rows in 1..30 {
        for columns in 1..90 {
            draw(&solved, &mut Screen::default(), (columns, rows), MONO);
            draw(&asked, &mut Screen::default(), (columns, rows), MONO);
        }
    }
}

#[test]
fn monochrome_has_no_colour() {
    let mut game = four_boxes();
    game.update(Command::Help.into());
    let buffer = draw(&game, &mut Screen::default(), (80, 24), MONO);
    assert!(buffer.content.iter().all(|c| c.fg == Color::Reset && c.bg == Color::Reset));
    // Sixteen colours mean the sixteen of the user's palette.
    let basic = Theme { colours: ColourDepth::Basic, ..MONO };
    let buffer = draw(&game, &mut Screen::default(), (80, 24), basic);
    assert!(buffer.content.iter().all(|c| !matches!(c.fg, Color::Rgb(..) | Color::Indexed(_))));
    let indexed = Theme { colours: ColourDepth::Indexed, ..MONO };
    let buffer = draw(&game, &mut Screen::default(), (80, 24), indexed);
    assert!(buffer.content.iter().all(|c| !matches!(c.fg, Color::Rgb(..))));
}

#[test]
fn a_title_cannot_write_to_the_terminal() {
    let mut wicked = level("x", crate::levels::CORRIDOR);
    wicked.title = Some("bell \u{7}, colour \u{1b}[31m, wide 漢字漢字漢字漢字漢字漢字".into());
    wicked.author = Some("\u{9b}2J".into());
    let mut game = Game::new(vec![wicked], None, &Book::default(), Preferences::default()).unwrap();
    for (columns, rows) in [(80, 24), (40, 12), (30, 8)] {
        for _ in 0..2 {
            let buffer = draw(&game, &mut Screen::default(), (columns, rows), MONO);
            assert!(!buffer.content.iter().any(|c| c.symbol().chars().any(char::is_control)));
            game.update(Command::Levels.into());
        }
        game.update(Command::Close.into());
    }
}

fn mouse(kind: MouseEventKind, column: u16, row: u16) -> MouseEvent {
    MouseEvent { kind, column, row, modifiers: KeyModifiers::NONE }
}

#[test]
fn the_pointer_finds_cells_buttons_timeline_and_rows() {
    let mut game = new_game();
    let mut screen = Screen::default();
    let buffer = draw(&game, &mut screen, (80, 24), MONO);
    let find = |buffer: &Buffer, wanted: &str| {
        let wanted: Vec<char> = wanted.chars().collect();
        (0..buffer.area.height)
            .flat_map(|y| (0..buffer.area.width).map(move |x| (x, y)))
            .find(|&(x, y)| {
                wanted
                    .iter()
                    .zip(x..)
                    .all(|(c, x)| x < buffer.area.width && buffer[(x, y)].symbol() == c.to_string())
            })
            .unwrap_or_else(|| panic!("{wanted:?} is not on the screen"))
    };
    let left = MouseEventKind::Down(MouseButton::Left);
    let (x, y) = find(&buffer, "┏━━┓");
    for (dx, dy) in [(0, 0), (3, 0), (0, 1), (3, 1)] {
        assert_eq!(screen.hit(x + dx, y + dy), Some(Hit::Cell((3, 2))));
    }
    assert_eq!(pointer::input(&mouse(left, x, y), Context::Board, &screen), Some(Input::Press((3, 2))));
    assert_eq!(pointer::input(&mouse(left, x, y), Context::Replay, &screen), None);
    let (x, y) = find(&buffer, "Undo");
    assert_eq!(pointer::input(&mouse(left, x, y), Context::Board, &screen), Some(Command::UndoPush.into()));
    let right = MouseEventKind::Down(MouseButton::Right);
    assert_eq!(pointer::input(&mouse(right, 1, 1), Context::Board, &screen), Some(Command::UndoPush.into()));
    let down = MouseEventKind::ScrollDown;
    assert_eq!(pointer::input(&mouse(down, 1, 1), Context::Board, &screen), Some(Command::RedoPush.into()));
    assert_eq!(pointer::input(&mouse(down, 1, 1), Context::List, &screen), Some(Command::Down.into()));
    assert_eq!(screen.hit(0, 5), None);

    play(&mut game, "lrlrlrlr");
    let buffer = draw(&game, &mut screen, (80, 24), MONO);
    let (x, y) = find(&buffer, "━━━━━━━━━━");
    assert_eq!(screen.hit(x, y), Some(Hit::Input(Input::Seek(0))));
    assert_eq!(screen.hit(x + 24, y), Some(Hit::Input(Input::Seek(8))));
    assert_eq!(screen.hit(x + 12, y), Some(Hit::Input(Input::Seek(4))));

    game.update(Command::Levels.into());
    let buffer = draw(&game, &mut screen, (80, 24), MONO);
    let (x, y) = find(&buffer, "Surplus");
    assert_eq!(screen.hit(x, y), Some(Hit::Input(Input::Pick(2))));
    assert_eq!(screen.hit(40, 2), None, "the board below a window is out of reach");
}

#[test]
fn the_list_scrolls_to_the_selected_level() {
    let many = (1..=200).map(|n| level(&format!("Level {n}"), crate::levels::CORRIDOR)).collect();
    let mut game = Game::new(many, Some(150), &Book::default(), Preferences::default()).unwrap();
    game.update(Command::Levels.into());
    let mut screen = Screen::default();
    assert!(text(&draw(&game, &mut screen, (80, 24), MONO)).contains("Level 151 "));
    game.update(Command::Last.into());
    assert!(text(&draw(&game, &mut screen, (80, 24), MONO)).contains("Level 200 "));
    game.update(Command::First.into());
    assert!(text(&draw(&game, &mut screen, (80, 24), MONO)).contains("Level 1 "));
}

#[test]
fn every_key_description_fits_its_page() {
    // 76 columns are inside a window on 80; the keys take 38 and a blank.
    for binding in soko_tui::keymap::BINDINGS {
        assert!(binding.says.chars().count() <= 37, "{}", binding.says);
    }
    for (gesture, says) in soko_tui::keymap::GESTURES {
        assert!(gesture.chars().count() <= 38 && says.chars().count() <= 37);
    }
}

#[test]
fn the_game_with_records_shows_them() {
    let mut game = game_with(&Book::default(), Some(0));
    play(&mut game, "lrrr");
    game.update(Command::Close.into());
    check("with-best-80x24", &game, (80, 24), MONO);
}

#[test]
fn a_level_with_nothing_to_push_is_drawn_and_played() {
    for board in [
        "#####\n#@#*#\n#####",
        "#######\n#   #*#\n# @ ###\n#######",
        "#######\n#@ .#*#\n#######",
        "#######\n#@$ #*#\n#######",
    ] {
        let preferences = Preferences { animate: false, ..Preferences::default() };
        let mut game =
            Game::new(vec![level("Out of reach", board)], Some(0), &Book::default(), preferences).unwrap();
        for size in [(20, 5), (80, 24), (200, 60)] {
            draw(&game, &mut Screen::default(), size, MONO);
        }
        play(&mut game, "rlud");
        for command in
            [Command::Run(Direction::Right), Command::PushToEnd(Direction::Right), Command::Restart]
        {
            game.update(command.into());
            draw(&game, &mut Screen::default(), (80, 24), ASCII);
        }
    }
}
