//! Decisions of bodies, editions of the rules, sanctions, titles.

use askama::Template;
use outflank_desk::views::OfficeHead;
use outflank_desk::views::federation::office::{
    AmendmentLine, DecisionLine, EditionLine, SanctionLine, SemifinalLine, TitleLine,
};
use outflank_rulebook::OfficeTopic;
use outflank_tournament::CivilDate as Day;

use crate::director::DeskAnswer;
use crate::federation::ask::{Ask, Bar, status_of};
use crate::federation::show::{FormShown, Input, Outcome};
use crate::federation::{OfficeTabs, TABS, forms};
use crate::pages::Frame;

#[derive(Template)]
#[template(path = "officer/decisions.html")]
struct DecisionsPage<'a> {
    f: &'a Frame,
    head: &'a OfficeHead,
    d: Bar,
    decisions: Vec<DecisionLine>,
    /// The day the editions are asked for.
    day: Day,
    editions: Vec<EditionLine>,
    amendments: Vec<AmendmentLine>,
    sanctions: Vec<SanctionLine>,
    titles: Vec<TitleLine>,
    semifinals: Vec<SemifinalLine>,
    forms: Vec<FormShown>,
}

impl DecisionsPage<'_> {
    fn body(&self, word: &str) -> &'static str {
        match word {
            "general_meeting" => self.f.t("officer.body.general_meeting"),
            "committee" => self.f.t("officer.body.committee"),
            "board" => self.f.t("officer.body.board"),
            _ => self.f.t("officer.body.chairman"),
        }
    }

    fn measure(&self, word: &str) -> &'static str {
        match word {
            "exclude" => self.f.t("officer.act.exclude"),
            "strike_points" => self.f.t("officer.act.strike_points"),
            _ => self.f.t("officer.act.revoke_title"),
        }
    }
}

pub(crate) async fn answer(ask: &Ask<'_>) -> DeskAnswer {
    match ask.do_form(&[forms::DECISIONS]).await {
        Some(Ok(done)) => ask.see_done("decisions", &done),
        Some(Err(outcome)) => show(ask, Some(&outcome)),
        None => show(ask, None),
    }
}

fn show(ask: &Ask<'_>, outcome: Option<&Outcome>) -> DeskAnswer {
    let day = ask.query.number::<Day>("day").unwrap_or(ask.today);
    let page = DecisionsPage {
        f: &ask.f,
        head: &ask.head,
        d: ask.bar(OfficeTabs::Decisions, &[forms::DECISIONS], None),
        decisions: ask.now.decision_lines(),
        day,
        editions: ask.now.edition_lines(day),
        amendments: ask.now.amendment_lines(),
        sanctions: ask.now.sanction_lines(),
        titles: ask.now.title_lines(),
        semifinals: ask.now.semifinal_lines(),
        forms: ask.forms(forms::DECISIONS, outcome),
    };
    ask.page(status_of(outcome), &page)
}
