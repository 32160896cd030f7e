//! The forms of the office, by the page they stand on. The names of fields are those of the acts.

use outflank_rulebook::OfficeTopic;

use crate::federation::field::{ActForm, Choices, Field, Kind, Speaks};

const CATEGORIES: Choices = &[
    ("regional", "office.category_regional"),
    ("national", "office.category_national"),
    ("international", "office.category_international"),
    ("festival", "office.category_festival"),
    ("friendly", "office.category_friendly"),
    ("single_game", "office.category_single_game"),
];
const GENDERS: Choices = &[
    ("f", "desk.gender.f"),
    ("m", "desk.gender.m"),
    ("x", "desk.gender.x"),
];
const WAGES: Choices = &[
    ("waged", "officer.choice.waged"),
    ("unwaged", "officer.choice.unwaged"),
];
const UNDERSTOOD: Choices = &[
    ("both", "officer.choice.both"),
    ("one", "officer.choice.one"),
    ("nobody", "officer.choice.nobody"),
];
const SEATS: Choices = &[
    ("regular", "office.seat_regular"),
    ("women", "office.seat_women"),
    ("young", "office.seat_young"),
];
const BODIES: Choices = &[
    ("general_meeting", "officer.body.general_meeting"),
    ("committee", "officer.body.committee"),
    ("board", "officer.body.board"),
    ("chairman", "officer.body.chairman"),
];
const EXCEPTIONS: Choices = &[
    ("expected_resident", "officer.choice.expected_resident"),
    ("other", "officer.choice.other_exception"),
];
const NATIONS: Choices = &[
    ("federation", "desk.office.federation"),
    ("contact_person", "desk.office.contact_person"),
    ("not_member", "desk.office.no_nation"),
];
const SENT_RESULTS: Choices = &[
    ("qualification", "officer.choice.qualification"),
    ("all", "officer.choice.all_results"),
];

const PERSON: Field = Field::new("person", "officer.field.person", Kind::Person);
const EVENT: Field = Field::new("event", "office.event", Kind::Event);
const YEAR: Field = Field::new("year", "officer.field.year", Kind::Year);
const WHY: Field = Field::new("why", "officer.field.why", Kind::Text);
const DECISION: Field = Field::new("decision", "officer.field.decision", Kind::Decision)
    .hint("officer.field.decision_hint");
const COUNTRY: Field = Field::new("country", "desk.enter.country", Kind::Country);

/// What a record holds, whoever fills it in.
macro_rules! dossier_fields {
    ($($first:expr),+) => {&[
        $($first,)+
        Field::new("dossier.name", "office.name", Kind::Text),
        Field::new("dossier.native", "desk.enter.native", Kind::Text).optional(),
        Field::new("dossier.ascii", "officer.field.ascii", Kind::Text).optional().hint("officer.field.ascii_hint"),
        Field::new("dossier.wof", "desk.entrants.wof", Kind::Number).optional(),
        Field::new("dossier.country", "officer.field.plays_for", Kind::Country).optional(),
        Field::new("dossier.citizen_of", "officer.field.citizen_of", Kind::Words).optional().hint("officer.field.citizen_hint"),
        Field::new("dossier.stays", "officer.field.stays", Kind::Stays).optional().hint("officer.field.stays_hint"),
        Field::new("dossier.born", "desk.enter.born", Kind::Date).optional(),
        Field::new("dossier.gender", "desk.enter.gender", Kind::Choice(GENDERS)).optional(),
        Field::new("dossier.wage", "officer.field.wage", Kind::Choice(WAGES)).optional(),
        Field::new("dossier.family", "officer.field.family", Kind::Text).optional().hint("officer.field.family_hint"),
        Field::new("dossier.contact", "desk.enter.contact", Kind::Text).optional(),
    ]};
}

pub(crate) const PEOPLE: &[ActForm] = &[
    ActForm::new(
        "add_person",
        "officer.act.add_person",
        dossier_fields!(Field::fixed("record", "")),
    ),
    ActForm::new(
        "merge_people",
        "officer.act.merge_people",
        &[
            Field::new("keep", "officer.field.keep", Kind::Person),
            Field::new("gone", "officer.field.gone", Kind::Person),
            WHY,
        ],
    )
    .text("officer.act.merge_text"),
    ActForm::new(
        "separate_people",
        "officer.act.separate_people",
        &[
            Field::new("gone", "officer.field.gone_number", Kind::Number),
            WHY,
        ],
    )
    .text("officer.act.separate_text"),
];

/// One person's record; the person is known from the page.
pub(crate) const RECORD: &[ActForm] = &[ActForm::new(
    "change_person",
    "officer.act.change_person",
    dossier_fields!(PERSON_NUMBER),
)];

