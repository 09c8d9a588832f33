//! How the program ends: five numbers that scripts may rely on.
//!
//! | code | meaning |
//! |---|---|
//! | 0 | everything asked for was done; `solve`: every level is solved |
//! | 1 | some level is not solved; `generate`: too few were found |
//! | 2 | bad usage or bad input |
//! | 70 | a bug in Sokolab |
//! | 130 | interrupted; what was found so far was printed |
//!
//! When several apply, the largest wins. A reader that closes the pipe (`| head`) has seen enough: that is no
//! error. [`Failure`] is what a command returns when it cannot go on at all.

use std::{fmt, io, process::ExitCode};

use soko_lab::{DefinitionError, StoreError};

/// The exit status. Ordered: of two, the larger one wins.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Exit {
    /// Everything asked for was done.
    Done,
    /// Some level is not solved.
    Unsolved,
    /// Bad usage or bad input.
    BadInput,
    /// A bug in Sokolab.
    Bug,
    /// Interrupted by hand.
    Interrupted,
}

impl Exit {
    /// All of them, for help and manual.
    pub(crate) const ALL: [Self; 5] =
        [Self::Done, Self::Unsolved, Self::BadInput, Self::Bug, Self::Interrupted];

    /// The number given to the shell.
    pub(crate) const fn code(self) -> u8 {
        match self {
            Self::Done => 0,
            Self::Unsolved => 1,
            Self::BadInput => 2,
            Self::Bug => 70,
            Self::Interrupted => 130,
        }
    }

    /// What the number says.
    pub(crate) const fn meaning(self) -> &'static str {
        match self {
            Self::Done => "everything asked for was done; for solve: every level is solved",
            Self::Unsolved => "some level is not solved; for generate: too few were found",
            Self::BadInput => "bad usage or bad input",
            Self::Bug => "a bug in Sokolab",
            Self::Interrupted => "interrupted; what was found so far was printed",
        }
    }
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> Self {
        Self::from(exit.code())
    }
}

/// Why a command could not go on.
#[derive(Debug)]
pub(crate) enum Failure {
    /// Something to tell, mostly about the arguments or the input, and what to do about it.
    Message {
        /// How the program ends for it.
        exit: Exit,
        /// What is wrong.
        message: String,
        /// What would be right.
        help: Option<String>,
    },
    /// Standard output took no more.
    Output(io::Error),
}

impl Failure {
    /// Bad input with no more to say about it.
    pub(crate) fn input(message: impl fmt::Display) -> Self {
        Self::Message { exit: Exit::BadInput, message: message.to_string(), help: None }
    }

    /// Bad input and the way out.
    pub(crate) fn with_help(message: impl fmt::Display, help: impl fmt::Display) -> Self {
        Self::Message { exit: Exit::BadInput, message: message.to_string(), help: Some(help.to_string()) }
    }

    /// A level that is not solved, or not found.
    pub(crate) fn unsolved(message: impl fmt::Display, help: impl fmt::Display) -> Self {
        Self::Message { exit: Exit::Unsolved, message: message.to_string(), help: Some(help.to_string()) }
    }

    /// How the program ends for it. A closed pipe is no failure.
    pub(crate) fn exit(&self) -> Exit {
        match self {
            Self::Message { exit, .. } => *exit,
            Self::Output(_) if self.is_closed_pipe() => Exit::Done,
            Self::Output(_) => Exit::BadInput,
        }
    }

    /// Did the reader of our output go away?
    pub(crate) fn is_closed_pipe(&self) -> bool {
        matches!(self, Self::Output(error) if error.kind() == io::ErrorKind::BrokenPipe)
    }
}

/// `?` on a write to standard output.
impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        Self::Output(error)
    }
}

/// A results file that cannot be used.
impl From<StoreError> for Failure {
    fn from(error: StoreError) -> Self {
        Self::with_help(&error, error.remedy())
    }
}

/// An experiment that cannot be understood.
impl From<DefinitionError> for Failure {
    fn from(error: DefinitionError) -> Self {
        Self::with_help(&error, &error.help)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_worse_exit_wins_and_the_numbers_are_fixed() {
        assert_eq!(Exit::Unsolved.max(Exit::BadInput), Exit::BadInput);
        assert_eq!(Exit::BadInput.max(Exit::Interrupted), Exit::Interrupted);
        assert_eq!(Exit::ALL.map(Exit::code), [0, 1, 2, 70, 130]);
    }
}
