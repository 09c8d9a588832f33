//! The player's way to the nearest box, as the crow flies: so many steps at least come before the next push.

use soko_core::{Bits, Level, Square};

/// Column and row of every square of a level.
#[derive(Clone, Debug)]
pub struct NearestBox(Vec<(i16, i16)>);

impl NearestBox {
    /// Looks the squares of a level up.
    pub fn new(level: &Level) -> Self {
        let squares = (0..level.squares()).map(|square| level.coordinates(Square(square as u16)));
        Self(squares.map(|(x, y)| (x as i16, y as i16)).collect())
    }

    /// Steps to the square beside the nearest box.
    #[inline]
    pub fn steps<const W: usize>(&self, boxes: &Bits<W>, player: Square) -> u32 {
        let (x, y) = self.0[player.index()];
        let ways = boxes.iter().map(|square| {
            let (box_x, box_y) = self.0[square.index()];
            u32::from(x.abs_diff(box_x) + y.abs_diff(box_y))
        });
        ways.min().map_or(0, |steps| steps.saturating_sub(1))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_end_beside_the_nearest_box() {
        let level = Level::parse("########\n#@    $#\n#      #\n# $  ..#\n########").unwrap();
        let nearest = NearestBox::new(&level);
        let at = |x, y| level.square_at(x, y).unwrap();
        let boxes: Bits<1> = [at(6, 1), at(2, 3)].into_iter().collect();
        assert_eq!(nearest.steps(&boxes, at(1, 1)), 2);
        assert_eq!(nearest.steps(&boxes, at(5, 2)), 1);
        assert_eq!(nearest.steps(&boxes, at(1, 3)), 0, "beside it");
        assert_eq!(nearest.steps::<1>(&Bits::single(at(6, 1)), at(1, 3)), 6);
        assert_eq!(nearest.steps::<1>(&Bits::EMPTY, at(1, 1)), 0);
    }
}
