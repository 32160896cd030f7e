//! The one place that turns a refusal or a failure into a status and an answer.

use axum::http::StatusCode;
use axum::http::header::{HeaderValue, RETRY_AFTER};
use axum::response::{IntoResponse, Response};
use outflank_desk::log::Fault;
use outflank_desk::{Refusal, RefusalKind};
use serde_json::{Value, json};

/// An answer that is not what was asked for: `{"code", "clause", "facts", "message"}`.
#[derive(Debug, Clone, PartialEq)]
pub struct ApiError {
    pub status: StatusCode,
    pub body: Value,
    /// Seconds after which it may be tried again.
    pub retry_after: Option<u64>,
}

impl ApiError {
    /// A refusal of the server's own, without a clause.
    #[must_use]
    pub fn new(status: StatusCode, code: &str, message: impl std::fmt::Display) -> Self {
        Self::with_facts(status, code, message, json!({}))
    }

    /// The same with facts.
    #[must_use]
    pub fn with_facts(
        status: StatusCode,
        code: &str,
        message: impl std::fmt::Display,
        facts: Value,
    ) -> Self {
        Self {
            status,
            body: json!({
                "code": code,
                "clause": null,
                "facts": facts,
                "message": message.to_string(),
            }),
            retry_after: None,
        }
    }

    /// There is no such thing.
    #[must_use]
    pub fn not_found(what: &str) -> Self {
        Self::new(
            StatusCode::NOT_FOUND,
            "http.not_found",
            format!("there is no such {what}; look at the list"),
        )
    }

    /// The request cannot be read.
    #[must_use]
    pub fn unreadable(what: impl std::fmt::Display) -> Self {
        Self::new(StatusCode::BAD_REQUEST, "http.unreadable", what)
    }

    /// The caller must say who he is.
    #[must_use]
    pub fn unknown_caller() -> Self {
        Self::new(
            StatusCode::UNAUTHORIZED,
            "access.unknown",
            "nobody has this token or session any more; sign in or ask for a new link",
        )
    }

    #[must_use]
    pub fn code(&self) -> &str {
        self.body["code"].as_str().unwrap_or("")
    }
}

impl From<Refusal> for ApiError {
    fn from(refusal: Refusal) -> Self {
        let code = refusal.code();
        let status = match refusal.kind() {
            RefusalKind::SignIn => StatusCode::UNAUTHORIZED,
            RefusalKind::Forbidden => StatusCode::FORBIDDEN,
            RefusalKind::NotFound => StatusCode::NOT_FOUND,
            RefusalKind::Conflict => StatusCode::CONFLICT,
            // What the rules forbid was understood; the rulebook says no.
            RefusalKind::Refused => StatusCode::UNPROCESSABLE_ENTITY,
            RefusalKind::Unavailable if code == "log.full" => StatusCode::INSUFFICIENT_STORAGE,
            RefusalKind::Unavailable => StatusCode::SERVICE_UNAVAILABLE,
        };
        if status.is_server_error() {
            tracing::error!(code, %refusal, "the log");
        }
        Self {
            status,
            body: serde_json::to_value(&refusal).expect("a refusal has no keys but texts"),
            retry_after: None,
        }
    }
}

impl From<Fault> for ApiError {
    fn from(fault: Fault) -> Self {
        Refusal::from(fault).into()
    }
}

impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        let mut response = (self.status, axum::Json(self.body)).into_response();
        if let Some(seconds) = self.retry_after {
            response
                .headers_mut()
                .insert(RETRY_AFTER, HeaderValue::from(seconds));
        }
        response
    }
}
