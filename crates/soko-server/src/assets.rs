//! The page itself: files of `ui/`, compiled into the program (read from disk in a debug build: edit, reload).
//!
//! Every file is sent with its content's hash as `ETag`: a browser asks each time and is mostly told that nothing changed, so
//! a new version of the program is a new page at once.

use axum::{
    extract::Request,
    http::{HeaderValue, StatusCode, header},
    response::{IntoResponse, Response},
};
use rust_embed::RustEmbed;

use crate::problem::Problem;

#[derive(RustEmbed)]
#[folder = "ui/"]
struct Files;

/// Serves a file of the page. Every view has its address behind `#`, so there is one page only.
pub(crate) async fn serve(request: Request) -> Response {
    let path = match request.uri().path() {
        "/" => "index.html",
        path => path.trim_start_matches('/'),
    };
    let Some(file) = Files::get(path) else {
        return Problem::missing(format!("there is no {}", request.uri().path())).into_response();
    };
    let hash = file.metadata.sha256_hash();
    let tag = hash.iter().take(12).fold(String::from("\""), |tag, byte| format!("{tag}{byte:02x}")) + "\"";
    let known =
        request.headers().get(header::IF_NONE_MATCH).is_some_and(|known| known.as_bytes() == tag.as_bytes());
    let mut answer = if known { StatusCode::NOT_MODIFIED.into_response() } else { file.data.into_response() };
    let headers = answer.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(media(path)));
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-cache"));
    if let Ok(tag) = HeaderValue::from_str(&tag) {
        headers.insert(header::ETAG, tag);
    }
    answer
}

fn media(path: &str) -> &'static str {
    match path.rsplit('.').next() {
        Some("html") => "text/html; charset=utf-8",
        Some("js") => "text/javascript; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("svg") => "image/svg+xml",
        Some("webmanifest") => "application/manifest+json",
        _ => "application/octet-stream",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(name: &str) -> String {
        let file = Files::get(name).unwrap_or_else(|| panic!("there is no {name}"));
        String::from_utf8(file.data.into_owned()).unwrap()
    }

    /// What a file imports at once, as paths from the root of the page.
    fn imports(name: &str) -> Vec<String> {
        let folder = name.rsplit_once('/').map_or("", |(folder, _)| folder);
        let text = text(name);
        let paths =
            text.lines().filter_map(|line| line.strip_suffix("';")?.rsplit_once(" from '.")).map(|(_, p)| p);
        let up = folder.rsplit_once('/').map_or("", |(up, _)| up);
        let join = |folder: &str, path: &str| [folder, path].join("/").trim_start_matches('/').to_owned();
        paths
            .map(|path| {
                path.strip_prefix("./").map_or_else(|| join(folder, &path[1..]), |path| join(up, path))
            })
            .collect()
    }

    /// What the browser has to fetch before a view is shown. Parts that a view imports when they are asked for are left out.
    #[test]
    fn a_view_is_shown_after_less_than_200_kb() {
        for view in ["library", "play", "solve", "replay", "learn", "lab", "edit"] {
            let mut wanted = vec!["app.js".to_owned(), format!("views/{view}.js")];
            let mut loaded: Vec<String> = ["index.html", "style.css"]
                .map(str::to_owned)
                .into_iter()
                .chain([format!("views/{view}.css")])
                .collect();
            while let Some(name) = wanted.pop() {
                if !loaded.contains(&name) {
                    wanted.extend(imports(&name));
                    loaded.push(name);
                }
            }
            let bytes: usize = loaded.iter().map(|name| text(name).len()).sum();
            assert!(loaded.len() > 8 && bytes < 200_000, "{view}: {bytes} bytes: {loaded:?}");
        }
    }

    #[test]
    fn every_file_has_a_type() {
        for name in Files::iter() {
            assert_ne!(media(&name), "application/octet-stream", "{name}");
        }
    }
}
