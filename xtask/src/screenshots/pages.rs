//! Which pages are looked at, and how: one line each.

use crate::browser::Browser;
use crate::failure::Failure;

/// Who looks at a page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Eyes {
    /// Anybody: a browser that is not signed in.
    Public,
    /// A player by the link of her own.
    Player,
    /// The owner at the desk.
    Desk,
}

/// A page to look at.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Page {
    /// The name of its picture.
    pub(crate) name: &'static str,
    /// Its address; or where a link to it is, the link, and what comes after: `/boards > a.tile > /embed`.
    pub(crate) path: &'static str,
    pub(crate) eyes: Eyes,
}

impl Page {
    pub(crate) fn open(&self, browser: &Browser) -> Result<(), Failure> {
        let mut parts = self.path.split(" > ");
        browser.go(parts.next().unwrap_or_default())?;
        let Some(link) = parts.next() else {
            return Ok(());
        };
        let found = browser.script(&format!(
            "return document.querySelector({link:?})?.getAttribute('href') ?? null"
        ))?;
        let Some(to) = found.as_str() else {
            return Err(Failure::Step(format!("{}: no such link", self.path)));
        };
        browser.go(&format!("{to}{}", parts.next().unwrap_or_default()))
    }
}

const fn public(name: &'static str, path: &'static str) -> Page {
    Page {
        name,
        path,
        eyes: Eyes::Public,
    }
}

const fn player(name: &'static str, path: &'static str) -> Page {
    Page {
        name,
        path,
        eyes: Eyes::Player,
    }
}

const fn desk(name: &'static str, path: &'static str) -> Page {
    Page {
        name,
        path,
        eyes: Eyes::Desk,
    }
}

