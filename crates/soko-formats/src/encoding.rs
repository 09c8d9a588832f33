//! Bytes to text.
//!
//! Level files are older than UTF-8: Latin-1 umlauts in authors' names, UTF-16 from editors, XML that
//! declares its own encoding. A byte order mark decides; then an XML declaration; then UTF-8 if the bytes
//! are valid UTF-8 (Latin-1 text practically never is); else windows-1252, the superset of ISO-8859-1 that
//! the WHATWG standard prescribes for it. Valid UTF-8 is borrowed, so the common case costs one check.

use std::borrow::Cow;

use encoding_rs::{UTF_8, UTF_16BE, UTF_16LE, WINDOWS_1252};

use crate::{Encoding, finding::Finding};

/// A decoded file.
pub(crate) struct Decoded<'a> {
    pub(crate) text: Cow<'a, str>,
    pub(crate) encoding: Encoding,
    pub(crate) findings: Vec<Finding>,
}

const BYTE_ORDER_MARKS: [(&[u8], &encoding_rs::Encoding); 3] =
    [(b"\xEF\xBB\xBF", UTF_8), (b"\xFF\xFE", UTF_16LE), (b"\xFE\xFF", UTF_16BE)];

/// Decodes a file.
pub(crate) fn decode(bytes: &[u8]) -> Decoded<'_> {
    let mut findings = Vec::new();
    for (mark, encoding) in BYTE_ORDER_MARKS {
        if let Some(rest) = bytes.strip_prefix(mark) {
            return decoded(encoding, rest, true, findings);
        }
    }
    if let Some(encoding) = utf16_by_zeros(bytes) {
        findings.push(Finding::Utf16WithoutMark);
        return decoded(encoding, bytes, false, findings);
    }
    if let Some(label) = declared(bytes) {
        match encoding_rs::Encoding::for_label(label) {
            // A declaration that was readable as ASCII cannot be right about UTF-16.
            Some(encoding) if encoding != UTF_8 && encoding != UTF_16LE && encoding != UTF_16BE => {
                return decoded(encoding, bytes, false, findings);
            }
            Some(_) => {}
            None => {
                let label = String::from_utf8_lossy(&label[..label.len().min(40)]).into_owned();
                findings.push(Finding::UnknownEncoding { label });
            }
        }
    }
    match std::str::from_utf8(bytes) {
        Ok(text) => utf8(text, findings),
        // The file was cut in the middle of a character.
        Err(error) if error.error_len().is_none() => {
            let text = std::str::from_utf8(&bytes[..error.valid_up_to()]);
            utf8(text.expect("valid up to here"), findings)
        }
        Err(_) => {
            findings.push(Finding::NotUtf8);
            decoded(WINDOWS_1252, bytes, false, findings)
        }
    }
}

/// The text of a file as [`read`](crate::read) sees it, for quoting the lines that diagnostics point at. Nothing if
/// the file is binary.
pub fn text(bytes: &[u8]) -> Option<Cow<'_, str>> {
    binary(bytes).is_none().then(|| decode(bytes).text)
}

fn utf8(text: &str, findings: Vec<Finding>) -> Decoded<'_> {
    let encoding = Encoding { name: UTF_8.name(), byte_order_mark: false };
    Decoded { text: Cow::Borrowed(text), encoding, findings }
}

fn decoded<'a>(
    encoding: &'static encoding_rs::Encoding,
    bytes: &'a [u8],
    byte_order_mark: bool,
    findings: Vec<Finding>,
) -> Decoded<'a> {
    let (text, _) = encoding.decode_without_bom_handling(bytes);
    Decoded { text, encoding: Encoding { name: encoding.name(), byte_order_mark }, findings }
}

/// ASCII in UTF-16 has a zero in every other byte.
fn utf16_by_zeros(bytes: &[u8]) -> Option<&'static encoding_rs::Encoding> {
    let sample = &bytes[..bytes.len().min(512)];
    let zeros = |parity: usize| sample.iter().skip(parity).step_by(2).filter(|&&b| b == 0).count();
    let (even, odd) = (zeros(0), zeros(1));
    if sample.len() < 8 || (even + odd) * 5 < sample.len() * 2 {
        return None;
    }
    match (even, odd) {
        (0, _) => Some(UTF_16LE),
        (_, 0) => Some(UTF_16BE),
        _ => None,
    }
}

/// The label in `<?xml … encoding="label"?>`.
fn declared(bytes: &[u8]) -> Option<&[u8]> {
    let head = &bytes[..bytes.len().min(256)];
    let start = head.iter().position(|b| !b.is_ascii_whitespace())?;
    let head = head[start..].strip_prefix(b"<?xml")?;
    let head = &head[..head.windows(2).position(|w| w == b"?>")?];
    let key = b"encoding";
    let after = head.windows(key.len()).position(|w| w == key)? + key.len();
    let value = head[after..].trim_ascii_start().strip_prefix(b"=")?.trim_ascii_start();
    let (&quote, value) = value.split_first()?;
    (quote == b'"' || quote == b'\'').then_some(())?;
    Some(&value[..value.iter().position(|&b| b == quote)?])
}

