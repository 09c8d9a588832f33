//! What can go wrong with files: a clear word, the right status, no panic, bounded memory.

use std::{
    fs::{self, File},
    io::{BufWriter, Write},
    path::Path,
    process::{Output, Stdio},
};

use super::{code, data, lines, run, sokolab, stderr, stdout};

const LEVEL: &str = "#####\n#@$.#\n#####\n";

fn path(path: &Path) -> &str {
    path.to_str().unwrap()
}

/// Exit 2, a message with each of the parts, and no panic.
fn refused(output: &Output, parts: &[&str]) {
    let message = stderr(output);
    assert_eq!(code(output), 2, "{message}");
    assert!(message.starts_with("error: ") && message.contains("help: "), "{message}");
    for part in parts {
        assert!(message.contains(part), "no '{part}' in\n{message}");
    }
}

#[test]
fn files_that_are_not_there_are_all_named_before_any_work() {
    for command in
        [vec!["solve"], vec!["check"], vec!["show"], vec!["explain"], vec!["convert", "--to", "xsb"]]
    {
        let mut arguments = command.clone();
        arguments.extend(["small.xsb", "missing.xsb#3", "gone/"]);
        let output = run(&arguments);
        refused(&output, &["missing.xsb: there is no such file", "gone/: there is no such file"]);
        assert!(output.stdout.is_empty(), "{command:?}");
    }
}

#[test]
fn a_directory_without_levels_says_so() {
    let directory = tempfile::tempdir().unwrap();
    fs::write(directory.path().join("readme.txt"), "Nothing to play here.\n").unwrap();
    for command in ["solve", "check", "show", "explain"] {
        refused(&run(&[command, path(directory.path())]), &["no file in this directory holds levels"]);
    }
    refused(&run(&["solve", &format!("{}#3", path(directory.path()))]), &["is a directory"]);
}

