//! Connectivity: into how many parts the boxes divide the floor, and how many passages between rooms they bar.
//!
//! Most moves change nothing: a box put on a square whose free neighbours are linked around it cuts nothing. So the floods are
//! made once for the position and once for each box taken off the board, and again only where a box may cut.

use soko_core::{Bits, Direction, Maze, Square};

use crate::level_tables::rooms::Passages;

/// Into how many parts the boxes divide the free floor.
pub fn components<const W: usize>(maze: &Maze<W>, free: &Bits<W>) -> u8 {
    let mut left = *free;
    let mut count = 0_u8;
    while let Some(square) = left.first() {
        left = left.without(&maze.flood(&left, Bits::single(square)));
        count = count.saturating_add(1);
    }
    count
}

/// How one position divides the floor, and what changes when one box is carried elsewhere.
#[derive(Default)]
pub struct Connectivity<const W: usize> {
    parts: Vec<Bits<W>>,
    /// Floods from the first room of each passage, and whether they reach the second.
    flows: Vec<(Bits<W>, bool)>,
    /// The same with the lifted box off the board.
    lifted: Vec<(Bits<W>, bool)>,
    free: Bits<W>,
    lifted_free: Bits<W>,
    others: u8,
}

impl<const W: usize> Connectivity<W> {
    /// Looks at a position.
    pub fn set(&mut self, maze: &Maze<W>, passages: &Passages<W>, boxes: &Bits<W>) {
        self.free = maze.floor().without(boxes);
        self.parts.clear();
        let mut left = self.free;
        while let Some(square) = left.first() {
            let part = maze.flood(&left, Bits::single(square));
            left = left.without(&part);
            self.parts.push(part);
        }
        self.flows.clear();
        self.flows.extend(passages.iter().map(|passage| passage.flow(maze, &self.free)));
    }

    /// How many parts the floor has.
    pub fn parts(&self) -> u8 {
        self.parts.len().min(255) as u8
    }

    /// How many passages are barred.
    pub fn barred(&self) -> u8 {
        self.flows.iter().filter(|(_, open)| !open).count().min(255) as u8
    }

    /// Takes a box off the board.
    pub fn lift(&mut self, maze: &Maze<W>, passages: &Passages<W>, from: Square) {
        self.lifted_free = self.free;
        self.lifted_free.insert(from);
        let touched = self.parts.iter().filter(|part| {
            Direction::ALL.into_iter().any(|direction| part.contains(maze.next(from, direction)))
        });
        self.others = (self.parts.len() - touched.count()).min(254) as u8;
        self.lifted.clear();
        for (passage, &(flow, open)) in passages.iter().zip(&self.flows) {
            self.lifted.push(passage.more_flow(maze, &self.lifted_free, (flow, open), from));
        }
    }

    /// The parts once the lifted box stands on `to`: `open` is the player's region without the box, `region` with it.
    #[inline]
    pub fn parts_at(&self, maze: &Maze<W>, to: Square, open: &Bits<W>, region: &Bits<W>) -> u8 {
        let mut rest = open.without(region);
        rest.remove(to);
        let more = if rest.is_empty() { 0 } else { components(maze, &rest) };
        self.others.saturating_add(1).saturating_add(more)
    }

    /// The barred passages once the lifted box stands on `to`. A box that takes the last free square of a room may go
    /// unnoticed; that is rare (10 of 30,000 moves counted) and a flood per move would be needed to tell.
    #[inline]
    pub fn barred_at(&self, maze: &Maze<W>, passages: &Passages<W>, to: Square) -> u8 {
        let mut barred = 0_u8;
        let mut free = self.lifted_free;
        free.remove(to);
        for (passage, (flow, open)) in passages.iter().zip(&self.lifted) {
            let still = *open
                && (!flow.contains(to)
                    || maze.linked_around(&(*passage.area() & self.lifted_free), to)
                    || passage.flow(maze, &free).1);
            barred = barred.saturating_add(u8::from(!still));
        }
        barred
    }
}

#[cfg(test)]
mod tests {
    use soko_core::Level;

    use super::*;

    /// Two rooms with a door between them.
    const BOARD: &str = "###########\n#     #   #\n#@ $      #\n#  $  # ..#\n###########";

    fn with_level(
        test: impl FnOnce(&Maze<2>, &Passages<2>, &mut Connectivity<2>, &dyn Fn(usize, usize) -> Square),
    ) {
        let level = Level::parse(BOARD).unwrap();
        let maze = Maze::new(&level);
        let passages = Passages::new(&level, &maze);
        test(&maze, &passages, &mut Connectivity::default(), &|x, y| level.square_at(x, y).unwrap());
    }

    #[test]
    fn boxes_divide_the_floor_and_bar_passages() {
        with_level(|maze, passages, connectivity, at| {
            let mut divided = |squares: &[Square]| {
                connectivity.set(maze, passages, &squares.iter().copied().collect());
                (connectivity.parts(), connectivity.barred())
            };
            assert_eq!(divided(&[at(3, 2), at(3, 3)]), (1, 0));
            assert_eq!(divided(&[at(6, 2)]), (2, 1));
            assert_eq!(
                divided(&[at(3, 1), at(3, 2), at(3, 3)]),
                (2, 0),
                "a room in two, but the door is open"
            );
            assert_eq!(divided(&[at(3, 1), at(3, 2), at(3, 3), at(6, 2)]), (3, 1));
        });
    }

    #[test]
    fn a_box_carried_elsewhere_divides_as_if_counted_anew() {
        with_level(|maze, passages, connectivity, at| {
            let boxes: Bits<2> = [at(3, 1), at(3, 2), at(6, 2)].into_iter().collect();
            connectivity.set(maze, passages, &boxes);
            for from in boxes.iter() {
                connectivity.lift(maze, passages, from);
                let mut others = boxes;
                others.remove(from);
                for to in maze.floor().without(&others).iter() {
                    let mut after = others;
                    after.insert(to);
                    let free = maze.floor().without(&after);
                    let Some(player) = Direction::ALL
                        .map(|direction| maze.next(to, direction))
                        .into_iter()
                        .find(|&beside| free.contains(beside))
                    else {
                        continue;
                    };
                    let region = maze.region(&after, player);
                    let open = maze.region(&others, player);
                    if !open.contains(from) {
                        continue;
                    }
                    assert_eq!(
                        connectivity.parts_at(maze, to, &open, &region),
                        components(maze, &free),
                        "{from:?} {to:?}"
                    );
                    assert_eq!(
                        connectivity.barred_at(maze, passages, to),
                        passages.barred(maze, &after),
                        "{from:?} {to:?}"
                    );
                }
            }
        });
    }
}
