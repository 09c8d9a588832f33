//! A moment as people and programs read it: `2023-11-14T22:13:20.000Z` (RFC 3339), from milliseconds since 1970.

/// Milliseconds of a day.
const DAY: i64 = 86_400_000;
/// Days of four hundred years; the calendar repeats after them.
const CYCLE: i64 = 146_097;

/// The moment in universal time.
pub(crate) fn utc(milliseconds: i64) -> String {
    let (days, time) = (milliseconds.div_euclid(DAY), milliseconds.rem_euclid(DAY));
    let mut year = 1970 + 400 * days.div_euclid(CYCLE);
    let mut day = days.rem_euclid(CYCLE);
    while day >= days_of(year) {
        day -= days_of(year);
        year += 1;
    }
    let february = if days_of(year) == 366 { 29 } else { 28 };
    let mut month = 1;
    for length in [31, february, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31] {
        if day < length {
            break;
        }
        day -= length;
        month += 1;
    }
    let (seconds, milliseconds) = (time / 1000, time % 1000);
    let (hours, minutes, seconds) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
    format!("{year:04}-{month:02}-{:02}T{hours:02}:{minutes:02}:{seconds:02}.{milliseconds:03}Z", day + 1)
}

/// Day and minute in universal time, `2023-11-14` and `22:13`.
pub(crate) fn day_and_minute(milliseconds: i64) -> (String, String) {
    let moment = utc(milliseconds);
    let (day, time) = moment.split_once('T').unwrap_or_default();
    (day.to_owned(), time.chars().take(5).collect())
}

const fn days_of(year: i64) -> i64 {
    if year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) { 366 } else { 365 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn known_moments() {
        for (milliseconds, text) in [
            (0, "1970-01-01T00:00:00.000Z"),
            (-1, "1969-12-31T23:59:59.999Z"),
            (951_782_399_000, "2000-02-28T23:59:59.000Z"),
            (951_782_400_000, "2000-02-29T00:00:00.000Z"),
            (1_700_000_000_123, "2023-11-14T22:13:20.123Z"),
            (4_107_542_400_000, "2100-03-01T00:00:00.000Z"),
            (253_402_300_799_999, "9999-12-31T23:59:59.999Z"),
        ] {
            assert_eq!(utc(milliseconds), text);
        }
        let (day, minute) = day_and_minute(1_700_000_000_123);
        assert_eq!((day.as_str(), minute.as_str()), ("2023-11-14", "22:13"));
        // Nonsense in a file is no reason to fall over.
        assert!(utc(i64::MIN).starts_with('-') && utc(i64::MAX).ends_with('Z'));
    }
}
