//! Links of the pages lead somewhere: to a file, and to a heading of it where they name one. Every picture is linked.

use std::{
    collections::HashSet,
    fs,
    path::{Path, PathBuf},
};

/// The pages at the top; the others are in `docs/`.
const PAGES: [&str; 5] = ["README.md", "CONTRIBUTING.md", "ARCHITECTURE.md", "CHANGELOG.md", "CREDITS.md"];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..").canonicalize().expect("the repository is there")
}

/// Files with this ending in a folder, and below it if asked.
fn files(folder: &Path, endings: &[&str], below: bool) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).expect("a folder of pages").flatten() {
        let path = entry.path();
        if path.is_dir() && below {
            found.extend(files(&path, endings, below));
        } else if path.extension().is_some_and(|ending| endings.iter().any(|wanted| ending == *wanted)) {
            found.push(path);
        }
    }
    found
}

fn pages() -> Vec<PathBuf> {
    let mut pages: Vec<_> = PAGES.iter().map(|page| root().join(page)).collect();
    pages.extend(files(&root().join("docs"), &["md"], true));
    pages
}

/// The lines outside of code blocks, with their numbers.
fn prose(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut inside = false;
    (1..).zip(text.lines()).filter(move |(_, line)| {
        let fence = line.trim_start().starts_with("```");
        inside ^= fence;
        !inside && !fence
    })
}

/// The targets of the links of a line; code within the sentence is none.
fn targets(line: &str) -> Vec<&str> {
    let sentences: Vec<&str> = line.split("](").skip(1).collect();
    sentences.iter().filter_map(|rest| rest.split_once(')')).map(|(target, _)| target).collect()
}

/// The name under which a heading is found.
fn anchor(heading: &str) -> String {
    let kept = heading.trim().chars().filter(|c| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_'));
    kept.collect::<String>().to_lowercase().replace(' ', "-")
}

fn anchors(page: &Path) -> HashSet<String> {
    let text = fs::read_to_string(page).expect("a page is a text");
    let headings = prose(&text).filter(|(_, line)| line.starts_with('#'));
    headings.map(|(_, line)| anchor(line.trim_start_matches('#'))).collect()
}

#[test]
fn every_link_leads_somewhere() {
    let mut checked = 0;
    for page in pages() {
        let text = fs::read_to_string(&page).unwrap_or_else(|error| panic!("{}: {error}", page.display()));
        for (number, line) in prose(&text) {
            for target in targets(line).into_iter().filter(|target| !target.contains("://")) {
                let place = format!("{}:{number}: {target}", page.display());
                let (file, heading) = target.split_once('#').map_or((target, None), |(f, h)| (f, Some(h)));
                let file = if file.is_empty() { page.clone() } else { page.with_file_name(file) };
                assert!(file.exists(), "{place}: there is no such file");
                if let Some(heading) = heading {
                    assert!(anchors(&file).contains(heading), "{place}: there is no such heading");
                }
                checked += 1;
            }
        }
    }
    assert!(checked > 60, "{checked} links");
}

#[test]
fn every_picture_is_linked() {
    let linked: HashSet<_> = pages()
        .iter()
        .flat_map(|page| {
            let text = fs::read_to_string(page).expect("a page is a text");
            let targets: Vec<_> =
                prose(&text).flat_map(|(_, line)| targets(line)).map(str::to_owned).collect();
            targets.into_iter().filter_map(|target| page.with_file_name(target).canonicalize().ok())
        })
        .collect();
    for picture in files(&root().join("docs"), &["png", "gif", "svg"], false) {
        assert!(linked.contains(&picture), "no page shows {}", picture.display());
    }
}

#[test]
fn anchors_are_made_as_hosts_of_repositories_make_them() {
    assert_eq!(anchor(" What A\\* proves"), "what-a-proves");
    assert_eq!(anchor(" JSON and exit codes"), "json-and-exit-codes");
    assert_eq!(anchor(" Why is it lost?"), "why-is-it-lost");
}
