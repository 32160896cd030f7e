//! One game large: board, moves with their times, graphs; step by step while it goes on.

use std::sync::Arc;

use askama::Template;
use axum::extract::State;
use axum::http::header::HeaderName;
use axum::response::IntoResponse as _;
use outflank_board::Side;
use outflank_desk::audience::may_report;
use outflank_desk::views::board::watch::{WatchPly, WatchView};
use outflank_formats::{Edges, difference_chart, minutes_chart};
use outflank_rulebook::Millis;
use serde::Deserialize;

use crate::Web;
use crate::board::table::words_of;
use crate::board::watch::picture;
use crate::board::watch::picture::Wanted;
use crate::board::watch::{SAID, Shown, clock, ending, score, used};
use crate::extract::{GamePlace, PublicGame, Query};
use crate::live::{PageTopic, PageViewer, StreamBody};
use crate::pages::frame::Frame;
use crate::pages::html::Html;
use crate::pages::spoilers::Spoilers;
use crate::respond::{Answer, Shared};

/// How much of a game a page shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Look {
    /// After how many turns; the latest if none is said.
    pub(crate) at: Option<usize>,
    /// Whether discs carry the numbers of their moves.
    pub(crate) numbers: bool,
    /// Whether nothing after the position shown is told.
    pub(crate) hide: bool,
}

#[derive(Default, Deserialize)]
#[serde(default)]
pub(crate) struct GameQuery {
    #[serde(rename = "move")]
    at: Option<usize>,
    numbers: u8,
    hide: u8,
    said: String,
}

impl GameQuery {
    fn look(&self) -> Look {
        Look {
            at: self.at,
            numbers: self.numbers == 1,
            hide: self.hide == 1,
        }
    }
}

pub(crate) async fn page(
    PublicGame(game): PublicGame,
    Query(query): Query<GameQuery>,
    spoilers: Spoilers,
) -> Answer {
    let mut look = query.look();
    look.hide |= spoilers.hides;
    let mut page = GamePage::of(&game, look);
    page.said = (query.said == "thanks").then(|| game.f.t("watch.report_thanks").to_owned());
    Ok(spoilers.keep(Shared::of(&page)?.into_response()))
}

/// The one page that other sites may show inside theirs: it has no form and no cookie.
pub(crate) async fn embed(PublicGame(game): PublicGame, Query(query): Query<GameQuery>) -> Answer {
    let policy = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; \
        connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors *";
    let headers = [
        (HeaderName::from_static("content-security-policy"), policy),
        (HeaderName::from_static("x-frame-options"), "ALLOWALL"),
    ];
    let page = Shared::of(&EmbedPage {
        page: GamePage::of(&game, query.look()),
        f: &game.f,
    })?;
    Ok((headers, page).into_response())
}

pub(crate) async fn live(State(web): State<Arc<Web>>, PublicGame(game): PublicGame) -> StreamBody {
    let topic = PageTopic::Game(game.seen.now.id.clone());
    PageViewer::new(&web.live, topic).into_body()
}

#[derive(Template)]
#[template(path = "watch/game.html")]
pub(crate) struct GamePage<'a> {
    f: &'a Frame,
    /// The tournament's name; nothing for a casual game.
    event: Option<String>,
    here: &'a str,
    /// The address to share.
    share: &'a str,
    view: &'a WatchView,
    shown: Shown,
    look: Look,
    board: Html,
    differences: Html,
    minutes: Html,
    /// Whether spectators may report to the officials.
    may_report: bool,
    /// The answer to a person who has just reported.
    pub(crate) said: Option<String>,
    state: Html,
    words: String,
}

/// The game in another site's page.
#[derive(Template)]
#[template(path = "watch/embed.html")]
struct EmbedPage<'a> {
    page: GamePage<'a>,
    f: &'a Frame,
}

