//! Boxes out of plan: those on squares from which no later target of the plan can be reached once its next step stands. They must
//! be got out of there first.
//!
//! A feature of Shoham and Schaeffer's FESS (2020).

use soko_core::Bits;

use super::plan::Plan;
use crate::level_tables::LevelTables;

/// The zone out of plan for every number of steps that hold.
pub(crate) struct OutOfPlan<const W: usize>(Vec<Bits<W>>);

impl<const W: usize> OutOfPlan<W> {
    /// Works out the zones of a plan.
    pub(crate) fn new(tables: &LevelTables<'_, W>, plan: &Plan) -> Self {
        let mut zones = Vec::with_capacity(plan.steps.len() + 1);
        let mut walls = Bits::EMPTY;
        for (i, step) in plan.steps.iter().enumerate() {
            if step.until.is_none() {
                walls.insert(step.to);
            }
            let targets: Bits<W> = plan.steps[i + 1..].iter().map(|step| step.to).collect();
            let sources = tables.sources(&walls, &targets);
            let zone = tables.maze.floor().without(&walls).without(&tables.dead).without(&sources);
            zones.push(if targets.is_empty() { Bits::EMPTY } else { zone });
        }
        zones.push(Bits::EMPTY);
        Self(zones)
    }

    /// The zone while so many steps hold.
    pub(crate) fn zone(&self, packed: u16) -> &Bits<W> {
        &self.0[usize::from(packed).min(self.0.len() - 1)]
    }

    /// How many boxes are out of plan.
    pub(crate) fn count(&self, packed: u16, boxes: &Bits<W>) -> u8 {
        (*boxes & *self.zone(packed)).len().min(255) as u8
    }
}

#[cfg(test)]
mod tests {
    use soko_core::{Level, Square};

    use super::*;
    use crate::packing::plan::Step;

    #[test]
    fn what_a_step_shuts_in_is_out_of_plan() {
        // A goal room of two squares behind a door; the door itself is a goal, too.
        let level = Level::parse("#########\n#   #   #\n# $$.$. #\n#@  #.  #\n#########").unwrap();
        let tables = LevelTables::<2>::new(&level);
        let at = |x, y| -> Square { level.square_at(x, y).unwrap() };
        let (door, inner, lower) = (at(4, 2), at(6, 2), at(5, 3));
        let step = |to| Step { from: None, to, until: None };
        let first_door = Plan { initial: 0, steps: vec![step(door), step(inner), step(lower)] };
        let zones = OutOfPlan::new(&tables, &first_door);
        assert!(zones.zone(0).contains(at(2, 2)), "once the door is filled nothing gets in");
        assert_eq!(zones.count(0, &tables.start.boxes), 2, "the box in the room is not shut out");
        assert!(zones.zone(3).is_empty(), "all steps hold");
        let last_door = Plan { initial: 0, steps: vec![step(inner), step(lower), step(door)] };
        assert_eq!(OutOfPlan::new(&tables, &last_door).count(0, &tables.start.boxes), 0);
    }
}
