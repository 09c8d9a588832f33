//! Writing SLC: six elements and one escape function.

use soko_core::{Board, Cell};

use crate::{Collection, read::escape};

/// Writes a collection as XML, in the order that `SokobanLev.dtd` prescribes.
pub(super) fn write(collection: &Collection) -> String {
    let mut out = String::from("<?xml version=\"1.0\" encoding=\"utf-8\"?>\n<SokobanLevels>\n");
    element(&mut out, "Title", collection.title.as_deref().unwrap_or_default());
    out.push_str("  <Description>\n");
    for note in &collection.notes {
        escape(note, &mut out);
        out.push('\n');
    }
    out.push_str("  </Description>\n");
    if let Some(email) = &collection.email {
        element(&mut out, "Email", email);
    }
    if let Some(url) = &collection.url {
        element(&mut out, "Url", url);
    }
    let boards = || collection.entries.iter().map(|entry| &entry.board);
    out.push_str("  <LevelCollection");
    let credit = collection.copyright.as_ref().or(collection.author.as_ref());
    attribute(&mut out, "Copyright", credit.map_or("", String::as_str));
    attribute(&mut out, "MaxWidth", &boards().map(Board::width).max().unwrap_or(0).to_string());
    attribute(&mut out, "MaxHeight", &boards().map(Board::height).max().unwrap_or(0).to_string());
    out.push_str(">\n");
    for entry in &collection.entries {
        out.push_str("    <Level");
        attribute(&mut out, "Id", entry.title.as_deref().unwrap_or_default());
        attribute(&mut out, "Width", &entry.board.width().to_string());
        attribute(&mut out, "Height", &entry.board.height().to_string());
        if let Some(credit) = entry.property("Copyright").or(entry.author.as_deref()) {
            attribute(&mut out, "Copyright", credit);
        }
        out.push_str(">\n");
        for row in entry.board.rows() {
            let end = row.iter().rposition(|&cell| cell != Cell::Floor).map_or(0, |x| x + 1);
            out.push_str("      <L>");
            out.extend(row[..end].iter().map(|cell| cell.to_xsb()));
            out.push_str("</L>\n");
        }
        out.push_str("    </Level>\n");
    }
    out.push_str("  </LevelCollection>\n</SokobanLevels>\n");
    out
}

fn element(out: &mut String, name: &str, text: &str) {
    out.push_str("  <");
    out.push_str(name);
    out.push('>');
    escape(text, out);
    out.push_str("</");
    out.push_str(name);
    out.push_str(">\n");
}

fn attribute(out: &mut String, name: &str, value: &str) {
    out.push(' ');
    out.push_str(name);
    out.push_str("=\"");
    escape(value, out);
    out.push('"');
}
