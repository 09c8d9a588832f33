//! `sokolab players`: who can play, and what can be set.

use std::io::Write;

use comfy_table::{Table, presets};
use soko_players::PLAYERS;
use soko_solver::{Described, Descriptor, Objective};

use crate::{
    cli::players::PlayersArgs,
    exit::{Exit, Failure},
    output::json,
    terminal::{FAINT, HEADING, Terminal},
};

/// Lists players.
pub(super) fn run(args: &PlayersArgs, terminal: &mut Terminal) -> Result<Exit, Failure> {
    let one = args.name.as_deref().map(|name| PLAYERS.find(name).map_err(Failure::input)).transpose()?;
    match (one, args.json) {
        (one, true) => {
            for player in PLAYERS.all().filter(|player| one.is_none_or(|one| one.id == player.id)) {
                json::write_line(terminal, &Described::of(player))?;
            }
        }
        (Some(player), false) => describe(player, terminal)?,
        (None, false) => list(terminal)?,
    }
    Ok(Exit::Done)
}

/// Columns without lines, wrapped to the terminal.
fn columns(terminal: &Terminal) -> Table {
    let mut table = Table::new();
    table.load_style(presets::NOTHING).set_width(u16::try_from(terminal.columns()).unwrap_or(80));
    table.set_content_arrangement(comfy_table::ContentArrangement::Dynamic);
    table
}

fn list(terminal: &mut Terminal) -> Result<(), Failure> {
    let mut table = columns(terminal);
    table.set_header(["player", "name", "complete", "optimal", "how it plays"]);
    for player in PLAYERS.all() {
        let complete = if player.properties.complete { "yes" } else { "no" };
        let optimal = player.properties.optimal.map_or("no", Objective::id);
        table.add_row([player.id, player.title, complete, optimal, player.summary]);
    }
    writeln!(terminal, "{}", table.trim_fmt())?;
    if !terminal.is_quiet() {
        let hint = "\n complete: given time and memory, solves every solvable level and proves the\n           \
                    others unsolvable\n \
                    optimal:  what its solutions are proven best in\n \
                    more:     sokolab players NAME";
        let paint = terminal.paint();
        writeln!(terminal, "{}", paint.with(FAINT, hint))?;
    }
    Ok(())
}

fn describe(player: &Descriptor, terminal: &mut Terminal) -> Result<(), Failure> {
    let paint = terminal.paint();
    writeln!(terminal, "{} ({}): {}\n", paint.with(HEADING, player.title), player.id, player.summary)?;
    let mut text = columns(terminal);
    text.add_row([player.description]);
    writeln!(terminal, "{}", text.trim_fmt())?;
    let complete = if player.properties.complete { "yes" } else { "no" };
    let optimal = player.properties.optimal.map_or("no", Objective::id);
    let threads = player.properties.threads.describe();
    writeln!(terminal, "\n complete  {complete}\n optimal   {optimal}\n threads   {threads}")?;

    writeln!(terminal, "\n{}", paint.with(HEADING, "Parameters (--set NAME=VALUE)"))?;
    let parameters = player.parameters();
    if parameters.is_empty() {
        writeln!(terminal, " none")?;
    } else {
        let mut table = columns(terminal);
        table.set_header(["name", "default", "value", "meaning"]);
        for parameter in &parameters {
            let default =
                parameter.default.as_str().map_or_else(|| parameter.default.to_string(), str::to_owned);
            table.add_row([&parameter.name, &default, &parameter.expectation(), &parameter.description]);
        }
        writeln!(terminal, "{}", table.trim_fmt())?;
    }

    if !player.presets.is_empty() {
        writeln!(terminal, "\n{}", paint.with(HEADING, "Presets (--preset NAME)"))?;
        let mut table = columns(terminal);
        table.set_header(["name", "settings", "what for"]);
        for preset in player.presets {
            table.add_row([
                preset.id,
                &preset.settings.join(" "),
                &format!("{}: {}", preset.title, preset.summary),
            ]);
        }
        writeln!(terminal, "{}", table.trim_fmt())?;
    }
    Ok(())
}
