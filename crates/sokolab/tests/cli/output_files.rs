//! Files that the program writes can be read again, by itself and by others.

use std::fs;

use super::{code, lines, run, sokolab, stderr, stdout};

#[test]
fn solutions_are_kept_with_their_levels() {
    let directory = tempfile::tempdir().unwrap();
    for name in ["solved.sok", "solved.json"] {
        let path = directory.path().join(name);
        let path = path.to_str().unwrap();
        let output = run(&["solve", "small.xsb", "--player", "bfs", "--output", path]);
        assert_eq!(code(&output), 0, "{}", stderr(&output));
        assert!(stderr(&output).contains("wrote 5 levels with 5 new solutions"), "{}", stderr(&output));
        let shown = stdout(&run(&["show", &format!("{path}#2"), "--position", "end"]));
        assert!(shown.contains("Title: Round the corner"), "{shown}");
        assert!(shown.contains("Position: after 5 of 5 moves of a solution"), "{shown}");
        assert!(shown.contains("    *#"), "the box is home:\n{shown}");
    }
}

#[test]
fn every_written_format_reads_back_to_the_same_levels() {
    let hashes = |argument: &str| -> Vec<_> {
        lines(&run(&["check", "--json", argument])).into_iter().map(|line| line["exact"].clone()).collect()
    };
    let original = hashes("small.xsb");
    assert!(original.iter().all(serde_json::Value::is_string));
    let directory = tempfile::tempdir().unwrap();
    for format in ["xsb", "sok", "slc", "rle", "json"] {
        let path = directory.path().join(format!("levels.{format}"));
        let path = path.to_str().unwrap();
        for floor in [" ", "-"] {
            let output = run(&["convert", "small.xsb", "--output", path, "--floor", floor]);
            assert_eq!(code(&output), 0, "{format}: {}", stderr(&output));
            assert_eq!(hashes(path), original, "{format} with floor '{floor}'");
        }
        let printed = run(&["convert", "small.xsb", "--to", format, "--floor", "-"]);
        assert_eq!(stdout(&printed), fs::read_to_string(path).unwrap(), "{format}");
    }
}

#[test]
fn levels_of_several_files_keep_their_authors() {
    let text = stdout(&run(&["convert", "solved.sok", "small.xsb#1", "--to", "sok"]));
    assert_eq!(text.matches("Author: Sokolab").count(), 2, "one for each level of the first file:\n{text}");
    assert!(!text.contains("Two steps"), "the title of one file is not the title of both:\n{text}");
    assert_eq!(text.matches("Solution").count(), 2, "{text}");
}

#[test]
fn what_show_prints_can_be_read_again() {
    let shown = run(&["show", "small.xsb"]);
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("shown.txt");
    fs::write(&path, &shown.stdout).unwrap();
    let output = run(&["solve", path.to_str().unwrap(), "--json"]);
    let titles: Vec<_> =
        lines(&output).iter().map(|l| l["title"].as_str().unwrap_or("-").to_owned()).collect();
    assert_eq!(titles, ["One push", "Round the corner", "Two boxes", "Surplus box", "Surplus goal"]);
}

#[test]
fn pictures_have_the_format_of_their_name() {
    let directory = tempfile::tempdir().unwrap();
    for (name, magic) in [("a.svg", &b"<svg "[..]), ("a.png", b"\x89PNG"), ("a.gif", b"GIF89a")] {
        let path = directory.path().join(name);
        let output =
            run(&["show", "solved.sok#1", "--overlay", "dead,reachable", "--output", path.to_str().unwrap()]);
        assert_eq!(code(&output), 0, "{name}: {}", stderr(&output));
        assert!(fs::read(&path).unwrap().starts_with(magic), "{name}");
    }
    let piped = run(&["show", "solved.sok#1", "--format", "gif", "--pace", "pushes", "--skin", "night"]);
    assert!(piped.stdout.starts_with(b"GIF89a"), "{}", stderr(&piped));
}

#[test]
fn a_directory_gets_one_picture_per_level() {
    let directory = tempfile::tempdir().unwrap();
    let pictures = format!("{}/new/", directory.path().display());
    let output = run(&["show", "small.xsb", "--format", "svg", "--output", &pictures]);
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    let mut names: Vec<_> =
        fs::read_dir(&pictures).unwrap().map(|e| e.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    assert_eq!(names, (1..=5).map(|i| format!("small-{i:03}.svg")).collect::<Vec<_>>());
}

#[test]
fn one_file_never_gets_the_picture_of_the_wrong_level() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("a.svg");
    let output = run(&["show", "small.xsb", "--output", path.to_str().unwrap()]);
    assert_eq!(code(&output), 2);
    assert_eq!(stderr(&output).matches("one file holds one picture").count(), 1, "{}", stderr(&output));
    assert!(!path.exists());
    assert!(run(&["show", "small.xsb", "--format", "svg"]).stdout.is_empty());
}

#[test]
fn a_player_finds_what_show_needs() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("a.gif");
    let output = run(&["show", "small.xsb#3", "--solve", "bfs", "--output", path.to_str().unwrap()]);
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    let without = run(&["show", "small.xsb#3", "--output", path.to_str().unwrap()]);
    assert_eq!(code(&without), 2);
    assert!(stderr(&without).contains("--solve astar"), "{}", stderr(&without));
    let hopeless = run(&["show", "mixed.xsb#3", "--solve", "bfs", "--output", path.to_str().unwrap()]);
    assert_eq!(code(&hopeless), 1, "{}", stderr(&hopeless));
}

