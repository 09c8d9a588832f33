//! Where the moves to show come from: the command line, a file, the level's own saved games, or a player.

use std::{
    ffi::OsStr,
    fs::File,
    io::{Read, stdin},
    path::{Path, PathBuf},
};

use soko_core::{Direction, Level, Position, Solution, Step, Verified, identity, lurd, replay};
use soko_formats::{Limits, ReadOptions};
use soko_solver::Status;

use crate::{exit::Failure, level_source::SourceLevel, runner::Runner};

/// Legal moves from the start of a level.
pub(in crate::commands) struct Moves {
    steps: Vec<Step>,
    solution: Option<Verified<Solution>>,
}

impl Moves {
    fn of_solution(solution: Verified<Solution>) -> Self {
        Self { steps: solution.steps().to_vec(), solution: Some(solution) }
    }

    /// The moves.
    pub(in crate::commands) fn steps(&self) -> &[Step] {
        &self.steps
    }

    /// The proof that they solve the level, if they do.
    pub(in crate::commands) const fn solution(&self) -> Option<&Verified<Solution>> {
        self.solution.as_ref()
    }

    /// The box that is pushed next after `played` moves, and which way.
    pub(in crate::commands) fn next_push(
        &self,
        level: &Level,
        position: &Position,
        played: usize,
    ) -> Option<((usize, usize), Direction)> {
        let mut position = position.clone();
        for step in &self.steps[played..] {
            if step.push {
                let pushed = level.next(position.player(), step.direction);
                return Some((level.coordinates(pushed), step.direction));
            }
            position.step(level, step.direction);
        }
        None
    }
}

/// Where to look for moves.
pub(in crate::commands) enum MovesSource {
    /// With the level itself.
    Saved,
    /// On the command line, or in a file that holds nothing else.
    Given(Vec<Direction>),
    /// In a file with solved levels.
    File(PathBuf, Vec<(soko_core::LevelHash, Verified<Solution>)>),
    /// A player finds them.
    Player(Box<Runner>),
}

impl MovesSource {
    /// Looks at the options.
    ///
    /// # Errors
    /// A text that is neither moves nor a readable file.
    pub(in crate::commands) fn new(given: Option<&OsStr>, runner: Option<Runner>) -> Result<Self, Failure> {
        if let Some(runner) = runner {
            return Ok(Self::Player(Box::new(runner)));
        }
        let Some(given) = given else { return Ok(Self::Saved) };
        let path = Path::new(given);
        if given == "-" {
            return Self::from_reader(path, "standard input", stdin().lock());
        }
        if path.is_file() {
            return Self::from_file(path);
        }
        lurd::parse(&given.to_string_lossy()).map(Self::Given).map_err(|error| {
            let message =
                format!("--solution '{}' is no file, and as moves: {error}", given.to_string_lossy());
            Failure::with_help(message, "write moves such as rRuLL, or the name of a file")
        })
    }

    fn from_file(path: &Path) -> Result<Self, Failure> {
        let shown = path.display().to_string();
        let file =
            File::open(path).map_err(|error| Failure::input(format!("cannot read {shown}: {error}")))?;
        Self::from_reader(path, &shown, file)
    }

    fn from_reader(path: &Path, shown: &str, reader: impl Read) -> Result<Self, Failure> {
        let mut bytes = Vec::new();
        reader
            .take(Limits::default().max_bytes as u64 + 1)
            .read_to_end(&mut bytes)
            .map_err(|error| Failure::input(format!("cannot read {shown}: {error}")))?;
        let moves = std::str::from_utf8(&bytes).ok().and_then(|text| lurd::parse(text).ok());
        if let Some(moves) = moves.filter(|moves| !moves.is_empty()) {
            return Ok(Self::Given(moves));
        }
        let options = ReadOptions { name: Some(shown.to_owned()), ..ReadOptions::default() };
        let document = soko_formats::read(&bytes, &options);
        let mut solutions = Vec::new();
        for entry in &document.collection.entries {
            if let (Some(solution), Some(level)) =
                (entry.solutions().next(), soko_core::check(&entry.board).level)
            {
                solutions.push((identity::exact(&level), solution.clone()));
            }
        }
        if solutions.is_empty() {
            let message = format!("{shown} holds neither moves nor a solved level");
            return Err(Failure::with_help(
                message,
                "a file for --solution holds LURD letters, or levels with solutions",
            ));
        }
        Ok(Self::File(path.to_owned(), solutions))
    }

    /// The moves for one level. Without `wanted` a player is not troubled, and nothing found is no error.
    pub(in crate::commands) fn find(
        &self,
        level: &Level,
        source: &SourceLevel<'_>,
        wanted: bool,
    ) -> Result<Option<Moves>, Failure> {
        let none = |message: String, help: &str| {
            if wanted { Err(Failure::with_help(message, help)) } else { Ok(None) }
        };
        match self {
            Self::Saved => match best(source) {
                Some(solution) => Ok(Some(Moves::of_solution(solution))),
                None => none(
                    "no solution is saved with this level".to_owned(),
                    "give moves with --solution, or let a player find them with --solve astar",
                ),
            },
            Self::Given(directions) => {
                let (steps, _) = replay::walk_through(level, directions).map_err(Failure::input)?;
                Ok(Some(Moves { steps, solution: soko_core::replay(level, directions).ok() }))
            }
            Self::File(path, solutions) => {
                let exact = identity::exact(level);
                match solutions.iter().find(|(hash, _)| *hash == exact) {
                    Some((_, solution)) => Ok(Some(Moves::of_solution(solution.clone()))),
                    None => none(
                        format!("{} holds no solution of this level", path.display()),
                        "the file must hold the very same board",
                    ),
                }
            }
            Self::Player(runner) => {
                let report = runner.play(level, source.title().unwrap_or("solving").to_owned());
                match (report.solution, report.status) {
                    (Some(solution), _) => Ok(Some(Moves::of_solution(solution))),
                    (None, Status::Unsolvable) => {
                        Err(Failure::unsolved("this level has no solution (proven)", "change the level"))
                    }
                    (None, status) => Err(Failure::unsolved(
                        format!("{} found no solution: {status}", runner.player.id),
                        "give it more time with --time-limit, or choose another player",
                    )),
                }
            }
        }
    }

    /// Are the level's own saved games the source?
    pub(in crate::commands) const fn is_saved(&self) -> bool {
        matches!(self, Self::Saved)
    }

    /// Has Ctrl-C been pressed while a player was at work?
    pub(in crate::commands) fn interrupted(&self) -> bool {
        matches!(self, Self::Player(runner) if runner.interrupted())
    }
}

/// The saved solution with the fewest pushes, then moves.
fn best(source: &SourceLevel<'_>) -> Option<Verified<Solution>> {
    source.entry.solutions().min_by_key(|s| (s.metrics().pushes, s.metrics().moves)).cloned()
}
