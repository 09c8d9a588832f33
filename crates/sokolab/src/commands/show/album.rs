//! Where pictures go: standard output, one file, or a directory with one file per level.

use std::{collections::HashSet, io::Write, path::Path};

use soko_solver::quantity::show_number;

use crate::{
    cli::show::Picture,
    destination::{Destination, Directory},
    exit::Failure,
    terminal::Terminal,
};

/// The place for what `show` makes.
pub(super) struct Album {
    place: Place,
    extension: &'static str,
    written: usize,
}

enum Place {
    /// Standard output, or one file. A picture waits until it is sure that no second one follows.
    One {
        destination: Option<Destination>,
        content: Option<Vec<u8>>,
    },
    Directory {
        directory: Directory,
        names: HashSet<String>,
    },
}

impl Album {
    /// Decides by the output's name: an existing directory, or a name that ends like one, takes many files.
    pub(super) fn new(output: Option<&Path>, format: Picture, terminal: &Terminal) -> Result<Self, Failure> {
        let extension = match format {
            Picture::Text | Picture::List => "txt",
            Picture::Svg => "svg",
            Picture::Png => "png",
            Picture::Gif => "gif",
        };
        let place = match output {
            None if matches!(format, Picture::Png | Picture::Gif) && terminal.is_interactive() => {
                return Err(Failure::with_help(
                    format!("a {extension} file is nothing for a terminal"),
                    format!("write it to a file with --output level.{extension}"),
                ));
            }
            None => Place::One { destination: None, content: None },
            Some(path) if path.is_dir() || path.as_os_str().as_encoded_bytes().ends_with(b"/") => {
                Place::Directory { directory: Directory::new(path)?, names: HashSet::new() }
            }
            Some(path) => Place::One { destination: Some(Destination::new(path)?), content: None },
        };
        Ok(Self { place, extension, written: 0 })
    }

    /// Does it go to standard output?
    pub(super) const fn is_stdout(&self) -> bool {
        matches!(self.place, Place::One { destination: None, .. })
    }

    /// Adds text: several levels may follow each other.
    pub(super) fn text(&mut self, text: &str, terminal: &mut Terminal) -> Result<(), Failure> {
        match &mut self.place {
            Place::One { destination: None, .. } => Ok(terminal.write_all(text.as_bytes())?),
            Place::One { content, .. } => {
                content.get_or_insert_default().extend_from_slice(text.as_bytes());
                Ok(())
            }
            Place::Directory { .. } => {
                Err(Failure::with_help("text goes to one file", "name a file, not a directory"))
            }
        }
    }

    /// Adds the picture of one level.
    pub(super) fn picture(&mut self, file: &str, index: usize, bytes: Vec<u8>) -> Result<(), Failure> {
        match &mut self.place {
            Place::One { content: Some(_), .. } => {
                let help = "pick one with FILE#N, or name a directory: --output pictures/";
                return Err(Failure::with_help(
                    "one file holds one picture, but there are more levels",
                    help,
                ));
            }
            Place::One { content, .. } => *content = Some(bytes),
            Place::Directory { directory, names } => {
                let name = unused(names, &stem(file), index);
                directory.write(&format!("{name}.{}", self.extension), &bytes)?;
            }
        }
        self.written += 1;
        Ok(())
    }

    /// Writes what waits.
    pub(super) fn close(self, terminal: &mut Terminal) -> Result<(), Failure> {
        match self.place {
            Place::One { destination: Some(destination), content: Some(content) } => {
                destination.write(&content)?;
                terminal.note(format!("wrote {}", destination.path().display()));
            }
            Place::One { content: Some(content), .. } => terminal.write_all(&content)?,
            Place::Directory { directory, .. } if self.written > 0 => {
                let files = show_number(self.written as u64, "file");
                terminal.note(format!("wrote {files} to {}", directory.path().display()));
            }
            _ => {}
        }
        Ok(())
    }
}

/// The name of a level file without directory and extension.
fn stem(file: &str) -> String {
    let file = if file == "-" { "stdin" } else { file.trim_start_matches("builtin:") };
    Path::new(file).file_stem().map_or_else(|| "level".to_owned(), |stem| stem.to_string_lossy().into_owned())
}

/// `stem-012`, or `stem-012-2` if a file of the same name elsewhere was first.
fn unused(names: &mut HashSet<String>, stem: &str, index: usize) -> String {
    let first = format!("{stem}-{index:03}");
    let others = (2..).map(|n| format!("{first}-{n}"));
    let name = std::iter::once(first.clone()).chain(others).find(|name| !names.contains(name));
    let name = name.expect("numbers do not end");
    names.insert(name.clone());
    name
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_pictures_are_short_and_never_meet() {
        assert_eq!(stem("levels/My Levels.xsb"), "My Levels");
        assert_eq!(stem("builtin:tutorial"), "tutorial");
        assert_eq!(stem("-"), "stdin");
        let mut names = HashSet::new();
        assert_eq!(unused(&mut names, "a", 7), "a-007");
        assert_eq!(unused(&mut names, "a", 7), "a-007-2");
        assert_eq!(unused(&mut names, "a", 8), "a-008");
    }
}
