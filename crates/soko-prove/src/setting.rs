//! Which settings to try, read off a player's own description of its parameters.
//!
//! No player and no parameter is named here, so what is added to a player later is tried without a change. A choice is
//! tried at all its values, a switch both ways, a number at its bounds if they are near, at small values and at half
//! and twice its default. An integer that is 1 by default and never less counts parts of something, such as agents that
//! learn together; it is tried at 1 to 8, and more often than others.

use serde_json::Value;
use soko_solver::{Descriptor, Dice, Parameter};

/// The settings of one player that are worth trying.
#[derive(Clone)]
pub struct Options {
    /// The player.
    pub player: &'static Descriptor,
    /// The parameters with the values to try, the default left out.
    pub parameters: Vec<Values>,
    /// Can what it learns be kept?
    pub learns: bool,
}

/// The values of one parameter that are worth trying.
#[derive(Clone, Debug)]
pub struct Values {
    /// The parameter.
    pub name: String,
    /// The values as on the command line.
    pub values: Vec<String>,
    /// What kind of parameter it is.
    pub kind: Kind,
}

/// Kinds of parameters.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// One of several words, or yes and no.
    Choice,
    /// How many parts of something work together.
    Count,
    /// Any other number.
    Number,
}

/// A preset, if any, and settings on top of it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Settings {
    /// The preset.
    pub preset: Option<&'static str>,
    /// The settings, as `key=value`.
    pub changes: Vec<String>,
}

impl Settings {
    /// Nothing but defaults?
    pub(crate) fn is_default(&self) -> bool {
        self.preset.is_none() && self.changes.is_empty()
    }
}

/// Values of an integer or number beyond which a bound of its range is not tried.
const FAR: f64 = 64.0;

fn values(parameter: &Parameter) -> Values {
    let number = |value: &Option<Value>| value.as_ref().and_then(Value::as_f64);
    let (low, high) = (number(&parameter.minimum), number(&parameter.maximum));
    let fits = |&value: &f64| low.is_none_or(|low| value >= low) && high.is_none_or(|high| value <= high);
    let default = parameter.default.as_f64();
    let near = |bound: Option<f64>| bound.filter(|bound| bound.abs() <= FAR);
    let counts = parameter.kind == "integer" && low >= Some(1.0) && default == Some(1.0);
    let numbers = |list: Vec<f64>, whole: bool| {
        let mut list: Vec<f64> = list
            .into_iter()
            .map(|value| if whole { value.floor() } else { value })
            .filter(|value| fits(value) && Some(*value) != default)
            .collect();
        list.sort_by(f64::total_cmp);
        list.dedup();
        list.into_iter().map(|value| value.to_string()).collect()
    };
    let around = default.map_or(Vec::new(), |value| vec![value / 2.0, value * 2.0]);
    let bounds = near(low).into_iter().chain(near(high));
    let values = match parameter.kind.as_str() {
        "boolean" => vec![(parameter.default != Value::Bool(true)).to_string()],
        "choice" => {
            parameter.choices.iter().filter(|choice| parameter.default != **choice).cloned().collect()
        }
        "integer" if counts => numbers((1..=8).map(f64::from).collect(), true),
        "integer" => numbers(bounds.chain([0.0, 1.0, 2.0, 3.0]).chain(around).collect(), true),
        "number" => numbers(bounds.chain([-1.0, 0.0, 0.5, 1.0, 2.0]).chain(around).collect(), false),
        _ => Vec::new(),
    };
    let kind = match parameter.kind.as_str() {
        "integer" if counts => Kind::Count,
        "integer" | "number" => Kind::Number,
        _ => Kind::Choice,
    };
    Values { name: parameter.name.clone(), values, kind }
}

impl Options {
    /// What is worth trying with a player.
    pub fn of(player: &'static Descriptor) -> Self {
        let parameters = player.parameters().iter().map(values).collect();
        let learns = player.build(None, &[]).is_ok_and(|mut player| player.keeper().is_some());
        Self { player, parameters, learns }
    }

    /// The defaults, every preset, and every single change of a default.
    pub(crate) fn singles(&self) -> Vec<Settings> {
        let mut all = vec![Settings::default()];
        all.extend(
            self.player
                .presets
                .iter()
                .map(|preset| Settings { preset: Some(preset.id), changes: Vec::new() }),
        );
        for parameter in &self.parameters {
            for value in &parameter.values {
                all.push(Settings { preset: None, changes: vec![format!("{}={value}", parameter.name)] });
            }
        }
        all
    }

