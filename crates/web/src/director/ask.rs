//! One request to the desk's pages, and what every page of the desk has.

use std::sync::Arc;

use askama::Template;
use outflank_desk::access::{AccessAct, Caller};
use outflank_desk::views::director::{DirectorView, NextStep};
use outflank_desk::views::{Called, Head, Moment, Views};
use outflank_desk::{
    Answer, Desk, DeskAct, DeskRequest, Person, Refusal, Request, TokenId, TournamentNow,
    TournamentRequest, What,
};
use outflank_tournament::running::{Act, Preview};

use crate::board::table::Doors;
use crate::director::DeskAsk;
use crate::director::form::Form;
use crate::director::said::Said;
use crate::pages::Frame;
use crate::public::tournament::made;

#[derive(Debug)]
pub enum DeskAnswer {
    Page {
        status: u16,
        html: String,
    },
    See(String),
    /// A file to keep.
    File {
        name: String,
        bytes: Vec<u8>,
    },
    /// There is no such page.
    Nothing,
    /// He may not; he should sign in or open his link.
    NotAllowed,
}

impl DeskAnswer {
    /// A page, if its template can be filled.
    pub(crate) fn page(status: u16, template: &impl Template) -> Self {
        match made(template) {
            Some(html) => Self::Page { status, html },
            None => Self::Nothing,
        }
    }
}

/// The tabs of the desk.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum DeskTab {
    Entrants,
    CheckIn,
    Pairing,
    Results,
    Tables,
    Finals,
    Rulings,
    Officials,
    Checklists,
    Hall,
    Watching,
    Event,
    Files,
    Log,
    Undo,
}

/// The tabs in their order, each with its address, the key of its name and its letter after `g`.
pub(crate) const TABS: &[(DeskTab, &str, &str, &str)] = &[
    (DeskTab::Entrants, "desk/entrants", "desk.tab.entrants", "e"),
    (DeskTab::CheckIn, "desk/check-in", "desk.tab.check_in", "c"),
    (DeskTab::Pairing, "desk/pairing", "desk.tab.pairing", "p"),
    (DeskTab::Results, "desk/results", "desk.tab.results", "r"),
    (DeskTab::Tables, "desk/tables", "desk.tab.tables", "t"),
    (DeskTab::Finals, "desk/finals", "desk.tab.finals", "f"),
    (DeskTab::Rulings, "desk/rulings", "desk.tab.rulings", "u"),
    (
        DeskTab::Officials,
        "desk/officials",
        "desk.tab.officials",
        "o",
    ),
    (
        DeskTab::Checklists,
        "desk/checklists",
        "desk.tab.checklists",
        "k",
    ),
    (DeskTab::Hall, "desk/hall", "desk.tab.hall", "h"),
    (DeskTab::Watching, "desk/watching", "desk.tab.watching", "w"),
    (DeskTab::Event, "desk/event", "desk.tab.event", "v"),
    (DeskTab::Files, "desk/files", "desk.tab.files", "x"),
    (DeskTab::Log, "desk/log", "desk.tab.log", "l"),
];

/// What every page of the desk has at its head.
#[derive(Debug, Clone)]
pub(crate) struct Bar {
    pub(crate) tab: DeskTab,
    pub(crate) version: u64,
    /// Names the commands of this page, so that a form that is sent twice does its work once.
    pub(crate) nonce: String,
    /// When the last event was written.
    pub(crate) saved: Option<Moment>,
    pub(crate) can_undo: bool,
    pub(crate) next: NextStep,
    pub(crate) said: Option<Said>,
    /// Why the event's copy could not be written the last time.
    pub(crate) no_copy: Option<String>,
}

impl Bar {
    pub(crate) fn at(&self, place: &str) -> Option<&Said> {
        self.said.as_ref().filter(|said| said.place == place)
    }

    /// Where the next step is done.
    pub(crate) fn next_page(&self) -> String {
        match &self.next {
            NextStep::Register { .. } => "desk/entrants".to_owned(),
            NextStep::CheckIn { .. } => "desk/check-in".to_owned(),
            NextStep::Pair { round } | NextStep::Announce { round } | NextStep::Start { round } => {
                format!("desk/pairing/{round}")
            }
            NextStep::Results { round, .. } | NextStep::Validate { round } => {
                format!("desk/results/{round}")
            }
            NextStep::Finals { .. } => "desk/finals".to_owned(),
            NextStep::Over => "desk/event".to_owned(),
        }
    }
}

pub(crate) struct Ask<'a> {
    pub(crate) desk: &'a Desk,
    pub(crate) caller: &'a Caller,
    pub(crate) doors: &'a Doors,
    pub(crate) now: Arc<TournamentNow>,
    pub(crate) f: Frame,
    pub(crate) head: Head,
    pub(crate) query: Form,
    pub(crate) form: Option<Form>,
}

