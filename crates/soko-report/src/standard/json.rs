//! Findings as JSON, for programs that want the whole report at once.
//!
//! The sections in their order, each with its `kind`. A table has `rows` of texts, as shown, and beside them `runs`: for each
//! cell null, or the pair of the contender's and the level's place in the plan whose runs it was made of, null there being
//! any. Two plain arrays are what programs load fastest, and an object per cell would take ten times the room in memory.
//! Drawings are left to the page; their captions are here.

use serde_json::{Value, json};

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
    let each = |of_cell: fn(&Cell) -> Value| -> Value {
        table.rows().iter().map(|row| row.iter().map(of_cell).collect::<Value>()).collect()
    };
    json!({
        "kind": "table",
        "id": table.id,
        "caption": table.caption,
        "columns": table.columns(),
        "rows": each(|cell| Value::from(cell.text.as_str())),
        "runs": each(|cell| cell.runs.map_or(Value::Null, |runs| json!([runs.contender, runs.level]))),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Figure;

    #[test]
    fn every_section_is_there_in_its_order() {
        let mut findings = Findings::new("trial", "A trial");
        findings.heading("Lengths");
        findings.text("A remark.");
        let mut table = Table::new("lengths", "Pushes", ["level", "bfs"]);
        table.row([Cell::from("1"), Cell::from("7").of(Some(0), None)]);
        findings.table(table);
        let (id, caption, svg) = ("cactus".to_owned(), "Times".to_owned(), "<svg/>".to_owned());
        findings.sections.push(Section::Figure(Figure { id, caption, svg }));
        assert_eq!(
            findings.json("sokolab report trial").to_string(),
            "{\"id\":\"trial\",\"title\":\"A trial\",\"command\":\"sokolab report trial\",\"sections\":[\
             {\"kind\":\"heading\",\"text\":\"Lengths\"},{\"kind\":\"text\",\"text\":\"A remark.\"},\
             {\"kind\":\"table\",\"id\":\"lengths\",\"caption\":\"Pushes\",\"columns\":[\"level\",\"bfs\"],\
             \"rows\":[[\"1\",\"7\"]],\"runs\":[[null,[0,null]]]},\
             {\"kind\":\"figure\",\"id\":\"cactus\",\"caption\":\"Times\"}]}"
        );
    }
}
