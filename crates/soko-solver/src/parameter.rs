//! Parameters as data: read off the schema of a player's parameter struct.
//!
//! A struct with `serde` and `schemars` is the only description there is. Its field names are the keys of
//! `--set`, its doc comments the help, its `Default` the defaults, its `schemars` ranges the limits.

use schemars::JsonSchema;
use serde::{Serialize, de::DeserializeOwned};
use serde_json::{Map, Value};

/// One parameter of a player.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
pub struct Parameter {
    /// Key for `--set`.
    pub name: String,
    /// Name for people: the title of the field, or its name in words.
    pub title: String,
    /// `boolean`, `integer`, `number`, `string` or `choice`.
    #[serde(rename = "type")]
    pub kind: String,
    /// Value when not set.
    pub default: Value,
    /// Least value allowed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub minimum: Option<Value>,
    /// Greatest value allowed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub maximum: Option<Value>,
    /// The values of a choice.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub choices: Vec<String>,
    /// What it does.
    pub description: String,
}

/// Why parameters were refused.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ParameterError {
    /// No parameter of that name.
    #[error("unknown parameter '{name}'; there are: {known}")]
    Unknown {
        /// The name that was given.
        name: String,
        /// The names there are.
        known: String,
    },
    /// The value does not fit.
    #[error("parameter '{name}' cannot be '{value}': {expected}")]
    Unfit {
        /// The parameter.
        name: String,
        /// The value that was given.
        value: String,
        /// What would fit.
        expected: String,
    },
    /// `--set` without `=`.
    #[error("'{text}' is no setting: write key=value")]
    NoSetting {
        /// The text that was given.
        text: String,
    },
    /// No preset of that name.
    #[error("unknown preset '{name}'; there are: {known}")]
    UnknownPreset {
        /// The name that was given.
        name: String,
        /// The names there are.
        known: String,
    },
}

/// The parameters of a struct, in the order of its fields.
pub(crate) fn parameters_of<P: JsonSchema + Serialize + Default>() -> Vec<Parameter> {
    let schema = schemars::schema_for!(P).to_value();
    let defaults = serde_json::to_value(P::default()).unwrap_or_default();
    let properties = schema.get("properties").and_then(Value::as_object).cloned().unwrap_or_default();
    // The order of the fields survives because the workspace builds both crates with `preserve_order`.
    properties.iter().map(|(name, property)| parameter(name, property, &schema, &defaults)).collect()
}

fn parameter(name: &str, property: &Value, schema: &Value, defaults: &Value) -> Parameter {
    // An enum field is a reference into `$defs`.
    let target = property
        .get("$ref")
        .and_then(Value::as_str)
        .and_then(|path| schema.pointer(path.trim_start_matches('#')))
        .unwrap_or(property);
    let mut choices: Vec<String> = strings(target.get("enum"));
    for variant in target.get("oneOf").and_then(Value::as_array).into_iter().flatten() {
        choices.extend(variant.get("const").and_then(Value::as_str).map(str::to_owned));
        choices.extend(strings(variant.get("enum")));
    }
    let kind = if choices.is_empty() {
        target.get("type").and_then(Value::as_str).unwrap_or("string").to_owned()
    } else {
        "choice".to_owned()
    };
    let description = property.get("description").or_else(|| target.get("description"));
    Parameter {
        name: name.to_owned(),
        title: property.get("title").and_then(Value::as_str).map_or_else(|| in_words(name), str::to_owned),
        kind,
        default: defaults.get(name).cloned().unwrap_or_default(),
        minimum: target.get("minimum").cloned(),
        maximum: target.get("maximum").cloned(),
        choices,
        description: description.and_then(Value::as_str).unwrap_or_default().replace('\n', " "),
    }
}

/// A field's name as words: `box_weight` is *Box weight*.
fn in_words(name: &str) -> String {
    let words = name.replace('_', " ");
    let mut letters = words.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

fn strings(value: Option<&Value>) -> Vec<String> {
    value
        .and_then(Value::as_array)
        .into_iter()
        .flatten()
        .filter_map(|v| v.as_str().map(str::to_owned))
        .collect()
}

/// Reads `key=value` texts against the parameters and lays them over `values`.
///
/// # Errors
/// The first setting that is unknown or does not fit.
pub(crate) fn apply(
    values: &mut Map<String, Value>,
    parameters: &[Parameter],
    settings: &[String],
) -> Result<(), ParameterError> {
    for text in settings {
        let (name, value) =
            text.split_once('=').ok_or_else(|| ParameterError::NoSetting { text: text.clone() })?;
        set(values, parameters, name, value)?;
    }
    Ok(())
}

/// Reads one value as written on the command line and lays it over `values`.
///
/// # Errors
/// There is no such parameter, or the value does not fit.
pub(crate) fn set(
    values: &mut Map<String, Value>,
    parameters: &[Parameter],
    name: &str,
    value: &str,
) -> Result<(), ParameterError> {
    let name = name.trim().replace('-', "_");
    let parameter = parameters.iter().find(|p| p.name == name).ok_or_else(|| ParameterError::Unknown {
        name: name.clone(),
        known: names(parameters.iter().map(|p| p.name.as_str())),
    })?;
    values.insert(name, parameter.read(value.trim())?);
    Ok(())
}

pub(crate) fn names<'a>(all: impl Iterator<Item = &'a str>) -> String {
    let list = all.collect::<Vec<_>>().join(", ");
    if list.is_empty() { "none".to_owned() } else { list }
}

