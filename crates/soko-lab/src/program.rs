//! Which program made a run: version and fingerprint of the sources that decide what players do.
//!
//! Part of every job's name. A rebuilt program with other sources makes its runs anew; a new sentence in the README
//! does not. `build.rs` makes the fingerprint and says what it covers.

/// `0.1.0+` and twelve hexadecimal digits.
pub const PROGRAM: &str = concat!(env!("CARGO_PKG_VERSION"), "+", env!("SOKOLAB_FINGERPRINT"));

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_fingerprint_is_there() {
        let (version, print) = PROGRAM.split_once('+').unwrap();
        assert!(version.contains('.') && print.len() == 12 && print.chars().all(|c| c.is_ascii_hexdigit()));
    }
}
