//! The records file: what survives, what is refused, what happens when two want it at once.

use std::{fs, path::Path, thread};

use soko_core::{Level, identity, lurd, replay};
use soko_records::{
    Book, Change, HelpLevel, KeptSolution, LevelRecord, RecordsError, RecordsFile, RecordsWarning, Snapshot,
    SnapshotChange, default_path,
};

/// Two pushes to the right; a third one loses.
const CORRIDOR: &str = "########\n#      #\n# @$ . #\n#      #\n########";

fn corridor() -> Level {
    Level::parse(CORRIDOR).unwrap()
}

fn solution(level: &Level, moves: &str) -> KeptSolution {
    KeptSolution { solution: replay(level, &lurd::parse(moves).unwrap()).unwrap(), help: HelpLevel::Off }
}

fn change(level: &Level, solutions: &[&str]) -> Change {
    Change {
        level: level.clone(),
        hash: identity::exact(level),
        title: Some("Corridor".into()),
        solutions: solutions.iter().map(|m| solution(level, m)).collect(),
        snapshot: None,
    }
}

fn snapshot(moves: &str, done: usize) -> Snapshot {
    Snapshot { moves: lurd::parse(moves).unwrap(), done, help: HelpLevel::Off }
}

fn snapshot_change(level: &Level, before: Option<Snapshot>, after: Option<Snapshot>) -> Change {
    Change { snapshot: Some(SnapshotChange { before, after }), ..change(level, &[]) }
}

fn record(file: &RecordsFile, level: &Level) -> LevelRecord {
    file.load().unwrap().book.record(level, identity::exact(level)).0
}

fn best(record: &LevelRecord) -> (String, String) {
    let text = |kept: &Option<KeptSolution>| kept.as_ref().map_or(String::new(), |k| k.solution.lurd());
    (text(&record.fewest_moves), text(&record.fewest_pushes))
}

/// Replaces a piece of the file's text; it must be there.
fn tamper(path: &Path, from: &str, to: &str) {
    let text = fs::read_to_string(path).unwrap();
    assert!(text.contains(from), "{text}");
    fs::write(path, text.replace(from, to)).unwrap();
}

fn folder() -> (tempfile::TempDir, RecordsFile) {
    let folder = tempfile::tempdir().unwrap();
    let file = RecordsFile::at(folder.path().join("deep/er/records.json"));
    (folder, file)
}

#[test]
fn a_missing_file_is_an_empty_book() {
    let (_folder, file) = folder();
    let loaded = file.load().unwrap();
    assert_eq!(loaded.book, Book::default());
    assert!(loaded.warnings.is_empty());
}

#[test]
fn solutions_come_back() {
    let (_folder, file) = folder();
    let level = corridor();
    file.keep(&[change(&level, &["lrrr"])]).unwrap();
    assert_eq!(best(&record(&file, &level)), ("lrRR".into(), "lrRR".into()));
    assert_eq!(file.load().unwrap().book.recent().collect::<Vec<_>>(), [identity::exact(&level).to_string()]);
}

#[test]
fn worse_never_replaces_better_in_either_ranking() {
    let (_folder, file) = folder();
    // One box, two goals: three pushes straight ahead, or a walk round the box and one push.
    let level = Level::parse("########\n#      #\n# +$  .#\n########").unwrap();
    file.keep(&[change(&level, &["lrrrr"])]).unwrap();
    file.keep(&[change(&level, &["urrdl", "rrr"])]).unwrap();
    assert_eq!(best(&record(&file, &level)), ("RRR".into(), "urrdL".into()));
    let before = fs::read_to_string(file.path()).unwrap();
    file.keep(&[change(&level, &["lrrrr", "lrurrdl"])]).unwrap();
    assert_eq!(fs::read_to_string(file.path()).unwrap(), before);
}

#[test]
fn a_damaged_solution_is_reported_kept_and_replaced_only_by_a_real_one() {
    let (_folder, file) = folder();
    let level = corridor();
    let hash = identity::exact(&level);
    file.keep(&[change(&level, &["lrrr"])]).unwrap();
    tamper(file.path(), "\"lrRR\"", "\"R\"");
    let (found, warnings) = file.load().unwrap().book.record(&level, hash);
    assert_eq!(found, LevelRecord::default());
    assert_eq!(warnings.len(), 2);
    assert!(warnings[0].to_string().contains("not solved"), "{}", warnings[0]);
    // Something unrelated is written: the entry stays as it is.
    file.keep(&[snapshot_change(&level, None, Some(snapshot("l", 1)))]).unwrap();
    assert!(fs::read_to_string(file.path()).unwrap().contains("\"solution\": \"R\""));
    // A real solution takes its place; the old value is set aside, once.
    file.keep(&[change(&level, &["rr"])]).unwrap();
    let text = fs::read_to_string(file.path()).unwrap();
    assert!(text.contains("damaged") && text.contains("\"solution\": \"R\""), "{text}");
    assert_eq!(text.matches("\"solution\": \"R\"").count(), 1);
    assert_eq!(best(&record(&file, &level)), ("RR".into(), "RR".into()));
}

