//! `Key: value` lines: what counts as a key, and which keys mean something.
//!
//! Prose is full of colons, so a key is a single word or one of a few known longer ones, and it has a value.
//! `Title`, `Author` and their kin fill fields; every other key becomes a property of its level.

use crate::games;

/// Keys with a meaning of their own.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Known {
    Title,
    Collection,
    Author,
    Copyright,
    Email,
    Url,
    /// A label above or before free text.
    Text,
}

impl Known {
    pub(super) fn of(key: &str) -> Option<Self> {
        const KEYS: [(Known, &[&str]); 7] = [
            (Known::Title, &["title"]),
            (Known::Collection, &["collection", "set"]),
            (Known::Author, &["author"]),
            (Known::Copyright, &["copyright"]),
            (Known::Email, &["email", "e-mail"]),
            (Known::Url, &["url", "homepage", "web site", "website"]),
            (Known::Text, &["description", "comment", "comments"]),
        ];
        let is_called = |names: &[&str]| names.iter().any(|name| name.eq_ignore_ascii_case(key));
        KEYS.iter().find(|(_, names)| is_called(names)).map(|&(known, _)| known)
    }
}

/// Keys of several words that are no prose.
const LONG_KEYS: [&str; 4] = ["web site", "date created", "date of last change", "screen region"];

/// Splits `Key: value`. Keys are single words, or one of the known longer ones.
pub(crate) fn key_value(line: &str) -> Option<(&str, &str)> {
    // No key is longer, and prose is not searched to its end.
    let colon = line.bytes().take(40).position(|b| b == b':')?;
    let (key, value) = (&line[..colon], &line[colon + 1..]);
    let is_address = value.starts_with("//");
    let (key, value) = (key.trim(), value.trim());
    let is_word = !key.is_empty()
        && key.len() <= 20
        && key.bytes().all(|b| b.is_ascii_alphabetic() || b == b'-')
        && key.bytes().any(|b| b.is_ascii_alphabetic());
    let is_key = is_word || LONG_KEYS.iter().any(|long| long.eq_ignore_ascii_case(key));
    let known = Known::of(key).is_some();
    let meaning = known || !value.is_empty() && !is_address;
    (is_key && meaning && !games::is_heading(key)).then_some((key, value))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_are_words_with_a_value() {
        assert_eq!(key_value("Title : For ban 1"), Some(("Title", "For ban 1")));
        assert_eq!(key_value("e-mail:a@b"), Some(("e-mail", "a@b")));
        assert_eq!(key_value("Web Site: x"), Some(("Web Site", "x")));
        assert_eq!(key_value("Author:"), Some(("Author", "")));
        for text in ["http://x.y", "Send comments to: me", "Maze:", "Solution: lu", "12: 3", ": x", "none"] {
            assert_eq!(key_value(text), None, "{text}");
        }
    }
}
