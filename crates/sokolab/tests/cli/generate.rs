//! Generated levels: the same with any number of jobs, taken up again, or refused with a reason.

use std::fs;

use super::{code, lines, run, stderr, stdout};

/// Small levels, quickly made.
const SMALL: [&str; 9] = ["generate", "--count", "8", "--size", "7x7", "--boxes", "2", "--pushes", "6..30"];

fn small(more: &[&str]) -> std::process::Output {
    run(&[&SMALL, more].concat())
}

#[test]
fn the_seed_decides_and_not_the_number_of_jobs() {
    for style in ["rooms", "halls", "dense"] {
        for format in ["xsb", "sok", "jsonl"] {
            let wish = ["--style", style, "--changes", "2..", "--format", format];
            let of = |jobs: &str, seed: &str| small(&[&wish[..], &["--jobs", jobs, "--seed", seed]].concat());
            let one = of("1", "5");
            assert_eq!(code(&one), 0, "{}", stderr(&one));
            for jobs in ["2", "8"] {
                assert_eq!(stdout(&of(jobs, "5")), stdout(&one), "{style} as {format} by {jobs} jobs");
            }
            assert_ne!(stdout(&of("2", "6")), stdout(&one));
        }
    }
}

#[test]
fn what_is_claimed_of_a_level_is_found_by_another_search() {
    let made = lines(&small(&["--format", "jsonl"]));
    assert_eq!(made.len(), 8);
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("rooms.sok");
    assert_eq!(code(&small(&["--output", file.to_str().unwrap()])), 0);
    let solved = lines(&run(&["solve", file.to_str().unwrap(), "--player", "bfs", "--json"]));
    assert_eq!(solved.len(), 8);
    for (made, solved) in made.iter().zip(&solved) {
        assert_eq!(made["pushes"], solved["pushes"], "{made}");
        assert_eq!((made["width"].as_u64(), made["height"].as_u64()), (Some(7), Some(7)));
        assert_eq!((made["boxes"].as_u64(), made["idle_boxes"].as_u64()), (Some(2), Some(0)));
        assert_eq!(made["solution"].as_str().map(str::len), made["moves"].as_u64().map(|n| n as usize));
    }
}

#[test]
fn a_file_that_was_cut_anywhere_becomes_what_it_would_have_been() {
    let folder = tempfile::tempdir().unwrap();
    for format in ["xsb", "sok", "jsonl"] {
        let path = folder.path().join(format!("rooms.{format}"));
        let arguments = ["--resume", "--output", path.to_str().unwrap()];
        let first = small(&arguments);
        assert_eq!(code(&first), 0, "{}", stderr(&first));
        let whole = fs::read(&path).unwrap();
        assert_eq!(stdout(&small(&["--format", format])).into_bytes(), whole);
        let second = whole.len() / 3;
        let cuts = [0, 1, 30, 70, second, second + 1, second + 77, whole.len() - 2, whole.len()];
        // Around the beginning of the last record.
        let last = whole.windows(8).rposition(|bytes| bytes == b"rooms 1-" || bytes == b"{\"style\"");
        for cut in cuts.into_iter().chain((0..12).map(|i| last.unwrap() + i - 4)) {
            fs::write(&path, &whole[..cut]).unwrap();
            let output = small(&arguments);
            assert_eq!(code(&output), 0, "{format} cut at {cut}: {}", stderr(&output));
            assert_eq!(fs::read(&path).unwrap(), whole, "{format} cut at {cut}");
        }
    }
}

#[test]
fn files_of_others_are_left_alone() {
    let folder = tempfile::tempdir().unwrap();
    for format in ["xsb", "jsonl"] {
        let path = folder.path().join(format!("rooms.{format}"));
        let name = path.to_str().unwrap();
        assert_eq!(code(&small(&["--output", name])), 0);
        let before = fs::read(&path).unwrap();
        for (arguments, complaint) in [
            (vec!["--output", name], "is there already"),
            (vec!["--output", name, "--resume", "--seed", "2"], "holds something else"),
            (vec!["--output", name, "--resume", "--idle", "..1"], "holds something else"),
        ] {
            let output = small(&arguments);
            assert_eq!(code(&output), 2);
            assert!(stderr(&output).contains(complaint), "{arguments:?}: {}", stderr(&output));
            assert_eq!(fs::read(&path).unwrap(), before);
        }
        let swapped = String::from_utf8(before).unwrap().replacen('$', " ", 1000);
        fs::write(&path, &swapped).unwrap();
        assert_eq!(code(&small(&["--output", name, "--resume"])), 2, "boxes are gone");
        fs::write(&path, "notes of another program\n").unwrap();
        assert_eq!(code(&small(&["--output", name, "--resume"])), 2);
        assert_eq!(fs::read_to_string(&path).unwrap(), "notes of another program\n");
    }
    let odd = folder.path().join("rooms.png");
    let output = small(&["--output", odd.to_str().unwrap()]);
    assert_eq!(code(&output), 2);
    assert!(stderr(&output).contains("end it in one of xsb, sok, jsonl"), "{}", stderr(&output));
}

#[test]
fn levels_of_a_file_are_left_out() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("rooms.sok");
    let name = path.to_str().unwrap();
    assert_eq!(code(&small(&["--output", name])), 0);
    let attempts =
        |output| -> Vec<_> { lines(&output).iter().map(|line| line["attempt"].as_u64()).collect() };
    let all = attempts(run(&[&["generate", "--count", "16"], &SMALL[3..], &["--format", "jsonl"]].concat()));
    let rest = attempts(small(&["--format", "jsonl", "--except", name]));
    assert_eq!(rest, all[8..]);
    assert_eq!(code(&small(&["--except", "no-such-file.sok"])), 2);
}

#[test]
fn more_levels_follow_those_there_are() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("rooms.xsb");
    let arguments = ["--resume", "--output", path.to_str().unwrap()];
    small(&arguments);
    let more = run(&[&["generate", "--count", "12"], &SMALL[3..], &arguments[..]].concat());
    assert_eq!(code(&more), 0, "{}", stderr(&more));
    assert!(stderr(&more).contains("wrote 4 levels after 8 before"), "{}", stderr(&more));
    let whole = run(&[&["generate", "--count", "12", "--format", "xsb"], &SMALL[3..]].concat());
    assert_eq!(stdout(&whole), fs::read_to_string(&path).unwrap());
}
