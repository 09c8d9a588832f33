//! Solved counts per file: how solvers have always been compared, one collection a row.
//!
//! A level counts as solved if at least half of its runs solved it, and as proven if one of them proved the fewest pushes or
//! moves. Shown only when the levels come from several files.

use soko_lab::{Catalogue, catalogue::PREFIX};

use crate::{Cell, Findings, Table, numbers::significant, stats::mean};

use super::View;

pub(super) fn write(findings: &mut Findings, view: &View<'_>) {
    let files = files(view);
    if files.len() < 2 {
        return;
    }
    findings.heading("Files");
    findings.text(
        "Levels solved in at least half of their runs, and those of them with a proof that nothing shorter exists.",
    );
    let mut columns = vec!["file".to_owned(), "levels".to_owned()];
    for contender in &view.dataset.contenders {
        columns.extend(["solved", "proven optimal"].map(|what| format!("{} {what}", contender.name)));
        if view.times {
            columns.push(format!("{} mean s", contender.name));
        }
    }
    let mut table = Table::new("files", "Levels solved, file by file", columns);
    for (file, levels) in &files {
        table.row(row(view, shown(file), levels));
    }
    let all: Vec<usize> = (0..view.dataset.levels.len()).collect();
    table.row(row(view, "all", &all));
    findings.table(table);
}

fn row(view: &View<'_>, file: &str, levels: &[usize]) -> Vec<Cell> {
    let mut cells = vec![Cell::from(file), Cell::from(levels.len().to_string())];
    for contender in 0..view.dataset.contenders.len() {
        let spots =
            || levels.iter().map(|&level| &view.grid.spots(contender)[level]).filter(|spot| spot.made > 0);
        let of_contender = |text: String| Cell::from(text).of(Some(contender), None);
        cells.push(of_contender(spots().filter(|spot| spot.pushes.is_some()).count().to_string()));
        cells.push(of_contender(spots().filter(|spot| spot.proven).count().to_string()));
        if view.times {
            let seconds = mean(spots().map(|spot| spot.mean_seconds));
            cells.push(of_contender(seconds.map_or_else(String::new, significant)));
        }
    }
    cells
}

/// A collection is called by its title.
fn shown(file: &str) -> &str {
    let collection = file.strip_prefix(PREFIX).and_then(|id| Catalogue::builtin().find(id));
    collection.map_or(file, |collection| &collection.title)
}

/// The files with their levels, in the order of the plan.
fn files<'a>(view: &View<'a>) -> Vec<(&'a str, Vec<usize>)> {
    let mut files: Vec<(&str, Vec<usize>)> = Vec::new();
    for (i, level) in view.dataset.levels.iter().enumerate() {
        // Levels of a file follow each other, unless an experiment names a file twice.
        match files.iter_mut().rev().find(|(file, _)| *file == level.name.file) {
            Some((_, levels)) => levels.push(i),
            None => files.push((&level.name.file, vec![i])),
        }
    }
    files
}

#[cfg(test)]
mod tests {
    use super::super::tests::{expect, report};
    use crate::sample::sample;

    #[test]
    fn one_row_a_file_and_only_if_there_are_several() {
        let mut dataset = sample();
        assert!(report(&dataset, true).tables().all(|table| table.id != "files"));
        dataset.levels[2].name.file = "other.xsb".to_owned();
        let findings = report(&dataset, true);
        expect(&findings, "files", "builtin:classes", &[("levels", "2"), ("slow solved", "2")]);
        expect(&findings, "files", "other.xsb", &[("quick solved", "1"), ("slow solved", "0")]);
        expect(&findings, "files", "all", &[("quick proven optimal", "3"), ("slow proven optimal", "0")]);
        dataset.levels[2].name.file = "collection:microban".to_owned();
        expect(&report(&dataset, true), "files", "Microban", &[("levels", "1")]);
        let untimed = report(&dataset, false);
        let columns = untimed.tables().find(|table| table.id == "files").unwrap().columns().len();
        assert_eq!(columns, 6);
    }
}
