//! The values that options take: read once, checked once, listed in help and completions.

use std::{fmt, str::FromStr, time::Duration};

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser, ValueParser};
use soko_analysis::deadlock::RuleId;
use soko_formats::{Format, Legend};
use soko_players::PLAYERS;

use soko_solver::metric::Metric;
use soko_solver::{
    Descriptor,
    limits::{self, MEMORY, THREADS, TIME},
    quantity,
};

use crate::picture;

/// The default learner: it needs least, and its answers are proofs.
pub(crate) const DEFAULT_LEARNER: &str = "q-box";

/// The default results file.
pub(crate) const DATABASE: &str = "sokolab.db";

/// A limit as it is written: an amount, or `none`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Limit<A>(pub(crate) Option<A>);

/// Reads a limit of time.
pub(crate) fn time_limit(text: &str) -> Result<Limit<Duration>, String> {
    limit(text, quantity::parse_duration)
}

/// Reads a limit of memory, in bytes.
pub(crate) fn memory_limit(text: &str) -> Result<Limit<u64>, String> {
    limit(text, quantity::parse_bytes)
}

/// Reads a limit of expansions.
pub(crate) fn node_limit(text: &str) -> Result<Limit<u64>, String> {
    limit(text, quantity::parse_count)
}

fn limit<A>(text: &str, amount: impl Fn(&str) -> Result<A, String>) -> Result<Limit<A>, String> {
    if text == "none" { Ok(Limit(None)) } else { amount(text).map(|amount| Limit(Some(amount))) }
}

/// As it is read.
impl fmt::Display for Limit<Duration> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Some(time) => write!(f, "{}ms", time.as_millis()),
            None => f.write_str("none"),
        }
    }
}

/// As it is read.
impl fmt::Display for Limit<u64> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(amount) = self.0 { amount.fmt(f) } else { f.write_str("none") }
    }
}

impl Limit<Duration> {
    /// In whole milliseconds.
    pub(crate) fn milliseconds(self) -> Option<u64> {
        self.0.map(limits::milliseconds)
    }
}

/// The time of a run when none is told.
pub(crate) fn default_time() -> String {
    format!("{}s", TIME.default.unwrap_or_default())
}

/// The memory of a run of an experiment when none is told.
pub(crate) fn default_memory() -> String {
    format!("{}GiB", MEMORY.default.unwrap_or_default() >> 10)
}

/// Help of a memory limit whose default depends on the machine.
pub(crate) fn memory_help(of: &str) -> String {
    with_default(&MEMORY.help(of), "8GiB, but at most 4/5 of what is free")
}

/// Help of the number of threads, whose default depends on player and machine.
pub(crate) fn threads_help() -> String {
    let help = "Threads that the player may use. With more than one, players whose threads race ('sokolab players NAME' says so) \
                are not reproducible";
    with_default(help, &format!("all cores for {}, 1 for any other player", soko_players::DEFAULT))
}

/// Help with a default that clap does not know.
pub(crate) fn with_default(help: &str, default: &str) -> String {
    format!("{help} [default: {default}]")
}

/// A player of a bench: `NAME[:PRESET][,KEY=VALUE]…`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Contestant {
    /// As it was written: its column.
    pub(crate) text: String,
    /// Its name in the registry.
    pub(crate) player: String,
    /// Named set of parameters.
    pub(crate) preset: Option<String>,
    /// Parameters on top.
    pub(crate) settings: Vec<(String, String)>,
}

impl FromStr for Contestant {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let mut parts = text.split(',');
        let head = parts.next().unwrap_or_default();
        let (player, preset) =
            head.split_once(':').map_or((head, None), |(name, preset)| (name, Some(preset)));
        let settings = parts.map(|part| {
            part.split_once('=')
                .map(|(key, value)| (key.trim().to_owned(), value.trim().to_owned()))
                .ok_or_else(|| format!("'{part}' is no setting: write NAME:PRESET,KEY=VALUE"))
        });
        let descriptor = PLAYERS.find(player).map_err(|error| error.to_string())?;
        let contestant = Self {
            text: text.to_owned(),
            player: player.to_owned(),
            preset: preset.map(str::to_owned),
            settings: settings.collect::<Result<_, _>>()?,
        };
        let settings: Vec<_> =
            contestant.settings.iter().map(|(key, value)| format!("{key}={value}")).collect();
        descriptor.values(preset, &settings).map_err(|error| error.to_string())?;
        Ok(contestant)
    }
}

/// A moment of a solution.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Frame {
    /// After so many moves.
    After(usize),
    /// After the last move.
    End,
}

impl FromStr for Frame {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text {
            "end" => Ok(Self::End),
            _ => text.parse().map(Self::After).map_err(|_| "write a number of moves, or 'end'".to_owned()),
        }
    }
}

/// The names of the players.
pub(crate) fn player() -> PossibleValuesParser {
    PossibleValuesParser::new(PLAYERS.all().map(|player| PossibleValue::new(player.id).help(player.summary)))
}

