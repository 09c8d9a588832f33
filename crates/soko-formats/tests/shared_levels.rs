//! Real level files: every file listed in `VALIDATION.csv` is read, its number of levels agrees, and what is
//! written reads back equal.
//!
//! The files are not part of the repository ([`soko_testing::shared`]).

use std::{
    collections::BTreeSet,
    fs,
    path::{Path, PathBuf},
    process::ExitCode,
    sync::Arc,
};

use libtest_mimic::{Arguments, Failed};
use soko_core::{Board, Cell, LevelHash, identity};
use soko_formats::{
    Collection, Document, Entry, Format, Legend, ReadOptions, SavedGame, Severity, WriteOptions, read, write,
};
use soko_testing::shared::{levels, trial};

/// Files where our number of levels is not that of `VALIDATION.csv`: (file, ours, table's, why).
const DEVIATIONS: &[(&str, usize, usize, &str)] = &[
    (
        "deadlock_examples/sokoshell_docs/ex_1_dead.xsb",
        1,
        0,
        "the player is drawn as the letter u; the table's script lost the board with its row",
    ),
    (
        "deadlock_examples/sokoshell_docs/pi_corral_deadlock.xsb",
        1,
        0,
        "the player is drawn as the letter r; the table's script lost the board with its row",
    ),
    (
        "deadlock_examples/sokoshell_docs/pi_corral_deadlock_dead.xsb",
        1,
        0,
        "the player is drawn as the letter r; the table's script lost the board with its row",
    ),
    (
        "jsoko/testlevel/Parsing of files/Interior empty rows.sok",
        8,
        7,
        "the board 'RLE' has one run-length row per line, each ended by '|'; the table's script skipped it",
    ),
];

/// Files outside the table in which levels are found all the same: (file, levels).
const UNLISTED: &[(&str, usize)] = &[];

fn main() -> ExitCode {
    let mut trials = vec![
        trial("counts", level_counts),
        trial("unlisted files", unlisted_files),
        trial("xml against roxmltree", xml_against_roxmltree),
        trial("boxoban against the general reader", boxoban_against_general),
        trial("twins", twins),
        trial("numeric against drawn", numeric_against_drawn),
        trial("printed metrics", printed_metrics),
    ];
    let listed = Arc::new(levels().map_or_else(Vec::new, |root| listed(&root)));
    let folders: BTreeSet<_> = listed.iter().map(|(file, _)| top(file).to_owned()).collect();
    for folder in folders {
        let listed = Arc::clone(&listed);
        let name = format!("round trips/{folder}");
        trials.push(trial(name, move |root| round_trips(root, &listed, &folder)));
    }
    libtest_mimic::run(&Arguments::from_args(), trials).exit_code()
}

fn top(file: &str) -> &str {
    file.split('/').next().unwrap_or_default()
}

fn open(root: &Path, name: &str) -> Document {
    let bytes = fs::read(root.join(name)).unwrap_or_else(|error| panic!("{name}: {error}"));
    let legend = name.ends_with("sokoban-maps-60-plain.txt").then_some(Legend::Pusher);
    read(&bytes, &ReadOptions { name: Some(name.to_owned()), legend, ..ReadOptions::default() })
}

/// The files and level counts of `VALIDATION.csv`. No file name in it has a comma.
fn listed(root: &Path) -> Vec<(String, usize)> {
    let text = fs::read_to_string(root.join("VALIDATION.csv")).expect("the table can be read");
    text.lines()
        .skip(1)
        .map(|line| {
            let mut fields = line.split(',');
            let file = fields.next().expect("a file name").to_owned();
            (file, fields.next().and_then(|count| count.parse().ok()).expect("a number of levels"))
        })
        .collect()
}

fn verdict(wrong: &[String]) -> Result<(), Failed> {
    if wrong.is_empty() { Ok(()) } else { Err(wrong.join("\n").into()) }
}

