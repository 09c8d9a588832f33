//! The page for visitors without a token: it says that one is needed, and takes it.

use axum::{
    http::{HeaderMap, HeaderValue, Method, StatusCode, header},
    response::{Html, IntoResponse, Response},
};

use super::policy;

const PAGE: &str = include_str!("entrance.html");

/// Files that the page needs. They are the same in every copy of the program, and tell nothing of this one.
const OPEN: [&str; 3] = ["/style.css", "/theme.js", "/icon.svg"];

/// Can a file be had without a token?
pub(super) fn is_open(method: &Method, path: &str) -> bool {
    method == Method::GET && OPEN.contains(&path)
}

/// Does a person wait for a page, and not a program for an answer?
pub(super) fn is_visit(method: &Method, headers: &HeaderMap) -> bool {
    let accepts = headers.get(header::ACCEPT).and_then(|value| value.to_str().ok()).unwrap_or_default();
    method == Method::GET && accepts.contains("text/html")
}

/// The page, with what is wrong with the token that was given.
pub(super) fn page(status: StatusCode, wrong: &'static str) -> Response {
    let text =
        PAGE.replace("{wrong}", wrong).replace("{described}", if wrong.is_empty() { "how" } else { "wrong" });
    let mut answer = (status, Html(text)).into_response();
    let policy = policy("'self'", "'self'", "'self'");
    if let Ok(policy) = HeaderValue::from_str(&policy) {
        answer.headers_mut().insert(header::CONTENT_SECURITY_POLICY, policy);
    }
    answer
}
