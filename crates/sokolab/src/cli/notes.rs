//! What stands below the options in help and manual: forms of LEVELS, examples, exit status.

use crate::{
    builtin::{self, BUILTINS},
    exit::Exit,
};

/// The notes of one command.
#[derive(Clone, Copy)]
pub(crate) struct Notes {
    /// Does the command take levels?
    levels: bool,
    /// Paragraphs of its own, with a heading each.
    sections: &'static [(&'static str, &'static str)],
    /// Commands and what they do.
    pub(crate) examples: &'static [(&'static str, &'static str)],
}

impl Notes {
    /// Notes with these examples.
    pub(crate) const fn new(examples: &'static [(&'static str, &'static str)]) -> Self {
        Self { levels: false, sections: &[], examples }
    }

    /// Notes of a command that takes levels.
    pub(crate) const fn on_levels(examples: &'static [(&'static str, &'static str)]) -> Self {
        Self { levels: true, ..Self::new(examples) }
    }

    /// With paragraphs of its own.
    pub(crate) const fn with_sections(self, sections: &'static [(&'static str, &'static str)]) -> Self {
        Self { sections, ..self }
    }

    /// All paragraphs with their headings.
    pub(crate) fn sections(&self) -> Vec<(&'static str, String)> {
        let mut all = Vec::new();
        if self.levels {
            let builtins = BUILTINS.iter().map(|b| hanging(&builtin::argument(b), b.description));
            all.push(("Levels", LEVELS.to_owned()));
            all.push(("Built-in levels", builtins.collect::<Vec<_>>().join("\n")));
        }
        all.extend(self.sections.iter().map(|&(heading, text)| (heading, text.to_owned())));
        all
    }
}

const LEVELS: &str = "\
FILE           every level of a file, whatever its format
FILE#12        level 12        FILE#3-7   levels 3 to 7
FILE#1,4,9-    levels 1, 4 and from 9 on
FILE#TITLE     the level of that title, or the one whose title contains it
DIRECTORY      every level file in it and below, sorted
-              standard input
builtin:NAME   a collection that comes with the program (also builtin:NAME#N)
collection:NAME
               a collection of others that is known by its boards, wherever
               it lies below the environment's LEVELS or was imported in
               the workbench (also collection:NAME#N)";

/// sokolab itself.
pub(crate) const OVERVIEW: Notes = Notes::on_levels(&[
    ("sokolab play", "play the built-in levels"),
    ("sokolab solve levels.xsb --time-limit 10s", "solve every level of a file"),
    ("sokolab show levels.xsb#12 --output 12.svg", "draw level 12"),
]);

/// A name and a text beside it, broken into lines.
fn hanging(name: &str, text: &str) -> String {
    const NAME: usize = 21;
    const TEXT: usize = 78 - NAME;
    let mut lines = vec![String::new()];
    for word in text.split(' ') {
        match lines.last_mut() {
            Some(line) if line.is_empty() => line.push_str(word),
            Some(line) if line.len() + 1 + word.len() <= TEXT => line.extend([" ", word]),
            _ => lines.push(word.to_owned()),
        }
    }
    format!("{name:NAME$}{}", lines.join(&format!("\n{:NAME$}", "")))
}

/// The end of `sokolab -h`.
pub(crate) fn short() -> String {
    format!("{}\n\nMore: sokolab --help, sokolab COMMAND --help", examples(OVERVIEW))
}

/// The end of a long help.
pub(crate) fn long(notes: Notes) -> String {
    let section = |(heading, paragraph): (&str, String)| {
        let lines: Vec<_> = paragraph.lines().map(|line| format!("  {line}")).collect();
        format!("{heading}:\n{}", lines.join("\n"))
    };
    let exits = Exit::ALL.map(|exit| format!("  {:>3}  {}", exit.code(), exit.meaning())).join("\n");
    let mut parts: Vec<_> = notes.sections().into_iter().map(section).collect();
    parts.extend([examples(notes), format!("Exit status:\n{exits}")]);
    parts.join("\n\n")
}

fn examples(notes: Notes) -> String {
    const WIDTH: usize = 44;
    let example = |(command, meaning): &(&str, &str)| {
        // A long command has its meaning on a line of its own.
        let gap = if command.len() > WIDTH {
            format!("\n  {:WIDTH$}", "")
        } else {
            " ".repeat(WIDTH - command.len())
        };
        format!("  {command}{gap}  {meaning}")
    };
    format!("Examples:\n{}", notes.examples.iter().map(example).collect::<Vec<_>>().join("\n"))
}
