//! Members with the reason, other ways to join, meetings and their voters, fees.

use askama::Template;
use outflank_desk::views::OfficeHead;
use outflank_desk::views::federation::office::{EventRecord, MeetingLine, MemberLine, MemberState};
use outflank_federation::FeeTable;
use outflank_rulebook::OfficeTopic;
use outflank_tournament::CivilDate;

use crate::director::DeskAnswer;
use crate::federation::form::{Forms, Outcome};
use crate::federation::request::{Bar, OfficeRequest, status_of};
use crate::federation::{OfficeTabs, TABS};
use crate::pages::Frame;

#[derive(Template)]
#[template(path = "federation/office/members.html")]
struct MembersPage<'a> {
    f: &'a Frame,
    head: &'a OfficeHead,
    d: &'a Bar,
    day: CivilDate,
    members: Vec<MemberLine>,
    former: Vec<MemberLine>,
    meetings: Vec<MeetingLine>,
    fees: Option<FeeTable>,
    events: Vec<EventRecord<'a>>,
    forms: Forms<'a>,
}

const FORMS: &[&str] = &[
    "join",
    "leave",
    "opt_out",
    "hold_meeting",
    "admit_voter",
    "set_fees",
];

pub(crate) async fn answer(ask: &OfficeRequest) -> DeskAnswer {
    match ask.do_form(FORMS).await {
        Some(Ok(done)) => ask.see_done("members", &done),
        Some(Err(outcome)) => show(ask, Some(&outcome)),
        None => show(ask, None),
    }
}

fn show(ask: &OfficeRequest, outcome: Option<&Outcome>) -> DeskAnswer {
    let day = ask.query.number("day").unwrap_or(ask.today);
    let lines = ask.now.member_lines(day);
    let (members, former) = lines.into_iter().partition(MemberLine::is_member);
    let d = &ask.bar(OfficeTabs::Members, None);
    let page = MembersPage {
        f: &ask.f,
        head: &ask.head,
        d,
        day,
        members,
        former,
        meetings: ask.now.meeting_lines(),
        fees: ask.now.fees(ask.today),
        events: ask.now.event_records(),
        forms: ask.forms(d, outcome),
    };
    DeskAnswer::page(status_of(outcome), &page)
}
