//! Collections of the user: import files, keep drawings, rename and remove.

use axum::{
    Json,
    body::Bytes,
    extract::{State, rejection::BytesRejection},
    http::StatusCode,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use soko_formats::Diagnostic;

use crate::{
    app::App,
    catalogue::CollectionInfo,
    drawing,
    endpoint::Endpoint,
    http::{Asked, At, Given},
    library::{Collection, Item, Quoted, quoted},
    limits,
    problem::Problem,
    user_library::Imported,
};

pub(super) fn endpoints() -> Vec<Endpoint> {
    vec![
        Endpoint::post(
            "/api/collections",
            "library",
            "Import a file; its encoding and format are found out",
            import,
        )
        .asks::<Name>()
        .takes_file(limits::UPLOAD)
        .answers::<ImportAnswer>(),
        Endpoint::post("/api/merge", "library", "Make one collection of several", merge)
            .takes::<Merge>()
            .answers::<MergeAnswer>()
            .status(201),
        Endpoint::put(
            "/api/collections/{collection}",
            "library",
            "Rename an imported collection, or move it to another folder",
            rename,
        )
        .takes::<Rename>()
        .answers::<CollectionInfo>(),
        Endpoint::delete("/api/collections/{collection}", "library", "Remove an imported collection", remove)
            .status(204),
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

/// What an imported file is called.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Name {
    /// The file's name; its ending is a hint where the content leaves a choice.
    #[schemars(length(max = 1000))]
    name: Option<String>,
    /// The folder of the library that it goes to.
    #[schemars(length(max = 200))]
    folder: Option<String>,
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
    /// Levels that cannot be played, in the order of the file; of many, the first.
    left_out: Vec<LeftOut>,
    /// What is wrong or odd, in the order of the file.
    diagnostics: Vec<Quoted>,
    /// How many more of these there are.
    left_off: usize,
}

/// A level that cannot be played.
#[derive(Serialize, JsonSchema)]
struct LeftOut {
    /// Its number.
    level: usize,
    /// Its title.
    title: Option<String>,
    /// The line in the file that the first error is in, from 1.
    line: Option<usize>,
    /// What is wrong with it.
    message: String,
}

impl LeftOut {
    fn of(item: &Item) -> Option<Self> {
        let errors = item.level.as_ref().err()?;
        Some(Self {
            level: item.number,
            title: item.title.clone(),
            line: errors.first().map(|error| error.line),
            message: item.playable().err().unwrap_or_default().to_owned(),
        })
    }
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
    let taken = app.heavy(move |app| {
        let imported = app.user_library().import(
            name.name.as_deref().unwrap_or("Pasted"),
            name.folder.as_deref(),
            &body,
        )?;
        Ok(import_answer(app, &imported, &body))
    });
    taken.await.map(Json)
}

fn import_answer(app: &App, imported: &Imported, bytes: &[u8]) -> ImportAnswer {
    let Imported { collection, already, document } = imported;
    let items = || collection.iter().flat_map(|collection| &collection.items);
    let mut all: Vec<&Diagnostic> = items().flat_map(|item| &item.diagnostics).collect();
    match collection {
        Some(collection) => all.extend(&collection.diagnostics),
        None => all.extend(&document.diagnostics),
    }
    all.sort_by_key(|d| (d.line, d.column));
    ImportAnswer {
        collection: collection.as_ref().map(|collection| app.catalogue().info(collection)),
        already: *already,
        format: document.format.id(),
        encoding: document.encoding.name,
        left_out: items().filter_map(|item| LeftOut::of(item)).take(limits::DIAGNOSTICS).collect(),
        playable: items().filter(|item| item.level.is_ok()).count(),
        left_off: all.len().saturating_sub(limits::DIAGNOSTICS),
        diagnostics: quoted(all.into_iter().take(limits::DIAGNOSTICS), bytes),
    }
}

/// A new title.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Rename {
    /// The title; at least one letter.
    #[schemars(length(min = 1, max = 200))]
    title: String,
    /// The folder it goes to; none if empty, the one it is in if not told.
    #[schemars(length(max = 200))]
    folder: Option<String>,
}

async fn rename(
    State(app): State<App>,
    At(id): At<String>,
    Given(Rename { title, folder }): Given<Rename>,
) -> Result<Json<CollectionInfo>, Problem> {
    let collection = app.heavy(move |app| app.user_library().rename(&id, &title, folder.as_deref())).await?;
    Ok(Json(app.catalogue().info(&collection)))
}

/// Collections that shall be one.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Merge {
    /// The title of the new one; at least one letter.
    #[schemars(length(min = 1, max = 200))]
    title: String,
    /// Their ids, in the order of the new one.
    #[schemars(length(min = 1, max = 1000))]
    collections: Vec<String>,
    /// Those of them that are removed, if all their levels were taken over.
    #[serde(default)]
    #[schemars(length(max = 1000))]
    remove: Vec<String>,
}

/// What became of collections that were merged.
#[derive(Serialize, JsonSchema)]
struct MergeAnswer {
    /// The new collection.
    collection: CollectionInfo,
    /// Levels that could not be read whole and stay where they are.
    left_out: usize,
}

async fn merge(
    State(app): State<App>,
    Given(wanted): Given<Merge>,
) -> Result<(StatusCode, Json<MergeAnswer>), Problem> {
    app.upload()?;
    let merged = app.heavy(move |app| {
        let Merge { title, collections, remove } = wanted;
        app.user_library().merge(&title, &collections, &remove)
    });
    let merged = merged.await?;
    let collection = app.catalogue().info(&merged.collection);
    Ok((StatusCode::CREATED, Json(MergeAnswer { collection, left_out: merged.left_out })))
}

async fn remove(State(app): State<App>, At(id): At<String>) -> Result<StatusCode, Problem> {
    app.heavy(move |app| app.user_library().remove(&id)).await?;
    Ok(StatusCode::NO_CONTENT)
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

impl Saved {
    fn at(collection: &Collection, number: usize) -> Json<Self> {
        let (id, title) = (collection.id.clone(), collection.title.clone());
        Json(Self { collection: id, collection_title: title, number })
    }
}

async fn add(
    State(app): State<App>,
    At(id): At<String>,
    Given(drawing): Given<drawing::Drawing>,
) -> Result<(StatusCode, Json<Saved>), Problem> {
    app.upload()?;
    let (collection, number) =
        app.heavy(move |app| app.user_library().add_level(&id, drawing.entry()?)).await?;
    Ok((StatusCode::CREATED, Saved::at(&collection, number)))
}

async fn replace(
    State(app): State<App>,
    At((id, number)): At<(String, usize)>,
    Given(drawing): Given<drawing::Drawing>,
) -> Result<Json<Saved>, Problem> {
    app.upload()?;
    let collection = app.heavy(move |app| {
        let expected = drawing.replaces()?;
        app.user_library().replace_level(&id, number, drawing.entry()?, expected.as_ref())
    });
    let collection = collection.await?;
    Ok(Saved::at(&collection, number))
}

async fn remove_level(
    State(app): State<App>,
    At((id, number)): At<(String, usize)>,
) -> Result<StatusCode, Problem> {
    app.heavy(move |app| app.user_library().remove_level(&id, number)).await?;
    Ok(StatusCode::NO_CONTENT)
}

#[cfg(test)]
mod tests;
