//! The truth about a small level: the exact set of its positions that can be won.
//!
//! All placements of the boxes on the floor are numbered by the combinatorial number system; a bit for each
//! placement and each square where the player's region may begin says whether that position is solvable. The bits
//! are set backwards: all solved positions first, then whatever a pull leads to from a position that is set. Nothing
//! is assumed about which positions play can reach, so a rule is held against more than any game shows it.

use soko_core::{Bits, Board, Direction, Level, Maze, Square, State};

/// All positions of a level, and which of them can be won.
pub(crate) struct Oracle<'a, const W: usize> {
    maze: &'a Maze<W>,
    squares: Vec<Square>,
    /// The number of each floor square among the floor squares.
    numbers: Vec<usize>,
    boxes: usize,
    /// `choose[n][k]`: how many sets of `k` there are of `n`.
    choose: Vec<Vec<usize>>,
    solvable: Vec<u64>,
}

/// How many pairs of placement and player's square a level has: what an oracle costs in bits.
pub(crate) fn size(level: &Level) -> usize {
    let floor = level.floor().len();
    let placements =
        (0..level.boxes()).try_fold(1usize, |all, i| Some(all.checked_mul(floor - i)? / (i + 1)));
    placements.and_then(|placements| placements.checked_mul(floor)).unwrap_or(usize::MAX)
}

impl<'a, const W: usize> Oracle<'a, W> {
    /// Works out all positions that can be won. Look at [`size`] first.
    pub(crate) fn new(level: &Level, maze: &'a Maze<W>) -> Self {
        let squares: Vec<Square> = maze.floor().iter().collect();
        let mut numbers = vec![usize::MAX; level.squares()];
        for (number, square) in squares.iter().enumerate() {
            numbers[square.index()] = number;
        }
        let boxes = level.boxes();
        let mut choose = vec![vec![0; boxes + 1]; squares.len() + 1];
        for n in 0..=squares.len() {
            choose[n][0] = 1;
            for k in 1..=boxes.min(n) {
                choose[n][k] = choose[n - 1][k - 1] + if k < n { choose[n - 1][k] } else { 0 };
            }
        }
        let mut oracle =
            Self { maze, squares, numbers, boxes, choose, solvable: vec![0; size(level).div_ceil(64)] };
        oracle.close();
        oracle
    }

    fn number(&self, state: &State<W>) -> usize {
        let places = state.boxes.iter().enumerate();
        let placement: usize =
            places.map(|(i, square)| self.choose[self.numbers[square.index()]][i + 1]).sum();
        placement * self.squares.len() + self.numbers[state.player.index()]
    }

    /// Can this position be won? The player must stand on the first square of its region.
    pub(crate) fn is_solvable(&self, state: &State<W>) -> bool {
        let number = self.number(state);
        self.solvable[number / 64] >> (number % 64) & 1 == 1
    }

    fn insert(&mut self, state: &State<W>) -> bool {
        let number = self.number(state);
        let word = &mut self.solvable[number / 64];
        let is_new = *word >> (number % 64) & 1 == 0;
        *word |= 1 << (number % 64);
        is_new
    }

    fn close(&mut self) {
        let mut solved = Vec::new();
        self.for_each_position(|state, _| {
            if self.maze.is_solved(&state.boxes) {
                solved.push(*state);
            }
        });
        let mut stack = Vec::new();
        for state in solved {
            self.insert(&state);
            stack.push(state);
        }
        while let Some(state) = stack.pop() {
            let region = self.maze.region(&state.boxes, state.player);
            for square in state.boxes.iter() {
                for back in Direction::ALL {
                    // The player stands beside the box, steps back, and the box follows.
                    let beside = self.maze.next(square, back);
                    let behind = self.maze.next(beside, back);
                    if region.contains(beside) && region.contains(behind) {
                        let mut boxes = state.boxes;
                        boxes.remove(square);
                        boxes.insert(beside);
                        let before = self.maze.normal(&State { boxes, player: behind });
                        if self.insert(&before) {
                            stack.push(before);
                        }
                    }
                }
            }
        }
    }

    /// Visits every position once, with the player's region; the player stands on its first square.
    pub(crate) fn for_each_position(&self, mut visit: impl FnMut(&State<W>, &Bits<W>)) {
        let mut chosen: Vec<usize> = (0..self.boxes).collect();
        loop {
            let mut boxes = Bits::EMPTY;
            for &i in &chosen {
                boxes.insert(self.squares[i]);
            }
            let mut left = self.maze.floor().without(&boxes);
            while let Some(player) = left.first() {
                let region = self.maze.region(&boxes, player);
                left = left.without(&region);
                visit(&State { boxes, player }, &region);
            }
            // The next set in lexicographic order.
            let last = self.squares.len();
            let Some(i) = (0..self.boxes).rev().find(|&i| chosen[i] < last - self.boxes + i) else { return };
            chosen[i] += 1;
            for j in i + 1..self.boxes {
                chosen[j] = chosen[j - 1] + 1;
            }
        }
    }
}

/// The board with player and boxes as in `state`.
pub(crate) fn draw<const W: usize>(level: &Level, state: &State<W>) -> Board {
    let mut board = level.board().clone();
    for square in level.floor().iter() {
        let (x, y) = level.coordinates(square);
        let ground = board.get(x, y).cleared();
        let cell = match () {
            () if state.boxes.contains(square) => ground.with_box(),
            () if state.player == square => ground.with_player(),
            () => ground,
        };
        board.set(x, y, cell);
    }
    board
}
