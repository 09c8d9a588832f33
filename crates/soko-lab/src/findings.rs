//! What an experiment found, as a document and as data.
//!
//! One Markdown file with all remarks and tables, and one CSV file per table. Each file begins with the command that
//! made it. A table is written whole or not at all, since files are only written at the end.

use std::{fs, io, path::Path};

use crate::Table;

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

/// A file of the document could not be written.
#[derive(Debug, thiserror::Error)]
#[error("cannot write {file}: {source}")]
pub struct Unwritable {
    /// The file.
    pub file: String,
    /// What the system says.
    pub source: io::Error,
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

    /// Shows a drawing.
    pub fn figure(&mut self, id: impl Into<String>, caption: impl Into<String>, svg: String) {
        self.sections.push(Section::Figure(Figure { id: id.into(), caption: caption.into(), svg }));
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
        let mut text = format!("# {}\n\nMade by `{command}`.\n", self.title);
        for section in &self.sections {
            text.push('\n');
            match section {
                Section::Heading(heading) => text.extend(["## ", heading, "\n"]),
                Section::Text(paragraph) => text.extend([paragraph.trim_end(), "\n"]),
                Section::Table(table) => text += &table.markdown(),
                // Drawings are for the page; text has the figures behind them.
                Section::Figure(_) => {}
            }
        }
        text
    }

    /// Writes all files and names them.
    ///
    /// # Errors
    /// The first file that cannot be written.
    pub fn write(&self, folder: &Path, command: &str) -> Result<Vec<String>, Unwritable> {
        let mut files = vec![(format!("{}.md", self.id), self.markdown(command))];
        files
            .extend(self.tables().map(|table| (format!("{}-{}.csv", self.id, table.id), table.csv(command))));
        let unwritable = |path: &Path, source| Unwritable { file: path.display().to_string(), source };
        fs::create_dir_all(folder).map_err(|error| unwritable(folder, error))?;
        let mut written = Vec::new();
        for (name, text) in files {
            let path = folder.join(name);
            fs::write(&path, text).map_err(|error| unwritable(&path, error))?;
            written.push(path.display().to_string());
        }
        Ok(written)
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
    fn the_document_names_its_command() {
        assert_eq!(
            findings().markdown("sokolab experiment trial"),
            "# A trial\n\nMade by `sokolab experiment trial`.\n\nFirst a remark.\n\n## Lengths\n\n\
             **Pushes**\n\n| level | bfs |\n|------:|----:|\n|     1 |   7 |\n"
        );
    }

    #[test]
    fn one_file_for_people_and_one_per_table() {
        let folder = tempfile::tempdir().unwrap();
        let files = findings().write(&folder.path().join("new"), "sokolab experiment trial").unwrap();
        assert_eq!(files.len(), 2);
        assert!(files[1].ends_with("trial-lengths.csv"));
        assert_eq!(fs::read_to_string(&files[1]).unwrap(), "# sokolab experiment trial\nlevel,bfs\n1,7\n");
        let file_in_the_way = Path::new(&files[0]);
        let refused = findings().write(file_in_the_way, "").unwrap_err();
        assert!(refused.to_string().starts_with("cannot write "), "{refused}");
    }
}