impl<'a> Ask<'a> {
    pub(crate) fn of(asked: DeskAsk<'a>) -> Option<Self> {
        let now = asked.now;
        let head = head_of(&now)?;
        Some(Self {
            desk: asked.desk,
            caller: asked.caller,
            doors: asked.doors,
            f: Frame::of(&now, asked.base),
            head,
            query: Form::parse(asked.query),
            form: asked.form,
            now,
        })
    }

    pub(crate) fn office(&self) -> DirectorView<'_> {
        DirectorView::of(&self.now)
    }

    pub(crate) fn bar(&self, tab: DeskTab, said: Option<Said>) -> Bar {
        let office = self.office();
        Bar {
            tab,
            version: self.now.version.0,
            nonce: TokenId::random().to_string(),
            saved: (self.now.last.as_ref()).map(|mark| office.moment(mark.at)),
            can_undo: office.undoable().is_some(),
            next: office.next(),
            said,
            no_copy: (self.desk.status().folders.remove(&self.now.id))
                .and_then(|line| line.failure),
        }
    }

    /// A page; what is said decides the status.
    pub(crate) fn page(&self, said: Option<&Said>, template: &impl Template) -> DeskAnswer {
        DeskAnswer::page(said.map_or(200, |said| said.status), template)
    }

    /// Leads to a page of this event.
    pub(crate) fn see(&self, page: &str) -> DeskAnswer {
        DeskAnswer::See(self.f.at(page))
    }

    pub(crate) fn to_next(&self) -> DeskAnswer {
        self.see(&self.bar(DeskTab::Event, None).next_page())
    }

    /// The same request with the event as it is now.
    pub(crate) fn fresh(&self) -> Arc<TournamentNow> {
        let now = self.desk.tournament(&self.now.id);
        now.unwrap_or_else(|| Arc::clone(&self.now))
    }

    /// Gives a command of the event, named by the form so that sending it twice is harmless.
    pub(crate) async fn submit(&self, what: &str, act: Act) -> Result<Answer, Refusal> {
        self.submit_with(what, act, None).await
    }

    pub(crate) async fn submit_with(
        &self,
        what: &str,
        act: Act,
        person: Option<Person>,
    ) -> Result<Answer, Refusal> {
        let mut request = Request::new(
            self.command_id(what),
            What::Tournament(Box::new(TournamentRequest {
                tournament: self.now.id.clone(),
                by: None,
                act: act.clone(),
                person,
            })),
        );
        request.if_version = self.seen(&act);
        self.desk.submit(self.caller, request).await
    }

    /// Gives a command about what the desk itself keeps.
    pub(crate) async fn submit_desk(&self, what: &str, act: DeskAct) -> Result<Answer, Refusal> {
        let tournament = self.now.id.clone();
        let asked = What::Desk(DeskRequest { tournament, act });
        let request = Request::new(self.command_id(what), asked);
        self.desk.submit(self.caller, request).await
    }

    /// Gives a command about links and roles.
    pub(crate) async fn submit_access(&self, act: AccessAct) -> Result<Answer, Refusal> {
        let request = Request::new(self.command_id("access"), What::Access { act });
        self.desk.submit(self.caller, request).await
    }

    /// What a command would change.
    pub(crate) async fn preview(&self, act: Act) -> Result<Preview, Refusal> {
        let what = TournamentRequest {
            tournament: self.now.id.clone(),
            by: None,
            act,
            person: None,
        };
        self.desk.preview(self.caller, &what).await
    }

    fn command_id(&self, what: &str) -> String {
        let nonce = self.form.as_ref().and_then(|form| form.some("id"));
        let is_good = |text: &String| {
            text.len() <= 40 && text.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-')
        };
        match nonce.filter(is_good) {
            Some(nonce) => format!("{nonce}-{what}"),
            None => TokenId::random().to_string(),
        }
    }

    /// The version the page was made from, for acts that depend on what was seen.
    fn seen(&self, act: &Act) -> Option<u64> {
        let version = self.form.as_ref()?.number("version");
        match act {
            Act::SetHand { .. }
            | Act::Propose { .. }
            | Act::ProposeByHand { .. }
            | Act::Announce { .. }
            | Act::CallOff { .. }
            | Act::Start { .. }
            | Act::Abandon { .. }
            | Act::Validate { .. }
            | Act::Correct { .. }
            | Act::Undo { .. } => version,
            _ => None,
        }
    }
}

/// What stands at the head of the event's pages.
pub(crate) fn head_of(now: &TournamentNow) -> Option<Head> {
    let names = |id| {
        Some(Called {
            name: now.name(id),
            native: now.person(id).and_then(|person| person.native.clone()),
        })
    };
    Views::of(&now.tournament, &names).head()
}
