//! Colours of heat values: a ramp the eye reads in order.
//!
//! A few anchor colours of ours are joined in the `OKLab` space (Björn Ottosson, 2020), where equal steps look
//! equal. Lightness changes in one direction only, so a larger value is always further from the floor, in
//! greyscale and for every kind of colour vision. Light skins go from light to dark, dark ones from dark to
//! light: small values stay near the floor, large ones stand out.

use std::fmt;

/// An sRGB colour.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Rgb(pub(crate) u8, pub(crate) u8, pub(crate) u8);

impl fmt::Display for Rgb {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "#{:02x}{:02x}{:02x}", self.0, self.1, self.2)
    }
}

/// Lightness and two opponent axes.
#[derive(Clone, Copy)]
struct Lab {
    l: f64,
    a: f64,
    b: f64,
}

impl Lab {
    fn of(colour: Rgb) -> Self {
        let linear = |channel: u8| {
            let c = f64::from(channel) / 255.0;
            if c <= 0.040_45 { c / 12.92 } else { ((c + 0.055) / 1.055).powf(2.4) }
        };
        let (r, g, b) = (linear(colour.0), linear(colour.1), linear(colour.2));
        let long = (0.412_221_470_8 * r + 0.536_332_536_3 * g + 0.051_445_992_9 * b).cbrt();
        let medium = (0.211_903_498_2 * r + 0.680_699_545_1 * g + 0.107_396_956_6 * b).cbrt();
        let short = (0.088_302_461_9 * r + 0.281_718_837_6 * g + 0.629_978_700_5 * b).cbrt();
        Self {
            l: 0.210_454_255_3 * long + 0.793_617_785 * medium - 0.004_072_046_8 * short,
            a: 1.977_998_495_1 * long - 2.428_592_205 * medium + 0.450_593_709_9 * short,
            b: 0.025_904_037_1 * long + 0.782_771_766_2 * medium - 0.808_675_766 * short,
        }
    }

    fn rgb(self) -> Rgb {
        let long = (self.l + 0.396_337_777_4 * self.a + 0.215_803_757_3 * self.b).powi(3);
        let medium = (self.l - 0.105_561_345_8 * self.a - 0.063_854_172_8 * self.b).powi(3);
        let short = (self.l - 0.089_484_177_5 * self.a - 1.291_485_548 * self.b).powi(3);
        let gamma = |c: f64| {
            let c = c.clamp(0.0, 1.0);
            let c = if c <= 0.003_130_8 { 12.92 * c } else { 1.055 * c.powf(1.0 / 2.4) - 0.055 };
            byte(c)
        };
        Rgb(
            gamma(4.076_741_662_1 * long - 3.307_711_591_3 * medium + 0.230_969_929_2 * short),
            gamma(-1.268_438_004_6 * long + 2.609_757_401_1 * medium - 0.341_319_396_5 * short),
            gamma(-0.004_196_086_3 * long - 0.703_418_614_7 * medium + 1.707_614_701 * short),
        )
    }
}

#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "the argument lies in 0..=1")]
fn byte(fraction: f64) -> u8 {
    (fraction * 255.0).round() as u8
}

/// Pale straw to deep plum, lightness falling all the way.
const ANCHORS: [Rgb; 5] = [
    Rgb(0xff, 0xf1, 0xc9),
    Rgb(0xf9, 0xbe, 0x5c),
    Rgb(0xe3, 0x6f, 0x3b),
    Rgb(0xa1, 0x2b, 0x56),
    Rgb(0x3b, 0x0d, 0x45),
];

/// An ordered row of colours.
pub(crate) struct Ramp {
    anchors: [Lab; 5],
}

impl Ramp {
    /// The ramp that starts near the floor of a light or a dark skin.
    pub(crate) fn new(dark: bool) -> Self {
        let mut anchors = ANCHORS.map(Lab::of);
        if dark {
            anchors.reverse();
        }
        Self { anchors }
    }

    /// The colour at a place from 0 to 1.
    pub(crate) fn at(&self, place: f64) -> Rgb {
        self.lab(place).rgb()
    }

    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "the place lies in 0..=4")]
    fn lab(&self, place: f64) -> Lab {
        let place = place.clamp(0.0, 1.0) * 4.0;
        let from = (place as usize).min(3);
        let (start, end, share) = (self.anchors[from], self.anchors[from + 1], place - from as f64);
        let mix = |a: f64, b: f64| a + (b - a) * share;
        Lab { l: mix(start.l, end.l), a: mix(start.a, end.a), b: mix(start.b, end.b) }
    }

    /// Is black the better ink on the colour at this place?
    pub(crate) fn takes_dark_ink(&self, place: f64) -> bool {
        self.lab(place).l > 0.62
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colours_survive_the_way_there_and_back() {
        for colour in [Rgb(0, 0, 0), Rgb(255, 255, 255), Rgb(12, 200, 99), Rgb(255, 0, 0), Rgb(1, 2, 3)] {
            assert_eq!(Lab::of(colour).rgb(), colour);
        }
    }

    #[test]
    fn lightness_goes_one_way_in_even_enough_steps() {
        for dark in [false, true] {
            let ramp = Ramp::new(dark);
            let lightness: Vec<_> = (0..=64).map(|i| Lab::of(ramp.at(f64::from(i) / 64.0)).l).collect();
            for pair in lightness.windows(2) {
                let step = if dark { pair[1] - pair[0] } else { pair[0] - pair[1] };
                assert!((0.003..0.03).contains(&step), "step of {step}");
            }
        }
    }
}
