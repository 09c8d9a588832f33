//! Levels as files: the formats, and collections and levels written in them.

use axum::{Json, extract::State, response::Response};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use soko_formats::{Format, WriteOptions, write};

use crate::{
    app::App,
    endpoint::Endpoint,
    http::{Asked, At, file},
    problem::Problem,
};

pub(super) fn endpoints() -> Vec<Endpoint> {
    vec![
        Endpoint::get("/api/formats", "library", "The file formats", formats).answers::<Vec<FormatInfo>>(),
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
    let collection = app.library().collection(&id)?;
    app.heavy(move |_| {
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
    app.heavy(move |_| {
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
