//! Levels in and out: import, export, and what can be done with collections of one's own.

use axum::{
    Json,
    body::Bytes,
    extract::{State, rejection::BytesRejection},
    http::StatusCode,
    response::Response,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use soko_formats::{Diagnostic, Format, WriteOptions, write};

use super::library::{CollectionInfo, ProblemInfo, info, publish};
use crate::{
    answer::{Asked, At, Given, Problem, file},
    app::App,
    drawing,
    endpoint::Endpoint,
    limits, shelf,
};

pub(super) fn endpoints() -> Vec<Endpoint> {
    vec![
        Endpoint::get("/api/formats", "library", "The file formats", formats).answers::<Vec<FormatInfo>>(),
        Endpoint::post(
            "/api/collections",
            "library",
            "Import a file; its encoding and format are found out",
            import,
        )
        .asks::<Name>()
        .takes_file(limits::UPLOAD)
        .answers::<ImportAnswer>(),
        Endpoint::put("/api/collections/{collection}", "library", "Rename an imported collection", rename)
            .takes::<Rename>()
            .answers::<CollectionInfo>(),
        Endpoint::delete("/api/collections/{collection}", "library", "Remove an imported collection", remove)
            .status(204),
        Endpoint::get(
            "/api/collections/{collection}/export",
            "library",
            "A collection in a file format",
            export,
        )
        .asks::<As>()
        .gives("text/plain; charset=utf-8"),
        Endpoint::get(
            "/api/levels/{collection}/{number}/export",
            "library",
            "A level in a file format",
            export_level,
        )
        .asks::<As>()
        .gives("text/plain; charset=utf-8"),
        Endpoint::post(
            "/api/collections/{collection}/levels",
            "library",
            "Add a drawing; `my-levels` is made if needed",
            add,
        )
        .takes::<drawing::Drawing>()
        .answers::<Saved>()
        .status(201),
        Endpoint::put(
            "/api/levels/{collection}/{number}",
            "library",
            "Put a drawing in the place of a level",
            replace,
        )
        .takes::<drawing::Drawing>()
        .answers::<Saved>(),
        Endpoint::delete(
            "/api/levels/{collection}/{number}",
            "library",
            "Remove a level of an imported collection",
            remove_level,
        )
        .status(204),
    ]
}

/// A file format.
#[derive(Serialize, JsonSchema)]
struct FormatInfo {
    /// Its name in addresses.
    id: &'static str,
    /// One line about it.
    summary: &'static str,
    /// How names of its files end.
    extension: &'static str,
    /// Can it be exported? All can be imported.
    writes: bool,
}

async fn formats() -> Json<Vec<FormatInfo>> {
    let formats = Format::ALL.map(|format| FormatInfo {
        id: format.id(),
        summary: format.description(),
        extension: format.extension(),
        writes: format.can_write(),
    });
    Json(formats.into())
}

/// What an imported file is called.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Name {
    /// The file's name; its ending is a hint where the content leaves a choice.
    #[schemars(length(max = 1000))]
    name: Option<String>,
}

/// What became of an imported file.
#[derive(Serialize, JsonSchema)]
struct ImportAnswer {
    /// The collection; nothing if there is no level in the file.
    collection: Option<CollectionInfo>,
    /// The same levels were here before: `collection` is the one that has them.
    already: bool,
    /// The format that was found.
    format: &'static str,
    /// The encoding that was found.
    encoding: &'static str,
    /// How many levels can be played.
    playable: usize,
    /// What is wrong or odd, in the order of the file.
    diagnostics: Vec<Quoted>,
    /// How many more of these there are.
    left_off: usize,
}

/// Something wrong, with the line it stands in.
#[derive(Serialize, JsonSchema)]
struct Quoted {
    #[serde(flatten)]
    problem: ProblemInfo,
    /// The line, or what is near the column if it is long.
    quote: String,
    /// Below which character of `quote` a caret goes, from 0.
    caret: usize,
}