/// Every page for a screen.
pub(crate) const PAGES: &[Page] = &[
    public("home", "/"),
    public("rulebooks", "/rules"),
    public("glossary", "/rules/glossary"),
    public("help", "/help"),
    public("help-found", "/help?q=wrong+result"),
    public("help-guide", "/help/first-tournament"),
    public("sign-in", "/login"),
    public("not-found", "/nothing-here"),
    public("overview", "/t/demo"),
    public("pairings", "/t/demo/pairings"),
    public("standings", "/t/demo/standings"),
    public("standings-open", "/t/demo/standings?open=5"),
    public("crosstable", "/t/demo/crosstable"),
    public("players", "/t/demo/players"),
    public("player", "/t/demo/players/1"),
    public("teams", "/t/demo/teams"),
    public("women", "/t/demo/women"),
    public("young", "/t/demo/young"),
    public("finals-to-come", "/t/demo/finals"),
    public("finals", "/t/finals/finals"),
    public("schedule", "/t/demo/schedule"),
    public("rules", "/t/demo/rules"),
    public("screen", "/t/demo/screen"),
    public("sheets", "/t/demo/print"),
    public("fresh-overview", "/t/fresh"),
    public("fresh-pairings", "/t/fresh/pairings"),
    public("fresh-standings", "/t/fresh/standings"),
    public("fresh-boards", "/t/fresh/boards"),
    public("no-spoilers", "/t/live/boards?spoilers=hide"),
    public("spoilers-again", "/t/live/standings?spoilers=show"),
    public("play-new", "/play"),
    public("boards", "/t/live/boards"),
    public("game", "/t/live/boards > a.tile > ?move=2&numbers=1"),
    public("game-embed", "/t/live/boards > a.tile > /embed"),
    player("my-table", "/t/net/me"),
    player("play", "/t/net/me > main a[href$='/play']"),
    public("play-watched", "/t/net/boards > a.tile > /play"),
    public("door", "/t/live/tables/4"),
    desk("table-open", "/t/live/tables/4"),
    desk("judge", "/t/live/tables/2"),
    desk("judge-clock-page", "/t/live/tables/1"),
    desk("judge-over", "/t/live/tables/3"),
    desk("clock", "/t/live/tables/1/clock"),
    desk("desk-tables", "/t/live/desk/tables"),
    desk("desk-watching", "/t/live/desk/watching"),
    public("offices", "/f"),
    public("office-ratings", "/f/example"),
    public("office-person", "/f/example/people/1"),
    public("office-grand-prix", "/f/example/grand-prix"),
    public("office-selection", "/f/example/selection"),
    public("office-events", "/f/example/events"),
    desk("new-office", "/new-office"),
    desk("officer-today", "/f/example/office"),
    desk("officer-people", "/f/example/office/people"),
    desk("officer-person", "/f/example/office/people/1"),
    desk("officer-members", "/f/example/office/members"),
    desk("officer-fees", "/f/example/office/fees/spring"),
    desk(
        "officer-events",
        "/f/example/office/events?do=announce_event",
    ),
    desk("officer-results", "/f/example/office/results/spring"),
    desk("officer-grand-prix", "/f/example/office/grand-prix"),
    desk("officer-team", "/f/example/office/team"),
    desk("officer-duties", "/f/example/office/duties"),
    desk("officer-decisions", "/f/example/office/decisions"),
    desk("officer-access", "/f/example/office/access"),
    desk("officer-log", "/f/example/office/log"),
    desk("new", "/new"),
    desk("demo-made", "/demo"),
    desk("fresh-desk", "/t/fresh/desk/event"),
    desk("fresh-entrants", "/t/fresh/desk/entrants"),
    desk("fresh-pairing", "/t/fresh/desk/pairing/1"),
    desk("desk-event", "/t/demo/desk/event"),
    desk("desk-entrants", "/t/demo/desk/entrants"),
    desk("desk-entrant", "/t/demo/desk/entrants/1"),
    desk("desk-check-in", "/t/demo/desk/check-in"),
    desk("desk-pairing", "/t/regional/desk/pairing/5"),
    desk("desk-pairing-announced", "/t/demo/desk/pairing/9"),
    desk("desk-results", "/t/demo/desk/results/9"),
    desk("desk-correct", "/t/demo/desk/correct/8/3"),
    desk("desk-rulings", "/t/demo/desk/rulings"),
    desk("desk-finals", "/t/finals/desk/finals"),
    desk("desk-officials", "/t/demo/desk/officials"),
    desk("desk-log", "/t/demo/desk/log"),
    desk("desk-undo", "/t/demo/desk/undo"),
    desk(
        "desk-dispute",
        "/t/demo/desk/dispute?first=1.f5+d6+2.c3+d3+3.c4+f4+4.f6+f3&second=f5d6c3d3c4f4f6g5&do=take-first",
    ),
    desk("desk-wof", "/t/demo/desk/wof"),
    desk("desk-checklists", "/t/demo/desk/checklists"),
    desk("desk-hall", "/t/demo/desk/hall"),
    desk("desk-files", "/t/demo/desk/files"),
    desk("take-over", "/take-over"),
    desk("open-to-the-hall", "/open-to-the-hall"),
];

/// Every sheet for paper, and two pages as a browser prints them.
pub(crate) const SHEETS: &[Page] = &[
    public("pairings-by-table", "/t/demo/print/pairings-by-table"),
    public("pairings-by-name", "/t/demo/print/pairings-by-name"),
    public("pairing-cards", "/t/demo/print/pairing-cards"),
    public("result-slips", "/t/demo/print/result-slips"),
    public("score-sheets", "/t/demo/print/score-sheets"),
    public("table-cards", "/t/demo/print/table-cards"),
    public("standings", "/t/demo/print/standings"),
    public("crosstable", "/t/demo/print/crosstable"),
    public("certificates", "/t/demo/print/certificates"),
    public("rules", "/t/demo/print/rules"),
    public("glossary", "/rules/glossary"),
    public("guide", "/help/first-tournament"),
    public("page-standings", "/t/demo/standings"),
    public("page-pairings", "/t/demo/pairings"),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_two_pictures_have_one_name() {
        for pages in [PAGES, SHEETS] {
            let mut names: Vec<&str> = pages.iter().map(|page| page.name).collect();
            names.sort_unstable();
            names.dedup();
            assert_eq!(names.len(), pages.len());
        }
    }
}
