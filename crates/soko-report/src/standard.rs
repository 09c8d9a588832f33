//! The standard report: what every experiment is told by, as a function of its [`Dataset`].
//!
//! ```text
//! dataset ──► grid (runs by contender and level, one summary per pair) ──► sections ──► findings
//!                                                                                          │
//!                                                           Markdown, CSV, JSON, page  ◄───┘
//! ```
//!
//! The sections answer in the order in which people ask: may I trust this at all (head), who is best (overview), on which collections (files), by how
//! much and how sure is that (against the baseline), what does chance do (repeated runs), does it depend on the size
//! (scores), and what happened on my level (levels). Each is a file. Cells made of runs name them, so that a page can link
//! a number to what it was made of.
//!
//! Two experiments with the same plan differ in every second they took. With [`Options::times`] off, whatever depends on a
//! clock, on the load or on the host is left out: seconds, scores made of them, and nodes of runs that the clock cut off.
//! What remains must be the same byte for byte, unless a run near its time limit ended on the other side of it.
//!
//! No section takes more than time proportional to the runs, apart from sorting; the bootstrap is bounded by
//! [`resamples`](crate::stats::resamples). 100,000 runs are reported in a fraction of a second.

mod against_baseline;
mod best;
mod claims;
mod files;
mod head;
mod json;
mod levels;
mod overview;
mod record;
mod repeated;
mod runs;
mod scores;

pub use best::best;
pub use runs::{runs_csv, runs_json_text};

use soko_lab::Dataset;

use crate::{Findings, Section, grid::Grid, plot, scores::Scores};

/// How the report is made.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Options {
    /// Name of the contender that the others are compared with; the first one if nothing is said.
    pub baseline: Option<String>,
    /// Show what depends on the clock, the load or the host? Without it two runs of one experiment give the same report.
    pub times: bool,
    /// Draw plots?
    pub figures: bool,
    /// Seed of the resamples.
    pub seed: u64,
}

impl Default for Options {
    fn default() -> Self {
        Self { baseline: None, times: true, figures: false, seed: 1 }
    }
}

/// Why there is no report.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ReportError {
    /// The baseline is none of the contenders.
    #[error("no contender is called '{name}'; there are: {}", .contenders.join(", "))]
    UnknownBaseline {
        /// The name asked for.
        name: String,
        /// The names there are.
        contenders: Vec<String>,
    },
}

/// What the sections are made from.
struct View<'a> {
    dataset: &'a Dataset,
    times: bool,
    seed: u64,
    /// Place of the contender that the others are compared with.
    baseline: usize,
    /// What to call the levels.
    labels: Vec<String>,
    grid: Grid<'a>,
    /// Only with times.
    scores: Option<Scores>,
}

/// The standard report of an experiment.
///
/// # Errors
/// The baseline is none of the contenders.
pub fn standard(dataset: &Dataset, options: &Options) -> Result<Findings, ReportError> {
    let grid = Grid::new(dataset, options.times);
    let view = View {
        dataset,
        times: options.times,
        seed: options.seed,
        baseline: baseline(dataset, options)?,
        labels: dataset.labels(),
        scores: options.times.then(|| Scores::new(dataset, &grid)),
        grid,
    };
    let mut findings = Findings::new(&dataset.name, &dataset.title);
    head::write(&mut findings, &view);
    overview::write(&mut findings, &view);
    files::write(&mut findings, &view);
    if options.figures {
        draw(&mut findings, &view);
    }
    against_baseline::write(&mut findings, &view);
    repeated::write(&mut findings, &view);
    scores::write(&mut findings, &view);
    levels::write(&mut findings, &view);
    mark_stand_in(&mut findings, dataset);
    Ok(findings)
}

/// A table or a drawing may be shown alone: each says if it is about other levels than the experiment.
fn mark_stand_in(findings: &mut Findings, dataset: &Dataset) {
    if !dataset.supply.is_stand_in() {
        return;
    }
    let mark = format!(" (stand-in: {})", dataset.supply.stand_in.join(", "));
    for section in &mut findings.sections {
        match section {
            Section::Table(table) => table.caption += &mark,
            Section::Figure(figure) => figure.caption += &mark,
            Section::Heading(_) | Section::Text(_) => {}
        }
    }
}

fn draw(findings: &mut Findings, view: &View<'_>) {
    let figures = plot::figures(view.dataset, view.baseline, view.times);
    if !figures.is_empty() {
        findings.heading("Plots");
        findings.sections.extend(figures.into_iter().map(Section::Figure));
    }
}

