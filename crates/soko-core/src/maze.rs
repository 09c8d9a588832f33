//! A level compiled for search: bitboards, whole regions and all pushes of a direction at once.
//!
//! **Regions.** The player's region is a flood through free floor, done on whole rows at a time: a pass fills every run of
//! free squares towards higher numbers with one addition (the carry runs through the run and stops at the wall behind
//! it), then spreads by one square left, up and down. Where a row fits into a machine word the flood goes word by
//! word: each is filled on its own, in registers, until nothing changes, and wakes the word before or behind it only
//! where something flows over. Against passes over the whole board (nanoseconds per flood, random positions): 156 instead
//! of 668 on a board of five words, 128 instead of 569 on six, 53 instead of 82 on two, the same on one. Filling runs
//! both ways with doubled leaps, or spreading twice before the test for the end, is slower.
//!
//! **Pushes.** A box can be pushed in a direction iff the square behind it is in the region and the square
//! ahead is free; for all boxes at once that is two shifts and three ANDs.
//!
//! **After a push.** The next region is the old one, give or take a few squares, unless the box has cut it in two.
//! Whether it can have done so shows in the eight squares around the box; [`Maze::region_after_push`] floods
//! only then, or when new ground has opened. That halves the floods' share of a search.
//!
//! **Normal form.** Two positions with equal boxes and regions offer the same pushes. [`Maze::normal`] puts
//! the player on the lowest square of the region, so equal means equal.

use crate::{Bits, Direction, Level, Position, Square, SquareSet, zobrist};

/// Boxes and player of one position, as wide as the maze.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct State<const W: usize> {
    /// The boxes.
    pub boxes: Bits<W>,
    /// The player's square.
    pub player: Square,
}

impl<const W: usize> State<W> {
    /// The Zobrist key; equal for equal positions, so take it of the normal form.
    #[inline]
    pub fn key(&self) -> u64 {
        zobrist::key(self.boxes.iter(), self.player)
    }
}

/// What of a level never changes, in bitboards of `W` words.
#[derive(Clone, Debug)]
pub struct Maze<const W: usize> {
    floor: Bits<W>,
    goals: Bits<W>,
    stride: u32,
    offsets: [i16; 4],
    squares: u32,
}

/// Runs the expression with `$maze` bound to the level compiled to the narrowest of seven widths that fits.
///
/// The expression is compiled once for each width, which costs most of a build. Where small and large boards need not be
/// quick, `with_maze!(level, few_widths, |maze| …)` takes four. Widths can also be named, `with_maze!(level, [2, 4], |maze| …)`;
/// 256 words, which hold every checked level, are always there.
///
/// What is generic over the width is compiled again in each crate that calls it, unless it is `#[inline(never)]`: then all use
/// the copy of the first. So are the long ones that are called seldom, and they borrow their meter with
/// [`erased`](crate::meter::erased). Both together are a seventh of the build.
///
/// ```
/// use soko_core::{Level, with_maze};
///
/// let level = Level::parse("#####\n#@$.#\n#####").unwrap();
/// let pushable = with_maze!(&level, |maze| {
///     let state = maze.start(&level);
///     let region = maze.region(&state.boxes, state.player);
///     maze.pushable(&state.boxes, &region, soko_core::Direction::Right).len()
/// });
/// assert_eq!(pushable, 1);
/// ```
#[macro_export]
macro_rules! with_maze {
    ($level:expr, |$maze:ident| $body:expr) => {
        $crate::with_maze!($level, [1, 2, 4, 8, 16, 64], |$maze| $body)
    };
    ($level:expr, few_widths, |$maze:ident| $body:expr) => {
        $crate::with_maze!($level, [2, 4, 16], |$maze| $body)
    };
    ($level:expr, [$($width:literal),+], |$maze:ident| $body:expr) => {{
        let level: &$crate::Level = $level;
        match level.squares() {
            $(squares if squares <= 64 * $width => {
                let $maze = $crate::Maze::<$width>::new(level);
                $body
            })+
            _ => {
                let $maze = $crate::Maze::<256>::new(level);
                $body
            }
        }
    }};
}

