//! Which positions an agent counts as lost: the rules of each source report, or all that Sokolab's searches use.
//!
//! A lost position ends an episode, and actions that lead to one can be left out altogether (*action pruning*). All
//! rules here are sound, also where the reports' were not: what they called by a name is our rule of that name.
//! The rules of report B are looked up in a *deadlock table*, as there. Report B keys it by the boxes; here the player's
//! region is part of the key, because a diagonal is closed only to a player outside it.

use hashbrown::HashMap;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use soko_analysis::deadlock::{Detector, Rule, RuleId, Rules, compile};
use soko_core::{Bits, Direction, Level, Maze, Meter, Square, State};
use soko_solver::Halt;

/// The sets of rules by name.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum RuleSet {
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
    Judges { rules: Vec<Box<dyn Rule<W>>>, table: Option<HashMap<State<W>, bool, rustc_hash::FxBuildHasher>> },
    Sokolab(Box<Detector<W>>),
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
                return Self::Sokolab(Box::new(Detector::new(level, &rules)));
            }
        };
        let rules = ids.iter().map(|&id| compile(id, level, maze)).collect();
        Self::Judges { rules, table: (set == RuleSet::IrvineB).then(HashMap::default) }
    }

    /// Is the start lost?
    pub(crate) fn lost(&mut self, maze: &Maze<W>, state: &State<W>) -> bool {
        match self {
            Self::Judges { .. } => self.lost_by_push(maze, state, state.player),
            Self::Sokolab(detector) => detector.lost(maze, &state.boxes),
        }
    }

    /// Is a position lost whose last push led to `to`?
    #[inline]
    pub(crate) fn lost_by_push(&mut self, maze: &Maze<W>, child: &State<W>, to: Square) -> bool {
        match self {
            Self::Judges { rules, .. } if rules.is_empty() => false,
            Self::Judges { rules, table } => {
                let region = maze.region(&child.boxes, child.player);
                let key = State { boxes: child.boxes, player: region.first().unwrap_or(child.player) };
                if let Some(table) = table
                    && let Some(&known) = table.get(&key)
                {
                    return known;
                }
                let lost = rules.iter().any(|rule| rule.judge(maze, child, &region).is_some());
                if let Some(table) = table {
                    if table.len() >= TABLE {
                        table.clear();
                    }
                    table.insert(key, lost);
                }
                lost
            }
            Self::Sokolab(detector) => detector.lost_by_push(maze, child, to),
        }
    }

    /// The pushes worth trying; none if the position is known to be lost.
    #[inline]
    pub(crate) fn pushes(
        &mut self,
        maze: &Maze<W>,
        state: &State<W>,
        region: &Bits<W>,
        meter: &mut dyn Meter<Halt = Halt>,
    ) -> Result<[Bits<W>; 4], Halt> {
        match self {
            Self::Judges { .. } => {
                Ok(Direction::ALL.map(|direction| maze.pushable(&state.boxes, region, direction)))
            }
            Self::Sokolab(detector) => detector.pushes(maze, state, region, meter),
        }
    }

    /// Bytes held by what the rules remember.
    pub(crate) fn bytes(&self) -> u64 {
        match self {
            Self::Judges { table, .. } => table.as_ref().map_or(0, HashMap::allocation_size) as u64,
            Self::Sokolab(detector) => detector.bytes(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A closed diagonal is lost for a player outside and open for one inside, with the same boxes.
    #[test]
    fn a_diagonal_is_judged_for_each_side_of_it() {
        let board = "#########\n####    #\n### $   #\n#  $ $  #\n#   $$  #\n#      @#\n# ..... #\n#########";
        let level = Level::parse(board).unwrap();
        let maze = Maze::<2>::new(&level);
        let at = |x, y| level.square_at(x, y).unwrap();
        let boxes = maze.start(&level).boxes;
        let judge = |deadlocks: &mut Deadlocks<2>, player| {
            deadlocks.lost_by_push(&maze, &State { boxes, player }, player)
        };
        for (first, second) in [((7, 5), (4, 3)), ((4, 3), (7, 5))] {
            let mut deadlocks = Deadlocks::new(RuleSet::IrvineB, &level, &maze, true);
            for (x, y) in [first, second, first] {
                assert_eq!(judge(&mut deadlocks, at(x, y)), (x, y) == (7, 5), "player at {x} {y}");
            }
        }
    }
}