fn level_counts(root: &Path) -> Result<(), Failed> {
    let mut wrong = Vec::new();
    let mut met = BTreeSet::new();
    let listed = listed(root);
    assert!(listed.len() > 900, "the table has {} rows", listed.len());
    for (file, expected) in &listed {
        let document = open(root, file);
        let ours = document.collection.entries.len();
        match DEVIATIONS.iter().find(|row| row.0 == file) {
            None if ours == *expected => {}
            Some(row) if (row.1, row.2) == (ours, *expected) => {
                met.insert(row.0);
            }
            _ => {
                let format = document.format;
                wrong.push(format!("{file}: {ours} levels, the table says {expected} ({format})"));
            }
        }
        let silent = document.diagnostics.iter().all(|d| d.severity != Severity::Error);
        if ours == 0 && silent {
            wrong.push(format!("{file}: nothing read and nothing said"));
        }
    }
    for row in DEVIATIONS.iter().filter(|row| !met.contains(row.0)) {
        wrong.push(format!("{}: the row in DEVIATIONS is stale", row.0));
    }
    verdict(&wrong)
}

fn files_below(folder: &Path, found: &mut Vec<PathBuf>) {
    let mut entries: Vec<_> =
        fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").path()).collect();
    entries.sort();
    for path in entries {
        if path.is_dir() {
            files_below(&path, found);
        } else {
            found.push(path);
        }
    }
}

fn unlisted_files(root: &Path) -> Result<(), Failed> {
    let listed: BTreeSet<_> = listed(root).into_iter().map(|(file, _)| file).collect();
    let mut paths = Vec::new();
    files_below(root, &mut paths);
    let mut wrong = Vec::new();
    for path in paths {
        let name = path.strip_prefix(root).expect("below the root").to_string_lossy().into_owned();
        if listed.contains(&name) {
            continue;
        }
        let document = open(root, &name);
        let levels = document.collection.entries.len();
        let expected = UNLISTED.iter().find(|row| row.0 == name).map_or(0, |row| row.1);
        if levels != expected {
            wrong.push(format!("{name}: {levels} levels, expected {expected} ({})", document.format));
        }
        let silent = document.diagnostics.iter().all(|d| d.severity != Severity::Error);
        if levels == 0 && silent {
            wrong.push(format!("{name}: nothing read and nothing said"));
        }
    }
    verdict(&wrong)
}

/// What an XML parser makes of the well-formed files, our scanner makes of them too.
fn xml_against_roxmltree(root: &Path) -> Result<(), Failed> {
    let mut wrong = Vec::new();
    let mut seen = 0;
    for (file, _) in listed(root).iter().filter(|(file, _)| top(file).starts_with("slc_")) {
        let bytes = fs::read(root.join(file)).expect("a file");
        let latin =
            |bytes: &[u8]| encoding_rs::WINDOWS_1252.decode_without_bom_handling(bytes).0.into_owned();
        let text = String::from_utf8(bytes).unwrap_or_else(|error| latin(error.as_bytes()));
        let options = roxmltree::ParsingOptions { allow_dtd: true, ..roxmltree::ParsingOptions::default() };
        let tree = roxmltree::Document::parse_with_options(&text, options).expect("well-formed");
        let levels = tree.descendants().filter(|node| node.has_tag_name("Level"));
        let ours = open(root, file).collection.entries;
        let mut count = 0;
        for (level, entry) in levels.zip(&ours) {
            let rows = level.children().filter(|node| node.has_tag_name("L"));
            // A stray character (there is one '|') is floor.
            let known = |c: char| if Cell::from_xsb(c).is_some() { c } else { ' ' };
            let drawn = rows.map(|row| row.text().unwrap_or_default().chars().map(known).collect());
            let drawn: Vec<String> = drawn.collect();
            let board = Board::parse(&drawn.join("\n")).expect("a board").cropped();
            let id = level.attribute("Id").map(|id| id.split_whitespace().collect::<Vec<_>>().join(" "));
            if board != entry.board || id.filter(|id| !id.is_empty()) != entry.title {
                wrong.push(format!("{file}: level {} differs", count + 1));
            }
            count += 1;
        }
        if count != ours.len() {
            wrong.push(format!("{file}: {count} levels in the tree, {} read", ours.len()));
        }
        seen += count;
    }
    assert!(seen > 10_000, "only {seen} levels compared");
    verdict(&wrong)
}

