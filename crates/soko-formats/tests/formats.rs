//! What each format can say, and that it is understood: small files of our own, read in full.

use soko_formats::{
    Collection, Document, Format, GameKind, Legend, ReadOptions, SavedGame, Severity, WriteOptions, check,
    read, write,
};

const HALL: &str = "#######\n#     #\n#@$ . #\n#######\n";

fn open(text: &str) -> Document {
    read(text.as_bytes(), &ReadOptions::default())
}

fn titles(document: &Document) -> Vec<Option<&str>> {
    document.collection.entries.iter().map(|entry| entry.title.as_deref()).collect()
}

fn boards(document: &Document) -> Vec<String> {
    document.collection.entries.iter().map(|entry| entry.board.to_string()).collect()
}

fn lines(notes: &[String]) -> Vec<&str> {
    notes.iter().map(String::as_str).collect()
}

/// No diagnostics, and every board is a level.
#[track_caller]
fn assert_clean(document: &Document) {
    assert_eq!(document.diagnostics, []);
    assert!(check(document).iter().all(|level| level.level.is_some()));
}

#[test]
fn titles_above_the_boards() {
    for style in ["; A\nB\n; C\nB\n", "; A\n\nB\n\n; C\n\nB\n", "A\n\nB\n\nC\n\nB\n", "A\nB\n\nC\nB\n"] {
        let document = open(&style.replace("B\n", HALL));
        assert_eq!(titles(&document), [Some("A"), Some("C")], "{style}");
        assert_clean(&document);
    }
}

#[test]
fn titles_below_the_boards() {
    for style in
        ["B\n; A\n\nB\n; C\n", "B\nTitle: A\n\nB\nTitle: C\n", "B\n\n; A\n\nB\n\n; C\n", "B\nA\n\nB\nC\n"]
    {
        let document = open(&style.replace("B\n", HALL));
        assert_eq!(titles(&document), [Some("A"), Some("C")], "{style}");
        assert_clean(&document);
    }
}

#[test]
fn the_majority_decides() {
    // The second level has no title; the third one's stands below it like the first one's.
    let text = format!("{HALL}; A\n\n{HALL}\n{HALL}; C\n\n{HALL}; D\n");
    assert_eq!(titles(&open(&text)), [Some("A"), None, Some("C"), Some("D")]);
    // A number above and the title below: both styles side by side.
    let text = format!("; 1\n{HALL}Title: A\nAuthor: me\n\n; 2\n{HALL}Title: B\n");
    let document = open(&text);
    assert_eq!(titles(&document), [Some("A"), Some("B")]);
    assert_eq!(document.collection.entries[0].author.as_deref(), Some("me"));
}

#[test]
fn the_collection_comes_first() {
    let text = format!(
        "Title: Own making\nAuthor: me\nCopyright: free\nEmail: a@b.c\nHomepage: http://x.y/z\n\
         Description: Some halls.\n\nMore about them.\n\n; 1\n{HALL}\n; 2\n{HALL}"
    );
    let Collection { title, author, copyright, email, url, notes, entries } = open(&text).collection;
    let fields = [title, author, copyright, email, url].map(Option::unwrap_or_default);
    assert_eq!(fields, ["Own making", "me", "free", "a@b.c", "http://x.y/z"]);
    assert_eq!(lines(&notes), ["Some halls.", "", "More about them."]);
    assert_eq!(entries.len(), 2);
}

#[test]
fn comments_and_properties() {
    let text = format!(
        "{HALL}Title: First\nID: 17\nComment:\n#####\n#@$.#\n#####\n\nTitle: not this\nComment-End:\n\n{HALL}"
    );
    let document = open(&text);
    let entry = &document.collection.entries[0];
    assert_eq!(document.collection.entries.len(), 2, "the drawing in the comment is no level");
    assert_eq!((entry.title.as_deref(), entry.property("id")), (Some("First"), Some("17")));
    assert_eq!(lines(&entry.notes), ["#####", "#@$.#", "#####", "", "Title: not this"]);
}

