//! What every fuzz target does with its bytes, and what the corpus test repeats on a stable toolchain.
//!
//! Reading anything must end without a panic, within the limits, with diagnostics that point into the file.
//! The playable levels must survive being written and read again, whatever their titles and notes say.

use soko_core::{LevelHash, identity};
use soko_formats::{Document, Format, Limits, ReadOptions, WriteOptions, check, read, write};

/// Small limits, so that a fuzzer can reach them.
fn limits() -> Limits {
    Limits {
        max_bytes: 1 << 16,
        max_levels: 200,
        max_board_side: 200,
        max_cells_total: 40_000,
        max_rle_expansion: 1 << 13,
        max_diagnostics: 100,
        ..Limits::default()
    }
}

fn read_as(bytes: &[u8], format: Option<Format>) -> Document {
    read(bytes, &ReadOptions { format, limits: limits(), ..ReadOptions::default() })
}

/// Reads bytes in a format (`None`: detect it), checks the levels, writes them in every way and reads them again.
pub fn exercise(bytes: &[u8], format: Option<Format>) {
    let document = read_as(bytes, format);
    let collection = &document.collection;
    assert!(collection.entries.len() <= limits().max_levels);
    assert!(document.diagnostics.len() <= limits().max_diagnostics + 1);
    for diagnostic in &document.diagnostics {
        assert!(diagnostic.line >= 1 && diagnostic.column >= 1, "{diagnostic}");
        assert!(!diagnostic.message.is_empty() && !diagnostic.remedy.is_empty(), "{diagnostic}");
    }
    let checked = check(&document);
    assert_eq!(checked.len(), collection.entries.len());

    let mut playable = collection.clone();
    let mut verdicts = checked.iter().map(|checked| checked.level.is_some());
    playable.entries.retain(|_| verdicts.next().unwrap_or(false));
    let before = hashes(&document);
    for target in Format::ALL.into_iter().filter(|format| format.can_write()) {
        let text = write(&playable, target, &WriteOptions::default()).expect("a format that can be written");
        let again = read_as(text.as_bytes(), Some(target));
        // Writing may grow past the small limits; then there is nothing to compare.
        if text.len() <= limits().max_bytes && !again.diagnostics.iter().any(|d| d.code.contains("limit")) {
            assert_eq!(before, hashes(&again), "{target} does not give back what it was given:\n{text}");
        }
    }
}

/// The playable levels of a file, in order.
fn hashes(document: &Document) -> Vec<LevelHash> {
    check(document).iter().filter_map(|checked| checked.level.as_ref().map(identity::exact)).collect()
}
