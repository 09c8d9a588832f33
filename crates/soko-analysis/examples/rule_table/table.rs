//! The measurements as a page of Markdown.

use std::fmt::Write;

use soko_analysis::deadlock::RuleId;

use crate::survey::{Kind, Survey};

/// The whole page.
pub(crate) fn page(survey: &Survey, with_others: bool) -> String {
    let mut page = String::from("# Deadlock rules: what they find and cost\n\n");
    let all = survey.kinds.iter().fold(Kind::default(), |all, kind| Kind {
        levels: all.levels + kind.levels,
        positions: all.positions + kind.positions,
        dead: all.dead + kind.dead,
        found: all.found + kind.found,
        deep: all.deep + kind.deep,
        deep_found: all.deep_found + kind.deep_found,
    });
    let argument = if with_others { " -- ../shared/levels" } else { "" };
    let others = if with_others { ", and small levels of others" } else { "" };
    write!(
        page,
        "Made by `cargo run --release -p soko-analysis --example rule_table{argument}`; the times are of one machine, \
         all else is the same in every run.\n\n\
         Every rule judged every position (all placements of the boxes and all regions of the player, whether \
         a game leads there or not) of {} small levels: drawn for the rules, built in, random{others}. Which positions \
         can be won was worked out exactly, backwards from the solved ones.\n\n",
        all.levels
    )
    .expect("a string takes everything");
    page.push_str("| level | levels | positions | dead | found by some rule | deep | found by some rule |\n|---|--:|--:|--:|--:|--:|--:|\n");
    let names = ["boxes = goals", "boxes > goals", "boxes < goals"];
    for (name, kind) in names.iter().zip(&survey.kinds).chain([(&"all", &all)]) {
        let (dead, found) = (share(kind.dead, kind.positions), share(kind.found, kind.dead));
        let (deep, deep_found) = (share(kind.deep, kind.positions), share(kind.deep_found, kind.deep));
        let name = (*name).to_owned();
        let row = [name, grouped(kind.levels), grouped(kind.positions), dead, found, deep, deep_found];
        line(&mut page, &row);
    }
    page.push_str(
        "\nA dead position is *deep* if `dead-square` keeps silent. Recall is the share of the dead positions that a rule \
         flags, deep recall the same of the deep ones; *alone* is the share of the dead positions that no other rule \
         flags.\n\n\
         | rule | flagged | recall | deep recall | alone | false alarms | ns per call |\n\
         |---|--:|--:|--:|--:|--:|--:|\n",
    );
    for (rule, record) in RuleId::ALL.iter().zip(&survey.records) {
        let nanoseconds = record.time.as_nanos() as f64 / all.positions.max(1) as f64;
        let row = [
            format!("`{}`: {}", rule.id(), rule.summary()),
            grouped(record.flagged),
            share(record.flagged - record.false_alarms, all.dead),
            share(record.deep, all.deep),
            share(record.alone, all.dead),
            grouped(record.false_alarms),
            format!("{nanoseconds:.0}"),
        ];
        line(&mut page, &row);
    }
    page
}

fn line(page: &mut String, cells: &[String]) {
    writeln!(page, "| {} |", cells.join(" | ")).expect("a string takes everything");
}

fn share(part: u64, whole: u64) -> String {
    format!("{:.1} %", 100.0 * part as f64 / whole.max(1) as f64)
}

/// 1234567 as 1,234,567.
fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut out = String::new();
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}
