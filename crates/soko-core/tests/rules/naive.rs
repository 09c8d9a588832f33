//! Sokoban in the most obvious way: sets of coordinates, no geometry tricks, nothing shared with the crate.

use std::collections::BTreeSet;

pub(crate) type Point = (i32, i32);

const WAYS: [Point; 4] = [(0, -1), (1, 0), (0, 1), (-1, 0)];

#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct Naive {
    pub(crate) walls: BTreeSet<Point>,
    pub(crate) goals: BTreeSet<Point>,
    pub(crate) boxes: BTreeSet<Point>,
    pub(crate) player: Point,
    size: Point,
}

fn plus(a: Point, b: Point) -> Point {
    (a.0 + b.0, a.1 + b.1)
}

impl Naive {
    pub(crate) fn parse(text: &str) -> Self {
        let mut game = Self {
            walls: BTreeSet::new(),
            goals: BTreeSet::new(),
            boxes: BTreeSet::new(),
            player: (0, 0),
            size: (0, 0),
        };
        for (y, line) in text.lines().enumerate() {
            for (x, c) in line.chars().enumerate() {
                let at = (x as i32, y as i32);
                game.size = (game.size.0.max(at.0 + 1), game.size.1.max(at.1 + 1));
                if c == '#' {
                    game.walls.insert(at);
                }
                if ".+*".contains(c) {
                    game.goals.insert(at);
                }
                if "$*".contains(c) {
                    game.boxes.insert(at);
                }
                if "@+".contains(c) {
                    game.player = at;
                }
            }
        }
        game
    }

    fn is_floor(&self, at: Point) -> bool {
        (0..self.size.0).contains(&at.0) && (0..self.size.1).contains(&at.1) && !self.walls.contains(&at)
    }

    fn is_free(&self, at: Point) -> bool {
        self.is_floor(at) && !self.boxes.contains(&at)
    }

    /// The position after a step; `None` if it is blocked. True: a box was pushed.
    pub(crate) fn step(&self, way: usize) -> Option<(Self, bool)> {
        let to = plus(self.player, WAYS[way]);
        let mut next = self.clone();
        next.player = to;
        if self.boxes.contains(&to) {
            let beyond = plus(to, WAYS[way]);
            if !self.is_free(beyond) {
                return None;
            }
            next.boxes.remove(&to);
            next.boxes.insert(beyond);
            return Some((next, true));
        }
        self.is_floor(to).then_some((next, false))
    }

    pub(crate) fn region(&self) -> BTreeSet<Point> {
        let mut seen = BTreeSet::from([self.player]);
        let mut stack = vec![self.player];
        while let Some(at) = stack.pop() {
            for way in WAYS {
                let to = plus(at, way);
                if self.is_free(to) && seen.insert(to) {
                    stack.push(to);
                }
            }
        }
        seen
    }

    pub(crate) fn is_solved(&self) -> bool {
        let home = self.boxes.intersection(&self.goals).count();
        home >= self.boxes.len().min(self.goals.len())
    }
}
