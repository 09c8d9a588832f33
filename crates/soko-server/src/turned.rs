//! Boards as a page shows them: turned and mirrored. The level itself stays as it is.

use std::borrow::Cow;

use soko_core::{Board, Symmetry};

use crate::problem::Problem;

/// The board under a symmetry, by its number.
pub(crate) fn turned(board: &Board, turn: Option<usize>) -> Result<Cow<'_, Board>, Problem> {
    let Some(number) = turn.filter(|&number| number != 0) else { return Ok(Cow::Borrowed(board)) };
    let symmetry = Symmetry::numbered(number);
    let symmetry = symmetry.ok_or_else(|| Problem::bad("turn must be a number from 0 to 7"))?;
    Ok(Cow::Owned(symmetry.board(board)))
}
