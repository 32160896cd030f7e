//! Decisions of bodies, editions of the rules, sanctions, titles.

use askama::Template;
use outflank_desk::views::OfficeHead;
use outflank_federation::{
    Act, AmendmentNumber, Body, Decision, DecisionNumber, EventKey, FederationState, Measure,
    PersonNumber, RulesEdition, SanctionNumber, TitleHeld, Votes,
};
use outflank_rulebook::OfficeTopic;
use outflank_tournament::CivilDate;
use serde::Deserialize;

use crate::extract::Field;
use crate::federation::form::{Forms, Outcome};
use crate::federation::forms::{FormFields, FormReader, office_forms};
use crate::federation::office::{Bar, FederationOffice, Posted};
use crate::federation::{OfficeTabs, TABS};
use crate::pages::Frame;
use crate::respond::Answer;

#[derive(Template)]
#[template(path = "federation/office/decisions.html")]
struct DecisionsPage<'a> {
    f: &'a Frame,
    head: &'a OfficeHead,
    d: &'a Bar,
    affairs: &'a FederationState,
    /// The day whose edition is asked for.
    day: CivilDate,
    /// The titles, the latest year first.
    titles: Vec<&'a TitleHeld>,
    forms: Forms<'a>,
}

impl DecisionsPage<'_> {
    fn is_in_force(&self, edition: &RulesEdition) -> bool {
        (self.affairs.edition_on(self.day)).is_some_and(|one| std::ptr::eq(one, edition))
    }

    fn measure(&self, measure: &Measure) -> String {
        let (key, what) = match measure {
            Measure::Exclude { from, until } => {
                let until = until.map_or_else(String::new, |until| until.to_string());
                ("officer.act.exclude", format!("{from} – {until}"))
            }
            Measure::StrikePoints { event } => ("officer.act.strike_points", self.d.event(event)),
            Measure::RevokeTitle { year, title } => {
                ("officer.act.revoke_title", format!("{year} {title}"))
            }
        };
        format!("{}, {what}", self.f.t(key))
    }
}

office_forms! {
    DecisionsForm {
        "record_decision" RecordDecision {
            body "decision.body": Body,
            day "decision.day": CivilDate,
            text "decision.text": String,
        } with votes: VotesFields => Act::RecordDecision {
            decision: Box::new(Decision { body, day, text, votes }),
        };
        "propose_amendment" ProposeAmendment { text: String, set: Vec<(String, String)> }
            => Act::ProposeAmendment { text, set };
        "adopt_amendment" AdoptAmendment {
            amendment: AmendmentNumber,
            decision: DecisionNumber,
            edition: String,
            from: CivilDate,
            constitution: Option<String>,
        } => Act::AdoptAmendment { amendment, decision, edition, from, constitution };
        "exclude" Exclude {
            person: PersonNumber,
            from "measure.from": CivilDate,
            until "measure.until": Option<CivilDate>,
            why: String,
        } => Act::Sanction { person, measure: Measure::Exclude { from, until }, why };
        "strike_points" StrikePoints {
            person: PersonNumber,
            event "measure.event": EventKey,
            why: String,
        } => Act::Sanction { person, measure: Measure::StrikePoints { event }, why };
        "revoke_title" RevokeTitle {
            person: PersonNumber,
            year "measure.year": u16,
            title "measure.title": String,
            why: String,
        } => Act::Sanction { person, measure: Measure::RevokeTitle { year, title }, why };
        "lift_sanction" LiftSanction { sanction: SanctionNumber, why: String }
            => Act::LiftSanction { sanction, why };
        "record_title" RecordTitle { year: u16, title: String, person: PersonNumber }
            => Act::RecordTitle { year, title, person };
        "record_semifinals" RecordSemifinals { year: u16, people: Vec<PersonNumber> }
            => Act::RecordSemifinals { year, people };
    }
}

/// Votes belong together: all of them or none.
#[derive(Deserialize)]
pub(crate) struct VotesFields {
    #[serde(default, rename = "decision.votes.yes")]
    yes: Field<u32>,
    #[serde(default, rename = "decision.votes.no")]
    no: Field<u32>,
    #[serde(default, rename = "decision.votes.members")]
    members: Field<u32>,
}

impl FormFields for VotesFields {
    type Value = Option<Votes>;

    fn read(&self, reader: &mut FormReader<'_>) -> Option<Option<Votes>> {
        if self.yes.is_empty() && self.no.is_empty() && self.members.is_empty() {
            return Some(None);
        }
        let yes = reader.field("decision.votes.yes", &self.yes);
        let no = reader.field("decision.votes.no", &self.no);
        let members = reader.field("decision.votes.members", &self.members);
        Some(Some(Votes {
            yes: yes?,
            no: no?,
            members: members?,
        }))
    }
}

pub(crate) async fn page(office: FederationOffice) -> Answer {
    show(&office, None)
}

pub(crate) async fn post(Posted { desk, form, .. }: Posted<DecisionsForm>) -> Answer {
    match desk.give(&form).await {
        Ok(done) => desk.see_done("decisions", done),
        Err(outcome) => show(&desk, Some(&outcome)),
    }
}

fn show(office: &FederationOffice, outcome: Option<&Outcome>) -> Answer {
    let affairs = office.now.affairs();
    let mut titles: Vec<&TitleHeld> = affairs.titles.iter().collect();
    titles.sort_by(|a, b| b.year.cmp(&a.year).then_with(|| a.title.cmp(&b.title)));
    let d = &office.bar(OfficeTabs::Decisions, None);
    let page = DecisionsPage {
        f: &office.f,
        head: &office.head,
        d,
        affairs,
        day: office.day(),
        titles,
        forms: office.forms(d, outcome),
    };
    office.page(d, outcome, &page)
}
