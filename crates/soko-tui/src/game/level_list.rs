//! The list of levels: filter by typing, hide the solved ones, open one.

use super::{Card, Game, Mode};
use crate::command::{Command, Input};

/// A page of the list, for PgUp and PgDn. The model does not know how many lines fit on the screen.
const PAGE: usize = 10;

/// The open list.
#[derive(Clone, Debug)]
pub struct LevelList {
    filter: String,
    only_unsolved: bool,
    matches: Vec<usize>,
    /// Index into `matches`.
    selected: usize,
}

impl LevelList {
    fn new(cards: &[Card], current: usize) -> Self {
        let mut list = Self { filter: String::new(), only_unsolved: false, matches: Vec::new(), selected: 0 };
        list.refresh(cards, Some(current));
        list
    }

    /// What was typed.
    pub fn filter(&self) -> &str {
        &self.filter
    }

    /// Are solved levels hidden?
    pub(crate) const fn only_unsolved(&self) -> bool {
        self.only_unsolved
    }

    /// The levels that pass, by index.
    pub fn matches(&self) -> &[usize] {
        &self.matches
    }

    /// Which of the matches is selected.
    pub(crate) const fn selected(&self) -> usize {
        self.selected
    }

    /// Finds the matches again and keeps `level` selected, or else the nearest after it.
    fn refresh(&mut self, cards: &[Card], level: Option<usize>) {
        let level = level.or_else(|| self.matches.get(self.selected).copied()).unwrap_or(0);
        let wanted = self.filter.to_lowercase();
        let passes = |&index: &usize| {
            let card: &Card = &cards[index];
            !(self.only_unsolved && card.record.is_solved())
                && (wanted.is_empty() || matches_filter(card, index, &wanted))
        };
        self.matches = (0..cards.len()).filter(passes).collect();
        let place = self.matches.partition_point(|&m| m < level);
        self.selected = place.min(self.matches.len().saturating_sub(1));
    }
}

/// A filter is a level number or part of the title, name or author.
fn matches_filter(card: &Card, index: usize, wanted: &str) -> bool {
    let has = |text: &str| text.to_lowercase().contains(wanted);
    (index + 1).to_string() == wanted
        || has(card.title())
        || has(&card.level.name)
        || card.level.author.as_deref().is_some_and(has)
}

impl Game {
    pub(super) fn open_list(&mut self) {
        self.mode = Mode::List(LevelList::new(&self.cards, self.current));
    }

    pub(super) fn update_list(&mut self, input: Input) -> Option<Input> {
        let Mode::List(list) = &mut self.mode else { return Some(input) };
        let bottom = list.matches.len().saturating_sub(1);
        match input {
            Input::Type(c) => {
                list.filter.push(c);
                list.refresh(&self.cards, None);
            }
            Input::Pick(line) if line <= bottom => {
                // A click selects, a click on the selected level opens it.
                if list.selected == line {
                    return self.update_list(Command::Accept.into());
                }
                list.selected = line;
            }
            Input::Command(Command::Erase) => {
                list.filter.pop();
                list.refresh(&self.cards, None);
            }
            Input::Command(Command::OnlyUnsolved) => {
                list.only_unsolved = !list.only_unsolved;
                list.refresh(&self.cards, None);
            }
            Input::Command(Command::Up) => list.selected = list.selected.saturating_sub(1),
            Input::Command(Command::Down) => list.selected = (list.selected + 1).min(bottom),
            Input::Command(Command::PageUp) => list.selected = list.selected.saturating_sub(PAGE),
            Input::Command(Command::PageDown) => list.selected = (list.selected + PAGE).min(bottom),
            Input::Command(Command::First) => list.selected = 0,
            Input::Command(Command::Last) => list.selected = bottom,
            Input::Command(Command::Close) => self.mode = Mode::Play,
            Input::Command(Command::Accept) => {
                if let Some(&index) = list.matches.get(list.selected) {
                    self.mode = Mode::Play;
                    self.open(index);
                }
            }
            other => return Some(other),
        }
        None
    }
}
