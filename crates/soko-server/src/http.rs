//! How requests are read, and how files are answered.
//!
//! axum's own extractors answer with plain text; [`Given`], [`Asked`] and [`At`] wrap them, so that a page, a script and a
//! fuzzer all see one kind of error.

use axum::{
    Json,
    extract::{
        FromRequest, FromRequestParts, Path, Query, Request,
        path::ErrorKind,
        rejection::{JsonRejection, PathRejection},
    },
    http::{StatusCode, header, request::Parts},
    response::{IntoResponse, Response},
};
use serde::de::DeserializeOwned;
use soko_solver::Control;

use crate::problem::Problem;

/// Stops a search when its request is over: answered, or given up and dropped, and this with it.
#[derive(Default)]
pub(crate) struct WhileWaited(Control);

impl WhileWaited {
    pub(crate) fn control(&self) -> Control {
        self.0.clone()
    }
}

impl Drop for WhileWaited {
    fn drop(&mut self) {
        self.0.stop();
    }
}

/// A JSON body.
#[derive(Debug)]
pub(crate) struct Given<T>(pub(crate) T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequest<S> for Given<T> {
    type Rejection = Problem;

    async fn from_request(request: Request, state: &S) -> Result<Self, Problem> {
        match Json::from_request(request, state).await {
            Ok(Json(value)) => Ok(Self(value)),
            Err(JsonRejection::MissingJsonContentType(_)) => {
                let message = "the request has no JSON body";
                Err(Problem::new(StatusCode::UNSUPPORTED_MEDIA_TYPE, message)
                    .help("send it with 'content-type: application/json'"))
            }
            Err(error) => Err(Problem::new(error.status(), error.body_text())),
        }
    }
}

/// The part of an address behind the question mark.
#[derive(Debug)]
pub(crate) struct Asked<T>(pub(crate) T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequestParts<S> for Asked<T> {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Problem> {
        let Query(value) = Query::from_request_parts(parts, state)
            .await
            .map_err(|error| Problem::new(error.status(), error.body_text()))?;
        Ok(Self(value))
    }
}

/// The variable parts of a path.
#[derive(Debug)]
pub(crate) struct At<T>(pub(crate) T);

impl<T: DeserializeOwned + Send, S: Send + Sync> FromRequestParts<S> for At<T> {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Problem> {
        let Path(value) =
            Path::from_request_parts(parts, state).await.map_err(|rejection| no_address(&rejection))?;
        Ok(Self(value))
    }
}

/// The only parts that have to be something are numbers.
fn no_address(rejection: &PathRejection) -> Problem {
    let PathRejection::FailedToDeserializePathParams(failed) = rejection else {
        return Problem::bad(rejection.body_text());
    };
    match failed.kind() {
        ErrorKind::ParseError { value, .. }
        | ErrorKind::ParseErrorAtIndex { value, .. }
        | ErrorKind::ParseErrorAtKey { value, .. } => {
            Problem::bad(format!("'{value}' is no number")).help("what stands there is counted from 1")
        }
        _ => Problem::bad(rejection.body_text()),
    }
}

/// A file to show or to save.
pub(crate) fn file(content_type: &'static str, name: &str, body: impl Into<axum::body::Body>) -> Response {
    let safe: String =
        name.chars().map(|c| if c.is_ascii_alphanumeric() || ".-_".contains(c) { c } else { '-' }).collect();
    let disposition = format!("inline; filename=\"{safe}\"");
    let headers =
        [(header::CONTENT_TYPE, content_type.to_owned()), (header::CONTENT_DISPOSITION, disposition)];
    (headers, body.into()).into_response()
}
