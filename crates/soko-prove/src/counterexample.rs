//! A counterexample as a file: what was played, what was claimed, what is true, and the board.
//!
//! ```text
//! player: q-box
//! settings: walkers=2
//! seed: 1
//! nodes: 200000
//! claimed: optimal in pushes: 31 pushes, 80 moves
//! truth: best is 23 pushes with 60 moves, or 58 moves with 25 pushes
//! board:
//! ########
//! …
//! ```
//!
//! Settings are separated by blanks. What is not said is as usual: no preset, no settings, seed 0, one thread, a million
//! nodes, no limit of memory, one run. Once the fault is mended the file stays, and a test plays it again.

use std::{fmt, fmt::Write as _};

use soko_players::PLAYERS;

use crate::{
    setting::Settings,
    trial::{Fault, Route, Setup},
};

/// A false claim with all that is needed to hear it again.
#[derive(Clone)]
pub struct Counterexample {
    /// What was played.
    pub setup: Setup,
    /// The board.
    pub text: String,
    /// What was claimed when it was found, and what is true.
    pub fault: Option<Fault>,
    /// Where it comes from.
    pub source: String,
}

impl fmt::Display for Counterexample {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Setup { player, settings, seed, threads, nodes, memory, route } = &self.setup;
        writeln!(f, "player: {}", player.id)?;
        if let Some(preset) = settings.preset {
            writeln!(f, "preset: {preset}")?;
        }
        if !settings.changes.is_empty() {
            writeln!(f, "settings: {}", settings.changes.join(" "))?;
        }
        writeln!(f, "seed: {seed}")?;
        if *threads != 1 {
            writeln!(f, "threads: {threads}")?;
        }
        writeln!(f, "nodes: {nodes}")?;
        if let Some(memory) = memory {
            writeln!(f, "memory: {memory}")?;
        }
        match route {
            Route::Straight => {}
            Route::Again { first } => writeln!(f, "route: again\nfirst: {first}")?,
            Route::GoOn { first, then, forged } => {
                let name = if *forged { "forged" } else { "go-on" };
                writeln!(f, "route: {name}\nfirst: {first}")?;
                if !then.is_empty() {
                    writeln!(f, "then: {}", then.join(" "))?;
                }
            }
        }
        if let Some(Fault { claimed, truth, .. }) = &self.fault {
            writeln!(f, "claimed: {claimed}\ntruth: {truth}")?;
        }
        if !self.source.is_empty() {
            writeln!(f, "source: {}", self.source)?;
        }
        writeln!(f, "board:\n{}", self.text)
    }
}

impl Counterexample {
    /// Reads a file.
    ///
    /// # Errors
    /// The line that cannot be read.
    pub fn read(file: &str) -> Result<Self, String> {
        let (head, board) = file.split_once("board:\n").ok_or("there is no board")?;
        let mut setup: Option<Setup> = None;
        let (mut first, mut route, mut then) = (1, String::new(), Vec::new());
        let mut source = String::new();
        let words = |text: &str| text.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
        for line in head.lines().filter(|line| !line.trim().is_empty()) {
            let wrong = |what: &str| format!("'{line}': {what}");
            let (key, value) = line.split_once(':').ok_or_else(|| wrong("write key: value"))?;
            let value = value.trim();
            let number = || value.parse::<u64>().map_err(|_| wrong("is no number"));
            if key == "player" {
                let player = PLAYERS.find(value).map_err(|error| wrong(&error.to_string()))?;
                setup = Some(Setup {
                    player,
                    settings: Settings::default(),
                    seed: 0,
                    threads: 1,
                    nodes: 1_000_000,
                    memory: None,
                    route: Route::Straight,
                });
                continue;
            }
            let setup = setup.as_mut().ok_or_else(|| wrong("the player comes first"))?;
            match key {
                "preset" => {
                    let preset = setup.player.presets.iter().find(|preset| preset.id == value);
                    setup.settings.preset = Some(preset.ok_or_else(|| wrong("no such preset"))?.id);
                }
                "settings" => setup.settings.changes = words(value),
                "seed" => setup.seed = number()?,
                "threads" => setup.threads = number()? as usize,
                "nodes" => setup.nodes = number()?,
                "memory" => setup.memory = Some(number()?),
                "route" => value.clone_into(&mut route),
                "first" => first = number()?,
                "then" => then = words(value),
                "source" => value.clone_into(&mut source),
                "claimed" | "truth" => {}
                _ => return Err(wrong("no such key")),
            }
        }
        let mut setup = setup.ok_or("there is no player")?;
        setup.route = match route.as_str() {
            "" => Route::Straight,
            "again" => Route::Again { first },
            "go-on" | "forged" => Route::GoOn { first, then, forged: route == "forged" },
            _ => return Err(format!("no such route: {route}")),
        };
        setup
            .player
            .values(setup.settings.preset, &setup.settings.changes)
            .map_err(|error| error.to_string())?;
        Ok(Self { setup, text: board.trim_end_matches('\n').to_owned(), fault: None, source })
    }

    /// A name for its file: the player, the kind of fault, and what tells it from others.
    pub fn name(&self, mark: &str) -> String {
        let mut name = self.setup.player.id.to_owned();
        if let Some(fault) = &self.fault {
            let _ = write!(name, "-{}", fault.kind);
        }
        let _ = write!(name, "-{mark}.txt");
        name
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_read_as_it_was_written() {
        let text = "player: q-box\npreset: sarsa\nsettings: walkers=2 metric=moves\nseed: 3\nthreads: 2\nnodes: 500\n\
                    memory: 65536\nroute: forged\nfirst: 7\nthen: walkers=3\nsource: here\nboard:\n#####\n#@$.#\n#####\n";
        assert_eq!(Counterexample::read(text).expect("a file").to_string(), text);
        for bad in
            ["", "board:\n", "seed: 1\nboard:\n", "player: nobody\nboard:\n", "player: q-box\nx: 1\nboard:\n"]
        {
            assert!(Counterexample::read(bad).is_err(), "{bad}");
        }
    }
}
