//! The modules of a crate must not depend on each other in a circle: a part can then be read, tested and moved without
//! the whole.
//!
//! The graph is looked at among the modules of a crate and inside every folder among siblings; what lies below a module
//! counts as the module. A name that a parent brings in with `use` belongs to the module it comes from. A child may use
//! what its own parent defines. Parts under `#[cfg(test)]` are free to use anything.

mod tokens;
mod tree;

use std::{
    collections::{BTreeMap, BTreeSet, VecDeque},
    fs, io,
    path::Path,
};

use tree::{Graph, Tree};

/// What is wrong with the modules of a crate, one text for every circle.
fn circles(name: &str, files: &BTreeMap<String, String>) -> Vec<String> {
    let mut told = Vec::new();
    for (parent, graph) in Tree::new(files).graphs() {
        let place = if parent.is_empty() { name.to_owned() } else { format!("{name}, module {parent}") };
        for knot in knots(&graph) {
            told.push(describe(&place, &knot, &graph));
        }
    }
    told
}

fn describe(place: &str, knot: &BTreeSet<String>, graph: &Graph) -> String {
    let members: Vec<&str> = knot.iter().map(String::as_str).collect();
    let circle =
        knot.iter().filter_map(|start| way(start, start, graph)).min_by_key(Vec::len).unwrap_or_default();
    let steps = circle.windows(2).map(|pair| {
        let used = &graph[&pair[0]][&pair[1]];
        format!("\n    {} → {}: src/{} uses {}", pair[0], pair[1], used.file, used.path)
    });
    format!(
        "{place}: {} modules depend on each other ({}); the shortest circle:{}",
        knot.len(),
        members.join(", "),
        steps.collect::<String>()
    )
}

/// The sets of modules that can all reach each other.
fn knots(graph: &Graph) -> Vec<BTreeSet<String>> {
    let reach: BTreeMap<&String, BTreeSet<String>> =
        graph.keys().map(|from| (from, reachable(from, graph))).collect();
    let mut found: Vec<BTreeSet<String>> = Vec::new();
    for (&from, seen) in reach.iter().filter(|(from, seen)| seen.contains(**from)) {
        if found.iter().all(|knot| !knot.contains(from)) {
            let back = |to: &&String| reach.get(to).is_some_and(|seen| seen.contains(from));
            found.push(seen.iter().filter(back).cloned().collect());
        }
    }
    found
}

fn reachable(from: &str, graph: &Graph) -> BTreeSet<String> {
    let mut seen = BTreeSet::new();
    let mut open = vec![from.to_owned()];
    while let Some(here) = open.pop() {
        for next in graph.get(&here).into_iter().flat_map(BTreeMap::keys) {
            if seen.insert(next.clone()) {
                open.push(next.clone());
            }
        }
    }
    seen
}

/// A shortest way of at least one step.
fn way(from: &str, to: &str, graph: &Graph) -> Option<Vec<String>> {
    let mut seen = BTreeSet::new();
    let mut open = VecDeque::from([vec![from.to_owned()]]);
    while let Some(way) = open.pop_front() {
        for next in graph.get(way.last()?).into_iter().flat_map(BTreeMap::keys) {
            let longer: Vec<String> = way.iter().chain([next]).cloned().collect();
            if next == to {
                return Some(longer);
            }
            if seen.insert(next.clone()) {
                open.push_back(longer);
            }
        }
    }
    None
}

/// The source files of a folder, named from there on.
fn sources(folder: &Path) -> io::Result<BTreeMap<String, String>> {
    let mut files = BTreeMap::new();
    let mut open = vec![folder.to_owned()];
    while let Some(here) = open.pop() {
        for entry in fs::read_dir(here)? {
            let path = entry?.path();
            if path.is_dir() {
                open.push(path);
            } else if path.extension().is_some_and(|ending| ending == "rs") {
                let name = path.strip_prefix(folder).map_err(io::Error::other)?;
                let name = name.to_string_lossy().replace('\\', "/");
                files.insert(name, fs::read_to_string(&path)?);
            }
        }
    }
    Ok(files)
}

#[test]
fn no_modules_depend_on_each_other_in_a_circle() -> io::Result<()> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut told = circles("xtask", &sources(&root.join("xtask/src"))?);
    for entry in fs::read_dir(root.join("crates"))? {
        let path = entry?.path();
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        told.extend(circles(&name, &sources(&path.join("src"))?));
    }
    told.sort();
    assert!(told.is_empty(), "\n{}", told.join("\n"));
    Ok(())
}

fn told(files: &[(&str, &str)]) -> Vec<String> {
    circles("toy", &files.iter().map(|&(name, text)| (name.to_owned(), text.to_owned())).collect())
}

#[test]
fn a_circle_is_found_with_its_steps() {
    let tree = [
        ("lib.rs", "mod a; mod b; mod c;"),
        ("a.rs", "use crate::{b::B, other};"),
        ("b.rs", "fn f() -> crate::c::C {}"),
        ("c.rs", "mod inner;"),
        ("c/inner.rs", "use super::super::a;"),
    ];
    assert_eq!(
        told(&tree),
        [
            "toy: 3 modules depend on each other (a, b, c); the shortest circle:\n    a → b: src/a.rs uses crate::b::B\n    \
          b → c: src/b.rs uses crate::c::C\n    c → a: src/c/inner.rs uses super::super::a"
        ]
    );
}

#[test]
fn a_circle_of_siblings_is_found_in_a_folder_and_through_names_of_the_parent() {
    let tree = [
        ("main.rs", "mod jobs;"),
        ("jobs.rs", "mod order; mod play; pub(crate) use order::{Order as Wish, self}; use play::*;"),
        ("jobs/order.rs", "use super::start; struct Order;"),
        ("jobs/play.rs", "use crate::jobs::Wish; fn start() {}"),
    ];
    let found = told(&tree);
    assert_eq!(found.len(), 1);
    assert!(
        found[0].starts_with("toy, module jobs: 2 modules depend on each other (order, play)"),
        "{}",
        found[0]
    );
}

#[test]
fn one_way_is_no_circle() {
    let tree = [
        ("lib.rs", "mod a; mod b; #[cfg(test)] mod testing; pub use a::A; pub struct Root;"),
        (
            "a.rs",
            "mod x; mod y; struct A; const TEXT: &str = \"crate::b\"; const C: char = '\"'; // crate::b",
        ),
        ("a/x.rs", "use super::A; /* crate::b /* nested */ super::y */"),
        ("a/y.rs", "use super::{x, A}; pub(in crate::a) fn f<'a>(x: &'a str) { r#\"crate::b\"# }"),
        (
            "b.rs",
            "use crate::{A, Root}; #[cfg(test)] mod tests { use crate::testing; } #[cfg(test)] use crate::testing::T;",
        ),
        ("testing.rs", "use crate::b;"),
    ];
    assert_eq!(told(&tree), [""; 0]);
}

#[test]
fn a_name_that_the_root_passes_on_belongs_to_its_module() {
    let tree = [
        ("lib.rs", "mod a; mod b; pub use a::A; pub use b::{B, run};"),
        ("a.rs", "use crate::B; pub struct A;"),
        ("b.rs", "use crate::A; pub struct B; pub fn run() {}"),
    ];
    assert_eq!(told(&tree).len(), 1);
}
