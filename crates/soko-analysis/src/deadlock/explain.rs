//! Evidence in words: what a player is told about a lost position.
//!
//! Columns and rows are counted from 1 on the board as it was read, as everywhere in messages. A long list of boxes
//! is given by its number; the drawing beside it shows them.

use std::fmt;

use soko_core::{Bits, Direction, Level, Maze, Position, Square, SquareSet, State, with_maze};

use super::{Evidence, Rule, RuleId, Spare, compile};

/// One reason why a position is lost.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Explanation {
    /// The rule that speaks.
    pub rule: RuleId,
    /// The boxes of the proof.
    pub boxes: SquareSet,
    /// The floor squares of the proof.
    pub cells: SquareSet,
    /// The proof in words.
    pub sentence: String,
}

/// The move after which a game could not be won any more.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FatalMove {
    /// How many moves had been made with it: 0 if the first position is lost already.
    pub moves: usize,
    /// How many of them were pushes.
    pub pushes: usize,
    /// The position after it.
    pub position: Position,
    /// Why it is lost.
    pub explanations: Vec<Explanation>,
}

/// Every rule that proves the position lost, the plainest first. Empty if none does: it may be lost all the same.
pub fn explain(level: &Level, position: &Position) -> Vec<Explanation> {
    explain_by(RuleId::ALL, level, position)
}

/// As [`explain`], with some of the rules.
pub fn explain_by(rules: &[RuleId], level: &Level, position: &Position) -> Vec<Explanation> {
    Explainer::new(rules, level).all(position)
}

/// The first position of a game that some of the rules prove lost. Steps that the rules of the game forbid
/// are passed over.
pub fn fatal_move(rules: &[RuleId], level: &Level, game: &[Direction]) -> Option<FatalMove> {
    let explainer = Explainer::new(rules, level);
    let mut position = level.start().clone();
    let mut pushes = 0;
    for moves in 0..=game.len() {
        let step = moves.checked_sub(1).and_then(|i| position.step(level, game[i]));
        let is_push = step.is_some_and(|step| step.push);
        pushes += usize::from(is_push);
        // Walking changes neither the boxes nor the region.
        if moves > 0 && !is_push {
            continue;
        }
        let explanations = explainer.all(&position);
        if !explanations.is_empty() {
            return Some(FatalMove { moves, pushes, position, explanations });
        }
    }
    None
}

/// Rules compiled for a level once, to explain many of its positions.
///
/// Compiling costs far more than judging: a game that asks after every push keeps one of these.
pub struct Explainer(Box<dyn Explain>);

impl Explainer {
    /// Compiles rules for a level.
    pub fn new(rules: &[RuleId], level: &Level) -> Self {
        with_maze!(level, few_widths, |maze| Self(Box::new(Judge::new(rules, level, maze))))
    }

    /// Every rule that proves the position lost, in the order of the rules given.
    pub fn all(&self, position: &Position) -> Vec<Explanation> {
        self.0.explain(position, usize::MAX)
    }

    /// The first rule that proves the position lost; those after it are not asked.
    pub fn first(&self, position: &Position) -> Option<Explanation> {
        self.0.explain(position, 1).pop()
    }
}

impl fmt::Debug for Explainer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Explainer").finish_non_exhaustive()
    }
}

/// A judge, whatever the width of its bitboards.
trait Explain: Send + Sync {
    /// At most so many explanations.
    fn explain(&self, position: &Position, most: usize) -> Vec<Explanation>;
}

/// Rules compiled for a level, with the words for it.
struct Judge<const W: usize> {
    level: Level,
    maze: Maze<W>,
    rules: Vec<Box<dyn Rule<W>>>,
    spare: Spare,
}

impl<const W: usize> Explain for Judge<W> {
    fn explain(&self, position: &Position, most: usize) -> Vec<Explanation> {
        let state = State { boxes: Bits::from_set(position.boxes()), player: position.player() };
        let region = self.maze.region(&state.boxes, state.player);
        let evidence = self.rules.iter().filter_map(|rule| rule.judge(&self.maze, &state, &region));
        evidence.take(most).map(|evidence| self.put_into_words(&evidence)).collect()
    }
}

impl<const W: usize> Judge<W> {
    fn new(rules: &[RuleId], level: &Level, maze: Maze<W>) -> Self {
        let rules = rules.iter().map(|&id| compile(id, level, &maze)).collect();
        Self { level: level.clone(), maze, rules, spare: Spare::of(level) }
    }

    fn put_into_words(&self, evidence: &Evidence<W>) -> Explanation {
        let set = |bits: &Bits<W>| {
            let mut set = SquareSet::new(self.level.squares());
            bits.iter().for_each(|square| set.insert(square));
            set
        };
        Explanation {
            rule: evidence.rule,
            boxes: set(&evidence.boxes),
            cells: set(&evidence.cells),
            sentence: self.sentence(evidence),
        }
    }

