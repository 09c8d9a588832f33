//! A table of findings as HTML.
//!
//! A cell that knows its runs is a link to them. End tags that HTML lets us leave out are left out. A table of ten thousand
//! rows and ten contenders has a hundred thousand cells, which make a page that is slow to open: beyond
//! [`MOST`] rows a line says where the rest is. The run explorer has all of them.

use std::fmt::Write as _;

use crate::{Cell, Table, markup::escaped, numbers::grouped};

/// Longer tables are folded by the page's script, which brings the button to unfold them.
const FOLDED: usize = 60;

/// Rows of a table that are on the page.
const MOST: usize = 1000;

/// The table with its caption, as number `number` of the page.
pub(super) fn table(table: &Table, number: usize) -> String {
    let numeric: Vec<bool> = (0..table.columns().len()).map(|column| table.is_numeric(column)).collect();
    let class = if table.rows().len() > FOLDED { " class=\"long\"" } else { "" };
    let mut html = format!(
        "<figure class=\"table\" id=\"table-{number}\"><figcaption><b>Table {number}.</b> {caption}</figcaption>\
         <div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"Table {number}: {caption}\"><table{class}><thead><tr>",
        caption = escaped(&table.caption)
    );
    for (name, numeric) in table.columns().iter().zip(&numeric) {
        let _ = write!(html, "<th scope=\"col\"{}>{}", numeric_class(*numeric), escaped(name));
    }
    html += "</thead><tbody>";
    for row in table.rows().iter().take(MOST) {
        html += "<tr>";
        for (column, (cell, numeric)) in row.iter().zip(&numeric).enumerate() {
            html += if column == 0 { "<th scope=\"row\"" } else { "<td" };
            html.extend([numeric_class(*numeric), ">"]);
            html += &content(cell);
        }
        html.push('\n');
    }
    html += "</tbody></table></div>";
    if let Some(more) = table.rows().len().checked_sub(MOST).filter(|more| *more > 0) {
        let _ = write!(
            html,
            "<p>{} more rows: <code>sokolab report --table {} --format csv</code>, or <a href=\"#runs?\">all runs</a>.</p>",
            grouped(more as u64),
            escaped(&table.id)
        );
    }
    html + "</figure>\n"
}

const fn numeric_class(numeric: bool) -> &'static str {
    if numeric { " class=n" } else { "" }
}

fn content(cell: &Cell) -> String {
    match cell.runs {
        Some(runs) if !cell.text.is_empty() => {
            format!("<a href=\"{}\">{}</a>", escaped(&runs.address()), escaped(&cell.text))
        }
        _ => escaped(&cell.text),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_does_not_fit_is_told() {
        let mut sample = Table::new("pushes", "Pushes", ["level"]);
        (0..MOST + 2500).for_each(|i| sample.row([i.to_string()]));
        let html = table(&sample, 1);
        assert_eq!(html.matches("<tr>").count(), MOST + 1);
        assert!(html.contains("2,500 more rows: <code>sokolab report --table pushes"), "{html}");
    }

    #[test]
    fn cells_that_know_their_runs_are_links() {
        let mut sample = Table::new("t", "A \"caption\"", ["level", "a<b"]);
        sample.row([Cell::from("one"), Cell::from("7").of(Some(1), Some(4))]);
        sample.row([Cell::from("<two>").of(None, Some(0)), Cell::default().of(None, None)]);
        let html = table(&sample, 3);
        assert!(html.contains("<b>Table 3.</b> A &quot;caption&quot;"));
        assert!(html.contains("<th scope=\"col\" class=n>a&lt;b</thead>"));
        assert!(html.contains("<td class=n><a href=\"#runs?contender=1&amp;level=4\">7</a>"));
        assert!(html.contains("<th scope=\"row\"><a href=\"#runs?level=0\">&lt;two&gt;</a><td class=n>\n"));
        assert!(!html.contains("class=\"long\""));
    }

    #[test]
    fn long_tables_are_marked() {
        let mut sample = Table::new("t", "", ["n"]);
        (0..61).for_each(|i| sample.row([i.to_string()]));
        assert!(table(&sample, 1).contains("<table class=\"long\">"));
    }
}
