//! A tolerant JSON reader.
//!
//! Like the XML scanner it reports damage where it stands and lets the caller go on behind it, which a
//! parser for whole documents cannot. Values keep their offsets, so that diagnostics can point at a row of a
//! board. Depth and number of values are bounded.

use std::borrow::Cow;

/// A value and where it begins, in bytes from the start of the text.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Value<'a> {
    pub(super) at: usize,
    pub(super) kind: Kind<'a>,
}

#[derive(Clone, PartialEq, Debug)]
pub(super) enum Kind<'a> {
    Text(Cow<'a, str>),
    /// A number, `true`, `false` or `null`, as written.
    Literal(&'a str),
    List(Vec<Value<'a>>),
    Object(Vec<(Cow<'a, str>, Value<'a>)>),
}

/// Damage and where it stands.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Broken {
    pub(super) at: usize,
    pub(super) what: &'static str,
}

type Result<T> = std::result::Result<T, Broken>;

/// Values nested deeper than this are refused.
const MAX_DEPTH: usize = 32;

/// Values within one value that are kept.
const MAX_VALUES: usize = 1 << 16;

pub(super) struct Parser<'a> {
    text: &'a str,
    pub(super) position: usize,
    values: usize,
}

impl<'a> Parser<'a> {
    pub(super) const fn new(text: &'a str) -> Self {
        Self { text, position: 0, values: 0 }
    }

    /// The next character that is no blank, without taking it.
    pub(super) fn peek(&mut self) -> Option<u8> {
        let bytes = self.text.as_bytes();
        while bytes.get(self.position).is_some_and(u8::is_ascii_whitespace) {
            self.position += 1;
        }
        bytes.get(self.position).copied()
    }

    /// Takes a sign if it is next.
    pub(super) fn take(&mut self, sign: u8) -> bool {
        let found = self.peek() == Some(sign);
        self.position += usize::from(found);
        found
    }

    /// Goes to the next `{` at or after an offset; false if there is none.
    pub(super) fn resume(&mut self, offset: usize) -> bool {
        let rest = self.text.as_bytes().get(offset..).unwrap_or_default();
        let found = rest.iter().position(|&b| b == b'{');
        self.position = found.map_or(self.text.len(), |i| offset + i);
        found.is_some()
    }

    fn broken<T>(&self, what: &'static str) -> Result<T> {
        Err(Broken { at: self.position, what })
    }

    /// Reads one value.
    pub(super) fn value(&mut self) -> Result<Value<'a>> {
        self.values = 0;
        self.nested(0)
    }

    fn nested(&mut self, depth: usize) -> Result<Value<'a>> {
        let next = self.peek();
        let at = self.position;
        self.values += 1;
        if depth > MAX_DEPTH {
            return self.broken("too many nested values");
        }
        if self.values > MAX_VALUES {
            return self.broken("too many values in one");
        }
        let kind = match next {
            Some(b'{') => Kind::Object(self.object(depth)?),
            Some(b'[') => Kind::List(self.list(depth)?),
            Some(b'"') => Kind::Text(self.string()?),
            Some(b'-' | b'0'..=b'9' | b'a'..=b'z') => Kind::Literal(self.literal()),
            Some(_) => return self.broken("a value is missing"),
            None => return self.broken("the text ends too early"),
        };
        Ok(Value { at, kind })
    }

    fn list(&mut self, depth: usize) -> Result<Vec<Value<'a>>> {
        self.position += 1;
        let mut values = Vec::new();
        if self.take(b']') {
            return Ok(values);
        }
        loop {
            values.push(self.nested(depth + 1)?);
            if !self.take(b',') {
                return if self.take(b']') { Ok(values) } else { self.broken("',' or ']' is missing") };
            }
        }
    }

    fn object(&mut self, depth: usize) -> Result<Vec<(Cow<'a, str>, Value<'a>)>> {
        self.position += 1;
        let mut fields = Vec::new();
        if self.take(b'}') {
            return Ok(fields);
        }
        loop {
            let key = self.key()?;
            fields.push((key, self.nested(depth + 1)?));
            if !self.take(b',') {
                return if self.take(b'}') { Ok(fields) } else { self.broken("',' or '}' is missing") };
            }
        }
    }

    /// Reads `"key":`.
    pub(super) fn key(&mut self) -> Result<Cow<'a, str>> {
        if self.peek() != Some(b'"') {
            return self.broken("a name in quotes is missing");
        }
        let key = self.string()?;
        if self.take(b':') { Ok(key) } else { self.broken("':' is missing") }
    }

    fn literal(&mut self) -> &'a str {
        let rest = &self.text[self.position..];
        let end = rest.find(|c: char| !c.is_ascii_alphanumeric() && !matches!(c, '-' | '+' | '.'));
        let literal = &rest[..end.unwrap_or(rest.len())];
        self.position += literal.len();
        literal
    }

    fn string(&mut self) -> Result<Cow<'a, str>> {
        let start = self.position;
        let bytes = self.text.as_bytes();
        let (mut end, mut escaped) = (start + 1, false);
        loop {
            match bytes.get(end) {
                Some(b'"') => break,
                Some(b'\\') => {
                    escaped = true;
                    end += 2;
                }
                // A string ends with its line: this keeps a forgotten quote from swallowing the file.
                None | Some(b'\n' | b'\r') => return self.broken("a text has no closing quote"),
                Some(_) => end += 1,
            }
        }
        self.position = end + 1;
        if !escaped {
            return Ok(Cow::Borrowed(&self.text[start + 1..end]));
        }
        match serde_json::from_str(&self.text[start..=end]) {
            Ok(text) => Ok(Cow::Owned(text)),
            Err(_) => Err(Broken { at: start, what: "a text has a bad escape" }),
        }
    }
}