/// The reader for Boxoban's regular shape and the one for any drawing yield the same, places included.
fn boxoban_against_general(root: &Path) -> Result<(), Failed> {
    let mut wrong = Vec::new();
    let mut seen = 0;
    for (file, _) in listed(root).iter().filter(|(file, _)| top(file) == "boxoban") {
        let fast = open(root, file);
        let bytes = fs::read(root.join(file)).expect("a file");
        let general = read(&bytes, &ReadOptions { format: Some(Format::Xsb), ..ReadOptions::default() });
        assert_eq!(fast.format, Format::Boxoban, "{file}");
        if fast.collection != general.collection {
            wrong.push(format!("{file}: the readers differ"));
        }
        seen += fast.collection.entries.len();
    }
    assert!(seen > 30_000, "only {seen} levels compared");
    verdict(&wrong)
}

/// The same collections in other formats, by other hands: (file, first level, file, first level, levels).
const TWINS: &[(&str, usize, &str, usize, usize)] = &[
    ("skinner_txt/Microban.txt", 1, "slc_hoste/microban.slc", 1, 155),
    ("skinner_txt/Microban.txt", 1, "large_test_suite/Microban_155.xsb", 1, 155),
    ("skinner_txt/Microban.txt", 1, "other_formats/ksokoban_level.data", 151, 155),
    ("skinner_txt/Microban II.txt", 1, "slc_hoste/masmicroban.slc", 1, 135),
    ("skinner_txt/Microban III.txt", 1, "slc_sokoshell/Microban_III.slc", 1, 101),
    ("skinner_txt/Original.xsb", 1, "slc_hoste/Original.slc", 1, 90),
    ("skinner_txt/Original.xsb", 1, "thinking_rabbit_txt/Original.txt", 1, 90),
    ("jsoko/collections/Dries De Clercq/Zone 26.sok", 1, "slc_sokoshell/Zone_26.slc", 1, 117),
    ("large_test_suite/XSokoban_90.xsb", 1, "xsokoban/screens/screen.1", 1, 1),
    ("large_test_suite/XSokoban_90.xsb", 90, "xsokoban/screens/screen.90", 1, 1),
];

fn twins(root: &Path) -> Result<(), Failed> {
    let mut wrong = Vec::new();
    for &(a, from_a, b, from_b, count) in TWINS {
        let hashes = |file, from: usize| exact_hashes(&open(root, file)).split_off(from - 1);
        let (ours, theirs) = (hashes(a, from_a), hashes(b, from_b));
        assert!(ours.len() >= count && theirs.len() >= count, "{a} or {b} is too short");
        for i in (0..count).filter(|&i| ours[i] != theirs[i] || ours[i].is_none()) {
            wrong.push(format!("{a} #{} and {b} #{} differ", from_a + i, from_b + i));
        }
    }
    verdict(&wrong)
}

const LOST: &str = "the conversion lost the boxes that stand on goals";
const WALLS: &str = "two walls of the drawing are missing";
const GOAL: &str = "the goal of the drawing is missing";