const PERSON_NUMBER: Field = Field::new("person", "", Kind::Person);

pub(crate) const MEMBERS: &[ActForm] = &[
    ActForm::new("join", "officer.act.join", &[PERSON])
        .text("officer.act.join_text")
        .on(OfficeTopic::MembershipDirect),
    ActForm::new("leave", "officer.act.leave", &[PERSON]),
    ActForm::new("opt_out", "officer.act.opt_out", &[PERSON])
        .text("officer.act.opt_out_text")
        .on(OfficeTopic::MembershipOptOut),
    ActForm::new(
        "hold_meeting",
        "officer.act.hold_meeting",
        &[
            Field::new("day", "office.day", Kind::Date),
            Field::new("event", "officer.field.meeting_event", Kind::Event).optional(),
        ],
    )
    .on(OfficeTopic::Meeting),
    ActForm::new(
        "admit_voter",
        "officer.act.admit_voter",
        &[
            Field::new("meeting", "officer.field.meeting", Kind::Number),
            PERSON,
        ],
    )
    .on(OfficeTopic::Meeting)
    .spoken_by(Speaks::Chairman),
    ActForm::new(
        "set_fees",
        "officer.act.set_fees",
        &[
            Field::new("fees.waged", "officer.choice.waged", Kind::Money),
            Field::new("fees.unwaged", "officer.choice.unwaged", Kind::Money),
            Field::new("fees.family", "officer.field.family_rate", Kind::Money),
            DECISION,
        ],
    )
    .on(OfficeTopic::Fees),
];

/// The fee sheet of an event; the event is known from the page.
pub(crate) const FEES: &[ActForm] = &[
    ActForm::new(
        "record_payment",
        "officer.act.record_payment",
        &[
            PERSON,
            EVENT,
            Field::new("amount", "officer.field.amount", Kind::Money),
        ],
    )
    .on(OfficeTopic::Fees),
    ActForm::new(
        "record_entrants",
        "officer.act.record_entrants",
        &[
            EVENT,
            Field::new("people", "officer.field.entrants", Kind::People)
                .hint("officer.field.people_hint"),
        ],
    ),
];

pub(crate) const EVENTS: &[ActForm] = &[
    ActForm::new(
        "announce_event",
        "officer.act.announce_event",
        &[
            Field::new("event", "officer.field.event_key", Kind::Text)
                .hint("officer.field.event_key_hint"),
            Field::new("notice.name", "desk.new.name", Kind::Text),
            Field::new(
                "notice.category",
                "office.category",
                Kind::Choice(CATEGORIES),
            ),
            Field::new("notice.first_day", "officer.field.first_day", Kind::Date),
            Field::new("notice.last_day", "officer.field.last_day", Kind::Date).optional(),
            Field::new("notice.country", "officer.field.held_in", Kind::Country),
            Field::new("notice.time", "officer.field.minutes", Kind::Minutes),
            Field::new(
                "notice.clocks",
                "officer.field.clocks",
                Kind::Tick { at_first: true },
            ),
            Field::new("notice.rated", "officer.field.rated", Kind::YesNo)
                .optional()
                .hint("officer.field.rated_hint"),
            Field::new(
                "notice.understood",
                "officer.field.understood",
                Kind::Choice(UNDERSTOOD),
            )
            .optional(),
            Field::new(
                "notice.organised",
                "officer.field.organised",
                Kind::Tick { at_first: true },
            ),
            Field::new(
                "notice.qualifies",
                "officer.field.qualifies",
                Kind::Tick { at_first: false },
            ),
        ],
    )
    .text("officer.act.announce_text")
    .on(OfficeTopic::RatedNotice),
    ActForm::new(
        "publish_list",
        "officer.act.publish_list",
        &[Field::new("day", "office.day", Kind::Date)],
    )
    .text("officer.act.publish_text"),
    ActForm::new(
        "allow_entry",
        "officer.act.allow_entry",
        &[
            PERSON,
            EVENT,
            Field::new(
                "exception",
                "officer.field.exception",
                Kind::Choice(EXCEPTIONS),
            ),
            Field::new("decision", "officer.field.decision", Kind::Decision).optional(),
        ],
    )
    .on(OfficeTopic::EntryOfResident)
    .spoken_by(Speaks::Chairman),
];

