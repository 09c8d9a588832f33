//! Properties: no bytes panic or break the limits, and what is written reads back equal.

mod collections;
mod damaged;

use proptest::{collection::vec, option, prelude::*, sample::select};
use soko_core::Board;
use soko_formats::{
    Collection, Document, Format, GameKind, Limits, ReadOptions, WriteOptions, check, read, report, write,
};

use collections::collection;
use damaged::{apply, broken_files, loaded_text, mutation};

/// Limits that small inputs can reach.
fn tight() -> Limits {
    Limits {
        max_levels: 50,
        max_board_side: 60,
        max_cells_total: 5_000,
        max_rle_expansion: 1_000,
        max_rle_depth: 8,
        max_notes: 50,
        max_moves: 500,
        max_games: 20,
        max_diagnostics: 30,
        ..Limits::default()
    }
}

/// Reads bytes, looks at everything and writes it in every format.
fn exercise(bytes: &[u8], format: Option<Format>, limits: Limits) {
    let document = read(bytes, &ReadOptions { format, limits, ..ReadOptions::default() });
    assert!(document.collection.entries.len() <= limits.max_levels);
    assert!(document.diagnostics.len() <= limits.max_diagnostics + 1);
    assert!(!document.collection.entries.is_empty() || !document.diagnostics.is_empty(), "nothing said");
    assert_eq!(check(&document).len(), document.collection.entries.len());
    for diagnostic in report(&document) {
        assert!(diagnostic.line > 0 && diagnostic.column > 0, "{diagnostic}");
        assert!(!diagnostic.message.is_empty() && !diagnostic.remedy.is_empty(), "{diagnostic:?}");
    }
    for format in Format::ALL.into_iter().filter(|format| format.can_write()) {
        let text = write(&document.collection, format, &WriteOptions::default()).expect("a written format");
        let again = read(text.as_bytes(), &ReadOptions { format: Some(format), ..ReadOptions::default() });
        assert_eq!(boards(&again), boards(&document), "as {format}:\n{text}");
    }
}

fn boards(document: &Document) -> Vec<&Board> {
    document.collection.entries.iter().map(|entry| &entry.board).collect()
}

fn any_format() -> impl Strategy<Value = Option<Format>> {
    option::weighted(0.6, select(&Format::ALL[..]))
}

/// What a format has room for, the rest left out.
fn kept(collection: &Collection, format: Format) -> Collection {
    let mut kept = collection.clone();
    for entry in &mut kept.entries {
        entry.place = soko_formats::Place::default();
        if format == Format::Slc {
            let credit = entry.property("Copyright").map(str::to_owned).or_else(|| entry.author.take());
            entry.author = None;
            entry.notes.clear();
            entry.properties = credit.into_iter().map(|credit| ("Copyright".to_owned(), credit)).collect();
        }
        if !matches!(format, Format::Sok | Format::Json) {
            entry.games.clear();
        }
        for game in &mut entry.games {
            if format == Format::Sok {
                // Headings are made where there are none, and pushes are written in capitals.
                game.title = game.title.take().filter(|title| !title.contains('/'));
                game.moves = game.moves.to_lowercase();
                if matches!(game.kind, GameKind::Snapshot { .. }) {
                    game.title = game.title.take().filter(|title| title != "Snapshot");
                }
            }
        }
    }
    if format == Format::Slc {
        kept.copyright = kept.copyright.take().or(kept.author.take());
        kept.author = None;
    }
    kept
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn no_bytes_panic(bytes in vec(any::<u8>(), 0..400), format in any_format()) {
        exercise(&bytes, format, Limits::default());
    }

    #[test]
    fn no_text_panics(text in loaded_text(), format in any_format()) {
        exercise(text.as_bytes(), format, Limits::default());
        let limits = tight();
        let document = read(text.as_bytes(), &ReadOptions { format, limits, ..ReadOptions::default() });
        prop_assert!(document.collection.entries.len() <= limits.max_levels);
        prop_assert!(document.diagnostics.len() <= limits.max_diagnostics + 1);
    }

    #[test]
    fn no_mutation_panics(index in any::<usize>(), mutations in vec(mutation(), 1..12), format in any_format()) {
        let files = broken_files();
        let mut bytes = files[index % files.len()].clone();
        for mutation in &mutations {
            apply(&mut bytes, mutation);
        }
        exercise(&bytes, None, Limits::default());
        exercise(&bytes, format, Limits::default());
    }

    #[test]
    fn what_is_written_reads_back_equal(
        collection in collection(),
        format in select(vec![Format::Xsb, Format::Sok, Format::Slc, Format::Rle, Format::Json]),
        dash_floor in any::<bool>(),
        run_length in any::<bool>(),
    ) {
        let text = write(&collection, format, &WriteOptions { dash_floor, run_length }).expect("a written format");
        for stated in [Some(format), None] {
            let document = read(text.as_bytes(), &ReadOptions { format: stated, ..ReadOptions::default() });
            prop_assert_eq!(kept(&document.collection, format), kept(&collection, format), "{}", text);
        }
    }
}
