//! Files and folders that are not as they should be.

use std::{
    fs,
    path::Path,
    process::{Command, Output, Stdio},
    thread,
    time::Duration,
};

use libtest_mimic::Failed;

use super::{ensure, expect, hall, intact, query, run, sokolab, steady};

/// A small results file with all runs of a plan.
pub(super) fn small(folder: &Path) -> Result<Vec<String>, Failed> {
    let arguments = steady("builtin:tutorial#1-4", "3000");
    expect(&sokolab(folder).args(&arguments).output()?, 0, &[])?;
    Ok(arguments)
}

/// Takes away what the first version of the tables did not have.
const FIRST_VERSION: &str = "ALTER TABLE experiment DROP COLUMN command; ALTER TABLE experiment DROP COLUMN supply; \
                             DROP TABLE workbench_job; PRAGMA user_version = 1";

pub(super) fn two_processes(folder: &Path) -> Result<(), Failed> {
    let arguments = small(folder)?;
    let mut first = sokolab(folder);
    first
        .args(["bench", "--on"])
        .arg(hall())
        .args(["-p", "bfs", "-t", "none", "-d", "r.db", "--name", "hall"]);
    let mut first = first.stdout(Stdio::null()).stderr(Stdio::null()).spawn()?;
    while query(&folder.join("r.db"), "SELECT count(*) FROM experiment")? < 2 {
        thread::sleep(Duration::from_millis(20));
    }
    let second = sokolab(folder).args(&arguments).output()?;
    let report = run(folder, &["report", "r.db", "--experiment", "bench"])?;
    let id = first.id();
    first.kill()?;
    first.wait()?;
    expect(
        &second,
        2,
        &[&format!("another bench is writing to r.db (process {id})"), "--database", "sokolab merge"],
    )?;
    expect(&report, 0, &[])?;
    // A killed bench lets go of the file.
    expect(&sokolab(folder).args(&arguments).output()?, 0, &["0 runs recorded, 16 known before"])
}

pub(super) fn newer(folder: &Path) -> Result<(), Failed> {
    let arguments = small(folder)?;
    let file = folder.join("r.db");
    let connection = rusqlite::Connection::open(&file)?;
    connection.pragma_update(None, "user_version", 99)?;
    drop(connection);
    let before = fs::read(&file)?;
    let words = ["r.db was made by a newer Sokolab (format 99; this one knows 4)", "update Sokolab"];
    expect(&sokolab(folder).args(&arguments).output()?, 2, &words)?;
    expect(&run(folder, &["report", "r.db"])?, 2, &words)?;
    expect(&run(folder, &["merge", "new.db", "r.db"])?, 2, &words)?;
    expect(&run(folder, &["protocol", "00", "--database", "r.db"])?, 2, &words)?;
    ensure(fs::read(&file)? == before, || "the file was changed".to_owned())
}

pub(super) fn older(folder: &Path) -> Result<(), Failed> {
    let arguments = small(folder)?;
    let file = folder.join("r.db");
    rusqlite::Connection::open(&file)?.execute_batch(FIRST_VERSION)?;
    expect(&run(folder, &["report", "r.db"])?, 0, &[])?;
    ensure(query(&file, "SELECT user_version FROM pragma_user_version")? == 4, || {
        "still the old version".to_owned()
    })?;
    rusqlite::Connection::open(&file)?.execute_batch(FIRST_VERSION)?;
    expect(&run(folder, &["merge", "all.db", "r.db"])?, 0, &[])?;
    expect(&sokolab(folder).args(&arguments).output()?, 0, &["0 runs recorded, 16 known before"])?;
    intact(&file)
}

pub(super) fn damaged(folder: &Path) -> Result<(), Failed> {
    let arguments = small(folder)?;
    let file = folder.join("r.db");
    let whole = fs::read(&file)?;
    let bench = || -> Result<Output, Failed> { Ok(sokolab(folder).args(&arguments).output()?) };

    let mut pages = whole.clone();
    let middle = pages.len() / 8192 * 4096;
    pages[middle..].fill(0xaa);
    fs::write(&file, &pages)?;
    expect(&bench()?, 2, &["r.db is damaged", "merge the copies"])?;
    expect(&run(folder, &["merge", "new.db", "r.db"])?, 2, &["r.db is damaged"])?;

    fs::write(&file, &whole[..whole.len() / 2])?;
    expect(&bench()?, 2, &["r.db is damaged"])?;

    fs::write(&file, "this is a shopping list\n".repeat(300))?;
    for output in [bench()?, run(folder, &["report", "r.db"])?] {
        expect(&output, 2, &["r.db is no results file of Sokolab"])?;
    }

    fs::remove_file(&file)?;
    rusqlite::Connection::open(&file)?.execute_batch("CREATE TABLE recipes (name TEXT)")?;
    expect(&bench()?, 2, &["r.db is no results file of Sokolab"])?;

    fs::write(&file, &whole)?;
    expect(&bench()?, 0, &["0 runs recorded"])
}

pub(super) fn places(folder: &Path) -> Result<(), Failed> {
    fs::create_dir(folder.join("folder"))?;
    let bench = |file: &str| run(folder, &["bench", "--on", "builtin:tutorial#1", "--database", file]);
    expect(&bench("folder")?, 2, &["cannot open folder: it is a folder"])?;
    expect(&bench("nowhere/r.db")?, 2, &["cannot open nowhere/r.db"])?;
    expect(&run(folder, &["report", "none.db"])?, 2, &["there is no results file none.db", "sokolab bench"])?;
    expect(&run(folder, &["merge", "all.db", "none.db"])?, 2, &["there is no results file none.db"])
}

