//! What a row of the table of routes says.

use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;

use axum::http::StatusCode;
use axum::response::Response;
use outflank_desk::access::Action;
use schemars::{JsonSchema, Schema, SchemaGenerator};

use crate::Web;
use crate::api::asked::Asked;
use crate::errors::ApiError;

/// How a route is asked.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Method {
    Get,
    Post,
}

impl Method {
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Get => "get",
            Self::Post => "post",
        }
    }
}

/// What the caller must be allowed to do.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Needs {
    /// Nothing: signing in, signing out, who am I.
    Nothing,
    /// This action on what the path names.
    Action(Action),
    /// What the act in the body is; the desk looks at each.
    TheAct,
}

/// A parameter behind the question mark.
#[derive(Debug, Clone, Copy)]
pub struct Query {
    pub name: &'static str,
    pub what: &'static str,
    pub schema: SchemaOf,
}

/// The schema of a type, into the document's components.
pub type SchemaOf = fn(&mut SchemaGenerator) -> Schema;

pub(crate) fn schema_of<T: JsonSchema>(generator: &mut SchemaGenerator) -> Schema {
    generator.subschema_for::<T>()
}

/// What goes in or comes out.
#[derive(Debug, Clone, Copy)]
pub struct Content {
    /// `application/json`, `text/event-stream`, `application/octet-stream`; several are separated by a comma and a blank.
    pub media: &'static str,
    pub schema: SchemaOf,
    /// One example, as JSON text; none for files.
    pub example: Option<&'static str>,
}

/// How long a body may be; the settings say it in bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Length {
    Command,
    /// A file of the community.
    File,
    /// The archive of a whole event.
    Archive,
}

/// JSON of a type.
pub(crate) const fn json_of<T: JsonSchema>(example: &'static str) -> Content {
    Content {
        media: "application/json",
        schema: schema_of::<T>,
        example: Some(example),
    }
}

pub(crate) type Answering = Pin<Box<dyn Future<Output = Result<Response, ApiError>> + Send>>;

/// What a route does.
pub(crate) type Handler = fn(Arc<Web>, Asked) -> Answering;

/// One row: document, router and the test of route × role read the same.
#[derive(Clone)]
pub struct Route {
    pub method: Method,
    pub path: &'static str,
    /// The name in the document.
    pub name: &'static str,
    /// One line for people.
    pub summary: &'static str,
    /// What the caller must be allowed.
    pub needs: Needs,
    /// Parameters behind the question mark.
    pub query: &'static [Query],
    pub body: Option<Content>,
    /// How long that may be.
    pub length: Length,
    /// The status of success.
    pub status: StatusCode,
    pub answer: Content,
    pub(crate) run: Handler,
}

impl Route {
    /// The names in braces, in order.
    pub fn parameters(&self) -> impl Iterator<Item = &'static str> {
        self.path
            .split('/')
            .filter_map(|part| part.strip_prefix('{')?.strip_suffix('}'))
    }
}

impl std::fmt::Debug for Route {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} {}", self.method.word(), self.path)
    }
}

/// Makes a [`Handler`] of an async function.
macro_rules! handler {
    ($function:path) => {
        |web, asked| Box::pin($function(web, asked))
    };
}
pub(crate) use handler;
