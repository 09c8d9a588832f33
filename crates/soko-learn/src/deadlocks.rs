//! Which positions an agent counts as lost: the rules of each source report, or all that Sokolab's searches use.
//!
//! A lost position ends an episode, and actions that lead to one can be left out altogether (*action pruning*). All
//! rules here are sound, also where the reports' were not: what they called by a name is our rule of that name.
//! The rules of report B are looked up in a *deadlock table* keyed by the boxes, as there.

use hashbrown::HashMap;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use soko_analysis::deadlock::{Rule, RuleId, compile};
use soko_core::{Bits, Direction, Level, Maze, Square, State};
use soko_search::pruning::{Pruning, Rules};

/// The sets of rules by name.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum RuleSet {
    /// No rule: an episode goes on until it is solved, stuck or too long.
    None,
    /// Corners, lines along walls, blocks of four.
    IrvineA,
    /// Frozen groups and closed diagonals, remembered in a table.
    IrvineB,
    /// Squares from which no goal can be reached, one box at a time.
    IrvineC,
    /// Lost boxes, frozen groups and corrals, as Sokolab's searches have them.
    Sokolab,
}

/// Most positions in the deadlock table; then it is begun anew.
const TABLE: usize = 1 << 16;

/// A set of rules compiled for a level.
pub(crate) enum Deadlocks<const W: usize> {
    Judges { rules: Vec<Box<dyn Rule<W>>>, table: Option<HashMap<Bits<W>, bool, rustc_hash::FxBuildHasher>> },
    Pruning(Box<Pruning<W>>),
}

impl<const W: usize> Deadlocks<W> {
    /// Compiles a set; `pushes_alone` says that only pushes count, so that PI-corrals may be used.
    pub(crate) fn new(set: RuleSet, level: &Level, maze: &Maze<W>, pushes_alone: bool) -> Self {
        let ids: &[RuleId] = match set {
            RuleSet::None => &[],
            RuleSet::IrvineA => &[RuleId::Corner, RuleId::WallLine, RuleId::Block],
            RuleSet::IrvineB => &[RuleId::Freeze, RuleId::Diagonal],
            RuleSet::IrvineC => &[RuleId::DeadSquare],
            RuleSet::Sokolab => {
                let rules = Rules { pi_corral: pushes_alone, ..Rules::default() };
                return Self::Pruning(Box::new(Pruning::new(level, &rules)));
            }
        };
        let rules = ids.iter().map(|&id| compile(id, level, maze)).collect();
        Self::Judges { rules, table: (set == RuleSet::IrvineB).then(HashMap::default) }
    }

    /// Is the start lost?
    pub(crate) fn lost(&mut self, maze: &Maze<W>, state: &State<W>) -> bool {
        match self {
            Self::Judges { .. } => self.lost_by_push(maze, state, state.player),
            Self::Pruning(pruning) => pruning.lost(maze, &state.boxes),
        }
    }

    /// Is a position lost whose last push led to `to`?
    #[inline]
    pub(crate) fn lost_by_push(&mut self, maze: &Maze<W>, child: &State<W>, to: Square) -> bool {
        match self {
            Self::Judges { rules, .. } if rules.is_empty() => false,
            Self::Judges { rules, table } => {
                if let Some(table) = table
                    && let Some(&known) = table.get(&child.boxes)
                {
                    return known;
                }
                let region = maze.region(&child.boxes, child.player);
                let lost = rules.iter().any(|rule| rule.judge(maze, child, &region).is_some());
                if let Some(table) = table {
                    if table.len() >= TABLE {
                        table.clear();
                    }
                    table.insert(child.boxes, lost);
                }
                lost
            }
            Self::Pruning(pruning) => pruning.lost_by_push(maze, child, to),
        }
    }

    /// The pushes worth trying; none if the position is known to be lost.
    #[inline]
    pub(crate) fn pushes(&mut self, maze: &Maze<W>, state: &State<W>, region: &Bits<W>) -> [Bits<W>; 4] {
        match self {
            Self::Judges { .. } => {
                Direction::ALL.map(|direction| maze.pushable(&state.boxes, region, direction))
            }
            Self::Pruning(pruning) => pruning.pushes(maze, state, region),
        }
    }

    /// Bytes held by what the rules remember.
    pub(crate) fn bytes(&self) -> u64 {
        match self {
            Self::Judges { table, .. } => table.as_ref().map_or(0, HashMap::allocation_size) as u64,
            Self::Pruning(pruning) => pruning.bytes(),
        }
    }
}