    fn sentence(&self, evidence: &Evidence<W>) -> String {
        let boxes = Boxes::new(&self.level, &evidence.boxes);
        let Boxes { subject, stand, is_one } = &boxes;
        let lost = evidence.boxes.without(self.maze.goals()).len();
        let (bar, them, all, come) =
            if *is_one { ("bars", "it", "it", "comes") } else { ("bar", "them", "they", "come") };
        let text = match evidence.rule {
            RuleId::Corner if *is_one => format!("{subject} {stand} in a corner that is no goal."),
            RuleId::Corner => format!("{subject} {stand} in corners that are no goals."),
            RuleId::WallLine => {
                let goals = (evidence.cells & *self.maze.goals()).len();
                let offer = match goals {
                    0 => "no goal lies there".to_owned(),
                    1 => "only one goal lies there".to_owned(),
                    n => format!("only {n} goals lie there"),
                };
                format!("{subject} {stand} along a wall that {all} can never leave, and {offer}.")
            }
            RuleId::DeadSquare if *is_one => {
                format!("{subject} can never be brought to a goal from there, even without the other boxes.")
            }
            RuleId::DeadSquare => {
                format!("{subject} can never be brought to goals from there, even without the others.")
            }
            RuleId::Block => format!(
                "{subject} {stand} in a block of two by two that can never be broken up{}.",
                off_goal(lost, evidence.boxes.len())
            ),
            RuleId::Freeze => {
                let useless =
                    if evidence.cells.is_empty() { "" } else { " but to squares where they are lost" };
                let useless = if *is_one { useless.replace("they are", "it is") } else { useless.to_owned() };
                format!(
                    "{subject} can never be moved again{useless}{}.",
                    off_goal(lost, evidence.boxes.len())
                )
            }
            RuleId::Diagonal => {
                format!(
                    "{subject} {stand} around a closed diagonal: every push into it leaves a box off goal or a goal empty."
                )
            }
            RuleId::Bipartite => self.competition(evidence, subject),
            RuleId::NoSuccessor => {
                "No push is left that does not lose a box at once, and the level is not solved.".to_owned()
            }
            RuleId::Pair => {
                format!("{subject} can never both come home from here, not even without the other boxes.")
            }
            RuleId::PiCorral => format!(
                "{subject} {bar} the way to squares that the player must open some day, and no push opens them."
            ),
            RuleId::Corral => format!(
                "{subject} {bar} the way to squares that the player cannot enter. All ways to push {them} were tried, without the other boxes: {all} never {come} home."
            ),
            RuleId::Pattern => format!(
                "{subject} can never come home from here, even without the others: all ways to push {them} were tried."
            ),
            RuleId::Retrograde => {
                let goals = evidence.cells;
                if goals.is_empty() {
                    "Seen from the end backwards, the player can never have come from here: it is shut out by goals that must be filled from outside.".to_owned()
                } else {
                    let places = places(&self.level, &goals, "goal");
                    format!(
                        "{places} can no longer be filled: seen from the end backwards, no box can be pulled away from there."
                    )
                }
            }
        };
        match (evidence.rule, self.spare.boxes) {
            (_, 0) | (RuleId::Bipartite | RuleId::NoSuccessor | RuleId::Retrograde, _) => text,
            (_, 1) => format!("{text} The level can spare one box only."),
            (_, n) => format!("{text} The level can spare {n} boxes only."),
        }
    }

    fn competition(&self, evidence: &Evidence<W>, boxes: &str) -> String {
        let goals = evidence.cells;
        if self.spare.boxes > 0 {
            let places = places(&self.level, &goals, "goal");
            format!("{places} can still be reached by {}.", count(evidence.boxes.len(), "box", "boxes"))
        } else {
            let still = if goals.is_empty() { "can reach" } else { "can still reach" };
            let any_more = if goals.is_empty() { " any more" } else { "" };
            format!("{boxes} {still} {}{any_more}.", count(goals.len(), "goal", "goals"))
        }
    }
}

/// "no box", "one box", "3 boxes".
fn count(n: u32, one: &str, many: &str) -> String {
    match n {
        0 => format!("no {one}"),
        1 => format!("only one {one}"),
        n => format!("only {n} {many}"),
    }
}

/// ", and … on no goal", for a group of which not all may be lost.
fn off_goal(lost: u32, of: u32) -> String {
    match lost {
        1 if of == 1 => ", and it is on no goal".to_owned(),
        1 => ", and one of them is on no goal".to_owned(),
        all if all == of => ", and none of them is on a goal".to_owned(),
        n => format!(", and {n} of them are on no goal"),
    }
}

/// "The box at column 3, row 2" and its verb.
struct Boxes {
    subject: String,
    stand: &'static str,
    is_one: bool,
}

impl Boxes {
    fn new<const W: usize>(level: &Level, boxes: &Bits<W>) -> Self {
        let is_one = boxes.len() == 1;
        Self { subject: places(level, boxes, "box"), stand: if is_one { "stands" } else { "stand" }, is_one }
    }
}

/// More places than this are counted, not listed.
const LISTED: u32 = 4;

fn places<const W: usize>(level: &Level, squares: &Bits<W>, noun: &str) -> String {
    let place = |square: Square| {
        let (x, y) = level.coordinates(square);
        format!("column {}, row {}", x + 1, y + 1)
    };
    let plural = if noun == "box" { "boxes".to_owned() } else { format!("{noun}s") };
    let all: Vec<String> = squares.iter().map(place).collect();
    match all.as_slice() {
        [one] => format!("The {noun} at {one}"),
        [first @ .., last] if squares.len() <= LISTED => {
            format!("The {plural} at {} and {last}", first.join("; "))
        }
        many => format!("The {} marked {plural}", many.len()),
    }
}
