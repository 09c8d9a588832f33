//! One player, one budget, any number of levels: each level gets a fresh player, so that results do not
//! depend on what was played before.

use std::time::Duration;

use soko_core::Level;
use soko_players::PLAYERS;
use soko_solver::{Budget, Control, Descriptor, Event, Observer, Player, Report, run};

use crate::{
    exit::Failure,
    interrupt::Interrupt,
    machine,
    output::{account::Account, progress::Progress},
};

/// A player with its settings, and the limits of a run.
pub(crate) struct Runner<'a> {
    /// Who plays.
    pub(crate) player: &'static Descriptor,
    preset: Option<&'a str>,
    settings: &'a [String],
    /// Time for each level.
    pub(crate) time: Option<Duration>,
    /// Memory for each level, in bytes.
    pub(crate) memory: Option<u64>,
    /// Expansions for each level.
    pub(crate) nodes: Option<u64>,
    /// Threads the player may use.
    pub(crate) threads: usize,
    /// Seed of every run.
    pub(crate) seed: u64,
    /// Whether to show progress on a terminal.
    pub(crate) progress: bool,
    interrupt: Interrupt,
}

impl<'a> Runner<'a> {
    /// A player by name, with the default limits.
    ///
    /// # Errors
    /// No such player, preset or setting: said before any level is read.
    pub(crate) fn new(
        player: &str,
        preset: Option<&'a str>,
        settings: &'a [String],
    ) -> Result<Self, Failure> {
        let player = PLAYERS.find(player).map_err(Failure::input)?;
        let help = format!("see 'sokolab players {}'", player.id);
        player.build(preset, settings).map_err(|error| Failure::with_help(error, help))?;
        Ok(Self {
            player,
            preset,
            settings,
            time: None,
            memory: Some(machine::memory_default()),
            nodes: None,
            threads: 1,
            seed: 1,
            progress: true,
            interrupt: Interrupt::new(),
        })
    }

    /// A fresh player.
    pub(crate) fn build(&self) -> Box<dyn Player> {
        self.player.build(self.preset, self.settings).expect("the settings were accepted when we were made")
    }

    /// Lets a fresh player play one level. `label` names it while it lasts.
    pub(crate) fn play(&self, level: &Level, label: String) -> Report {
        let mut progress = Progress::new(self.progress, label, self.time);
        let report = self.play_with(&mut *self.build(), level, &mut progress);
        progress.clear();
        report
    }

    /// The same, with an account of how the player spent its time.
    pub(crate) fn play_accounted(&self, level: &Level, label: String) -> (Report, Account) {
        let mut progress = Progress::new(self.progress, label, self.time);
        let mut account = Account::new(self.interrupt.control());
        let mut both = |event: &Event| {
            let _ = account.event(event);
            progress.event(event)
        };
        let report = self.play_with(&mut *self.build(), level, &mut both);
        progress.clear();
        (report, account)
    }

    /// Lets a player of ours play one level, watched by someone.
    pub(crate) fn play_with(
        &self,
        player: &mut dyn Player,
        level: &Level,
        observer: &mut dyn Observer,
    ) -> Report {
        let budget = Budget {
            time: self.time,
            nodes: self.nodes,
            memory: self.memory,
            control: self.interrupt.control(),
        };
        run(player, level, budget, self.seed, self.threads, observer)
    }

    /// What stops a run when someone presses Ctrl-C.
    pub(crate) fn control(&self) -> Control {
        self.interrupt.control()
    }

    /// Has someone pressed Ctrl-C?
    pub(crate) fn interrupted(&self) -> bool {
        self.interrupt.requested()
    }
}
