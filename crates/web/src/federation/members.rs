//! Members with the reason, other ways to join, meetings and their voters, fees.

use askama::Template;
use outflank_desk::views::OfficeHead;
use outflank_desk::views::federation::office::{EventRecord, MeetingLine, MemberLine, MemberState};
use outflank_federation::{Act, DecisionNumber, EventKey, FeeTable, MeetingNumber, PersonNumber};
use outflank_rulebook::OfficeTopic;
use outflank_tournament::{CivilDate, Money};

use crate::federation::form::{Forms, Outcome};
use crate::federation::forms::office_forms;
use crate::federation::office::{Bar, FederationOffice, Posted};
use crate::federation::{OfficeTabs, TABS};
use crate::pages::Frame;
use crate::respond::Answer;

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

office_forms! {
    MembersForm {
        "join" Join { person: PersonNumber } => Act::Join { person };
        "leave" Leave { person: PersonNumber } => Act::Leave { person };
        "opt_out" OptOut { person: PersonNumber } => Act::OptOut { person };
        "hold_meeting" HoldMeeting { day: CivilDate, event: Option<EventKey> }
            => Act::HoldMeeting { day, event };
        "admit_voter" AdmitVoter { meeting: MeetingNumber, person: PersonNumber }
            => Act::AdmitVoter { meeting, person };
        "set_fees" SetFees {
            waged "fees.waged": Money,
            unwaged "fees.unwaged": Money,
            family "fees.family": Money,
            decision: DecisionNumber,
        } => Act::SetFees { fees: FeeTable { waged, unwaged, family }, decision };
    }
}

pub(crate) async fn page(office: FederationOffice) -> Answer {
    show(&office, None)
}

pub(crate) async fn post(Posted { desk, form, .. }: Posted<MembersForm>) -> Answer {
    match desk.give(&form).await {
        Ok(done) => desk.see_done("members", done),
        Err(outcome) => show(&desk, Some(&outcome)),
    }
}

fn show(office: &FederationOffice, outcome: Option<&Outcome>) -> Answer {
    let day = office.day();
    let lines = office.now.member_lines(day);
    let (members, former) = lines.into_iter().partition(MemberLine::is_member);
    let d = &office.bar(OfficeTabs::Members, None);
    let page = MembersPage {
        f: &office.f,
        head: &office.head,
        d,
        day,
        members,
        former,
        meetings: office.now.meeting_lines(),
        fees: office.now.fees(office.today),
        events: office.now.event_records(),
        forms: office.forms(d, outcome),
    };
    office.page(d, outcome, &page)
}
