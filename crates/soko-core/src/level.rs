//! From a board to a level: the one place that decides what can be played.
//!
//! [`check`] looks at a board and lists *every* problem it finds, each with its cell. A board without an
//! error becomes a [`Level`]: the part of the board that the player can ever reach, in the geometry of
//! [`Square`]. What lies outside that part is decoration.
//!
//! **Goal condition.** With as many boxes as goals all boxes must stand on goals; with more boxes all goals
//! must be covered; with fewer boxes all boxes must be home. All three are "`min(boxes, goals)` boxes stand
//! on goals", over the whole board. Boxes and goals out of the player's reach never change, so cutting them
//! off is exact as long as the reachable part can still supply what is missing; if it cannot, no play can
//! ever win and the board is refused with the box or goal to blame.
//!
//! If nothing is missing and the player reaches no box, or no goal, the board is a level like any other: it is solved,
//! by no move at all, and stays so whatever is pushed. Such a level has no boxes or no goals *in play*.

use std::fmt;

use crate::{Board, Cell, Direction, Position, Square, SquareSet, board::UnknownCell};

/// No level has more squares than this (a 126 × 126 hall, say).
pub const MAX_SQUARES: usize = 16_384;

/// How bad a problem is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub enum Severity {
    /// Worth knowing; the level can be played.
    Note,
    /// The level cannot be played.
    Error,
}

/// What [`check`] found.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum ProblemKind {
    /// There is no player.
    NoPlayer,
    /// A second, third … player.
    ExtraPlayer,
    /// There is no box.
    NoBox,
    /// There is no goal.
    NoGoal,
    /// The level is not solved, and the player can reach no box.
    NoReachableBox,
    /// The level is not solved, and the player can reach no goal.
    NoReachableGoal,
    /// The level needs this box, and the player can never get at it.
    UnreachableBox,
    /// The level needs this goal, and no box can ever get there.
    UnreachableGoal,
    /// More squares than [`MAX_SQUARES`].
    TooLarge {
        /// Squares the level would need.
        squares: usize,
    },
    /// The player can walk to the edge of the drawing here: the outside counts as wall.
    OpenBorder,
    /// More boxes than goals: all goals must be covered.
    SurplusBoxes {
        /// Number of boxes.
        boxes: usize,
        /// Number of goals.
        goals: usize,
    },
    /// Fewer boxes than goals: all boxes must be on goals.
    SurplusGoals {
        /// Number of boxes.
        boxes: usize,
        /// Number of goals.
        goals: usize,
    },
    /// Boxes or goals out of the player's reach that change nothing.
    Decoration {
        /// Boxes out of reach.
        boxes: usize,
        /// Goals out of reach.
        goals: usize,
    },
    /// Solved before the first move.
    AlreadySolved,
}

impl ProblemKind {
    /// Whether it keeps the level from being played.
    pub const fn severity(&self) -> Severity {
        match self {
            Self::NoPlayer
            | Self::ExtraPlayer
            | Self::NoBox
            | Self::NoGoal
            | Self::NoReachableBox
            | Self::NoReachableGoal
            | Self::UnreachableBox
            | Self::UnreachableGoal
            | Self::TooLarge { .. } => Severity::Error,
            Self::OpenBorder
            | Self::SurplusBoxes { .. }
            | Self::SurplusGoals { .. }
            | Self::Decoration { .. }
            | Self::AlreadySolved => Severity::Note,
        }
    }

    /// What would make it right.
    pub const fn remedy(&self) -> &'static str {
        match self {
            Self::NoPlayer => "put one player '@' ('+' on a goal) inside the walls",
            Self::ExtraPlayer => "keep one player and replace the others by floor",
            Self::NoBox => "put at least one box '$' ('*' on a goal) where the player can push it",
            Self::NoGoal => "mark at least one goal '.'",
            Self::NoReachableBox => "open a way from the player to a box",
            Self::NoReachableGoal => "open a way from the player to a goal",
            Self::UnreachableBox => "open a way to this box, or turn it into a wall",
            Self::UnreachableGoal => "open a way to this goal, or remove it",
            Self::TooLarge { .. } => "split the board or close its outer wall",
            Self::OpenBorder => "close the outer wall with '#'",
            Self::SurplusBoxes { .. } => "nothing to do if intended: every goal must be covered",
            Self::SurplusGoals { .. } => "nothing to do if intended: every box must reach a goal",
            Self::Decoration { .. } => "nothing to do if they are decoration: they take no part in the play",
            Self::AlreadySolved => "nothing to do if intended: the empty solution solves it",
        }
    }
}