/// Numeric UCI files and the drawings beside them that are not the same level: (folder, name, why).
const UNEQUAL: &[(&str, &str, &str)] = &[
    ("uci_cs271/chenqihong_benchmarks/", "sokoban15.txt", LOST),
    ("uci_cs271/chenqihong_benchmarks/", "sokoban16.txt", LOST),
    ("uci_cs271/chenqihong_benchmarks/", "sokoban29.txt", LOST),
    ("uci_cs271/chenqihong_benchmarks/", "sokoban48.txt", LOST),
    ("uci_cs271/chenqihong_benchmarks/", "sokoban49.txt", LOST),
    ("uci_cs271/chenqihong_benchmarks/", "sokoban50.txt", LOST),
    ("uci_cs271/chenqihong_benchmarks/", "sokoban90.txt", LOST),
    ("uci_cs271/cs175_2025/Sokoban/", "sokoban15.txt", LOST),
    ("uci_cs271/cs175_2025/Sokoban/", "sokoban16.txt", LOST),
    ("uci_cs271/cs175_2025/Sokoban/", "sokoban29.txt", LOST),
    ("uci_cs271/cs175_2025/Sokoban/", "sokoban48.txt", LOST),
    ("uci_cs271/cs175_2025/Sokoban/", "sokoban49.txt", LOST),
    ("uci_cs271/cs175_2025/Sokoban/", "sokoban50.txt", LOST),
    ("uci_cs271/cs175_2025/Sokoban/", "sokoban90.txt", LOST),
    ("uci_cs271/chenqihong_input_files/", "sokoban07a.txt", WALLS),
    ("uci_cs271/chenqihong_input_files/", "sokoban15.txt", GOAL),
    ("uci_cs271/glennga_benchmark/", "sokoban07a.txt", WALLS),
];

/// The numeric files agree with the drawings beside them.
fn numeric_against_drawn(root: &Path) -> Result<(), Failed> {
    let mut wrong = Vec::new();
    let mut compared = 0;
    for (file, _) in listed(root).iter().filter(|(file, _)| top(file) == "uci_cs271") {
        let Some((folder, name)) = file.rsplit_once('/') else { continue };
        let Some(name) = name.strip_prefix("sokoban") else { continue };
        let drawing = format!("{}/input{name}", folder.replace("/Sokoban", "/Input"));
        if !root.join(&drawing).is_file() {
            continue;
        }
        let numeric = open(root, file);
        assert_eq!(numeric.format, Format::Uci, "{file}");
        let equal = exact_hashes(&numeric) == exact_hashes(&open(root, &drawing));
        let excused = UNEQUAL.iter().any(|row| file == &format!("{}{}", row.0, row.1));
        if equal == excused {
            wrong.push(format!("{file} and {drawing}: equal {equal}, excused {excused}"));
        }
        compared += 1;
    }
    assert!(compared > 200, "only {compared} pairs compared");
    verdict(&wrong)
}

/// Read, write, read: the same boards and hashes, and the same texts as far as the format has room.
fn round_trips(root: &Path, listed: &[(String, usize)], folder: &str) -> Result<(), Failed> {
    let mut wrong = Vec::new();
    for (file, _) in listed.iter().filter(|(file, _)| top(file) == folder) {
        let original = open(root, file);
        if original.collection.entries.is_empty() {
            continue;
        }
        let hashes = exact_hashes(&original);
        for format in [Format::Xsb, Format::Sok, Format::Slc, Format::Rle, Format::Json] {
            let options = WriteOptions::default();
            let text = write(&original.collection, format, &options).expect("a format that is written");
            let name = Some(format!("again.{}", format.extension()));
            let again = read(text.as_bytes(), &ReadOptions { name, ..ReadOptions::default() });
            let mut tell = |what: &str| wrong.push(format!("{file} as {format}: {what}"));
            let boards = |document: &Document| {
                document.collection.entries.iter().map(|entry| entry.board.clone()).collect::<Vec<_>>()
            };
            if boards(&original) != boards(&again) {
                tell("the boards differ");
                continue;
            }
            if matches!(format, Format::Xsb | Format::Sok | Format::Slc) && exact_hashes(&again) != hashes {
                tell("the hashes differ");
            }
            // A board that cannot be drawn plainly is written on one line.
            let drawn = matches!(format, Format::Xsb | Format::Sok);
            if again.format != format && !(drawn && matches!(again.format, Format::Rle | Format::Boxoban)) {
                tell(&format!("read as {}", again.format));
            }
            if let Some(what) = difference(&original.collection, &again.collection, format) {
                tell(&what);
            }
        }
    }
    verdict(&wrong)
}

