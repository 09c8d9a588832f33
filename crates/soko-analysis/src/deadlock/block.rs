//! Two by two cells, each a wall or a box, with a box off goal among them.
//!
//! **Proof.** Every box of the block has another cell of the block beside it on either axis. The first push of any
//! box of the block would have to clear the cell ahead or stand on the cell behind, but both axes are barred by cells
//! that have not moved yet. So no box of it ever moves, and those off goal are lost. The same box may be in
//! several blocks; it is counted once. More lost boxes than can be spared lose the level.
//!
//! Every such block is frozen, so [`freeze`](super::freeze) finds it, too; this is the form that a player sees at a
//! glance. Cost: all boxes at once, four quadrants of three shifts.

use soko_core::{Bits, Direction, Level, Maze, State};

use super::{Evidence, Rule, RuleId, Spare};

/// Blocks of two by two.
#[derive(Clone, Debug)]
pub(super) struct Block {
    spare: u32,
}

/// The four quadrants around a square.
const QUADRANTS: [(Direction, Direction); 4] = [
    (Direction::Up, Direction::Right),
    (Direction::Right, Direction::Down),
    (Direction::Down, Direction::Left),
    (Direction::Left, Direction::Up),
];

impl Block {
    /// Counts what the level can spare.
    pub(super) fn new(level: &Level) -> Self {
        Self { spare: Spare::of(level).boxes }
    }
}

/// For each quadrant: the boxes for which the three other cells of the block there are walls or boxes.
fn blocked<const W: usize>(maze: &Maze<W>, boxes: &Bits<W>) -> [Bits<W>; 4] {
    let free = maze.floor().without(boxes);
    QUADRANTS.map(|(a, b)| {
        // A box has a free cell in a direction iff it is the free set shifted the other way.
        let beside = maze.shift(&free, a.opposite());
        let diagonal = maze.shift(&beside, b.opposite());
        boxes.without(&(beside | maze.shift(&free, b.opposite()) | diagonal))
    })
}

impl<const W: usize> Rule<W> for Block {
    fn id(&self) -> RuleId {
        RuleId::Block
    }

    fn judge(&self, maze: &Maze<W>, state: &State<W>, _: &Bits<W>) -> Option<Evidence<W>> {
        let blocked = blocked(maze, &state.boxes);
        let lost = blocked.iter().fold(Bits::EMPTY, |all, &some| all | some).without(maze.goals());
        (lost.len() > self.spare).then(|| {
            let mut boxes = lost;
            for ((a, b), corner) in QUADRANTS.into_iter().zip(blocked) {
                let corner = corner & lost;
                let beside = maze.shift(&corner, a);
                boxes |= (beside | maze.shift(&corner, b) | maze.shift(&beside, b)) & state.boxes;
            }
            Evidence { rule: RuleId::Block, boxes, cells: Bits::EMPTY }
        })
    }
}
