//! What to generate, as one line of text.
//!
//! A recipe stands next to the level it made, in the same file:
//!
//! ```text
//! rooms mirror 7x6, 3 boxes, 4 goals paired, 20-40 pushes, 60 tries, seed 17
//! rooms plain 16x11, 12 boxes, 12 goals together, scattered, 200 tries, seed 4
//! ```
//!
//! The same line gives the same board, on any machine, as long as the generator does not change; a test says
//! so if it does.

use std::{fmt, str::FromStr};

/// How the floor is laid out.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Style {
    /// Random rock, smoothed by a cellular rule.
    Cave,
    /// A rectangle with blocks set into it and bitten out of its edge.
    Hall,
    /// Overlapping rectangles, joined by corridors where they do not meet.
    Rooms,
    /// A rectangle divided by walls with doors, again and again.
    House,
}

/// Which symmetry the floor has.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Pattern {
    /// None.
    Plain,
    /// Left and right are mirror images.
    Mirror,
    /// The same after half a turn.
    Spin,
}

/// Where the goals lie.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Layout {
    /// In one connected patch.
    Together,
    /// Anywhere.
    Apart,
    /// Anywhere, but with the symmetry of the floor.
    Paired,
}

/// How the start is found.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Start {
    /// By looking at all positions: the optimal solution has a number of pushes in this range.
    Exact {
        /// The fewest pushes it may have.
        at_least: usize,
        /// The most pushes it may have.
        at_most: usize,
    },
    /// By a random game played backwards: for levels with too many positions to look at them all.
    Scattered,
}

/// All that decides which level comes out.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Recipe {
    /// How the floor is laid out.
    pub style: Style,
    /// Its symmetry.
    pub pattern: Pattern,
    /// Columns inside the outer wall.
    pub width: usize,
    /// Rows inside the outer wall.
    pub height: usize,
    /// Number of boxes.
    pub boxes: usize,
    /// Number of goals.
    pub goals: usize,
    /// Where the goals lie.
    pub layout: Layout,
    /// How the start is found.
    pub start: Start,
    /// How many floors are tried; the best level of all wins.
    pub tries: usize,
    /// Where the random choices begin.
    pub seed: u64,
}

/// Largest width and height of a recipe.
pub const MAX_SIDE: usize = 40;
/// Most boxes or goals of a recipe.
const MAX_BOXES: usize = 40;

/// Words of the recipe language, in pairs with what they mean.
const STYLES: [(&str, Style); 4] =
    [("cave", Style::Cave), ("hall", Style::Hall), ("rooms", Style::Rooms), ("house", Style::House)];
const PATTERNS: [(&str, Pattern); 3] =
    [("plain", Pattern::Plain), ("mirror", Pattern::Mirror), ("spin", Pattern::Spin)];
const LAYOUTS: [(&str, Layout); 3] =
    [("together", Layout::Together), ("apart", Layout::Apart), ("paired", Layout::Paired)];

