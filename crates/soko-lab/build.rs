//! Gives the program a fingerprint: the sources that decide what its players do, hashed.
//!
//! A version number does not change with every change of a search, and a revision says nothing about a modified
//! checkout. The fingerprint is over the sources of `soko-players` and every crate of ours below it, and over the lock
//! file; so it is the same on every machine that has the same sources, and changes with nothing else.
//!
//! A package of a registry has no crates beside it. There the version says which sources they are, since crates of ours ask for
//! each other's own version; the fingerprint is made from it.

use std::{
    collections::BTreeSet,
    env,
    fmt::Write as _,
    fs, io,
    path::{Path, PathBuf},
};

use sha2::{Digest, Sha256};

fn main() -> io::Result<()> {
    let crates = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").unwrap_or_default()).join("..");
    let mut hash = Sha256::new();
    if crates.join("soko-players/Cargo.toml").is_file() {
        hash_sources(&crates, &mut hash)?;
    } else {
        println!("cargo:rerun-if-changed=build.rs");
        hash.update(format!("published {}", env::var("CARGO_PKG_VERSION").unwrap_or_default()));
    }
    let mut digits = String::new();
    for byte in hash.finalize().iter().take(6) {
        let _ = write!(digits, "{byte:02x}");
    }
    println!("cargo:rustc-env=SOKOLAB_FINGERPRINT={digits}");
    Ok(())
}

/// Hashes the sources in a checkout.
fn hash_sources(crates: &Path, hash: &mut Sha256) -> io::Result<()> {
    let mut files = BTreeSet::new();
    for name in below("soko-players", crates)? {
        println!("cargo:rerun-if-changed={}", crates.join(&name).display());
        collect(&crates.join(&name).join("src"), &mut files)?;
        files.insert(crates.join(&name).join("Cargo.toml"));
    }
    let lock = crates.join("../Cargo.lock");
    println!("cargo:rerun-if-changed={}", lock.display());
    files.insert(lock);
    for file in files {
        let name = file.strip_prefix(crates).unwrap_or(&file).to_string_lossy().replace('\\', "/");
        // A checkout may have turned the ends of lines.
        let text: Vec<u8> = fs::read(&file)?.into_iter().filter(|&byte| byte != b'\r').collect();
        hash.update(format!("{name} {}\n", text.len()));
        hash.update(&text);
    }
    Ok(())
}

/// A crate of ours and those it is made of.
fn below(name: &str, crates: &Path) -> io::Result<BTreeSet<String>> {
    let mut found = BTreeSet::new();
    let mut open = vec![name.to_owned()];
    while let Some(name) = open.pop() {
        let manifest = fs::read_to_string(crates.join(&name).join("Cargo.toml"))?;
        let needed = manifest.split("[dependencies]").nth(1).unwrap_or_default();
        let needed = needed.split("\n[").next().unwrap_or_default();
        open.extend(
            needed
                .lines()
                .filter_map(|line| line.split(['.', ' ', '=']).next())
                .filter(|&word| word.starts_with("soko-") && !found.contains(word))
                .map(str::to_owned),
        );
        found.insert(name);
    }
    Ok(found)
}

fn collect(folder: &Path, files: &mut BTreeSet<PathBuf>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            collect(&path, files)?;
        } else {
            files.insert(path);
        }
    }
    Ok(())
}
