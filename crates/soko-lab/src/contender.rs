//! A player with the settings under which it enters an experiment.

use soko_players::PLAYERS;
use soko_solver::Player;

/// Who plays, and how it is set up.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Contender {
    /// The column it fills.
    pub name: &'static str,
    /// Its name in the registry.
    pub player: &'static str,
    /// A named set of parameters.
    pub preset: Option<&'static str>,
    /// Settings on top, as for `--set`.
    pub settings: &'static [&'static str],
    /// Does the seed change what it does? Then one run says little.
    pub random: bool,
}

impl Contender {
    /// A player as the registry has it.
    pub const fn of(player: &'static str) -> Self {
        Self { name: player, player, preset: None, settings: &[], random: false }
    }

    /// The same in a column of another name.
    #[must_use]
    pub const fn named(self, name: &'static str) -> Self {
        Self { name, ..self }
    }

    /// The same with settings.
    #[must_use]
    pub const fn with(self, settings: &'static [&'static str]) -> Self {
        Self { settings, ..self }
    }

    /// The same under a preset, in a column of its own.
    #[must_use]
    pub const fn preset(self, name: &'static str, preset: &'static str) -> Self {
        Self { name, preset: Some(preset), ..self }
    }

    /// The same, played with several seeds.
    #[must_use]
    pub const fn random(self) -> Self {
        Self { random: true, ..self }
    }

    /// A fresh player.
    ///
    /// # Errors
    /// Why this build cannot field it.
    pub fn build(&self) -> Result<Box<dyn Player>, String> {
        let descriptor = PLAYERS.find(self.player).map_err(|error| error.to_string())?;
        let settings: Vec<_> = self.settings.iter().map(|&setting| setting.to_owned()).collect();
        descriptor.build(self.preset, &settings).map_err(|error| format!("{}: {error}", self.player))
    }

    /// How it would be called on the command line.
    pub fn arguments(&self) -> String {
        let mut words = vec!["--player", self.player];
        if let Some(preset) = self.preset {
            words.extend(["--preset", preset]);
        }
        words.extend(self.settings.iter().flat_map(|setting| ["--set", setting]));
        words.join(" ")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_contender_is_built_by_name_or_says_why_not() {
        let plain = Contender::of("bfs").preset("blind", "plain");
        assert!(plain.build().is_ok());
        assert_eq!(plain.arguments(), "--player bfs --preset plain");
        let nobody = Contender::of("nobody").build().err().unwrap_or_default();
        assert!(nobody.contains("unknown player 'nobody'"), "{nobody}");
        let odd = Contender::of("bfs").with(&["speed=9"]).build().err().unwrap_or_default();
        assert!(odd.starts_with("bfs: "), "{odd}");
    }
}