impl<const W: usize> Maze<W> {
    /// Compiles a level.
    ///
    /// # Panics
    /// If the level has more than `64 · W` squares; [`with_maze!`] picks a width that fits.
    pub fn new(level: &Level) -> Self {
        Self {
            floor: Bits::from_set(level.floor()),
            goals: Bits::from_set(level.goals()),
            stride: level.stride() as u32,
            offsets: Direction::ALL.map(|d| level.offset(d)),
            squares: level.squares() as u32,
        }
    }

    /// The same maze with some squares turned into walls: boxes that will never move again.
    #[must_use]
    pub fn walled(&self, walls: &Bits<W>) -> Self {
        Self { floor: self.floor.without(walls), goals: self.goals.without(walls), ..self.clone() }
    }

    /// The floor.
    #[inline]
    pub const fn floor(&self) -> &Bits<W> {
        &self.floor
    }

    /// The goals.
    #[inline]
    pub const fn goals(&self) -> &Bits<W> {
        &self.goals
    }

    /// The start position of the level this maze was made from.
    pub fn start(&self, level: &Level) -> State<W> {
        State { boxes: Bits::from_set(level.start().boxes()), player: level.start().player() }
    }

    /// A state as a position of the level, for people to look at.
    pub fn position(&self, state: &State<W>) -> Position {
        let mut boxes = SquareSet::new(self.squares as usize);
        state.boxes.iter().for_each(|square| boxes.insert(square));
        Position::new(state.player, boxes)
    }

    /// The neighbour in a direction; off the board it is in no set.
    #[inline]
    pub const fn next(&self, square: Square, direction: Direction) -> Square {
        square.offset(self.offsets[direction as usize])
    }

    /// Every square moved one step in a direction.
    #[inline]
    #[must_use]
    pub fn shift(&self, bits: &Bits<W>, direction: Direction) -> Bits<W> {
        match direction {
            Direction::Up => bits.down(self.stride),
            Direction::Right => bits.up(1),
            Direction::Down => bits.up(self.stride),
            Direction::Left => bits.down(1),
        }
    }

    /// The squares the player can walk to.
    #[inline]
    pub fn region(&self, boxes: &Bits<W>, player: Square) -> Bits<W> {
        self.flood(&self.floor.without(boxes), Bits::single(player))
    }

    /// The player's region after a push made from `region`: `boxes` are those after it, `from` and `to` the
    /// squares of the pushed box before and after.
    #[inline]
    pub fn region_after_push(&self, region: &Bits<W>, boxes: &Bits<W>, from: Square, to: Square) -> Bits<W> {
        let free = self.floor.without(boxes);
        if region.contains(to) && !self.linked_around(&free, to) {
            return self.flood(&free, Bits::single(from));
        }
        let mut seed = *region;
        seed.remove(to);
        seed.insert(from);
        let opened = Direction::ALL.into_iter().any(|direction| {
            let beside = self.next(from, direction);
            free.contains(beside) && !seed.contains(beside)
        });
        if opened { self.flood(&free, seed) } else { seed }
    }

    /// Are the free neighbours of a square linked to each other through the ring of eight squares around it?
    #[inline]
    pub fn linked_around(&self, free: &Bits<W>, square: Square) -> bool {
        let beside = Direction::ALL.map(|direction| self.next(square, direction));
        let open = beside.map(|square| free.contains(square));
        let mut neighbours = 0;
        let mut links = 0;
        for i in 0..4 {
            let j = (i + 1) % 4;
            neighbours += u8::from(open[i]);
            let corner = self.next(beside[i], Direction::ALL[j]);
            links += u8::from(open[i] && open[j] && free.contains(corner));
        }
        // n neighbours on a ring are connected as soon as n − 1 of the arcs between them are.
        links + 1 >= neighbours
    }

