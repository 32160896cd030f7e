//! What happened in an office, in words: for its log and for what a command would do.

use crate::pages::Frame;

/// Every kind of event with the key of its words.
pub(crate) const KINDS: &[(&str, &str)] = &[
    ("federation.founded", "officer.kind.founded"),
    ("federation.person_added", "officer.kind.person_added"),
    ("federation.person_changed", "officer.kind.person_changed"),
    ("federation.person_erased", "officer.kind.person_erased"),
    (
        "federation.person_restricted",
        "officer.kind.person_restricted",
    ),
    ("federation.person_shown", "officer.kind.person_shown"),
    ("federation.people_merged", "officer.kind.people_merged"),
    (
        "federation.people_separated",
        "officer.kind.people_separated",
    ),
    ("federation.joined", "officer.kind.joined"),
    ("federation.left", "officer.kind.left"),
    ("federation.opted_out", "officer.kind.opted_out"),
    ("federation.fees_set", "officer.kind.fees_set"),
    (
        "federation.payment_recorded",
        "officer.kind.payment_recorded",
    ),
    ("federation.event_announced", "officer.kind.event_announced"),
    (
        "federation.entrants_recorded",
        "officer.kind.entrants_recorded",
    ),
    ("federation.results_taken", "officer.kind.results_taken"),
    ("federation.results_sent", "officer.kind.results_sent"),
    ("federation.list_published", "officer.kind.list_published"),
    ("federation.season_planned", "officer.kind.season_planned"),
    (
        "federation.regionals_counted",
        "officer.kind.regionals_counted",
    ),
    (
        "federation.playoff_recorded",
        "officer.kind.playoff_recorded",
    ),
    ("federation.coin_tossed", "officer.kind.coin_tossed"),
    (
        "federation.selection_opened",
        "officer.kind.selection_opened",
    ),
    ("federation.place_offered", "officer.kind.place_offered"),
    ("federation.offer_answered", "officer.kind.offer_answered"),
    ("federation.team_registered", "officer.kind.team_registered"),
    (
        "federation.decision_recorded",
        "officer.kind.decision_recorded",
    ),
    (
        "federation.sanction_imposed",
        "officer.kind.sanction_imposed",
    ),
    ("federation.sanction_lifted", "officer.kind.sanction_lifted"),
    (
        "federation.amendment_proposed",
        "officer.kind.amendment_proposed",
    ),
    (
        "federation.amendment_adopted",
        "officer.kind.amendment_adopted",
    ),
    ("federation.meeting_held", "officer.kind.meeting_held"),
    ("federation.voter_admitted", "officer.kind.voter_admitted"),
    ("federation.entry_allowed", "officer.kind.entry_allowed"),
    ("federation.nation_set", "officer.kind.nation_set"),
    (
        "federation.nation_results_noted",
        "officer.kind.nation_results_noted",
    ),
    (
        "federation.exception_applied",
        "officer.kind.exception_applied",
    ),
    (
        "federation.exception_decided",
        "officer.kind.exception_decided",
    ),
    ("federation.host_applied", "officer.kind.host_applied"),
    ("federation.host_chosen", "officer.kind.host_chosen"),
    ("federation.title_recorded", "officer.kind.title_recorded"),
    (
        "federation.semifinals_recorded",
        "officer.kind.semifinals_recorded",
    ),
    ("federation.undone", "officer.kind.undone"),
];

/// A kind of event in words.
pub(crate) fn kind_words(f: &Frame, kind: &str) -> &'static str {
    let known = KINDS.iter().find(|(of, _)| *of == kind);
    f.t(known.map_or("officer.kind.other", |(_, key)| *key))
}
