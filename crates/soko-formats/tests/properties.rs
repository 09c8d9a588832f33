//! Properties: no bytes panic or break the limits, and what is written reads back equal.

use std::{fs, path::Path};

use proptest::{collection::vec, option, prelude::*, sample::select};
use soko_core::{Board, Cell, Direction, Position};
use soko_formats::{
    Collection, Document, Entry, Format, GameKind, Limits, ReadOptions, SavedGame, WriteOptions, check, read,
    report, write,
};

/// Limits that small inputs can reach.
fn tight() -> Limits {
    Limits {
        max_levels: 50,
        max_board_side: 60,
        max_cells_total: 5_000,
        max_rle_expansion: 1_000,
        max_rle_depth: 8,
        max_notes: 50,
        max_moves: 500,
        max_games: 20,
        max_diagnostics: 30,
        ..Limits::default()
    }
}

/// Reads bytes, looks at everything and writes it in every format.
fn exercise(bytes: &[u8], format: Option<Format>, limits: Limits) {
    let document = read(bytes, &ReadOptions { format, limits, ..ReadOptions::default() });
    assert!(document.collection.entries.len() <= limits.max_levels);
    assert!(document.diagnostics.len() <= limits.max_diagnostics + 1);
    assert!(!document.collection.entries.is_empty() || !document.diagnostics.is_empty(), "nothing said");
    assert_eq!(check(&document).len(), document.collection.entries.len());
    for diagnostic in report(&document) {
        assert!(diagnostic.line > 0 && diagnostic.column > 0, "{diagnostic}");
        assert!(!diagnostic.message.is_empty() && !diagnostic.remedy.is_empty(), "{diagnostic:?}");
    }
    for format in Format::ALL.into_iter().filter(|format| format.can_write()) {
        let text = write(&document.collection, format, &WriteOptions::default()).expect("a written format");
        let again = read(text.as_bytes(), &ReadOptions { format: Some(format), ..ReadOptions::default() });
        assert_eq!(boards(&again), boards(&document), "as {format}:\n{text}");
    }
}

fn boards(document: &Document) -> Vec<&Board> {
    document.collection.entries.iter().map(|entry| &entry.board).collect()
}

fn any_format() -> impl Strategy<Value = Option<Format>> {
    option::weighted(0.6, select(&Format::ALL[..]))
}