async fn import(
    State(app): State<App>,
    Asked(name): Asked<Name>,
    body: Result<Bytes, BytesRejection>,
) -> Result<Json<ImportAnswer>, Problem> {
    app.upload()?;
    let body = body.map_err(|error| match error.status() {
        StatusCode::PAYLOAD_TOO_LARGE => {
            let message = format!("the file is larger than {} MiB", limits::UPLOAD >> 20);
            Problem::new(StatusCode::PAYLOAD_TOO_LARGE, message).help("split it into several files")
        }
        status => Problem::new(status, error.body_text()),
    })?;
    let worker = app.clone();
    let answer = app.heavy(move || take_in(&worker, name.name.as_deref().unwrap_or("Pasted"), &body)).await?;
    if !answer.already && answer.collection.is_some() {
        publish(&app);
    }
    Ok(Json(answer))
}

fn take_in(app: &App, name: &str, bytes: &[u8]) -> Result<ImportAnswer, Problem> {
    let shelf::Imported { collection, already, document } = shelf::import(app, name, bytes)?;
    let items = || collection.iter().flat_map(|collection| &collection.items);
    let mut all: Vec<&Diagnostic> = items().flat_map(|item| &item.diagnostics).collect();
    match &collection {
        Some(collection) => all.extend(&collection.diagnostics),
        None => all.extend(&document.diagnostics),
    }
    all.sort_by_key(|d| (d.line, d.column));
    let text = soko_formats::text(bytes).unwrap_or_default();
    let lines: Vec<&str> = lines(&text);
    Ok(ImportAnswer {
        collection: collection.as_ref().map(|collection| info(collection, app)),
        already,
        format: document.format.id(),
        encoding: document.encoding.name,
        playable: items().filter(|item| item.level.is_ok()).count(),
        left_off: all.len().saturating_sub(limits::DIAGNOSTICS),
        diagnostics: all.into_iter().take(limits::DIAGNOSTICS).map(|d| quoted(d, &lines)).collect(),
    })
}

/// Lines as the reader counts them: they end with LF, CRLF or CR.
fn lines(text: &str) -> Vec<&str> {
    text.split('\n').flat_map(|line| line.strip_suffix('\r').unwrap_or(line).split('\r')).collect()
}

/// Characters quoted on each side of a column.
const AROUND: usize = 48;

fn quoted(diagnostic: &Diagnostic, lines: &[&str]) -> Quoted {
    let line = diagnostic.line.checked_sub(1).and_then(|line| lines.get(line)).copied().unwrap_or_default();
    let column = diagnostic.column.saturating_sub(1);
    let first = column.saturating_sub(AROUND);
    let shown = line.chars().skip(first).take(2 * AROUND).map(|c| if c.is_control() { ' ' } else { c });
    let quote: String =
        if first > 0 { std::iter::once('…').chain(shown).collect() } else { shown.collect() };
    Quoted { problem: ProblemInfo::of(diagnostic), quote, caret: column - first + usize::from(first > 0) }
}

/// A new title.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Rename {
    /// The title; at least one letter.
    #[schemars(length(min = 1, max = 200))]
    title: String,
}

async fn rename(
    State(app): State<App>,
    At(id): At<String>,
    Given(Rename { title }): Given<Rename>,
) -> Result<Json<CollectionInfo>, Problem> {
    let worker = app.clone();
    let collection = app.heavy(move || shelf::rename(&worker, &id, &title)).await?;
    publish(&app);
    Ok(Json(info(&collection, &app)))
}

async fn remove(State(app): State<App>, At(id): At<String>) -> Result<StatusCode, Problem> {
    let worker = app.clone();
    app.heavy(move || shelf::remove(&worker, &id)).await?;
    publish(&app);
    Ok(StatusCode::NO_CONTENT)
}

/// In which format.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct As {
    /// `xsb`, `sok`, `slc`, `rle` or `json`; see `/api/formats`.
    format: Option<String>,
}

