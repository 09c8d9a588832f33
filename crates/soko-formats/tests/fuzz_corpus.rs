//! The committed fuzz corpus, replayed on the plain toolchain: what a fuzzer once found stays found.

#[expect(unreachable_pub, reason = "the fuzz targets use it from outside")]
#[path = "../../../fuzz/src/exercise.rs"]
mod exercise;

use std::{fs, path::Path};

use libtest_mimic::{Arguments, Trial};
use soko_formats::Format;

fn main() {
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/corpus");
    let mut trials = Vec::new();
    let names = std::iter::once("any").chain(Format::ALL.into_iter().map(Format::id));
    for name in names {
        let folder = corpus.join(name);
        let format = name.parse::<Format>().ok();
        trials.push(Trial::test(name, move || {
            let mut files: Vec<_> = fs::read_dir(&folder)?.flatten().map(|entry| entry.path()).collect();
            files.sort();
            if files.is_empty() {
                return Err(format!("{name} has no corpus").into());
            }
            for file in files {
                exercise::exercise(&fs::read(&file)?, format);
            }
            Ok(())
        }));
    }
    libtest_mimic::run(&Arguments::from_args(), trials).exit();
}
