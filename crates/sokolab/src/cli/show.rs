//! The arguments of `sokolab show`.

use std::{ffi::OsString, path::PathBuf, time::Duration};

use clap::{Args, ValueEnum, ValueHint};

use super::{
    LevelArgs, ReadingArgs,
    notes::Notes,
    values::{self, Frame, Limit},
};

/// What stands below its options in help and manual.
pub(crate) const NOTES: Notes = Notes::on_levels(&[
    ("sokolab show levels.xsb#12", "the board and facts about it"),
    ("sokolab show levels.xsb --format list", "numbers, sizes and titles"),
    ("sokolab show levels.xsb#12 --overlay dead", "mark where a box is lost"),
    ("sokolab show levels.xsb --format png --output pictures/", "one picture per level"),
    ("sokolab show levels.xsb#12 --solve astar --output 12.gif", "watch a solution"),
    ("sokolab show levels.xsb#12 --solution rRuLL --position end", "where these moves lead"),
]);

/// `sokolab show`
#[derive(Args, Debug)]
pub(crate) struct ShowArgs {
    #[command(flatten)]
    pub(crate) levels: LevelArgs,

    /// What to make [default: by the name of --output, else text]
    #[arg(short, long, value_name = "FORMAT")]
    pub(crate) format: Option<Picture>,

    /// File to write; a directory takes one file per level
    #[arg(short, long, value_name = "PATH", value_hint = ValueHint::AnyPath)]
    pub(crate) output: Option<PathBuf>,

    /// How boards look in the terminal; auto means blocks on terminals, XSB elsewhere
    #[arg(long, value_name = "STYLE", default_value = "auto")]
    pub(crate) style: TextStyle,

    /// How pictures look
    #[arg(long, value_name = "NAME", value_parser = values::skin(), default_value = values::default_skin(), help_heading = "Pictures")]
    pub(crate) skin: String,

    /// Width of a cell in pixels
    #[arg(long, value_name = "PX", default_value_t = 32, value_parser = values::cell(), help_heading = "Pictures")]
    pub(crate) cell: u32,

    /// What lies behind the board [default: page for GIF, none otherwise]
    #[arg(long, value_name = "WHAT", help_heading = "Pictures")]
    pub(crate) background: Option<Background>,

    /// Which positions of a solution become frames of a GIF
    #[arg(long, value_name = "WHAT", default_value = "moves", help_heading = "Pictures")]
    pub(crate) pace: Pace,

    /// What to mark on the board; may be given several times
    #[arg(long = "overlay", value_name = "WHAT", value_delimiter = ',')]
    pub(crate) overlays: Vec<Overlay>,

    /// Moves to show: LURD letters, or a file with them or with a solved level [default: those saved with the level]
    #[arg(long, value_name = "LURD|FILE", conflicts_with = "solve", help_heading = "Solution")]
    pub(crate) solution: Option<OsString>,

    /// Let this player solve the level first
    #[arg(long, value_name = "PLAYER", value_parser = values::player(), help_heading = "Solution")]
    pub(crate) solve: Option<String>,

    /// Wall-clock time for --solve
    #[arg(long, value_name = "TIME", default_value = values::default_time(), value_parser = values::time_limit, requires = "solve", help_heading = "Solution")]
    pub(crate) time_limit: Limit<Duration>,

    /// Show the board after so many moves of the solution, or at its end
    #[arg(long, value_name = "N|end", help_heading = "Solution")]
    pub(crate) position: Option<Frame>,

    #[command(flatten)]
    pub(crate) reading: ReadingArgs,
}

/// What `show` makes.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum Picture {
    /// The board as characters, with facts
    Text,
    /// One line per level: number, size, boxes, goals, title
    List,
    /// Scalable drawing
    Svg,
    /// Bitmap
    Png,
    /// Animation of a solution
    Gif,
}

/// How `show` draws with characters.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum TextStyle {
    /// Blocks on terminals, XSB elsewhere
    Auto,
    /// Blocks and colours, two columns per cell
    Blocks,
    /// Classic XSB characters: what is printed can be read again
    Xsb,
}

/// What `show` puts behind a picture.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum Background {
    /// Nothing: the page shows through outside the walls
    None,
    /// The paper of the skin
    Page,
}

/// How `show` animates.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum Pace {
    /// One frame for every move
    Moves,
    /// One frame for every push
    Pushes,
}

/// What `show` marks.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum Overlay {
    /// Squares from which a box can never reach a goal
    Dead,
    /// Squares the player can walk to
    Reachable,
    /// The next push of the solution
    Push,
}