impl fmt::Display for ProblemKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoPlayer => write!(f, "the level has no player"),
            Self::ExtraPlayer => write!(f, "the level has more than one player; this is another one"),
            Self::NoBox => write!(f, "the level has no box"),
            Self::NoGoal => write!(f, "the level has no goal"),
            Self::NoReachableBox => write!(f, "the player can reach no box"),
            Self::NoReachableGoal => write!(f, "the player can reach no goal"),
            Self::UnreachableBox => write!(f, "the player can never reach this box, and the level needs it"),
            Self::UnreachableGoal => {
                write!(f, "the player can never reach this goal, and the level needs it")
            }
            Self::TooLarge { squares } => {
                write!(f, "the level needs {squares} squares; {MAX_SQUARES} are possible")
            }
            Self::OpenBorder => write!(f, "the outer wall is open here; the outside counts as wall"),
            Self::SurplusBoxes { boxes, goals } | Self::SurplusGoals { boxes, goals } => {
                write!(f, "{boxes} boxes for {goals} goals")
            }
            Self::Decoration { boxes, goals } => {
                write!(f, "out of the player's reach: {boxes} boxes, {goals} goals")
            }
            Self::AlreadySolved => write!(f, "the level is solved before the first move"),
        }
    }
}

/// Why a text is no level.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum LevelError {
    /// It has a character that stands for no cell.
    #[error(transparent)]
    Cell(#[from] UnknownCell),
    /// It cannot be played.
    #[error("{0}")]
    Problem(ProblemKind),
}

/// One finding and the cell it is about.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Problem {
    /// What it is.
    pub kind: ProblemKind,
    /// Column and row on the board, from 0, where one cell is to blame.
    pub at: Option<(usize, usize)>,
}

/// All that [`check`] has to say about a board.
#[derive(Clone, Debug)]
pub struct Check {
    /// The level, unless a problem is an error.
    pub level: Option<Level>,
    /// Every finding, errors and notes.
    pub problems: Vec<Problem>,
}

impl Check {
    /// The errors alone.
    pub fn errors(&self) -> impl Iterator<Item = &Problem> {
        self.problems.iter().filter(|p| p.kind.severity() == Severity::Error)
    }
}

/// A checked, playable level. Made by [`check`] alone.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Level {
    board: Board,
    /// Column and row on the board of the inner rectangle's first cell.
    origin: (usize, usize),
    /// Columns of the inner rectangle.
    width: usize,
    /// Rows of the inner rectangle.
    height: usize,
    offsets: [i16; 4],
    floor: SquareSet,
    goals: SquareSet,
    start: Position,
}

/// Cells a player can walk to when boxes are no obstacle, and whether the edge of the board was met.
struct Flood {
    inside: Vec<bool>,
    open_at: Option<(usize, usize)>,
}

fn flood(board: &Board, player: (usize, usize)) -> Flood {
    let (w, h) = (board.width(), board.height());
    let mut inside = vec![false; w * h];
    let mut open_at = None;
    let mut stack = vec![player];
    inside[player.1 * w + player.0] = true;
    while let Some((x, y)) = stack.pop() {
        for direction in Direction::ALL {
            let (dx, dy) = direction.delta();
            let next = x.checked_add_signed(dx as isize).zip(y.checked_add_signed(dy as isize));
            match next.filter(|&(nx, ny)| nx < w && ny < h) {
                None => open_at = open_at.or(Some((x, y))),
                Some((nx, ny)) if !inside[ny * w + nx] && !board.get(nx, ny).is_wall() => {
                    inside[ny * w + nx] = true;
                    stack.push((nx, ny));
                }
                Some(_) => {}
            }
        }
    }
    Flood { inside, open_at }
}

