//! Learning curves: as CSV for plots, and as one line of block characters for the eye.
//!
//! Points come from the player: one for each early episode, then means over more and more of them. The line gives each
//! column as many points as any other, so that the early episodes, in which most is learnt, have room. Heights are
//! logarithmic in what is missing to the best: a lost game may cost a million, and the rest must not look flat for it.

use std::fmt::Write;

use serde::Serialize;
use soko_tui::GlyphSet;

/// A learning curve, column by column.
#[derive(Clone, Debug, Default, Serialize)]
pub(crate) struct Curve {
    /// Number of the episode, from 1; of the last one where a point stands for several.
    pub(crate) episode: Vec<u64>,
    /// Sum of its rewards.
    #[serde(rename = "return")]
    pub(crate) earned: Vec<f64>,
    /// Actions taken.
    pub(crate) steps: Vec<f64>,
    /// 1 if it was solved; a share where a point stands for several.
    pub(crate) solved: Vec<f64>,
    /// Chance of a random action.
    pub(crate) epsilon: Vec<f64>,
    /// Situations in the table.
    pub(crate) states: Vec<f64>,
}

impl Curve {
    /// Takes in a value that a player tells; others are passed over.
    pub(crate) fn add(&mut self, name: &str, episode: u64, value: f64) {
        let column = match name {
            "return" => &mut self.earned,
            "steps" => &mut self.steps,
            "solved" => &mut self.solved,
            "epsilon" => &mut self.epsilon,
            "states" => &mut self.states,
            _ => return,
        };
        if self.episode.last() != Some(&episode) {
            self.episode.push(episode);
        }
        column.push(value);
    }

    /// One row per point.
    pub(crate) fn csv(&self) -> String {
        let mut text = "episode,return,steps,solved,epsilon,states\n".to_owned();
        for (i, episode) in self.episode.iter().enumerate() {
            let columns = [&self.earned, &self.steps, &self.solved, &self.epsilon, &self.states];
            let cells = columns.map(|column| column.get(i).map_or_else(String::new, ToString::to_string));
            writeln!(text, "{episode},{}", cells.join(",")).expect("a string takes everything");
        }
        text
    }
}

/// Values as a line of at most so many characters, with the values of its lowest and highest sign.
pub(crate) fn line(values: &[f64], columns: usize, glyphs: GlyphSet) -> Option<(String, f64, f64)> {
    let signs: &[char] = match glyphs {
        GlyphSet::Unicode => &['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'],
        GlyphSet::Ascii => &['_', '.', '-', '=', '+', '*', '#', '@'],
    };
    let low = values.iter().copied().reduce(f64::min)?;
    let high = values.iter().copied().reduce(f64::max)?;
    let missing = |value: f64| (high - value).ln_1p();
    let columns = columns.clamp(1, values.len());
    let sign = |column: usize| {
        let part = &values[column * values.len() / columns..(column + 1) * values.len() / columns];
        let mean = part.iter().map(|&value| missing(value)).sum::<f64>() / part.len() as f64;
        let share = if high > low { 1.0 - mean / missing(low) } else { 1.0 };
        signs[((share * signs.len() as f64) as usize).min(signs.len() - 1)]
    };
    Some(((0..columns).map(sign).collect(), low, high))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_have_all_columns() {
        let mut curve = Curve::default();
        for episode in 1..=2 {
            for (name, value) in [
                ("return", -3.5),
                ("steps", 4.0),
                ("odd", 9.0),
                ("solved", 1.0),
                ("epsilon", 0.1),
                ("states", 7.0),
            ] {
                curve.add(name, episode, value);
            }
        }
        assert_eq!(
            curve.csv(),
            "episode,return,steps,solved,epsilon,states\n1,-3.5,4,1,0.1,7\n2,-3.5,4,1,0.1,7\n"
        );
    }

    #[test]
    fn a_line_goes_from_the_lowest_to_the_highest_sign() {
        let rising = [-127.0, -63.0, -31.0, -15.0, -7.0, -3.0, -1.0, 0.0];
        let (text, low, high) = line(&rising, 80, GlyphSet::Unicode).unwrap();
        assert_eq!((text.as_str(), low.to_bits(), high.to_bits()), ("▁▂▃▄▅▆▇█", (-127.0_f64).to_bits(), 0));
        let (text, ..) = line(&rising, 4, GlyphSet::Ascii).unwrap();
        assert_eq!(text, "_-*@");
        assert_eq!(line(&[2.0, 2.0], 80, GlyphSet::Ascii).map(|(text, ..)| text).as_deref(), Some("@@"));
        assert!(line(&[], 80, GlyphSet::Ascii).is_none());
    }

    #[test]
    fn one_disaster_does_not_flatten_the_rest() {
        let (text, ..) = line(&[-1e6, -60.0, -20.0, -2.0], 80, GlyphSet::Ascii).unwrap();
        assert_eq!(text, "_*#@");
    }
}