/// Files that are no text at all, by their first bytes.
const SIGNATURES: [(&[u8], &str); 13] = [
    (b"PK\x03\x04", "a ZIP archive"),
    (b"\x1F\x8B", "a gzip archive"),
    (b"7z\xBC\xAF\x27\x1C", "a 7z archive"),
    (b"Rar!", "a RAR archive"),
    (b"BZh", "a bzip2 archive"),
    (b"\xFD7zXZ\x00", "an xz archive"),
    (b"\x89PNG", "a PNG picture"),
    (b"GIF8", "a GIF picture"),
    (b"\xFF\xD8\xFF", "a JPEG picture"),
    (b"%PDF", "a PDF document"),
    (b"\x7FELF", "a program"),
    (b"MZ\x90\x00", "a program"),
    (b"\xD0\xCF\x11\xE0", "an office document"),
];

/// What a file is if it is clearly no text.
pub(crate) fn binary(bytes: &[u8]) -> Option<&'static str> {
    if let Some((_, what)) = SIGNATURES.iter().find(|(signature, _)| bytes.starts_with(signature)) {
        return Some(what);
    }
    if BYTE_ORDER_MARKS.iter().any(|(mark, _)| bytes.starts_with(mark)) || utf16_by_zeros(bytes).is_some() {
        return None;
    }
    // Random bytes hold more than 10 % control characters; texts hold hardly any.
    let sample = &bytes[..bytes.len().min(1 << 16)];
    let (mut zeros, mut controls) = (0, 0);
    for &byte in sample {
        match byte {
            0 => zeros += 1,
            b'\t' | b'\n' | b'\r' | 0x0C | 0x1A => {}
            1..0x20 => controls += 1,
            _ => {}
        }
    }
    let binary = (zeros > 8 && zeros * 5 > sample.len()) || (controls > 3 && controls * 25 > sample.len());
    binary.then_some("binary data")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seen(bytes: &[u8]) -> (String, &'static str, bool, usize) {
        let d = decode(bytes);
        (d.text.into_owned(), d.encoding.name, d.encoding.byte_order_mark, d.findings.len())
    }

    #[test]
    fn utf8_with_and_without_mark() {
        assert_eq!(seen("Zíka".as_bytes()), ("Zíka".to_owned(), "UTF-8", false, 0));
        assert_eq!(seen(b"\xEF\xBB\xBF#"), ("#".to_owned(), "UTF-8", true, 0));
    }

    #[test]
    fn utf16_in_both_orders() {
        assert_eq!(seen(b"\xFF\xFE#\0@\0"), ("#@".to_owned(), "UTF-16LE", true, 0));
        assert_eq!(seen(b"\xFE\xFF\0#\0@"), ("#@".to_owned(), "UTF-16BE", true, 0));
        assert_eq!(seen(b"#\0@\0$\0.\0"), ("#@$.".to_owned(), "UTF-16LE", false, 1));
    }

    #[test]
    fn latin1_is_the_last_resort() {
        assert_eq!(seen(b"Garc\xEDa"), ("García".to_owned(), "windows-1252", false, 1));
    }

    #[test]
    fn an_xml_declaration_is_respected() {
        let bytes = b"<?xml version=\"1.0\" encoding='ISO-8859-2'?><a>\xB1</a>";
        assert!(seen(bytes).0.ends_with("<a>ą</a>"));
        let (text, name, _, findings) = seen(b"<?xml encoding=\"klingon\"?><a>\xC3\xA9</a>");
        assert!(text.ends_with("<a>é</a>"));
        assert_eq!((name, findings), ("UTF-8", 1));
    }

    #[test]
    fn a_character_cut_in_half_at_the_end_is_dropped() {
        assert_eq!(seen(b"ab\xC3"), ("ab".to_owned(), "UTF-8", false, 0));
    }

    #[test]
    fn binary_files_are_recognised() {
        assert_eq!(binary(b"PK\x03\x04rest"), Some("a ZIP archive"));
        assert_eq!(binary(&[1, 2, 3, 4, 5, 200, 7, 8]), Some("binary data"));
        assert_eq!(binary(b"#####\n\0\n#####\n"), None);
        assert_eq!(binary("naïve text".as_bytes()), None);
    }

    #[test]
    fn a_binary_file_has_no_text() {
        assert_eq!(text(b"; M\xFCde").as_deref(), Some("; Müde"));
        assert_eq!(text(b"\x7FELF\x02\x01\x01\0\0\0\0\0\0\0\0"), None);
    }
}
