//! Amounts as people write them: `60s`, `2m`, `8GiB`, `1e9`, and back into short text.
//!
//! A plain number of a duration is seconds, of a size bytes. Decimal units (`kB`, `MB`, `GB`) count in
//! thousands, binary ones (`KiB`, `MiB`, `GiB`, short `K`, `M`, `G`) in 1024s.

use std::time::Duration;

/// Splits `12.5GiB` into number and unit. Digits may be grouped by `_`.
fn split(text: &str) -> Option<(f64, &str)> {
    let text = text.trim();
    let unit_at = text
        .char_indices()
        .find(|&(i, c)| {
            // `1e9` is a number; the `e` of a unit would be followed by no digit.
            let exponent = matches!(c, 'e' | 'E')
                && text[i + 1..].trim_start_matches(['+', '-']).starts_with(|d: char| d.is_ascii_digit());
            let sign = matches!(c, '+' | '-') && text[..i].ends_with(['e', 'E']);
            !(c.is_ascii_digit() || matches!(c, '.' | '_') || exponent || sign)
        })
        .map_or(text.len(), |(i, _)| i);
    let (number, unit) = text.split_at(unit_at);
    let number: f64 = number.replace('_', "").parse().ok()?;
    number.is_finite().then(|| (number, unit.trim()))
}

/// Reads a duration such as `60s`, `500ms`, `2m`, `1h`, or plain seconds.
///
/// # Errors
/// What would be right, in words.
pub fn parse_duration(text: &str) -> Result<Duration, String> {
    let explain =
        || format!("'{text}' is no duration: write a number and ms, s, m or h, such as 500ms, 60s, 2m");
    let (number, unit) = split(text).ok_or_else(explain)?;
    let scale = match unit {
        "ms" => 0.001,
        "" | "s" | "sec" => 1.0,
        "m" | "min" => 60.0,
        "h" => 3600.0,
        _ => return Err(explain()),
    };
    Duration::try_from_secs_f64(number * scale).map_err(|_| format!("'{text}' is too long"))
}

/// Reads a size in bytes such as `8GiB`, `512MB`, `1e9`.
///
/// # Errors
/// What would be right, in words.
pub fn parse_bytes(text: &str) -> Result<u64, String> {
    let explain = || format!("'{text}' is no size: write a number and a unit, such as 8GiB, 512MB, 1e9");
    let (number, unit) = split(text).ok_or_else(explain)?;
    let scale: u64 = match unit.to_ascii_lowercase().as_str() {
        "" | "b" => 1,
        "kb" => 1_000,
        "mb" => 1_000_000,
        "gb" => 1_000_000_000,
        "tb" => 1_000_000_000_000,
        "k" | "kib" => 1 << 10,
        "m" | "mib" => 1 << 20,
        "g" | "gib" => 1 << 30,
        "t" | "tib" => 1 << 40,
        _ => return Err(explain()),
    };
    whole(number * scale as f64).ok_or_else(|| format!("'{text}' is too large"))
}

/// Reads a count such as `1000000`, `1_000_000`, `1e6`, `5M`.
///
/// # Errors
/// What would be right, in words.
pub fn parse_count(text: &str) -> Result<u64, String> {
    let explain = || format!("'{text}' is no count: write a whole number, such as 1000000, 1e6 or 5M");
    let (number, unit) = split(text).ok_or_else(explain)?;
    let scale = match unit {
        "" => 1.0,
        "k" | "K" => 1e3,
        "M" => 1e6,
        "G" => 1e9,
        _ => return Err(explain()),
    };
    let number = number * scale;
    if number.fract() != 0.0 {
        return Err(explain());
    }
    whole(number).ok_or_else(|| format!("'{text}' is too large"))
}

/// 2⁶³ is more than anyone has of anything here, and below it the cast is sound.
fn whole(number: f64) -> Option<u64> {
    (number < 9.2e18).then_some(number as u64)
}

