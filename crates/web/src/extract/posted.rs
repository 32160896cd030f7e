//! A form that was sent to a page of the director's desk or of a federation's office.

use std::str::FromStr;
use std::sync::Arc;

use axum::extract::{FromRequest, FromRequestParts, RawPathParams, Request};
use axum::http::request::Parts;
use outflank_desk::TokenId;
use serde::Deserialize;
use serde::de::DeserializeOwned;

use crate::Web;
use crate::extract::{Field, File, Text, Upload};
use crate::respond::Problem;

/// What names the commands of a form, and the version its page was made from.
#[derive(Default, Deserialize)]
#[serde(default)]
pub(crate) struct CommandFields {
    id: Text,
    version: Field<u64>,
}

impl CommandFields {
    /// The form names its command, so that sending it twice is harmless.
    pub(crate) fn command_id(&self, what: &str) -> String {
        let id = &*self.id;
        let is_good = |b: u8| b.is_ascii_alphanumeric() || b == b'-';
        match !id.is_empty() && id.len() <= 40 && id.bytes().all(is_good) {
            true => format!("{id}-{what}"),
            false => TokenId::random().to_string(),
        }
    }

    pub(crate) fn version(&self) -> Option<u64> {
        self.version.optional("version").ok().flatten()
    }
}

/// The parts of the path by their names.
#[derive(Debug)]
pub(crate) struct PathParts(RawPathParams);

impl PathParts {
    /// A part, if this path has it.
    pub(crate) fn part<T: FromStr>(&self, name: &str) -> Result<Option<T>, Problem> {
        let found = self.0.iter().find(|(part, _)| *part == name);
        let read = |(_, text): (&str, &str)| text.parse().map_err(|_| Problem::not_found("page"));
        found.map(read).transpose()
    }

    /// A part, if this path has it, and whether it names a file: `2026.csv`.
    pub(crate) fn part_or_file<T: FromStr>(
        &self,
        name: &str,
        suffix: &str,
    ) -> Result<(Option<T>, bool), Problem> {
        let part = self.part::<String>(name)?.unwrap_or_default();
        match part.strip_suffix(suffix) {
            Some(part) => match part.parse() {
                Ok(part) => Ok((Some(part), true)),
                Err(_) => Err(Problem::not_found("file")),
            },
            None => Ok((self.part(name)?, false)),
        }
    }

    pub(crate) fn needed<T: FromStr>(&self, name: &str) -> Result<T, Problem> {
        let part = self.part(name)?;
        part.ok_or_else(|| Problem::not_found("page"))
    }
}

impl<S: Send + Sync> FromRequestParts<S> for PathParts {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Problem> {
        let path = RawPathParams::from_request_parts(parts, state).await;
        path.map(Self).map_err(Problem::unreadable)
    }
}

/// A page that forms are sent to.
pub(crate) trait FormPage: FromRequestParts<Arc<Web>, Rejection = Problem> + Send {
    /// Keeps what all forms have in common and reads the rest.
    fn receive<T: DeserializeOwned>(&mut self, upload: &mut Upload) -> Result<T, Problem>;
}

/// A form and the page it was sent to.
pub(crate) struct Posted<P, T> {
    pub(crate) desk: P,
    pub(crate) form: T,
    pub(crate) files: Vec<File>,
}

impl<P: FormPage, T: DeserializeOwned> FromRequest<Arc<Web>> for Posted<P, T> {
    type Rejection = Problem;

    async fn from_request(request: Request, web: &Arc<Web>) -> Result<Self, Problem> {
        let (mut parts, body) = request.into_parts();
        let mut desk = P::from_request_parts(&mut parts, web).await?;
        let mut upload = Upload::from_request(Request::from_parts(parts, body), web).await?;
        let form = desk.receive(&mut upload)?;
        let files = upload.files;
        Ok(Self { desk, form, files })
    }
}
