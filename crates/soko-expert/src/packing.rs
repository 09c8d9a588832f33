//! The search for a packing plan: pulling boxes off the goals until they are gone.
//!
//! See [`plan`](crate::plan) for what a plan is. The features are boxes left on the board, boxes left on goals, parts of the
//! floor, barred passages. A box *sinks* if it can be pulled to a square of the start that belongs to the largest class of
//! such squares between which boxes can be pushed to and fro, and that is far from where the box stood. If some box can
//! sink, nothing else is tried.

use soko_analysis::unpullable;
use soko_core::{Bits, Square, zobrist};
use soko_solver::{Context, Feature, Halt};

use crate::{
    carry::{ANY_WAY, Carry, Way},
    features::components,
    ground::Ground,
    moves::Moves,
    pairing::Pairing,
    taste::Taste,
    tree::{Child, Domain, Score, Spot},
};

/// Steps from which on a square is far.
const FAR: u16 = 6;

/// The features of a position with pulls.
#[derive(Clone, Copy, Debug)]
struct Features {
    left: u16,
    on_goals: u16,
    parts: u8,
    barred: u8,
    distance: u16,
}

impl Features {
    fn score(self) -> Score {
        let cell = u64::from(self.left) << 32
            | u64::from(self.on_goals) << 16
            | u64::from(self.parts) << 8
            | u64::from(self.barred);
        Score { cell, rank: cell << 16 | u64::from(u16::MAX - self.distance) }
    }
}

/// A move looked at.
struct Pull {
    carry: Carry,
    features: Features,
    opens: bool,
    sinks: bool,
}

/// The domain of plans.
pub struct Packing<'a, const W: usize> {
    ground: &'a Ground<'a, W>,
    moves: Moves<W>,
    pairing: Pairing<W>,
    pulls: Vec<Pull>,
    /// Where the boxes come from.
    bases: Bits<W>,
    taste: Taste,
}

impl<'a, const W: usize> Packing<'a, W> {
    /// Prepares a search for a plan that takes the boxes from `bases`.
    pub fn new(ground: &'a Ground<'a, W>, bases: Bits<W>, taste: Taste) -> Self {
        Self { ground, moves: Moves::default(), pairing: Pairing::default(), pulls: Vec::new(), bases, taste }
    }

    /// The solved positions, one for each part of the floor in which the player may end.
    pub fn roots(&self) -> Vec<(Spot<W>, u64, Score)> {
        let maze = &self.ground.maze;
        let boxes = *maze.goals();
        let mut left = maze.floor().without(&boxes);
        let mut roots = Vec::new();
        while let Some(player) = left.first() {
            left = left.without(&maze.region(&boxes, player));
            let spot = Spot { state: soko_core::State { boxes, player }, bases: self.bases };
            let features = Features {
                left: boxes.len() as u16,
                on_goals: boxes.len() as u16,
                parts: components(maze, &maze.floor().without(&boxes)),
                barred: self.ground.passages.barred(maze, &boxes),
                distance: 0,
            };
            roots.push((spot, key(&spot), features.score()));
        }
        roots
    }

    /// The largest classes of bases between which boxes can be pushed to and fro, all other boxes resting. The player must be
    /// able to reach all of them; some tastes are content with the largest ones of those it can reach.
    fn sinks(&self, spot: &Spot<W>, region: &Bits<W>) -> Bits<W> {
        let bases: Vec<Square> = spot.bases.iter().collect();
        let free = spot.bases.without(&spot.state.boxes);
        let reach = self.ground.targets(&spot.state.boxes, &bases);
        let mut largest = 0;
        let mut classes = Bits::EMPTY;
        let mut seen = Bits::EMPTY;
        for (i, &base) in bases.iter().enumerate() {
            if seen.contains(base) || !free.contains(base) {
                continue;
            }
            let mut class = Bits::single(base);
            for (j, &other) in bases.iter().enumerate() {
                if free.contains(other) && reach[i].contains(other) && reach[j].contains(base) {
                    class.insert(other);
                }
            }
            seen |= class;
            if self.taste.loose && !class.is_subset(region) {
                continue;
            }
            if class.len() > largest {
                largest = class.len();
                classes = class;
            } else if class.len() == largest {
                classes |= class;
            }
        }
        if classes.is_subset(region) { classes } else { Bits::EMPTY }
    }

