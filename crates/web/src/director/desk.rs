//! A request to a page of the director's desk, and what every page of the desk has.

use std::sync::Arc;
use std::time::Duration;

use askama::Template;
use axum::extract::FromRequestParts;
use axum::http::StatusCode;
use axum::http::request::Parts;
use axum::response::IntoResponse;
use outflank_desk::access::{AccessAct, Caller};
use outflank_desk::views::director::{DirectorView, NextStep};
use outflank_desk::views::{Head, Moment};
use outflank_desk::{
    Answer as Written, DeskAct, DeskRequest, Person, Refusal, Request as Command, TokenId,
    TournamentNow, TournamentRequest, What,
};
use outflank_tournament::running::{Act, Preview};
use serde::de::DeserializeOwned;

use crate::Web;
use crate::extract::{self, CommandFields, Form, FormPage, PathParts, Upload};
use crate::pages::Frame;
use crate::pages::notice::Notice;
use crate::respond::{Answer, Page, Problem, SeeOther};

/// A request to a page of the desk.
pub(crate) struct DirectorDesk {
    pub(crate) web: Arc<Web>,
    pub(crate) caller: Caller,
    pub(crate) now: Arc<TournamentNow>,
    pub(crate) f: Frame,
    pub(crate) head: Head,
    path: PathParts,
    query: String,
    form: CommandFields,
}

impl FromRequestParts<Arc<Web>> for DirectorDesk {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, web: &Arc<Web>) -> Result<Self, Problem> {
        let caller = extract::Caller::from_request_parts(parts, web).await?.0;
        let now = extract::Tournament::from_request_parts(parts, web).await?.0;
        let path = PathParts::from_request_parts(parts, web).await?;
        let called = |id| now.called(id);
        let head = outflank_desk::views::Views::of(&now.tournament, &called).head();
        Ok(Self {
            web: web.clone(),
            caller,
            f: Frame::of(&now, &web.base()),
            head: head.ok_or_else(|| Problem::not_found("tournament"))?,
            now,
            path,
            query: parts.uri.query().unwrap_or_default().to_owned(),
            form: CommandFields::default(),
        })
    }
}

/// A form that was sent to a page of the desk.
pub(crate) type Posted<T> = extract::Posted<DirectorDesk, T>;

impl FormPage for DirectorDesk {
    fn receive<T: DeserializeOwned>(&mut self, upload: &mut Upload) -> Result<T, Problem> {
        self.form = upload.form()?;
        upload.form()
    }
}

impl DirectorDesk {
    pub(crate) fn view(&self) -> DirectorView<'_> {
        DirectorView::of(&self.now)
    }

    /// A number in the path.
    pub(crate) fn part<T: std::str::FromStr>(&self, name: &str) -> Result<Option<T>, Problem> {
        self.path.part(name)
    }

    /// What follows the question mark.
    pub(crate) fn query<T: DeserializeOwned>(&self) -> Result<T, Problem> {
        Form::parse(self.query.as_bytes()).map(|form| form.0)
    }

    pub(crate) fn bar(&self, tab: Tab, notice: Option<&Notice>) -> Bar {
        let view = self.view();
        Bar {
            tab,
            version: self.now.version.0,
            nonce: TokenId::random().to_string(),
            saved: (self.now.last.as_ref()).map(|mark| view.moment(mark.at)),
            can_undo: view.undoable().is_some(),
            next: view.next(),
            notice: notice.cloned(),
            no_copy: (self.web.desk.status().folders.remove(&self.now.id))
                .and_then(|line| line.failure),
        }
    }

    /// A page; a notice decides the status.
    pub(crate) fn page(&self, notice: Option<&Notice>, template: &impl Template) -> Answer {
        let status = notice.map_or(StatusCode::OK, |notice| notice.status);
        Page::with_status(status, template).map(IntoResponse::into_response)
    }

    /// Leads to a page of this tournament.
    pub(crate) fn see(&self, page: &str) -> Answer {
        Ok(SeeOther::to(self.f.at(page)).into_response())
    }

    /// The tournament as it is after a command.
    pub(crate) fn refresh(&mut self) {
        if let Some(now) = self.web.desk.tournament(&self.now.id) {
            self.now = now;
        }
    }

    /// Submits a command of the tournament. The form names it, so that sending it twice is harmless.
    pub(crate) async fn submit(&self, what: &str, act: Act) -> Result<Written, Refusal> {
        self.submit_with(what, act, None).await
    }

    pub(crate) async fn submit_with(
        &self,
        what: &str,
        act: Act,
        person: Option<Person>,
    ) -> Result<Written, Refusal> {
        let command = self.command(what, act, person);
        self.web.desk.submit(&self.caller, command).await
    }

    /// The same for a command that may take long: no answer if it continues on its own.
    pub(crate) async fn submit_within(
        &self,
        what: &str,
        act: Act,
        patience: Duration,
    ) -> Option<Result<Written, Refusal>> {
        let command = self.command(what, act, None);
        let desk = &self.web.desk;
        desk.submit_within(&self.caller, &self.now.id, command, patience)
            .await
    }

    fn command(&self, what: &str, act: Act, person: Option<Person>) -> Command {
        let if_version = self.seen(&act);
        let asked = TournamentRequest {
            tournament: self.now.id.clone(),
            by: None,
            act,
            person,
        };
        Command {
            if_version,
            ..Command::new(
                self.form.command_id(what),
                What::Tournament(Box::new(asked)),
            )
        }
    }

    /// Submits a command about what the desk itself keeps.
    pub(crate) async fn submit_desk(&self, what: &str, act: DeskAct) -> Result<Written, Refusal> {
        let tournament = self.now.id.clone();
        let asked = What::Desk(DeskRequest { tournament, act });
        self.give(self.form.command_id(what), asked).await
    }

    /// Submits a command about links and roles.
    pub(crate) async fn submit_access(&self, act: AccessAct) -> Result<Written, Refusal> {
        let id = self.form.command_id("access");
        self.give(id, What::Access { act }).await
    }

    /// Submits a command that is harmless twice.
    pub(crate) async fn submit_any(&self, what: What) -> Result<Written, Refusal> {
        self.give(TokenId::random().to_string(), what).await
    }

    async fn give(&self, id: String, what: What) -> Result<Written, Refusal> {
        let command = Command::new(id, what);
        self.web.desk.submit(&self.caller, command).await
    }

    /// What a command would change.
    pub(crate) async fn preview(&self, act: Act) -> Result<Preview, Refusal> {
        let what = TournamentRequest {
            tournament: self.now.id.clone(),
            by: None,
            act,
            person: None,
        };
        self.web.desk.preview(&self.caller, &what).await
    }

    /// The version the page was made from, for commands that depend on what was seen.
    fn seen(&self, act: &Act) -> Option<u64> {
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
            | Act::Undo { .. } => self.form.version(),
            _ => None,
        }
    }
}

