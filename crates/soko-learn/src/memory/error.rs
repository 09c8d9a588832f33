//! Why a memory cannot be used, and what to do about it.

/// Why a memory cannot be used.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum MemoryError {
    /// Not a table at all.
    #[error("this is no table of a learner")]
    Foreign,
    /// Written by a later program.
    #[error("this table has format {version}, and this program reads format {known}")]
    Newer {
        /// Its format.
        version: u64,
        /// The one that is known here.
        known: u64,
    },
    /// Cut off.
    #[error("this table is cut off: {wanted} bytes are announced, {there} are there")]
    Truncated {
        /// Bytes announced.
        wanted: u64,
        /// Bytes there.
        there: u64,
    },
    /// Something in it is wrong.
    #[error("this table is damaged: {what}")]
    Damaged {
        /// What is wrong.
        what: &'static str,
    },
    /// Learnt by another player.
    #[error("this table was learnt by {there}, not by {here}")]
    OtherPlayer {
        /// Who learnt it.
        there: String,
        /// Who was to go on.
        here: &'static str,
    },
    /// Learnt on another board.
    #[error("this table was learnt on another level ({there}, not {here})")]
    OtherLevel {
        /// Hash of the level it is about.
        there: String,
        /// Hash of the level at hand.
        here: String,
    },
    /// Another kind of table.
    #[error("this table is over {there}, and the player's is over {here}")]
    OtherKind {
        /// What it tells apart.
        there: &'static str,
        /// What the player tells apart.
        here: &'static str,
    },
    /// A parameter that changes what values mean.
    #[error(
        "this table was learnt with {name}={there}, not {here}, and its values would mean something else"
    )]
    OtherParameter {
        /// The parameter.
        name: String,
        /// Its value when the table was learnt.
        there: String,
        /// Its value now.
        here: String,
    },
}

impl MemoryError {
    /// The way out.
    pub fn remedy(&self) -> String {
        match self {
            Self::Foreign => "name a file that 'sokolab learn --table' has written".to_owned(),
            Self::Newer { .. } => "use the program that wrote it, or a newer one".to_owned(),
            Self::Truncated { .. } | Self::Damaged { .. } => {
                "take a copy of it, or learn it anew under another name".to_owned()
            }
            Self::OtherPlayer { there, .. } => {
                format!("go on with --player {there}, or name another file")
            }
            Self::OtherLevel { .. } => {
                "name the level it was learnt on ('sokolab table' draws it), or another file".to_owned()
            }
            Self::OtherKind { .. } => "name another file".to_owned(),
            Self::OtherParameter { name, there, .. } => {
                format!("go on with --set {name}={there}, or name another file")
            }
        }
    }
}
