//! A board as the oracle reads it, with sets of cells as numbers, and the rules.

/// A set of cells.
pub type Cells = u128;

/// Most cells of a board.
const MOST_CELLS: usize = 128;

/// The four directions with their letters.
pub const DIRECTIONS: [char; 4] = ['u', 'r', 'd', 'l'];

/// A board as the oracle sees it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Board {
    width: usize,
    cells: usize,
    /// All cells, and all but those of the first and of the last column.
    all: Cells,
    not_first: Cells,
    not_last: Cells,
    /// Everything that is not wall.
    pub open: Cells,
    /// The goals.
    pub goals: Cells,
    /// The boxes.
    pub boxes: Cells,
    /// The player's cell.
    pub player: usize,
}

/// The set of one cell.
pub const fn cell(number: usize) -> Cells {
    1 << number
}

/// The numbers of a set's cells, rising.
pub fn each(mut set: Cells) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        (set != 0).then(|| {
            let number = set.trailing_zeros() as usize;
            set &= set - 1;
            number
        })
    })
}

impl Board {
    /// Reads a board.
    ///
    /// # Errors
    /// What the text lacks.
    pub fn read(text: &str) -> Result<Self, String> {
        let rows: Vec<&str> = text.lines().collect();
        let width = rows.iter().map(|row| row.len()).max().unwrap_or(0);
        let cells = width * rows.len();
        if cells == 0 || cells > MOST_CELLS {
            return Err(format!("a board has 1 to {MOST_CELLS} cells, not {cells}"));
        }
        let (mut open, mut goals, mut boxes, mut player) = (0, 0, 0, None);
        for (y, row) in rows.iter().enumerate() {
            for x in 0..width {
                let at = y * width + x;
                let letter = row.as_bytes().get(x).copied().unwrap_or(b' ');
                match letter {
                    b'#' => continue,
                    b' ' | b'@' | b'+' | b'$' | b'*' | b'.' => open |= cell(at),
                    _ => return Err(format!("'{}' is no cell", char::from(letter))),
                }
                if matches!(letter, b'.' | b'+' | b'*') {
                    goals |= cell(at);
                }
                if matches!(letter, b'$' | b'*') {
                    boxes |= cell(at);
                }
                if matches!(letter, b'@' | b'+') && player.replace(at).is_some() {
                    return Err("there are two players".to_owned());
                }
            }
        }
        let player = player.ok_or("there is no player")?;
        Ok(Self { open, goals, boxes, player, ..Self::walls(width, rows.len()) })
    }

    /// A board of nothing but walls, with 1 to 128 cells.
    pub fn walls(width: usize, height: usize) -> Self {
        let cells = width * height;
        let all = Cells::MAX >> (MOST_CELLS - cells);
        let first = (0..height).fold(0, |set, row| set | cell(row * width));
        let last = first << (width - 1);
        let (not_first, not_last) = (all & !first, all & !last);
        Self { width, cells, all, not_first, not_last, open: 0, goals: 0, boxes: 0, player: 0 }
    }

    /// The board as text.
    pub fn text(&self) -> String {
        let letter = |at: usize| {
            let on = |set: Cells| set & cell(at) != 0;
            match (on(self.open), on(self.goals), on(self.boxes), self.player == at) {
                (false, ..) => '#',
                (_, false, false, false) => ' ',
                (_, false, false, true) => '@',
                (_, true, false, true) => '+',
                (_, false, true, _) => '$',
                (_, true, true, _) => '*',
                (_, true, false, false) => '.',
            }
        };
        let row = |y: usize| -> String { (y * self.width..(y + 1) * self.width).map(letter).collect() };
        (0..self.cells / self.width).map(row).collect::<Vec<_>>().join("\n")
    }

    /// Cells of a row.
    pub const fn width(&self) -> usize {
        self.width
    }

    /// Number of cells.
    pub const fn cells(&self) -> usize {
        self.cells
    }

    /// All cells of a set moved one step; those that would leave the board are gone.
    #[inline]
    pub const fn step(&self, set: Cells, direction: usize) -> Cells {
        match direction {
            0 => set >> self.width,
            1 => (set & self.not_last) << 1,
            2 => (set << self.width) & self.all,
            _ => (set & self.not_first) >> 1,
        }
    }

    /// The neighbours of a set's cells.
    #[inline]
    pub const fn around(&self, set: Cells) -> Cells {
        self.step(set, 0) | self.step(set, 1) | self.step(set, 2) | self.step(set, 3)
    }

    /// The cells that the player can walk to, nearest first: the first set is its own cell, the next one what is a step
    /// away, and so on.
    pub(super) fn walks(&self, boxes: Cells, player: usize, layers: &mut Vec<Cells>) -> Cells {
        layers.clear();
        let free = self.open & !boxes;
        let (mut reached, mut front) = (cell(player), cell(player));
        while front != 0 {
            layers.push(front);
            front = self.around(front) & free & !reached;
            reached |= front;
        }
        reached
    }

    /// The cells that the player can walk to.
    pub fn reach(&self, boxes: Cells, player: usize) -> Cells {
        self.walks(boxes, player, &mut Vec::new())
    }

    /// Is the game won with the boxes there?
    pub(super) const fn is_won(&self, boxes: Cells) -> bool {
        let (all, goals) = (boxes.count_ones(), self.goals.count_ones());
        (boxes & self.goals).count_ones() == if all < goals { all } else { goals }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_and_board_agree() {
        for text in ["#####\n#@$.#\n#####", "######\n#+* $#\n######"] {
            assert_eq!(Board::read(text).expect("a board").text(), text);
        }
        for bad in ["", "###", "#@@#", "#@x#", &"#".repeat(129)] {
            assert!(Board::read(bad).is_err(), "{bad}");
        }
    }
}
