//! Hostile inputs: 100 MB of anything, bombs, endless lines. Reading them must stay within a bound on memory and on the
//! bytes allocated in all, which this file counts with an allocator of its own, and say what was left out.

use std::{
    alloc::{GlobalAlloc, Layout, System},
    fmt::Write,
    sync::{
        Mutex, PoisonError,
        atomic::{AtomicUsize, Ordering},
    },
};

use soko_formats::{Document, Limits, ReadOptions, read};

/// Counts the bytes that are allocated.
struct Counting;

static LIVE: AtomicUsize = AtomicUsize::new(0);
static PEAK: AtomicUsize = AtomicUsize::new(0);
/// All bytes ever allocated: work that copies what it has read again and again shows here.
static TOTAL: AtomicUsize = AtomicUsize::new(0);

fn grown(by: usize) {
    TOTAL.fetch_add(by, Ordering::Relaxed);
    let live = LIVE.fetch_add(by, Ordering::Relaxed) + by;
    PEAK.fetch_max(live, Ordering::Relaxed);
}

#[expect(unsafe_code, reason = "an allocator is unsafe to implement; this one only counts and passes on")]
// SAFETY: every call goes to the system's allocator unchanged.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        grown(layout.size());
        // SAFETY: the caller's promises are passed on.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        LIVE.fetch_sub(layout.size(), Ordering::Relaxed);
        // SAFETY: the caller's promises are passed on.
        unsafe { System.dealloc(pointer, layout) }
    }

    unsafe fn realloc(&self, pointer: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        grown(size);
        LIVE.fetch_sub(layout.size(), Ordering::Relaxed);
        // SAFETY: the caller's promises are passed on.
        unsafe { System.realloc(pointer, layout, size) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// One input at a time: the counters are for the whole process.
static TURN: Mutex<()> = Mutex::new(());

const MEGABYTE: usize = 1 << 20;
/// Bytes that may be allocated in all for one input. The worst one takes 0.8 GB.
const MOST_ALLOCATED: usize = 2_000 * MEGABYTE;

fn limited(bytes: &[u8], limits: Limits) -> Document {
    read(bytes, &ReadOptions { limits, ..ReadOptions::default() })
}

/// Reads bytes; the memory used besides them must stay below `megabytes`.
fn bounded(bytes: &[u8], megabytes: usize) -> Document {
    let before = LIVE.load(Ordering::Relaxed);
    PEAK.store(before, Ordering::Relaxed);
    let total = TOTAL.load(Ordering::Relaxed);
    let document = read(bytes, &ReadOptions::default());
    let allocated = TOTAL.load(Ordering::Relaxed) - total;
    let used = PEAK.load(Ordering::Relaxed).saturating_sub(before);
    let head = String::from_utf8_lossy(&bytes[..bytes.len().min(20)]).into_owned();
    assert!(used <= megabytes * MEGABYTE, "{head:?}…: {} MB used, {megabytes} allowed", used / MEGABYTE);
    assert!(allocated <= MOST_ALLOCATED, "{head:?}…: {} MB allocated in all", allocated / MEGABYTE);
    document
}

fn codes(document: &Document) -> Vec<&'static str> {
    let mut codes: Vec<_> = document.diagnostics.iter().map(|diagnostic| diagnostic.code).collect();
    codes.sort_unstable();
    codes.dedup();
    codes
}

/// A piece of text, again and again, up to a number of bytes.
fn repeated(piece: &str, bytes: usize) -> Vec<u8> {
    piece.as_bytes().repeat(bytes / piece.len())
}

macro_rules! turn {
    () => {
        let _turn = TURN.lock().unwrap_or_else(PoisonError::into_inner);
    };
}

#[test]
fn a_hundred_megabytes_of_zeros() {
    turn!();
    let document = bounded(&vec![0; 100 * MEGABYTE], 1);
    assert_eq!(codes(&document), ["not-text"]);
}

#[test]
fn a_hundred_megabytes_of_blank_lines() {
    turn!();
    let document = bounded(&repeated("\n", 100 * MEGABYTE), 1);
    assert_eq!(codes(&document), ["empty-file"]);
}

#[test]
fn a_hundred_megabytes_of_prose() {
    turn!();
    let document = bounded(&repeated("no level here\n", 100 * MEGABYTE), 100);
    assert_eq!(codes(&document), ["limit-text", "no-level"]);
}

#[test]
fn one_endless_line() {
    turn!();
    for piece in ["#", "x", "#@$.", "r", "3(", "[", "<", "{\"", "1 "] {
        let document = bounded(&repeated(piece, 10 * MEGABYTE), 100);
        assert!(!document.diagnostics.is_empty(), "{piece}");
    }
}

#[test]
fn a_hundred_megabytes_of_small_levels() {
    turn!();
    let document = bounded(&repeated("###\n#@#\n###\n\n", 100 * MEGABYTE), 200);
    assert_eq!(document.collection.entries.len(), Limits::default().max_levels);
    assert_eq!(codes(&document), ["limit-levels"]);
}

#[test]
fn more_bytes_or_cells_than_are_read() {
    turn!();
    let text = repeated("#####\n#@$.#\n#####\n\n", 1000);
    for (limits, levels, code) in [
        (Limits { max_bytes: 100, ..Limits::default() }, 5, "limit-bytes"),
        (Limits { max_cells_total: 50, ..Limits::default() }, 3, "limit-cells"),
    ] {
        let document = limited(&text, limits);
        assert_eq!((document.collection.entries.len(), codes(&document)), (levels, vec![code]));
    }
}

#[test]
fn a_million_lines_of_one_board() {
    turn!();
    let document = bounded(&repeated("#     #\n", 8_000_000), 100);
    assert_eq!(codes(&document), ["no-level", "rows-as-text"]);
    let document = bounded(&repeated("#  @ $#\n", 8_000_000), 10);
    assert_eq!(codes(&document), ["limit-board", "no-level"]);
}

#[test]
fn a_row_of_a_million_cells() {
    turn!();
    let wall = "#".repeat(1_000_000);
    let text = format!("{wall}\n#@$.{}#\n{wall}\n\n; fine\n#####\n#@$.#\n#####\n", " ".repeat(999_995));
    let document = bounded(text.as_bytes(), 1);
    assert_eq!((document.collection.entries.len(), codes(&document)), (1, vec!["limit-board"]));
}

#[test]
fn repeats_that_would_fill_gigabytes() {
    turn!();
    let bomb = "999(999(999(999(999(999(#))))))|#@$.#|5#\n";
    let document = bounded(&repeated(bomb, 4 * MEGABYTE), 50);
    assert_eq!(codes(&document), ["limit-findings", "limit-rle-length", "no-level"]);
    let many = "9999#|9999#|9999#|#@$.9995-#|9999#\n";
    let document = bounded(&repeated(many, 4 * MEGABYTE), 50);
    assert!(codes(&document).contains(&"limit-board"), "{:?}", codes(&document));
}

#[test]
fn moves_that_would_fill_gigabytes() {
    turn!();
    let game = "Solution\n999999(999999(rl))\n\n";
    let text = [b"#####\n#@$.#\n#####\n\n".to_vec(), repeated(game, MEGABYTE)].concat();
    let document = bounded(&text, 100);
    assert_eq!(codes(&document), ["limit-findings", "limit-moves"]);
    // Back and forth in a corridor is legal for ever.
    let game = "Solution\n99999(rl)\n\n";
    let text = [b"######\n#@ $.#\n######\n\n".to_vec(), repeated(game, MEGABYTE)].concat();
    let document = bounded(&text, 300);
    assert!(codes(&document).contains(&"limit-moves"), "{:?}", codes(&document));
}

#[test]
fn more_games_than_are_kept() {
    turn!();
    let text = [b"#####\n#@$.#\n#####\n\n".to_vec(), repeated("Solution\nR\n\n", 12 * 200)].concat();
    let limits = Limits { max_games: 100, ..Limits::default() };
    let document = limited(&text, limits);
    assert_eq!(document.collection.entries[0].games.len(), 100);
    assert_eq!(codes(&document), ["limit-games"]);
}

#[test]
fn xml_bombs() {
    turn!();
    let mut text = String::from("<?xml version=\"1.0\"?>\n<!DOCTYPE a [\n<!ENTITY a0 \"##########\">\n");
    for i in 1..30 {
        let inner = format!("&a{};", i - 1).repeat(10);
        writeln!(text, "<!ENTITY a{i} \"{inner}\">").expect("writing to a string");
    }
    text.push_str("]>\n<SokobanLevels><Title>&a29;</Title>");
    text.push_str("<LevelCollection><Level Id=\"1\"><L>#####</L><L>#@$.#</L><L>#####</L></Level>");
    text.push_str("</LevelCollection></SokobanLevels>");
    let document = bounded(text.as_bytes(), 1);
    assert_eq!(document.collection.entries.len(), 1);
    assert_eq!(codes(&document), ["xml-entity", "xml-entity-declaration"]);
    // One large entity, used often: quadratic if it is expanded.
    let large = "#".repeat(MEGABYTE);
    let uses = "&x;".repeat(100_000);
    let text = format!("<!DOCTYPE a [<!ENTITY x \"{large}\">]>\n<SokobanLevels><Title>{uses}</Title>");
    bounded(text.as_bytes(), 5);
}

#[test]
fn xml_without_end() {
    turn!();
    for piece in
        ["<a>", "<L>", "<Level>", "<!--", "<![CDATA[", "<?", "<!D [", "</L>", "<a b=\"c\" ", "&", "<a '"]
    {
        let text = [b"<SokobanLevels>".to_vec(), repeated(piece, 5 * MEGABYTE)].concat();
        let document = bounded(&text, 150);
        assert!(!document.diagnostics.is_empty(), "{piece}");
    }
    let attributes = (0..100_000).map(|i| format!(" a{i}=\"x\"")).collect::<Vec<_>>().concat();
    bounded(format!("<SokobanLevels><Level{attributes}><L>#@#</L></Level></SokobanLevels>").as_bytes(), 5);
    let lines = "\n".repeat(10 * MEGABYTE);
    bounded(format!("<SokobanLevels><Level><L>{lines}#@#{lines}</L></Level>").as_bytes(), 25);
}

#[test]
fn json_without_end() {
    turn!();
    for piece in ["[", "{\"a\":", "[[],", "{},", "\"", "0,", "{\"board\":[", "{\"map\":\"1\"},", "\\"] {
        for start in ["[", "{\"levels\":["] {
            let text = [start.as_bytes().to_vec(), repeated(piece, 5 * MEGABYTE)].concat();
            let document = bounded(&text, 150);
            assert!(!document.diagnostics.is_empty(), "{piece}");
        }
    }
}

#[test]
fn numbers_without_end() {
    turn!();
    let text = [b"9 9\n".to_vec(), repeated("9 ", 20 * MEGABYTE)].concat();
    let document = bounded(&text, 150);
    assert!(codes(&document).contains(&"limit-cells"), "{:?}", codes(&document));
}

#[test]
fn comments_without_end() {
    turn!();
    let document = bounded(&repeated("Comment:\n", 10 * MEGABYTE), 100);
    assert!(codes(&document).contains(&"unclosed-comment"));
    bounded(&repeated("Comment:\nx\n\nComment-End:\n", 10 * MEGABYTE), 100);
}

#[test]
fn near_rows_without_end() {
    turn!();
    let document = bounded(&repeated("# x # y # z #\n#############\n", 10 * MEGABYTE), 250);
    assert!(!document.diagnostics.is_empty());
    bounded(&repeated("#@$.#\n-----\n", 10 * MEGABYTE), 100);
}

#[test]
fn a_title_of_megabytes_is_not_repeated_in_every_finding() {
    turn!();
    let text = format!("; {}\n######\n#{}#\n######\n", "long ".repeat(MEGABYTE), "@".repeat(900));
    let document = bounded(text.as_bytes(), 50);
    let longest = document.diagnostics.iter().map(|d| d.to_string().len()).max();
    assert!(longest.is_none_or(|length| length < 1000));
}