impl<'a> Value<'a> {
    /// The value of a field of an object.
    pub(super) fn field(&self, name: &str) -> Option<&Value<'a>> {
        match &self.kind {
            Kind::Object(fields) => fields.iter().find(|(key, _)| key == name).map(|(_, value)| value),
            _ => None,
        }
    }

    /// A text.
    pub(super) fn text(&self) -> Option<&str> {
        match &self.kind {
            Kind::Text(text) => Some(text),
            _ => None,
        }
    }

    /// A whole number, also in quotes.
    pub(super) fn number(&self) -> Option<usize> {
        match &self.kind {
            Kind::Literal(literal) => literal.parse().ok(),
            Kind::Text(text) => text.trim().parse().ok(),
            _ => None,
        }
    }

    /// The members of a list; a single value is a list of one.
    pub(super) fn list(&self) -> &[Value<'a>] {
        match &self.kind {
            Kind::List(values) => values,
            _ => std::slice::from_ref(self),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn broken(text: &str) -> (usize, &'static str) {
        let error = Parser::new(text).value().unwrap_err();
        (error.at, error.what)
    }

    #[test]
    fn values() {
        let value = Parser::new(" {\"a\": [1, \"x\\u00e9\\n\", null], \"b\": {}} ").value().unwrap();
        let list = value.field("a").unwrap();
        assert_eq!((value.at, list.at), (1, 7));
        assert_eq!((list.list()[0].number(), list.list()[1].text()), (Some(1), Some("xé\n")));
        assert_eq!(list.list()[2].kind, Kind::Literal("null"));
        assert_eq!(value.field("b").unwrap().kind, Kind::Object(vec![]));
    }

    #[test]
    fn damage_has_a_place() {
        assert_eq!(broken("[1 2]"), (3, "',' or ']' is missing"));
        assert_eq!(broken("{\"a\" 1}"), (5, "':' is missing"));
        assert_eq!(broken("{\"a\": }"), (6, "a value is missing"));
        assert_eq!(broken("{a: 1}"), (1, "a name in quotes is missing"));
        assert_eq!(broken("[\"a\n\"]"), (1, "a text has no closing quote"));
        assert_eq!(broken("[\"\\ud800\"]"), (1, "a text has a bad escape"));
        assert_eq!(broken("[1,"), (3, "the text ends too early"));
        assert_eq!(broken(&"[".repeat(99)).1, "too many nested values");
    }
}
