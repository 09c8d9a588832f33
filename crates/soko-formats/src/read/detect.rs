//! Which format is this? Content first, the file's name where the content leaves a choice.
//!
//! Markup and JSON announce themselves; numbers alone are the UCI form; a drawing is told by its first
//! rows. Only a bounded part of the file is looked at, so detection costs next to nothing.

use crate::{
    Format, Legend,
    line::{KindTable, Kinds, Lines},
};

/// As much of a file as detection looks at.
const SAMPLE: usize = 1 << 16;

/// The format a file name hints at.
pub(super) fn by_name(name: &str) -> Option<Format> {
    let (_, extension) = name.rsplit_once('.')?;
    let formats = [
        ("xsb", Format::Xsb),
        ("txt", Format::Xsb),
        ("sok", Format::Sok),
        ("slc", Format::Slc),
        ("xml", Format::Slc),
        ("rle", Format::Rle),
        ("json", Format::Json),
        ("def", Format::Xsok),
        ("data", Format::KSokoban),
    ];
    formats.iter().find(|(known, _)| known.eq_ignore_ascii_case(extension)).map(|&(_, format)| format)
}

/// The format of a text. Plain drawings are [`Format::Xsb`] here; only reading tells XSB from SOK and RLE.
pub(super) fn by_content(text: &str, name: Option<&str>) -> Format {
    let hint = name.and_then(by_name);
    let sample = sample(text);
    let head = sample.trim_start();
    if is_markup(head) || hint == Some(Format::Slc) && head.contains("<L") {
        Format::Slc
    } else if let Some(format) = json(head) {
        format
    } else if is_numeric(head) {
        Format::Uci
    } else if super::boxoban::starts_like_boxoban(text) {
        Format::Boxoban
    } else if is_xsok(sample) {
        Format::Xsok
    } else if sample.contains('\0')
        && sample.lines().any(|line| line == "\0")
        && has_rows(sample, Legend::Xsb)
    {
        Format::KSokoban
    } else if is_queensland(sample) {
        Format::Queensland
    } else {
        Format::Xsb
    }
}

fn sample(text: &str) -> &str {
    let mut end = text.len().min(SAMPLE);
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    &text[..end]
}

fn is_markup(head: &str) -> bool {
    let has = |tag: &str| head.contains(tag);
    head.starts_with('<')
        && !has("<html")
        && !has("<HTML")
        && (head.starts_with("<?xml") || has("<SokobanLevels") || has("<Level") || has("<L>"))
}

fn json(head: &str) -> Option<Format> {
    let rest = head.strip_prefix(['{', '['])?;
    // `[]rrU` and `{1,2}` are moves.
    let next = rest.trim_start().chars().next()?;
    if !matches!(next, '"' | '{' | '[' | '}' | ']') || rest.starts_with(']') && !rest[1..].trim().is_empty() {
        return None;
    }
    Some(if head.contains("\"map\"") && !head.contains("\"board\"") {
        Format::LetsLogic
    } else {
        Format::Json
    })
}

/// A few numbers on the first line, more numbers on the second, nothing else.
fn is_numeric(head: &str) -> bool {
    let numbers = |line: &str| {
        let mut tokens = 0;
        let all = line.split_ascii_whitespace().all(|token| {
            tokens += 1;
            token.bytes().all(|b| b.is_ascii_digit() || b == b'-')
        });
        if all { tokens } else { 0 }
    };
    let mut lines = head.lines().filter(|line| !line.trim().is_empty());
    let (first, second) = (lines.next().unwrap_or_default(), lines.next().unwrap_or_default());
    // The sample may have cut the second line in two, but not its beginning.
    let begins = second.split_ascii_whitespace().take(3).all(|t| t.bytes().all(|b| b.is_ascii_digit()));
    // Two sizes, but a wrong first line should not hide what the file is.
    (1..=4).contains(&numbers(first)) && second.split_ascii_whitespace().nth(2).is_some() && begins
}

/// Sections of xsok's own, or `;LEVEL` lines with a section of rules.
fn is_xsok(sample: &str) -> bool {
    let (mut levels, mut rules) = (false, false);
    for line in sample.split(';').skip(1) {
        let starts = |word: &str| line.get(..word.len()).is_some_and(|w| w.eq_ignore_ascii_case(word));
        if starts("MAXLEVEL") || starts("ATOP") {
            return true;
        }
        levels |= starts("LEVEL ");
        rules |= starts("WALLS") || starts("OBJECTS");
    }
    levels && rules
}

/// Are there rows of a drawing at the beginning of a text?
pub(super) fn has_rows(text: &str, legend: Legend) -> bool {
    let mut lines = Lines::new(sample(text).as_bytes(), KindTable::of(legend));
    lines.any(|line| line.kinds.only(Kinds::BOARD) && line.kinds.has(Kinds::WALL) && line.span.len() > 2)
}

/// Three rows and more with a target drawn as `T`, and none of the usual signs on any row. Without a target the
/// letters read either way, and the common alphabet wins.
fn is_queensland(sample: &str) -> bool {
    let bytes = sample.as_bytes();
    let (mut found, mut rows, mut targets) = (false, 0, false);
    for line in Lines::new(bytes, KindTable::of(Legend::Queensland)) {
        let row = &bytes[line.span.range()];
        if line.kinds.has(Kinds::WALL) && line.kinds.only(Kinds::BOARD) {
            rows += 1;
            targets |= row.contains(&b'T');
            found |= rows > 2 && targets;
            continue;
        }
        // A row with something unknown on it is still a row.
        if row.trim_ascii().starts_with(b"#") && row.trim_ascii().ends_with(b"#") {
            rows += 1;
        } else {
            (rows, targets) = (0, false);
        }
        if line.kinds.has(Kinds::WALL) {
            let common = KindTable::of(Legend::Xsb).kinds(row);
            if common.only(Kinds::BOARD) && common.has(Kinds::PIECE.or(Kinds::DOT).or(Kinds::STAR)) {
                return false;
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn content_decides() {
        for (text, format) in [
            ("<?xml version=\"1.0\"?><SokobanLevels/>", Format::Slc),
            ("  <SokobanLevels>", Format::Slc),
            ("<html><pre>\n####\n#@$.#\n", Format::Xsb),
            ("[{\"map\": \"1\"}]", Format::LetsLogic),
            ("{\"levels\": []}", Format::Json),
            ("[]", Format::Json),
            ("[]rrUU", Format::Xsb),
            ("8 8\n3 1 1 1 2 1 3\n", Format::Uci),
            ("1\n####\n", Format::Xsb),
            ("1 2\n####\n", Format::Xsb),
            (";MAXLEVEL 2\n;LEVEL 1\n####", Format::Xsok),
            ("Set\n####\n#@$.#\n####\n\0\n####", Format::KSokoban),
            ("#####\n#PBT#\n#####", Format::Queensland),
            ("#####\n#P b#\n#####", Format::Xsb),
            ("#####\n#PBT#\n#####\n\n###\n#@#", Format::Xsb),
            ("", Format::Xsb),
        ] {
            assert_eq!(by_content(text, None), format, "{text:?}");
        }
    }

    #[test]
    fn the_name_is_a_hint_only() {
        assert_eq!(by_name("a.b.SLC"), Some(Format::Slc));
        assert_eq!(by_name("screen.12"), None);
        assert_eq!(by_content("####\n#@$.#\n", Some("a.slc")), Format::Xsb);
        assert_eq!(by_content("</Level><L>###</L>", Some("a.slc")), Format::Slc);
    }
}
