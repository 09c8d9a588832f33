//! Texts and files that are likely to be misread.

use std::{fs, path::Path};

use proptest::{collection::vec, prelude::*, sample::select};

/// Characters that mean something to some reader.
pub(crate) fn loaded_text() -> impl Strategy<Value = String> {
    const PIECES: &[&str] = &[
        "#",
        "##",
        "####",
        "@",
        "+",
        "$",
        "*",
        ".",
        " ",
        "  ",
        "-",
        "_",
        "\n",
        "\n\n",
        "\r\n",
        "\r",
        "\t",
        "|",
        "3",
        "12",
        "(",
        ")",
        "2(",
        ";",
        "; 1",
        "::",
        ">",
        "> ",
        ":",
        "Title: x",
        "Author: y",
        "Comment:",
        "Comment-End:",
        "Solution",
        "Snapshot",
        "r",
        "R",
        "lurd",
        "[",
        "]",
        "{",
        "}",
        ",",
        "\"",
        "\\",
        "<L>",
        "</L>",
        "<Level>",
        "</Level>",
        "<Level Id=\"1\">",
        "<SokobanLevels>",
        "<!--",
        "-->",
        "<![CDATA[",
        "]]>",
        "<!DOCTYPE a [",
        "&lt;",
        "&x;",
        "&",
        "<",
        "\"board\":",
        "\"map\":",
        "\"width\":3",
        "\"height\":3",
        "\"levels\":",
        "0",
        "1 1",
        "P",
        "B",
        "T",
        "p",
        "b",
        "X",
        "u",
        "é",
        "\u{FEFF}",
        "\0",
        "\u{1}",
        "#####\n#@$.#\n#####\n",
        ";LEVEL 1",
        ";MAXLEVEL 1",
        "; 7\n####\n#@ #\n#$.#\n####\n\n",
        "4#|#@$.#|5#",
        "3 5\n12 1 1 1 2 1 3\n1 2 3\n1 2 4\n2 2",
    ];
    vec(select(PIECES), 0..60).prop_map(|pieces| pieces.concat())
}

/// The broken files of the repository: one of each kind of damage.
pub(crate) fn broken_files() -> Vec<Vec<u8>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/broken");
    let mut paths: Vec<_> = fs::read_dir(folder)
        .expect("the folder of broken files")
        .map(|entry| entry.expect("a file").path())
        .filter(|path| path.extension().is_some_and(|extension| extension != "expected"))
        .collect();
    paths.sort();
    paths.iter().map(|path| fs::read(path).expect("a file")).collect()
}

#[derive(Clone, Debug)]
pub(crate) enum Mutation {
    Replace(usize, u8),
    Insert(usize, u8),
    Remove(usize),
    Truncate(usize),
    Repeat(usize, usize),
}

pub(crate) fn mutation() -> impl Strategy<Value = Mutation> {
    let byte = prop_oneof![any::<u8>(), select(&b"#@$.*+ -_\n\r;:|()<>&\"{}[],0139lurdLURDPBTX\0"[..])];
    prop_oneof![
        (any::<usize>(), byte.clone()).prop_map(|(at, byte)| Mutation::Replace(at, byte)),
        (any::<usize>(), byte).prop_map(|(at, byte)| Mutation::Insert(at, byte)),
        any::<usize>().prop_map(Mutation::Remove),
        any::<usize>().prop_map(Mutation::Truncate),
        (any::<usize>(), any::<usize>()).prop_map(|(from, length)| Mutation::Repeat(from, length)),
    ]
}

pub(crate) fn apply(bytes: &mut Vec<u8>, mutation: &Mutation) {
    let place = |at: usize, length: usize| at % length.max(1);
    let length = bytes.len();
    match *mutation {
        Mutation::Replace(at, byte) if length > 0 => bytes[place(at, length)] = byte,
        Mutation::Insert(at, byte) => bytes.insert(place(at, length + 1), byte),
        Mutation::Remove(at) if length > 0 => {
            bytes.remove(place(at, length));
        }
        Mutation::Truncate(at) => bytes.truncate(place(at, length + 1)),
        Mutation::Repeat(from, count) if length > 0 => {
            let from = place(from, length);
            let to = from + place(count, (length - from).min(200));
            bytes.extend_from_within(from..to);
        }
        _ => {}
    }
}
