//! One player, one budget, any number of levels: each level gets a fresh player, so that results do not
//! depend on what was played before.

use soko_core::Level;
use soko_players::PLAYERS;
use soko_solver::{Control, Descriptor, Event, Limits, Observer, Player, Report, RunSpec, SpecError};

use crate::{
    cli::player::ParameterArgs,
    exit::Failure,
    interrupt::Interrupt,
    memory,
    output::{account::Account, progress::Progress},
};

/// A run for each level, and how it is shown.
pub(crate) struct Runner {
    /// Who plays.
    pub(crate) player: &'static Descriptor,
    /// What each level gets.
    pub(crate) spec: RunSpec,
    /// Whether to show progress on a terminal.
    pub(crate) progress: bool,
    /// What stops a run.
    pub(crate) interrupt: Interrupt,
}

impl Runner {
    /// A player by name, with the default limits, and whether progress is shown.
    ///
    /// # Errors
    /// No such player, preset or setting: said before any level is read.
    pub(crate) fn new(player: &str, parameters: &ParameterArgs, progress: bool) -> Result<Self, Failure> {
        let ParameterArgs { preset, settings } = parameters;
        let spec =
            RunSpec::new(&PLAYERS, player, preset.as_deref(), settings).map_err(|error| match error {
                SpecError::Player(error) => Failure::input(error),
                error => Failure::with_help(error, format!("see 'sokolab players {player}'")),
            })?;
        let player = PLAYERS.find(player).map_err(Failure::input)?;
        let limits = Limits { memory: Some(memory::default_limit()), ..Limits::default() };
        let spec = RunSpec { limits, ..spec };
        Ok(Self { player, spec, progress, interrupt: Interrupt::new() })
    }

    /// The same with other limits, threads and another seed.
    pub(crate) fn with(mut self, limits: Limits, threads: usize, seed: u64) -> Self {
        self.spec = RunSpec { limits, threads, seed, ..self.spec };
        self
    }

    /// A fresh player.
    pub(crate) fn build(&self) -> Box<dyn Player> {
        let built = self.player.build_with(self.spec.values.clone());
        built.expect("the settings were accepted when we were made")
    }

    /// Lets a fresh player play one level. `label` names it while it lasts.
    pub(crate) fn play(&self, level: &Level, label: String) -> Report {
        let mut progress = Progress::new(self.progress, label, self.spec.limits.time());
        let report = self.play_with(&mut *self.build(), level, &mut progress);
        progress.clear();
        report
    }

    /// The same, with an account of how the player spent its time.
    pub(crate) fn play_accounted(&self, level: &Level, label: String) -> (Report, Account) {
        let mut progress = Progress::new(self.progress, label, self.spec.limits.time());
        let mut account = Account::new(self.interrupt.control());
        let mut both = |event: &Event| {
            let _ = account.event(event);
            progress.event(event)
        };
        let report = self.play_with(&mut *self.build(), level, &mut both);
        progress.clear();
        (report, account)
    }

    /// Lets a player of ours play one level, watched by an observer.
    pub(crate) fn play_with(
        &self,
        player: &mut dyn Player,
        level: &Level,
        observer: &mut dyn Observer,
    ) -> Report {
        self.spec.play(player, level, self.interrupt.control(), observer)
    }

    /// What stops a run on Ctrl-C.
    pub(crate) fn control(&self) -> Control {
        self.interrupt.control()
    }

    /// Has Ctrl-C been pressed?
    pub(crate) fn interrupted(&self) -> bool {
        self.interrupt.requested()
    }
}