/// Looks at a board, lists every problem, and makes a level of it if it can be played.
pub fn check(board: &Board) -> Check {
    let mut problems = Vec::new();
    let mut report = |kind, at| problems.push(Problem { kind, at });

    let mut players = board.cells().filter(|c| c.2.has_player()).map(|(x, y, _)| (x, y));
    let player = players.next();
    if player.is_none() {
        report(ProblemKind::NoPlayer, None);
    }
    players.for_each(|extra| report(ProblemKind::ExtraPlayer, Some(extra)));
    let all_boxes = board.count(Cell::has_box);
    let all_goals = board.count(Cell::has_goal);
    if all_boxes == 0 {
        report(ProblemKind::NoBox, None);
    }
    if all_goals == 0 {
        report(ProblemKind::NoGoal, None);
    }
    let Some(player) = player else { return Check { level: None, problems } };

    let Flood { inside, open_at } = flood(board, player);
    let reachable = |x: usize, y: usize| inside[y * board.width() + x];
    let within =
        |test: fn(Cell) -> bool| board.cells().filter(|&(x, y, c)| reachable(x, y) && test(c)).count();
    let (boxes, goals) = (within(Cell::has_box), within(Cell::has_goal));
    let home_outside = board.cells().filter(|&(x, y, c)| !reachable(x, y) && c == Cell::BoxOnGoal).count();
    // Boxes that the reachable part must bring home, and those it can.
    let needed = all_boxes.min(all_goals) - home_outside;
    if needed > 0 && boxes == 0 {
        report(ProblemKind::NoReachableBox, None);
    }
    if needed > 0 && goals == 0 {
        report(ProblemKind::NoReachableGoal, None);
    }
    if needed > boxes.min(goals) && boxes > 0 && goals > 0 {
        for (x, y, cell) in board.cells().filter(|&(x, y, _)| !reachable(x, y)) {
            if needed > boxes && cell == Cell::Box {
                report(ProblemKind::UnreachableBox, Some((x, y)));
            }
            if needed > goals && cell == Cell::Goal {
                report(ProblemKind::UnreachableGoal, Some((x, y)));
            }
        }
    } else if boxes < all_boxes || goals < all_goals {
        let kind = ProblemKind::Decoration { boxes: all_boxes - boxes, goals: all_goals - goals };
        report(kind, None);
    }
    if let Some(at) = open_at {
        report(ProblemKind::OpenBorder, Some(at));
    }
    match boxes.cmp(&goals) {
        std::cmp::Ordering::Greater if goals > 0 => report(ProblemKind::SurplusBoxes { boxes, goals }, None),
        std::cmp::Ordering::Less if boxes > 0 => report(ProblemKind::SurplusGoals { boxes, goals }, None),
        _ => {}
    }

    let cells = || board.cells().filter(|&(x, y, _)| reachable(x, y));
    let left = cells().map(|c| c.0).min().unwrap_or(0);
    let right = cells().map(|c| c.0).max().unwrap_or(0);
    let top = cells().map(|c| c.1).min().unwrap_or(0);
    let bottom = cells().map(|c| c.1).max().unwrap_or(0);
    let (width, height) = (right - left + 1, bottom - top + 1);
    let stride = width + 1;
    let squares = height * stride;
    if squares > MAX_SQUARES {
        report(ProblemKind::TooLarge { squares }, None);
    }
    if problems.iter().any(|p| p.kind.severity() == Severity::Error) {
        return Check { level: None, problems };
    }

    let square = |x: usize, y: usize| Square(((y - top) * stride + (x - left)) as u16);
    let empty = SquareSet::new(squares);
    let (mut floor, mut goal_set, mut box_set) = (empty.clone(), empty.clone(), empty);
    for (x, y, cell) in cells() {
        floor.insert(square(x, y));
        if cell.has_goal() {
            goal_set.insert(square(x, y));
        }
        if cell.has_box() {
            box_set.insert(square(x, y));
        }
    }
    let level = Level {
        board: board.clone(),
        origin: (left, top),
        width,
        height,
        offsets: [-(stride as i16), 1, stride as i16, -1],
        floor,
        goals: goal_set,
        start: Position::new(square(player.0, player.1), box_set),
    };
    if level.is_solved(&level.start) {
        problems.push(Problem { kind: ProblemKind::AlreadySolved, at: None });
    }
    Check { level: Some(level), problems }
}

