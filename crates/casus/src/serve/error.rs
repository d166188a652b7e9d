//! What the server answers where the table is not even asked.

use axum::Json;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::Serialize;
use serde_json::json;

/// What is wrong.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Kind {
    /// The body is no JSON object.
    Malformed,
    /// No seat has this key.
    NoKey,
    /// The seat may not ask this.
    NotAllowed,
    /// There is no such place.
    NotFound,
    /// The place is not asked in this way.
    Method,
    /// The request did not come in time.
    Late,
    /// The body is longer than is taken.
    TooLarge,
    /// Too many requests, matches or listeners; or too much at one request.
    TooMuch,
    /// The match cannot be opened as it was ordered.
    NotOpened,
    /// The match is kept as it was: the rules of today cannot play it.
    Kept,
    /// What was asked could not be done now, and nothing was.
    Busy,
    /// The request comes from another page, or for another host.
    Foreign,
}

/// An answer of the server: what is wrong, in the shape of the protocol's errors.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{message}")]
pub(crate) struct Fault {
    pub(crate) kind: Kind,
    pub(crate) message: String,
    /// The key of the request that it is about.
    pub(crate) path: Option<&'static str>,
    /// After so many seconds it may go better.
    pub(crate) after: Option<u64>,
}

impl Fault {
    pub(crate) fn new(kind: Kind, message: impl Into<String>) -> Self {
        Self {
            kind,
            message: message.into(),
            path: None,
            after: None,
        }
    }
    pub(crate) fn at(self, path: &'static str) -> Self {
        Self {
            path: Some(path),
            ..self
        }
    }
    pub(crate) fn wait(self, seconds: u64) -> Self {
        Self {
            after: Some(seconds),
            ..self
        }
    }
    const fn status(&self) -> StatusCode {
        match self.kind {
            Kind::Malformed | Kind::NotOpened => StatusCode::BAD_REQUEST,
            Kind::NoKey => StatusCode::UNAUTHORIZED,
            Kind::NotAllowed | Kind::Foreign => StatusCode::FORBIDDEN,
            Kind::NotFound => StatusCode::NOT_FOUND,
            Kind::Method => StatusCode::METHOD_NOT_ALLOWED,
            Kind::Late => StatusCode::REQUEST_TIMEOUT,
            Kind::TooLarge => StatusCode::PAYLOAD_TOO_LARGE,
            Kind::TooMuch => StatusCode::TOO_MANY_REQUESTS,
            Kind::Kept => StatusCode::CONFLICT,
            Kind::Busy => StatusCode::SERVICE_UNAVAILABLE,
        }
    }
}

impl IntoResponse for Fault {
    fn into_response(self) -> Response {
        let mut error = json!({"kind": self.kind, "message": self.message});
        if let Some(path) = self.path {
            error["path"] = path.into();
        }
        let mut answer = (self.status(), Json(json!({ "error": error }))).into_response();
        if let Some(seconds) = self.after {
            answer
                .headers_mut()
                .insert(header::RETRY_AFTER, HeaderValue::from(seconds));
        }
        answer
    }
}