/// `0.012s`, `12.3s`, `5m07s`, `2h05m`.
pub fn show_duration(duration: Duration) -> String {
    let seconds = duration.as_secs_f64();
    match duration.as_secs() {
        0..10 => format!("{seconds:.3}s"),
        10..100 => format!("{seconds:.1}s"),
        whole @ 100..3600 => format!("{}m{:02}s", whole / 60, whole % 60),
        whole => format!("{}h{:02}m", whole / 3600, whole % 3600 / 60),
    }
}

/// `812`, `81.2k`, `8.1M`: at most five characters up to 10¹².
pub fn show_count(count: u64) -> String {
    scaled(count, 1000.0, &["", "k", "M", "G", "T", "P", "E"])
}

/// `812 B`, `81.2 MiB`.
pub fn show_bytes(bytes: u64) -> String {
    scaled(bytes, 1024.0, &[" B", " KiB", " MiB", " GiB", " TiB", " PiB", " EiB"])
}

/// `1 level`, `2 levels`.
pub fn show_number(count: u64, thing: &str) -> String {
    match count {
        1 => format!("1 {thing}"),
        count => format!("{count} {thing}{}", if thing.ends_with("sh") { "es" } else { "s" }),
    }
}

fn scaled(amount: u64, step: f64, units: &[&str]) -> String {
    let mut value = amount as f64;
    let mut unit = 0;
    // 999.95 would be shown as 1000.0.
    while value >= step - 0.05 && unit + 1 < units.len() {
        value /= step;
        unit += 1;
    }
    if unit == 0 { format!("{amount}{}", units[0]) } else { format!("{value:.1}{}", units[unit]) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn durations_are_read_in_all_units() {
        let milliseconds = |text| parse_duration(text).map(|d| d.as_millis());
        let cases = [("60s", 60_000), ("60.0s", 60_000), ("500ms", 500), ("2m", 120_000), ("1h", 3_600_000)];
        for (text, expected) in cases.into_iter().chain([("0", 0), ("1.5", 1500), ("1e2 s", 100_000)]) {
            assert_eq!(milliseconds(text), Ok(expected), "{text}");
        }
        for bad in ["", "s", "-1s", "5 parsecs", "1e99", "nan", "inf", "1..2", "1-2"] {
            assert!(parse_duration(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn sizes_are_read_in_all_units() {
        let cases = [
            ("8GiB", 8 << 30),
            ("512MB", 512_000_000),
            ("1e9", 1_000_000_000),
            ("1_024", 1024),
            ("1.5k", 1536),
        ];
        for (text, expected) in cases {
            assert_eq!(parse_bytes(text), Ok(expected), "{text}");
        }
        for bad in ["", "GiB", "8 apples", "1e30", "-3MB", "8GiBB"] {
            assert!(parse_bytes(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn counts_are_whole() {
        assert_eq!(parse_count("1e6"), Ok(1_000_000));
        assert_eq!(parse_count("5M"), Ok(5_000_000));
        assert_eq!(parse_count("2.5k"), Ok(2500));
        for bad in ["1.5", "1e-3", "x", "3 k k", "1e20"] {
            assert!(parse_count(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn amounts_are_shown_short() {
        assert_eq!(
            [0, 999, 1000, 99_949, 999_999, 8_100_000].map(show_count),
            ["0", "999", "1.0k", "99.9k", "1.0M", "8.1M"]
        );
        let numbers = [show_number(1, "push"), show_number(2, "push"), show_number(0, "level")];
        assert_eq!(numbers, ["1 push", "2 pushes", "0 levels"]);
        assert_eq!([512, 1536, 8 << 30].map(show_bytes), ["512 B", "1.5 KiB", "8.0 GiB"]);
        let shown = [12, 12_345, 307_000, 7_500_000].map(|ms| show_duration(Duration::from_millis(ms)));
        assert_eq!(shown, ["0.012s", "12.3s", "5m07s", "2h05m"]);
    }
}