    /// The squares of `free` connected to `seed`, which must lie in it.
    #[inline]
    pub fn flood(&self, free: &Bits<W>, seed: Bits<W>) -> Bits<W> {
        if self.stride < 64 && W <= 64 {
            flood_by_words(free, seed, self.stride)
        } else {
            self.flood_by_passes(free, seed)
        }
    }

    /// The flood for boards whose rows are wider than a word.
    fn flood_by_passes(&self, free: &Bits<W>, seed: Bits<W>) -> Bits<W> {
        let mut region = seed;
        loop {
            let filled = fill_rows(&region, free);
            let once = filled | (filled.down(1) | filled.up(self.stride) | filled.down(self.stride)) & *free;
            let next = once | (once.down(1) | once.up(self.stride) | once.down(self.stride)) & *free;
            // Comparing word by word without leaving early is faster than the library's comparison of memory.
            if (next ^ region).is_empty() {
                return region;
            }
            region = next;
        }
    }

    /// The boxes that can be pushed in a direction by a player anywhere in `region`.
    #[inline]
    pub fn pushable(&self, boxes: &Bits<W>, region: &Bits<W>, direction: Direction) -> Bits<W> {
        let free = self.floor.without(boxes);
        *boxes & self.shift(region, direction) & self.shift(&free, direction.opposite())
    }

    /// The position after the box on `square` was pushed; the player stands where the box was.
    #[inline]
    #[must_use]
    pub fn push(&self, boxes: &Bits<W>, square: Square, direction: Direction) -> State<W> {
        let mut boxes = *boxes;
        boxes.remove(square);
        boxes.insert(self.next(square, direction));
        State { boxes, player: square }
    }

    /// Calls `visit` for every push a player in `region` can make, box by box within each direction.
    #[inline]
    pub fn for_each_push(&self, boxes: &Bits<W>, region: &Bits<W>, mut visit: impl FnMut(Square, Direction)) {
        for direction in Direction::ALL {
            for square in self.pushable(boxes, region, direction).iter() {
                visit(square, direction);
            }
        }
    }

    /// The same position with the player on the lowest square of its region.
    #[inline]
    #[must_use]
    pub fn normal(&self, state: &State<W>) -> State<W> {
        let region = self.region(&state.boxes, state.player);
        State { boxes: state.boxes, player: region.first().unwrap_or(state.player) }
    }

    /// Have the boxes reached the level's aim?
    #[inline]
    pub fn is_solved(&self, boxes: &Bits<W>) -> bool {
        self.goals.is_subset(boxes) || boxes.is_subset(&self.goals)
    }
}

/// The flood for boards whose rows are narrower than a word, of at most 64 words.
fn flood_by_words<const W: usize>(free: &Bits<W>, seed: Bits<W>, stride: u32) -> Bits<W> {
    let Bits(mut region) = seed;
    let mut waiting = 0_u64;
    for (i, word) in region.iter().enumerate() {
        waiting |= u64::from(*word != 0) << i;
    }
    let over = 64 - stride;
    while waiting != 0 {
        let i = waiting.trailing_zeros() as usize;
        waiting &= waiting - 1;
        let before = if i > 0 { region[i - 1] } else { 0 };
        let behind = if i + 1 < W { region[i + 1] } else { 0 };
        let flows_in = before >> over | before >> 63 | behind << over | behind << 63;
        let word = fill_word(free.0[i], region[i] | flows_in & free.0[i], stride);
        region[i] = word;
        if i > 0 && (word << over | word << 63) & free.0[i - 1] & !region[i - 1] != 0 {
            waiting |= 1 << (i - 1);
        }
        if i + 1 < W && (word >> over | word >> 63) & free.0[i + 1] & !region[i + 1] != 0 {
            waiting |= 1 << (i + 1);
        }
    }
    Bits(region)
}

/// The flood within one word.
#[inline]
const fn fill_word(free: u64, seed: u64, stride: u32) -> u64 {
    let mut region = seed;
    loop {
        let filled = (free.wrapping_add(region) ^ free) & free | region;
        let next = filled | (filled >> 1 | filled << stride | filled >> stride) & free;
        if next == region {
            return region;
        }
        region = next;
    }
}