impl Parameter {
    /// Reads a value as written on the command line.
    fn read(&self, text: &str) -> Result<Value, ParameterError> {
        let value = match self.kind.as_str() {
            "boolean" => match text {
                "true" | "on" | "yes" | "1" => Some(Value::Bool(true)),
                "false" | "off" | "no" | "0" => Some(Value::Bool(false)),
                _ => None,
            },
            "integer" => text.replace('_', "").parse::<i64>().ok().map(Value::from),
            "number" => text.parse::<f64>().ok().filter(|v| v.is_finite()).map(Value::from),
            "choice" => self.choices.iter().any(|c| c == text).then(|| Value::from(text)),
            _ => Some(Value::from(text)),
        };
        value.filter(|v| self.in_range(v)).ok_or_else(|| ParameterError::Unfit {
            name: self.name.clone(),
            value: text.to_owned(),
            expected: self.expectation(),
        })
    }

    fn in_range(&self, value: &Value) -> bool {
        let Some(number) = value.as_f64() else { return true };
        let above = self.minimum.as_ref().and_then(Value::as_f64).is_none_or(|low| number >= low);
        let below = self.maximum.as_ref().and_then(Value::as_f64).is_none_or(|high| number <= high);
        above && below
    }

    /// What values fit, in words.
    pub fn expectation(&self) -> String {
        match self.kind.as_str() {
            "boolean" => "true or false".to_owned(),
            "choice" => format!("one of {}", self.choices.join(", ")),
            kind => {
                let low = self.minimum.as_ref().map(|v| format!(" from {v}")).unwrap_or_default();
                let high = self.maximum.as_ref().map(|v| format!(" up to {v}")).unwrap_or_default();
                let article = if kind == "integer" { "an" } else { "a" };
                format!("{article} {kind}{low}{high}")
            }
        }
    }
}

/// Turns checked values into the struct.
///
/// # Errors
/// What does not fit, in serde's words.
pub(crate) fn build<P: DeserializeOwned>(values: Map<String, Value>) -> Result<P, ParameterError> {
    serde_json::from_value(Value::Object(values)).map_err(|error| ParameterError::Unfit {
        name: "parameters".to_owned(),
        value: "…".to_owned(),
        expected: error.to_string(),
    })
}

#[cfg(test)]
mod tests {
    use serde::Deserialize;

    use super::*;

    #[derive(Serialize, Deserialize, JsonSchema)]
    #[serde(default, deny_unknown_fields)]
    struct Params {
        /// How greedy.
        weight: f64,
        /// What to count.
        #[schemars(title = "What counts")]
        metric: Metric,
        /// How many.
        #[schemars(range(min = 1, max = 9))]
        count: u32,
        /// Whether at all.
        on: bool,
    }

    #[derive(Serialize, Deserialize, JsonSchema, Clone, Copy, PartialEq, Debug)]
    #[serde(rename_all = "kebab-case")]
    enum Metric {
        Pushes,
        Moves,
    }

    impl Default for Params {
        fn default() -> Self {
            Self { weight: 1.5, metric: Metric::Moves, count: 3, on: true }
        }
    }

    fn built(settings: &[&str]) -> Result<Params, ParameterError> {
        let parameters = parameters_of::<Params>();
        let mut values = Map::new();
        let settings: Vec<_> = settings.iter().map(|&s| s.to_owned()).collect();
        apply(&mut values, &parameters, &settings)?;
        build(values)
    }

    #[test]
    fn the_struct_describes_itself() {
        let all = parameters_of::<Params>();
        assert_eq!(
            all.iter().map(|p| p.name.as_str()).collect::<Vec<_>>(),
            ["weight", "metric", "count", "on"]
        );
        let titles: Vec<_> = all.iter().map(|p| p.title.as_str()).collect();
        assert_eq!(titles, ["Weight", "What counts", "Count", "On"]);
        assert_eq!(in_words("box_weight"), "Box weight");
        let kinds: Vec<_> = all.iter().map(|p| p.kind.as_str()).collect();
        assert_eq!(kinds, ["number", "choice", "integer", "boolean"]);
        assert_eq!(all[1].choices, ["pushes", "moves"]);
        assert_eq!(all[1].default, "moves");
        assert_eq!(all[1].description, "What to count.");
        assert_eq!(all[2].expectation(), "an integer from 1 up to 9");
    }

    #[test]
    fn settings_are_checked() {
        let params = built(&["weight=2", "metric=pushes", "count=9", "on=off"]).unwrap();
        assert_eq!((params.weight, params.metric, params.count, params.on), (2.0, Metric::Pushes, 9, false));
        for bad in
            ["count=0", "count=10", "count=x", "metric=turns", "on=maybe", "speed=1", "count", "weight=NaN"]
        {
            assert!(built(&[bad]).is_err(), "{bad}");
        }
        let message = built(&["metric=turns"]).err().unwrap().to_string();
        assert_eq!(message, "parameter 'metric' cannot be 'turns': one of pushes, moves");
    }
}
