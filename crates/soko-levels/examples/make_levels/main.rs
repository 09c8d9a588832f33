//! Makes the built-in collections, or shows what a recipe gives.
//!
//! ```text
//! make_levels                  make every file under levels/ anew: boards of recipes, proofs, solutions
//! make_levels workshop summit  these only
//! make_levels --check          make them, but compare instead of writing
//! make_levels --table          a line per level and a line per collection
//! make_levels --recipe 'rooms plain 7x6, 4 boxes, 4 goals together, 30-90 pushes, 900 tries, seed 3'
//! ```
#![expect(clippy::print_stdout, reason = "a tool for the terminal")]

mod certify;
mod improve;
mod search;
mod sheet;
mod table;

use std::{fs, io, path::PathBuf, process::ExitCode};

use clap::Parser;
use soko_levels::{BUILTINS, generate};

use sheet::Sheet;

/// Makes Sokolab's built-in levels.
#[derive(Parser)]
struct Arguments {
    /// Names of collections [default: all]
    collections: Vec<String>,
    /// Compare with the files instead of writing them
    #[arg(long)]
    check: bool,
    /// Only print what the files say
    #[arg(long)]
    table: bool,
    /// Print the level of a recipe and do nothing else
    #[arg(long, value_name = "TEXT")]
    recipe: Vec<generate::Recipe>,
}

fn main() -> Result<ExitCode, String> {
    let arguments = Arguments::parse();
    if !arguments.recipe.is_empty() {
        arguments.recipe.iter().for_each(show);
        return Ok(ExitCode::SUCCESS);
    }
    let wanted = |id: &str| arguments.collections.is_empty() || arguments.collections.iter().any(|c| c == id);
    let mut stale = false;
    for builtin in BUILTINS.iter().filter(|builtin| wanted(builtin.id)) {
        let path = path(builtin.id);
        let text = fs::read_to_string(&path).map_err(|e| format!("{}: {e}", path.display()))?;
        if arguments.table {
            table::print(builtin.id, &text);
            continue;
        }
        println!("== {}", builtin.id);
        let made = Sheet::parse(&text).make(&copy, &mut |level| println!("{level}"))?;
        if made == text {
            println!("== {}: up to date", builtin.id);
        } else if arguments.check {
            println!("== {}: DIFFERS from {}", builtin.id, path.display());
            stale = true;
        } else {
            fs::write(&path, made).map_err(|e| format!("{}: {e}", path.display()))?;
            println!("== {}: written", builtin.id);
        }
    }
    Ok(if stale { ExitCode::FAILURE } else { ExitCode::SUCCESS })
}

fn path(id: &str) -> PathBuf {
    [env!("CARGO_MANIFEST_DIR"), "levels", &format!("{id}.sok")].iter().collect()
}

/// The text of a level of another collection, named like `workshop#3`, with a line that says where it is from.
fn copy(place: &str) -> Option<String> {
    let (id, number) = place.split_once('#')?;
    let text = read(id).ok()?;
    let number: usize = number.parse().ok()?;
    let entries = Sheet::parse(&text).entries;
    let first = entries.get(number.checked_sub(1)?)?.place.start().0;
    let next = entries.get(number).map_or(usize::MAX, |entry| entry.place.start().0);
    let lines = text.lines().skip(first - 1).take(next - first);
    let copied = lines.fold(String::new(), |all, line| {
        let from = if line.starts_with("Title: ") { format!("\nFrom: {place}") } else { String::new() };
        all + line + &from + "\n"
    });
    Some(copied.trim_end().to_owned() + "\n")
}

fn read(id: &str) -> io::Result<String> {
    fs::read_to_string(path(id))
}

fn show(recipe: &generate::Recipe) {
    println!("{recipe}");
    match generate::generate(recipe) {
        None => println!("gives no level\n"),
        Some(made) => {
            let solution = improve::improve(&made.level, made.solution);
            println!("{}", made.level.board());
            println!("score {}, {}\n{}\n", made.score, solution.metrics(), solution.lurd());
        }
    }
}
