//! `sokolab man`: manual pages, made from the command line's own description and its notes.

use std::{
    io::{self, Write},
    path::Path,
};

use clap::{Command, CommandFactory};
use clap_mangen::{
    Man,
    roff::{Roff, bold, roman},
};

use crate::{
    cli::{self, Cli, man::ManArgs},
    destination::Directory,
    exit::{Exit, Failure},
    terminal::Terminal,
};

/// Prints one page, or writes all.
pub(super) fn run(args: &ManArgs, terminal: &mut Terminal) -> Result<Exit, Failure> {
    // Building hands the options of `sokolab` itself down to its commands.
    let mut root = Cli::command();
    root.build();
    if let Some(directory) = &args.dir {
        return write_all(&root, directory, terminal);
    }
    let command = match args.command.as_deref() {
        None | Some("sokolab") => root,
        Some(name) => {
            commands(&root).find(|command| command.get_name() == name).cloned().ok_or_else(|| {
                let known: Vec<_> = commands(&root).map(Command::get_name).collect();
                Failure::with_help(
                    format!("there is no command '{name}'"),
                    format!("there are: {}", known.join(", ")),
                )
            })?
        }
    };
    let mut page = Vec::new();
    render(&command, &mut page)?;
    terminal.write_all(&page)?;
    Ok(Exit::Done)
}

fn write_all(root: &Command, directory: &Path, terminal: &mut Terminal) -> Result<Exit, Failure> {
    let directory = Directory::new(directory)?;
    let mut pages = 0;
    for command in std::iter::once(root).chain(commands(root)) {
        let mut page = Vec::new();
        render(command, &mut page)?;
        directory.write(&format!("{}.1", page_name(command)), &page)?;
        pages += 1;
    }
    terminal.note(format!("wrote {pages} pages to {}", directory.path().display()));
    Ok(Exit::Done)
}

/// The commands with a page of their own; `help` only shows those of others.
fn commands(root: &Command) -> impl Iterator<Item = &Command> {
    root.get_subcommands().filter(|command| command.get_name() != "help" && !command.is_hide_set())
}

/// `sokolab` or `sokolab-solve`.
fn page_name(command: &Command) -> &str {
    command.get_display_name().unwrap_or_else(|| command.get_name())
}

fn render(command: &Command, out: &mut Vec<u8>) -> io::Result<()> {
    let notes = cli::notes_of(command.get_name());
    // An empty date would shift the others; the version says more anyway.
    let version = concat!("version ", env!("CARGO_PKG_VERSION"));
    let man = Man::new(command.clone())
        .title(page_name(command))
        .date(version)
        .source("Sokolab")
        .manual("Sokolab Manual");
    man.render_title(out)?;
    man.render_name_section(out)?;
    man.render_synopsis_section(out)?;
    man.render_description_section(out)?;
    man.render_options_section(out)?;
    if command.has_subcommands() {
        man.render_subcommands_section(out)?;
    }
    let mut rest = Roff::new();
    for (heading, paragraph) in notes.sections() {
        rest.control("SH", [heading.to_uppercase().as_str()]);
        // Tables and lists keep their lines.
        rest.control("nf", []);
        for line in paragraph.lines() {
            rest.text([roman(line)]);
        }
        rest.control("fi", []);
    }
    rest.control("SH", ["EXAMPLES"]);
    for (example, meaning) in notes.examples {
        rest.control("TP", []).text([bold(*example)]).text([roman(*meaning)]);
    }
    rest.control("SH", ["EXIT STATUS"]);
    for exit in Exit::ALL {
        rest.control("TP", []).text([bold(exit.code().to_string())]).text([roman(exit.meaning())]);
    }
    rest.to_writer(out)
}