/// Headings such as `Solution 62/25/8/3/8` print moves, pushes, box lines, box changes and pushing sessions:
/// another program's count of our measures.
fn printed_metrics(root: &Path) -> Result<(), Failed> {
    let mut wrong = Vec::new();
    let mut compared = 0;
    for (file, _) in
        listed(root).iter().filter(|(file, _)| Path::new(file).extension().is_some_and(|e| e == "sok"))
    {
        let document = open(root, file);
        for game in document.collection.entries.iter().flat_map(|entry| &entry.games) {
            let Some((solution, title)) = game.solution().zip(game.title.as_deref()) else { continue };
            let printed = title.split_whitespace().find_map(|word| {
                word.split('/').map(|n| n.parse().ok()).collect::<Option<Vec<u32>>>().filter(|n| n.len() == 5)
            });
            let Some(printed) = printed else { continue };
            compared += 1;
            if printed != solution.metrics().as_array()[..5] {
                wrong.push(format!("{file}: '{title}', we count {}", solution.metrics()));
            }
        }
    }
    if compared == 0 {
        wrong.push("no heading with five figures was found".to_owned());
    }
    verdict(&wrong)
}

fn exact_hashes(document: &Document) -> Vec<Option<LevelHash>> {
    let levels = document.collection.entries.iter().map(|entry| soko_core::check(&entry.board).level);
    levels.map(|level| level.as_ref().map(identity::exact)).collect()
}

/// The first text that did not survive although the format has room for it.
fn difference(a: &Collection, b: &Collection, format: Format) -> Option<String> {
    let credit = |c: &Collection| c.copyright.clone().or_else(|| c.author.clone());
    let head = |c: &Collection| (c.title.clone(), c.email.clone(), c.url.clone(), c.notes.clone());
    if head(a) != head(b) {
        return Some(format!("the collection differs: {:?} and {:?}", head(a), head(b)));
    }
    let same_credit = match format {
        Format::Slc => credit(a) == credit(b),
        _ => (&a.author, &a.copyright) == (&b.author, &b.copyright),
    };
    if !same_credit {
        return Some("author or copyright differ".to_owned());
    }
    a.entries.iter().zip(&b.entries).enumerate().find_map(|(i, (a, b))| {
        let what = entry_difference(a, b, format)?;
        Some(format!("level {}: {what}", i + 1))
    })
}

fn entry_difference(a: &Entry, b: &Entry, format: Format) -> Option<String> {
    if a.title != b.title {
        return Some(format!("title {:?} became {:?}", a.title, b.title));
    }
    if format == Format::Slc {
        let credit = |e: &Entry| e.property("Copyright").map(str::to_owned).or_else(|| e.author.clone());
        return (credit(a) != credit(b)).then(|| "the copyright differs".to_owned());
    }
    if a.author != b.author {
        return Some(format!("author {:?} became {:?}", a.author, b.author));
    }
    if a.notes != b.notes {
        return Some(format!("notes {:?} became {:?}", a.notes, b.notes));
    }
    if a.properties != b.properties {
        return Some(format!("properties {:?} became {:?}", a.properties, b.properties));
    }
    if format == Format::Json && a.games != b.games {
        return Some("the games differ".to_owned());
    }
    if format == Format::Sok {
        let kept = |game: &SavedGame| {
            let title = game.title.clone().unwrap_or_default();
            (title, game.directions.clone(), game.kind.clone(), game.notes.clone())
        };
        let (a, b): (Vec<_>, Vec<_>) =
            (a.games.iter().map(kept).collect(), b.games.iter().map(kept).collect());
        return (a != b).then(|| format!("games {a:?} became {b:?}"));
    }
    None
}
