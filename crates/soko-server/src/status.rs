//! The seven statuses of a solver, and what each of them allows.
//!
//! The Brno program (Petr Žlebek 2021) has them, each with what may be done in it. It is one table here; the server refuses
//! by it, and the page enables and disables its controls by it. A paused run is solving, so is one that waits for its turn.
//! Out of time is the name for every limit that was reached; which one it was is said in words beside it.

use schemars::JsonSchema;
use serde::Serialize;

/// A status.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Stage {
    /// The level has not been looked at, or cannot be played.
    NotPrepared,
    /// Level and player are set.
    Ready,
    /// The player plays, waits for its turn or is paused.
    Solving,
    /// There is a solution.
    Solved,
    /// Ended by hand, or by an accident.
    Stopped,
    /// A limit was reached: time, memory or positions.
    OutOfTime,
    /// Proven to have no solution.
    NoSolution,
}

/// A status with what it allows.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, JsonSchema)]
pub(crate) struct StageInfo {
    /// Its name.
    id: Stage,
    /// Its name for people.
    title: &'static str,
    /// What may be done in it.
    allows: Allows,
}

/// What may be done.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[expect(clippy::struct_excessive_bools, reason = "a row of a table of yes and no")]
pub(crate) struct Allows {
    /// Choose another level.
    change_level: bool,
    /// Choose another player or other parameters.
    change_player: bool,
    /// Start a run.
    run: bool,
    /// Make the best known solution shorter, if there is one.
    optimize: bool,
    /// Stop or pause the run.
    stop: bool,
    /// Walk through the positions of the run.
    walk: bool,
    /// Save the protocol of the run.
    export_protocol: bool,
    /// Save the board.
    export_board: bool,
}

impl Allows {
    /// Stop or pause the run?
    pub(crate) const fn stop(self) -> bool {
        self.stop
    }

    /// Walk through the positions of the run?
    pub(crate) const fn walk(self) -> bool {
        self.walk
    }

    /// Save the protocol of the run?
    pub(crate) const fn export_protocol(self) -> bool {
        self.export_protocol
    }
}

/// The table. A column per right, in the order of [`Allows`].
const TABLE: [(Stage, &str, [bool; 8]); 7] = [
    //                                      level  player run    shorter stop   walk   protocol board
    (Stage::NotPrepared, "not prepared", [true, true, false, false, false, false, false, true]),
    (Stage::Ready, "ready", [true, true, true, true, false, false, false, true]),
    (Stage::Solving, "solving", [false, false, false, false, true, false, false, false]),
    (Stage::Solved, "solved", [true, true, true, true, false, true, true, true]),
    (Stage::Stopped, "stopped", [true, true, true, true, false, true, true, true]),
    (Stage::OutOfTime, "out of time", [true, true, true, true, false, true, true, true]),
    (Stage::NoSolution, "no solution", [true, true, true, false, false, false, true, true]),
];

impl Stage {
    /// All of them, with what they allow.
    pub(crate) fn table() -> [StageInfo; 7] {
        TABLE.map(|(id, title, rights)| {
            let [change_level, change_player, run, optimize, stop, walk, export_protocol, export_board] =
                rights;
            let allows = Allows {
                change_level,
                change_player,
                run,
                optimize,
                stop,
                walk,
                export_protocol,
                export_board,
            };
            StageInfo { id, title, allows }
        })
    }

    fn info(self) -> StageInfo {
        Self::table()[self as usize]
    }

    /// What it allows.
    pub(crate) fn allows(self) -> Allows {
        self.info().allows
    }

    /// Its name for people.
    pub(crate) fn title(self) -> &'static str {
        self.info().title
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_is_in_the_order_of_the_statuses() {
        for (i, info) in Stage::table().into_iter().enumerate() {
            assert_eq!(info.id as usize, i, "{}", info.title);
        }
    }

    #[test]
    fn each_status_forbids_what_the_brno_program_forbids_in_it() {
        let solving = Stage::Solving.allows();
        assert!(!solving.change_level && !solving.change_player && !solving.run && !solving.export_board);
        assert!(solving.stop);
        for info in Stage::table() {
            let ended =
                matches!(info.id, Stage::Solved | Stage::Stopped | Stage::OutOfTime | Stage::NoSolution);
            assert_eq!(info.allows.export_protocol, ended, "{}", info.title);
            assert_eq!(info.allows.walk, ended && info.id != Stage::NoSolution, "{}", info.title);
            assert_eq!(info.allows.stop, info.id == Stage::Solving, "{}", info.title);
            assert_eq!(info.allows.export_board, info.id != Stage::Solving, "{}", info.title);
            assert_eq!(
                info.allows.optimize,
                info.allows.run && info.id != Stage::NoSolution,
                "{}",
                info.title
            );
            assert_eq!(
                info.allows.run,
                !matches!(info.id, Stage::NotPrepared | Stage::Solving),
                "{}",
                info.title
            );
        }
    }
}
