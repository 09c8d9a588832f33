//! The forward search: following a plan with features and advisors.
//!
//! **Features**, in order of importance: steps of the plan that hold; parts of the floor; barred passages; boxes out of plan;
//! hotspots; distance. The first four make the cell.
//!
//! **Out of plan** are boxes in squares from which no later target of the plan can be reached once its next step stands:
//! they must be got out of there first.
//!
//! **Advisors** choose at most one move each, which then weighs nothing: the best move that furthers packing, parts,
//! passages, hotspots; the *explorer*: a move that can be undone and lets the player stand at some box where it could
//! not before; the *opener*: carries the box nearest to the plan's next square away from it; the *clearer*: moves the
//! box nearest to the zone out of plan away from it.
//!
//! Features and advisors are those of Shoham and Schaeffer's FESS (2020) as far as they are described there; the
//! definitions are ours where the paper leaves them open.

use soko_core::{Bits, Direction, Square, State};
use soko_solver::{Context, Feature, Halt};

use crate::{
    carry::{ANY_WAY, Carry, Way},
    doubt::Provable,
    game::Pushing,
    ground::Ground,
    judge::Poll,
    lore::{Lore, SharedLore},
    moves::Moves,
    plan::Plan,
    proof::{Finding, With, prove},
    taste::Taste,
    tree::{Child, Domain, Score, Spot},
};

/// The features of a position.
#[derive(Clone, Copy, Debug)]
struct Features {
    packed: u16,
    parts: u8,
    barred: u8,
    out_of_plan: u8,
    hotspots: u8,
    distance: u16,
}

impl Features {
    fn score(self) -> Score {
        let cell = u64::from(u16::MAX - self.packed) << 24
            | u64::from(self.parts) << 16
            | u64::from(self.barred) << 8
            | u64::from(self.out_of_plan);
        Score { cell, rank: cell << 24 | u64::from(self.hotspots) << 16 | u64::from(self.distance) }
    }

    const fn of(score: Score) -> Self {
        Self {
            packed: u16::MAX - (score.cell >> 24) as u16,
            parts: (score.cell >> 16) as u8,
            barred: (score.cell >> 8) as u8,
            out_of_plan: score.cell as u8,
            hotspots: (score.rank >> 16) as u8,
            distance: score.rank as u16,
        }
    }
}

/// A move looked at.
struct Choice {
    carry: Carry,
    features: Features,
    opens: bool,
}

/// The domain of the forward search.
pub struct Forward<'a, const W: usize> {
    ground: &'a Ground<'a, W>,
    lore: SharedLore<W>,
    plan: Plan,
    /// The zone out of plan for every number of steps that hold.
    zones: Vec<Bits<W>>,
    moves: Moves<W>,
    options: Vec<Choice>,
    taste: Taste,
}

impl<'a, const W: usize> Forward<'a, W> {
    /// Prepares a search that follows a plan.
    pub fn new(ground: &'a Ground<'a, W>, lore: SharedLore<W>, plan: Plan, taste: Taste) -> Self {
        let zones = zones(ground, &plan);
        Self { ground, lore, plan, zones, moves: Moves::default(), options: Vec::new(), taste }
    }

    /// Where the walk begins.
    pub fn root(&mut self, start: &State<W>) -> (Spot<W>, u64, Score) {
        let state = self.ground.maze.normal(start);
        let distance =
            state.boxes.iter().fold(0_u16, |sum, square| sum.saturating_add(self.ground.to_goal(square)));
        let (parts, barred) = self.moves.divide(self.ground, &state.boxes);
        let features = self.features(&state.boxes, parts, barred, distance);
        (Spot { state, bases: Bits::EMPTY }, state.key(), features.score())
    }

    fn features(&mut self, boxes: &Bits<W>, parts: u8, barred: u8, distance: u16) -> Features {
        let packed = self.plan.packed(boxes);
        let zone = &self.zones[usize::from(packed).min(self.zones.len() - 1)];
        Features {
            packed,
            parts,
            barred: if self.taste.knowledge.rooms { barred } else { 0 },
            out_of_plan: if self.taste.knowledge.out_of_plan {
                (*boxes & *zone).len().min(255) as u8
            } else {
                0
            },
            hotspots: if self.taste.knowledge.hotspots {
                self.lore.borrow_mut().hotspots.count(self.ground, boxes)
            } else {
                0
            },
            distance,
        }
    }