    /// Is one square well away from another?
    fn apart(&self, a: Square, b: Square) -> bool {
        if self.ground.walk(a, b) >= FAR {
            return true;
        }
        let rooms = (self.ground.passages.room_of(a), self.ground.passages.room_of(b));
        matches!(rooms, (Some(a), Some(b)) if a != b)
    }

    /// Do the boxes and bases that are left still match after one of each has gone?
    fn matches_without(&mut self, spot: &Spot<W>, from: Square, base: Square) -> bool {
        let mut bases = spot.bases;
        bases.remove(base);
        let boxes = spot.state.boxes.iter().filter(|&square| square != from);
        let suits: Vec<Bits<W>> = boxes.map(|square| *self.ground.came(square) & bases).collect();
        self.pairing.is_possible(&suits)
    }

    /// Marks the moves that make a box sink, and drops all others if there are any.
    fn mark_sinks(&mut self, spot: &Spot<W>, region: &Bits<W>) -> bool {
        let sinks = self.sinks(spot, region);
        if sinks.is_empty() {
            return false;
        }
        let mut pulls = std::mem::take(&mut self.pulls);
        let mut sunk: Bits<W> = Bits::EMPTY;
        for pull in &mut pulls {
            let Carry { from, to, .. } = pull.carry;
            if sinks.contains(to)
                && !sunk.contains(from)
                && self.apart(from, to)
                && self.matches_without(spot, from, to)
            {
                pull.sinks = true;
                sunk.insert(from);
            }
        }
        if !sunk.is_empty() {
            pulls.retain(|pull| pull.sinks);
            for pull in &mut pulls {
                self.sink(spot, pull);
            }
        }
        self.pulls = pulls;
        !sunk.is_empty()
    }

    /// The features once the box has left the board.
    fn sink(&self, spot: &Spot<W>, pull: &mut Pull) {
        let maze = &self.ground.maze;
        let mut boxes = spot.state.boxes;
        boxes.remove(pull.carry.from);
        let region = maze.region(&boxes, spot.state.player);
        pull.carry.player = region.first().unwrap_or(spot.state.player);
        pull.features.left = boxes.len() as u16;
        pull.features.on_goals = (boxes & *maze.goals()).len() as u16;
        pull.features.parts = components(maze, &maze.floor().without(&boxes));
        pull.features.barred = self.ground.passages.barred(maze, &boxes);
    }

    /// The move that a plan is advised to make.
    fn advise_pack(&self, spot: &Spot<W>, region: &Bits<W>, score: Score, sinking: bool) -> Option<usize> {
        let goals = self.ground.maze.goals();
        if sinking {
            if let Some(floater) = self.pulls.iter().position(|pull| !goals.contains(pull.carry.from)) {
                return Some(floater);
            }
            let best = self.pulls.iter().enumerate().min_by_key(|(_, pull)| {
                let far = u16::MAX - self.ground.walk(pull.carry.from, pull.carry.to);
                (pull.features.parts, self.taste.shuffle(u64::from(pull.carry.from.0)), far)
            });
            return best.map(|(i, _)| i);
        }
        let (parts, barred) = ((score.cell >> 8) as u8, score.cell as u8);
        let distance = u16::MAX - score.rank as u16;
        let fit = self.pulls.iter().enumerate().filter(|(_, pull)| {
            pull.features.parts <= parts
                && pull.features.barred <= barred
                && pull.features.distance > distance
                && goals.contains(pull.carry.from)
        });
        let sinks = self.sinks(spot, region);
        let best = fit.min_by_key(|(_, pull)| {
            let far =
                !sinks.is_empty() && sinks.iter().all(|base| self.ground.walk(base, pull.carry.to) >= FAR);
            let length = self.ground.walk(pull.carry.from, pull.carry.to);
            (!far, pull.features.parts, pull.features.barred, u16::MAX - length)
        });
        best.map(|(i, _)| i)
    }