fn baseline(dataset: &Dataset, options: &Options) -> Result<usize, ReportError> {
    let Some(name) = &options.baseline else { return Ok(0) };
    let found = dataset.contenders.iter().position(|contender| contender.name == *name);
    found.ok_or_else(|| ReportError::UnknownBaseline {
        name: name.clone(),
        contenders: dataset.contenders.iter().map(|contender| contender.name.clone()).collect(),
    })
}

#[cfg(test)]
mod tests {
    use soko_lab::Outcome;

    use super::*;
    use crate::{
        Table,
        sample::{sample, stand_in},
    };

    pub(super) fn report(dataset: &Dataset, times: bool) -> Findings {
        standard(dataset, &Options { times, ..Options::default() }).unwrap()
    }

    pub(super) fn table<'a>(findings: &'a Findings, id: &str) -> &'a Table {
        findings.tables().find(|table| table.id == id).unwrap()
    }

    /// What a table shows for a row (by its first cell) and a column.
    pub(super) fn shown(findings: &Findings, id: &str, row: &str, column: &str) -> String {
        let table = table(findings, id);
        let column = table.columns().iter().position(|name| name == column).unwrap();
        table.rows().iter().find(|cells| cells[0].text == row).unwrap()[column].text.clone()
    }

    /// Holds cells of a row against what they should show.
    pub(super) fn expect(findings: &Findings, id: &str, row: &str, cells: &[(&str, &str)]) {
        for &(column, expected) in cells {
            assert_eq!(shown(findings, id, row, column), expected, "{row}: {column}");
        }
    }

    /// The report with times, as Markdown.
    pub(super) fn markdown(dataset: &Dataset) -> String {
        report(dataset, true).markdown("x")
    }

    #[test]
    fn an_unknown_baseline_is_answered_with_the_names() {
        let error = standard(&sample(), &Options { baseline: Some("fast".to_owned()), ..Options::default() })
            .unwrap_err();
        assert_eq!(error.to_string(), "no contender is called 'fast'; there are: quick, slow");
    }

    #[test]
    fn without_times_nothing_depends_on_the_clock() {
        let mut dataset = sample();
        let before = report(&dataset, false).markdown("x");
        let timed = report(&dataset, true).markdown("x");
        for (number, trial) in dataset.trials.iter_mut().enumerate() {
            let run = trial.run.as_mut().unwrap();
            run.wall = 0.5 + number as f64 * 0.37;
            run.cpu = None;
            run.load = Some(50.0);
            run.started_ms += 1_000_000;
            if run.outcome == Outcome::TimeLimit {
                run.statistics.expanded += 777;
                run.watchdog = true;
            }
        }
        dataset.hosts[0].name = "elsewhere".to_owned();
        assert_eq!(report(&dataset, false).markdown("x"), before);
        assert_ne!(report(&dataset, true).markdown("x"), timed);
        assert_eq!(shown(&report(&dataset, false), "nodes", "Level 3", "slow"), "–");
    }

    #[test]
    fn an_empty_experiment_has_a_report_too() {
        for times in [false, true] {
            assert!(
                report(&Dataset::default(), times).markdown("x").contains("0 trials: 0 levels, 0 contenders")
            );
            let mut planned = sample();
            for trial in &mut planned.trials {
                trial.run = None;
            }
            let findings = report(&planned, times);
            assert_eq!(shown(&findings, "overview", "quick", "solved %"), "–");
            assert_eq!(shown(&findings, "baseline", "slow", "nodes ratio"), "–");
        }
    }

    #[test]
    fn every_part_of_a_stand_in_says_that_it_is_one() {
        let mut dataset = sample();
        assert!(!markdown(&dataset).contains("tand-in"));
        dataset.supply = stand_in();
        let findings = standard(&dataset, &Options { figures: true, ..Options::default() }).unwrap();
        let marked = |caption: &str| caption.ends_with(" (stand-in: builtin:demo)");
        let all = findings.sections.iter().filter_map(|section| match section {
            Section::Table(table) => Some(&table.caption),
            Section::Figure(figure) => Some(&figure.caption),
            _ => None,
        });
        assert!(all.clone().count() > 5 && all.into_iter().all(|caption| marked(caption)));
        let text = markdown(&dataset);
        assert!(text.contains("**Stand-in: builtin:demo; One (A. Author) was not found.** "), "{text}");
        assert!(text.contains("| levels"), "{text}");
    }

    #[test]
    fn the_same_runs_give_the_same_report() {
        assert_eq!(report(&sample(), true), report(&sample(), true));
    }
}
