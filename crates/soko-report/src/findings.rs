//! What an experiment found: remarks, tables and drawings in the order of a document.
//!
//! The form is chosen when it is written; Markdown is here. The document begins with the command that made it.

use crate::{Table, markdown};

/// The results of an experiment.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Findings {
    /// Name of the experiment; the files are called after it.
    pub id: String,
    /// Headline.
    pub title: String,
    /// Tables and remarks in the order of the document.
    pub sections: Vec<Section>,
}

/// A part of the document.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Section {
    /// A headline.
    Heading(String),
    /// A paragraph in Markdown.
    Text(String),
    /// A table.
    Table(Table),
    /// A drawing.
    Figure(Figure),
}

/// A drawing with its caption.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Figure {
    /// Short name, part of its file's name.
    pub id: String,
    /// What it shows.
    pub caption: String,
    /// The drawing as SVG.
    pub svg: String,
}

impl Findings {
    /// Nothing found yet.
    pub fn new(id: impl Into<String>, title: impl Into<String>) -> Self {
        Self { id: id.into(), title: title.into(), sections: Vec::new() }
    }

    /// Begins a part.
    pub fn heading(&mut self, text: impl Into<String>) {
        self.sections.push(Section::Heading(text.into()));
    }

    /// Says something.
    pub fn text(&mut self, text: impl Into<String>) {
        self.sections.push(Section::Text(text.into()));
    }

    /// Shows a table.
    pub fn table(&mut self, table: Table) {
        self.sections.push(Section::Table(table));
    }

    /// All tables.
    pub fn tables(&self) -> impl Iterator<Item = &Table> {
        self.sections.iter().filter_map(|section| match section {
            Section::Table(table) => Some(table),
            _ => None,
        })
    }

    /// The document.
    pub fn markdown(&self, command: &str) -> String {
        let mut text = format!("# {}\n\n", markdown::words(&self.title));
        text += &markdown::prose(&format!("Made by `{command}`.\n"));
        for section in &self.sections {
            text.push('\n');
            match section {
                Section::Heading(heading) => text.extend(["## ", &markdown::prose(heading), "\n"]),
                Section::Text(paragraph) => text.extend([&markdown::prose(paragraph.trim_end()), "\n"]),
                Section::Table(table) => text += &table.markdown(),
                // Drawings are for the page; text has the figures behind them.
                Section::Figure(_) => {}
            }
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn findings() -> Findings {
        let mut findings = Findings::new("trial", "A trial");
        findings.text("First a remark.\n");
        findings.heading("Lengths");
        let mut table = Table::new("lengths", "Pushes", ["level", "bfs"]);
        table.row(["1", "7"]);
        findings.table(table);
        findings
    }

    #[test]
    fn hostile_titles_stay_text() {
        let hostile = "a`</script><img src=x onerror=alert(1)>[x](javascript:1)";
        let mut findings = Findings::new("trial", hostile);
        findings.text(hostile);
        findings.heading(hostile);
        let mut table = Table::new("lengths", hostile, [hostile]);
        table.row([hostile]);
        findings.table(table);
        let document = findings.markdown(hostile);
        assert!(!document.contains("<img") && !document.contains("</script"), "{document}");
    }

    #[test]
    fn the_document_names_its_command() {
        assert_eq!(
            findings().markdown("sokolab report trial.db"),
            "# A trial\n\nMade by `sokolab report trial.db`.\n\nFirst a remark.\n\n## Lengths\n\n\
             **Pushes**\n\n| level | bfs |\n|------:|----:|\n|     1 |   7 |\n"
        );
    }
}
