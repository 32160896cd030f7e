//! Members with the reason, other ways in, meetings and their voters, fees.

use askama::Template;
use outflank_desk::views::OfficeHead;
use outflank_desk::views::federation::office::{EventLine, MeetingLine, MemberLine};
use outflank_rulebook::OfficeTopic;
use outflank_tournament::CivilDate as Day;

use crate::director::DeskAnswer;
use crate::federation::ask::{Ask, Bar, status_of};
use crate::federation::show::{FormShown, Input, Outcome};
use crate::federation::{OfficeTabs, TABS, forms};
use crate::pages::Frame;

#[derive(Template)]
#[template(path = "officer/members.html")]
struct MembersPage<'a> {
    f: &'a Frame,
    head: &'a OfficeHead,
    d: Bar,
    day: Day,
    members: Vec<MemberLine>,
    former: Vec<MemberLine>,
    meetings: Vec<MeetingLine>,
    fees: Option<(u64, u64, u64)>,
    events: Vec<EventLine>,
    forms: Vec<FormShown>,
}

impl MembersPage<'_> {
    fn why(&self, line: &MemberLine) -> String {
        membership_words(self.f, line)
    }

    fn money(&self, hundredths: &u64) -> String {
        amount(*hundredths)
    }
}

/// An amount in hundredths: `7.50`.
pub(crate) fn amount(hundredths: u64) -> String {
    format!("{}.{:02}", hundredths / 100, hundredths % 100)
}

/// A person's membership, and why.
pub(crate) fn membership_words(f: &Frame, line: &MemberLine) -> String {
    let day = |day: &Option<String>| day.clone().unwrap_or_else(|| "–".to_owned());
    match line.is.as_str() {
        "direct" => f.t1("officer.members.direct", "since", day(&line.since)),
        "tournament" => {
            let (last, until) = (day(&line.last_played), day(&line.until));
            f.t2("officer.members.by_playing", "last", last, "until", until)
        }
        "lapsed" => f.t1("officer.members.lapsed", "until", day(&line.until)),
        _ if line.opted_out => f.t("officer.members.opted_out").to_owned(),
        _ => f.t("officer.members.never").to_owned(),
    }
}

pub(crate) async fn answer(ask: &Ask<'_>) -> DeskAnswer {
    match ask.do_form(&[forms::MEMBERS]).await {
        Some(Ok(done)) => ask.see_done("members", &done),
        Some(Err(outcome)) => show(ask, Some(&outcome)),
        None => show(ask, None),
    }
}

fn show(ask: &Ask<'_>, outcome: Option<&Outcome>) -> DeskAnswer {
    let day = ask.query.number::<Day>("day").unwrap_or(ask.today);
    let lines = ask.now.member_lines(day);
    let (members, former) = lines.into_iter().partition(MemberLine::is_member);
    let page = MembersPage {
        f: &ask.f,
        head: &ask.head,
        d: ask.bar(OfficeTabs::Members, &[forms::MEMBERS], None),
        day,
        members,
        former,
        meetings: ask.now.meeting_lines(),
        fees: ask.now.fees(ask.today),
        events: ask.now.event_lines(),
        forms: ask.forms(forms::MEMBERS, outcome),
    };
    ask.page(status_of(outcome), &page)
}