#[test]
fn sok_with_games() {
    let text = "\
:: A file for people and programs
Own making

Narrow
title that is none, because it has two lines

The hall

#######
#@-$-.#
#-----#
#######

A note on the hall.

Solution 3/2
rRR

By hand.

Snapshot
r*R

Solution: 2(rl)
3(r)
";
    let document = open(text);
    assert_eq!(document.format, Format::Sok);
    let entry = &document.collection.entries[0];
    assert_eq!(entry.title.as_deref(), Some("The hall"));
    assert_eq!(lines(&entry.notes), ["A note on the hall."]);
    let [first, second, third] = &entry.games[..] else { panic!("{:?}", entry.games) };
    assert!(matches!(&first.kind, GameKind::Solution(s) if s.metrics().to_string() == "3/2/1/1/1/1"));
    assert_eq!((first.title.as_deref(), lines(&first.notes)), (Some("Solution 3/2"), vec!["By hand."]));
    assert_eq!(second.kind, GameKind::Snapshot { played: 1 });
    // The rest of the third one was on the next line, which does not look like moves to a person.
    assert_eq!(third.moves, "2(rl)");
    assert_eq!(entry.solutions().count(), 1);
}

#[test]
fn moves_wrapped_in_the_middle_of_a_count() {
    let document = open("#################\n#@            $.#\n#################\n\nSolution\nr1\n1rR\n");
    let games = &document.collection.entries[0].games;
    assert!(matches!(&games[..], [SavedGame { kind: GameKind::Solution(_), .. }]), "{games:?}");
}

#[test]
fn mail_quotes_and_tabs() {
    let text = HALL.lines().fold("> A\n>\n".to_owned(), |text, row| format!("{text}> > {row}\n"));
    let document = open(&text);
    assert_eq!((titles(&document), boards(&document)), (vec![Some("A")], vec![HALL.to_owned()]));
    assert_eq!(document.collection.entries[0].place.of(1, 2), (5, 6));
    let text = HALL.lines().fold(String::new(), |text, row| format!("{text}\t{row}\n"));
    let document = open(&text);
    assert_eq!(boards(&document), [HALL]);
    assert_eq!(document.collection.entries[0].place.of(1, 2), (3, 3));
    assert_clean(&document);
}

#[test]
fn empty_rows_need_a_sign() {
    let document = open("  #\n-\n ###\n- _ -\n#####\n#@$.#\n#####\n----\n");
    assert_eq!(boards(&document), ["  #\n\n ###\n\n#####\n#@$.#\n#####\n"]);
    assert_eq!(lines(&document.collection.entries[0].notes), ["----"]);
}

#[test]
fn run_length_encoding() {
    for text in
        ["7#|#5-#|#@$-.-#|7#", "7#|#5-#|\n#@$-.-#|7#", "7#|\n#5-#|\n#@$-.-#|\n7#|", "7#\n#5-#\n#@$ . #\n7#"]
    {
        assert_eq!(boards(&open(text)), [HALL], "{text}");
    }
    let document = open("; A\n7#|#5-#|#@$-.-#|7#\n; B\n2(3(#)#)|#@-$-.-#|8#\n");
    assert_eq!(document.format, Format::Rle);
    assert_eq!(titles(&document), [Some("A"), Some("B")]);
    assert_eq!(boards(&document)[1], "########\n#@ $ . #\n########\n");
    assert_eq!(document.collection.entries[1].place.of(4, 1), (4, 14));
}

#[test]
fn letters_for_pieces() {
    assert_eq!(boards(&open("#######\n#p b .#\n#######\n")), ["#######\n#@ $ .#\n#######\n"]);
    assert_eq!(boards(&open("#######\n#P b B#\n#######\n")), ["#######\n#+ $ *#\n#######\n"]);
    let queensland = open("#######\n#P B T#\n# p b #\n#######\n");
    assert_eq!(queensland.format, Format::Queensland);
    assert_eq!(boards(&queensland), ["#######\n#@ $ .#\n# + * #\n#######\n"]);
}