impl As {
    fn format(&self) -> Result<Format, Problem> {
        self.format.as_deref().map_or(Ok(Format::Sok), |name| name.parse().map_err(Problem::bad))
    }
}

async fn export(
    State(app): State<App>,
    At(id): At<String>,
    Asked(way): Asked<As>,
) -> Result<Response, Problem> {
    let format = way.format()?;
    let collection = app.library().collection(&id)?.clone();
    app.heavy(move || {
        let mut source = collection.source.clone();
        source.title.get_or_insert_with(|| collection.title.clone());
        written(&source, format, &id)
    })
    .await
}

async fn export_level(
    State(app): State<App>,
    At((id, number)): At<(String, usize)>,
    Asked(way): Asked<As>,
) -> Result<Response, Problem> {
    let format = way.format()?;
    let (collection, item) = app.library().item(&id, number)?;
    app.heavy(move || {
        let mut source = soko_formats::Collection { entries: Vec::new(), ..collection.source.clone() };
        source.entries.push(item.entry.clone());
        written(&source, format, &format!("{id}-{number}"))
    })
    .await
}

/// A collection as a file.
pub(super) fn written(
    source: &soko_formats::Collection,
    format: Format,
    name: &str,
) -> Result<Response, Problem> {
    let text = write(source, format, &WriteOptions::default()).map_err(Problem::bad)?;
    Ok(file("text/plain; charset=utf-8", &format!("{name}.{}", format.extension()), text))
}

/// Where a drawing went.
#[derive(Serialize, JsonSchema)]
struct Saved {
    /// The collection.
    collection: String,
    /// Its title.
    collection_title: String,
    /// The level's number there.
    number: usize,
}

async fn add(
    State(app): State<App>,
    At(id): At<String>,
    Given(drawing): Given<drawing::Drawing>,
) -> Result<(StatusCode, Json<Saved>), Problem> {
    app.upload()?;
    let worker = app.clone();
    let (collection, number) = app.heavy(move || shelf::add_level(&worker, &id, drawing.entry()?)).await?;
    publish(&app);
    let saved =
        Saved { collection: collection.id.clone(), collection_title: collection.title.clone(), number };
    Ok((StatusCode::CREATED, Json(saved)))
}

async fn replace(
    State(app): State<App>,
    At((id, number)): At<(String, usize)>,
    Given(drawing): Given<drawing::Drawing>,
) -> Result<Json<Saved>, Problem> {
    app.upload()?;
    let worker = app.clone();
    let collection = app.heavy(move || shelf::replace_level(&worker, &id, number, drawing.entry()?)).await?;
    publish(&app);
    Ok(Json(Saved { collection: collection.id.clone(), collection_title: collection.title.clone(), number }))
}