    /// The kind of parameter that a change is about, and the value.
    fn kind<'a>(&self, change: &'a str) -> Option<(Kind, &'a str)> {
        let (name, value) = change.split_once('=')?;
        let parameter = self.parameters.iter().find(|parameter| parameter.name == name)?;
        Some((parameter.kind, value))
    }

    /// Is a choice or a count changed?
    pub(crate) fn is_another_way(&self, settings: &Settings) -> bool {
        settings.changes.iter().filter_map(|change| self.kind(change)).any(|(kind, _)| kind != Kind::Number)
    }

    /// How many parts the settings make of the player: they share its nodes.
    pub fn parts(&self, settings: &Settings) -> u64 {
        let count = |change: &String| match self.kind(change)? {
            (Kind::Count, value) => value.parse::<u64>().ok(),
            _ => None,
        };
        settings.changes.iter().filter_map(count).product::<u64>().max(1)
    }

    /// One change at random.
    pub fn change(&self, dice: &mut Dice) -> Option<String> {
        let of = |kind: Kind| self.parameters.iter().filter(|parameter| parameter.kind == kind).collect();
        // A choice is another way to play, a number more or less of the same.
        let mut group: Vec<&Values> = match dice.below(10) {
            0..2 => of(Kind::Count),
            2..6 => of(Kind::Choice),
            _ => of(Kind::Number),
        };
        if group.is_empty() {
            group = self.parameters.iter().collect();
        }
        let parameter = group.get(dice.below(group.len().max(1)))?;
        let value = parameter.values.get(dice.below(parameter.values.len().max(1)))?;
        Some(format!("{}={value}", parameter.name))
    }

    /// Several changes at random, sometimes on top of a preset.
    pub fn several(&self, dice: &mut Dice) -> Settings {
        let presets = self.player.presets;
        let preset =
            (!presets.is_empty() && dice.chance(0.25)).then(|| presets[dice.below(presets.len())].id);
        let most = if preset.is_some() { 1 } else { 1 + dice.below(3) };
        let mut changes: Vec<String> = Vec::new();
        for _ in 0..most {
            let name = |change: &str| change.split('=').next().map(str::to_owned);
            if let Some(change) = self.change(dice)
                && changes.iter().all(|other| name(other) != name(&change))
            {
                changes.push(change);
            }
        }
        Settings { preset, changes }
    }
}

#[cfg(test)]
mod tests {
    use soko_players::PLAYERS;

    use super::*;

    #[test]
    fn every_setting_is_accepted() {
        let mut dice = Dice::new(1);
        for player in PLAYERS.all() {
            let options = Options::of(player);
            let several = (0..200).map(|_| options.several(&mut dice)).collect::<Vec<_>>();
            for settings in options.singles().iter().chain(&several) {
                assert!(
                    player.build(settings.preset, &settings.changes).is_ok(),
                    "{}: {settings:?}",
                    player.id
                );
            }
        }
    }

    #[test]
    fn every_parameter_is_changed() {
        for player in PLAYERS.all() {
            for parameter in Options::of(player).parameters {
                assert!(!parameter.values.is_empty(), "{}: {}", player.id, parameter.name);
            }
        }
    }

    #[test]
    fn values_follow_the_description() {
        let parameter =
            |kind: &str, default: Value, minimum: Option<Value>, maximum: Option<Value>| Parameter {
                name: "x".to_owned(),
                title: "X".to_owned(),
                kind: kind.to_owned(),
                default,
                minimum,
                maximum,
                choices: vec!["a".to_owned(), "b".to_owned()],
                description: String::new(),
            };
        let tried = |parameter: Parameter| values(&parameter).values.join(" ");
        let of = |number: i32| Some(Value::from(number));
        assert_eq!(tried(parameter("boolean", true.into(), None, None)), "false");
        assert_eq!(tried(parameter("choice", "a".into(), None, None)), "b");
        assert_eq!(tried(parameter("integer", 1.into(), of(1), of(256))), "2 3 4 5 6 7 8");
        assert_eq!(tried(parameter("integer", 7.into(), of(1), of(1000))), "1 2 3 14");
        assert_eq!(tried(parameter("number", 0.8.into(), of(0), of(1))), "0 0.4 0.5 1");
        assert_eq!(tried(parameter("number", (-1).into(), None, None)), "-2 -0.5 0 0.5 1 2");
    }
}
