//! Run-length encoding of boards and moves: `4#` is `####`, `2(3(#-)#)` nests.
//!
//! Expansion is tolerant and bounded. A fault (a count without a character, an unpaired parenthesis) is
//! reported with its place and skipped; what could be understood is kept. The output never grows past a
//! limit, and a count of zero is a fault, so work is proportional to output: no short input costs much.
//!
//! The notation is that of Sokoban YASC's `.sok` files up to version 0.17 (Brian Damgaard).

use crate::finding::Finding;

/// The result of an expansion.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Expanded {
    pub(crate) bytes: Vec<u8>,
    /// For each byte, the offset in the source of the character it repeats.
    pub(crate) origins: Vec<u32>,
    /// What was wrong, with its offset in the source.
    pub(crate) faults: Vec<(usize, Finding)>,
}

/// An open parenthesis.
struct Group {
    /// Where its content begins in the output.
    start: usize,
    count: usize,
    /// Where it stands in the source.
    offset: usize,
}

/// Expands digits and parentheses; every other byte stands for itself. Blanks are skipped, so moves may be
/// wrapped at any column.
pub(crate) fn expand(source: &[u8], limit: usize, depth: usize) -> Expanded {
    let mut out = Expanded::default();
    let mut groups: Vec<Group> = Vec::new();
    // The pending count and where its digits began.
    let mut count: Option<(usize, usize)> = None;
    for (offset, &byte) in source.iter().enumerate() {
        match byte {
            b' ' | b'\t' | b'\n' | b'\r' => {}
            b'0'..=b'9' => {
                let (value, start) = count.unwrap_or((0, offset));
                let digit = usize::from(byte - b'0');
                count = Some((value.saturating_mul(10).saturating_add(digit), start));
            }
            b'(' => {
                if groups.len() == depth {
                    out.faults.push((offset, Finding::NestedTooDeep { limit: depth }));
                    return out;
                }
                let count = out.take(&mut count);
                groups.push(Group { start: out.bytes.len(), count, offset });
            }
            b')' => {
                out.drop_count(count.take());
                match groups.pop() {
                    Some(group) => {
                        if !out.repeat(group.start, group.count, limit) {
                            out.faults.push((group.offset, Finding::ExpandsTooFar { limit }));
                            return out;
                        }
                    }
                    None => out.faults.push((offset, Finding::UnopenedParenthesis)),
                }
            }
            _ => {
                let count = out.take(&mut count);
                let start = out.bytes.len();
                out.bytes.push(byte);
                out.origins.push(crate::place::narrow(offset));
                if start >= limit || !out.repeat(start, count, limit) {
                    out.faults.push((offset, Finding::ExpandsTooFar { limit }));
                    return out;
                }
            }
        }
    }
    out.drop_count(count);
    out.faults.extend(groups.iter().map(|group| (group.offset, Finding::UnclosedParenthesis)));
    out
}

impl Expanded {
    /// The pending count, 1 if there is none. Zero would be no repetition at all.
    fn take(&mut self, count: &mut Option<(usize, usize)>) -> usize {
        match count.take() {
            Some((0, start)) => {
                self.faults.push((start, Finding::CountWithoutCharacter));
                1
            }
            Some((value, _)) => value,
            None => 1,
        }
    }

    fn drop_count(&mut self, count: Option<(usize, usize)>) {
        if let Some((_, start)) = count {
            self.faults.push((start, Finding::CountWithoutCharacter));
        }
    }

    /// Repeats the output from `start` so that it stands there `count` times; false if that is too much.
    fn repeat(&mut self, start: usize, count: usize, limit: usize) -> bool {
        let length = self.bytes.len() - start;
        if length.saturating_mul(count).saturating_add(start) > limit {
            return false;
        }
        for _ in 1..count {
            self.bytes.extend_from_within(start..start + length);
            self.origins.extend_from_within(start..start + length);
            if length == 0 {
                break;
            }
        }
        true
    }
}

/// Encodes characters, runs of three and more with a count.
pub(crate) fn encode(text: impl IntoIterator<Item = char>, out: &mut String) {
    let mut text = text.into_iter().peekable();
    while let Some(c) = text.next() {
        let mut count = 1;
        while text.next_if_eq(&c).is_some() {
            count += 1;
        }
        if count > 2 {
            out.push_str(&count.to_string());
            out.push(c);
        } else {
            out.extend(std::iter::repeat_n(c, count));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(source: &str) -> String {
        let expanded = expand(source.as_bytes(), 1000, 8);
        assert_eq!(expanded.faults, []);
        assert_eq!(expanded.bytes.len(), expanded.origins.len());
        String::from_utf8(expanded.bytes).unwrap()
    }

    fn faults(source: &str) -> Vec<(usize, &'static str)> {
        expand(source.as_bytes(), 1000, 8).faults.iter().map(|(at, f)| (*at, f.code())).collect()
    }

    #[test]
    fn counts_and_nesting() {
        assert_eq!(text("3#4-p.#"), "###----p.#");
        assert_eq!(text("2(3(#-)#)"), "#-#-#-##-#-#-#");
        assert_eq!(text("10r\n2(u\nl)"), "rrrrrrrrrrulul");
        assert_eq!(text("1\n2R"), "RRRRRRRRRRRR");
    }

    #[test]
    fn faults_are_found_and_skipped() {
        assert_eq!(faults("4#|4"), [(3, "rle-count")]);
        assert_eq!(faults("2(#"), [(1, "rle-parenthesis")]);
        assert_eq!(faults("#)#"), [(1, "rle-parenthesis")]);
        assert_eq!(faults("(3)0#"), [(1, "rle-count"), (3, "rle-count")]);
        assert_eq!(expand(b"#)#", 9, 9).bytes, b"##");
    }

    #[test]
    fn bombs_are_defused() {
        assert_eq!(faults("99999999999999999999999999#"), [(26, "limit-rle-length")]);
        assert_eq!(faults("100(100(#))"), [(3, "limit-rle-length")]);
        assert_eq!(faults("((((((((((#))))))))))"), [(8, "limit-rle-depth")]);
        assert_eq!(faults("999999999()"), []);
        assert!(expand("99999(9(9(9(9(#)))))".as_bytes(), 1000, 8).bytes.len() <= 1000);
    }

    #[test]
    fn encoding_is_the_inverse() {
        for source in ["###----@.#", "#", "", "##--$$$", "-#-#-#"] {
            let mut encoded = String::new();
            encode(source.chars(), &mut encoded);
            assert_eq!(text(&encoded), source);
        }
    }
}
