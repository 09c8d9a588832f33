//! From macro moves to the single pushes of the game.

use soko_core::{Motion, Push, State};

use crate::{
    level_tables::LevelTables,
    macro_move::{Explorer, MacroMove},
};

/// The pushes of the game that some moves from a position make or undo, in the order of the moves.
///
/// # Panics
/// If a move cannot be made.
pub(crate) fn pushes_of<const W: usize, M: Motion>(
    tables: &LevelTables<'_, W>,
    (mut state, moves): (State<W>, Vec<MacroMove>),
) -> Vec<Push> {
    let maze = &tables.maze;
    let forbidden = if M::BACKWARD { maze.floor().without(&tables.reached) } else { tables.dead };
    let mut explorer = Explorer::default();
    let mut pushes: Vec<Push> = Vec::new();
    for macro_move in moves {
        let region = maze.region(&state.boxes, state.player);
        let found = explorer.pushes::<M>(maze, (&state.boxes, &region), macro_move, &forbidden);
        pushes.extend(found.expect("a move that was found is found again"));
        state = State { boxes: macro_move.applied(&state.boxes), player: macro_move.player };
    }
    pushes
}