    fn best_by(&self, fit: impl Fn(&Choice) -> bool) -> Option<usize> {
        let fitting = self.options.iter().enumerate().filter(|(_, option)| fit(option));
        fitting.min_by_key(|(_, option)| option.features.score().rank).map(|(i, _)| i)
    }

    /// Carries the box nearest to the next square of the plan away from it.
    fn opener(&self, boxes: &Bits<W>, now: Features) -> Option<usize> {
        if self.options.iter().any(|option| option.features.packed > now.packed) {
            return None;
        }
        let target = self.plan.steps.get(self.plan.next_step(boxes))?.to;
        let fit = self.options.iter().enumerate().filter(|(_, option)| {
            let f = &option.features;
            let (from, to) = (option.carry.from, option.carry.to);
            f.packed >= now.packed
                && f.parts <= now.parts
                && f.barred <= now.barred
                && self.ground.walk(target, to) >= self.ground.walk(target, from)
        });
        let best = fit.min_by_key(|(_, option)| {
            let (from, to) = (option.carry.from, option.carry.to);
            (self.ground.walk(target, from), u16::MAX - self.ground.walk(target, to))
        });
        best.map(|(i, _)| i)
    }

    /// Moves the box nearest to the zone out of plan away from it.
    fn clearer(&self, now: Features) -> Option<usize> {
        let zone = &self.zones[usize::from(now.packed).min(self.zones.len() - 1)];
        if zone.is_empty() || now.out_of_plan == 0 {
            return None;
        }
        let near = |square: Square| zone.iter().map(|z| self.ground.walk(z, square)).min().unwrap_or(0);
        let fit = self.options.iter().enumerate().filter(|(_, option)| {
            let f = &option.features;
            let (from, to) = (option.carry.from, option.carry.to);
            f.packed >= now.packed
                && f.parts <= now.parts
                && self.ground.reach(to).contains(from)
                && !zone.contains(from)
                && near(to) > near(from)
        });
        let best = fit.min_by_key(|(_, option)| (near(option.carry.from), u16::MAX - near(option.carry.to)));
        best.map(|(i, _)| i)
    }
}

/// For every number of steps that hold: squares from which no later target can be reached once the next step stands.
fn zones<const W: usize>(ground: &Ground<'_, W>, plan: &Plan) -> Vec<Bits<W>> {
    let mut zones = Vec::with_capacity(plan.steps.len() + 1);
    let mut walls = Bits::EMPTY;
    for (i, step) in plan.steps.iter().enumerate() {
        if step.until.is_none() {
            walls.insert(step.to);
        }
        let targets = plan.steps[i + 1..].iter().fold(Bits::EMPTY, |all, step| all | Bits::single(step.to));
        let sources = ground.sources(&walls, &targets);
        let zone = ground.maze.floor().without(&walls).without(&ground.dead).without(&sources);
        zones.push(if targets.is_empty() { Bits::EMPTY } else { zone });
    }
    zones.push(Bits::EMPTY);
    zones
}

impl<const W: usize> Provable<W> for Forward<'_, W> {
    const MORE: usize = 4;

    fn prove(
        &mut self,
        spot: &Spot<W>,
        with: With,
        budget: usize,
        poll: &mut Poll<'_>,
    ) -> Result<Finding, Halt> {
        let judge = &mut self.lore.borrow_mut().judge;
        prove(&mut Pushing { judge, ground: self.ground }, &spot.state, with, budget, poll)
    }

    fn astray(&self, spot: &Spot<W>) -> Bits<W> {
        spot.state.boxes.without(self.ground.maze.goals())
    }

    fn examined(&self) -> u64 {
        self.lore.borrow().judge.examined
    }
}

