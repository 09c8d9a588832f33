//! Every contender against one of them, level by level.
//!
//! Ratios are taken on levels that both solved, of the levels' medians over seeds and repetitions, and averaged
//! geometrically ([`geometric_mean_ratios`]); the interval is a bootstrap over levels. What was solved by one alone is
//! counted beside it, with McNemar's test ([`mcnemar`]), so that a comparison on few easy levels can be seen as such. The
//! signed-rank test ([`signed_rank`]) takes logarithms of the ratios.
//!
//! A time below a microsecond counts as one, and no nodes, pushes or moves count as one: logarithms need it.

use crate::{
    Cell, Findings,
    grid::Spot,
    numbers::probability,
    stats::{Estimate, geometric_mean_ratios, mcnemar, signed_rank},
};

use super::{
    View,
    record::{Record, table},
};

/// What is compared, and what its values are at least.
const QUANTITIES: [(&str, f64); 4] = [("time", 1e-6), ("nodes", 1.0), ("pushes", 1.0), ("moves", 1.0)];
const FLOORS: [f64; 4] = [QUANTITIES[0].1, QUANTITIES[1].1, QUANTITIES[2].1, QUANTITIES[3].1];

type Pair = [(f64, f64); 4];

pub(super) fn write(findings: &mut Findings, view: &View<'_>) {
    let contenders = &view.dataset.contenders;
    if contenders.len() < 2 {
        return;
    }
    let baseline = &contenders[view.baseline].name;
    findings.heading("Against the baseline");
    findings.text(format!(
        "The baseline is {baseline}. A ratio is the geometric mean over the levels that both solved (in at least half of their runs), of \
         medians over seeds and repetitions; below 1 is less than the baseline. Intervals are 95 %, by bootstrap over \
         levels. \"Alone\" counts levels that one solved and the other did not; McNemar's p tells whether that might be \
         chance. Wilcoxon's p tells the same of the ratios on common levels. With few levels or many contenders no p should \
         be taken at its word."
    ));
    let others = (0..contenders.len()).filter(|contender| *contender != view.baseline);
    let rows = others.map(|contender| row(view, contender)).collect();
    if let Some(table) = table("baseline", &format!("Against {baseline}"), rows) {
        findings.table(table);
    }
}

fn row(view: &View<'_>, contender: usize) -> Record {
    let met: Vec<(&Spot, &Spot)> = view
        .grid
        .spots(contender)
        .iter()
        .zip(view.grid.spots(view.baseline))
        .filter(|(own, other)| own.made > 0 && other.made > 0)
        .collect();
    let pairs: Vec<Pair> = met.iter().filter_map(|(own, other)| pair(own, other)).collect();
    let alone = |one: &Spot, other: &Spot| one.pushes.is_some() && other.pushes.is_none();
    let own_alone = met.iter().filter(|(own, other)| alone(own, other)).count();
    let other_alone = met.iter().filter(|(own, other)| alone(other, own)).count();
    let ratios = geometric_mean_ratios(&pairs, FLOORS, view.seed);

    let mut record = Record::default();
    record.put("contender", Cell::from(&view.dataset.contenders[contender].name));
    record.put("common levels", pairs.len().to_string());
    for (quantity, (name, _)) in shown(view) {
        let estimate: Option<Estimate> = ratios.map(|ratios| ratios[quantity]);
        record.put_estimate(&format!("{name} ratio"), estimate);
    }
    record.put("alone", own_alone.to_string());
    record.put("baseline alone", other_alone.to_string());
    record.put("McNemar p", probability(mcnemar(own_alone, other_alone)));
    for (quantity, (name, floor)) in shown(view).filter(|(quantity, _)| *quantity < 2) {
        let p = signed_rank(pairs.iter().map(|pair| log_ratio(pair[quantity], floor))).p;
        record.put(format!("Wilcoxon p of {name}"), probability(p));
    }
    record.of_contender(contender, 0)
}

/// The quantities that this report may show, with their places.
fn shown(view: &View<'_>) -> impl Iterator<Item = (usize, (&'static str, f64))> {
    QUANTITIES.into_iter().enumerate().skip(usize::from(!view.times))
}

/// The logarithm of a ratio such that twice and half have the same absolute value to the last bit: ranks need it.
fn log_ratio((own, other): (f64, f64), floor: f64) -> f64 {
    let (own, other) = (own.max(floor), other.max(floor));
    if own < other { -(other / own).ln() } else { (own / other).ln() }
}

/// The quantities of a level that both solved.
fn pair(own: &Spot, other: &Spot) -> Option<Pair> {
    Some([
        (own.median_seconds, other.median_seconds),
        (own.nodes? as f64, other.nodes? as f64),
        (f64::from(own.pushes?), f64::from(other.pushes?)),
        (f64::from(own.moves?), f64::from(other.moves?)),
    ])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        sample::sample,
        standard::{
            Options, standard,
            tests::{expect, report},
        },
    };

    #[test]
    fn the_baseline_is_compared_on_common_levels() {
        let findings = report(&sample(), true);
        let slow = [
            ("common levels", "2"),
            ("nodes ratio", "2.000"),
            ("nodes ratio 95 %", "2.000 to 2.000"),
            // Pushes are 12 : 10 and 22 : 20.
            ("pushes ratio", "1.149"),
            ("pushes ratio 95 %", "1.100 to 1.200"),
            ("alone", "0"),
            ("baseline alone", "1"),
            ("McNemar p", "1.0000"),
            ("Wilcoxon p of time", "0.5000"),
            ("Wilcoxon p of nodes", "0.5000"),
        ];
        expect(&findings, "baseline", "slow", &slow);
        let turned =
            standard(&sample(), &Options { baseline: Some("slow".to_owned()), ..Options::default() })
                .unwrap();
        expect(&turned, "baseline", "quick", &[("nodes ratio", "0.5000"), ("alone", "1")]);
    }

    #[test]
    fn a_ratio_and_its_reciprocal_have_the_same_size() {
        for (own, other) in
            (1..40).flat_map(|own| (1..40).map(move |other| (f64::from(own), f64::from(other))))
        {
            let (there, back) = (log_ratio((own, other), 1.0), log_ratio((other, own), 1.0));
            assert_eq!(there.abs().to_bits(), back.abs().to_bits());
            let tripled = log_ratio((3.0 * own, 3.0 * other), 1.0);
            assert_eq!(there.to_bits(), tripled.to_bits());
        }
        assert!((log_ratio((0.0, 5.0), 1.0) + 5.0_f64.ln()).abs() < 1e-12);
    }
}
