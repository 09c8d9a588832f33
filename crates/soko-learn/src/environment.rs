//! The game as an agent sees it: situations, actions, outcomes.
//!
//! There are two action spaces. In the space of *moves* an action is a step up, right, down or left; a situation is the
//! player's square and the boxes. In the space of *pushes* an action is a box and a direction, the walk there is
//! a shortest one, and a situation is the boxes with the player's region, or with its exact square if moves
//! are what counts. Nothing else is known to an agent but what it has seen: the table of values is its only memory.
//!
//! *Action pruning* leaves out actions that lead to a known deadlock, if asked for. The *potential* is the estimate of
//! what is left that [rewards](crate::reward) are shaped by; its `None` is a proof that the game is lost.

use soko_core::{Bits, Direction, Level, Maze, Meter, Push, Square, State};
use soko_search::evaluator::{Evaluator, Heuristic, nearest_box::NearestBox};
use soko_solver::{Halt, Way};

use crate::{
    deadlocks::{Deadlocks, RuleSet},
    meter::StepMeter,
    potential::Potential,
};

/// What an action is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Space {
    /// One step of the player.
    Moves,
    /// A walk and a push.
    Pushes,
}

/// A position of the game, with what follows from it. In the space of moves the region is not kept.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Situation<const W: usize> {
    pub(crate) state: State<W>,
    pub(crate) region: Bits<W>,
}

/// What an action did.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[expect(clippy::struct_excessive_bools, reason = "independent facts about one action")]
pub(crate) struct Outcome {
    /// A box moved.
    pub pushed: bool,
    /// The box stood on a goal before.
    pub from_goal: bool,
    /// The box stands on a goal now.
    pub to_goal: bool,
    /// The level is solved.
    pub solved: bool,
    /// The position is known to be lost.
    pub dead: bool,
    /// No action is left.
    pub stuck: bool,
    /// Steps walked before the push, where walking counts.
    pub walked: u32,
}

impl Outcome {
    /// Does the episode end here?
    pub(crate) const fn is_end(&self) -> bool {
        self.solved || self.is_lost()
    }

    /// Is the game lost, as far as can be told?
    pub(crate) const fn is_lost(&self) -> bool {
        self.dead || self.stuck
    }
}

/// How the game is to be seen.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Views {
    pub(crate) space: Space,
    /// Moves are what counts, not pushes.
    pub(crate) count_moves: bool,
    pub(crate) rules: RuleSet,
    /// Leave out actions that lose.
    pub(crate) prune: bool,
    /// The estimate in the potential.
    pub(crate) heuristic: Heuristic,
}

impl Views {
    pub(crate) const fn potential(self) -> Potential {
        Potential { heuristic: self.heuristic, with_walk: self.count_moves }
    }
}

/// A level as a game for agents.
pub(crate) struct Environment<const W: usize> {
    pub(crate) maze: Maze<W>,
    pub(crate) start: Situation<W>,
    pub(crate) views: Views,
    deadlocks: Deadlocks<W>,
    potential: Option<Box<dyn Evaluator<W>>>,
    /// The position judged last, and the pushes that it needs by the estimate.
    judged: Option<(State<W>, Option<u32>)>,
    /// The estimate changes when the player walks.
    player_counts: bool,
    nearest: NearestBox,
}

impl<const W: usize> Environment<W> {
    /// Puts the game together, within limits.
    pub(crate) fn new(level: &Level, views: Views, meter: &mut dyn Meter<Halt = Halt>) -> Result<Self, Halt> {
        let maze = Maze::<W>::new(level);
        let state = maze.start(level);
        let potential = views.potential().compile(level, &maze, meter)?;
        let region = maze.region(&state.boxes, state.player);
        let mut environment = Self {
            deadlocks: Deadlocks::new(views.rules, level, &maze, !views.count_moves),
            start: Situation { state, region },
            maze,
            views,
            potential,
            judged: None,
            player_counts: views.potential().depends_on_player(),
            nearest: NearestBox::new(level),
        };
        environment.start = environment.arrive(state);
        Ok(environment)
    }

    /// Bytes held by deadlock rules and estimates that grew since the start.
    pub(crate) fn bytes(&self) -> u64 {
        self.deadlocks.bytes() + self.potential.as_ref().map_or(0, |potential| potential.bytes())
    }

    /// Is the level lost before anything was done?
    pub(crate) fn is_lost(&mut self, meter: &mut dyn Meter<Halt = Halt>) -> Result<bool, Halt> {
        let state = self.start.state;
        if self.maze.is_solved(&state.boxes) {
            return Ok(false);
        }
        Ok(self.deadlocks.lost(&self.maze, &state) || self.estimate(&state, meter)?.is_none())
    }

