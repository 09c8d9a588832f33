//! What a request is answered with when it cannot be carried out, and how requests are read.
//!
//! Every refusal is JSON, `{"error":{"message":…,"help":…}}`, with a status that says whose turn it is: 4xx is the
//! client's. axum's own extractors answer with plain text; [`Given`], [`Asked`] and [`At`] wrap them so that a page, a script
//! and a fuzzer all see one kind of error.

use std::fmt;

use axum::{
    Json,
    extract::{FromRequest, FromRequestParts, Path, Query, Request, rejection::JsonRejection},
    http::{StatusCode, header, request::Parts},
    response::{IntoResponse, Response},
};
use schemars::JsonSchema;
use serde::{Serialize, de::DeserializeOwned};

/// Why a request was refused.
#[derive(Clone, Debug)]
pub(crate) struct Problem {
    status: StatusCode,
    message: String,
    help: Option<String>,
}

/// The JSON of a refusal.
#[derive(Serialize, JsonSchema)]
pub(crate) struct ProblemBody {
    /// What went wrong.
    error: ProblemText,
}

/// What went wrong, in words.
#[derive(Serialize, JsonSchema)]
pub(crate) struct ProblemText {
    /// What is wrong.
    message: String,
    /// What would be right.
    #[serde(skip_serializing_if = "Option::is_none")]
    help: Option<String>,
}

impl Problem {
    pub(crate) fn new(status: StatusCode, message: impl fmt::Display) -> Self {
        Self { status, message: message.to_string(), help: None }
    }

    /// There is no such thing.
    pub(crate) fn missing(message: impl fmt::Display) -> Self {
        Self::new(StatusCode::NOT_FOUND, message)
    }

    /// The request makes no sense.
    pub(crate) fn bad(message: impl fmt::Display) -> Self {
        Self::new(StatusCode::BAD_REQUEST, message)
    }

    /// It makes sense, but not now.
    pub(crate) fn conflict(message: impl fmt::Display) -> Self {
        Self::new(StatusCode::CONFLICT, message)
    }

    /// Too much at once.
    pub(crate) fn busy(message: impl fmt::Display) -> Self {
        Self::new(StatusCode::TOO_MANY_REQUESTS, message)
    }

    /// Something of ours failed: a full disk, a damaged file.
    pub(crate) fn internal(message: impl fmt::Display) -> Self {
        Self::new(StatusCode::INTERNAL_SERVER_ERROR, message)
    }

    /// Adds what would be right.
    #[must_use]
    pub(crate) fn help(mut self, help: impl fmt::Display) -> Self {
        self.help = Some(help.to_string());
        self
    }

    /// The words alone.
    pub(crate) fn into_text(self) -> ProblemText {
        ProblemText { message: self.message, help: self.help }
    }

    pub(crate) fn message(&self) -> &str {
        &self.message
    }
}

impl IntoResponse for Problem {
    fn into_response(self) -> Response {
        let body = ProblemBody { error: ProblemText { message: self.message, help: self.help } };
        let mut response = (self.status, Json(body)).into_response();
        if self.status == StatusCode::TOO_MANY_REQUESTS {
            response.headers_mut().insert(header::RETRY_AFTER, header::HeaderValue::from_static("1"));
        }
        response
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
        let Path(value) = Path::from_request_parts(parts, state)
            .await
            .map_err(|error| Problem::new(StatusCode::BAD_REQUEST, error.body_text()))?;
        Ok(Self(value))
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
