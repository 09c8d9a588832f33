//! The licences of everything that is linked into the program, gathered from the sources cargo has unpacked.

use std::{
    collections::{BTreeMap, BTreeSet},
    fmt::Write as _,
    fs,
    path::{Path, PathBuf},
    process::Command,
};

use super::{output, target::Target};

/// Beginnings of the names of files that hold a licence, in capitals.
const NAMES: [&str; 5] = ["LICENSE", "LICENCE", "COPYING", "COPYRIGHT", "UNLICENSE"];

/// A package of others.
#[derive(PartialEq, Eq, PartialOrd, Ord, Clone, Debug)]
struct Package {
    name: String,
    version: String,
    licence: String,
}

/// Writes `THIRD-PARTY.txt`, and for Rust's own library `THIRD-PARTY-RUST.html` where the toolchain has it.
pub(super) fn write(folder: &Path, target: Target) -> Result<(), String> {
    let mut tree = crate::cargo();
    tree.args(["tree", "--locked", "--quiet", "--package", "sokolab", "--edges", "normal,no-proc-macro"]);
    tree.args(["--target", target.triple(), "--prefix", "none", "--format", "{p}|{l}"]);
    let packages = packages(&output(&mut tree)?);
    let mut metadata = crate::cargo();
    metadata.args(["metadata", "--locked", "--quiet", "--format-version", "1"]);
    let folders = folders(&output(&mut metadata)?);
    let mut text = String::from(
        "Sokolab is made with the packages below. Their licences follow, each with the packages it comes from.\n\n",
    );
    let mut texts: BTreeMap<String, (String, Vec<String>)> = BTreeMap::new();
    let mut without = Vec::new();
    for package in &packages {
        let Package { name, version, licence } = package;
        let _ = writeln!(text, "{name} {version}: {licence}");
        let found = folder_of(package, &folders).map(licence_texts).unwrap_or_default();
        if found.is_empty() {
            without.push(format!("{name} {version} ({licence})"));
        }
        for licence in found {
            let words = licence.split_whitespace().collect::<Vec<_>>().join(" ");
            let (_, owners) = texts.entry(words).or_insert_with(|| (licence, Vec::new()));
            owners.push(format!("{name} {version}"));
        }
    }
    text += "\nSQLite, which libsqlite3-sys carries along, is in the public domain.\n";
    if !without.is_empty() {
        let _ = writeln!(text, "\nWithout a text in their package: {}.", without.join(", "));
    }
    let mut texts: Vec<_> = texts.into_values().collect();
    // A package may hold the same text twice.
    for (_, owners) in &mut texts {
        owners.dedup();
    }
    texts.sort_by_key(|(_, owners)| (std::cmp::Reverse(owners.len()), owners.clone()));
    texts.extend(musl(target));
    for (licence, owners) in &texts {
        let _ = write!(text, "\n{}\n{}\n\n{}\n", "=".repeat(100), owners.join(", "), licence.trim_end());
    }
    let path = folder.join("THIRD-PARTY.txt");
    fs::write(&path, text).map_err(|error| format!("{}: {error}", path.display()))?;
    if let Some(page) = rust_library() {
        fs::copy(&page, folder.join("THIRD-PARTY-RUST.html"))
            .map_err(|error| format!("{}: {error}", page.display()))?;
    }
    Ok(())
}

/// The packages in the lines of `cargo tree`: "name v1.0.0|MIT OR Apache-2.0". Ours have a folder behind the version.
fn packages(tree: &str) -> BTreeSet<Package> {
    let read = |line: &str| {
        let (name, licence) = line.trim_end_matches(" (*)").split_once('|')?;
        let words: Vec<&str> = name.split(' ').collect();
        let &[name, version] = words.as_slice() else { return None };
        let version = version.strip_prefix('v')?.to_owned();
        Some(Package { name: name.to_owned(), version, licence: licence.to_owned() })
    };
    tree.lines().filter_map(read).collect()
}

/// The folders of all manifests in the output of `cargo metadata`. A path is all that is needed of it, so it is not read as JSON.
fn folders(metadata: &str) -> Vec<PathBuf> {
    let paths = metadata.split("\"manifest_path\":\"").skip(1).filter_map(|rest| rest.split('"').next());
    paths.filter_map(|path| Some(Path::new(path).parent()?.to_owned())).collect()
}

