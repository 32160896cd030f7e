//! The one place that makes answers: pages, redirects, files, and what a rejection or a failure becomes.

use std::sync::Arc;

use askama::Template;
use axum::Extension;
use axum::body::{Body, Bytes};
use axum::http::StatusCode;
use axum::http::header::{
    CACHE_CONTROL, CONTENT_DISPOSITION, CONTENT_TYPE, HeaderName, HeaderValue, LOCATION,
    RETRY_AFTER, SET_COOKIE,
};
use axum::response::{IntoResponse, Response};
use outflank_desk::log::Fault;
use outflank_desk::{Refusal, RefusalKind};
use serde_json::{Value, json};

use crate::Web;
use crate::live::StreamBody;
use crate::pages::{Asset, Cached, Frame};

const HTML: &str = "text/html; charset=utf-8";

/// What a handler answers.
pub(crate) type Answer = Result<Response, Problem>;

/// Fills a template. One that cannot be filled is a failure of the server, never an empty page.
pub(crate) fn render(template: &impl Template) -> Result<String, Problem> {
    (template.render()).map_err(|error| Problem::template(&error))
}

/// A page that only its reader may see; no browser and no proxy keeps it.
#[derive(Debug)]
pub(crate) struct Page {
    status: StatusCode,
    html: String,
}

impl Page {
    pub(crate) fn of(template: &impl Template) -> Result<Self, Problem> {
        Self::with_status(StatusCode::OK, template)
    }

    pub(crate) fn with_status(
        status: StatusCode,
        template: &impl Template,
    ) -> Result<Self, Problem> {
        let html = render(template)?;
        Ok(Self { status, html })
    }

    /// The answer to a caller who may try again after some seconds.
    pub(crate) fn retry_after(self, seconds: u64) -> Response {
        ([(RETRY_AFTER, HeaderValue::from(seconds))], self).into_response()
    }
}

impl IntoResponse for Page {
    fn into_response(self) -> Response {
        let headers = [(CONTENT_TYPE, HTML), (CACHE_CONTROL, "no-store")];
        (self.status, headers, self.html).into_response()
    }
}

/// A page that is the same for everyone. Browsers keep it and ask each time whether it has changed.
#[derive(Debug)]
pub(crate) struct Shared(pub(crate) Arc<Cached>);

impl Shared {
    pub(crate) fn of(template: &impl Template) -> Result<Self, Problem> {
        render(template).map(Self::html)
    }

    pub(crate) fn html(html: String) -> Self {
        Self(Arc::new(Cached::new(html)))
    }
}

impl IntoResponse for Shared {
    fn into_response(self) -> Response {
        let headers = [(CONTENT_TYPE, HTML), (CACHE_CONTROL, "no-cache")];
        // The layer of tags sends the bytes.
        (headers, Extension(self.0)).into_response()
    }
}

/// A file of the program. By its hashed name it is kept for ever; by its own name it is asked for again, by its tag.
#[derive(Debug)]
pub(crate) struct StaticFile {
    pub(crate) asset: &'static Asset,
    pub(crate) is_hashed: bool,
}

impl IntoResponse for StaticFile {
    fn into_response(self) -> Response {
        let headers = [
            (CONTENT_TYPE, self.asset.media_type),
            (CACHE_CONTROL, kept(self.is_hashed)),
        ];
        (headers, Extension(self.asset.content.clone())).into_response()
    }
}

/// A picture that is part of the program. By its hashed name it is kept for ever.
#[derive(Debug)]
pub(crate) struct ProgramPicture {
    pub(crate) media_type: &'static str,
    pub(crate) bytes: &'static [u8],
    pub(crate) is_hashed: bool,
}

impl IntoResponse for ProgramPicture {
    fn into_response(self) -> Response {
        let headers = [
            (CONTENT_TYPE, self.media_type),
            (CACHE_CONTROL, kept(self.is_hashed)),
        ];
        (headers, self.bytes).into_response()
    }
}

/// What is named by its content never changes.
const fn kept(is_hashed: bool) -> &'static str {
    match is_hashed {
        true => "public, max-age=31536000, immutable",
        false => "no-cache",
    }
}

