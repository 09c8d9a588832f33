//! Going from level to level, and the two smallest windows: the page of keys and the question before quitting.

use soko_core::Session;

use super::{Card, Effects, Game, Mode, Quit};
use crate::{
    command::{Command, Input},
    records::Book,
};

/// Lines that PgUp and PgDn scroll on the page of keys.
const PAGE: usize = 10;

impl Game {
    /// The level played last, if it is among these and unsolved; else the first unsolved one from there on.
    pub(super) fn where_left(&self, book: &Book) -> usize {
        let recent: Vec<_> = book.recent().collect();
        let ago = |card: &Card| {
            let key = card.hash.to_string();
            recent.iter().position(|&k| k == key)
        };
        let played = self.cards.iter().enumerate().filter_map(|(index, card)| Some((ago(card)?, index)));
        let last = played.min().map_or(0, |(_, index)| index);
        let unfinished = |&i: &usize| {
            let record = &self.cards[i].record;
            record.snapshot.is_some() || !record.is_solved()
        };
        (last..self.cards.len()).chain(0..last).find(unfinished).unwrap_or(last)
    }

    /// Goes to another level; the game here can be resumed later.
    pub(super) fn open(&mut self, index: usize) {
        self.keep_snapshot();
        self.current = index;
        self.begin();
    }

    /// Sets up the current level, as it was left.
    pub(super) fn begin(&mut self) {
        let card = &self.cards[self.current];
        self.session = Session::new(card.level.level.clone());
        self.dead = soko_analysis::dead_squares(&card.level.level);
        self.watch = None;
        self.help_used = self.help;
        self.grab = None;
        self.hover = None;
        self.pressed = None;
        if let Some(snapshot) = &card.record.snapshot {
            self.help_used = self.help_used.max(snapshot.help);
            self.session.play(&snapshot.moves);
            self.session.jump(snapshot.done);
            self.say(format!("Resumed after {} moves. Esc starts over.", snapshot.done));
        }
    }

    pub(super) fn move_by(&mut self, levels: isize) {
        match self.current.checked_add_signed(levels) {
            None => self.say("This is the first level."),
            Some(index) if index >= self.cards.len() => self.say("This is the last level."),
            Some(index) => self.open(index),
        }
    }

    /// The nearest unsolved level after or before this one, going round at the ends.
    pub(super) fn open_unsolved(&mut self, forward: bool) {
        let (count, here) = (self.cards.len(), self.current);
        let at = |distance: usize| {
            if forward { (here + distance) % count } else { (here + count - distance) % count }
        };
        match (1..count).map(at).find(|&i| !self.cards[i].record.is_solved()) {
            Some(index) => self.open(index),
            None if self.card().record.is_solved() => self.say("Every level is solved."),
            None => self.say("This is the only unsolved level."),
        }
    }

    pub(super) fn update_keys(&mut self, input: Input) -> Option<Input> {
        let Mode::Keys(line) = &mut self.mode else { return Some(input) };
        let Input::Command(command) = input else { return Some(input) };
        match command {
            Command::Up => *line = line.saturating_sub(1),
            Command::Down => *line += 1,
            Command::PageUp => *line = line.saturating_sub(PAGE),
            Command::PageDown => *line += PAGE,
            Command::First => *line = 0,
            Command::Last => *line = usize::MAX,
            Command::Close => self.mode = Mode::Play,
            other => return Some(other.into()),
        }
        None
    }

    /// The page of keys has fewer lines than it was scrolled by: the screen knows, the model does not.
    pub fn limit_keys_scroll(&mut self, most: usize) {
        if let Mode::Keys(line) = &mut self.mode {
            *line = (*line).min(most);
        }
    }

    pub(super) fn update_confirm(&mut self, input: Input, effects: &mut Effects) -> Option<Input> {
        match input {
            Input::Command(Command::Accept | Command::Quit) => {
                effects.quit = Quit::Regardless;
            }
            Input::Command(Command::Close) => self.mode = Mode::Play,
            other => return Some(other),
        }
        None
    }
}
