//! Why something cannot be done, in words for the user.
//!
//! Every refusal is JSON, `{"error":{"message":…,"help":…}}`, with a status that says who can mend it: 4xx is the client.

use std::fmt;

use axum::{
    Json,
    http::{StatusCode, header},
    response::{IntoResponse, Response},
};
use schemars::JsonSchema;
use serde::Serialize;

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