#[test]
fn pusher_only_when_asked() {
    let text = "Maze: 1\n\nXXXXXXX\nX@ * .X\nX   & X\nXXXXXXX\n\nMaze: 2\n\nXXXXX\nX@*.X\nXXXXX\n";
    assert_eq!(open(text).collection.entries.len(), 0);
    for options in [
        ReadOptions { legend: Some(Legend::Pusher), ..ReadOptions::default() },
        ReadOptions { format: Some(Format::Pusher), ..ReadOptions::default() },
    ] {
        let document = read(text.as_bytes(), &options);
        assert_eq!((document.format, titles(&document)), (Format::Pusher, vec![Some("1"), Some("2")]));
        assert_eq!(boards(&document)[0], "#######\n#@ $ .#\n#   * #\n#######\n");
    }
}

#[test]
fn slc_in_both_dialects() {
    let body = "<SokobanLevels xmlns:xsi=\"http://www.w3.org/2001/XMLSchema-instance\">\n<Title>Own &amp; free</Title>\n\
        <Description>\n  Two lines\nof text\n</Description>\n<Email>a@b.c</Email><Url>x.y</Url>\n\
        <LevelCollection Copyright=\"me\" MaxWidth=\"7\" MaxHeight=\"4\">\n\
        <Level Id=\"The  hall\" Width=\"7\" Height=\"4\" Copyright='you'>\n<L>#######</L>\n<L>#     #</L>\n\
        <L>#@$ . #</L><!-- the player is here -->\n<L><![CDATA[#######]]></L>\n</Level>\n</LevelCollection></SokobanLevels>\n";
    for head in [
        "<?xml version=\"1.0\" encoding=\"ISO-8859-1\"?>\r\n<!DOCTYPE SokobanLevels SYSTEM \"SokobanLev.dtd\">\r\n",
        "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n",
        "",
    ] {
        let document = open(&format!("{head}{body}"));
        assert_eq!(document.format, Format::Slc);
        let collection = &document.collection;
        assert_eq!(collection.title.as_deref(), Some("Own & free"));
        assert_eq!(lines(&collection.notes), ["  Two lines", "of text"]);
        assert_eq!((collection.email.as_deref(), collection.url.as_deref()), (Some("a@b.c"), Some("x.y")));
        assert_eq!((titles(&document), boards(&document)), (vec![Some("The hall")], vec![HALL.to_owned()]));
        let entry = &collection.entries[0];
        assert_eq!((entry.property("Copyright"), collection.credit(entry)), (Some("you"), Some("you")));
        let line = 12 + head.lines().count();
        assert_eq!(entry.place.of(1, 2), (line, 5));
        assert_clean(&document);
    }
}

#[test]
fn an_encoding_in_the_declaration() {
    let text = b"<?xml version=\"1.0\" encoding=\"ISO-8859-1\"?><SokobanLevels><Title>Caf\xE9</Title></SokobanLevels>";
    let document = read(text, &ReadOptions::default());
    assert_eq!(document.collection.title.as_deref(), Some("Café"));
    assert_eq!(document.encoding.name, "windows-1252");
}

#[test]
fn letslogic_alone_and_in_a_list() {
    let level = "{\"id\": 17, \"title\": \"Digits\", \"author\": \"me\", \"width\": 8, \"height\": \"3\", \
        \"blue_moves\": 5, \"map\": \"711111117123040171111111\"}";
    for text in [level.to_owned(), format!("[{level}]"), format!("{{\"levels\": [{level}]}}")] {
        let document = open(&text);
        assert_eq!(document.format, Format::LetsLogic, "{text}");
        assert_eq!(boards(&document), ["#######\n#@$ . #\n#######\n"]);
        let entry = &document.collection.entries[0];
        assert_eq!((entry.title.as_deref(), entry.author.as_deref()), (Some("Digits"), Some("me")));
        assert_eq!((entry.property("id"), entry.property("blue_moves")), (Some("17"), Some("5")));
        let map = text.find("7111").expect("the map");
        assert_eq!(entry.place.of(1, 1), (1, map + 1 + 10));
        assert_clean(&document);
    }
}

