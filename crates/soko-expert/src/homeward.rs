//! The way home: a feature search by pulls from the solved positions to the very start.
//!
//! Where there is no goal room to be packed, a plan with sinks is fiction. This search undoes the whole game: boxes are pulled
//! until all are back where they stood. Features: boxes that are home, parts of the floor, barred passages; among equals
//! the cheapest matching of boxes and squares of the start decides. Every move found is a legal push undone, so a way to the
//! start is a solution.
//!
//! Positions that the start cannot lead to take the place of deadlocks: boxes without a matching, and what [`Strays`] knows and
//! learns.

use soko_core::{Bits, Square, State};
use soko_search::backward::retreat::Retreat;
use soko_solver::{Context, Feature, Halt};

use crate::{
    carry::{ANY_WAY, Carry, Way},
    doubt::Provable,
    ground::Ground,
    judge::Poll,
    moves::Moves,
    proof::{Finding, With, prove},
    strays::{Pulling, Strays},
    taste::Taste,
    tree::{Child, Domain, Score, Spot},
};

/// The features of a position.
#[derive(Clone, Copy, Debug)]
struct Features {
    /// Boxes that are not home.
    away: u8,
    parts: u8,
    barred: u8,
    distance: u16,
}

impl Features {
    fn score(self) -> Score {
        let cell = u64::from(self.away) << 16 | u64::from(self.parts) << 8 | u64::from(self.barred);
        Score { cell, rank: cell << 16 | u64::from(self.distance) }
    }

    const fn of(score: Score) -> Self {
        Self {
            away: (score.cell >> 16) as u8,
            parts: (score.cell >> 8) as u8,
            barred: score.cell as u8,
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

/// The domain of the way home.
pub struct Homeward<'a, const W: usize> {
    ground: &'a Ground<'a, W>,
    retreat: Retreat<W>,
    strays: Strays<W>,
    moves: Moves<W>,
    choices: Vec<Choice>,
    taste: Taste,
}

impl<'a, const W: usize> Homeward<'a, W> {
    /// Prepares a search.
    ///
    /// # Errors
    /// The reason to halt, from the context.
    pub fn new(ground: &'a Ground<'a, W>, taste: Taste, context: &mut Context<'_>) -> Result<Self, Halt> {
        Ok(Self {
            ground,
            retreat: Retreat::new(&ground.maze, &ground.start, context)?,
            strays: Strays::new(ground),
            moves: Moves::default(),
            choices: Vec::new(),
            taste,
        })
    }

    /// Gives all memory back.
    pub fn release(self, context: &mut Context<'_>) {
        context.release(self.retreat.bytes() + self.strays.pair_bytes());
    }

    /// The solved positions, one for each part of the floor in which the player may end.
    ///
    /// # Errors
    /// The reason to halt, from the context.
    pub fn roots(&mut self, context: &mut Context<'_>) -> Result<Vec<(Spot<W>, u64, Score)>, Halt> {
        let maze = &self.ground.maze;
        self.strays.pair_up(self.ground, context)?;
        let boxes = *maze.goals();
        let mut left = maze.floor().without(&boxes);
        let mut roots = Vec::new();
        while let Some(player) = left.first() {
            left = left.without(&maze.region(&boxes, player));
            let state = State { boxes, player };
            let Some(distance) = self.retreat.position(&state, context)? else { continue };
            let (parts, barred) = self.moves.divide(self.ground, &boxes);
            let features = Features {
                away: self.away(&boxes),
                parts,
                barred,
                distance: distance.min(u32::from(u16::MAX)) as u16,
            };
            roots.push((Spot { state, bases: Bits::EMPTY }, state.key(), features.score()));
        }
        Ok(roots)
    }

    fn away(&self, boxes: &Bits<W>) -> u8 {
        boxes.without(&self.strays.start.boxes).len().min(255) as u8
    }

    fn best_by(&self, fit: impl Fn(&Choice) -> bool) -> Option<usize> {
        let fitting = self.choices.iter().enumerate().filter(|(_, choice)| fit(choice));
        fitting.min_by_key(|(_, choice)| choice.features.score().rank).map(|(i, _)| i)
    }
}

impl<const W: usize> Provable<W> for Homeward<'_, W> {
    /// More than with pushes, since there is little else to go by: with 4, half as many positions again until a level is solved.
    const MORE: usize = 16;

    fn prove(
        &mut self,
        spot: &Spot<W>,
        with: With,
        budget: usize,
        poll: &mut Poll<'_>,
    ) -> Result<Finding, Halt> {
        let game = &mut Pulling { strays: &mut self.strays, ground: self.ground };
        prove(game, &spot.state, with, budget, poll)
    }

    fn astray(&self, spot: &Spot<W>) -> Bits<W> {
        spot.state.boxes.without(&self.strays.start.boxes)
    }

    fn examined(&self) -> u64 {
        self.strays.examined
    }
}

impl<const W: usize> Domain<W> for Homeward<'_, W> {
    const BACKWARD: bool = true;