async fn remove_level(
    State(app): State<App>,
    At((id, number)): At<(String, usize)>,
) -> Result<StatusCode, Problem> {
    let worker = app.clone();
    app.heavy(move || shelf::remove_level(&worker, &id, number)).await?;
    publish(&app);
    Ok(StatusCode::NO_CONTENT)
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};
    use soko_formats::{ReadOptions, read};

    use super::*;
    use crate::testing::{TestServer, server};

    const GOOD: &str = "; One\n#####\n#@$.#\n#####\n\n; Two\n######\n#@ $.#\n######\n";

    async fn import(server: &TestServer, name: &str, bytes: impl Into<Vec<u8>>) -> (u16, Value) {
        let path = format!("/api/collections?name={name}");
        let (status, answer) = server.bytes("POST", &path, "application/octet-stream", bytes.into()).await;
        (status.as_u16(), serde_json::from_slice(&answer).unwrap())
    }

    fn ids(collections: &Value) -> Vec<&str> {
        collections.as_array().unwrap().iter().map(|c| c["id"].as_str().unwrap()).collect()
    }

    #[tokio::test]
    async fn a_good_file_is_imported_and_there_after_a_restart() {
        let server = server();
        let (status, answer) = import(&server, "Two%20levels.xsb", GOOD).await;
        assert_eq!((status, &answer["collection"]["id"]), (200, &json!("two-levels")));
        assert_eq!((&answer["playable"], &answer["already"]), (&json!(2), &json!(false)));
        assert_eq!(answer["diagnostics"], json!([]));
        let server = server.restarted();
        let (_, rows) = server.get("/api/collections/two-levels").await;
        assert_eq!((&rows["origin"], &rows["title"]), (&json!("imported"), &json!("Two levels.xsb")));
        assert_eq!((&rows["rows"][1]["title"], &rows["rows"][1]["width"]), (&json!("Two"), &json!(6)));
        let (_, list) = server.get("/api/collections").await;
        assert_eq!(ids(&list)[0], "two-levels", "before ours");
    }

    #[tokio::test]
    async fn the_same_file_again_is_the_collection_that_is_there() {
        let server = server();
        import(&server, "a.xsb", GOOD).await;
        let (_, again) = import(&server, "b.xsb", GOOD).await;
        assert_eq!((&again["already"], &again["collection"]["id"]), (&json!(true), &json!("a")));
        let (_, other) = import(&server, "a.xsb", GOOD.replace("One", "Uno")).await;
        assert_eq!((&other["already"], &other["collection"]["id"]), (&json!(false), &json!("a-2")));
    }

    #[tokio::test]
    async fn the_good_levels_of_a_bad_file_load_and_the_bad_one_is_pointed_at() {
        let server = server();
        let (_, answer) =
            import(&server, "bad.xsb", format!("{GOOD}\n; Bad\n######\n#@$.@#\n######\n")).await;
        assert_eq!((&answer["playable"], &answer["collection"]["levels"]), (&json!(2), &json!(3)));
        let problem = &answer["diagnostics"][0];
        assert_eq!((&problem["severity"], &problem["level"]), (&json!("error"), &json!(3)));
        assert_eq!((&problem["line"], &problem["column"]), (&json!(13), &json!(5)));
        assert_eq!((&problem["quote"], &problem["caret"]), (&json!("#@$.@#"), &json!(4)));
        assert!(!problem["remedy"].as_str().unwrap().is_empty());
    }

    #[tokio::test]
    async fn umlauts_of_the_last_century_are_understood() {
        let server = server();
        let (_, answer) = import(&server, "old.xsb", b"; M\xfcde\n#####\n#@$.#\n#####\n".to_vec()).await;
        assert_eq!(answer["encoding"], "windows-1252");
        let (_, rows) = server.get("/api/collections/old").await;
        assert_eq!(rows["rows"][0]["title"], "Müde");
    }

    #[tokio::test]
    async fn garbage_is_no_collection_and_says_so() {
        let server = server();
        let noise: Vec<u8> = (0..4096_u32).map(|i| (i.wrapping_mul(2_654_435_761) >> 13) as u8).collect();
        for bytes in [noise, b"\x7fELF\0\0\0".to_vec(), Vec::new(), b"hello".to_vec()] {
            let (status, answer) = import(&server, "x.bin", bytes).await;
            assert_eq!((status, &answer["collection"]), (200, &Value::Null));
            assert_eq!(answer["diagnostics"][0]["severity"], "error");
        }
    }

    #[tokio::test]
    async fn a_huge_file_is_refused_and_a_large_one_is_not() {
        let server = server();
        let (status, answer) = import(&server, "x.xsb", vec![b'#'; limits::UPLOAD + 1]).await;
        assert_eq!(status, 413);
        assert_eq!(answer["error"]["message"], "the file is larger than 8 MiB");
        let many = "; Level\n#####\n#@$.#\n#####\n\n".repeat(3_000);
        assert_eq!(import(&server, "many.xsb", many).await.1["playable"], 3_000);
    }

    #[tokio::test]
    async fn a_name_with_path_parts_stays_in_the_folder() {
        let server = server();
        for name in
            ["..%2F..%2Fetc%2Fpasswd", "C:%5Cx%5C..%5Cy.sok", "..", "%00%0A", "index.json", "tutorial.sok"]
        {
            let (status, answer) = import(&server, name, GOOD.replace("One", name)).await;
            assert_eq!(status, 200, "{name}: {answer}");
        }
        let (_, list) = server.get("/api/collections").await;
        assert_eq!(ids(&list)[..6], ["passwd", "y", "levels", "levels-2", "index", "tutorial-2"]);
        let outside: Vec<_> =
            std::fs::read_dir(server.folder.path()).unwrap().flatten().map(|f| f.file_name()).collect();
        let outside = outside.iter().filter(|name| !name.to_string_lossy().starts_with("results.db")).count();
        assert_eq!(outside, 1, "the folder of imported files alone");
    }

    #[tokio::test]
    async fn a_full_shelf_takes_nothing_more_until_something_is_removed() {
        let folder = tempfile::tempdir().unwrap();
        let imported = folder.path().join("imported");
        std::fs::create_dir_all(&imported).unwrap();
        for i in 0..=limits::COLLECTIONS {
            std::fs::write(imported.join(format!("c{i}.levels")), GOOD.replace("One", &i.to_string()))
                .unwrap();
        }
        let server = TestServer::at(folder);
        let (_, list) = server.get("/api/collections").await;
        let there = list.as_array().unwrap().iter().filter(|c| c["origin"] == "imported").count();
        assert_eq!(there, limits::COLLECTIONS);
        let drawing = json!({"board": "#####\n#@$.#\n#####"});
        assert_eq!(import(&server, "new.xsb", GOOD).await.0, 409);
        assert_eq!(server.json("POST", "/api/collections/my-levels/levels", &drawing).await.0, 409);
        assert_eq!(server.json("DELETE", "/api/collections/c1", &Value::Null).await.0, 204);
        assert_eq!(import(&server, "new.xsb", GOOD).await.0, 200);
    }

    #[tokio::test]
    async fn a_damaged_folder_costs_titles_but_no_levels() {
        let server = server();
        import(&server, "a.xsb", GOOD).await;
        server.json("PUT", "/api/collections/a", &json!({"title": "Mine"})).await;
        let imported = server.folder.path().join("imported");
        for (name, text) in [
            ("index.json", "{"),
            ("b.levels.part", GOOD),
            ("Not An Id.levels", GOOD),
            ("tutorial.levels", GOOD),
        ] {
            std::fs::write(imported.join(name), text).unwrap();
        }
        std::fs::create_dir(imported.join("folder.levels")).unwrap();
        let server = server.restarted();
        let (_, list) = server.get("/api/collections").await;
        assert_eq!(ids(&list)[..2], ["a", "tutorial"]);
        assert_eq!((&list[0]["title"], &list[0]["levels"]), (&json!("a"), &json!(2)));
    }

    #[tokio::test]
    async fn an_imported_collection_is_renamed_and_removed_and_ours_are_not() {
        let server = server();
        import(&server, "a.xsb", GOOD).await;
        let (status, _) =
            server.json("PUT", "/api/collections/a", &json!({"title": " New\u{0} name "})).await;
        assert_eq!(status, 200);
        let server = server.restarted();
        assert_eq!(server.get("/api/collections/a").await.1["title"], "New name");
        assert_eq!(server.json("PUT", "/api/collections/a", &json!({"title": " "})).await.0, 400);
        assert_eq!(server.json("DELETE", "/api/collections/a", &Value::Null).await.0, 204);
        assert_eq!(server.json("DELETE", "/api/collections/a", &Value::Null).await.0, 404);
        assert_eq!(server.json("DELETE", "/api/collections/tutorial", &Value::Null).await.0, 409);
        assert_eq!(server.json("PUT", "/api/collections/tutorial", &json!({"title": "x"})).await.0, 409);
        assert_eq!(server.restarted().get("/api/collections/a").await.0, 404);
    }

    #[tokio::test]
    async fn every_format_that_is_written_reads_back() {
        let server = server();
        import(&server, "a.xsb", GOOD).await;
        for format in Format::ALL {
            let path = format!("/api/collections/a/export?format={format}");
            let (status, bytes) = server.bytes("GET", &path, "text/plain", Vec::new()).await;
            let path = format!("/api/levels/a/2/export?format={format}");
            let (level_status, level) = server.bytes("GET", &path, "text/plain", Vec::new()).await;
            assert_eq!(status, level_status);
            if !format.can_write() {
                assert_eq!(status, 400, "{format}");
                continue;
            }
            let boards = |bytes: &[u8]| {
                let entries = read(bytes, &ReadOptions::default()).collection.entries;
                entries.into_iter().map(|entry| entry.board.to_string()).collect::<Vec<_>>()
            };
            assert_eq!(boards(&bytes), ["#####\n#@$.#\n#####\n", "######\n#@ $.#\n######\n"], "{format}");
            assert_eq!(boards(&level), ["######\n#@ $.#\n######\n"], "{format}");
        }
        assert_eq!(server.get("/api/collections/a/export?format=gif").await.0, 400);
    }

    #[tokio::test]
    async fn drawings_are_saved_replaced_and_removed() {
        let server = server();
        let drawing = |title: &str, board: &str| json!({"board": board, "title": title, "author": "Me"});
        let first = drawing("# ; Title: \"odd\"", "-------\n-#####-\n-#@$.#-\n-#####-");
        let (status, saved) = server.json("POST", "/api/collections/my-levels/levels", &first).await;
        assert_eq!((status, &saved["number"]), (201, &json!(1)));
        let unfinished = drawing("b", "####\n#--#\n####");
        let (_, saved) = server.json("POST", "/api/collections/my-levels/levels", &unfinished).await;
        assert_eq!((&saved["collection_title"], &saved["number"]), (&json!("My levels"), &json!(2)));
        let better = drawing("c", "######\n#@-$.#\n######");
        assert_eq!(server.json("PUT", "/api/levels/my-levels/2", &better).await.0, 200);
        let server = server.restarted();
        let (_, rows) = server.get("/api/collections/my-levels").await;
        assert_eq!((&rows["title"], &rows["levels"]), (&json!("My levels"), &json!(2)));
        assert_eq!(rows["rows"][0]["title"], "# ; Title: \"odd\"");
        assert_eq!((&rows["rows"][1]["title"], &rows["rows"][1]["error"]), (&json!("c"), &Value::Null));
        assert_eq!(server.json("DELETE", "/api/levels/my-levels/1", &Value::Null).await.0, 204);
        assert_eq!(server.get("/api/levels/my-levels/1").await.1["title"], "c");
        assert_eq!(
            server.json("DELETE", "/api/levels/my-levels/1", &Value::Null).await.0,
            409,
            "the last one"
        );
        assert_eq!(server.json("PUT", "/api/levels/my-levels/7", &better).await.0, 404);
        assert_eq!(server.json("PUT", "/api/levels/tutorial/1", &better).await.0, 409);
        assert_eq!(server.json("POST", "/api/collections/nowhere/levels", &better).await.0, 404);
        let empty = drawing("", "---\n---");
        assert_eq!(server.json("POST", "/api/collections/my-levels/levels", &empty).await.0, 400);
    }

    #[tokio::test]
    async fn a_level_that_was_misread_does_not_become_a_good_one_by_an_edit() {
        let server = server();
        import(&server, "a.xsb", format!("{GOOD}\n; Odd\n######\n#@x$.#\n######\n")).await;
        let better = json!({"board": "######\n#@-$.#\n######"});
        assert_eq!(server.json("PUT", "/api/levels/a/1", &better).await.0, 409);
        assert_eq!(server.json("POST", "/api/collections/a/levels", &better).await.0, 409);
        assert_eq!(
            server.json("PUT", "/api/levels/a/3", &better).await.0,
            200,
            "drawn anew it is a good one"
        );
        assert_eq!(server.json("PUT", "/api/levels/a/1", &better).await.0, 200);
    }
}