#[test]
fn a_level_that_cannot_be_played_is_still_drawn() {
    let output = run(&["show", "mixed.xsb#2"]);
    assert_eq!(code(&output), 2);
    assert!(stdout(&output).starts_with("#####\n# $.#\n#####\n"));
    let svg = sokolab().args(["show", "mixed.xsb#2", "--format", "svg"]).output().unwrap();
    assert!(svg.stdout.starts_with(b"<svg "));
}

/// Every option that names a file to be written, with a level that takes no time.
#[cfg(target_os = "linux")]
fn writers(folder: &str) -> Vec<Vec<String>> {
    let at = |name: &str| format!("{folder}/{name}");
    let words =
        |words: &[&str], file: String| words.iter().map(|&word| word.to_owned()).chain([file]).collect();
    vec![
        words(&["solve", "small.xsb", "--json", "--output"], at("a.sok")),
        words(&["solve", "small.xsb", "--json", "--output"], at("a.json")),
        words(&["optimize", "solved.sok", "--json", "--output"], at("a.sok")),
        words(&["convert", "small.xsb", "--output"], at("a.sok")),
        words(&["show", "small.xsb#1", "--solve", "bfs", "--output"], at("a.gif")),
        words(&["show", "small.xsb#1", "--output"], at("a.svg")),
        words(&["show", "small.xsb#1", "--output"], at("a.txt")),
        words(&["learn", "small.xsb#1", "--json", "--table"], at("a.table")),
        words(&["learn", "small.xsb#1", "--json", "--curve"], at("a.csv")),
        words(&["bench", "--on", "builtin:tutorial#1", "--player", "bfs", "--database"], at("a.db")),
    ]
}

#[test]
#[cfg(target_os = "linux")]
fn a_place_that_cannot_be_written_is_refused_before_the_work() {
    // No user, root included, makes files there.
    let mut refused = writers("/proc");
    refused.push(["show", "small.xsb", "--format", "svg", "--output", "/proc/"].map(str::to_owned).into());
    refused.push(["man", "--dir", "/proc"].map(str::to_owned).into());
    for arguments in refused {
        let output = sokolab().args(&arguments).output().unwrap();
        let told = stderr(&output);
        assert_eq!((code(&output), stdout(&output).as_str()), (2, ""), "{arguments:?}: {told}");
        assert!(told.contains("cannot ") && told.contains("/proc"), "{arguments:?}: {told}");
        assert_eq!(told.matches("help:").count(), 1, "{arguments:?}: {told}");
        assert!(!told.contains(".part"), "{arguments:?} names a file that was not asked for: {told}");
    }
    let directory = tempfile::tempdir().unwrap();
    let missing = directory.path().join("none");
    for arguments in writers(missing.to_str().unwrap()) {
        let output = sokolab().args(&arguments).output().unwrap();
        assert_eq!((code(&output), stdout(&output).as_str()), (2, ""), "{arguments:?}: {}", stderr(&output));
        assert!(!missing.exists(), "{arguments:?}");
    }
    // The place is a directory.
    for arguments in writers(directory.path().to_str().unwrap()) {
        let place = arguments.last().unwrap();
        if arguments[0] == "show" {
            continue;
        }
        fs::create_dir(place).unwrap();
        let output = sokolab().args(&arguments).output().unwrap();
        assert_eq!((code(&output), stdout(&output).as_str()), (2, ""), "{arguments:?}: {}", stderr(&output));
        fs::remove_dir(place).unwrap();
    }
}

#[test]
#[cfg(target_os = "linux")]
fn a_command_that_fails_leaves_the_old_file_and_nothing_else() {
    let directory = tempfile::tempdir().unwrap();
    for mut arguments in writers(directory.path().to_str().unwrap()) {
        let place = arguments.last().unwrap().clone();
        // A table and a database are read first; that they are none is another failure.
        fs::write(&place, "what was there before").unwrap();
        let level = arguments.iter().position(|word| word.contains(".xsb") || word.contains(".sok#"));
        arguments[level.unwrap_or(1)] = "nowhere.xsb".to_owned();
        let output = sokolab().args(&arguments).output().unwrap();
        assert_eq!(code(&output), 2, "{arguments:?}: {}", stderr(&output));
        assert_eq!(fs::read_to_string(&place).unwrap(), "what was there before", "{arguments:?}");
        fs::remove_file(&place).unwrap();
        let output = sokolab().args(&arguments).output().unwrap();
        assert_eq!(code(&output), 2, "{arguments:?}: {}", stderr(&output));
        assert_eq!(fs::read_dir(directory.path()).unwrap().count(), 0, "{arguments:?}");
    }
}

#[test]
#[cfg(unix)]
fn a_replaced_file_keeps_its_permissions_and_its_links() {
    use std::os::unix::fs::{PermissionsExt, symlink};
    let directory = tempfile::tempdir().unwrap();
    let (file, link, ahead) = (
        directory.path().join("a.xsb"),
        directory.path().join("link.xsb"),
        directory.path().join("ahead.xsb"),
    );
    fs::write(&file, "").unwrap();
    fs::set_permissions(&file, fs::Permissions::from_mode(0o600)).unwrap();
    symlink("a.xsb", &link).unwrap();
    symlink("made.xsb", &ahead).unwrap();
    for place in [&link, &ahead] {
        let output = sokolab().args(["convert", "small.xsb", "--output"]).arg(place).output().unwrap();
        assert_eq!(code(&output), 0, "{}", stderr(&output));
        assert!(fs::symlink_metadata(place).unwrap().is_symlink(), "{}", place.display());
    }
    assert_eq!(fs::metadata(&file).unwrap().permissions().mode() & 0o777, 0o600);
    assert_eq!(fs::read(&file).unwrap(), fs::read(directory.path().join("made.xsb")).unwrap());
}
