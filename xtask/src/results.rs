//! `./x results`: the tables of docs/results.md, made by the lab.
//!
//! A table stands between two comments, the first of which says how it is made:
//!
//! ```text
//! <!-- results: sokolab bench players -d results/players.db && sokolab report results/players.db --table overview … -->
//! …
//! <!-- end of results -->
//! ```
//!
//! The commands are run one after another and shown, and what the last one prints is put below them. A bench that is done
//! takes no time, so only what is missing is run. `LEVELS` is the folder with the collections of others, `../shared/levels`
//! unless the environment says otherwise. Results of levels that stand in for a collection are refused: the page is about the collections.

use std::{
    env, fs,
    path::PathBuf,
    process::{Command, ExitCode, Stdio},
};

use crate::{program, root};

/// The page with the tables.
const PAGE: &str = "docs/results.md";
const BEGIN: &str = "<!-- results: ";
const END: &str = "<!-- end of results -->";

/// Makes all tables again.
pub(crate) fn run() -> ExitCode {
    match rewrite() {
        Ok(tables) => {
            println!("{PAGE} has {tables} tables");
            ExitCode::SUCCESS
        }
        Err(message) => {
            eprintln!("x: {message}");
            ExitCode::FAILURE
        }
    }
}

fn rewrite() -> Result<usize, String> {
    let program = program().ok_or("the build failed")?;
    let path = root().join(PAGE);
    let text = fs::read_to_string(&path).map_err(|error| format!("{PAGE}: {error}"))?;
    fs::create_dir_all(root().join("results")).map_err(|error| format!("results: {error}"))?;
    let (mut rest, mut new, mut tables) = (text.as_str(), String::new(), 0);
    while let Some(at) = rest.find(BEGIN) {
        let (before, from) = rest.split_at(at);
        let (head, body) = from.split_once(" -->\n").ok_or("a comment has no end")?;
        let commands: Vec<_> = head[BEGIN.len()..].split(" && ").collect();
        let (_, after) = body.split_once(END).ok_or_else(|| format!("no end of results after: {head}"))?;
        let mut printed = String::new();
        for command in &commands {
            println!("{command}");
            printed = output(command, &program)?;
        }
        let shown = commands.join("\n");
        new.extend([before, head, " -->\n```sh\n", &shown, "\n```\n\n", printed.trim_end(), "\n", END]);
        rest = after;
        tables += 1;
    }
    new += rest;
    fs::write(&path, new).map_err(|error| format!("{PAGE}: {error}"))?;
    Ok(tables)
}

/// What a command prints.
fn output(command: &str, program: &PathBuf) -> Result<String, String> {
    let levels = env::var("LEVELS").unwrap_or_else(|_| root().join("../shared/levels").display().to_string());
    let arguments =
        command.strip_prefix("sokolab ").ok_or_else(|| format!("not a command of ours: {command}"))?;
    let output = Command::new(program)
        .args(arguments.split_whitespace())
        .current_dir(root())
        .env("LEVELS", levels)
        .stderr(Stdio::inherit())
        .output()
        .map_err(|error| format!("{command}: {error}"))?;
    if !output.status.success() {
        return Err(format!("{command}: {}", output.status));
    }
    let text = String::from_utf8(output.stdout).map_err(|error| format!("{command}: {error}"))?;
    if text.contains("(stand-in: ") {
        return Err(format!(
            "{command}: its collections are not here; name their folder: LEVELS=DIR ./x results"
        ));
    }
    Ok(text)
}
