//! Middle and quarters of a few numbers, by linear interpolation between order statistics (type 7 of Rob Hyndman and
//! Yanan Fan, 1996).

/// A quantile of rising values; `None` of none.
pub(super) fn quantile(sorted: &[f64], part: f64) -> Option<f64> {
    let place = part * sorted.len().checked_sub(1)? as f64;
    let (below, above) = (sorted[place.floor() as usize], sorted[place.ceil() as usize]);
    Some((above - below).mul_add(place.fract(), below))
}

/// First quartile, median and third quartile of rising values.
pub(super) fn quartiles(sorted: &[f64]) -> Option<[f64; 3]> {
    Some([quantile(sorted, 0.25)?, quantile(sorted, 0.5)?, quantile(sorted, 0.75)?])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quarters_are_interpolated() {
        assert_eq!(quartiles(&[1.0, 2.0, 3.0, 4.0]), Some([1.75, 2.5, 3.25]));
        assert_eq!(quartiles(&[7.0]), Some([7.0; 3]));
        assert_eq!(quartiles(&[]), None);
    }
}
