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

    /// Everything a visit of all views loads, without pictures of boards.
    #[test]
    fn the_page_weighs_less_than_300_kb() {
        let bytes: usize =
            Files::iter().filter_map(|name| Files::get(&name)).map(|file| file.data.len()).sum();
        assert!(bytes < 300_000, "{bytes} bytes");
    }

    #[test]
    fn every_file_has_a_type() {
        for name in Files::iter() {
            assert_ne!(media(&name), "application/octet-stream", "{name}");
        }
    }
}
