//! Runs the fuzz targets of `fuzz/` one after another.
//!
//! cargo-fuzz wants a nightly compiler for its instrumentation flags; the pinned stable one accepts them when
//! told to by `RUSTC_BOOTSTRAP`. Only this chore needs it: `./x test` replays the committed corpus with the
//! plain toolchain.

use std::{
    fs,
    process::{Command, ExitCode},
};

/// Fuzzes every target for `seconds` each (default 60).
pub(crate) fn run(seconds: Option<&String>) -> ExitCode {
    let seconds = seconds.map_or("60", String::as_str);
    if seconds.parse::<u32>().is_err() {
        eprintln!("x: '{seconds}' is no number of seconds");
        return ExitCode::from(2);
    }
    let missing = !Command::new("cargo-fuzz").arg("--version").output().is_ok_and(|out| out.status.success());
    if missing {
        println!("installing cargo-fuzz …");
        let installed =
            crate::cargo().args(["install", "cargo-fuzz", "--version", "0.13.2", "--locked"]).status();
        if !installed.is_ok_and(|status| status.success()) {
            eprintln!("x: cargo-fuzz cannot be installed");
            return ExitCode::FAILURE;
        }
    }
    let mut targets: Vec<String> = fs::read_dir(crate::root().join("fuzz/fuzz_targets"))
        .into_iter()
        .flatten()
        .filter_map(|entry| Some(entry.ok()?.path().file_stem()?.to_str()?.to_owned()))
        .collect();
    targets.sort();
    let mut failed = Vec::new();
    for target in &targets {
        println!("── {target} for {seconds} s");
        // New inputs go beside the build, not into the committed corpus.
        let found = crate::root().join("fuzz/target/found").join(target);
        if let Err(error) = fs::create_dir_all(&found) {
            eprintln!("x: cannot make {}: {error}", found.display());
            return ExitCode::FAILURE;
        }
        let status = crate::cargo()
            .env("RUSTC_BOOTSTRAP", "1")
            .args(["fuzz", "run", "--sanitizer", "none", target])
            .args([found, crate::root().join("fuzz/corpus").join(target)])
            .arg("--")
            .args([
                format!("-max_total_time={seconds}"),
                "-max_len=4096".to_owned(),
                "-print_final_stats=1".to_owned(),
            ])
            .status();
        if !status.is_ok_and(|status| status.success()) {
            failed.push(target.clone());
        }
    }
    println!(
        "targets: {} passed, {} failed {}",
        targets.len() - failed.len(),
        failed.len(),
        failed.join(" ")
    );
    if failed.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
