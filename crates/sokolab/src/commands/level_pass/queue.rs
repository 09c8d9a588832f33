//! Files and their levels, one after another: a file is read when its turn comes.

use std::sync::Arc;

use crate::level_source::{LevelFile, Unreadable};

/// A file as it was read, or why it could not be.
pub(super) type Opened = Result<LevelFile, Unreadable>;

/// The same, to be shared.
pub(super) type Begun = Result<Arc<LevelFile>, Unreadable>;

/// What is to be done next.
pub(super) enum Item {
    /// A file begins.
    File(Begun),
    /// A level of it, with how many levels come before it.
    Level(Arc<LevelFile>, usize),
}

/// What is still to be done.
pub(super) struct Queue<F> {
    files: F,
    /// The file at hand, and how many of its levels have been taken.
    at_hand: Option<(Arc<LevelFile>, usize)>,
    /// How many items have been taken.
    taken: usize,
}

impl<F: Iterator<Item = Opened>> Queue<F> {
    pub(super) const fn new(files: F) -> Self {
        Self { files, at_hand: None, taken: 0 }
    }

    /// Levels of the file at hand that were not taken.
    pub(super) fn untried(&self) -> usize {
        self.at_hand.as_ref().map_or(0, |(file, taken)| file.len() - taken)
    }

    fn item(&mut self) -> Option<Item> {
        if let Some((file, taken)) = self.at_hand.as_mut().filter(|(file, taken)| *taken < file.len()) {
            *taken += 1;
            return Some(Item::Level(Arc::clone(file), *taken - 1));
        }
        let file = self.files.next()?.map(Arc::new);
        self.at_hand = file.as_ref().ok().map(|file| (Arc::clone(file), 0));
        Some(Item::File(file))
    }
}

/// Items with their numbers, from 0.
impl<F: Iterator<Item = Opened>> Iterator for Queue<F> {
    type Item = (usize, Item);

    fn next(&mut self) -> Option<Self::Item> {
        let item = self.item()?;
        self.taken += 1;
        Some((self.taken - 1, item))
    }
}