#[test]
fn ksokoban_and_xsok() {
    let document = open(&format!("One\n{HALL}\0\n{HALL}\0\nTwo\n{HALL}\0\n"));
    assert_eq!(document.format, Format::KSokoban);
    let names: Vec<_> = document
        .collection
        .entries
        .iter()
        .map(|entry| entry.property("Collection").unwrap_or_default())
        .collect();
    assert_eq!(names, ["One", "One", "Two"]);
    assert_clean(&document);
    let text =
        format!(";MAXLEVEL 2\n;ATOP *$.\n;LEVEL 1\n{HALL};LEVEL 2\n;COMMENT second\n;AUTHOR me\n{HALL}");
    let document = open(&text);
    assert_eq!((document.format, titles(&document)), (Format::Xsok, vec![Some("1"), Some("2")]));
    let entry = &document.collection.entries[1];
    assert_eq!((entry.author.as_deref(), lines(&entry.notes)), (Some("me"), vec!["second"]));
}

#[test]
fn own_json() {
    let mut document = open(&format!("; The hall\n{HALL}Author: me\nID: 3\n\nSolution\nrRR\n"));
    document.collection.notes.push("About all".to_owned());
    let text = write(&document.collection, Format::Json, &WriteOptions::default()).expect("JSON is written");
    let again = open(&text);
    assert_eq!(again.format, Format::Json);
    assert_eq!(again.collection.notes, document.collection.notes);
    let (a, b) = (&again.collection.entries[0], &document.collection.entries[0]);
    assert_eq!(
        (&a.title, &a.author, &a.properties, &a.games),
        (&b.title, &b.author, &b.properties, &b.games)
    );
    assert_eq!(a.games.len(), 1);
}

#[test]
fn writing_looks_as_a_person_would_write_it() {
    let document = open(&format!(
        "Title: Own\n\n; The hall\n{HALL}Author: me\nComment:\nA note\nComment-End:\n\nSolution\nrR\n"
    ));
    let written = |format, options| write(&document.collection, format, &options).expect("a written format");
    let plain = WriteOptions::default();
    let expected = "Collection: Own\n\n; The hall\n#######\n#     #\n#@$ . #\n#######\nAuthor: me\nComment:\nA note\nComment-End:\n";
    assert_eq!(written(Format::Xsb, plain), expected);
    let dashes = WriteOptions { dash_floor: true, ..plain };
    let expected = "Collection: Own\n\nThe hall\n\n#######\n#-----#\n#@$-.-#\n#######\nAuthor: me\nComment:\nA note\nComment-End:\n\n\
        Solution\nRR\n";
    assert_eq!(document.collection.entries[0].solutions().count(), 1);
    assert_eq!(written(Format::Sok, dashes), expected);
    let expected =
        "Collection: Own\n\n; The hall\n7#|#5-#|#@$-.-#|7#\nAuthor: me\nComment:\nA note\nComment-End:\n";
    assert_eq!(written(Format::Rle, plain), expected);
}

#[test]
fn a_stated_format_is_obeyed() {
    let options = ReadOptions { format: Some(Format::Slc), ..ReadOptions::default() };
    let document = read(HALL.as_bytes(), &options);
    assert_eq!(document.format, Format::Slc);
    let [only] = &document.diagnostics[..] else { panic!("{:?}", document.diagnostics) };
    assert_eq!((only.code, only.severity), ("no-level", Severity::Error));
}
