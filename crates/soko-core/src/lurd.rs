//! LURD notation: `l u r d` for steps, upper case for pushes.
//!
//! Case carries no information that the rules do not recompute, so reading keeps the directions only and
//! writing takes the case from the replay.

use crate::{Direction, Step};

/// Reads LURD letters of either case; blanks and line ends are skipped.
///
/// # Errors
/// The first character that is neither.
pub fn parse(text: &str) -> Result<Vec<Direction>, LurdError> {
    let letters = text.chars().enumerate().filter(|(_, c)| !c.is_whitespace());
    letters
        .map(|(index, character)| Direction::from_letter(character).ok_or(LurdError { index, character }))
        .collect()
}

/// Writes steps as LURD.
pub fn format(steps: &[Step]) -> String {
    steps
        .iter()
        .map(|step| {
            let letter = step.direction.letter();
            if step.push { letter.to_ascii_uppercase() } else { letter }
        })
        .collect()
}

/// A character that is no LURD letter.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("character {} of the moves is '{character}': only l, u, r, d and their capitals are moves", .index + 1)]
pub struct LurdError {
    /// Place in the text, counted in characters from 0.
    pub index: usize,
    /// The character.
    pub character: char,
}
