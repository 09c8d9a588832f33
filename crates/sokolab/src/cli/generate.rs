//! The arguments of `sokolab generate`.

use std::{ffi::OsString, path::PathBuf};

use clap::{
    Args, ValueHint,
    builder::{PossibleValue, PossibleValuesParser, TypedValueParser, ValueParser},
};
use soko_levels::generate::{Bounds, LevelStyle, PATIENCE, Wish, size_of};

use super::{notes::Notes, values};
use crate::level_record::RecordFormat;

/// What stands below its options in help and manual.
pub(crate) const NOTES: Notes = Notes::new(&[
    ("sokolab generate --count 1000 --output rooms.jsonl", "rooms for a learner"),
    ("sokolab generate --size 8x8 --boxes 3 --pushes 30..", "small and long"),
    ("sokolab generate --style halls --changes 10.. --output halls.sok", "to play, with solutions"),
    ("sokolab generate --style dense --seed 7 --format xsb", "other levels: another seed"),
    ("sokolab generate --seed 2 --except rooms.sok --output tests.sok", "none of those"),
    ("sokolab generate --count 2000 --output rooms.jsonl --resume", "go on, or make more"),
])
.with_sections(&[
    (
        "Ranges",
        "\
RANGE is MIN..MAX, MIN.., ..MAX or a number; both ends are included.",
    ),
    (
        "Styles",
        "\
style  size   boxes  pushes  changes
rooms  10x10  4      10..    0..      as learners use
halls  11x9   4..5   10..    7..      as people make them
dense  8x7    4..5   10..    7..      little free floor
These are the defaults of each style. The size counts the outer walls. No box
begins on a goal, and none is idle, unless --idle allows it.",
    ),
    (
        "Measures",
        "\
They are those of the solution that comes with a level. It has the fewest
pushes there can be, which is proven, and of those solutions the fewest moves.
lines    runs of pushes of one box in one direction
changes  runs of pushes of one box: above the number of boxes some box must be
         left on its way and taken up again
idle     boxes that are never pushed",
    ),
    (
        "Seeds",
        "\
Style, size, ranges, --except and seed decide the levels and their order,
with any number of jobs. No two are the same up to symmetry and the player's
start.
--output writes every level as soon as it is there. After a kill --resume goes
on after the last one, and the file becomes what it would have been.",
    ),
    (
        "JSON",
        "\
One object per level and line: style, seed, attempt, recipe, width, height,
boxes, board, pushes, moves, box_lines, box_changes, pushing_sessions,
player_lines, idle_boxes, optimal, solution.",
    ),
    ("Ctrl-C", "The first ends with the levels made so far; the second ends at once."),
]);

/// `sokolab generate`
#[derive(Args, Debug)]
pub(crate) struct GenerateArgs {
    /// How many levels
    #[arg(short = 'n', long, value_name = "N", default_value_t = 10)]
    count: u32,

    /// What kind of levels
    #[arg(long, value_name = "STYLE", default_value = LevelStyle::Rooms.id(), value_parser = style(), help_heading = "Wishes")]
    style: LevelStyle,

    /// Columns and rows, the outer walls included [default: by style]
    #[arg(long, value_name = "WxH", value_parser = size, help_heading = "Wishes")]
    size: Option<(usize, usize)>,

    /// How many boxes, and as many goals [default: by style]
    #[arg(long, value_name = "RANGE", help_heading = "Wishes")]
    boxes: Option<Bounds>,

    /// The fewest pushes with which it can be solved [default: 10..]
    #[arg(long, value_name = "RANGE", help_heading = "Wishes")]
    pushes: Option<Bounds>,

    /// Runs of pushes of one box in one direction [default: 0..]
    #[arg(long, value_name = "RANGE", help_heading = "Wishes")]
    lines: Option<Bounds>,

    /// Runs of pushes of one box [default: by style]
    #[arg(long, value_name = "RANGE", help_heading = "Wishes")]
    changes: Option<Bounds>,

    /// Boxes that are never pushed [default: 0]
    #[arg(long, value_name = "RANGE", help_heading = "Wishes")]
    idle: Option<Bounds>,

