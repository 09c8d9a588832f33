//! Finding players by name in an explicit list.

use crate::{Descriptor, parameter::names};

/// All players, in the order in which they are shown. Reading the slice top to bottom is the feature list.
#[derive(Clone, Copy)]
pub struct Registry(pub &'static [&'static Descriptor]);

impl Registry {
    /// All entries.
    pub fn all(&self) -> impl ExactSizeIterator<Item = &'static Descriptor> + Clone + use<> {
        self.0.iter().copied()
    }

    /// The entry of that name.
    ///
    /// # Errors
    /// No such player; the message lists those there are.
    pub fn find(&self, id: &str) -> Result<&'static Descriptor, UnknownPlayer> {
        self.all()
            .find(|d| d.id == id)
            .ok_or_else(|| UnknownPlayer { name: id.to_owned(), known: names(self.all().map(|d| d.id)) })
    }
}

/// No player of that name.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("unknown player '{name}'; there are: {known}")]
pub struct UnknownPlayer {
    /// The name that was given.
    pub name: String,
    /// The names there are.
    pub known: String,
}