/// A picture or a text that the browser shows; it asks each time for a newer one.
#[derive(Debug)]
pub(crate) struct Inline(pub(crate) &'static str, pub(crate) Bytes);

impl IntoResponse for Inline {
    fn into_response(self) -> Response {
        let headers = [(CONTENT_TYPE, self.0), (CACHE_CONTROL, "no-cache")];
        (headers, self.1).into_response()
    }
}

impl IntoResponse for StreamBody {
    fn into_response(self) -> Response {
        let headers = [
            (CONTENT_TYPE, "text/event-stream"),
            (CACHE_CONTROL, "no-store"),
            // A proxy in between must not collect events.
            (HeaderName::from_static("x-accel-buffering"), "no"),
        ];
        (headers, Body::new(self)).into_response()
    }
}

/// Leads the browser to another page after a form was sent.
#[derive(Debug)]
pub(crate) struct SeeOther {
    to: String,
    cookie: Option<HeaderValue>,
}

impl SeeOther {
    pub(crate) fn to(to: impl Into<String>) -> Self {
        Self {
            to: to.into(),
            cookie: None,
        }
    }

    /// The same with a `Set-Cookie`.
    pub(crate) fn with_cookie(self, cookie: Option<HeaderValue>) -> Self {
        Self { cookie, ..self }
    }
}

impl IntoResponse for SeeOther {
    fn into_response(self) -> Response {
        let Ok(to) = HeaderValue::from_str(&self.to) else {
            return Problem::new(
                StatusCode::INTERNAL_SERVER_ERROR,
                "http.address",
                "a page has no address",
            )
            .into_response();
        };
        let mut response = (StatusCode::SEE_OTHER, [(CACHE_CONTROL, "no-store")]).into_response();
        response.headers_mut().insert(LOCATION, to);
        if let Some(cookie) = self.cookie {
            response.headers_mut().insert(SET_COOKIE, cookie);
        }
        response
    }
}

/// A file that the browser saves.
#[derive(Debug)]
pub(crate) struct Download {
    pub(crate) name: String,
    pub(crate) media: &'static str,
    pub(crate) bytes: Vec<u8>,
}

impl IntoResponse for Download {
    fn into_response(self) -> Response {
        // A quotation mark or a letter outside ASCII would end or break the header.
        let plain = |letter: char| {
            letter.is_ascii() && !letter.is_ascii_control() && !"\"\\".contains(letter)
        };
        let name: String = self
            .name
            .chars()
            .map(|letter| if plain(letter) { letter } else { '_' })
            .collect();
        let kind = [(CONTENT_TYPE, self.media), (CACHE_CONTROL, "no-store")];
        let attached = [(
            CONTENT_DISPOSITION,
            format!("attachment; filename=\"{name}\""),
        )];
        (kind, attached, self.bytes).into_response()
    }
}

#[derive(Template)]
#[template(path = "site/problem.html")]
struct ProblemPage<'a> {
    f: &'a Frame,
    message: String,
}

#[derive(Template)]
#[template(path = "desk/not_allowed.html")]
struct NotAllowedPage<'a> {
    f: &'a Frame,
}

#[derive(Template)]
#[template(path = "site/not_found.html")]
struct NotFoundPage<'a> {
    f: &'a Frame,
}

#[derive(Template)]
#[template(path = "site/away.html")]
struct AwayPage<'a> {
    f: &'a Frame,
}

/// An answer that is not what was asked for: `{"code", "clause", "facts", "message"}`.
#[derive(Debug, Clone, PartialEq)]
pub struct Problem {
    pub status: StatusCode,
    pub body: Value,
    /// Seconds after which it may be tried again.
    pub retry_after: Option<u64>,
}

