//! The report of an experiment as one HTML file.
//!
//! Nothing is fetched: style, script, drawings and runs are inside, so the file can be mailed, archived and opened in
//! twenty years. Without a script it is a document that can be read and printed; with it tables are sorted and folded, and
//! the *run explorer* lists the runs behind every figure and tells how to make each of them again.
//!
//! ```text
//! dataset ──► head: what, when, where, limits, command
//! findings ─► paragraphs, tables, drawings            ──► one file
//! dataset ──► runs as JSON (100 rows are made at a time)
//! ```
//!
//! Addresses can be shared: `#run=ID` (a few first digits are enough) is a run, `#runs?contender=0&level=4` are the runs
//! behind a cell; places in the plan count from 0. Further conditions are `outcome=solved`, `from=5&below=6` (decimal
//! logarithm of the state space) and `text=` (part of the level's name).

mod facts;
mod grid;
mod prose;
mod runs;

use std::fmt::Write as _;

use soko_lab::{Dataset, quoted};

use crate::{Figure, Findings, Section, markup::escaped, plot};

const STYLE: &str = include_str!("page/page.css");
const SCRIPT: &str = include_str!("page/page.js");
/// Sets the theme before anything is drawn, so that a dark page does not flash.
const EARLY: &str = "document.documentElement.classList.add('js');\
    try{const t=localStorage.getItem('sokolab-theme');if(t)document.documentElement.dataset.theme=t}catch(e){}";

/// The whole page. `command` is how it was made, `database` the file that it was made of.
pub fn html(dataset: &Dataset, findings: &Findings, command: &str, database: &str) -> String {
    let mut body = Body::default();
    let sheet = plot::style_sheet();
    for section in &findings.sections {
        // What it is about stands at the head.
        if !matches!(section, Section::Text(text) if *text == dataset.about.trim()) {
            body.add(section, &sheet);
        }
    }
    body.end_figures();
    format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta name=\"color-scheme\" content=\"light dark\">\n<meta name=\"generator\" content=\"Sokolab {program}\">\n\
         <title>{title}</title>\n<link rel=\"icon\" href=\"data:,\">\n<script>{EARLY}</script>\n\
         <style>{style}</style>\n</head>\n<body>\n<a class=\"skip\" href=\"#content\">Skip to content</a>\n\
         {nav}<main id=\"content\">\n{head}{body}</main>\n{explorer}\
         <script type=\"application/json\" id=\"data\">{json}</script>\n<script>{SCRIPT}</script>\n</body>\n</html>\n",
        style = style(),
        program = escaped(&dataset.program),
        title = escaped(&findings.title),
        nav = navigation(&body.headings),
        head = head(dataset, findings, command),
        body = body.html,
        explorer = EXPLORER,
        json = runs::json(dataset, &quoted(database)),
    )
}

/// The text of the page's style element, the same in every page: a server that shows pages under a policy allows it by its hash.
pub fn style() -> String {
    let sheet = plot::style_sheet();
    let plots =
        sheet.strip_prefix("<style>").and_then(|css| css.strip_suffix("</style>")).unwrap_or_default();
    format!("{plots}\n{STYLE}")
}

/// The texts of the page's script elements that run, for the same use.
pub fn scripts() -> [&'static str; 2] {
    [EARLY, SCRIPT]
}

/// The frame that the script fills.
const EXPLORER: &str = "<dialog id=\"explorer\" aria-labelledby=\"explorer-title\"><header>\
    <h2 id=\"explorer-title\" tabindex=\"-1\">Runs</h2><button type=\"button\" id=\"explorer-close\">Close</button></header>\
    <div id=\"explorer-body\"></div></dialog>\n";

fn navigation(headings: &[String]) -> String {
    let mut html = String::from(
        "<nav aria-label=\"Contents\"><p class=\"brand\">Sokolab <span>report</span></p><ol>\
         <li><a href=\"#content\">Summary</a></li>",
    );
    for (i, heading) in headings.iter().enumerate() {
        let _ = write!(html, "<li><a href=\"#part-{}\">{}</a></li>", i + 1, escaped(heading));
    }
    html + "</ol><p class=\"tools\"><a class=\"script\" href=\"#runs?\">All runs</a>\
            <button type=\"button\" id=\"theme\" class=\"script\">Dark</button></p></nav>\n"
}

fn head(dataset: &Dataset, findings: &Findings, command: &str) -> String {
    let mut html = format!("<header class=\"head\"><h1>{}</h1>\n", escaped(&findings.title));
    if !dataset.about.trim().is_empty() {
        html.extend(["<div class=\"about\">", &prose::blocks(&dataset.about), "</div>"]);
    }
    html += "<dl class=\"facts\">";
    for (name, value) in facts::facts(dataset) {
        let _ = write!(html, "<div><dt>{name}</dt><dd>{value}</dd></div>");
    }
    let _ = write!(
        html,
        "</dl><div class=\"command\"><p>Made by</p><pre><code>{}</code></pre></div>",
        escaped(command)
    );
    html + "<noscript><p>The runs behind the figures can be listed in a browser that runs scripts; everything else is \
            here.</p></noscript></header>\n"
}