    fn best_by(&self, fit: impl Fn(&Pull) -> bool) -> Option<usize> {
        let fitting = self.pulls.iter().enumerate().filter(|(_, pull)| fit(pull));
        fitting.min_by_key(|(_, pull)| pull.features.score().rank).map(|(i, _)| i)
    }
}

fn key<const W: usize>(spot: &Spot<W>) -> u64 {
    let bases = spot.bases.iter().fold(0_u64, |key, base| key ^ zobrist::box_key(base).rotate_left(17));
    spot.state.key() ^ bases
}

impl<const W: usize> Domain<W> for Packing<'_, W> {
    const BACKWARD: bool = true;

    fn expand(
        &mut self,
        spot: &Spot<W>,
        score: Score,
        children: &mut Vec<Child>,
        context: &mut Context<'_>,
    ) -> Result<(), Halt> {
        let maze = &self.ground.maze;
        let boxes = spot.state.boxes;
        let region = maze.region(&boxes, spot.state.player);
        let possible = spot.bases.iter().fold(Bits::EMPTY, |all, base| all | *self.ground.reach(base));
        let forbidden = maze.floor().without(&possible);
        let distance: u16 = u16::MAX - score.rank as u16;
        self.pulls.clear();
        let (pulls, ground) = (&mut self.pulls, self.ground);
        self.moves.find(ground, (Way::Pull, &spot.state), (&forbidden, |_| ANY_WAY), context, |m| {
            let Carry { from, to, .. } = m.carry;
            let features = Features {
                left: boxes.len() as u16,
                on_goals: (m.boxes & *maze.goals()).len() as u16,
                parts: m.parts(),
                barred: m.barred(),
                distance: distance.saturating_add(ground.to_goal(to)).saturating_sub(ground.to_goal(from)),
            };
            pulls.push(Pull { carry: m.carry, features, opens: m.opens(), sinks: false });
        })?;
        let sinking = self.mark_sinks(spot, &region);
        let (parts, barred) = ((score.cell >> 8) as u8, score.cell as u8);
        let mut advised = vec![self.advise_pack(spot, &region, score, sinking)];
        if !sinking {
            advised.push(self.best_by(|pull| pull.features.parts < parts));
            advised.push(self.best_by(|pull| pull.features.barred < barred));
            advised.push(self.best_by(|pull| pull.opens));
        }
        for (i, pull) in self.pulls.iter().enumerate() {
            let mut child = Child {
                carry: pull.carry,
                sinks: pull.sinks,
                weight: u8::from(!advised.contains(&Some(i))),
                key: 0,
                score: pull.features.score(),
            };
            child.key = key(&crate::tree::after(spot, &child));
            if self.pulls.len() <= 2 && i == 0 {
                child.weight = 0;
            }
            children.push(child);
        }
        Ok(())
    }

    fn is_lost(&mut self, spot: &Spot<W>, _: Square) -> bool {
        let region = self.ground.maze.region(&spot.state.boxes, spot.state.player);
        let (held, _) = unpullable(&self.ground.maze, &self.ground.reached, &spot.state.boxes, &region);
        if !held.is_subset(&spot.bases) {
            return true;
        }
        let boxes = spot.state.boxes.iter();
        let suits: Vec<Bits<W>> = boxes.map(|square| *self.ground.came(square) & spot.bases).collect();
        !self.pairing.is_possible(&suits)
    }

    fn is_done(&self, spot: &Spot<W>) -> bool {
        spot.state.boxes.is_empty()
    }

    fn describe(&self, score: Score) -> Vec<Feature> {
        let boxes = self.ground.maze.goals().len();
        let left = (score.cell >> 32) as u16;
        vec![
            Feature::of("boxes taken away", boxes.saturating_sub(u32::from(left)), boxes),
            Feature::new("boxes on goals", (score.cell >> 16) as u16),
            Feature::new("parts of the floor", (score.cell >> 8) as u8),
            Feature::new("barred passages", score.cell as u8),
        ]
    }
}