/// Fills every run of `free` that holds a square of `region` from that square on towards higher numbers.
///
/// Adding the region to the free squares lets a carry run from the lowest region square of a run to its
/// end; the bits that changed, together with the region itself, are the filled part. Two runs never
/// interfere: at least one square that is not free lies between them and swallows the carry.
#[inline]
#[expect(clippy::needless_range_loop, reason = "three arrays are walked in step, with a carry")]
fn fill_rows<const W: usize>(region: &Bits<W>, free: &Bits<W>) -> Bits<W> {
    let mut out = [0; W];
    let mut carry = false;
    for i in 0..W {
        let (sum, over) = free.0[i].overflowing_add(region.0[i]);
        let (sum, over_again) = sum.overflowing_add(u64::from(carry));
        carry = over | over_again;
        out[i] = (sum ^ free.0[i]) & free.0[i] | region.0[i];
    }
    Bits(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The flood square by square.
    fn naive<const W: usize>(maze: &Maze<W>, free: &Bits<W>, seed: Square) -> Bits<W> {
        let mut region = Bits::EMPTY;
        let mut waiting = vec![seed];
        while let Some(square) = waiting.pop() {
            if free.contains(square) && !region.contains(square) {
                region.insert(square);
                waiting.extend(Direction::ALL.map(|direction| maze.next(square, direction)));
            }
        }
        region
    }

    #[test]
    fn the_narrowest_of_the_widths_holds_the_level() {
        fn words<const W: usize>(_: &Maze<W>) -> usize {
            W
        }
        for (columns, rows, all, few, named) in
            [(5, 3, 1, 2, 2), (20, 18, 8, 16, 256), (40, 24, 16, 16, 256), (50, 50, 64, 256, 256)]
        {
            let wall = "#".repeat(columns);
            let floor = format!("#{}#\n", " ".repeat(columns - 2)).repeat(rows - 3);
            let level =
                Level::parse(&format!("{wall}\n{floor}#@$.{:#>1$}\n{wall}", "", columns - 4)).unwrap();
            let squares = level.squares();
            assert_eq!(with_maze!(&level, |maze| words(&maze)), all, "{squares}");
            assert_eq!(with_maze!(&level, few_widths, |maze| words(&maze)), few, "{squares}");
            assert_eq!(with_maze!(&level, [2, 4], |maze| words(&maze)), named, "{squares}");
        }
    }

    /// A hall with a third of its squares walled up by chance.
    fn hall(width: usize, height: usize, seed: &mut u64) -> Level {
        let mut text = format!("{}\n#@$.", "#".repeat(width));
        for i in 4..width * (height - 2) {
            *seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            let column = i % width;
            text.push(match () {
                () if column == 0 || column == width - 1 => '#',
                () if (*seed >> 33).is_multiple_of(3) => '#',
                () => ' ',
            });
            if column == width - 1 {
                text.push('\n');
            }
        }
        Level::parse(&(text + &"#".repeat(width))).expect("a closed hall with one box")
    }

    fn floods_agree<const W: usize>(level: &Level) -> usize {
        let maze = Maze::<W>::new(level);
        let mut compared = 0;
        for wall in maze.floor().iter() {
            let free = maze.floor().without(&Bits::single(wall));
            for seed in free.iter().step_by(7) {
                assert_eq!(maze.flood(&free, Bits::single(seed)), naive(&maze, &free, seed));
                compared += 1;
            }
        }
        compared
    }

    #[test]
    fn floods_are_the_naive_ones_on_boards_narrower_and_wider_than_a_word() {
        let mut seed = 3;
        let mut compared = 0;
        for (width, height) in
            [(7, 8), (13, 9), (19, 17), (31, 11), (62, 5), (63, 6), (64, 5), (65, 5), (90, 5)]
        {
            for _ in 0..4 {
                let level = hall(width, height, &mut seed);
                compared += floods_agree::<8>(&level);
            }
        }
        assert!(compared > 2_000, "{compared}: too little was tested");
    }
}
