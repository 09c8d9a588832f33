//! Pushes and pulls as one: how boxes move in a search from the start and in a search from the end.
//!
//! A search from the start pushes boxes towards the goals. A search from the end undoes pushes: the player stands beside a box,
//! steps away from it and draws it onto the square it leaves, so two squares in a row must be free. The position that results is
//! one from which the push back is legal, and no other is. [`Motion`] is what the two have in common; code that is generic over
//! it is compiled once for each direction.
//!
//! ```text
//! push to the right   @$_  ─►  _@$        pull to the right   $@_  ─►  _$@
//! ```

use std::fmt::Debug;

use crate::{Bits, Direction, Maze, Push, Square, State};

/// One box moved by one square.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BoxMove {
    /// Where the box stood.
    pub from: Square,
    /// Where it stands now.
    pub to: Square,
    /// Where it went.
    pub direction: Direction,
    /// Where the player stood.
    pub before: Square,
    /// Where the player stands now.
    pub after: Square,
}

impl BoxMove {
    /// The boxes after it.
    #[inline]
    #[must_use]
    pub fn applied<const W: usize>(&self, boxes: &Bits<W>) -> Bits<W> {
        let mut boxes = *boxes;
        boxes.remove(self.from);
        boxes.insert(self.to);
        boxes
    }
}

/// A way to move boxes: [`Pushing`] or [`Pulling`].
pub trait Motion: Copy + Debug + Default + 'static {
    /// Does a search by these moves go from the end to the start?
    const BACKWARD: bool;

    /// The move of the box on a square in a direction, whether it is legal or not.
    fn of<const W: usize>(maze: &Maze<W>, from: Square, direction: Direction) -> BoxMove;

    /// The boxes that a player anywhere in `region` can move in a direction.
    fn movable<const W: usize>(
        maze: &Maze<W>,
        boxes: &Bits<W>,
        region: &Bits<W>,
        direction: Direction,
    ) -> Bits<W>;

    /// The square that must be free for a move, besides where the player stands before it.
    fn needs(step: &BoxMove) -> Square;

    /// The player's region after a move made from `region`; `boxes` are those after it.
    fn region_after<const W: usize>(
        maze: &Maze<W>,
        region: &Bits<W>,
        boxes: &Bits<W>,
        step: &BoxMove,
    ) -> Bits<W>;

    /// The push of the game that a move makes or undoes.
    fn push(step: &BoxMove) -> Push;

    /// The positions that a search begins from, in normal form: the start, or all goals filled and the player in one of the
    /// regions which that leaves. The latter are all solved positions where boxes and goals are equal in number.
    fn roots<const W: usize>(maze: &Maze<W>, start: &State<W>) -> Vec<State<W>>;

    /// Pushes made or undone on a way from a root, in the order of the game.
    #[must_use]
    fn in_game_order(mut pushes: Vec<Push>) -> Vec<Push> {
        if Self::BACKWARD {
            pushes.reverse();
        }
        pushes
    }

    /// Calls `visit` for every move a player in `region` can make, box by box within each direction.
    #[inline]
    fn for_each<const W: usize>(
        maze: &Maze<W>,
        boxes: &Bits<W>,
        region: &Bits<W>,
        mut visit: impl FnMut(BoxMove),
    ) {
        for direction in Direction::ALL {
            for from in Self::movable(maze, boxes, region, direction).iter() {
                visit(Self::of(maze, from, direction));
            }
        }
    }

    /// The position after a move made from `region`, in normal form.
    #[inline]
    fn apply<const W: usize>(maze: &Maze<W>, boxes: &Bits<W>, region: &Bits<W>, step: &BoxMove) -> State<W> {
        let boxes = step.applied(boxes);
        let region = Self::region_after(maze, region, &boxes, step);
        State { boxes, player: region.first().unwrap_or(step.after) }
    }
}

/// Boxes are pushed, as in the game.
#[derive(Clone, Copy, Debug, Default)]
pub struct Pushing;

/// Boxes are pulled: pushes are undone.
#[derive(Clone, Copy, Debug, Default)]
pub struct Pulling;

impl Motion for Pushing {
    const BACKWARD: bool = false;

    #[inline]
    fn of<const W: usize>(maze: &Maze<W>, from: Square, direction: Direction) -> BoxMove {
        let before = maze.next(from, direction.opposite());
        BoxMove { from, to: maze.next(from, direction), direction, before, after: from }
    }

    #[inline]
    fn movable<const W: usize>(
        maze: &Maze<W>,
        boxes: &Bits<W>,
        region: &Bits<W>,
        direction: Direction,
    ) -> Bits<W> {
        maze.pushable(boxes, region, direction)
    }

    #[inline]
    fn needs(step: &BoxMove) -> Square {
        step.to
    }

    #[inline]
    fn region_after<const W: usize>(
        maze: &Maze<W>,
        region: &Bits<W>,
        boxes: &Bits<W>,
        step: &BoxMove,
    ) -> Bits<W> {
        maze.region_after_push(region, boxes, step.from, step.to)
    }

    #[inline]
    fn push(step: &BoxMove) -> Push {
        Push { square: step.from, direction: step.direction }
    }

    fn roots<const W: usize>(maze: &Maze<W>, start: &State<W>) -> Vec<State<W>> {
        vec![maze.normal(start)]
    }
}

impl Motion for Pulling {
    const BACKWARD: bool = true;

    #[inline]
    fn of<const W: usize>(maze: &Maze<W>, from: Square, direction: Direction) -> BoxMove {
        let to = maze.next(from, direction);
        BoxMove { from, to, direction, before: to, after: maze.next(to, direction) }
    }