pub(crate) const GRAND_PRIX: &[ActForm] = &[
    ActForm::new(
        "plan_season",
        "officer.act.plan_season",
        &[
            YEAR,
            Field::new("planned", "officer.field.planned", Kind::Number),
            Field::new("national", "office.category_national", Kind::Event).optional(),
        ],
    )
    .on(OfficeTopic::SeasonPlan),
    ActForm::new(
        "count_regionals",
        "officer.act.count_regionals",
        &[
            YEAR,
            Field::new("events", "officer.field.counted", Kind::Events),
            DECISION,
        ],
    )
    .on(OfficeTopic::RegionalsCounted),
    ActForm::new(
        "record_playoff",
        "officer.act.record_playoff",
        &[
            YEAR,
            Field::new("winner", "officer.field.playoff_winner", Kind::Person)
                .optional()
                .hint("officer.field.playoff_hint"),
        ],
    )
    .on(OfficeTopic::GrandPrixPlayoff),
    ActForm::new(
        "toss_coin",
        "officer.act.toss_coin",
        &[
            YEAR,
            Field::new("winner", "officer.field.coin_winner", Kind::Person),
        ],
    )
    .on(OfficeTopic::GrandPrixPlayoff)
    .spoken_by(Speaks::Chairman),
];

pub(crate) const TEAM: &[ActForm] = &[
    ActForm::new(
        "open_selection",
        "officer.act.open_selection",
        &[
            YEAR,
            Field::new("final_day", "officer.field.final_day", Kind::Date),
            Field::new("places", "officer.field.places", Kind::Number)
                .hint("officer.field.places_hint"),
            Field::new("national", "office.category_national", Kind::Event).optional(),
            Field::new("season", "officer.field.season", Kind::Number).optional(),
            Field::new(
                "women",
                "officer.field.women",
                Kind::Tick { at_first: false },
            ),
            Field::new(
                "young",
                "officer.field.young",
                Kind::Tick { at_first: false },
            ),
        ],
    )
    .on(OfficeTopic::TeamSize),
    ActForm::new(
        "offer_place",
        "officer.act.offer_place",
        &[
            YEAR,
            Field::new("seat", "officer.field.seat", Kind::Choice(SEATS)),
            PERSON,
        ],
    )
    .on(OfficeTopic::TeamByNational),
    ActForm::new(
        "offer_place",
        "officer.act.chairman_offers",
        &[
            YEAR,
            Field::new("seat", "officer.field.seat", Kind::Choice(SEATS)),
            PERSON,
        ],
    )
    .named("chairman_offers")
    .on(OfficeTopic::TeamByChairman)
    .spoken_by(Speaks::Chairman),
    ActForm::new(
        "answer_offer",
        "officer.act.answer_offer",
        &[
            YEAR,
            PERSON,
            Field::new("accepts", "officer.field.accepts", Kind::YesNo),
        ],
    )
    .on(OfficeTopic::TeamByLists),
    ActForm::new(
        "register_team",
        "officer.act.register_team",
        &[
            YEAR,
            Field::new("permitted", "officer.field.permitted", Kind::Text)
                .optional()
                .hint("officer.field.permitted_hint"),
        ],
    )
    .on(OfficeTopic::TeamRegistration),
];

/// Duties towards the world federation, and its own towards nations.
pub(crate) const DUTIES: &[ActForm] = &[
    ActForm::new(
        "record_sent",
        "officer.act.record_sent",
        &[EVENT, Field::new("to", "officer.field.to", Kind::Text)],
    )
    .on(OfficeTopic::ResultsSent),
    ActForm::new(
        "set_nation",
        "officer.act.set_nation",
        &[
            COUNTRY,
            Field::new("kind", "officer.field.nation_kind", Kind::Choice(NATIONS)),
            Field::new("contact", "desk.enter.contact", Kind::Text).optional(),
        ],
    )
    .on(OfficeTopic::MemberNations),
    ActForm::new(
        "note_nation_results",
        "officer.act.note_nation_results",
        &[
            COUNTRY,
            YEAR,
            Field::new(
                "results",
                "officer.field.results",
                Kind::Choice(SENT_RESULTS),
            ),
        ],
    )
    .on(OfficeTopic::ResultsSent),
    ActForm::new(
        "apply_for_exception",
        "officer.act.apply_for_exception",
        &[
            COUNTRY,
            Field::new("start", "officer.field.championship_start", Kind::Date),
        ],
    )
    .on(OfficeTopic::NationException),
    ActForm::new(
        "decide_exception",
        "officer.act.decide_exception",
        &[
            COUNTRY,
            YEAR,
            Field::new("approved", "officer.field.approved", Kind::YesNo),
        ],
    )
    .on(OfficeTopic::NationException)
    .spoken_by(Speaks::Committee),
    ActForm::new(
        "apply_to_host",
        "officer.act.apply_to_host",
        &[COUNTRY, YEAR],
    )
    .on(OfficeTopic::Host),
    ActForm::new("choose_host", "officer.act.choose_host", &[COUNTRY, YEAR])
        .on(OfficeTopic::Host)
        .spoken_by(Speaks::Committee),
];