/// The names of the players whose tables can be kept.
pub(crate) fn learner() -> PossibleValuesParser {
    let learns =
        |player: &&Descriptor| player.build(None, &[]).is_ok_and(|mut player| player.keeper().is_some());
    let learners = PLAYERS.all().filter(learns);
    PossibleValuesParser::new(learners.map(|player| PossibleValue::new(player.id).help(player.summary)))
}

/// How many runs make a sample.
pub(crate) fn seeds() -> impl TypedValueParser<Value = u32> {
    clap::value_parser!(u32).range(1..=10_000)
}

/// Any format.
pub(crate) fn format() -> ValueParser {
    formats(Format::ALL.into_iter())
}

/// A format that we write.
pub(crate) fn writable_format() -> ValueParser {
    formats(Format::ALL.into_iter().filter(|format| format.can_write()))
}

fn formats(formats: impl Iterator<Item = Format>) -> ValueParser {
    let values = formats.map(|format| PossibleValue::new(format.id()).help(format.description()));
    PossibleValuesParser::new(values)
        .map(|id| id.parse::<Format>().expect("only names of formats are possible"))
        .into()
}

/// Any legend.
pub(crate) fn legend() -> ValueParser {
    let values = Legend::ALL.map(|legend| PossibleValue::new(legend.id()).help(legend.characters()));
    PossibleValuesParser::new(values)
        .map(|id| id.parse::<Legend>().expect("only names of legends are possible"))
        .into()
}

/// Any deadlock rule.
pub(crate) fn rule() -> ValueParser {
    let values = RuleId::ALL.iter().map(|rule| PossibleValue::new(rule.id()).help(rule.summary()));
    let rule = |id: String| RuleId::ALL.iter().copied().find(|rule| rule.id() == id);
    PossibleValuesParser::new(values)
        .map(move |id| rule(id).expect("only names of rules are possible"))
        .into()
}

/// What a solution can be made shorter in.
pub(crate) fn metric() -> ValueParser {
    let metrics = [Metric::PushesThenMoves, Metric::Pushes, Metric::MovesThenPushes, Metric::Moves];
    let metric = move |id: String| metrics.into_iter().find(|metric| metric.objective().id() == id);
    PossibleValuesParser::new(metrics.map(|metric| metric.objective().id()))
        .map(move |id| metric(id).expect("only names of metrics are possible"))
        .into()
}

/// The names of the skins.
pub(crate) fn skin() -> PossibleValuesParser {
    PossibleValuesParser::new(picture::skins().map(|(name, summary)| PossibleValue::new(name).help(summary)))
}

/// The skin used unless told.
pub(crate) fn default_skin() -> &'static str {
    picture::skins().next().map_or("", |(name, _)| name)
}

/// A number of threads.
pub(crate) fn threads() -> impl TypedValueParser<Value = u16> {
    clap::value_parser!(u16).range(THREADS.minimum as i64..=THREADS.maximum as i64)
}

/// A cell width in pixels.
pub(crate) fn cell() -> impl TypedValueParser<Value = u32> {
    clap::value_parser!(u32).range(1..=i64::from(picture::MAX_CELL))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn limits_can_be_switched_off() {
        assert_eq!(time_limit("none"), Ok(Limit(None)));
        assert_eq!(memory_limit("none"), Ok(Limit(None)));
        assert_eq!(time_limit("60.0s"), Ok(Limit(Some(Duration::from_secs(60)))));
        for text in ["none", "1500ms"] {
            assert_eq!(time_limit(text).map(|limit| limit.to_string()).as_deref(), Ok(text));
        }
        for text in ["none", "4096"] {
            assert_eq!(memory_limit(text).map(|limit| limit.to_string()).as_deref(), Ok(text));
            assert_eq!(node_limit(text).map(|limit| limit.to_string()).as_deref(), Ok(text));
        }
        assert_eq!("end".parse(), Ok(Frame::End));
        assert!("-1".parse::<Frame>().is_err());
    }

    #[test]
    fn a_contestant_is_a_player_with_preset_and_settings() {
        let contestant: Contestant = "mcts:brno,decision_ms=50".parse().unwrap();
        assert_eq!((contestant.player.as_str(), contestant.preset.as_deref()), ("mcts", Some("brno")));
        assert_eq!(contestant.settings, [("decision_ms".to_owned(), "50".to_owned())]);
        for bad in ["nobody", "bfs:odd", "bfs,speed=1", "bfs,fast", ""] {
            assert!(bad.parse::<Contestant>().is_err(), "{bad}");
        }
    }

    #[test]
    fn the_default_players_exist() {
        assert!(PLAYERS.find(soko_players::DEFAULT).is_ok());
        let learners: Vec<_> = learner().possible_values().into_iter().flatten().collect();
        let names: Vec<_> = learners.iter().map(PossibleValue::get_name).collect();
        assert!(names.contains(&DEFAULT_LEARNER) && !names.contains(&soko_players::DEFAULT), "{names:?}");
    }
}
