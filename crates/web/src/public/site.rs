//! Pages of no tournament: the home page, a hall that several tournaments share, and the rulebooks.

use std::sync::Arc;

use askama::Template;
use axum::extract::{Path, State};
use outflank_board::Side;
use outflank_desk::audience::Audience;
use outflank_desk::views::{EventState, Head, Pairings, Seating, Views};
use outflank_desk::{Desk, TournamentNow};
use outflank_rulebook::{Rulebook, shipped, shipped_ids};
use outflank_tournament::running::HallShare;

use crate::Web;
use crate::director::encoded;
use crate::live::{StreamBody, Topic, Viewer};
use crate::pages::frame::Frame;
use crate::public::rules::RulesView;
use crate::respond::{Problem, Shared, render};

/// A tournament on the home page.
struct HomeEvent {
    slug: String,
    head: Head,
}

#[derive(Template)]
#[template(path = "site/home.html")]
struct HomePage<'a> {
    f: &'a Frame,
    events: Vec<HomeEvent>,
}

impl HomePage<'_> {
    fn live(&self) -> Vec<&HomeEvent> {
        let live = |event: &&HomeEvent| self.f.is_live(&event.head.state);
        self.events.iter().filter(live).collect()
    }
}

pub(crate) async fn home(State(web): State<Arc<Web>>) -> Result<Shared, Problem> {
    // Taken before the list is read: a change in between makes the page again.
    let mark = web.desk.tournaments_mark();
    let base = web.base();
    let page = web.site_pages.page(&base, &mark, || {
        let event = |now: &Arc<TournamentNow>| {
            let names = |id| now.called(id);
            let head = Views::of(&now.tournament, &names).head()?;
            let slug = Frame::of(now, &base).slug;
            Some(HomeEvent { slug, head })
        };
        let tournaments = web.desk.tournaments();
        let public = tournaments.iter().filter(|now| now.training.is_none());
        render(&HomePage {
            f: &Frame::of_site(&base),
            events: public.filter_map(event).collect(),
        })
    });
    page.map(Shared)
}

/// A tournament in a hall that several share.
struct HallSection {
    /// The frame of its own pages.
    f: Frame,
    head: Head,
    share: HallShare,
    /// The last published round.
    pairings: Option<Pairings>,
}

impl HallSection {
    fn of(share: HallShare, now: &TournamentNow, base: &str) -> Option<Self> {
        let names = |id| now.called(id);
        let views = Views::of(&now.tournament, &names);
        let head = views.head()?;
        Some(Self {
            f: Frame::of(now, base),
            share,
            pairings: head.last_round.and_then(|round| views.pairings(round)),
            head,
        })
    }
}

#[derive(Template)]
#[template(path = "site/hall.html")]
struct HallPage<'a> {
    f: &'a Frame,
    name: &'a str,
    address: String,
    version: String,
    sections: Vec<HallSection>,
}

/// Everything that is played in a hall, tournament by tournament.
pub(crate) async fn hall(
    State(web): State<Arc<Web>>,
    Path(name): Path<String>,
) -> Result<Shared, Problem> {
    let base = web.base();
    let version = hall_version(&web.desk, &name);
    let shares = web.desk.hall(&name).into_iter();
    Shared::of(&HallPage {
        f: &Frame::of_site(&base),
        version: version.ok_or_else(|| Problem::not_found("hall"))?,
        address: format!("/hall/{}", encoded(&name)),
        sections: shares
            .filter_map(|(share, now)| HallSection::of(share, &now, &base))
            .collect(),
        name: &name,
    })
}

/// Tells a hall's page that one of its tournaments has changed.
pub(crate) async fn hall_live(
    State(web): State<Arc<Web>>,
    Path(name): Path<String>,
) -> Result<StreamBody, Problem> {
    if hall_version(&web.desk, &name).is_none() {
        return Err(Problem::not_found("hall"));
    }
    let desk = Arc::clone(&web.desk);
    let version = async move { hall_version(&desk, &name) };
    let viewer = Viewer::greeted(&web.live, Topic::All, Audience::Public, version).await;
    Ok(viewer.into_body())
}

/// The versions of the tournaments of a hall, in one word; nothing if there is no such hall.
fn hall_version(desk: &Desk, name: &str) -> Option<String> {
    let hall = desk.hall(name);
    let versions: Vec<String> = (hall.iter())
        .map(|(_, now)| now.version.0.to_string())
        .collect();
    (!versions.is_empty()).then(|| versions.join("-"))
}

#[derive(Template)]
#[template(path = "site/rulebooks.html")]
struct RulebooksPage<'a> {
    f: &'a Frame,
    books: Vec<&'static Rulebook>,
}

/// The list of rulebooks.
///
/// # Errors
/// [`Problem`] if the template cannot be filled.
pub fn rulebooks_page(f: &Frame) -> Result<String, Problem> {
    let books = shipped_ids().filter_map(shipped).collect();
    render(&RulebooksPage { f, books })
}

pub(crate) async fn rulebooks(State(web): State<Arc<Web>>) -> Result<Shared, Problem> {
    rulebooks_page(&Frame::of_site(&web.base())).map(Shared::html)
}

#[derive(Template)]
#[template(path = "site/rulebook.html")]
struct RulebookPage<'a> {
    f: &'a Frame,
    v: RulesView<'a>,
}

/// A rulebook as it is shipped.
///
/// # Errors
/// [`Problem`] if there is no such rulebook or the template cannot be filled.
pub fn rulebook_page(f: &Frame, id: &str) -> Result<String, Problem> {
    let rulebook = shipped(id).ok_or_else(|| Problem::not_found("rulebook"))?;
    let v = RulesView::of(rulebook);
    render(&RulebookPage { f, v })
}

pub(crate) async fn rulebook(
    State(web): State<Arc<Web>>,
    Path(id): Path<String>,
) -> Result<Shared, Problem> {
    rulebook_page(&Frame::of_site(&web.base()), &id).map(Shared::html)
}

#[derive(Template)]
#[template(path = "site/glossary.html")]
struct GlossaryPage<'a> {
    f: &'a Frame,
}

/// The terms of the trade, for the screen and for paper.
///
/// # Errors
/// [`Problem`] if the template cannot be filled.
pub fn glossary_page(f: &Frame) -> Result<String, Problem> {
    render(&GlossaryPage { f })
}

pub(crate) async fn glossary(State(web): State<Arc<Web>>) -> Result<Shared, Problem> {
    glossary_page(&Frame::of_site(&web.base())).map(Shared::html)
}