/// Decisions, rules, sanctions, titles.
pub(crate) const DECISIONS: &[ActForm] = &[
    ActForm::new(
        "record_decision",
        "officer.act.record_decision",
        &[
            Field::new("decision.body", "officer.field.body", Kind::Choice(BODIES)),
            Field::new("decision.day", "office.day", Kind::Date),
            Field::new("decision.text", "officer.field.decided", Kind::Long),
            Field::new(
                "decision.votes.yes",
                "officer.field.votes_yes",
                Kind::Number,
            )
            .together(),
            Field::new("decision.votes.no", "officer.field.votes_no", Kind::Number).together(),
            Field::new(
                "decision.votes.members",
                "officer.field.votes_members",
                Kind::Number,
            )
            .together(),
        ],
    )
    .text("officer.act.decision_text")
    .spoken_by(Speaks::Body),
    ActForm::new(
        "propose_amendment",
        "officer.act.propose_amendment",
        &[
            Field::new("text", "officer.field.amendment_text", Kind::Long),
            Field::new("set", "officer.field.settings", Kind::Settings)
                .optional()
                .hint("officer.field.settings_hint"),
        ],
    ),
    ActForm::new(
        "adopt_amendment",
        "officer.act.adopt_amendment",
        &[
            Field::new("amendment", "officer.field.amendment", Kind::Number),
            DECISION,
            Field::new("edition", "officer.field.edition", Kind::Text),
            Field::new("from", "officer.field.applies_from", Kind::Date),
            Field::new("constitution", "officer.field.constitution", Kind::Text)
                .optional()
                .hint("officer.field.constitution_hint"),
        ],
    ),
    ActForm::new(
        "sanction",
        "officer.act.exclude",
        &[
            Field::fixed("measure.kind", "exclude"),
            PERSON,
            Field::new("measure.from", "officer.field.from", Kind::Date),
            Field::new("measure.until", "officer.field.until", Kind::Date).optional(),
            WHY,
        ],
    )
    .named("exclude")
    .on(OfficeTopic::Sanctions)
    .spoken_by(Speaks::Committee),
    ActForm::new(
        "sanction",
        "officer.act.strike_points",
        &[
            Field::fixed("measure.kind", "strike_points"),
            PERSON,
            Field::new("measure.event", "office.event", Kind::Event),
            WHY,
        ],
    )
    .named("strike_points")
    .on(OfficeTopic::Sanctions)
    .spoken_by(Speaks::Committee),
    ActForm::new(
        "sanction",
        "officer.act.revoke_title",
        &[
            Field::fixed("measure.kind", "revoke_title"),
            PERSON,
            Field::new("measure.year", "officer.field.year", Kind::Year),
            Field::new("measure.title", "officer.field.title", Kind::Text),
            WHY,
        ],
    )
    .named("revoke_title")
    .on(OfficeTopic::Sanctions)
    .spoken_by(Speaks::Committee),
    ActForm::new(
        "lift_sanction",
        "officer.act.lift_sanction",
        &[
            Field::new("sanction", "officer.field.sanction", Kind::Number),
            WHY,
        ],
    )
    .on(OfficeTopic::Sanctions)
    .spoken_by(Speaks::Committee),
    ActForm::new(
        "record_title",
        "officer.act.record_title",
        &[
            YEAR,
            Field::new("title", "officer.field.title", Kind::Text),
            PERSON,
        ],
    ),
    ActForm::new(
        "record_semifinals",
        "officer.act.record_semifinals",
        &[
            YEAR,
            Field::new("people", "officer.field.semifinalists", Kind::People)
                .hint("officer.field.people_hint"),
        ],
    )
    .text("officer.act.semifinals_text")
    .on(OfficeTopic::Semifinalists),
];

#[cfg(test)]
const ALL: &[&[ActForm]] = &[
    PEOPLE, RECORD, MEMBERS, FEES, EVENTS, GRAND_PRIX, TEAM, DUTIES, DECISIONS,
];

#[cfg(test)]
mod tests {
    use crate::federation::forms::*;
    use crate::pages::words::english;

    #[test]
    fn every_word_of_a_form_is_in_the_language_file() {
        let known: std::collections::BTreeSet<&str> = english().keys().collect();
        for form in ALL.iter().copied().flatten() {
            let of_fields = form.fields.iter().flat_map(|field| {
                let choices: Vec<&str> = match field.kind {
                    Kind::Choice(choices) => choices.iter().map(|(_, key)| *key).collect(),
                    _ => Vec::new(),
                };
                [Some(field.label), field.hint]
                    .into_iter()
                    .flatten()
                    .chain(choices)
            });
            let own = [Some(form.title), form.text].into_iter().flatten();
            for key in own.chain(of_fields).filter(|key| !key.is_empty()) {
                assert!(known.contains(key), "{}: {key} is missing", form.id);
            }
        }
    }
}
