//! PI-corrals: when the player may as well deal with one part of the board first.
//!
//! A *corral* is a part of the floor that the player cannot enter because boxes bar the way. If the first push of any of
//! the barring boxes must go inwards (*I-corral*), if all these pushes can be made right now (*player*, the
//! P), and if the corral must be opened some day, then only those pushes need be tried: everything else can wait.
//! The rule keeps completeness and the fewest pushes, **not** the fewest moves.
//!
//! **Definition.** C is a union of components of empty squares that the player cannot reach; B the boxes beside it
//! that are not frozen. Boxes not in B may have moved by the time the first box of B is pushed, so they count as
//! absent. A first push of a box in B is impossible if a wall, a frozen box or a box of B stands behind or ahead
//! of it, if it leads to a dead square (no box to spare), or if the player would have to stand in C. Of the rest,
//! - inwards, and the player can stand behind the box now: recorded;
//! - inwards, the player would stand in another unreachable component, or outwards with the player's or the box's
//!   square in one: that component joins C and all is judged again;
//! - anything else: no PI-corral.
//!
//! C must be *unfinished*: a box of B off goal although no box can be spared, or an empty goal in C although every
//! goal must be covered.
//!
//! **Proof.** C is unfinished, so every solution has a first push p of a box of B. Before p the player has not been in
//! C and no box has entered it, for only boxes of B touch C. So p is one of the recorded pushes. Make p at
//! once: the pushes that came before it touch neither C nor its boxes; after p the player stands beside the
//! spot from which it pushed, can return to its old region or has a larger one, and the other pushes follow in their
//! order to the same position. No recorded push at all: the position is lost.
//!
//! Source: Damgaard and Meger, described in the Sokoban wiki; formal treatment by Virkkala (2011). Ours takes
//! frozen boxes for walls and is sound with surplus boxes and goals.

use soko_core::{Bits, Direction, Level, Maze, State};

use super::Look;

/// The pushes worth trying: for each direction the boxes that may be pushed that way.
pub type Pushes<const W: usize> = [Bits<W>; 4];

/// Finds PI-corrals of a level.
#[derive(Clone, Debug)]
pub struct PiCorrals<const W: usize> {
    /// Where no box may be pushed.
    forbidden: Bits<W>,
    /// Every box must come home.
    boxes_needed: bool,
    /// Every goal must be covered.
    goals_needed: bool,
}

/// What a union of components turned out to be.
enum Judgement<const W: usize> {
    /// No PI-corral, whatever is added.
    Open,
    /// Perhaps, with more components.
    Grow(Bits<W>),
    /// A PI-corral with these pushes.
    Closed(Pushes<W>),
}

impl<const W: usize> PiCorrals<W> {
    /// Analyses a level.
    pub fn new(level: &Level) -> Self {
        let boxes_needed = level.boxes() <= level.goals().len();
        let forbidden = if boxes_needed { Bits::from_set(&crate::dead_squares(level)) } else { Bits::EMPTY };
        Self { forbidden, boxes_needed, goals_needed: level.boxes() >= level.goals().len() }
    }

    /// The same for a part of the boxes, as if the others did not exist: no goal need be covered then.
    #[must_use]
    pub fn for_some_boxes(&self) -> Self {
        Self { goals_needed: false, ..self.clone() }
    }

    /// The pushes of the PI-corral with the fewest pushes; `None` if there is none.
    pub fn find(&self, maze: &Maze<W>, look: &Look<'_, W>) -> Option<Pushes<W>> {
        self.find_corral(maze, look).map(|(pushes, _)| pushes)
    }

    /// As [`find`](Self::find), with the squares of the corral.
    #[inline(never)]
    pub(crate) fn find_corral(&self, maze: &Maze<W>, look: &Look<'_, W>) -> Option<(Pushes<W>, Bits<W>)> {
        let hidden = look.hidden(maze);
        let mut seeds = hidden;
        let mut best: Option<(u32, Pushes<W>, Bits<W>)> = None;
        while let Some(seed) = seeds.first() {
            let component = maze.flood(&hidden, Bits::single(seed));
            seeds = seeds.without(&component);
            let mut corral = component;
            let pushes = loop {
                match self.judge(maze, look, &hidden, &corral) {
                    Judgement::Open => break None,
                    Judgement::Closed(pushes) => break Some(pushes),
                    Judgement::Grow(more) => corral |= maze.flood(&hidden, more),
                }
            };
            if let Some(pushes) = pushes {
                // What joined this corral may be a better one by itself, so every component has its turn: the
                // verdict must not depend on which one comes first.
                let count = pushes.iter().map(Bits::len).sum();
                if best.as_ref().is_none_or(|(least, ..)| count < *least) {
                    best = Some((count, pushes, corral));
                }
            }
        }
        best.map(|(_, pushes, corral)| (pushes, corral))
    }

    fn judge(
        &self,
        maze: &Maze<W>,
        Look { state: State { boxes, .. }, region, fixed }: &Look<'_, W>,
        hidden: &Bits<W>,
        corral: &Bits<W>,
    ) -> Judgement<W> {
        let mut beside = Bits::EMPTY;
        for direction in Direction::ALL {
            beside |= maze.shift(corral, direction);
        }
        let barring = (beside & *boxes).without(fixed);
        let off_goal = self.boxes_needed && !barring.is_subset(maze.goals());
        let empty_goal = self.goals_needed && !(*corral & *maze.goals()).is_empty();
        if !off_goal && !empty_goal {
            return Judgement::Open;
        }
        // Squares on which something else than a wall, a frozen box or a barring box may be.
        let passable = maze.floor().without(fixed).without(&barring);
        let behind_ok = passable.without(corral);
        let ahead_ok = passable.without(&self.forbidden);
        let other = hidden.without(corral);
        let mut pushes = [Bits::EMPTY; 4];
        let mut joined = Bits::EMPTY;
        let mut open = false;
        for direction in Direction::ALL {
            let back = direction.opposite();
            let possible = barring & maze.shift(&behind_ok, direction) & maze.shift(&ahead_ok, back);
            let inward = possible & maze.shift(corral, back);
            let ready = inward & maze.shift(region, direction);
            pushes[direction as usize] = ready;
            // All that is possible and not ready joins what it depends on, or breaks the corral.
            let rest = possible.without(&ready);
            let behind_hidden = rest & maze.shift(&other, direction);
            let ahead_hidden = rest.without(&inward) & maze.shift(&other, back);
            joined |= (maze.shift(&behind_hidden, back) | maze.shift(&ahead_hidden, direction)) & other;
            open |= !rest.without(&behind_hidden).without(&ahead_hidden).is_empty();
        }
        if !joined.is_empty() {
            Judgement::Grow(joined)
        } else if open {
            Judgement::Open
        } else {
            Judgement::Closed(pushes)
        }
    }
}
