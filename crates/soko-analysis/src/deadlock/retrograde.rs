//! A goal that had to be filled earlier: the end seen backwards.
//!
//! **Idea.** In the end every goal holds a box. Play a solution backwards from there: the player pulls boxes off the
//! goals. Some goals can never be emptied that way, because the boxes on them stand in each other's way or the
//! player is on the wrong side. Their boxes must have been there all the time, so they must be there *now*.
//!
//! **Proof.** Take a solution of the position, and let no goal be spared. The boxes that move in no solution
//! (frozen) are walls. In the end all other goals are covered, and the player is in some zone: a
//! connected part of the floor without walls and those goals. Going backwards, take away every goal box that a
//! player in the zone can pull (two free squares in a row beside it, in the zone), let the zone grow by the squares
//! that become free, and repeat until nothing changes. Taking a box away altogether allows the
//! player at least what the real, pulled box allows, and surplus boxes only stand in the way. So by induction over
//! the pulls of the solution read backwards the real player never leaves the grown zone, and no box that remains is
//! ever pulled. Hence in the position at hand each remaining goal holds a box, and the player stands in the grown
//! zone. If this holds for no zone of the end, there is no solution.
//!
//! With more goals than boxes it is not known which goals are filled in the end, and the rule is silent.
//!
//! **Cost.** One elimination for the frozen boxes; without any, the zones were worked out when the rule was compiled,
//! and one subset test per zone remains. Otherwise a flood per zone and round.
//!
//! The idea is the retrograde check of Shoham and Schaeffer's FESS (2020) as our design note tells it. The player's
//! zone in the present position and the treatment of surplus are ours.

use soko_core::{Bits, Direction, Level, Maze, State};

use super::{Evidence, Freeze, Rule, RuleId, Spare};

/// What one zone of the end demands of every position before it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Demand<const W: usize> {
    /// Goals that must hold a box.
    filled: Bits<W>,
    /// Where the player must be.
    zone: Bits<W>,
}

impl<const W: usize> Demand<W> {
    fn is_met(&self, state: &State<W>) -> bool {
        self.filled.is_subset(&state.boxes) && self.zone.contains(state.player)
    }
}

/// Judges positions by what the end demands.
#[derive(Clone, Debug)]
pub struct Retrograde<const W: usize> {
    freeze: Freeze<W>,
    /// The demands as long as no box is frozen.
    unfrozen: Vec<Demand<W>>,
    silent: bool,
}

impl<const W: usize> Retrograde<W> {
    /// Works out the demands of the empty board.
    pub fn new(level: &Level, maze: &Maze<W>) -> Self {
        let unfrozen = demands(maze, &Bits::EMPTY);
        Self { freeze: Freeze::new(level), unfrozen, silent: Spare::of(level).goals > 0 }
    }
}

/// The demands of all zones of the end, with these boxes as walls.
fn demands<const W: usize>(maze: &Maze<W>, walls: &Bits<W>) -> Vec<Demand<W>> {
    let floor = maze.floor().without(walls);
    let goals = maze.goals().without(walls);
    let mut found: Vec<Demand<W>> = Vec::new();
    let mut unseen = floor.without(&goals);
    while let Some(square) = unseen.first() {
        let zone = maze.flood(&floor.without(&goals), Bits::single(square));
        unseen = unseen.without(&zone);
        let demand = pull_all(maze, &floor, goals, zone);
        if !found.contains(&demand) {
            found.push(demand);
        }
    }
    found
}

/// Takes away every box on `filled` that the player can pull, until none can be.
fn pull_all<const W: usize>(
    maze: &Maze<W>,
    floor: &Bits<W>,
    mut filled: Bits<W>,
    mut zone: Bits<W>,
) -> Demand<W> {
    loop {
        // The player stands beside the box and steps back onto the next square.
        let pulled = Direction::ALL.into_iter().fold(Bits::EMPTY, |all, back| {
            let standing = zone & maze.shift(&zone, back.opposite());
            all | (maze.shift(&standing, back.opposite()) & filled)
        });
        if pulled.is_empty() {
            return Demand { filled, zone };
        }
        filled = filled.without(&pulled);
        zone = maze.flood(&floor.without(&filled), zone | pulled);
    }
}

impl<const W: usize> Rule<W> for Retrograde<W> {
    fn id(&self) -> RuleId {
        RuleId::Retrograde
    }

    fn judge(&self, maze: &Maze<W>, state: &State<W>, _: &Bits<W>) -> Option<Evidence<W>> {
        if self.silent {
            return None;
        }
        let walls = self.freeze.frozen(maze, &state.boxes);
        let computed;
        let demands = if walls.is_empty() {
            &self.unfrozen
        } else {
            computed = demands(maze, &walls);
            &computed
        };
        // With every floor square a goal there is no zone at all, and nothing can be said.
        if demands.is_empty() || demands.iter().any(|demand| demand.is_met(state)) {
            return None;
        }
        // The zone with the player in it is the one a player asks about.
        let near = demands.iter().find(|demand| demand.zone.contains(state.player)).unwrap_or(&demands[0]);
        Some(Evidence { rule: RuleId::Retrograde, boxes: walls, cells: near.filled.without(&state.boxes) })
    }
}
