//! At most 255 colours for an animation, and one index for "nothing".
//!
//! All cells that will ever be shown are known before the first frame is written, so all their colours are, too.
//! If there are few enough, the palette is exact. Otherwise they are merged in the manner of median cut (Paul
//! Heckbert, 1982): the group of colours with the largest error is split in its widest channel until 255 groups
//! exist. We differ in three points, each measured on our skins: groups are split at their mean, not their
//! median; a colour weighs the square root of its count, so that rare blends at edges are not all lumped
//! together; and a group with one dominant colour is shown as that colour, so that flat areas keep theirs exactly.
//!
//! Cost: one pass over the distinct cells to count, then `O(colours · log colours)`.

use rustc_hash::FxHashMap;

/// Palette index of pixels that are transparent or unchanged.
pub(crate) const CLEAR: u8 = 0;
/// Colours besides [`CLEAR`].
const COLOURS: usize = 255;

type Colour = [u8; 3];

/// How often each colour is seen.
#[derive(Default)]
pub(crate) struct Census {
    counts: FxHashMap<Colour, u64>,
}

impl Census {
    /// Counts the pixels of a cell that is shown `times` times.
    pub(crate) fn count(&mut self, pixels: impl Iterator<Item = Option<Colour>>, times: u64) {
        for colour in pixels.flatten() {
            *self.counts.entry(colour).or_insert(0) += times;
        }
    }

    /// The palette for all colours counted.
    pub(crate) fn palette(self) -> Palette {
        let mut colours: Vec<_> =
            self.counts.into_iter().map(|(colour, count)| (colour, count.isqrt())).collect();
        colours.sort_unstable();
        let mut groups = vec![Group::of(colours)];
        while groups.len() < COLOURS {
            let errors = groups.iter().enumerate().map(|(i, group)| (group.error, i));
            let Some((_, worst)) = errors
                .filter(|&(error, _)| error > 0)
                .max_by_key(|&(error, i)| (error, std::cmp::Reverse(i)))
            else {
                break;
            };
            let (low, high) = groups.swap_remove(worst).split();
            groups.push(low);
            groups.push(high);
        }
        let mut palette = Palette { rgb: vec![0; 3], indices: FxHashMap::default() };
        for (index, group) in (1..=u8::MAX).zip(groups.into_iter().filter(|group| !group.colours.is_empty()))
        {
            palette.rgb.extend(group.representative());
            palette.indices.extend(group.colours.into_iter().map(|(colour, _)| (colour, index)));
        }
        palette
    }
}

/// Colours that will share a palette entry, each with its weight.
struct Group {
    colours: Vec<(Colour, u64)>,
    /// The channel with the largest error.
    widest: usize,
    /// The mean in that channel, rounded down.
    mean: u64,
    /// The weighted squared deviation in that channel: what splitting can gain.
    error: u64,
}

impl Group {
    fn of(colours: Vec<(Colour, u64)>) -> Self {
        let total = colours.iter().map(|&(_, weight)| weight).sum::<u64>().max(1);
        let spread = |channel: usize| {
            let values = || colours.iter().map(|&(colour, weight)| (u64::from(colour[channel]), weight));
            let mean = values().map(|(value, weight)| value * weight).sum::<u64>() / total;
            let error = values().map(|(value, weight)| value.abs_diff(mean).pow(2) * weight).sum::<u64>();
            (error, channel, mean)
        };
        let (error, widest, mean) = (0..3).map(spread).max().expect("there are three channels");
        Self { colours, widest, mean, error }
    }

    /// The colours up to the mean of the widest channel, and those above it. Neither is empty, since only a
    /// group with an error is split.
    fn split(self) -> (Self, Self) {
        let (channel, mean) = (self.widest, self.mean);
        let (low, high) =
            self.colours.into_iter().partition(|&(colour, _)| u64::from(colour[channel]) <= mean);
        (Self::of(low), Self::of(high))
    }

    /// The colour that outweighs all others together, else their mean.
    fn representative(&self) -> Colour {
        let total = self.colours.iter().map(|&(_, weight)| weight).sum::<u64>().max(1);
        if let Some(&(colour, _)) = self.colours.iter().find(|&&(_, weight)| 2 * weight > total) {
            return colour;
        }
        [0, 1, 2].map(|channel| {
            let sum: u64 =
                self.colours.iter().map(|&(colour, weight)| u64::from(colour[channel]) * weight).sum();
            u8::try_from((sum + total / 2) / total).expect("a mean lies between its values")
        })
    }
}

/// Colours by index; index [`CLEAR`] stands for no colour.
pub(crate) struct Palette {
    rgb: Vec<u8>,
    indices: FxHashMap<Colour, u8>,
}

impl Palette {
    /// Red, green and blue of every entry.
    pub(crate) fn rgb(&self) -> &[u8] {
        &self.rgb
    }

    /// The index of a colour that was counted, or of none.
    pub(crate) fn index(&self, colour: Option<Colour>) -> u8 {
        colour.map_or(CLEAR, |colour| *self.indices.get(&colour).expect("every colour was counted"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(palette: &Palette, colour: Colour) -> Colour {
        let index = usize::from(palette.index(Some(colour)));
        [0, 1, 2].map(|channel| palette.rgb()[3 * index + channel])
    }

    #[test]
    fn few_colours_are_exact() {
        let colours: Vec<Colour> = (0..=254).map(|i| [i, 255 - i, i / 2]).collect();
        let mut census = Census::default();
        census.count(colours.iter().copied().map(Some), 3);
        census.count([None, None].into_iter(), 1);
        let palette = census.palette();
        assert_eq!(palette.rgb().len(), 3 * 256);
        assert!(colours.iter().all(|&colour| shown(&palette, colour) == colour));
        assert_eq!(palette.index(None), CLEAR);
    }

    #[test]
    fn many_colours_are_near_and_flat_areas_exact() {
        let mut census = Census::default();
        let blends: Vec<Colour> = (0..4096_u32)
            .map(|i| [i % 16, i / 16 % 16, i / 256].map(|v| u8::try_from(v * 17).unwrap()))
            .collect();
        census.count(blends.iter().copied().map(Some), 1);
        let flat = [[201, 143, 78], [12, 13, 14], [250, 251, 252]];
        census.count(flat.into_iter().map(Some), 100_000);
        let palette = census.palette();
        assert_eq!(palette.rgb().len(), 3 * 256);
        assert!(flat.iter().all(|&colour| shown(&palette, colour) == colour));
        let worst = blends.iter().map(|&colour| {
            let shown = shown(&palette, colour);
            (0..3).map(|i| colour[i].abs_diff(shown[i])).max().unwrap()
        });
        assert!(worst.max().unwrap() <= 40);
    }
}