impl<'a> GamePage<'a> {
    pub(crate) fn of(game: &'a GamePlace, look: Look) -> Self {
        let (f, view) = (&game.f, &game.view);
        let first = if look.hide { 0 } else { view.plies.len() };
        let at = look.at.unwrap_or(first).min(view.plies.len());
        let wanted = Wanted {
            at: Some(at),
            numbers: look.numbers,
            edges: Edges::Labelled,
        };
        let label = Self::label(f, view, at);
        // A viewer who wants no spoilers sees nothing after the position shown.
        let told = if look.hide { at } else { view.plies.len() };
        let differences: Vec<i16> = std::iter::once(&view.start)
            .chain(view.plies.iter().take(told).map(|ply| &ply.cells))
            .map(|cells| difference(cells))
            .collect();
        let left: Vec<_> = (view.plies.iter().take(told))
            .map(|ply| ply.left_ms.map(Millis))
            .collect();
        let start = view.clock.start_ms.map(Millis);
        Self {
            f,
            event: game.title(),
            here: &game.path,
            share: &game.address,
            shown: Shown::of(view, at),
            look,
            board: picture::in_page(&picture::drawing(&game.seen, wanted, label)),
            differences: Html(difference_chart(
                &differences,
                Some(at),
                f.t("watch.differences_label"),
            )),
            minutes: Html(minutes_chart(
                start,
                &left,
                Some(at),
                f.t("watch.minutes_label"),
            )),
            view,
            may_report: (game.tournament.as_ref())
                .and_then(|tournament| tournament.rules())
                .is_some_and(may_report),
            said: None,
            state: match look.hide {
                true => Html::json(&view.until(at)),
                false => Html::json(view),
            },
            words: words_of(SAID),
        }
    }

    /// What is said of a position: the last move, whose turn, how many discs.
    fn label(f: &Frame, view: &WatchView, at: usize) -> String {
        let shown = Shown::of(view, at);
        let last = at.checked_sub(1).and_then(|index| view.plies.get(index));
        let mv = last.map_or_else(|| "–".to_owned(), |ply| Self::name(f, ply));
        f.fill(
            "watch.position_label",
            &[
                ("n", &at),
                ("move", &mv),
                ("black", &shown.discs.black),
                ("white", &shown.discs.white),
            ],
        )
    }

    fn name(f: &Frame, ply: &WatchPly) -> String {
        match ply.square {
            Some(square) => square.to_string(),
            None => f.t("watch.pass").to_owned(),
        }
    }

    fn mv(&self, ply: &WatchPly) -> String {
        Self::name(self.f, ply)
    }

    fn spent(&self, ply: &WatchPly) -> String {
        match self.view.clock.timed {
            true => used(ply.used_ms),
            false => String::new(),
        }
    }

    fn left(&self, ply: &WatchPly) -> String {
        match self.view.clock.timed {
            true => clock(ply.left_ms[ply.player]),
            false => String::new(),
        }
    }

    /// The turns that are listed.
    fn listed(&self) -> &[WatchPly] {
        match self.look.hide {
            true => &self.view.plies[..self.shown.at],
            false => &self.view.plies,
        }
    }

    fn result(&self) -> Option<String> {
        let result = self.view.result.as_ref().filter(|_| !self.look.hide)?;
        let winner = match result.winner {
            Some(side) => self.f.t1("watch.wins", "side", self.f.side(side)),
            None => self.f.t("watch.draw").to_owned(),
        };
        let how = ending(self.f, &result.ending);
        Some(format!("{} {winner} {how}", score(&result.halves)))
    }

    fn before(&self) -> usize {
        self.shown.at.saturating_sub(1)
    }

    fn after(&self) -> usize {
        (self.shown.at + 1).min(self.view.plies.len())
    }

    fn to(&self, at: impl std::borrow::Borrow<usize>) -> String {
        let at = at.borrow();
        let mut address = format!("{}?move={at}", self.here);
        if self.look.numbers {
            address.push_str("&numbers=1");
        }
        if self.look.hide {
            address.push_str("&hide=1");
        }
        address
    }

    fn is_live(&self) -> bool {
        self.view.result.is_none()
    }
}

fn difference(cells: &str) -> i16 {
    let count = |letter| i16::try_from(cells.matches(letter).count()).unwrap_or(0);
    count('B') - count('W')
}
