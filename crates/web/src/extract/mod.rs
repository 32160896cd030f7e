//! What handlers ask of a request: who sends it, what its path names, what its body holds.
//!
//! The `access` layer has looked up the caller and the things in the path; these only hand them over.

mod field;
mod form;
mod game;
mod posted;
mod table;
mod upload;

use std::ops::Deref;
use std::sync::Arc;

use axum::body::Body;
use axum::extract::FromRequestParts;
use axum::http::StatusCode;
use axum::http::header::CONTENT_LENGTH;
use axum::http::request::Parts;
use bytes::Bytes;
use outflank_desk::audience::SeenGame;
use outflank_desk::{FederationNow, TournamentNow, access};

pub(crate) use field::{Field, Text, Ticked, WrongField, read};
pub(crate) use form::{Form, Path, Query};
pub(crate) use game::{GamePlace, PublicGame, ScreenGame};
pub(crate) use posted::{CommandFields, FormPage, PathParts, Posted};
pub(crate) use table::Table;
pub(crate) use upload::{File, Upload};

use crate::layers::body::BodyError;
use crate::respond::Problem;

macro_rules! extensions {
    ($($(#[$doc:meta])* $name:ident($inner:ty) => $target:ty, $missing:expr;)+) => {$(
        $(#[$doc])*
        #[derive(Debug, Clone)]
        pub(crate) struct $name(pub(crate) $inner);

        impl Deref for $name {
            type Target = $target;

            fn deref(&self) -> &$target {
                &self.0
            }
        }

        impl<S: Send + Sync> FromRequestParts<S> for $name {
            type Rejection = Problem;

            async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Problem> {
                parts.extensions.get::<Self>().cloned().ok_or_else(|| $missing)
            }
        }
    )+};
}

extensions! {
    /// Who sends the request.
    Caller(access::Caller) => access::Caller, Problem::unknown_caller();
    /// The tournament in the path.
    Tournament(Arc<TournamentNow>) => TournamentNow, Problem::not_found("tournament");
    /// The federation in the path.
    Federation(Arc<FederationNow>) => FederationNow, Problem::not_found("federation");
    /// The game in the path, as the caller sees it.
    Game(SeenGame) => SeenGame, Problem::not_found("game");
}

/// The whole body, if it is not too long.
pub(crate) async fn read_body(
    parts: &Parts,
    body: Body,
    bytes_max: usize,
) -> Result<Bytes, Problem> {
    let too_large = || {
        Problem::new(
            StatusCode::PAYLOAD_TOO_LARGE,
            "http.too_large",
            format!("The body has more than {bytes_max} bytes. Send less."),
        )
    };
    let length = parts
        .headers
        .get(CONTENT_LENGTH)
        .and_then(|value| value.to_str().ok());
    if length
        .and_then(|value| value.parse().ok())
        .is_some_and(|length: usize| length > bytes_max)
    {
        return Err(too_large());
    }
    let read = axum::body::to_bytes(body, bytes_max).await;
    read.map_err(|error| match BodyError::among(&error) {
        Some(stopped) => stopped.problem(),
        None => too_large(),
    })
}
