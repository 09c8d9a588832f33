//! Random numbers for invented runs.

use rand_pcg::{Pcg64, rand_core::Rng};

/// A normal number, nearly: the sum of twelve uniform ones.
pub(crate) fn normal(random: &mut Pcg64) -> f64 {
    (0..12).map(|_| f64::from(random.next_u32()) / f64::from(u32::MAX)).sum::<f64>() - 6.0
}

pub(crate) fn bytes(random: &mut Pcg64) -> [u8; 16] {
    let mut bytes = [0; 16];
    random.fill_bytes(&mut bytes);
    bytes
}
