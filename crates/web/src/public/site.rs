//! Pages of no event: the home page, the rulebooks, and "there is no such page".

use askama::Template;
use outflank_board::Side;
use outflank_desk::views::{EventState, Head, Pairings, Seating};
use outflank_rulebook::{Rulebook, shipped, shipped_ids};

use crate::director::encoded;
use crate::pages::frame::Frame;
use crate::public::rules::RulesView;
use crate::public::tournament::made;

/// An event on the home page.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HomeEvent {
    /// Its short name in addresses.
    pub slug: String,
    /// What stands at the head of its pages.
    pub head: Head,
}

#[derive(Template)]
#[template(path = "site/home.html")]
struct HomePage<'a> {
    f: &'a Frame,
    events: &'a [HomeEvent],
}

impl HomePage<'_> {
    fn live(&self) -> Vec<&HomeEvent> {
        let live = |event: &&HomeEvent| self.f.is_live(&event.head.state);
        self.events.iter().filter(live).collect()
    }
}

#[must_use]
pub fn home(frame: &Frame, events: &[HomeEvent]) -> Option<String> {
    made(&HomePage { f: frame, events })
}

/// An event in a hall that several share.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct HallSection {
    /// Its short name in addresses.
    pub(crate) slug: String,
    /// What stands at the head of its pages.
    pub(crate) head: Head,
    pub(crate) first: u16,
    pub(crate) last: u16,
    /// The version it was looked at.
    pub(crate) version: u64,
    /// The last announced round.
    pub(crate) pairings: Option<Pairings>,
}

#[derive(Template)]
#[template(path = "site/hall.html")]
struct HallPage<'a> {
    f: &'a Frame,
    name: &'a str,
    address: String,
    version: String,
    sections: &'a [HallSection],
}

impl HallPage<'_> {
    /// The words of a section's own pages.
    fn of(&self, section: &HallSection) -> Frame {
        Frame::of_event(&section.slug, section.version, &self.f.base)
    }
}

/// Everything that is played in a hall.
pub(crate) fn hall(frame: &Frame, name: &str, sections: &[HallSection]) -> Option<String> {
    made(&HallPage {
        f: frame,
        name,
        address: format!("/hall/{}", encoded(name)),
        version: hall_version(sections.iter().map(|section| section.version)),
        sections,
    })
}

/// How far the events of a hall are, in one word.
pub(crate) fn hall_version(versions: impl Iterator<Item = u64>) -> String {
    let texts: Vec<String> = versions.map(|version| version.to_string()).collect();
    texts.join("-")
}

#[derive(Template)]
#[template(path = "site/rulebooks.html")]
struct RulebooksPage<'a> {
    f: &'a Frame,
    books: Vec<&'static Rulebook>,
}

/// The list of rulebooks.
#[must_use]
pub fn rulebooks_page(frame: &Frame) -> Option<String> {
    made(&RulebooksPage {
        f: frame,
        books: shipped_ids().filter_map(shipped).collect(),
    })
}

#[derive(Template)]
#[template(path = "site/rulebook.html")]
struct RulebookPage<'a> {
    f: &'a Frame,
    v: RulesView<'a>,
}

/// One rulebook as it is shipped; nothing if there is none of this name.
#[must_use]
pub fn rulebook_page(frame: &Frame, id: &str) -> Option<String> {
    made(&RulebookPage {
        f: frame,
        v: RulesView::of(shipped(id)?),
    })
}

#[derive(Template)]
#[template(path = "site/not_found.html")]
struct NotFoundPage<'a> {
    f: &'a Frame,
}

/// What is shown where there is no page.
#[must_use]
pub fn not_found(frame: &Frame) -> String {
    made(&NotFoundPage { f: frame }).unwrap_or_default()
}
