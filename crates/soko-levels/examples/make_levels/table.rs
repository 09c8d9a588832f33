//! What a collection holds, at a glance.

use crate::sheet;

/// Prints a line per level and a summary.
pub(crate) fn print(id: &str, text: &str) {
    let levels = sheet::levels(text);
    let mut pushes = Vec::new();
    let mut proven = 0;
    for (i, (entry, level)) in levels.iter().enumerate() {
        let Some(solution) = entry.solutions().next() else { continue };
        let metrics = solution.metrics();
        pushes.push(metrics.pushes);
        proven += usize::from(entry.property("Optimal-Pushes").is_some());
        println!(
            "{id:>12}#{:<2} {:<28} {:>2} boxes {:>2} goals {:>3} squares {:>4} pushes {:>3} changes  {}",
            i + 1,
            entry.title.as_deref().unwrap_or(""),
            level.boxes(),
            level.goals().len(),
            level.floor().len(),
            metrics.pushes,
            metrics.box_changes,
            entry.property("Proof").unwrap_or("upper bound"),
        );
    }
    pushes.sort_unstable();
    let boxes = || levels.iter().map(|(_, level)| level.boxes());
    if let (Some(least), Some(most), Some(low), Some(high)) =
        (boxes().min(), boxes().max(), pushes.first(), pushes.last())
    {
        println!(
            "| {id} | {} | {least}–{most} | {low} / {} / {high} | {proven} |",
            levels.len(),
            pushes[pushes.len() / 2],
        );
    }
}
