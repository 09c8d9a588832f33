//! Large levels: pull the boxes out of the goals one after the other, to anywhere.
//!
//! Where there are too many boxes to look at all positions, a random game played backwards still gives a level
//! that can be solved: take a box, find all squares it can be pulled to while the others stay, pull it to one
//! of them, take the next. Played forwards, the game is a solution; how far it is from the best one is
//! not known.
//!
//! Of many such games the rating prefers starts that are locked: few boxes can be pushed at all, the player
//! has little room, and the boxes are far from the goals.

use std::collections::VecDeque;

use rustc_hash::FxHashSet;
use soko_core::{Bits, Direction, Level, Maze, Push, Square, State};

use super::{dice::Dice, rating::GoalDistance};

/// A start and the pushes of one solution, in playing order.
pub(crate) struct Scattered<const W: usize> {
    pub(crate) start: State<W>,
    pub(crate) solution: Vec<Push>,
    pub(crate) score: i64,
}

/// Pulls per box, on average.
const ROUNDS: usize = 3;

/// The best-rated of some games.
pub(crate) fn best_of<const W: usize>(
    games: usize,
    level: &Level,
    maze: &Maze<W>,
    dice: &mut Dice,
) -> Option<Scattered<W>> {
    let distance = GoalDistance::new(maze);
    let games = (0..games).filter_map(|_| scatter(level, maze, &distance, dice));
    games.reduce(|best, game| if game.score > best.score { game } else { best })
}

/// Plays one random game backwards; `None` if a box stayed on a goal that should be free.
fn scatter<const W: usize>(
    level: &Level,
    maze: &Maze<W>,
    distance: &GoalDistance,
    dice: &mut Dice,
) -> Option<Scattered<W>> {
    let mut goals: Vec<Square> = maze.goals().iter().collect();
    let mut beside: Vec<Square> = maze.floor().without(maze.goals()).iter().collect();
    dice.shuffle(&mut goals);
    dice.shuffle(&mut beside);
    let mut boxes = Bits::EMPTY;
    goals.iter().chain(&beside).take(level.boxes()).for_each(|&square| boxes.insert(square));
    let free: Vec<Square> = maze.floor().without(&boxes).iter().collect();
    let mut state = State { boxes, player: *dice.pick(&free)? };
    let mut pulls: Vec<Push> = Vec::new();
    for round in 0..level.boxes() * ROUNDS {
        let at_home: Vec<Square> = (state.boxes & *maze.goals()).iter().collect();
        let all: Vec<Square> = state.boxes.iter().collect();
        // First empty the goals, then stir.
        let stirring = at_home.is_empty() || round % 3 == 2;
        let square = *dice.pick(if stirring { &all } else { &at_home })?;
        let places = Places::of(maze, &state, square);
        let away: Vec<usize> =
            (1..places.found.len()).filter(|&i| !maze.goals().contains(places.found[i].square)).collect();
        let tries = [dice.pick(&away), dice.pick(&away), dice.pick(&away)];
        let Some(&&place) =
            tries.iter().flatten().max_by_key(|&&&i| distance.or_zero(places.found[i].square))
        else {
            continue;
        };
        state = places.state(&state, square, place);
        pulls.extend(places.pulls_to(place));
    }
    if !(state.boxes & *maze.goals()).is_empty() {
        return None;
    }
    pulls.reverse();
    let region = maze.region(&state.boxes, state.player);
    let mut choices = 0;
    maze.for_each_push(&state.boxes, &region, |_, _| choices += 1);
    let far: i64 = state.boxes.iter().map(|square| i64::from(distance.or_zero(square))).sum();
    let score = 4 * far - 6 * choices - i64::from(region.len()) - 2 * i64::from(maze.floor().len());
    Some(Scattered { start: state, solution: pulls, score })
}

/// Where one box can be pulled while all others stay.
struct Places {
    found: Vec<Place>,
}

struct Place {
    square: Square,
    /// Lowest square of the player's region.
    player: Square,
    before: usize,
    /// The push that undoes the pull to here.
    push: Push,
}

impl Places {
    fn of<const W: usize>(maze: &Maze<W>, state: &State<W>, square: Square) -> Self {
        let mut others = state.boxes;
        others.remove(square);
        let normal = |square, player| {
            let mut boxes = others;
            boxes.insert(square);
            maze.normal(&State { boxes, player }).player
        };
        let player = normal(square, state.player);
        let nothing = Push { square, direction: Direction::Up };
        let mut found = vec![Place { square, player, before: 0, push: nothing }];
        let mut known = FxHashSet::default();
        known.insert((square, player));
        let mut queue = VecDeque::from([0]);
        while let Some(number) = queue.pop_front() {
            let Place { square, player, .. } = found[number];
            let mut boxes = others;
            boxes.insert(square);
            let region = maze.region(&boxes, player);
            for direction in Direction::ALL {
                let to = maze.next(square, direction.opposite());
                let player = maze.next(to, direction.opposite());
                if !region.contains(to) || !region.contains(player) {
                    continue;
                }
                let player = normal(to, player);
                if known.insert((to, player)) {
                    queue.push_back(found.len());
                    let push = Push { square: to, direction };
                    found.push(Place { square: to, player, before: number, push });
                }
            }
        }
        Self { found }
    }

    /// The position with the box pulled from `square` to a place.
    fn state<const W: usize>(&self, state: &State<W>, square: Square, place: usize) -> State<W> {
        let mut boxes = state.boxes;
        boxes.remove(square);
        boxes.insert(self.found[place].square);
        State { boxes, player: self.found[place].player }
    }

    /// The pulls to a place, in pulling order.
    fn pulls_to(&self, mut place: usize) -> impl Iterator<Item = Push> {
        let mut pulls = Vec::new();
        while place != 0 {
            pulls.push(self.found[place].push);
            place = self.found[place].before;
        }
        pulls.into_iter().rev()
    }
}