/// The document in the making.
#[derive(Default)]
struct Body {
    html: String,
    headings: Vec<String>,
    tables: usize,
    figures: usize,
    among_figures: bool,
}

impl Body {
    fn add(&mut self, section: &Section, sheet: &str) {
        if !matches!(section, Section::Figure(_)) {
            self.end_figures();
        }
        match section {
            Section::Heading(heading) => {
                self.headings.push(heading.clone());
                let number = self.headings.len();
                let _ = writeln!(self.html, "<h2 id=\"part-{number}\">{}</h2>", escaped(heading));
            }
            Section::Text(text) => self.html += &prose::blocks(text),
            Section::Table(table) => {
                self.tables += 1;
                self.html += &grid::table(table, self.tables);
            }
            Section::Figure(figure) => self.figure(figure, sheet),
        }
    }

    /// Drawings that follow each other stand side by side where there is room.
    fn figure(&mut self, figure: &Figure, sheet: &str) {
        if !self.among_figures {
            self.html += "<div class=\"figures\">\n";
            self.among_figures = true;
        }
        self.figures += 1;
        let number = self.figures;
        let class = if width(&figure.svg) > 500.0 { "drawing wide" } else { "drawing" };
        let _ = writeln!(
            self.html,
            "<figure class=\"{class}\" id=\"figure-{number}\"><div class=\"scroll\">{}</div>\
             <figcaption><b>Figure {number}.</b> {}</figcaption></figure>",
            figure.svg.replacen(sheet, "", 1),
            escaped(&figure.caption)
        );
    }

    fn end_figures(&mut self) {
        if std::mem::take(&mut self.among_figures) {
            self.html += "</div>\n";
        }
    }
}

/// The width that a drawing gives itself.
fn width(svg: &str) -> f64 {
    let value = svg.split_once(" width=\"").and_then(|(_, rest)| rest.split_once('"'));
    value.and_then(|(value, _)| value.parse().ok()).unwrap_or(0.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Cell, Table, sample::sample};

    fn findings(dataset: &Dataset) -> Findings {
        let mut findings = Findings::new("sample", "A sample & more");
        findings.heading("Results");
        findings.text("Some **words**.");
        let mut table = Table::new("t", "Numbers", ["level", "quick"]);
        for (i, level) in dataset.levels.iter().enumerate() {
            table.row([Cell::from(level.name.label()), Cell::from("7").of(Some(0), Some(i))]);
        }
        findings.table(table);
        for figure in plot::figures(dataset, 0, true) {
            findings.sections.push(Section::Figure(figure));
        }
        findings
    }

    #[test]
    fn the_page_holds_everything_and_fetches_nothing() {
        let dataset = sample();
        let page = html(&dataset, &findings(&dataset), "sokolab report x.db", "x.db");
        assert!(page.starts_with("<!DOCTYPE html>") && page.contains("<title>A sample &amp; more</title>"));
        assert!(page.contains("<h2 id=\"part-1\">Results</h2>") && page.contains("href=\"#part-1\""));
        assert!(page.contains("sokolab report x.db</code>") && page.contains("\"x.db\""));
        assert!(page.contains("href=\"#runs?contender=0&amp;level=2\""));
        for outside in ["src=", "@import", "url(", "fetch(", "XMLHttpRequest", "href=\"http"] {
            assert!(!page.contains(outside), "{outside}");
        }
        assert_eq!(page.matches("prefers-color-scheme:dark").count(), 1, "drawings share one style sheet");
    }

    #[test]
    fn hostile_titles_stay_text() {
        let plain = sample();
        let calm = html(&plain, &findings(&plain), "c", "d");
        let mut dataset = sample();
        let hostile = "</script><img src=x onerror=alert(1)><!--\"'`\u{0}\u{1b}";
        dataset.levels.iter_mut().for_each(|level| level.name.title = Some(hostile.to_owned()));
        dataset.contenders[1].name = hostile.to_owned();
        dataset.hosts[0].description = hostile.to_owned();
        dataset.about = hostile.to_owned();
        let mut findings = findings(&dataset);
        findings.title = hostile.to_owned();
        let page = html(&dataset, &findings, hostile, hostile);
        assert!(!page.contains("<img") && !page.contains("<!--\"") && !page.contains('\u{0}'));
        for tag in ["<script", "</script", "</style", "<svg", "</svg"] {
            assert_eq!(page.matches(tag).count(), calm.matches(tag).count(), "{tag}");
        }
    }

    #[test]
    fn all_that_runs_and_styles_is_told() {
        let dataset = sample();
        let page = html(&dataset, &findings(&dataset), "c", "d");
        for script in scripts() {
            assert_eq!(page.matches(&format!("<script>{script}</script>")).count(), 1);
        }
        assert_eq!(page.matches(&format!("<style>{}</style>", style())).count(), 1);
        assert_eq!((page.matches("<script>").count(), page.matches("<style").count()), (2, 1));
        assert!(!page.contains(" style=") && !page.contains(" onclick="), "no hash allows attributes");
    }

    #[test]
    fn an_empty_experiment_has_a_page() {
        let page = html(&Dataset::default(), &Findings::new("e", "Empty"), "", "");
        assert!(page.contains("0 contenders, 0 levels, 0 runs"));
    }
}