pub(super) fn refused_merge(folder: &Path) -> Result<(), Failed> {
    small(folder)?;
    fs::write(folder.join("list.txt"), "a shopping list\n".repeat(300))?;
    let before = names(folder)?;
    let refused = |into: &str, from: &[&str], words: &[&str]| -> Result<(), Failed> {
        expect(&run(folder, &[&["merge", into], from].concat())?, 2, words)?;
        ensure(names(folder)? == before, || format!("merge {into} {from:?} left {:?}", names(folder)))
    };
    refused("new.db", &["none.db"], &["there is no results file none.db"])?;
    refused("new.db", &["r.db", "none.db"], &["there is no results file none.db"])?;
    refused("new.db", &["list.txt"], &["list.txt is no results file of Sokolab"])?;
    refused("list.txt", &["r.db"], &["list.txt is no results file of Sokolab"])?;
    refused(".", &["r.db"], &["cannot open .: it is a folder"])?;
    refused("new.db", &["new.db"], &["there is no results file new.db"])?;
    refused("r.db", &["r.db"], &["r.db and r.db are the same file", "leave it out"])?;
    let absolute = folder.join("r.db");
    refused("r.db", &[&absolute.to_string_lossy()], &["are the same file"])?;
    #[cfg(unix)]
    {
        std::os::unix::fs::symlink("r.db", folder.join("soft.db"))?;
        fs::hard_link(folder.join("r.db"), folder.join("hard.db"))?;
        for link in ["soft.db", "hard.db"] {
            expect(&run(folder, &["merge", "r.db", link])?, 2, &[link, "are the same file"])?;
            expect(&run(folder, &["merge", link, "r.db"])?, 2, &[link, "are the same file"])?;
        }
    }
    Ok(())
}

/// The names of all files of a folder.
fn names(folder: &Path) -> Result<Vec<String>, Failed> {
    let mut names = Vec::new();
    for entry in fs::read_dir(folder)? {
        names.push(entry?.file_name().to_string_lossy().into_owned());
    }
    names.sort();
    Ok(names)
}

/// Runs a script in which `$DISK` is a file system of its own of 600 KiB.
fn on_small_disk(folder: &Path, script: &str) -> Result<Output, Failed> {
    fs::create_dir(folder.join("disk"))?;
    let script = format!("mount -t tmpfs -o size=600k tmpfs disk && {script}");
    let mut command = Command::new("unshare");
    command.args(["-rm", "sh", "-c", &script]).current_dir(folder);
    Ok(command.env("SOKOLAB", env!("CARGO_BIN_EXE_sokolab")).stdin(Stdio::null()).output()?)
}

const MUCH: &str = "\"$SOKOLAB\" bench --on builtin:workshop --on builtin:first-steps -p bfs -p dfs -p greedy \
                    -p mcts --seeds 3 -t none -n 2000 -j 2 -d disk/r.db";

pub(super) fn full_disk(folder: &Path) -> Result<(), Failed> {
    let script = format!(
        "{MUCH}; code=$?; cp disk/r.db* kept/; mount -o remount,size=60m disk && {MUCH}; again=$?; cp disk/r.db done.db; \
         echo codes $code $again"
    );
    fs::create_dir(folder.join("kept"))?;
    let output = on_small_disk(folder, &script)?;
    let told = String::from_utf8_lossy(&output.stdout).into_owned();
    ensure(told.contains("codes 2 0"), || format!("{told}{}", String::from_utf8_lossy(&output.stderr)))?;
    expect(
        &output,
        0,
        &["the disk with disk/r.db is full", "free some space and give the same command again"],
    )?;
    let kept = folder.join("kept/r.db");
    intact(&kept)?;
    let before = query(&kept, "SELECT count(*) FROM run")?;
    let done = folder.join("done.db");
    intact(&done)?;
    let (after, jobs) =
        (query(&done, "SELECT count(*) FROM run")?, query(&done, "SELECT count(DISTINCT job) FROM run")?);
    let planned = query(&done, "SELECT count(DISTINCT job) FROM trial")?;
    ensure(after == planned && jobs == planned && 0 < before && before < after, || {
        format!("{before} runs before, {after} after, of {jobs} jobs; {planned} planned")
    })?;
    ensure(query(&done, "SELECT count(*) FROM run WHERE outcome = 'crashed'")? == 0, || {
        "a run crashed".to_owned()
    })
}

pub(super) fn read_only(folder: &Path) -> Result<(), Failed> {
    small(folder)?;
    // A copy with the tables of the first version.
    fs::copy(folder.join("r.db"), folder.join("old.db"))?;
    rusqlite::Connection::open(folder.join("old.db"))?.execute_batch(FIRST_VERSION)?;
    let script = "cp r.db old.db disk/ && mount -o remount,ro disk && \"$SOKOLAB\" report disk/r.db; echo code $?; \
                  \"$SOKOLAB\" bench --on builtin:tutorial#1 -d disk/r.db; echo code $?; \
                  \"$SOKOLAB\" bench --on builtin:tutorial#1 -d disk/new.db; echo code $?; \
                  \"$SOKOLAB\" report disk/old.db; echo code $?; \
                  \"$SOKOLAB\" merge all.db disk/r.db; echo code $?";
    let output = on_small_disk(folder, script)?;
    let told = String::from_utf8_lossy(&output.stdout).into_owned();
    let codes: Vec<_> = told.lines().filter_map(|line| line.strip_prefix("code ")).collect();
    ensure(codes == ["0", "2", "2", "2", "0"], || {
        format!("{told}{}", String::from_utf8_lossy(&output.stderr))
    })?;
    ensure(told.contains("bfs") && told.contains("greedy"), || format!("no report: {told}"))?;
    expect(
        &output,
        0,
        &["disk/r.db cannot be written", "disk/new.db cannot be written", "name a file in a folder"],
    )
}