impl Level {
    /// Reads one board in plain XSB and checks it: for levels written in code.
    ///
    /// # Errors
    /// The first thing that is wrong.
    pub fn parse(text: &str) -> Result<Self, LevelError> {
        let Check { level, problems } = check(&Board::parse(text)?);
        level.ok_or_else(|| {
            let error = problems.into_iter().find(|p| p.kind.severity() == Severity::Error);
            LevelError::Problem(error.expect("without an error there is a level").kind)
        })
    }

    /// The board as it was read, decoration included.
    pub const fn board(&self) -> &Board {
        &self.board
    }

    /// Number of squares: all squares of the level are below it.
    pub const fn squares(&self) -> usize {
        self.height * (self.width + 1)
    }

    /// Distance in numbers between a square and the one below it.
    pub const fn stride(&self) -> usize {
        self.width + 1
    }

    /// All squares the player can ever stand on, boxes aside.
    pub const fn floor(&self) -> &SquareSet {
        &self.floor
    }

    /// The goals within reach.
    pub const fn goals(&self) -> &SquareSet {
        &self.goals
    }

    /// The position in which play begins.
    pub const fn start(&self) -> &Position {
        &self.start
    }

    /// Number of boxes in play.
    pub fn boxes(&self) -> usize {
        self.start.boxes().len()
    }

    /// How many boxes must stand on goals in the end.
    pub fn needed(&self) -> usize {
        self.boxes().min(self.goals.len())
    }

    /// Has the position reached the level's aim? See the module documentation.
    #[inline]
    pub fn is_solved(&self, position: &Position) -> bool {
        self.goals.is_subset(position.boxes()) || position.boxes().is_subset(&self.goals)
    }

    /// What to add to a square's number to step in a direction.
    #[inline]
    pub const fn offset(&self, direction: Direction) -> i16 {
        self.offsets[direction as usize]
    }

    /// The neighbour in a direction; it may be a wall or off the board, then it is in no set.
    #[inline]
    pub const fn next(&self, square: Square, direction: Direction) -> Square {
        square.offset(self.offsets[direction as usize])
    }

    /// Column and row on the [`board`](Self::board), from 0.
    pub const fn coordinates(&self, square: Square) -> (usize, usize) {
        let stride = self.width + 1;
        (square.index() % stride + self.origin.0, square.index() / stride + self.origin.1)
    }

    /// The square at a column and row of the board, if the player can ever reach it.
    pub fn square_at(&self, x: usize, y: usize) -> Option<Square> {
        let (x, y) = (x.checked_sub(self.origin.0)?, y.checked_sub(self.origin.1)?);
        (x < self.width && y < self.height)
            .then(|| Square((y * (self.width + 1) + x) as u16))
            .filter(|&s| self.floor.contains(s))
    }

    /// The board as read, with player and boxes where `position` has them.
    pub fn draw(&self, position: &Position) -> Board {
        let mut board = self.board.clone();
        for square in self.floor.iter() {
            let (x, y) = self.coordinates(square);
            board.set(x, y, position.cell(square, board.get(x, y).cleared()));
        }
        board
    }

