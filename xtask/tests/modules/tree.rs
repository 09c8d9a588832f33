//! The modules of a crate: what each of them is made of, and to which module a path leads.

use std::collections::{BTreeMap, BTreeSet};

use crate::tokens::tokens;

/// A path such as `crate::jobs::Order`, in parts.
type Path = Vec<String>;

/// The modules of one crate by their paths; the root has the empty path.
pub(crate) struct Tree(BTreeMap<Path, Module>);

#[derive(Default)]
struct Module {
    file: String,
    children: BTreeSet<String>,
    /// Names that `use` brings in, with the paths they stand for.
    imports: BTreeMap<String, Path>,
    /// Modules all of whose names are brought in.
    globs: Vec<Path>,
    /// Names of items defined here.
    items: BTreeSet<String>,
    /// Paths that begin with `crate`, `self` or `super`.
    paths: Vec<Path>,
}

/// One module uses another, and where.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct Use {
    pub(crate) file: String,
    pub(crate) path: String,
}

/// Who uses whom among the children of one module.
pub(crate) type Graph = BTreeMap<String, BTreeMap<String, Use>>;

impl Tree {
    /// Reads the modules from their files, which are named from the folder `src` on.
    pub(crate) fn new(files: &BTreeMap<String, String>) -> Self {
        let mut tree = Self(BTreeMap::new());
        for root in ["lib.rs", "main.rs"] {
            if files.contains_key(root) {
                tree.read(files, root, &[]);
                break;
            }
        }
        tree
    }

    fn read(&mut self, files: &BTreeMap<String, String>, file: &str, path: &[String]) {
        let mut module = Module { file: file.to_owned(), ..Module::default() };
        module.learn(&tokens(&files[file]));
        let children = module.children.clone();
        self.0.insert(path.to_vec(), module);
        for child in children {
            let inner: Path = path.iter().cloned().chain([child]).collect();
            let stem = inner.join("/");
            if let Some(file) =
                [format!("{stem}.rs"), format!("{stem}/mod.rs")].iter().find(|f| files.contains_key(*f))
            {
                self.read(files, file, &inner);
            }
        }
    }

    /// For every module with children: its path and who uses whom among them.
    pub(crate) fn graphs(&self) -> Vec<(String, Graph)> {
        let parents = self.0.iter().filter(|(_, module)| module.children.len() > 1);
        parents.map(|(path, _)| (path.join("::"), self.graph(path))).collect()
    }

    fn graph(&self, parent: &Path) -> Graph {
        let mut graph = Graph::new();
        let child = |path: &Path| {
            (path.len() > parent.len() && path.starts_with(parent)).then(|| path[parent.len()].clone())
        };
        for (from, module) in &self.0 {
            let Some(user) = child(from) else { continue };
            for path in &module.paths {
                let target = child(&self.target(from, path, 0));
                if let Some(used) = target.filter(|target| *target != user) {
                    let told = Use { file: module.file.clone(), path: path.join("::") };
                    graph.entry(user.clone()).or_default().entry(used).or_insert(told);
                }
            }
        }
        graph
    }

    /// The module in which a path seen in `from` ends; that of its last known part where it leaves the crate.
    fn target(&self, from: &Path, path: &[String], depth: usize) -> Path {
        let mut here = from.clone();
        let mut rest = path;
        while let Some((first, others)) = rest.split_first() {
            match first.as_str() {
                "crate" => here.clear(),
                "self" => {}
                "super" => _ = here.pop(),
                _ => break,
            }
            rest = others;
        }
        for (i, name) in rest.iter().enumerate() {
            let Some(module) = self.0.get(&here) else { return here };
            if module.children.contains(name) {
                here.push(name.clone());
                continue;
            }
            // Names may lead in circles; what is not found after a few steps is an item of this module.
            if module.items.contains(name) || depth > 8 {
                return here;
            }
            let through = |path: &Path| path.iter().chain(&rest[i + 1..]).cloned().collect::<Path>();
            if let Some(import) = module.imports.get(name) {
                return self.target(&here, &through(import), depth + 1);
            }
            let all = |glob: &&Path| {
                self.0.get(&self.target(&here, glob, depth + 1)).is_some_and(|m| m.names(name))
            };
            return module
                .globs
                .iter()
                .find(all)
                .map_or_else(|| here.clone(), |glob| self.target(&here, glob, depth + 1));
        }
        here
    }
}

