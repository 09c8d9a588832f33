//! Titles and notes as every format can hold them.
//!
//! Titles, authors and properties are single lines without superfluous blanks; notes are lines without blanks
//! at their ends. Control characters mean nothing in either and would make a file look like binary data.

/// A text on one line, `None` if nothing is left of it.
pub(crate) fn one_line(text: &str) -> Option<String> {
    let mut line = String::with_capacity(text.len());
    for word in text.split(|c: char| c.is_whitespace() || c.is_control()).filter(|word| !word.is_empty()) {
        if !line.is_empty() {
            line.push(' ');
        }
        line.push_str(word);
    }
    (!line.is_empty()).then_some(line)
}

/// One line of a note.
pub(crate) fn note(text: &str) -> String {
    let text = text.trim_end();
    if text.contains(is_control) { text.replace(is_control, "") } else { text.to_owned() }
}

fn is_control(c: char) -> bool {
    c.is_control() && c != '\t'
}

/// Drops empty lines at both ends.
pub(crate) fn trim(notes: &mut Vec<String>) {
    while notes.last().is_some_and(String::is_empty) {
        notes.pop();
    }
    let blank = notes.iter().take_while(|note| note.is_empty()).count();
    notes.drain(..blank);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn titles_are_single_lines() {
        assert_eq!(one_line("  a\n\tb \u{1}c "), Some("a b c".to_owned()));
        assert_eq!(one_line(" \n\u{0}"), None);
    }

    #[test]
    fn notes_keep_their_indentation() {
        assert_eq!(note("  a\tb \u{7f}c \r"), "  a\tb c");
        let mut notes = vec![String::new(), "a".to_owned(), String::new(), "b".to_owned(), String::new()];
        trim(&mut notes);
        assert_eq!(notes, ["a", "", "b"]);
    }
}