    fn expand(
        &mut self,
        spot: &Spot<W>,
        score: Score,
        children: &mut Vec<Child>,
        context: &mut Context<'_>,
    ) -> Result<(), Halt> {
        let forbidden = self.ground.maze.floor().without(&self.ground.reached);
        if self.retreat.position(&spot.state, context)?.is_none() {
            return Ok(());
        }
        self.choices.clear();
        let (retreat, start, rooms) = (&self.retreat, &self.strays.start, self.taste.knowledge.rooms);
        let strays = &self.strays;
        let choices = &mut self.choices;
        self.moves.find(self.ground, (Way::Pull, &spot.state), (&forbidden, |_| ANY_WAY), context, |m| {
            let Carry { from, to, player } = m.carry;
            let child = State { boxes: m.boxes, player };
            if strays.shown_by_pull(&child, to) {
                return;
            }
            let Some(distance) = retreat.moved(from, to, player) else { return };
            let features = Features {
                away: m.boxes.without(&start.boxes).len().min(255) as u8,
                parts: m.parts(),
                barred: if rooms { m.barred() } else { 0 },
                distance: distance.min(u32::from(u16::MAX)) as u16,
            };
            choices.push(Choice { carry: m.carry, features, opens: m.opens() });
        })?;
        let now = Features::of(score);
        let nearest = self
            .choices
            .iter()
            .enumerate()
            .min_by_key(|(_, choice)| (choice.features.distance, choice.features.score().rank));
        let advised = if self.taste.knowledge.advisors {
            [
                self.best_by(|choice| choice.features.away < now.away),
                self.best_by(|choice| choice.features.parts < now.parts),
                self.best_by(|choice| choice.features.barred < now.barred),
                self.best_by(|choice| choice.opens),
                nearest.map(|(i, _)| i),
            ]
        } else {
            [None; 5]
        };
        let parent = (spot.state.key(), spot.state.player);
        let few = self.choices.len() <= 2;
        for (i, choice) in self.choices.iter().enumerate() {
            let free = advised.contains(&Some(i)) || (few && i == 0);
            let child = Child::new(parent, choice.carry, choice.features.score(), free);
            children.push(Child { score: self.taste.vary(child.score, child.key), ..child });
        }
        Ok(())
    }

    fn is_lost(&mut self, spot: &Spot<W>, _: Square) -> bool {
        let maze = &self.ground.maze;
        let region = maze.region(&spot.state.boxes, spot.state.player);
        self.strays.shown(self.ground, &spot.state.boxes, &region)
    }

    fn lessons(&self) -> u32 {
        if self.taste.knowledge.lessons { self.strays.patterns().len() as u32 } else { 0 }
    }

    fn is_lost_by_lessons(&self, spot: &Spot<W>, after: u32) -> bool {
        let State { boxes, player } = &spot.state;
        self.taste.knowledge.lessons && self.strays.patterns().any_since(after as usize, boxes, *player)
    }

    fn is_done(&self, spot: &Spot<W>) -> bool {
        spot.state == self.strays.start
    }

    fn describe(&self, score: Score) -> Vec<Feature> {
        let (now, boxes) = (Features::of(score), self.strays.start.boxes.len());
        let home = boxes.saturating_sub(u32::from(now.away));
        let mut features = vec![
            Feature::of("boxes back at the start", home, boxes),
            Feature::new("parts of the floor", now.parts),
        ];
        if self.taste.knowledge.rooms {
            features.push(Feature::new("barred passages", now.barred));
        }
        features
    }
}