/// Characters that mean something to some reader.
fn loaded_text() -> impl Strategy<Value = String> {
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
fn broken_files() -> Vec<Vec<u8>> {
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
enum Mutation {
    Replace(usize, u8),
    Insert(usize, u8),
    Remove(usize),
    Truncate(usize),
    Repeat(usize, usize),
}

fn mutation() -> impl Strategy<Value = Mutation> {
    let byte = prop_oneof![any::<u8>(), select(&b"#@$.*+ -_\n\r;:|()<>&\"{}[],0139lurdLURDPBTX\0"[..])];
    prop_oneof![
        (any::<usize>(), byte.clone()).prop_map(|(at, byte)| Mutation::Replace(at, byte)),
        (any::<usize>(), byte).prop_map(|(at, byte)| Mutation::Insert(at, byte)),
        any::<usize>().prop_map(Mutation::Remove),
        any::<usize>().prop_map(Mutation::Truncate),
        (any::<usize>(), any::<usize>()).prop_map(|(from, length)| Mutation::Repeat(from, length)),
    ]
}

fn apply(bytes: &mut Vec<u8>, mutation: &Mutation) {
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

fn board() -> impl Strategy<Value = Board> {
    let cell = prop_oneof![
        6 => Just(Cell::Wall),
        6 => Just(Cell::Floor),
        1 => Just(Cell::Goal),
        1 => Just(Cell::Box),
        1 => Just(Cell::BoxOnGoal),
        1 => Just(Cell::Player),
        1 => Just(Cell::PlayerOnGoal),
    ];
    (1usize..9, 1usize..9)
        .prop_flat_map(move |(width, height)| {
            vec(cell.clone(), width * height).prop_map(move |cells| {
                Board::from_cells(width, height, cells).expect("as many cells").cropped()
            })
        })
        .prop_filter("something is drawn", |board| board.width() > 0)
}

/// A level that can be played, so that games can be saved with it.
fn playable() -> impl Strategy<Value = Board> {
    (1usize..5, 1usize..4, 0usize..4).prop_map(|(left, right, rows)| {
        let wall = "#".repeat(left + right + 4);
        let corridor = format!("#{}@${}.#", " ".repeat(left - 1), " ".repeat(right));
        let hall = format!("#{}#", " ".repeat(left + right + 2));
        let mut lines = vec![wall.clone(), corridor];
        lines.extend(std::iter::repeat_n(hall, rows));
        lines.push(wall);
        Board::parse(&lines.join("\n")).expect("a board")
    })
}

/// One line of text, of words and signs that could be mistaken for something else.
fn line() -> impl Strategy<Value = String> {
    const WORDS: &[&str] = &[
        "Level",
        "1",
        "12",
        "#",
        "####",
        "#@$.#",
        "-",
        "---",
        ";",
        "::",
        ">",
        "Title:",
        "Author: me",
        "a:b",
        "//",
        "Solution",
        "Snapshot",
        "rrUU",
        "lurdlurdlurdlurd",
        "3(rl)",
        "4#|#@$.#",
        "été",
        "<L>",
        "&amp;",
        "\"",
        "\\",
        "Comments",
        "*",
        ".",
        "x",
        "[]",
        "{1,2}",
        "P",
        "B",
        "T",
        "5#",
        "é",
        "…",
        "http://a.b/c",
        "'q'",
    ];
    vec(select(WORDS), 1..5).prop_map(|words| words.join(" "))
}

fn notes() -> impl Strategy<Value = Vec<String>> {
    let blank_or_line = prop_oneof![1 => Just(String::new()), 4 => line()];
    vec(blank_or_line, 0..5).prop_map(|mut notes| {
        while notes.last().is_some_and(String::is_empty) {
            notes.pop();
        }
        let blank = notes.iter().take_while(|note| note.is_empty()).count();
        notes.split_off(blank)
    })
}

/// A random walk, and what it comes to.
fn game(board: &Board, turns: &[usize], title: Option<String>, notes: Vec<String>) -> Option<SavedGame> {
    let level = soko_core::check(board).level?;
    let mut position: Position = level.start().clone();
    let mut directions = Vec::new();
    for turn in turns {
        let direction = Direction::ALL[turn % 4];
        if !level.is_solved(&position) && position.step(&level, direction).is_some() {
            directions.push(direction);
        }
    }
    let moves: String = directions.iter().map(|direction| direction.letter()).collect();
    let kind = match soko_core::replay(&level, &directions) {
        Ok(solution) => GameKind::Solution(solution),
        Err(_) => GameKind::Snapshot { played: directions.len() },
    };
    (!directions.is_empty()).then_some(SavedGame { title, moves, directions, kind, notes })
}

fn entry() -> impl Strategy<Value = Entry> {
    let properties = vec((select(&["ID", "Date", "Copyright", "Difficulty"][..]), line()), 0..3);
    let title = option::of(select(&["Solution 1", "Best Solution", "Snapshot by me"][..]));
    let game_data = vec((title, vec(0usize..4, 1..40), notes()), 0..3);
    (prop_oneof![board(), playable()], option::of(line()), option::of(line()), notes(), properties, game_data)
        .prop_map(|(board, title, author, notes, properties, games)| {
            let games = games
                .into_iter()
                .filter_map(|(title, turns, notes)| game(&board, &turns, title.map(str::to_owned), notes))
                .collect();
            let properties = properties.into_iter().map(|(k, v)| (k.to_owned(), v)).collect();
            Entry { title, author, notes, properties, games, ..Entry::new(board) }
        })
}

fn collection() -> impl Strategy<Value = Collection> {
    let field = || option::of(line());
    (field(), field(), field(), field(), field(), notes(), vec(entry(), 1..5)).prop_map(
        |(title, author, copyright, email, url, notes, entries)| Collection {
            title,
            author,
            copyright,
            email,
            url,
            notes,
            entries,
        },
    )
}

/// What a format has room for, the rest left out.
fn kept(collection: &Collection, format: Format) -> Collection {
    let mut kept = collection.clone();
    for entry in &mut kept.entries {
        entry.place = soko_formats::Place::default();
        if format == Format::Slc {
            let credit = entry.property("Copyright").map(str::to_owned).or_else(|| entry.author.take());
            entry.author = None;
            entry.notes.clear();
            entry.properties = credit.into_iter().map(|credit| ("Copyright".to_owned(), credit)).collect();
        }
        if !matches!(format, Format::Sok | Format::Json) {
            entry.games.clear();
        }
        for game in &mut entry.games {
            if format == Format::Sok {
                // Headings are made where there are none, and pushes are written in capitals.
                game.title = game.title.take().filter(|title| !title.contains('/'));
                game.moves = game.moves.to_lowercase();
                if matches!(game.kind, GameKind::Snapshot { .. }) {
                    game.title = game.title.take().filter(|title| title != "Snapshot");
                }
            }
        }
    }
    if format == Format::Slc {
        kept.copyright = kept.copyright.take().or(kept.author.take());
        kept.author = None;
    }
    kept
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn no_bytes_panic(bytes in vec(any::<u8>(), 0..400), format in any_format()) {
        exercise(&bytes, format, Limits::default());
    }

    #[test]
    fn no_text_panics(text in loaded_text(), format in any_format()) {
        exercise(text.as_bytes(), format, Limits::default());
        let limits = tight();
        let document = read(text.as_bytes(), &ReadOptions { format, limits, ..ReadOptions::default() });
        prop_assert!(document.collection.entries.len() <= limits.max_levels);
        prop_assert!(document.diagnostics.len() <= limits.max_diagnostics + 1);
    }

    #[test]
    fn no_mutation_panics(index in any::<usize>(), mutations in vec(mutation(), 1..12), format in any_format()) {
        let files = broken_files();
        let mut bytes = files[index % files.len()].clone();
        for mutation in &mutations {
            apply(&mut bytes, mutation);
        }
        exercise(&bytes, None, Limits::default());
        exercise(&bytes, format, Limits::default());
    }

    #[test]
    fn what_is_written_reads_back_equal(
        collection in collection(),
        format in select(vec![Format::Xsb, Format::Sok, Format::Slc, Format::Rle, Format::Json]),
        dash_floor in any::<bool>(),
        run_length in any::<bool>(),
    ) {
        let text = write(&collection, format, &WriteOptions { dash_floor, run_length }).expect("a written format");
        for stated in [Some(format), None] {
            let document = read(text.as_bytes(), &ReadOptions { format: stated, ..ReadOptions::default() });
            prop_assert_eq!(kept(&document.collection, format), kept(&collection, format), "{}", text);
        }
    }
}