/// The tabs of the desk.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Tab {
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

impl Tab {
    /// The part of a guide that explains the page.
    pub(crate) const fn guide(self) -> &'static str {
        match self {
            Self::Entrants => "first-tournament#players",
            Self::CheckIn => "first-tournament#check-in",
            Self::Pairing => "first-tournament#pairing",
            Self::Results => "first-tournament#results",
            Self::Tables => "judge#director",
            Self::Finals => "first-tournament#finals",
            Self::Rulings => "trouble#incident",
            Self::Officials => "first-tournament#officials",
            Self::Checklists => "first-tournament#checklists",
            Self::Hall => "first-tournament#hall",
            Self::Watching => "players#spectators",
            Self::Event => "first-tournament#tournament",
            Self::Files => "first-tournament#files",
            Self::Log => "trouble#log",
            Self::Undo => "trouble#undo",
        }
    }
}

/// The tabs in their order, each with its address, the key of its name and its letter after `g`.
#[rustfmt::skip]
pub(crate) const TABS: &[(Tab, &str, &str, &str)] = &[
    (Tab::Entrants, "desk/entrants", "desk.tab.entrants", "e"),
    (Tab::CheckIn, "desk/check-in", "desk.tab.check_in", "c"),
    (Tab::Pairing, "desk/pairing", "desk.tab.pairing", "p"),
    (Tab::Results, "desk/results", "desk.tab.results", "r"),
    (Tab::Tables, "desk/tables", "desk.tab.tables", "t"),
    (Tab::Finals, "desk/finals", "desk.tab.finals", "f"),
    (Tab::Rulings, "desk/rulings", "desk.tab.rulings", "u"),
    (Tab::Officials, "desk/officials", "desk.tab.officials", "o"),
    (Tab::Checklists, "desk/checklists", "desk.tab.checklists", "k"),
    (Tab::Hall, "desk/hall", "desk.tab.hall", "h"),
    (Tab::Watching, "desk/watching", "desk.tab.watching", "w"),
    (Tab::Event, "desk/event", "desk.tab.event", "v"),
    (Tab::Files, "desk/files", "desk.tab.files", "x"),
    (Tab::Log, "desk/log", "desk.tab.log", "l"),
];

/// What every page of the desk has around its own part.
#[derive(Debug, Clone)]
pub(crate) struct Bar {
    pub(crate) tab: Tab,
    pub(crate) version: u64,
    /// Names the commands of this page, so that a form that is sent twice does its work once.
    pub(crate) nonce: String,
    /// When the last log entry was written.
    pub(crate) saved: Option<Moment>,
    pub(crate) can_undo: bool,
    pub(crate) next: NextStep,
    pub(crate) notice: Option<Notice>,
    /// Why the copy of the tournament could not be written the last time.
    pub(crate) no_copy: Option<String>,
}

impl Bar {
    /// The notice for a form of the page.
    pub(crate) fn at(&self, place: &str) -> Option<&Notice> {
        self.notice.as_ref().filter(|notice| notice.place == place)
    }

    /// Whether this field is wrong.
    pub(crate) fn is_wrong(&self, field: &str) -> bool {
        let notice = self.notice.as_ref();
        notice.is_some_and(|notice| notice.field == Some(field))
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

/// Leads to the page of the next step.
pub(crate) async fn next(desk: DirectorDesk) -> Answer {
    desk.see(&desk.bar(Tab::Event, None).next_page())
}
