//! The sides of a lone box: which of its four neighbours are connected around it.
//!
//! Put one box on an otherwise empty board. Its free neighbours fall into groups such that the player can
//! walk between two neighbours of a group without moving the box. In the open there is one group; in a
//! door there are two, and which one the player is in decides what the box can do. Push distances, dead
//! squares and patterns are all functions of (square, side).
//!
//! **One search for all squares.** A depth-first search numbers the squares in the order in which it enters them, so that the
//! squares below a square in its tree are an interval of numbers. Without a square *v* the tree falls into the part above *v*
//! and the parts below each of its children; a part below is tied to the one above if a step leads from it past *v*
//! (its *low point*, Hopcroft and Tarjan 1973), and to nothing else. So the groups of *v* are known from its at most four
//! children, and to which of them a player belongs is a comparison of numbers.
//!
//! **Cost.** Linear in the squares, a few bytes each. A flood and a bitboard for every side of every door would be quadratic
//! in a long corridor.

use soko_core::{Direction, Level, Maze, Square, with_maze};

/// For every floor square and direction: the group of the neighbour in that direction.
#[derive(Clone, Debug)]
pub struct Sides {
    groups: Vec<[u8; 4]>,
    /// When the search entered a square, from 1; 0 is no floor.
    entered: Vec<u16>,
    /// The door on a square that has several groups.
    door: Vec<u16>,
    doors: Vec<Door>,
}

/// The neighbour is no floor.
const BLOCKED: u8 = u8::MAX;
/// The square has one group or none.
const NO_DOOR: u16 = u16::MAX;

/// A range of squares in the order of the search.
#[derive(Clone, Copy, Debug, Default)]
struct Interval {
    first: u16,
    end: u16,
}

impl Interval {
    const fn contains(self, entered: u16) -> bool {
        self.first <= entered && entered < self.end
    }
}

/// A square whose neighbours are not all connected around it.
#[derive(Clone, Copy, Debug)]
struct Door {
    /// The squares below the child in each direction; nothing where there is no child.
    below: [Interval; 4],
    /// The squares that can be reached at all, and the group of those of them that are not below.
    piece: Interval,
    above: u8,
}

impl Sides {
    /// Computes the groups of all squares of a level.
    pub fn new(level: &Level) -> Self {
        with_maze!(level, |maze| Self::of(&maze))
    }

    /// Computes the groups of all squares of a maze.
    #[inline(never)]
    pub fn of<const W: usize>(maze: &Maze<W>) -> Self {
        let tree = Tree::of(maze);
        let mut groups = vec![[BLOCKED; 4]; 64 * W];
        let (mut door, mut doors) = (vec![NO_DOOR; 64 * W], Vec::new());
        for square in maze.floor().iter() {
            let here = tree.groups(maze, square);
            groups[square.index()] = here;
            if count(here) > 1 {
                door[square.index()] = doors.len() as u16;
                doors.push(tree.door(maze, square, here));
            }
        }
        Self { groups, entered: tree.entered, door, doors }
    }

    /// How many groups the neighbours of a square form.
    pub fn count(&self, square: Square) -> u8 {
        count(self.groups[square.index()])
    }

    /// The group (0 to 3) of the neighbour of `square` in `direction`; `None` if no player can stand there.
    #[inline]
    pub fn group(&self, square: Square, direction: Direction) -> Option<u8> {
        Some(self.groups[square.index()][direction as usize]).filter(|&group| group != BLOCKED)
    }

    /// The group in which a player is. One who stands on the very square or can never get there is given the first.
    #[inline]
    pub(crate) fn group_of(&self, square: Square, player: Square) -> u8 {
        let door = self.door[square.index()];
        if door == NO_DOOR { 0 } else { self.group_at_door(door, square, player) }
    }

    fn group_at_door(&self, door: u16, square: Square, player: Square) -> u8 {
        let Door { below, piece, above } = self.doors[usize::from(door)];
        let entered = self.entered[player.index()];
        if let Some(direction) = (0..4).find(|&direction| below[direction].contains(entered)) {
            return self.groups[square.index()][direction];
        }
        if piece.contains(entered) && player != square { above } else { 0 }
    }

