//! A tolerant, linear XML scanner.
//!
//! Level collections in the wild are small dialects of XML, and some are damaged. A tree builder refuses a
//! damaged file as a whole; this scanner yields what it sees, event by event, reports damage where it stands
//! and goes on behind it. It never expands declared entities and never looks back, so its cost is linear
//! in the input whatever comes (no "billion laughs", no quadratic blow-up). That well-formed files yield
//! exactly what an XML parser yields is a test against `roxmltree`.

use std::borrow::Cow;

/// What the scanner sees next. Offsets are in bytes from the start of the text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Event<'a> {
    /// `<name attributes>` or `<name attributes/>`
    Open { name: &'a str, attributes: &'a str, empty: bool },
    /// `</name>`
    Close { name: &'a str },
    /// Characters between tags, with references undecoded.
    Text(&'a str),
    /// Characters of a CDATA section.
    Verbatim(&'a str),
    /// The document type declares entities.
    EntityDeclaration,
    /// Damage.
    Broken(String),
}

pub(super) struct Scanner<'a> {
    text: &'a str,
    position: usize,
    /// Ends that were looked for and do not occur any more, so that they are not looked for again.
    missing: Vec<&'static str>,
}

impl<'a> Scanner<'a> {
    pub(super) const fn new(text: &'a str) -> Self {
        Self { text, position: 0, missing: Vec::new() }
    }

    /// The next event and where it begins.
    pub(super) fn next(&mut self) -> Option<(usize, Event<'a>)> {
        while self.position < self.text.len() {
            let start = self.position;
            let rest = &self.text[start..];
            if !rest.starts_with('<') {
                let text = &rest[..rest.find('<').unwrap_or(rest.len())];
                self.position += text.len();
                return Some((start, Event::Text(text)));
            }
            if let Some(event) = self.markup(rest) {
                return Some((start, event));
            }
        }
        None
    }

    /// Reads what begins with `<`. Nothing if there is nothing to tell.
    fn markup(&mut self, rest: &'a str) -> Option<Event<'a>> {
        if rest.starts_with("<!--") {
            return self.skip(rest, "<!--", "-->").err();
        }
        if rest.starts_with("<![CDATA[") {
            return Some(match self.skip(rest, "<![CDATA[", "]]>") {
                Ok(text) => Event::Verbatim(text),
                Err(broken) => broken,
            });
        }
        if rest.starts_with("<?") {
            return self.skip(rest, "<?", "?>").err();
        }
        if rest.starts_with("<!") {
            return self.declaration(rest);
        }
        Some(self.tag(rest))
    }

    /// Skips from `open` to `close` and returns what is between. Without an end only `open` is skipped, so
    /// that the levels behind it are still found.
    fn skip(&mut self, rest: &'a str, open: &str, close: &'static str) -> Result<&'a str, Event<'a>> {
        let body = &rest[open.len()..];
        let found = if self.missing.contains(&close) { None } else { body.find(close) };
        if let Some(end) = found {
            self.position += open.len() + end + close.len();
            return Ok(&body[..end]);
        }
        self.give_up(close);
        self.position += open.len();
        Err(Event::Broken(format!("'{open}' has no '{close}'")))
    }

    /// `<!DOCTYPE …>` with or without declarations in brackets.
    fn declaration(&mut self, rest: &'a str) -> Option<Event<'a>> {
        let (mut quote, mut depth) = (None, 0usize);
        for (i, byte) in rest.bytes().enumerate() {
            match (quote, byte) {
                (Some(q), b) if b == q => quote = None,
                (None, b'"' | b'\'') => quote = Some(byte),
                (None, b'[') => depth += 1,
                (None, b']') => depth = depth.saturating_sub(1),
                (None, b'>') if depth == 0 => {
                    self.position += i + 1;
                    return rest[..i].contains("<!ENTITY").then_some(Event::EntityDeclaration);
                }
                // Without brackets a tag cannot begin here.
                (None, b'<') if depth == 0 && i > 0 => break,
                _ => {}
            }
            if self.missing.contains(&">") {
                break;
            }
        }
        self.give_up(">");
        self.position += 2;
        Some(Event::Broken("'<!' has no '>'".to_owned()))
    }

    fn give_up(&mut self, end: &'static str) {
        if !self.missing.contains(&end) {
            self.missing.push(end);
        }
    }

    /// `<name …>`, `<name …/>` or `</name>`.
    fn tag(&mut self, rest: &'a str) -> Event<'a> {
        let closing = rest.starts_with("</");
        let name_start = if closing { 2 } else { 1 };
        let name = &rest[name_start..];
        let length = name.find(|c: char| !is_name(c)).unwrap_or(name.len());
        let name = &name[..length];
        if name.is_empty() {
            self.position += 1;
            return Event::Broken("'<' begins no tag; write &lt; for the character".to_owned());
        }
        let body_start = name_start + length;
        let mut quote = None;
        for (i, byte) in rest.bytes().enumerate().skip(body_start) {
            match (quote, byte) {
                // A `<` is never part of a tag: the end was forgotten.
                (_, b'<') => {
                    self.position += i;
                    return Event::Broken(format!("the tag '{name}' has no '>'"));
                }
                (Some(q), b) if b == q => quote = None,
                (None, b'"' | b'\'') => quote = Some(byte),
                (None, b'>') => {
                    self.position += i + 1;
                    let body = &rest[body_start..i];
                    if closing {
                        return Event::Close { name };
                    }
                    let attributes = body.strip_suffix('/').unwrap_or(body);
                    return Event::Open { name, attributes, empty: attributes.len() < body.len() };
                }
                _ => {}
            }
        }
        self.position = self.text.len();
        Event::Broken(format!("the tag '{name}' has no '>'"))
    }
}

fn is_name(c: char) -> bool {
    c.is_alphanumeric() || matches!(c, '_' | ':' | '-' | '.')
}

/// The name without a namespace prefix.
pub(super) fn local(name: &str) -> &str {
    name.rsplit_once(':').map_or(name, |(_, local)| local)
}

/// The attributes of a tag as (name, undecoded value); `None` for a piece that is none.
pub(super) fn attributes(mut rest: &str) -> impl Iterator<Item = Option<(&str, &str)>> {
    std::iter::from_fn(move || {
        rest = rest.trim_start();
        if rest.is_empty() {
            return None;
        }
        let attribute = (|| {
            let (name, after) = rest.split_once('=')?;
            let after = after.trim_start();
            let quote = after.chars().next().filter(|c| matches!(c, '"' | '\''))?;
            let (value, after) = after[1..].split_once(quote)?;
            let name = name.trim_end();
            (!name.is_empty() && name.chars().all(is_name)).then_some((name, value, after))
        })();
        Some(if let Some((name, value, after)) = attribute {
            rest = after;
            Some((name, value))
        } else {
            rest = "";
            None
        })
    })
}

/// Resolves character references and the five entities of XML; unknown ones stay as they are and are told
/// to `unknown` with their offset.
pub(super) fn decode<'a>(raw: &'a str, mut unknown: impl FnMut(usize, &'a str)) -> Cow<'a, str> {
    let Some(first) = raw.find('&') else { return Cow::Borrowed(raw) };
    let mut text = String::with_capacity(raw.len());
    text.push_str(&raw[..first]);
    let mut position = first;
    while position < raw.len() {
        let rest = &raw[position..];
        if !rest.starts_with('&') {
            let plain = &rest[..rest.find('&').unwrap_or(rest.len())];
            text.push_str(plain);
            position += plain.len();
            continue;
        }
        // No name is longer than this; a lone `&` must not search the whole text.
        let end = rest.bytes().take(MAX_ENTITY).position(|b| b == b';');
        if let Some((c, end)) = end.and_then(|end| Some((resolve(&rest[1..end])?, end))) {
            text.push(c);
            position += end + 1;
        } else {
            let name = rest[1..].split(|c: char| !is_name(c) && c != '#').next().unwrap_or_default();
            unknown(position, name);
            text.push('&');
            position += 1;
        }
    }
    Cow::Owned(text)
}

const MAX_ENTITY: usize = 12;

fn resolve(name: &str) -> Option<char> {
    match name {
        "lt" => return Some('<'),
        "gt" => return Some('>'),
        "amp" => return Some('&'),
        "quot" => return Some('"'),
        "apos" => return Some('\''),
        _ => {}
    }
    let digits = name.strip_prefix('#')?;
    let code = match digits.strip_prefix(['x', 'X']) {
        Some(hex) => u32::from_str_radix(hex, 16).ok()?,
        None => digits.parse().ok()?,
    };
    char::from_u32(code)
}

/// Writes text so that a parser reads it back: the inverse of [`decode`], for elements and attributes.
/// Characters that XML cannot hold become the replacement character.
pub(crate) fn escape(text: &str, out: &mut String) {
    for c in text.chars() {
        match c {
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '&' => out.push_str("&amp;"),
            '"' => out.push_str("&quot;"),
            '\n' | '\t' => out.push(c),
            '\u{0}'..='\u{1F}' | '\u{FFFE}' | '\u{FFFF}' => out.push(char::REPLACEMENT_CHARACTER),
            _ => out.push(c),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn events(text: &str) -> Vec<String> {
        let mut scanner = Scanner::new(text);
        let mut all = Vec::new();
        while let Some((at, event)) = scanner.next() {
            all.push(match event {
                Event::Open { name, attributes, empty } => {
                    format!("{at} <{name}{attributes}{}>", if empty { "/" } else { "" })
                }
                Event::Close { name } => format!("{at} </{name}>"),
                Event::Text(text) | Event::Verbatim(text) => format!("{at} {text}"),
                Event::EntityDeclaration => format!("{at} entities"),
                Event::Broken(what) => format!("{at} !{what}"),
            });
        }
        all
    }

    #[test]
    fn well_formed() {
        let text = "<?xml?><!DOCTYPE a SYSTEM \"x>\"><!-- <b> --><a x='>'>t<b/><![CDATA[<]]></a>";
        assert_eq!(events(text), ["43 <a x='>'>", "52 t", "53 <b/>", "57 <", "70 </a>"]);
    }

    #[test]
    fn entity_declarations_are_seen_and_skipped() {
        let text = "<!DOCTYPE a [<!ENTITY l \"]>\"><!ENTITY m '&l;&l;'>]><a>&m;</a>";
        assert_eq!(events(text), ["0 entities", "51 <a>", "54 &m;", "57 </a>"]);
    }

    #[test]
    fn damage_is_told_and_passed() {
        assert_eq!(events("<a <b>"), ["0 !the tag 'a' has no '>'", "3 <b>"]);
        assert_eq!(events("<!-- <b>"), ["0 !'<!--' has no '-->'", "4  ", "5 <b>"]);
        assert_eq!(events("# < #"), ["0 # ", "2 !'<' begins no tag; write &lt; for the character", "3  #"]);
        assert_eq!(events("<!DOCTYPE x <a>"), ["0 !'<!' has no '>'", "2 DOCTYPE x ", "12 <a>"]);
        assert_eq!(events("<a b='"), ["0 !the tag 'a' has no '>'"]);
    }

    #[test]
    fn attributes_in_either_quotes() {
        let all: Vec<_> = attributes(" a=\"1\" b = 'x y'c:d=''").collect();
        assert_eq!(all, [Some(("a", "1")), Some(("b", "x y")), Some(("c:d", ""))]);
        assert_eq!(attributes("a=1 b='2'").collect::<Vec<_>>(), [None]);
    }

    #[test]
    fn references() {
        let mut lost = Vec::new();
        let text = decode("a&lt;&#233;&#x41;&nope;&;&", |at, name| lost.push((at, name)));
        assert_eq!(text, "a<éA&nope;&;&");
        assert_eq!(lost, [(17, "nope"), (23, ""), (25, "")]);
        let mut escaped = String::new();
        escape("<\"&'é>\u{1}", &mut escaped);
        assert_eq!(decode(&escaped, |_, _| ()), "<\"&'é>\u{FFFD}");
    }
}
