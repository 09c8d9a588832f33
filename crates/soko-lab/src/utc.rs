//! A moment as people and programs read it: `2023-11-14T22:13:20.000Z` (RFC 3339), from milliseconds since 1970.

use time::{Date, OffsetDateTime, Time};

/// The moment in universal time. Years beyond 9999, which only a damaged file has, become the last one of the calendar.
pub fn utc(milliseconds: i64) -> String {
    let end = if milliseconds < 0 { Date::MIN } else { Date::MAX };
    let moment = OffsetDateTime::from_unix_timestamp_nanos(i128::from(milliseconds) * 1_000_000)
        .unwrap_or_else(|_| end.with_time(Time::MIDNIGHT).assume_utc());
    let (year, month, day) = moment.to_calendar_date();
    let (hours, minutes, seconds, milliseconds) = moment.to_hms_milli();
    format!(
        "{year:04}-{:02}-{day:02}T{hours:02}:{minutes:02}:{seconds:02}.{milliseconds:03}Z",
        u8::from(month)
    )
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
        assert!(utc(i64::MIN).starts_with('-') && utc(i64::MAX).ends_with('Z'));
    }
}