    /// Levels that are not to come, nor any symmetric to one; may be given again
    #[arg(long, value_name = "LEVELS", value_hint = ValueHint::AnyPath)]
    pub(crate) except: Vec<OsString>,

    /// Seed of everything random: the same seed gives the same levels
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(crate) seed: u64,

    /// Give up after so many attempts in a row without a level
    #[arg(long, value_name = "N", default_value_t = PATIENCE, value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) attempts: u64,

    /// Threads [default: one for each core]
    #[arg(short, long, value_name = "N", value_parser = values::threads())]
    pub(crate) jobs: Option<u16>,

    /// Format to write [default: by the name of --output, else sok]
    #[arg(short, long, value_name = "FORMAT", value_parser = format())]
    pub(crate) format: Option<RecordFormat>,

    /// File to write instead of standard output
    #[arg(short, long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) output: Option<PathBuf>,

    /// Go on with the levels that --output holds already
    #[arg(long, requires = "output")]
    pub(crate) resume: bool,
}

impl GenerateArgs {
    /// How many levels.
    pub(crate) const fn count(&self) -> usize {
        self.count as usize
    }

    /// What they are to be like.
    pub(crate) fn wish(&self) -> Wish {
        let usual = Wish::of(self.style);
        let (width, height) = self.size.unwrap_or((usual.width, usual.height));
        Wish {
            style: self.style,
            width,
            height,
            boxes: self.boxes.unwrap_or(usual.boxes),
            pushes: self.pushes.unwrap_or(usual.pushes),
            lines: self.lines.unwrap_or(usual.lines),
            changes: self.changes.unwrap_or(usual.changes),
            idle: self.idle.unwrap_or(usual.idle),
        }
    }
}

fn size(text: &str) -> Result<(usize, usize), String> {
    size_of(text).ok_or_else(|| "write columns and rows, such as 10x8, or one number for both".to_owned())
}

fn style() -> ValueParser {
    let values = LevelStyle::ALL.map(|style| PossibleValue::new(style.id()).help(style.summary()));
    PossibleValuesParser::new(values)
        .map(|id| id.parse::<LevelStyle>().expect("only names of styles are possible"))
        .into()
}

fn format() -> ValueParser {
    let values = RecordFormat::ALL.map(|format| PossibleValue::new(format.id()).help(format.summary()));
    let format = |id: String| RecordFormat::ALL.into_iter().find(|format| format.id() == id);
    PossibleValuesParser::new(values)
        .map(move |id| format(id).expect("only names of formats are possible"))
        .into()
}

#[cfg(test)]
mod tests {
    use clap::Parser;

    use super::*;

    #[derive(Parser)]
    struct Line {
        #[command(flatten)]
        args: GenerateArgs,
    }

    fn wish(arguments: &str) -> Wish {
        let words = std::iter::once("generate").chain(arguments.split_whitespace());
        Line::try_parse_from(words).unwrap_or_else(|e| panic!("{e}")).args.wish()
    }

    #[test]
    fn what_is_not_told_is_usual_for_the_style() {
        for style in LevelStyle::ALL {
            assert_eq!(wish(&format!("--style {style}")), Wish::of(style));
        }
        let told = "--style dense --size 9x8 --boxes 3 --pushes ..20 --lines 4.. --changes 3..5 --idle ..1";
        let line = "dense 9x8, 3 boxes, ..20 pushes, 4.. lines, 3..5 changes, ..1 idle";
        assert_eq!(wish(told).to_string(), line);
        assert_eq!((wish("--size 8").width, wish("--size 8").height), (8, 8));
    }

    #[test]
    fn the_table_of_styles_is_right() {
        for style in LevelStyle::ALL {
            let wish = Wish::of(style);
            let size = format!("{}x{}", wish.width, wish.height);
            let [boxes, pushes, changes] = [wish.boxes, wish.pushes, wish.changes].map(|b| b.to_string());
            let row = format!("{style:<5}  {size:<5}  {boxes:<5}  {pushes:<6}  {changes:<7}");
            let sections = NOTES.sections();
            assert!(sections.iter().any(|(_, text)| text.contains(&row)), "{row}");
        }
    }
}
