//! What was asked, read and checked before a handler sees it.

use std::collections::BTreeMap;
use std::str::FromStr;
use std::sync::Arc;

use axum::http::{HeaderMap, StatusCode};
use bytes::Bytes;
use outflank_desk::access::Caller;
use outflank_desk::audience::SeenGame;
use outflank_desk::{FederationNow, GameNow, TournamentNow};
use serde::de::DeserializeOwned;

use crate::errors::ApiError;

/// A request whose caller is known and whose route lets him in.
pub(crate) struct Asked {
    pub(crate) caller: Caller,
    pub(crate) path: BTreeMap<String, String>,
    pub(crate) query: BTreeMap<String, String>,
    pub(crate) headers: HeaderMap,
    pub(crate) body: Bytes,
    /// The cookie that was shown, for signing out.
    pub(crate) cookie: Option<String>,
    /// The tournament the path names.
    pub(crate) tournament: Option<Arc<TournamentNow>>,
    /// The game the path names, as the caller sees it.
    pub(crate) game: Option<SeenGame>,
    /// The federation the path names.
    pub(crate) federation: Option<Arc<FederationNow>>,
}

impl Asked {
    /// The tournament the path names.
    pub(crate) fn tournament(&self) -> Result<&TournamentNow, ApiError> {
        let found = self.tournament.as_deref();
        found.ok_or_else(|| ApiError::not_found("tournament"))
    }

    /// The game the path names.
    pub(crate) fn game(&self) -> Result<&GameNow, ApiError> {
        self.seen().map(|seen| &*seen.now)
    }

    /// The same with the moment at which it is seen.
    pub(crate) fn seen(&self) -> Result<&SeenGame, ApiError> {
        let found = self.game.as_ref();
        found.ok_or_else(|| ApiError::not_found("game"))
    }

    /// The federation the path names.
    pub(crate) fn federation(&self) -> Result<&FederationNow, ApiError> {
        let found = self.federation.as_deref();
        found.ok_or_else(|| ApiError::not_found("federation"))
    }

    /// A parameter of the path.
    pub(crate) fn named<T: FromStr>(&self, name: &str) -> Result<T, ApiError> {
        self.path
            .get(name)
            .and_then(|text| text.parse().ok())
            .ok_or_else(|| ApiError::not_found(name))
    }

    /// A parameter behind the question mark.
    pub(crate) fn query<T: FromStr>(&self, name: &str) -> Result<Option<T>, ApiError> {
        let Some(text) = self.query.get(name) else {
            return Ok(None);
        };
        text.parse().map(Some).map_err(|_| {
            let text: String = text.chars().take(40).collect();
            ApiError::unreadable(format!("'{text}' will not do for {name}; see the document"))
        })
    }

    /// The body as JSON of this shape; what is wrong is said with its place.
    pub(crate) fn json<T: DeserializeOwned>(&self) -> Result<T, ApiError> {
        let is_json = self
            .headers
            .get("content-type")
            .and_then(|value| value.to_str().ok())
            .is_some_and(|value| {
                value.split(';').next().map(str::trim) == Some("application/json")
            });
        if !is_json {
            return Err(ApiError::new(
                StatusCode::UNSUPPORTED_MEDIA_TYPE,
                "http.not_json",
                "the body is no JSON; send it with Content-Type: application/json",
            ));
        }
        serde_json::from_slice(&self.body).map_err(|error| {
            let text: String = error.to_string().chars().take(300).collect();
            ApiError::unreadable(format!("{text}; see the document for its shape"))
        })
    }
}