impl Problem {
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
            format!("There is no such {what}. Check the list."),
        )
    }

    /// The request cannot be read.
    #[must_use]
    pub fn unreadable(what: impl std::fmt::Display) -> Self {
        Self::new(StatusCode::BAD_REQUEST, "http.unreadable", what)
    }

    /// The caller must identify themselves.
    #[must_use]
    pub fn unknown_caller() -> Self {
        Self::new(
            StatusCode::UNAUTHORIZED,
            "access.unknown",
            "This token or session is no longer valid. Sign in, or ask for a new link.",
        )
    }

    /// The page is for others; who knows a link or a password can sign in.
    pub(crate) fn not_allowed() -> Self {
        let message = "You do not have access to this page. Sign in or open your link.";
        Self::new(StatusCode::FORBIDDEN, "access.not_allowed", message)
    }

    /// A field of a form cannot be read.
    pub(crate) fn in_field(field: &str, message: impl std::fmt::Display) -> Self {
        let facts = json!({"field": field});
        Self::with_facts(
            StatusCode::UNPROCESSABLE_ENTITY,
            "http.unreadable",
            message,
            facts,
        )
    }

    /// The field of the form that is wrong.
    pub(crate) fn field(&self) -> Option<&str> {
        self.body["facts"]["field"].as_str()
    }

    fn template(error: &askama::Error) -> Self {
        tracing::error!(%error, "a template failed");
        let message = "The page could not be created. See the server log for the cause.";
        Self::new(StatusCode::INTERNAL_SERVER_ERROR, "http.template", message)
    }

    pub(crate) fn message(&self) -> &str {
        self.body["message"].as_str().unwrap_or_default()
    }

    /// The same for a person.
    pub(crate) fn page(&self, web: &Web) -> Response {
        let f = &Frame::of_site(&web.base());
        let page = match self.status {
            StatusCode::NOT_FOUND => Page::with_status(self.status, &NotFoundPage { f }),
            StatusCode::SERVICE_UNAVAILABLE => Page::with_status(self.status, &AwayPage { f }),
            StatusCode::FORBIDDEN if self.code() == "access.not_allowed" => {
                Page::with_status(self.status, &NotAllowedPage { f })
            }
            _ => {
                let message = match self.field() {
                    Some(field) => format!("{field}: {}", sentence(self.message())),
                    None => sentence(self.message()),
                };
                Page::with_status(self.status, &ProblemPage { f, message })
            }
        };
        match page {
            Ok(page) => page.into_response(),
            Err(problem) => (problem.status, problem.message().to_owned()).into_response(),
        }
    }

    #[must_use]
    pub fn code(&self) -> &str {
        self.body["code"].as_str().unwrap_or("")
    }
}

/// A message as a page shows it: with a capital letter and one full stop.
pub(crate) fn sentence(text: &str) -> String {
    let mut letters = text.chars();
    let first: String = letters
        .next()
        .map(|first| first.to_uppercase().collect())
        .unwrap_or_default();
    let stop = if text.ends_with(['.', '?']) { "" } else { "." };
    format!("{first}{}{stop}", letters.as_str())
}

/// The status of a rejection, on pages and in the API.
pub(crate) fn status_of(rejection: &Refusal) -> StatusCode {
    match rejection.kind() {
        RefusalKind::SignIn => StatusCode::UNAUTHORIZED,
        RefusalKind::Forbidden => StatusCode::FORBIDDEN,
        RefusalKind::NotFound => StatusCode::NOT_FOUND,
        RefusalKind::Conflict => StatusCode::CONFLICT,
        // What the rules forbid was understood; the rulebook says no.
        RefusalKind::Refused => StatusCode::UNPROCESSABLE_ENTITY,
        RefusalKind::Unavailable if rejection.code() == "log.full" => {
            StatusCode::INSUFFICIENT_STORAGE
        }
        RefusalKind::Unavailable => StatusCode::SERVICE_UNAVAILABLE,
    }
}

impl From<Refusal> for Problem {
    fn from(refusal: Refusal) -> Self {
        let code = refusal.code();
        let status = status_of(&refusal);
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

impl From<Fault> for Problem {
    fn from(fault: Fault) -> Self {
        Refusal::from(fault).into()
    }
}

impl IntoResponse for Problem {
    fn into_response(self) -> Response {
        let mut response = (self.status, axum::Json(&self.body)).into_response();
        if let Some(seconds) = self.retry_after {
            response
                .headers_mut()
                .insert(RETRY_AFTER, HeaderValue::from(seconds));
        }
        // The layer of error pages shows it to people.
        response.extensions_mut().insert(self);
        response
    }
}

#[cfg(test)]
mod tests {
    use crate::respond::*;

    struct Broken;

    impl std::fmt::Display for Broken {
        fn fmt(&self, _: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
            Err(std::fmt::Error)
        }
    }

    #[derive(Template)]
    #[template(source = "<p>{{ value }}</p>", ext = "html")]
    struct BrokenPage {
        value: Broken,
    }

    #[test]
    fn a_template_that_fails_is_a_failure_of_the_server() {
        let template = BrokenPage { value: Broken };
        for status in [
            Page::of(&template).into_response().status(),
            Shared::of(&template).into_response().status(),
        ] {
            assert_eq!(status, StatusCode::INTERNAL_SERVER_ERROR);
        }
    }
}
