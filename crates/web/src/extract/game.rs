//! The game in the path of a page, under the tournament it belongs to or, if it is casual, on its own.

use std::sync::Arc;

use axum::extract::FromRequestParts;
use axum::http::header::HOST;
use axum::http::request::Parts;
use outflank_desk::audience::SeenGame;
use outflank_desk::views::board::watch::WatchView;
use outflank_desk::{GameId, TournamentNow};
use serde::Deserialize;

use crate::Web;
use crate::extract::{Caller, Path, Tournament};
use crate::pages::Frame;
use crate::respond::Problem;

/// A game as a caller may see it, and where.
#[derive(Debug)]
pub(crate) struct GamePlace {
    pub(crate) seen: SeenGame,
    pub(crate) view: WatchView,
    pub(crate) tournament: Option<Arc<TournamentNow>>,
    pub(crate) f: Frame,
    /// `/t/open/games/4k2m9x7q0b`, `/games/4k2m9x7q0b`.
    pub(crate) path: String,
    /// The same for other sites: where the server was told to be, or else where the request found it.
    pub(crate) address: String,
}

impl GamePlace {
    fn of(parts: &Parts, web: &Web, seen: Option<SeenGame>) -> Result<Self, Problem> {
        let none = || Problem::not_found("game");
        let seen = seen.ok_or_else(none)?;
        let named = parts.extensions.get::<Tournament>();
        let place = seen.now.seats.as_ref().map(|seats| &seats.place);
        let tournament = match (named, place) {
            (None, None) => None,
            (Some(named), Some(place)) if named.id == place.tournament => Some(named.0.clone()),
            _ => return Err(none()),
        };
        let base = web.base();
        let (f, path) = match &tournament {
            Some(now) => {
                let f = Frame::of(now, &base);
                let path = f.at_number("games", &seen.now.id);
                (f, path)
            }
            None => (Frame::of_site(&base), format!("/games/{}", seen.now.id)),
        };
        let host = parts.headers.get(HOST).and_then(|host| host.to_str().ok());
        let address = match (f.base.as_str(), host) {
            ("", Some(host)) => format!("http://{host}{path}"),
            (base, _) => format!("{base}{path}"),
        };
        Ok(Self {
            view: WatchView::of(&seen, tournament.as_deref()),
            seen,
            tournament,
            f,
            path,
            address,
        })
    }

    pub(crate) fn title(&self) -> Option<String> {
        let tournament = self.tournament.as_ref();
        tournament.map(|tournament| tournament.title().to_owned())
    }
}

#[derive(Deserialize)]
struct GamePath {
    game: GameId,
}

async fn id_of(parts: &mut Parts, web: &Arc<Web>) -> Result<GameId, Problem> {
    let path = Path::<GamePath>::from_request_parts(parts, web).await?;
    Ok(path.0.game)
}

/// The game as the public sees it.
pub(crate) struct PublicGame(pub(crate) GamePlace);

impl FromRequestParts<Arc<Web>> for PublicGame {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, web: &Arc<Web>) -> Result<Self, Problem> {
        let id = id_of(parts, web).await?;
        let seen = web.desk.public_game(&id).await?;
        GamePlace::of(parts, web, seen).map(Self)
    }
}

/// A game that is played on screen, as the caller sees it.
pub(crate) struct ScreenGame(pub(crate) GamePlace);

impl FromRequestParts<Arc<Web>> for ScreenGame {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, web: &Arc<Web>) -> Result<Self, Problem> {
        let id = id_of(parts, web).await?;
        let caller = Caller::from_request_parts(parts, web).await?;
        let seen = web.desk.seen_game(&caller, &id).await?;
        let seen = seen.filter(|seen| seen.now.is_on_screen());
        GamePlace::of(parts, web, seen).map(Self)
    }
}
