//! What a person can ask of the game, whichever key, button or gesture says it.

use soko_core::Direction;

/// A request that has a key. What it does depends on what is open; see [`keymap`](crate::keymap).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Command {
    /// One step, pushing a box if one is in the way.
    Step(Direction),
    /// Walk on until something is in the way.
    Run(Direction),
    /// Push on until the box or the player is stopped.
    PushToEnd(Direction),
    /// Take back up to and including the last push.
    UndoPush,
    /// Play again up to and including the next push.
    RedoPush,
    /// Take back one move.
    UndoMove,
    /// Play one move again.
    RedoMove,
    /// Back to the start; everything can be redone.
    Restart,
    /// To the first position of the game or the replay.
    First,
    /// To the last position of the game or the replay.
    Last,
    /// The level before this one.
    PreviousLevel,
    /// The level after this one.
    NextLevel,
    /// The nearest unsolved level before this one.
    PreviousUnsolved,
    /// The nearest unsolved level after this one.
    NextUnsolved,
    /// Open the list of levels.
    Levels,
    /// The next help level.
    Help,
    /// Replay the best solution.
    Replay,
    /// The next cell size.
    Zoom,
    /// Show all keys.
    Keys,
    /// Leave the game.
    Quit,
    /// Draw everything afresh.
    Redraw,
    /// Replay: play or pause.
    Pause,
    /// Replay: faster.
    Faster,
    /// Replay: slower.
    Slower,
    /// Replay: the other of the two best solutions.
    OtherBest,
    /// List and keys: one line up.
    Up,
    /// List and keys: one line down.
    Down,
    /// List and keys: one page up.
    PageUp,
    /// List and keys: one page down.
    PageDown,
    /// List: only unsolved levels, or all.
    OnlyUnsolved,
    /// List: take back one character of the filter.
    Erase,
    /// Do what is proposed: open the level, go on to the next, quit.
    Accept,
    /// Close what is open.
    Close,
}

/// A cell of the level's board: column and row from 0.
pub type Cell = (usize, usize);

/// Anything that can happen to the game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Input {
    /// A key or button.
    Command(Command),
    /// A character typed into the filter of the list.
    Type(char),
    /// The pointer went down on a cell.
    Press(Cell),
    /// The pointer came up, over a cell or elsewhere.
    Release(Option<Cell>),
    /// The pointer is over a cell, or left the board.
    Hover(Option<Cell>),
    /// A line of the level list was clicked; lines are counted among those that pass the filter.
    Pick(usize),
    /// The timeline was clicked: go to this move.
    Seek(usize),
    /// It is time for the next step of a walk or replay.
    Advance,
}

impl From<Command> for Input {
    fn from(command: Command) -> Self {
        Self::Command(command)
    }
}
