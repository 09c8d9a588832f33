//! Findings as JSON, for programs that want the whole report at once.
//!
//! The sections in their order, each with its `kind`. Cells are texts, as shown; one made of runs says of which: `contender`
//! and `level` are places in the plan, absent where any will do. Drawings are left to the page; their captions are here.

use serde_json::{Map, Value, json};

use crate::{Cell, Findings, Section, Table};

impl Findings {
    /// All sections and tables, and the command that made them.
    pub fn json(&self, command: &str) -> Value {
        let sections: Vec<Value> = self.sections.iter().map(section).collect();
        json!({ "id": self.id, "title": self.title, "command": command, "sections": sections })
    }
}

fn section(section: &Section) -> Value {
    match section {
        Section::Heading(text) => json!({ "kind": "heading", "text": text }),
        Section::Text(text) => json!({ "kind": "text", "text": text }),
        Section::Table(table) => self::table(table),
        Section::Figure(figure) => json!({ "kind": "figure", "id": figure.id, "caption": figure.caption }),
    }
}

fn table(table: &Table) -> Value {
    let rows: Vec<Value> = table.rows().iter().map(|row| row.iter().map(cell).collect()).collect();
    json!({
        "kind": "table", "id": table.id, "caption": table.caption, "columns": table.columns(), "rows": rows
    })
}

fn cell(cell: &Cell) -> Value {
    let mut object = Map::new();
    object.insert("text".to_owned(), Value::from(cell.text.as_str()));
    if let Some(runs) = cell.runs {
        let places = [("contender", runs.contender), ("level", runs.level)];
        let places = places.into_iter().filter_map(|(name, place)| Some((name.to_owned(), place?.into())));
        object.insert("runs".to_owned(), Value::Object(places.collect()));
    }
    Value::Object(object)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_section_is_there_in_its_order() {
        let mut findings = Findings::new("trial", "A trial");
        findings.heading("Lengths");
        findings.text("A remark.");
        let mut table = Table::new("lengths", "Pushes", ["level", "bfs"]);
        table.row([Cell::from("1"), Cell::from("7").of(Some(0), None)]);
        findings.table(table);
        findings.figure("cactus", "Times", "<svg/>".to_owned());
        assert_eq!(
            findings.json("sokolab report trial").to_string(),
            "{\"id\":\"trial\",\"title\":\"A trial\",\"command\":\"sokolab report trial\",\"sections\":[\
             {\"kind\":\"heading\",\"text\":\"Lengths\"},{\"kind\":\"text\",\"text\":\"A remark.\"},\
             {\"kind\":\"table\",\"id\":\"lengths\",\"caption\":\"Pushes\",\"columns\":[\"level\",\"bfs\"],\
             \"rows\":[[{\"text\":\"1\"},{\"text\":\"7\",\"runs\":{\"contender\":0}}]]},\
             {\"kind\":\"figure\",\"id\":\"cactus\",\"caption\":\"Times\"}]}"
        );
    }
}