    /// Can the player walk from one neighbour to the other around a lone box on `square`?
    #[inline]
    pub fn connected(&self, square: Square, a: Direction, b: Direction) -> bool {
        self.group(square, a).is_some_and(|group| self.group(square, b) == Some(group))
    }

    /// Bytes held.
    pub fn bytes(&self) -> u64 {
        (self.groups.len() * size_of::<[u8; 4]>()
            + (self.entered.len() + self.door.len()) * size_of::<u16>()
            + self.doors.len() * size_of::<Door>()) as u64
    }
}

fn count(groups: [u8; 4]) -> u8 {
    groups.into_iter().filter(|&group| group != BLOCKED).max().map_or(0, |last| last + 1)
}

/// A depth-first search of the floor.
struct Tree {
    entered: Vec<u16>,
    /// The squares of a square's part of the tree, itself included, are entered before this.
    end: Vec<u16>,
    /// The earliest square to which a step leads from a square's part of the tree.
    low: Vec<u16>,
    /// The direction of the square from which a square was entered, as an index; [`BLOCKED`] for the first of a piece.
    parent: Vec<u8>,
    /// The first square of the piece that a square belongs to.
    root: Vec<Square>,
}

impl Tree {
    fn of<const W: usize>(maze: &Maze<W>) -> Self {
        let mut tree = Self {
            entered: vec![0; 64 * W],
            end: vec![0; 64 * W],
            low: vec![0; 64 * W],
            parent: vec![BLOCKED; 64 * W],
            root: vec![Square(0); 64 * W],
        };
        let mut clock = 0;
        let mut path: Vec<(Square, usize)> = Vec::new();
        for root in maze.floor().iter() {
            if tree.entered[root.index()] != 0 {
                continue;
            }
            tree.enter(root, root, &mut clock);
            path.push((root, 0));
            while let Some((square, next)) = path.last_mut() {
                let square = *square;
                if let Some(&direction) = Direction::ALL.get(*next) {
                    *next += 1;
                    let to = maze.next(square, direction);
                    let to_parent = tree.parent[square.index()] == direction as u8;
                    if !maze.floor().contains(to) || to_parent {
                        continue;
                    }
                    if tree.entered[to.index()] == 0 {
                        tree.enter(to, root, &mut clock);
                        tree.parent[to.index()] = direction.opposite() as u8;
                        path.push((to, 0));
                    } else {
                        tree.low[square.index()] = tree.low[square.index()].min(tree.entered[to.index()]);
                    }
                    continue;
                }
                path.pop();
                tree.end[square.index()] = clock + 1;
                if let Some(&(above, _)) = path.last() {
                    tree.low[above.index()] = tree.low[above.index()].min(tree.low[square.index()]);
                }
            }
        }
        tree
    }

    fn enter(&mut self, square: Square, root: Square, clock: &mut u16) {
        *clock += 1;
        self.entered[square.index()] = *clock;
        self.low[square.index()] = *clock;
        self.root[square.index()] = root;
    }

    /// A square with all squares below it.
    fn below(&self, square: Square) -> Interval {
        Interval { first: self.entered[square.index()], end: self.end[square.index()] }
    }

    /// The child of a square in a direction.
    fn child<const W: usize>(&self, maze: &Maze<W>, square: Square, direction: Direction) -> Option<Square> {
        let to = maze.next(square, direction);
        let is_child = maze.floor().contains(to) && self.parent[to.index()] == direction.opposite() as u8;
        is_child.then_some(to)
    }