impl<const W: usize> Domain<W> for Forward<'_, W> {
    const BACKWARD: bool = false;

    fn expand(
        &mut self,
        spot: &Spot<W>,
        score: Score,
        children: &mut Vec<Child>,
        context: &mut Context<'_>,
    ) -> Result<(), Halt> {
        let maze = &self.ground.maze;
        let boxes = spot.state.boxes;
        let lore = self.lore.borrow();
        let only = lore.judge.pi_corral(maze, &spot.state);
        let now = Features::of(score);
        let first = |from| {
            only.as_ref().map_or(ANY_WAY, |only| {
                Direction::ALL
                    .into_iter()
                    .fold(0, |all, d| all | u8::from(only[d as usize].contains(from)) << d as u8)
            })
        };
        let mut found = Vec::new();
        let judge = &lore.judge;
        self.moves.find(self.ground, (Way::Push, &spot.state), (&self.ground.dead, first), context, |m| {
            let Carry { from, to, player } = m.carry;
            if !judge.lost_by_push(maze, &State { boxes: m.boxes, player }, to) {
                let opens = self.ground.reach(to).contains(from) && m.opens();
                found.push((m.carry, m.parts(), m.barred(), opens));
            }
        })?;
        drop(lore);
        self.options.clear();
        for (carry, parts, barred, opens) in found {
            context.poll()?;
            let distance = now
                .distance
                .saturating_add(self.ground.to_goal(carry.to))
                .saturating_sub(self.ground.to_goal(carry.from));
            let features = self.features(&carry.applied(&boxes), parts, barred, distance);
            self.options.push(Choice { carry, features, opens });
        }
        let keeps = |option: &Choice| option.features.packed >= now.packed;
        let advised = if self.taste.knowledge.advisors {
            [
                self.best_by(|option| option.features.packed > now.packed),
                self.best_by(|option| keeps(option) && option.features.parts < now.parts),
                self.best_by(|option| keeps(option) && option.features.barred < now.barred),
                self.best_by(|option| keeps(option) && option.features.hotspots < now.hotspots),
                self.best_by(|option| keeps(option) && option.features.out_of_plan < now.out_of_plan),
                self.best_by(|option| keeps(option) && option.opens),
                self.opener(&boxes, now),
                self.clearer(now),
            ]
        } else {
            [None; 8]
        };
        let parent = (spot.state.key(), spot.state.player);
        let few = self.options.len() <= 2;
        for (i, option) in self.options.iter().enumerate() {
            let free = advised.contains(&Some(i)) || (few && i == 0);
            let child = Child::new(parent, option.carry, option.features.score(), free);
            children.push(Child { score: self.taste.vary(child.score, child.key), ..child });
        }
        Ok(())
    }

    fn is_lost(&mut self, spot: &Spot<W>, to: Square) -> bool {
        let maze = &self.ground.maze;
        let Lore { judge, .. } = &mut *self.lore.borrow_mut();
        judge.lost_by_push(maze, &spot.state, to) || judge.lost(maze, &spot.state)
    }

    fn lessons(&self) -> u32 {
        if self.taste.knowledge.lessons { self.lore.borrow().judge.lessons() as u32 } else { 0 }
    }

    fn is_lost_by_lessons(&self, spot: &Spot<W>, after: u32) -> bool {
        self.taste.knowledge.lessons
            && self.lore.borrow().judge.is_lost_by_lessons(&spot.state, after as usize)
    }

    fn is_done(&self, spot: &Spot<W>) -> bool {
        self.ground.maze.is_solved(&spot.state.boxes)
    }

    /// Without those that its taste leaves out, and without the distance, which tastes bend.
    fn describe(&self, score: Score) -> Vec<Feature> {
        let (now, knowledge) = (Features::of(score), &self.taste.knowledge);
        let features = [
            (true, Feature::of("steps of the plan", now.packed, self.plan.steps.len() as u32)),
            (true, Feature::new("parts of the floor", now.parts)),
            (knowledge.rooms, Feature::new("barred passages", now.barred)),
            (knowledge.out_of_plan, Feature::new("boxes out of plan", now.out_of_plan)),
            (knowledge.hotspots, Feature::new("hotspots", now.hotspots)),
        ];
        features.into_iter().filter_map(|(used, feature)| used.then_some(feature)).collect()
    }
}
