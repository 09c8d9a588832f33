//! What an experiment found, as a page and as files.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use soko_lab::Dataset;
use soko_report::{self as report, Findings, Section, page, plot, published};

use super::{
    Experiments,
    definition::missing,
    sections::{SectionInfo, section},
    summary::Summary,
};
use crate::{guard::policy, problem::Problem};

/// An experiment and what it found.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Experiment {
    #[serde(flatten)]
    summary: Summary,
    /// What it is about, in Markdown.
    about: String,
    /// Its file, if it is defined here.
    toml: Option<String>,
    /// The program that made the runs.
    program: Option<String>,
    /// The contenders of the recorded plan, by their places.
    plan_contenders: Vec<String>,
    /// The report so far: headings, paragraphs, tables and drawings in their order.
    sections: Vec<SectionInfo>,
}

/// How a report is written.
#[derive(Clone, Copy, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[schemars(rename = "Format")]
pub(crate) enum ReportFormat {
    /// The whole report for people, or one table.
    Markdown,
    /// A table, or all runs.
    Csv,
    /// The whole report or a table, for programs.
    Json,
    /// A page that needs nothing else.
    Html,
}

/// A report as a file.
pub(crate) struct ReportFile {
    /// Its media type.
    pub(crate) media: &'static str,
    /// Its name.
    pub(crate) name: String,
    /// What is in it.
    pub(crate) text: String,
    /// The policy it is shown under, if it is a page.
    pub(crate) policy: Option<String>,
}

impl Experiments {
    /// An experiment and what it found.
    ///
    /// # Errors
    /// There is none of that name, or the results file cannot be read.
    pub(crate) fn experiment(&self, name: &str) -> Result<Experiment, Problem> {
        let dataset = self.results.dataset(name)?;
        let defined = self.find(name);
        let wanted = dataset.as_ref().map_or(name, |dataset| &dataset.name);
        let summary = self.summaries()?.into_iter().find(|one| one.name == wanted);
        let summary = summary.ok_or_else(|| missing(name))?;
        let about = match (&dataset, &defined) {
            (Some(dataset), _) => dataset.about.clone(),
            (None, Some(defined)) => defined.definition.about.clone(),
            (None, None) => String::new(),
        };
        let sections = match &dataset {
            Some(dataset) => findings(dataset, true)?.sections,
            None => Vec::new(),
        };
        // What it is about stands at the head of the page.
        let repeats = |section: &&Section| matches!(section, Section::Text(text) if *text == about.trim());
        Ok(Experiment {
            summary,
            toml: defined.map(|defined| defined.text.clone()),
            program: dataset.as_ref().map(|dataset| dataset.program.clone()),
            plan_contenders: dataset
                .iter()
                .flat_map(|dataset| &dataset.contenders)
                .map(|contender| contender.name.clone())
                .collect(),
            sections: sections.iter().filter(|one| !repeats(one)).map(section).collect(),
            about,
        })
    }

    /// The report of an experiment, or one of its tables, as a file.
    ///
    /// # Errors
    /// Nothing of it is recorded, or there is no such table.
    pub(crate) fn report(
        &self,
        name: &str,
        format: ReportFormat,
        table: Option<&str>,
    ) -> Result<ReportFile, Problem> {
        let dataset = self.results.dataset(name)?;
        let dataset = dataset.ok_or_else(|| missing(name).help("nothing of it is recorded"))?;
        let mut findings = findings(&dataset, matches!(format, ReportFormat::Html))?;
        let command = format!("sokolab report --experiment {}", dataset.name);
        if let Some(id) = table {
            let wanted = findings.tables().find(|table| table.id == id).cloned();
            let wanted = wanted.ok_or_else(|| Problem::missing(format!("there is no table '{id}'")))?;
            findings.sections = vec![Section::Table(wanted)];
        }
        let stem = table.map_or_else(|| dataset.name.clone(), |table| format!("{}-{table}", dataset.name));
        let (media, ending, text) = match format {
            ReportFormat::Markdown => ("text/markdown; charset=utf-8", "md", findings.markdown(&command)),
            ReportFormat::Json => ("application/json", "json", findings.json(&command).to_string()),
            ReportFormat::Html => {
                ("text/html; charset=utf-8", "html", page::html(&dataset, &findings, &command, "results.db"))
            }
            ReportFormat::Csv if table.is_none() => {
                ("text/csv; charset=utf-8", "csv", report::runs_csv(&dataset))
            }
            ReportFormat::Csv => {
                let tables: Vec<_> = findings.tables().map(|table| table.csv(&command)).collect();
                ("text/csv; charset=utf-8", "csv", tables.concat())
            }
        };
        let policy = matches!(format, ReportFormat::Html).then(page_policy);
        Ok(ReportFile { media, name: format!("{stem}.{ending}"), text, policy })
    }
}

/// Allows the style and the scripts of a page by their hashes, and nothing else. They are the same in every page; to hash what stands in a page
/// would allow whatever got into it.
fn page_policy() -> String {
    let hash = |text: &str| format!("'sha256-{}'", base64(&Sha256::digest(text)));
    policy(&page::scripts().map(hash).join(" "), &hash(&page::style()), "'none'")
}

fn base64(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut text = String::new();
    for three in bytes.chunks(3) {
        let bits =
            three.iter().fold(0_u32, |bits, &byte| bits << 8 | u32::from(byte)) << (8 * (3 - three.len()));
        for digit in 0..4 {
            let value = bits >> (18 - 6 * digit) & 63;
            text.push(if digit <= three.len() { char::from(DIGITS[value as usize]) } else { '=' });
        }
    }
    text
}

fn findings(dataset: &Dataset, figures: bool) -> Result<Findings, Problem> {
    let options = report::Options { figures, ..report::Options::default() };
    let mut findings = report::standard(dataset, &options).map_err(Problem::bad)?;
    if let Some(printed) = dataset.published.as_deref().and_then(|id| published::compare(id, dataset, true)) {
        findings.sections.extend(printed.sections);
    }
    Ok(findings)
}

/// The style of drawings in reports.
pub(crate) fn plot_style() -> String {
    plot::style_sheet().replace("<style>", "").replace("</style>", "")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn base64_is_as_everywhere() {
        for (bytes, text) in
            [("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foobar", "Zm9vYmFy")]
        {
            assert_eq!(base64(bytes.as_bytes()), text);
        }
    }

    #[test]
    fn a_page_is_allowed_what_it_is_made_of_and_nothing_more() {
        let policy = page_policy();
        assert_eq!(policy.matches("'sha256-").count(), 3, "{policy}");
        assert!(!policy.contains("unsafe") && !policy.contains("script-src 'self'"), "{policy}");
    }
}
