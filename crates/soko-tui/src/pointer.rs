//! What a mouse event means, given what lies where on the screen.

use ratatui::crossterm::event::{MouseButton, MouseEvent, MouseEventKind};

use crate::{
    command::{Command, Input},
    keymap::Context,
    view::{Hit, Screen},
};

/// The input a mouse event stands for, if any.
pub fn input(event: &MouseEvent, context: Context, screen: &Screen) -> Option<Input> {
    let (column, row) = (event.column, event.row);
    let on_board = context == Context::Board;
    match event.kind {
        MouseEventKind::Down(MouseButton::Left) => match screen.hit(column, row)? {
            Hit::Input(input) => Some(input),
            Hit::Cell(cell) => on_board.then_some(Input::Press(cell)),
        },
        MouseEventKind::Up(MouseButton::Left) if on_board => Some(Input::Release(screen.cell(column, row))),
        MouseEventKind::Drag(MouseButton::Left) | MouseEventKind::Moved if on_board => {
            Some(Input::Hover(screen.cell(column, row)))
        }
        MouseEventKind::Down(MouseButton::Right) => match context {
            Context::Board | Context::Replay | Context::Solved => Some(Command::UndoPush.into()),
            _ => Some(Command::Close.into()),
        },
        MouseEventKind::ScrollUp => wheel(context, Command::UndoPush, Command::Up),
        MouseEventKind::ScrollDown => wheel(context, Command::RedoPush, Command::Down),
        _ => None,
    }
}

fn wheel(context: Context, in_play: Command, in_lists: Command) -> Option<Input> {
    match context {
        Context::Board | Context::Replay => Some(in_play.into()),
        Context::List | Context::Keys => Some(in_lists.into()),
        Context::Solved | Context::Confirm | Context::Anywhere => None,
    }
}