    /// The groups of the neighbours, numbered in the order of the directions.
    fn groups<const W: usize>(&self, maze: &Maze<W>, square: Square) -> [u8; 4] {
        // A part below that no step leads out of is named after its child; everything else is one part.
        const ABOVE: u8 = 4;
        let part = |neighbour: Square| {
            let entered = self.entered[neighbour.index()];
            let below = Direction::ALL.into_iter().find_map(|direction| {
                let child = self.child(maze, square, direction)?;
                self.below(child).contains(entered).then_some((direction, child))
            });
            match below {
                Some((direction, child)) if self.low[child.index()] >= self.entered[square.index()] => {
                    direction as u8
                }
                _ => ABOVE,
            }
        };
        let mut known: [Option<u8>; 5] = [None; 5];
        let mut count = 0;
        Direction::ALL.map(|direction| {
            let neighbour = maze.next(square, direction);
            if !maze.floor().contains(neighbour) {
                return BLOCKED;
            }
            *known[usize::from(part(neighbour))].get_or_insert_with(|| {
                count += 1;
                count - 1
            })
        })
    }

    fn door<const W: usize>(&self, maze: &Maze<W>, square: Square, groups: [u8; 4]) -> Door {
        let below = Direction::ALL.map(|direction| {
            self.child(maze, square, direction).map_or(Interval::default(), |child| self.below(child))
        });
        let parent = self.parent[square.index()];
        let above = if parent == BLOCKED { 0 } else { groups[usize::from(parent)] };
        Door { below, piece: self.below(self.root[square.index()]), above }
    }
}

#[cfg(test)]
mod tests {
    use soko_core::Bits;

    use super::*;

    /// Holds groups and the player's group against a flood for every square.
    fn check_against_floods(text: &str) {
        let level = Level::parse(text).unwrap();
        let maze = Maze::<2>::new(&level);
        let sides = Sides::of(&maze);
        for square in maze.floor().iter() {
            let open = maze.floor().without(&Bits::single(square));
            let mut regions: Vec<Bits<2>> = Vec::new();
            for direction in Direction::ALL {
                let next = maze.next(square, direction);
                let group = sides.group(square, direction);
                assert_eq!(group.is_some(), maze.floor().contains(next));
                let Some(group) = group else { continue };
                if !regions.iter().any(|region| region.contains(next)) {
                    regions.push(maze.flood(&open, Bits::single(next)));
                }
                assert!(regions[usize::from(group)].contains(next), "{square:?} of\n{text}");
            }
            assert_eq!(usize::from(sides.count(square)), regions.len());
            for player in maze.floor().iter() {
                let region = regions.iter().position(|region| region.contains(player)).unwrap_or(0);
                assert_eq!(usize::from(sides.group_of(square, player)), region, "{player:?}\n{text}");
            }
        }
    }

    #[test]
    fn a_door_has_two_sides_the_open_floor_one() {
        let level = Level::parse("#######\n#  #  #\n#@ $ .#\n#  #  #\n#######").unwrap();
        let sides = Sides::new(&level);
        let door = level.square_at(3, 2).unwrap();
        assert!(!sides.connected(door, Direction::Left, Direction::Right));
        assert_eq!(sides.group(door, Direction::Up), None);
        let open = level.square_at(2, 2).unwrap();
        assert!(sides.connected(open, Direction::Up, Direction::Left));
        assert!(!sides.connected(open, Direction::Up, Direction::Right));
    }

    #[test]
    fn a_way_round_joins_the_sides() {
        let level = Level::parse("#######\n#@$.  #\n# ### #\n#     #\n#######").unwrap();
        let sides = Sides::new(&level);
        assert!(sides.connected(level.square_at(2, 1).unwrap(), Direction::Left, Direction::Right));
    }

    #[test]
    fn what_one_search_says_is_what_floods_say() {
        for text in [
            "########\n#  .   #\n# $ #$ #\n# .@ . #\n#  $#  #\n#.  $  #\n#      #\n########",
            "##########\n#   #    #\n# $    . #\n# @ #    #\n##########",
            "  #####\n  #   #\n###$  ###\n# @ #   #\n#   . # #\n### #   #\n  #   ###\n  #####",
            "#########\n#@$  #  #\n####   .#\n#    ####\n# ##   #\n#    # #\n########",
            "#######\n### ###\n### ###\n#@ $ .#\n### ###\n### ###\n#######",
            "#########\n#@$.#   #\n# # # # #\n# # $.# #\n#   #   #\n#########",
        ] {
            check_against_floods(text);
        }
    }
}
