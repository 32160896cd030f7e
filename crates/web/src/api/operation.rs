//! What the OpenAPI document says about a route of the API.

use axum::http::{StatusCode, Uri};
use schemars::{JsonSchema, Schema, SchemaGenerator};

use crate::api::shapes::Done;
use crate::respond::Problem;

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
    /// The archive of a whole tournament.
    Archive,
}

#[derive(Debug, Clone, Copy)]
pub struct Operation {
    /// The name in the document.
    pub name: &'static str,
    /// One line for people.
    pub summary: &'static str,
    /// Parameters behind the question mark.
    pub query: &'static [Query],
    pub body: Option<Content>,
    pub length: Length,
    /// The status of success.
    pub status: StatusCode,
    pub answer: Content,
}

const fn json_of<T: JsonSchema>(example: Option<&'static str>) -> Content {
    Content {
        media: "application/json",
        schema: schema_of::<T>,
        example,
    }
}

const DONE: &str = r#"{"command_id": "k3-7", "stream": "tournament/4k2m9x7q0b", "version": 12, "events": ["tournament.round_started"], "again": false}"#;

/// An operation that reads and answers JSON.
pub(crate) const fn read<T: JsonSchema>(name: &'static str, summary: &'static str) -> Operation {
    Operation {
        name,
        summary,
        query: &[],
        body: None,
        length: Length::Command,
        status: StatusCode::OK,
        answer: json_of::<T>(None),
    }
}

/// An operation that answers with a stream of events.
pub(crate) const fn stream(name: &'static str, summary: &'static str) -> Operation {
    read::<String>(name, summary).media("text/event-stream")
}

/// An operation that does something: JSON in, [`Done`] out.
pub(crate) const fn act<T: JsonSchema>(
    name: &'static str,
    summary: &'static str,
    example: &'static str,
) -> Operation {
    Operation {
        body: Some(json_of::<T>(Some(example))),
        ..read::<Done>(name, summary).example(DONE)
    }
}

/// An operation that reads a file.
pub(crate) const fn file(name: &'static str, summary: &'static str) -> Operation {
    Operation {
        body: Some(Content {
            media: "application/octet-stream",
            ..json_of::<String>(None)
        }),
        length: Length::File,
        ..act::<String>(name, summary, "")
    }
}

impl Operation {
    pub(crate) const fn example(mut self, example: &'static str) -> Self {
        self.answer.example = Some(example);
        self
    }

    pub(crate) const fn media(mut self, media: &'static str) -> Self {
        self.answer.media = media;
        self
    }

    pub(crate) const fn answers<T: JsonSchema>(mut self) -> Self {
        self.answer = json_of::<T>(None);
        self
    }

    pub(crate) const fn created(mut self) -> Self {
        self.status = StatusCode::CREATED;
        self
    }

    pub(crate) const fn query(mut self, query: &'static [Query]) -> Self {
        self.query = query;
        self
    }

    pub(crate) const fn length(mut self, length: Length) -> Self {
        self.length = length;
        self
    }

    pub(crate) const fn without_body(mut self) -> Self {
        self.body = None;
        self
    }

    /// What follows the question mark: each parameter at most once, and none that the document does not name.
    pub(crate) fn read_query(&self, uri: &Uri) -> Result<Vec<(String, String)>, Problem> {
        let pairs: axum::extract::Query<Vec<(String, String)>> =
            axum::extract::Query::try_from_uri(uri).map_err(|_| {
                Problem::unreadable(
                    "Could not read the query string. Check the part after the question mark.",
                )
            })?;
        for (n, (name, _)) in pairs.iter().enumerate() {
            if !self.query.iter().any(|query| query.name == name) {
                let name: String = name.chars().take(40).collect();
                return Err(Problem::unreadable(format!(
                    "There is no parameter '{name}' here. See the API document."
                )));
            }
            if pairs[..n].iter().any(|(other, _)| other == name) {
                return Err(Problem::unreadable(format!(
                    "The parameter '{name}' appears twice. Send it once."
                )));
            }
        }
        Ok(pairs.0)
    }
}