const DEFINES: [&str; 9] =
    ["struct", "enum", "union", "trait", "type", "fn", "const", "static", "macro_rules"];

impl Module {
    fn names(&self, name: &str) -> bool {
        self.items.contains(name) || self.imports.contains_key(name) || self.children.contains(name)
    }

    fn learn(&mut self, tokens: &[String]) {
        let token = |i: usize| tokens.get(i).map_or("", String::as_str);
        let mut i = 0;
        while i < tokens.len() {
            match token(i) {
                "mod" if token(i + 2) == ";" => _ = self.children.insert(token(i + 1).to_owned()),
                // `use<'a>` in a return type names lifetimes.
                "use" if token(i + 1) != "<" => {
                    i = self.import(tokens, i + 1, &[]);
                    continue;
                }
                "crate" | "self" | "super" if token(i + 1) == "::" && token(i.wrapping_sub(1)) != "in" => {
                    let mut path = vec![token(i).to_owned()];
                    while token(i + 1) == "::" && is_name(token(i + 2)) {
                        path.push(token(i + 2).to_owned());
                        i += 2;
                    }
                    self.paths.push(path);
                }
                word if DEFINES.contains(&word) => {
                    let name = (i + 1..i + 4)
                        .map(token)
                        .find(|name| is_name(name) && !DEFINES.contains(name) && *name != "mut");
                    self.items.extend(name.map(str::to_owned));
                }
                _ => {}
            }
            i += 1;
        }
    }

    /// Reads a tree of imports that begins at `i` and goes on from `before`; returns the place behind it.
    fn import(&mut self, tokens: &[String], mut i: usize, before: &[String]) -> usize {
        let token = |i: usize| tokens.get(i).map_or("", String::as_str);
        let mut path = before.to_vec();
        loop {
            match token(i) {
                "::" => {}
                "{" => {
                    i += 1;
                    while token(i) != "}" && i < tokens.len() {
                        i = self.import(tokens, i, &path);
                        i += usize::from(token(i) == ",");
                    }
                    return i + 1;
                }
                "*" => {
                    self.depend(&path);
                    self.globs.push(path);
                    return i + 1;
                }
                name if is_name(name) => path.push(name.to_owned()),
                _ => return i,
            }
            if token(i) != "::" && token(i + 1) != "::" {
                return self.bring_in(path, tokens, i + 1);
            }
            i += 1;
        }
    }

    fn bring_in(&mut self, mut path: Path, tokens: &[String], i: usize) -> usize {
        let token = |i: usize| tokens.get(i).map_or("", String::as_str);
        // `a::{self}` brings in `a`; `super` alone is a module of its own.
        if path.len() > 1 && path.last().is_some_and(|name| name == "self") {
            path.pop();
        }
        self.depend(&path);
        let renamed = token(i) == "as";
        let name = if renamed { Some(token(i + 1).to_owned()) } else { path.last().cloned() };
        self.imports.extend(name.map(|name| (name, path)));
        i + if renamed { 2 } else { 0 }
    }

    fn depend(&mut self, path: &[String]) {
        if path.first().is_some_and(|first| ["crate", "self", "super"].contains(&first.as_str())) {
            self.paths.push(path.to_vec());
        }
    }
}

fn is_name(token: &str) -> bool {
    token.chars().next().is_some_and(|c| c.is_alphabetic() || c == '_')
}
