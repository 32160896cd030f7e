//! One game large: board, moves with their times, graphs; step by step while it goes on.

use askama::Template;
use outflank_board::Side;
use outflank_desk::audience::SeenGame;
use outflank_desk::views::board::watch::{WatchPly, WatchView};
use outflank_formats::{Edges, difference_chart, minutes_chart};
use outflank_rulebook::Millis;

use crate::board::table::words_of;
use crate::board::watch::picture;
use crate::board::watch::picture::Wanted;
use crate::board::watch::{SAID, Shown, clock, ending, score, used};
use crate::pages::frame::Frame;
use crate::pages::html::Html;
use crate::public::tournament::made;

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

#[derive(Template)]
#[template(path = "watch/game.html")]
pub(crate) struct GamePage<'a> {
    pub(crate) f: &'a Frame,
    /// The event's name; nothing for a casual game.
    pub(crate) event: Option<String>,
    /// Where the game is: `/t/open/games/4k2m9x7q0b`.
    pub(crate) here: String,
    /// The address to share.
    pub(crate) share: String,
    pub(crate) view: &'a WatchView,
    pub(crate) shown: Shown,
    pub(crate) look: Look,
    pub(crate) board: Html,
    pub(crate) differences: Html,
    pub(crate) minutes: Html,
    /// Whether spectators may report to the officials.
    pub(crate) may_report: bool,
    /// What is said to whoever has just reported.
    pub(crate) said: Option<String>,
    pub(crate) state: String,
    pub(crate) words: String,
}

/// The game in another site's page.
#[derive(Template)]
#[template(path = "watch/embed.html")]
pub(crate) struct EmbedPage<'a> {
    pub(crate) page: GamePage<'a>,
    pub(crate) f: &'a Frame,
}

impl<'a> GamePage<'a> {
    pub(crate) fn of(f: &'a Frame, seen: &SeenGame, view: &'a WatchView, look: Look) -> Self {
        let first = if look.hide { 0 } else { view.plies.len() };
        let at = look.at.unwrap_or(first).min(view.plies.len());
        let wanted = Wanted {
            at: Some(at),
            numbers: look.numbers,
            edges: Edges::Labelled,
        };
        let label = Self::label(f, view, at);
        // Nothing after the position shown is told to somebody who wants no spoilers.
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
            event: None,
            here: String::new(),
            share: String::new(),
            shown: Shown::of(view, at),
            look,
            board: picture::in_page(&picture::drawing(seen, wanted, label)),
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
            may_report: false,
            said: None,
            state: match look.hide {
                true => json(&view.until(at)),
                false => json(view),
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

    pub(crate) fn render_page(&self) -> Option<String> {
        made(self)
    }
}

impl EmbedPage<'_> {
    pub(crate) fn render_page(&self) -> Option<String> {
        made(self)
    }
}

fn difference(cells: &str) -> i16 {
    let count = |letter| i16::try_from(cells.matches(letter).count()).unwrap_or(0);
    count('B') - count('W')
}

/// JSON that may stand inside a page.
fn json(view: &WatchView) -> String {
    let text = serde_json::to_string(view).unwrap_or_default();
    text.replace('<', "\\u003c")
}