    #[inline]
    fn movable<const W: usize>(
        maze: &Maze<W>,
        boxes: &Bits<W>,
        region: &Bits<W>,
        direction: Direction,
    ) -> Bits<W> {
        let back = direction.opposite();
        // Squares of the region with another one ahead; free squares that touch the region belong to it.
        let room = *region & maze.shift(region, back);
        *boxes & maze.shift(&room, back)
    }

    #[inline]
    fn needs(step: &BoxMove) -> Square {
        step.after
    }

    #[inline]
    fn region_after<const W: usize>(
        maze: &Maze<W>,
        region: &Bits<W>,
        boxes: &Bits<W>,
        step: &BoxMove,
    ) -> Bits<W> {
        let free = maze.floor().without(boxes);
        // If the box has cut nothing, the square that it left is linked to all others beside it, as after a push.
        if maze.linked_around(&free, step.to) {
            maze.region_after_push(region, boxes, step.from, step.to)
        } else {
            maze.flood(&free, Bits::single(step.after))
        }
    }

    #[inline]
    fn push(step: &BoxMove) -> Push {
        Push { square: step.to, direction: step.direction.opposite() }
    }

    fn roots<const W: usize>(maze: &Maze<W>, _: &State<W>) -> Vec<State<W>> {
        let boxes = *maze.goals();
        let mut left = maze.floor().without(&boxes);
        let mut roots = Vec::new();
        while let Some(player) = left.first() {
            left = left.without(&maze.region(&boxes, player));
            roots.push(State { boxes, player });
        }
        roots
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Level;

    const BOARD: &str = "#########\n#   #   #\n# $ $ . #\n#  @$ . #\n# # # . #\n#########";

    /// All positions within a few pushes of the start.
    fn positions(maze: &Maze<1>, level: &Level) -> Vec<State<1>> {
        let mut all = vec![maze.normal(&maze.start(level))];
        let mut next = 0;
        while next < all.len() && all.len() < 500 {
            let State { boxes, player } = all[next];
            let region = maze.region(&boxes, player);
            Pushing::for_each(maze, &boxes, &region, |step| {
                let child = Pushing::apply(maze, &boxes, &region, &step);
                if !all.contains(&child) {
                    all.push(child);
                }
            });
            next += 1;
        }
        all
    }

    #[test]
    fn pulls_are_the_pushes_undone_and_no_others() {
        let level = Level::parse(BOARD).unwrap();
        let maze = Maze::<1>::new(&level);
        let all = positions(&maze, &level);
        assert!(all.len() > 100);
        for state in &all {
            let region = maze.region(&state.boxes, state.player);
            let mut pushes = 0;
            Pushing::for_each(&maze, &state.boxes, &region, |push| {
                let child = Pushing::apply(&maze, &state.boxes, &region, &push);
                assert_eq!(child, maze.normal(&maze.push(&state.boxes, push.from, push.direction)));
                let behind = maze.region(&child.boxes, child.player);
                let mut undone = 0;
                Pulling::for_each(&maze, &child.boxes, &behind, |pull| {
                    let parent = Pulling::apply(&maze, &child.boxes, &behind, &pull);
                    if Pulling::push(&pull) == Pushing::push(&push) {
                        assert_eq!(parent, *state);
                        undone += 1;
                    }
                });
                assert_eq!(undone, 1, "{push:?}");
                pushes += 1;
            });
            let mut pulls = 0;
            Pulling::for_each(&maze, &state.boxes, &region, |pull| {
                let parent = Pulling::apply(&maze, &state.boxes, &region, &pull);
                let before = maze.region(&parent.boxes, parent.player);
                let Push { square, direction } = Pulling::push(&pull);
                assert!(Pushing::movable(&maze, &parent.boxes, &before, direction).contains(square));
                pulls += 1;
            });
            assert!(pushes + pulls > 0);
        }
    }

    #[test]
    fn what_a_move_needs_is_free_after_it_for_box_or_player() {
        let level = Level::parse(BOARD).unwrap();
        let maze = Maze::<1>::new(&level);
        let square = level.square_at(4, 3).unwrap();
        let push = Pushing::of(&maze, square, Direction::Right);
        assert_eq!((push.before, push.after, Pushing::needs(&push)), (Square(square.0 - 1), square, push.to));
        let pull = Pulling::of(&maze, square, Direction::Right);
        assert_eq!((pull.before, Pulling::needs(&pull)), (pull.to, pull.after));
        assert_eq!(Pulling::push(&pull), Push { square: pull.to, direction: Direction::Left });
    }

    #[test]
    fn roots_are_the_start_or_one_solved_position_for_each_region() {
        let level = Level::parse("#######\n#@$ . #\n# ### #\n#$ .  #\n#######").unwrap();
        let maze = Maze::<1>::new(&level);
        let start = maze.start(&level);
        assert_eq!(Pushing::roots(&maze, &start), [maze.normal(&start)]);
        let roots = Pulling::roots(&maze, &start);
        assert!(roots.iter().all(|root| root.boxes == *maze.goals() && maze.normal(root) == *root));
        assert_eq!(roots.len(), 2, "the goals cut the ring in two");
        let pushes =
            [Direction::Up, Direction::Left].map(|direction| Push { square: start.player, direction });
        assert_eq!(Pushing::in_game_order(pushes.to_vec()), pushes);
        assert_eq!(Pulling::in_game_order(pushes.to_vec()), [pushes[1], pushes[0]]);
    }
}