#[test]
fn directories_are_read_in_order_and_foreign_files_passed_over() {
    let directory = tempfile::tempdir().unwrap();
    let write = |name: &str, bytes: &[u8]| {
        let file = directory.path().join(name);
        fs::create_dir_all(file.parent().unwrap()).unwrap();
        fs::write(file, bytes).unwrap();
    };
    write("b.xsb", LEVEL.as_bytes());
    write("a/deep/1.txt", LEVEL.as_bytes());
    write("notes.md", b"Just text.\n");
    write("picture.png", b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR");
    write("program", &vec![0; 2 << 20]);
    write(".hidden.xsb", LEVEL.as_bytes());
    let output = run(&["solve", "--json", path(directory.path())]);
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    let files: Vec<_> = lines(&output).iter().map(|l| l["file"].as_str().unwrap().to_owned()).collect();
    assert!(
        files.len() == 2 && files[0].ends_with("a/deep/1.txt") && files[1].ends_with("b.xsb"),
        "{files:?}"
    );

    write("empty.slc", b"");
    let output = run(&["solve", "--json", path(directory.path())]);
    assert_eq!((code(&output), lines(&output).len()), (2, 2), "a file that should hold levels is missed");
    assert!(stderr(&output).contains("empty.slc"), "{}", stderr(&output));
}

#[test]
fn standard_input_works_once() {
    let feed = |arguments: &[&str]| {
        let mut child = sokolab()
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        // A program that refuses its arguments does not read.
        let _ = child
            .stdin
            .take()
            .unwrap()
            .write_all(LEVEL.repeat(2).replace("#####\n####", "#####\n\n####").as_bytes());
        child.wait_with_output().unwrap()
    };
    let output = feed(&["solve", "-", "--json"]);
    assert_eq!((code(&output), lines(&output)[1]["file"].as_str(), lines(&output).len()), (0, Some("-"), 2));
    let unnamed = feed(&["solve", "--json"]);
    assert_eq!((code(&unnamed), lines(&unnamed).len()), (0, 2), "what is piped in needs no name");
    assert_eq!(lines(&feed(&["solve", "--json", "--", "-#2"]))[0]["index"], 2);
    refused(&feed(&["solve", "-", "-"]), &["read only once"]);
}

#[test]
fn nul_bytes_and_garbage_are_named_not_played() {
    let directory = tempfile::tempdir().unwrap();
    let file = directory.path().join("garbage.xsb");
    let mut noise = Vec::new();
    let mut state = 1_u64;
    for _ in 0..100_000 {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        noise.push((state >> 56) as u8);
    }
    for bytes in [vec![0; 4096], noise, b"\xff\xfe#\0".to_vec(), b"\x7fELF\0\0\0".to_vec(), Vec::new()] {
        fs::write(&file, &bytes).unwrap();
        for command in ["solve", "check", "show"] {
            let output = run(&[command, path(&file)]);
            assert_eq!(code(&output), 2, "{command}: {}", stderr(&output));
            let said = stderr(&output) + &stdout(&output);
            assert!(said.contains("garbage.xsb") && said.contains("help: "), "{command}: {said}");
        }
    }
}

/// Not a file at all: reading a directory through a name that the system lets us open, but not read.
#[cfg(target_os = "linux")]
#[test]
fn what_cannot_be_read_does_not_stop_the_others() {
    // Reading it fails with an input/output error, even for root.
    let unreadable = "/proc/self/mem";
    let output = run(&["solve", unreadable, "small.xsb#1", "--json"]);
    refused(&output, &["/proc/self/mem: cannot read it"]);
    assert_eq!(lines(&output).len(), 1);
    let output = run(&["check", unreadable, "--json"]);
    assert_eq!((code(&output), lines(&output)[0]["problems"][0]["code"].as_str()), (2, Some("unreadable")));
}

#[cfg(target_os = "linux")]
#[test]
fn names_in_any_encoding_and_pipes_are_read() {
    use std::{ffi::OsStr, os::unix::ffi::OsStrExt};
    let directory = tempfile::tempdir().unwrap();
    let file = directory.path().join(OsStr::from_bytes(b"gr\xfc\xdfe.xsb"));
    fs::write(&file, LEVEL).unwrap();
    let output = sokolab().arg("solve").arg(&file).arg("--json").output().unwrap();
    assert_eq!((code(&output), lines(&output).len()), (0, 1), "{}", stderr(&output));

    let script = r#"printf '#####\n#@$.#\n#####\n' | "$0" solve /dev/stdin --json"#;
    let program = env!("CARGO_BIN_EXE_sokolab");
    let output = std::process::Command::new("sh").args(["-c", script, program]).output().unwrap();
    assert_eq!((code(&output), lines(&output).len()), (0, 1), "{}", stderr(&output));
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_said() {
    let full = File::options().write(true).open("/dev/full").unwrap();
    let output = sokolab().args(["solve", "small.xsb"]).stdout(full).output().unwrap();
    assert_eq!(code(&output), 2);
    assert!(stderr(&output).contains("cannot write to standard output"), "{}", stderr(&output));
    let output = run(&["convert", "small.xsb", "--to", "xsb", "--output", "/dev/full"]);
    assert_eq!(code(&output), 2);
    assert!(stderr(&output).contains("cannot write /dev/full"), "{}", stderr(&output));
}

#[test]
fn usage_errors_name_the_mistake() {
    for (arguments, part) in [
        (vec!["solve"], "no levels are named, and none are piped in"),
        (vec!["solve", "small.xsb", "--player", "bsf"], "bfs"),
        (vec!["solve", "small.xsb", "--time-limit", "5 parsecs"], "is no duration"),
        (vec!["solve", "small.xsb", "--memory-limit", "lots"], "is no size"),
        (vec!["solve", "small.xsb", "--threads", "0"], "0 is not in"),
        (
            vec!["solve", "small.xsb", "--player", "astar", "--set", "speed=9"],
            "unknown parameter 'speed'; there are: metric, space",
        ),
        (vec!["solve", "small.xsb", "--set", "dead_squares"], "write key=value"),
        (vec!["solve", "small.xsb", "--preset", "best"], "unknown preset 'best'; there are: prove"),
        (vec!["solve", "small.xsb", "--output", "x.png"], "only .sok and .json"),
        (vec!["solve", "small.xsb", "--output", "no/such/place.sok"], "there is no directory"),
        (vec!["solve", "small.xsb#9"], "there is no level 9: it has 5 levels"),
        (vec!["solve", "small.xsb#0"], "counted from 1"),
        (vec!["solve", "builtin:no-such"], "no built-in collection 'no-such'"),
        (vec!["convert", "small.xsb", "--output", "x.foo"], "--to"),
        (vec!["convert", "small.xsb", "--to", "boxoban"], "invalid value"),
        (vec!["show", "small.xsb", "--solution", "xyz"], "is no file"),
        (vec!["show", "small.xsb#1", "--solution", "u"], "blocked"),
        (vec!["show", "small.xsb#1", "--solution", "R", "--position", "5"], "the solution has 1"),
        (vec!["show", "small.xsb", "--format", "svg"], "there are more levels"),
        (vec!["play", "small.xsb"], "needs a terminal"),
        (vec!["fly"], "unrecognized subcommand"),
    ] {
        let output = run(&arguments);
        let message = stderr(&output);
        assert_eq!(code(&output), 2, "{arguments:?}: {message}");
        assert!(message.contains(part), "{arguments:?}: no '{part}' in\n{message}");
    }
}

/// A hundred megabytes of levels, and of nothing but lines.
#[test]
fn huge_files_are_read_in_bounded_memory() {
    let directory = tempfile::tempdir().unwrap();
    let file = directory.path().join("huge.xsb");
    for block in
        [format!("{LEVEL}\n"), "a line that is no level\n".to_owned(), "#".repeat(1 << 16), "4(".repeat(50)]
    {
        let mut out = BufWriter::new(File::create(&file).unwrap());
        for _ in 0..100_000_000 / block.len() {
            out.write_all(block.as_bytes()).unwrap();
        }
        out.flush().unwrap();
        drop(out);
        let output = limited(&["solve", &format!("{}#1", path(&file)), "--json"]);
        let said = stderr(&output);
        assert!(!said.contains("bug in Sokolab"), "{said}");
        assert!([Some(0), Some(2)].contains(&output.status.code()), "{:?}: {said}", output.status);
    }
}

/// Runs with at most 3 GiB of address space, where there is a shell to set it.
fn limited(arguments: &[&str]) -> Output {
    if !cfg!(target_os = "linux") {
        return run(arguments);
    }
    std::process::Command::new("sh")
        .args(["-c", "ulimit -v 3145728; exec \"$0\" \"$@\"", env!("CARGO_BIN_EXE_sokolab")])
        .args(arguments)
        .current_dir(data(""))
        .output()
        .unwrap()
}
