//! Archives that are the same whenever they are made from the same files.
//!
//! The system's tar and gzip do it: an archive is made rarely, and crates for it would be compiled before every chore.

use std::{
    fs,
    path::{Path, PathBuf},
    process::Command,
};

use super::{COMPLETIONS, DOCUMENTS, output};

const CHECKSUMS: &str = "SHA256SUMS";

/// Packs a folder into `output` as `FOLDER.tar.gz`.
pub(super) fn pack(folder: &Path, into: &Path, moment: u64) -> Result<PathBuf, String> {
    fs::create_dir_all(into).map_err(|error| format!("{}: {error}", into.display()))?;
    let (Some(stage), Some(name)) = (folder.parent(), folder.file_name().and_then(|name| name.to_str()))
    else {
        return Err(format!("{} is not a folder to pack", folder.display()));
    };
    let archive = into.join(format!("{name}.tar.gz"));
    let mut tar = Command::new("tar");
    tar.args(["--create", "--format=ustar", "--sort=name", "--owner=0", "--group=0", "--numeric-owner"])
        .args(["--mode=u=rwX,go=rX".to_owned(), format!("--mtime=@{moment}")])
        // Without -n gzip would write down the time.
        .args(["--use-compress-program", "gzip -n -9", "--file"])
        .args([&archive, Path::new("--directory"), stage, Path::new(name)]);
    output(&mut tar)?;
    Ok(archive)
}

/// Writes the checksum of an archive beside it. Sums of other archives there are kept.
pub(super) fn checksum(archive: &Path) -> Result<(), String> {
    let (Some(folder), Some(name)) = (archive.parent(), archive.file_name()) else {
        return Err(format!("{} is not an archive", archive.display()));
    };
    let new = output(Command::new("sha256sum").arg(name).current_dir(folder))?;
    let path = folder.join(CHECKSUMS);
    let old = fs::read_to_string(&path).unwrap_or_default();
    let sums = with_sum(&old, &new);
    fs::write(&path, sums).map_err(|error| format!("{}: {error}", path.display()))?;
    // What stands in the file is what the file says to those who check it.
    output(
        Command::new("sha256sum")
            .args(["--check", "--quiet", "--ignore-missing", CHECKSUMS])
            .current_dir(folder),
    )
    .map(drop)
}

/// A list of sums with a new line in the place of the old one for the same file.
fn with_sum(old: &str, new: &str) -> String {
    let file = |line: &str| line.split_once("  ").map(|(_, name)| name.to_owned());
    let mut lines: Vec<&str> =
        old.lines().filter(|line| file(line).is_some() && file(line) != file(new.trim_end())).collect();
    lines.push(new.trim_end());
    lines.sort_by_key(|line| file(line));
    lines.join("\n") + "\n"
}

/// Looks into an archive: everything is there, belongs to no person, and has one time.
pub(super) fn check(archive: &Path, name: &str, moment: u64) -> Result<(), String> {
    let mut tar = Command::new("tar");
    tar.env("TZ", "UTC0").env("LC_ALL", "C");
    tar.args(["--list", "--verbose", "--numeric-owner", "--full-time", "--gzip", "--file"]).arg(archive);
    let list = output(&mut tar)?;
    let time =
        output(Command::new("date").args(["--utc", "+%Y-%m-%d %H:%M:%S", &format!("--date=@{moment}")]))?;
    let problems = problems(&list, name, time.trim());
    if problems.is_empty() { Ok(()) } else { Err(format!("the archive is wrong: {}", problems.join("; "))) }
}

/// What is wrong with a list of members: "-rwxr-xr-x 0/0  123 2026-01-31 12:00:00 NAME/sokolab".
fn problems(list: &str, name: &str, time: &str) -> Vec<String> {
    let mut wrong = Vec::new();
    let mut members = Vec::new();
    for line in list.lines() {
        let words: Vec<&str> = line.split_whitespace().collect();
        let &[mode, owner, size, day, clock, path] = words.as_slice() else {
            wrong.push(format!("not understood: {line}"));
            continue;
        };
        let expected = match path.strip_prefix(name) {
            _ if path.ends_with('/') => "drwxr-xr-x",
            Some("/sokolab") => "-rwxr-xr-x",
            Some(_) => "-rw-r--r--",
            None => "a place in the folder",
        };
        if mode != expected {
            wrong.push(format!("{path} has mode {mode}, not {expected}"));
        }
        if owner != "0/0" {
            wrong.push(format!("{path} belongs to {owner}"));
        }
        if format!("{day} {clock}") != time {
            wrong.push(format!("{path} is of {day} {clock}, not {time}"));
        }
        if size == "0" && !path.ends_with('/') {
            wrong.push(format!("{path} is empty"));
        }
        members.push(path);
    }
    let files = ["sokolab", "THIRD-PARTY.txt", "man/man1/sokolab.1", "man/man1/sokolab-solve.1"];
    let scripts = COMPLETIONS.map(|(_, file)| format!("completions/{file}"));
    for file in files.into_iter().chain(DOCUMENTS).chain(scripts.iter().map(String::as_str)) {
        if !members.contains(&format!("{name}/{file}").as_str()) {
            wrong.push(format!("{file} is missing"));
        }
    }
    if !members.is_sorted() {
        wrong.push("the members are not sorted".to_owned());
    }
    wrong
}

