//! How fast level files are read: decoding, detection, boards and texts included; files are in memory.
//!
//! The files are not part of the repository. Where they are missing the benchmark says so and measures
//! nothing.

use std::{
    fs,
    hint::black_box,
    path::{Path, PathBuf},
};

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use soko_formats::{ReadOptions, read};

const LEVELS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared/levels");

/// Folders that are measured, each as one batch.
const FOLDERS: &[&str] = &[
    "boxoban",
    "large_test_suite",
    "skinner_txt",
    "jsoko/collections",
    "slc_hoste",
    "slc_sokoshell",
    "uci_cs271",
];

fn files_below(folder: &Path, found: &mut Vec<PathBuf>) {
    let Ok(entries) = fs::read_dir(folder) else { return };
    let mut paths: Vec<_> = entries.filter_map(Result::ok).map(|entry| entry.path()).collect();
    paths.sort();
    for path in paths {
        if path.is_dir() {
            files_below(&path, found);
        } else if path.extension().is_none_or(|extension| extension != "md" && extension != "dtd") {
            found.push(path);
        }
    }
}

fn reading(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("reading");
    for folder in FOLDERS {
        let mut paths = Vec::new();
        files_below(&Path::new(LEVELS).join(folder), &mut paths);
        let files: Vec<(ReadOptions, Vec<u8>)> = paths
            .iter()
            .filter_map(|path| {
                let name = Some(path.file_name()?.to_string_lossy().into_owned());
                Some((ReadOptions { name, ..ReadOptions::default() }, fs::read(path).ok()?))
            })
            .collect();
        if files.is_empty() {
            report_missing(folder);
            continue;
        }
        let bytes = files.iter().map(|(_, bytes)| bytes.len() as u64).sum();
        group.throughput(Throughput::Bytes(bytes));
        group.bench_function(*folder, |bencher| {
            bencher.iter(|| {
                let levels = files
                    .iter()
                    .map(|(options, bytes)| read(black_box(bytes), options).collection.entries.len());
                levels.sum::<usize>()
            });
        });
    }
    group.finish();
}

#[expect(clippy::print_stderr, reason = "a benchmark that measures nothing must say so")]
fn report_missing(folder: &str) {
    eprintln!("{folder}: the shared level files are missing, nothing measured");
}

criterion_group!(benches, reading);
criterion_main!(benches);
