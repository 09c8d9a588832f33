//! The SVG is well-formed, obeys a strict set of rules, and only changes when we mean it.

use std::{collections::BTreeSet, fs, path::PathBuf};

use crate::boards;
use roxmltree::{Document, Node};
use soko_core::{Board, Direction};
use soko_render::{Heat, MAX_CELLS, Overlay, Picture, RenderError, SKINS, Skin};

const SVG: &str = "http://www.w3.org/2000/svg";

/// Every element we may use and its attributes. What is not here is a mistake or a danger.
const ALLOWED: &[(&str, &[&str])] = &[
    ("svg", &["width", "height", "viewBox", "role"]),
    ("title", &[]),
    ("desc", &[]),
    ("defs", &[]),
    ("symbol", &["id", "overflow"]),
    ("use", &["href", "x", "y"]),
    ("g", &["class", "transform"]),
    (
        "path",
        &[
            "d",
            "fill",
            "fill-opacity",
            "stroke",
            "stroke-width",
            "stroke-opacity",
            "stroke-linecap",
            "stroke-linejoin",
        ],
    ),
    ("rect", &["x", "y", "width", "height", "rx", "fill", "fill-opacity", "stroke", "stroke-width"]),
    ("circle", &["cx", "cy", "r", "fill", "fill-opacity", "stroke", "stroke-width", "stroke-dasharray"]),
    ("ellipse", &["cx", "cy", "rx", "ry", "fill", "fill-opacity"]),
];

/// All broken rules, in words.
fn broken_rules(svg: &str) -> Vec<String> {
    let document = match Document::parse(svg) {
        Ok(document) => document,
        Err(error) => return vec![format!("not well-formed: {error}")],
    };
    let mut broken = Vec::new();
    let root = document.root_element();
    let children: Vec<_> = root.children().filter(Node::is_element).collect();
    if children.first().is_none_or(|n| !n.has_tag_name("title"))
        || children.get(1).is_none_or(|n| !n.has_tag_name("desc"))
    {
        broken.push("title and desc must come first".to_owned());
    }
    if root.attribute("role") != Some("img") {
        broken.push("the role is missing".to_owned());
    }
    let mut ids = BTreeSet::new();
    let mut used = BTreeSet::new();
    for node in document.descendants().filter(Node::is_element) {
        let name = node.tag_name().name();
        if node.tag_name().namespace() != Some(SVG) {
            broken.push(format!("{name} is no SVG element"));
        }
        let Some((_, allowed)) = ALLOWED.iter().find(|(element, _)| *element == name) else {
            broken.push(format!("element {name} is not allowed"));
            continue;
        };
        for attribute in node.attributes() {
            let (key, value) = (attribute.name(), attribute.value());
            if attribute.namespace().is_some() || !allowed.contains(&key) {
                broken.push(format!("attribute {key} of {name} is not allowed"));
            }
            if value.contains("url(") || value.contains("://") || value.contains("data:") {
                broken.push(format!("{name} refers to something: {value}"));
            }
            let is_colour = value == "none" || value.len() == 7 && value.starts_with('#');
            if matches!(key, "fill" | "stroke") && !is_colour {
                broken.push(format!("{value} is no plain colour"));
            }
            let is_number = value.parse::<f64>().is_ok_and(f64::is_finite);
            if matches!(
                key,
                "x" | "y" | "cx" | "cy" | "r" | "rx" | "ry" | "width" | "height" | "stroke-width"
            ) && !is_number
            {
                broken.push(format!("{key}={value} is no number"));
            }
        }
        if let Some(id) = node.attribute("id").filter(|id| !ids.insert(*id)) {
            broken.push(format!("id {id} is given twice"));
        }
        if let Some(href) = node.attribute("href") {
            used.insert(href.strip_prefix('#').unwrap_or(href));
        }
        if let Some(data) = node.attribute("d") {
            broken.extend(path_mistake(data));
        }
    }
    if ids != used {
        broken.push(format!("symbols defined {ids:?} and used {used:?} differ"));
    }
    broken
}

/// Path data must begin with a move and hold nothing but commands and numbers of two decimals at most.
fn path_mistake(data: &str) -> Option<String> {
    let numbers =
        data.split(|c: char| c.is_ascii_alphabetic() || c == ' ').flat_map(|part| part.split_inclusive('-'));
    for number in numbers.map(|n| n.trim_matches('-')).filter(|n| !n.is_empty()) {
        let decimals = number.split_once('.').map_or(0, |(_, decimals)| decimals.len());
        if number.parse::<f64>().is_err() || decimals > 2 {
            return Some(format!("{number} in a path"));
        }
    }
    (!data.starts_with(['M', 'm'])).then(|| format!("path {data} does not begin with a move"))
}

#[test]
fn all_pictures_obey_the_rules() {
    for text in [boards::EVERYTHING, boards::LEVEL, "@", "#", " ", "####\n@$.#\n####", "# #\n # \n# #"] {
        let board = boards::board(text);
        for (name, picture) in boards::pictures(&board) {
            for facing in Direction::ALL {
                let svg = picture.clone().facing(facing).svg().unwrap();
                assert_eq!(broken_rules(&svg), Vec::<String>::new(), "{name} of\n{text}");
            }
        }
    }
}

