//! A memory as bytes: two lines that anyone can read, arrays that a machine reads fast, and a seal.
//!
//! ```text
//! sokolab table 1⏎                      what it is, and the version of the format
//! {"player":"q-box",…}⏎                 what it is about, and how many rows and slots there are
//! keys      rows × key_width × u32      all numbers little-endian
//! first     rows × u32
//! actions   slots × u32
//! q         slots × f32
//! visits    slots × u32
//! other     slots × f32                 in double learning only
//! SHA-256 of everything before          32 bytes
//! ```
//!
//! The reader is total. Lengths are compared with the bytes that are there before anything is allocated, the seal finds
//! every accident, and [`Memory::check`] finds what a seal cannot: a file made by somebody else.

use std::fmt::Write as _;

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use super::{About, Memory, MemoryError, Rows};

const MAGIC: &[u8] = b"sokolab table ";
const VERSION: u64 = 1;
/// Bytes of the seal.
const SEAL: usize = 32;

/// The SHA-256 of a file, in hexadecimal digits: what `sha256sum` says.
pub fn file_hash(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().fold(String::new(), |mut digits, byte| {
        let _ = write!(digits, "{byte:02x}");
        digits
    })
}

/// The second line.
#[derive(Serialize, Deserialize)]
struct Header<A> {
    #[serde(flatten)]
    about: A,
    rows: u64,
    key_width: u64,
    slots: u64,
    double: bool,
}

impl<A> Header<A> {
    /// Bytes of the arrays; `None` if that is absurd.
    fn bytes(&self) -> Option<u64> {
        let keys = self.rows.checked_mul(self.key_width.checked_add(1)?)?;
        let slots = self.slots.checked_mul(if self.double { 4 } else { 3 })?;
        keys.checked_add(slots)?.checked_mul(4)
    }
}

impl Memory {
    /// The bytes of a file.
    ///
    /// # Errors
    /// The memory does not fit together.
    pub fn to_bytes(&self) -> Result<Vec<u8>, MemoryError> {
        self.check()?;
        let Rows { key_width, keys, first, actions, q, visits, other } = &self.rows;
        let header = Header {
            about: &self.about,
            rows: first.len() as u64,
            key_width: *key_width as u64,
            slots: actions.len() as u64,
            double: !other.is_empty(),
        };
        let line = serde_json::to_string(&header)
            .map_err(|_| MemoryError::Damaged { what: "what it is about cannot be written" })?;
        let room = header.bytes().unwrap_or(0) as usize + line.len() + MAGIC.len() + SEAL + 8;
        let mut bytes = Vec::with_capacity(room);
        bytes.extend_from_slice(MAGIC);
        bytes.extend_from_slice(format!("{VERSION}\n{line}\n").as_bytes());
        for numbers in [keys, first, actions] {
            bytes.extend(numbers.iter().flat_map(|number| number.to_le_bytes()));
        }
        bytes.extend(q.iter().flat_map(|value| value.to_le_bytes()));
        bytes.extend(visits.iter().flat_map(|number| number.to_le_bytes()));
        bytes.extend(other.iter().flat_map(|value| value.to_le_bytes()));
        let seal = Sha256::digest(&bytes);
        bytes.extend_from_slice(&seal);
        Ok(bytes)
    }

    /// Reads the bytes of a file.
    ///
    /// # Errors
    /// They are no table, or not all of one, or not as they were written.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, MemoryError> {
        let (version, rest) = line(bytes.strip_prefix(MAGIC).ok_or(MemoryError::Foreign)?)
            .ok_or(MemoryError::Damaged { what: "its first line has no end" })?;
        let version: u64 = std::str::from_utf8(version)
            .ok()
            .and_then(|text| text.parse().ok())
            .ok_or(MemoryError::Damaged { what: "its first line names no format" })?;
        if version != VERSION {
            return Err(MemoryError::Newer { version, known: VERSION });
        }
        let (header, arrays) =
            line(rest).ok_or(MemoryError::Damaged { what: "its second line has no end" })?;
        let header: Header<About> = serde_json::from_slice(header)
            .map_err(|_| MemoryError::Damaged { what: "its second line does not say what it is about" })?;
        let there = arrays.len() as u64;
        let wanted = header.bytes().and_then(|bytes| bytes.checked_add(SEAL as u64));
        let wanted = wanted.ok_or(MemoryError::Damaged { what: "its lengths are absurd" })?;
        if there < wanted {
            return Err(MemoryError::Truncated { wanted, there });
        }
        if there > wanted {
            return Err(MemoryError::Damaged { what: "there is something behind its end" });
        }
        let (sealed, seal) = bytes.split_at(bytes.len() - SEAL);
        if Sha256::digest(sealed)[..] != *seal {
            return Err(MemoryError::Damaged { what: "its check sum is wrong" });
        }
        let memory = Self { rows: rows(&header, arrays), about: header.about };
        memory.check()?;
        Ok(memory)
    }
}