    /// The level without decoration: the floor within reach, the walls that touch it (corners included),
    /// cropped. Two boards that play the same have the same canonical board. It is a level itself: if no box or no goal is in
    /// play, one box on a goal stands outside, in a row of its own below the others.
    pub fn canonical_board(&self) -> Board {
        let outside = self.boxes() == 0 || self.goals.is_empty();
        let mut board = Board::new(self.width + 2, self.height + 2 + usize::from(outside));
        if outside {
            board.set(0, self.height + 2, Cell::BoxOnGoal);
        }
        let inner = |square: Square| (square.index() % self.stride() + 1, square.index() / self.stride() + 1);
        for square in self.floor.iter() {
            let (x, y) = inner(square);
            for (nx, ny) in (y - 1..=y + 1).flat_map(|ny| (x - 1..=x + 1).map(move |nx| (nx, ny))) {
                board.set(nx, ny, Cell::Wall);
            }
        }
        for square in self.floor.iter() {
            let (x, y) = inner(square);
            let ground = if self.goals.contains(square) { Cell::Goal } else { Cell::Floor };
            board.set(x, y, self.start.cell(square, ground));
        }
        board
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn problems(text: &str) -> Vec<ProblemKind> {
        check(&Board::parse(text).unwrap()).problems.into_iter().map(|p| p.kind).collect()
    }

    #[test]
    fn a_plain_level_has_nothing_to_report() {
        assert_eq!(problems("#####\n#@$.#\n#####"), []);
    }

    #[test]
    fn every_error_is_listed() {
        assert_eq!(
            problems("###\n# #\n###"),
            [ProblemKind::NoPlayer, ProblemKind::NoBox, ProblemKind::NoGoal]
        );
        assert_eq!(problems("######\n#@$.@#\n######"), [ProblemKind::ExtraPlayer]);
        assert_eq!(
            problems("########\n#@$.##$#\n########"),
            [ProblemKind::Decoration { boxes: 1, goals: 0 }]
        );
        assert_eq!(
            problems("########\n#@$..#$#\n########"),
            [ProblemKind::UnreachableBox, ProblemKind::SurplusGoals { boxes: 1, goals: 2 }]
        );
        assert_eq!(
            problems("#########\n#@$$.##.#\n#########"),
            [ProblemKind::UnreachableGoal, ProblemKind::SurplusBoxes { boxes: 2, goals: 1 }]
        );
        // As long as something is missing the player has to get at it.
        assert_eq!(
            problems("#######\n#@#$.*#\n#######"),
            [
                ProblemKind::NoReachableBox,
                ProblemKind::NoReachableGoal,
                ProblemKind::Decoration { boxes: 2, goals: 2 }
            ]
        );
        assert_eq!(
            problems("#####\n#@#$#\n#####"),
            [ProblemKind::NoGoal, ProblemKind::Decoration { boxes: 1, goals: 0 }]
        );
    }

    #[test]
    fn a_solved_board_is_a_level_whatever_the_player_reaches() {
        for (text, in_play, notes) in [
            ("#####\n#@#*#\n#####", (0, 0), vec![ProblemKind::Decoration { boxes: 1, goals: 1 }]),
            ("######\n#@.#*#\n######", (0, 1), vec![ProblemKind::Decoration { boxes: 1, goals: 1 }]),
            ("#######\n#@$ #*#\n#######", (1, 0), vec![ProblemKind::Decoration { boxes: 1, goals: 1 }]),
            ("########\n#@#*#$#*#\n########", (0, 0), vec![ProblemKind::Decoration { boxes: 3, goals: 2 }]),
        ] {
            let found = problems(text);
            assert_eq!(found, [notes, vec![ProblemKind::AlreadySolved]].concat(), "{text}");
            let level = Level::parse(text).unwrap();
            assert!(level.is_solved(level.start()), "{text}");
            assert_eq!(
                (level.boxes(), level.goals().len(), level.needed()),
                (in_play.0, in_play.1, 0),
                "{text}"
            );
            assert_eq!(&level.draw(level.start()), level.board(), "{text}");
            let canonical = level.canonical_board();
            let again = Level::parse(&canonical.to_string()).unwrap();
            assert_eq!(again.canonical_board(), canonical, "{text}");
            assert_eq!((again.boxes(), again.goals().len()), in_play, "{text}");
        }
    }

    #[test]
    fn odd_but_legal_levels_load_with_a_note() {
        assert_eq!(problems("####\n@$.#\n####"), [ProblemKind::OpenBorder]);
        assert_eq!(problems("####\n#@*#\n####"), [ProblemKind::AlreadySolved]);
        assert_eq!(problems("#######\n#@$.#*#\n#######"), [ProblemKind::Decoration { boxes: 1, goals: 1 }]);
    }

    #[test]
    fn squares_and_board_cells_agree() {
        let level = Level::parse("  #####\n###   #\n#  $@.#\n#######").unwrap();
        for square in level.floor().iter() {
            let (x, y) = level.coordinates(square);
            assert_eq!(level.square_at(x, y), Some(square));
        }
        assert_eq!(level.coordinates(level.start().player()), (4, 2));
        assert_eq!(level.square_at(0, 0), None);
        assert_eq!(&level.draw(level.start()), level.board());
    }

    #[test]
    fn decoration_does_not_change_the_canonical_board() {
        let plain = Level::parse("#####\n#@$.#\n#####").unwrap();
        let decorated = Level::parse("\n   ####### #\n   ##@$.#\n  ######## *").unwrap();
        assert_eq!(plain.canonical_board(), decorated.canonical_board());
    }
}
