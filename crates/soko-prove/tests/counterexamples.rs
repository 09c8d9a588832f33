//! Every counterexample that was ever found is played again: what is claimed about it must be true now.

use std::{fs, path::Path, sync::mpsc, thread, time::Duration};

use soko_prove::{counterexample::Counterexample, shape::Case, trial::play};

/// Far more than any of them needs.
const PATIENCE: Duration = Duration::from_secs(40);

#[test]
fn what_was_false_once_is_true_now() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("counterexamples");
    let mut paths: Vec<_> =
        fs::read_dir(folder).expect("the folder").map(|entry| entry.expect("an entry").path()).collect();
    paths.sort();
    assert!(!paths.is_empty());
    let mut wrong = Vec::new();
    for path in &paths {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let text = fs::read_to_string(path).expect("a text");
        let example = Counterexample::read(&text).unwrap_or_else(|error| panic!("{name}: {error}"));
        let case = Case::of(&example.text, 2_000_000).unwrap_or_else(|error| panic!("{name}: {error}"));
        // A player that hangs must not take the test along.
        let (sender, outcome) = mpsc::channel();
        thread::spawn(move || sender.send(play(&case, &example.setup)));
        let fault = match outcome.recv_timeout(PATIENCE) {
            Err(_) => Some("does not end".to_owned()),
            Ok(outcome) => outcome.fault.map(|fault| format!("{}; {}", fault.claimed, fault.truth)),
        };
        wrong.extend(fault.map(|fault| format!("{name}: {fault}")));
    }
    assert!(wrong.is_empty(), "{} of {} are still false:\n{}", wrong.len(), paths.len(), wrong.join("\n"));
}