#[cfg(test)]
mod tests {
    use super::*;

    const TIME: &str = "2026-01-31 12:00:00";

    /// A list as tar prints it.
    fn list() -> Vec<String> {
        let mut files = vec![
            "/".to_owned(),
            "/completions/".to_owned(),
            "/man/".to_owned(),
            "/man/man1/".to_owned(),
            "/man/man1/sokolab-solve.1".to_owned(),
            "/man/man1/sokolab.1".to_owned(),
            "/sokolab".to_owned(),
            "/THIRD-PARTY.txt".to_owned(),
        ];
        files.extend(DOCUMENTS.map(|file| format!("/{file}")));
        files.extend(COMPLETIONS.map(|(_, file)| format!("/completions/{file}")));
        files.sort();
        let mode = |file: &str| match file {
            folder if folder.ends_with('/') => "drwxr-xr-x",
            "/sokolab" => "-rwxr-xr-x",
            _ => "-rw-r--r--",
        };
        files.iter().map(|file| format!("{} 0/0  17 {TIME} s-1{file}", mode(file))).collect()
    }

    #[test]
    fn a_complete_archive_is_right() {
        assert_eq!(problems(&list().join("\n"), "s-1", TIME), [""; 0]);
    }

    #[test]
    fn every_flaw_of_an_archive_is_told() {
        let complete = list();
        let flawed = |from: &str, to: &str| {
            let text = complete.join("\n");
            assert!(text.contains(from), "{from}");
            problems(&text.replacen(from, to, 1), "s-1", TIME)
        };
        assert_eq!(flawed("-rwxr-xr-x", "-rw-r--r--"), ["s-1/sokolab has mode -rw-r--r--, not -rwxr-xr-x"]);
        assert_eq!(flawed("0/0", "1000/1000"), ["s-1/ belongs to 1000/1000"]);
        assert_eq!(flawed("12:00:00", "12:00:01").len(), 1);
        assert_eq!(flawed("17", "0").len(), 0, "a folder has no size");
        assert_eq!(
            flawed(
                "0/0  17 2026-01-31 12:00:00 s-1/LICENSE-MIT",
                "0/0  0 2026-01-31 12:00:00 s-1/LICENSE-MIT"
            )
            .len(),
            1
        );
        assert_eq!(flawed(" s-1/sokolab", " elsewhere").len(), 3, "out of place, out of order, missing");
        for missing in 0..complete.len() {
            let mut rest = complete.clone();
            let line = rest.remove(missing);
            let told = problems(&rest.join("\n"), "s-1", TIME);
            assert_eq!(told.len(), usize::from(!line.ends_with('/')), "{line}");
        }
    }

    #[test]
    fn the_same_files_make_the_same_archive() {
        let folder = std::env::temp_dir().join(format!("sokolab-archive-{}", std::process::id()));
        let made = |round: &str| {
            let stage = folder.join(round).join("s-1");
            fs::create_dir_all(stage.join("man")).unwrap();
            // Another order of creation, other times.
            for file in if round == "a" { ["z", "man/b"] } else { ["man/b", "z"] } {
                fs::write(stage.join(file), "text").unwrap();
            }
            let archive = pack(&stage, &folder.join(format!("out-{round}")), 1_000_000_000).unwrap();
            checksum(&archive).unwrap();
            (fs::read(&archive).unwrap(), fs::read(archive.with_file_name(CHECKSUMS)).unwrap())
        };
        let first = made("a");
        std::thread::sleep(std::time::Duration::from_millis(1100));
        let second = made("b");
        let _ = fs::remove_dir_all(&folder);
        assert!(first == second && first.0.len() > 50, "{} bytes", first.0.len());
    }

    #[test]
    fn sums_of_other_archives_are_kept() {
        assert_eq!(with_sum("", "1  a\n"), "1  a\n");
        assert_eq!(with_sum("1  a\n2  b\n", "3  a\n"), "3  a\n2  b\n");
        assert_eq!(with_sum("2  b\nnonsense\n", "3  a\n"), "3  a\n2  b\n");
    }
}