/// The rules can fail: each mutation of a good document breaks one.
#[test]
fn the_rules_catch_mistakes() {
    let board = boards::board(boards::EVERYTHING);
    let svg = Picture::new(&board).svg().unwrap();
    let mutations = [
        ("</svg>", ""),
        (" role=\"img\"", ""),
        ("<title>", "<title onclick=\"f()\">"),
        ("</defs>", "</defs><script/>"),
        ("href=\"#wood-goal\"", "href=\"#wood-gaol\""),
        ("id=\"wood-box-home\"", "id=\"wood-box\""),
        ("fill=\"#434c5a\"", "fill=\"url(#a)\""),
        ("d=\"M", "d=\"M0.125 "),
        ("d=\"M", "d=\"h1M"),
        ("cx=\"32\"", "cx=\"NaN\""),
    ];
    for (from, to) in mutations {
        let mutated = svg.replacen(from, to, 1);
        assert_ne!(mutated, svg, "{from} does not occur");
        assert_ne!(broken_rules(&mutated), Vec::<String>::new(), "{from} -> {to} goes unnoticed");
    }
}

/// `SOKO_BLESS=1 cargo test -p soko-render` writes the golden files anew; look at the difference before committing.
#[test]
fn pictures_match_their_golden_files() {
    let directory = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/golden");
    let board = boards::board(boards::EVERYTHING);
    let bless = std::env::var_os("SOKO_BLESS").is_some_and(|value| value == "1");
    let mut expected = BTreeSet::new();
    for (name, picture) in boards::pictures(&board) {
        let file = directory.join(format!("{name}.svg"));
        let svg = picture.svg().unwrap();
        if bless {
            fs::write(&file, &svg).unwrap();
        }
        let golden = fs::read_to_string(&file).unwrap_or_default();
        assert!(svg == golden, "{name}.svg has changed; if that is meant, run with SOKO_BLESS=1");
        expected.insert(file);
    }
    let found: BTreeSet<_> = fs::read_dir(&directory).unwrap().map(|entry| entry.unwrap().path()).collect();
    assert_eq!(found, expected, "golden files without a test, or the other way round");
}

#[test]
fn symbols_are_defined_once_and_only_if_used() {
    let svg = |text: &str| Picture::new(&boards::board(text)).svg().unwrap();
    assert_eq!(svg("####\n#$$#\n#$$#\n####").matches("<symbol").count(), 1);
    assert_eq!(svg("####\n#  #\n####").matches("<defs").count(), 0);
    let all = SKINS[0].symbols();
    assert_eq!(all.matches("<symbol").count(), 9);
}

#[test]
fn the_picture_is_described_in_words() {
    let board = boards::board(boards::LEVEL);
    let svg = Picture::new(&board).title("Tom & \u{1}Jerry").svg().unwrap();
    let document = Document::parse(&svg).unwrap();
    let text = |name: &str| {
        document.descendants().find(|n| n.has_tag_name(name)).unwrap().text().unwrap().to_owned()
    };
    assert_eq!(text("title"), "Tom & Jerry");
    assert_eq!(
        text("desc"),
        "10 columns, 8 rows; boxes: 3, goals: 3, boxes on goals: 1; player in column 4, row 4."
    );
}

#[test]
fn a_picture_stays_small() {
    let mut hall = Board::new(50, 50);
    for i in 0..50 {
        for (x, y) in [(i, 0), (i, 49), (0, i), (49, i)] {
            hall.set(x, y, soko_core::Cell::Wall);
        }
    }
    let bytes = Picture::new(&hall).svg().unwrap().len();
    assert!(bytes < 40_000, "an empty hall takes {bytes} bytes");
    let cells: Vec<_> = (1..49).flat_map(|y| (1..49).map(move |x| (x, y))).collect();
    let heat = Heat::new(cells.iter().map(|&at| (at, 1.0 / (1 + at.0 + at.1) as f32)));
    let bytes = Picture::new(&hall).overlay(Overlay::Heat(heat)).svg().unwrap().len();
    assert!(bytes < 120_000, "a heat map of 2304 cells takes {bytes} bytes");
}

#[test]
fn limits_are_errors_that_say_what_would_do() {
    let empty = Board::new(0, 0);
    assert!(matches!(Picture::new(&empty).svg(), Err(RenderError::EmptyBoard)));
    let huge = Board::new(MAX_CELLS, 2);
    let error = Picture::new(&huge).svg().unwrap_err();
    assert_eq!(error.to_string(), "the board has 65536 × 2 cells; a picture can show 65536 in all");
    let board = boards::board("@");
    let error = Picture::new(&board).cell(0).svg().unwrap_err();
    assert_eq!(error.to_string(), "a cell cannot be 0 pixels wide; choose 1 to 1024");
    let error = Skin::named("woood").unwrap_err();
    assert_eq!(
        error.to_string(),
        "there is no skin 'woood'; choose one of: wood, contrast, night, paper, blueprint"
    );
    assert_eq!(Skin::named("Night").unwrap().name(), "night");
}