    /// What is left from here, as far as the potential knows; `None` if the game is lost.
    #[inline]
    pub(crate) fn estimate(
        &mut self,
        state: &State<W>,
        meter: &mut dyn Meter<Halt = Halt>,
    ) -> Result<Option<u32>, Halt> {
        let known = self.judged.as_ref().filter(|(known, _)| {
            // A step without push changes nothing for the boxes.
            known.boxes == state.boxes
                && (known.player == state.player
                    || !self.player_counts && beside(&self.maze, known.player, state.player))
        });
        let pushes = match (known, &mut self.potential) {
            (_, None) => return Ok(Some(0)),
            (Some(&(_, pushes)), _) => pushes,
            (None, Some(potential)) => potential.position(&self.maze, state, meter)?,
        };
        self.judged = Some((*state, pushes));
        let walk = if self.views.count_moves { self.nearest.steps(&state.boxes, state.player) } else { 0 };
        Ok(pushes.map(|pushes| pushes + walk))
    }

    /// The situation that a position is.
    pub(crate) fn arrive(&self, state: State<W>) -> Situation<W> {
        match self.views.space {
            Space::Moves => Situation { state, region: Bits::EMPTY },
            Space::Pushes => Situation { state, region: self.maze.region(&state.boxes, state.player) },
        }
    }

    /// The position by which situations are told apart.
    #[inline]
    pub(crate) fn key(&self, at: &Situation<W>) -> State<W> {
        let exact = self.views.space == Space::Moves || self.views.count_moves;
        let player = if exact { at.state.player } else { at.region.first().unwrap_or(at.state.player) };
        State { boxes: at.state.boxes, player }
    }

    /// The actions there are. In the space of moves an action's square is the player's.
    #[inline]
    pub(crate) fn actions(
        &mut self,
        at: &Situation<W>,
        actions: &mut Vec<Push>,
        meter: &mut impl StepMeter,
    ) -> Result<(), Halt> {
        actions.clear();
        match self.views.space {
            Space::Moves => {
                self.moves(at, actions);
                Ok(())
            }
            Space::Pushes => self.pushes(at, actions, meter),
        }
    }

    #[inline]
    fn moves(&mut self, at: &Situation<W>, actions: &mut Vec<Push>) {
        let State { boxes, player } = at.state;
        for direction in Direction::ALL {
            let to = self.maze.next(player, direction);
            if !self.maze.floor().contains(to) {
                continue;
            }
            if boxes.contains(to) {
                let beyond = self.maze.next(to, direction);
                let open = self.maze.floor().contains(beyond) && !boxes.contains(beyond);
                if !open || self.views.prune && self.loses(&boxes, to, direction) {
                    continue;
                }
            }
            actions.push(Push { square: player, direction });
        }
    }

    fn pushes(
        &mut self,
        at: &Situation<W>,
        actions: &mut Vec<Push>,
        meter: &mut impl StepMeter,
    ) -> Result<(), Halt> {
        let boxes = &at.state.boxes;
        let all = if self.views.prune {
            self.deadlocks.pushes(&self.maze, &at.state, &at.region, meter)?
        } else {
            Direction::ALL.map(|direction| self.maze.pushable(boxes, &at.region, direction))
        };
        for (direction, squares) in Direction::ALL.into_iter().zip(all) {
            for square in squares.iter() {
                // Thousands of boxes have thousands of pushes, each with rules to ask.
                meter.poll()?;
                if !(self.views.prune && self.loses(boxes, square, direction)) {
                    actions.push(Push { square, direction });
                }
            }
        }
        Ok(())
    }

    /// Does a push lose the game?
    fn loses(&mut self, boxes: &Bits<W>, square: Square, direction: Direction) -> bool {
        let child = self.maze.push(boxes, square, direction);
        !self.maze.is_solved(&child.boxes)
            && self.deadlocks.lost_by_push(&self.maze, &child, self.maze.next(square, direction))
    }

    /// The way that actions from the start make.
    pub(crate) fn way(&self, actions: Vec<Push>) -> Way {
        match self.views.space {
            Space::Moves => Way::Steps(actions.iter().map(|action| action.direction).collect()),
            Space::Pushes => Way::Pushes(actions),
        }
    }

    /// Plays an action. Whether actions are left afterwards is for the caller to find out.
    #[inline]
    pub(crate) fn play(&mut self, at: &Situation<W>, action: Push) -> (Situation<W>, Outcome) {
        match self.views.space {
            Space::Moves => {
                let to = self.maze.next(action.square, action.direction);
                if at.state.boxes.contains(to) {
                    let (state, outcome) = self.push(at, Push { square: to, direction: action.direction });
                    (Situation { state, region: Bits::EMPTY }, outcome)
                } else {
                    (Situation { state: State { player: to, ..at.state }, ..*at }, Outcome::default())
                }
            }
            Space::Pushes => {
                let walked = if self.views.count_moves { self.walk(at, action) } else { 0 };
                let (state, outcome) = self.push(at, action);
                let to = self.maze.next(action.square, action.direction);
                let region = self.maze.region_after_push(&at.region, &state.boxes, action.square, to);
                (Situation { state, region }, Outcome { walked, ..outcome })
            }
        }
    }