fn word<T: Copy + PartialEq>(words: &[(&'static str, T)], value: T) -> &'static str {
    words.iter().find(|(_, v)| *v == value).map_or("", |(word, _)| word)
}

fn meaning<T: Copy>(words: &[(&'static str, T)], word: &str) -> Option<T> {
    words.iter().find(|(w, _)| *w == word).map(|(_, value)| *value)
}

impl fmt::Display for Recipe {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { width, height, boxes, goals, tries, seed, .. } = self;
        let start = match self.start {
            Start::Exact { at_least, at_most } => format!("{at_least}-{at_most} pushes"),
            Start::Scattered => "scattered".to_owned(),
        };
        let style = word(&STYLES, self.style);
        let pattern = word(&PATTERNS, self.pattern);
        let layout = word(&LAYOUTS, self.layout);
        write!(
            f,
            "{style} {pattern} {width}x{height}, {boxes} boxes, {goals} goals {layout}, \
             {start}, {tries} tries, seed {seed}"
        )
    }
}

/// A line that is no recipe.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum RecipeError {
    /// The line has not the form of a recipe.
    #[error(
        "no recipe: '{0}'; write it like 'cave plain 7x6, 3 boxes, 3 goals together, 20-40 pushes, 60 tries, \
         seed 1' (cave, hall, rooms, house; plain, mirror, spin; together, apart, paired; N-N pushes, scattered)"
    )]
    Form(String),
    /// A number is out of range.
    #[error("{what} must be from {low} to {high}, not {value}")]
    Range {
        /// Which number.
        what: &'static str,
        /// The smallest that is allowed.
        low: usize,
        /// The largest that is allowed.
        high: usize,
        /// The one that was given.
        value: usize,
    },
}

impl FromStr for Recipe {
    type Err = RecipeError;

    fn from_str(line: &str) -> Result<Self, RecipeError> {
        let recipe = parse(line).ok_or_else(|| RecipeError::Form(line.to_owned()))?;
        recipe.check()?;
        Ok(recipe)
    }
}

impl Recipe {
    /// Are all numbers within reason?
    ///
    /// # Errors
    /// The first one that is not.
    pub fn check(&self) -> Result<(), RecipeError> {
        let (at_least, at_most) = match self.start {
            Start::Exact { at_least, at_most } => (at_least, at_most),
            Start::Scattered => (1, 1),
        };
        for (what, low, high, value) in [
            ("the width", 2, MAX_SIDE, self.width),
            ("the height", 2, MAX_SIDE, self.height),
            ("the number of boxes", 1, MAX_BOXES, self.boxes),
            ("the number of goals", 1, MAX_BOXES, self.goals),
            ("the least number of pushes", 1, at_most, at_least),
            ("the number of tries", 1, usize::MAX, self.tries),
        ] {
            if !(low..=high).contains(&value) {
                return Err(RecipeError::Range { what, low, high, value });
            }
        }
        Ok(())
    }
}

fn parse(line: &str) -> Option<Recipe> {
    let parts: Vec<Vec<&str>> = line.split(',').map(|part| part.split_whitespace().collect()).collect();
    let [floor, boxes, goals, start, tries, seed] = parts.as_slice() else { return None };
    let [style, pattern, size] = floor[..] else { return None };
    let [boxes, "boxes"] = boxes[..] else { return None };
    let [goals, "goals", layout] = goals[..] else { return None };
    let start = match start[..] {
        ["scattered"] => Start::Scattered,
        [pushes, "pushes"] => {
            let (at_least, at_most) = pushes.split_once('-')?;
            Start::Exact { at_least: at_least.parse().ok()?, at_most: at_most.parse().ok()? }
        }
        _ => return None,
    };
    let [tries, "tries"] = tries[..] else { return None };
    let ["seed", seed] = seed[..] else { return None };
    let (width, height) = size.split_once('x')?;
    Some(Recipe {
        style: meaning(&STYLES, style)?,
        pattern: meaning(&PATTERNS, pattern)?,
        width: width.parse().ok()?,
        height: height.parse().ok()?,
        boxes: boxes.parse().ok()?,
        goals: goals.parse().ok()?,
        layout: meaning(&LAYOUTS, layout)?,
        start,
        tries: tries.parse().ok()?,
        seed: seed.parse().ok()?,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const LINE: &str = "rooms mirror 7x6, 3 boxes, 4 goals paired, 20-40 pushes, 60 tries, seed 17";

    #[test]
    fn a_recipe_survives_the_way_through_text() {
        let recipe: Recipe = LINE.parse().unwrap();
        assert_eq!((recipe.width, recipe.height, recipe.goals, recipe.seed), (7, 6, 4, 17));
        assert_eq!(recipe.to_string(), LINE);
        let scattered = LINE.replace("20-40 pushes", "scattered");
        let recipe: Recipe = scattered.parse().unwrap();
        assert_eq!(recipe.start, Start::Scattered);
        assert_eq!(recipe.to_string(), scattered);
    }

    #[test]
    fn nonsense_is_refused() {
        for line in ["", "cave", "rooms mirror 7x6, 3 boxes, 4 goals paired, 20-40 pushes, 60 tries, seed x"]
        {
            assert_eq!(line.parse::<Recipe>(), Err(RecipeError::Form(line.to_owned())));
        }
        let wide = LINE.replace("7x6", "700x6").parse::<Recipe>().unwrap_err();
        assert_eq!(wide.to_string(), "the width must be from 2 to 40, not 700");
        let empty = LINE.replace("20-40", "40-20").parse::<Recipe>().unwrap_err();
        assert_eq!(empty.to_string(), "the least number of pushes must be from 1 to 20, not 40");
    }
}