#[test]
fn every_kind_of_nonsense_in_an_entry_is_survived() {
    let level = corridor();
    let hash = identity::exact(&level).to_string();
    let entries = [
        "null",
        "17",
        "[]",
        "\"text\"",
        r#"{"fewest_moves": 3}"#,
        r#"{"fewest_moves": {}}"#,
        r#"{"fewest_moves": {"solution": 7}}"#,
        r#"{"fewest_moves": {"solution": "rr?"}}"#,
        r#"{"fewest_moves": {"solution": "uuuu"}}"#,
        r#"{"fewest_moves": {"solution": "rr", "help": "magic"}}"#,
        r#"{"snapshot": {"moves": "rr"}}"#,
        r#"{"snapshot": {"moves": "*uuuuuu"}}"#,
        r#"{"snapshot": "*"}"#,
        r#"{"damaged": "not a list", "fewest_moves": 0}"#,
    ];
    for entry in entries {
        let (_folder, file) = folder();
        fs::create_dir_all(file.path().parent().unwrap()).unwrap();
        let text = format!(r#"{{"format":"sokolab-records","version":1,"levels":{{"{hash}":{entry}}}}}"#);
        fs::write(file.path(), text).unwrap();
        let loaded = file.load().unwrap();
        assert!(loaded.warnings.is_empty());
        let (found, warnings) = loaded.book.record(&level, identity::exact(&level));
        assert_eq!(found, LevelRecord::default(), "{entry}");
        assert!(!warnings.is_empty(), "{entry}");
        let solved = Change {
            snapshot: Some(SnapshotChange { before: None, after: Some(snapshot("l", 1)) }),
            ..change(&level, &["rr"])
        };
        file.keep(&[solved]).unwrap();
        assert_eq!(best(&record(&file, &level)).0, "RR", "{entry}");
        assert_eq!(record(&file, &level).snapshot, Some(snapshot("l", 1)), "{entry}");
    }
}

#[test]
fn what_we_do_not_know_is_carried_along() {
    let (_folder, file) = folder();
    let level = corridor();
    file.keep(&[change(&level, &["lrrr"])]).unwrap();
    for (known, with_unknown) in [
        ("\"title\"", "\"stars\": 5, \"title\""),
        ("\"recent\"", "\"settings\": {\"skin\": \"wood\"}, \"recent\""),
    ] {
        tamper(file.path(), known, with_unknown);
    }
    file.keep(&[change(&level, &["rr"])]).unwrap();
    let text = fs::read_to_string(file.path()).unwrap();
    assert!(text.contains("\"stars\": 5") && text.contains("wood"), "{text}");
}

#[test]
fn a_file_that_is_no_records_file_is_copied_aside() {
    for content in [
        "",
        "{",
        "[1]",
        "{}",
        "\0\0\0",
        r#"{"format":"other","version":1}"#,
        r#"{"format":"sokolab-records","version":1,"levels":[]}"#,
    ] {
        let (_folder, file) = folder();
        fs::create_dir_all(file.path().parent().unwrap()).unwrap();
        fs::write(file.path(), content).unwrap();
        let loaded = file.load().unwrap();
        assert_eq!(loaded.book, Book::default());
        assert!(matches!(loaded.warnings[..], [RecordsWarning::Damaged { .. }]), "{content:?}");
        assert_eq!(fs::read_to_string(file.path()).unwrap(), content, "reading changes nothing");
        let kept = file.keep(&[change(&corridor(), &["rr"])]).unwrap();
        let [RecordsWarning::CopiedAside { copy }] = &kept.warnings[..] else { panic!("{kept:?}") };
        assert_eq!(fs::read_to_string(copy).unwrap(), content);
        assert_eq!(best(&record(&file, &corridor())).0, "RR");
        // The next damage gets a name of its own.
        fs::write(file.path(), content).unwrap();
        let again = file.keep(&[change(&corridor(), &["rr"])]).unwrap();
        assert_ne!(kept.warnings, again.warnings);
    }
}

#[test]
fn a_later_version_is_read_but_never_written() {
    let (_folder, file) = folder();
    let level = corridor();
    file.keep(&[change(&level, &["lrrr"])]).unwrap();
    tamper(file.path(), "\"version\": 1", "\"version\": 2");
    assert_eq!(best(&record(&file, &level)).0, "lrRR");
    let before = fs::read_to_string(file.path()).unwrap();
    let error = file.keep(&[change(&level, &["rr"])]).unwrap_err();
    assert!(matches!(error, RecordsError::Newer { version: 2, .. }));
    assert_eq!(fs::read_to_string(file.path()).unwrap(), before);
}

#[test]
fn a_directory_in_its_place_is_an_error_not_a_panic() {
    let folder = tempfile::tempdir().unwrap();
    let file = RecordsFile::at(folder.path());
    assert!(matches!(file.load(), Err(RecordsError::Io { .. })));
    assert!(matches!(file.keep(&[change(&corridor(), &["rr"])]), Err(RecordsError::Io { .. })));
    let below_a_file = folder.path().join("plain");
    fs::write(&below_a_file, "x").unwrap();
    let file = RecordsFile::at(below_a_file.join("records.json"));
    assert!(file.keep(&[change(&corridor(), &["rr"])]).is_err());
}

#[test]
fn nothing_but_the_records_and_the_lock_is_left_behind() {
    let (_folder, file) = folder();
    file.keep(&[change(&corridor(), &["rr"])]).unwrap();
    let entries = fs::read_dir(file.path().parent().unwrap()).unwrap();
    let mut names: Vec<_> = entries.map(|e| e.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    assert_eq!(names, ["records.json", "records.json.lock"]);
}

#[cfg(unix)]
#[test]
fn a_link_stays_a_link() {
    let folder = tempfile::tempdir().unwrap();
    let (target, link) = (folder.path().join("real.json"), folder.path().join("records.json"));
    fs::write(&target, "").unwrap();
    std::os::unix::fs::symlink(&target, &link).unwrap();
    RecordsFile::at(&link).keep(&[change(&corridor(), &["rr"])]).unwrap();
    assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
    assert!(fs::read_to_string(&target).unwrap().contains("RR"));
}

#[test]
fn a_held_lock_is_reported_after_a_while() {
    let (_folder, file) = folder();
    file.keep(&[change(&corridor(), &["rr"])]).unwrap();
    let lock = fs::File::open(file.path().with_added_extension("lock")).unwrap();
    lock.lock().unwrap();
    assert!(matches!(file.keep(&[change(&corridor(), &["rr"])]), Err(RecordsError::Locked { .. })));
    lock.unlock().unwrap();
    assert!(file.keep(&[change(&corridor(), &["rr"])]).is_ok());
}

/// A corridor of its own for every number.
fn numbered(number: usize) -> Level {
    let blanks = " ".repeat(number);
    let wall = "#".repeat(number + 6);
    Level::parse(&format!("{wall}\n#@$.{blanks} #\n{wall}")).unwrap()
}

#[test]
fn many_writers_lose_nothing() {
    const WRITERS: usize = 6;
    const EACH: usize = 8;
    let (_folder, file) = folder();
    thread::scope(|scope| {
        for writer in 0..WRITERS {
            let file = file.clone();
            scope.spawn(move || {
                for round in 0..EACH {
                    // Every writer has levels of its own and one that all share.
                    let own = numbered(1 + writer * EACH + round);
                    let shared = corridor();
                    let walk = "lr".repeat(1 + (writer + round) % 4) + "rr";
                    file.keep(&[change(&own, &["r"]), change(&shared, &[&walk])]).unwrap();
                }
            });
        }
    });
    let book = file.load().unwrap().book;
    for number in 1..=WRITERS * EACH {
        let level = numbered(number);
        let (found, warnings) = book.record(&level, identity::exact(&level));
        assert_eq!((best(&found).0.as_str(), warnings.len()), ("R", 0), "level {number}");
    }
    assert_eq!(best(&record(&file, &corridor())).0, "lrRR", "the best of all writers");
}

#[test]
fn snapshots_of_two_games_on_one_level_are_both_kept() {
    let (_folder, file) = folder();
    let level = corridor();
    let (mine, theirs) = (snapshot("lr", 1), snapshot("u", 1));
    file.keep(&[snapshot_change(&level, None, Some(theirs.clone()))]).unwrap();
    file.keep(&[snapshot_change(&level, None, Some(mine.clone()))]).unwrap();
    assert_eq!(record(&file, &level).snapshot, Some(mine.clone()));
    let text = fs::read_to_string(file.path()).unwrap();
    assert!(text.contains("other_snapshots") && text.contains("\"u*\""), "{text}");
    // Finishing a game removes its own snapshot only.
    file.keep(&[snapshot_change(&level, Some(theirs), None)]).unwrap();
    assert_eq!(record(&file, &level).snapshot, Some(mine.clone()));
    file.keep(&[snapshot_change(&level, Some(mine), None)]).unwrap();
    assert_eq!(record(&file, &level).snapshot, None);
}

#[test]
fn an_entry_with_nothing_to_say_disappears() {
    let (_folder, file) = folder();
    let level = corridor();
    let started = snapshot("lr", 1);
    file.keep(&[snapshot_change(&level, None, Some(started.clone()))]).unwrap();
    file.keep(&[snapshot_change(&level, Some(started), None)]).unwrap();
    assert!(fs::read_to_string(file.path()).unwrap().contains("\"levels\": {}"));
}

#[test]
fn the_default_place_is_the_users_data_directory() {
    if let Some(path) = default_path() {
        assert!(path.is_absolute());
        assert!(path.ends_with("sokolab/records.json"));
    }
}