/// The arrays, whose lengths are known to fit.
fn rows(header: &Header<About>, mut bytes: &[u8]) -> Rows {
    let mut words = |count: u64| -> Vec<u32> {
        let (taken, rest) = bytes.split_at(count as usize * 4);
        bytes = rest;
        taken.as_chunks::<4>().0.iter().map(|&word| u32::from_le_bytes(word)).collect()
    };
    let floats = |words: Vec<u32>| words.into_iter().map(f32::from_bits).collect();
    let slots = header.slots;
    Rows {
        key_width: header.key_width as usize,
        keys: words(header.rows * header.key_width),
        first: words(header.rows),
        actions: words(slots),
        q: floats(words(slots)),
        visits: words(slots),
        other: floats(words(if header.double { slots } else { 0 })),
    }
}

/// A line without its end, and what follows.
fn line(bytes: &[u8]) -> Option<(&[u8], &[u8])> {
    let end = bytes.iter().position(|&byte| byte == b'\n')?;
    Some((&bytes[..end], &bytes[end + 1..]))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::memory::sample;

    /// The sample with another text in its lines, sealed anew.
    fn forged(from: &str, to: &str) -> Vec<u8> {
        let bytes = sample().to_bytes().unwrap();
        let place = bytes.windows(from.len()).position(|window| window == from.as_bytes()).expect(from);
        let mut forged = bytes[..place].to_vec();
        forged.extend_from_slice(to.as_bytes());
        forged.extend_from_slice(&bytes[place + from.len()..bytes.len() - SEAL]);
        let seal = Sha256::digest(&forged);
        forged.extend_from_slice(&seal);
        forged
    }

    #[test]
    fn what_is_written_is_read_again() {
        let mut memory = sample();
        for other in [Vec::new(), vec![1.0, -1.5, 0.0]] {
            memory.rows.other = other;
            assert_eq!(Memory::from_bytes(&memory.to_bytes().unwrap()), Ok(memory.clone()));
        }
        let empty = Memory { rows: Rows::new(2), ..sample() };
        assert_eq!(Memory::from_bytes(&empty.to_bytes().unwrap()), Ok(empty));
    }

    #[test]
    fn the_first_two_lines_can_be_read_by_people() {
        let bytes = sample().to_bytes().unwrap();
        let text = String::from_utf8_lossy(&bytes);
        let mut lines = text.lines();
        assert_eq!(lines.next(), Some("sokolab table 1"));
        let header: serde_json::Value = serde_json::from_str(lines.next().unwrap()).unwrap();
        assert_eq!(header["board"][1], "#@$ .#");
        assert_eq!((&header["rows"], &header["slots"]), (&2.into(), &3.into()));
    }

    #[test]
    fn every_truncation_is_an_error() {
        let bytes = sample().to_bytes().unwrap();
        for length in 0..bytes.len() {
            let error = Memory::from_bytes(&bytes[..length]).expect_err("it is cut off");
            assert!(!error.remedy().is_empty());
        }
        let longer = [&bytes[..], b"x"].concat();
        assert!(Memory::from_bytes(&longer).is_err());
    }

    #[test]
    fn every_flipped_bit_is_an_error() {
        let bytes = sample().to_bytes().unwrap();
        for place in 0..bytes.len() {
            for bit in 0..8 {
                let mut damaged = bytes.clone();
                damaged[place] ^= 1 << bit;
                assert!(Memory::from_bytes(&damaged).is_err(), "byte {place}, bit {bit}");
            }
        }
    }

    #[test]
    fn forged_headers_are_refused_without_a_huge_allocation() {
        for (from, to, wanted) in [
            ("sokolab", "sokoban", "no table"),
            ("table 1", "table 2", "format 2"),
            ("table 1", "table x", "no format"),
            ("\"rows\":2", "\"rows\":9", "cut off"),
            ("\"rows\":2", "\"rows\":18446744073709551615", "absurd"),
            ("\"slots\":3", "\"slots\":4000000000000", "cut off"),
            ("\"key_width\":2", "\"key_width\":4611686018427387904", "absurd"),
            ("\"key_width\":2", "\"key_width\":1", "behind its end"),
            ("\"player\"", "\"layer\"", "what it is about"),
            ("\"states\"", "\"clouds\"", "what it is about"),
        ] {
            let error = Memory::from_bytes(&forged(from, to)).expect_err(to).to_string();
            assert!(error.contains(wanted), "{to}: {error}");
        }
        assert!(Memory::from_bytes(&forged("q-state", "q-other")).is_ok(), "a seal proves no author");
    }
}