/// The folder of a package: cargo calls it by name and version, vendored ones may have the name alone.
fn folder_of<'a>(package: &Package, folders: &'a [PathBuf]) -> Option<&'a Path> {
    let named =
        |name: &str| folders.iter().find(|folder| folder.file_name().is_some_and(|last| last == name));
    let Package { name, version, .. } = package;
    named(&format!("{name}-{version}")).or_else(|| named(name)).map(PathBuf::as_path)
}

/// The texts of the licences in a package, in the order of the paths of their files. What a package carries along from elsewhere
/// (C sources, tables of Unicode) lies in folders of its own, with a licence of its own.
fn licence_texts(folder: &Path) -> Vec<String> {
    let mut files = Vec::new();
    licence_files(folder, &mut files);
    files.sort();
    files
        .iter()
        .filter_map(|path| fs::read_to_string(path).ok())
        .filter(|text| !text.trim().is_empty())
        .collect()
}

fn licence_files(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        let name = entry.file_name().to_string_lossy().to_uppercase();
        let is_code = path.extension().is_some_and(|extension| extension == "rs");
        if entry.file_type().is_ok_and(|kind| kind.is_dir()) {
            licence_files(&path, files);
        } else if NAMES.iter().any(|beginning| name.starts_with(beginning)) && !is_code {
            files.push(path);
        }
    }
}

/// What Debian's package says about musl.
fn musl(target: Target) -> Option<(String, Vec<String>)> {
    let text = (target == Target::Musl).then(|| fs::read_to_string("/usr/share/doc/musl/copyright"))?;
    Some((text.ok()?, vec!["musl, the C library".to_owned()]))
}

/// The toolchain's own page about the standard library and what that is made of.
fn rust_library() -> Option<PathBuf> {
    let sysroot =
        output(Command::new("rustc").args(["--print", "sysroot"]).current_dir(crate::root())).ok()?;
    Some(Path::new(sysroot.trim()).join("share/doc/rust/COPYRIGHT-library.html"))
        .filter(|path| path.is_file())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn packages_of_others_are_read_once() {
        let tree = "sokolab v0.2.0 (/somewhere/crates/sokolab)|MIT OR Apache-2.0\nclap v4.6.7|MIT OR Apache-2.0\n\
                    toml v1.1.8+spec-1.1.0|MIT\nclap v4.6.7|MIT OR Apache-2.0 (*)\n";
        let found: Vec<String> =
            packages(tree).iter().map(|it| format!("{} {} {}", it.name, it.version, it.licence)).collect();
        assert_eq!(found, ["clap 4.6.7 MIT OR Apache-2.0", "toml 1.1.8+spec-1.1.0 MIT"]);
    }

    #[test]
    fn folders_are_found_by_name_and_version() {
        let folders = folders(
            r#"{"manifest_path":"/r/syn-3.0.9/Cargo.toml","x":1},{"manifest_path":"/v/gif/Cargo.toml"}"#,
        );
        let of = |name: &str| {
            let package =
                Package { name: name.to_owned(), version: "3.0.9".to_owned(), licence: String::new() };
            folder_of(&package, &folders)
        };
        assert_eq!(of("syn"), Some(Path::new("/r/syn-3.0.9")));
        assert_eq!(of("gif"), Some(Path::new("/v/gif")));
        assert_eq!(of("serde"), None);
    }

    #[test]
    fn licences_of_a_package_and_of_what_it_carries_along_are_found() {
        let package = std::env::temp_dir().join(format!("sokolab-licences-{}", std::process::id()));
        let carried = package.join("c_src/library");
        fs::create_dir_all(&carried).unwrap();
        for (path, text) in [
            (package.join("LICENSE.txt"), "of the package"),
            (package.join("copying.rs"), "a module, no licence"),
            (package.join("COPYING"), " "),
            (carried.join("Licence"), "of what it carries along"),
        ] {
            fs::write(path, text).unwrap();
        }
        let texts = licence_texts(&package);
        fs::remove_dir_all(&package).unwrap();
        assert_eq!(texts, ["of the package", "of what it carries along"]);
    }
}
