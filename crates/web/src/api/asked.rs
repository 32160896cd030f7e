//! What was asked, read and checked before a handler sees it.

use std::str::FromStr;
use std::sync::Arc;

use axum::extract::{FromRequest, FromRequestParts as _, RawPathParams, Request};
use axum::http::{HeaderMap, StatusCode};
use bytes::Bytes;
use outflank_desk::audience::SeenGame;
use outflank_desk::{FederationNow, GameNow, TournamentNow};
use serde::de::DeserializeOwned;

use crate::Web;
use crate::api::{Length, Operation};
use crate::extract::{Caller, Federation, Game, Tournament, read_body};
use crate::respond::Problem;

/// A request whose caller is known and whose route lets them in.
pub(crate) struct Asked {
    pub(crate) caller: Caller,
    path: Vec<(String, String)>,
    query: Vec<(String, String)>,
    pub(crate) headers: HeaderMap,
    pub(crate) body: Bytes,
    tournament: Option<Tournament>,
    game: Option<Game>,
    federation: Option<Federation>,
}

impl FromRequest<Arc<Web>> for Asked {
    type Rejection = Problem;

    async fn from_request(request: Request, web: &Arc<Web>) -> Result<Self, Problem> {
        let (mut parts, body) = request.into_parts();
        let path = RawPathParams::from_request_parts(&mut parts, web).await;
        let path = path.map_err(|_| Problem::not_found("address"))?;
        let operation: Operation = *parts
            .extensions
            .get()
            .expect("the access layer is around every operation");
        let query = operation.read_query(&parts.uri)?;
        let body = match (operation.body, operation.length) {
            (None, _) => Bytes::new(),
            (Some(_), Length::Command) => {
                read_body(&parts, body, web.settings.body_bytes_max).await?
            }
            (Some(_), Length::File) => read_body(&parts, body, web.settings.file_bytes_max).await?,
            (Some(_), Length::Archive) => {
                read_body(&parts, body, web.settings.archive_bytes_max).await?
            }
        };
        Ok(Self {
            caller: Caller::from_request_parts(&mut parts, web).await?,
            path: path
                .iter()
                .map(|(name, value)| (name.to_owned(), value.to_owned()))
                .collect(),
            query,
            body,
            tournament: parts.extensions.remove(),
            game: parts.extensions.remove(),
            federation: parts.extensions.remove(),
            headers: parts.headers,
        })
    }
}

fn found<'a>(pairs: &'a [(String, String)], name: &str) -> Option<&'a str> {
    let found = pairs.iter().find(|(key, _)| key == name);
    found.map(|(_, value)| value.as_str())
}

impl Asked {
    /// The tournament the path names.
    pub(crate) fn tournament(&self) -> Result<&TournamentNow, Problem> {
        self.tournament
            .as_deref()
            .ok_or_else(|| Problem::not_found("tournament"))
    }

    /// The game the path names.
    pub(crate) fn game(&self) -> Result<&GameNow, Problem> {
        self.seen().map(|seen| &*seen.now)
    }

    /// The same with the moment at which it is seen.
    pub(crate) fn seen(&self) -> Result<&SeenGame, Problem> {
        self.game
            .as_deref()
            .ok_or_else(|| Problem::not_found("game"))
    }

    /// The federation the path names.
    pub(crate) fn federation(&self) -> Result<&FederationNow, Problem> {
        self.federation
            .as_deref()
            .ok_or_else(|| Problem::not_found("federation"))
    }

    /// A parameter of the path.
    pub(crate) fn named<T: FromStr>(&self, name: &str) -> Result<T, Problem> {
        let text = found(&self.path, name).and_then(|text| text.parse().ok());
        text.ok_or_else(|| Problem::not_found(name))
    }

    /// A parameter behind the question mark.
    pub(crate) fn query<T: FromStr>(&self, name: &str) -> Result<Option<T>, Problem> {
        let Some(text) = found(&self.query, name) else {
            return Ok(None);
        };
        text.parse().map(Some).map_err(|_| {
            let text: String = text.chars().take(40).collect();
            Problem::unreadable(format!(
                "'{text}' is not a valid {name}. See the API document."
            ))
        })
    }

    /// The body as JSON of this shape; what is wrong is said with its place.
    pub(crate) fn json<T: DeserializeOwned>(&self) -> Result<T, Problem> {
        let kind = self
            .headers
            .get("content-type")
            .and_then(|value| value.to_str().ok());
        if kind.and_then(|kind| kind.split(';').next()).map(str::trim) != Some("application/json") {
            return Err(Problem::new(
                StatusCode::UNSUPPORTED_MEDIA_TYPE,
                "http.not_json",
                "The body is not JSON. Send it with Content-Type: application/json.",
            ));
        }
        serde_json::from_slice(&self.body).map_err(|error| {
            let text: String = error.to_string().chars().take(300).collect();
            Problem::unreadable(format!("The body does not match the API document: {text}"))
        })
    }
}
