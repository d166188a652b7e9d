//! The errors of the server itself, as opposed to those of a session.

use axum::Json;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::Serialize;
use serde_json::json;

/// The kind of an error, as it stands in the answer. It decides the HTTP status.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Kind {
    /// 400: the body is not a JSON object, or lacks a key.
    Malformed,
    /// 401: there is no key, or no seat has it.
    NoKey,
    /// 403: the seat may not make this request.
    NotAllowed,
    /// 404: there is no such path or match.
    NotFound,
    /// 405: the path does not take this HTTP method.
    Method,
    /// 408: the request did not arrive in time.
    Late,
    /// 413: the body is too long.
    TooLarge,
    /// 429: too many requests, matches or event streams, or a request that asks for too much.
    TooMuch,
    /// 400: the match cannot be created as requested.
    NotOpened,
    /// 409: the match cannot change, because the current rules cannot play it or the database is damaged.
    Kept,
    /// 503: the request failed and changed nothing.
    Busy,
    /// 403: the request comes from a page of another origin, or names an unknown host.
    Foreign,
}

/// An error of the server, in the shape of the protocol's errors.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{message}")]
pub(crate) struct Fault {
    pub(crate) kind: Kind,
    pub(crate) message: String,
    /// The key of the request that is wrong.
    pub(crate) path: Option<&'static str>,
    /// Seconds after which to try again, if waiting helps: the `Retry-After` header.
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