    #[inline]
    fn push(&mut self, at: &Situation<W>, push: Push) -> (State<W>, Outcome) {
        let to = self.maze.next(push.square, push.direction);
        let state = self.maze.push(&at.state.boxes, push.square, push.direction);
        let goals = self.maze.goals();
        let (from_goal, to_goal) = (goals.contains(push.square), goals.contains(to));
        let solved = self.maze.is_solved(&state.boxes);
        // Where actions that lose are left out nothing needs to be tested again.
        let dead = !solved && !self.views.prune && self.deadlocks.lost_by_push(&self.maze, &state, to);
        (state, Outcome { pushed: true, from_goal, to_goal, solved, dead, ..Outcome::default() })
    }

    /// Steps of a shortest walk behind the box. A few shifts a step: a table of paths would not be faster.
    fn walk(&self, at: &Situation<W>, push: Push) -> u32 {
        let aim = self.maze.next(push.square, push.direction.opposite());
        let mut steps = 0;
        let mut reached = Bits::single(at.state.player);
        while !reached.contains(aim) {
            let mut wider = reached;
            for direction in Direction::ALL {
                wider |= self.maze.shift(&reached, direction);
            }
            reached = wider & at.region;
            steps += 1;
        }
        steps
    }
}

/// Are two squares one step apart?
#[inline]
fn beside<const W: usize>(maze: &Maze<W>, one: Square, other: Square) -> bool {
    Direction::ALL.into_iter().any(|direction| maze.next(one, direction) == other)
}

#[cfg(test)]
mod tests {
    use soko_core::Walks;
    use soko_solver::Dice;

    use super::*;
    use crate::table::tests::Scales;

    const BOARD: &str = "########\n#  .   #\n# $ #$ #\n# .@ . #\n#  $#  #\n#.  $  #\n#      #\n########";

    fn views(space: Space, count_moves: bool, prune: bool) -> Views {
        Views { space, count_moves, rules: RuleSet::Sokolab, prune, heuristic: Heuristic::Assignment }
    }

    /// The board, and its game with moves counted.
    fn played_by(space: Space) -> (Level, Environment<2>) {
        let level = Level::parse(BOARD).unwrap();
        let environment = Environment::new(&level, views(space, true, false), &mut Scales::default());
        (level, environment.unwrap())
    }

    #[test]
    fn moves_are_those_of_the_rules() {
        let (level, mut environment) = played_by(Space::Moves);
        let (mut dice, mut actions) = (Dice::new(1), Vec::new());
        let (mut at, mut position) = (environment.start, level.start().clone());
        for _ in 0..2000 {
            environment.actions(&at, &mut actions, &mut Scales::default()).unwrap();
            let legal: Vec<_> =
                Direction::ALL.into_iter().filter(|&d| position.clone().step(&level, d).is_some()).collect();
            assert_eq!(actions.iter().map(|action| action.direction).collect::<Vec<_>>(), legal);
            let action = actions[dice.below(actions.len())];
            let (next, outcome) = environment.play(&at, action);
            let step = position.step(&level, action.direction).unwrap();
            assert_eq!((outcome.pushed, outcome.solved), (step.push, level.is_solved(&position)));
            assert_eq!(
                (next.state.player, next.state.boxes),
                (position.player(), Bits::from_set(position.boxes()))
            );
            at = next;
            if outcome.is_end() {
                (at, position) = (environment.start, level.start().clone());
            }
        }
    }

    #[test]
    fn pushes_are_those_of_the_rules_and_walks_are_shortest() {
        let (level, mut environment) = played_by(Space::Pushes);
        let (mut at, mut position) = (environment.start, level.start().clone());
        let (mut dice, mut actions) = (Dice::new(1), Vec::new());
        for _ in 0..500 {
            environment.actions(&at, &mut actions, &mut Scales::default()).unwrap();
            if actions.is_empty() {
                (at, position) = (environment.start, level.start().clone());
                continue;
            }
            let action = actions[dice.below(actions.len())];
            let behind = level.next(action.square, action.direction.opposite());
            let walks = Walks::from(&level, &position);
            let (next, outcome) = environment.play(&at, action);
            assert_eq!(Some(outcome.walked), walks.distance(behind));
            for direction in walks.path_to(&level, behind).unwrap() {
                position.step(&level, direction).unwrap();
            }
            assert!(position.step(&level, action.direction).unwrap().push);
            assert_eq!(
                (next.state.player, next.state.boxes),
                (position.player(), Bits::from_set(position.boxes()))
            );
            assert_eq!(next.region, environment.maze.region(&next.state.boxes, next.state.player));
            at = next;
        }
    }

    #[test]
    fn pruning_leaves_out_what_is_dead_and_nothing_else() {
        let level = Level::parse("#######\n#     #\n# @$  #\n#    .#\n#######").unwrap();
        let mut actions = Vec::new();
        for (prune, expected, lost) in [(false, 4, 1), (true, 3, 0)] {
            let views = views(Space::Pushes, false, prune);
            let mut environment = Environment::<1>::new(&level, views, &mut Scales::default()).unwrap();
            let start = environment.start;
            environment.actions(&start, &mut actions, &mut Scales::default()).unwrap();
            assert_eq!(actions.len(), expected, "the push up leads to a wall without goals");
            let dead = |action: &&Push| environment.play(&start, **action).1.dead;
            assert_eq!(actions.iter().filter(dead).count(), lost);
        }
    }
}
