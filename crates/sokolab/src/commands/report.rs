//! `sokolab report`: tables and plots of recorded runs.
//!
//! The command is written into every document as it was given, so that it can be repeated.

use std::{io::Write, path::Path};

use soko_lab::{Dataset, Store, quoted};
use soko_report::{self as report, Findings, Section, Table, page, published};
use soko_solver::quantity::show_number;

use crate::{
    cli::{
        report::{ReportArgs, ReportFormat},
        values::DATABASE,
    },
    destination::Destination,
    exit::{Exit, Failure},
    output::{
        doubts,
        report::{print, print_table},
    },
    terminal::{FAINT, HEADING, Terminal},
};

/// The table of all runs.
const RUNS: &str = "runs";
/// The table of the best solutions, which are not of one experiment alone.
const BEST: &str = "best";

/// Reports.
pub(super) fn run(args: &ReportArgs, terminal: &mut Terminal) -> Result<Exit, Failure> {
    let destination = args.output.as_deref().map(Destination::new).transpose()?;
    let format = format(args)?;
    let store = Store::read(&args.database)?;
    if args.list {
        return list(&store, terminal);
    }
    let mut dataset = store.dataset(args.experiment.as_deref())?;
    if args.all_programs {
        dataset = report::side_by_side(store.datasets(&dataset.name)?);
    }
    let options = report::Options {
        baseline: args.baseline.clone(),
        times: !args.no_times,
        figures: format == ReportFormat::Html,
        ..report::Options::default()
    };
    let mut findings = report::standard(&dataset, &options).map_err(Failure::input)?;
    if let Some(printed) =
        dataset.published.as_deref().and_then(|id| published::compare(id, &dataset, options.times))
    {
        findings.sections.extend(printed.sections);
    }
    if args.table.as_deref() == Some(BEST) {
        findings.table(report::best(&dataset, &store)?);
        doubts::not_shown(&args.database, &store.wrong_best()?, terminal);
    }
    let text = match (format, args.table.as_deref()) {
        (ReportFormat::Text, Some(table)) if destination.is_none() && table != RUNS => {
            print_table(find(&findings, table)?, usize::MAX, terminal)?;
            return Ok(Exit::Done);
        }
        (ReportFormat::Text, None) if destination.is_none() => {
            print(&findings, terminal)?;
            return Ok(Exit::Done);
        }
        (format, table) => rendered(format, table, args, &dataset, findings)?,
    };
    match destination {
        None => terminal.write_all(text.as_bytes())?,
        Some(destination) => {
            destination.write(text.as_bytes())?;
            let runs = show_number(dataset.made() as u64, "run");
            terminal.note(format!("wrote {} from {runs}", destination.path().display()));
        }
    }
    Ok(Exit::Done)
}

fn rendered(
    format: ReportFormat,
    table: Option<&str>,
    args: &ReportArgs,
    dataset: &Dataset,
    mut findings: Findings,
) -> Result<String, Failure> {
    let command = command(args);
    Ok(match (format, table) {
        (ReportFormat::Csv, None | Some(RUNS)) => report::runs_csv(dataset),
        (ReportFormat::Csv, Some(table)) => find(&findings, table)?.csv(&command),
        (ReportFormat::Json, Some(RUNS)) => report::runs_json_text(dataset),
        (_, Some(RUNS)) => {
            return Err(Failure::with_help(
                "there are too many runs for a document",
                "use --format csv or json",
            ));
        }
        (ReportFormat::Markdown | ReportFormat::Text, None) => findings.markdown(&command),
        (ReportFormat::Markdown | ReportFormat::Text, Some(table)) => find(&findings, table)?.markdown(),
        (ReportFormat::Json, table) => {
            if let Some(table) = table {
                let table = find(&findings, table)?.clone();
                findings.sections = vec![Section::Table(table)];
            }
            let report = findings.json(&command);
            format!("{{\"report\":{report},\"runs\":{}}}\n", report::runs_json_text(dataset).trim_end())
        }
        (ReportFormat::Html, None) => {
            page::html(dataset, &findings, &command, &args.database.to_string_lossy())
        }
        (ReportFormat::Html, Some(_)) => {
            return Err(Failure::with_help(
                "a page has all tables",
                "leave --table away, or choose another format",
            ));
        }
    })
}

fn find<'a>(findings: &'a Findings, name: &str) -> Result<&'a Table, Failure> {
    findings.tables().find(|table| table.id == name).ok_or_else(|| {
        let known: Vec<_> = findings.tables().map(|table| table.id.as_str()).chain([BEST, RUNS]).collect();
        Failure::with_help(format!("there is no table '{name}'"), format!("there are: {}", known.join(", ")))
    })
}

fn list(store: &Store, terminal: &mut Terminal) -> Result<Exit, Failure> {
    for experiment in store.experiments()? {
        let paint = terminal.paint();
        writeln!(terminal, "{}: {}", paint.with(HEADING, &experiment.name), experiment.title)?;
        let state = format!(
            "  {} of {} runs, program {}, --experiment {}",
            experiment.made, experiment.planned, experiment.program, experiment.digits
        );
        writeln!(terminal, "{}", paint.with(FAINT, state))?;
    }
    Ok(Exit::Done)
}

fn format(args: &ReportArgs) -> Result<ReportFormat, Failure> {
    if let Some(format) = args.format {
        return Ok(format);
    }
    let Some(output) = &args.output else { return Ok(ReportFormat::Text) };
    match output.extension().and_then(|extension| extension.to_str()) {
        Some("html" | "htm") => Ok(ReportFormat::Html),
        Some("md") => Ok(ReportFormat::Markdown),
        Some("csv") => Ok(ReportFormat::Csv),
        Some("json") => Ok(ReportFormat::Json),
        _ => Err(Failure::with_help(
            format!("{} does not say what to write", output.display()),
            "name it .html, .md, .csv or .json, or say --format",
        )),
    }
}

/// The command as it was given, without options at their default.
fn command(args: &ReportArgs) -> String {
    let mut words = vec!["sokolab report".to_owned()];
    if args.database != Path::new(DATABASE) {
        words.push(quoted(&args.database.to_string_lossy()));
    }
    let mut option = |name: &str, value: Option<&str>| {
        words.extend(value.map(|value| format!("--{name} {}", quoted(value))));
    };
    option("experiment", args.experiment.as_deref());
    option("table", args.table.as_deref());
    option("baseline", args.baseline.as_deref());
    option("format", args.format.map(ReportFormat::id));
    option("output", args.output.as_ref().map(|path| path.to_string_lossy()).as_deref());
    if args.all_programs {
        words.push("--all-programs".to_owned());
    }
    if args.no_times {
        words.push("--no-times".to_owned());
    }
    words.join(" ")
}
